//! Lines about votes in five languages, and lines that are none.

use super::*;
use crate::game::{Nation, Seat};

const POMPADOUR: Named = Named::Seat(Seat::Pompadour);

#[test]
fn proposals_are_read_in_five_languages() {
    let extend = Wanted::Extend { hours: 72, seat: None };
    let pompadours = Wanted::Extend { hours: 72, seat: Some(POMPADOUR) };
    let substitute = Wanted::Substitute { seat: POMPADOUR };
    let frederick = || vec![Named::Seat(Seat::Frederick)];
    let four_days = Wanted::Clocks { kind: ClockKind::Movement, hours: 96 };
    for (line, wanted) in [
        ("propose extend 3 days", extend.clone()),
        ("I propose to extend by 3 more days, please.", extend.clone()),
        ("PROPOSE extend Pompadour 72 hours", pompadours.clone()),
        ("propose extend 3 days for Pompadour", pompadours),
        ("Ich schlage vor: Verlängerung um 3 Tage", extend.clone()),
        ("propongo ampliar 3 días", extend.clone()),
        ("Propongo proroga di 3 giorni", extend.clone()),
        ("proponuję przedłużenie o 3 dni", extend),
        ("propose pause", Wanted::Pause),
        ("Antrag: Pause", Wanted::Pause),
        ("propose to resume the game", Wanted::Resume),
        (
            "propose substitute for France",
            Wanted::Substitute { seat: Named::Nation(Nation::France) },
        ),
        ("vorschlag: ersatz für Pompadour", substitute.clone()),
        ("wniosek: nowy gracz dla Pompadour", substitute.clone()),
        ("propose to replace Pompadour", substitute),
        ("propose take back", Wanted::TakeBack { seat: None }),
        ("propose to take back my last move", Wanted::TakeBack { seat: None }),
        ("propose take back for Pompadour", Wanted::TakeBack { seat: Some(POMPADOUR) }),
        ("propose a draw", Wanted::Draw),
        ("propongo tablas", Wanted::Draw),
        ("propose end: Frederick wins", Wanted::End { winners: frederick() }),
        (
            "propose end of the game: Frederick and Pompadour win",
            Wanted::End { winners: vec![frederick()[0], POMPADOUR] },
        ),
        ("propose to concede", Wanted::Concede),
        ("propose clocks movement 4 days", four_days.clone()),
        ("proponuję zegary: ruch 4 dni", four_days.clone()),
        ("wniosek: zegar ruchu 4 dni", four_days),
        ("wniosek: przerwa", Wanted::Pause),
        ("wniosek: wznowienie", Wanted::Resume),
        ("wniosek: cofnięcie", Wanted::TakeBack { seat: None }),
        ("wniosek: remis", Wanted::Draw),
        ("wniosek: koniec: wygrywa Fryderyk", Wanted::End { winners: frederick() }),
    ] {
        assert_eq!(read(line), Some(Said::Propose(wanted)), "{line}");
    }
}

#[test]
fn what_begins_like_a_proposal_is_asked_back() {
    for line in [
        "propose extend",
        "propose extend 3 parsecs",
        "propose marriage",
        "propose end",
        "propose substitute",
        "propose pause 3 days",
        "propose clocks 4 days",
        "propose",
    ] {
        assert_eq!(read(line), Some(Said::ProposeWhat(line.into())), "{line}");
    }
}

#[test]
fn ballots_are_read_in_five_languages() {
    let vote = |yes, number| Some(Said::Vote { yes, number });
    for (line, said) in [
        ("vote yes", vote(true, None)),
        ("Vote no on 3.", vote(false, Some(3))),
        ("vote on proposal 3: yes", vote(true, Some(3))),
        ("I vote against", vote(false, None)),
        ("Ich stimme mit ja", vote(true, None)),
        ("Stimme: nein zu 12", vote(false, Some(12))),
        ("voto sí", vote(true, None)),
        ("voto no su 4", vote(false, Some(4))),
        ("głosuję tak", vote(true, None)),
        ("głosuję tak, nr 4", vote(true, Some(4))),
        ("wycofuję wniosek", Some(Said::Withdraw(None))),
        ("wnioski", Some(Said::List)),
        ("głosuję nie", vote(false, None)),
        ("vote", Some(Said::VoteHow("vote".into()))),
        ("vote maybe", Some(Said::VoteHow("vote maybe".into()))),
        ("withdraw my proposal", Some(Said::Withdraw(None))),
        ("withdraw proposal 3", Some(Said::Withdraw(Some(3)))),
        ("votes", Some(Said::List)),
        ("I vote that we all go and have a beer together", None),
        ("withdraw", None),
        ("withdraw to Ohlau", None),
        ("withdraw Keith", None),
        ("yes", None),
        ("", None),
    ] {
        assert_eq!(read(line), said, "{line}");
    }
    assert_eq!(yes_or_no(" Yes, please! "), Some(true));
    assert_eq!(yes_or_no("nein."), Some(false));
    for line in ["yesterday", "no retreat to Ohlau", "Daun to Zittau", ""] {
        assert_eq!(yes_or_no(line), None, "{line}");
    }
}

#[test]
fn no_line_of_the_order_language_begins_like_these() {
    let orders = include_str!("../../orders/data/words.csv");
    let all = PROPOSE.iter().chain(VOTE).chain(VOTES).filter(|word| !word.contains(' '));
    for word in all {
        let taken = orders.split([',', ' ', '\n']).any(|order| order == *word);
        assert!(!taken, "{word} is a word of the order language");
    }
}

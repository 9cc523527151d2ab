//! The mails and notes about votes and press.

use super::super::*;
use super::mails::{log, rendered};
use super::{COMPLETE, assert_clean, golden, templates, templates_in};
use crate::game::{Scenario, Seat, Setup};
use crate::said::ClockKind;
use chrono::TimeZone;
use chrono_tz::Europe::Berlin;

fn closes() -> Moment {
    Moment::new(&Berlin.with_ymd_and_hms(2026, 5, 14, 18, 0, 0).unwrap())
}

fn vote(proposal: Proposal) -> VoteFacts {
    let name = Some("Bruno *the* Bold".to_owned());
    VoteFacts { number: 3, by: Seat::Elisabeth, name, proposal, needed: 3, electors: 4 }
}

fn proposals() -> Vec<Proposal> {
    let seat = Seat::Pompadour;
    vec![
        Proposal::Extend { hours: 72, seat: None },
        Proposal::Extend { hours: 5, seat: Some(seat) },
        Proposal::Pause {},
        Proposal::Resume {},
        Proposal::Substitute { seat },
        Proposal::TakeBack { seat: Seat::Elisabeth, to: 41 },
        Proposal::Draw {},
        Proposal::End { winners: vec![Seat::Frederick] },
        Proposal::End { winners: vec![Seat::Elisabeth, seat] },
        Proposal::Clocks { kind: ClockKind::Movement, hours: 96 },
    ]
}

fn ballots() -> Ballots {
    Ballots { yes: vec![Seat::Frederick, Seat::Elisabeth], no: vec![Seat::Pompadour] }
}

fn notes() -> Vec<TalkNote> {
    let (vote, closes) = (|| vote(Proposal::Pause {}), closes);
    let text = || "Peace? **Now**".to_owned();
    let mut notes = vec![
        TalkNote::PressSent { to: PressTo::All, text: text(), to_the_end: true },
        TalkNote::PressSent {
            to: PressTo::Seats(vec![Seat::Frederick, Seat::Elisabeth]),
            text: text(),
            to_the_end: false,
        },
        TalkNote::PressSent { to: PressTo::Observers, text: text(), to_the_end: false },
        TalkNote::VoteOpened { vote: vote(), closes: closes() },
        TalkNote::BallotTaken { vote: vote(), yes: true, ballots: ballots(), closes: closes() },
        TalkNote::BallotTaken { vote: vote(), yes: false, ballots: ballots(), closes: closes() },
        TalkNote::OpenVote { vote: vote(), ballots: Ballots::default(), closes: closes() },
        TalkNote::NoOpenVote {},
        TalkNote::OnlyATest { line: "propose *pause*".into() },
        TalkNote::Closed {},
    ];
    let results = [
        VoteResult::Carried,
        VoteResult::Rejected,
        VoteResult::Expired,
        VoteResult::Withdrawn,
        VoteResult::Void,
    ];
    let decided = |result| TalkNote::Decided { vote: vote(), result, ballots: ballots() };
    notes.extend(results.map(decided));
    let press = [
        NoPress::Off {},
        NoPress::PublicOnly {},
        NoPress::Empty {},
        NoPress::TooLong { length: 2001, limit: 2000 },
        NoPress::TooMany { limit: 20 },
        NoPress::ToWhom {},
        NoPress::Nobody {},
    ];
    notes.extend(press.map(|why| TalkNote::PressRefused { why, text: text() }));
    let proposed = [
        NoVote::NoSuchSeat {},
        NoVote::OwnSeat {},
        NoVote::Span {},
        NoVote::AlreadyOpen { number: 2 },
        NoVote::TooMany { limit: 5 },
        NoVote::IsPaused {},
        NoVote::IsNotPaused {},
        NoVote::NothingToTakeBack {},
        NoVote::Revealed {},
        NoVote::NoClocks {},
        NoVote::IsVacant {},
        NoVote::NotForTwo {},
        NoVote::Over {},
    ];
    let line = || "propose **x**".to_owned();
    notes.extend(proposed.map(|why| TalkNote::NotProposed { why, line: line() }));
    let cast = [
        NoBallot::NoneOpen {},
        NoBallot::Which {},
        NoBallot::NotOpen { number: 7 },
        NoBallot::NotAnElector {},
        NoBallot::NotYours {},
    ];
    let open = vec![2, 3];
    notes.extend(cast.map(|why| TalkNote::BallotRefused { why, line: line(), open: open.clone() }));
    notes
}

#[test]
fn press_to_some_is_not_for_the_others() {
    let some = PressTo::Seats(vec![Seat::Elisabeth]);
    assert!(some.includes(Seat::Elisabeth) && !some.includes(Seat::Frederick));
    assert!(!some.is_for_observers());
    assert!(PressTo::All.includes(Seat::Frederick) && PressTo::All.is_for_observers());
    assert!(!PressTo::Observers.includes(Seat::Frederick));
}

#[test]
fn every_answer_about_votes_and_press_has_its_words() {
    for language in COMPLETE {
        let templates = templates_in(language);
        let mut all = String::new();
        for note in notes() {
            let notes = vec![Note::Talk(note.clone())];
            let mail = Mail::Desk(Desk { game: None, notes, log: None });
            let rendered = templates.render(&mail);
            let text = rendered.unwrap_or_else(|error| panic!("{note:?}: {error}")).text;
            assert_clean(&text.replace("**Now**", "").replace("**x**", ""));
            let told = text.split_once("- ").map(|(_, told)| told.to_owned()).expect("a note");
            assert!(told.trim().ends_with(['.', '"', '”', '“', '»']), "{note:?}: {told}");
            all.push_str(&told);
        }
        golden(language, "talk-notes", &all);
    }
}

#[test]
fn what_everybody_is_told_has_its_words() {
    let mut events = vec![
        ClubNews::TakenBack { to: 41 },
        ClubNews::GameClosed { winners: Vec::new() },
        ClubNews::GameClosed { winners: vec![Seat::Elisabeth] },
    ];
    for proposal in proposals() {
        let (number, by) = (3, Seat::Elisabeth);
        events.push(ClubNews::VoteOpened { number, by, proposal: proposal.clone() });
        let (result, Ballots { yes, no }) = (VoteResult::Carried, ballots());
        events.push(ClubNews::VoteDecided { number, by, proposal, result, yes, no });
    }
    for language in COMPLETE {
        let templates = templates_in(language);
        let told: Vec<String> = events
            .iter()
            .map(|news| templates.happening_sentence(&Happening::club(news.clone())))
            .map(|told| told.unwrap_or_else(|error| panic!("{error}")))
            .collect();
        for sentence in &told {
            assert_clean(sentence);
            assert!(sentence.ends_with('.') && !sentence.contains("  "), "{sentence}");
        }
        golden(language, "talk-events", &told.join("\n"));
    }
}

#[test]
fn the_mails_about_votes() {
    for (name, proposal) in [
        ("vote-call", Proposal::Pause {}),
        ("vote-call-take-back", Proposal::TakeBack { seat: Seat::Elisabeth, to: 41 }),
        ("vote-call-end", Proposal::End { winners: vec![Seat::Frederick] }),
    ] {
        let vote = VoteFacts { needed: 4, ..vote(proposal) };
        let (game, seat, closes) = ("rossbach".into(), Seat::Pompadour, closes());
        let call = VoteCall { game, seat, vote, closes, log: log() };
        let mail = rendered(name, &Mail::VoteCall(call));
        assert!(mail.text.contains("yes of all 4"), "{}", mail.text);
    }
    let decided = VoteDecided {
        game: "rossbach".into(),
        vote: vote(Proposal::Pause {}),
        result: VoteResult::Rejected,
        ballots: ballots(),
        log: log(),
    };
    rendered("vote-decided", &Mail::VoteDecided(decided));
}

#[test]
fn the_mail_with_press() {
    let message = |from, name: Option<&str>, to, lines: &[&str]| Message {
        from,
        name: name.map(str::to_owned),
        to,
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
    };
    let messages = vec![
        message(Seat::Elisabeth, Some("Bruno"), PressTo::All, &["Peace?", "", "# I *mean* it"]),
        message(Seat::Pompadour, None, PressTo::Seats(vec![Seat::Frederick]), &["- no", "> yes"]),
        message(
            Seat::Elisabeth,
            None,
            PressTo::Observers,
            &["A long line of press, as long as people write it on a phone without any line break"],
        ),
    ];
    let press = PressMail { game: "rossbach".into(), messages, log: log() };
    rendered("press", &Mail::Press(press));
}

#[test]
fn the_end_of_a_game_by_agreement() {
    let setup = Setup { scenario: Scenario::WAR_IN_THE_WEST, ..Setup::default() };
    let state = crate::game::State::new(setup, [5; 32]);
    let view = state.view(Some(Seat::Frederick));
    let mail = |winners: Vec<Seat>, stopped: bool| {
        Mail::GameClosed(Box::new(GameClosed {
            game: GameHead::new("rossbach", &view),
            scenario: Scenario::WAR_IN_THE_WEST,
            winners,
            stopped,
            news: Chronicle::new(&[Happening::club(ClubNews::TakenBack { to: 3 })], None),
            course: Vec::new(),
            table: Table::new(&view, &[]),
            seed: "00".repeat(32),
            seed_commitment: "5e".repeat(32),
            log: log(),
        }))
    };
    assert!(
        rendered("game-closed", &mail(vec![Seat::Frederick], false))
            .subject
            .contains("Frederick wins")
    );
    let draw = templates().render(&mail(Vec::new(), false)).expect("a mail");
    assert!(draw.text.contains("a draw") && draw.subject.ends_with("a draw"));
    let stopped = templates().render(&mail(Vec::new(), true)).expect("a mail");
    assert!(stopped.text.contains("has stopped the game") && stopped.subject.contains("stopped"));
    assert!(!stopped.text.contains("a draw"), "{}", stopped.text);
}

//! What instructions do, case by case.

use super::*;
use crate::game::{Face, Suit, board, named};

fn card(text: &str) -> Card {
    text.parse().unwrap_or_else(|_| format!("{text}/1").parse().expect("a card"))
}

fn city(id: &str) -> CityId {
    board().city(id).expect("a city")
}

/// Keith in Breslau against Daun in Ohlau, with these cards, behind by so much; hearts fit.
fn situation(hand: &[&str], behind: i16) -> Situation {
    let hand: Vec<Card> = hand.iter().map(|text| card(text)).collect();
    let mut plays = Vec::new();
    for &card in &hand {
        match card.face {
            Face::Suited(Suit::Hearts, value) => {
                plays.push(Play { card, value: None, points: value.into() });
            }
            Face::Suited(..) => {}
            Face::Reserve => plays.extend((1..=10).map(|value| Play {
                card,
                value: Some(value),
                points: value.into(),
            })),
        }
    }
    let suited = plays.iter().any(|play| play.card.face != Face::Reserve);
    Situation {
        nation: Nation::Prussia,
        own: Stack { city: city("breslau"), generals: vec![PieceId(4)] },
        enemy: Stack { city: city("ohlau"), generals: vec![named::DAUN] },
        score: -behind,
        played: Vec::new(),
        hand,
        plays,
        may_stop: behind > 0 || !suited,
    }
}

fn duel(terms: Terms) -> Instruction {
    Instruction::Duel { scope: Scope::Nation(Nation::Prussia), terms }
}

/// The move in words.
fn chosen(terms: &Terms, situation: &Situation) -> String {
    let decided = decide(&[duel(terms.clone())], situation).expect("it applies");
    let word = match decided.chosen {
        Move::Stop => "stop".to_owned(),
        Move::Ask => "ask".to_owned(),
        Move::Play(Play { card, value: Some(value), .. }) => format!("{}{value}", card.face),
        Move::Play(play) => play.card.face.to_string(),
    };
    match decided.why {
        Why::Forced { kept: true } => word + " forced, kept",
        Why::Forced { kept: false } => word + " forced",
        _ => word,
    }
}

fn listed(cards: &[&str], then: Then) -> Terms {
    let named = |text: &&str| NamedCard { card: text.parse().expect("a card"), value: None };
    Terms::new(Cards::Listed(cards.iter().map(named).collect()), then)
}

#[test]
fn listed_cards_are_played_in_order_then_the_end_comes() {
    let terms = listed(&["10H", "7H"], Then::Stop);
    let mut now = situation(&["10H", "7H", "3H", "9S"], 20);
    assert_eq!(chosen(&terms, &now), "10H");
    now.played.push(Played { card: card("10H"), points: 10 });
    assert_eq!(chosen(&terms, &now), "7H");
    now.played.push(Played { card: card("7H"), points: 7 });
    assert_eq!(chosen(&terms, &now), "stop");
    assert_eq!(chosen(&Terms { then: Then::Ask, ..terms }, &now), "ask");
}

#[test]
fn listed_cards_that_do_not_fit_are_passed_over() {
    let terms = listed(&["10D", "12H", "7H"], Then::Stop);
    assert_eq!(chosen(&terms, &situation(&["7H", "3H", "10D"], 20)), "7H");
}

#[test]
fn of_fitting_cards_the_lowest_that_is_enough_goes_else_the_highest() {
    let terms = Terms::new(Cards::Fitting, Then::Stop);
    let hand = ["3H", "6H", "9H", "13S"];
    assert_eq!(chosen(&terms, &situation(&hand, 2)), "3H");
    assert_eq!(chosen(&terms, &situation(&hand, 3)), "6H");
    assert_eq!(chosen(&terms, &situation(&hand, 12)), "9H");
}

#[test]
fn limits_in_cards_and_points_count_what_was_played_before() {
    let terms = Terms { most_cards: Some(2), ..Terms::new(Cards::Fitting, Then::Stop) };
    let mut now = situation(&["3H", "6H", "9H"], 12);
    now.played = vec![Played { card: card("2H"), points: 2 }];
    assert_eq!(chosen(&terms, &now), "9H");
    now.played.push(Played { card: card("4H"), points: 4 });
    assert_eq!(chosen(&terms, &now), "stop");
    let terms = Terms { most_points: Some(10), ..Terms::new(Cards::Fitting, Then::Stop) };
    assert_eq!(chosen(&terms, &now), "3H");
}

#[test]
fn a_small_loss_is_accepted_and_a_card_is_chosen_to_come_down_to_it() {
    let terms = Terms { accept_loss: Some(2), ..Terms::new(Cards::Fitting, Then::Ask) };
    assert_eq!(chosen(&terms, &situation(&["6H", "9H"], 2)), "stop");
    assert_eq!(chosen(&terms, &situation(&["6H", "9H"], 8)), "6H");
    assert_eq!(chosen(&terms, &situation(&["6H", "9H"], 9)), "9H");
}

#[test]
fn a_victory_is_bought_if_the_price_is_right() {
    let terms = Terms { win_for: Some(12), ..Terms::new(Cards::Fitting, Then::Stop) };
    assert_eq!(chosen(&terms, &situation(&["5H", "6H", "13H"], 10)), "6H");
    assert_eq!(chosen(&terms, &situation(&["5H", "6H", "13H"], 4)), "5H");
    assert_eq!(chosen(&terms, &situation(&["5H", "6H", "13H"], 12)), "stop");
    let mut again = situation(&["5H"], 4);
    again.played = vec![Played { card: card("9H"), points: 9 }];
    assert_eq!(chosen(&terms, &again), "stop", "9 and 5 are more than 12");
    let both = Terms { accept_loss: Some(3), ..terms };
    assert_eq!(chosen(&both, &situation(&["5H", "6H", "13H"], 3)), "5H", "winning goes first");
    assert_eq!(chosen(&both, &situation(&["13H"], 3)), "stop");
}

#[test]
fn kept_cards_stay() {
    let keep = vec!["13H".parse().expect("a card")];
    let terms = Terms { keep, ..Terms::new(Cards::Fitting, Then::Stop) };
    assert_eq!(chosen(&terms, &situation(&["13H", "4H"], 9)), "4H");
    assert_eq!(chosen(&terms, &situation(&["13H"], 9)), "stop");
    let terms = Terms { keep_cards: Some(2), ..Terms::new(Cards::Fitting, Then::Stop) };
    assert_eq!(chosen(&terms, &situation(&["13H", "4H"], 9)), "stop");
    assert_eq!(chosen(&terms, &situation(&["13H", "4H", "2S"], 9)), "13H");
    let terms = Terms { keep_points: Some(15), ..Terms::new(Cards::Fitting, Then::Stop) };
    assert_eq!(chosen(&terms, &situation(&["13H", "4H", "2S"], 9)), "4H");
}

#[test]
fn r7_5_at_zero_the_lowest_card_is_played_and_a_kept_one_last() {
    let keep: Vec<CardRef> = vec!["2H".parse().expect("a card")];
    let stop = Terms { keep: keep.clone(), ..listed(&[], Then::Stop) };
    assert_eq!(chosen(&stop, &situation(&["2H", "4H", "R"], 0)), "4H forced");
    assert_eq!(chosen(&stop, &situation(&["2H"], 0)), "2H forced, kept");
    // A Reserve is no kept card, unless none may go.
    assert_eq!(chosen(&stop, &situation(&["2H", "R"], 0)), "R1 forced");
    let stop = Terms { reserve: Reserves::Never, ..stop };
    assert_eq!(chosen(&stop, &situation(&["2H", "R"], 0)), "2H forced, kept");
    assert_eq!(chosen(&stop, &situation(&["4S", "R"], 0)), "stop");
    let ask = Terms { keep, ..listed(&[], Then::Ask) };
    assert_eq!(chosen(&ask, &situation(&["2H", "R"], 0)), "ask");
}

#[test]
fn r3_3_reserves_go_when_the_suit_is_gone_and_the_terms_say_so() {
    let allowed = |when, most| Terms {
        reserve: Reserves::Allowed { when, most },
        ..Terms::new(Cards::Fitting, Then::Stop)
    };
    let plain = Terms::new(Cards::Fitting, Then::Stop);
    assert_eq!(chosen(&plain, &situation(&["R"], 4)), "stop");
    let always = allowed(ReserveWhen::Always, None);
    assert_eq!(chosen(&always, &situation(&["R", "3H"], 4)), "3H");
    assert_eq!(chosen(&always, &situation(&["R"], 4)), "R5");
    assert_eq!(chosen(&always, &situation(&["R"], 14)), "R10");
    let lead = allowed(ReserveWhen::ToLead, Some(7));
    assert_eq!(chosen(&lead, &situation(&["R"], 6)), "R7");
    assert_eq!(chosen(&lead, &situation(&["R"], 7)), "stop");
    let loss = allowed(ReserveWhen::AtLoss(5), None);
    assert_eq!(chosen(&loss, &situation(&["R"], 4)), "stop");
    assert_eq!(chosen(&loss, &situation(&["R"], 5)), "R6");
    let listed = listed(&["R"], Then::Stop);
    assert_eq!(chosen(&listed, &situation(&["R"], 4)), "R5");
    let never = Terms { reserve: Reserves::Never, ..listed };
    assert_eq!(chosen(&never, &situation(&["R"], 4)), "stop");
}

#[test]
fn without_a_fitting_card_there_is_nothing_to_ask() {
    assert_eq!(chosen(&listed(&["5H"], Then::Ask), &situation(&["9S"], 3)), "stop");
}

#[test]
fn the_narrower_instruction_counts() {
    let keith = Party::General(PieceId(4));
    let daun = Party::General(named::DAUN);
    let scopes = [
        Scope::Pair { own: keith, enemy: daun },
        Scope::Pair { own: Party::City(city("breslau")), enemy: daun },
        Scope::Own(keith),
        Scope::Enemy(Party::City(city("ohlau"))),
        Scope::Nation(Nation::Prussia),
    ];
    let now = situation(&["5H"], 3);
    for from in 0..scopes.len() {
        let mut all: Vec<Instruction> = scopes[from..]
            .iter()
            .map(|scope| Instruction::Duel { scope: *scope, terms: listed(&[], Then::Stop) })
            .collect();
        all.reverse();
        assert_eq!(decide(&all, &now).expect("it applies").scope, scopes[from]);
    }
    let other = Scope::Own(Party::General(named::FRIEDRICH));
    let terms = listed(&[], Then::Stop);
    assert_eq!(decide(&[Instruction::Duel { scope: other, terms }], &now), None);
}

#[test]
fn r8_2_the_defeated_go_where_the_instruction_says() {
    let cities = [city("brieg"), city("glatz"), city("berlin")];
    let daun = Stack { city: city("ohlau"), generals: vec![named::DAUN] };
    let towards = Instruction::Retreat { of: None, goal: RetreatGoal::Towards(city("potsdam")) };
    let away = Instruction::Retreat {
        of: Some(Party::General(named::DAUN)),
        goal: RetreatGoal::Away(city("potsdam")),
    };
    let none: [Instruction; 0] = [];
    assert_eq!(choose_retreat(&none, &daun, &cities), None);
    assert_eq!(
        choose_retreat(std::slice::from_ref(&towards), &daun, &cities),
        Some(city("berlin"))
    );
    let far = choose_retreat(&[towards, away], &daun, &cities).expect("a city");
    let distance = |to: CityId| board().distance(city("potsdam"), to);
    assert!(cities.iter().all(|other| distance(*other) <= distance(far)));
}

#[test]
fn r7_1_the_first_name_of_the_order_that_is_due_is_attacked_first() {
    let stack = |id: &str, generals: Vec<PieceId>| Stack { city: city(id), generals };
    let heinrich = || stack("minden", vec![named::HEINRICH]);
    let combats = [
        Combatants { attacker: heinrich(), defender: stack("hameln", vec![named::SOUBISE]) },
        Combatants { attacker: heinrich(), defender: stack("diepholz", vec![named::RICHELIEU]) },
    ];
    let order = |order: Vec<Party>| [Instruction::AttackOrder { order }];
    let richelieu = Party::General(named::RICHELIEU);
    let chevert = Party::General(named::CHEVERT);
    assert_eq!(choose_attack(&order(vec![chevert, richelieu]), &combats), Some(1));
    assert_eq!(choose_attack(&order(vec![chevert]), &combats), None);
    assert_eq!(choose_attack(&[], &combats), None);
}

#[test]
fn the_outlook_shows_runs_of_scores() {
    let hand: Vec<Card> = ["3H", "9H", "R"].iter().map(|text| card(text)).collect();
    let terms = Terms { most_cards: Some(1), ..Terms::new(Cards::Fitting, Then::Stop) };
    let seen = outlook(&terms, Nation::Prussia, &hand, Suit::Hearts);
    let row = |least, most, cards: &[&str], end| Row {
        least,
        most,
        cards: cards
            .iter()
            .map(|text| NamedCard { card: text.parse().expect("a card"), value: None })
            .collect(),
        end,
    };
    assert_eq!(
        seen.rows,
        [
            row(0, 2, &["3H"], End::Passes),
            row(3, 9, &["9H"], End::Passes),
            row(10, 16, &["9H"], End::Stops)
        ]
    );
}

#[test]
fn instructions_are_read_as_they_are_written_in_json() {
    let keith = Party::General(PieceId(4));
    let all = [
        Instruction::Duel {
            scope: Scope::Pair { own: keith, enemy: Party::City(city("ohlau")) },
            terms: Terms {
                keep: vec!["13S".parse().expect("a card")],
                reserve: Reserves::Allowed { when: ReserveWhen::AtLoss(3), most: Some(7) },
                ..listed(&["10H", "R"], Then::Ask)
            },
        },
        Instruction::Retreat { of: Some(keith), goal: RetreatGoal::Away(city("glatz")) },
        Instruction::AttackOrder { order: vec![keith] },
    ];
    let text = serde_json::to_string(&all).expect("JSON");
    let read: Vec<Instruction> = serde_json::from_str(&text).expect("instructions");
    assert_eq!(read, all);
    let keys: std::collections::BTreeSet<String> = all.iter().map(Instruction::key).collect();
    assert_eq!(keys.len(), all.len());
}

#[test]
fn what_only_forbids_reserves_is_added_to_what_was_said_of_the_cards() {
    let never = Terms { reserve: Reserves::Never, ..Terms::new(Cards::Fitting, Then::Ask) };
    let named = listed(&["8S", "11S"], Then::Stop);
    let both = Terms { reserve: Reserves::Never, ..named.clone() };
    assert_eq!(duel(never.clone()).added_to(&duel(named)), Some(duel(both)));
    let reserve = listed(&["8S", "R"], Then::Stop);
    assert_eq!(duel(never.clone()).added_to(&duel(reserve)), None, "it names a Reserve");
    let more = Terms { most_cards: Some(2), ..never };
    assert_eq!(duel(more).added_to(&duel(listed(&["8S"], Then::Ask))), None, "it says more");
}

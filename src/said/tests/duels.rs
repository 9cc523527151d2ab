//! Duel instructions and conditions as people write them.

use crate::duel::{
    Cards, Instruction, NamedCard, Party, ReserveWhen, Reserves, RetreatGoal, Scope, Terms, Then,
};
use crate::game::{CardRef, CityId, Face, Nation, PieceId, State, Suit, all_pieces, board, named};
use crate::orders::testing::*;
use crate::orders::write_instruction;
use crate::said::testing::*;
use crate::said::{Condition, Fact, LineReading, Request, Said, Trouble, Withdrawn};
use proptest::prelude::*;

fn position() -> State {
    movement_of(Nation::Prussia)
}

/// The canonical text of the instruction in a line.
fn canonical(line: &str) -> String {
    match request(&position(), Nation::Prussia, line) {
        Request::Instruct(instruction) => write_instruction(&instruction),
        other => panic!("{line}: {other:?}"),
    }
}

fn trouble(line: &str) -> Trouble {
    match outcome(&position(), Nation::Prussia, line) {
        LineReading::NotUnderstood { trouble, .. } => trouble,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn instructions_are_understood_as_people_write_them() {
    for (line, meant) in [
        ("duel Keith vs Daun: 10D 7D, then stop", "duel Keith vs Daun: 10D, 7D, then stop"),
        ("Duel keith against daun - 10D, 7D then ask", "duel Keith vs Daun: 10D, 7D, then ask"),
        ("duel Daun vs Keith: 10D", "duel Keith vs Daun: 10D, then ask"),
        ("duel Breslau vs Daun: stop", "duel Breslau vs Daun: then stop"),
        ("duel Keith vs Ohlau: stop", "duel Keith vs Ohlau: then stop"),
        (
            "duel Daun: at most 2 cards, keep 13S, no reserve, lose at most 2, then ask",
            "duel vs Daun: any cards, at most 2 cards, lose at most 2, keep 13S, no reserve, \
             then ask",
        ),
        (
            "duel Prussia: win up to 12 points, then stop",
            "duel Prussia: any cards, win up to 12 points, then stop",
        ),
        (
            "duel Hanover: win if it costs at most 12 points, stop",
            "duel Hanover: any cards, win up to 12 points, then stop",
        ),
        (
            "duel Keith: stop at a loss of at most 3, then ask",
            "duel Keith: any cards, lose at most 3, then ask",
        ),
        (
            "duel Keith: up to 15 points, keep at least 3 cards, keep at least 20 points",
            "duel Keith: any cards, at most 15 points, keep at least 3 cards, \
             keep at least 20 points, then ask",
        ),
        (
            "duel Keith: any cards, reserve only to win up to 7, then stop",
            "duel Keith: any cards, any reserve only to win up to 7, then stop",
        ),
        (
            "duel Keith: reserve only at a loss of at least 4; ",
            "duel Keith: any cards, any reserve only at a loss of at least 4, then ask",
        ),
        ("duel Keith: 10D R7 R then stop", "duel Keith: 10D, R as 7, R, then stop"),
        ("duel vs Daun: no cards, keep 13S, stop", "duel vs Daun: no cards, keep 13S, then stop"),
        ("retreat enemies towards Glatz", "retreat enemies towards Glatz"),
        ("retreat the enemy to Glatz", "retreat enemies towards Glatz"),
        (
            "retreat Daun as far from Dresden as possible",
            "retreat Daun as far from Dresden as possible",
        ),
        ("retreat enemies away from Dresden", "retreat enemies as far from Dresden as possible"),
        ("attack order: Richelieu, Soubise", "attack order: Richelieu, Soubise"),
        ("attack order: Richelieu then Minden", "attack order: Richelieu, Minden"),
    ] {
        assert_eq!(canonical(line), meant, "{line}");
    }
}

#[test]
fn instructions_are_understood_in_five_languages() {
    let meant = "duel Keith vs Daun: any cards, at most 2 cards, lose at most 3, keep 13S, \
                 no reserve, then stop";
    for line in [
        "duel Keith vs Daun: at most 2 cards, lose at most 3, keep 13S, no reserve, then stop",
        "Duell Keith gegen Daun: höchstens 2 Karten, verliere höchstens 3, behalte Pik 13, \
         keine Reserve, dann passen",
        "duelo Keith contra Daun: como máximo 2 cartas, perder hasta 3, conservar 13 de picas, \
         ninguno reserva, luego parar",
        "duello Keith contro Daun: al massimo 2 carte, perdere al massimo 3, tieni 13 di picche, \
         niente riserva, poi fermo",
        "pojedynek Keith przeciw Daun: najwyżej 2 karty, strata najwyżej 3, zachowaj 13 pik, \
         nie rezerwa, potem pas",
    ] {
        assert_eq!(canonical(line), meant, "{line}");
    }
    for line in [
        "retreat enemies towards Glatz",
        "Rückzug Feinde nach Glatz",
        "retirada enemigos hacia Glatz",
        "ritirata nemici verso Glatz",
        "odwrót wrogów do Glatz",
    ] {
        assert_eq!(canonical(line), "retreat enemies towards Glatz", "{line}");
    }
}

#[test]
fn what_is_wrong_with_an_instruction_is_said() {
    assert_eq!(trouble("duel Keith"), Trouble::MissingTerms);
    assert_eq!(trouble("duel Keith: at most"), Trouble::MissingNumber);
    assert_eq!(trouble("duel Keith: keep"), Trouble::MissingCard);
    assert_eq!(trouble("duel Keith: 14D"), Trouble::UnknownCard);
    assert_eq!(trouble("duel Keith: hope for sunshine"), Trouble::UnknownWords);
    // How somebody feels about it is no way to fight.
    assert_eq!(trouble("duel Keith: hope for the best"), Trouble::MissingTerms);
    assert_eq!(trouble("duel Austria: stop"), Trouble::NotYourNation);
    assert_eq!(trouble("duel Keith vs Heinrich: stop"), Trouble::NoSuchCombat);
    assert_eq!(trouble("duel Daun vs Laudon: stop"), Trouble::NoSuchCombat);
    assert_eq!(trouble("duel Kieth vs Atlantis: stop"), Trouble::UnknownCity);
    assert_eq!(trouble("attack order:"), Trouble::MissingPiece);
}

#[test]
fn instructions_are_withdrawn_by_their_name() {
    let key = |line: &str| match request(&position(), Nation::Prussia, line) {
        Request::Instruct(instruction) => Withdrawn::Key(instruction.key()),
        Request::Revoke(withdrawn) => withdrawn,
        other => panic!("{line}: {other:?}"),
    };
    for (order, withdrawal) in [
        ("duel Keith: stop", "withdraw duel Keith"),
        ("duel Keith vs Daun: stop", "cancel duel Daun vs Keith"),
        ("duel Prussia: stop", "withdraw the duel Prussia"),
        ("retreat enemies to Glatz", "withdraw retreat of enemies"),
        ("retreat Daun to Glatz", "withdraw retreat Daun"),
        ("attack order: Daun", "withdraw attack order"),
    ] {
        assert_eq!(key(order), key(withdrawal), "{withdrawal}");
    }
    assert_eq!(key("withdraw all duels"), Withdrawn::All);
    assert_eq!(key("cancel duels"), Withdrawn::All);
}

#[test]
fn conditions_stand_before_orders() {
    let state = position();
    let keith = all_pieces().find(|piece| piece.name() == "Keith").expect("Keith");
    let reading = read_as(
        &state,
        Nation::Prussia,
        "if Richelieu at Minden: Keith to Glatz; Schwerin stays\n\
         else: Keith to Brieg\n\
         if Glatz is not conquered, Keith to Glatz\n\
         wenn Schweden ausgeschieden: Keith nach Glatz",
    );
    assert!(is_understood(&reading), "{reading:#?}");
    let glatz = board().city("glatz").expect("Glatz");
    let minden = board().city("minden").expect("Minden");
    let condition = |said: &Said| {
        assert!(matches!(said.request, Request::Act(_) | Request::Stay(_)), "{said:?}");
        said.condition.expect("a condition")
    };
    let conditions: Vec<Condition> = reading.said.iter().map(condition).collect();
    let at = Fact::At(named::RICHELIEU, minden);
    let expected = [
        (at, true),
        (at, true),
        (at, false),
        (Fact::Conquered(glatz), false),
        (Fact::Out(Nation::Sweden), true),
    ]
    .map(|(fact, holds)| Condition { fact, holds });
    assert_eq!(conditions, expected);
    let in_one_line = read_as(
        &state,
        Nation::Prussia,
        "if Richelieu at Minden: Keith to Glatz, else: Keith to Brieg",
    );
    let [first, second] = &in_one_line.said[..] else { panic!("{in_one_line:#?}") };
    assert_eq!((condition(first).holds, condition(second).holds), (true, false));
    assert_eq!(trouble("else: Keith to Glatz"), Trouble::UnknownCondition);
    assert_eq!(trouble("if the weather is fine: Keith to Glatz"), Trouble::UnknownCondition);
    assert_eq!(trouble("if Richelieu at Minden:"), Trouble::MissingTerms);

    let view = state.view(None);
    let stands = state.city_of(keith).expect("a city");
    assert!(Condition { fact: Fact::At(keith, stands), holds: true }.is_met(&view));
    assert!(Condition { fact: Fact::At(keith, minden), holds: false }.is_met(&view));
    assert!(!Condition { fact: Fact::Conquered(glatz), holds: true }.is_met(&view));
    assert!(!Condition { fact: Fact::Out(Nation::Sweden), holds: true }.is_met(&view));
}

fn any_card() -> impl Strategy<Value = CardRef> {
    let face = prop_oneof![
        4 => (0usize..4, 2u8..=13).prop_map(|(suit, value)| Face::Suited(Suit::ALL[suit], value)),
        1 => Just(Face::Reserve),
    ];
    (face, proptest::option::weighted(0.2, 1u8..=4)).prop_map(|(face, deck)| CardRef { face, deck })
}

fn own_general() -> impl Strategy<Value = Party> {
    // Prussia's and Hanover's.
    (0u8..12).prop_filter_map("a general", |piece| {
        let piece = PieceId(piece);
        piece.is_general().then_some(Party::General(piece))
    })
}

fn enemy_general() -> impl Strategy<Value = Party> {
    (13u8..35).prop_filter_map("a general", |piece| {
        let piece = PieceId(piece);
        piece.is_general().then_some(Party::General(piece))
    })
}

fn any_city() -> impl Strategy<Value = CityId> {
    let cities: Vec<CityId> = board().city_ids().collect();
    proptest::sample::select(cities)
}

fn any_scope() -> impl Strategy<Value = Scope> {
    let own = || prop_oneof![2 => own_general(), 1 => any_city().prop_map(Party::City)];
    let enemy = || prop_oneof![2 => enemy_general(), 1 => any_city().prop_map(Party::City)];
    prop_oneof![
        (own(), enemy()).prop_map(|(own, enemy)| Scope::Pair { own, enemy }),
        own().prop_map(Scope::Own),
        enemy().prop_map(Scope::Enemy),
        Just(Scope::Nation(Nation::Hanover)),
    ]
}

fn any_reserves() -> impl Strategy<Value = Reserves> {
    let when = prop_oneof![
        Just(ReserveWhen::Always),
        Just(ReserveWhen::ToLead),
        (1u8..20).prop_map(ReserveWhen::AtLoss)
    ];
    prop_oneof![
        Just(Reserves::Listed),
        Just(Reserves::Never),
        (when, proptest::option::of(1u8..=10))
            .prop_map(|(when, most)| Reserves::Allowed { when, most })
    ]
}

/// Terms as they can be written.
pub fn any_terms() -> impl Strategy<Value = Terms> {
    let named = (any_card(), 1u8..=10).prop_map(|(card, value)| NamedCard {
        card,
        value: (card.face == Face::Reserve && value > 3).then_some(value),
    });
    let cards = prop_oneof![
        Just(Cards::Fitting),
        proptest::collection::vec(named, 0..5).prop_map(Cards::Listed)
    ];
    let option = || proptest::option::weighted(0.3, 0u16..60);
    let small = || proptest::option::weighted(0.3, 0u8..12);
    let keep = proptest::collection::vec(any_card(), 0..3);
    let then = prop_oneof![Just(Then::Ask), Just(Then::Stop)];
    (cards, (option(), small(), small(), option()), (keep, small(), option()), any_reserves(), then)
        .prop_map(|(cards, limits, keeps, reserve, then)| Terms {
            cards,
            most_points: limits.0,
            most_cards: limits.1,
            accept_loss: limits.2,
            win_for: limits.3,
            keep: keeps.0,
            keep_cards: keeps.1,
            keep_points: keeps.2,
            reserve,
            then,
        })
}

fn any_instruction() -> impl Strategy<Value = Instruction> {
    let goal = (any_city(), any::<bool>()).prop_map(|(city, towards)| {
        if towards { RetreatGoal::Towards(city) } else { RetreatGoal::Away(city) }
    });
    let party = prop_oneof![own_general(), enemy_general(), any_city().prop_map(Party::City)];
    prop_oneof![
        6 => (any_scope(), any_terms())
            .prop_map(|(scope, terms)| Instruction::Duel { scope, terms }),
        1 => (proptest::option::of(enemy_general()), goal)
            .prop_map(|(of, goal)| Instruction::Retreat { of, goal }),
        1 => proptest::collection::vec(party, 1..6).prop_map(|mut order| {
            let mut seen = Vec::new();
            order.retain(|party| {
                let new = !seen.contains(party);
                seen.push(*party);
                new
            });
            Instruction::AttackOrder { order }
        }),
    ]
}

#[test]
fn every_city_can_be_the_goal_of_a_retreat() {
    let mut wrong = Vec::new();
    for city in board().city_ids() {
        for goal in [RetreatGoal::Towards(city), RetreatGoal::Away(city)] {
            let instruction = Instruction::Retreat { of: None, goal };
            let text = write_instruction(&instruction);
            let read = request(position_once(), Nation::Prussia, &text);
            if read != Request::Instruct(Box::new(instruction)) {
                wrong.push(text);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_as_the_same_instruction(instruction in any_instruction()) {
        let text = write_instruction(&instruction);
        let reading = read_as(position_once(), Nation::Prussia, &text);
        match &reading.said[..] {
            [Said { request: Request::Instruct(read), .. }] => {
                prop_assert_eq!(&**read, &instruction, "{}", text);
            }
            _ => prop_assert!(false, "{}: {:?}", text, reading),
        }
    }

    #[test]
    fn any_words_of_instructions_have_a_reading(
        words in proptest::collection::vec(proptest::sample::select(WORDS), 0..20),
    ) {
        for text in [format!("duel {}", words.join(" ")), words.join(" ")] {
            let reading = read_as(position_once(), Nation::Prussia, &text);
            prop_assert!(reading.lines.len() <= 1);
            for Said { request: said, .. } in &reading.said {
                if let Request::Instruct(instruction) = said {
                    let canonical = write_instruction(instruction);
                    let again = request(position_once(), Nation::Prussia, &canonical);
                    prop_assert_eq!(&again, said, "{} of {}", canonical, text);
                }
            }
        }
        let text = format!("if {}", words.join(" "));
        prop_assert_eq!(read_as(position_once(), Nation::Prussia, &text).lines.len(), 1);
    }
}

fn position_once() -> &'static State {
    static POSITION: std::sync::LazyLock<State> = std::sync::LazyLock::new(position);
    &POSITION
}

const WORDS: &[&str] = &[
    "Keith",
    "Daun",
    "vs",
    "Prussia",
    "Breslau",
    "Schwerin",
    "at",
    ":",
    ",",
    "10D",
    "R",
    "R7",
    "keep",
    "at least",
    "at most",
    "3",
    "cards",
    "points",
    "lose",
    "win",
    "no",
    "any",
    "reserve",
    "only",
    "to",
    "then",
    "ask",
    "stop",
    "if",
    "else",
    "not",
    "conquered",
    "out",
    "is",
    "Minden",
    "for",
    "of",
    "a",
    "loss",
    "all",
    "enemies",
    "away",
    "from",
];

#[test]
fn no_card_of_an_instruction_has_the_value_one() {
    for line in ["duel Keith: D1, then stop", "duel Keith: 1D, at most 3 cards, then ask"] {
        assert_eq!(trouble(line), Trouble::UnknownCard, "{line}");
    }
}

#[test]
fn limits_that_are_joined_by_and_both_count() {
    let both = "duel Keith vs Daun: any cards, at most 15 points, at most 2 cards, then ask";
    for line in [
        "duel Keith vs Daun: at most 15 points and no more than two cards",
        "duel Keith vs Daun: at most 2 cards and no more than 15 points",
        "duel Keith vs Daun: at most two cards and 15 points",
    ] {
        let lines = canonical(line);
        assert_eq!(lines, canonical(both), "{line}");
        assert!(lines.contains("15 points") && lines.contains("2 cards"), "{lines}");
    }
}

#[test]
fn cards_behind_one_another_all_count() {
    let listed = "duel Keith: 9H, 7H, then ask";
    assert_eq!(canonical("duel Keith: 9 of hearts and then the 7"), canonical(listed));
}

#[test]
fn how_somebody_fights_sends_nobody() {
    for line in
        ["Schwerin against Laudon: hearts up to 5", "Schwerin shall fight Laudon to the last card"]
    {
        let reading = read_as(&position(), Nation::Prussia, line);
        assert!(reading.said.is_empty(), "{line}: {:?}", reading.said);
        assert!(!is_understood(&reading), "{line}");
    }
}

#[test]
fn what_no_instruction_can_say_is_named_and_the_rest_waits() {
    for (line, part) in [
        ("duel Keith vs Daun: at most 2 cards, never the highest", "never the highest"),
        ("Keith gegen Daun: höchstens zwei Karten, nie die höchste", "nie die höchste"),
        ("Keith contro Daun: al massimo tre carte, la più alta mai", "la più alta mai"),
        ("Keith contra Daun: como mucho tres cartas, nunca la más alta", "nunca la más alta"),
        ("Keith contre Daun : trois cartes au plus, jamais la plus haute", "jamais la plus haute"),
        ("Keith przeciw Daunowi: najwyżej trzy karty, nigdy najwyższej", "nigdy najwyższej"),
        ("Keith against Daun: at most two cards, the small ones", "the small ones"),
    ] {
        match outcome(&position(), Nation::Prussia, line) {
            LineReading::NotUnderstood { trouble: Trouble::NoSuchTerm, words, .. } => {
                assert_eq!(words, part, "{line}");
            }
            other => panic!("{line}: {other:?}"),
        }
    }
}

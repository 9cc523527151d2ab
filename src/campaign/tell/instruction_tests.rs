//! Duel instructions are read as mails tell them, in every language.

use crate::duel::Instruction;
use crate::game::Nation;
use crate::orders::testing::movement_of;
use crate::report::Templates;
use crate::said::{Context, Language, Request, Said, read};
use std::sync::LazyLock;

static TEMPLATES: LazyLock<Templates> =
    LazyLock::new(|| Templates::new(None).expect("the program's own templates"));

/// What a text instructs, for a reader of this language who plays Prussia.
fn instructed(language: Language, text: &str) -> Option<Instruction> {
    static STATE: LazyLock<crate::game::State> = LazyLock::new(|| movement_of(Nation::Prussia));
    let state = &*STATE;
    let (state, seat) = (Some(state), Some(state.seat_of(Nation::Prussia)));
    let reading = read(text, &Context { state, seat, language, ..Context::default() });
    match &reading.said[..] {
        [Said { request: Request::Instruct(read), .. }] => Some((**read).clone()),
        _ => None,
    }
}

/// How it is told in this language.
fn told(language: Language, instruction: &Instruction) -> String {
    let templates = TEMPLATES.in_language(language.tag());
    templates.instruction_text(instruction).expect("a text")
}

#[test]
fn instructions_of_every_kind_are_read_as_they_are_told() {
    for canonical in [
        "duel Keith vs Daun: any cards, at most 12 points, then stop",
        "duel vs Daun: 10♦, 7♦, at most 1 card, then ask",
        "duel Prussia: no cards, at most 2 cards, then stop",
        "duel Keith vs Dresden: any cards, any reserve, then ask",
        "duel at Schwerin: any cards, then stop",
        "duel Keith: R as 7, then stop",
        "duel Keith: any cards, any reserve only to win up to 7, then ask",
        "duel Keith: any cards, any reserve only at a loss of at least 3, then ask",
        "duel Prussia: any cards, no reserve, then ask",
        "duel Keith: any cards, lose at most 3, keep 13♠ R, keep at least 3 cards, then stop",
        "duel Keith: any cards, win up to 12 points, keep at least 20 points, then stop",
        "retreat enemies towards Prag",
        "retreat Daun as far from Prag as possible",
        "attack order: Keith, Daun, Dresden",
    ] {
        let meant = instructed(Language::English, canonical);
        let meant = meant.unwrap_or_else(|| panic!("{canonical} is not read"));
        for language in Language::ALL {
            let text = told(language, &meant);
            assert_eq!(instructed(language, &text).as_ref(), Some(&meant), "{text}");
        }
    }
}

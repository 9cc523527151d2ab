//! The player's guides: every order in them is played in one game, in the guide's own language.

use super::{file, text};
use feldpost::game::{Action, DecisionKind, Nation, Setup, State, named};
use feldpost::said::{Asked, Context, Language, Request, read};

const GUIDES: [(&str, &str); 6] = [
    ("en", "docs/play.md"),
    ("de", "docs/play/de.md"),
    ("es", "docs/play/es.md"),
    ("it", "docs/play/it.md"),
    ("pl", "docs/play/pl.md"),
    ("fr", "docs/play/fr.md"),
];

/// The blocks of a guide, each with what stands in the remark before it.
fn blocks(guide: &str) -> Vec<(&str, &str)> {
    let tagged = guide.split("<!-- read as: ").skip(1);
    let found = tagged.filter_map(|part| {
        let (tag, rest) = part.split_once(" -->")?;
        Some((tag, rest.split("```text\n").nth(1)?.split("```").next()?))
    });
    found.collect()
}

/// What a text says in the mail of a nation's player; every line of it is understood.
fn said(state: Option<(&State, Nation)>, asked: Asked, language: &str, text: &str) -> Vec<Request> {
    let mut decisions = state.map(|(state, _)| state.decisions()).unwrap_or_default();
    decisions.retain(|decision| state.is_some_and(|(_, nation)| decision.nation == nation));
    let context = Context {
        state: state.map(|(state, _)| state),
        seat: state.map(|(state, nation)| state.seat_of(nation)),
        decisions: &decisions,
        language: Language::from_tag(language).expect("a language of the program"),
        asked,
        ..Context::default()
    };
    let reading = read(text, &context);
    let doubts: Vec<_> = reading.in_doubt().collect();
    assert!(doubts.is_empty(), "{language}: {doubts:?}");
    // Troops may be allotted over several lines; the first of them is named.
    let allots =
        reading.said.iter().any(|said| matches!(said.request, Request::Act(Action::Allot { .. })));
    for number in 1..=text.lines().count() {
        let is_said = allots || reading.said.iter().any(|said| said.line == number);
        assert!(is_said, "{language}: nothing is said by {:?}", text.lines().nth(number - 1));
    }
    reading.said.into_iter().map(|said| said.request).collect()
}

/// Does what a nation's player writes, and says whether that is all of it.
fn play(state: &mut State, nation: Nation, language: &str, text: &str) -> bool {
    let mut is_ready = false;
    for request in said(Some((state, nation)), Asked::Nothing, language, text) {
        match request {
            Request::Act(action) => {
                let done = state.act(nation, &action);
                assert!(done.is_ok(), "{language}: {action:?}: {done:?}");
            }
            Request::Stay(_) => {}
            Request::Ready => is_ready = true,
            other => panic!("{language}: {other:?}"),
        }
    }
    is_ready
}

/// A new war in which Prussia will draw the 12 of diamonds and a Reserve, as in the pictures.
fn war(language: &str, allotment: &str) -> State {
    (0..=255)
        .find_map(|number| {
            let mut state = State::new(Setup::default(), [number; 32]);
            play(&mut state, Nation::Prussia, language, allotment);
            while let Some(open) =
                state.decisions().into_iter().find(|open| open.kind == DecisionKind::Allot)
            {
                let template = feldpost::orders::template(&state, open.seat, open);
                play(&mut state, open.nation, "en", &template);
            }
            let hand: Vec<String> =
                state.hand(Nation::Prussia).iter().map(ToString::to_string).collect();
            let holds = |face: &str| hand.iter().any(|card| card.split('/').next() == Some(face));
            (holds("12D") && holds("R")).then_some(state)
        })
        .expect("a hand as in the pictures")
}

/// Ends the movement of all nations until this one is to move.
fn go_on_until(state: &mut State, nation: Nation) {
    while state.decisions()[0].nation != nation {
        let open = state.decisions()[0];
        assert_eq!(open.kind, DecisionKind::Movement);
        state.act(open.nation, &Action::EndMovement).expect("nobody has to move");
    }
}

#[test]
fn every_order_of_the_guides_is_understood_in_its_language_and_carried_out() {
    for (language, path) in GUIDES {
        let guide = text(path);
        let blocks = blocks(&guide);
        let of = |wanted: &str| -> &str {
            let found = blocks.iter().find(|(tag, _)| *tag == wanted);
            found.unwrap_or_else(|| panic!("{path} has nothing to be read as {wanted}")).1
        };
        assert_eq!(
            guide.matches("```text").count(),
            blocks.len(),
            "{path}: each block has its remark"
        );
        for line in of("desk").lines() {
            said(None, Asked::Nothing, language, line);
        }
        let yes = said(None, Asked::Consent, language, of("consent"));
        assert!(matches!(yes[..], [Request::Yes(_)]), "{path}: {yes:?}");

        let mut state = war(language, of("allotment"));
        assert!(play(&mut state, Nation::Prussia, language, of("movement")), "{path}: it is ready");
        let city = |piece| state.city_of(piece).map(|city| city.id());
        assert_eq!(city(named::FRIEDRICH), Some("dresden"), "{path}");
        for line in of("at any time").lines() {
            said(Some((&state, Nation::Prussia)), Asked::Nothing, language, line);
        }
        state.act(Nation::Prussia, &Action::EndMovement).expect("it was ready");

        go_on_until(&mut state, Nation::Austria);
        play(&mut state, Nation::Austria, "en", "Laudon to Ziegenhals");
        state.act(Nation::Austria, &Action::EndMovement).expect("nobody else moves");
        assert_eq!(state.decisions()[0].kind, DecisionKind::Play, "{path}: the first combat");
        // Each line is an answer of its own.
        assert!(of("combat").lines().count() >= 3, "{path}");
        for line in of("combat").lines() {
            play(&mut state.clone(), Nation::Prussia, language, line);
        }
    }
}

#[test]
fn pictures_are_there_and_small() {
    for (_, path) in GUIDES.into_iter().chain([("en", "README.md")]) {
        let guide = text(path);
        let shown: Vec<&str> =
            guide.split("](").skip(1).filter_map(|part| part.split(')').next()).collect();
        let pictures: Vec<&&str> = shown.iter().filter(|link| link.ends_with(".png")).collect();
        assert!(pictures.len() >= 2, "{path} has {pictures:?}");
        for picture in pictures {
            let picture = file(path).parent().expect("a folder").join(picture);
            let size = std::fs::metadata(&picture).expect("a picture").len();
            assert!(size < 100_000, "{}: {size} bytes", picture.display());
        }
    }
}

//! Pictures of games that were played: small, the same again, and what one of them looks like.

use super::*;
use crate::game::{CityId, Decision, DecisionKind, Event, Nation, Seat, Setup, State, View, board};
use crate::orders;
use crate::report::{Happening, Prompt, ToMove, events_for};
use crate::simulate;
use std::collections::BTreeSet;

/// Pictures for several readers at some moments of a random game.
fn pictures(game: u64, every: usize) -> Vec<Picture> {
    let (mut state, actions) = simulate::recorded_game(Setup::default(), 23, game);
    let (mut history, mut pictures) = (Vec::new(), Vec::new());
    for (step, (nation, action)) in actions.iter().enumerate() {
        let before = history.len();
        history.extend(state.act(*nation, action).expect("recorded"));
        if step % every != every - 1 {
            continue;
        }
        for seat in [None, Some(Seat::Frederick), Some(Seat::Pompadour)] {
            let own: Vec<Nation> =
                Nation::ALL.into_iter().filter(|n| Some(state.seat_of(*n)) == seat).collect();
            let news = events_for(&own, &history[before.saturating_sub(30)..]);
            let public = events_for(&[], &history);
            let view = state.view(seat);
            let asked = prompts(&state, &view).into_iter().next();
            pictures.push(Picture::new(&view, &news, &public).asking(&view, asked.as_ref()));
        }
    }
    pictures
}

/// What is asked of the reader of a view, with the menus of his mails.
fn prompts(state: &State, view: &View) -> Vec<Prompt> {
    let Some(seat) = view.seat else { return Vec::new() };
    let decisions: Vec<_> = state.decisions().into_iter().filter(|d| d.seat == seat).collect();
    let prompt = |decision: &Decision| {
        let mut prompt = Prompt::new(view, decision.nation, decision.kind, &[]);
        let menu = orders::menu(state, seat, *decision).into_iter();
        prompt.menu = menu.map(|entry| entry.order).collect();
        if decision.kind == DecisionKind::Movement {
            let groups = orders::move_templates(state, seat, decision.nation).into_iter();
            let group = |of: orders::MoveTemplate| ToMove {
                pieces: of.pieces,
                at: of.at,
                troops: Vec::new(),
                reach: of.reach,
                conquers: of.conquers,
                marks: of.marks,
            };
            prompt.to_move = groups.map(group).collect();
        }
        prompt
    };
    decisions.iter().map(prompt).collect()
}

fn city(id: &str) -> CityId {
    board().city(id).expect(id)
}

#[test]
fn pictures_are_small_and_the_same_facts_give_the_same_bytes() {
    let html = [content_id("theatre"), content_id("overview")].join(" ");
    let mut drawn = 0;
    for (index, picture) in pictures(0, 60).iter().enumerate() {
        // What lies in the outbox draws the same picture.
        let stored = serde_json::to_string(picture).expect("facts are JSON");
        assert!(stored.len() < 12_000, "{} bytes of facts", stored.len());
        let read: Picture = serde_json::from_str(&stored).expect("read back");
        assert_eq!(&read, picture);
        for (name, bytes) in for_mail(picture, &html, usize::MAX).expect("drawn") {
            assert!(bytes.len() <= 60_000, "{name}: {} bytes", bytes.len());
            assert!(bytes.starts_with(b"\x89PNG"), "{name}");
            drawn += 1;
            if index % 5 == 0 {
                let again = for_mail(&read, &html, usize::MAX).expect("drawn");
                assert!(again.contains(&(name, bytes)), "{name} is another");
            }
        }
    }
    assert!(drawn >= 20, "{drawn}");
}

#[test]
fn only_pictures_that_the_mail_shows_are_drawn() {
    let picture = specimen();
    let html = format!("<img src=\"cid:{}\">", content_id("overview"));
    assert!(is_shown_in(&html) && !is_shown_in("<p>nothing to see</p>"));
    let drawn = for_mail(&picture, &html, usize::MAX).expect("drawn");
    assert_eq!(drawn.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["overview"]);
    assert!(for_mail(&picture, "<p>nothing to see</p>", 0).expect("nothing to draw").is_empty());
}

#[test]
fn the_whole_board_is_small_as_well() {
    let picture = &pictures(1, 150)[0];
    for crop in [Crop::Whole, Crop::West, Crop::Centre, Crop::East] {
        let bytes = png(picture, crop).expect("drawn");
        assert!(bytes.len() <= 300_000, "{crop:?}: {} bytes", bytes.len());
    }
}

#[test]
fn the_theatre_holds_the_last_combat() {
    let mut seen = 0;
    for picture in pictures(2, 25) {
        let Some(fight) = picture.fights.last() else { continue };
        if !matches!(picture.about, About::News {} | About::Combat {}) {
            continue;
        }
        let frame = Frame::of(Crop::Auto, &picture);
        for city in [fight.from, fight.to] {
            let info = board().info(city);
            assert!(frame.holds(info.x as f32, info.y as f32), "{city}");
        }
        seen += 1;
    }
    assert!(seen > 5, "{seen} combats");
}

/// A position in which there is one of everything.
fn specimen() -> Picture {
    let stack = |id, nation, name: &str, generals| Stack {
        city: city(id),
        nation,
        name: name.into(),
        generals,
        face_down: false,
        troops: None,
        declared: None,
    };
    Picture {
        stacks: vec![
            Stack { troops: Some(14), ..stack("dresden", Nation::Prussia, "Friedrich", 2) },
            Stack { declared: Some(7), ..stack("pirna", Nation::Austria, "Daun", 1) },
            Stack {
                face_down: true,
                ..stack("zwickau", Nation::ImperialArmy, "Hildburghausen", 1)
            },
            stack("meissen", Nation::Prussia, "Train 1", 0),
        ],
        conquered: vec![(city("torgau"), Nation::ImperialArmy)],
        marked: vec![city("chemnitz")],
        marches: vec![
            March {
                nation: Nation::Prussia,
                path: vec![city("oschatz"), city("meissen"), city("dresden")],
                retreat: false,
            },
            March {
                nation: Nation::Austria,
                path: vec![city("pirna"), city("teplitz")],
                retreat: true,
            },
        ],
        fights: vec![Fight {
            from: city("dresden"),
            to: city("pirna"),
            score: Some((Nation::Prussia, 3)),
            over: true,
        }],
        reach: vec![Nation::Prussia],
        answers: vec![NumberedPlace { index: 1, from: city("pirna"), to: city("pirna") }],
        within: vec![city("meissen"), city("oschatz")],
        about: About::Retreat {},
        focus: ["dresden", "pirna", "torgau", "chemnitz", "zwickau"].map(city).to_vec(),
    }
}

/// The overlay of a specimen, compared with what it once was; the base map never changes with a
/// game, and outlines of letters are left out.
#[test]
fn a_picture_is_what_it_was() {
    let picture = specimen();
    let frame = Frame::of(Crop::Auto, &picture);
    let mut canvas = Svg::default();
    overlay::draw(&mut canvas, &picture, &frame);
    let is_outline = |d: &&str| d.len() > 600;
    let short: Vec<String> = canvas
        .text
        .lines()
        .map(|line| {
            let parts = line.split('"');
            let kept = parts.map(|part| if is_outline(&part) { "…" } else { part });
            kept.collect::<Vec<_>>().join("\"")
        })
        .collect();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/map"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("overlay", short.join("\n")));
}

#[test]
fn every_sign_changes_the_picture() {
    let whole = specimen();
    let bytes = png(&whole, Crop::Auto).expect("drawn");
    let without: [fn(&mut Picture); 9] = [
        |p| p.answers.clear(),
        |p| p.stacks[0].troops = Some(13),
        |p| p.stacks[1].declared = None,
        |p| p.stacks[2].face_down = false,
        |p| p.conquered.clear(),
        |p| p.marked.clear(),
        |p| p.marches.clear(),
        |p| p.fights[0].score = None,
        |p| p.reach.clear(),
    ];
    for (index, take_away) in without.iter().enumerate() {
        let mut picture = whole.clone();
        take_away(&mut picture);
        let changed = png(&picture, Crop::Auto).expect("drawn") != bytes;
        assert!(changed, "sign {index}");
    }
}

#[test]
fn only_what_the_view_tells_gets_into_the_facts() {
    let (mut state, actions) = simulate::recorded_game(Setup::default(), 23, 3);
    for (nation, action) in actions.iter().take(120) {
        state.act(*nation, action).expect("recorded");
    }
    for seat in [None, Some(Seat::Elisabeth)] {
        let view = state.view(seat);
        let picture = Picture::new(&view, &[], &[]);
        for stack in picture.stacks.iter().filter(|stack| stack.generals > 0) {
            let own = seat == Some(state.seat_of(stack.nation));
            assert_eq!(stack.troops.is_some(), own, "{seat:?}: {}", stack.name);
        }
    }
    // An event that is a secret of others is not looked at, even if one were given.
    let city = board().city("prag").expect("a city");
    let secret =
        [Happening::War(Event::StackTroops { nation: Nation::Austria, city, troops: vec![] })];
    let view = state.view(None);
    assert_eq!(Picture::new(&view, &secret, &secret), Picture::new(&view, &[], &[]));
}

#[test]
fn every_kind_of_question_has_its_picture_and_its_places() {
    let mut seen: BTreeSet<&'static str> = BTreeSet::new();
    let (mut state, actions) = simulate::recorded_game(Setup::default(), 23, 4);
    for (nation, action) in actions.iter().take(900) {
        for seat in Seat::ALL {
            let view = state.view(Some(seat));
            for prompt in prompts(&state, &view) {
                let picture = Picture::new(&view, &[], &[]).asking(&view, Some(&prompt));
                let shown = shown::Shown::of(&picture);
                assert!(shown.areas.len() <= 60);
                let inside = |area: &ClickArea| area.x <= shown.width && area.y <= shown.height;
                assert!(shown.areas.iter().all(inside), "{shown:?}");
                match shown.about {
                    About::Combat {} => {
                        let combat = view.combat.as_ref().expect("a combat");
                        assert_eq!(picture.focus, [combat.from, combat.to]);
                        assert_eq!(picture.fights.len(), 1);
                        seen.insert("combat");
                    }
                    About::Retreat {} => {
                        assert_eq!(shown.areas.len(), prompt.menu.len());
                        seen.insert("retreat");
                    }
                    About::Attack {} => {
                        assert!(!shown.areas.is_empty());
                        seen.insert("attack");
                    }
                    About::Movement { .. } if prompt.kind == DecisionKind::Movement => {
                        let of_theatre = picture.answers.len();
                        assert!(shown.areas.len() * 2 >= of_theatre, "most pieces are in sight");
                        seen.insert("movement");
                    }
                    _ => {}
                }
            }
        }
        state.act(*nation, action).expect("recorded");
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["attack", "combat", "movement", "retreat"]);
}

#[test]
fn the_overview_is_the_same_for_everybody() {
    let (mut state, actions) = simulate::recorded_game(Setup::default(), 23, 4);
    for (nation, action) in actions.iter().take(150) {
        state.act(*nation, action).expect("recorded");
    }
    let of = |seat| Picture::new(&state.view(seat), &[], &[]).overview();
    for seat in Seat::ALL {
        assert_eq!(of(Some(seat)), of(None), "{seat}");
    }
}

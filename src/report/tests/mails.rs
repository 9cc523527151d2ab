//! Every kind of mail, from games that were played, compared with what it once looked like.

#![expect(
    clippy::disallowed_methods,
    reason = "whoever wants to look at the mails names a folder in the environment"
)]

use super::super::*;
use super::played::Game;
use super::{COMPLETE, assert_clean, golden, templates, templates_in, text_of, words};
use crate::game::{
    Decision, DecisionKind, Event, Nation, Order, Reason, Scenario, Seat, Setup, State, View, named,
};
use crate::orders::{MoveTemplate, menu, move_templates, template};
use chrono::TimeZone;
use chrono_tz::Europe::Berlin;

const HASH: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

pub(super) fn log() -> LogHead {
    LogHead { number: 42, hash: HASH.into() }
}

fn moment(day: u32, hour: u32) -> Moment {
    Moment::new(&Berlin.with_ymd_and_hms(2026, 5, day, hour, 0, 0).unwrap())
}

fn deadline(then: IfNothingComes) -> Option<Deadline> {
    Some(Deadline { at: moment(14, 18), over_time: None, far: false, then })
}

fn players() -> Vec<Player> {
    let player = |seat, name: &str| Player { seat, name: name.into() };
    vec![
        player(Seat::Frederick, "Anna"),
        player(Seat::Elisabeth, "Bruno *the* Bold"),
        player(Seat::MariaTheresa, "<b>Clara</b>"),
        player(Seat::Pompadour, "# Dora | {{ seat }}"),
    ]
}

/// Renders a mail in every language and checks what holds for all: clean, narrow, both parts the
/// same. Returns the English one.
pub(super) fn rendered(name: &str, mail: &Mail) -> Rendered {
    for language in COMPLETE {
        check(language, name, &render(language, name, mail));
    }
    render(Language::English, name, mail)
}

fn render(language: Language, name: &str, mail: &Mail) -> Rendered {
    let rendered = templates_in(language).render(mail);
    rendered.unwrap_or_else(|error| panic!("{language}, {name}: {error:?}"))
}

fn check(language: Language, name: &str, rendered: &Rendered) {
    assert_eq!(rendered.language, language.tag());
    let name_here = format!("{language}, {name}");
    assert_eq!(rendered.subject.lines().count(), 1, "{name_here}: {}", rendered.subject);
    let text = &rendered.text;
    // What the players call themselves may hold anything.
    let hers = ["# Dora | {{ seat", "# Dora |\n{{ seat", "}}."];
    assert_clean(&hers.iter().fold(text.clone(), |text, name| text.replace(name, "")));
    let marks = if language == Language::English { "" } else { "„“”’«»–—…¿¡" };
    // Within French quotes and before `:` stand no-break spaces.
    let space = (language == Language::French).then_some('\u{a0}');
    for line in text.lines() {
        assert!(line.chars().count() <= 72, "{name_here}: {line}");
        let plain = |c: char| c.is_ascii() || c.is_alphabetic() || "♠♣♥♦".contains(c);
        assert!(
            line.chars().all(|c| plain(c) || marks.contains(c) || Some(c) == space),
            "{name_here}: {line}"
        );
        assert!(!matches!(line, "--" | "-- "), "{name_here}: this would begin a signature");
    }
    let straight = language != Language::English && text.contains('"');
    assert!(!straight, "{name_here}: each language has quotes of its own");
    assert_eq!(words(&text_of(&rendered.html)), words(text), "{name_here}: both say the same");
    crate::report::valid::assert_valid(&name_here, &rendered.html);
    assert!(!rendered.html.contains("<b>Clara"), "{name_here}: values are escaped");
    assert!(rendered.html.contains(&format!("<html lang=\"{language}\">")), "{name_here}");
    golden(language, name, &format!("Subject: {}\n\n{text}", rendered.subject));
    if let Ok(folder) = std::env::var("FELDPOST_HTML") {
        std::fs::write(format!("{folder}/{language}-{name}.html"), &rendered.html)
            .expect("can be written");
    }
}

/// The order template as the campaign makes it.
fn to_move(state: &State, decision: Decision) -> Vec<ToMove> {
    let one = |of: MoveTemplate| {
        let troops = of
            .troops
            .iter()
            .map(|(general, troops)| OwnGeneral { general: *general, troops: *troops });
        let troops = troops.collect();
        let MoveTemplate { pieces, at, reach, conquers, marks, .. } = of;
        ToMove { pieces, at, troops, reach, conquers, marks }
    };
    move_templates(state, decision.seat, decision.nation).into_iter().map(one).collect()
}

/// A report on what is awaited of the seat, with the legal answers as a menu.
fn report(game: &Game, seat: Seat, from: usize) -> (View, Report) {
    let view = game.state.view(Some(seat));
    let news = game.told(seat, from);
    let all = game.told(seat, 0);
    let mut prompts = Vec::new();
    for options in game.state.options() {
        if options.decision.seat != seat || options.decision.kind == DecisionKind::GameOver {
            continue;
        }
        let decision = options.decision;
        let mut prompt = Prompt::new(&view, decision.nation, decision.kind, &all);
        let state = &game.state;
        prompt.menu = menu(state, seat, decision).into_iter().map(|entry| entry.order).collect();
        prompt.template = Some(template(state, seat, decision)).filter(|text| !text.is_empty());
        prompt.allot = options.allot;
        prompt.recruitment = options.movement.map(|movement| movement.recruitment);
        if decision.kind == DecisionKind::Movement {
            prompt.to_move = to_move(&game.state, decision);
        }
        prompt.deadline = deadline(IfNothingComes::Caretaker);
        prompts.push(prompt);
    }
    (view.clone(), Report::new("rossbach", &view, prompts, &news, &players(), log()))
}

fn as_mail(report: Report) -> Mail {
    Mail::Report(Box::new(report))
}

/// The report as it is sent between the full ones, once a turn.
fn in_short(report: Report) -> Mail {
    as_mail(Report { full: false, ..report })
}

/// The words of a mail without its menu, what is to be copied, and the foot.
fn weight(rendered: &Rendered) -> usize {
    let counted = |line: &&str| {
        let copied = line.starts_with("  ") || line.trim_start().starts_with('#');
        !copied && !line.chars().all(|c| c.is_ascii_hexdigit())
    };
    let is_word = |word: &&str| word.chars().any(char::is_alphanumeric);
    rendered.text.lines().filter(counted).flat_map(str::split_whitespace).filter(is_word).count()
}

#[test]
fn a_report_at_set_up() {
    let game = Game::new(Setup::default());
    let (_, report) = report(&game, Seat::Frederick, 0);
    let mail = rendered("report-set-up", &as_mail(report));
    assert_eq!(
        mail.subject,
        "rossbach set-up #42 Prussia, Hanover: allot your troops, until Thu 18:00"
    );
}

#[test]
fn a_report_on_a_move() {
    let game = Game::new(Setup::default())
        .until(|game, decision| game.state.turn() == 3 && decision.nation == Nation::Austria);
    let from = game.last_event(|event| *event == Event::TurnBegan { turn: 3 });
    let (_, report) = report(&game, Seat::MariaTheresa, from);
    let short = rendered("prompt-move", &in_short(report.clone()));
    assert!(weight(&short) <= 250, "{} words:\n{}", weight(&short), short.text);
    assert!(!short.text.contains("Who is awaited"), "the position comes once a turn");
    let mail = rendered("report-move", &as_mail(report));
    assert_eq!(mail.subject, "rossbach T3 #42 Austria: your move, until Thu 18:00");
    let place = |part: &str| mail.text.find(part).unwrap_or_else(|| panic!("no {part}"));
    let order = ["Austria: your move", "Due by", "Since your last", "Your hand", "Who is awaited"];
    assert!(order.map(place).is_sorted(), "first what to do, last what all know");
}

#[test]
fn a_report_on_a_combat_says_score_suit_strengths_and_fitting_cards() {
    let game = Game::new(Setup::default()).until(|game, decision| {
        let played = game.events.iter().rev().take_while(|e| matches!(e, Event::CardPlayed { .. }));
        decision.kind == DecisionKind::Play
            && played.count() >= 2
            && !game.state.playable().is_empty()
    });
    let decision = game.state.decisions()[0];
    let from = game.last_event(|event| matches!(event, Event::ActionBegan { .. }));
    let (view, report) = report(&game, decision.seat, from);
    let duel = report.prompts[0].duel.clone().expect("a combat");
    let combat = view.combat.expect("a combat");
    assert_eq!((duel.score, duel.suit), (combat.score, combat.suit));
    assert!(duel.attacker.troops.is_some() && duel.defender.troops.is_some());
    assert_eq!(duel.fitting.as_ref().map(Vec::len), combat.playable.map(|cards| cards.len()));
    let played: usize = duel.runs.iter().map(|run| run.cards.len()).sum();
    assert!(played >= 2);
    let last = duel.runs.last().and_then(|run| run.cards.last()).expect("a card");
    assert_eq!(last.score, -duel.score, "seen from the other side");
    let short = rendered("prompt-combat", &in_short(report.clone()));
    assert!(weight(&short) <= 250, "{} words:\n{}", weight(&short), short.text);
    let first: Vec<&str> = short.text.lines().take(3).collect();
    assert!(first[0].contains("your card") && first[0].contains(&duel.score.to_string()));
    let mail = rendered("report-combat", &as_mail(report));
    assert!(mail.text.contains(&format!("The score is {}", duel.score)), "{}", mail.text);
}

#[test]
fn a_report_on_a_retreat() {
    let game =
        Game::new(Setup::default()).until(|_, decision| decision.kind == DecisionKind::Retreat);
    let from = game.last_event(|event| matches!(event, Event::CombatBegan { .. }));
    let (_, report) = report(&game, game.state.decisions()[0].seat, from);
    let short = rendered("prompt-retreat", &in_short(report.clone()));
    assert!(weight(&short) <= 250, "{} words:\n{}", weight(&short), short.text);
    rendered("report-retreat", &as_mail(report));
}

#[test]
fn a_report_without_anything_to_do_after_a_card_of_fate() {
    let game = Game::new(Setup::default())
        .until(|game, decision| game.state.turn() == 7 && decision.kind == DecisionKind::Movement);
    let from =
        game.last_event(|event| matches!(event, Event::ActionBegan { nation: Nation::France }));
    let (_, report) = report(&game, Seat::Pompadour, from);
    assert!(report.prompts.is_empty());
    let short = rendered("news", &in_short(report.clone()));
    assert!(weight(&short) <= 80, "{} words:\n{}", weight(&short), short.text);
    let mail = rendered("report-nothing-to-do", &as_mail(report));
    assert_eq!(mail.subject, "rossbach T7 #42: the whole position");
}

#[test]
fn an_observers_report_holds_no_hand() {
    let game = Game::new(Setup { expert: true, ..Setup::default() })
        .until(|game, decision| game.state.turn() == 4 && decision.nation == Nation::Russia);
    let view = game.state.view(None);
    let news = events_for(&[], &game.events[game.last..]);
    let report = Report::new("rossbach", &view, vec![], &news, &players(), log());
    let mail = rendered("report-observer", &as_mail(report));
    assert!(!mail.text.contains("Your hand"));
}

#[test]
fn nothing_a_seat_cannot_know_changes_its_mail() {
    let game = Game::new(Setup::default())
        .until(|game, decision| game.state.turn() == 2 && decision.nation == Nation::Austria);
    let mut other = game.state.dump();
    // Other faces of the same decks in other hands, other splits of the same stacks, another
    // order of the draw deck.
    let swap = |json: &mut serde_json::Value, a: (&str, usize), b: (&str, usize)| {
        let hands = &mut json["hands"];
        let (first, second) = (hands[a.0][a.1].clone(), hands[b.0][b.1].clone());
        assert_eq!(
            first.as_str().map(|c| &c[c.len() - 1..]),
            second.as_str().map(|c| &c[c.len() - 1..])
        );
        hands[a.0][a.1] = second;
        hands[b.0][b.1] = first;
    };
    let deck = |json: &serde_json::Value, nation: &str, at: usize| {
        json["hands"][nation][at].as_str().map(|c| c[c.len() - 1..].to_owned())
    };
    let pairs = (0..4).flat_map(|a| (0..4).map(move |b| (a, b)));
    let same = |(a, b): &(usize, usize)| {
        let (first, second) = (deck(&other, "prussia", *a), deck(&other, "russia", *b));
        first.is_some() && first == second
    };
    let (a, b) = pairs.clone().find(same).expect("two cards of one deck");
    swap(&mut other, ("prussia", a), ("russia", b));
    other["draw_pile"].as_array_mut().expect("a list").reverse();
    let pieces = other["pieces"].as_array_mut().expect("a list");
    let troops = |piece: &serde_json::Value| piece["troops"].as_u64().filter(|troops| *troops > 0);
    let mut prussians: Vec<_> = pieces
        .iter_mut()
        .filter(|piece| piece["nation"] == "prussia" && troops(piece).is_some())
        .collect();
    let (first, last) = (0, prussians.len() - 1);
    prussians[first]["troops"] = (troops(prussians[first]).expect("some") - 1).into();
    prussians[last]["troops"] = (troops(prussians[last]).expect("some") + 1).into();
    let changed = State::load(other).expect("consistent").state;
    assert_ne!(changed, game.state);
    assert_ne!(changed.piece(named::FRIEDRICH), game.state.piece(named::FRIEDRICH));
    let other = Game { state: changed, events: game.events.clone(), last: game.last };
    for seat in [Seat::MariaTheresa, Seat::Pompadour] {
        let mail = |game: &Game| {
            let (_, report) = report(game, seat, 0);
            templates().render(&as_mail(report)).expect("renders")
        };
        assert_eq!(mail(&game), mail(&other));
    }
}

/// The first mail to a seat of a game that has just begun.
pub(super) fn welcome(game: &Game, seat: Seat) -> Mail {
    let (view, report) = report(game, seat, 0);
    Mail::Welcome(Box::new(Welcome {
        game: GameHead::new("rossbach", &view),
        setup: game.state.rules().setup,
        players: players(),
        prompts: report.prompts,
        map: report.map,
        seed_commitment: HASH.into(),
        phrases: Vec::new(),
        beacon: None,
        log: log(),
    }))
}

#[test]
fn a_welcome() {
    let game = Game::new(Setup { expert: true, ..Setup::default() });
    let mail = rendered("welcome", &welcome(&game, Seat::MariaTheresa));
    assert_eq!(mail.subject, "rossbach set-up #42 Austria: allot your troops, until Thu 18:00");
}

fn understood(game: &Game, nation: Nation, json: &str) -> LineOutcome {
    let order: Order = serde_json::from_str(json).expect(json);
    let action = order.resolve(nation).expect(json);
    let mut trial = game.state.clone();
    let events = trial.act(nation, &action).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let events = foreseeable(&[nation], &events);
    LineOutcome::Understood { nation, orders: vec![UnderstoodOrder { order, events }] }
}

#[test]
fn a_receipt_goes_through_the_mail_line_by_line() {
    let game = Game::new(Setup::default())
        .until(|game, decision| game.state.turn() == 1 && decision.kind == DecisionKind::Movement);
    let view = game.state.view(Some(Seat::Frederick));
    let nation = Nation::Prussia;
    let line = |text: &str, outcome| Line {
        number: 1,
        text: text.into(),
        guessed: Vec::new(),
        left_open: None,
        outcome,
    };
    let refusal = Reason::TooFar { steps: 5, allowed: 3, allowed_on_main_roads: 4 }.into();
    let lines = vec![
        line("Hello judge,", LineOutcome::Ignored {}),
        line(
            "Friedrich+Winterfeldt: Riesa, Meissen",
            understood(
                &game,
                nation,
                r#"{"do":"move","pieces":["Friedrich","Winterfeldt"],"path":["riesa","meissen"]}"#,
            ),
        ),
        line(
            "oschatz: Friedrich 7",
            understood(
                &game,
                nation,
                r#"{"do":"redistribute","city":"oschatz","troops":{"Friedrich":5,"Winterfeldt":3}}"#,
            ),
        ),
        line(
            "Heinrich to Prag",
            LineOutcome::Refused { nation, refusal, order: None, hindrance: None, line: None },
        ),
        line(
            "Keith to Friedland",
            LineOutcome::Question {
                what: crate::said::Doubt::City,
                words: "Friedland".into(),
                candidates: ["friedland-bohemia", "friedland-mecklenburg"]
                    .map(|id| Sayable::City {
                        city: crate::game::board().city(id).expect("a city"),
                    })
                    .to_vec(),
            },
        ),
        line(
            "# _Dohna_ | = frobnicates",
            LineOutcome::NotUnderstood {
                why: crate::said::Trouble::Unknown,
                words: String::new(),
                near: vec![Sayable::Stays { pieces: vec!["Dohna".into()] }],
            },
        ),
        line(
            "xyzzy",
            LineOutcome::NotUnderstood {
                why: crate::said::Trouble::UnknownWords,
                words: "xyzzy".into(),
                near: vec![],
            },
        ),
        line(
            "for Hanover",
            LineOutcome::Command { word: RefereeWord::For, about: Some("hanover".into()) },
        ),
        line("wait", LineOutcome::Command { word: RefereeWord::Wait, about: None }),
    ];
    let mut prompt = Prompt::new(&view, nation, DecisionKind::Movement, &[]);
    prompt.template = Some("ready".into());
    let receipt = |status, lines, replaced| {
        Mail::Receipt(Box::new(Receipt {
            notes: Vec::new(),
            game: GameHead::new("rossbach", &view),
            status,
            because: Because::default(),
            warnings: Vec::new(),
            earlier: Vec::new(),
            lines,
            replaced,
            missing: vec![prompt.clone()],
            deadline: deadline(IfNothingComes::OrdersSoFar),
            carried_out_at: None,
            standing: Standing::default(),
            log: log(),
        }))
    };
    let gone = vec![ReplacedLine::Ahead(AheadLine {
        text: "Friedrich to Leipzig".into(),
        orders: Vec::new(),
    })];
    let earlier = Replaced { received: moment(12, 9), lines: gone };
    let mail = rendered("receipt-kept", &receipt(ReceiptStatus::Kept, lines, Some(earlier)));
    assert!(mail.text.contains("Friedrich and Winterfeldt march from Oschatz over Riesa to"));
    assert!(mail.text.contains("> Heinrich to Prag\n") && mail.text.contains("(R4.1)"));
    assert!(!mail.text.contains("Hello judge"));
    for (status, words) in [
        (ReceiptStatus::CarriedOut, "carried out"),
        (ReceiptStatus::Test, "nothing has changed"),
        (ReceiptStatus::Ahead, "kept for later"),
        (ReceiptStatus::Nothing, "Nothing was done"),
    ] {
        let mail = templates().render(&receipt(status, vec![], None)).expect("renders");
        assert!(mail.text.contains(words), "{}", mail.text);
        assert_clean(&mail.text);
    }
}

#[test]
fn a_late_mail() {
    let game = Game::new(Setup::default()).until(|_, decision| {
        decision.nation == Nation::Hanover && decision.kind == DecisionKind::Movement
    });
    let view = game.state.view(Some(Seat::Frederick));
    let late = |events: &[Happening]| {
        Mail::Late(Box::new(Late {
            game: GameHead::new("rossbach", &view),
            meanwhile: Chronicle::new(events, None),
            lines: vec!["Keith to Glogau".into()],
            now: vec![Prompt::new(&view, Nation::Hanover, DecisionKind::Movement, &[])],
            log: log(),
        }))
    };
    let mail = rendered("late", &late(&[]));
    assert!(mail.text.contains("changed\nnothing"), "{}", mail.text);
    let card = "10S/1".parse().expect("a card");
    let (nation, right) = (Nation::Prussia, Nation::Austria);
    let played = Event::CardPlayed { nation, card, value: 10, score: -3, right };
    let mail = templates().render(&late(&[Happening::War(played)])).expect("renders");
    assert!(mail.text.contains("10♠"), "{}", mail.text);
}

#[test]
fn short_mails() {
    rendered("not-yours", &Mail::NotYours(NotYours { game: "rossbach".into() }));
    rendered("stranger", &Mail::Stranger(Stranger {}));
    for (name, why) in [
        ("unreadable-not-mime", UnreadableWhy::NotMime {}),
        ("unreadable-no-text", UnreadableWhy::NoText {}),
        ("unreadable-too-large", UnreadableWhy::TooLarge { size: 2_100_000, limit: 1_048_576 }),
        ("unreadable-too-many-parts", UnreadableWhy::TooManyParts {}),
    ] {
        let subject = Some("Re: orders | # two".to_owned());
        rendered(name, &Mail::Unreadable(Unreadable { subject, why }));
    }
    let yours = vec!["rossbach".to_owned()];
    let unknown = UnknownGame { name: Some("leuthen".into()), yours: yours.clone(), meant: None };
    rendered("unknown-game", &Mail::UnknownGame(unknown));
    let meant = UnknownGame { name: None, yours, meant: Some("rossbach".into()) };
    rendered("unknown-game-meant", &Mail::UnknownGame(meant));
    let unnamed = UnknownGame { name: None, yours: vec![], meant: None };
    rendered("unknown-game-unnamed", &Mail::UnknownGame(unnamed));
}

#[test]
fn help_and_its_pages() {
    let help = |topic: Option<&str>| {
        Mail::Help(Help { game: Some("rossbach".into()), topic: topic.map(str::to_owned) })
    };
    let all = rendered("help", &help(None));
    for topic in
        ["moves", "recruiting", "combat", "duels", "ahead", "cards", "names", "commands", "token"]
    {
        let page = templates().render(&help(Some(topic))).expect(topic);
        assert!(page.text.len() < all.text.len() / 2, "{topic}: one page only");
    }
    let other = templates().render(&help(Some("chess"))).expect("renders");
    assert!(other.text.contains("no page on \"chess\"") && other.text.contains("Recruiting"));
}

#[test]
fn the_end_of_a_game() {
    let setup = Setup { scenario: Scenario::WAR_IN_THE_WEST, ..Setup::default() };
    let game = Game::new(setup).until(|_, _| false);
    let outcome = game.state.outcome().cloned().expect("it has ended");
    let view = game.state.view(Some(Seat::Frederick));
    let from = game.last_event(|event| matches!(event, Event::ActionBegan { .. }));
    let mail = Mail::GameEnded(Box::new(GameEnded {
        game: GameHead::new("rossbach", &view),
        scenario: Scenario::WAR_IN_THE_WEST,
        outcome,
        news: Chronicle::new(&game.told(Seat::Frederick, from), None),
        course: TurnOfWar::of_game(&game.told(Seat::Frederick, 0)),
        map: Default::default(),
        table: Table::new(&view, &players()),
        seed: "00".repeat(32),
        seed_commitment: HASH.into(),
        log: log(),
    }));
    rendered("game-ended", &mail);
}

#[test]
fn a_whole_game_can_be_told_to_every_seat() {
    for setup in [
        Setup::default(),
        Setup { expert: true, ..Setup::default() },
        Setup { scenario: Scenario::AUSTRIAN_THEATRE, ..Setup::default() },
    ] {
        let game = Game::new(setup).until(|_, _| false);
        let view = game.state.view(None);
        for seat in game.state.rules().seats() {
            let news = game.told(seat, 0);
            let report = Report::new("rossbach", &view, vec![], &news, &players(), log());
            let text = templates().render(&as_mail(report)).expect("renders").text;
            assert_clean(&text.replace("# Dora | {{ seat }}", ""));
            assert!(text.lines().all(|line| line.chars().count() <= 72));
        }
    }
}

#[test]
fn an_operators_template_stands_in_for_the_programs_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("en");
    std::fs::create_dir(&path).expect("a folder");
    std::fs::write(path.join("stranger.jinja"), "# Halt! Wer da?\n").expect("written");
    let dutch = folder.path().join("nl");
    std::fs::create_dir(&dutch).expect("a folder");
    std::fs::write(dutch.join("not-yours.jinja"), "# Niet uw plaats in {{ game }}\n")
        .expect("written");
    let templates = Templates::new(Some(folder.path())).expect("no mistakes");
    let text = |templates: &Templates, mail: &Mail| templates.render(mail).expect("renders").text;
    assert!(text(&templates, &Mail::Stranger(Stranger {})).starts_with("Halt!"));
    let not_yours = Mail::NotYours(NotYours { game: "rossbach".into() });
    let dutch = templates.in_language("nl-BE");
    assert!(text(&dutch, &not_yours).starts_with("Niet uw plaats in rossbach\n==="));
    assert!(text(&dutch, &Mail::Stranger(Stranger {})).starts_with("Halt!"), "English by default");
    let in_dutch = |mail: &Mail| dutch.render(mail).expect("renders").language;
    assert_eq!(in_dutch(&not_yours), "nl");
    assert_eq!(in_dutch(&Mail::Stranger(Stranger {})), "en", "a mail says what it is in");
    assert!(text(&templates, &not_yours).starts_with("rossbach: not your seat"));

    // One that fails with its facts gives way to the program's own.
    std::fs::write(path.join("stranger.jinja"), "{{ comet }}").expect("written");
    let templates = Templates::new(Some(folder.path())).expect("no mistakes");
    assert!(text(&templates, &Mail::Stranger(Stranger {})).starts_with("This is a referee"));

    // One that cannot be read is refused by name.
    std::fs::write(path.join("stranger.jinja"), "{% if %}").expect("written");
    let error = Templates::new(Some(folder.path())).err().expect("a mistake").to_string();
    assert!(error.contains("en/stranger.jinja"), "{error}");
    std::fs::rename(path.join("stranger.jinja"), path.join("strangr.jinja")).expect("renamed");
    let error = Templates::new(Some(folder.path())).err().expect("unknown").to_string();
    assert!(error.contains("strangr.jinja"), "{error}");
}

proptest::proptest! {
    #[test]
    fn whatever_a_stranger_writes_stays_text(subject in "\\PC{0,200}|[-#=:>|!~@`*\\\\ \n<&a-c]{0,200}") {
        let why = UnreadableWhy::NoText {};
        let mail = Mail::Unreadable(Unreadable { subject: Some(subject.clone()), why });
        let with = templates().render(&mail).expect("renders");
        let plain = Mail::Unreadable(Unreadable { subject: Some("x".into()), why });
        let without = templates().render(&plain).expect("renders");
        assert!(with.text.lines().all(|line| line.chars().count() <= 72));
        let tags = |html: &str| html.matches('<').count();
        assert_eq!(tags(&with.html.replace("<span", "").replace("</span", "")), tags(&without.html));
        assert_eq!(words(&text_of(&with.html)), words(&with.text));
        assert!(words(&with.text).contains(&words(&subject)));
    }
}

#[test]
fn mails_about_mail() {
    let bounces =
        Bounces { game: "rossbach".into(), seat: Seat::Elisabeth, more_time: None, log: log() };
    rendered("bounces", &Mail::Bounces(bounces));
    rendered("too-many", &Mail::TooMany(TooMany { game: "rossbach".into(), limit: 300 }));
    let failures = vec![NotedFailure {
        what: "a mail was given up".into(),
        count: 2,
        first: "2026-05-13T18:00:00Z".into(),
        last_error: "550 5.1.1 <no *such* user>".into(),
    }];
    let dead = vec![DeadMail {
        kind: "report".into(),
        to: "ben@club.test".into(),
        written: "2026-05-12".into(),
        error: "550 5.1.1 no such user".into(),
    }];
    let note = OperatorNote { failures, dead_count: 1, dead };
    rendered("operator-note", &Mail::OperatorNote(note));
}

#[test]
fn every_stage_of_a_change_of_address_has_its_words() {
    let new_address = || "ben@elsewhere.test".to_owned();
    let not_possible = |why| AddressStage::NotPossible { line: "address *nowhere*".into(), why };
    for (name, stage) in [
        ("address-ask-new", AddressStage::AskNew {}),
        ("address-ask-old", AddressStage::AskOld { new_address: new_address(), days: 14 }),
        ("address-waiting", AddressStage::Waiting {}),
        ("address-unclear", AddressStage::Unclear {}),
        ("address-void", AddressStage::Void {}),
        ("address-withdrawn", AddressStage::Withdrawn {}),
        ("address-moved-away", AddressStage::MovedAway { new_address: new_address() }),
        ("address-moved-here", AddressStage::MovedHere {}),
        ("address-not-an-address", not_possible(NoNewAddress::NotAnAddress)),
        ("address-same", not_possible(NoNewAddress::Same)),
        ("address-ours", not_possible(NoNewAddress::Ours)),
        ("address-too-often", not_possible(NoNewAddress::TooOften)),
    ] {
        let change = AddressChange { game: "rossbach".into(), seat: Seat::Elisabeth, stage };
        rendered(name, &Mail::AddressChange(change));
    }
}

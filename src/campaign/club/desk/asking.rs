//! Questions about what everybody may know: which games there are, how they stand, what happened,
//! and the rules.
//!
//! Only views of no seat and public events are used, so that no secret can be in an answer.

use crate::campaign::club::desk::{Work, new_game};
use crate::campaign::office::CampaignError;
use crate::campaign::settings::Settings;
use crate::campaign::table::company::{is_taken, level_of};
use crate::campaign::table::facts::{picture_for, players, visible};
use crate::campaign::table::progress::Progress;
use crate::campaign::table::rebuild::has_begun;
use crate::game::{Event, Seat, State};
use crate::report::map::Picture;
use crate::report::{Chronicle, GameLine, GameStage, Happening, LifeNote, Table, TurnOfWar};
use crate::store::{Game, GameStatus};
use std::sync::LazyLock;

/// The rules in our own words, in English; they stand in for those of a language that has none.
const ENGLISH: &str = include_str!("../../../../docs/rules.md");
/// Those of the other languages, numbered alike, by the files of `docs/rules`, such as `de.md`.
const TRANSLATED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));
/// The most games in a list, the newest.
const LISTED: usize = 50;

/// The headings and paragraphs of the rules, each with its number.
struct Rules {
    headings: Vec<String>,
    paragraphs: Vec<(String, String)>,
}

/// The rules by the tags of the languages, English last.
static PARSED: LazyLock<Vec<(&str, Rules)>> = LazyLock::new(|| {
    let file = |(name, text): &(&'static str, &str)| (name.trim_end_matches(".md"), parse(text));
    TRANSLATED.iter().map(file).chain([("en", parse(ENGLISH))]).collect()
});

/// The rules in this language, or in English.
fn rules_in(language: &str) -> &'static Rules {
    let own = PARSED.iter().find(|(tag, _)| *tag == language);
    &own.unwrap_or(&PARSED[PARSED.len() - 1]).1
}

fn parse(text: &str) -> Rules {
    let mut rules = Rules { headings: Vec::new(), paragraphs: Vec::new() };
    for block in text.split("\n\n") {
        let text = block.split_whitespace().collect::<Vec<_>>().join(" ").replace(['*', '`'], "");
        if let Some(heading) = text.strip_prefix("## ") {
            rules.headings.push(heading.to_owned());
        } else if let Some((number, _)) = text.split_once(' ')
            && let Some(digits) = number.strip_prefix('R')
            && digits.starts_with(|c: char| c.is_ascii_digit())
        {
            rules.paragraphs.push((number.to_owned(), text.clone()));
        }
    }
    rules
}

impl Work<'_> {
    /// A section or a paragraph of the rules; the headings if nothing in particular was asked for.
    pub(crate) fn rules(language: &str, asked: &str) -> LifeNote {
        let rules = rules_in(language);
        if asked.is_empty() {
            return LifeNote::RulesContents { headings: rules.headings.clone() };
        }
        let section = format!("{asked}.");
        let of = |number: &str| number == asked || number.starts_with(&section);
        let paragraphs = rules.paragraphs.iter().filter(|(number, _)| of(number));
        let paragraphs = paragraphs.map(|(_, text)| text.clone()).collect();
        LifeNote::Rules { asked: asked.to_owned(), paragraphs }
    }

    /// The games that are not archived, the newest first, as many as are listed in one mail.
    pub(crate) fn list(&self) -> Result<LifeNote, CampaignError> {
        let mut games = Vec::new();
        let all = self.tx.games()?.into_iter().rev();
        for game in all.filter(|game| game.status != GameStatus::Archived).take(LISTED) {
            games.push(self.line(&game)?);
        }
        Ok(LifeNote::Games { games })
    }

    /// A game as a list shows it.
    fn line(&self, game: &Game) -> Result<GameLine, CampaignError> {
        let settings = Settings::of(game)?;
        let before = game.status.is_before();
        let mut seats = self.tx.seats(game.id)?;
        // The places before a raffle are no seats after it.
        seats.retain(|seat| before || Seat::from_id(&seat.seat).is_some());
        let empty = |seat: &&crate::store::Seat| match before {
            true => !is_taken(seat),
            // A seat that the program plays is held.
            false => seat.address.is_none() && level_of(seat).is_none(),
        };
        let vacant = match game.status.goes_on() {
            true => seats.iter().filter(empty).filter_map(|s| Seat::from_id(&s.seat)).collect(),
            false => Vec::new(),
        };
        Ok(GameLine {
            name: game.name.clone(),
            status: stage(game.status),
            setup: settings.setup,
            players: seats.len() - seats.iter().filter(empty).count(),
            seats: seats.len(),
            vacant,
            turn: None,
            open: settings.membership.open,
            password: settings.membership.password.is_some(),
        })
    }

    /// A game in play with its public table.
    fn table(&self, game: &Game) -> Result<(GameLine, Box<Table>), CampaignError> {
        let mut line = self.line(game)?;
        let progress = Progress::load(self.tx, game.clone())?;
        let view = progress.state.view(None);
        line.turn = Some(view.turn);
        let players = players(&progress, &self.tx.seats(game.id)?);
        Ok((line, Box::new(Table::new(&view, &players))))
    }

    /// How the game stands that was named, or that the mail is about.
    pub(crate) fn status(&self, name: Option<&str>) -> Result<LifeNote, CampaignError> {
        let game = match self.game(name)? {
            Ok(game) => game,
            Err(note) => return Ok(note),
        };
        if game.status.goes_on() {
            let (game, table) = self.table(&game)?;
            return Ok(LifeNote::Standing { game, table });
        }
        let settings = new_game::facts(&game.name, &Settings::of(&game)?);
        Ok(LifeNote::GameStatus { game: self.line(&game)?, settings })
    }

    /// The board as everybody may know it; where the game has not begun, the set-up of its scenario.
    pub(crate) fn map(&self, name: Option<&str>) -> Result<LifeNote, CampaignError> {
        match self.game(name)? {
            Ok(game) if game.status.is_before() => {
                // Where everybody will stand; chance has no part in it, so the key does not matter.
                let setup = Settings::of(&game)?.setup;
                let view = State::new(setup, [0; 32]).view(None);
                let picture = self.picture(&game.name, Picture::new(&view, &[], &[]));
                let table = Box::new(Table::new(&view, &[]));
                Ok(LifeNote::Map { game: game.name, table, picture })
            }
            Ok(game) if !has_begun(self.tx, &game)? => self.status(Some(&game.name)),
            Ok(game) => {
                let (_, table) = self.table(&game)?;
                let progress = Progress::load(self.tx, game)?;
                let picture = picture_for(&progress, &progress.state.view(None), &[])?;
                let game = progress.game.name.clone();
                let picture = self.picture(&game, picture);
                Ok(LifeNote::Map { game, table, picture })
            }
            Err(note) => Ok(note),
        }
    }

    /// The picture of a game for this reader, if he wants any. A mail about a game brings pictures of
    /// this game only.
    fn picture(&self, game: &str, picture: Picture) -> Option<Box<Picture>> {
        let of_mail = self.game.as_deref().is_none_or(|known| known == game);
        let wanted = self.office.pictures && self.caller.reader().wishes.pictures;
        (of_mail && wanted).then(|| Box::new(picture.overview()))
    }

    /// The course of a game in short, or one of its turns in full.
    pub(crate) fn history(
        &self,
        name: Option<&str>,
        turn: Option<u64>,
    ) -> Result<LifeNote, CampaignError> {
        let game = match self.game(name)? {
            Ok(game) if !has_begun(self.tx, &game)? => return self.status(Some(&game.name)),
            Ok(game) => game,
            Err(note) => return Ok(note),
        };
        let progress = Progress::load(self.tx, game)?;
        let events = visible(&progress.events_after(0)?, &[]);
        let game = progress.game.name;
        Ok(match turn {
            None => LifeNote::Course { game, turns: TurnOfWar::of_game(&events) },
            Some(turn) => {
                LifeNote::Turn { game, turn, news: Chronicle::new(of_turn(&events, turn), None) }
            }
        })
    }

    /// How many look on.
    pub(crate) fn observers(&self, name: Option<&str>) -> Result<LifeNote, CampaignError> {
        Ok(match self.game(name)? {
            Ok(game) => {
                let count = self.tx.observers(game.id)?.len();
                LifeNote::Observers { game: game.name, count }
            }
            Err(note) => note,
        })
    }
}

/// The events of one turn, with the one that begins it.
fn of_turn(events: &[Happening], turn: u64) -> &[Happening] {
    let begins = |number: u64| {
        events.iter().position(|event| {
            matches!(event.war(), Some(Event::TurnBegan { turn }) if u64::from(*turn) == number)
        })
    };
    let Some(first) = begins(turn) else { return &[] };
    let last = begins(turn + 1).unwrap_or(events.len());
    &events[first..last]
}

/// How far a game is, as mails tell it.
pub(super) const fn stage(status: GameStatus) -> GameStage {
    match status {
        GameStatus::Announced => GameStage::Announced,
        GameStatus::Gathering => GameStage::Gathering,
        GameStatus::Playing => GameStage::Playing,
        GameStatus::Paused => GameStage::Paused,
        GameStatus::Ended => GameStage::Ended,
        GameStatus::Archived => GameStage::Archived,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_found_by_section_and_number() {
        for (_, rules) in PARSED.iter() {
            assert_eq!(rules.headings.len(), 15, "fourteen sections and the editions");
        }
        let LifeNote::Rules { paragraphs, .. } = Work::rules("en", "R7.5") else { panic!() };
        assert_eq!(paragraphs.len(), 1);
        assert!(paragraphs[0].starts_with("R7.5 At score 0"), "{paragraphs:?}");
        for section in 1..=14 {
            let asked = format!("R{section}");
            let LifeNote::Rules { paragraphs, .. } = Work::rules("en", &asked) else { panic!() };
            assert!(paragraphs.len() >= 3, "R{section}: {paragraphs:?}");
            assert!(!paragraphs.iter().any(|text| text.contains(['`', '*'])), "R{section}");
        }
        let LifeNote::Rules { paragraphs, .. } = Work::rules("en", "R77") else { panic!() };
        assert!(paragraphs.is_empty());
        assert!(matches!(Work::rules("en", ""), LifeNote::RulesContents { .. }));
    }

    #[test]
    fn the_rules_are_told_in_the_readers_language() {
        for (language, begins) in [
            ("en", "R4.6 The order of the moves"),
            ("de", "R4.6 Die Reihenfolge der Züge"),
            ("es", "R4.6 El orden de los movimientos"),
            ("fr", "R4.6 L’ordre des mouvements"),
            ("it", "R4.6 L'ordine dei movimenti"),
            ("pl", "R4.6 Kolejność ruchów"),
            ("nl", "R4.6 The order of the moves"),
        ] {
            let LifeNote::Rules { paragraphs, .. } = Work::rules(language, "R4.6") else {
                panic!()
            };
            assert!(paragraphs[0].starts_with(begins), "{language}: {paragraphs:?}");
        }
    }

    #[test]
    fn the_rules_have_the_same_numbers_in_every_language() {
        let numbers = |rules: &'static Rules| {
            rules.paragraphs.iter().map(|(number, _)| number.as_str()).collect::<Vec<_>>()
        };
        let of = |text: &str, marked: &dyn Fn(&str) -> bool| {
            let paragraphs = text.split("\n\n").filter(|block| block.starts_with('R'));
            let marked = paragraphs.filter(|block| marked(block));
            marked.filter_map(|b| Some(b.split_once(' ')?.0.to_owned())).collect::<Vec<_>>()
        };
        let words = [
            ("de", "Auslegung"),
            ("es", "Criterio"),
            ("fr", "Interprétation"),
            ("it", "Criterio"),
            ("pl", "Wykładnia"),
        ];
        assert_eq!(TRANSLATED.len(), words.len());
        let strong = |text: &'static str, word: &str| {
            let mark = format!("**{word}**");
            of(text, &|block| block.contains(&mark))
        };
        for ((file, text), (tag, word)) in TRANSLATED.iter().zip(words) {
            assert_eq!(file.trim_end_matches(".md"), tag);
            assert_eq!(numbers(rules_in(tag)), numbers(rules_in("en")), "{tag}");
            assert_eq!(strong(text, word), strong(ENGLISH, "Ruling"), "rulings in {tag}");
            // What a paragraph refers to, and the numbers in it, say whether it says the same.
            for (own, first) in rules_in(tag).paragraphs.iter().zip(&rules_in("en").paragraphs) {
                let references = |text: &str| {
                    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
                    let mut all: Vec<String> = words
                        .map(|word| word.trim_matches('.').to_owned())
                        .filter(|word| {
                            word.starts_with('R')
                                && word[1..].starts_with(|c: char| c.is_ascii_digit())
                        })
                        .collect();
                    all.sort();
                    all
                };
                assert_eq!(references(&own.1), references(&first.1), "{tag} {}", own.0);
            }
        }
    }
}

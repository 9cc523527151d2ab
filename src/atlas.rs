//! `feldpost map`: the map as a file, SVG or PNG, of the empty board or of a game.
//!
//! Of a game in play the operator sees what every observer sees. What a seat knows is shown only
//! when the game is over: nothing that the operator runs tells of troops in a game that goes on.

use crate::audit::journal::public_events;
use crate::campaign::{CampaignError, rebuild};
use crate::game::{Event, Seat, Setup, State};
use crate::report::Happening;
use crate::report::map::{self, Crop, MapError, Picture};
use crate::store::{Store, StoreError};
use std::path::{Path, PathBuf};

/// Why there is no map.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    /// No game of the database has this name.
    #[error("there is no game {0}; `feldpost game list` names them")]
    NoSuchGame(String),
    /// The game of this name still gathers its players, so that it has no position.
    #[error(
        "the game {0} has not begun: there is nothing on its map yet; leave its name out for the empty board"
    )]
    NotBegun(String),
    /// A seat's map holds what its player alone knows, and is drawn for nobody else before the game is over.
    #[error(
        "the game {game} goes on, and what {seat} knows of it is that player's alone; leave --seat out for the map that everybody may see, or wait until the game is over"
    )]
    Secret {
        /// The name of the game in play.
        game: String,
        /// Whose map was asked for.
        seat: Seat,
    },
    /// The game's scenario has no such seat (three players: R1.2, two: R14).
    #[error("nobody plays {seat} in the game {game}; name one of its seats, or `observer`")]
    NoSuchSeat {
        /// The name of the game.
        game: String,
        /// Which seat was asked for.
        seat: Seat,
    },
    /// The ending of this file name is neither `.svg` nor `.png`.
    #[error("{}: a map is written as .svg or .png; name the file so", .0.display())]
    Format(PathBuf),
    /// The picture was drawn but not kept.
    #[error("{}: cannot be written: {source}", path.display())]
    File {
        /// Where it should have been written.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The picture cannot be drawn.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The game cannot be followed from its log.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// The database cannot be opened or read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The map of the pieces as a standard game sets them up.
pub fn empty_board() -> Picture {
    let view = State::new(Setup::default(), [0; 32]).view(None);
    Picture { reach: Vec::new(), ..Picture::new(&view, &[], &[]) }
}

/// The map of a game as a seat may know it, or with `None` an observer.
///
/// # Errors
///
/// There is no such game, it has not begun, or a seat of a game in play is asked for.
pub fn of_game(store: &mut Store, name: &str, seat: Option<Seat>) -> Result<Picture, AtlasError> {
    store.transaction(|tx| {
        let game = tx.game_by_name(name)?.ok_or_else(|| AtlasError::NoSuchGame(name.to_owned()))?;
        if game.status.is_before() {
            return Err(AtlasError::NotBegun(name.to_owned()));
        }
        let state = rebuild(tx, &game)?;
        if let Some(seat) = seat {
            if !state.rules().seats().contains(&seat) {
                return Err(AtlasError::NoSuchSeat { game: name.to_owned(), seat });
            }
            if !game.status.is_over() {
                return Err(AtlasError::Secret { game: name.to_owned(), seat });
            }
        }
        let mut events: Vec<Happening> = Vec::new();
        for entry in tx.entries(game.id)? {
            let public = public_events(&entry.public["events"]).map_err(CampaignError::from)?;
            events.extend(public.into_iter().map(Happening::War));
        }
        let news = last_action(&events);
        Ok(Picture::new(&state.view(seat), news, &events))
    })
}

/// The events since the last action began in which anything moved or fought.
fn last_action(events: &[Happening]) -> &[Happening] {
    let is_deed = |event: &Happening| {
        matches!(event.war(), Some(Event::Moved { .. } | Event::CombatBegan { .. }))
    };
    let begins = |event: &Happening| matches!(event.war(), Some(Event::ActionBegan { .. }));
    let deed = events.iter().rposition(is_deed);
    let began = deed.and_then(|deed| events[..deed].iter().rposition(begins));
    &events[began.unwrap_or_default()..]
}

/// Writes a map into a file: its ending says how.
///
/// # Errors
///
/// The ending is neither `.svg` nor `.png`, or the file cannot be written.
pub fn write(picture: &Picture, crop: Crop, path: &Path) -> Result<(), AtlasError> {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    let bytes = match ending.as_deref() {
        Some("svg") => map::svg(picture, crop).into_bytes(),
        Some("png") => map::png(picture, crop)?,
        _ => return Err(AtlasError::Format(path.to_owned())),
    };
    std::fs::write(path, bytes).map_err(|source| AtlasError::File { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::testing::minden;

    #[test]
    fn of_a_game_in_play_everybodys_map_is_shown_and_no_seats() {
        let (mut store, _) = minden();
        let picture = of_game(&mut store, "minden", None).expect("a map");
        assert!(!picture.stacks.is_empty());
        assert!(picture.stacks.iter().all(|stack| stack.troops.is_none()));
        let refused =
            |store: &mut Store, name, seat| of_game(store, name, seat).expect_err("no map");
        let secret = refused(&mut store, "minden", Some(Seat::Frederick));
        assert!(matches!(secret, AtlasError::Secret { .. }), "{secret}");
        let nobody = refused(&mut store, "minden", Some(Seat::Elisabeth));
        assert!(matches!(nobody, AtlasError::NoSuchSeat { .. }), "{nobody}");
        assert!(matches!(refused(&mut store, "prag", None), AtlasError::NoSuchGame(_)));
    }

    #[test]
    fn the_ending_of_the_file_says_how_it_is_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let board = empty_board();
        let bytes = |name: &str| {
            let path = folder.path().join(name);
            write(&board, Crop::Overview, &path).map(|()| std::fs::read(&path).expect("a file"))
        };
        assert!(bytes("a.svg").expect("SVG").starts_with(b"<svg "));
        assert!(bytes("a.PNG").expect("PNG").starts_with(b"\x89PNG"));
        for name in ["a.jpg", "a"] {
            assert!(matches!(bytes(name), Err(AtlasError::Format(_))), "{name}");
        }
    }

    #[test]
    fn the_last_action_is_the_last_in_which_something_happened() {
        let nation = crate::game::Nation::Prussia;
        let began = || Happening::War(Event::ActionBegan { nation });
        let moved = Happening::War(Event::Moved {
            nation,
            pieces: crate::game::PieceSet::EMPTY,
            from: crate::game::CityId(0),
            path: Vec::new(),
        });
        let drew = Happening::War(Event::Drew { nation, decks: vec![1] });
        let events = [began(), moved.clone(), began(), moved, began(), drew];
        assert_eq!(last_action(&events), &events[2..]);
        assert_eq!(last_action(&events[4..]), &events[4..]);
        assert!(last_action(&[]).is_empty());
    }
}

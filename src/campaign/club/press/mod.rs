//! Press: what players say to one another by way of the referee.
//!
//! Text and nothing else: what the sender typed, without what was quoted and signed (that has
//! been taken off when the mail was read), without characters that control anything. It is kept
//! beside the log and not in it, and goes out in mails of its own; what several say before the
//! next look at the mailbox is one mail to each reader.

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::settings::Settings;
use crate::campaign::settings::talk::PressRule;
use crate::campaign::table::notices::Notice;
use crate::campaign::table::progress::Progress;
use crate::game::Seat;
use crate::mail::token::redacted;
use crate::report::{Message, NoPress, PressTo, TalkNote};
use crate::said::{Named, Press as Written, Recipients};
use crate::store::{Press, Seat as StoredSeat, Timer, TimerKind};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Its key: there is one for each game.
const TIMER_KEY: &str = "deliver";
/// The longest message, in characters.
const LONGEST: usize = 2000;

/// The readers of a message, as the database keeps them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum To {
    All,
    Seats(Vec<Seat>),
    Observers,
}

impl To {
    fn told(self) -> PressTo {
        match self {
            To::All => PressTo::All,
            To::Seats(seats) => PressTo::Seats(seats),
            To::Observers => PressTo::Observers,
        }
    }

    /// How the database keeps these readers.
    fn kept(told: &PressTo) -> To {
        match told.clone() {
            PressTo::All => To::All,
            PressTo::Seats(seats) => To::Seats(seats),
            PressTo::Observers => To::Observers,
        }
    }
}

/// Takes press from a seat, or says why not.
pub(crate) fn take(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    written: &Written,
    now: DateTime<Utc>,
) -> Result<TalkNote, CampaignError> {
    let text = plain(&written.text);
    let refused = |why| Ok(TalkNote::PressRefused { why, text: text.clone() });
    let to = match allowed(progress, seat, written, &text)? {
        Ok(to) => to,
        Err(why) => return refused(why),
    };
    let limit = office.rates.press_per_player;
    let kind = format!("press {} {}", progress.game.name, seat.seat);
    let address = seat.address.as_deref().unwrap_or_default();
    if progress.tx.count_notice(address, &kind, now)? > limit {
        return refused(NoPress::TooMany { limit });
    }
    let game = progress.game.id;
    progress.tx.add_press(&Press {
        game,
        number: 0,
        from_seat: seat.seat.clone(),
        // Names, which JSON can always hold.
        recipients: serde_json::to_string(&To::kept(&to)).unwrap_or_default(),
        text: text.clone(),
        received: now,
    })?;
    let (kind, key) = (TimerKind::Press, TIMER_KEY.to_owned());
    progress.tx.set_timer(&Timer { game, due: now, kind, key })?;
    Ok(TalkNote::PressSent { to, text, to_the_end: written.to_the_end })
}

/// The readers of a message, if press may be sent to them.
fn allowed(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    written: &Written,
    text: &str,
) -> Result<Result<PressTo, NoPress>, CampaignError> {
    let rule = Settings::of(&progress.game)?.press;
    if rule == PressRule::Off {
        return Ok(Err(NoPress::Off {}));
    }
    let all = progress.state.rules().seats();
    let to = match &written.to {
        Recipients::Unclear => return Ok(Err(NoPress::ToWhom {})),
        Recipients::All => PressTo::All,
        Recipients::Observers => PressTo::Observers,
        Recipients::Named(named) => {
            let mut seats: Vec<Seat> = named
                .iter()
                .map(|named| match named {
                    Named::Seat(seat) => *seat,
                    Named::Nation(nation) => progress.state.seat_of(*nation),
                })
                .collect();
            seats.sort_unstable();
            seats.dedup();
            if !seats.iter().all(|seat| all.contains(seat)) {
                return Ok(Err(NoPress::ToWhom {}));
            }
            PressTo::Seats(seats)
        }
    };
    if rule == PressRule::Public && to != PressTo::All {
        return Ok(Err(NoPress::PublicOnly {}));
    }
    if text.is_empty() {
        return Ok(Err(NoPress::Empty {}));
    }
    let length = text.chars().count();
    if length > LONGEST {
        return Ok(Err(NoPress::TooLong { length, limit: LONGEST }));
    }
    let readers = progress.tx.seats(progress.game.id)?;
    let somebody = readers.iter().any(|reader| reads(reader, &to, &seat.seat))
        || (to.is_for_observers() && !progress.tx.observers(progress.game.id)?.is_empty());
    Ok(if somebody { Ok(to) } else { Err(NoPress::Nobody {}) })
}

/// Whether a seat's holder is told what another seat said.
fn reads(reader: &StoredSeat, to: &PressTo, from: &str) -> bool {
    let role = Seat::from_id(&reader.seat);
    reader.address.is_some() && reader.seat != from && role.is_some_and(|role| to.includes(role))
}

/// Has everybody told what was said since the last time.
pub(crate) fn deliver(progress: &mut Progress<'_>) -> Result<(), CampaignError> {
    let all = progress.tx.take_undelivered_press(progress.game.id)?;
    let Some(last) = all.last().map(|press| press.number) else { return Ok(()) };
    let seats = progress.tx.seats(progress.game.id)?;
    let mut messages = Vec::new();
    for press in all {
        let broken = |reason: String| CampaignError::BrokenGame {
            game: progress.game.name.clone(),
            reason: format!("its press {} cannot be read: {reason}", press.number),
        };
        let to: To =
            serde_json::from_str(&press.recipients).map_err(|error| broken(error.to_string()))?;
        let from = Seat::from_id(&press.from_seat)
            .ok_or_else(|| broken(format!("there is no seat {}", press.from_seat)))?;
        let named = seats.iter().find(|seat| seat.seat == press.from_seat);
        let name = named.map(|seat| seat.display_name.clone());
        messages.push(Message {
            from,
            name: name.filter(|name| !name.is_empty() && !progress.anonymous),
            to: to.told(),
            lines: press.text.lines().map(str::to_owned).collect(),
        });
    }
    progress.notices.push(Notice::Press { messages, last });
    Ok(())
}

/// Text as it is passed on: without characters that control something or turn the direction of
/// writing, without tokens, with at most one blank line at a time.
fn plain(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let shown = |c: &char| {
            !c.is_control()
                && !matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                    | '\u{2060}'..='\u{206f}' | '\u{feff}')
        };
        let line: String =
            line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(shown).collect();
        let line = redacted(line.trim_end());
        let blank = |line: &String| line.trim().is_empty();
        if !(blank(&line) && lines.last().is_none_or(blank)) {
            lines.push(line);
        }
    }
    lines.join("\n").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn press_is_plain_text() {
        assert_eq!(plain("\n\nPeace?\n\n\n\n  No.\t\u{202e}evil\u{7}\n\n"), "Peace?\n\n  No. evil");
        assert_eq!(plain("\u{200b}\n \n"), "");
        let token = "rossbach-frederick-abcdefghijklmnop";
        assert!(
            !plain(&format!("mine is [{token}]")).contains(token) || {
                // Only what is a token is taken out.
                crate::mail::token::SeatToken::parse(token).is_none()
            }
        );
    }
}

//! Absences: announced by mail, for all games of a person, shown to everybody without a reason.
//!
//! In a game that pauses for them the clocks of the seat stand still, as many days as were agreed;
//! beyond those, and in a game that does not, instructions and the caretaker play meanwhile.

use crate::campaign::clock::{agreed, watch};
use crate::campaign::office::CampaignError;
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::schedule::Interval;
use crate::campaign::settings::clocks::{AbsenceMode, Clocks};
use crate::campaign::table::progress::Progress;
use crate::game::Seat;
use crate::report::{CalendarDay, ClockNote, ClubNews, NoAbsence, Note};
use crate::said::{Absent, Request, Until};
use crate::store::{Absence, GameStatus, Seat as StoredSeat, Tx};
use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

/// An absence must be over within this many days from today.
const FARTHEST: u64 = 366;
/// The most absences of one person that are kept: whoever announces more is asked to say less.
const MOST: usize = 50;

/// How the absences of a seat's holder count in a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Absences {
    /// The clock stands still.
    pub still: Vec<Interval>,
    /// The caretaker acts sooner.
    pub stand_in: Vec<Interval>,
}

impl Absences {
    /// Whether the holder is away then.
    pub fn is_away(&self, now: DateTime<Utc>) -> bool {
        self.away_until(now).is_some()
    }

    /// Until when the holder is away, if he is away at that time.
    pub fn away_until(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let mut until = now;
        // One may go on where another ends.
        while let Some((_, ends)) = self
            .still
            .iter()
            .chain(&self.stand_in)
            .find(|(starts, ends)| *starts <= until && until < *ends)
        {
            until = *ends;
        }
        (until > now).then_some(until)
    }

    /// How announced absences count: in the order in which they were announced, as many days as
    /// were agreed for each and for all.
    fn count(clocks: &Clocks, announced: &[Absence]) -> Absences {
        let mut counted = Absences::default();
        let mut left = i64::from(clocks.absence_days);
        for absence in announced {
            let (starts, ends) = (absence.starts, absence.ends);
            let days = match clocks.absence {
                AbsenceMode::Caretaker => 0,
                AbsenceMode::Pause => {
                    let hours = (ends - starts).num_hours();
                    let whole = hours / 24 + i64::from(hours % 24 > 1);
                    whole.min(clocks.absence_longest.into()).min(left)
                }
            };
            left -= days;
            // A day on which the clocks are changed has an hour more.
            let until =
                if days > 0 { ends.min(starts + TimeDelta::hours(24 * days + 1)) } else { starts };
            if until > starts {
                counted.still.push((starts, until));
            }
            if ends > until {
                counted.stand_in.push((until, ends));
            }
        }
        counted
    }
}

/// How the absences of a seat's holder count in this game.
pub(crate) fn of_seat(
    progress: &Progress<'_>,
    clocks: &Clocks,
    seat: &StoredSeat,
) -> Result<Absences, CampaignError> {
    let Some(address) = &seat.address else { return Ok(Absences::default()) };
    let mut announced = progress.tx.absences(address)?;
    announced.retain(|absence| absence.ends > progress.game.created);
    Ok(Absences::count(clocks, &announced))
}

/// Keeps the absences of somebody whose mail goes to another address now.
pub(crate) fn keep_for(tx: &Tx<'_>, old: &str, new: &str) -> Result<(), CampaignError> {
    Ok(tx.copy_absences(old, new)?)
}

/// Announces an absence or its end, and says what came of it.
pub(crate) fn take_absence(
    progress: &mut Progress<'_>,
    seat: &StoredSeat,
    (request, line): (&Request, &str),
    now: DateTime<Utc>,
) -> Result<Vec<Note>, CampaignError> {
    let (Some(role), Some(address)) = (Seat::from_id(&seat.seat), &seat.address) else {
        return Ok(Vec::new());
    };
    let zone = Correspondent::holding(progress.tx, &progress.game, role)?.zone;
    let note = match request {
        Request::Absent(absent) => match interval(*absent, zone, now) {
            Err(why) => refused(line, why),
            Ok(_) if progress.tx.absences(address)?.len() >= MOST => {
                refused(line, NoAbsence::TooMany)
            }
            Ok(span) => announce(progress, seat, address, span, zone, now)?,
        },
        Request::Back(days) => {
            let days = days.and_then(|days| interval(days, zone, now).ok());
            back(progress, address, days, now)?
        }
        _ => return Ok(Vec::new()),
    };
    Ok(vec![Note::Clock(note)])
}

fn refused(line: &str, why: NoAbsence) -> ClockNote {
    ClockNote::NoAbsence { line: line.to_owned(), why }
}

/// The time during which somebody is away, by the calendar of that person.
fn interval(absent: Absent, zone: Tz, now: DateTime<Utc>) -> Result<Interval, NoAbsence> {
    let today = now.with_timezone(&zone).date_naive();
    let first = match absent.from {
        None => today,
        Some(day) => day.resolve(today, None).ok_or(NoAbsence::Unclear)?,
    };
    let after_last = match absent.to {
        Until::Day(day) => {
            let last = day.resolve(today, Some(first)).ok_or(NoAbsence::Unclear)?;
            last.checked_add_days(Days::new(1))
        }
        Until::Before(day) => day.resolve(today, first.succ_opt()),
        Until::Days(days) => first.checked_add_days(Days::new(days.into())),
    };
    let after_last = after_last.ok_or(NoAbsence::Unclear)?;
    if after_last <= first {
        return Err(NoAbsence::Backwards);
    }
    let (starts, ends) = (midnight(zone, first).max(now), midnight(zone, after_last));
    let far = Days::new(FARTHEST);
    if ends <= now {
        Err(NoAbsence::Over)
    } else if today.checked_add_days(far).is_none_or(|farthest| after_last > farthest) {
        Err(NoAbsence::TooFar)
    } else {
        Ok((starts, ends))
    }
}

/// When a day begins there.
fn midnight(zone: Tz, date: NaiveDate) -> DateTime<Utc> {
    let mut local = date.and_time(NaiveTime::MIN);
    // Some zones put their clocks forward at midnight.
    for _ in 0..24 * 60 {
        if let Some(at) = zone.from_local_datetime(&local).earliest() {
            return at.to_utc();
        }
        local += TimeDelta::minutes(1);
    }
    local.and_utc()
}

fn day(time: DateTime<Utc>, zone: Tz) -> CalendarDay {
    let date = time.with_timezone(&zone).date_naive();
    CalendarDay {
        year: date.year(),
        month: date.month(),
        day: date.day(),
        weekday: date.weekday().num_days_from_monday(),
    }
}

/// The last day before a point in time.
fn last_day(ends: DateTime<Utc>, zone: Tz) -> CalendarDay {
    day(ends - TimeDelta::seconds(1), zone)
}

fn announce(
    progress: &mut Progress<'_>,
    seat: &StoredSeat,
    address: &str,
    (starts, ends): Interval,
    zone: Tz,
    now: DateTime<Utc>,
) -> Result<ClockNote, CampaignError> {
    let (first, last) = (day(starts, zone), last_day(ends, zone));
    progress.tx.announce_absence(address, (starts, ends), now)?;
    let news = |seat| ClubNews::AbsenceAnnounced { seat, first, last };
    let games = everywhere(progress, address, news, now)?;
    let counted = match agreed(progress)? {
        Some(clocks) => of_seat(progress, &clocks, seat)?,
        None => Absences::default(),
    };
    let within = |(from, to): &&Interval| *from < ends && starts < *to;
    let stands_still = counted.still.iter().filter(within).map(|(_, to)| *to).max();
    let plays = counted.stand_in.iter().any(|interval| within(&interval));
    Ok(ClockNote::Absent {
        first,
        last,
        stands_still_to: stands_still.map(|to| last_day(to.min(ends), zone)),
        caretaker: plays,
        games,
    })
}

/// Ends the absence on these days if there is one, else the one that runs, or else takes back the next one.
fn back(
    progress: &mut Progress<'_>,
    address: &str,
    days: Option<Interval>,
    now: DateTime<Utc>,
) -> Result<ClockNote, CampaignError> {
    let absences = progress.tx.absences(address)?;
    let ahead = || absences.iter().filter(|absence| now < absence.ends);
    let on_days: Vec<&Absence> = ahead()
        .filter(|absence| days.is_some_and(|(from, to)| absence.starts < to && from < absence.ends))
        .collect();
    let running: Vec<&Absence> = ahead().filter(|absence| absence.starts <= now).collect();
    let ended: Vec<&Absence> = match (on_days.is_empty(), running.is_empty()) {
        (false, _) => on_days,
        // Of several it is none of those days.
        (true, _) if days.is_some() && ahead().count() > 1 => Vec::new(),
        (true, false) => running,
        (true, true) => ahead().min_by_key(|absence| absence.starts).into_iter().collect(),
    };
    if ended.is_empty() {
        return Ok(ClockNote::NotAway {});
    }
    for absence in &ended {
        progress.tx.end_absence(absence.id, now)?;
    }
    let games = everywhere(progress, address, |seat| ClubNews::AbsenceEnded { seat }, now)?;
    Ok(ClockNote::Back { games })
}

/// Notes it in the logs of all the games of a person in play, where the next reports tell it, and sets the clocks
/// there anew. Returns how many games those are besides this one.
fn everywhere(
    progress: &mut Progress<'_>,
    address: &str,
    news: impl Fn(Seat) -> ClubNews,
    now: DateTime<Utc>,
) -> Result<usize, CampaignError> {
    let mut others = Vec::new();
    for seat in progress.tx.seats_of_person(address)? {
        if seat.game == progress.game.id {
            tell(progress, &seat, &news, now)?;
            continue;
        }
        let game = progress.tx.game(seat.game)?;
        if game.status != GameStatus::Playing {
            continue;
        }
        let mut other = Progress::load(progress.tx, game)?;
        tell(&mut other, &seat, &news, now)?;
        other.save()?;
        if !others.contains(&seat.game) {
            others.push(seat.game);
        }
    }
    Ok(others.len())
}

fn tell(
    progress: &mut Progress<'_>,
    seat: &StoredSeat,
    news: impl Fn(Seat) -> ClubNews,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    if let Some(role) = Seat::from_id(&seat.seat) {
        progress.note(&news(role), now)?;
    }
    watch::set_anew(progress, &seat.seat, None, now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().expect("a time")
    }

    fn announced(spans: &[(&str, &str)]) -> Vec<Absence> {
        let absence = |(id, (starts, ends)): (i64, &(&str, &str))| Absence {
            id,
            address: "ben@club.test".into(),
            starts: at(starts),
            ends: at(ends),
            announced: at(starts),
        };
        (1..).zip(spans).map(absence).collect()
    }

    #[test]
    fn as_many_days_stand_still_as_were_agreed_and_then_the_caretaker_plays() {
        let spans = [
            ("2026-03-01T00:00:00Z", "2026-03-06T00:00:00Z"),
            ("2026-04-01T00:00:00Z", "2026-04-11T00:00:00Z"),
        ];
        let clocks = Clocks { absence_days: 8, absence_longest: 6, ..Clocks::default() };
        let counted = Absences::count(&clocks, &announced(&spans));
        assert_eq!(counted.still[0], (at(spans[0].0), at(spans[0].1)));
        let until = at("2026-04-04T01:00:00Z");
        assert_eq!(counted.still[1], (at(spans[1].0), until));
        assert_eq!(counted.stand_in, [(until, at(spans[1].1))]);
        assert_eq!(counted.away_until(at("2026-04-02T00:00:00Z")), Some(at(spans[1].1)));
        assert_eq!(counted.away_until(at("2026-04-11T00:00:00Z")), None);
        let longest = Clocks { absence_days: 100, ..clocks.clone() };
        let counted = Absences::count(&longest, &announced(&spans[1..]));
        assert_eq!(counted.still[0].1, at("2026-04-07T01:00:00Z"));
        let never = Clocks { absence: AbsenceMode::Caretaker, ..clocks };
        let counted = Absences::count(&never, &announced(&spans));
        assert!(counted.still.is_empty() && counted.stand_in.len() == 2);
    }

    #[test]
    fn days_are_those_of_the_person() {
        let said = |line| {
            let said = crate::said::read(line, &crate::said::Context::default()).said;
            match said.into_iter().next().map(|said| said.request) {
                Some(Request::Absent(absent)) => absent,
                other => panic!("{other:?}"),
            }
        };
        let now = at("2026-03-20T23:30:00Z");
        let zone = Tz::Europe__Berlin;
        // In Berlin it is the 21st already; clocks are put forward on the 29th.
        let (starts, ends) = interval(said("absent until 29 March"), zone, now).expect("a span");
        assert_eq!((starts, ends), (now, at("2026-03-29T22:00:00Z")));
        let (starts, _) = interval(said("absent 22 March"), zone, now).expect("a span");
        assert_eq!(starts, at("2026-03-21T23:00:00Z"));
        assert_eq!(interval(said("absent 20 March"), zone, now), Err(NoAbsence::Over));
        assert_eq!(
            interval(said("absent 2026-03-25 to 2026-03-24"), zone, now),
            Err(NoAbsence::Backwards)
        );
        assert_eq!(interval(said("absent for 400 days"), zone, now), Err(NoAbsence::TooFar));
        assert_eq!(interval(said("absent for 0 days"), zone, now), Err(NoAbsence::Backwards));
    }
}

//! Notices become mails: what has happened to a game is told to whom it matters.

use crate::campaign::clock::watch;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::{Correspondent, Proof};
use crate::campaign::post::key::{About, MailKey};
use crate::campaign::post::outbox::{Post, post};
use crate::campaign::post::payload::Asked;
use crate::campaign::table::facts::log_head;
use crate::campaign::table::notices::Notice;
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::reports::{
    awaited, held_seat, key_of, queue_closed, queue_everybody, queue_report, to_seat,
};
use crate::campaign::tell::{address_change, log_copy, press};
use crate::game::{Decision, Seat};
use crate::report::{
    Ballots, GameHead, LapsesToCome, Mail, Reminder, Vacancy, VacancyNews, VoteCall, VoteDecided,
    VoteFacts, VoteResult, WhyVacant,
};
use crate::store::{OutboxId, Seat as StoredSeat};
use chrono::{DateTime, Utc};

/// Tells everything that has happened and is not told yet. Returns the last mail that answers another
/// directly.
///
/// # Errors
///
/// A template or the database fails.
pub(crate) fn tell(
    progress: &mut Progress<'_>,
    office: &Office,
    now: DateTime<Utc>,
) -> Result<Option<OutboxId>, CampaignError> {
    let mut answer = None;
    for notice in std::mem::take(&mut progress.notices) {
        match notice {
            Notice::Reminder { seat, lapses } => remind(progress, office, &seat, lapses, now)?,
            Notice::SeatLost { seat, why } => lost(progress, office, &seat, why, now)?,
            Notice::SeatOffered { seat, days } => {
                told_of_offer(progress, office, &seat, VacancyNews::Offered { days }, now)?;
            }
            Notice::OfferDeclined { seat } => {
                told_of_offer(progress, office, &seat, VacancyNews::Stays {}, now)?;
            }
            Notice::SeatSought { seat, why } => sought(progress, office, &seat, why, now)?,
            Notice::SeatTaken { seat, role } => {
                progress.newcomer = Some(role);
                let seats = progress.tx.seats(progress.game.id)?;
                queue_report(progress, office, &seats, &seat, None, now)?;
                progress.newcomer = None;
            }
            Notice::VoteOpened { vote, electors, expires } => {
                call(progress, office, (&vote, &electors), expires, now)?;
            }
            Notice::VoteDecided { vote, result, ballots, everybody, writer } => {
                let to = |role| (everybody || role == vote.by) && Some(role) != writer;
                decided(progress, office, (&vote, result, &ballots), to, now)?;
            }
            Notice::Position => queue_everybody(progress, office, now)?,
            Notice::Closed { by, winners } => queue_closed(progress, office, by, &winners, now)?,
            Notice::AddressChange(notice) => {
                let id = address_change::tell(progress, office, &notice, now)?;
                answer = if notice.answered.is_some() { Some(id) } else { answer };
            }
            Notice::LogWanted { seat, answered } => {
                answer = Some(log_copy::tell(progress, office, &seat, &answered, now)?);
            }
            Notice::Press { messages, last } => {
                press::tell(progress, office, &messages, last, now)?
            }
        }
    }
    Ok(answer)
}

/// The seats that somebody holds, with their roles.
fn held(progress: &Progress<'_>) -> Result<Vec<(StoredSeat, Seat)>, CampaignError> {
    let seats = progress.tx.seats(progress.game.id)?.into_iter();
    let held = seats.filter(|seat| seat.address.is_some());
    Ok(held.filter_map(|seat| Seat::from_id(&seat.seat).map(|role| (seat, role))).collect())
}

/// Posts a reminder, with everything that is needed to answer it.
fn remind(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    lapses: Option<LapsesToCome>,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Some(role) = Seat::from_id(&seat.seat) else { return Ok(()) };
    let view = progress.state.view(Some(role));
    let mut asked = Vec::new();
    for prompt in awaited(progress, role, now)? {
        let decision = Decision { nation: prompt.nation, seat: role, kind: prompt.kind };
        if !watch::is_covered(progress, decision)? {
            asked.push(prompt);
        }
    }
    let mail = Mail::Reminder(Box::new(Reminder {
        game: GameHead::new(&progress.game.name, &view),
        over_time: lapses.is_some(),
        prompts: asked,
        lapses,
        log: log_head(progress),
    }));
    let key = key_of(progress, seat, About::Reminder(now.timestamp()));
    to_seat(progress, office, seat, Post::new(key, &mail), now).map(drop)
}

fn about_vacancy(progress: &Progress<'_>, seat: Seat, news: VacancyNews) -> Mail {
    let (game, log) = (progress.game.name.clone(), log_head(progress));
    Mail::Vacancy(Box::new(Vacancy { game, seat, news, log }))
}

/// Tells somebody that he holds a seat no longer: without a token, which would prove nothing.
fn lost(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    why: WhyVacant,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Some(role) = Seat::from_id(&seat.seat) else { return Ok(()) };
    let mail = about_vacancy(progress, role, VacancyNews::Lost { why });
    let key = MailKey::SeatLost(held_seat(progress, seat));
    let holder = Correspondent::of_seat(progress.tx, &progress.game, seat)?;
    let address = holder.address.clone();
    let to = holder.at(&address, Proof::Nothing(Some(progress.game.id)));
    post(progress.tx, office, &to, Post::new(key, &mail), now).map(drop)
}

/// Tells the holder of a seat that somebody was asked to take it over, or does not want it.
fn told_of_offer(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    news: VacancyNews,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Some(role) = Seat::from_id(&seat.seat) else { return Ok(()) };
    let mail = about_vacancy(progress, role, news);
    let key = key_of(progress, seat, About::Offer(now.timestamp()));
    to_seat(progress, office, seat, Post::new(key, &mail), now).map(drop)
}

/// Tells the other players that somebody is sought for a seat.
fn sought(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    why: WhyVacant,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Some(role) = Seat::from_id(&seat.seat) else { return Ok(()) };
    let clocks = progress.tx.clocks(progress.game.id)?;
    let due = clocks.iter().filter(|clock| clock.seat == seat.seat).map(|clock| clock.due).min();
    for (other, reader) in held(progress)? {
        let waits_until = due
            .map(|due| {
                Ok::<_, CampaignError>(
                    Correspondent::holding(progress.tx, &progress.game, reader)?.moment(due),
                )
            })
            .transpose()?;
        let mail = about_vacancy(progress, role, VacancyNews::Sought { why, waits_until });
        let (seat, to) = (held_seat(progress, seat), held_seat(progress, &other));
        let key = MailKey::SeatSought { seat, to };
        to_seat(progress, office, &other, Post::new(key, &mail), now)?;
    }
    Ok(())
}

/// Calls all who have a ballot but the proposer, who has cast it by proposing.
fn call(
    progress: &Progress<'_>,
    office: &Office,
    (vote, electors): (&VoteFacts, &[Seat]),
    expires: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    for (seat, role) in held(progress)? {
        if role == vote.by || !electors.contains(&role) {
            continue;
        }
        let mail = Mail::VoteCall(VoteCall {
            game: progress.game.name.clone(),
            seat: role,
            vote: vote.clone(),
            closes: Correspondent::holding(progress.tx, &progress.game, role)?.moment(expires),
            log: log_head(progress),
        });
        let key = key_of(progress, &seat, About::Vote(vote.number));
        let asked = Asked { vote: Some(vote.number), ..Asked::default() };
        to_seat(progress, office, &seat, Post { asked, ..Post::new(key, &mail) }, now)?;
    }
    Ok(())
}

/// Tells the result of a vote to these seats.
fn decided(
    progress: &Progress<'_>,
    office: &Office,
    (vote, result, ballots): (&VoteFacts, VoteResult, &Ballots),
    to: impl Fn(Seat) -> bool,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let mail = Mail::VoteDecided(VoteDecided {
        game: progress.game.name.clone(),
        vote: vote.clone(),
        result,
        ballots: ballots.clone(),
        log: log_head(progress),
    });
    for (seat, role) in held(progress)? {
        if to(role) {
            let key = key_of(progress, &seat, About::Decided(vote.number));
            to_seat(progress, office, &seat, Post::new(key, &mail), now)?;
        }
    }
    Ok(())
}

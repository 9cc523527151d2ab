//! Votes: what a moderator would decide, the players decide by mail.
//!
//! ```text
//! proposal   what can be proposed, how many must agree
//! bots       how bots vote, where they do
//! effects    what comes of it            take_back  how far one may go back
//! ```
//!
//! A proposal opens a vote; it is decided as soon as the ballots not cast cannot change it, and
//! dropped when its time is over. Each seat that is held has one ballot, whoever holds it; the
//! proposer's is a yes. Opening and result are club events with all ballots: nothing here is
//! secret, and nothing here knows a secret.

mod bots;
mod effects;
mod proposal;
mod take_back;

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::settings::Settings;
use crate::campaign::table::company;
use crate::campaign::table::notices::Notice;
use crate::campaign::table::progress::Progress;
use crate::game::Seat;
use crate::report::{Ballots, ClubNews, NoBallot, NoVote, TalkNote, VoteFacts, VoteResult};
use crate::said::{Named, Request};
use crate::store::{Ballot, GameStatus, Seat as StoredSeat, Timer, TimerKind, Vote, VoteState};
use chrono::{DateTime, TimeDelta, Utc};
use proposal::{Proposal, SPANS, Wanted, verdict};

/// Answers a line about votes; whatever else is asked, with a list of those that are open.
pub(crate) fn take(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    line: &str,
    said: &Request,
    now: DateTime<Utc>,
) -> Result<Vec<TalkNote>, CampaignError> {
    let Some(role) = Seat::from_id(&seat.seat) else { return Ok(Vec::new()) };
    let refused = |why, open: &[Vote]| {
        let open = open.iter().map(|vote| vote.number).collect();
        TalkNote::BallotRefused { why, line: line.to_owned(), open }
    };
    let open = progress.tx.votes(progress.game.id, VoteState::Open)?;
    let note = match said {
        Request::Propose(wanted) => match propose(progress, office, (seat, role), wanted, now)? {
            Ok(note) => note,
            Err(why) => TalkNote::NotProposed { why, line: line.to_owned() },
        },
        Request::Vote { yes, number } => match pick(&open, *number) {
            Ok(vote) => match cast(progress, (seat, role), vote, *yes, now)? {
                Some(note) => note,
                None => refused(NoBallot::NotAnElector {}, &open),
            },
            Err(why) => refused(why, &open),
        },
        Request::WithdrawProposal(number) => {
            let own: Vec<Vote> =
                open.iter().filter(|vote| vote.proposer == seat.seat).cloned().collect();
            match pick(if number.is_some() { &open } else { &own }, *number) {
                Ok(vote) if vote.proposer != seat.seat => refused(NoBallot::NotYours {}, &open),
                Ok(vote) => OpenVote::of(progress, vote.clone())?.decide(
                    progress,
                    VoteResult::Withdrawn,
                    Some(role),
                    now,
                )?,
                Err(why) => refused(why, &open),
            }
        }
        _ => return list(progress, seat, open),
    };
    Ok(vec![note])
}

/// The vote that is meant.
fn pick(open: &[Vote], number: Option<u64>) -> Result<&Vote, NoBallot> {
    match (number, open) {
        (Some(number), _) => {
            let named = open.iter().find(|vote| vote.number == number);
            named.ok_or(NoBallot::NotOpen { number })
        }
        (None, [vote]) => Ok(vote),
        (None, []) => Err(NoBallot::NoneOpen {}),
        (None, _) => Err(NoBallot::Which {}),
    }
}

fn list(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    open: Vec<Vote>,
) -> Result<Vec<TalkNote>, CampaignError> {
    let reader = Correspondent::of_seat(progress.tx, &progress.game, seat)?;
    let mut notes = Vec::new();
    for vote in open {
        let table = OpenVote::of(progress, vote)?;
        let closes = reader.moment(table.vote.expires);
        notes.push(TalkNote::OpenVote { vote: table.facts(), ballots: table.ballots, closes });
    }
    if notes.is_empty() {
        notes.push(TalkNote::NoOpenVote {});
    }
    Ok(notes)
}

/// Puts something to the vote.
fn propose(
    progress: &mut Progress<'_>,
    office: &Office,
    (seat, role): (&StoredSeat, Seat),
    wanted: &Wanted,
    now: DateTime<Utc>,
) -> Result<Result<TalkNote, NoVote>, CampaignError> {
    let seats = held_seats(progress, true)?;
    let proposal = match resolve(progress, role, wanted, &seats)? {
        Ok(proposal) => proposal,
        Err(why) => return Ok(Err(why)),
    };
    if let Some(why) = effects::hindrance(progress, &proposal)? {
        return Ok(Err(why));
    }
    for vote in progress.tx.votes(progress.game.id, VoteState::Open)? {
        if vote.proposer == seat.seat || vote.proposal == proposal.text() {
            return Ok(Err(NoVote::AlreadyOpen { number: vote.number }));
        }
    }
    let (limit, game) = (office.rates.proposals_per_player, &progress.game);
    let kind = format!("proposal {} {}", game.name, seat.seat);
    let address = seat.address.as_deref().unwrap_or_default();
    if progress.tx.count_notice(address, &kind, now)? > limit {
        return Ok(Err(NoVote::TooMany { limit }));
    }
    let days = Settings::of(game)?.votes.days.max(1);
    let mut vote = Vote {
        game: game.id,
        number: 0,
        proposal: proposal.text(),
        proposer: seat.seat.clone(),
        opened: now,
        expires: now + TimeDelta::days(days.into()),
        state: VoteState::Open,
    };
    vote.number = progress.tx.open_vote(&vote)?;
    let generation = seat.generation;
    progress.tx.cast_ballot(&vote, &Ballot { seat: seat.seat.clone(), generation, yes: true })?;
    progress.note(&ClubNews::VoteOpened { number: vote.number, by: role, proposal }, now)?;
    let table = OpenVote::of(progress, vote)?;
    if let Some(carried) = table.verdict() {
        return Ok(Ok(table.decide(progress, carried, Some(role), now)?));
    }
    let due = table.vote.expires;
    let key = table.vote.number.to_string();
    let game = progress.game.id;
    progress.tx.set_timer(&Timer { game, due, kind: TimerKind::Vote, key })?;
    progress.notices.push(Notice::VoteOpened {
        vote: table.facts(),
        electors: table.electors.clone(),
        expires: due,
    });
    let closes = Correspondent::of_seat(progress.tx, &progress.game, seat)?.moment(due);
    Ok(Ok(TalkNote::VoteOpened { vote: table.facts(), closes }))
}

/// Makes of what a player wrote what is put to the vote.
fn resolve(
    progress: &Progress<'_>,
    role: Seat,
    wanted: &Wanted,
    held: &[Seat],
) -> Result<Result<Proposal, NoVote>, CampaignError> {
    if progress.game.status == GameStatus::Ended {
        return Ok(Err(NoVote::Over {}));
    }
    let state = &progress.state;
    let all = state.rules().seats();
    let seat_of = |named: Named| {
        let seat = match named {
            Named::Seat(seat) => seat,
            Named::Nation(nation) => state.seat_of(nation),
        };
        all.contains(&seat).then_some(seat).ok_or(NoVote::NoSuchSeat {})
    };
    let resolved = || -> Result<Proposal, NoVote> {
        let span =
            |hours: u64| if SPANS.contains(&hours) { Ok(hours) } else { Err(NoVote::Span {}) };
        Ok(match wanted {
            Wanted::Extend { hours, seat } => {
                Proposal::Extend { hours: span(*hours)?, seat: seat.map(seat_of).transpose()? }
            }
            Wanted::Pause => Proposal::Pause {},
            Wanted::Resume => Proposal::Resume {},
            Wanted::Substitute { seat } => match seat_of(*seat)? {
                seat if seat == role => return Err(NoVote::OwnSeat {}),
                seat => Proposal::Substitute { seat },
            },
            Wanted::Bot { seat } => Proposal::Bot { seat: seat_of(*seat)? },
            // Where the position goes back to is found out below.
            Wanted::TakeBack { seat } => {
                Proposal::TakeBack { seat: seat.map_or(Ok(role), seat_of)?, to: 0 }
            }
            Wanted::Draw => Proposal::Draw {},
            Wanted::Concede => match held {
                [one, other] if all.len() == 2 => {
                    Proposal::End { winners: vec![if *one == role { *other } else { *one }] }
                }
                _ => return Err(NoVote::NotForTwo {}),
            },
            Wanted::End { winners } => {
                let mut seats =
                    winners.iter().map(|named| seat_of(*named)).collect::<Result<Vec<_>, _>>()?;
                seats.sort_unstable();
                seats.dedup();
                Proposal::End { winners: seats }
            }
            Wanted::Clocks { kind, hours } => {
                Proposal::Clocks { kind: *kind, hours: span(*hours)? }
            }
        })
    };
    let resolved = resolved();
    if let Ok(Proposal::TakeBack { seat, .. }) = resolved {
        let target = take_back::target(progress, seat)?;
        return Ok(target.map(|to| Proposal::TakeBack { seat, to }));
    }
    Ok(resolved)
}

/// Takes a ballot; `None` if the seat has none in this vote.
fn cast(
    progress: &mut Progress<'_>,
    (seat, role): (&StoredSeat, Seat),
    vote: &Vote,
    yes: bool,
    now: DateTime<Utc>,
) -> Result<Option<TalkNote>, CampaignError> {
    let table = OpenVote::of(progress, vote.clone())?;
    if !table.electors.contains(&role) {
        return Ok(None);
    }
    let generation = seat.generation;
    progress.tx.cast_ballot(vote, &Ballot { seat: seat.seat.clone(), generation, yes })?;
    let table = OpenVote::of(progress, vote.clone())?;
    if let Some(result) = table.verdict() {
        return Ok(Some(table.decide(progress, result, Some(role), now)?));
    }
    let closes = Correspondent::of_seat(progress.tx, &progress.game, seat)?.moment(vote.expires);
    let (vote, ballots) = (table.facts(), table.ballots);
    Ok(Some(TalkNote::BallotTaken { vote, yes, ballots, closes }))
}

/// Ends a vote whose time is over.
pub(crate) fn expire(
    progress: &mut Progress<'_>,
    number: &str,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Ok(number) = number.parse() else { return Ok(()) };
    let vote = progress.tx.vote(progress.game.id, number)?;
    let Some(vote) = vote.filter(|vote| vote.state == VoteState::Open) else { return Ok(()) };
    let table = OpenVote::of(progress, vote)?;
    // A seat may have become vacant since the last ballot: then there are fewer electors and ballots.
    let result = table.verdict().unwrap_or(VoteResult::Expired);
    table.decide(progress, result, None, now)?;
    Ok(())
}

/// The seats that people hold, or people and bots.
fn held_seats(progress: &Progress<'_>, with_bots: bool) -> Result<Vec<Seat>, CampaignError> {
    let seats = progress.tx.seats(progress.game.id)?;
    let is_held = |seat: &&StoredSeat| {
        seat.address.is_some() || with_bots && company::level_of(seat).is_some()
    };
    let held = seats.iter().filter(is_held);
    let mut roles: Vec<Seat> = held.filter_map(|seat| Seat::from_id(&seat.seat)).collect();
    roles.sort_unstable();
    Ok(roles)
}

/// A vote with those who have a ballot in it, and what they said.
struct OpenVote {
    vote: Vote,
    proposal: Proposal,
    proposer: Seat,
    /// The name of the proposer; `None` where names are not told.
    name: Option<String>,
    electors: Vec<Seat>,
    /// How many of them must agree.
    needed: usize,
    ballots: Ballots,
}

impl OpenVote {
    fn of(progress: &Progress<'_>, vote: Vote) -> Result<OpenVote, CampaignError> {
        let broken = |reason: String| CampaignError::BrokenGame {
            game: progress.game.name.clone(),
            reason: format!("its vote {} cannot be read: {reason}", vote.number),
        };
        let proposal = Proposal::read(&vote.proposal).map_err(|error| broken(error.to_string()))?;
        let proposer = Seat::from_id(&vote.proposer)
            .ok_or_else(|| broken(format!("there is no seat {}", vote.proposer)))?;
        let held = held_seats(progress, proposal.concerns_bots())?;
        let electors: Vec<Seat> = proposal.electors(&held).collect();
        let seats = progress.tx.seats(vote.game)?;
        let mut ballots = Ballots::default();
        for ballot in progress.tx.ballots(&vote)? {
            // What somebody said who holds the seat no longer does not count.
            let holds = |seat: &&StoredSeat| {
                seat.seat == ballot.seat && seat.generation == ballot.generation
            };
            let role = seats.iter().find(holds).and_then(|seat| Seat::from_id(&seat.seat));
            let Some(role) = role.filter(|role| electors.contains(role)) else { continue };
            if ballot.yes { ballots.yes.push(role) } else { ballots.no.push(role) }
        }
        let view = progress.state.view(None);
        for (role, _) in company::bots(progress)? {
            if !electors.contains(&role) {
                continue;
            }
            let yes = bots::agrees(&view, role, &proposal);
            if yes { ballots.yes.push(role) } else { ballots.no.push(role) }
        }
        ballots.yes.sort_unstable();
        ballots.no.sort_unstable();
        let concession = proposal.is_concession(proposer, &progress.state.rules().seats());
        let needed = if concession { 1 } else { proposal.needed(electors.len()) };
        let named = seats.into_iter().find(|seat| seat.seat == vote.proposer);
        let name = named.map(|seat| seat.display_name);
        let name = name.filter(|name| !name.is_empty() && !progress.anonymous);
        Ok(OpenVote { vote, proposal, proposer, name, electors, needed, ballots })
    }

    /// What the ballots lead to, if the others cannot change it.
    fn verdict(&self) -> Option<VoteResult> {
        let (yes, no) = (self.ballots.yes.len(), self.ballots.no.len());
        verdict(yes, no, self.electors.len(), self.needed)
            .map(|yes| if yes { VoteResult::Carried } else { VoteResult::Rejected })
    }

    fn facts(&self) -> VoteFacts {
        VoteFacts {
            number: self.vote.number,
            by: self.proposer,
            name: self.name.clone(),
            proposal: self.proposal.clone(),
            needed: self.needed,
            electors: self.electors.len(),
        }
    }

    /// Ends the vote: logged, carried out if that is the result, and told to whom it matters now.
    /// `writer` is told by the answer to the mail that did it.
    fn decide(
        self,
        progress: &mut Progress<'_>,
        result: VoteResult,
        writer: Option<Seat>,
        now: DateTime<Utc>,
    ) -> Result<TalkNote, CampaignError> {
        let carried = result == VoteResult::Carried;
        let possible = !carried || effects::hindrance(progress, &self.proposal)?.is_none();
        let result = if possible { result } else { VoteResult::Void };
        progress.tx.set_vote_state(&self.vote, state_of(result))?;
        progress.tx.remove_timer(
            progress.game.id,
            TimerKind::Vote,
            &self.vote.number.to_string(),
        )?;
        let news = ClubNews::VoteDecided {
            number: self.vote.number,
            by: self.proposer,
            proposal: self.proposal.clone(),
            result,
            yes: self.ballots.yes.clone(),
            no: self.ballots.no.clone(),
        };
        progress.note(&news, now)?;
        let vote = self.facts();
        let told = if result == VoteResult::Carried {
            effects::carry_out(progress, &self.proposal, now)?
        } else {
            false
        };
        if !told {
            let everybody = matches!(result, VoteResult::Carried | VoteResult::Void);
            let (vote, ballots) = (vote.clone(), self.ballots.clone());
            let notice = Notice::VoteDecided { vote, result, ballots, everybody, writer };
            progress.notices.push(notice);
        }
        Ok(TalkNote::Decided { vote, result, ballots: self.ballots })
    }
}

/// How a vote with this result is kept.
pub(crate) const fn state_of(result: VoteResult) -> VoteState {
    match result {
        VoteResult::Carried => VoteState::Carried,
        VoteResult::Rejected => VoteState::Rejected,
        VoteResult::Expired => VoteState::Expired,
        VoteResult::Withdrawn => VoteState::Withdrawn,
        VoteResult::Void => VoteState::Void,
    }
}

//! A change of a seat's address as mails: to the old address, to the new one, or to whoever asked.

use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::{Correspondent, Proof};
use crate::campaign::post::key::{AddressMail, MailKey};
use crate::campaign::post::outbox::{Post, post};
use crate::campaign::table::notices::{AddressNotice, AddressReader, Answered, Side};
use crate::campaign::table::progress::Progress;
use crate::campaign::tell::reports::{queue_answer, queue_report, to_seat};
use crate::game::Seat;
use crate::report::{AddressChange, AddressStage, Mail};
use crate::store::OutboxId;
use chrono::{DateTime, Utc};

/// Tells it. The new holder's first mail is followed by a report, so that he can go on.
pub(super) fn tell(
    progress: &Progress<'_>,
    office: &Office,
    notice: &AddressNotice,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    let AddressNotice { seat, to, stage, answered } = notice;
    let game = progress.game.name.clone();
    let role = Seat::from_id(&seat.seat).ok_or_else(|| CampaignError::BrokenGame {
        game: game.clone(),
        reason: format!("its seat {} is none that the rules know", seat.seat),
    })?;
    let change = AddressChange { game: game.clone(), seat: role, stage: stage.clone() };
    let mail = Mail::AddressChange(change);
    let answered = answered.as_ref();
    let named = |side, number| {
        let told = about(stage, side, answered);
        MailKey::AddressChange { game: game.clone(), number, told }
    };
    match to {
        AddressReader::Asker => {
            let none = Answered::default();
            queue_answer(progress, office, seat, &mail, answered.unwrap_or(&none), now)
        }
        AddressReader::Holder { side, number } => {
            let told = Post { answered, ..Post::new(named(*side, *number), &mail) };
            let id = to_seat(progress, office, seat, told, now)?;
            if *stage == (AddressStage::MovedHere {}) {
                let seats = progress.tx.seats(progress.game.id)?;
                queue_report(progress, office, &seats, seat, None, now)?;
            }
            Ok(id)
        }
        AddressReader::Party { side, address, number, awaited } => {
            // As the seat's holder reads, with the token of the change as long as an answer is awaited.
            let (id, side_name) = (progress.game.id, side.in_token(&seat.seat));
            let proof = match awaited {
                true => Proof::Change { game: id, side: side_name, number: *number },
                false => Proof::Nothing(Some(id)),
            };
            let to = Correspondent::of_seat(progress.tx, &progress.game, seat)?.at(address, proof);
            let told = Post { answered, ..Post::new(named(*side, *number), &mail) };
            post(progress.tx, office, &to, told, now)
        }
    }
}

/// Which of the mails about one change this is.
fn about(stage: &AddressStage, side: Side, answered: Option<&Answered>) -> AddressMail {
    match (stage, answered) {
        (AddressStage::AskNew {} | AddressStage::AskOld { .. }, _) => AddressMail::Question(side),
        // How to confirm is told once: a machine may be answering.
        (AddressStage::Unclear {}, _) => AddressMail::Unclear(side),
        (AddressStage::MovedAway { .. }, _) => AddressMail::MovedAway,
        (AddressStage::MovedHere {}, _) => AddressMail::MovedHere,
        (
            AddressStage::Waiting {}
            | AddressStage::Void {}
            | AddressStage::Withdrawn {}
            | AddressStage::NotPossible { .. },
            Some(answered),
        ) => AddressMail::Answer(side, answered.clone()),
        (
            AddressStage::Waiting {}
            | AddressStage::Void {}
            | AddressStage::Withdrawn {}
            | AddressStage::NotPossible { .. },
            None,
        ) => AddressMail::End(side),
    }
}

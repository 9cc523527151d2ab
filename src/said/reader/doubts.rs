//! What a line that was read says besides its orders, so that they are asked about after all.

use super::Reader;
use crate::game::DecisionKind;
use crate::said::army::exchanged;
use crate::said::army::shares;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Problem;
use crate::said::club::words::{ClubWord, says};
use crate::said::combat::endings;
use crate::said::doubt::alternatives;
use crate::said::doubt::bound::{self, twice};
use crate::said::doubt::hanging;
use crate::said::doubt::left_out::{called_otherwise, dropped, left_out};
use crate::said::doubt::rethought;
use crate::said::doubt::torn::torn;
use crate::said::doubt::unread;
use crate::said::hand::cards::full_suit;
use crate::said::hand::values;
use crate::said::lexicon::words::Word;
use crate::said::march::company;
use crate::said::march::in_passing;
use crate::said::march::left_to_us;
use crate::said::march::prey;
use crate::said::march::stays;
use crate::said::march::two_goals;
use crate::said::{LineReading, Noise, Said, Trouble};

/// A line that is too long, or stands too far down, to be read.
pub(super) fn too_long(line: &str) -> LineReading {
    let words = line.chars().take(40).collect();
    LineReading::NotUnderstood { trouble: Trouble::TooLong, words, near: Vec::new() }
}

impl Reader<'_> {
    /// Whether a line was read, says nothing, and names a piece that moves now: `The train follows the King to where it
    /// can`, of a king who has no order; or with which cards it fights.
    pub(super) fn passes_over_a_piece(&self, number: usize, chunks: &[Chunk]) -> bool {
        let Some(nation) = self.known.as_ref().and_then(|k| k.awaits(DecisionKind::Movement))
        else {
            return false;
        };
        let own = |c: &Chunk| c.generals.iter().any(|piece| piece.nation() == nation);
        // `Saltikov plays whatever it takes except spades, small cards first`
        let plays = |c: &Chunk| c.is_word() && c.means(ClubWord::PlaysCard);
        let cards = |c: &Chunk| full_suit(c).is_some() || c.has(Word::Card);
        let fights = chunks.iter().any(plays) && chunks.iter().any(cards);
        self.said_by(number).is_empty()
            && chunks.iter().any(|c| own(c) || c.is_train_word())
            && (fights || chunks.iter().any(|c| c.has(Word::Join)))
    }

    /// What a line is that is in doubt, or was taken for talk: a question where it leaves open which of several it means, and
    /// whether that is so.
    pub(super) fn open(
        &self,
        line: &str,
        chunks: &[Chunk],
        problem: Option<Problem>,
    ) -> (LineReading, bool) {
        let asked = alternatives::question(line, chunks, self.known.as_ref(), problem.as_ref());
        let is_asked = asked.is_some();
        match asked.or(problem) {
            Some(problem) => (self.doubt(problem), is_asked),
            None => (LineReading::Chatter(Noise::Greeting), false),
        }
    }

    /// What of a line that was read as these orders would be passed over.
    pub(super) fn passed_over(
        &self,
        line: &str,
        number: usize,
        (whole, chunks): (&[Chunk], &[Chunk]),
        own: &[Said],
    ) -> Option<Problem> {
        let known = self.known.as_ref();
        // What was kept for this phase may name its turn.
        let now = known.map(|known| known.view.turn).filter(|_| !self.context.due);
        twice(line, chunks, own)
            .or_else(|| self.either_would_do(line, chunks, own))
            .or_else(|| hanging::retreat_on_condition(line, own))
            .or_else(|| bound::direction(line, chunks, own))
            .or_else(|| in_passing::ends_in_passing(line, chunks, own))
            .or_else(|| exchanged::exchanged(line, own))
            .or_else(|| values::kept_unless(line, chunks, own))
            .or_else(|| values::only_on_condition(line, chunks, own))
            .or_else(|| prey::sent_itself(line, chunks, own, known?))
            .or_else(|| unread::unread(line, chunks, own, known))
            .or_else(|| bound::other_numbers(line, chunks, own))
            .or_else(|| bound::hangs_on_itself(line, own, known?))
            .or_else(|| bound::another_turn(line, chunks, own, now?))
            .or_else(|| hanging::card_on_condition(line, chunks, own))
            .or_else(|| hanging::unread_sequel(line, chunks, own))
            .or_else(|| hanging::unread_choice(line, chunks, own))
            .or_else(|| endings::passed_over(line, chunks, own))
            .or_else(|| rethought::replaced_by_another(line, chunks, own))
            .or_else(|| rethought::changed_mind(line, chunks, own))
            .or_else(|| left_out(line, chunks, own, known))
            .or_else(|| called_otherwise(line, whole, own, known?))
            .or_else(|| dropped(line, whole, own, known?))
            .or_else(|| shares::unnumbered(line, chunks, own))
            .or_else(|| company::left_behind(chunks, own, known?))
            .or_else(|| company::somebody_else(chunks, own, known?))
            .or_else(|| company::unmentioned(chunks, own, known?))
            .or_else(|| left_to_us::left_to_us(line, chunks, own, known?))
            .or_else(|| stays::or_goes(line, chunks, own, known?))
            .or_else(|| {
                let known = known?;
                let place = |piece| known.position(piece);
                torn(line, whole, own, |one, other| {
                    place(one).is_some() && place(one) == place(other)
                })
            })
            .or_else(|| two_goals::strange_between(line, chunks, own))
            .or_else(|| self.hangs_on_an_answer(line, number, chunks))
    }
}

/// Whether a line says what nobody else may pass over, though no order has such words.
pub(super) fn weighs(line: &str) -> bool {
    [ClubWord::Abstain, ClubWord::GiveUp, ClubWord::Starts].iter().any(|word| says(line, *word))
}

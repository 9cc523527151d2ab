//! What is kept of a line of which another part is asked about or in doubt.

use super::Reader;
use crate::game::{Action, CityId, DecisionKind};
use crate::said::army::at_set_up;
use crate::said::chunks::chunk::{Chunk, Own, chunks, unexplained};
use crate::said::chunks::corrected::{Corrected, blanked};
use crate::said::chunks::frame::{Parsed, Problem};
use crate::said::chunks::known::Known;
use crate::said::chunks::transposed::untangle;
use crate::said::doubt::addressed;
use crate::said::doubt::alternatives;
use crate::said::doubt::asks_himself;
use crate::said::doubt::bound::bound;
use crate::said::doubt::correction::corrected;
use crate::said::doubt::hesitation::{self, without_tales};
use crate::said::doubt::put_off;
use crate::said::doubt::restated::{self, restated};
use crate::said::hand::need;
use crate::said::lexicon::names;
use crate::said::lexicon::text::{Kind, Token, cased};
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::Word;
use crate::said::march::enumerated::enumerated;
use crate::said::march::offered;
use crate::said::march::possible;
use crate::said::march::{strides, wagons};
use crate::said::telling::passing;
use crate::said::telling::texted;
use crate::said::{Request, Said, Trouble};
use std::ops::Range;

const SUITS: [Word; 4] = [Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds];

impl Reader<'_> {
    /// Whether something else than a movement is awaited of the writer.
    pub(super) fn is_deciding(&self) -> bool {
        let other =
            |known: &Known| known.decisions.iter().any(|d| d.kind != DecisionKind::Movement);
        self.known.as_ref().is_some_and(other)
    }

    /// The chunks of a line, as they are meant by who types on a telephone or dictates.
    pub(super) fn heard(&mut self, line: &str, tongues: Tongues) -> Vec<Chunk> {
        let mut found = cased(line);
        untangle(&mut found, tongues);
        let explained = self.explained(&found, tongues);
        let own = Own { names: self.context.names, explained };
        let chunks = chunks(&found, tongues, &own, &mut self.repairs);
        let mut chunks = if own.explained.is_empty() { chunks } else { unexplained(chunks) };
        addressed::not_repaired(&mut chunks, self.context);
        let moving = [DecisionKind::Movement, DecisionKind::Retreat];
        let moves = |k: &Known| moving.iter().any(|kind| k.awaits(*kind).is_some());
        if self.known.as_ref().is_some_and(moves) {
            texted::spelled(&mut chunks, tongues);
        }
        wagons::of_letters(&mut chunks, tongues);
        texted::equalled(&mut chunks);

        texted::put_first(line, &mut chunks);
        texted::by_rivers(&mut chunks);
        texted::crossed_rivers(line, &mut chunks);
        texted::of_a_nation(&mut chunks);
        texted::dictated(&mut chunks);
        texted::next_item(self.reading.lines.last().map(|line| line.text.as_str()), &mut chunks);
        texted::listed(&mut chunks);
        texted::lettered(&mut chunks);
        texted::counting_nothing(&mut chunks);
        wagons::labelled(line, &mut chunks);
        wagons::second_train(&mut chunks);
        texted::announced(&mut chunks);
        if let Some(known) = &self.known {
            wagons::numbered(&mut chunks, known);
            strides::told(&mut chunks, known);
            enumerated(line, &mut chunks, known);
        }
        if let Some(known) = self.known.as_ref().filter(|known| known.is_set_up()) {
            texted::ended(&mut chunks);
            texted::of_generals(&mut chunks);
            at_set_up::without_sums(&mut chunks, known);
            texted::whole(&mut chunks, known);
            texted::as_many(&mut chunks);
            texted::shortened(&mut chunks, known);
        }
        texted::without_echo(&mut chunks);
        if let Some(known) = self.known.as_ref().filter(|known| !known.is_set_up()) {
            texted::of_a_general_on_the_map(&mut chunks, known);
            self.asked_himself = asks_himself::joined(line, &mut chunks, known);
        }
        without_tales(line, &mut chunks);
        offered::named(line, &mut chunks, self.context);
        if let Some(known) = &self.known {
            self.left_open = passing::without_passing(line, &mut chunks, known);
        }
        let fights = [Word::Duel, Word::Versus, Word::Attack];
        if self.is_deciding() || chunks.iter().any(|c| c.any(&fights)) {
            let fighting = |known: &Known| known.awaits(DecisionKind::Play).is_some();
            let fighting = self.known.as_ref().is_some_and(fighting);
            need::in_need(&mut chunks, fighting);
        }
        chunks
    }

    /// A line as it was meant after its corrections.
    pub(super) fn as_corrected(&self, line: &str, chunks: &[Chunk], tongues: Tongues) -> Corrected {
        let known = self.known.as_ref();
        // In `to Hersfeld, or if he can't, to Hünfeld` nothing is denied.
        let anew = known.and_then(|known| {
            restated(line, chunks, known)
                .or_else(|| restated::without_excuse(line, chunks, known, tongues.first()))
        });
        let (line, chunks) = match &anew {
            Some(anew) => (anew.line.as_str(), anew.chunks.as_slice()),
            None => (line, chunks),
        };
        let later = known.and_then(|known| put_off::without(line, chunks, known));
        let (line, chunks) = match &later {
            Some(later) => (later.line.as_str(), later.chunks.as_slice()),
            None => (line, chunks),
        };
        let settled = known.and_then(|known| possible::settled(line, chunks, known));
        let (line, chunks) = match &settled {
            Some(settled) => (settled.line.as_str(), settled.chunks.as_slice()),
            None => (line, chunks),
        };
        let meant = known.and_then(|_| corrected(line, chunks, tongues));
        meant.unwrap_or_else(|| Corrected { chunks: chunks.to_vec(), line: line.to_owned() })
    }

    /// The line with blanks for the question in it that nobody answers, if it was found as it is repeated, and for what only
    /// asks where the writer answers himself.
    pub(super) fn without_question(&self, line: &str) -> Option<String> {
        let asked = self.left_open.as_deref();
        let open = asked.and_then(|asked| Some((line.find(asked)?, asked.len())));
        let open = open.map(|(at, length)| at..at + length);
        let all: Vec<&Range<usize>> = open.iter().chain(&self.asked_himself).collect();
        let blank = |line: String, part: &Range<usize>| blanked(&line, part.start, part.end);
        (!all.is_empty()).then(|| all.into_iter().fold(line.to_owned(), blank))
    }

    /// `(KW = Königs Wusterhausen)`: what an abbreviation of the line stands for.
    fn explained(&mut self, found: &[Token], tongues: Tongues) -> Vec<(String, Vec<CityId>)> {
        let mut explained = Vec::new();
        for (at, token) in found.iter().enumerate() {
            if token.kind != Kind::Equals || at == 0 || found[at - 1].kind != Kind::Word {
                continue;
            }
            // `Heinrich = Bernau` explains nobody.
            if names::names().longest(&found[at - 1..at]).is_some() {
                continue;
            }
            let none = Own { names: &[], explained: Vec::new() };
            let behind = chunks(&found[at + 1..], tongues, &none, &mut self.repairs);
            if let Some(first) = behind.first().filter(|first| first.is_plain_city()) {
                explained.push((found[at - 1].plain.clone(), first.cities.clone()));
            }
        }
        explained
    }

    /// What is in doubt of a line in which something is asked, and no answer given: the choice in it, the march that is thought of,
    /// or that it is a question. What stands beside it is kept.
    pub(super) fn only_asks(
        &mut self,
        line: &str,
        number: usize,
        (asked, rest): (&[Chunk], &[Chunk]),
        tongues: Tongues,
    ) -> Problem {
        let choice = self.choice_in(line, asked, tongues);
        self.beside_question(line, number, rest, tongues);
        let thought_of = || alternatives::wavering(line, asked, self.known.as_ref()?);
        choice.or_else(thought_of).unwrap_or_else(|| {
            let words = asked.first().zip(asked.last());
            let words = words.and_then(|(first, last)| line.get(first.start..last.end));
            Problem::new(Trouble::Question, words.unwrap_or_default())
        })
    }

    /// Keeps what else a line says in which something is asked.
    pub(super) fn beside_question(
        &mut self,
        line: &str,
        number: usize,
        rest: &[Chunk],
        tongues: Tongues,
    ) {
        let before = self.reading.said.len();
        if self.orders(line, number, rest, tongues).is_ok() {
            let said = self.reading.said.split_off(before.min(self.reading.said.len()));
            self.reading.parts.extend(said.into_iter().filter(is_part));
        }
    }

    /// An absence holds, whatever becomes of the orders beside it.
    pub(super) fn keep_absences(&mut self) {
        let away = |part: &mut Said| matches!(part.request, Request::Absent(_));
        for absence in self.reading.parts.extract_if(.., away) {
            if !self.reading.said.contains(&absence) {
                self.reading.said.push(absence);
            }
        }
    }

    /// What a question of the writer leaves open between orders that are possible: `Ferdinand to Celle or rather Verden?`.
    pub(super) fn choice_in(
        &mut self,
        line: &str,
        asked: &[Chunk],
        tongues: Tongues,
    ) -> Option<Problem> {
        let last = self.last.clone();
        let asked = &with_or(asked);
        let problem = self.group(line, asked, tongues, false).problem;
        self.last = last;
        problem.filter(|problem| {
            matches!(problem, Problem::Question { candidates, .. } if candidates.len() > 1)
        })
    }

    /// A line that answers its own question, as it is meant: `Heinrich to Crossen, or rather Küstrin? Yes, Küstrin`, `Can Lacy
    /// make it to Trebitsch? If so send him there, otherwise to Brod`.
    pub(super) fn answered(
        &self,
        line: &str,
        chunks: &[Chunk],
        (asked, rest): &(Range<usize>, Vec<Chunk>),
    ) -> Option<(String, Vec<Chunk>)> {
        let known = self.known.as_ref();
        let ordered = |known| possible::asked_and_ordered(line, chunks, known);
        let first = |known| possible::asked_first(line, chunks, known).or_else(|| ordered(known));
        let settled = || known.and_then(first);
        hesitation::answered(line, &chunks[asked.clone()], rest)
            .or_else(|| settled().map(|Corrected { line, chunks }| (line, chunks)))
    }

    /// Keeps the marches and stays of a line of which another part is in doubt, and `ready`, which waits
    /// for what is in doubt. Where something in the line binds them, such as a correction, none of them is kept.
    pub(super) fn parts(&mut self, line: usize, parsed: Vec<Parsed>, text: &str, chunks: &[Chunk]) {
        let before = self.reading.said.len();
        for parsed in parsed.into_iter().filter(|parsed| parsed.also.is_empty()) {
            self.take(line, None, parsed);
        }
        let said = self.reading.said.split_off(before.min(self.reading.said.len()));
        let free = bound(text, chunks, &said).is_none();
        let one = names_one_card(chunks);
        let kept = said.into_iter().filter(|said| is_part(said) || one && discards(said));
        let unbound = |request: &Request| *request == Request::Ready || request.asks_only();
        self.reading.parts.extend(kept.filter(|said| free || unbound(&said.request)));
    }

    /// `Keith five… no, the other way round, Keith stands closer to the enemy`: while troops are allotted, of a line in doubt
    /// nothing is kept that says only where somebody stands.
    pub(super) fn nobody_stays_at_set_up(&mut self) {
        if self.known.as_ref().is_some_and(Known::is_set_up) {
            let stands = |said: &Said| {
                matches!(said.request, Request::Stay(_)) && said.turn.is_none() && !said.headed
            };
            self.reading.parts.retain(|said| !stands(said));
        }
    }
}

/// `train 1: Thorn / Schwetz ???`: in a question a slash between two cities is an or.
fn with_or(asked: &[Chunk]) -> Vec<Chunk> {
    let mut asked = asked.to_vec();
    for at in 1..asked.len().saturating_sub(1) {
        let between = asked[at - 1].is_plain_city() && asked[at + 1].is_plain_city();
        if asked[at].kind == Kind::Slash && between {
            asked[at] = Chunk { kind: Kind::Word, ..asked[at].meaning(Word::Or) };
        }
    }
    asked
}

/// Whether a single card is named here: then nothing beside a discard of it speaks of another.
pub(super) fn names_one_card(chunks: &[Chunk]) -> bool {
    let suit = |c: &&Chunk| matches!(c.kind, Kind::Suit(_)) || c.any(&SUITS);
    chunks.iter().filter(suit).count() <= 1
}

pub(super) fn discards(said: &Said) -> bool {
    matches!(said.request, Request::Act(Action::Discard { .. }))
}

/// Whether this is kept of a line of which another part is in doubt.
pub(super) fn is_part(said: &Said) -> bool {
    match &said.request {
        Request::Act(Action::MoveVia { .. }) | Request::Ready | Request::Absent(_) => true,
        // A question is answered, whatever becomes of the orders beside it.
        request if request.asks_only() => true,
        Request::Stay(pieces) => !pieces.is_empty(),
        _ => false,
    }
}

//! What is kept of a line of which another part is asked about or in doubt.

use super::Reader;
use crate::game::{Action, CityId, DecisionKind, PieceId};
use crate::said::apart::binds;
use crate::said::bound::bound;
use crate::said::chunk::{Chunk, Own, Tongues, chunks, unexplained};
use crate::said::club::words::{ClubWord, says};
use crate::said::corrected::blanked;
use crate::said::frame::Parsed;
use crate::said::hesitation::{questions, sentences, without_tales};
use crate::said::known::Known;
use crate::said::text::{Kind, Token, cased};
use crate::said::words::Word;
use crate::said::{Request, Said, need, passing, texted};
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
        let found = cased(line);
        let explained = self.explained(&found, tongues);
        let own = Own { names: self.context.names, explained };
        let chunks = chunks(&found, tongues, &own, &mut self.repairs);
        let mut chunks = if own.explained.is_empty() { chunks } else { unexplained(chunks) };
        let moving = [DecisionKind::Movement, DecisionKind::Retreat];
        let moves = |k: &Known| moving.iter().any(|kind| k.awaits(*kind).is_some());
        if self.known.as_ref().is_some_and(moves) {
            texted::spelled(&mut chunks, tongues);
        }
        texted::by_rivers(&mut chunks);
        texted::dictated(&mut chunks);
        texted::listed(&mut chunks);
        texted::numbered(&mut chunks);
        texted::announced(&mut chunks);
        if self.known.as_ref().is_some_and(Known::is_set_up) {
            texted::ended(&mut chunks);
        }
        without_tales(line, &mut chunks);
        if self.known.is_some() {
            let is_set_up = self.known.as_ref().is_some_and(Known::is_set_up);
            self.left_open = passing::without_passing(line, &mut chunks, is_set_up);
        }
        let fights = [Word::Duel, Word::Versus, Word::Attack];
        if self.is_deciding() || chunks.iter().any(|c| c.any(&fights)) {
            let fighting = |known: &Known| known.awaits(DecisionKind::Play).is_some();
            let fighting = self.known.as_ref().is_some_and(fighting);
            need::in_need(&mut chunks, fighting);
        }
        chunks
    }

    /// `(KW = Königs Wusterhausen)`: what an abbreviation of the line stands for.
    fn explained(&mut self, found: &[Token], tongues: Tongues) -> Vec<(String, Vec<CityId>)> {
        let mut explained = Vec::new();
        for (at, token) in found.iter().enumerate() {
            if token.kind != Kind::Equals || at == 0 || found[at - 1].kind != Kind::Word {
                continue;
            }
            // `Heinrich = Bernau` explains nobody.
            if crate::said::names::names().longest(&found[at - 1..at]).is_some() {
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
}

impl Reader<'_> {
    /// Keeps the marches and stays of the sentences that are clear by themselves, of a line in which another sentence is
    /// in doubt: people write paragraphs. Where each is clear, and none speaks of a piece again or takes anything back, that
    /// is what the line says, and given back. Not of a piece that a doubtful sentence names, and nothing of a sentence behind
    /// which one without a name may take it back.
    pub(super) fn clear_sentences(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> Option<Vec<Said>> {
        let counts = |c: &Chunk| c.is_word() || c.number.is_some();
        let ranges: Vec<_> =
            sentences(chunks).filter(|range| chunks[range.clone()].iter().any(counts)).collect();
        // Of whom nothing is awaited, he sends orders ahead.
        let moving = |known: &Known| {
            known.awaits(DecisionKind::Movement).is_some()
                || known.awaits(DecisionKind::Discard).is_some()
                || known.decisions.is_empty()
        };
        let ends = |part: &Said| part.request == Request::Ready;
        let asks = |part: &Said| part.request.asks_only();
        if ranges.len() < 2
            || !self.known.as_ref().is_some_and(moving)
            || self
                .reading
                .parts
                .iter()
                .any(|part| part.line == number && !ends(part) && !asks(part))
        {
            return None;
        }
        let of_line = |part: &&Said| part.line == number;
        let ready = self.reading.parts.iter().filter(of_line).any(ends);
        let asked = self.reading.parts.iter().filter(of_line).any(asks);
        let mut clear: Vec<Vec<Said>> = Vec::new();
        let mut doubtful: Vec<PieceId> = Vec::new();
        let (mut trains, mut all_clear) = (false, true);
        for (place, range) in ranges.iter().enumerate() {
            let sentence = &chunks[range.clone()];
            let (Some(first), Some(last)) = (sentence.first(), sentence.last()) else { continue };
            let only = blanked(&blanked(line, last.end, line.len()), 0, first.start);
            // `Can Seydlitz do Belzig - Dessau? Thanks.` asks for it, without the thanks it asks whether.
            let thanks = |range: &Range<usize>| {
                let polite = |c: &Chunk| c.any(&[Word::Greeting, Word::Closing]);
                let words = || chunks[range.clone()].iter().filter(|c| c.is_word());
                words().count() <= 3 && words().any(polite)
            };
            all_clear &= questions(&only, sentence, false).is_none()
                || ranges.get(place + 1).is_some_and(thanks);
            match self.sentence(&only, number, sentence, tongues) {
                Some(said) if said.is_empty() => all_clear &= !corrects(&only, sentence),
                Some(said) if said.iter().all(is_plain_part) => clear.push(said),
                _ => {
                    all_clear = false;
                    doubtful.extend(sentence.iter().flat_map(|c| c.generals.iter().copied()));
                    let train = sentence.iter().any(|c| c.has(Word::Train));
                    trains |= train;
                    if !train && sentence.iter().all(|c| c.generals.is_empty()) {
                        clear.pop();
                    }
                }
            }
        }
        let pieces = |said: &Said| match &said.request {
            Request::Act(Action::MoveVia { pieces, .. }) | Request::Stay(pieces) => pieces.clone(),
            _ => Vec::new(),
        };
        let all: Vec<PieceId> = clear.iter().flatten().flat_map(pieces).collect();
        let once = |piece: &PieceId| all.iter().filter(|other| *other == piece).count() == 1;
        let free = |piece: &PieceId| {
            once(piece) && !doubtful.contains(piece) && (piece.is_general() || !trains)
        };
        let clear = clear.into_iter().flatten();
        let clear = clear.filter(|said| !discards(said) || names_one_card(chunks));
        let kept = clear.filter(|said| pieces(said).iter().all(free));
        let kept: Vec<Said> = kept.collect();
        let marches = |said: &Said| !pieces(said).is_empty();
        if all_clear
            && all.iter().all(once)
            && kept.iter().any(marches)
            && bound(line, chunks, &kept).is_none()
        {
            return Some(kept);
        }
        let kept = kept.into_iter();
        // `ready` was kept before.
        let known = |said: &Said| ready && ends(said) || asked && asks(said);
        self.reading.parts.extend(kept.filter(|said| !known(said)));
        None
    }

    /// What one sentence of a line says by itself; `None` if it is in doubt. Of what it says only the pieces it spoke
    /// of last are remembered.
    fn sentence(
        &mut self,
        only: &str,
        number: usize,
        sentence: &[Chunk],
        tongues: Tongues,
    ) -> Option<Vec<Said>> {
        let (heading, turn, lost) = (self.heading, self.turn, self.lost);
        let (back, condition) = (self.back.clone(), self.last_condition);
        let (said, parts) = (self.reading.said.len(), self.reading.parts.len());
        self.earlier = None;
        let read = self.orders(only, number, sentence, tongues);
        // What changes an order of another line is clear only with that line.
        let changes = self.earlier.is_some();
        let own = self.reading.said.split_off(said.min(self.reading.said.len()));
        self.put_back(said);
        self.reading.parts.truncate(parts);
        (self.heading, self.turn, self.lost) = (heading, turn, lost);
        (self.back, self.last_condition) = (back, condition);
        (read.is_ok() && !changes).then_some(own)
    }
}

/// Whether a sentence without an order may take back another one: `No, wait.`
fn corrects(sentence: &str, chunks: &[Chunk]) -> bool {
    let words = [
        ClubWord::Correction,
        ClubWord::PlainNo,
        ClubWord::Apology,
        ClubWord::Except,
        ClubWord::Never,
        ClubWord::Perhaps,
        ClubWord::Later,
    ];
    words.iter().any(|word| says(sentence, *word)) || binds(chunks)
}

/// Whether a single card is named here: then nothing beside a discard of it speaks of another.
fn names_one_card(chunks: &[Chunk]) -> bool {
    let suit = |c: &&Chunk| matches!(c.kind, Kind::Suit(_)) || c.any(&SUITS);
    chunks.iter().filter(suit).count() <= 1
}

fn discards(said: &Said) -> bool {
    matches!(said.request, Request::Act(Action::Discard { .. }))
}

/// Whether this is a march or a stay under no condition and no heading, a discard, an instruction for combats, or `ready`.
fn is_plain_part(said: &Said) -> bool {
    let kept = is_part(said) || matches!(said.request, Request::Instruct(_)) || discards(said);
    kept && said.condition.is_none() && said.turn.is_none()
}

/// Whether this is kept of a line of which another part is in doubt.
fn is_part(said: &Said) -> bool {
    match &said.request {
        Request::Act(Action::MoveVia { .. }) | Request::Ready => true,
        // A question is answered, whatever becomes of the orders beside it.
        request if request.asks_only() => true,
        Request::Stay(pieces) => !pieces.is_empty(),
        _ => false,
    }
}

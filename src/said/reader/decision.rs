//! One decision among several sentences: which card to play or discard, which way to retreat, which combat first. People
//! name the other choices and say why not, and then decide.
//!
//! Each sentence decides (it reads alone as a decision), weighs (it names a choice and says something of it that is no
//! order), or is talk. What is weighed is never taken.

use super::Reader;
use super::paragraph::{corrects, with_second_thoughts};
use crate::game::{Action, DecisionKind};
use crate::said::chunk::{Chunk, Tongues};
use crate::said::club::words::{ClubWord, means};
use crate::said::deliberation::{concludes, denies, weighs};
use crate::said::text::Kind;
use crate::said::words::Word;
use crate::said::{Request, Said};

/// What is decided among several choices.
const KINDS: [DecisionKind; 4] =
    [DecisionKind::Play, DecisionKind::Discard, DecisionKind::Retreat, DecisionKind::Attack];

impl Reader<'_> {
    /// What the sentences of a line decide, each read for itself: `Radeberg is too near to the King. Spremberg I don't like
    /// either. So the retreat goes to Muskau`. `None` if it is not clear, or no such decision is awaited.
    pub(super) fn deliberated(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> Option<Vec<Said>> {
        let known = self.known.as_ref()?;
        let kind = KINDS.into_iter().find(|kind| known.awaits(*kind).is_some())?;
        let ranges = with_second_thoughts(line, chunks);
        if ranges.len() < 2 || chunks.iter().any(|c| c.kind == Kind::Question) {
            return None;
        }
        // Each decision, whether it follows from what was said before, and where it stands.
        let mut decided: Vec<(Vec<Said>, bool)> = Vec::new();
        // `Enough blood for one day`: whoever says so decides no more than that.
        let mut stops = false;
        for range in &ranges {
            let words = &chunks[range.clone()];
            let sentence = self.sentence(line, number, chunks, range, tongues, false);
            let text = sentence.text.as_str();
            let follows = concludes(line, words);
            match sentence.said {
                Some(said) if decides(&said) => {
                    if follows || !weighs(text) {
                        decided.push((said, follows));
                    }
                }
                Some(said) if !said.is_empty() => return None,
                // Of what is only talk nothing may be a choice, or take one back.
                said => {
                    let weighed = weighs(text) || denies(words);
                    let names = names_a_choice(kind, words);
                    let takes_back = !decided.is_empty() && corrects(text, words);
                    // `After those two I stop, whatever Daun does`
                    let doubtful = said.is_none() && !names;
                    stops |= doubtful && words.iter().any(acts);
                    let plays = doubtful && words.iter().any(|c| acts(c) && !c.has(Word::Stop));
                    // `Falls Daun dann eine Karte legt, gebe ich auf und behalte die Neun`
                    let if_so = |c: &Chunk| c.has(Word::If) || means(&c.plain, ClubWord::Condition);
                    let acting = words.iter().any(acts);
                    let hangs =
                        (words.iter().any(if_so) || acting && said.is_none()) && !weighs(text);
                    if names && (!weighed || hangs) || !names && takes_back || plays {
                        return None;
                    }
                }
            }
        }
        let last = decided.iter().rposition(|(_, follows)| *follows);
        let chosen = match (decided.as_slice(), last) {
            ([_], _) => decided,
            (_, Some(last)) => decided.split_off(last),
            _ => return None,
        };
        let goes_on =
            |said: &Said| matches!(said.request, Request::Act(Action::Play { .. } | Action::Stop));
        let all: Vec<Said> = chosen.into_iter().flat_map(|(said, _)| said).collect();
        let stopped = all.iter().any(|said| said.request == Request::Act(Action::Stop));
        if stops && !stopped {
            return None;
        }
        let one = all.windows(2).all(|pair| pair[0].request == pair[1].request);
        (one || all.iter().all(goes_on)).then(|| {
            let mut all = all;
            all.dedup_by(|one, other| one.request == other.request);
            all
        })
    }

    /// Of a line that was read as a whole as a decision, what its sentences decide takes the place of it.
    pub(super) fn decided_by_sentences(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) {
        let first = self.reading.said.iter().position(|said| said.line == number);
        let Some(first) = first.filter(|_| self.earlier.is_none()) else { return };
        let whole = self.reading.said.split_off(first);
        // `Keith, povero Keith... e adesso pure Daun. … Quindi: sette di cuori`: an instruction only by who is named before.
        let instructs = whole.iter().all(|said| matches!(said.request, Request::Instruct(_)));
        let bound = |c: &Chunk| c.has(Word::If) && c.is_word() && !c.has(Word::Filler);
        let same = decides(&whole) || instructs && !chunks.iter().any(bound);
        match self.deliberated(line, number, chunks, tongues).filter(|_| same) {
            Some(said) => self.reading.said.extend(said),
            None => self.reading.said.extend(whole),
        }
    }
}

/// Whether this is one decision, or cards and the end of a combat, and nothing else.
fn decides(said: &[Said]) -> bool {
    let act = |said: &Said| {
        let act = matches!(
            said.request,
            Request::Act(
                Action::Stop
                    | Action::Play { .. }
                    | Action::Discard { .. }
                    | Action::Retreat { .. }
                    | Action::Attack { .. }
            )
        );
        act && said.condition.is_none()
    };
    !said.is_empty() && said.iter().all(act)
}

/// Whether a word is one of acting in a combat, a discard or a retreat.
fn acts(chunk: &Chunk) -> bool {
    let acts = [Word::Stop, Word::Play, Word::Discard, Word::Retreat, Word::Attack];
    chunk.is_word() && chunk.any(&acts) && !chunk.any(&[Word::Filler, Word::At, Word::To])
}

fn names_a_choice(kind: DecisionKind, words: &[Chunk]) -> bool {
    match kind {
        DecisionKind::Retreat => words.iter().any(Chunk::is_plain_city),
        DecisionKind::Attack => words.iter().any(|c| c.is_plain_city() || !c.generals.is_empty()),
        _ => names_cards(words),
    }
}

/// Whether a card may be named here: a suit, a Reserve, or a number that counts no troops.
fn names_cards(chunks: &[Chunk]) -> bool {
    (0..chunks.len()).any(|at| {
        let c = &chunks[at];
        let troops = chunks.get(at + 1).is_some_and(|next| next.has(Word::Troops));
        let value = c.count().is_some_and(|number| (2..=13).contains(&number)) && !troops;
        let suits = [Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds, Word::Reserve];
        value || matches!(c.kind, Kind::Suit(_)) || c.any(&suits) || c.has(Word::Card)
    })
}

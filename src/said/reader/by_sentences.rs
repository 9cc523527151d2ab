//! A line that was read as a whole, and again by its sentences: where the whole says less, or mixes two of them, the
//! sentences count.

use super::Reader;
use super::sentences::{Alone, Sentence};
use crate::duel::{Instruction, Party, Scope};
use crate::game::{Action, CityId, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::known::Known;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::Word;
use crate::said::march::company;
use crate::said::{Request, Said};

impl Reader<'_> {
    /// Of a line that was read as a whole, what its sentences say by themselves takes the place of it, if they say more, or if
    /// a city of one was taken for the way of another: `… to Lippstadt via Soest; I said Hamm on Tuesday`.
    pub(super) fn by_sentences(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) {
        // `Saltikov will starve. Let him go with Fermor to Neu Stettin`: whom the second sentence means, the first one says.
        let spoken = |known: &Known| company::spoken_of_before(line, chunks, known).is_some();
        if self.known.as_ref().is_some_and(spoken) {
            return;
        }
        let first = self.reading.said.iter().position(|said| said.line == number);
        let Some(first) = first.filter(|_| self.earlier.is_none()) else { return };
        let last = self.last.clone();
        let whole = self.reading.said.split_off(first);
        let alone = self.alone(line, number, chunks, tongues);
        // No sentence of its own sends an enemy anywhere.
        let own = |said: &Said| {
            let own =
                |piece: &PieceId| self.known.as_ref().is_none_or(|k| k.is_own(piece.nation()));
            said.request.ordered().iter().all(own)
        };
        let mixed = !whole.iter().all(own);
        // `That's all from me. The Hanoverians come tonight` ends no movement of theirs.
        let ready = |all: &[Said]| {
            let mut ready = all.iter().filter(|said| said.request == Request::Ready);
            ready.next().and_then(|said| said.nation)
        };
        let of_others = |alone: &Alone| {
            alone.kept.said.len() == whole.len() && ready(&alone.kept.said) != ready(&whole)
        };
        let better = |alone: &Alone| {
            let mixed = mixed && !alone.kept.said.is_empty();
            alone.clear && (mixed || of_others(alone) || alone.says_more(&whole, chunks))
        };
        match alone.filter(better) {
            Some(alone) => self.reading.said.extend(alone.kept.said),
            None => {
                self.reading.said.extend(whole);
                self.last = last;
            }
        }
    }
}

impl Alone {
    /// Whether the sentences say all that the whole line was read as, and more, or send the same pieces to the same places
    /// with less of a way, of which another sentence has the rest.
    fn says_more(&self, whole: &[Said], chunks: &[Chunk]) -> bool {
        let said = &self.kept.said;
        let same = |one: &Said, other: &Said| {
            one.request == other.request && one.condition == other.condition
        };
        let known = |one: &Said| said.iter().any(|other| same(one, other));
        // `Laudon to Freiwaldau, that's all. Daun to Olmütz`
        let ready = said.iter().position(|said| said.request == Request::Ready);
        if ready.is_some_and(|at| at + 1 < said.len())
            && whole.iter().all(|one| one.request != Request::Ready)
        {
            return false;
        }
        if whole.iter().all(known) {
            // `I want to buy train 2; it goes to Berlin` is no march besides.
            let touched: Vec<PieceId> = whole.iter().flat_map(touched_by).collect();
            let new = |one: &Said| !whole.iter().any(|other| same(one, other));
            let apart = |one: &Said| {
                let act = matches!(
                    one.request,
                    Request::Act(Action::Recruit(_) | Action::Redistribute { .. })
                );
                !act && !one.request.ordered().iter().any(|piece| touched.contains(piece))
            };
            return said.len() > whole.len() && said.iter().filter(|one| new(one)).all(apart);
        }
        // The same march with less of a way, or without somebody: `Den Ferdinand mache ich separat. Cumberland nach Goslar`.
        let less = |one: &Said| {
            let Request::Act(Action::MoveVia { pieces, via }) = &one.request else { return false };
            said.iter().any(|other| {
                let Request::Act(Action::MoveVia { pieces: others, via: way }) = &other.request
                else {
                    return false;
                };
                let mut passed = via.iter().filter(|city| !way.contains(city));
                let mut left = pieces.iter().filter(|piece| !others.contains(piece));
                others == pieces
                    && way.last() == via.last()
                    && way.len() < via.len()
                    && passed.all(|city| self.tells(*city, chunks))
                    || way == via
                        && others.len() < pieces.len()
                        && left.all(|piece| self.only_talks_of(*piece, chunks))
            })
        };
        // `I don't know yet about Soubise` is no stay.
        let told = |one: &Said| match &one.request {
            Request::Stay(pieces) => {
                !pieces.is_empty() && pieces.iter().all(|piece| self.only_talks_of(*piece, chunks))
            }
            _ => false,
        };
        // `I still think about Friedrich. If Daun attacks Keith: …` is no instruction for Friedrich.
        let aside = |one: &Said| {
            let Request::Instruct(first) = &one.request else { return false };
            let Instruction::Duel { scope, terms } = first.as_ref() else { return false };
            let told = match scope {
                Scope::Pair { own: Party::General(piece), .. }
                | Scope::Own(Party::General(piece)) => self.only_talks_of(*piece, chunks),
                _ => false,
            };
            let same = |other: &Said| match &other.request {
                Request::Instruct(other) => {
                    matches!(other.as_ref(), Instruction::Duel { terms: others, .. } if others == terms)
                }
                _ => false,
            };
            told && said.iter().any(same)
        };
        // `Kassel is gone, and I stare at the map. My wife says that Frederick played the flute.` sends him nowhere.
        let tale = |one: &Said| match &one.request {
            Request::Act(Action::MoveVia { pieces, via }) => {
                pieces.iter().all(|piece| self.only_talks_of(*piece, chunks))
                    && via.iter().all(|city| self.tells(*city, chunks))
            }
            _ => false,
        };
        // `Apraxin to Goldberge, better for the supply. Tottleben stays`: no sentence halts the trains.
        // `…; the second needn't stir` by itself halts nobody, and is no talk.
        let halts = |sentence: &Sentence| {
            let words = &chunks[sentence.range.clone()];
            words.iter().any(|c| c.any(&[Word::Stay, Word::Not]) || c.ordinal.is_some())
        };
        let only_adds_stays = !said.is_empty()
            && said.iter().all(|one| whole.iter().any(|other| same(one, other)))
            && !self.all.iter().any(|one| one.is_talk() && halts(one));
        let melted = |one: &Said| {
            only_adds_stays && matches!(&one.request, Request::Stay(pieces) if !pieces.is_empty())
        };
        let passed = |one: &Said| {
            known(one) || less(one) || told(one) || aside(one) || tale(one) || melted(one)
        };
        whole.iter().all(passed)
    }

    /// Whether a piece is named, and only in sentences that are talk.
    fn only_talks_of(&self, piece: PieceId, chunks: &[Chunk]) -> bool {
        let names = |sentence: &&Sentence| {
            chunks[sentence.range.clone()].iter().any(|c| c.generals.contains(&piece))
        };
        // `Browne? He stands well where he is` says in the next sentence what becomes of him.
        let tells = |sentence: &Sentence| {
            let words = &chunks[sentence.range.clone()];
            let asks = words.iter().any(|c| c.kind == Kind::Question);
            // `I still think about Friedrich` waits, and says nothing of him.
            let waits = |said: &Vec<Said>| said.iter().all(|said| said.request == Request::Wait);
            sentence.said.as_ref().is_some_and(waits)
                && !asks
                && words.iter().filter(|c| c.is_word()).count() > 3
        };
        let mut named = self.all.iter().filter(names).peekable();
        named.peek().is_some() && named.all(tells)
    }

    /// Whether a city is named where nothing leads to it, in a sentence of several words.
    fn tells(&self, city: CityId, chunks: &[Chunk]) -> bool {
        self.all.iter().any(|sentence| {
            let words = &chunks[sentence.range.clone()];
            let at = words.iter().position(|c| c.is_plain_city() && c.cities.contains(&city));
            // `Chorin and Bernau lie on the way`
            let cities = words.iter().filter(|c| c.is_plain_city()).count();
            let way = cities > 1 || words.iter().any(|c| c.has(Word::Via));
            // `to Dahme - or rather no, to Luckau, via Dahme`
            let passed = words.windows(2).any(|pair| {
                pair[0].has(Word::Via) && pair[1].is_plain_city() && pair[1].cities.contains(&city)
            });
            !passed
                && at.is_some_and(|at| {
                    let led = at > 0 && words[at - 1].any(&[Word::Via, Word::To]);
                    let long = words.iter().filter(|c| c.is_word()).count() > 3;
                    let orders = sentence.said.as_ref().is_some_and(|said| !said.is_empty());
                    orders || sentence.is_talk() && long && !led && !way
                })
        })
    }
}

/// The pieces of which a request says something.
fn touched_by(said: &Said) -> Vec<PieceId> {
    match &said.request {
        Request::Act(Action::Recruit(bought)) => {
            let generals = bought.generals.iter().map(|(piece, ..)| *piece);
            let troops = bought.troops.iter().map(|(piece, _)| *piece);
            let trains = bought.trains.iter().map(|(piece, _)| *piece);
            generals.chain(troops).chain(trains).collect()
        }
        request => request.ordered().to_vec(),
    }
}

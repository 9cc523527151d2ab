//! The sentences of a line, each read as a line of its own would be, with the pieces that were spoken of before it.
//!
//! One that begins with a second thought (`... no, to Nimburg`) belongs to the sentence before it.

use super::Reader;
use super::parts::{discards, is_part, names_one_card};
use super::purchases::recruits_and_shifts;
use crate::game::{Action, DecisionKind, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{begins_correcting, blanked};
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, says};
use crate::said::doubt::hesitation::questions;
use crate::said::doubt::left_out::left_out;
use crate::said::grouping::apart::binds;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::Word;
use crate::said::telling::comment::is_comment;
use crate::said::{Request, Said};
use std::ops::Range;

/// A sentence and what it says by itself.
pub(super) struct Sentence {
    /// Its chunks.
    pub(super) range: Range<usize>,
    /// As it was written, without space at its ends.
    pub(super) text: String,
    /// What it says; `None` if it is in doubt.
    pub(super) said: Option<Vec<Said>>,
    /// What is clear of it though something else in it is in doubt.
    parts: Vec<Said>,
    /// It is in doubt, and yet orders nothing: the others say what becomes of whom it names.
    comment: bool,
}

impl Sentence {
    pub(super) fn is_talk(&self) -> bool {
        self.said.as_ref().is_some_and(Vec::is_empty)
    }

    /// What may be kept of it.
    fn kept(&self) -> &[Said] {
        match &self.said {
            Some(said) if said.iter().all(is_kept_alone) => said,
            Some(_) => &[],
            None => &self.parts,
        }
    }
}

impl Reader<'_> {
    /// Each sentence of a line by itself, if it has several and a movement, a discard or nothing is awaited.
    pub(super) fn alone(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> Option<Alone> {
        let ranges = with_second_thoughts(line, chunks);
        // Of whom nothing is awaited, he sends orders ahead.
        let moving = |known: &Known| {
            known.awaits(DecisionKind::Movement).is_some()
                || known.awaits(DecisionKind::Discard).is_some()
                || known.awaits(DecisionKind::Attack).is_some()
                || known.decisions.is_empty()
        };
        if ranges.len() < 2 || !self.known.as_ref().is_some_and(moving) {
            return None;
        }
        // `Can Seydlitz do Belzig - Dessau? Thanks.` asks for it, without the thanks it asks whether.
        let thanks = |range: &Range<usize>| {
            let polite = |c: &Chunk| c.any(&[Word::Greeting, Word::Closing]);
            let words = || chunks[range.clone()].iter().filter(|c| c.is_word());
            words().count() <= 3 && words().any(polite)
        };
        self.last.clone_from(&self.spoken_before);
        let mut all: Vec<Sentence> = Vec::new();
        for (place, range) in ranges.iter().enumerate() {
            let thanked = ranges.get(place + 1).is_some_and(thanks);
            let mut sentence = self.sentence(line, number, chunks, range, tongues, thanked);
            // `To Magdeburg ... bah no, there is nothing there.`: what it changes is not said.
            let first = sentences(&chunks[range.clone()]).next().unwrap_or_default();
            let first = range.start..range.start + first.end;
            if first.end < range.end && sentence.said.is_some() && !sentence.is_talk() {
                let alone = self.sentence(line, number, chunks, &first, tongues, false);
                sentence.said = sentence.said.filter(|said| alone.said.as_ref() != Some(said));
            }
            if sentence.said.is_none() && sentence.parts.is_empty() {
                let clauses = self.clauses_kept(line, number, chunks, range, tongues);
                match clauses.whole {
                    true => sentence.said = Some(clauses.kept),
                    false => sentence.parts = clauses.kept,
                }
            }
            all.push(sentence);
        }
        // `Dohna stays. The first train behind the King`: who is passed over is no talk.
        let said: Vec<Said> =
            all.iter().flat_map(|one| one.said.iter().flatten()).cloned().collect();
        for sentence in all.iter_mut().filter(|sentence| sentence.is_talk()) {
            let words = &chunks[sentence.range.clone()];
            if left_out(line, words, &said, self.known.as_ref()).is_some() {
                sentence.said = None;
            }
        }
        // `Hildburghausen, hmm. Take him to Saalfeld`
        for at in 0..all.len() {
            let topic = topic(&chunks[all[at].range.clone()]).filter(|_| all[at].said.is_none());
            let mut behind = all[at + 1..].iter().flat_map(|one| one.said.iter().flatten());
            if topic.is_some_and(|piece| behind.any(|s| s.request.ordered().contains(&piece))) {
                all[at].said = Some(Vec::new());
            }
        }
        // `Browne to Teplitz? It is tempting. No. Browne to Tetschen`: the writer answers himself.
        for at in 0..all.len() {
            let words = &chunks[all[at].range.clone()];
            let asked: Vec<PieceId> = words.iter().flat_map(|c| c.generals.clone()).collect();
            let asks = words.last().is_some_and(|c| c.kind == Kind::Question);
            let decided = |piece: &PieceId| {
                all[at + 1..].iter().any(|one| {
                    let named =
                        chunks[one.range.clone()].iter().any(|c| c.generals.contains(piece));
                    let mut said = one.said.iter().flatten();
                    named && said.any(|said| said.request.ordered().contains(piece))
                })
            };
            let alone = all[at].said.is_none() && asks && !asked.is_empty();
            if alone && !words.iter().any(Chunk::is_train_word) && asked.iter().all(decided) {
                (all[at].said, all[at].comment) = (Some(Vec::new()), true);
            }
        }
        // Whom an order names, or a pronoun in it means.
        let named = |sentence: &Sentence, piece: &PieceId| {
            let he = |c: &Chunk| c.has(Word::Pronoun) && !c.has(Word::Filler);
            chunks[sentence.range.clone()].iter().any(|c| c.generals.contains(piece) || he(c))
        };
        let sent: Vec<PieceId> = all
            .iter()
            .flat_map(|one| {
                let ordered = one.said.iter().flatten().flat_map(|said| said.request.ordered());
                ordered.copied().filter(|piece| named(one, piece))
            })
            .collect();
        for sentence in all.iter_mut().filter(|sentence| sentence.said.is_none()) {
            let words = &chunks[sentence.range.clone()];
            if self.known.as_ref().is_some_and(|known| is_comment(line, words, &sent, known)) {
                (sentence.said, sentence.comment) = (Some(Vec::new()), true);
            }
        }
        let orders = |sentence: &Sentence| {
            sentence.said.as_ref().is_none_or(|said| said.iter().any(|s| !s.request.asks_only()))
        };
        let ordered: Vec<PieceId> =
            said.iter().flat_map(|one| one.request.ordered()).copied().collect();
        let earlier = !self.reading.said.is_empty();
        let clear = |at: usize| {
            let sentence = &all[at];
            let words = &chunks[sentence.range.clone()];
            let behind = earlier || all[..at].iter().any(orders);
            match &sentence.said {
                Some(said) if said.is_empty() => {
                    sentence.comment
                        || !corrects(&sentence.text, words)
                        || leaves_the_others(line, &sentence.text, words, &ordered, behind)
                }
                // `No proposals, no press, that's all` is no vote.
                Some(said) => said.iter().all(|said| {
                    let votes = matches!(said.request, Request::Vote { .. });
                    let buys = matches!(said.request, Request::Act(Action::Recruit(_)));
                    stands_by_itself(said)
                        && !(votes && words.iter().filter(|c| c.is_word()).count() > 4)
                        && !(buys && corrects(&sentence.text, words))
                }),
                None => false,
            }
        };
        let clear = (0..all.len()).all(clear);
        let own = |c: &Chunk| {
            let known = self.known.as_ref();
            c.generals.iter().any(|piece| known.is_some_and(|known| known.is_own(piece.nation())))
        };
        let kept = Kept::of(&all, chunks, clear, own);
        let buys = recruits_and_shifts(&kept.said) || self.buys_and_moves_a_train(&kept.said);
        let clear = clear && kept.each_once && !buys;
        Some(Alone { all, kept, clear })
    }

    /// What one sentence of a line says by itself. Of what it says only the pieces it spoke of last are remembered.
    pub(super) fn sentence(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        range: &Range<usize>,
        tongues: Tongues,
        thanked: bool,
    ) -> Sentence {
        let sentence = &chunks[range.clone()];
        let only = only(line, sentence);
        let (heading, turn, lost) = (self.heading, self.turn, self.lost);
        let (back, condition) = (self.back.clone(), self.last_condition);
        let (said, parts) = (self.reading.said.len(), self.reading.parts.len());
        self.earlier = None;
        let asks = !thanked && questions(&only, sentence, false).is_some();
        let read = self.orders(&only, number, sentence, tongues);
        // What changes an order of another line is clear only with that line.
        let changes = self.earlier.is_some();
        let mut own = self.reading.said.split_off(said.min(self.reading.said.len()));
        // `Lehwaldt at Heiligenbeil is still alive!` orders an enemy nothing; `Daun to Olmütz` is an order, if not one's own.
        if let Some(known) = &self.known {
            let told = |said: &Said| {
                let redistributes =
                    matches!(said.request, Request::Act(Action::Redistribute { .. }));
                redistributes || matches!(said.request, Request::Stay(_))
            };
            own.retain(|said| {
                let pieces = said.request.ordered();
                let own = |piece: &PieceId| known.is_own(piece.nation());
                !told(said) || pieces.is_empty() || pieces.iter().any(own)
            });
        }
        self.put_back(said);
        let parts = self.reading.parts.split_off(parts.min(self.reading.parts.len()));
        (self.heading, self.turn, self.lost) = (heading, turn, lost);
        (self.back, self.last_condition) = (back, condition);
        let is_clear = read.is_ok()
            && !changes
            && !follows_another(chunks, range)
            && (!asks || own.iter().all(|said| said.request.asks_only()));
        let (range, text) = (range.clone(), only.trim().to_owned());
        let parts = if asks { Vec::new() } else { parts };
        Sentence { range, text, said: is_clear.then_some(own), parts, comment: false }
    }
}

/// The sentences of a line, each by itself.
pub(super) struct Alone {
    pub all: Vec<Sentence>,
    pub kept: Kept,
    /// Each is clear, and no piece is spoken of twice.
    pub clear: bool,
}

/// What is kept of the sentences of a paragraph.
pub(super) struct Kept {
    pub said: Vec<Said>,
    /// No piece is spoken of twice.
    each_once: bool,
}

impl Kept {
    /// `whole`: each sentence is clear, and all that it says counts.
    fn of(all: &[Sentence], chunks: &[Chunk], whole: bool, own: impl Fn(&Chunk) -> bool) -> Kept {
        let mut clear: Vec<&[Said]> = Vec::new();
        let mut doubtful: Vec<PieceId> = Vec::new();
        let mut trains = false;
        for sentence in all.iter().filter(|sentence| !sentence.is_talk()) {
            let said = sentence.said.as_deref().filter(|_| whole);
            clear.push(said.unwrap_or(sentence.kept()));
            if sentence.said.is_none() {
                let words = &chunks[sentence.range.clone()];
                let kept: Vec<PieceId> =
                    sentence.parts.iter().flat_map(|one| one.request.ordered()).copied().collect();
                let named = words.iter().flat_map(|c| c.generals.iter().copied());
                doubtful.extend(named.filter(|piece| !kept.contains(piece)));
                let train = words.iter().any(|c| c.has(Word::Train));
                trains |= train && kept.iter().all(|piece| piece.is_general());
                // `No, he stays` may be said of whoever was spoken of before it; so may `If Friedrich is near, better stay`.
                if !train && !words.iter().any(&own) && clear.len() > 1 && may_take_back(words) {
                    clear.remove(clear.len() - 2);
                }
            }
        }
        let pieces: Vec<PieceId> = clear
            .iter()
            .flat_map(|said| said.iter())
            .flat_map(|one| one.request.ordered())
            .copied()
            .collect();
        let once = |piece: &PieceId| pieces.iter().filter(|other| *other == piece).count() == 1;
        let free = |piece: &PieceId| {
            once(piece) && !doubtful.contains(piece) && (piece.is_general() || !trains)
        };
        let mut said: Vec<Said> = Vec::new();
        for one in clear.into_iter().flatten() {
            let discard = !discards(one) || names_one_card(chunks);
            let again = said.iter().any(|known| known.request == one.request);
            if one.request.ordered().iter().all(free) && discard && !again {
                said.push(one.clone());
            }
        }
        Kept { said, each_once: pieces.iter().all(once) }
    }
}

/// Whether a sentence that names nobody may be said of whoever was spoken of before it: `No, he stays.`
fn may_take_back(sentence: &[Chunk]) -> bool {
    let says = [
        Word::Pronoun,
        Word::Not,
        Word::No,
        Word::Stay,
        Word::If,
        Word::Unless,
        Word::Or,
        Word::Else,
        Word::Cancel,
        Word::To,
        Word::Via,
        Word::Back,
    ];
    sentence.iter().filter(|c| c.is_word()).count() < 4
        || sentence.iter().any(|c| c.any(&says) && !c.has(Word::Filler) || c.is_plain_city())
}

/// The line with nothing but this sentence, at its place.
fn only(line: &str, sentence: &[Chunk]) -> String {
    let (Some(first), Some(last)) = (sentence.first(), sentence.last()) else {
        return String::new();
    };
    blanked(&blanked(line, last.end, line.len()), 0, first.start)
}

/// The sentences of a line that say something, each with the second thought behind it.
fn with_second_thoughts(line: &str, chunks: &[Chunk]) -> Vec<Range<usize>> {
    let counts = |c: &Chunk| c.is_word() || c.number.is_some();
    let mut all: Vec<Range<usize>> = Vec::new();
    for range in sentences(chunks).flat_map(|range| clauses(chunks, range)) {
        let sentence = &chunks[range.clone()];
        if !sentence.iter().any(counts) {
            continue;
        }
        match all.last_mut() {
            Some(before)
                if is_contrary(sentence)
                    || is_second_thought(line, sentence)
                        && !speaks_of_another(&chunks[before.clone()], sentence) =>
            {
                before.end = range.end;
            }
            _ => all.push(range),
        }
    }
    all
}

/// `…; but if Soubise is at Kassel, he stays`: without it the order before it is another one.
fn is_contrary(sentence: &[Chunk]) -> bool {
    let mut words = sentence.iter().filter(|c| c.is_word());
    let (first, second) = (words.next(), words.next());
    let but = |c: &Chunk| c.means(ClubWord::But) || c.has(Word::While);
    let condition = |c: &Chunk| c.any(&[Word::If, Word::Unless, Word::Inverted]);
    first.zip(second).is_some_and(|(first, second)| {
        but(first) && condition(second) || condition(first) && but(second)
    })
}

/// Whether the no that a sentence begins with denies the verb behind it: `Nie wiem jeszcze, co z Soubise'em`.
fn denies_only(sentence: &[Chunk]) -> bool {
    let small = |c: &Chunk| c.any(&[Word::And, Word::Filler]) && !c.any(&[Word::No, Word::Not]);
    let mut words = sentence.iter().skip_while(|c| !c.is_word() || small(c));
    let no = words.next().is_some_and(|c| Little::Denial.is(&c.plain));
    let goes = [Word::To, Word::Via, Word::Stay, Word::Or, Word::Wait];
    no && words.next().is_some_and(|c| c.is_word() && c.cities.is_empty() && !c.any(&goes))
}

/// A sentence parted at its semicolons.
fn clauses(chunks: &[Chunk], range: Range<usize>) -> Vec<Range<usize>> {
    let mut from = range.start;
    let mut all: Vec<Range<usize>> = Vec::new();
    for at in range.clone().filter(|at| chunks[*at].kind == Kind::Semicolon) {
        all.push(from..at + 1);
        from = at + 1;
    }
    all.push(from..range.end);
    all.retain(|range| !range.is_empty());
    all
}

/// Whether a sentence begins with a no, an apology or another word that corrects: `No, to Nimburg.`
fn is_second_thought(line: &str, sentence: &[Chunk]) -> bool {
    let begins = begins_correcting(line, sentence) && !denies_only(sentence);
    // `No worries`, `Sorry for the delay` take nothing back.
    begins
        && sentence.iter().any(|c| c.is_plain_city() || c.any(&[Word::Stay, Word::Move, Word::Not]))
}

/// `Schwerin to Schweidnitz. No, Keith isn't coming along, he heads for Oppeln`: the no is about what is denied of another
/// piece, who has a goal of his own.
fn speaks_of_another(before: &[Chunk], sentence: &[Chunk]) -> bool {
    let piece = sentence.iter().position(|c| !c.generals.is_empty());
    let Some(piece) = piece else { return false };
    let clause = sentence[piece..].iter().take_while(|c| c.is_word());
    let denied =
        clause.clone().any(|c| c.has(Word::Not)) && !clause.clone().any(Chunk::is_plain_city);
    let known = |c: &Chunk| c.generals.iter().any(|p| sentence[piece].generals.contains(p));
    denied && !before.iter().any(known) && sentence[piece..].iter().any(Chunk::is_plain_city)
}

/// The general of whom a sentence says nothing but his name, with a murmur: `Now Browne.`, `Hildburghausen, hmm.`
fn topic(sentence: &[Chunk]) -> Option<PieceId> {
    let small = [Word::Filler, Word::Article, Word::Title, Word::And, Word::Then, Word::Time];
    let mut named = sentence.iter().filter(|c| !c.generals.is_empty());
    let only = named.next().filter(|_| named.next().is_none())?;
    let plain = |c: &Chunk| {
        !c.generals.is_empty()
            || matches!(c.kind, Kind::Comma | Kind::Period | Kind::Other | Kind::Dash)
            || c.is_word() && c.any(&small) && !c.any(&[Word::Stay, Word::Move, Word::To])
    };
    sentence.iter().all(plain).then(|| only.generals.first().copied()).flatten()
}

/// Whether a sentence without an order may take back another one: `No, wait.`
pub(super) fn corrects(sentence: &str, chunks: &[Chunk]) -> bool {
    let words = [ClubWord::Correction, ClubWord::PlainNo, ClubWord::Apology];
    // `I read the rules again and perhaps I understand them now`: of what is told at length no order hangs.
    let vague = [ClubWord::Except, ClubWord::Never, ClubWord::Perhaps, ClubWord::Later];
    let words_own = chunks.iter().filter(|c| c.is_word() && c.unknown).count();
    let ordered = |c: &Chunk| {
        c.any(&[Word::Move, Word::Stay, Word::Cancel, Word::Not]) && !c.has(Word::Filler)
            || !c.generals.is_empty()
            || c.is_plain_city()
    };
    let told = words_own > 1 && !chunks.iter().any(ordered);
    let denies = |word: &ClubWord| *word == ClubWord::PlainNo && denies_only(chunks);
    words.iter().any(|word| !denies(word) && says(sentence, *word))
        || !told && vague.iter().any(|word| says(sentence, *word))
        || binds(chunks)
}

/// Whether a sentence without an order that says `perhaps`, `later` or `no` has nothing to do with the orders beside it: it is
/// told at length before any of them, or about pieces that none of them sends. `behind`: an order stands before it.
fn leaves_the_others(
    line: &str,
    sentence: &str,
    chunks: &[Chunk],
    ordered: &[PieceId],
    behind: bool,
) -> bool {
    let words = chunks.iter().filter(|c| c.is_word()).count();
    if binds(chunks) && (behind || words < 5)
        || begins_correcting(line, chunks) && !denies_only(chunks) && behind
    {
        return false;
    }
    let train = chunks.iter().any(Chunk::is_train_word);
    let named: Vec<PieceId> = chunks.iter().flat_map(|c| c.generals.iter().copied()).collect();
    let others = !named.is_empty() && !train && !named.iter().any(|piece| ordered.contains(piece));
    let postpones = says(sentence, ClubWord::Except) || says(sentence, ClubWord::Never);
    !postpones && (others || !behind && words > 4 && named.is_empty() && !train)
}

/// Whether this is understood whatever its neighbours say: an order without a condition, a purchase, a vote, an absence.
fn stands_by_itself(said: &Said) -> bool {
    let act = matches!(
        said.request,
        Request::Act(Action::Recruit(_) | Action::Redistribute { .. })
            | Request::Press(_)
            | Request::Vote { .. }
            | Request::Absent { .. }
            | Request::Wait
    );
    is_plain_part(said) || act && said.condition.is_none() && said.turn.is_none()
}

/// Whether this is a march or a stay under no condition and no heading, a discard, an instruction for combats, or `ready`.
fn is_plain_part(said: &Said) -> bool {
    let kept = is_part(said) || matches!(said.request, Request::Instruct(_)) || discards(said);
    kept && said.condition.is_none() && said.turn.is_none()
}

/// Whether a sentence that says this can be kept though another one of its paragraph is in doubt: what it says stands by
/// itself.
pub(super) fn is_kept_alone(said: &Said) -> bool {
    let alone =
        matches!(said.request, Request::Press(_) | Request::Vote { .. } | Request::Absent { .. });
    alone || is_plain_part(said)
}

/// `Browne goes to Tetschen. … Lacy follows Browne`: where he goes whom a sentence follows, another one says.
fn follows_another(chunks: &[Chunk], range: &Range<usize>) -> bool {
    let follows = |c: &Chunk| c.any(&[Word::Join, Word::Following]) && c.generals.is_empty();
    let others = || chunks[..range.start].iter().chain(&chunks[range.end..]);
    let sent =
        |c: &Chunk| others().any(|other| other.generals.iter().any(|p| c.generals.contains(p)));
    let sentence = &chunks[range.clone()];
    let near = |at: usize| sentence[at + 1..].iter().take(2).any(sent);
    let buys = |c: &Chunk| c.any(&[Word::Troops, Word::Pay, Word::Recruit]);
    let leads = (0..sentence.len()).any(|at| follows(&sentence[at]) && near(at));
    leads && !sentence.iter().any(|c| c.is_plain_city() || buys(c))
}

//! Remarks beside orders: why somebody marches, and whom he means to fight then.
//!
//! A piece that is only spoken of in a reason (`the train is there`) is not the one that is ordered; and
//! combats follow by themselves where enemies stand beside each other after the movement (R7.1), so that
//! `and attacks Browne` behind a march says nothing that has to be carried out.

use super::chunk::Chunk;
use super::corrected::{Corrected, said, without};
use super::frame::{Framed, Parsed, Scene};
use super::pieces::who;
use crate::game::{Action, DecisionKind};
use crate::orders::fold::fold;
use crate::said::club::words::{ClubWord, means, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Request, Said};

/// What may be an order, even in brackets.
const ORDERS: [Word; 18] = [
    Word::Ready,
    Word::Stop,
    Word::Stay,
    Word::If,
    Word::Else,
    Word::Not,
    Word::Or,
    Word::Recruit,
    Word::Discard,
    Word::Cancel,
    Word::Wait,
    Word::Train,
    Word::Both,
    Word::All,
    Word::Alone,
    Word::Together,
    Word::Rest,
    Word::Reserve,
];
/// No remark is longer, in chunks.
const LONGEST_REMARK: usize = 24;

/// Reads a group as a remark.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let remark = is_reason(scene, chunks)
        || is_fight(scene, chunks)
        || is_look(scene, chunks)
        || wonders(scene, chunks)
        || tells_score(scene, chunks);
    remark.then(|| Ok(Parsed::default()))
}

/// `No sé si me va a salir bien`, `a ver si esta vez no me machacan`: where nobody is named, what one does not know is no
/// order.
fn wonders(scene: &Scene, chunks: &[Chunk]) -> bool {
    let has = |word| chunks.iter().any(|c: &Chunk| c.has(word));
    let known = scene.known;
    let others = |c: &Chunk| c.nation.is_some_and(|n| known.is_some_and(|k| !k.is_own(n)));
    let names = |c: &Chunk| {
        let place = c.is_plain_city() && c.nation.is_none();
        !c.generals.is_empty() || place || c.number.is_some()
    };
    // `No sé si …`
    let first = chunks.iter().position(Chunk::is_word);
    let doubts = first.is_some_and(|at| {
        chunks[at].has(Word::Not) && chunks[at..].iter().take(5).any(|c| c.has(Word::If))
    });
    let acts = |c: &Chunk| !doubts && c.any(&[Word::Stop, Word::Play, Word::Card]);
    let stays = |c: &Chunk| c.has(Word::Stay) && !c.any(&[Word::Not, Word::Filler]);
    // `esta vez no me machacan los franceses`
    has(Word::Not)
        && (has(Word::If) || chunks.iter().any(others))
        && !chunks
            .iter()
            .any(|c| names(c) || acts(c) || stays(c) || c.any(&[Word::Train, Word::Ready]))
}

/// `Menos nueve, vaya tela`, `Sotto di due`, `One behind`: how a combat that is fought stands is no card.
fn tells_score(scene: &Scene, chunks: &[Chunk]) -> bool {
    let known = scene.known;
    let plays = known.is_some_and(|known| known.awaits(DecisionKind::Play).is_some());
    let words: Vec<&Chunk> = chunks.iter().filter(|c| c.is_word_or_number()).collect();
    let text = |c: &Chunk| scene.words(std::slice::from_ref(c));
    let below = |at: usize| {
        let pair =
            |to: usize| words[at..words.len().min(to)].iter().map(|c| text(c)).collect::<String>();
        (at + 1..=at + 2).any(|to| means(&pair(to), ClubWord::Below))
    };
    let counts = |at: usize| words.get(at).and_then(|c| c.count()).is_some_and(|n| n < 60);
    let signed = words.first().is_some_and(|c| means(&text(c), ClubWord::Minus)) && counts(1);
    let score = signed
        || !words.is_empty() && below(0) && (counts(1) || counts(2))
        || counts(0) && words.len() > 1 && below(1);
    let others = |c: &Chunk| {
        !c.generals.is_empty()
            || c.is_plain_city()
            || matches!(c.kind, Kind::Suit(_) | Kind::Question)
            || c.any(&[Word::Play, Word::Discard, Word::Reserve, Word::Card, Word::If, Word::Lose])
                && !c.has(Word::Filler)
            || c.has(Word::Stop) && !Little::Suffices.is(&c.plain)
    };
    let several = words.iter().filter(|c| c.count().is_some()).count() > 1;
    plays && score && words.len() <= 6 && !several && !chunks.iter().any(others)
}

/// Whether a reason begins here: `because the train stands at Jüterbog`.
pub(in crate::said) fn begins_reason(chunks: &[Chunk], at: usize) -> bool {
    let chunk = &chunks[at];
    chunk.is_word() && chunk.generals.is_empty() && chunk.means(ClubWord::Because)
}

/// Whether a group only says why: that somebody stands there already, or bars the way.
fn is_reason(scene: &Scene, chunks: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    let may_name = |c: &Chunk| !c.generals.is_empty() || c.is_word() && !c.has(Word::Filler);
    if chunks.len() > LONGEST_REMARK || !chunks.iter().any(may_name) {
        return false;
    }
    let because =
        chunks.iter().position(Chunk::is_word).is_some_and(|at| begins_reason(chunks, at));
    // What was taken out of the line between these words gives no reason.
    let each = |c: &Chunk| scene.words(std::slice::from_ref(c));
    let text = chunks.iter().map(each).collect::<Vec<String>>().join(" ");
    if !because && !says(&text, ClubWord::Reason) {
        return false;
    }
    let named: Vec<_> =
        (0..chunks.len()).filter_map(|at| who(scene, chunks, at, Some(true))).collect();
    let stands = |chunk: &Chunk| {
        let here = |piece: &crate::game::PieceId| {
            known.position(*piece).is_some_and(|city| chunk.cities.contains(&city))
        };
        chunk.generals.is_empty() && named.iter().any(|who| who.pieces.iter().any(here))
    };
    // Whoever is sent somewhere is ordered, whatever the reason.
    let sent = chunks.iter().any(|c| c.is_plain_city() && c.meanings.is_empty() && !stands(c));
    // `Train 1 stays in Melnik (there it stands well)` is an order, whatever is said of it.
    let own = |at: usize| {
        who(scene, chunks, at, Some(true))
            .filter(|who| who.pieces.iter().all(|piece| known.is_own(piece.nation())))
            .map(|who| who.to + 1)
    };
    let first = chunks.iter().position(|c| c.is_word() && !c.any(&[Word::Filler, Word::Article]));
    // `Chevert et Richelieu restent ce tour`: several may be the subject.
    let all_of = |at: usize| {
        let mut verb = own(at)?;
        let joins = |c: &Chunk| c.kind == Kind::Plus || c.has(Word::And) && c.generals.is_empty();
        while chunks.get(verb).is_some_and(joins)
            && let Some(next) = chunks.get(verb + 1).and_then(|_| own(verb + 1))
        {
            verb = next;
        }
        Some(verb)
    };
    let ordered = first.and_then(all_of).and_then(|verb| chunks.get(verb)).is_some_and(|verb| {
        verb.has(Word::Stay) && !verb.has(Word::Inverted) && verb.generals.is_empty()
    });
    // `leave Seydlitz where he is` says of nobody that he bars the way.
    let left = (1..chunks.len()).any(|at| {
        let verb = &chunks[at - 1];
        verb.has(Word::Part) && verb.has(Word::Stay) && own(at).is_some()
    });
    // `no orders for Schwerin, he just sits there`
    let stayed = first.is_some_and(|at| {
        chunks[at].has(Word::Stay) && !chunks[at].any(&[Word::Filler, Word::Inverted])
    });
    if (ordered || left || stayed) && !because {
        return false;
    }
    let counts = chunks.iter().any(|c| matches!(c.kind, Kind::Suit(_)))
        || chunks.iter().any(|c| c.any(&[Word::Ready, Word::Recruit, Word::Discard]));
    // `… but Heinrich is there. From 3 to 6 March I'm away`: that is another sentence.
    let dated = chunks.iter().any(|c| c.has(Word::Absent))
        && chunks.iter().any(|c| c.count().is_some() && c.generals.is_empty());
    let counts = counts || dated && chunks.iter().any(|c| c.kind == Kind::Period);
    // `as Cumberland has bolted towards Hanover`: somebody else's piece is sent nowhere.
    let mut pieces = named.iter().flat_map(|who| &who.pieces);
    let of_others = because && pieces.all(|piece| !known.is_own(piece.nation()));
    // `perché ad Aussig è troppo esposto`, of him who was spoken of
    let led = |at: usize| chunks[at].has(Word::To) && !chunks[at].has(Word::At);
    let goal = |at: usize| at > 0 && led(at - 1) && chunks[at].is_plain_city();
    let of_the_last = because
        && chunks.iter().filter(|c| c.is_word()).count() > 4
        && named.is_empty()
        && !scene.last.is_empty()
        && chunks.iter().all(|c| c.is_word() && c.number.is_none() || c.kind == Kind::Other)
        && !chunks.iter().any(|c| c.any(&[Word::Stay, Word::If, Word::Train]))
        && !(0..chunks.len()).any(goal);
    if of_the_last {
        return !counts;
    }
    !named.is_empty() && (!sent || of_others) && !counts
}

/// Whether a group that was read as a march or stay of somebody else's pieces only tells of them: it is a stay, or has words
/// that no order has.
pub(in crate::said) fn tells_of_others(scene: &Scene, group: &[Chunk], parsed: &Parsed) -> bool {
    let Some(known) = scene.known else { return false };
    let foreign = |request: &Request| {
        let pieces = request.ordered();
        !pieces.is_empty() && pieces.iter().all(|piece| !known.is_own(piece.nation()))
    };
    // `Keith sits at Königgrätz and trembles`: nobody orders an enemy to stay.
    let stays = parsed.said.iter().all(|(_, request)| matches!(request, Request::Stay(_)));
    let strange =
        |c: &Chunk| c.is_word() && (c.unknown && c.guessed.is_none() || c.means(ClubWord::Past));
    !parsed.said.is_empty()
        && parsed.said.iter().all(|(_, request)| foreign(request))
        && (stays || group.iter().any(strange))
        && !scene.last.is_empty()
}

/// Whether a fight with somebody else's general is spoken of from here on: `attacks Schwerin`.
pub(in crate::said) fn begins_fight(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let Some(known) = scene.known else { return false };
    let enemy = |c: &Chunk| c.generals.iter().any(|piece| !known.is_own(piece.nation()));
    // `um Schwerin anzugreifen`
    if enemy(&chunks[at]) && chunks.get(at + 1).is_some_and(|next| next.has(Word::Attack)) {
        return true;
    }
    if !chunks[at].has(Word::Attack) {
        return false;
    }
    let passed = |c: &&Chunk| {
        c.generals.is_empty()
            && c.cities.is_empty()
            && c.any(&[Word::To, Word::At, Word::Article, Word::Title, Word::Filler, Word::TheOne])
    };
    let whom = chunks[at + 1..].iter().find(|c| !passed(c));
    whom.is_some_and(enemy)
}

/// Whether a group says nothing but that those who were spoken of last fight somebody.
fn is_fight(scene: &Scene, chunks: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    let moving = known.awaits(DecisionKind::Movement).is_some() || scene.heading.is_some();
    let enemy = |c: &Chunk| c.generals.iter().any(|piece| !known.is_own(piece.nation()));
    let passed = |c: &Chunk| {
        !c.is_word() && c.number.is_none()
            || enemy(c)
            || c.generals.is_empty()
                && !c.unknown
                && (c.cities.is_empty() || c.nation.is_some())
                && c.number.is_none_or(|_| c.has(Word::Article))
                && c.any(&[
                    Word::Attack,
                    Word::And,
                    Word::Then,
                    Word::Pronoun,
                    Word::To,
                    Word::At,
                    Word::Article,
                    Word::Title,
                    Word::Filler,
                    Word::TheOne,
                    Word::Time,
                    Word::For,
                ])
                && !c.any(&[Word::Not, Word::If, Word::Ready])
    };
    moving
        && !scene.last.is_empty()
        && chunks.iter().any(|c| c.has(Word::Attack))
        && chunks.iter().any(enemy)
        && (0..chunks.len()).any(|at| begins_fight(scene, chunks, at))
        && chunks.iter().all(passed)
}

/// Whether somebody begins to look at a place from here on: `he eyes Dresden from there`.
pub(in crate::said) fn begins_look(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    said(scene.line, chunks, at, ClubWord::Looking).is_some()
}

/// Whether a group says nothing but what those who were spoken of look at.
fn is_look(scene: &Scene, chunks: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    // `passing by Prenzlau, to have a look at the Swedes`: the way is no remark.
    let way = |pair: &[Chunk]| pair[0].has(Word::Via) && pair[1].is_plain_city();
    !scene.last.is_empty()
        && !chunks.windows(2).any(way)
        && chunks.len() <= LONGEST_REMARK
        && !chunks.iter().any(|c| own(c) || c.any(&[Word::Train, Word::Ready, Word::Recruit]))
        && says(&scene.words(chunks), ClubWord::Looking)
}

/// The line without what stands in brackets and says that a place is too far: `(Halle is too far)`.
pub(in crate::said) fn without_asides(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let open = chunks.iter().position(|c| c.kind == Kind::Open)?;
    let length = chunks[open..].iter().position(|c| c.kind == Kind::Close)?;
    let inside = chunks.get(open + 1..open + length).filter(|inside| !inside.is_empty())?;
    let text = line.get(inside.first()?.start..inside.last()?.end)?;
    // `(I'd have loved Prague, but no)`
    let passed = [ClubWord::ThoughtOf, ClubWord::Considered, ClubWord::Would, ClubWord::Weighs];
    let passed = passed.into_iter().any(|word| says(text, word))
        && chunks[..open].iter().any(|c| c.is_plain_city())
        && !inside.iter().any(|c| {
            !c.generals.is_empty() || c.any(&[Word::If, Word::Unless, Word::Else, Word::Or])
        });
    let aside =
        (says(text, ClubWord::TooFar) || passed) && inside.iter().any(|c| !c.cities.is_empty());
    // `(from there it is not far to the wine)`: nothing in it has to do with orders.
    let counts = |c: &Chunk| {
        !c.generals.is_empty()
            || !c.cities.is_empty()
            || c.nation.is_some()
            || c.number.is_some() && !c.has(Word::Article)
            || c.guessed.is_some()
            || matches!(c.kind, Kind::Suit(_) | Kind::Question)
            || c.any(&ORDERS) && !c.any(&[Word::Filler, Word::And, Word::To, Word::At])
    };
    // `(no monster jokes please, heard them all)`: two words of it are of no order.
    let strange = inside.iter().filter(|c| c.unknown).count() > 1;
    let loose =
        [Word::Not, Word::Both, Word::All, Word::Alone, Word::Together, Word::Rest, Word::Reserve];
    let counts = |c: &Chunk| counts(c) && !(strange && c.is_word() && only_loose(c, &loose));
    let piece = |c: &Chunk| !c.generals.is_empty() || c.has(Word::Train);
    let before = chunks[..open].iter().any(piece);
    // `Hildburghausen (the man, not the town)`
    let who = inside.len() > 2
        && inside.iter().all(|c| {
            !c.is_word()
                || c.has(Word::General)
                || only_loose(c, &loose)
                || c.any(&[Word::Article, Word::Filler, Word::Steps])
                || c.unknown
        });
    let talk = inside.len() > 2
        && (inside.iter().any(|c| c.unknown) && !inside.iter().any(counts) || who)
        && before;
    // `The wagons at Falkenberg (train 1)`: where it stands says so, too.
    let train = inside.first().is_some_and(Chunk::is_train_word)
        && matches!(&inside[1..], [number] if number.number.is_some());
    let stands = |pair: &[Chunk]| pair[0].any(&[Word::At, Word::From]) && pair[1].is_plain_city();
    let placed = train
        && chunks[open - open.min(2)..open].windows(2).any(stands)
        && chunks[open - open.min(4)..open].iter().any(Chunk::is_train_word);
    (aside || talk || placed).then(|| without(line, chunks, open, open + length + 1)).flatten()
}

/// Whether a word names nothing, and of what may be an order means only these.
fn only_loose(chunk: &Chunk, loose: &[Word]) -> bool {
    let others = ORDERS.iter().any(|word| chunk.has(*word) && !loose.contains(word));
    chunk.any(loose)
        && !others
        && chunk.generals.is_empty()
        && chunk.cities.is_empty()
        && chunk.nation.is_none()
        && chunk.number.is_none()
}

/// The place behind a reason that stands in the midst of a correction: `to Jüterbog, no, the train is
/// there, so to Luckau`. `chunks` begin behind the word that corrects.
pub(in crate::said) fn behind_reason(line: &str, chunks: &[Chunk]) -> Option<usize> {
    let ends = |c: &Chunk| {
        matches!(c.kind, Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Dash | Kind::Colon)
    };
    let end = chunks.iter().position(ends)?;
    let (first, last) = (chunks.first()?, chunks.get(end.checked_sub(1)?)?);
    let clause = line.get(first.start..last.end)?;
    let named = chunks[..end].iter().any(|c| !c.generals.is_empty() || c.has(Word::Train));
    let reason = says(clause, ClubWord::Reason) || begins_reason(chunks, 0);
    let behind = chunks[end..].iter().position(|c| !ends(c))?;
    // `no, that is too far`
    let too_far = says(clause, ClubWord::TooFar) && !chunks[..end].iter().any(Chunk::is_plain_city);
    (named && reason || too_far).then_some(end + behind)
}

fn is_street(word: &str) -> bool {
    means(word, ClubWord::Street) || Little::StreetEnding.ends(&fold(word).plain)
}

/// `14 rue de la Réserve, 59000 Lille`: a street, and a number that is a postal code, in a line that names nobody.
pub(in crate::said) fn is_postal(line: &str, chunks: &[Chunk]) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let code = |c: &Chunk| c.end - c.start >= 5 && matches!(c.kind, Kind::Number(_));
    // `00-001`
    let digits = |c: char| c.is_ascii_digit();
    let parted = |word: &str| {
        word.split_once('-').is_some_and(|(first, last)| {
            first.len() == 2 && last.len() == 3 && (first.chars().chain(last.chars())).all(digits)
        })
    };
    words.any(is_street)
        && (chunks.iter().any(code) || line.split_whitespace().any(parted))
        && chunks.iter().all(|c| c.generals.is_empty() && !c.has(Word::Train))
}

/// Whether a line that was read as troops is a street address (`Friedrich-Ebert-Straße 12`), or a line that was
/// read as anything belongs to the foot of a company's mails (`Registered in Dresden, director: M. Keith`).
pub(in crate::said) fn is_address(line: &str, said: &[Said]) -> bool {
    // `Heinrich 3, Lehwaldt 2, der läuft eh nur weg`: nobody lives in two streets.
    let troops = |said: &Said| match &said.request {
        Request::Act(Action::Redistribute { troops, .. } | Action::Allot { troops }) => {
            troops.len() < 2
        }
        _ => false,
    };
    if said.is_empty() {
        return false;
    }
    let mut words = line.split(|c: char| !c.is_alphanumeric());
    said.iter().all(troops) && words.any(is_street) || says(line, ClubWord::Company)
}

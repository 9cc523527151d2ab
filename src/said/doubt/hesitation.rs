//! What is only thought about: questions, second thoughts in the same breath, what is put off.
//!
//! A card that is played, a combat that is lost, a retreat cannot be taken back. So whoever asks whether
//! he should, says no to it, or changes his mind in the same line so that it is not clear what
//! he settled on, is asked; and a phase goes on if somebody says that he ends it soon, or tomorrow.

use crate::game::{Action, CardRef, Face};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{blanked, said as phrase_at};
use crate::said::chunks::frame::Problem;
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Request, Said, Trouble};
use std::ops::Range;

const SUITS: [Word; 4] = [Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds];

/// What says that somebody changes his mind, or has not made it up.
const SECOND_THOUGHTS: [ClubWord; 6] = [
    ClubWord::Correction,
    ClubWord::Perhaps,
    ClubWord::Never,
    ClubWord::Musing,
    ClubWord::Except,
    ClubWord::Later,
];

/// The questions of a line whether something could be done: their words, and the chunks of the other
/// sentences. Whoever asks `kann Keith nach Prag?` has ordered nothing. `deciding`: something else than a
/// movement is awaited, so that a question to play or to stop is one about the game.
pub(in crate::said) fn questions(
    line: &str,
    chunks: &[Chunk],
    deciding: bool,
) -> Option<(Range<usize>, Vec<Chunk>)> {
    let mut asked: Option<Range<usize>> = None;
    let mut rest = Vec::new();
    for range in sentences(chunks) {
        let sentence = &chunks[range.clone()];
        // `Should I stop? Or play the 7`
        let goes_on = asked.as_ref().is_some_and(|asked| asked.end == range.start)
            && sentence.iter().find(|c| c.is_word()).is_some_and(|c| c.has(Word::Or));
        if is_question(line, sentence, deciding) || goes_on {
            let begin = asked.map_or(range.start, |asked| asked.start);
            asked = Some(begin..range.end);
        } else {
            rest.extend_from_slice(sentence);
        }
    }
    asked.map(|asked| (asked, rest))
}

/// `Heinrich to Crossen, or rather Küstrin? Yes, Küstrin.`: the line and its chunks as the writer answers himself.
pub(in crate::said) fn answered(
    line: &str,
    asked: &[Chunk],
    rest: &[Chunk],
) -> Option<(String, Vec<Chunk>)> {
    // The sentences before the question stay what they are.
    let last = asked.last()?.end;
    let from = rest.iter().position(|c| c.start >= last)?;
    let (earlier, rest) = rest.split_at(from);
    let end = sentences(rest).next()?.end;
    let answer = &rest[..end];
    let words = answer.iter().filter(|c| c.is_word()).count();
    let cities = |chunks: &[Chunk]| -> Vec<usize> {
        (0..chunks.len()).filter(|at| chunks[*at].is_plain_city()).collect()
    };
    let (found, choices) = (cities(answer), cities(asked));
    let [chosen] = found[..] else { return None };
    let plain = answer[..chosen].iter().all(|c| {
        !c.is_word()
            || c.generals.is_empty() && c.any(&[Word::Yes, Word::Filler, Word::Article, Word::To])
    });
    let named = asked.iter().any(|c| !c.generals.is_empty() || c.is_train_word());
    let one = choices.iter().any(|at| asked[*at].cities == answer[chosen].cities);
    let or = asked.iter().any(|c| c.has(Word::Or));
    if !(plain && named && one && or && choices.len() > 1 && words <= 5) {
        return None;
    }
    let first = choices[0];
    let line = blanked(line, asked[first].start, answer[chosen].start);
    let tail = answer[chosen + 1..].iter().filter(|c| !c.is_word());
    let decided = asked[..first].iter().chain([&answer[chosen]]).chain(tail);
    let chunks = earlier.iter().chain(decided).chain(&rest[end..]);
    Some((line, chunks.cloned().collect()))
}

fn is_question(line: &str, sentence: &[Chunk], deciding: bool) -> bool {
    let ends = sentence.last().is_some_and(|last| last.kind == Kind::Question);
    let first = sentence.iter().find(|chunk| chunk.is_word());
    let begins = first.is_some_and(|first| first.means(ClubWord::Asking));
    let acts = |chunk: &Chunk| {
        chunk.any(&[Word::Stop, Word::Play, Word::Discard, Word::Retreat, Word::Attack])
            || matches!(chunk.kind, Kind::Suit(_))
            || chunk.any(&SUITS)
    };
    let marches = |chunk: &Chunk| !chunk.generals.is_empty() || chunk.has(Word::Train);
    // `Could you please send Heinrich to Stettin?`, `Can I get Dohna for my 12 of diamonds?`
    let text = match (sentence.first(), sentence.last()) {
        (Some(first), Some(last)) => line.get(first.start..last.end).unwrap_or_default(),
        _ => "",
    };
    let polite = says(text, ClubWord::Please);
    let buys = sentence.iter().any(marches)
        && sentence.iter().any(|chunk| matches!(chunk.kind, Kind::Suit(_)) || chunk.any(&SUITS));
    if polite || buys {
        return false;
    }
    let goes = |chunk: &Chunk| !chunk.cities.is_empty() || chunk.has(Word::Move);
    let ordering = deciding && sentence.iter().any(acts)
        || sentence.iter().any(marches) && sentence.iter().any(goes);
    // Who asks for an answer of the program's own, or of the table, is answered elsewhere.
    let elsewhere = sentence.iter().any(|chunk| {
        chunk.any(&[
            Word::WhereCan,
            Word::WhereIs,
            Word::Help,
            Word::Status,
            Word::AsksDeadline,
            Word::ShowOrders,
            Word::Propose,
            Word::Vote,
            Word::Votes,
            Word::Proposal,
            Word::Log,
            Word::Press,
        ])
    });
    // `I think I'll stop here, but what cards do I have?` asks for more than that.
    let elsewhere = elsewhere && !(deciding && sentence.iter().any(|chunk| chunk.has(Word::Stop)));
    (ends && !has_tag(sentence) || begins) && ordering && !elsewhere
}

/// `Keith to Prag, ok?`: an order, and whether it is well so.
fn has_tag(sentence: &[Chunk]) -> bool {
    let parts = |chunk: &Chunk| matches!(chunk.kind, Kind::Comma | Kind::Dash | Kind::Semicolon);
    let Some(at) = sentence.iter().rposition(parts) else { return false };
    let tag: Vec<&Chunk> = sentence[at..].iter().filter(|chunk| chunk.is_word()).collect();
    let says = |chunk: &&Chunk| {
        !chunk.generals.is_empty()
            || !chunk.cities.is_empty()
            || chunk.any(&[Word::Stop, Word::Play, Word::Status, Word::WhereIs])
    };
    tag.len() <= 2 && !tag.iter().any(says)
}

/// What cannot be taken back.
fn decides(request: &Request) -> bool {
    match request {
        Request::Choice(_) => true,
        Request::Act(action) => matches!(
            action,
            Action::Play { .. }
                | Action::Stop
                | Action::Retreat { .. }
                | Action::Discard { .. }
                | Action::Fate { .. }
                | Action::OffensiveOption { .. }
        ),
        _ => false,
    }
}

/// `Keith to Prague or better to Königgrätz, I don't know yet`, `to Tuchola, with Fermor or without`
fn undecided(line: &str, whole: &[Chunk]) -> Option<Problem> {
    sentences(whole).find_map(|range| {
        let sentence = &whole[range];
        let words = line.get(sentence.first()?.start..sentence.last()?.end)?;
        let several = sentence.iter().filter(|c| c.is_plain_city()).count() > 1;
        let without = |c: &Chunk| c.has(Word::Not) && c.has(Word::With);
        let open = sentence.windows(2).any(|pair| pair[0].has(Word::Or) && without(&pair[1]));
        // `Schwerin to Neisse and Keith to Glatz, or was that the other way round?`
        let asks = sentence.last()?.kind == Kind::Question && says(words, ClubWord::Reversed);
        (open || asks || several && says(words, ClubWord::Undecided))
            .then(|| Problem::new(Trouble::Question, words))
    })
}

/// What is in doubt of a line that decides something, and says no to it or changes its mind: `whole` is
/// the line, `chunks` what is left of it without what it corrects.
pub(in crate::said) fn unsettled(
    line: &str,
    whole: &[Chunk],
    chunks: &[Chunk],
    said: &[Said],
) -> Option<Problem> {
    if !said.is_empty()
        && let Some(problem) = undecided(line, whole)
    {
        return Some(problem);
    }
    let mut decided = said.iter().filter(|said| decides(&said.request) && said.condition.is_none());
    let first = decided.next()?;
    // `5H. I'm not here until 3 May`: what it denies is none of the card's.
    let away = |range: &Range<usize>| chunks[range.clone()].iter().any(|c| c.has(Word::Absent));
    let mut rest = Vec::new();
    let chunks = if said.iter().any(|said| matches!(said.request, Request::Absent(_))) {
        for range in sentences(chunks).filter(|range| !away(range)) {
            rest.extend_from_slice(&chunks[range]);
        }
        rest.as_slice()
    } else {
        chunks
    };
    let kept = |chunk: &&Chunk| chunks.iter().any(|other| other.start == chunk.start);
    let whole: Vec<Chunk> =
        if rest.is_empty() { whole.to_vec() } else { whole.iter().filter(kept).cloned().collect() };
    let whole = whole.as_slice();
    let alone = decided.next().is_none();
    let stops = matches!(first.request, Request::Act(Action::Stop));
    let denies = |chunk: &Chunk| chunk.has(Word::Not) && !chunk.has(Word::Stop);
    // `I can't go on. Stop.` denies nothing.
    let unwanted = sentences(whole).any(|range| {
        let sentence = &whole[range];
        // `No, acepto la pérdida` answers something, and then stops.
        let comma = |at: &usize| sentence.get(*at).is_some_and(|c| c.kind == Kind::Comma);
        // `No dai, lascio perdere` takes back what he thought before, and then stops.
        let takes_back = || phrase_at(line, sentence, 0, ClubWord::Correction).filter(comma);
        let answers = Some(1).filter(comma).or_else(takes_back).unwrap_or(0);
        // `Stop: no more cards` denies the cards.
        let of_cards = |at: usize| {
            sentence[at + 1..].iter().take(3).any(|c| {
                c.any(&[Word::Card, Word::Play, Word::Keep])
                    // `I have no hearts, so I pass`
                    || matches!(c.kind, Kind::Suit(_))
                    || c.any(&SUITS)
            })
        };
        // `pass, I have nothing decent`
        let nothing = |at: usize| {
            (at.saturating_sub(3)..=at).any(|from| {
                let length = phrase_at(line, sentence, from, ClubWord::HasNothing);
                length.is_some_and(|length| from + length > at)
            })
        };
        let denied = (answers..sentence.len())
            .any(|at| denies(&sentence[at]) && !of_cards(at) && !nothing(at));
        denied && sentence.iter().any(|c| c.has(Word::Stop))
    });
    let declines =
        matches!(first.request, Request::Act(Action::Fate { .. } | Action::OffensiveOption { .. }));
    // `no sigo` is a way to stop.
    let says_no = |chunk: &Chunk| Little::Denial.is(&chunk.plain) && !chunk.has(Word::Stop);
    // `Keith does not give up so easily: the 11` goes on.
    let goes_on_with = |chunks: &[Chunk], at: usize| {
        let quits = |c: &Chunk| c.any(&[Word::Stop, Word::Concede]);
        !stops && chunks[at + 1..].iter().take(2).any(quits)
    };
    let no = (1..chunks.len())
        .any(|at| says_no(&chunks[at]) && !spares_reserve(chunks, at) && !goes_on_with(chunks, at));
    // `I'd rather not play the 11, so the 7`, read as two cards.
    let either = !stops
        && !alone
        && (0..whole.len())
            .any(|at| denies(&whole[at]) && !spares_reserve(whole, at) && !goes_on_with(whole, at));
    let denied = no && !stops && !declines || stops && unwanted || either;
    // `dann spiel halt die zwei`: no stop.
    let mut stopping = chunks.iter().filter(|chunk| chunk.has(Word::Stop)).peekable();
    let only_particle = stops
        && stopping.peek().is_some()
        && stopping.all(|chunk| Little::Particle.is(&chunk.plain))
        && chunks.iter().filter(|chunk| chunk.is_word()).count() > 1;
    // The same, read as a stop: a card is named beside it.
    let another = stops && chunks.iter().any(|chunk| chunk.number.is_some_and(|number| number > 1));
    // `first the 6 of spades, later the 10`: what a card follows puts nothing off.
    let goes_on = chunks.iter().enumerate().any(|(at, chunk)| {
        chunk.is_word()
            && chunk.means(ClubWord::Later)
            && chunks[at + 1..].iter().any(|c| c.number.is_some_and(|number| number > 1))
    });
    let rethought = SECOND_THOUGHTS.iter().any(|word| {
        // `and if Austria answers, …` muses on nothing.
        let answered = *word == ClubWord::Musing && chunks.iter().any(|c| c.has(Word::Answers));
        // `nie ruszaj` of the Reserve is said of no march.
        let spared = *word == ClubWord::Never
            && (0..chunks.len()).any(|at| {
                let no = chunks[at].any(&[Word::Not, Word::Stay, Word::Keep]);
                no && spares_reserve(chunks, at)
            });
        let put_off = goes_on && *word == ClubWord::Later;
        says(line, *word) && !put_off && !answered && !spared
    });
    // `Ich will lieber nicht passen`
    // `No, thanks, I pass`: the no answers.
    let answer = match whole {
        [no, comma, ..]
            if comma.kind == Kind::Comma && (denies(no) || no.any(&[Word::No, Word::Decline])) =>
        {
            line.get(comma.end..)
        }
        _ => None,
    };
    let told = answer.unwrap_or(line);
    let put_off = says(told, ClubWord::Tomorrow) || says(told, ClubWord::Disagree);
    // `Perhaps I stop, let me think`, `Stop, I wait for what the others say`
    let unsure = stops
        && (says(line, ClubWord::Perhaps)
            || whole.iter().any(|c| c.has(Word::Wait) && !c.has(Word::Stop)));
    let settled =
        alone && !put_off && !unsure && is_last(&first.request, chunks) && !(stops && denied);
    ((denied || rethought || put_off || unsure) && !settled || only_particle || another)
        .then(|| Problem::new(Trouble::UnknownWords, line.chars().take(80).collect::<String>()))
}

/// `9 of hearts... no, I'll save that one, the 7 will do`, `for the 12 of diamonds... no, I keep that. The 6 of clubs`: whether a
/// card that is played or paid is taken back for another one, or kept, in a clause before that which names the other.
pub(in crate::said) fn saves_it_for_another(
    line: &str,
    whole: &[Chunk],
    request: &Request,
) -> bool {
    let cards: Vec<CardRef> = match request {
        Request::Act(Action::Play { card, .. }) => vec![*card],
        Request::Act(Action::Recruit(bought)) => bought.pay.clone(),
        _ => return false,
    };
    let suited = |card: &CardRef| match card.face {
        Face::Suited(_, value) => Some(u32::from(value)),
        Face::Reserve => None,
    };
    cards.iter().filter_map(suited).any(|value| is_taken_back(line, whole, value))
}

fn is_taken_back(line: &str, whole: &[Chunk], value: u32) -> bool {
    let named = |c: &Chunk| c.count().filter(|_| c.ordinal.is_none() && !c.has(Word::Article));
    let suit = |c: &Chunk| matches!(c.kind, Kind::Suit(_)) || c.any(&SUITS);
    let played = |c: &Chunk| named(c) == Some(value);
    let Some(first) = whole.iter().position(played) else { return false };
    let another = |at: &usize| {
        let card = named(&whole[*at]).is_some_and(|n| (2..=13).contains(&n));
        let beside = [at.checked_sub(1), at.checked_add(1)];
        let mut beside = beside.into_iter().flatten().filter_map(|at| whole.get(at));
        let leads = |c: &Chunk| c.is_mark() || c.any(&[Word::Article, Word::Filler]);
        card && !played(&whole[*at]) && beside.any(|c| suit(c) || leads(c))
    };
    let Some(other) = (first + 1..whole.len()).find(another) else { return false };
    let Some(mark) = whole[..other].iter().rposition(Chunk::is_mark) else { return false };
    let takes_back = |at: usize| {
        let words = [ClubWord::PlainNo, ClubWord::Correction];
        words.iter().any(|word| phrase_at(line, whole, at, *word).is_some())
            || whole[at].has(Word::Keep) && !whole[at].has(Word::Filler)
    };
    mark > first && (first + 1..mark).any(takes_back)
}

/// `the Reserve I don't touch`: a no that is about a Reserve alone takes no card back.
fn spares_reserve(chunks: &[Chunk], at: usize) -> bool {
    let mark = |c: &Chunk| !c.is_word() || c.number.is_some() && !c.has(Word::Article);
    let from = chunks[..at].iter().rposition(mark).map_or(0, |at| at + 1);
    let end = chunks[at..].iter().position(mark).map_or(chunks.len(), |end| at + end);
    // `the Reserve, don't touch it`
    let comma = from > 0 && chunks[from - 1].kind == Kind::Comma;
    let before = &chunks[..from.saturating_sub(usize::from(comma))];
    let apart = comma && before.last().is_some_and(|c| c.has(Word::Reserve));
    apart || chunks[from..end].iter().any(|c| c.has(Word::Reserve) && c.plain.len() > 1)
}

/// Whether what is decided is the last thing of its kind that the line names.
fn is_last(request: &Request, chunks: &[Chunk]) -> bool {
    let names = |chunk: &&Chunk| {
        chunk.number.is_some()
            || matches!(chunk.kind, Kind::Number(_))
            || chunk.any(&[Word::Reserve, Word::Stop])
            || !chunk.cities.is_empty()
    };
    let Some(last) = chunks.iter().rev().find(names) else { return false };
    let number = last.count().or(last.number);
    match request {
        Request::Choice(wanted) => number == Some(u32::from(*wanted)),
        Request::Act(Action::Stop) => last.has(Word::Stop),
        Request::Act(Action::Retreat { to }) => last.cities.contains(to),
        Request::Act(Action::Play { card, value }) => {
            let face = value.map(u32::from).or_else(|| face_value(card));
            number == face && number.is_some()
        }
        Request::Act(Action::Discard { card }) => number.is_some() && number == face_value(card),
        _ => false,
    }
}

fn face_value(card: &CardRef) -> Option<u32> {
    match card.face {
        Face::Suited(_, value) => Some(u32::from(value)),
        Face::Reserve => None,
    }
}

/// Takes back `ready` from what a line said if it is to be so soon, tomorrow, or but for something that
/// is missing.
pub(in crate::said) fn not_yet(
    line: &str,
    chunks: &[Chunk],
    known: Option<&Known>,
    number: usize,
    said: &mut Vec<Said>,
) {
    let ready = |said: &Said| said.line == number && said.request == Request::Ready;
    // `For Sweden, for later: … Done`: what a heading says of the time is about all below it.
    let headed = said.iter().any(|said| said.line == number && said.headed);
    let line = line.split_once(':').filter(|_| headed).map_or(line, |(_, orders)| orders);
    // `that will do for today: end of movement`
    let for_now = says(line, ClubWord::ForNow) && !says(line, ClubWord::PhaseEnd);
    // `Done! About Laudon we talk later`: a sentence of its own about others puts nothing off.
    let others = |range: &Range<usize>| {
        let sentence = &chunks[range.clone()];
        let enemy = |c: &Chunk| {
            known.is_some_and(|known| c.generals.iter().all(|piece| !known.is_own(piece.nation())))
        };
        sentence.iter().any(|c| !c.generals.is_empty())
            && sentence.iter().all(enemy)
            && !sentence.iter().any(|c| c.any(&[Word::Ready, Word::Rest]))
            && !sentence.iter().any(Chunk::is_plain_city)
    };
    // `Done, thanks, and see you tomorrow`
    let line = &without_farewells(line, chunks);
    let unfinished = says(line, ClubWord::Unfinished)
        && sentences(chunks).any(|range| {
            let all = &chunks[range.clone()];
            let (Some(first), Some(last)) = (all.first(), all.last()) else { return false };
            let text = line.get(first.start..last.end).unwrap_or(line);
            says(text, ClubWord::Unfinished) && !others(&range)
        });
    if said.iter().any(ready) && (for_now || unfinished) {
        said.retain(|said| !ready(said));
    }
}

/// The line with blanks for how somebody takes his leave.
fn without_farewells(line: &str, chunks: &[Chunk]) -> String {
    let mut left = line.to_owned();
    for at in 0..chunks.len() {
        if let Some(length) = phrase_at(line, chunks, at, ClubWord::Farewell) {
            left = blanked(&left, chunks[at].start, chunks[at + length - 1].end);
        }
    }
    left
}

/// Whether a line begins with a no that stands alone (`mmm no, mejor R6`), or changes the mind: what was
/// decided above it in the same mail does not hold. `no more cards` takes nothing back.
pub(in crate::said) fn takes_back(line: &str, chunks: &[Chunk]) -> bool {
    let apart = |chunk: &Chunk| {
        matches!(chunk.kind, Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Dash)
    };
    let no = |pair: &[Chunk]| Little::Denial.is(&pair[0].plain) && apart(&pair[1]);
    chunks.windows(2).take(3).any(no) || says(line, ClubWord::Correction)
}

/// What was decided in the mail before this line is taken out of it.
pub(in crate::said) fn without_decisions(number: usize, said: &mut Vec<Said>) {
    said.retain(|said| said.line >= number || !decides(&said.request));
}

/// Takes out sentences that only tell of an end: of one that came yesterday (`sorry, I finished late last night`), or may
/// come (`if I lose this one, too, I stop playing!`). What else is named in such a sentence keeps it.
pub(in crate::said) fn without_tales(line: &str, chunks: &mut Vec<Chunk>) {
    let told = |range: &Range<usize>| {
        let all = &chunks[range.clone()];
        let (Some(first), Some(last)) = (all.first(), all.last()) else { return false };
        // `Spent half of yesterday on the train`
        let ends = |c: &Chunk| c.any(&[Word::Ready, Word::Stop, Word::Decline, Word::Train]);
        let other = |c: &Chunk| {
            !c.generals.is_empty()
                || c.is_plain_city() && c.meanings.is_empty()
                || c.has(Word::Cancel)
                || matches!(c.kind, Kind::Suit(_) | Kind::Number(_))
        };
        if !all.iter().any(ends) || all.iter().any(other) {
            return false;
        }
        let sentence = line.get(first.start..last.end).unwrap_or_default();
        // `sí, pierdo, paro` says yes.
        let in_case = |c: &Chunk| {
            let written = line.get(c.start..c.end).unwrap_or_default();
            c.means(ClubWord::InCase) && !written.contains(['í', 'Í', 'ì', 'Ì'])
        };
        says(sentence, ClubWord::Bygone)
            || says(sentence, ClubWord::Lose) && all.iter().any(in_case)
    };
    let tales: Vec<Range<usize>> = sentences(chunks).filter(told).collect();
    for tale in tales.into_iter().rev() {
        chunks.drain(tale);
    }
}

//! Votes, absences and press, read from chunks.

use super::ballot::{is_label, is_only_a_ballot, opinion, yes_no};
use super::called_off;
use super::proposed::{
    KINDS, has_kind, is_span_alone, seats, span, takes_a_move_back, wanted, wishes,
};
use crate::game::{Decision, DecisionKind, Seat};
use crate::orders::fold::fold;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::dated::number_word;
use crate::said::chunks::frame::{Framed, Parsed, Problem, Scene};
use crate::said::chunks::sentence;
use crate::said::club::Named;
use crate::said::club::absence::{self, Absent, Until};
use crate::said::club::press::Recipients;
use crate::said::club::votes::Wanted;
use crate::said::club::words::{ClubWord, says};
use crate::said::combat::given_up::{is_even, is_tie};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::names::cases;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Context, Request, Trouble};

fn count_unknown(chunks: &[Chunk]) -> usize {
    chunks.iter().filter(|c| c.unknown).count()
}

/// Reads a group as a proposal, a ballot, or a question about votes.
pub(in crate::said) fn votes(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let has = |word| chunks.iter().any(|c: &Chunk| c.has(word));
    if chunks.iter().any(|c| !c.generals.is_empty() && c.seat.is_none())
        || chunks
            .iter()
            .any(|c| !c.cities.is_empty() && c.meanings.is_empty() && c.nation.is_none())
    {
        return None;
    }
    // `the train to Hannover and I vote for the extension`: a city that is a nation, too.
    let goes = |pair: &[Chunk]| pair[0].has(Word::To) && pair[1].is_plain_city();
    let sent = |at: usize| chunks[at..chunks.len().min(at + 5)].windows(2).any(goes);
    if chunks.iter().position(Chunk::is_train_word).is_some_and(sent) {
        return None;
    }
    // `Beschlossen wurde mit 4 zu 1 Stimmen: …` counts them.
    let counted = |c: &Chunk| matches!(c.kind, Kind::Number(_));
    let score =
        |three: &[Chunk]| counted(&three[0]) && three[1].has(Word::To) && counted(&three[2]);
    if chunks.windows(3).any(score) {
        return None;
    }
    // What a Card of Fate proposes is not put to the vote.
    let fate = || scene.known.is_some_and(|known| known.awaits(DecisionKind::Fate).is_some());
    if has(Word::Fate) && fate() {
        return None;
    }
    // `Pour tous les combats : deux cartes au plus, ensuite demande` tells how to fight.
    let strict = |word| chunks.iter().any(|c: &Chunk| c.has(word) && !c.has(Word::Filler));
    if strict(Word::Card) && strict(Word::AtMost) && !strict(Word::Vote) {
        return None;
    }
    // `In ogni duello: qualsiasi carta, riserva solo se serve a vincere, poi chiedere`
    let cards = strict(Word::Card) && strict(Word::Reserve);
    if strict(Word::Duel) && cards && !strict(Word::Vote) {
        return None;
    }
    let words = chunks.iter().filter(|c| c.is_word()).count();
    if words <= 6 && says(&scene.words(chunks), ClubWord::Abstain) {
        // A ballot is for or against; who gives none abstains.
        return Some(Err(Problem::new(Trouble::UnknownWords, scene.words(chunks))));
    }
    // `Y pido aplazar la partida hasta el jueves`: how much longer, in hours or days, is what is voted on.
    let ballot = || has(Word::Vote) && yes_no(chunks).is_some();
    let postpones = says(&scene.words(chunks), ClubWord::Postpone) && span(chunks).is_none();
    if postpones && words <= 16 && !ballot() {
        return Some(Err(Problem::new(Trouble::MissingNumber, scene.words(chunks))));
    }
    // `Proposons une pause jusqu'à lundi`: likewise.
    let dated = || {
        // In `une pause du 24 au 27` the article is no day.
        let behind = chunks.iter().position(|c| c.has(Word::Pause)).map_or(0, |at| at + 1);
        let numbered = chunks[behind..].iter().any(|c| c.number.is_some());
        let told = &chunks[if numbered { behind } else { 0 }..];
        // `une pause pour Noël, du 23 décembre au 2 janvier`: what stands behind a comma is told with it.
        let behind = told.last().and_then(|last| scene.line.get(last.end..)).unwrap_or_default();
        let behind = behind.split(['.', '!', '?', ';']).next().unwrap_or_default();
        let dates = |text: &str| absence::dates(text, &|word| number_word(scene, word));
        let span = dates(behind).filter(|days| days.from.is_some());
        let days = span.or_else(|| dates(&scene.words_whole(told)));
        let named = |absent: &Absent| matches!(absent.to, Until::Day(day) if !matches!(day, absence::Day::OfMonth(_)));
        // `to pause over Christmas`
        let until = |c: &Chunk| c.has(Word::Until) && c.plain != "to";
        let until = chunks.iter().any(until);
        wanted(chunks) == Some(Wanted::Pause)
            && days.is_some_and(|days| named(&days) && (until || days.from.is_some()))
    };
    if has(Word::Propose) && !has(Word::Absent) && words <= 16 && dated() {
        return Some(Err(Problem::new(Trouble::MissingNumber, scene.words(chunks))));
    }
    let proposes = has(Word::Propose);
    // `I don't propose a draw`, `ich schlage kein Remis vor`
    let no = |c: &Chunk| c.has(Word::Not) && !c.has(Word::Filler);
    let denied = |at: usize| {
        let proposal = chunks[at].has(Word::Propose);
        let before = &chunks[..at];
        let topic = proposes && chunks[at].any(&KINDS);
        proposal && before.iter().rev().take(2).any(|c| no(c) && !c.has(Word::Against))
            || (proposal || topic) && before.last().is_some_and(no)
    };
    if (0..chunks.len()).any(denied) {
        return Some(Err(Problem::new(Trouble::UnknownWords, scene.words(chunks))));
    }
    if takes_a_move_back(scene, chunks) {
        let seat = if let [seat] = seats(chunks).as_slice() { Some(*seat) } else { None };
        return Some(Ok(Parsed::one(None, Request::Propose(Wanted::TakeBack { seat }))));
    }
    let votes = has(Word::Vote);
    let unknown = count_unknown(chunks);
    // `5H, scrap that, 7H` speaks of cards.
    let cards = [Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds];
    if has(Word::Withdraw)
        && !has(Word::Absent)
        && chunks.iter().any(|c| c.any(&[Word::Proposal, Word::Vote]) && c.plain.len() > 3)
        && !chunks.iter().any(|c| c.any(&cards) || matches!(c.kind, Kind::Suit(_)))
        && unknown <= 1
        && !has_kind(chunks)
    {
        let number = chunks.iter().find_map(|c| c.count().filter(|_| c.number.is_some()));
        return Some(Ok(Parsed::one(None, Request::WithdrawProposal(number.map(u64::from)))));
    }
    // `I withdraw my proposal, sorry for the fuss` is no ballot.
    if has(Word::Withdraw) && has(Word::Proposal) {
        return None;
    }
    let topic = wanted(chunks).is_some();
    let asked = !(proposes && topic)
        && chunks
            .iter()
            .any(|c| c.has(Word::Votes) && (c.guessed.is_none() || scene.has_words_up_to(3)));
    if asked
        && unknown <= 2
        && !yes_no(chunks)
            .is_some_and(|_| chunks.iter().any(|c| c.count().is_some() || c.kind == Kind::Colon))
        && chunks.iter().filter(|c| c.is_word()).count() <= 9
        && (!proposes
            || chunks.iter().any(|c| c.kind == Kind::Question)
            || chunks.iter().filter(|c| c.is_word()).count() <= 2)
    {
        let question = chunks.iter().any(|c| c.kind == Kind::Question);
        let short = chunks.iter().filter(|c| c.is_word()).count() <= 3;
        if question || short && yes_no(chunks).is_none() {
            return Some(Ok(Parsed::one(None, Request::Votes)));
        }
    }
    let question = chunks.iter().any(|c| c.kind == Kind::Question);
    // `Is there a vote going on?`
    let kinds = |c: &Chunk| c.any(&KINDS) && !c.any(&[Word::Resume, Word::Proposal, Word::Vote]);
    let about_votes = chunks.iter().any(|c| {
        c.any(&[Word::Votes, Word::Vote, Word::Proposal])
            && c.guessed.is_none()
            && c.plain.len() > 3
            && !c.any(&[Word::Filler, Word::TheOne])
    });
    if question
        && about_votes
        && unknown <= 3
        && words <= 10
        && !chunks
            .iter()
            .any(|c| kinds(c) || c.count().is_some() || c.any(&[Word::Days, Word::Hours]))
    {
        return Some(Ok(Parsed::one(None, Request::Votes)));
    }
    let more = chunks.iter().any(|c| c.any(&[Word::Extend, Word::New]));
    let asks_time = question && more && span(chunks).is_some();
    let asks_time = asks_time || more && is_span_alone(scene, chunks);
    let words = chunks.iter().filter(|c| c.is_word()).count();
    // `done, and I vote no`: two things, each of which counts.
    let done = |at: usize| {
        let [first, rest @ ..] = &chunks[at..] else { return false };
        let small = [Word::Filler, Word::ForIt, Word::Against, Word::Vote, Word::Votes, Word::Stay];
        let joins = |c: &Chunk| c.kind == Kind::Comma || c.is_word() && c.has(Word::And);
        let behind = rest.first().is_some_and(joins);
        let before = at > 0 && joins(&chunks[at - 1]) && rest.is_empty();
        first.has(Word::Ready) && !first.any(&small) && (at == 0 && behind || before)
    };
    if votes && (0..chunks.len()).any(done) {
        return None;
    }
    if is_only_a_ballot(scene, chunks)
        && let Some(yes) = yes_no(chunks)
    {
        return Some(Ok(Parsed::one(None, Request::Vote { yes, number: None })));
    }
    // `Tell Frederick that I propose a truce`: between the two of them, and nothing for the table.
    let between = |wanted: &Wanted| {
        let named = chunks.iter().any(|c| c.seat.is_some() || c.nation.is_some());
        matches!(wanted, Wanted::Pause | Wanted::Draw) && named || is_tie(scene, chunks, wanted)
    };
    if let Some(wanted) = wanted(chunks).filter(|wanted| !between(wanted)).filter(|wanted| {
        let wishes = wishes(chunks, wanted, question, words);
        let votes_on_it = wanted == &Wanted::Resume && votes_by_number(chunks);
        !votes_on_it && (asks_time || proposes || wishes || votes && yes_no(chunks).is_none())
    }) {
        // `I propose five more days, it is the school holidays and …`: why, may be said in any words.
        let first = chunks.split(|c| c.kind == Kind::Comma).next().unwrap_or(chunks);
        let named = proposes && self::wanted(first).is_some_and(|first| first == wanted);
        let unknown = if named { count_unknown(first) } else { unknown };
        let mut parsed = Parsed::one(None, Request::Propose(wanted));
        parsed.cost = unknown as u32;
        return (unknown <= 4).then_some(Ok(parsed));
    }
    // `Ich stimme dafür`, `Jestem przeciw wnioskowi nr 4`
    let ballot = |c: &Chunk| c.any(&[Word::ForIt, Word::Against]);
    let first = chunks.iter().find(|c| c.is_word());
    let numbered = (0..chunks.len()).filter(|at| is_label(chunks, *at)).count() == 1
        && first.is_some_and(|c| ballot(c) || Little::Number.is(&c.plain))
        && chunks.iter().filter(|c| c.is_word()).count() <= 5;
    // `nay on 3`, `ja zu 2`, `and yes to the pause`
    let words = chunks.iter().filter(|c| c.is_word() || c.number.is_some());
    let words: Vec<_> = words.skip_while(|c| c.has(Word::And) && !ballot(c)).collect();
    let joins = |c: &&Chunk| c.any(&[Word::Article, Word::Filler]);
    let numbered = numbered
        || matches!(words.as_slice(), [vote, prep, between @ .., last]
            if ballot(vote)
                && prep.any(&[Word::To, Word::At, Word::For])
                && prep.number.is_none()
                && between.iter().all(joins)
                && (matches!(last.kind, Kind::Number(_)) || last.any(&KINDS)));
    let numbered = numbered || super::ballot::speaks_of_a_number(chunks);
    let named = votes
        || numbered
        || chunks
            .iter()
            .any(|c| c.has(Word::Proposal) && !c.has(Word::TheOne) && c.plain.len() > 4);
    if named
        && let Some(yes) = yes_no(chunks)
        && unknown <= 2
        && chunks.iter().filter(|c| c.is_word()).count() <= 14
    {
        // `I second the motion` is no second motion.
        let ordinal = |at: usize| {
            let next = chunks.get(at + 1);
            let noun = |c: &Chunk| c.any(&[Word::Proposal, Word::Vote]);
            // Polish `i` is no first one.
            chunks[at].ordinal.filter(|_| !chunks[at].has(Word::And)).filter(|_| {
                !chunks[at].is_word() || next.is_none_or(noun) || at > 0 && noun(&chunks[at - 1])
            })
        };
        let about = |c: &Chunk| ballot(c) || c.any(&[Word::Vote, Word::Proposal]);
        let number = sentence::sentence_of(chunks, about).rev().find_map(|at| {
            chunks[at].count().filter(|_| !chunks[at].has(Word::Article)).or(ordinal(at))
        });
        let number = number.map(u64::from);
        let mut parsed = Parsed::one(None, Request::Vote { yes, number });
        parsed.cost = unknown as u32;
        return Some(Ok(parsed));
    }
    if let Some(yes) = opinion(scene, chunks).filter(|_| !is_even(scene, chunks)) {
        return Some(Ok(Parsed::one(None, Request::Vote { yes, number: None })));
    }
    // It begins like a proposal or a ballot.
    let first = chunks.iter().find(|c| c.is_word() && !c.any(&[Word::Filler, Word::Greeting]))?;
    let begins = first.has(Word::Propose) && first.plain.len() > 4 || first.plain == "vote";
    if begins && unknown <= 3 && chunks.len() <= 10 && !first.any(&[Word::Move, Word::Ask]) {
        return Some(Err(Problem::new(Trouble::UnknownWords, scene.words(chunks))));
    }
    None
}

/// `motion 2: yes, as long as we go on some day`: whether the sentence that names a motion by its number votes on it.
fn votes_by_number(chunks: &[Chunk]) -> bool {
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Comma);
    chunks.split(ends).next().is_some_and(super::ballot::speaks_of_a_number)
}

/// `she is away today`, `Ada est absente`: whether somebody else is said to be away.
fn is_of_another(scene: &Scene, chunks: &[Chunk]) -> bool {
    let is = |at: &usize| chunks[*at].is_word() && chunks[*at].means(ClubWord::HeIs);
    (1..chunks.len()).filter(is).any(|at| {
        let before = &chunks[at - 1];
        let name = before.unknown && before.starts_like_a_name(scene);
        let away = chunks[at + 1..].iter().take(3).any(|c| c.has(Word::Absent));
        let he = before.has(Word::Pronoun) && !before.has(Word::Filler)
            || Little::Pronoun.is(&before.plain);
        away && (name || he)
    })
}

/// Reads a group as an absence, or as the end of one.
pub(in crate::said) fn absences(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let has = |word| chunks.iter().any(|c: &Chunk| c.has(word));
    // `20 to 22 November I'm at a wedding down in Puglia, so absent`: a strange word is no piece.
    let piece_moves = chunks.iter().any(|c| {
        let place = !c.cities.is_empty() && c.meanings.is_empty() && c.guessed.is_none();
        !c.generals.is_empty() || place && !absence::is_weekday(&c.plain)
    });
    // `I bring train 2 back with the 8 of diamonds`
    let suits = [Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds];
    let buys = chunks.iter().any(|c| c.any(&suits) || matches!(c.kind, Kind::Suit(_)));
    let postpones = says(&scene.words(chunks), ClubWord::Postpone);
    // `I propose five more days, it's the holidays and the house is full`
    let extends = has(Word::Propose) && matches!(wanted(chunks), Some(Wanted::Extend { .. }));
    // `Which cards are gone today?`, `Ada wrote she is away today`: who asks, or speaks of another, is here.
    let of_himself = says(&scene.words_whole(chunks), ClubWord::IAm);
    let asks = chunks.iter().any(|c| c.kind == Kind::Question);
    let of_another = (asks || is_of_another(scene, chunks)) && !of_himself;
    if piece_moves || buys || postpones || extends || of_another {
        return None;
    }
    let unknown = count_unknown(chunks);
    // `And on Thursday and Friday I'm away`: the first `and` begins the sentence.
    let leads = |c: &&Chunk| c.has(Word::And) && !c.any(&[Word::Until, Word::Absent]);
    let begins = chunks.iter().take_while(leads).count();
    let words = scene.words_whole(&chunks[begins..]);
    let short = chunks.iter().filter(|c| c.is_word()).count() <= 8
        && chunks.iter().all(|c| c.generals.is_empty() && c.nation.is_none());
    let past = |c: &Chunk| c.is_word() && c.means(ClubWord::Past);
    // `Long shift at the hospital, so I keep it short today`: of when somebody is away, nothing is said.
    let away = chunks.iter().position(|c| c.has(Word::Absent)).unwrap_or(0);
    let comma = chunks[away..].iter().position(|c| c.kind == Kind::Comma);
    let tells = || {
        comma.is_some_and(|comma| {
            let before = scene.words_whole(&chunks[..away + comma]);
            absence::dates(&before, &|word| number_word(scene, word)).is_none()
                && chunks[away + comma..]
                    .iter()
                    .any(|c| c.unknown || c.any(&[Word::Keep, Word::Pronoun]))
        })
    };
    // `en una caja`: an article is no day.
    let first = chunks.iter().any(|c| c.ordinal == Some(1)) || words.contains('1');
    let article = |day: &absence::Day| matches!(day, absence::Day::OfMonth(1)) && !first;
    let no_day = |absent: &Absent| {
        absent.from.as_ref().is_some_and(article)
            || matches!(&absent.to, Until::Day(day) | Until::Before(day) if article(day))
    };
    let absent = || {
        let dates = absence::dates(&words, &|word| number_word(scene, word));
        dates.filter(|absent| !no_day(absent) && !tells())
    };
    if let Some(called_off) = called_off::frame(scene, chunks, absent) {
        return Some(called_off);
    }
    // `from the 1st to the 4th of May I'm in Salzburg`
    let elsewhere = || {
        let date = |day: &absence::Day| matches!(day, absence::Day::Date { .. });
        let last = |absent: &Absent| matches!(&absent.to, Until::Day(day) if date(day));
        let dated = |absent: &Absent| {
            absent.from.is_some() && matches!(absent.to, Until::Day(_)) || last(absent)
        };
        let text = scene.words(chunks);
        let at_home = says(&text, ClubWord::AtHome);
        says(&text, ClubWord::Whereabouts) && !at_home && absent().is_some_and(|a| dated(&a))
    };
    // `I'll be back on Thursday`: until then he is away.
    let returns = |absent: &Absent| {
        has(Word::Absent) || matches!(absent.to, Until::Before(_)) && short || elsewhere()
    };
    // `Short today, I'm at work:` begins a list.
    let only_today = |absent: &Absent| {
        let today = absence::Day::Ahead(0);
        absent.from.as_ref().is_none_or(|from| *from == today)
            && matches!(&absent.to, Until::Day(day) if *day == today)
    };
    if scene.line.trim_end().ends_with(':') && absent().is_some_and(|a| only_today(&a)) {
        return None;
    }
    // `Done, and I'm away until 2 May` says two things.
    let done = matches!(chunks, [done, comma, ..] if done.has(Word::Ready)
        && !done.any(&[Word::Filler, Word::Absent, Word::Returned])
        && (comma.kind == Kind::Comma || comma.is_word() && comma.has(Word::And)));
    if has(Word::TakeBack) || done {
        return None;
    }
    // `Train 2 back on the board`
    let train = chunks.iter().any(Chunk::is_train_word);
    if train && !has(Word::Absent) {
        return None;
    }
    if (has(Word::Absent) || has(Word::Returned) || has(Word::Back) || elsewhere())
        && !chunks.iter().any(past)
        && let Some(absent) = absent().filter(returns)
    {
        let mut parsed = Parsed::one(None, Request::Absent(absent));
        parsed.cost = unknown as u32;
        return Some(Ok(parsed));
    }
    // `I want my lost train back`
    let train = chunks.iter().any(Chunk::is_train_word);
    if !has(Word::Proposal) && !train && chunks.iter().any(|c| {
        c.has(Word::Returned) && (c.guessed.is_none() || scene.has_words_up_to(3))
    }) && !has(Word::Not)
        // `Back later tonight` is still to come.
        && ![ClubWord::Later, ClubWord::Tomorrow].iter().any(|word| says(&words, *word))
        && chunks.iter().filter(|c| c.is_word()).count() <= 8
        && unknown <= 2
        && !chunks.iter().any(|c| c.kind != Kind::Word && c.number.is_some())
        // `Here again:` begins a list.
        && !scene.line.trim_end().ends_with(':')
    {
        return Some(Ok(Parsed::one(None, Request::Back(None))));
    }
    let first = chunks.iter().find(|c| c.is_word() && !c.has(Word::Filler))?;
    if first.has(Word::Absent) && Little::Away.is(&first.plain) && chunks.len() <= 10 {
        return Some(Err(Problem::new(Trouble::MissingNumber, scene.words(chunks))));
    }
    None
}

/// For whom press is that begins with this line, and where its text begins, in bytes.
///
/// Without the word for it, `To Elisabeth only:` with the text below it begins press, and so does what is
/// addressed to somebody else's seat or to a player by name with its text beside it: `To Cleo: peace?`
pub(in crate::said) fn press_heading(
    chunks: &[Chunk],
    context: &Context<'_>,
) -> Option<(Recipients, Option<usize>)> {
    let colon = chunks.iter().position(|c| c.kind == Kind::Colon);
    let head = &chunks[..colon.unwrap_or(chunks.len())];
    let head = without_label(head, colon.is_some_and(|at| at + 1 == chunks.len()));
    if head.len() > 16 {
        return None;
    }
    let names = head.iter().position(|c| c.has(Word::Press));
    let first_word =
        head.iter().position(|c| c.is_word() && !c.any(&[Word::Filler, Word::Greeting, Word::And]));
    // `A few lines between two meetings. Ferdinand goes back to Stade: …`: another sentence is no heading.
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
    if names.is_some_and(|at| head[at..].iter().any(ends)) {
        return None;
    }
    let text = colon.map(|at| chunks[at].end);
    // Spanish `Carta desechada: trébol 8` is no letter.
    let plays = |d: &Decision| matches!(d.kind, DecisionKind::Play | DecisionKind::Discard);
    let awaited = context.decisions.iter().any(plays);
    let done = |c: &Chunk| c.any(&[Word::Discard, Word::Play]) && !c.has(Word::Press);
    if awaited && head.iter().any(done) && head.iter().any(|c| c.has(Word::Card)) {
        return None;
    }
    // `carta: 5♥`, where a card is awaited: a letter says more.
    let card = |c: &Chunk| matches!(c.kind, Kind::Suit(_) | Kind::Number(_) | Kind::Period);
    let behind = &chunks[colon.map_or(chunks.len(), |at| at + 1)..];
    if !behind.is_empty() && behind.iter().all(card) && awaited {
        return None;
    }
    // `Please pass this on to Maria Theresa: …`, `To all, a message: …`
    // `Could you pass this on to Ada, just to her? Here it is:`
    let clause = head.iter().position(|c| c.kind == Kind::Comma).map(|comma| &head[..comma]);
    let passed = || passed_on(head, names, context).or_else(|| passed_on(clause?, names, context));
    if let (Some(_), Some(to)) = (text, passed()) {
        return Some((to, text));
    }
    let rest = match names {
        Some(at) if first_word == Some(at) || first_word.is_some_and(|f| f + 2 >= at) => {
            &head[at + 1..]
        }
        Some(_) => return None,
        // `To Elisabeth only:`, `Only for Pompadour:`
        None => {
            let first = first_word?;
            let only = head[first].any(&[Word::Only, Word::Alone]) && head.len() < 6;
            let first = first + usize::from(only && first + 1 < head.len());
            let to = head[first].any(&[Word::To, Word::For, Word::At]);
            if head.iter().any(|c| c.has(Word::Greeting)) || !to || colon.is_none() {
                return None;
            }
            // `For Elisabeth and Maria Theresa only: …`
            let only_to = head.iter().any(|c| c.any(&[Word::OnlyTo, Word::Only, Word::Alone]));
            let others = |c: &Chunk| {
                player(c, context.players).is_some()
                    || (!head[first].has(Word::For) || only_to)
                        && c.seat.is_some_and(|seat| Some(seat) != context.seat)
            };
            let somebody =
                |c: &Chunk| c.any(&[Word::Everybody, Word::Observers]) || c.seat.is_some();
            let below = colon == Some(chunks.len() - 1);
            // `And to all: who would like to share Saxony?`
            let all = !head[first].has(Word::For) && head.iter().any(|c| c.has(Word::Everybody));
            let orders = |c: &Chunk| {
                let verbs = [Word::Stay, Word::Ready, Word::Stop, Word::Recruit, Word::General];
                c.any(&verbs) || c.count().is_some() || c.is_plain_city()
            };
            // `And to all: sorry for the delay. Done.`
            let ends = |c: &Chunk| c.kind == Kind::Period;
            let begin = behind.split(ends).next().unwrap_or_default();
            let plain = !begin.is_empty() && !begin.iter().any(orders);
            let talks = behind.iter().filter(|c| c.is_word()).count() > 3
                && behind.iter().all(|c| c.generals.is_empty() && c.count().is_none())
                || plain;
            let addressed = context.seat.is_some() && (head.iter().any(others) || all && talks)
                || below && head.iter().any(somebody);
            if !addressed {
                return None;
            }
            &head[first..]
        }
    };
    let mut recipients = recipients(rest, context.players);
    // `A note for Pompadour, if you would:`
    let comma = rest.iter().position(|c| c.kind == Kind::Comma);
    if let (Recipients::Unclear, Some(comma)) = (&recipients, comma.filter(|at| *at > 0)) {
        recipients = self::recipients(&rest[..comma], context.players);
    }
    // `Public message:`
    let public = |c: &Chunk| c.has(Word::Everybody);
    if recipients == Recipients::Unclear
        && names.is_some()
        && rest.iter().all(|c| !c.is_word() || public(c))
        && head.iter().any(public)
    {
        recipients = Recipients::All;
    }
    match (&recipients, colon) {
        (Recipients::Unclear, None) => None,
        (Recipients::Unclear, Some(_))
            if names.is_none()
                || rest.iter().any(|c| c.has(Word::Stay))
                // `Legal notice: …`
                || rest.iter().any(|c| c.unknown)
                    && !rest.iter().any(|c| c.any(&[Word::To, Word::For, Word::At])) =>
        {
            None
        }
        _ => Some((recipients, text)),
    }
}

/// A heading without the few words behind it that only announce the text below: `Could you pass this on to Ada? Here it is:`
fn without_label(head: &[Chunk], below: bool) -> &[Chunk] {
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
    let Some(end) = head.iter().rposition(ends).filter(|_| below) else { return head };
    let label = &head[end + 1..];
    let names = |c: &Chunk| !c.generals.is_empty() || !c.cities.is_empty() || c.seat.is_some();
    let short = (1..=4).contains(&label.len()) && !label.iter().any(names);
    let passes = head[..end].iter().any(|c| c.any(&[Word::PassOn, Word::Press]));
    if short && passes { &head[..end] } else { head }
}

/// For whom a heading is that says to pass something on, or has the word for press behind them. Whom it is for
/// must be clear: `Tell Keith: go to Glatz` is no press.
pub(in crate::said) fn passed_on(
    head: &[Chunk],
    press: Option<usize>,
    context: &Context<'_>,
) -> Option<Recipients> {
    let silent =
        |c: &Chunk| c.any(&[Word::Filler, Word::Greeting, Word::Pronoun, Word::Article, Word::And]);
    let first = head.iter().position(|c| c.is_word() && (c.has(Word::PassOn) || !silent(c)))?;
    let begins = head[first].has(Word::PassOn)
        || press.is_some_and(|at| at > first)
            && head[first].any(&[Word::To, Word::For, Word::At, Word::Article])
        // `A Ben le ruego que transmita lo siguiente: …`
        || head[first].any(&[Word::To, Word::For, Word::At])
            && head[first..].iter().any(|c| c.has(Word::PassOn))
        || head[first].has(Word::Press) && head[first].has(Word::Everybody);
    if !begins || context.seat.is_none() {
        return None;
    }
    // `Bestell Ada einen schönen Gruß: …`
    let greets =
        |c: &Chunk| c.any(&[Word::Greeting, Word::Closing]) && player(c, context.players).is_none();
    let passed = |c: &&Chunk| {
        c.is_word()
            && !greets(c)
            && !c.any(&[Word::PassOn, Word::Press, Word::Pronoun, Word::Time, Word::Then])
            && !(c.has(Word::Article) && c.seat.is_none() && c.nation.is_none())
            || !c.is_word() && c.number.is_some()
    };
    let named: Vec<Chunk> =
        head[first..].iter().filter(|c| passed(c) || c.has(Word::Everybody)).cloned().collect();
    let own = |named: &Named| matches!(named, Named::Seat(seat) if Some(*seat) == context.seat);
    match recipients(&named, context.players) {
        Recipients::Unclear => None,
        Recipients::Named(all) if all.iter().all(own) => None,
        clear => Some(clear),
    }
}

/// The seats of the player whom a word names. A role's name is the role.
pub(in crate::said) fn player(chunk: &Chunk, players: &[(String, Seat)]) -> Option<Vec<Seat>> {
    if !chunk.is_word() || chunk.seat.is_some() || chunk.nation.is_some() {
        return None;
    }
    // `Powiedz Danowi, że …`
    let is_case = |word: &str| chunk.unknown && cases(word).contains(&chunk.plain);
    let is = |name: &str| {
        name.split_whitespace().any(|word| fold(word).plain == chunk.plain || is_case(word))
    };
    let named: Vec<&(String, Seat)> = players.iter().filter(|(name, _)| is(name)).collect();
    // Two players of one name: it does not say which.
    let first = &named.first()?.0;
    named.iter().all(|(name, _)| name == first).then(|| named.iter().map(|(_, s)| *s).collect())
}

/// Whom these chunks name, and nothing else.
pub(in crate::said) fn recipients(chunks: &[Chunk], players: &[(String, Seat)]) -> Recipients {
    let mut named: Vec<Named> = Vec::new();
    let (mut all, mut observers) = (false, false);
    for chunk in chunks {
        if let Some(seat) = chunk.seat {
            // `the empress Maria Theresa` is one.
            if !named.contains(&Named::Seat(seat)) {
                named.push(Named::Seat(seat));
            }
        } else if let Some(seats) = player(chunk, players) {
            let new = |seat: &Seat| !named.contains(&Named::Seat(*seat));
            let seats: Vec<Seat> = seats.into_iter().filter(new).collect();
            named.extend(seats.into_iter().map(Named::Seat));
        } else if let Some(nation) = chunk.nation {
            named.push(Named::Nation(nation));
        } else if chunk.has(Word::Observers) {
            observers = true;
        } else if chunk.has(Word::Everybody) {
            all = true;
        } else if chunk.unknown
            || !chunk.generals.is_empty()
            || !chunk.cities.is_empty()
            || chunk.is_word()
                && !chunk.any(&[
                    Word::To,
                    Word::For,
                    Word::And,
                    Word::Filler,
                    Word::Article,
                    Word::OnlyTo,
                    Word::Press,
                    Word::Alone,
                    Word::Only,
                    Word::From,
                    Word::At,
                    Word::Title,
                    Word::With,
                ])
        {
            return Recipients::Unclear;
        }
    }
    match (all, observers, named.is_empty()) {
        (true, _, true) => Recipients::All,
        (_, true, true) => Recipients::Observers,
        (_, _, false) if !all => Recipients::Named(named),
        _ => Recipients::Unclear,
    }
}

/// Whether a line ends press.
pub(in crate::said) fn ends_press(chunks: &[Chunk]) -> bool {
    let words: Vec<&Chunk> = chunks.iter().filter(|c| c.is_word()).collect();
    words.first().is_some_and(|c| c.has(Word::EndPress)) && words.len() <= 2
}

/// `Ende`: alone it may end anything that was begun, press among others.
pub(in crate::said) fn is_bare_end(chunks: &[Chunk]) -> bool {
    let mut words = chunks.iter().filter(|c| c.is_word());
    let first = words.next().is_some_and(|c| c.any(&[Word::End]) && c.has(Word::Ready));
    first && words.next().is_none() && chunks.iter().all(|c| c.number.is_none())
}

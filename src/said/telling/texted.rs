//! How people write on telephones, and what telephones write for them: `Seydlitz 2 Halle`, `Heinrich two Potsdam full
//! stop`.

use crate::game::{PieceId, PieceSet};
use crate::said::Language;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said;
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::{Meanings, Word};

/// Takes the numbers of a list in one line for what they are, the ends of what stands before them:
/// `1. Karl to Zittau 2. Browne to Tetschen 3. done`. `1. train to …` is the first train.
pub(in crate::said) fn listed(chunks: &mut Vec<Chunk>) {
    let bullet = |at: usize, number: u32| {
        let own = chunks.get(at).is_some_and(|c| c.kind == Kind::Number(number));
        let dotted = own && chunks[at].ordinal.is_some() && chunks[at].end > chunks[at].start + 1;
        let marked = own
            && chunks
                .get(at + 1)
                .is_some_and(|c| c.glued && matches!(c.kind, Kind::Period | Kind::Close));
        let length = if dotted { 1 } else { 2 };
        let next = chunks.get(at + length).is_some_and(|c| c.is_word() && c.number.is_none());
        let train = chunks.get(at + length).is_some_and(|c| c.has(Word::Train))
            && chunks.get(at + length + 1).is_none_or(|c| c.count().is_none());
        ((dotted || marked) && next && !train).then_some((at, length))
    };
    let mut found = vec![];
    let mut from = 0;
    for number in 1.. {
        // `My orders: 1) Karl to Zittau 2) …`
        let colon = chunks.iter().take(12).position(|c| c.kind == Kind::Colon);
        let first = colon.filter(|at| bullet(at + 1, 1).is_some()).map_or(0, |at| at + 1);
        let places = if number == 1 { first..first + 1 } else { from..chunks.len() };
        let Some(place) = places.into_iter().find_map(|at| bullet(at, number)) else { break };
        from = place.0 + 1;
        found.push(place);
    }
    if found.len() < 2 {
        return;
    }
    for (at, length) in found.into_iter().rev() {
        if length == 2 {
            chunks.remove(at + 1);
        }
        if at == 0 {
            chunks.remove(at);
        } else {
            (chunks[at].kind, chunks[at].number, chunks[at].ordinal) =
                (Kind::Semicolon, None, None);
        }
    }
}

/// Takes away the number of an item of a list, `3. I recruit …`, where the line before has the number before it, and what labels
/// one: `Pos. 1: Saltykow = 7`.
pub(in crate::said) fn next_item(before: Option<&str>, chunks: &mut Vec<Chunk>) {
    let dot = usize::from(chunks.get(1).is_some_and(|c| c.kind == Kind::Period));
    if let Some([number, colon]) = chunks.get(1 + dot..3 + dot)
        && chunks[0].is_word()
        && Little::Number.is(&chunks[0].plain)
        && matches!(number.kind, Kind::Number(_))
        && colon.kind == Kind::Colon
    {
        // `Nr. 2: dafür` is a ballot.
        let ballot = [Word::ForIt, Word::Against, Word::Yes, Word::No, Word::Vote];
        let names = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() || c.has(Word::Train);
        let rest = &chunks[3 + dot..];
        if rest.iter().any(|c| c.any(&ballot)) && !rest.iter().any(names) {
            return;
        }
        chunks.drain(..3 + dot);
        return;
    }
    let Some(before) = before else { return };
    let digits = before.len() - before.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = before.split_at(digits);
    let Some(last) = number.parse::<u32>().ok().filter(|_| rest.starts_with(['.', ')', '/']))
    else {
        return;
    };
    let Some(first) = chunks.first().filter(|c| c.kind == Kind::Number(last.saturating_add(1)))
    else {
        return;
    };
    let mark = [Kind::Period, Kind::Close, Kind::Slash];
    let marked = |c: &Chunk| c.glued && mark.contains(&c.kind);
    if first.ordinal.is_some() && first.end > first.start + 1 {
        chunks.remove(0);
    } else if chunks.get(1).is_some_and(marked) {
        chunks.drain(..2);
    }
}

/// Takes the letters of a list in one line for the ends of what stands before them: `a) at most 3 cards, b) no Reserve`.
pub(in crate::said) fn lettered(chunks: &mut Vec<Chunk>) {
    let item = |at: usize, letter: char| {
        let close = chunks.get(at + 1).is_some_and(|c| c.glued && c.kind == Kind::Close);
        close && chunks[at].is_word() && chunks[at].plain.chars().eq([letter])
    };
    let mut found: Vec<usize> = Vec::new();
    for letter in 'a'..='h' {
        let from = found.last().map_or(0, |last| last + 2);
        let Some(at) = (from..chunks.len()).find(|at| item(*at, letter)) else { break };
        found.push(at);
    }
    if found.len() < 2 {
        return;
    }
    for at in found.into_iter().rev() {
        chunks.remove(at + 1);
        if at == 0 || chunks[at - 1].is_mark() {
            chunks.remove(at);
        } else {
            let (start, end) = (chunks[at].start, chunks[at].end);
            chunks[at] = Chunk { kind: Kind::Semicolon, ..Chunk::full_stop(start, end) };
        }
    }
}

/// Takes the stop behind troops for the end of a sentence: `Dohna 2. In Hanover Ferdinand 8`. At set-up a number behind a
/// general, or for each of several, is no ordinal. And `wait, Soubise 7` waits for nothing there.
pub(in crate::said) fn ended(chunks: &mut Vec<Chunk>) {
    let goes_on = |at: usize| {
        matches!(&chunks[at..], [wait, comma, name, ..]
            if wait.has(Word::Wait) && wait.generals.is_empty()
                && comma.kind == Kind::Comma && !name.generals.is_empty())
    };
    if let Some(at) = (0..chunks.len()).find(|at| goes_on(*at)) {
        chunks.drain(at..at + 2);
    }
    for at in (1..chunks.len()).rev() {
        let before = &chunks[at - 1];
        let troops =
            !before.generals.is_empty() || before.any(&[Word::Each, Word::Give, Word::Get]);
        let counted = matches!(chunks[at].kind, Kind::Number(_)) && chunks[at].ordinal.is_some();
        let dotted = chunks[at].end > chunks[at].start + 1;
        if !(troops && counted && dotted) || at + 1 == chunks.len() {
            continue;
        }
        let (start, end) = (chunks[at].end - 1, chunks[at].end);
        (chunks[at].ordinal, chunks[at].end) = (None, start);
        chunks.insert(at + 1, Chunk::full_stop(start, end));
    }
}

/// Takes out the river by which people tell a place apart: `Landsberg/Warthe`, `Halle (Saale)`, `Dresden an der Elbe`.
pub(in crate::said) fn by_rivers(chunks: &mut Vec<Chunk>) {
    let joins = |c: &Chunk| {
        matches!(c.kind, Kind::Slash | Kind::Open) || c.is_word() && Little::Joining.is(&c.plain)
    };
    let mut at = 0;
    while at + 2 < chunks.len() {
        let behind = at + 1 + chunks[at + 1..].iter().take(3).take_while(|c| joins(c)).count();
        let river = chunks
            .get(behind)
            .is_some_and(|c| c.is_word() && !c.is_plain_city() && Little::River.is(&c.plain));
        if chunks[at].is_plain_city() && behind > at + 1 && river {
            let opened = chunks[at + 1..behind].iter().any(|c| c.kind == Kind::Open);
            let closed = chunks.get(behind + 1).is_some_and(|c| opened && c.kind == Kind::Close);
            chunks.drain(at + 1..=behind + usize::from(closed));
        }
        at += 1;
    }
}

/// Takes out the rivers and mountains that somebody crosses or stands behind, where a city is named besides: `withdraws
/// behind the Peene to Demmin`, `over the Erzgebirge to Dippoldiswalde`.
pub(in crate::said) fn crossed_rivers(line: &str, chunks: &mut Vec<Chunk>) {
    let capital =
        |c: &Chunk| line.get(c.start..).is_some_and(|text| text.starts_with(char::is_uppercase));
    let exact = |c: &Chunk| c.is_plain_city() && c.guessed.is_none();
    let river = |c: &Chunk| {
        let other = exact(c) || !c.generals.is_empty() && c.guessed.is_none();
        c.is_word() && !other && capital(c) && Little::River.is(&c.plain)
    };
    if !chunks.iter().any(|c| exact(c) && !Little::River.is(&c.plain)) {
        return;
    }
    let leads = [Word::To, Word::At, Word::Via, Word::From];
    let small = |c: &Chunk| c.is_word() && c.any(&[Word::Article, Word::Filler, Word::Pronoun]);
    let leads = |c: &Chunk| {
        c.is_word() && (c.any(&leads) && c.cities.is_empty() || Little::Beyond.is(&c.plain))
    };
    for at in (1..chunks.len()).rev() {
        if at >= chunks.len() || !river(&chunks[at]) {
            continue;
        }
        let article = at > 1 && small(&chunks[at - 1]) && leads(&chunks[at - 2]);
        let first = if article { at - 2 } else { at - 1 };
        if leads(&chunks[first]) {
            chunks.drain(first..=at);
        }
    }
}

/// `Both generals of Hanover stay`: whose generals they are, and no place.
pub(in crate::said) fn of_a_nation(chunks: &mut [Chunk]) {
    let small =
        |c: &&Chunk| c.any(&[Word::From, Word::Filler, Word::Article]) && c.nation.is_none();
    for at in 1..chunks.len() {
        let of = chunks[..at].iter().rev().take(2).take_while(small).count();
        let noun = at > of && chunks[at - of - 1].has(Word::Both) && chunks[at - of - 1].is_word();
        if noun && chunks[at].nation.is_some() && chunks[at].generals.is_empty() {
            chunks[at].cities.clear();
        }
    }
}

/// Takes out a sentence that says which turn it is: `Erster Zug. Heinrich nach …`. German has one word for a turn and
/// a train.
pub(in crate::said) fn announced(chunks: &mut Vec<Chunk>) {
    let passed = |c: &Chunk| {
        c.any(&[Word::Filler, Word::Greeting, Word::Then, Word::Article]) || c.kind == Kind::Comma
    };
    let Some(at) = chunks.iter().position(|c| !passed(c) || c.ordinal.is_some()) else { return };
    let says = matches!(&chunks[at..], [which, turn, end, _, ..]
        if which.ordinal.is_some() && turn.has(Word::Train) && end.kind == Kind::Period);
    if says {
        chunks.drain(..at + 3);
    }
}

/// `Daun 8, Karl too, Browne 6`: as many as the one before him.
pub(in crate::said) fn as_many(chunks: &mut [Chunk]) {
    for at in 1..chunks.len() {
        let too = chunks[at].is_word() && Little::Too.is(&chunks[at].plain);
        let named = !chunks[at - 1].generals.is_empty();
        let ends = chunks.get(at + 1).is_none_or(|c| c.is_mark() || c.has(Word::And));
        let count = |c: &Chunk| c.count().filter(|n| (1..=8).contains(n) && !c.has(Word::Article));
        let before = chunks[..at - 1].iter().rev().find_map(count);
        if let Some(count) = before.filter(|_| too && named && ends) {
            chunks[at].meanings = Meanings::default();
            chunks[at].number = Some(count);
        }
    }
}

/// `Trains: 1 = Limburg, 2 = Kissingen`: who goes where, as with an arrow.
pub(in crate::said) fn equalled(chunks: &mut [Chunk]) {
    for at in 1..chunks.len().saturating_sub(1) {
        let before = &chunks[at - 1];
        let who = !before.generals.is_empty() || before.number.is_some_and(|n| n < 3);
        let goal = chunks[at + 1].is_plain_city() && chunks[at + 1].generals.is_empty();
        if chunks[at].kind == Kind::Equals && who && goal {
            chunks[at].kind = Kind::Arrow;
        }
    }
}

/// At set-up nobody goes anywhere: `the Imperial Army all to Hildburghausen` names the general, and not the city of his name.
pub(in crate::said) fn of_generals(chunks: &mut [Chunk]) {
    chunks.iter_mut().filter(|c| !c.generals.is_empty()).for_each(|c| c.cities.clear());
}

/// `Ehrensvärd all four`, of a general who has no other beside him, and who has all troops of his nation.
pub(in crate::said) fn whole(chunks: &mut [Chunk], known: &Known) {
    for at in 1..chunks.len() {
        let [piece] = chunks[at - 1].generals[..] else { continue };
        let alone = PieceSet::generals_of(piece.nation()).len() == 1;
        let all = chunks[at].is_word() && chunks[at].has(Word::Everybody);
        if alone
            && all
            && chunks.get(at + 1).is_none_or(Chunk::is_mark)
            && let Some(troops) = known.troops(piece).filter(|troops| *troops > 0)
        {
            chunks[at].meanings = Meanings::default();
            chunks[at].number = Some(troops.into());
        }
    }
}

/// `it's Schwerin who goes to Glatz`: the piece that is put first so is the one that goes.
pub(in crate::said) fn put_first(line: &str, chunks: &mut Vec<Chunk>) {
    let goes = |c: &Chunk| c.any(&[Word::Move, Word::To, Word::Stay]);
    let mut at = 0;
    while at + 3 < chunks.len() {
        let found = said(line, chunks, at, ClubWord::Cleft).and_then(|length| {
            let who = at + length;
            let named = chunks.get(who).is_some_and(|c| !c.generals.is_empty());
            let comma = usize::from(chunks.get(who + 1).is_some_and(|c| c.kind == Kind::Comma));
            let relative = who + 1 + comma;
            let length = said(line, chunks, relative, ClubWord::Relative).filter(|_| named)?;
            let behind = chunks[relative + length..].iter().take(3);
            behind.take_while(|c| c.is_word()).any(goes).then_some((who, relative + length))
        });
        if let Some((who, end)) = found {
            chunks.drain(who + 1..end);
            chunks.drain(at..who);
        }
        at += 1;
    }
}

/// At set-up, `Apr. 4` among the troops of others is no date: the general whose name begins so.
pub(in crate::said) fn shortened(chunks: &mut Vec<Chunk>, known: &Known) {
    let others = chunks.iter().filter(|c| !c.generals.is_empty()).count();
    let mut at = 0;
    while at + 1 < chunks.len() {
        let word = &chunks[at];
        let dot = usize::from(chunks[at + 1].kind == Kind::Period && chunks[at + 1].glued);
        let counted = chunks.get(at + 1 + dot).is_some_and(|c| c.count().is_some_and(|n| n <= 8));
        let begins = |piece: &PieceId| text::fold(piece.name()).0.starts_with(&chunks[at].plain);
        let own = || known.own_nations().flat_map(|nation| known.generals_on_map(nation));
        // `Fer 5`, of the Russians, is no Ferdinand; `Br. 7` has a full stop.
        let foreign = !word.generals.iter().any(|piece| known.is_own(piece.nation()));
        let long = word.plain.len() >= 3 || word.plain.len() == 2 && dot > 0;
        let short = word.is_word() && foreign && long;
        let mut named = own().filter(begins);
        if let (true, Some(piece), None) =
            (short && counted && others > 0, named.next(), named.next())
        {
            drop(named);
            let chunk = &mut chunks[at];
            (chunk.generals, chunk.meanings, chunk.unknown) =
                (vec![piece], Meanings::default(), false);
            if dot > 0 {
                chunks.remove(at + 1);
            }
        }
        at += 1;
    }
}

/// Takes marks that were dictated for marks, in a line that has no others. Beside a number `Punkt` counts something.
pub(in crate::said) fn dictated(chunks: &mut [Chunk]) {
    let marks = [Kind::Comma, Kind::Period, Kind::Semicolon, Kind::Colon];
    if chunks.iter().any(|c| marks.contains(&c.kind)) {
        return;
    }
    for at in 1..chunks.len() {
        let counted = |at: usize| chunks.get(at).is_some_and(|c| c.number.is_some());
        // `seven comma Fermor five`, but `three point five`
        let between = counted(at - 1) && counted(at + 1);
        let beside = counted(at - 1) || counted(at + 1);
        let kind = match &chunks[at] {
            c if c.has(Word::SpokenStop) && (!beside || at + 1 == chunks.len()) => Kind::Period,
            c if c.has(Word::SpokenComma) && !between => Kind::Comma,
            _ => continue,
        };
        let chunk = &mut chunks[at];
        chunk.kind = kind;
        chunk.meanings = Meanings::default();
        chunk.cities.clear();
        chunk.generals.clear();
        (chunk.unknown, chunk.guessed) = (false, None);
    }
}

/// `Tottleben, him, he waits at Sztum`, French `Winterfeldt, lui, il reste`: the subject that is said again.
pub(in crate::said) fn without_echo(chunks: &mut Vec<Chunk>) {
    let pronoun = |c: Option<&Chunk>| {
        c.is_some_and(|c| c.has(Word::Pronoun) && c.generals.is_empty() && c.cities.is_empty())
    };
    let comma = |c: Option<&Chunk>| c.is_some_and(|c| c.kind == Kind::Comma);
    let mut at = 0;
    while at + 4 < chunks.len() {
        let echoed = !chunks[at].generals.is_empty()
            && comma(chunks.get(at + 1))
            && pronoun(chunks.get(at + 2))
            && comma(chunks.get(at + 3));
        if echoed {
            let again = usize::from(pronoun(chunks.get(at + 4)));
            chunks.drain(at + 1..at + 4 + again);
        }
        at += 1;
    }
}

/// `No idea about Schwerin`, `Pour Schwerin je verrai demain`, of a general on the map: no city of his name, where nothing leads
/// there.
pub(in crate::said) fn of_a_general_on_the_map(chunks: &mut [Chunk], known: &Known) {
    for at in 1..chunks.len() {
        let own =
            |piece: &PieceId| known.is_own(piece.nation()) && known.position(*piece).is_some();
        let both = !chunks[at].cities.is_empty() && chunks[at].generals.iter().any(own);
        let before = &chunks[at - 1];
        let about = before.is_word()
            && (before.unknown || before.has(Word::For))
            && before.cities.is_empty()
            && before.generals.is_empty()
            && !before.any(&[Word::Via, Word::From, Word::Towards, Word::At])
            && (!before.has(Word::To)
                || before.has(Word::For) && (at < 2 || chunks[at - 2].is_mark()));
        if both && about {
            chunks[at].cities.clear();
        }
    }
}

/// `Laudon, always the energetic one, …`, `call it a two-minute warning`: numbers that count no troops.
pub(in crate::said) fn counting_nothing(chunks: &mut [Chunk]) {
    let strange = |c: &Chunk| {
        c.is_word()
            && c.cities.is_empty()
            && c.generals.is_empty()
            && (c.unknown || c.meanings.is_empty())
    };
    for at in 1..chunks.len() {
        if chunks[at].number.is_none() || !chunks[at].is_word() {
            continue;
        }
        let somebody = at > 1
            && Little::SomeOne.is(&chunks[at].plain)
            && strange(&chunks[at - 1])
            && chunks[at - 2].has(Word::Article);
        let compound = chunks[at - 1].has(Word::Article)
            && chunks.get(at + 1).is_some_and(|c| c.kind == Kind::Dash && c.glued)
            && chunks.get(at + 2).is_some_and(|c| c.glued && strange(c));
        if somebody || compound {
            (chunks[at].number, chunks[at].unknown) = (None, true);
        }
    }
}

/// Takes an English `2`, `two` or `too` between a piece and a city for `to`, and a `4` between troops and a general
/// for `for`.
pub(in crate::said) fn spelled(chunks: &mut [Chunk], tongues: Tongues) {
    if tongues.first() != Language::English {
        return;
    }
    for at in 1..chunks.len().saturating_sub(1) {
        // `up through Breslau 2 Neumarkt`
        let on_the_way = at > 1
            && chunks[at - 1].is_plain_city()
            && chunks[at - 2].any(&[Word::Via, Word::From]);
        let goes = |c: &Chunk| {
            !c.generals.is_empty() || c.any(&[Word::Back, Word::Move, Word::Train]) || on_the_way
        };
        let digit = chunks[at].kind == Kind::Number(2)
            && chunks[at].ordinal.is_none()
            && !chunks[at].glued
            && chunks[at].end == chunks[at].start + 1;
        let heard = ["two", "too"].contains(&chunks[at].plain.as_str());
        // `1 troop 4 Seydlitz`
        if chunks[at].kind == Kind::Number(4)
            && chunks[at - 1].has(Word::Troops)
            && !chunks[at + 1].generals.is_empty()
        {
            chunks[at].kind = Kind::Word;
            chunks[at].number = None;
            chunks[at].meanings = Meanings::default();
            chunks[at].meanings.insert(Word::For);
        }
        if (digit || heard)
            && goes(&chunks[at - 1])
            && chunks[at + 1].is_plain_city()
            && chunks[at + 1].meanings.is_empty()
        {
            let mut meanings = Meanings::default();
            meanings.insert(Word::To);
            chunks[at].kind = Kind::Word;
            chunks[at].number = None;
            chunks[at].meanings = meanings;
        }
    }
}

//! A phase that is declared over in words of one's own: what is over, and that it is, in any words for both: `My
//! dispositions are herewith concluded`, `Sweden has moved`, `Weitere Befehle ergehen heute nicht`.

use crate::game::{DecisionKind, Nation};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::phrases;
use crate::said::chunks::finished::hangs;
use crate::said::chunks::frame::Scene;
use crate::said::club::words::{ClubWord, denies, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// What the words of a clause can say of it.
const SAID: [ClubWord; 5] = [
    ClubWord::Concluded,
    ClubWord::OrderNoun,
    ClubWord::PhaseNoun,
    ClubWord::MoreOrders,
    ClubWord::GivesOrders,
];

/// What stands beside it and says nothing.
const SMALL: [Word; 21] = [
    Word::Filler,
    Word::Article,
    Word::Pronoun,
    Word::Time,
    Word::From,
    Word::With,
    Word::For,
    Word::At,
    Word::To,
    Word::And,
    Word::Then,
    Word::Yes,
    Word::Closing,
    Word::Greeting,
    Word::Heading,
    Word::All,
    Word::Everything,
    Word::Back,
    Word::Get,
    Word::While,
    Word::Title,
];

/// What the words of a clause are about.
#[derive(Default)]
struct Told {
    /// Orders, a movement, a turn.
    noun: bool,
    /// A nation of the writer's own.
    nation: Option<Nation>,
    /// That something is over.
    over: bool,
    /// More of it.
    more: bool,
    /// That there is none.
    none: bool,
}

/// The nation whose phase these words declare over, if one is named; `None` where they do not.
pub(in crate::said) fn concludes(scene: &Scene, chunks: &[Chunk]) -> Option<Option<Nation>> {
    let known = scene.known?;
    let speaks = |c: &Chunk| matches!(c.kind, Kind::Question | Kind::Colon | Kind::Suit(_));
    if known.awaits(DecisionKind::Play).is_some() || chunks.iter().any(speaks) {
        return None;
    }
    // `For the Russians I have done this: …`, `Faites table rase de mes ordres`
    let behind = chunks.last().and_then(|last| scene.line.get(last.end..)).unwrap_or_default();
    let takes_back = |c: &Chunk| c.any(&[Word::Cancel, Word::Withdraw]) && !c.has(Word::Ready);
    if behind.trim_start().starts_with(':') || chunks.iter().any(takes_back) {
        return None;
    }
    let mut told = Told::default();
    for phrase in phrases(scene.line, chunks, &SAID) {
        let chunk = &chunks[phrase.start];
        // `3. Movimiento concluido`
        let item =
            phrase.start == 0 && matches!(chunk.kind, Kind::Number(_)) && chunk.ordinal.is_some();
        if !chunk.is_word() && chunk.number.is_none() || item {
            continue;
        }
        let text = scene.line.get(chunk.start..chunks[phrase.end - 1].end)?;
        let own = chunk.nation.filter(|nation| known.is_own(*nation));
        let named =
            !chunk.generals.is_empty() || !chunk.cities.is_empty() && chunk.nation.is_none();
        let tells = |word| says(text, word);
        let over = chunk.has(Word::Ready) || tells(ClubWord::Concluded);
        let noun = tells(ClubWord::OrderNoun) || tells(ClubWord::PhaseNoun);
        let more = tells(ClubWord::MoreOrders);
        let none = (chunk.any(&[Word::Not, Word::No]) || denies(text)) && !chunk.has(Word::And);
        told.nation = told.nation.or(own);
        told.over |= over;
        told.noun |= noun;
        told.more |= more;
        told.none |= none;
        let small = chunk.any(&SMALL) && !chunk.unknown && chunk.number.is_none();
        let known = own.is_some() || over || noun || more || none || tells(ClubWord::GivesOrders);
        // `No further orders until Friday`
        let later = chunk.has(Word::Until) && !chunk.has(Word::To) || tells(ClubWord::Until);
        // `I'd like to hear from Bob before I close the phase`, `I close the phase later`
        let ahead = phrase.end < chunks.len() && chunk.has(Word::Before);
        let later = later || ahead || chunk.means(ClubWord::Later);
        if later || named || !(known || small && chunk.nation.is_none()) {
            return None;
        }
    }
    let over = told.over && (told.noun || told.nation.is_some()) && !told.more && !told.none;
    let nothing_more = told.noun && told.more && told.none && !told.over;
    let open = || chunks.iter().any(|c| c.is_word() && hangs(scene, c.start));
    ((over || nothing_more) && !open()).then_some(told.nation)
}

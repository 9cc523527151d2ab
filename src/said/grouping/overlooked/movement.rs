//! Who goes where, as far as it was taken for talk.

use super::{SHORT, Step, asks};
use crate::game::{Action, DecisionKind, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::said;
use crate::said::chunks::frame::{Problem, Scene};
use crate::said::chunks::pieces::who;
use crate::said::club::words::ClubWord;
use crate::said::grouping::swallowed::Sense;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::meaning::candidate::are_mixed;
use crate::said::{Candidate, Doubt, Request, Trouble};

/// Whether a way was passed over.
pub(super) fn is_passed_over(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> bool {
    a_way(chunks, steps) || steps.iter().all(Step::is_talk) && lists_a_way(scene, chunks)
}

/// What of a march, or of who marches, was passed over.
pub(super) fn passed_over(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let all = [
        a_general, a_stranger, company, trains, the_other, a_goal, a_march, who_of_two, a_reversal,
    ];
    all.into_iter().find_map(|passed| passed(scene, chunks, steps))
}

/// So many words are no remark about somebody.
const FEW: usize = 3;

/// `Schwerin to Brieg, Keith involved`, `Fritz to Meissen and T1`: a general who stands beside those who march, and a train, that
/// are named in a word or two behind the march and by no order of the line.
fn company(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let known = scene.known?;
    known.awaits(DecisionKind::Movement)?;
    let ordered: Vec<PieceId> = steps.iter().flat_map(Step::pieces).copied().collect();
    (1..steps.len()).find_map(|at| {
        let (before, step) = (steps[at - 1].pieces(), &steps[at]);
        let words = step.of(chunks);
        let asks = asks(words);
        let few = words.iter().filter(|c| c.is_word_or_number()).count() <= FEW;
        let first = words.iter().position(Chunk::is_word_or_number).map(|at| step.from + at)?;
        let ends = chunks[step.from].kind == Kind::Period;
        if !step.is_talk() || before.is_empty() || !few || asks || ends {
            return None;
        }
        let beside = |piece: &PieceId| {
            known
                .position(*piece)
                .is_some_and(|city| before.iter().any(|other| known.position(*other) == Some(city)))
        };
        let own = |piece: &PieceId| known.is_own(piece.nation()) && !ordered.contains(piece);
        let general = words.iter().any(|c| {
            let named = matches!(c.generals.as_slice(), [one] if own(one) && beside(one));
            named && c.cities.is_empty()
        });
        let train = (first..step.to)
            .find_map(|at| who(scene, chunks, at, Some(true)))
            .is_some_and(|who| who.train && who.pieces.iter().any(own));
        (general || train)
            .then(|| Problem::new(Trouble::UnknownWords, scene.words(&chunks[first..step.to])))
    })
}

/// `Into Naumburg shall march the Imperial Army`: somebody of one's own, whither he gets, and a verb that sends him, in words of which
/// nothing was read.
fn a_march(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let known = scene.known?;
    known.awaits(DecisionKind::Movement)?;
    let strictly = |c: &Chunk, word| c.has(word) && !c.has(Word::Filler) && c.is_word();
    let speaks = [Word::Not, Word::No, Word::If, Word::Or, Word::Stay, Word::Ready, Word::Attack];
    let other = |c: &Chunk| {
        c.kind == Kind::Question
            || speaks.iter().any(|word| strictly(c, *word))
            || c.means(ClubWord::Past)
    };
    let city = |c: &Chunk| c.is_plain_city() && c.guessed.is_none() && c.generals.is_empty();
    let sent = |group: &[Chunk]| {
        let moves = group.iter().any(|c| strictly(c, Word::Move) && c.guessed.is_none());
        let mut own: Vec<PieceId> = Vec::new();
        for c in group.iter().filter(|c| c.guessed.is_none()) {
            own.extend(c.generals.iter().copied().filter(|piece| known.is_own(piece.nation())));
            let nation = c.nation.filter(|nation| known.is_own(*nation) && c.cities.is_empty());
            own.extend(nation.into_iter().flat_map(|nation| known.generals_on_map(nation)));
        }
        let reached = |piece: &PieceId| {
            let goals = known.destinations(&[*piece]);
            group.iter().any(|c| city(c) && c.cities.iter().any(|city| goals.contains(city)))
        };
        moves && own.iter().any(reached) && !group.iter().any(other)
    };
    let passed = |step: &&Step| step.is_talk() && sent(step.of(chunks));
    let step = steps.iter().find(passed)?;
    Some(Problem::new(Trouble::UnknownWords, scene.words(step.of(chunks))))
}

/// `Saltikov and Fermor are both in Człuchów. He goes to Piła`: one of two who were named together, and which is not said.
fn who_of_two(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let stays = |request: &Request| matches!(request, Request::Stay(_));
    let told = |step: &Step| !matches!(step.sense, Sense::Doubt) && !step.says(|r| !stays(r));
    let begins = |at: &usize| {
        let single = chunks[*at].has(Word::Pronoun) && chunks[*at].means(ClubWord::HeAlone);
        single && *at > 0 && chunks[at - 1].kind == Kind::Period
    };
    (0..chunks.len()).filter(begins).find_map(|at| {
        let place = steps.iter().position(|step| step.from <= at && at < step.to)?;
        let step = &steps[place];
        let pieces = step.pieces();
        let group = &chunks[at..step.to];
        let named = group.iter().any(|c| !c.generals.is_empty());
        let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
        let start = chunks[..at - 1].iter().rposition(ends).map_or(0, |end| end + 1);
        let before = &chunks[start..at];
        let both = pieces.iter().all(|piece| before.iter().any(|c| c.generals.contains(piece)));
        // It stands in the sentence before, of which this step is the end or which sends nobody.
        let within = step.from <= start;
        let apart = place > 0 && step.from >= at - 1 && told(&steps[place - 1]);
        if named || pieces.len() < 2 || !both || !(within || apart) {
            return None;
        }
        let words = scene.words(group);
        let candidates = pieces.iter().map(|piece| Candidate::Piece(*piece)).collect();
        Some(Problem::Question { doubt: Doubt::Piece, words, candidates })
    })
}

/// `Saltikov goes to Konitz and Fermor stays, or the other way round`: which of them, is left open.
fn a_reversal(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let or = |c: &Chunk| c.is_word() && c.has(Word::Or) && !c.has(Word::Filler);
    let reversed = |at: usize| said(scene.line, chunks, at, ClubWord::Reversed).is_some();
    let open = (1..chunks.len()).any(|at| or(&chunks[at - 1]) && reversed(at));
    let ordered = steps.iter().any(|step| step.parsed().is_some());
    (open && ordered).then(|| Problem::new(Trouble::UnknownWords, scene.words(chunks)))
}

/// `Both trains follow their people`, `the trains come along`: whither trains go that no order of the line moves.
fn trains(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    scene.known?.awaits(DecisionKind::Movement)?;
    let ordered = steps.iter().flat_map(Step::pieces).any(|piece| !piece.is_general());
    let leads = |c: &&Chunk| {
        c.any(&[Word::Article, Word::Both, Word::And, Word::All, Word::Then]) && !c.is_train_word()
    };
    let goes = |c: &Chunk| c.any(&[Word::Move, Word::Following, Word::Join, Word::With]);
    let other = [Word::Not, Word::No, Word::Stay, Word::If, Word::Ready, Word::Recruit];
    steps.iter().filter(|step| step.is_talk() && !ordered).find_map(|step| {
        let group = step.of(chunks);
        let mut words = group.iter().filter(|c| c.is_word_or_number()).skip_while(leads);
        let train = words.next().is_some_and(|c| c.is_train_word() && !c.unknown);
        let few = group.iter().filter(|c| c.is_word_or_number()).count() <= SHORT;
        let asks = group.iter().any(|c| c.kind == Kind::Question || c.any(&other));
        (train && few && !asks && words.any(goes))
            .then(|| Problem::new(Trouble::MissingCity, scene.words(group)))
    })
}

/// `The train at Torgau goes to Herzberg, the other to Sagan`: where the other goes is no city of the board.
fn the_other(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    scene.known?.awaits(DecisionKind::Movement)?;
    (1..steps.len()).filter(|at| !steps[at - 1].pieces().is_empty()).find_map(|at| {
        let group = steps[at].of(chunks);
        let words: Vec<&Chunk> = group.iter().filter(|c| c.is_word_or_number()).collect();
        let leads = words.iter().take_while(|c| c.has(Word::And) && !c.has(Word::Other)).count();
        let [other, between @ .., place] = &words[leads..] else { return None };
        let strange = place.unknown || place.guessed.is_some();
        let goes = between.last().is_some_and(|c| c.has(Word::To)) && between.len() <= 2;
        let asks = asks(group);
        (steps[at].is_talk() && other.has(Word::Other) && goes && strange && !asks)
            .then(|| Problem::new(Trouble::MissingCity, scene.words(group)))
    })
}

/// `First train 1, then Heinrich to Torgau`: whither the first goes, is not said, and both cannot be there (R4.2).
fn a_goal(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let mixed = |request: &Request| matches!(request, Request::Act(Action::MoveVia { pieces, .. }) if are_mixed(pieces));
    let named = |c: &Chunk| !c.generals.is_empty() || c.is_train_word();
    steps.iter().find_map(|step| {
        let group = step.of(chunks);
        let (first, last) = (group.iter().position(named)?, group.iter().rposition(named)?);
        let one_by_one = group[first..last].iter().any(|c| c.has(Word::Then));
        (one_by_one && step.says(mixed))
            .then(|| Problem::new(Trouble::MissingCity, scene.words(group)))
    })
}

/// `Dawn and Loudon to Habelschwert`: a name that nobody knows, beside a general who goes.
fn a_stranger(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    steps.windows(2).find_map(|pair| {
        let group = pair[0].of(chunks);
        let [only] = group else { return None };
        let strange = only.is_word() && only.unknown && only.starts_like_a_name(scene);
        let joined = chunks[pair[1].from].has(Word::And) || chunks[pair[1].from].kind == Kind::Plus;
        let goes = !pair[1].pieces().is_empty();
        (pair[0].is_talk() && strange && joined && goes)
            .then(|| Problem::new(Trouble::UnknownPiece, scene.words(group)))
    })
}

/// `I don't buy. Daun and Laudon to Zwittau`: who is joined to those who go is not left behind.
fn a_general(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let known = scene.known?;
    steps.windows(2).find_map(|pair| {
        let last = pair[0].of(chunks).iter().rfind(|c| c.is_word())?;
        let own = last.generals.iter().any(|piece| known.is_own(piece.nation()));
        let nothing = match pair[0].sense {
            Sense::Talk => true,
            Sense::Parsed(parsed) => parsed.said.is_empty() && parsed.also.is_empty(),
            Sense::Doubt => false,
        };
        let who = pair[1].pieces();
        let goes = !who.is_empty() && !who.iter().any(|piece| last.generals.contains(piece));
        let joined = chunks[pair[1].from].has(Word::And) || chunks[pair[1].from].kind == Kind::Plus;
        (own && nothing && goes && joined).then(|| {
            Problem::new(Trouble::UnknownWords, scene.words(&chunks[pair[0].from..pair[1].to]))
        })
    })
}

/// `…, 4 should be ok (Halle, Köthen, Schönebeck)`: a way in brackets that stands behind talk is still a way.
fn a_way(chunks: &[Chunk], steps: &[Step]) -> bool {
    let Some(open) = chunks.iter().position(|c| c.kind == Kind::Open) else { return false };
    let close = chunks[open..].iter().position(|c| c.kind == Kind::Close);
    let close = close.map_or(chunks.len(), |length| open + length);
    let within = || chunks[open..close].iter().filter(|c| c.is_word() || c.number.is_some());
    let city = |c: &Chunk| c.is_plain_city() && c.meanings.is_empty() && c.guessed.is_none();
    let passed = |step: &Step| step.to <= open || step.from >= close || step.is_talk();
    within().count() > 1 && within().all(city) && steps.iter().all(passed)
}

/// Whether a piece of one's own stands before a colon or bracket, and nothing but cities behind it.
fn lists_a_way(scene: &Scene, chunks: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    let Some(mark) = chunks.iter().rposition(|c| matches!(c.kind, Kind::Colon | Kind::Open)) else {
        return false;
    };
    let own = |c: &Chunk| {
        c.guessed.is_none() && c.generals.iter().any(|piece| known.is_own(piece.nation()))
    };
    let words = || chunks[mark..].iter().filter(|c| c.is_word() || c.number.is_some());
    chunks[..mark].iter().any(own)
        && words().next().is_some()
        && words()
            .all(|c| c.is_plain_city() && c.meanings.is_empty() || c.any(&[Word::And, Word::Then]))
        && words().any(Chunk::is_plain_city)
}

//! What a line's best grouping takes for talk, and nobody says in passing: it is asked about.
//!
//! What this module deliberately does not do: group; that is [`super::group`]'s.

use super::candidate::are_mixed;
use super::chunk::Chunk;
use super::club::words::ClubWord;
use super::corrected::said;
use super::frame::{Parsed, Problem, Scene};
use super::pieces::who;
use super::swallowed::Sense;
use super::text::Kind;
use super::values::valued;
use super::words::Word;
use super::{Candidate, Doubt, Request, Trouble};
use crate::duel::Instruction;
use crate::game::{Action, DecisionKind, Face, PieceId};

const SUITS: [Word; 4] = [Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds];

/// A group of the best way to group a line.
pub(super) struct Step<'s> {
    /// What it is read as.
    pub sense: Sense<'s>,
    /// Its first chunk.
    pub from: usize,
    /// The first chunk of the next group.
    pub to: usize,
    /// A small word joins it to the group before.
    pub joined: bool,
}

impl Step<'_> {
    fn is_talk(&self) -> bool {
        matches!(self.sense, Sense::Talk)
    }

    /// Whether it plays a card, or ends the combat.
    fn fights(&self) -> bool {
        let fights =
            |request: &Request| matches!(request, Request::Act(Action::Play { .. } | Action::Stop));
        matches!(self.sense, Sense::Parsed(parsed) if parsed.said.iter().any(|(_, request)| fights(request)))
    }
}

/// What of a line was overlooked, if anything was.
pub(super) fn overlooked(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let unread = || Problem::new(Trouble::UnknownWords, scene.words(chunks));
    let all_talk = steps.iter().all(Step::is_talk);
    if passes_over_a_way(chunks, steps)
        || all_talk && (lists_a_way(scene, chunks) || lists_cards(scene, chunks))
        || passes_over_a_card(scene, chunks, steps)
        || passes_over_a_term(chunks, steps)
        || passes_over_a_fight(scene, chunks, steps)
        || passes_over_a_measure(chunks, steps)
    {
        return Some(unread());
    }
    passes_over_how(scene, chunks, steps)
        .or_else(|| passes_over_a_title(scene, chunks, steps))
        .or_else(|| passes_over_a_general(scene, chunks, steps))
        .or_else(|| passes_over_a_stranger(scene, chunks, steps))
        .or_else(|| passes_over_company(scene, chunks, steps))
        .or_else(|| passes_over_trains(scene, chunks, steps))
        .or_else(|| passes_over_the_other(scene, chunks, steps))
        .or_else(|| passes_over_a_discard(scene, chunks, steps))
        .or_else(|| passes_over_a_goal(scene, chunks, steps))
        .or_else(|| passes_over_a_march(scene, chunks, steps))
        .or_else(|| passes_over_who(scene, chunks, steps))
        .or_else(|| passes_over_a_reversal(scene, chunks, steps))
}

/// So many words are no remark about somebody.
const FEW: usize = 3;

/// `Schwerin to Brieg, Keith involved`, `Fritz to Meissen and T1`: a general who stands beside those who march, and a train, that
/// are named in a word or two behind the march and by no order of the line.
fn passes_over_company(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let known = scene.known?;
    known.awaits(DecisionKind::Movement)?;
    let pieces = |step: &Step| match step.sense {
        Sense::Parsed(parsed) => parsed.pieces.clone(),
        _ => Vec::new(),
    };
    let ordered: Vec<PieceId> = steps.iter().flat_map(pieces).collect();
    (1..steps.len()).find_map(|at| {
        let (before, step) = (pieces(&steps[at - 1]), &steps[at]);
        let words = &chunks[step.from..step.to];
        let asks = words.iter().any(|c| c.kind == Kind::Question);
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
fn passes_over_a_march(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
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
    let passed = |step: &&Step| step.is_talk() && sent(&chunks[step.from..step.to]);
    let step = steps.iter().find(passed)?;
    Some(Problem::new(Trouble::UnknownWords, scene.words(&chunks[step.from..step.to])))
}

/// `Without spending more than 15 points, Hildburghausen fights Seydlitz …`: how much is spent, in other words than those of the
/// instruction.
fn passes_over_a_measure(chunks: &[Chunk], steps: &[Step]) -> bool {
    let unit = |c: &Chunk| c.any(&[Word::Points, Word::Card]) && !c.has(Word::Filler);
    let measures = |pair: &[Chunk]| pair[0].count().is_some_and(|n| n > 1) && unit(&pair[1]);
    let told = |step: &Step| step.is_talk() && chunks[step.from..step.to].windows(2).any(measures);
    let asks = chunks.iter().any(|c| c.kind == Kind::Question);
    !asks && steps.iter().any(instructs) && steps.iter().any(told)
}

/// `Saltikov and Fermor are both in Człuchów. He goes to Piła`: one of two who were named together, and which is not said.
fn passes_over_who(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let stays = |request: &Request| matches!(request, Request::Stay(_));
    let told = |step: &Step| match step.sense {
        Sense::Parsed(parsed) => parsed.said.iter().all(|(_, request)| stays(request)),
        Sense::Talk => true,
        Sense::Doubt => false,
    };
    let begins = |at: &usize| {
        let single = chunks[*at].has(Word::Pronoun) && chunks[*at].means(ClubWord::HeAlone);
        single && *at > 0 && chunks[at - 1].kind == Kind::Period
    };
    (0..chunks.len()).filter(begins).find_map(|at| {
        let place = steps.iter().position(|step| step.from <= at && at < step.to)?;
        let step = &steps[place];
        let Sense::Parsed(parsed) = step.sense else { return None };
        let group = &chunks[at..step.to];
        let named = group.iter().any(|c| !c.generals.is_empty());
        let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
        let start = chunks[..at - 1].iter().rposition(ends).map_or(0, |end| end + 1);
        let before = &chunks[start..at];
        let both =
            parsed.pieces.iter().all(|piece| before.iter().any(|c| c.generals.contains(piece)));
        // It stands in the sentence before, of which this step is the end or which sends nobody.
        let within = step.from <= start;
        let apart = place > 0 && step.from >= at - 1 && told(&steps[place - 1]);
        if named || parsed.pieces.len() < 2 || !both || !(within || apart) {
            return None;
        }
        let words = scene.words(group);
        let candidates = parsed.pieces.iter().map(|piece| Candidate::Piece(*piece)).collect();
        Some(Problem::Question { doubt: Doubt::Piece, words, candidates })
    })
}

/// `Saltikov goes to Konitz and Fermor stays, or the other way round`: which of them, is left open.
fn passes_over_a_reversal(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let or = |c: &Chunk| c.is_word() && c.has(Word::Or) && !c.has(Word::Filler);
    let reversed = |at: usize| said(scene.line, chunks, at, ClubWord::Reversed).is_some();
    let open = (1..chunks.len()).any(|at| or(&chunks[at - 1]) && reversed(at));
    let ordered = steps.iter().any(|step| matches!(step.sense, Sense::Parsed(_)));
    (open && ordered).then(|| Problem::new(Trouble::UnknownWords, scene.words(chunks)))
}

/// So many words, at most, say of the trains that they go along.
const SHORT: usize = 7;

/// `Both trains follow their people`, `the trains come along`: whither trains go that no order of the line moves.
fn passes_over_trains(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    scene.known?.awaits(DecisionKind::Movement)?;
    let ordered = steps.iter().any(|step| match step.sense {
        Sense::Parsed(parsed) => parsed.pieces.iter().any(|piece| !piece.is_general()),
        _ => false,
    });
    let leads = |c: &&Chunk| {
        c.any(&[Word::Article, Word::Both, Word::And, Word::All, Word::Then]) && !c.is_train_word()
    };
    let goes = |c: &Chunk| c.any(&[Word::Move, Word::Following, Word::Join, Word::With]);
    let other = [Word::Not, Word::No, Word::Stay, Word::If, Word::Ready, Word::Recruit];
    steps.iter().filter(|step| step.is_talk() && !ordered).find_map(|step| {
        let group = &chunks[step.from..step.to];
        let mut words = group.iter().filter(|c| c.is_word_or_number()).skip_while(leads);
        let train = words.next().is_some_and(|c| c.is_train_word() && !c.unknown);
        let few = group.iter().filter(|c| c.is_word_or_number()).count() <= SHORT;
        let asks = group.iter().any(|c| c.kind == Kind::Question || c.any(&other));
        (train && few && !asks && words.any(goes))
            .then(|| Problem::new(Trouble::MissingCity, scene.words(group)))
    })
}

/// `The train at Torgau goes to Herzberg, the other to Sagan`: where the other goes is no city of the board.
fn passes_over_the_other(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    scene.known?.awaits(DecisionKind::Movement)?;
    let orders =
        |step: &Step| matches!(step.sense, Sense::Parsed(parsed) if !parsed.pieces.is_empty());
    (1..steps.len()).filter(|at| orders(&steps[at - 1])).find_map(|at| {
        let group = &chunks[steps[at].from..steps[at].to];
        let words: Vec<&Chunk> = group.iter().filter(|c| c.is_word_or_number()).collect();
        let leads = words.iter().take_while(|c| c.has(Word::And) && !c.has(Word::Other)).count();
        let [other, between @ .., place] = &words[leads..] else { return None };
        let strange = place.unknown || place.guessed.is_some();
        let goes = between.last().is_some_and(|c| c.has(Word::To)) && between.len() <= 2;
        let asks = group.iter().any(|c| c.kind == Kind::Question);
        (steps[at].is_talk() && other.has(Word::Other) && goes && strange && !asks)
            .then(|| Problem::new(Trouble::MissingCity, scene.words(group)))
    })
}

/// `First train 1, then Heinrich to Torgau`: whither the first goes, is not said, and both cannot be there (R4.2).
fn passes_over_a_goal(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let mixed = |request: &Request| matches!(request, Request::Act(Action::MoveVia { pieces, .. }) if are_mixed(pieces));
    let named = |c: &Chunk| !c.generals.is_empty() || c.is_train_word();
    steps.iter().find_map(|step| {
        let Sense::Parsed(parsed) = step.sense else { return None };
        let group = &chunks[step.from..step.to];
        let (first, last) = (group.iter().position(named)?, group.iter().rposition(named)?);
        let one_by_one = group[first..last].iter().any(|c| c.has(Word::Then));
        let sends = parsed.said.iter().any(|(_, request)| mixed(request));
        (one_by_one && sends).then(|| Problem::new(Trouble::MissingCity, scene.words(group)))
    })
}

/// `I'll toss the lowest card`, while none is to be discarded.
fn passes_over_a_discard(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    steps.iter().filter(|step| step.is_talk()).find_map(|step| {
        let group = &chunks[step.from..step.to];
        let has = |word| group.iter().any(|c| c.has(word) && c.is_word() && c.guessed.is_none());
        let ranked = has(Word::Lowest) || has(Word::Highest);
        let few = group.iter().filter(|c| c.is_word_or_number()).count() <= SHORT;
        let other = [Word::Not, Word::No, Word::If, Word::Keep];
        let asks = group.iter().any(|c| c.kind == Kind::Question || c.any(&other) || c.unknown);
        (ranked && has(Word::Discard) && has(Word::Card) && few && !asks)
            .then(|| Problem::new(Trouble::UnknownWords, scene.words(group)))
    })
}

/// `first the 4, and if it comes back to me, the 3 too`: a card that is passed over is not played, and so none is, nor does
/// anybody stop: `gently with the 11 of hearts. If Keith tops it I'm out`.
fn passes_over_a_card(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> bool {
    let Some(first) = steps.iter().position(Step::fights) else { return false };
    let values = playable(scene);
    steps[..first].iter().any(|step| {
        // `Tempting as the nine is, I shall hold on to it`
        let keeps = |c: &Chunk| c.any(&[Word::Keep, Word::Not, Word::No, Word::Stay]);
        step.is_talk()
            && names_a_card(&chunks[step.from..step.to], &values)
            && !chunks[step.from..steps[first].to].iter().any(keeps)
    })
}

/// Whether a group is an instruction for a combat.
fn instructs(step: &Step) -> bool {
    let duel = |request: &Request| matches!(request, Request::Instruct(one) if matches!(**one, Instruction::Duel { .. }));
    matches!(step.sense, Sense::Parsed(parsed) if parsed.said.iter().any(|(_, request)| duel(request)))
}

/// `Against Daun at most one card; and should it turn out I can't win, stop early`, `…, aber nur wenn ich damit gewinne`: what
/// is kept, how it ends and what it hangs on, behind an instruction.
fn passes_over_how(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let card = |c: &Chunk| matches!(c.kind, Kind::Suit(_)) || c.any(&SUITS) && !c.has(Word::Filler);
    let strictly = |c: &Chunk, word| c.has(word) && c.is_word() && c.guessed.is_none();
    let other = [Word::Filler, Word::Move, Word::Stay, Word::At, Word::To];
    let waits = |step: &Step| {
        let wait = |request: &Request| *request == Request::Wait;
        matches!(step.sense, Sense::Parsed(parsed) if parsed.said.iter().any(|(_, request)| wait(request)))
    };
    let idle = |step: &Step| {
        let empty = |parsed: &Parsed| parsed.said.is_empty() && parsed.also.is_empty();
        // `…, then ask` is said of what is done in the end.
        let asks = chunks[step.from..step.to].iter().any(|c| c.has(Word::Ask));
        !asks && matches!(step.sense, Sense::Parsed(parsed) if empty(parsed))
    };
    let says_nothing = |step: &Step| step.is_talk() || waits(step) || idle(step);
    let behind = |at: &usize| {
        let before = steps[..*at].iter().rev().find(|step| !says_nothing(step));
        says_nothing(&steps[*at]) && before.is_some_and(instructs)
    };
    (1..steps.len()).filter(behind).find_map(|at| {
        let step = &steps[at];
        let group = &chunks[step.from..step.to];
        let apart =
            step.from > 0 && matches!(chunks[step.from - 1].kind, Kind::Period | Kind::Question);
        let has = |word| group.iter().any(|c| strictly(c, word));
        let clear = |word| group.iter().any(|c| strictly(c, word) && !c.any(&other));
        let asks = group.iter().any(|c| c.kind == Kind::Question);
        let kept = has(Word::Keep) && (group.iter().any(card) || has(Word::Card));
        let bound = has(Word::If) && (clear(Word::Stop) || has(Word::Win) || has(Word::Lose));
        let goes_on = (clear(Word::Stop) || clear(Word::If)) && !apart;
        // `…, but none over seven`, `… but hold the spades`
        let cards = valued(group).is_some() || waits(step) && group.iter().any(card);
        // `…, never the highest`, `… Not a single club`
        let of_a_rank = (has(Word::Lowest) || has(Word::Highest)) && (!apart || has(Word::Card));
        let banned = (has(Word::Not) || has(Word::No)) && group.iter().any(card);
        // `… If I am three behind then, the 9`
        let counts = group.iter().any(|c| c.count().is_some() && !c.has(Word::Article));
        let hangs =
            has(Word::If) && counts && (has(Word::Play) || has(Word::Else) || has(Word::AtMost));
        // `… until I have only one troop to lose`
        let limited = has(Word::Lose) && (has(Word::Until) || has(Word::AtMost));
        let kept = kept || limited && has(Word::Troops);
        (!asks && (kept || bound || goes_on || cards || of_a_rank || banned || hangs)).then(|| {
            let first = group.iter().position(|c| c.is_word_or_number()).unwrap_or(0);
            Problem::new(Trouble::NoSuchTerm, scene.words(&group[first..]))
        })
    })
}

/// `Against Daun first the 3 of hearts, then the 10 is meant for him`: a card behind an instruction, in the same sentence,
/// is one of its terms.
fn passes_over_a_term(chunks: &[Chunk], steps: &[Step]) -> bool {
    let value = |c: &Chunk| c.count().is_some_and(|n| (2..=13).contains(&n)) && c.ordinal.is_none();
    let leads = [Word::Article, Word::Then, Word::Play, Word::Keep, Word::And];
    steps.windows(2).any(|pair| {
        let group = &chunks[pair[1].from..pair[1].to];
        let apart = pair[1].from > 0
            && matches!(chunks[pair[1].from - 1].kind, Kind::Period | Kind::Question);
        let named = |at: usize| value(&group[at]) && at > 0 && group[at - 1].any(&leads);
        instructs(&pair[0]) && pair[1].is_talk() && !apart && (1..group.len()).any(named)
    })
}

/// `… attack Hildburghausen, spending at most two cards`, `Richelieu against Cumberland, first the 9 of hearts`: how a combat
/// is to be fought is no talk.
fn passes_over_a_fight(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> bool {
    let Some(known) = scene.known else { return false };
    if chunks.iter().any(|c| c.kind == Kind::Question) || scene.line.len() > 400 {
        return false;
    }
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let enemy = |c: &Chunk| !c.generals.is_empty() && !own(c) && c.guessed.is_none();
    let limit = |pair: &[Chunk]| pair[0].count().is_some() && pair[1].has(Word::Card);
    let card = |c: &Chunk| matches!(c.kind, Kind::Suit(_)) || c.any(&SUITS) && !c.has(Word::Filler);
    let versus = |c: &Chunk| c.has(Word::Versus) && !c.any(&[Word::With, Word::At, Word::Filler]);
    let fought = chunks.iter().any(enemy);
    let all_talk = steps.iter().all(Step::is_talk);
    let duel = |c: &Chunk| c.has(Word::Duel) && !c.any(&[Word::Stop, Word::Filler, Word::Versus]);
    let of_his = all_talk && chunks.iter().any(own) && chunks.iter().any(duel);
    let against = all_talk && fought && chunks.iter().any(versus);
    let told = |step: &Step| {
        let group = &chunks[step.from..step.to];
        let most = group.iter().any(|c| c.has(Word::AtMost) && !c.any(&[Word::Filler, Word::To]));
        let terms = most && group.windows(2).any(limit) && fought;
        let pair = group.iter().any(own) && group.iter().any(enemy) && group.iter().any(versus);
        // `In Keith's fight, stop as soon as the score isn't negative any more`
        let ends = |c: &Chunk| {
            c.has(Word::Stop) && !c.any(&[Word::Filler, Word::Duel, Word::Attack, Word::Move])
        };
        let stops = of_his && group.iter().any(ends);
        terms || stops || pair && group.iter().any(card) || against && valued(group).is_some()
    };
    steps.iter().any(|step| step.is_talk() && told(step))
}

/// `Der Alte und Winterfeldt nach Meißen`: a title alone may be anybody's, and he is not left behind.
fn passes_over_a_title(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let small = |c: &Chunk| c.any(&[Word::Title, Word::Article, Word::Filler]) || !c.is_word();
    let title = |c: &Chunk| c.has(Word::Title) && !c.has(Word::Greeting);
    steps.windows(2).find_map(|pair| {
        let group = &chunks[pair[0].from..pair[0].to];
        let passed = pair[1].joined
            && pair[0].is_talk()
            && matches!(pair[1].sense, Sense::Parsed(parsed) if !parsed.pieces.is_empty())
            && group.iter().all(|c| small(c) && c.generals.is_empty())
            && group.last().is_some_and(title);
        passed.then(|| Problem::new(Trouble::UnknownPiece, scene.words(group)))
    })
}

/// `Dawn and Loudon to Habelschwert`: a name that nobody knows, beside a general who goes.
fn passes_over_a_stranger(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    steps.windows(2).find_map(|pair| {
        let group = &chunks[pair[0].from..pair[0].to];
        let [only] = group else { return None };
        let strange = only.is_word() && only.unknown && only.starts_like_a_name(scene);
        let joined = chunks[pair[1].from].has(Word::And) || chunks[pair[1].from].kind == Kind::Plus;
        let goes = matches!(pair[1].sense, Sense::Parsed(parsed) if !parsed.pieces.is_empty());
        (pair[0].is_talk() && strange && joined && goes)
            .then(|| Problem::new(Trouble::UnknownPiece, scene.words(group)))
    })
}

/// `I don't buy. Daun and Laudon to Zwittau`: who is joined to those who go is not left behind.
fn passes_over_a_general(scene: &Scene, chunks: &[Chunk], steps: &[Step]) -> Option<Problem> {
    let known = scene.known?;
    steps.windows(2).find_map(|pair| {
        let last = chunks[pair[0].from..pair[0].to].iter().rfind(|c| c.is_word())?;
        let own = last.generals.iter().any(|piece| known.is_own(piece.nation()));
        let nothing = match pair[0].sense {
            Sense::Talk => true,
            Sense::Parsed(parsed) => parsed.said.is_empty() && parsed.also.is_empty(),
            Sense::Doubt => false,
        };
        let goes = match pair[1].sense {
            Sense::Parsed(parsed) => {
                !parsed.pieces.is_empty()
                    && !parsed.pieces.iter().any(|piece| last.generals.contains(piece))
            }
            _ => false,
        };
        let joined = chunks[pair[1].from].has(Word::And) || chunks[pair[1].from].kind == Kind::Plus;
        (own && nothing && goes && joined).then(|| {
            Problem::new(Trouble::UnknownWords, scene.words(&chunks[pair[0].from..pair[1].to]))
        })
    })
}

/// `For the battle: start with the 6, then the 7`, where no card is awaited: of which suit they are, is not said.
fn lists_cards(scene: &Scene, chunks: &[Chunk]) -> bool {
    let awaited = scene.known.is_some_and(|k| k.awaits(DecisionKind::Movement).is_some());
    let value = |c: &&Chunk| c.count().is_some_and(|n| (2..=13).contains(&n));
    let battle = |c: &Chunk| c.has(Word::Duel) && !c.any(&[Word::Filler, Word::Attack, Word::Stop]);
    let plays = |c: &Chunk| c.any(&[Word::Play, Word::Keep, Word::Then]);
    let asks = chunks.iter().any(|c| c.kind == Kind::Question);
    awaited
        && !asks
        && chunks.iter().filter(value).count() > 1
        && chunks.iter().any(battle)
        && chunks.iter().any(plays)
}

/// The values of the cards that can be played now.
fn playable(scene: &Scene) -> Vec<u32> {
    let Some(known) = scene.known else { return Vec::new() };
    let Some(nation) = known.awaits(DecisionKind::Play) else { return Vec::new() };
    let value = |action: Action| match action {
        Action::Play { card, .. } => match card.face {
            Face::Suited(_, value) => Some(u32::from(value)),
            Face::Reserve => None,
        },
        _ => None,
    };
    known.legal_answers(nation, DecisionKind::Play).into_iter().filter_map(value).collect()
}

/// Whether one of these values is named here, and no time: `the 6`, but not `at 6`.
fn names_a_card(group: &[Chunk], values: &[u32]) -> bool {
    (0..group.len()).any(|at| {
        let timed = at > 0 && group[at - 1].any(&[Word::At, Word::Until, Word::Time, Word::Absent]);
        let unit = [Word::Days, Word::Hours, Word::Weeks, Word::Troops, Word::Turn, Word::Points];
        let counted = group.get(at + 1).is_some_and(|c| c.any(&unit) || c.kind == Kind::Colon);
        let value = group[at].count().filter(|_| group[at].ordinal.is_none());
        value.is_some_and(|value| values.contains(&value)) && !timed && !counted
    })
}

/// `…, 4 should be ok (Halle, Köthen, Schönebeck)`: a way in brackets that stands behind talk is still a way.
fn passes_over_a_way(chunks: &[Chunk], steps: &[Step]) -> bool {
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

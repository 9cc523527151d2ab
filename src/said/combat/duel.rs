//! Duel instructions, retreat goals and orders of attack, and what withdraws them.
//!
//! What an instruction does is for [`crate::duel`]; whether it will ever apply is not asked.

use super::clauses::{self, begins_with_no, clauses, end, no_card, terms_start};
use super::fought_with::{
    comes_back, is_for_a_combat, is_why_another_goes, spent_on, supposes_a_combat,
};
use super::scope::{against_either, is_enemy, nation_of, of_the_last, scope};
use crate::duel::{Cards, Instruction, NamedCard, ReserveWhen, Reserves, Terms, Then};
use crate::game::{CardRef, DecisionKind, Face, Nation, PieceId, Suit};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::dated;
use crate::said::chunks::frame::{Framed, Parsed, Problem, Scene, first_means};
use crate::said::hand::cards::{self, Meant};
use crate::said::hand::values::{self, Valued, points, small};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Trouble};

/// Reads a group as an instruction, or as the withdrawal of one.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    // Nobody instructs by asking, or by a march in a sentence before it.
    if chunks.iter().any(|c| c.kind == Kind::Question) || clauses::marches_first(chunks, known) {
        return None;
    }
    let has = |word| chunks.iter().any(|c: &Chunk| c.has(word));
    let of_the_last = of_the_last(scene, chunks).is_some();
    let duel = has(Word::Duel) || of_the_last;
    let names = of_the_last
        || chunks
            .iter()
            .any(|c| !c.generals.is_empty() || !c.cities.is_empty() || c.nation.is_some());
    let strict_duel =
        chunks.iter().any(|c| c.has(Word::Duel) && !c.any(&[Word::Attack, Word::Stop]));
    if let Some(framed) = super::aims::withdrawn(scene, chunks, names) {
        return Some(framed);
    }
    if let Some(framed) = super::aims::retreat(scene, chunks) {
        return Some(framed);
    }
    if let Some(framed) = super::aims::attack_order(scene, chunks) {
        return Some(framed);
    }
    // `with Keith play the 9 and 11 of hearts`, while no card is awaited
    let with = known.awaits(DecisionKind::Play).is_none()
        && chunks.windows(2).any(|pair| pair[0].has(Word::With) && is_enemy(known, &pair[1]))
        && !chunks.windows(2).any(|pair| pair[0].has(Word::To) && pair[1].is_plain_city())
        && (has(Word::Lose) || !cards::mentions(chunks, scene.tongues, false).is_empty());
    // `I'll use the six of clubs with Keith if need be`
    let fought_with = is_for_a_combat(scene, chunks);
    let versus = chunks.iter().any(|c| c.has(Word::Versus) && !c.any(&[Word::With, Word::From]))
        || supposes_a_combat(scene, chunks)
        || has(Word::Attack)
        || spent_on(known, chunks)
        || with
        || fought_with;
    // `Siódemka pik idzie na tabor nr 2 w Berlinie`: trains fight nobody.
    let train = chunks.iter().any(|c| c.is_train_word());
    if train && !strict_duel && chunks.iter().all(|c| c.generals.is_empty()) {
        return None;
    }
    // `Dokupuję regiment Lehwaldtowi, idzie na to 10 kier` buys something.
    let buys = chunks.iter().any(|c| c.has(Word::Recruit) && !c.any(&[Word::Attack, Word::Duel]));
    // `Put one fresh troop under Browne and charge it to my 8D`
    let foreign = |c: &Chunk| c.generals.iter().any(|piece| !known.is_own(piece.nation()));
    // `The money first: for the 11 of clubs one regiment for Winterfeldt`
    let of_combat =
        [Word::Lose, Word::AtMost, Word::AtLeast, Word::Stop, Word::Win, Word::Duel, Word::Versus];
    let counted =
        chunks.windows(2).any(|pair| pair[0].number == Some(1) && pair[1].has(Word::Troops))
            && !chunks.iter().any(|c| c.any(&of_combat));
    let raised = has(Word::New) && has(Word::Troops) || counted || comes_back(known, chunks);
    let raised = raised && !chunks.iter().any(foreign);
    if !strict_duel && (buys || raised || is_why_another_goes(known, chunks)) {
        return None;
    }
    if !clauses::opens(chunks)
        && (!(duel || versus) || !names || !(fought_with || clauses::says_terms(scene, chunks)))
    {
        return None;
    }
    // `Friedrich goes for Karl, Heinrich to Prenzlau, then that's it`: a march that ends in a fight says nothing of
    // cards.
    let terms =
        [Word::AtMost, Word::AtLeast, Word::Points, Word::Ask, Word::Lose, Word::Win, Word::Card];
    let says_how = chunks.iter().any(|c| {
        c.any(&terms) && !c.has(Word::Filler)
            || matches!(c.kind, Kind::Suit(_) | Kind::Colon | Kind::Arrow)
            || c.has(Word::Reserve) && c.plain.len() > 1
    }) || !cards::mentions(chunks, scene.tongues, false).is_empty();
    let own = |c: &&Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let marches = chunks.iter().filter(own).count() > 1
        && chunks.windows(2).any(|pair| pair[0].has(Word::To) && pair[1].is_plain_city());
    if !strict_duel && !has(Word::If) && (!says_how || marches) && !clauses::opens(chunks) {
        return None;
    }
    // `Keith fights back with the 7 of hearts`, where a card is awaited.
    // `12 of spades against Keith`, who is the one that is fought.
    let fights = |piece: &PieceId| {
        let stacks = known.view.combat.as_ref().map(|combat| [combat.from, combat.to]);
        known.position(*piece).is_some_and(|city| stacks.is_some_and(|all| all.contains(&city)))
    };
    let enemy =
        |c: &Chunk| c.generals.iter().any(|piece| !known.is_own(piece.nation()) && !fights(piece));
    if known.awaits(DecisionKind::Play).is_some()
        && scene.heading.is_none()
        && !clauses::opens(chunks)
        && cards::mentions(chunks, scene.tongues, false).len() == 1
        && !chunks.iter().any(|c| enemy(c) || c.any(&clauses::LIMITS) && !c.has(Word::Filler))
    {
        return None;
    }
    // `Schwerin erhält eine Truppe gegen Zahlung der Karo 7` buys.
    let buys = chunks.iter().any(|c| {
        c.any(&[Word::Recruit, Word::Pay]) && !c.any(&[Word::Play, Word::Filler, Word::Versus])
    });
    // `13 kier idzie na regiment dla Laudona i na nowy tabor`
    let buys = buys || has(Word::New) && has(Word::Train);
    if buys && chunks.iter().any(|c| c.has(Word::Troops)) && !strict_duel {
        return None;
    }
    // `Let Karl engage Winterfeldt before anything else`, where that is asked.
    let strict = chunks.iter().any(|c| c.has(Word::Duel) && !c.has(Word::Attack));
    let counts = |c: &Chunk| {
        c.count().is_some()
            || c.any(&[Word::Points, Word::Ask, Word::Lose, Word::Keep, Word::Reserve])
    };
    if known.awaits(DecisionKind::Attack).is_some()
        && !strict
        && !chunks.iter().any(|c| counts(c) || matches!(c.kind, Kind::Suit(_)))
    {
        return None;
    }
    Some(instruction(scene, chunks))
}

/// Reads an instruction: which combats it is for, and the terms behind that.
pub(in crate::said) fn instruction(scene: &Scene, chunks: &[Chunk]) -> Result<Parsed, Problem> {
    if let Some([first, second]) = against_either(scene, chunks) {
        let (mut both, other) = (instruction(scene, &first)?, instruction(scene, &second)?);
        both.said.extend(other.said);
        return Ok(both);
    }
    let mentions = cards::mentions(chunks, scene.tongues, false);
    let start = terms_start(chunks, &mentions);
    // `Friedrich may use any cards against Browne`: the enemy stands behind the first term.
    let enemy = |at: usize| chunks[at].has(Word::Versus) && !chunks[at + 1].generals.is_empty();
    let all_names = !chunks.iter().any(|c| c.kind == Kind::Colon)
        && (start..chunks.len().saturating_sub(1)).any(enemy);
    let end = if all_names { chunks.len() } else { start };
    let scope = match scope(scene, chunks, end)? {
        Some(scope) => scope,
        // `Kämpfe: … gegen Daun`
        None => match scope(scene, chunks, chunks.len())? {
            Some(scope) => scope,
            None => of_the_last(scene, chunks)
                .ok_or_else(|| Problem::new(Trouble::NoSuchCombat, scene.words(chunks)))?,
        },
    };
    let nation = nation_of(scene, &scope);
    // A condition on the score is none that can be kept.
    let mut terms = terms(scene, &chunks[start..], nation.or(scene.nation())).map_err(
        |problem| match problem {
            Problem::NotUnderstood { trouble: Trouble::UnknownCondition, words, near } => {
                Problem::NotUnderstood { trouble: Trouble::NoSuchTerm, words, near }
            }
            problem => problem,
        },
    )?;
    // `I start with the 6, and if that won't do the 8, the Reserve on no account`: cards that no clause has read.
    let listed = matches!(&terms.cards, Cards::Listed(all) if !all.is_empty());
    if !listed && let Some(idle) = values::unread(chunks, &terms) {
        return Err(Problem::new(Trouble::UnknownCard, scene.words(&chunks[idle..=idle])));
    }
    values::settle(scene, &chunks[start..], &scope, &mut terms);
    let instruction = Instruction::Duel { scope, terms };
    Ok(Parsed::one(nation.or(scene.heading), Request::Instruct(Box::new(instruction))))
}

/// Everything behind the scope: clauses in any order.
pub(in crate::said) fn terms(
    scene: &Scene,
    chunks: &[Chunk],
    nation: Option<Nation>,
) -> Result<Terms, Problem> {
    if let Some(sequel) = clauses::unread_sequel(chunks) {
        return Err(Problem::new(Trouble::UnknownWords, scene.words(sequel)));
    }
    let mut terms = Terms::new(Cards::Listed(Vec::new()), Then::Ask);
    let mut listed: Vec<NamedCard> = Vec::new();
    let (mut fitting, mut no_cards, mut something, mut ended) = (false, false, false, false);
    // `the smallest spade`, and whether those above it shall follow
    let (mut lowest, mut upward) = (false, false);
    // `a single card, the 10`, which is named behind it
    let mut single = false;
    let clauses = clauses(chunks);
    // `the 6, then the 7 of spades`: a number whose suit is said behind it
    let mut unsuited: Option<u32> = None;
    // What was begun in the clause before goes on: `keep 13S, 12S`.
    let mut keeping = false;
    let mut limiting = false;
    // `as many diamonds as it takes, but keep the 12`
    let mut of_suit: Option<Suit> = None;
    for clause in clauses {
        if let Some((from, to)) = cards::no_card(clause, scene.tongues) {
            let words = scene.words(&clause[from..=to]);
            return Err(Problem::new(Trouble::UnknownCard, words));
        }
        let has = |word| clause.iter().any(|c: &Chunk| c.has(word));
        // No term is about a lead in the score; a loss of so much one may accept.
        if let Some(at) = cards::signed(clause)
            && (clause[at].kind == Kind::Plus || !has(Word::Lose))
        {
            let words = scene.words(&clause[at..=at + 1]);
            return Err(Problem::new(Trouble::UnknownWords, words));
        }
        let number = || {
            // `at most one card`, where the word is an article, too
            let one = |pair: &[Chunk]| {
                pair[0].has(Word::Article) && pair[1].any(&[Word::Card, Word::Points])
            };
            if has(Word::AtMost) && clause.windows(2).any(one) {
                return Some(1);
            }
            let at = clause.iter().position(|c| c.count().is_some() && c.generals.is_empty())?;
            clause[at].count()
        };
        let mentions = cards::mentions(clause, scene.tongues, false);
        let suited: Vec<&cards::Mention> = mentions.iter().filter(|m| !m.reserve).collect();
        let cards_of = |all: &[&cards::Mention]| -> Result<Vec<NamedCard>, Problem> {
            all.iter()
                .map(|mention| match mention.card(scene.known, nation) {
                    // `D1`: no card has this value.
                    Meant::Card(CardRef { face: Face::Suited(_, ..2), .. }) => {
                        let words = scene.words(&clause[mention.from..=mention.to]);
                        Err(Problem::new(Trouble::UnknownCard, words))
                    }
                    Meant::Card(card) => Ok(NamedCard {
                        card,
                        value: mention.value.filter(|_| mention.reserve).map(small),
                    }),
                    // Of a value that nobody holds there is nothing to choose.
                    Meant::Several(all) if all.is_empty() => {
                        Err(Problem::new(Trouble::UnknownCard, scene.words(clause)))
                    }
                    Meant::Several(all) => Err(Problem::Question {
                        doubt: Doubt::Card,
                        words: scene.words(&clause[mention.from..=mention.to]),
                        candidates: all.iter().copied().map(Candidate::Card).collect(),
                    }),
                })
                .collect()
        };
        // `if he leads by more than 5, the 11`: only the Reserve and the end of a combat can depend on the score.
        let condition = |c: &Chunk| c.has(Word::If) && !c.any(&[Word::Then, Word::Stop]);
        let limits = [Word::AtMost, Word::For, Word::To, Word::Pay];
        let wins = has(Word::Win) && clause.iter().any(|c| c.any(&limits));
        let about = !suited.is_empty() || number().is_some() && !has(Word::Lose) && !wins;
        if about && !has(Word::Reserve) && clause.iter().any(condition) {
            return Err(Problem::new(Trouble::UnknownCondition, scene.words(clause)));
        }
        // `… then the 11`: of the suit before it.
        let bare: Vec<u32> = clause
            .iter()
            .enumerate()
            .filter(|(at, _)| !mentions.iter().any(|m| m.from <= *at && *at <= m.to))
            .filter_map(|(_, c)| c.count().filter(|_| c.generals.is_empty()))
            .collect();
        let only_cards = clause.iter().filter(|c| c.is_word()).all(|c| {
            c.count().is_some()
                || c.any(&[
                    Word::Then,
                    Word::Filler,
                    Word::Article,
                    Word::And,
                    Word::Play,
                    Word::Stop,
                    Word::Pronoun,
                ]) && !c.any(&[Word::AtMost, Word::AtLeast])
        });
        if let ([value], true, true, Some(Face::Suited(suit, _))) = (
            bare.as_slice(),
            mentions.is_empty(),
            only_cards,
            listed.last().map(|named| named.card.face),
        ) {
            let face = Face::Suited(suit, small(*value));
            listed.push(NamedCard { card: CardRef { face, deck: None }, value: None });
            end(clause, &mut terms, &mut ended, &mentions);
            continue;
        }
        match (bare.as_slice(), mentions.as_slice(), unsuited) {
            ([value], [], None)
                if only_cards
                    && listed.is_empty()
                    && (2..=13).contains(value)
                    && !clause.iter().any(|c| c.any(&[Word::Troops, Word::AtMost, Word::Lose])) =>
            {
                unsuited = Some(*value);
                continue;
            }
            (_, [mention], Some(value)) if !mention.reserve => {
                if let Meant::Card(CardRef { face: Face::Suited(suit, _), .. }) =
                    mention.card(scene.known, nation)
                {
                    let face = Face::Suited(suit, small(value));
                    listed.push(NamedCard { card: CardRef { face, deck: None }, value: None });
                    unsuited = None;
                }
            }
            _ => {}
        }
        // `the reserve stays in my hand`, `don't touch the reserve`
        let stays = clause.iter().any(|c| c.has(Word::Stay) && !c.has(Word::Not));
        // `the 10 of spades stays in my hand`
        let held = stays && !has(Word::Reserve) && mentions.iter().any(|m| m.value.is_some());
        let stays = stays && !held;
        // `no uses la reserva`
        let denied = |c: &Chunk| c.has(Word::Keep) && first_means(scene, c, Word::Not);
        let unused =
            has(Word::Reserve) && clause.iter().any(denied) && mentions.iter().all(|m| m.reserve);
        let negated = stays
            || unused
            || values::are_denied(clause, &mentions)
            || clause.iter().any(|c| {
                c.any(&[Word::Not, Word::Decline])
                    && !c.any(&[Word::And, Word::AtMost, Word::For, Word::Keep])
            });
        let asks = has(Word::Ask);
        // `without asking me`
        let unasked = asks && clauses::denies_asking(clause);
        if unasked {
            (terms.then, ended) = (Then::Stop, true);
            if mentions.is_empty() && number().is_none() {
                continue;
            }
        }
        let asks = asks && !unasked;
        // `keep the reserve`
        let keeps = held || clause.iter().any(|c| c.has(Word::Keep) && !c.has(Word::Reserve));
        let keeps = keeps && !unused;
        let kept = !stays && keeps && !has(Word::Win) && !has(Word::Lose);
        let reserve = !kept && clause.iter().any(|c| c.has(Word::Reserve) && c.plain.len() > 1);
        if reserve
            && mentions.iter().all(|m| !m.reserve || m.value.is_none() || has(Word::AtMost))
            && suited.is_empty()
        {
            keeping = false;
            something = true;
            // `die Reserve lasse ich …`: what is not read may say that it is not played.
            let plays = [Word::Play, Word::Win, Word::Lose, Word::If, Word::Any, Word::As];
            if !negated && clause.iter().any(|c| c.unknown) && !clause.iter().any(|c| c.any(&plays))
            {
                return Err(Problem::new(Trouble::UnknownWords, scene.words(clause)));
            }
            if negated && !has(Word::Win) {
                if number().is_some() {
                    return Err(Problem::new(Trouble::UnknownWords, scene.words(clause)));
                }
                terms.reserve = Reserves::Never;
                continue;
            }
            let when = if has(Word::Win) && (has(Word::Only) || has(Word::If)) || has(Word::Win) {
                ReserveWhen::ToLead
            } else if has(Word::Lose)
                && let Some(number) = number()
            {
                ReserveWhen::AtLoss(small(number))
            } else {
                ReserveWhen::Always
            };
            // `at a loss of at least 4 up to 7`: the second number is the highest value.
            let numbers = clause.iter().filter_map(|c| c.count().filter(|_| c.generals.is_empty()));
            let place = usize::from(matches!(when, ReserveWhen::AtLoss(_)));
            let most = numbers.map(small).nth(place);
            terms.reserve = Reserves::Allowed { when, most };
            continue;
        }
        if keeps || keeping && !suited.is_empty() && !has(Word::Then) && !has(Word::Play) {
            something = true;
            keeping = true;
            if values::kept_on_condition(clause) {
                return Err(Problem::new(Trouble::UnknownCondition, scene.words(clause)));
            }
            if let Some(kept) = values::kept_suits(clause, &mentions, scene.known, nation) {
                terms.keep.extend(kept);
                end(clause, &mut terms, &mut ended, &mentions);
                continue;
            }
            // `keep the 12 and the Reserve`: a value without a suit is a card of the hand.
            // `il 2 lo tengo` keeps the 2, `keep 2` so many cards.
            let definite =
                |at: usize| clause[at].count().is_some() && values::is_definite(clause, at);
            let named = (1..clause.len()).any(definite);
            let valued = |value: &u32| {
                let alone = (*value > 4 || named) && bare.len() == 1;
                (2..=13).contains(value) && (!mentions.is_empty() || alone)
            };
            let values = bare.iter().filter(|_| !has(Word::Points) && !has(Word::Card));
            let valued: Vec<u32> = values.filter(|value| valued(value)).copied().collect();
            // `the 3 of hearts, but keep the 7`: of the suit that is played.
            if let (true, Some(Face::Suited(suit, _))) = (
                mentions.is_empty() && !valued.is_empty(),
                listed.last().map(|named| named.card.face),
            ) {
                let face = |value: u32| Face::Suited(suit, small(value));
                let cards =
                    valued.into_iter().map(|value| CardRef { face: face(value), deck: None });
                terms.keep.extend(cards);
                end(clause, &mut terms, &mut ended, &mentions);
                continue;
            }
            let bare = valued.into_iter().map(|value| cards::of_value(value, of_suit));
            let bare: Vec<cards::Mention> = bare.collect();
            if !mentions.is_empty() || !bare.is_empty() {
                let all: Vec<&cards::Mention> = mentions.iter().chain(&bare).collect();
                terms.keep.extend(cards_of(&all)?.into_iter().map(|named| named.card));
            } else if let Some(number) = number() {
                if has(Word::Points) {
                    terms.keep_points = Some(points(number));
                } else {
                    terms.keep_cards = Some(small(number));
                }
            } else if no_cards && has(Word::Card) {
                // `we play nothing, we keep the cards`
                continue;
            } else {
                return Err(Problem::new(Trouble::MissingCard, scene.words(clause)));
            }
            end(clause, &mut terms, &mut ended, &mentions);
            continue;
        }
        keeping = false;
        if let Some(odd) = no_card(clause, &mentions) {
            return Err(Problem::new(Trouble::UnknownWords, scene.words(&clause[odd..=odd + 1])));
        }
        // `up to 12 points of hearts`: the suit says nothing, since the sector settles which one is played.
        if let ([one], true) = (mentions.as_slice(), has(Word::Points) && has(Word::AtMost))
            && let (false, Some(number)) = (one.reserve, one.value)
        {
            something = true;
            let limit = if has(Word::Win) { &mut terms.win_for } else { &mut terms.most_points };
            *limit = Some(points(number));
            end(clause, &mut terms, &mut ended, &mentions);
            continue;
        }
        // `use at most two spades`
        if let ([one], true, false) = (mentions.as_slice(), has(Word::AtMost), has(Word::Reserve))
            && let Some(number @ 1..=3) = one.value
            && clause[one.from].count() == Some(number)
            // `only the 2 of diamonds` is one.
            && !(has(Word::Only) && one.to > one.from + 1)
        {
            (something, terms.most_cards) = (true, Some(small(number)));
            end(clause, &mut terms, &mut ended, &mentions);
            continue;
        }
        // `only hearts`, `only hearts, the smallest ones`
        if let Some(suit) = values::suit_alone(clause, &mentions) {
            let hand = |of_it| values::of_hand(scene.known, nation, suit, of_it);
            something = true;
            if chunks.iter().any(|c| c.has(Word::Lowest)) {
                let named = |card| NamedCard { card, value: None };
                listed.extend(hand(true).into_iter().map(named));
            } else if !hand(true).is_empty() {
                fitting = true;
                terms.keep.extend(hand(false));
            }
            if listed.is_empty() && !fitting {
                return Err(Problem::new(Trouble::UnknownCard, scene.words(clause)));
            }
            (terms.then, ended) = (Then::Stop, true);
            end(clause, &mut terms, &mut ended, &mentions);
            continue;
        }
        // `any diamond except the 12`: the sector settles which suit is played (R8).
        if let Some((suit, excepted)) = values::whole_suit(clause, &mentions) {
            (fitting, something, of_suit) = (true, true, Some(suit));
            let face = |value: u32| Face::Suited(suit, small(value));
            let kept = excepted.into_iter().map(|value| CardRef { face: face(value), deck: None });
            terms.keep.extend(kept);
            end(clause, &mut terms, &mut ended, &mentions);
            continue;
        }
        if !mentions.is_empty() && !negated {
            something = true;
            let all: Vec<&cards::Mention> = mentions.iter().collect();
            lowest |= has(Word::Lowest) && listed.is_empty() && all.len() == 1;
            upward |= values::is_as_many_as_needed(&scene.words(clause));
            // `the 6, then the 7 of spades`
            let first = mentions[0].from;
            let before = clauses::counted_before(clause, first);
            let cards = cards_of(&all)?;
            if let (Some(Face::Suited(suit, _)), false) =
                (cards.first().map(|named| named.card.face), before.is_empty())
            {
                let named = |value: u32| {
                    let face = Face::Suited(suit, small(value));
                    NamedCard { card: CardRef { face, deck: None }, value: None }
                };
                listed.extend(before.into_iter().map(named));
            }
            listed.extend(cards);
            // `only the 4 of spades`
            if has(Word::Only) && !ended {
                (terms.then, ended) = (Then::Stop, true);
            }
            // `first the 9 of hearts, then 11 then 13`
            let behind = mentions.last().map_or(0, |mention| mention.to + 1);
            let joins = |c: &&Chunk| c.any(&[Word::Then, Word::And]);
            let passes = |c: &&Chunk| !joins(c) && c.any(&[Word::Filler, Word::Article]);
            let follow = |at: &usize| {
                clause[*at].count().is_some()
                    && clause[..*at].iter().rev().find(|c| !passes(c)).is_some_and(|c| joins(&c))
            };
            let more = (behind.max(1)..clause.len()).filter(follow);
            if let Some(Face::Suited(suit, _)) = listed.last().map(|named| named.card.face) {
                let faces = more.filter_map(|at| clause[at].count()).map(small);
                let cards =
                    faces.map(|value| CardRef { face: Face::Suited(suit, value), deck: None });
                listed.extend(cards.map(|card| NamedCard { card, value: None }));
            }
            end(clause, &mut terms, &mut ended, &mentions);
            continue;
        }
        // `never the 10 of spades`
        if values::are_denied(clause, &mentions) {
            something = true;
            let all: Vec<&cards::Mention> = mentions.iter().collect();
            terms.keep.extend(cards_of(&all)?.into_iter().map(|named| named.card));
            continue;
        }
        if !mentions.is_empty() {
            return Err(Problem::new(Trouble::UnknownWords, scene.words(clause)));
        }
        if has(Word::Win)
            && !has(Word::Lose)
            && let Some(number) = number()
        {
            something = true;
            terms.win_for = Some(points(number));
            end(clause, &mut terms, &mut ended, &mentions);
            continue;
        }
        if has(Word::Lose)
            && let Some(number) = number()
        {
            something = true;
            terms.accept_loss = Some(small(number));
            // `stop as soon as he would lose no more than 1`
            if clause.iter().take(3).any(|c| c.has(Word::Stop) && !c.has(Word::Filler)) {
                (terms.then, ended) = (Then::Stop, true);
            }
            end(clause, &mut terms, &mut ended, &mentions);
            continue;
        }
        // `play only the nine`, `never the eleven`
        match values::valued(clause) {
            Some((_, Valued::Unclear)) => {
                return Err(Problem::new(Trouble::UnknownWords, scene.words(clause)));
            }
            Some((values, how)) => {
                something = true;
                let all = values.into_iter().map(|value| cards::of_value(value, of_suit));
                let all: Vec<cards::Mention> = all.collect();
                let named = cards_of(&all.iter().collect::<Vec<_>>())?;
                if how == Valued::Kept {
                    terms.keep.extend(named.into_iter().map(|named| named.card));
                } else {
                    listed.extend(named);
                    (terms.then, ended) =
                        if ended { (terms.then, true) } else { (Then::Stop, true) };
                }
                end(clause, &mut terms, &mut ended, &mentions);
                continue;
            }
            None => {}
        }
        // `until the 10 is gone`: a card, and how many of them is not said.
        let article = |c: &Chunk| c.is_word() && c.has(Word::Article);
        let definite = clause
            .windows(2)
            .any(|pair| pair[1].count().is_some_and(|n| n > 1) && article(&pair[0]));
        let definite = definite && !has(Word::Points) && !has(Word::Card);
        if number().is_some() && (definite || dated::names_days(scene, clause)) {
            return Err(Problem::new(Trouble::UnknownWords, scene.words(clause)));
        }
        // `I play a single card, the 10 of spades`
        let article = |c: &Chunk| c.has(Word::Article) && !c.any(&[Word::And, Word::To]);
        if has(Word::Card) && has(Word::Play) && clause.iter().any(article) && number().is_none() {
            (something, single, terms.most_cards) = (true, true, Some(1));
            end(clause, &mut terms, &mut ended, &mentions);
            continue;
        }
        if let Some(number) = number() {
            // `at most two cards and 15 points`
            // `I play a single card, the 10`
            let one = number == 1 && has(Word::Card) && has(Word::Play);
            single |= one;
            let limits = has(Word::AtMost) || has(Word::To) || negated || has(Word::Only) || one;
            if limits || limiting && (has(Word::Points) || has(Word::Card)) {
                (something, limiting) = (true, true);
                values::limit(clause, number, &mut terms);
                end(clause, &mut terms, &mut ended, &mentions);
                continue;
            }
            return Err(Problem::new(Trouble::UnknownWords, scene.words(clause)));
        }
        if asks {
            (terms.then, ended) = (Then::Ask, true);
            continue;
        }
        if has(Word::Any) && !negated {
            (fitting, something) = (true, true);
            continue;
        }
        if negated && has(Word::Card) {
            (no_cards, something) = (true, true);
            if has(Word::Then) || !has(Word::Decline) {
                (terms.then, ended) = (Then::Stop, true);
            }
            continue;
        }
        // `… and then I have finished`
        let finishes =
            |c: &Chunk| c.has(Word::Ready) && !c.any(&[Word::Filler, Word::To, Word::At]);
        // `always ask, don't pass any more`
        if clauses::denies_stopping(clause) {
            (terms.then, ended) = (Then::Ask, true);
            continue;
        }
        // `quit if he has Daun with him`: an end on a condition that no term has.
        if has(Word::Stop) && !has(Word::Then) && clause.iter().any(|c| c.has(Word::If)) {
            return Err(Problem::new(Trouble::UnknownCondition, scene.words(clause)));
        }
        if has(Word::Stop) || has(Word::Then) && clause.iter().any(finishes) {
            // `no cards, keep 13S, then stop`
            // `win with 12 points at most, else play nothing`: what is played is said before.
            let no = |c: &Chunk| c.has(Word::Stop) && begins_with_no(scene, c);
            no_cards |= !has(Word::Else) && clause.iter().any(no);
            (terms.then, ended) = (Then::Stop, true);
            continue;
        }
        if has(Word::AtMost) || has(Word::AtLeast) {
            return Err(Problem::new(Trouble::MissingNumber, scene.words(clause)));
        }
        // `never the highest`, `at most two cards, the small ones`
        let lowest = has(Word::Lowest) && (negated || listed.is_empty());
        let needed = || values::is_as_many_as_needed(&scene.words(chunks));
        if has(Word::Highest) || lowest && !needed() {
            return Err(Problem::new(Trouble::NoSuchTerm, scene.words(clause)));
        }
        let unread = clause.iter().filter(|c| c.is_word() && c.unknown).count();
        if unread > 0 || negated || has(Word::If) {
            return Err(Problem::new(Trouble::UnknownWords, scene.words(clause)));
        }
    }
    if let Some(value) = unsuited {
        // `at most one card, the 3`: which one it is, the hand says.
        match cards::of_value(value, None).card(scene.known, nation) {
            Meant::Card(card) => listed.push(NamedCard { card, value: None }),
            Meant::Several(_) => {
                return Err(Problem::new(Trouble::UnknownCard, value.to_string()));
            }
        }
    }
    if !something && !ended {
        return Err(Problem::new(Trouble::MissingTerms, scene.words(chunks)));
    }
    // `I won't go beyond three cards; after that come back to me`: a limit that is not read is none.
    let counts = |c: &Chunk| c.count().is_some_and(|n| n > 1);
    let of_what = |c: &Chunk| c.any(&[Word::Points, Word::Card]);
    let nothing = Terms { then: terms.then, ..Terms::new(Cards::Listed(Vec::new()), Then::Ask) };
    let unlimited = (!something || no_cards) && terms == nothing && listed.is_empty();
    if unlimited && chunks.iter().any(counts) && chunks.iter().any(of_what) {
        return Err(Problem::new(Trouble::UnknownWords, scene.words(chunks)));
    }
    // `spades from the smallest up, at most three cards`: the sector settles the suit (R8), and the lowest that does it is
    // what is played of all.
    let all_of_suit =
        lowest && listed.len() == 1 && (upward || terms.most_cards.is_some_and(|most| most > 1));
    if all_of_suit {
        listed.clear();
        fitting = true;
    }
    if single && listed.len() == 1 {
        terms.most_cards = None;
    }
    terms.cards = if !listed.is_empty() {
        Cards::Listed(listed)
    } else if fitting || something && !no_cards {
        Cards::Fitting
    } else {
        Cards::Listed(Vec::new())
    };
    Ok(terms)
}

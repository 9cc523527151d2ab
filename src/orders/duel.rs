//! Duel instructions in a text: `duel Keith vs Daun: 10D 7D, then stop`, `retreat enemies towards
//! Glatz`, `attack order: Richelieu, Soubise`, `withdraw duel Keith`.
//!
//! What an instruction does is for [`crate::duel`]; whether it will ever apply is not asked.

use super::cards;
use super::cursor::{Cursor, Problem, Read};
use super::duel_words::{self as words, DuelWord};
use super::knowledge::Knowledge;
use super::lexicon::Word;
use super::places::{self, city_candidates, only_city};
use super::reader::Said;
use super::token::Kind;
use super::{Doubt, Statement, Trouble};
use crate::duel::{
    Cards, Instruction, NamedCard, Party, ReserveWhen, Reserves, RetreatGoal, Scope, Terms, Then,
};
use crate::game::Nation;

/// No order of attacks names more.
const MOST_NAMED: usize = 12;

/// Which instructions are withdrawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Withdrawn {
    All,
    /// Those with this [`Instruction::key`].
    Key(String),
}

/// Reads an instruction, or the withdrawal of one, if the sentence begins like one.
///
/// Refuses parties and limits that it cannot read.
pub(super) fn sentence(
    known: &Knowledge,
    cursor: Cursor,
    nation: Option<Nation>,
) -> Read<Option<Said>> {
    let mut ahead = cursor;
    let statement = if ahead.is(Word::Withdraw) || ahead.is(Word::Cancel) {
        ahead.advance(1);
        match withdrawal(known, &mut ahead)? {
            Some(withdrawn) => Statement::Revoke(withdrawn),
            None => return Ok(None),
        }
    } else {
        match instruction(known, &mut ahead)? {
            Some(instruction) => Statement::Instruct(Box::new(instruction)),
            None => return Ok(None),
        }
    };
    ahead.expect_end()?;
    let nation = match &statement {
        Statement::Instruct(instruction) => nation_of(known, instruction).or(nation),
        _ => nation,
    };
    Ok(Some(vec![(nation, statement)]))
}

/// The own nation that an instruction names.
fn nation_of(known: &Knowledge, instruction: &Instruction) -> Option<Nation> {
    let Instruction::Duel { scope, .. } = instruction else { return None };
    match scope {
        Scope::Nation(nation) => Some(*nation),
        Scope::Pair { own: Party::General(general), .. } | Scope::Own(Party::General(general)) => {
            Some(general.nation()).filter(|nation| known.is_own(*nation))
        }
        _ => None,
    }
}

fn instruction(known: &Knowledge, cursor: &mut Cursor) -> Read<Option<Instruction>> {
    if words::take(cursor, DuelWord::Duel) {
        let scope = scope(known, cursor)?;
        cursor.skip(&[Word::Filler], &[Kind::Colon, Kind::Dash, Kind::Comma]);
        let terms = terms(cursor)?;
        return Ok(Some(Instruction::Duel { scope, terms }));
    }
    if words::take(cursor, DuelWord::AttackOrder) {
        return attack_order(known, cursor).map(Some);
    }
    if cursor.is(Word::Retreat) {
        return retreat(known, cursor);
    }
    Ok(None)
}

/// Whether `orden de ataque`, `ordine di attacco` or the like is next, the first word of which only
/// fills elsewhere.
pub(super) fn is_attack_order(cursor: &Cursor) -> bool {
    words::length(cursor, DuelWord::AttackOrder) > 0
}

/// What is withdrawn, from behind the verb. `None` if that is no instruction.
fn withdrawal(known: &Knowledge, cursor: &mut Cursor) -> Read<Option<Withdrawn>> {
    let mut ahead = *cursor;
    while !is_attack_order(&ahead) && ahead.take(Word::Filler) {}
    let all = words::take(&mut ahead, DuelWord::Any);
    while !is_attack_order(&ahead) && ahead.take(Word::Filler) {}
    let key = if words::take(&mut ahead, DuelWord::Duel) {
        // `withdraw duel instructions`
        let ends = all || ahead.is_at_end();
        if ends { None } else { Some(scope(known, &mut ahead)?.key()) }
    } else if words::take(&mut ahead, DuelWord::AttackOrder) {
        Some(Instruction::AttackOrder { order: Vec::new() }.key())
    } else if ahead.is(Word::Retreat) {
        ahead.advance(1);
        ahead.skip(&[Word::Of, Word::Filler], &[]);
        let of = if words::take(&mut ahead, DuelWord::Enemies) || ahead.is_at_end() {
            None
        } else {
            Some(party(known, &mut ahead)?)
        };
        // Any goal names the same instruction.
        let Some(city) = crate::game::board().city_ids().next() else { return Ok(None) };
        Some(Instruction::Retreat { of, goal: RetreatGoal::Towards(city) }.key())
    } else {
        return Ok(None);
    };
    *cursor = ahead;
    Ok(Some(key.map_or(Withdrawn::All, Withdrawn::Key)))
}

/// A general of either side, or a city.
fn party(known: &Knowledge, cursor: &mut Cursor) -> Read<Party> {
    let mut ahead = *cursor;
    ahead.skip(&[Word::Filler], &[]);
    // `at Schwerin` is the city.
    let city_said = ahead.take(Word::At);
    // Bitterfeld is no mistyped Winterfeldt.
    let exact_city = places::is_city(&ahead) && !places::is_general(&ahead);
    if !city_said
        && !exact_city
        && let Some(general) = places::general(known, &mut ahead)?
    {
        *cursor = ahead;
        return Ok(Party::General(general));
    }
    let (all, words) = city_candidates(&mut ahead)?;
    let city = only_city(&all, &words, Doubt::City)?;
    *cursor = ahead;
    Ok(Party::City(city))
}

fn is_own(known: &Knowledge, party: Party) -> bool {
    match party {
        Party::General(general) => known.is_own(general.nation()),
        Party::City(_) => false,
    }
}

/// Which combats: `Keith vs Daun`, `Keith`, `vs Daun`, `Daun`, `Austria`, `at Breslau`.
fn scope(known: &Knowledge, cursor: &mut Cursor) -> Read<Scope> {
    cursor.skip(&[Word::Filler, Word::For, Word::Of], &[Kind::Colon]);
    let start = *cursor;
    if words::take(cursor, DuelWord::Versus) {
        return Ok(Scope::Enemy(enemy(known, cursor)?));
    }
    let mut ahead = *cursor;
    if let Some(nation) = places::nation_alone(&mut ahead) {
        *cursor = ahead;
        if known.is_own(nation) {
            return Ok(Scope::Nation(nation));
        }
        return Err(Problem::NotUnderstood {
            why: Trouble::NotYourNation,
            words: cursor.words_since(&start),
            near: known.own_nations().map(|nation| nation.id().to_owned()).collect(),
        });
    }
    let first = party(known, cursor)?;
    let mut ahead = *cursor;
    ahead.skip(&[Word::Filler], &[Kind::Dash, Kind::Comma]);
    if !words::take(&mut ahead, DuelWord::Versus) {
        return Ok(match first {
            Party::General(_) if !is_own(known, first) => Scope::Enemy(first),
            _ => Scope::Own(first),
        });
    }
    *cursor = ahead;
    let second = party(known, cursor)?;
    let foreign = |party| matches!(party, Party::General(_)) && !is_own(known, party);
    // Whoever is named first: own and enemy are told apart by whose they are.
    let (own, enemy) =
        if foreign(first) || is_own(known, second) { (second, first) } else { (first, second) };
    if foreign(own) || is_own(known, enemy) {
        return Err(Problem::new(Trouble::NoSuchCombat, cursor.words_since(&start)));
    }
    Ok(Scope::Pair { own, enemy })
}

fn enemy(known: &Knowledge, cursor: &mut Cursor) -> Read<Party> {
    let start = *cursor;
    let party = party(known, cursor)?;
    if is_own(known, party) {
        return Err(Problem::new(Trouble::NoSuchCombat, cursor.words_since(&start)));
    }
    Ok(party)
}

/// Everything behind the scope.
fn terms(cursor: &mut Cursor) -> Read<Terms> {
    let mut terms = Terms::new(Cards::Listed(Vec::new()), Then::Ask);
    // Whether it was said which cards, and whether anything else that lets cards go.
    let (mut cards_said, mut something, mut ended) = (false, false, false);
    loop {
        cursor.skip(
            &[Word::And, Word::Then, Word::Filler],
            &[Kind::Comma, Kind::Plus, Kind::Colon, Kind::Close, Kind::Open],
        );
        if cursor.is_at_end() || cursor.is(Word::Closing) {
            break;
        }
        if words::take(cursor, DuelWord::Ask) {
            (terms.then, ended) = (Then::Ask, true);
        } else if is_stop(cursor) {
            cursor.advance(1);
            (terms.then, ended) = (Then::Stop, true);
        } else if clause(cursor, &mut terms, &mut cards_said)? {
            something = true;
        } else {
            return cursor.trouble(Trouble::UnknownWords);
        }
    }
    if !something && !ended {
        return Err(Problem::new(Trouble::MissingTerms, cursor.sentence()));
    }
    if something && !cards_said {
        terms.cards = Cards::Fitting;
    }
    Ok(terms)
}

/// Whether `stop` is next, and not `stop at a loss of …`.
fn is_stop(cursor: &Cursor) -> bool {
    if !cursor.is(Word::Stop) {
        return false;
    }
    let mut ahead = *cursor;
    ahead.advance(1);
    !takes_loss(&mut ahead)
}

/// Takes `at a loss of`, `lose`.
fn takes_loss(cursor: &mut Cursor) -> bool {
    let mut ahead = *cursor;
    ahead.skip(&[Word::At, Word::To, Word::Filler, Word::For], &[]);
    let found = words::take(&mut ahead, DuelWord::Lose);
    if found {
        ahead.skip(&[Word::Of, Word::Filler], &[]);
        *cursor = ahead;
    }
    found
}

/// One clause; `false` if none is next.
fn clause(cursor: &mut Cursor, terms: &mut Terms, cards_said: &mut bool) -> Read<bool> {
    if let Some(reserves) = reserves(cursor)? {
        terms.reserve = reserves;
        return Ok(true);
    }
    let start = *cursor;
    if words::take(cursor, DuelWord::Any) {
        cursor.skip(&[Word::Filler], &[]);
        words::take(cursor, DuelWord::Any);
        cursor.skip(&[Word::Filler, Word::Card], &[]);
        (terms.cards, *cards_said) = (Cards::Fitting, true);
        return Ok(true);
    }
    if cursor.is(Word::Decline) && cursor.ahead(1).is_some_and(|token| token.is(Word::Card)) {
        cursor.advance(2);
        (terms.cards, *cards_said) = (Cards::Listed(Vec::new()), true);
        return Ok(true);
    }
    if words::take(cursor, DuelWord::Keep) {
        keep(cursor, terms)?;
        return Ok(true);
    }
    if words::take(cursor, DuelWord::Win) {
        cursor.skip(&[Word::Filler], &[]);
        words::take(cursor, DuelWord::Only);
        words::take(cursor, DuelWord::Costs);
        cursor.skip(&[Word::For], &[]);
        words::take(cursor, DuelWord::AtMost);
        terms.win_for = Some(number(cursor)?);
        words::take(cursor, DuelWord::Points);
        return Ok(true);
    }
    if cursor.is(Word::Stop) {
        cursor.advance(1);
    }
    if takes_loss(cursor) {
        words::take(cursor, DuelWord::AtMost);
        terms.accept_loss = Some(small(number(cursor)?));
        cursor.skip(&[Word::Troops], &[]);
        return Ok(true);
    }
    *cursor = start;
    if cursor.is(Word::Play) {
        cursor.advance(1);
    }
    if words::take(cursor, DuelWord::AtMost) {
        let number = number(cursor)?;
        if cursor.take(Word::Card) {
            terms.most_cards = Some(small(number));
        } else {
            words::take(cursor, DuelWord::Points);
            terms.most_points = Some(number);
        }
        return Ok(true);
    }
    let list = cards::cards(cursor)?;
    if list.is_empty() {
        *cursor = start;
        return Ok(false);
    }
    let named = list.into_iter().map(|named| NamedCard { card: named.card, value: named.value });
    match &mut terms.cards {
        Cards::Listed(all) => all.extend(named),
        Cards::Fitting => terms.cards = Cards::Listed(named.collect()),
    }
    *cards_said = true;
    Ok(true)
}

/// `keep 13S 12S`, `keep at least 3 cards`, `keep at least 20 points`.
fn keep(cursor: &mut Cursor, terms: &mut Terms) -> Read<()> {
    cursor.skip(&[Word::Filler], &[]);
    if words::take(cursor, DuelWord::AtLeast) {
        let number = number(cursor)?;
        if cursor.take(Word::Card) {
            terms.keep_cards = Some(small(number));
        } else if words::take(cursor, DuelWord::Points) {
            terms.keep_points = Some(number);
        } else {
            return cursor.trouble(Trouble::MissingCard);
        }
        return Ok(());
    }
    let list = cards::cards(cursor)?;
    if list.is_empty() {
        return cursor.trouble(Trouble::MissingCard);
    }
    terms.keep.extend(list.into_iter().map(|named| named.card));
    Ok(())
}

/// `no reserve`, `any reserve up to 7`, `reserve only to win`, `reserve only at a loss of at least
/// 3`, `reserve up to 7`. `None` if that is not next.
fn reserves(cursor: &mut Cursor) -> Read<Option<Reserves>> {
    let mut ahead = *cursor;
    let never = ahead.take(Word::Decline);
    let any = !never && words::take(&mut ahead, DuelWord::Any);
    ahead.skip(&[Word::Filler], &[]);
    if !ahead.take(Word::Reserve) {
        return Ok(None);
    }
    if never {
        *cursor = ahead;
        return Ok(Some(Reserves::Never));
    }
    let mut when = ReserveWhen::Always;
    let mut most = None;
    let mut said = any;
    loop {
        let mut next = ahead;
        let only = words::take(&mut next, DuelWord::Only);
        next.skip(&[Word::To, Word::Filler, Word::For, Word::And], &[]);
        if only && words::take(&mut next, DuelWord::Win) {
            when = ReserveWhen::ToLead;
        } else if only && takes_loss(&mut next) {
            words::take(&mut next, DuelWord::AtLeast);
            when = ReserveWhen::AtLoss(small(number(&mut next)?));
            next.skip(&[Word::Troops], &[]);
        } else if !only && words::take(&mut next, DuelWord::AtMost) {
            next.skip(&[Word::As, Word::Filler], &[]);
            most = Some(small(number(&mut next)?));
            words::take(&mut next, DuelWord::Points);
        } else if only {
            return next.trouble(Trouble::UnknownWords);
        } else {
            break;
        }
        (said, ahead) = (true, next);
    }
    if !said {
        // A Reserve among the cards that are listed.
        return Ok(None);
    }
    *cursor = ahead;
    Ok(Some(Reserves::Allowed { when, most }))
}

fn number(cursor: &mut Cursor) -> Read<u16> {
    match cursor.number() {
        Some(number) => {
            cursor.advance(1);
            Ok(number)
        }
        None => cursor.trouble(Trouble::MissingNumber),
    }
}

fn small(number: u16) -> u8 {
    number.min(255) as u8
}

/// `retreat enemies towards Glatz`, `retreat Daun as far from Dresden as possible`. `None` if it
/// is the answer to a question.
fn retreat(known: &Knowledge, cursor: &mut Cursor) -> Read<Option<Instruction>> {
    let mut ahead = *cursor;
    ahead.advance(1);
    ahead.skip(&[Word::Filler, Word::Of], &[Kind::Colon]);
    let of = if words::take(&mut ahead, DuelWord::Enemies) {
        None
    } else if places::is_general(&ahead) {
        let city = places::is_city(&ahead);
        let general = places::general(known, &mut ahead)?;
        // Hildburghausen alone is where they go.
        if city && ahead.is_at_end() {
            return Ok(None);
        }
        general.map(Party::General)
    } else {
        return Ok(None);
    };
    if of.is_some_and(|party| is_own(known, party)) {
        return Err(Problem::new(Trouble::NoSuchCombat, ahead.sentence()));
    }
    ahead.skip(&[Word::Filler], &[Kind::Colon, Kind::Arrow]);
    let far = words::take(&mut ahead, DuelWord::Farthest);
    // `as far as possible from Dresden`
    words::take(&mut ahead, DuelWord::Possible);
    let from = ahead.take(Word::From);
    if !far && !from {
        ahead.take_any(&[Word::To, Word::At]);
    }
    let (all, words) = city_candidates(&mut ahead)?;
    let city = only_city(&all, &words, Doubt::City)?;
    ahead.skip(&[Word::As], &[]);
    words::take(&mut ahead, DuelWord::Possible);
    *cursor = ahead;
    let goal = if far || from { RetreatGoal::Away(city) } else { RetreatGoal::Towards(city) };
    Ok(Some(Instruction::Retreat { of, goal }))
}

/// `attack order: Richelieu, Soubise`.
fn attack_order(known: &Knowledge, cursor: &mut Cursor) -> Read<Instruction> {
    let mut order: Vec<Party> = Vec::new();
    loop {
        cursor.skip(
            &[Word::Then, Word::And, Word::Filler],
            &[Kind::Comma, Kind::Colon, Kind::Dash, Kind::Arrow, Kind::Plus],
        );
        if cursor.is_at_end() || cursor.is(Word::Closing) {
            break;
        }
        if order.len() == MOST_NAMED {
            return Err(Problem::new(Trouble::TooLong, cursor.sentence()));
        }
        let party = party(known, cursor)?;
        if !order.contains(&party) {
            order.push(party);
        }
    }
    match order.is_empty() {
        true => cursor.trouble(Trouble::MissingPiece),
        false => Ok(Instruction::AttackOrder { order }),
    }
}

//! What a sentence is, and what it says.
//!
//! A sentence says what it is by its first word, or by the pieces it begins with and the word
//! behind them; what only names cards or places answers what is asked.

use super::commands::{self, Heading};
use super::cursor::{Cursor, Problem, Read};
use super::lexicon::Word;
use super::names::generals;
use super::places::{self, Trains};
use super::reader::{Reader, Said};
use super::token::{Kind, Token};
use super::{Statement, Trouble, answers, cards, duel, moves, recruit, troops};
use crate::game::{Action, DecisionKind, FateChoice, Nation, PieceId};

impl Reader<'_> {
    /// Reads one sentence. A heading in it counts for all that follow.
    pub(super) fn sentence(&mut self, mut cursor: Cursor) -> Read<Said> {
        cursor.skip(&[Word::Then], &[Kind::Comma, Kind::Colon, Kind::Period]);
        if let Some(choice) = commands::choice(&cursor) {
            return Ok(vec![(None, choice)]);
        }
        // `Hannover` answers with a city where cities are asked for.
        let bare_city = self.asks_for_places() && cursor.all().len() == 1;
        if !bare_city {
            match commands::heading(&self.known, &mut cursor, self.current_nation()) {
                Ok(Some(Heading { nation, turn, alone })) => {
                    self.heading = Some(nation);
                    self.lost = false;
                    if alone || turn.is_some() {
                        let mut said = vec![(Some(nation), Statement::For { nation, turn })];
                        if !alone {
                            said.append(&mut self.sentence(cursor)?);
                        }
                        return Ok(said);
                    }
                }
                Ok(None) => {}
                Err(problem) => {
                    self.lost = true;
                    return Err(problem);
                }
            }
        }
        // `I play …`: the word is Polish for `and`.
        if !duel::is_attack_order(&cursor) {
            cursor.skip(&[Word::Filler, Word::And], &[Kind::Comma]);
        }
        if self.lost {
            return Err(Problem::new(Trouble::NotYourNation, cursor.sentence()));
        }
        if cursor.is(Word::Test) && cursor.ahead(1).is_some_and(|next| next.kind == Kind::Colon) {
            // `test: Daun to Prag`
            cursor.advance(2);
            let mut said = vec![(self.heading, Statement::Test)];
            if !cursor.is_at_end() {
                said.append(&mut self.sentence(cursor)?);
            }
            return Ok(said);
        }
        if let Some(said) = duel::sentence(&self.known, cursor, self.current_nation())? {
            return Ok(said);
        }
        if let Some(statement) = commands::command(&cursor) {
            return Ok(vec![(self.heading, statement)]);
        }
        self.order_to_the_end(cursor)
    }

    fn order_to_the_end(&self, mut cursor: Cursor) -> Read<Said> {
        let said = self.order(&mut cursor)?;
        cursor.expect_end()?;
        Ok(said)
    }

    fn asks_for_places(&self) -> bool {
        use DecisionKind::*;
        let kind = self.awaited().map(|(_, kind)| kind);
        matches!(kind, Some(Attack | Retreat | Fate | Reconquest | DaunWithdrawal))
    }

    /// A sentence that orders or answers something.
    fn order(&self, cursor: &mut Cursor) -> Read<Said> {
        if cards::is_next(cursor) {
            return self.bare_cards(cursor);
        }
        let nation = self.current_nation();
        let Some(first) = cursor.peek() else {
            return cursor.trouble(Trouble::Unknown);
        };
        // What begins with a name is about that name, even if the word means something too.
        let named = places::is_general(cursor)
            || (places::is_city(cursor) && !first.is_any(&[Word::Train]));
        if !named && let Some(said) = self.by_verb(cursor, nation)? {
            return Ok(said);
        }
        self.by_names(cursor, nation)
    }

    /// A sentence whose first word says what it is. `None` if it does not.
    fn by_verb(&self, cursor: &mut Cursor, nation: Option<Nation>) -> Read<Option<Said>> {
        let Some(verb) = cursor.peek() else {
            return Ok(None);
        };
        let start = *cursor;
        cursor.advance(1);
        let known = &self.known;
        let behind = *cursor;
        let place_follows = places::is_city(&behind) || behind.is(Word::To);
        let actions = |nation: Option<Nation>, actions: Vec<Action>| {
            Ok(Some(vec![(nation, Statement::Actions(actions))]))
        };
        let asked = |kind| self.nation_for(kind);
        if verb.is(Word::Discard) {
            return self.discard(cursor).map(Some);
        }
        if verb.is(Word::SetAside) {
            let nation = asked(DecisionKind::OffensiveOption);
            let list = cards::cards(cursor)?;
            let [named] = list.as_slice() else {
                return cursor.trouble(Trouble::MissingCard);
            };
            return actions(nation, vec![Action::OffensiveOption { card: Some(named.card) }]);
        }
        if verb.is(Word::Play) {
            return actions(asked(DecisionKind::Play), cards::plays(cursor)?);
        }
        if verb.is(Word::Attack) {
            let list = answers::attacks(known, cursor, None)?;
            return actions(asked(DecisionKind::Attack), list);
        }
        if verb.is(Word::Redistribute) {
            cursor.skip(&[Word::Troops, Word::Filler], &[]);
            return troops::redistribution(known, cursor, nation).map(Some);
        }
        if verb.is(Word::Allot) {
            let list = troops::list(known, cursor, nation)?;
            if list.is_empty() {
                let nation = asked(DecisionKind::Allot);
                let announced = nation.map(|nation| Statement::TroopsFor(nation, Vec::new()));
                return Ok(announced.map(|statement| vec![(nation, statement)]));
            }
            return Ok(Some(troops::statements(list)));
        }
        if verb.is_any(&[Word::Recruit, Word::Enter])
            || (verb.is(Word::For) && cards::is_next(cursor))
        {
            let (nation, action) = recruit::recruitment(known, cursor, nation, Vec::new())?;
            return actions(Some(nation), vec![action]);
        }
        if verb.is(Word::Retreat) || (verb.is(Word::Stop) && place_follows) {
            let Some(nation) = asked(DecisionKind::Retreat) else {
                return Err(answers::nothing_awaited(&start));
            };
            return actions(Some(nation), vec![answers::retreat(known, cursor, nation)?]);
        }
        if verb.is(Word::Reconquer) {
            let Some(nation) = asked(DecisionKind::Reconquest) else {
                return Err(answers::nothing_awaited(&start));
            };
            return actions(Some(nation), vec![answers::reconquest(known, cursor, nation)?]);
        }
        if verb.is(Word::Withdraw) {
            let nation = asked(DecisionKind::DaunWithdrawal);
            return actions(nation, vec![answers::withdrawal(known, cursor)?]);
        }
        if verb.is(Word::Choose) {
            return self.choose(cursor, &start).map(Some);
        }
        if verb.is_any(&[Word::Decline, Word::Stop]) {
            // `renunciar a la opción ofensiva`
            cursor.skip(&[Word::Filler, Word::Choose, Word::To], &[]);
            let offensive = cursor.take(Word::Offensive);
            let fate = cursor.take(Word::Fate);
            return self.refuse(&start, verb, offensive, fate).map(Some);
        }
        if verb.is(Word::Stay) && cursor.expect_end().is_ok() {
            return self.all_stay(cursor, nation).map(Some);
        }
        if verb.is(Word::Stay) {
            // `hold Keith`
            let pieces = moves::pieces(known, cursor, nation, Trains::OnMap)?;
            if let Some(first) = pieces.first() {
                return Ok(Some(vec![(Some(first.nation()), Statement::NoOrder(pieces))]));
            }
        }
        if verb.is(Word::Move) {
            // What is moved is named next.
            return Ok(None);
        }
        *cursor = start;
        Ok(None)
    }

    /// `discard 4H`: also the word for what 4 hearts offers France.
    fn discard(&self, cursor: &mut Cursor) -> Read<Said> {
        let list = cards::cards(cursor)?;
        if list.is_empty() {
            return cursor.trouble(if cursor.is_at_end() {
                Trouble::MissingCard
            } else {
                Trouble::UnknownCard
            });
        }
        if let Some((nation, DecisionKind::Fate)) = self.awaited()
            && let [named] = list.as_slice()
        {
            let action = Action::Fate { choice: FateChoice::Card(named.card) };
            return Ok(vec![(Some(nation), Statement::Actions(vec![action]))]);
        }
        let discards = list.into_iter().map(|named| Action::Discard { card: named.card });
        let nation = self.nation_for(DecisionKind::Discard);
        Ok(vec![(nation, Statement::Actions(discards.collect()))])
    }

    /// Cards without a verb answer what is asked.
    fn bare_cards(&self, cursor: &mut Cursor) -> Read<Said> {
        let Some((nation, kind)) = self.awaited() else {
            return Err(answers::nothing_awaited(cursor));
        };
        let actions = match kind {
            DecisionKind::Play => cards::plays(cursor)?,
            DecisionKind::Discard | DecisionKind::OffensiveOption | DecisionKind::Fate => {
                let action = |named: cards::NamedCard| match kind {
                    DecisionKind::Discard => Action::Discard { card: named.card },
                    DecisionKind::Fate => Action::Fate { choice: FateChoice::Card(named.card) },
                    _ => Action::OffensiveOption { card: Some(named.card) },
                };
                cards::cards(cursor)?.into_iter().map(action).collect()
            }
            _ => return Err(answers::nothing_awaited(cursor)),
        };
        Ok(vec![(Some(nation), Statement::Actions(actions))])
    }

    /// `choose …` answers a Card of Fate, or whatever else is asked.
    fn choose(&self, cursor: &mut Cursor, start: &Cursor) -> Read<Said> {
        let (nation, kind) = match self.awaited() {
            Some(awaited) => awaited,
            // For later: what is chosen by a verb is a Card of Fate's.
            None => match self.nation_for(DecisionKind::Fate) {
                Some(nation) => (nation, DecisionKind::Fate),
                None => return Err(answers::nothing_awaited(start)),
            },
        };
        if kind != DecisionKind::Fate && cards::is_next(cursor) {
            return self.bare_cards(cursor);
        }
        let actions = answers::bare(&self.known, cursor, nation, kind)?;
        match actions {
            Some(actions) => Ok(vec![(Some(nation), Statement::Actions(actions))]),
            None => Err(answers::nothing_awaited(start)),
        }
    }

    /// `stop`, `decline`, `no`: what is refused follows from what is asked.
    fn refuse(&self, start: &Cursor, verb: &Token, offensive: bool, fate: bool) -> Read<Said> {
        let awaited = self.awaited();
        let nation = awaited.map(|(nation, _)| nation).or_else(|| self.current_nation());
        let action = match awaited.map(|(_, kind)| kind) {
            _ if offensive => Action::OffensiveOption { card: None },
            _ if fate => Action::Fate { choice: FateChoice::Decline },
            Some(DecisionKind::OffensiveOption) => Action::OffensiveOption { card: None },
            Some(DecisionKind::Fate) => Action::Fate { choice: FateChoice::Decline },
            Some(DecisionKind::DaunWithdrawal) => Action::Stay,
            Some(DecisionKind::Play) => Action::Stop,
            // Between combats of one's own a later duel may be meant.
            Some(DecisionKind::Attack) | None if verb.is(Word::Stop) => Action::Stop,
            _ => return Err(answers::nothing_awaited(start)),
        };
        Ok(vec![(nation, Statement::Actions(vec![action]))])
    }

    /// `stay`, without saying who.
    fn all_stay(&self, cursor: &Cursor, nation: Option<Nation>) -> Read<Said> {
        let awaited = self.awaited();
        if let Some((nation, DecisionKind::DaunWithdrawal)) = awaited {
            return Ok(vec![(Some(nation), Statement::Actions(vec![Action::Stay]))]);
        }
        if let Some((_, DecisionKind::Play)) = awaited {
            // `halt` is a word for both.
            return Ok(vec![(nation, Statement::Actions(vec![Action::Stop]))]);
        }
        let Some(nation) = nation else {
            return Err(answers::nothing_awaited(cursor));
        };
        let mut all = self.known.generals_on_map(nation);
        all.extend(self.known.trains(nation, true));
        Ok(vec![(Some(nation), Statement::NoOrder(all))])
    }

    /// A sentence that begins with names: of own pieces, then what they do; or an answer.
    fn by_names(&self, cursor: &mut Cursor, nation: Option<Nation>) -> Read<Said> {
        let awaited = self.awaited();
        let start = *cursor;
        if let Some((nation, kind)) = awaited
            && self.asks_for_places()
            && let Some(actions) = self.answer(cursor, nation, kind)?
        {
            return Ok(vec![(Some(nation), Statement::Actions(actions))]);
        }
        // A number before a general: `8 Friedrich`.
        if cursor.number().is_some() {
            let mut ahead = *cursor;
            let list = troops::list(&self.known, &mut ahead, nation);
            return match list {
                Ok(list) if !list.is_empty() => {
                    *cursor = ahead;
                    Ok(troops::statements(list))
                }
                _ => cursor.trouble(Trouble::Unknown),
            };
        }
        let marker = [Word::To, Word::Via, Word::From];
        let after_move_verb = cursor.follows(Word::Move) || cursor.take_any(&marker);
        if places::is_city(cursor) && !places::is_general(cursor) && !cursor.is(Word::Train) {
            return Err(match after_move_verb {
                true => Problem::new(Trouble::MissingPiece, cursor.sentence()),
                false => answers::nothing_awaited(cursor),
            });
        }
        let pieces = moves::pieces(&self.known, cursor, nation, Trains::OnMap)?;
        if pieces.is_empty() {
            return match after_move_verb {
                true => Err(unknown_piece(cursor)),
                false => Err(Problem::new(Trouble::Unknown, start.sentence())),
            };
        }
        self.of_pieces(cursor, start, pieces, nation)
    }

    /// The answer to a decision about places, if the sentence can be one.
    fn answer(
        &self,
        cursor: &mut Cursor,
        nation: Nation,
        kind: DecisionKind,
    ) -> Read<Option<Vec<Action>>> {
        let mut ahead = *cursor;
        // Redistribution is allowed at any time, also now.
        if places::is_general(&ahead) || ahead.number().is_some() {
            let mut list = ahead;
            if troops::list(&self.known, &mut list, Some(nation)).is_ok() {
                return Ok(None);
            }
        }
        // Who retreats is known: only where to is asked.
        if kind == DecisionKind::Retreat {
            let mut named = ahead;
            if places::general(&self.known, &mut named).is_ok_and(|found| found.is_some())
                && named.skip(&[Word::Retreat, Word::To, Word::Move], &[Kind::Arrow, Kind::Colon])
            {
                ahead = named;
            }
        }
        if kind == DecisionKind::DaunWithdrawal {
            let mut named = ahead;
            let pieces = moves::pieces(&self.known, &mut named, Some(nation), Trains::OnMap);
            if pieces.is_ok_and(|pieces| !pieces.is_empty()) && named.is(Word::Stay) {
                return Ok(None);
            }
        }
        let actions = answers::bare(&self.known, &mut ahead, nation, kind)?;
        *cursor = ahead;
        Ok(actions)
    }

    /// What own pieces named at the start of a sentence do.
    fn of_pieces<'t>(
        &self,
        cursor: &mut Cursor<'t>,
        start: Cursor<'t>,
        pieces: Vec<PieceId>,
        nation: Option<Nation>,
    ) -> Read<Said> {
        let owner = pieces.first().map(|piece| piece.nation());
        let known = &self.known;
        if pieces.len() == 1 && troops::number_is_next(cursor) {
            *cursor = start;
            return self.troops_or_recruits(cursor, nation);
        }
        let mut verb = *cursor;
        verb.skip(&[Word::Filler], &[Kind::Colon, Kind::Comma, Kind::Dash]);
        if verb.is(Word::Attack) {
            verb.advance(1);
            *cursor = verb;
            let list = answers::attacks(known, cursor, pieces.first().copied())?;
            return Ok(vec![(owner, Statement::Actions(list))]);
        }
        if verb.is(Word::Withdraw) {
            *cursor = start;
            let action = answers::withdrawal(known, cursor)?;
            return Ok(vec![(owner, Statement::Actions(vec![action]))]);
        }
        if verb.take_any(&[Word::Enter, Word::Recruit]) {
            *cursor = verb;
            let (nation, action) = recruit::recruitment(known, cursor, nation, pieces)?;
            return Ok(vec![(Some(nation), Statement::Actions(vec![action]))]);
        }
        self.moves(cursor, pieces, nation)
    }

    /// `Friedrich 7, Winterfeldt 2`; with a payment, `Daun 1 for 7D`, they are bought.
    fn troops_or_recruits(&self, cursor: &mut Cursor, nation: Option<Nation>) -> Read<Said> {
        let start = *cursor;
        let problem = match troops::list(&self.known, cursor, nation) {
            Ok(list) => return Ok(troops::statements(list)),
            Err(problem) => problem,
        };
        *cursor = start;
        match recruit::recruitment(&self.known, cursor, nation, Vec::new()) {
            Ok((nation, action)) if pays(&action) => {
                Ok(vec![(Some(nation), Statement::Actions(vec![action]))])
            }
            _ => Err(problem),
        }
    }

    /// One move after another: `Daun to Zittau, Browne to Prag`.
    fn moves(
        &self,
        cursor: &mut Cursor,
        pieces: Vec<PieceId>,
        nation: Option<Nation>,
    ) -> Read<Said> {
        let mut said: Said = Vec::new();
        let mut pieces = pieces;
        loop {
            let owner = pieces.first().map(|piece| piece.nation());
            let mut verb = *cursor;
            verb.skip(&[Word::Filler], &[Kind::Colon, Kind::Comma, Kind::Dash]);
            if verb.take(Word::Stay) {
                *cursor = verb;
                cursor.skip(&[Word::At, Word::Filler], &[]);
                if places::is_city(cursor) && !places::is_general(cursor) {
                    // `Keith stays at Oels`
                    places::city_candidates(cursor)?;
                }
                said.push((owner, self.stays(pieces)));
            } else {
                let action = moves::move_of(&self.known, cursor, &pieces)?;
                said.push((owner, Statement::Actions(vec![action])));
            }
            // `… to Teschen, then stays` says nothing more.
            cursor.skip(
                &[Word::Then, Word::And, Word::Filler, Word::Move, Word::Stay],
                &[Kind::Comma, Kind::Plus, Kind::Close],
            );
            if cursor.take(Word::Ready) {
                said.push((self.heading, Statement::Ready));
            }
            if cursor.is_at_end() || cursor.is(Word::Closing) {
                return Ok(said);
            }
            // A train goes with the nation of whom was named before it.
            pieces = moves::pieces(&self.known, cursor, owner.or(nation), Trains::OnMap)?;
            if pieces.is_empty() {
                return Err(unknown_piece(cursor));
            }
        }
    }

    /// Where Daun attacks one stack alone, that it stays is the answer.
    fn stays(&self, pieces: Vec<PieceId>) -> Statement {
        let asked = matches!(self.awaited(), Some((_, DecisionKind::DaunWithdrawal)));
        let mut stacks: Vec<_> = self.known.withdrawals().iter().map(|(stack, _)| *stack).collect();
        stacks.dedup();
        let his = pieces.first().and_then(|piece| self.known.position(*piece));
        match stacks.as_slice() {
            [stack] if asked && his == Some(*stack) => Statement::Actions(vec![Action::Stay]),
            _ => Statement::NoOrder(pieces),
        }
    }
}

/// Whether anything is paid: without a payment a list of troops is no recruitment.
fn pays(action: &Action) -> bool {
    matches!(action, Action::Recruit(recruitment) if !recruitment.pay.is_empty())
}

fn unknown_piece(cursor: &Cursor) -> Problem {
    let near = cursor.peek().map_or(Vec::new(), |token| generals().suggestions(&token.folded));
    Problem::NotUnderstood {
        why: if cursor.is_at_end() { Trouble::MissingPiece } else { Trouble::UnknownPiece },
        words: if cursor.is_at_end() { cursor.sentence() } else { cursor.next_words(1) },
        near: near.into_iter().map(|piece| piece.name().to_owned()).collect(),
    }
}

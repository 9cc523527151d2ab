//! What a line buys, seen as a whole: a piece that comes back beside what is paid, and what only looks like a purchase.

use super::Reader;
use crate::game::{Action, COST, CityId, DecisionKind, PieceId, Recruitment};
use crate::said::chunks::chunk::Chunk;
use crate::said::lexicon::words::Word;
use crate::said::{Request, Said, Trouble};

impl Reader<'_> {
    /// `Train two comes in at Brünn, here is the seven of diamonds for it`: a train that is off the map marches nowhere, and a
    /// card that is not awaited pays for it (R10).
    pub(super) fn buys_a_train(&mut self, line: usize) {
        let Some(known) = self.known.as_ref() else { return };
        if known.awaits(DecisionKind::Movement).is_none()
            || known.awaits(DecisionKind::Play).is_some()
        {
            return;
        }
        let off = |said: &Said| match &said.request {
            Request::Act(Action::MoveVia { pieces, via }) => {
                match (pieces.as_slice(), via.as_slice()) {
                    ([piece], [city])
                        if !piece.is_general() && known.position(*piece).is_none() =>
                    {
                        Some((*piece, *city))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        let said = &mut self.reading.said;
        let own = |said: &Said| said.line == line && said.condition.is_none();
        let Some(at) = said.iter().position(|said| own(said) && off(said).is_some()) else {
            return;
        };
        let Some(train) = off(&said[at]) else { return };
        let bought =
            said.iter_mut().filter(|said| own(said)).find_map(|said| match &mut said.request {
                Request::Act(Action::Recruit(bought)) => Some(bought),
                _ => None,
            });
        if let Some(bought) = bought {
            if bought.trains.is_empty() {
                bought.trains.push(train);
            }
            if bought.trains.contains(&train) {
                said.remove(at);
            }
            return;
        }
        let card = |said: &Said| match said.request {
            Request::Act(Action::Play { card, value: None }) if own(said) => Some(card),
            _ => None,
        };
        let pay: Vec<_> = said.iter().filter_map(card).collect();
        if pay.is_empty() {
            return;
        }
        let recruitment = Recruitment { pay, trains: vec![train], ..Recruitment::default() };
        said[at].request = Request::Act(Action::Recruit(recruitment));
        said.retain(|said| card(said).is_none());
    }

    /// Whether a march is no march, but says where a piece enters that is bought in the same line:
    /// `recruit train 2 for 6S; it goes to Berlin`.
    pub(super) fn enters(&mut self, line: usize, request: &Request) -> bool {
        let known = self.known.as_ref();
        let is_off = |piece| known.is_some_and(|known| known.position(piece).is_none());
        let Some(last) = self.reading.said.last_mut() else { return false };
        places_again(last, line, request) || buys_back(last, line, request, is_off)
    }

    /// `Train 2 appears at Brünn. The club twelve covers that and a troop`: what comes back before the payment is named is bought
    /// with it, too. Gives what the line says then.
    pub(super) fn with_what_came_back(&mut self, number: usize, chunks: &[Chunk]) -> Vec<Said> {
        self.buys_what_came_back(number);
        self.buys_the_lost_train(number, chunks);
        self.said_by(number)
    }

    /// `12 of spades: a troop for Daun and the train at Brünn`, read as a march of the train on the map: where one is lost, the
    /// city is one where it comes back, and the cards pay for it, too (R10.2), it is the lost one.
    fn buys_the_lost_train(&mut self, number: usize, chunks: &[Chunk]) {
        let Some(known) = &self.known else { return };
        let placed = |city: CityId| {
            chunks.windows(2).any(|pair| pair[0].has(Word::At) && pair[1].cities.contains(&city))
        };
        let numbered = chunks.windows(2).any(|pair| {
            let counts = |c: &Chunk| c.count().is_some() || c.ordinal.is_some();
            pair[0].is_train_word() && counts(&pair[1])
                || pair[0].ordinal.is_some() && pair[1].is_train_word()
        });
        let own = |said: &&Said| said.line == number && said.condition.is_none();
        let march = self.reading.said.iter().filter(own).find_map(|said| match &said.request {
            Request::Act(Action::MoveVia { pieces, via }) => match (&pieces[..], &via[..]) {
                ([piece], [city]) if !piece.is_general() => Some((*piece, *city)),
                _ => None,
            },
            _ => None,
        });
        let Some((piece, city)) = march.filter(|_| !numbered) else { return };
        let nation = piece.nation();
        let lost = known.trains(nation, false);
        let ([train], true) = (lost.as_slice(), known.entry_cities(nation).contains(&city)) else {
            return;
        };
        let (train, placed) = (*train, placed(city) && known.position(piece).is_some());
        let mut purchases = self.reading.said.iter_mut().filter(|said| said.line == number);
        let bought = purchases.find_map(|said| match &mut said.request {
            Request::Act(Action::Recruit(bought)) => Some(bought),
            _ => None,
        });
        let Some(bought) = bought.filter(|bought| placed && bought.trains.is_empty()) else {
            return;
        };
        if paid(bought) / u32::from(COST) == troops(bought) + 1 {
            bought.trains.push((train, city));
            let marches = |said: &Said| said.line == number && said.request.ordered() == [piece];
            self.reading.said.retain(|said| !marches(said));
        }
    }

    fn buys_what_came_back(&mut self, number: usize) {
        let Some(known) = &self.known else { return };
        let own = |said: &Said| said.line == number;
        let mut purchases = self.reading.said.iter().enumerate().filter(|(_, said)| {
            own(said) && matches!(said.request, Request::Act(Action::Recruit(_)))
        });
        let (Some((at, _)), None) = (purchases.next(), purchases.next()) else { return };
        let mut back = Vec::new();
        for said in &self.reading.said[..at] {
            if let Request::Act(Action::MoveVia { pieces, via }) = &said.request
                && let ([piece], [city]) = (pieces.as_slice(), via.as_slice())
                && own(said)
                && said.condition.is_none()
                && !piece.is_general()
                && known.position(*piece).is_none()
            {
                back.push((*piece, *city));
            }
        }
        if let Request::Act(Action::Recruit(bought)) = &mut self.reading.said[at].request {
            bought.trains.extend(&back);
        }
        self.reading.said.retain(|said| {
            let marches = |(piece, _): &(PieceId, CityId)| said.request.ordered() == [*piece];
            said.line != number || !back.iter().any(marches)
        });
    }

    /// Why what was read as a purchase may be none.
    pub(super) fn no_purchase(&self, said: &[Said], chunks: &[Chunk]) -> Option<Trouble> {
        if self.buys_in_a_combat(said, chunks) {
            return Some(Trouble::UnknownSequel);
        }
        let shifts = recruits_and_shifts(said) || self.buys_and_moves_a_train(said);
        shifts.then_some(Trouble::MissingTroops)
    }

    /// `I put the six down; the Reserve only if it saves Schwerin`, in a combat: troops are bought there only by who says so.
    fn buys_in_a_combat(&self, said: &[Said], chunks: &[Chunk]) -> bool {
        let fights =
            self.known.as_ref().is_some_and(|known| known.awaits(DecisionKind::Play).is_some());
        let buys = |said: &Said| {
            let here = !said.headed && said.turn.is_none();
            here && matches!(said.request, Request::Act(Action::Recruit(_)))
        };
        fights
            && self.heading.is_none()
            && said.iter().any(buys)
            && !chunks.iter().any(|c| c.has(Word::Recruit) && !c.has(Word::Filler))
    }

    /// `12 of spades: Laudon +1 and the lost train returns to Brünn`: beside a purchase a train that marches to where trains
    /// come back may be the one that is off the map.
    pub(super) fn buys_and_moves_a_train(&self, said: &[Said]) -> bool {
        let Some(known) = &self.known else { return false };
        let bought = |said: &Said| matches!(said.request, Request::Act(Action::Recruit(_)));
        let returns = |said: &Said| match &said.request {
            Request::Act(Action::MoveVia { pieces, via }) => {
                let [piece] = pieces.as_slice() else { return false };
                let nation = piece.nation();
                !piece.is_general()
                    && known.position(*piece).is_some()
                    && !known.trains(nation, false).is_empty()
                    && via.last().is_some_and(|city| known.entry_cities(nation).contains(city))
            }
            _ => false,
        };
        said.iter().any(bought) && said.iter().any(returns)
    }
}

/// What the cards of a purchase are worth.
fn paid(bought: &Recruitment) -> u32 {
    bought.pay.iter().map(|card| u32::from(card.face.payment())).sum()
}

/// How many troops are bought.
fn troops(bought: &Recruitment) -> u32 {
    let generals = bought.generals.iter().map(|(.., troops)| *troops);
    bought.troops.iter().map(|(_, troops)| *troops).chain(generals).map(u32::from).sum()
}

/// Whether a march only says again where a piece enters that was recruited in the same line.
fn places_again(last: &Said, line: usize, request: &Request) -> bool {
    let (Request::Act(Action::Recruit(bought)), Request::Act(Action::MoveVia { pieces, via })) =
        (&last.request, request)
    else {
        return false;
    };
    let ([piece], [city]) = (pieces.as_slice(), via.as_slice()) else { return false };
    last.line == line
        && (bought.trains.contains(&(*piece, *city))
            || bought.generals.iter().any(|(general, at, _)| general == piece && at == city))
}

/// Whether a train that is off the map is said to come back behind what is paid for: `12C: a troop for Daun, and the
/// lost train is back at Brünn`. It is bought with the same cards.
fn buys_back(
    last: &mut Said,
    line: usize,
    request: &Request,
    is_off: impl Fn(PieceId) -> bool,
) -> bool {
    let (Request::Act(Action::Recruit(bought)), Request::Act(Action::MoveVia { pieces, via })) =
        (&mut last.request, request)
    else {
        return false;
    };
    let ([piece], [city]) = (pieces.as_slice(), via.as_slice()) else { return false };
    let back = last.line == line && !piece.is_general() && is_off(*piece);
    if back {
        bought.trains.push((*piece, *city));
    }
    back
}

/// Whether a line buys troops and then gives one general a number that no other of his stack makes up for: it
/// is likelier that he gets one of those that are bought.
pub(super) fn recruits_and_shifts(said: &[Said]) -> bool {
    // `drei neue: zwei für Winterfeldt, … Dafür leg ich Kreuz 9 hin`: a card that no combat wants pays for troops.
    let bought = |said: &Said| {
        matches!(said.request, Request::Act(Action::Recruit(_) | Action::Play { .. }))
    };
    let shifted = |said: &Said| matches!(&said.request, Request::Act(Action::Redistribute { troops, .. }) if troops.len() == 1);
    said.iter().any(bought) && said.iter().any(shifted)
}

//! What a line turns out to say once all of it, or the whole mail, is read.

use super::Reader;
use crate::game::{Action, CardRef, CityId, DecisionKind, Face, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::begins_correcting;
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::{Kind, Token, tokens};
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::{Word, lexicon};
use crate::said::{Cancel, Line, LineReading, Request, Said};

impl Reader<'_> {
    /// Puts the parts of what a line says in relation to one another.
    /// `whole`: the chunks of the line before its corrections.
    pub(super) fn settle(
        &mut self,
        line: &str,
        number: usize,
        (whole, chunks): (&[Chunk], &[Chunk]),
        tongues: Tongues,
    ) {
        self.replaces_denied(number, whole);
        self.ends_combat(number, chunks);
        self.nobody_stays_in_a_combat(number);
        self.without_status(number);
        self.ready_of_others(number);
        self.buys_a_train(number);
        self.stays_in_brackets(number, chunks);
        self.concludes_elsewhere(line, number, chunks);
        self.goes_after_all(number, chunks);
        self.without_what_is_told(number);
        self.without_return(line, number);
        self.away_besides(line, number, chunks, tongues);
    }

    /// `The 13! The 13 of hearts!`: a card that is named more often than it is held, and a march or stay that is ordered
    /// twice, were only said once more.
    pub(super) fn said_once(&mut self) {
        let Some(known) = &self.known else { return };
        let mut kept: Vec<Said> = Vec::new();
        for said in std::mem::take(&mut self.reading.said) {
            let same = |other: &&Said| {
                other.request == said.request
                    && other.nation == said.nation
                    && other.turn == said.turn
                    && other.condition == said.condition
            };
            let again = match (&said.request, said.nation) {
                (Request::Act(Action::Play { card: CardRef { face, .. }, .. }), Some(nation))
                    if matches!(face, Face::Suited(..)) =>
                {
                    let held = known.hand(nation).iter().filter(|card| card.face == *face).count();
                    kept.iter().filter(same).count() >= held.max(1)
                }
                (Request::Act(Action::MoveVia { .. }) | Request::Stay(_), _) => {
                    let pieces = said.request.ordered();
                    let of_them = |other: &&Said| {
                        other.request.ordered().iter().any(|piece| pieces.contains(piece))
                    };
                    !pieces.is_empty() && kept.iter().rfind(of_them).is_some_and(|last| same(&last))
                }
                _ => false,
            };
            if !again {
                kept.push(said);
            }
        }
        self.reading.said = kept;
    }

    /// `Browne all alone at Tetschen against the King… the eight of spades`: beside a card that is played or discarded, where
    /// somebody stands is told, and no order for a march.
    fn nobody_stays_in_a_combat(&mut self, number: usize) {
        let known = self.known.as_ref();
        let decides = |kind| known.is_some_and(|known| known.awaits(kind).is_some());
        let moves = known.is_some_and(|known| known.awaits(DecisionKind::Movement).is_some());
        let card = |said: &Said| {
            let action = matches!(
                said.request,
                Request::Act(Action::Play { .. } | Action::Discard { .. } | Action::Stop)
            );
            said.line == number && action
        };
        let open = [DecisionKind::Play, DecisionKind::Discard].into_iter().any(decides);
        if moves || !open || !self.reading.said.iter().any(card) {
            return;
        }
        let stands = |said: &Said| {
            let stays = matches!(said.request, Request::Stay(_));
            said.line == number && stays && !said.headed && said.turn.is_none()
        };
        self.reading.said.retain(|said| !stands(said));
    }

    /// `Time to bring the old boys back. Dohna returns …`: beside orders, only who speaks of himself is back.
    fn without_return(&mut self, line: &str, number: usize) {
        let orders = |said: &Said| said.line == number && matches!(said.request, Request::Act(_));
        if self.reading.said.iter().any(orders) && !says(line, ClubWord::IAm) {
            self.reading
                .said
                .retain(|said| said.line != number || said.request != Request::Back(None));
        }
    }

    /// Beside orders, how many troops somebody else has, or one has already, is told and changes nothing: `…, Seydlitz only has
    /// three men over there`, `Chevert stays, four are enough`; and no enemy goes along: `…, let's see what Winterfeldt says to it`.
    fn without_what_is_told(&mut self, number: usize) {
        let Some(known) = self.known.as_ref().filter(|known| !known.is_set_up()) else { return };
        let foreign = |piece: &PieceId| !known.is_own(piece.nation());
        let goal = |said: &Said| match &said.request {
            Request::Act(Action::MoveVia { pieces, via }) if !pieces.iter().any(foreign) => {
                via.last().copied()
            }
            _ => None,
        };
        let of_line = |said: &&Said| said.line == number;
        let goals: Vec<CityId> =
            self.reading.said.iter().filter(of_line).filter_map(goal).collect();
        let told = |said: &Said| match &said.request {
            Request::Act(Action::Redistribute { troops, .. }) => {
                let already = matches!(troops.as_slice(), [(piece, count)]
                    if known.troops(*piece) == Some(*count));
                let others = troops.iter().all(|(piece, _)| foreign(piece));
                others || already || counts_generals(troops, known)
            }
            Request::Act(Action::MoveVia { pieces, via }) => {
                pieces.iter().all(foreign) && via.last().is_some_and(|city| goals.contains(city))
            }
            _ => false,
        };
        let orders = |said: &&Said| !said.request.ordered().is_empty() && !told(said);
        if self.reading.said.iter().filter(of_line).any(|said| orders(&said)) {
            let said = std::mem::take(&mut self.reading.said);
            let kept = |said: &Said| said.line != number || !told(said);
            self.reading.said = said.into_iter().filter(kept).collect();
        }
    }

    /// `Heinrich to Templin, not to Schwedt`, where a line above sent him to Schwedt: it is taken back.
    fn replaces_denied(&mut self, number: usize, whole: &[Chunk]) {
        let march = |said: &Said| match &said.request {
            Request::Act(Action::MoveVia { pieces, via }) => Some((pieces.clone(), *via.last()?)),
            _ => None,
        };
        let said = self.reading.said.iter().filter(|said| said.line == number);
        let now: Vec<(Vec<PieceId>, CityId)> = said.filter_map(march).collect();
        let denied = whole.iter().any(|c| c.is_word() && c.has(Word::Not) && c.generals.is_empty());
        let named = |city: &CityId| whole.iter().any(|c| c.cities.contains(city));
        let replaced = |said: &Said| {
            said.line < number
                && march(said).is_some_and(|(pieces, city)| {
                    let other = |one: &(Vec<PieceId>, CityId)| one.0 == pieces && one.1 != city;
                    named(&city) && now.iter().any(other)
                })
        };
        if denied {
            self.reading.said.retain(|said| !replaced(said));
        }
    }

    /// `My orders:` above orders is a heading, and does not ask to be shown them.
    pub(super) fn without_headings(&mut self, lines: &[&str]) {
        let ordered = |said: &Said| {
            matches!(
                said.request,
                Request::Act(_) | Request::Stay(_) | Request::Instruct(_) | Request::Ready
            )
        };
        let last =
            self.reading.said.iter().filter(|said| ordered(said)).map(|said| said.line).max();
        let asks = |line: usize| lines.get(line - 1).is_some_and(|line| line.contains(['?', '!']));
        self.reading.said.retain(|said| {
            said.request != Request::ShowOrders || Some(said.line) > last || asks(said.line)
        });
    }

    /// `Off we go:` above orders, and `done` below them: what is said twice counts where it is said last.
    pub(super) fn ends_once(&mut self) {
        self.ends_for_whom_it_stands();
        self.that_is_all();
        // `The 8. Over to you!`: in a combat a card, a choice or a retreat ends by itself.
        let moves = |known: &Known| known.awaits(DecisionKind::Movement).is_some();
        let decides = |said: &Said| {
            matches!(
                said.request,
                Request::Act(
                    Action::Play { .. }
                        | Action::Stop
                        | Action::Attack { .. }
                        | Action::Retreat { .. }
                )
            )
        };
        let decided = self.reading.said.iter().any(decides);
        if decided && self.known.as_ref().is_some_and(|known| !moves(known)) {
            self.reading.said.retain(|said| said.request != Request::Ready || said.turn.is_some());
        }
        let said = &mut self.reading.said;
        let ends = |said: &Said| said.request == Request::Ready && said.condition.is_none();
        let of = |said: &Said| (said.nation, said.turn);
        let all: Vec<_> = said.iter().map(|said| ends(said).then(|| of(said))).collect();
        let mut place = 0;
        said.retain(|said| {
            place += 1;
            !ends(said) || !all[place..].contains(&Some(of(said)))
        });
    }

    /// `Train 2 stays`, and below it nothing but `all`: whoever ends his list so is done.
    fn that_is_all(&mut self) {
        let said = &self.reading.said;
        let moves = self.known.as_ref().is_some_and(|k| k.awaits(DecisionKind::Movement).is_some());
        let Some(last) = said.last().filter(|_| moves && self.orders_now()) else { return };
        let all = |line: &&Line| {
            let words: Vec<Token> =
                tokens(&line.text).into_iter().filter(|token| token.kind == Kind::Word).collect();
            let phrase = lexicon(self.language).phrase(&words, false);
            line.number > last.line
                && matches!(line.reading, LineReading::Chatter(_))
                && phrase.is_some_and(|(sense, used)| {
                    sense.meanings.has(Word::Everything) && used == words.len()
                })
        };
        let Some(number) = self.reading.lines.iter().find(all).map(|line| line.number) else {
            return;
        };
        if !said.iter().any(|said| matches!(said.request, Request::Ready | Request::Wait)) {
            let done =
                Said { line: number, request: Request::Ready, condition: None, ..last.clone() };
            self.reading.said.push(done);
        }
    }

    /// `Hanover stays where it is. Ready`, beside orders for Prussia: the end is Hanover's, too, or Hanover's alone if Prussia's
    /// was said before.
    fn ends_for_whom_it_stands(&mut self) {
        let said = &self.reading.said;
        let whole = |said: &Said| {
            matches!(&said.request, Request::Stay(all) if all.is_empty()) && said.headed
        };
        let ends = |said: &Said| said.request == Request::Ready && said.condition.is_none();
        let both = |at: &usize| {
            let (before, end) = (&said[*at - 1], &said[*at]);
            ends(end) && whole(before) && before.line == end.line && before.nation != end.nation
        };
        for at in (1..said.len()).filter(both).collect::<Vec<_>>().into_iter().rev() {
            let said = &mut self.reading.said;
            let own = Said { request: Request::Ready, ..said[at - 1].clone() };
            let before =
                said[..at].iter().any(|other| ends(other) && other.nation == said[at].nation);
            match before {
                true => said[at] = own,
                false => said.insert(at + 1, own),
            }
        }
    }

    /// `Only a test, don't carry it out: Karl to Turnau`: whoever tries something waits for nothing; and once is enough.
    /// `Keith to Nachod, but I'm not finished`: whoever ends nothing need not say that he has more to order.
    pub(super) fn waits_once(&mut self, lines: &[&str]) {
        let tests = self.reading.said.iter().any(|said| said.request == Request::Test);
        let nothing_held = self.has_only_choices();
        let ordered = self.orders_now();
        let idle = |said: &Said| {
            let line = lines.get(said.line - 1).copied().unwrap_or_default();
            let long = line.split_whitespace().count() > 2;
            nothing_held && long
                || ordered && says(line, ClubWord::MoreToCome) && !says(line, ClubWord::HoldsBack)
        };
        let mut waits = usize::from(tests);
        self.reading.said.retain(|said| {
            let wait = said.request == Request::Wait;
            waits += usize::from(wait);
            !wait || waits == 1 && !idle(said)
        });
    }

    /// Whether all that is awaited of the writer is decided by one word, and carried out at once: `Wait, I must think` holds
    /// nothing back.
    fn has_only_choices(&self) -> bool {
        let once = [
            DecisionKind::Play,
            DecisionKind::Discard,
            DecisionKind::Retreat,
            DecisionKind::Attack,
        ];
        self.known.as_ref().is_some_and(|known| {
            !known.decisions.is_empty() && known.decisions.iter().all(|d| once.contains(&d.kind))
        })
    }

    /// Whether the mail orders something for now, nothing for later, and does not end the phase.
    fn orders_now(&self) -> bool {
        let said = &self.reading.said;
        let orders = |said: &Said| matches!(said.request, Request::Act(_) | Request::Stay(_));
        let now = |said: &Said| !said.headed && said.turn.is_none();
        said.iter().any(orders)
            && said.iter().all(now)
            && said.iter().all(|said| said.request != Request::Ready)
    }

    /// `So the ten of spades. No more for now`: whoever plays a card and no more for the time being does not end the combat.
    fn goes_on_later(&mut self, lines: &[&str]) {
        let played: Vec<usize> = self
            .reading
            .said
            .iter()
            .filter(|said| matches!(said.request, Request::Act(Action::Play { .. })))
            .map(|said| said.line)
            .collect();
        let for_now = |line: usize| {
            let line = lines.get(line - 1).copied().unwrap_or_default();
            let mut sentences =
                line.split(['.', '!', ';', ',']).filter(|part| !part.trim().is_empty());
            sentences.next_back().is_some_and(|last| {
                last.split_whitespace().count() <= 6 && says(last, ClubWord::ForTheMoment)
            })
        };
        let stops = Request::Act(Action::Stop);
        self.reading.said.retain(|said| {
            said.request != stops || !played.contains(&said.line) || !for_now(said.line)
        });
    }

    /// `Daun attacks Keith. Oh, and before that: Browne 8, Lacy 4`: troops that are shifted first stand before what is done first.
    fn shifts_first(&mut self, lines: &[&str]) {
        let said = &mut self.reading.said;
        let shifts =
            |said: &Said| matches!(said.request, Request::Act(Action::Redistribute { .. }));
        let Some(at) = said.iter().position(shifts) else { return };
        let line = lines.get(said[at].line - 1).copied().unwrap_or_default();
        let acts = |said: &Said| {
            matches!(
                said.request,
                Request::Act(Action::MoveVia { .. } | Action::Attack { .. }) | Request::Stay(_)
            )
        };
        let same = |other: &Said| {
            (other.nation, other.turn, other.condition)
                == (said[at].nation, said[at].turn, said[at].condition)
        };
        let first = said[..at].iter().position(|other| acts(other) && same(other));
        if let Some(first) = first.filter(|_| says(line, ClubWord::BeforeThat)) {
            let shift = said.remove(at);
            said.insert(first, shift);
        }
    }

    /// `So, let's go. Keith to Glatz …`: whoever begins so ends nothing by it.
    pub(super) fn begins(&mut self, lines: &[&str]) {
        self.shifts_first(lines);
        self.goes_on_later(lines);
        let said = &self.reading.said;
        let Some(first) = said.first().filter(|said| said.request == Request::Ready) else {
            return;
        };
        let orders = |said: &Said| matches!(said.request, Request::Act(_) | Request::Stay(_));
        let line = lines.get(first.line - 1).copied().unwrap_or_default();
        let end = line.find(['.', '!', ':']).unwrap_or(line.len());
        let begins = says(&line[..end], ClubWord::Starts);
        if begins && said[1..].iter().any(orders) {
            self.reading.said.remove(0);
        }
    }

    /// `9 of spades, then done`: whoever says behind a card that this is all ends the combat.
    fn ends_combat(&mut self, line: usize, chunks: &[Chunk]) {
        let plays = self.known.as_ref().is_some_and(|known| {
            known.awaits(DecisionKind::Play).is_some()
                && known.awaits(DecisionKind::Movement).is_none()
        });
        if !plays {
            return;
        }
        // `Hearts are all gone… Daun retreats, there's nothing else to do.`
        let known = self.known.as_ref();
        let own =
            |c: &Chunk| c.generals.iter().any(|p| known.is_some_and(|k| k.is_own(p.nation())));
        let retreats = |pair: &[Chunk]| {
            own(&pair[0]) && pair[1].any(&[Word::Retreat, Word::Evade]) && !pair[1].has(Word::Not)
        };
        let mut all = self.reading.said.iter_mut().filter(|said| said.line == line);
        if let (Some(only), None) = (all.next(), all.next())
            && only.request == Request::Ready
            && chunks.windows(2).any(retreats)
        {
            only.request = Request::Act(Action::Stop);
            return;
        }
        if !chunks.iter().any(|c| c.any(&[Word::And, Word::Then])) {
            return;
        }
        let play =
            |said: &Said| matches!(said.request, Request::Act(Action::Play { .. })) && !said.headed;
        let mut own = self.reading.said.iter_mut().filter(|said| said.line == line);
        if own.any(|said| play(said))
            && let Some(said) = own.find(|said| said.request == Request::Ready)
        {
            said.request = Request::Act(Action::Stop);
        }
    }

    /// `For Hanover: Ferdinand to Soltau, Cumberland to Göttingen, and done`, in whatever words the nation is named: who is
    /// ready is the one whose orders stand beside it. `Bin them all, I begin again`: nobody is ready who takes all back.
    fn ready_of_others(&mut self, line: usize) {
        let awaited = self.known.as_ref().and_then(|k| k.awaits(DecisionKind::Movement));
        let of = |said: &Said| said.request.ordered().first().map(|piece| piece.nation());
        let own: Vec<&Said> = self.reading.said.iter().filter(|said| said.line == line).collect();
        let mut nations = own.iter().filter_map(|said| of(said));
        let first = nations.next();
        let only = first.filter(|nation| nations.all(|other| other == *nation));
        let other = only.filter(|nation| awaited.is_some_and(|awaited| awaited != *nation));
        let cancelled = own.iter().any(|said| said.request == Request::Cancel(Cancel::All));
        let turn = own.iter().find_map(|said| said.turn);
        let ready = |said: &Said| said.line == line && said.request == Request::Ready;
        // `Ready. And once it's Sweden's turn, Ehrensvärd to Anklam`: what stands before those orders is not theirs.
        let first =
            self.reading.said.iter().position(|said| said.line == line && of(said).is_some());
        if cancelled {
            self.reading.said.retain(|said| !ready(said));
        }
        if let Some(nation) = other {
            let behind = self.reading.said.iter_mut().skip(first.unwrap_or_default());
            for said in behind.filter(|said| ready(said)) {
                (said.nation, said.turn, said.headed) = (Some(nation), turn, true);
            }
        }
    }

    /// `Is it my turn? Well then, the 8 of spades`: whoever goes on asks for nothing.
    fn without_status(&mut self, line: usize) {
        let decides = |said: &Said| {
            matches!(said.request, Request::Act(Action::Play { .. } | Action::Discard { .. }))
        };
        if self.reading.said.iter().any(|said| said.line == line && decides(said)) {
            self.reading
                .said
                .retain(|said| said.line != line || !matches!(said.request, Request::Status(None)));
        }
    }

    /// `Seydlitz to Halle`, and in a line below it `No, Seydlitz stays`: of one mail the last word about a piece counts.
    pub(super) fn stays_after_all(&mut self, line: usize) {
        let said = &mut self.reading.said;
        let stay = |said: &Said| matches!(said.request, Request::Stay(_)) && said.line == line;
        let later: Vec<Said> = said.iter().filter(|said| stay(said)).cloned().collect();
        for last in later {
            let Request::Stay(staying) = &last.request else { continue };
            said.retain_mut(|said| {
                let same = (said.nation, said.turn, said.condition)
                    == (last.nation, last.turn, last.condition);
                match &mut said.request {
                    Request::Act(Action::MoveVia { pieces, .. }) if same && said.line < line => {
                        pieces.retain(|piece| !staying.contains(piece));
                        !pieces.is_empty()
                    }
                    _ => true,
                }
            });
        }
    }

    /// `Heinrich to Potsdam`, and in a line below it `No wait, Heinrich to Zossen`: the march of the earlier line is
    /// corrected.
    pub(super) fn marches_again(&mut self, line: usize, text: &str, chunks: &[Chunk]) {
        if !begins_correcting(text, chunks) {
            return;
        }
        let march = |said: &Said| match &said.request {
            Request::Act(Action::MoveVia { pieces, .. }) if said.line == line => {
                Some((pieces.clone(), (said.nation, said.turn, said.condition)))
            }
            _ => None,
        };
        let again: Vec<_> = self.reading.said.iter().filter_map(march).collect();
        self.reading.said.retain_mut(|said| {
            let of = (said.nation, said.turn, said.condition);
            match &mut said.request {
                Request::Act(Action::MoveVia { pieces, .. }) if said.line < line => {
                    for (others, same) in &again {
                        pieces.retain(|piece| *same != of || !others.contains(piece));
                    }
                    !pieces.is_empty()
                }
                _ => true,
            }
        });
    }

    /// `Chevert does not follow the Duke: he goes to Meschede`: who stays and goes behind it in one line goes. Of one who
    /// was said to stay in so many words, which of both is meant is asked: `Dohna stays, he'd starve in Pyritz`.
    fn goes_after_all(&mut self, line: usize, chunks: &[Chunk]) {
        let stays = |c: &Chunk| c.has(Word::Stay) && !c.any(&[Word::Not, Word::Part, Word::Filler]);
        let denies = |c: &Chunk| c.any(&[Word::Not, Word::Part]) || Little::Denial.is(&c.plain);
        let goes = |c: &Chunk| c.any(&[Word::Move, Word::Then]);
        let there = |at: usize| {
            let clause = chunks[..at].iter().rposition(Chunk::is_mark).map_or(0, |mark| mark + 1);
            clause > 0
                && chunks[at].is_plain_city()
                && chunks[at - 1].has(Word::At)
                && chunks[..clause].iter().any(stays)
                && !chunks[clause..].iter().any(goes)
        };
        if !chunks.iter().any(denies) && (1..chunks.len()).any(there) {
            return;
        }
        let said = &mut self.reading.said;
        let marching = |said: &Said| match &said.request {
            Request::Act(Action::MoveVia { pieces, .. })
                if said.line == line && said.condition.is_none() =>
            {
                pieces.clone()
            }
            _ => Vec::new(),
        };
        let marches: Vec<(Option<u16>, Vec<PieceId>)> =
            said.iter().map(|said| (said.turn, marching(said))).collect();
        let mut place = 0;
        said.retain_mut(|said| {
            place += 1;
            let turn = said.turn;
            // `Apraxin stays. Next turn he goes to Rastenburg`
            let same = marches[place..].iter().filter(move |(other, _)| *other == turn);
            let later = || same.clone().flat_map(|(_, pieces)| pieces);
            match &mut said.request {
                Request::Stay(pieces)
                    if said.line == line && said.condition.is_none() && !pieces.is_empty() =>
                {
                    pieces.retain(|piece| !later().any(|other| other == piece));
                    !pieces.is_empty()
                }
                _ => true,
            }
        });
    }

    /// `7 of hearts, and then it's over. By the way I'm on holiday until 20 May`: an absence in a sentence of its own stands
    /// beside whatever else the line says.
    fn away_besides(&mut self, line: &str, number: usize, chunks: &[Chunk], tongues: Tongues) {
        let absent = |said: &Said| matches!(said.request, Request::Absent(_) | Request::Back(_));
        let own = self.said_by(number);
        if own.is_empty() || own.iter().any(absent) {
            return;
        }
        let says_so = |sentence: &&[Chunk]| {
            let orders = |c: &Chunk| !c.generals.is_empty() || c.has(Word::If);
            sentence.iter().any(|c| c.has(Word::Absent) && !c.has(Word::Filler))
                && !sentence.iter().any(|c| orders(c) || c.kind == Kind::Question)
        };
        // `until the 20. of May`: the point of a number ends no sentence.
        let mut all = chunks.split(|c| c.kind == Kind::Period).skip(1);
        let Some(sentence) = all.find(says_so) else { return };
        let grouped = self.group(line, sentence, tongues, false);
        for parsed in grouped.parsed {
            if let [(None, request @ Request::Absent(_))] = parsed.said.as_slice() {
                self.bare(number, request.clone());
            }
        }
    }
}

/// `The two in Człuchów, Saltikov and Fermor: …` gives nobody two troops: it counts the generals.
fn counts_generals(troops: &[(PieceId, u8)], known: &Known) -> bool {
    let now = troops.iter().filter_map(|(piece, _)| known.troops(*piece)).map(u32::from);
    let then = troops.iter().map(|(_, count)| u32::from(*count));
    let each = |(_, count): &(PieceId, u8)| usize::from(*count) == troops.len();
    troops.len() > 1 && now.sum::<u32>() != then.sum::<u32>() && troops.iter().all(each)
}

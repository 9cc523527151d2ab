//! What it costs a group of words to reach over others that say something by themselves: of all ways to group a line, the
//! one is best that swallows least.
//!
//! What this module deliberately does not do: group, or read a group; that is [`super::group`]'s.

use super::segment::Segment;
use super::weighty::takes_back;
use crate::duel::Instruction;
use crate::game::{Action, PieceId};
use crate::said::Request;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Parsed, Scene};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// What each group costs.
pub(in crate::said) const GROUP: u32 = 10;
/// What each full stop, semicolon or question mark within a group costs.
const OVER_PERIOD: u32 = 11;
/// What a group that is only talk costs, and each further segment in it.
pub(in crate::said) const CHATTER: u32 = 13;
/// What a name costs in talk: names are seldom talk.
const NAME: u32 = 8;
/// What a group that is in doubt costs: more than any way to read it.
pub(in crate::said) const FAILED: u32 = 1000;
/// What it costs to swallow something that is said by itself: more than a group of its own.
const SWALLOWED: u32 = 2 * GROUP;

/// What a group is read as.
#[derive(Clone, Copy)]
pub(in crate::said) enum Sense<'p> {
    /// This.
    Parsed(&'p Parsed),
    /// Only talk.
    Talk,
    /// Something that is in doubt.
    Doubt,
}

/// What a segment is by itself.
#[derive(Clone, Copy, Default)]
pub(in crate::said) struct Alone {
    /// A march, or `ready`.
    clear: bool,
    /// A stay of pieces that are named.
    stays: bool,
    /// A ballot.
    votes: bool,
    /// The combat that is fought next.
    attacks: bool,
    /// A card that is played.
    plays: bool,
    /// What is of the club, or costs a card: an absence, a proposal, a discard, a purchase.
    weighs: bool,
}

impl Alone {
    /// Of what it is read as.
    pub fn of(sense: Sense) -> Alone {
        let Sense::Parsed(parsed) = sense else { return Alone::default() };
        let says = |is: fn(&Request) -> bool| parsed.said.iter().any(|(_, request)| is(request));
        Alone {
            clear: is_clear(parsed),
            stays: says(|request| matches!(request, Request::Stay(pieces) if !pieces.is_empty())),
            votes: says(|request| matches!(request, Request::Vote { .. })),
            attacks: says(|request| matches!(request, Request::Act(Action::Attack { .. }))),
            plays: says(|request| matches!(request, Request::Act(Action::Play { .. }))),
            weighs: says(|request| {
                matches!(
                    request,
                    Request::Absent(_)
                        | Request::Propose(_)
                        | Request::Act(Action::Discard { .. } | Action::Recruit(_))
                )
            }),
        }
    }
}

/// The segments of a group.
pub(in crate::said) struct Stretch<'s> {
    /// Those of the whole line.
    pub chunks: &'s [Chunk],
    pub segments: &'s [Segment],
    /// What each of them is by itself.
    pub alone: &'s [Alone],
    /// Nothing stands before it in the line.
    pub begins: bool,
}

impl<'s> Stretch<'s> {
    fn segment(&self, at: usize) -> &'s [Chunk] {
        &self.chunks[self.segments[at].from..self.segments[at].to]
    }

    fn words(&self) -> &'s [Chunk] {
        let last = self.segments.len() - 1;
        &self.chunks[self.segments[0].from..self.segments[last].to]
    }

    /// How many segments are marches or `ready` by themselves.
    fn clear(&self) -> u32 {
        self.alone.iter().filter(|alone| alone.clear).count() as u32
    }

    /// The places where a sentence ends within it.
    fn stops(&self) -> impl Iterator<Item = usize> {
        (1..self.segments.len()).filter(|at| self.segments[*at].strong)
    }

    /// Whether pieces that have nothing to do with each other are ordered by segments of their own: `Keith takes Glatz, and
    /// Schwerin guards Strehlen`. `Keith leaves Schwerin and goes to Neisse` orders one of them.
    fn orders_several(&self) -> bool {
        let ordered =
            (0..self.alone.len()).filter(|at| self.alone[*at].clear || self.alone[*at].stays);
        let mut all = ordered.map(|at| ordered_in(self.segment(at))).filter(|all| !all.is_empty());
        let Some(first) = all.next() else { return false };
        // `but leave Winterfeldt behind in Oschatz` orders only him.
        let parts = |at: usize| {
            let segment = self.segment(at);
            let Some(part) = segment.iter().position(|c| c.has(Word::Part)) else { return false };
            let stays = segment[part + 1..].iter().any(|c| c.has(Word::Stay));
            let told = stays || segment.iter().any(|c| c.has(Word::While) || c.is_plain_city());
            !(told && named(&segment[..part]).is_empty() && named(segment).len() == 1)
        };
        !(0..self.segments.len()).any(parts)
            && all.any(|pieces| !pieces.iter().any(|piece| first.contains(piece)))
    }

    /// Whether somebody is left where he is who never stood with those who march: `Lehwaldt to Riesenburg and leave Seydlitz
    /// in Brandenburg` orders both.
    fn leaves_another(&self, scene: &Scene) -> bool {
        let Some(known) = scene.known else { return false };
        let own = |piece: &&PieceId| known.is_own(piece.nation());
        (1..self.segments.len()).any(|at| {
            let segment = self.segment(at);
            let Some(part) = segment.iter().position(|c| c.has(Word::Part)) else { return false };
            let left = segment.get(part + 1).and_then(|c| c.generals.iter().find(own));
            let first = self.segments[at].from - self.segments[0].from;
            let before = named(&self.words()[..first]);
            let place = left.and_then(|piece| known.position(*piece));
            place.is_some()
                && named(&segment[..part]).is_empty()
                && before.iter().any(|piece| own(&piece))
                && before.iter().all(|piece| known.position(*piece) != place)
        })
    }

    /// Whether it is of two sentences that have nothing to do with each other.
    fn says_two_things(&self, scene: &Scene) -> bool {
        self.stops().any(|at| {
            let at = self.segments[at].from - self.segments[0].from;
            let (first, rest) = self.words().split_at(at);
            say_two_things(scene, first, rest)
        })
    }

    /// Whether a sentence names a city and somebody by a pronoun alone, and the next one the piece; or ends with a way, and
    /// the next one names somebody: `…, by way of Berlinchen. Where to with Fritz, I shall tell you`.
    fn names_piece_behind_goal(&self) -> bool {
        self.stops().any(|at| {
            let at = self.segments[at].from - self.segments[0].from;
            let (first, rest) = self.words().split_at(at);
            let pronoun =
                |c: &Chunk| c.has(Word::Pronoun) && !c.any(&[Word::Article, Word::Filler]);
            let way = |pair: &[Chunk]| {
                pair[0].has(Word::Via) && pair[0].is_word() && pair[1].is_plain_city()
            };
            let told = first.iter().any(pronoun) && rest.iter().any(|c| c.is_train_word());
            let passed = !self.begins && first.windows(2).any(way);
            ordered_in(first).is_empty()
                && (told || passed && rest.iter().any(|c| !c.generals.is_empty()))
                && first.iter().any(Chunk::is_plain_city)
                && !rest.iter().any(Chunk::is_plain_city)
        })
    }

    /// Whether one general is said to stay, and another one is named behind the mark that follows.
    fn names_another_behind_a_stay(&self) -> bool {
        let words = self.words();
        let stays = |c: &Chunk| {
            let other = [Word::Filler, Word::Move, Word::Not, Word::Back, Word::And];
            c.has(Word::Stay) && !c.any(&other) && c.generals.is_empty()
        };
        let Some(stay) = words.iter().position(stays) else { return false };
        let mark =
            words[stay..].iter().position(|c| matches!(c.kind, Kind::Comma | Kind::Semicolon));
        let Some(mark) = mark.map(|mark| stay + mark) else { return false };
        let before = named(&words[..stay]);
        let next = words[mark..].iter().find(|c| c.is_word() && !c.any(&[Word::And, Word::Title]));
        let other = next.and_then(|c| c.generals.first());
        !before.is_empty() && other.is_some_and(|piece| !before.contains(piece))
    }

    /// Whether it begins with a way, and a piece is named behind that: `by way of Meissen, Heinrich follows`. The way
    /// belongs to the march before it.
    fn begins_with_way(&self) -> bool {
        !self.begins
            && !self.segments[0].strong
            && is_way(self.segment(0))
            && self.segments.len() > 1
            && (begins_with_piece(self.segment(1)) || begins_with_train(self.segment(1)))
    }

    /// Whether something stands behind a question mark in it.
    fn goes_on_behind_question(&self) -> bool {
        let ends = |segment: &Segment| self.chunks[segment.to - 1].kind == Kind::Question;
        self.segments.split_last().is_some_and(|(_, before)| before.iter().any(ends))
    }
}

/// Whether a group behind another one begins with where the way goes on: `…, then Oppeln`. It says something.
fn goes_on(stretch: &Stretch) -> bool {
    let mut words = stretch.words().iter().filter(|c| c.is_word());
    let first = words.next();
    !stretch.begins
        && !stretch.segments[0].strong
        && first.is_some_and(|c| c.has(Word::Then) && !c.has(Word::While))
        && words.find(|c| !c.any(&[Word::To, Word::Filler])).is_some_and(Chunk::is_plain_city)
}

/// What a group costs by what it reaches over.
pub(in crate::said) fn cost(scene: &Scene, sense: Sense, stretch: &Stretch) -> u32 {
    let periods = stretch.stops().count() as u32;
    let mut cost = periods * OVER_PERIOD;
    let mut add = |so: bool, of: u32| cost += if so { of } else { 0 };
    match sense {
        Sense::Talk => {
            // Talk is short, so that no order hides in it, and it swallows none.
            let name = |c: &&Chunk| !c.generals.is_empty() || c.is_plain_city();
            let plays = stretch.alone.iter().any(|alone| alone.plays);
            let attacks = stretch.alone.iter().any(|alone| alone.attacks);
            add(stretch.clear() > 0 || (plays || attacks) && periods > 0, FAILED);
            // `the other one comes up two towns. Away from Thursday to Sunday, wedding`
            let weighs = stretch.alone.iter().any(|alone| alone.weighs);
            add(weighs && stretch.segments.len() > 1, FAILED);
            add(goes_on(stretch), SWALLOWED);
            add(true, (stretch.segments.len() as u32 - 1) * CHATTER);
            add(true, stretch.words().iter().filter(name).count() as u32 * NAME);
        }
        Sense::Doubt => {
            // A doubt that reaches over sentences that are clear is a worse one; not so `to Bernau, or to Spandau`.
            let either = stretch.words().iter().any(|c| c.has(Word::Or) && !c.has(Word::Filler));
            let several = stretch.segments.len() > 1 && !either;
            add(several, stretch.clear() * 3 * GROUP);
        }
        Sense::Parsed(parsed) => {
            let is = |is: fn(&Request) -> bool| parsed.said.iter().any(|(_, request)| is(request));
            let march = is_clear(parsed);
            let stays = stretch.alone.iter().any(|alone| alone.stays);
            // `first Schwerin against Laudon, then Friedrich against Browne`
            let in_order = is(
                |request| matches!(request, Request::Instruct(one) if matches!(**one, Instruction::AttackOrder { .. })),
            );
            add(stretch.orders_several() && !in_order, SWALLOWED);
            // `Keith could go to Nachod, but stays`
            let but_stays = |at: usize| {
                let mut words = stretch.segment(at).iter().filter(|c| c.is_word());
                words.next().is_some_and(|c| c.has(Word::While))
                    && words.next().is_some_and(|c| c.has(Word::Stay) && c.generals.is_empty())
                    && words.all(|c| c.has(Word::Filler) && !c.is_plain_city())
            };
            add(march && (1..stretch.segments.len()).any(but_stays), FAILED);
            // `Schwerin may sleep in and stays, Keith has to go to Reichenbach`: who stays does not go with the other.
            add(march && stretch.names_another_behind_a_stay(), FAILED);
            // `Karl is not asleep. Done, for I'm off to bed`
            let nothing =
                parsed.said.is_empty() && parsed.pieces.is_empty() && parsed.also.is_empty();
            add(nothing && periods > 0 && stretch.clear() > 0, SWALLOWED);
            add(nothing && goes_on(stretch), FAILED);
            // `Dohna stays put, he covers Pyritz`, `that would be no use to me. Then Keith goes to Glatz`
            let several = stretch.segments.len() > 1;
            let staying = is(|request| matches!(request, Request::Stay(_)));
            let first = stretch.segment(0);
            let denied = first.iter().any(|c| c.has(Word::Not) && !c.has(Word::Stay));
            // `Chevert leaves Richelieu and goes to Siegen`
            let parts = first.iter().rfind(|c| c.is_word()).is_some_and(|c| c.has(Word::Part));
            let one = ordered_in(first).len() == 1;
            let stood = stretch.alone[0].stays && !denied && !parts && one;
            add(several && march && stood, SWALLOWED);
            // `Dohna stays, he'd starve in Pyritz`: no word sends anybody off.
            let leads = |c: &Chunk| c.has(Word::To) && !c.has(Word::At) || c.has(Word::Move);
            let sent = |at: usize| stretch.segment(at).iter().any(leads);
            let told = first.iter().any(|c| c.has(Word::Stay) && !c.has(Word::Move));
            let sends = (1..stretch.segments.len()).any(sent);
            add(several && march && stood && told && !sends, SWALLOWED);
            add(periods > 0 && staying && stretch.clear() > 0, SWALLOWED);
            // `His riders to Halle, Lehwaldt stays brave`: nobody goes who is named only where he stays.
            let stands = |at: usize| {
                let mut others = (0..stretch.segments.len()).filter(|other| *other != at);
                stretch.alone[at].stays
                    && !ordered_in(stretch.segment(at)).is_empty()
                    && others.all(|other| ordered_in(stretch.segment(other)).is_empty())
            };
            add(march && (1..stretch.segments.len()).any(stands), FAILED);
            // `I'm for the pause, and Keith to Glatz`
            let marches = march || several && staying;
            add(marches && stretch.alone.iter().any(|alone| alone.votes), SWALLOWED);
            // `The 6 goes, Soubise to Kassel`
            let discards = is(|request| matches!(request, Request::Act(Action::Discard { .. })));
            let thrown = stretch.alone.iter().any(|alone| alone.weighs) && several && !discards;
            add(march && thrown, SWALLOWED);
            // `The lowest goes. Forget what I kept for Bielefeld`
            let taken = stretch.stops().any(|at| takes_back(stretch.segment(at)));
            add(discards && taken, FAILED);
            // `Train 1 to Jungbunzlau, and Lacy gets a troop for 8D`
            let moves = |at: usize| stretch.alone[at].clear && names_piece(stretch.segment(at));
            let buys = is(|request| matches!(request, Request::Act(Action::Recruit(_))));
            add(buys && several && (0..stretch.segments.len()).any(moves), SWALLOWED);
            // `Keith first. Against him play the 9`
            let plays = is(|request| {
                matches!(request, Request::Act(Action::Play { .. }) | Request::Instruct(_))
            });
            let attacks = stretch.alone.iter().any(|alone| alone.attacks);
            add(plays && !in_order && attacks, SWALLOWED);
            // `The 7 then stop, and I propose a pause`
            let club = is(|request| matches!(request, Request::Propose(_) | Request::Absent(_)));
            let plain = parsed.said.len() == 1;
            add(plain && club && stretch.alone.iter().any(|alone| alone.plays), SWALLOWED);
            // `Use the 13 after it, then I'm out`
            let stops = parsed.said.len() == 1
                && is(|request| matches!(request, Request::Act(Action::Stop)));
            add(stops && stretch.alone.iter().any(|alone| alone.plays), SWALLOWED);
            // `Laudon to Grottkau. If it comes to a fight, he plays 5D`
            let instructs = !march && is(|request| matches!(request, Request::Instruct(_)));
            add(instructs && periods > 0 && (stretch.clear() > 0 || stays), FAILED);
            // `He moves to Freudenthal, and against Schwerin plays the 7`
            let sent = |at: usize| {
                let segment = stretch.segment(at);
                let led = |pair: &[Chunk]| pair[0].has(Word::To) && pair[1].is_plain_city();
                stretch.alone[at].clear && segment.windows(2).any(led)
            };
            let against = |at: usize| stretch.segment(at).iter().any(|c| c.has(Word::Versus));
            let both = (1..stretch.segments.len()).any(|at| sent(at - 1) && against(at));
            add(instructs && both, FAILED);
            // A question reaches no farther than its mark.
            let asks = is(|request| matches!(request, Request::WhereCan(_)));
            add(asks && periods > 0 && stretch.goes_on_behind_question(), FAILED);
            add(march && stretch.leaves_another(scene), 2 * FAILED);
            // `Ferdinand falls upon Richelieu. If he is near, spend the 9 of hearts. Cumberland stays`
            let enemy = |c: &Chunk| {
                let own = |piece: &PieceId| scene.known.is_some_and(|k| k.is_own(piece.nation()));
                !c.generals.is_empty() && !c.generals.iter().any(own) && c.guessed.is_none()
            };
            let fought = stays || stretch.words().iter().any(enemy);
            add(buys && periods > 0 && fought, FAILED);
            add(march && stretch.says_two_things(scene), FAILED);
            // `He takes Gera. And the wagon rumbles on two towns`: whoever goes there is not the wagon.
            add(march && stretch.names_piece_behind_goal(), FAILED);
            // `Ehrensvärd to Schwedt. Chances he takes Prenzlau on the way?`
            let asked = stretch.words().last().is_some_and(|c| c.kind == Kind::Question);
            add(march && periods > 0 && asked && stretch.clear() > 0, FAILED);
        }
    }
    add(stretch.begins_with_way(), 1);
    cost
}

/// Whether a group is a march or `ready`.
fn is_clear(parsed: &Parsed) -> bool {
    let march = |request: &Request| matches!(request, Request::Act(Action::MoveVia { .. }));
    parsed.said.iter().any(|(_, request)| march(request)) || parsed.is_ready()
}

/// The generals who are named here, and the trains, as they are written.
fn ordered_in(chunks: &[Chunk]) -> Vec<String> {
    let train = |at: usize| {
        let c = &chunks[at];
        let number = chunks
            .get(at + 1)
            .and_then(Chunk::count)
            .or_else(|| at.checked_sub(1).and_then(|before| chunks[before].ordinal));
        c.is_train_word().then(|| format!("train {number:?}"))
    };
    let name = |at: usize| {
        let general = chunks[at].generals.first().map(|piece| piece.name().to_owned());
        general.or_else(|| train(at))
    };
    (0..chunks.len()).filter_map(name).collect()
}

/// The generals who are named here.
pub(in crate::said) fn named(chunks: &[Chunk]) -> Vec<PieceId> {
    chunks.iter().flat_map(|c| c.generals.iter().copied()).collect()
}

fn names_piece(chunks: &[Chunk]) -> bool {
    chunks.iter().any(|c| !c.generals.is_empty() || c.has(Word::Train))
}

/// Whether a piece of one's own and a place are named here, as in a whole sentence.
fn says_whole(scene: &Scene, chunks: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    chunks.iter().any(own) && chunks.iter().any(Chunk::is_plain_city)
}

/// Whether two sentences have nothing to do with each other: `Browne goes to Dresden. Daun to Glatz`, `Keith: with him.
/// Dohna: Stargard`, `Heinrich to Cottbus. In Hanover nothing`.
fn say_two_things(scene: &Scene, first: &[Chunk], rest: &[Chunk]) -> bool {
    let along = |c: &Chunk| c.any(&[Word::With, Word::Pronoun, Word::Join, Word::AsFar]);
    let named = first.iter().any(|c| !c.generals.is_empty() || c.is_train_word());
    let whole = says_whole(scene, rest)
        && (first.iter().any(Chunk::is_plain_city) || named && first.iter().any(along));
    let nation = |c: &Chunk| c.nation.is_some() && c.generals.is_empty();
    // `Den Ferdinand mache ich separat. Cumberland nach Goslar`
    let small = [Word::Title, Word::Article, Word::And, Word::Filler, Word::Both];
    let deed = |c: &&Chunk| c.is_word() && !c.any(&small) && c.generals.is_empty();
    let tells = named
        && first.iter().filter(deed).count() > 1
        && !first.iter().any(|c| c.is_plain_city() || c.any(&[Word::To, Word::Via, Word::From]));
    whole
        || tells && says_whole(scene, rest)
        || says_whole(scene, first)
            && rest.iter().any(nation)
            && rest.iter().all(|c| c.generals.is_empty() && !c.has(Word::Via))
}

/// Whether nothing but a way is named here: `by way of Meissen`.
fn is_way(chunks: &[Chunk]) -> bool {
    let words = || chunks.iter().filter(|c| c.is_word());
    words().next().is_some_and(|first| first.has(Word::Via) && !first.has(Word::To))
        && words().any(Chunk::is_plain_city)
        && words().all(|c| c.is_plain_city() || c.any(&[Word::Via, Word::And, Word::Filler]))
}

/// Whether a train is what the first words speak of: `and his wagon goes to Coburg`.
fn begins_with_train(chunks: &[Chunk]) -> bool {
    let small = [Word::Article, Word::Title, Word::Filler, Word::And, Word::Then, Word::Pronoun];
    chunks.iter().find(|c| c.is_word() && !c.any(&small)).is_some_and(Chunk::is_train_word)
}

/// Whether the first word, articles and titles apart, names a general.
pub(in crate::said) fn begins_with_piece(chunks: &[Chunk]) -> bool {
    let small = [Word::Article, Word::Title, Word::Filler, Word::And, Word::Then];
    let first = chunks.iter().find(|c| c.is_word() && (!c.any(&small) || !c.generals.is_empty()));
    first.is_some_and(|c| !c.generals.is_empty())
}

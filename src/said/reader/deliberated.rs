//! What a line decides in which other choices are weighed: `Kamenz is too near the King. So he goes to Muskau.`
//!
//! Which stretches only weigh is known to [`deliberation`](crate::said::doubt::deliberation); here the others are read, each as a
//! line of its own. Where more than one of them decides, and none draws a conclusion, the line is read as a whole.

use super::Reader;
use super::sentences::corrects;
use crate::game::{Action, DecisionKind, Nation};
use crate::orders::fold::fold;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Problem;
use crate::said::club::words::{ClubWord, says};
use crate::said::doubt::deliberation::{
    Choice, Stretch, Weight, decides, has_verb, is_explicit, is_flourish, is_loose, names,
    names_chosen, only_stops, rethinks, same_cards, same_goal, stretches, text,
};
use crate::said::doubt::hesitation;
use crate::said::grouping::apart::binds;
use crate::said::hand::cards::full_suit;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::Word;
use crate::said::{LineReading, Request, Said, Trouble};

/// A stretch that is not only weighing, and what it says by itself.
struct Heard<'a> {
    stretch: &'a Stretch,
    chunks: &'a [Chunk],
    text: String,
    said: Option<Vec<Said>>,
}

impl Heard<'_> {
    fn decides(&self) -> bool {
        self.said.as_deref().is_some_and(decides)
    }

    /// Whether it decides something else than to stop.
    fn plays(&self) -> bool {
        self.decides() && self.said.as_deref().is_some_and(|said| !only_stops(said))
    }
}

impl Reader<'_> {
    /// A line of which one choice is made after others were weighed, else as a whole.
    pub(super) fn weighed(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> (LineReading, bool) {
        let chosen = self.deliberated(line, number, chunks, tongues, true);
        let (mut reading, order_like) = match chosen {
            Some(said) => {
                self.reading.said.extend(said);
                (LineReading::Understood, true)
            }
            None => self.line(line, number, chunks, tongues),
        };
        self.only_weighed(line, number, chunks, &mut reading);
        (reading, order_like)
    }

    /// What a line decides that weighs its choice: what the stretches say that do not only weigh, if they decide one thing. `weighing`:
    /// only if something is weighed in it; otherwise what one sentence of several decides, where no other names a choice
    /// or takes it back: `Nine troops, good heavens! I stop here. Well played`.
    pub(super) fn deliberated(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
        weighing: bool,
    ) -> Option<Vec<Said>> {
        let (last, thrown) = (self.last.clone(), self.thrown.len());
        let said = self.by_stretches(line, number, chunks, tongues, weighing);
        self.earlier = None;
        if said.is_none() {
            self.last = last;
            self.thrown.truncate(thrown);
        }
        said
    }

    /// Takes what one sentence decides of a line that seems to be only talk, if that sentence is short and has the verb
    /// for it: `I fold. Poor old Keith.`
    pub(super) fn decided_in_a_sentence(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
        reading: &mut LineReading,
    ) {
        if let Some(stop) = self.only_stops(number, chunks, reading) {
            self.reading.parts.retain(|part| part.line != number);
            self.reading.said.push(stop);
            *reading = LineReading::Understood;
        }
        if let Some(said) = self.one_choice(line, number, chunks, reading) {
            self.reading.parts.retain(|part| part.line != number);
            self.reading.said.extend(said);
            *reading = LineReading::Understood;
        }
        if !matches!(reading, LineReading::Chatter(_)) {
            return;
        }
        let Some(choice) = &self.known.as_ref().and_then(Choice::of) else { return };
        let plain = |stretch: &Stretch| {
            let own = &chunks[stretch.range.clone()];
            stretch.weight.is_none()
                && has_verb(own, choice)
                && own.iter().all(|c| !c.unknown)
                && own.iter().filter(|c| c.is_word_or_number()).count() <= 8
        };
        if stretches(line, chunks, choice).iter().any(plain)
            && let Some(said) = self.deliberated(line, number, chunks, tongues, false)
        {
            self.reading.said.extend(said);
            *reading = LineReading::Understood;
        }
    }

    /// Asks about the only card that a line plays, or what it pays, if the line keeps that for something else.
    pub(super) fn asks_about_what_is_saved(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        reading: &mut LineReading,
    ) {
        let acts = |said: &&Said| {
            let acts =
                matches!(said.request, Request::Act(Action::Play { .. } | Action::Recruit(_)));
            said.line == number && acts
        };
        let mut played = self.reading.said.iter().filter(acts);
        let Some(only) = played.next().filter(|_| played.next().is_none()) else { return };
        if hesitation::saves_it_for_another(line, chunks, &only.request) {
            self.reading.said.retain(|said| said.line != number);
            let words = line.chars().take(80).collect::<String>();
            *reading = self.doubt(Problem::new(Trouble::UnknownWords, words));
        }
    }

    fn by_stretches(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
        weighing: bool,
    ) -> Option<Vec<Said>> {
        let choice = &Choice::of(self.known.as_ref()?)?;
        let all = stretches(line, chunks, choice);
        if all.len() < 2
            || weighing && !all.iter().any(|stretch| weighs(line, stretch, chunks))
            || all.iter().any(|stretch| {
                stretch.or && (stretch.names || has_verb(&chunks[stretch.range.clone()], choice))
            })
        {
            return None;
        }
        let mut heard: Vec<Heard> = Vec::new();
        // A question of one's own that is answered without a word of denial.
        let mut unanswered = false;
        let mut at = 0;
        while let Some(stretch) = all.get(at) {
            let own = &chunks[stretch.range.clone()];
            at += 1;
            if own.last().is_some_and(|c| c.kind == Kind::Question) {
                let next = &chunks[all.get(at)?.range.clone()];
                if !asks_oneself(line, own, next) {
                    return None;
                }
                unanswered |= stretch.names && !denies(next);
                // `No.`
                at += usize::from(denies(next) && next.iter().filter(|c| c.is_word()).count() == 1);
                continue;
            }
            if stretch.weight.is_some() && !self.chooses(line, number, own, tongues, choice) {
                continue;
            }
            // `then I saw where Soubise stands`
            let looks = !stretch.names && says(text(line, own), ClubWord::WhereStands);
            let after_card = heard.last().is_some_and(Heard::plays);
            // `If Daun answers we'll talk again. Dinner is ready, so nothing more for now.`
            let (words, played) = (text(line, own), heard.iter().any(Heard::plays));
            let open = own.iter().any(|c| c.has(Word::If)) && says(words, ClubWord::LeftOpen);
            let stops = own.iter().any(|c| c.has(Word::Stop));
            let later = played && open || stops && says(words, ClubWord::ForTheMoment);
            if looks || after_card && is_flourish(line, own) || later && !stretch.names {
                continue;
            }
            let sentence = self.sentence(line, number, chunks, &stretch.range, tongues, false);
            // English `now` is spelt like a city, and chooses none.
            let only_a_word = choice.kind == DecisionKind::Retreat
                && !stretch.names
                && own.iter().any(Chunk::is_plain_city);
            let chosen = |said: &Vec<Said>| only_a_word && decides(said);
            let said = match sentence.said {
                Some(said) if chosen(&said) => Some(Vec::new()),
                said => said,
            };
            let text = sentence.text;
            // `The 5. No, wait, better the 9.`
            let decided = heard.iter().any(Heard::decides);
            if decided && stretch.names && rethinks(line, own) {
                return None;
            }
            // `After those two I stop, whatever Daun does.`
            let first = heard.iter().find(|one| one.plays());
            let joins = own.iter().find(|c| c.is_word()).is_some_and(|c| c.has(Word::And));
            let goes_on = stretch.follows || joins;
            let ends = said.is_none() && goes_on && !stretch.names && !binds(own);
            let said = match first.and_then(|one| one.said.as_ref()?.first()) {
                Some(played) if ends && own.iter().any(|c| c.has(Word::Stop)) => {
                    let stop = Request::Act(Action::Stop);
                    Some(vec![Said { request: stop, ..played.clone() }])
                }
                _ => said,
            };
            heard.push(Heard { stretch, chunks: own, text, said });
        }
        let known = self.known.as_ref()?;
        let said = settled(line, &heard, choice)?;
        let last = heard.iter().rfind(|one| one.decides())?;
        // `The ten? Fine. Then I stop.`
        let joins = last.chunks.iter().find(|c| c.is_word()).is_some_and(|c| c.has(Word::And));
        if unanswered && (only_stops(&said) || last.stretch.follows || joins) {
            return None;
        }
        // `I play the 11, on no account the 13. After that I stop`: not before the card.
        let then = last.chunks.iter().find(|c| c.is_word()).is_some_and(|c| c.has(Word::Then));
        let played = |one: &Stretch| {
            let own = &chunks[one.range.clone()];
            one.range.start < last.stretch.range.start
                && own.iter().any(|c| c.has(Word::Play) && !c.has(Word::Filler))
                && names(own, choice)
        };
        if then && only_stops(&said) && all.iter().any(played) {
            return None;
        }
        // What is weighed behind the decision, and the choice that is weighed and refused.
        let open = |stretch: &Stretch| {
            let own = &chunks[stretch.range.clone()];
            let behind = stretch.range.start > last.stretch.range.start;
            let refused = stretch.weight == Some(Weight::Against);
            let chosen = names_chosen(own, &said, known, choice);
            behind && !refused || chosen && refused && (behind || !last.stretch.concludes)
        };
        let weighed = all.iter().filter(|stretch| stretch.weight.is_some());
        let is_heard =
            |stretch: &&Stretch| heard.iter().any(|one| one.stretch.range == stretch.range);
        let left = weighed.filter(|stretch| !is_heard(stretch)).any(open);
        (!left).then_some(said)
    }

    /// Whether a stretch that seems to weigh chooses something else than what it weighs: `the 6 of spades, the Reserve
    /// I don't touch`.
    fn chooses(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
        choice: &Choice,
    ) -> bool {
        let mark = |c: &Chunk| {
            matches!(c.kind, Kind::Comma | Kind::Semicolon | Kind::Dash | Kind::Colon)
                || c.has(Word::And)
        };
        let clauses: Vec<&[Chunk]> =
            chunks.split(mark).filter(|clause| names(clause, choice)).collect();
        if clauses.len() < 2 {
            return false;
        }
        let range = 0..chunks.len();
        let sentence = self.sentence(line, number, chunks, &range, tongues, false);
        let (Some(said), Some(known)) = (sentence.said, self.known.as_ref()) else { return false };
        let weighed = |clause: &&&[Chunk]| {
            stretches(line, clause, choice).iter().any(|one| one.weight.is_some())
        };
        decides(&said)
            && !clauses
                .iter()
                .filter(weighed)
                .any(|clause| names_chosen(clause, &said, known, choice))
    }

    /// Asks about a line of which the choice that was read is only weighed in it: `I could play the ten. I could stop.`
    fn only_weighed(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        reading: &mut LineReading,
    ) {
        let (own, Some(known)) = (self.said_by(number), self.known.as_ref()) else { return };
        let Some(choice) = &Choice::of(known) else { return };
        if *reading != LineReading::Understood
            || !own.iter().any(|said| decides(std::slice::from_ref(said)))
        {
            return;
        }
        let all = stretches(line, chunks, choice);
        let named: Vec<&Stretch> =
            all.iter().filter(|one| one.names || one.weight.is_some()).collect();
        let weighed = |said: &Said| {
            let said = std::slice::from_ref(said);
            let names =
                |one: &&&Stretch| names_chosen(&chunks[one.range.clone()], said, known, choice);
            let mut naming = named.iter().filter(names).peekable();
            naming.peek().is_some() && naming.all(|stretch| stretch.weight.is_some())
        };
        // `The nine would win outright on any Thursday. The seven.`
        let plays = |said: &&Said| matches!(said.request, Request::Act(Action::Play { .. }));
        let several = own.iter().filter(plays).count() > 1;
        let told = |said: &Said| {
            let said = std::slice::from_ref(said);
            let loose = |one: &&&Stretch| {
                let own = &chunks[one.range.clone()];
                own.iter().filter(|c| c.unknown).count() > 2 && !has_verb(own, choice)
            };
            let names =
                |one: &&&Stretch| names_chosen(&chunks[one.range.clone()], said, known, choice);
            let mut naming = named.iter().filter(names).peekable();
            naming.peek().is_some() && naming.all(|one| loose(&one))
        };
        let told = several && named.len() > 1 && own.iter().filter(plays).any(told);
        // `The ten. No, wait.`
        let waits = own.iter().any(|said| said.request == Request::Wait);
        // `The 8 would be a shame. Discard whatever you like of the rest.`
        let verb = |one: &Stretch| {
            let other = !one.names && one.weight.is_none();
            other && has_verb(&chunks[one.range.clone()], choice)
        };
        let several = named.len() > 1 || all.iter().any(verb);
        // `Should I stop? Or play the 7`
        let open = all.windows(2).any(|pair| {
            let asks =
                chunks[pair[0].range.clone()].last().is_some_and(|c| c.kind == Kind::Question);
            asks && pair[1].or
                && (pair[1].names || has_verb(&chunks[pair[1].range.clone()], choice))
        });
        if waits || told || open || several && own.iter().any(weighed) {
            self.reading.said.retain(|said| said.line != number);
            let words = line.chars().take(80).collect::<String>();
            *reading = self.doubt(Problem::new(Trouble::UnknownWords, words));
        }
    }
}

/// Whether a stretch only weighs, asks itself, or is a flourish: `The Reserve? No. The ten. Basta.`
fn weighs(line: &str, stretch: &Stretch, chunks: &[Chunk]) -> bool {
    let own = &chunks[stretch.range.clone()];
    let asks = own.last().is_some_and(|c| c.kind == Kind::Question);
    let short = own.iter().filter(|c| c.is_word_or_number()).count() <= 4;
    stretch.weight.is_some() || asks && short && stretch.names || is_flourish(line, own)
}

/// Whether somebody asks himself, and goes on without a yes: `Kamenz? Far too kind.`, but not `The nine? Why not.`
fn asks_oneself(line: &str, chunks: &[Chunk], next: &[Chunk]) -> bool {
    let agrees = |c: &Chunk| c.has(Word::Yes) && !c.has(Word::Filler);
    chunks.iter().filter(|c| c.is_word_or_number()).count() <= 5
        && !next.iter().filter(|c| c.is_word()).take(2).any(agrees)
        && !says(text(line, next), ClubWord::Musing)
}

/// Whether these chunks begin with a no.
fn denies(chunks: &[Chunk]) -> bool {
    let no = |c: &Chunk| c.any(&[Word::Not, Word::No]) || Little::Denial.is(&c.plain);
    chunks.iter().find(|c| c.is_word()).is_some_and(no)
}

/// What the stretches decide, if that is one thing.
fn settled(line: &str, heard: &[Heard], choice: &Choice) -> Option<Vec<Said>> {
    let kind = choice.kind;
    let deciding: Vec<&Heard> = heard.iter().filter(|one| one.decides()).collect();
    let (first, last) = (deciding.first()?, deciding.last()?);
    let concluded = last.stretch.concludes && !last.stretch.follows
        || deciding.len() == 1 && last.stretch.concludes;
    let mut said = Vec::new();
    for one in &deciding {
        let own = one.said.as_deref().unwrap_or_default();
        let again = said == own;
        let earlier = one.chunks[0].start < last.chunks[0].start;
        let loose = kind != DecisionKind::Play
            && earlier
            && is_loose(one.chunks, choice)
            && is_explicit(last.chunks, choice);
        // `The ten leaves me one up. That will do. I play the ten.`
        let earlier_stop = kind == DecisionKind::Play && said.is_empty() && only_stops(own);
        if earlier_stop && suffices(one) && !std::ptr::eq(*one, *last) {
            continue;
        }
        // `The eleven will do. So the eleven.`
        if kind == DecisionKind::Play && one.stretch.concludes && said.first() == own.first() {
            let before =
                deciding.iter().filter(|other| other.chunks[0].start < one.chunks[0].start);
            if own.len() < said.len() && before.clone().any(|one| suffices(one)) {
                said = own.to_vec();
                continue;
            }
        }
        let loose = loose || skipped(one, last, choice);
        if again || loose || earlier && concluded && kind != DecisionKind::Play {
            continue;
        }
        // `The ten of spades. Then the six, and then I stop.`
        let goes_on = kind == DecisionKind::Play
            && !said.iter().any(|said: &Said| only_stops(std::slice::from_ref(said)))
            && (one.stretch.follows || only_stops(own));
        if !said.is_empty() && !goes_on {
            return None;
        }
        said.extend_from_slice(own);
    }
    let mut others = Vec::new();
    for one in heard.iter().filter(|one| !one.decides() && !skipped(one, last, choice)) {
        match &one.said {
            Some(own) if !own.is_empty() && !is_talk(one) => {
                if !own.iter().all(stands_beside) {
                    return None;
                }
                others.extend(own.iter().cloned());
            }
            _ if !leaves(line, one, first, last) => return None,
            _ => {}
        }
    }
    said.extend(others);
    (!said.is_empty()).then_some(said)
}

/// Whether a stretch that decides nothing leaves what is decided as it is: it names no other choice, sets no condition,
/// and takes nothing back.
fn leaves(line: &str, one: &Heard, first: &Heard, last: &Heard) -> bool {
    let before = one.chunks[0].start < first.chunks[0].start;
    let says_any = |words: &[Word]| one.chunks.iter().any(|c| c.any(words) && !c.has(Word::Filler));
    let in_doubt = one.said.is_none();
    // `The 6. If the bear then brings out a big one, I let him win.`
    let acts = [Word::Stop, Word::Play, Word::Card, Word::Discard, Word::Retreat, Word::Attack];
    let binding = says_any(&[Word::If, Word::IfNeeded, Word::Unless]);
    let then = !before && (binding || says_any(&[Word::Answers]));
    // `Muskau puts him out of the way, so Muskau.`
    let same = last.stretch.concludes && same_goal(one.chunks, last.chunks);
    let named = one.stretch.names && !same && !(before && last.stretch.concludes);
    // `… to Spremberg. Daun then sees to Keith with the 11 of hearts.`
    let fights = || {
        one.chunks.iter().any(|c| full_suit(c).is_some())
            && one.chunks.iter().any(|c| !c.generals.is_empty())
    };
    if then || in_doubt && (binding || !before && fights()) || named {
        return false;
    }
    // `And bear me no grudge, on Sunday we have lunch together.`
    let told = one.chunks.iter().filter(|c| c.unknown).count() > 1
        && !rethinks(line, one.chunks)
        && !says(&one.text, ClubWord::Correction);
    before || !(in_doubt && says_any(&acts)) && (told || !corrects(&one.text, one.chunks))
}

/// Whether this says that something is enough.
fn suffices(one: &Heard) -> bool {
    let mut words = one.text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| Little::Suffices.is(&fold(word).plain))
        || says(&one.text, ClubWord::ThatSuffices)
}

/// Whether a card is only talked of that is played in the end: `The seven does the same. So the seven of hearts.`
fn skipped(one: &Heard, last: &Heard, choice: &Choice) -> bool {
    let binds = |c: &Chunk| c.any(&[Word::If, Word::Unless]) && !c.has(Word::Filler);
    let earlier = one.chunks[0].start < last.chunks[0].start;
    let loose = is_loose(one.chunks, choice) && last.stretch.concludes && one.decides();
    choice.kind == DecisionKind::Play
        && earlier
        && last.plays()
        && !last.stretch.follows
        && is_explicit(last.chunks, choice)
        && !one.chunks.iter().any(binds)
        && (loose || same_cards(one.chunks, last.chunks, choice))
}

/// Whether this is read as a vote or an instruction though it has no word of one: `Never!`, `Nine points behind Browne`.
fn is_talk(one: &Heard) -> bool {
    let has = |words: &[Word]| one.chunks.iter().any(|c| c.any(words));
    let terms =
        [Word::Duel, Word::Play, Word::AtMost, Word::Card, Word::Stop, Word::Keep, Word::If];
    let talk = |said: &Said| match said.request {
        Request::Vote { .. } => !has(&[Word::Vote, Word::Votes, Word::Proposal]),
        Request::Instruct(_) => !has(&terms),
        _ => false,
    };
    one.said.as_deref().is_some_and(|said| said.iter().all(talk))
}

/// Whether this may stand beside a choice: `The ten. I vote yes.`
fn stands_beside(said: &Said) -> bool {
    let own: Option<Nation> = said.nation;
    own.is_none()
        && matches!(
            said.request,
            Request::Vote { .. } | Request::Propose(_) | Request::Absent { .. } | Request::Press(_)
        )
}

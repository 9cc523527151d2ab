//! What a line decides in which other choices are weighed: `Kamenz is too near the King. So he goes to Muskau.`
//!
//! Which stretches only weigh is known to [`deliberation`](crate::said::deliberation); here the others are read, each as a
//! line of its own. Where more than one of them decides, and none draws a conclusion, the line is read as a whole.

use super::Reader;
use super::paragraph::corrects;
use crate::game::{Action, DecisionKind, Nation};
use crate::said::chunk::{Chunk, Tongues};
use crate::said::club::words::{ClubWord, says};
use crate::said::deliberation::{
    ONCE, Stretch, Weight, decides, is_explicit, names, names_chosen, names_possible, only_stops,
    rethinks, stretches, text,
};
use crate::said::frame::Problem;
use crate::said::little::Little;
use crate::said::text::Kind;
use crate::said::words::Word;
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
}

impl Reader<'_> {
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

    fn by_stretches(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
        weighing: bool,
    ) -> Option<Vec<Said>> {
        let kind = self.decided_once()?;
        let all = stretches(line, chunks, kind);
        if all.len() < 2
            || weighing && all.iter().all(|stretch| !weighs(stretch, chunks))
            || all.iter().any(|stretch| stretch.or && stretch.names)
        {
            return None;
        }
        let (mut heard, mut refused): (Vec<Heard>, bool) = (Vec::new(), false);
        for (place, stretch) in all.iter().enumerate() {
            let own = &chunks[stretch.range.clone()];
            if weighs(stretch, chunks) {
                // `The ten? Yes.` weighs nothing.
                let asks = own.last().is_some_and(|c| c.kind == Kind::Question);
                let next = all.get(place + 1).map(|next| &chunks[next.range.clone()]);
                let denies =
                    |c: &Chunk| c.any(&[Word::Not, Word::No]) || Little::Denial.is(&c.plain);
                if asks && !next.is_some_and(|next| next.iter().take(3).any(denies)) {
                    return None;
                }
                refused = asks;
                if self.chooses(line, number, own, tongues, kind) {
                    let sentence =
                        self.sentence(line, number, chunks, &stretch.range, tongues, false);
                    let (text, said) = (sentence.text, sentence.said);
                    heard.push(Heard { stretch, chunks: own, text, said });
                }
                continue;
            }
            if own.iter().any(|c| c.kind == Kind::Question) {
                return None;
            }
            // `No.` to a question of one's own
            let answers = std::mem::take(&mut refused)
                && !stretch.names
                && own.iter().filter(|c| c.is_word()).count() == 1;
            if answers {
                continue;
            }
            // `then I saw where Soubise stands`
            let looks = !stretch.names && says(text(line, own), ClubWord::WhereStands);
            if looks || self.is_flourish(line, own, heard.last()) {
                continue;
            }
            let sentence = self.sentence(line, number, chunks, &stretch.range, tongues, false);
            let (text, said) = (sentence.text, sentence.said);
            // `The 5. No, wait, better the 9.`
            let decided = heard.iter().any(Heard::decides);
            if decided && stretch.names && rethinks(line, own) {
                return None;
            }
            heard.push(Heard { stretch, chunks: own, text, said });
        }
        let known = self.known.as_ref()?;
        let nation = known.awaits(kind)?;
        let possible = known.legal_answers(nation, kind);
        let said = settled(&heard, kind, &possible)?;
        let last = heard.iter().rfind(|one| one.decides())?;
        // What is weighed behind the decision, and the choice that is weighed and refused.
        let open = |stretch: &Stretch| {
            let own = &chunks[stretch.range.clone()];
            let behind = stretch.range.start > last.stretch.range.start;
            let refused = stretch.weight == Some(Weight::Against);
            let chosen = names_chosen(own, &said, known);
            behind && !refused || chosen && refused && (behind || !last.stretch.concludes)
        };
        let weighed = all.iter().filter(|stretch| weighs(stretch, chunks));
        let is_heard =
            |stretch: &&Stretch| heard.iter().any(|one| one.stretch.range == stretch.range);
        let left = weighed.filter(|stretch| !is_heard(stretch)).any(open);
        (!left).then_some(said)
    }

    /// The choice that is awaited and made once.
    fn decided_once(&self) -> Option<DecisionKind> {
        let known = self.known.as_ref()?;
        ONCE.into_iter().find(|kind| known.awaits(*kind).is_some())
    }

    /// Whether a stretch that seems to weigh chooses something else than what it weighs: `the 6 of spades, the Reserve
    /// I don't touch`.
    fn chooses(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
        kind: DecisionKind,
    ) -> bool {
        let mark = |c: &Chunk| {
            matches!(c.kind, Kind::Comma | Kind::Semicolon | Kind::Dash | Kind::Colon)
                || c.has(Word::And)
        };
        let clauses: Vec<&[Chunk]> =
            chunks.split(mark).filter(|clause| names(clause, kind)).collect();
        if clauses.len() < 2 {
            return false;
        }
        let range = 0..chunks.len();
        let sentence = self.sentence(line, number, chunks, &range, tongues, false);
        let (Some(said), Some(known)) = (sentence.said, self.known.as_ref()) else { return false };
        let weighed = |clause: &&&[Chunk]| {
            stretches(line, clause, kind).iter().any(|one| one.weight.is_some())
        };
        decides(&said)
            && !clauses.iter().filter(weighed).any(|clause| names_chosen(clause, &said, known))
    }

    /// Whether this only stresses what stands before it: `The Reserve, as a ten. Basta.`
    fn is_flourish(&self, line: &str, chunks: &[Chunk], before: Option<&Heard>) -> bool {
        let words = chunks.iter().filter(|c| c.is_word_or_number()).count();
        let text = text(line, chunks);
        let after_card = before.is_some_and(|one| {
            one.decides() && one.said.as_deref().is_some_and(|said| !only_stops(said))
        });
        words <= 3 && after_card && says(text, ClubWord::Flourish)
    }

    /// Asks about a line of which the choice that was read is only weighed in it: `I could play the ten. I could stop.`
    pub(super) fn only_weighed(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        reading: &mut LineReading,
    ) {
        let Some(kind) = self.decided_once() else { return };
        let (own, Some(known)) = (self.said_by(number), self.known.as_ref()) else { return };
        if *reading != LineReading::Understood
            || !own.iter().any(|said| decides(std::slice::from_ref(said)))
        {
            return;
        }
        let all = stretches(line, chunks, kind);
        let named: Vec<&Stretch> =
            all.iter().filter(|one| one.names || one.weight.is_some()).collect();
        let weighed = |said: &Said| {
            let said = std::slice::from_ref(said);
            let names = |one: &&&Stretch| names_chosen(&chunks[one.range.clone()], said, known);
            let mut naming = named.iter().filter(names).peekable();
            naming.peek().is_some() && naming.all(|stretch| stretch.weight.is_some())
        };
        // `The ten. No, wait.`
        let waits = own.iter().any(|said| said.request == Request::Wait);
        if waits || named.len() > 1 && own.iter().any(weighed) {
            self.reading.said.retain(|said| said.line != number);
            let words = line.chars().take(80).collect::<String>();
            *reading = self.doubt(Problem::new(Trouble::UnknownWords, words));
        }
    }
}

/// Whether a stretch only weighs, or asks itself: `The Reserve? No.`
fn weighs(stretch: &Stretch, chunks: &[Chunk]) -> bool {
    let own = &chunks[stretch.range.clone()];
    let asks = own.last().is_some_and(|c| c.kind == Kind::Question);
    let short = own.iter().filter(|c| c.is_word_or_number()).count() <= 4;
    stretch.weight.is_some() || asks && short && stretch.names
}

/// What the stretches decide, if that is one thing.
fn settled(heard: &[Heard], kind: DecisionKind, possible: &[Action]) -> Option<Vec<Said>> {
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
            && !is_explicit(one.chunks, kind)
            && is_explicit(last.chunks, kind);
        // `The eleven will do. So the eleven.`
        if kind == DecisionKind::Play && one.stretch.concludes && said.first() == own.first() {
            let suffices = |one: &&&Heard| {
                one.chunks.iter().any(|c| Little::Suffices.is(&c.plain))
                    || says(&one.text, ClubWord::ThatSuffices)
            };
            let before =
                deciding.iter().filter(|other| other.chunks[0].start < one.chunks[0].start);
            if own.len() < said.len() && before.clone().any(|one| suffices(&one)) {
                said = own.to_vec();
                continue;
            }
        }
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
    for one in heard.iter().filter(|one| !one.decides()) {
        let before = one.chunks[0].start < first.chunks[0].start;
        match &one.said {
            Some(own) if !own.is_empty() => {
                if !own.iter().all(stands_beside) {
                    return None;
                }
                others.extend(own.iter().cloned());
            }
            _ => {
                let binds = |c: &Chunk| c.any(&[Word::If, Word::Unless]) && !c.has(Word::Filler);
                let bound = one.said.is_none() && one.chunks.iter().any(binds);
                let told = before && last.stretch.concludes && !bound;
                if names_possible(one.chunks, kind, possible) && !told
                    || !before && corrects(&one.text, one.chunks)
                    || bound
                {
                    return None;
                }
            }
        }
    }
    said.extend(others);
    (!said.is_empty()).then_some(said)
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

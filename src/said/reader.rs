//! A text line by line: what the groups of a line say under their headings and conditions.

mod afterwards;
mod along;
mod by_sentences;
mod by_sum;
mod cards;
mod clauses_kept;
mod club;
mod conditional;
mod conditions;
mod deliberated;
mod doubts;
mod headings;
mod one_choice;
mod only_stop;
mod paragraph;
mod parts;
mod press;
mod purchases;
mod quoted;
mod second_goals;
mod sentences;
mod told_stays;
mod troops;
mod without_pointless;

use super::SHOWN;
use crate::game::{Action, DecisionKind, Nation, PieceId};
use crate::said::chunks::chunk::{Chunk, Repairs, guesses};
use crate::said::chunks::corrected::blanked;
use crate::said::chunks::frame::{Parsed, Problem, Scene};
use crate::said::chunks::known::Known;
use crate::said::chunks::pieces::speaks_of_trains;
use crate::said::chunks::remark::{is_address, is_postal};
use crate::said::doubt::addressed;
use crate::said::doubt::bound::{self, bound};
use crate::said::doubt::hesitation;
use crate::said::grouping::group::{self, Grouped};
use crate::said::grouping::heading::{
    Heading, heading, is_bare_heading, second_heading, tested, tested_behind, without_bullet,
};
use crate::said::lexicon::text::{Kind, LONGEST_LINE, excerpt, without_half_word};
use crate::said::lexicon::tongues::{Tongues, language_of};
use crate::said::lexicon::words::Word;
use crate::said::march::aside::announces;
use crate::said::march::by_reach;
use crate::said::table::wishes;
use crate::said::telling::signature::without_name;
use crate::said::telling::{passing, preamble};
use crate::said::{
    Asked, Candidate, Condition, Context, Language, Line, LineReading, Noise, Reading, Request,
    Said, Trouble,
};
use doubts::weighs;

use icu_normalizer::ComposingNormalizerBorrowed;
use std::ops::Range;

/// Words that may say something though they also fill.
const SPEAKING: [Word; 12] = [
    Word::Ready,
    Word::Wait,
    Word::Stop,
    Word::Cancel,
    Word::Help,
    Word::Status,
    Word::Test,
    Word::Stay,
    Word::Decline,
    Word::ShowOrders,
    Word::Returned,
    Word::Votes,
];
/// Behind so many lines that are not blank, and so many bytes of lines that are not quoted, nothing is read, except the
/// rest of press; nobody orders more.
const MOST_LINES: usize = 1000;
const MOST_TEXT: usize = 16 * 1024;
/// After so many lines in doubt nothing is suggested any more.
const MOST_DETAILS: usize = 60;

/// Reads a text.
///
/// Every line that is not blank has exactly one outcome. Any text is read, in time that grows with its
/// length; nothing in it can make the reading fail.
pub fn read(text: &str, context: &Context) -> Reading {
    // However letters with accents are composed, they are the same letters.
    let text = ComposingNormalizerBorrowed::new_nfc().normalize(text);
    Reader::new(context).read(&text)
}

struct Reader<'a> {
    context: &'a Context<'a>,
    /// That of the text.
    language: Language,
    known: Option<Known<'a>>,
    heading: Option<Nation>,
    turn: Option<u16>,
    /// The nation of a heading was refused: what follows is for nobody.
    lost: bool,
    last_condition: Option<Condition>,
    /// The conditions that stand behind their orders in the line, in bytes.
    conditions_behind: Vec<Range<usize>>,
    /// The line says what holds otherwise first: `to Northeim; but if Soubise is at Kassel he stays`.
    contrary: bool,
    last: Vec<PieceId>,
    /// Who was spoken of last before the line that is read.
    spoken_before: Vec<PieceId>,
    /// Pieces that come back on the map by what was said.
    back: Vec<PieceId>,
    asked: Asked,
    /// What is answered to a question for consent, and in which line, counted from 0.
    consent: Option<(bool, usize)>,
    repairs: Repairs,
    /// The next line that ends press, counted from 0, or that none does; `None` until it was looked for.
    end_of_press: Option<Option<usize>>,
    in_doubt: usize,
    /// The question in the line that is read which nobody answers.
    left_open: Option<String>,
    /// What of that line only asks, in bytes, where the writer answers himself.
    asked_himself: Vec<Range<usize>>,
    /// What is in doubt of the line that is read, if not all of it is.
    left: Option<String>,
    /// The lines whose card stands with a verb of discarding.
    thrown: Vec<usize>,
    /// What was said before the line that is read changed an entry of an earlier one, if it has.
    earlier: Option<Vec<Said>>,
    reading: Reading,
}

impl<'a> Reader<'a> {
    fn new(context: &'a Context<'a>) -> Reader<'a> {
        Reader {
            context,
            language: context.language,
            known: Known::new(context),
            heading: None,
            turn: None,
            lost: false,
            last_condition: None,
            conditions_behind: Vec::new(),
            contrary: false,
            last: context.spoken_of.to_vec(),
            spoken_before: Vec::new(),
            back: Vec::new(),
            asked: context.asked,
            consent: None,
            repairs: Repairs::new(),
            end_of_press: None,
            in_doubt: 0,
            left_open: None,
            asked_himself: Vec::new(),
            left: None,
            thrown: Vec::new(),
            earlier: None,
            reading: Reading::default(),
        }
    }

    fn read(mut self, text: &str) -> Reading {
        let lines: Vec<&str> = text.lines().collect();
        let language = language_of(&lines, self.context.language);
        let tongues = Tongues::of(language, self.context.language);
        self.language = language;
        self.hear_consent(&lines);
        let (mut at, mut read) = (0, 0);
        let foot = lines.iter().rposition(|line| !line.trim().is_empty());
        while at < lines.len() {
            let mut line = lines[at].trim();
            if self.asked == Asked::Form {
                // A form may stand in what is quoted.
                line = line.trim_start_matches('>').trim_start();
            }
            if line.is_empty() {
                at += 1;
                continue;
            }
            read += if line.starts_with('>') { 0 } else { line.len() };
            if self.reading.lines.len() >= MOST_LINES || read > MOST_TEXT {
                self.push(at + 1, line, doubts::too_long(line), true, Vec::new());
                at += 1;
                continue;
            }
            if foot == Some(at) && self.asked != Asked::Form {
                line = without_name(&lines[..=at], !self.reading.said.is_empty(), tongues);
                if line.is_empty() {
                    let reading = LineReading::Chatter(Noise::Greeting);
                    self.push(at + 1, lines[at].trim(), reading, false, Vec::new());
                    break;
                }
            }
            let tongues = tongues.of_line(line);
            let mut chunks = self.heard(line, tongues);
            // In a form `press: on` and `phrase days: 3` are lines of the form.
            if self.asked != Asked::Form
                && let Some(taken) = self
                    .press(&lines[at..], at, &chunks, tongues)
                    .or_else(|| self.chance(&lines[at..], at))
                    .or_else(|| self.press_within(&lines[at..], at, &chunks, tongues))
            {
                at += taken;
                continue;
            }
            let first_said = self.reading.said.len();
            self.earlier = None;
            self.spoken_before.clone_from(&self.last);
            let asked = self.without_question(line);
            let meant = asked.as_deref().unwrap_or(line);
            let answered =
                self.known.as_ref().and_then(|_| passing::without_answered(meant, &mut chunks));
            let meant = answered.as_deref().unwrap_or(meant);
            let lent = self.nation_of_trains(&chunks);
            self.heading = lent.or(self.heading);
            let (mut reading, order_like) = self.weighed(meant, at + 1, &chunks, tongues);
            if matches!(reading, LineReading::Question { .. } | LineReading::NotUnderstood { .. }) {
                // What else the line says waits until it is mended.
                self.put_back(first_said);
                self.in_doubt += 1;
                let now = self.as_corrected(meant, &chunks, tongues);
                if order_like
                    && let Some(said) = self
                        .paragraph(&now.line, at + 1, &now.chunks, tongues)
                        .or_else(|| self.deliberated(meant, at + 1, &chunks, tongues, false))
                {
                    self.reading.parts.retain(|part| part.line != at + 1);
                    self.reading.said.extend(said);
                    reading = LineReading::Understood;
                }
            } else if order_like {
                self.by_sentences(meant, at + 1, &chunks, tongues);
            }
            self.decided_in_a_sentence(meant, at + 1, &chunks, tongues, &mut reading);
            let words = (chunks.as_slice(), tongues);
            self.without_pointless(meant, at + 1, first_said, words, &mut reading);
            self.without_stays_of_the_dead(at + 1);
            self.asks_about_what_is_saved(meant, at + 1, &chunks, &mut reading);
            self.heading = self.heading.filter(|_| lent.is_none());
            if order_like && hesitation::takes_back(line, &chunks) {
                hesitation::without_decisions(at + 1, &mut self.reading.said);
            }
            self.stays_after_all(at + 1);
            self.marches_again(at + 1, line, &chunks);
            // `language Deutsch`: the words of a wish are its own, and nothing in them is a guess.
            let mut guessed = match reading {
                LineReading::Understood => guesses(line, &chunks),
                _ => Vec::new(),
            };
            if !guessed.is_empty() && self.wish(line, &chunks).is_some() {
                guessed.clear();
            }
            self.push(at + 1, line, reading, order_like, guessed);
            at += 1;
        }
        self.keep_absences();
        self.nobody_stays_at_set_up();
        self.said_once();
        self.one_discard();
        self.give_phrases();
        self.without_headings(&lines);
        self.ends_once();
        self.waits_once(&lines);
        self.begins(&lines);
        // "Fine by me, go ahead" to a vote ends no movement.
        if matches!(self.context.asked, Asked::Vote(_)) {
            self.reading.said.retain(|said| said.request != Request::Ready);
        }
        self.reading
    }

    fn push(
        &mut self,
        number: usize,
        line: &str,
        reading: LineReading,
        order_like: bool,
        guessed: Vec<(String, String)>,
    ) {
        let text = excerpt(line, SHOWN);
        let nation = self.heading;
        let mut reading = reading;
        if let LineReading::Question { words, .. } | LineReading::NotUnderstood { words, .. } =
            &mut reading
        {
            without_half_word(line, words);
        }
        let (left_open, left) = (self.left_open.take(), self.left.take());
        self.reading.lines.push(Line {
            number,
            text,
            reading,
            order_like,
            nation,
            guessed,
            left_open,
            left,
        });
    }

    /// What a line is, and whether it has to do with orders.
    fn line(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> (LineReading, bool) {
        if line.len() > LONGEST_LINE {
            let orders = chunks.iter().any(|c| !c.generals.is_empty() || c.has(Word::Train));
            return if orders {
                (doubts::too_long(line), true)
            } else {
                (LineReading::Chatter(Noise::Greeting), false)
            };
        }
        // `#2` is an answer of a menu, `#1 train to Torgau` an order, `# Berlin: Heinrich 4` a note of ours.
        let is_note = line
            .strip_prefix('#')
            .is_some_and(|note| !note.starts_with(|c: char| c.is_ascii_digit()));
        if is_note || line.starts_with("//") {
            return (LineReading::Chatter(Noise::Comment), false);
        }
        if line.starts_with('>') {
            return (LineReading::Chatter(Noise::Quote), false);
        }
        let says = |c: &Chunk| {
            c.is_word() || c.number.is_some() || matches!(c.kind, Kind::Suit(_) | Kind::Question)
        };
        if !chunks.iter().any(says) {
            return (LineReading::Chatter(Noise::Separator), false);
        }
        if chunks.iter().all(|c| !c.is_word_or_number() && !matches!(c.kind, Kind::Suit(_))) {
            // `?`
            self.bare(number, Request::Help(None));
            return (LineReading::Understood, true);
        }
        if is_bare_heading(chunks) {
            return (LineReading::Chatter(Noise::Separator), false);
        }
        let silent = |c: &Chunk| {
            !c.is_word() && c.number.is_none() && !matches!(c.kind, Kind::Suit(_) | Kind::Question)
                || c.unknown
                || c.any(&[Word::Filler, Word::Greeting, Word::Closing])
                    && c.generals.is_empty()
                    && c.count().is_none()
                    && !c.any(&SPEAKING)
        };
        let greets = self.asked == Asked::Nothing
            && chunks.len() > 1
            && chunks.iter().all(silent)
            && !wishes::may_begin(line, chunks)
            && !weighs(line);
        if greets || self.is_own_name(chunks) || is_postal(line, chunks) {
            return (LineReading::Chatter(Noise::Greeting), false);
        }
        if let Some(request) =
            self.answer_to_question(line, number, chunks).or_else(|| self.wish(line, chunks))
        {
            self.bare(number, request);
            return (LineReading::Understood, true);
        }
        if announces(line, chunks) {
            return (LineReading::Chatter(Noise::Greeting), false);
        }
        let others;
        let (mut chunks, mut speaks) = (chunks, false);
        if let Some((wish, rest)) = wishes::speech_among(line, chunks) {
            self.bare(number, wish);
            others = rest;
            (chunks, speaks) = (&others, true);
        }
        let chunks = without_bullet(chunks);
        if let Some(read) = self.tells_somebody(line, number, chunks, tongues) {
            return read;
        }
        let other = addressed::to_another(line, chunks, self.context);
        if let Some(press) = &other
            && self.known.as_ref().is_none_or(|known| addressed::only_talks(known, chunks))
        {
            self.bare(number, Request::Press(press.clone()));
            return (LineReading::Understood, false);
        }
        let asking = hesitation::questions(line, chunks, self.is_deciding());
        let answered = asking.as_ref().and_then(|asking| self.answered(line, chunks, asking));
        let (line, chunks) = match &answered {
            Some((line, chunks)) => (line.as_str(), chunks.as_slice()),
            None => (line, chunks),
        };
        if let Some((asked, rest)) = asking.filter(|_| answered.is_none()) {
            let problem = self.only_asks(line, number, (&chunks[asked], &rest), tongues);
            return (self.doubt(problem), true);
        }
        match self.orders(line, number, chunks, tongues) {
            Ok(true) => (LineReading::Understood, true),
            Ok(false) if other.is_some() => {
                self.reading.said.extend(other.map(|press| addressed::said(number, press)));
                (LineReading::Understood, false)
            }
            Ok(false) if speaks => (LineReading::Understood, true),
            Ok(false) => self.open(line, chunks, None),
            Err((problem, order_like)) => {
                let (reading, asked) = self.open(line, chunks, Some(problem));
                (reading, asked || order_like)
            }
        }
    }

    fn bare(&mut self, line: usize, request: Request) {
        self.reading.said.push(Said {
            line,
            nation: None,
            turn: None,
            headed: false,
            condition: None,
            request,
        });
    }

    /// Reads what is left of a line: a heading, conditions, and what stands behind them. `Ok(false)` if it
    /// is only talk; beside a problem stands whether the line has to do with orders.
    fn orders(
        &mut self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        tongues: Tongues,
    ) -> Result<bool, (Problem, bool)> {
        if let Some(at) = second_heading(chunks) {
            return self.under_two_headings(line, number, chunks, at, tongues);
        }
        if let Some(read) = self.for_a_later_turn(line, number, chunks, tongues) {
            return read;
        }
        let whole = chunks;
        let mut corrected = self.as_corrected(line, chunks, tongues);
        if let Some(known) = &self.known
            && let Some(rest) = preamble::without(&corrected, known, tongues.first())
        {
            corrected = rest;
        }
        if let Some(settled) = self.settled_discard(&corrected, number, tongues)? {
            corrected.chunks = settled;
        }
        let chunks = corrected.chunks.as_slice();
        let says = |c: &Chunk| c.is_word() || c.number.is_some();
        if whole.iter().any(says) && !chunks.iter().any(says) {
            // `everybody stays except Dohna`, and nothing else.
            return Ok(true);
        }
        let mut rest = chunks;
        let mut said_something = false;
        if self.known.is_some() {
            if let Some((test, behind)) = tested(rest) {
                self.bare(number, Request::Test);
                said_something = test;
                rest = behind;
            }
            if let Some(before) = tested_behind(rest) {
                self.bare(number, Request::Test);
                (said_something, rest) = (true, before);
            }
            let own = self.known.as_ref().and_then(|known| {
                known
                    .awaits(DecisionKind::Movement)
                    .or_else(|| known.only_decision().map(|d| d.nation))
            });
            rest = self.behind_next_turn(line, rest, own);
            if rest.is_empty() {
                return Ok(true);
            }
            let alone = || self.names_a_nation(rest).filter(|_| rest.len() == whole.len());
            if let Some(heading) = heading(rest, self.heading, own)
                .or_else(|| self.announced(line, rest, own))
                .or_else(alone)
            {
                let Heading { nation, mut turn, used } = heading;
                // `Prussia, next turn:` of the nation that acts now.
                if turn.is_none() && self.is_next(line, &rest[..used], nation) {
                    turn = self.known.as_ref().map(|known| known.view.turn + 1);
                }
                // `Prussia, turn 2:` of the nation that acts now, in turn 2, says no more than `Prussia:`.
                let now = self.known.as_ref().map(|known| known.view.turn);
                turn = turn.filter(|turn| Some(*turn) != now || own != Some(nation));
                turn = turn.filter(|_| !self.context.due);
                let own = self.known.as_ref().is_some_and(|known| known.is_own(nation));
                if !own {
                    let near: Vec<Candidate> = self
                        .known
                        .iter()
                        .flat_map(|known| known.own_nations())
                        .map(Candidate::Nation)
                        .collect();
                    let alone = used >= rest.len();
                    self.lost |= alone;
                    let words = nation.id().to_owned();
                    let trouble = Trouble::NotYourNation;
                    return Err((Problem::NotUnderstood { trouble, words, near }, true));
                }
                rest = &rest[used..];
                self.lost = false;
                if rest.iter().all(|c| !c.is_word() && c.number.is_none()) || rest.is_empty() {
                    (self.heading, self.turn) = (Some(nation), turn);
                    return Ok(true);
                }
                // A heading on the line of an order counts for what follows, too.
                (self.heading, self.turn) = (Some(nation), turn);
                said_something = true;
            }
        }
        self.conditions_behind.clear();
        self.contrary = false;
        for (condition, part) in self.conditions(line, rest)? {
            let otherwise =
                condition.is_some() && (condition != self.last_condition || self.contrary);
            let mut grouped = self.group(line, part, tongues, otherwise);
            if let Some(problem) = grouped.problem.take() {
                let order_like = grouped.order_like;
                if condition.is_none() && order_like && !self.lost {
                    self.parts(number, grouped.clear(), line, part);
                }
                return Err((problem, order_like));
            }
            if self.gives_nothing(part, &grouped) {
                let words = line.chars().take(60).collect::<String>();
                return Err((Problem::new(Trouble::MissingTroops, words), true));
            }
            if grouped.parsed.is_empty() {
                if condition.is_some() {
                    let words = line.chars().take(60).collect::<String>();
                    return Err((Problem::new(Trouble::MissingTerms, words), true));
                }
                continue;
            }
            said_something = true;
            for parsed in grouped.parsed {
                self.take(number, condition, parsed);
            }
        }
        // What holds if the fact is so stands before what holds otherwise, in whichever order it was said.
        if (self.contrary || rest.iter().any(|c| c.has(Word::InThatCase)))
            && let Some(first) = self.reading.said.iter().position(|said| said.line == number)
        {
            let said = &mut self.reading.said[first..];
            let otherwise = |said: &Said| said.condition.is_some_and(|condition| !condition.holds);
            said.sort_by_key(|said| (said.request == Request::Ready, otherwise(said)));
        }
        let own = self.with_what_came_back(number, chunks);
        let behind = self.conditions_behind.iter();
        let binding = behind.fold(corrected.line.clone(), |l, at| blanked(&l, at.start, at.end));
        if let Some(trouble) = self.no_purchase(&own, chunks) {
            return Err((Problem::new(trouble, line.chars().take(60).collect::<String>()), true));
        }
        if let Some(problem) = bound(&binding, chunks, &own) {
            return Err((problem, true));
        }
        if let Some(problem) = bound::left_over(line, chunks, &own) {
            return Err((problem, true));
        }
        if let Some(problem) = hesitation::unsettled(line, whole, chunks, &own) {
            return Err((problem, true));
        }
        let known = self.known.as_ref();
        hesitation::not_yet(line, chunks, known, number, &mut self.reading.said);
        self.settle(line, number, (whole, chunks), tongues);
        let told = self.without_told_stays(line, number, whole);
        let own = self.said_by(number);
        if let Some(problem) =
            told.or_else(|| self.passed_over(line, number, (whole, chunks), &own))
        {
            return Err((problem, true));
        }
        if is_address(line, &own) {
            self.put_back(usize::MAX);
            self.reading.said.retain(|said| said.line != number);
            return Ok(false);
        }
        if said_something && self.passes_over_a_piece(number, rest) {
            let words = line.chars().take(60).collect::<String>();
            return Err((Problem::new(Trouble::UnknownWords, words), true));
        }
        if self.lost && said_something {
            let words = line.chars().take(60).collect::<String>();
            return Err((Problem::new(Trouble::NotYourNation, words), true));
        }
        Ok(said_something)
    }

    fn group(&mut self, line: &str, part: &[Chunk], tongues: Tongues, otherwise: bool) -> Grouped {
        let mut scene = Scene {
            known: self.known.as_ref(),
            tongues,
            heading: self.heading,
            last: std::mem::take(&mut self.last),
            back: &self.back,
            allotted: self.allotted(),
            sent: self.sent(),
            trains: speaks_of_trains(part),
            otherwise,
            held: self.reading.said.is_empty() && !self.context.spoken_of.is_empty(),
            line,
        };
        let mut grouped = group::group(&mut scene, part);
        if let Some((troops, rest)) = by_sum::whole_sentences(&scene, part, &grouped) {
            grouped = group::group(&mut scene, &rest);
            grouped.parsed.insert(0, troops);
            grouped.apart.insert(0, false);
        }
        let asks = matches!(grouped.problem, Some(Problem::Question { .. }));
        if (grouped.problem.is_some() || grouped.parsed.is_empty())
            && !asks
            && !otherwise
            && let Some(marches) = by_reach::marches(&scene, part)
        {
            grouped.apart = vec![false; marches.len()];
            (grouped.parsed, grouped.problem) = (marches, None);
        }
        self.last = scene.last;
        grouped
    }

    /// Takes over what a group says.
    fn take(&mut self, line: usize, condition: Option<Condition>, parsed: Parsed) {
        let Parsed { said, also, as_far, .. } = parsed;
        if !also.is_empty() {
            return self.go_along(line, condition, also, as_far);
        }
        for (nation, request) in said {
            if let Request::Act(Action::Recruit(recruitment)) = &request {
                self.back.extend(recruitment.generals.iter().map(|(piece, _, _)| *piece));
            }
            if self.enters(line, &request) {
                continue;
            }
            // `nothing more, I stop` says it twice.
            let again = matches!(
                request,
                Request::Act(
                    Action::Stop
                        | Action::Attack { .. }
                        | Action::MoveVia { .. }
                        | Action::Discard { .. }
                        | Action::Retreat { .. }
                ) | Request::Ready
                    | Request::Back(_)
                    | Request::Status(_)
                    | Request::ShowOrders
                    | Request::Propose(_)
            ) && self.reading.said.last().is_some_and(|last| {
                last.line == line && last.request == request && last.condition == condition
            });
            // `Karl against Winterfeldt first, Daun comes after that`: the next combat is asked for when its time comes.
            let attacks =
                |request: &Request| matches!(request, Request::Act(Action::Attack { .. }));
            let second = attacks(&request)
                && self.reading.said.iter().any(|said| said.line == line && attacks(&said.request));
            if again || second {
                continue;
            }
            self.without_wayless(line, &request);
            // `How do I recruit? Help!`
            if let Request::Help(topic) = &request
                && let Some(Said { line: other, request: Request::Help(known), .. }) =
                    self.reading.said.last_mut()
                && *other == line
            {
                *known = known.or(*topic);
                continue;
            }
            // `Russia: 4 each. Sweden: 4. That's all`: `ready` is not only for the nation of the last heading.
            let about_game =
                request.is_of_a_nation() && !(request == Request::Ready && self.divides_troops());
            let nation = if about_game { nation.or(self.heading) } else { None };
            let named = nation == self.heading || self.names_its_nation(nation, &request);
            let headed = about_game && nation.is_some() && named;
            let entry = Said {
                line,
                nation,
                turn: self.turn.filter(|_| headed),
                headed,
                condition,
                request,
            };
            match &entry.request {
                Request::Act(Action::Allot { troops }) => {
                    for (piece, count) in troops.clone() {
                        self.troops(
                            Said { request: Request::Ready, ..entry.clone() },
                            piece,
                            count,
                        );
                    }
                }
                _ => self.reading.said.push(entry),
            }
        }
    }
}

//! One mail from the mailbox: read, identified, acted upon and recorded in one transaction.

use crate::campaign::club::desk::{self, Asking, Heard, Proved};
use crate::campaign::hear::answer::{Answer, answer, whole_position};
use crate::campaign::hear::answering::answering;
use crate::campaign::hear::outcome::{outcome_of, word};
use crate::campaign::hear::quoted::own_text;
use crate::campaign::hear::wishes::{self, Granted};
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::plans::drafts;
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::post::identity::{genuine, holder};
use crate::campaign::post::limits::may_be_answered;
use crate::campaign::seats::{addresses, chance};
use crate::campaign::table::facts;
use crate::campaign::table::notices::Answered;
use crate::campaign::table::progress::Progress;
use crate::campaign::table::rebuild::has_begun;
use crate::campaign::table::record::Received;
use crate::campaign::tell::answers::{
    NotASeat, Reply, answer_besides, answer_other, answer_seat, ask_for_a_reply,
};
use crate::campaign::tell::{bounces, club, notices};
use crate::game::Seat;
use crate::mail::address::Address;
use crate::mail::intake::{self, Letter, Nature, Problem};
use crate::mail::source::Fetched;
use crate::mail::token::SeatToken;
use crate::report::{LifeNote, Note, TalkNote, Unreadable, UnreadableWhy};
use crate::said::{self, AboutChance, Asked, Reading, Request, Said};
use crate::store::{
    Digest, Game, GameStatus, IncomingMail, NOBODY, OutboxId, Seat as StoredSeat, Store, Tx,
};
use chrono::{DateTime, Utc};

/// Who a mail speaks for.
enum Speaker {
    /// This seat: its token, from its address.
    Seat(Box<(Game, StoredSeat)>),
    /// Somebody with a token of the desk.
    Desk(Proved),
    /// A token of a seat, from an address that does not hold it.
    NotYours(String),
    /// A token for a game that does not exist.
    UnknownGame(String),
    /// A player without a token.
    Unproven,
    Stranger,
}

/// Does everything that one mail asks for. When this returns, it is stored; the mailbox can be
/// told.
///
/// # Errors
///
/// The database fails or a game in it is broken: then nothing was changed. Whatever is wrong with
/// the mail is answered, not an error.
pub fn receive(
    store: &mut Store,
    office: &Office,
    fetched: &Fetched,
    now: DateTime<Utc>,
) -> Result<Received, CampaignError> {
    let mut letter = intake::read(&fetched.raw, &office.limits, &office.own);
    store.transaction(|tx| {
        let sha256 = Digest(letter.sha256);
        let from = letter.from.as_ref().map(Address::canonical).unwrap_or_default();
        own_text(tx, office, &mut letter)?;
        let text = Some(Digest::of(&[letter.text.as_bytes()]));
        if tx.seen(sha256, letter.message_id.as_deref(), text, &from)?.is_some() {
            return Ok(Received::processed("came before"));
        }
        let dealt = deal_with(tx, office, &letter, fetched.too_large, now)?;
        tx.record_incoming(&IncomingMail {
            sha256,
            message_id: letter.message_id.as_deref().filter(|_| !dealt.forgotten),
            text_sha256: text.filter(|_| !dealt.forgotten),
            from_address: if dealt.forgotten { NOBODY } else { &from },
            received: now,
            outcome: &dealt.outcome,
            game: dealt.seat.as_ref().map(|(game, _)| game.id),
            seat: dealt.seat.as_ref().map(|(_, seat)| seat.seat.as_str()),
            receipt: dealt.answer,
        })?;
        Ok(dealt.received)
    })
}

/// What became of a mail, for its record in the inbox.
struct Dealt {
    received: Received,
    /// The same in more words, for the inbox: with the reasons for which lines were refused.
    outcome: String,
    /// The seat that the mail speaks for, or that a delivery report is about.
    seat: Option<(Game, StoredSeat)>,
    /// The mail that answers it directly.
    answer: Option<OutboxId>,
    /// Its sender wants to be forgotten: only the mail's SHA-256 is kept.
    forgotten: bool,
}

impl From<Received> for Dealt {
    fn from(received: Received) -> Dealt {
        let outcome = received.outcome.to_owned();
        Dealt { received, outcome, seat: None, answer: None, forgotten: false }
    }
}

/// Tells what came of a mail to the desk.
fn told(
    tx: &Tx<'_>,
    office: &Office,
    heard: Heard,
    now: DateTime<Utc>,
) -> Result<Dealt, CampaignError> {
    let Heard { outcome, notices, forgotten } = heard;
    let answer = club::tell(tx, office, notices, now)?;
    Ok(Dealt { answer, forgotten, ..Dealt::from(Received::processed(outcome)) })
}

fn deal_with(
    tx: &Tx<'_>,
    office: &Office,
    letter: &Letter,
    too_large: Option<u64>,
    now: DateTime<Utc>,
) -> Result<Dealt, CampaignError> {
    match &letter.nature {
        Nature::Personal => {}
        Nature::Own => return Ok(Received::processed("our own mail").into()),
        Nature::Automatic { .. } => return Ok(Received::processed("automatic mail").into()),
        Nature::List { .. } => return Ok(Received::processed("mailing list").into()),
        Nature::DeliveryReport(report) => {
            let seat = bounces::note_report(tx, office, letter, report, now)?;
            return Ok(Dealt { seat, ..Received::processed("delivery report").into() });
        }
    }
    let Some(from) = &letter.from else {
        return Ok(Received::rejected("without a sender").into());
    };
    if letter.problems.contains(&Problem::ManySenders) {
        return Ok(Received::rejected("more than one sender").into());
    }
    if letter.authentication.as_ref().is_some_and(|v| v.outcome == intake::Authenticity::Fail) {
        return Ok(Received::rejected("sender not authentic").into());
    }
    let answer_once = |answer: NotASeat, outcome| -> Result<Dealt, CampaignError> {
        let answer = answer_stranger(tx, office, letter, from, answer, now)?;
        Ok(Dealt { answer, ..Dealt::from(Received::rejected(outcome)) })
    };
    if let Some(consent) = addresses::consent(tx, office, letter, from)? {
        let (game, seat) = (consent.game.clone(), consent.seat.clone());
        let mut progress = Progress::load(tx, game)?;
        if let Some(dealt) = too_many(&progress, office, &seat, letter, now)? {
            return Ok(dealt);
        }
        let received = addresses::hear_consent(&mut progress, consent, letter, now)?;
        let answer = notices::tell(&mut progress, office, now)?;
        let seat = Some((progress.game, seat));
        return Ok(Dealt { seat, answer, ..received.into() });
    }
    match identify(tx, office, letter, from)? {
        Speaker::Seat(speaker) => {
            let (game, mut seat) = *speaker;
            if !has_begun(tx, &game)? {
                let (received, answer) = hear_before(tx, office, (&game, &seat), letter, now)?;
                return Ok(Dealt { seat: Some((game, seat)), answer, ..received.into() });
            }
            learn_language(tx, office, &mut seat, letter)?;
            let mut progress = Progress::load(tx, game)?;
            progress.pace = office.pace.of_game(&progress.game)?;
            if let Some(dealt) = too_many(&progress, office, &seat, letter, now)? {
                return Ok(dealt);
            }
            let answered = Answered::new(letter);
            let (received, outcome, id) = match unreadable(office, letter, too_large) {
                Some(why) => {
                    let subject = Some(letter.subject.clone()).filter(|text| !text.is_empty());
                    let reply = Reply::Unreadable(Unreadable { subject, why });
                    let id = answer_seat(&progress, office, &seat, reply, &answered, now)?;
                    (Received::rejected("no text"), "no text".to_owned(), Some(id))
                }
                None => hear(&mut progress, office, &seat, letter, &answered, now)?,
            };
            let seat = Some((progress.game, seat));
            Ok(Dealt { received, outcome, seat, answer: id, forgotten: false })
        }
        Speaker::Desk(proof) => {
            let heard = desk::hear(tx, office, letter, (from, proof), now)?;
            told(tx, office, heard, now)
        }
        Speaker::NotYours(game) => answer_once(NotASeat::NotYours(game), "not your seat"),
        Speaker::UnknownGame(name) => {
            let yours = games_of(tx, from)?;
            answer_once(NotASeat::UnknownGame { name: Some(name), yours }, "unknown game")
        }
        Speaker::Unproven | Speaker::Stranger
            if let Some(heard) = desk::hear_unproven(tx, office, letter, from, now)? =>
        {
            // `Apraxin to Goldberge. How many cards does Prussia hold?`: what was asked is answered, and the orders wait.
            // One mail back is enough for settings, in which `London` may look like Laudon.
            if !heard.is_to_be_confirmed() && !said::generals_named(&letter.text).is_empty() {
                ask_to_reply(tx, office, letter, from, now)?;
            }
            told(tx, office, heard, now)
        }
        Speaker::Unproven => {
            if let Some(answer) = ask_to_reply(tx, office, letter, from, now)? {
                return Ok(Dealt { answer, ..Dealt::from(Received::rejected("without a token")) });
            }
            let yours = games_of(tx, from)?;
            answer_once(NotASeat::UnknownGame { name: None, yours }, "without a token")
        }
        Speaker::Stranger => answer_once(NotASeat::Stranger, "stranger"),
    }
}

/// Asks somebody who holds a seat to reply to a mail of his game, if he may be answered; `None` if he holds none.
fn ask_to_reply(
    tx: &Tx<'_>,
    office: &Office,
    letter: &Letter,
    from: &Address,
    now: DateTime<Utc>,
) -> Result<Option<Option<OutboxId>>, CampaignError> {
    let Some((game, seat)) = desk::own_game(tx, letter, from)? else { return Ok(None) };
    let answered = Answered::new(letter);
    Ok(Some(match is_answered(tx, office, letter, from, now)? {
        true => Some(ask_for_a_reply(tx, office, (game, &seat), &answered, now)?),
        false => None,
    }))
}

/// Whoever has never said how he wants to be written to is written to in the language of his mails, as soon as they
/// show it. Orders may be English in any language's mail, so that English alone shows nothing.
fn learn_language(
    tx: &Tx<'_>,
    office: &Office,
    seat: &mut StoredSeat,
    letter: &Letter,
) -> Result<(), CampaignError> {
    let unknown = match &seat.address {
        Some(address) => tx.person_of(address)?.is_none(),
        None => false,
    };
    let shown =
        said::spoken_in_words(&letter.text).filter(|shown| *shown != said::Language::English);
    if let Some(shown) = shown.filter(|_| unknown && seat.language == office.language)
        && shown.tag() != seat.language
    {
        shown.tag().clone_into(&mut seat.language);
        tx.save_seat(seat)?;
    }
    Ok(())
}

/// A mail from a place of a game that has not begun: a phrase, or something for the desk.
fn hear_before(
    tx: &Tx<'_>,
    office: &Office,
    (game, seat): (&Game, &StoredSeat),
    letter: &Letter,
    now: DateTime<Utc>,
) -> Result<(Received, Option<OutboxId>), CampaignError> {
    let language = Correspondent::of_seat(tx, game, seat)?.language;
    let names: Vec<String> =
        letter.from.iter().filter_map(Address::name).map(str::to_owned).collect();
    let language = said::Language::from_tag(&language).unwrap_or_default();
    let asked = said::Asked::Consent;
    let context = said::Context { language, asked, names: &names, ..said::Context::default() };
    let reading = said::read(&letter.text, &context);
    let of_desk = |said: &&Said| said.request.is_of_the_desk();
    let mut wishes: Vec<Request> =
        reading.said.iter().filter(of_desk).map(|said| said.request.clone()).collect();
    if game.status.is_over() && wishes.is_empty() {
        // It was stopped before it began: nothing is awaited any more.
        wishes.push(Request::Status(None));
    }
    let answered = Answered::new(letter);
    let Some(from) = &letter.from else {
        // A mail without a sender was refused before.
        return Ok((Received::rejected("without a sender"), None));
    };
    let asking = Asking { from, game: Some(&game.name), answered: &answered };
    if reading.is_test() {
        let heard = desk::try_out(tx, office, &asking, &reading, now)?;
        let heard = told(tx, office, heard, now)?;
        return Ok((heard.received, heard.answer));
    }
    let mut done = None;
    if !game.status.is_over() && (!reading.chance().is_empty() || wishes.is_empty()) {
        let (received, notices) = chance::hear(tx, (game, seat), letter, &reading, now)?;
        done = Some((received, club::tell(tx, office, notices, now)?));
    }
    if !wishes.is_empty() {
        let heard = desk::hear_from_seat(tx, office, &asking, &wishes, now)?;
        let heard = told(tx, office, heard, now)?;
        done = done.or(Some((heard.received, heard.answer)));
    }
    Ok(done.unwrap_or((Received::processed("request"), None)))
}

/// A player's mail with text in it: read once, then planned, carried out and answered.
fn hear(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    letter: &Letter,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<(Received, String, Option<OutboxId>), CampaignError> {
    let answering = answering(progress, office, seat, letter)?;
    let reading = read(progress, seat, letter, answering.asked)?;
    let from = letter.from.as_ref();
    let before = Correspondent::of_seat(progress.tx, &progress.game, seat)?.language;
    let Granted { notes, answered: of_club, later, chance, any } =
        wishes::grant(progress, office, (seat, from), &reading, answered, now)?;
    let later = Later { wishes: &later, chance: &chance };
    let of_game = |said: &Said| wishes::is_of_the_game(&said.request);
    let in_doubt = |line: &said::Line| line.is_in_doubt() && line.order_like;
    let about_the_game = reading.said.iter().any(of_game) || reading.lines.iter().any(in_doubt);
    let from = from.map(|from| (from, progress.game.name.clone()));
    if any && !about_the_game {
        // Nothing but wishes.
        let mut answer = notices::tell(progress, office, now)?;
        progress.save()?;
        if !notes.is_empty() || (!of_club && later.is_empty()) {
            answer = Some(answer_with_notes(progress, office, seat, notes, answered, now)?);
        }
        ask_again(progress, office, seat, &before, answered, now)?;
        let of_desk = hear_later(progress.tx, office, from, &later, answered, now)?;
        let answer = answer.or(of_desk);
        return Ok((Received::processed("request"), "a request".to_owned(), answer));
    }
    let asks = |said: &Said| !of_game(said) || wishes::only_asks(&said.request);
    let only_asks = reading.said.iter().any(of_game) && reading.said.iter().all(asks);
    let still = match progress.game.status {
        _ if progress.is_closed() => Some((Note::Talk(TalkNote::Closed {}), "the game is over")),
        GameStatus::Paused if !only_asks => {
            Some((Note::Life(LifeNote::Paused {}), "the game is paused"))
        }
        _ => None,
    };
    if let Some((note, outcome)) = still {
        let mut notes = notes;
        notes.push(note);
        let id = answer_with_notes(progress, office, seat, notes, answered, now)?;
        hear_later(progress.tx, office, from, &later, answered, now)?;
        return Ok((Received::processed("request"), outcome.to_owned(), Some(id)));
    }
    let said = (&reading, &answering.since);
    let Answer { reply, besides } = answer(progress, seat, letter, said, now)?;
    let done = match reply {
        Reply::Receipt(mut receipt) => {
            receipt.notes = notes;
            notices::tell(progress, office, now)?;
            progress.save()?;
            let outcome = outcome_of(&receipt);
            let word = word(receipt.status);
            let id = answer_seat(progress, office, seat, Reply::Receipt(receipt), answered, now)?;
            for reply in besides {
                answer_besides(progress, office, seat, reply, answered, now)?;
            }
            (Received::processed(word), outcome, Some(id))
        }
        reply => {
            notices::tell(progress, office, now)?;
            if !notes.is_empty() {
                answer_with_notes(progress, office, seat, notes, answered, now)?;
            }
            if !matches!(reply, Reply::Standing(_)) {
                ask_again(progress, office, seat, &before, answered, now)?;
            }
            let outcome = format!("a question ({})", reply.kind());
            let id = answer_seat(progress, office, seat, reply, answered, now)?;
            (Received::processed("question"), outcome, Some(id))
        }
    };
    hear_later(progress.tx, office, from, &later, answered, now)?;
    Ok(done)
}

/// The one reading of a seat's mail: in its position, by its holder's language, and with his names
/// known for what they are.
fn read(
    progress: &Progress<'_>,
    seat: &StoredSeat,
    letter: &Letter,
    asked: Asked,
) -> Result<Reading, CampaignError> {
    let role = Seat::from_id(&seat.seat);
    let decisions: Vec<_> = progress
        .state
        .decisions()
        .into_iter()
        .filter(|decision| Some(decision.seat) == role)
        .collect();
    let mut names: Vec<String> = Vec::new();
    names.extend(letter.from.as_ref().and_then(Address::name).map(str::to_owned));
    names.push(seat.display_name.clone());
    if let Some(address) = &seat.address
        && let Some(person) = progress.tx.person_of(address)?
    {
        names.push(person.name);
    }
    names.retain(|name| !name.trim().is_empty());
    let players: Vec<(String, Seat)> =
        facts::players(progress, &progress.tx.seats(progress.game.id)?)
            .into_iter()
            .map(|player| (player.name, player.seat))
            .collect();
    let spoken_of = match role {
        Some(role) => drafts::spoken_of(progress, role)?,
        None => Vec::new(),
    };
    let offered = match role {
        Some(role) => drafts::offered(progress, role)?,
        None => Vec::new(),
    };
    let asked_about = match role {
        Some(role) => drafts::asked_about(progress, role)?,
        None => Vec::new(),
    };
    let buys = match role {
        Some(role) => drafts::buys(progress, role)?,
        None => false,
    };
    let marching = match role {
        Some(role) => drafts::marching(progress, role)?,
        None => Vec::new(),
    };
    let language = Correspondent::of_seat(progress.tx, &progress.game, seat)?.language;
    let context = said::Context {
        state: Some(&progress.state),
        seat: role,
        decisions: &decisions,
        language: said::Language::from_tag(&language).unwrap_or_default(),
        names: &names,
        players: &players,
        spoken_of: &spoken_of,
        offered: &offered,
        asked_about: &asked_about,
        asked,
        buys,
        marching: &marching,
        due: false,
    };
    let mut reading = said::read(&letter.text, &context);
    // The sender's own name is a signature, whatever else is called so.
    let plain = |text: &str| text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    for line in reading.lines.iter_mut().filter(|line| line.is_in_doubt()) {
        if names.iter().any(|name| plain(name) == plain(&line.text)) {
            line.reading = said::LineReading::Chatter(said::Noise::Closing);
        }
    }
    Ok(reading)
}

/// Whoever has chosen another language than the one `before` is asked in it once more for what is awaited of him.
fn ask_again(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    before: &str,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let Some(role) = Seat::from_id(&seat.seat) else { return Ok(()) };
    let language = Correspondent::of_seat(progress.tx, &progress.game, seat)?.language;
    let awaited = progress.state.decisions().iter().any(|decision| decision.seat == role);
    if language != before && awaited {
        let position = whole_position(progress, role, now)?;
        answer_besides(progress, office, seat, position, answered, now)?;
    }
    Ok(())
}

/// Answers what was asked for with notes alone.
fn answer_with_notes(
    progress: &mut Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    notes: Vec<Note>,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<OutboxId, CampaignError> {
    notices::tell(progress, office, now)?;
    progress.save()?;
    answer_seat(progress, office, seat, Reply::Notes(notes), answered, now)
}

/// What a seat's mail asks of the desk that may change this game or another: done after all else,
/// and answered by a mail of its own.
struct Later<'a> {
    wishes: &'a [Request],
    chance: &'a [AboutChance],
}

impl Later<'_> {
    fn is_empty(&self) -> bool {
        self.wishes.is_empty() && !self.chance.iter().any(desk::is_of_the_beacon)
    }
}

/// Does what was left for later.
fn hear_later(
    tx: &Tx<'_>,
    office: &Office,
    from: Option<(&Address, String)>,
    later: &Later<'_>,
    answered: &Answered,
    now: DateTime<Utc>,
) -> Result<Option<OutboxId>, CampaignError> {
    let Some((from, game)) = from.filter(|_| !later.is_empty()) else { return Ok(None) };
    let asking = Asking { from, game: Some(&game), answered };
    let of_beacon = match desk::hear_beacon(tx, office, &asking, later.chance, now)? {
        Some(heard) => club::tell(tx, office, heard.notices, now)?,
        None => None,
    };
    let of_desk = desk::hear_from_seat(tx, office, &asking, later.wishes, now)?;
    Ok(club::tell(tx, office, of_desk.notices, now)?.or(of_beacon))
}

/// Finds out whom the mail speaks for: its token must be genuine for the address that it is from.
fn identify(
    tx: &Tx<'_>,
    office: &Office,
    letter: &Letter,
    from: &Address,
) -> Result<Speaker, CampaignError> {
    let mut fallback = None;
    for candidate in &letter.token_candidates {
        let Some(token) = SeatToken::parse(candidate) else { continue };
        if desk::is_of_desk(&token) {
            match desk::proof(tx, office, &token, from)? {
                Some(proof) => return Ok(Speaker::Desk(proof)),
                None => continue,
            }
        }
        let Some((game, seat)) = genuine(tx, office, candidate)? else {
            if tx.game_by_name(token.game())?.is_none() {
                fallback.get_or_insert(Speaker::UnknownGame(token.game().to_owned()));
            }
            continue;
        };
        if holder(&seat).is_some_and(|holder| holder.canonical() == from.canonical()) {
            return Ok(Speaker::Seat(Box::new((game, seat))));
        }
        fallback.get_or_insert(Speaker::NotYours(game.name));
    }
    if let Some(speaker) = fallback {
        return Ok(speaker);
    }
    let known = !tx.seats_of_address(&from.canonical())?.is_empty();
    Ok(if known { Speaker::Unproven } else { Speaker::Stranger })
}

/// Counts a mail that shows a seat's token. When there are too many of one seat on one day, the
/// mail is not acted upon, and the player is told once.
///
/// Only these count: somebody who forges a player's address without the token uses up nothing of the allowance.
fn too_many(
    progress: &Progress<'_>,
    office: &Office,
    seat: &StoredSeat,
    letter: &Letter,
    now: DateTime<Utc>,
) -> Result<Option<Dealt>, CampaignError> {
    let (game, limit) = (&progress.game, office.rates.mails_per_player);
    let Some(address) = &seat.address else { return Ok(None) };
    let kind = format!("mail {} {}", game.name, seat.seat);
    let count = progress.tx.count_notice(address, &kind, now)?;
    if count <= limit {
        return Ok(None);
    }
    let answer = if count == limit.saturating_add(1) {
        tracing::warn!(game = game.name, seat = seat.seat, limit, "too many mails of a player");
        let answered = Answered::new(letter);
        Some(answer_seat(progress, office, seat, Reply::TooMany(limit), &answered, now)?)
    } else {
        None
    };
    let received = Received::rejected("too many mails");
    Ok(Some(Dealt { seat: Some((game.clone(), seat.clone())), answer, ..received.into() }))
}

/// The names of the games that are not over in which an address holds a seat.
fn games_of(tx: &Tx<'_>, from: &Address) -> Result<Vec<String>, CampaignError> {
    Ok(desk::seats_in_games(tx, from)?.into_iter().map(|(game, _)| game.name).collect())
}

/// Why nothing can be read in a mail, if nothing can.
fn unreadable(office: &Office, letter: &Letter, too_large: Option<u64>) -> Option<UnreadableWhy> {
    if let Some(size) = too_large {
        let limit = office.limits.bytes as u64;
        return Some(UnreadableWhy::TooLarge { size, limit });
    }
    for problem in &letter.problems {
        let why = match problem {
            Problem::TooLarge { bytes, limit } => {
                UnreadableWhy::TooLarge { size: *bytes as u64, limit: *limit as u64 }
            }
            Problem::TooManyParts { .. } => UnreadableWhy::TooManyParts {},
            Problem::NoHeader | Problem::Unreadable => UnreadableWhy::NotMime {},
            _ => continue,
        };
        return Some(why);
    }
    letter.text.trim().is_empty().then_some(UnreadableWhy::NoText {})
}

/// Whether somebody is answered whose mail speaks for no seat: once a day, and whoever holds a seat as often as
/// one who asks the desk.
fn is_answered(
    tx: &Tx<'_>,
    office: &Office,
    letter: &Letter,
    from: &Address,
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    let holds = !desk::seats_in_games(tx, from)?.is_empty();
    let most = if holds { office.rates.answers_per_stranger } else { 1 };
    may_be_answered(tx, office, (letter, from), ("stranger", most), now)
}

/// Answers an address that speaks for no seat.
fn answer_stranger(
    tx: &Tx<'_>,
    office: &Office,
    letter: &Letter,
    from: &Address,
    answer: NotASeat,
    now: DateTime<Utc>,
) -> Result<Option<OutboxId>, CampaignError> {
    if !is_answered(tx, office, letter, from, now)? {
        return Ok(None);
    }
    let to = Correspondent::stranger(tx, from, &desk::language_of(office, letter, None))?;
    answer_other(tx, office, &to, answer, &Answered::new(letter), now).map(Some)
}

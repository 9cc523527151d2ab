//! What players and organisers can check while a campaign is played by mail.

use crate::support::{Club, GAME, player};
use feldpost::audit::{self, Format};
use feldpost::campaign::game_key;
use feldpost::game::Seat;
use feldpost::report::Templates;
use feldpost::store::{Digest, EntryHead, LogFile, SealedParts, StoreError};
use mail_parser::{MessageParser, MimeHeaders};

const SEED: [u8; 32] = [7; 32];

/// The file that came with the newest mail to a seat.
fn attachment(club: &Club, seat: Seat) -> (String, String) {
    let raw = club.raw_mails_to(player(seat)).pop().expect("a mail");
    let mail = MessageParser::default().parse(&raw[..]).expect("a mail");
    let file = mail.attachment(0).expect("a file goes along");
    let name = file.attachment_name().expect("with a name").to_owned();
    (name, String::from_utf8(file.contents().to_vec()).expect("text"))
}

/// Number and hash at the foot of every mail to a seat.
fn heads(club: &Club, seat: Seat) -> Vec<EntryHead> {
    let mut heads = Vec::new();
    for mail in club.mails_to(player(seat)) {
        let text = mail.text;
        let (_, foot) = text.rsplit_once("Entry ").expect("a foot");
        let number = foot.split_whitespace().next().expect("a number").parse().expect("a number");
        let hash = foot.split_whitespace().find_map(|word| word.parse::<Digest>().ok());
        heads.push(EntryHead { number, hash: hash.expect("a hash") });
    }
    heads
}

#[test]
fn the_log_comes_by_mail_and_holds_every_hash_that_mails_told() {
    let mut club = Club::new(SEED);
    club.allot();
    club.reply(Seat::Pompadour, "Hello judge,\n\nthe log, please.\n\nThanks, Dan");
    let round = club.round();
    assert_eq!(round.dispatched.sent, 1);
    let (name, text) = attachment(&club, Seat::Pompadour);
    assert_eq!(name, "rossbach-6.jsonl");
    let heads: Vec<_> = Seat::ALL.into_iter().flat_map(|seat| heads(&club, seat)).collect();
    assert!(heads.len() > 12);
    let verified = audit::verify(&text, &heads).expect("the chain holds");
    assert_eq!((verified.heads, verified.replayed), (heads.len(), false));

    // The same answer again, after more has happened, is the same file.
    club.reply(Seat::Frederick, "ready\nlog");
    club.round();
    let mails = club.mails_to(player(Seat::Frederick));
    assert!(
        mails[mails.len() - 2].subject.contains("the log"),
        "{}",
        mails[mails.len() - 2].subject
    );
    assert!(club.newest(Seat::Frederick).contains("Hanover: your move"));
    club.reply(Seat::Elisabeth, "log");
    club.round();
    let (name, later) = attachment(&club, Seat::Elisabeth);
    assert_ne!(name, "rossbach-6.jsonl");
    let entries = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert!(entries(&later).starts_with(&entries(&text)));
}

#[test]
fn no_mail_holds_the_seed_the_key_or_anothers_token() {
    let mut club = Club::new(SEED);
    club.allot();
    club.reply(Seat::Frederick, "Heinrich to Angermünde\nready\nlog");
    club.round();
    club.reply(Seat::Frederick, "ready");
    club.reply(Seat::MariaTheresa, "log");
    club.round();
    let key = Digest(game_key(&SEED, &[])).to_string();
    let token = |mail: &feldpost::mail::intake::Letter| {
        assert!(!mail.subject.contains('['), "no token in {}", mail.subject);
        let (_, token) = mail.text.trim_end().rsplit_once("\ntoken ").expect("a token");
        token.to_owned()
    };
    let tokens = Seat::ALL.map(|seat| token(&club.mails_to(player(seat))[0]));
    for (seat, own) in Seat::ALL.into_iter().zip(&tokens) {
        for raw in club.raw_mails_to(player(seat)) {
            let mail = MessageParser::default().parse(&raw[..]).expect("a mail");
            let mut whole = String::from_utf8_lossy(&raw).into_owned();
            for part in &mail.parts {
                whole.push_str(&String::from_utf8_lossy(part.contents()));
            }
            assert!(whole.contains(own));
            for secret in tokens.iter().filter(|token| *token != own) {
                assert!(!whole.contains(secret), "a mail to {seat} holds another's token");
            }
            for secret in [&Digest(SEED).to_string(), &key, "nonce"] {
                assert!(!whole.contains(secret), "a mail to {seat} holds {secret}");
            }
        }
    }
}

#[test]
fn a_redistribution_shows_to_nobody_else() {
    let mut club = Club::new(SEED);
    club.allot();
    let count = |club: &Club| Seat::ALL.map(|seat| club.mails_to(player(seat)).len());
    let before = count(&club);
    let public = |club: &mut Club| {
        let store = &mut club.daemon().store;
        store
            .transaction(|tx| -> Result<_, StoreError> {
                let game = tx.game_by_name(GAME)?.expect("the game");
                Ok((audit::export(tx, &game, None)?, tx.held_back(game.id)?.len()))
            })
            .expect("the database")
    };
    let (log, _) = public(&mut club);
    club.reply(Seat::MariaTheresa, "redistribute Melnik: Browne 8, Karl 4");
    club.round();
    let receipt = club.newest(Seat::MariaTheresa);
    assert!(receipt.contains("carried out"), "{receipt}");
    assert_eq!(public(&mut club), (log, 1));
    let after = count(&club);
    assert_eq!(after, [before[0], before[1], before[2] + 1, before[3]]);

    // Killed and started again, it is still there; the next entry takes it along.
    club.kill();
    club.reply(Seat::Frederick, "ready");
    club.round();
    let (log, waiting) = public(&mut club);
    assert_eq!(waiting, 0);
    assert!(!log.to_text().expect("a file").contains("redistribute"));
    assert_eq!(audit::check_games(&mut club.daemon().store).expect("checked"), []);
}

#[test]
fn the_history_tells_which_mail_ordered_what_and_what_was_refused() {
    let mut club = Club::new(SEED);
    club.allot();
    club.reply(Seat::Frederick, "Heinrich: Oranienburg\nSeydlitz to Breslau\nready");
    club.round();
    club.reply(Seat::Frederick, "cancel\nHeinrich to Angermünde\nready");
    club.round();
    let (file, mails) = club
        .daemon()
        .store
        .transaction(|tx| -> Result<_, StoreError> {
            let game = tx.game_by_name(GAME)?.expect("the game");
            // As if it were over: while it is not, nothing of this is told.
            let whole = tx.export(game.id, SealedParts::Included)?;
            Ok(([audit::export(tx, &game, None)?, whole], tx.inbox_of_game(game.id)?))
        })
        .expect("the database");
    let templates = Templates::new(None).expect("templates");
    let tell = |file: &LogFile| audit::history(file, &mails, &templates, None).expect("a history");
    let [public, whole] = [tell(&file[0]), tell(&file[1])].map(|told| told.write(Format::Text));
    assert!(public.contains("Heinrich marches from Berlin"), "{public}");
    for secret in ["mail ", "refused", "Cumberland 6", "*"] {
        assert!(!public.contains(secret), "{secret} in {public}");
    }
    // Why, but not the line: no text of a mail is kept.
    assert!(whole.contains("refused (R4.") && !whole.contains("Seydlitz to Breslau"), "{whole}");
    assert!(mails.iter().all(|mail| !mail.outcome.contains('"')), "{mails:?}");
    let ordering = mails.last().expect("a mail");
    let sha256 = ordering.sha256.to_string();
    let id = ordering.message_id.as_deref().expect("a Message-ID");
    let at = whole.find("Heinrich marches from Berlin").expect("the march");
    let line = format!("mail {sha256} <{id}>");
    assert!(whole[..at].rfind(&line).is_some_and(|place| at - place < 400), "{whole}");
    assert!(whole.contains("A mail of Frederick: orders carried out"), "{whole}");
}

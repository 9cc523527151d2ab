//! Whole mails through [`read`](super::read), and bytes that are none.

use proptest::prelude::*;

use super::*;

fn own() -> OwnAddresses {
    let mut own = OwnAddresses::new("judge@club.test".parse().unwrap());
    own.trusted_authserv_ids = vec!["mx.club.test".to_owned()];
    own
}

fn letter(mail: &str) -> Letter {
    let lf = read(mail.as_bytes(), &Limits::default(), &own());
    let crlf = read(mail.replace('\n', "\r\n").as_bytes(), &Limits::default(), &own());
    assert_eq!(lf.text, crlf.text, "line ends change what is read");
    assert_eq!(lf.nature, crlf.nature);
    lf
}

/// A plain mail of Ada's with this text.
fn plain(text: &str) -> String {
    format!(
        "From: Ada <ada@club.test>\nTo: judge@club.test\nSubject: orders\n\
         Content-Type: text/plain; charset=utf-8\n\n{text}"
    )
}

#[test]
fn reads_the_header() {
    let letter = letter(
        "Delivered-To: judge+a-b-c@club.test\nFrom: =?utf-8?q?Zo=C3=AB?= <Zoe@Club.test>\n\
         To: Judge <judge@club.test>, other@club.test\nCc: third@club.test\n\
         Reply-To: else@club.test\nSubject: =?iso-8859-1?Q?K=F6nig?=\n =?iso-8859-1?Q?gr=E4tz?=\n\
         Date: Sun, 1 Mar 2026 10:05:00 +0100\nMessage-ID: <1@x.test>\n\
         In-Reply-To: <2@x.test>\nReferences: <0@x.test>\n <2@x.test>\n\nready\n",
    );
    assert_eq!(letter.from.unwrap().to_string(), "Zoë <Zoe@Club.test>");
    assert_eq!(letter.to.len(), 2);
    assert_eq!(letter.cc[0].mailbox(), "third@club.test");
    assert_eq!(letter.reply_to.unwrap().mailbox(), "else@club.test");
    assert_eq!(letter.subject, "Königgrätz");
    assert_eq!(letter.date.unwrap().to_rfc3339(), "2026-03-01T10:05:00+01:00");
    assert_eq!(letter.message_id.as_deref(), Some("1@x.test"));
    assert_eq!(letter.in_reply_to_and_references, ["2@x.test", "0@x.test"]);
    assert_eq!(letter.token_candidates, ["a-b-c"]);
    assert_eq!(letter.nature, Nature::Personal);
    assert_eq!(letter.text, "ready\n");
    assert_eq!(letter.problems, []);
}

#[test]
fn tokens_in_the_order_of_their_places() {
    let letter = letter(
        "From: ada@club.test\nTo: judge+one-a-m@club.test, stranger+zero-a-m@club.test\n\
         Cc: JUDGE+two-a-m@Club.Test\nX-Original-To: judge+ONE-A-M@club.test\n\
         In-Reply-To: <three-a-m.77@club.test>\nReferences: <x.y@elsewhere.test>\n\
         Subject: Re: [four-a-m] [urgent] [Feldpost]\n\nToken: five-a-m\nready\n",
    );
    assert_eq!(
        letter.token_candidates,
        ["one-a-m", "two-a-m", "three-a-m", "four-a-m", "five-a-m"]
    );
}

#[test]
fn only_what_our_server_put_on_top_counts() {
    let mail = |headers: &str| {
        read(
            format!("{headers}From: ada@club.test\n\nready\n").as_bytes(),
            &Limits::default(),
            &own(),
        )
        .authentication
    };
    let verdict = mail(
        "Authentication-Results: mx.club.test (a (nested) comment);\n dkim=pass header.d=other.test;\n\
         \tspf=fail smtp.mailfrom=ada@club.test; dmarc=fail (p=none) header.from=club.test\n\
         Received: from somewhere\n\
         Authentication-Results: mx.club.test; dmarc=pass header.from=club.test\n",
    )
    .unwrap();
    assert_eq!(verdict.outcome, Authenticity::Fail);
    assert_eq!(verdict.checks, ["dkim=pass", "spf=fail", "dmarc=fail"]);

    let spf = "Authentication-Results: mx.club.test; spf=pass smtp.mailfrom=ada@club.test\n";
    assert_eq!(mail(spf).unwrap().outcome, Authenticity::Pass);
    let stranger = "Authentication-Results: mx.club.test; dkim=pass header.d=evil.test\n";
    assert_eq!(mail(stranger).unwrap().outcome, Authenticity::Fail);
    let quoted = "Authentication-Results: mx.club.test; dkim=fail reason=\"; dmarc=pass\"\n";
    assert_eq!(mail(quoted).unwrap().outcome, Authenticity::Fail);
    assert_eq!(mail("Authentication-Results: evil.test; dmarc=pass\n"), None);
    assert_eq!(mail(""), None);
}

/// The outcome of checks for a mail from this address.
fn checked(from: &str, checks: &str) -> Authenticity {
    let mail = format!("Authentication-Results: mx.club.test; {checks}\nFrom: {from}\n\nready\n");
    let letter = read(mail.as_bytes(), &Limits::default(), &own());
    letter.authentication.expect("a trusted server").outcome
}

#[test]
fn a_pass_counts_for_the_domain_of_from_alone() {
    use Authenticity::{Fail, Neutral, Pass};
    let ada = "ada@club.test";
    for (from, checks, expected) in [
        // RFC 7489 section 3.1: the organisational domains are compared.
        ("ada@mail.club.test", "dkim=pass header.d=club.test", Pass),
        (ada, "dkim=pass header.d=Mail.Club.Test", Pass),
        ("ada@news.example.co.uk", "spf=pass smtp.mailfrom=bounce.example.co.uk", Pass),
        ("ada@example.co.uk", "dkim=pass header.d=evil.co.uk", Fail),
        ("ada@one.github.io", "dkim=pass header.d=two.github.io", Fail),
        ("ada@github.io", "dkim=pass header.d=two.github.io", Fail),
        ("ada@müller.test", "dkim=pass header.d=xn--mller-kva.test", Pass),
        (ada, "dkim=pass header.d=notclub.test", Fail),
        (ada, "dkim=pass header.d=club.test.evil.test", Fail),
        // What mailing services and forwarders pass does no harm beside an aligned pass.
        (ada, "dkim=pass header.d=esp.test; dkim=pass header.d=club.test", Pass),
        (ada, "spf=pass smtp.mailfrom=x@relay.test; dkim=pass header.i=@club.test", Pass),
        (ada, "spf=fail smtp.mailfrom=x@relay.test; dkim=pass header.d=club.test", Pass),
        (ada, "spf=pass smtp.mailfrom=x@evil.test; dkim=none", Fail),
        (
            ada,
            "dkim=none; spf=pass smtp.mailfrom=x@evil.test; dmarc=none header.from=club.test",
            Fail,
        ),
        // DKIM is about the signer, whatever else is said of the mail.
        (ada, "dkim=pass header.d=evil.test header.from=club.test", Fail),
        (ada, "dkim=pass header.i=ada@club.test header.d=evil.test", Fail),
        (ada, "spf=pass smtp.mailfrom=<> smtp.helo=mx.club.test", Pass),
        // DMARC decides where it was checked, about the domain it was checked for.
        (ada, "dmarc=pass header.from=club.test; dkim=pass header.d=esp.test", Pass),
        (ada, "dmarc=pass header.from=evil.test", Fail),
        (ada, "dmarc=pass; dkim=pass header.d=esp.test", Pass),
        (ada, "dkim=pass header.d=club.test; dmarc=fail header.from=club.test", Fail),
        // Nothing was found out.
        (ada, "none", Neutral),
        (ada, "dkim=none; spf=none; dmarc=none", Neutral),
        (ada, "spf=softfail smtp.mailfrom=x@evil.test; dkim=temperror", Neutral),
        (ada, "dkim=pass", Neutral),
        (ada, "arc=pass header.d=evil.test; iprev=pass", Neutral),
    ] {
        assert_eq!(checked(from, checks), expected, "{from}: {checks}");
    }
}

#[test]
fn more_than_one_sender_is_noted() {
    let many = |froms: &str| letter(&format!("{froms}\n\nready\n")).problems;
    for froms in [
        "From: ada@club.test, eve@evil.test",
        "From: Ada <ada@club.test>,\n Eve <eve@evil.test>",
        "From: eve@evil.test\nTo: judge@club.test\nFrom: ada@club.test",
        "FROM: ada@club.test\nfrom: ada@club.test",
        "From: players: ada@club.test, eve@evil.test;",
        "From: ada@club.test\nFrom:",
    ] {
        assert!(many(froms).contains(&Problem::ManySenders), "{froms}");
    }
    for froms in [
        "From: Lovelace, Ada <ada@club.test>",
        "From: \"eve@evil.test\" <ada@club.test>",
        "From: ada@club.test\nReply-To: a@club.test, b@club.test\nSender: eve@evil.test",
    ] {
        assert_eq!(many(froms), [], "{froms}");
    }
}

#[test]
fn natures_of_mail_nobody_should_answer() {
    let nature = |headers: &str| letter(&format!("{headers}To: judge@club.test\n\nready\n")).nature;
    for headers in [
        "From: a@x.test\nAuto-Submitted: auto-replied (vacation)\n",
        "From: a@x.test\nPrecedence: bulk\n",
        "From: a@x.test\nX-Autoreply: yes\n",
        "Return-Path: <>\nFrom: a@x.test\n",
        "From: MAILER-DAEMON@x.test\n",
        "From: no-reply@x.test\n",
        "From: a@x.test\nSubject: Automatische Antwort: Zug 3\n",
    ] {
        assert!(matches!(nature(headers), Nature::Automatic { .. }), "{headers}");
    }
    for headers in ["From: a@x.test\nList-Id: <l.x.test>\n", "From: a@x.test\nPrecedence: list\n"] {
        assert!(matches!(nature(headers), Nature::List { .. }), "{headers}");
    }
    assert_eq!(nature("From: Judge <JUDGE+x@club.test>\n"), Nature::Own);
    assert_eq!(nature("From: a@x.test\nAuto-Submitted: no\n"), Nature::Personal);
    assert_eq!(nature("From: a@x.test\nSubject: Re: Automatic reply: x\n"), Nature::Personal);
}

#[test]
fn a_delivery_report_says_who_and_why() {
    let report = letter(
        "Return-Path: <>\nFrom: MAILER-DAEMON@mx.test\nTo: judge@club.test\nMIME-Version: 1.0\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=B\n\n\
         --B\nContent-Type: text/plain\n\nSorry.\n\
         --B\nContent-Type: message/delivery-status\n\n\
         Reporting-MTA: dns; mx.test\n\n\
         Final-Recipient: rfc822; ada@x.test\nOriginal-Recipient: rfc822;Ada@x.test\n\
         Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1\n no such user\n\n\
         Final-Recipient: rfc822; bob@x.test\nAction: delayed\nStatus: 4.4.1 (timeout)\n\
         --B\nContent-Type: message/rfc822\n\n\
         From: judge@club.test\nMessage-ID: <a-b-c.1@club.test>\n\nthe mail\n--B--\n",
    )
    .nature;
    let Nature::DeliveryReport(report) = report else { panic!("{report:?}") };
    assert_eq!(report.original_message_id.as_deref(), Some("a-b-c.1@club.test"));
    assert_eq!(report.recipients.len(), 2);
    let ada = &report.recipients[0];
    assert_eq!(ada.address.as_ref().unwrap().mailbox(), "ada@x.test");
    assert_eq!((ada.action, ada.status.as_str()), (DeliveryAction::Failed, "5.1.1"));
    assert_eq!(ada.diagnostic, "550 5.1.1 no such user");
    assert_eq!(report.recipients[1].action, DeliveryAction::Delayed);
    assert_eq!(report.recipients[1].status, "4.4.1");
}

#[test]
fn typed_lines_above_below_and_between() {
    let above = "Daun to Zittau\nready\n\nOn Sun, Mar 1, 2026 at 10:05 AM Feldpost\n\
                 <judge@club.test> wrote:\n\n> 1  hold\n>> older\n";
    assert_eq!(letter(&plain(above)).text, "Daun to Zittau\nready\n");
    let below = "Am 01.03.26 um 10:05 schrieb Feldpost:\n> 1  hold\n\nDaun to Zittau\nready\n";
    assert_eq!(letter(&plain(below)).text, "Daun to Zittau\nready\n");
    let between = "> Daun?\nto Zittau\n> Lacy?\nhold\n\n-- \nAda\n";
    assert_eq!(letter(&plain(between)).text, "to Zittau\n\nhold\n");
}

#[test]
fn unmarked_originals_are_cut_off() {
    let outlook = "Daun to Zittau\n\n________________________________\nVon: Feldpost <judge@club.test>\n\
                   Gesendet: Sonntag, 1. März 2026 10:05\nAn: Ada <ada@club.test>\n\
                   Betreff: Zug 3\n\nDaun to Leipa\n";
    assert_eq!(letter(&plain(outlook)).text, "Daun to Zittau\n");
    let empty = letter(&plain(outlook.trim_start_matches("Daun to Zittau\n")));
    assert_eq!(empty.text, "");
    assert_eq!(empty.problems, [Problem::NothingTyped]);
}

#[test]
fn charsets_declared_wrongly() {
    let latin = b"From: a@x.test\nContent-Type: text/plain\n\nK\xf6niggr\xe4tz\n";
    let letter = read(latin, &Limits::default(), &own());
    assert_eq!(letter.text, "Königgrätz\n");
    assert_eq!(letter.problems, [Problem::CharsetGuessed("windows-1252")]);
    let utf8 = "From: a@x.test\nContent-Type: text/plain; charset=iso-8859-1\n\nKönig\n";
    let letter = read(utf8.as_bytes(), &Limits::default(), &own());
    assert_eq!(letter.text, "König\n");
    assert_eq!(letter.problems, [Problem::CharsetGuessed("utf-8")]);
}

#[test]
fn what_is_too_much_is_not_read() {
    let limits = Limits { bytes: 100, parts: 3, depth: 2, text: 10, ..Limits::default() };
    let large = read(plain(&"x".repeat(200)).as_bytes(), &limits, &own());
    assert_eq!(large.text, "");
    assert!(matches!(large.problems[..], [Problem::TooLarge { limit: 100, .. }]), "{large:?}");
    assert_eq!(large.from.unwrap().mailbox(), "ada@club.test");

    let limits = Limits { bytes: 10_000, ..limits };
    let cut = read(plain("ready\nDaun to Zittau\n").as_bytes(), &limits, &own());
    assert_eq!(
        (cut.text.as_str(), &cut.problems[..]),
        ("ready\n", &[Problem::TextCut { limit: 10 }][..])
    );

    let nested = "From: a@x.test\nContent-Type: multipart/mixed; boundary=A\n\n--A\n\
                  Content-Type: multipart/mixed; boundary=B\n\n--B\n\nready\n--B--\n--A--\n";
    let deep = read(nested.as_bytes(), &limits, &own());
    assert!(deep.problems.contains(&Problem::TooDeep { limit: 2 }), "{:?}", deep.problems);

    let many = plain(&"Content-Type: x\n".repeat(5));
    let many = read(many.as_bytes(), &limits, &own());
    assert_eq!(many.problems, [Problem::TooManyParts { limit: 3 }]);
}

#[test]
fn hostile_mails_cost_no_more_than_their_size() {
    let bomb = |html: String| format!("From: a@x.test\nContent-Type: text/html\n\n{html}");
    let attributes: String = (0..5000).map(|n| format!("<b a{n}>")).collect();
    let nested = "Content-Type: message/rfc822\n\n".repeat(20_000);
    let digest: String = (0..90)
        .map(|n| format!("Content-Type: multipart/digest; boundary={n}\n\n--{n}\n"))
        .collect();
    let encoded = {
        use base64::{Engine as _, engine::general_purpose::STANDARD};
        let inner = STANDARD.encode(&nested);
        format!(
            "From: a@x.test\nContent-Type: message/rfc822\n\
             Content-Transfer-Encoding: base64\n\n{inner}\n"
        )
    };
    let html = |tag: &str| bomb(format!("{}ready", tag.repeat(300_000 / tag.len())));
    for mail in [
        bomb(format!("<p>{attributes}</p>{}", "<p>x</p>".repeat(20_000))),
        html("<div>"),
        html("<blockquote>"),
        html("<table><tr><td>"),
        html("<ul><li>"),
        html("<b><p>"),
        format!("From: a@x.test\n{nested}"),
        format!("From: a@x.test\n{digest}"),
        encoded,
        plain(&">".repeat(500_000)),
        plain(&"on \n".repeat(100_000)),
        plain(&"From: x\n".repeat(100_000)),
        plain(&"--\n> \nOn 1 @:\n".repeat(50_000)),
        format!("From: {}\n\n", "<a@b.test>,".repeat(50_000)),
        format!("From: a@x.test\nReferences: {}\n\n", "<a@b>\n ".repeat(50_000)),
    ] {
        let start = std::time::Instant::now();
        let letter = read(mail.as_bytes(), &Limits::default(), &own());
        let head: String = mail.chars().take(80).collect();
        // Each takes well under a second; a machine that is busy with other work may take longer.
        assert!(start.elapsed().as_secs() < 40, "{head:?} took {:?}", start.elapsed());
        assert!(letter.from.unwrap().local().starts_with('a'), "{head:?}");
    }
}

proptest! {
    #[test]
    fn any_bytes_can_be_read(raw in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let letter = read(&raw, &Limits::default(), &own());
        prop_assert!(!letter.problems.contains(&Problem::Unreadable));
    }

    #[test]
    fn anything_mail_like_can_be_read(
        pieces in proptest::collection::vec(
            prop_oneof![
                Just("From: a@x.test\n"), Just("Content-Type: multipart/alternative; boundary=B\n"),
                Just("Content-Type: multipart/mixed; boundary=C\n"), Just("--B\n"), Just("--C\n"),
                Just("--B--\n"), Just("--C--\n"), Just("Content-Type: text/html\n"), Just("\n"),
                Just("Content-Type: message/rfc822\n"), Just("Content-Type: text/plain; format=flowed\n"),
                Just("Content-Transfer-Encoding: base64\n"), Just("YWJj\n"), Just("> quoted\n"),
                Just("Content-Transfer-Encoding: quoted-printable\n"), Just("=C3=B6=\n"),
                Just("On 1 Mar 2026 a@b wrote:\n"), Just("<p><b>x</p>"), Just("Von: x\n"),
                Just("Gesendet: y\n"), Just("An: z\n"), Just("typed \n"), Just("-- \n"),
                Just("Content-Type: message/delivery-status\n"), Just("Content-Type: text/plain; charset=utf-16\n"),
                Just("Content-Type: multipart/digest; boundary=B\n"),
            ],
            0..60,
        )
    ) {
        let mail = pieces.concat();
        let letter = read(mail.as_bytes(), &Limits::default(), &own());
        prop_assert!(!letter.problems.contains(&Problem::Unreadable), "{mail}");
    }
}

#[test]
fn a_line_with_a_token_is_nobodys_order() {
    // The referee writes it under the text that is laid beside a reply.
    let answered = AnsweredMail::new("rossbach T1 #6", "Nothing is awaited of you.\n", None);
    let mut letter = letter(
        "From: ada@club.test\nSubject: Re: rossbach T1 #6\n\nstatus\n\n\
         On Sun, Nov 22, 2026 at 10:12 AM The judge <judge@club.test> wrote:\n\n\
         > Nothing is awaited of you.\n>\n> token rossbach-frederick-24xnrdgzwhfplo46\n",
    );
    letter.lay_beside(&answered);
    assert_eq!(letter.text.trim(), "status");
    assert_eq!(letter.token_candidates, ["rossbach-frederick-24xnrdgzwhfplo46"]);
}

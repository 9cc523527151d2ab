//! What is asked and written, with somebody who answers as a script says.

use super::*;
use crate::config::{Mailbox, Protection, Transport};
use std::collections::VecDeque;
use std::os::unix::fs::PermissionsExt;

/// Somebody who gives these answers, one to each question; `""` takes the usual one.
struct Scripted(VecDeque<&'static str>);

impl Scripted {
    fn next(&mut self, what: &str) -> &'static str {
        self.0.pop_front().unwrap_or_else(|| panic!("nothing to answer to {what:?}"))
    }
}

impl Ask for Scripted {
    fn line(
        &mut self,
        what: &'static str,
        _: &'static str,
        usual: Option<String>,
    ) -> Result<String, SetupError> {
        match self.next(what) {
            "" => Ok(usual.unwrap_or_else(|| panic!("{what:?} has no usual answer"))),
            answer => Ok(answer.to_owned()),
        }
    }

    fn choice(
        &mut self,
        what: &'static str,
        _: &'static str,
        choices: &[&'static str],
    ) -> Result<usize, SetupError> {
        let answer = self.next(what);
        Ok(choices.iter().position(|choice| choice.contains(answer)).expect(answer))
    }

    fn password(&mut self, what: &'static str, _: &'static str) -> Result<String, SetupError> {
        Ok(self.next(what).to_owned())
    }
}

fn set_up(arguments: &Arguments, ask: &mut dyn Ask) -> (Result<(), SetupError>, String) {
    let mut out = Vec::new();
    let done = carry_out(arguments, ask, &mut out);
    (done, String::from_utf8(out).expect("text"))
}

fn arguments(folder: &Path) -> Arguments {
    Arguments { config: folder.join("config.toml"), no_check: true, ..Arguments::default() }
}

#[test]
fn on_a_terminal_everything_is_asked_for_and_nothing_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let asked = arguments(folder.path());
    let answers = [
        "judge@club.test",
        "op@club.test",
        "german",
        "a mail server",
        "",
        "",
        "",
        "type",
        "horse 'n \"battery\"",
    ];
    let mut ask = Scripted(answers.into());
    let (done, told) = set_up(&asked, &mut ask);
    done.expect("set up");
    assert!(ask.0.is_empty());
    let config = Config::read(&asked.config).expect("a configuration");
    assert_eq!(config.language, "de");
    let Mailbox::Imap(imap) = &config.mailboxes[0] else { panic!("a mailbox on a server") };
    assert_eq!((imap.host.as_str(), imap.user.as_str()), ("imap.club.test", "judge@club.test"));
    let Transport::Smtp(smtp) = &config.transport else { panic!("an SMTP server") };
    assert_eq!((smtp.host.as_str(), smtp.port), ("smtp.club.test", Some(465)));
    assert_eq!((smtp.connections, crate::accounts::connections(smtp)), (None, 3));
    let text = fs::read_to_string(&asked.config).expect("the configuration");
    assert!(text.contains("\n#connections = 3\n"), "{text}");
    let password = folder.path().join(PASSWORD_FILE);
    assert_eq!(fs::read_to_string(&password).expect("it"), "horse 'n \"battery\"\n");
    assert_eq!(fs::metadata(&password).expect("it").permissions().mode() & 0o777, 0o600);
    assert!(!told.contains("battery"), "the password is shown");
    for record in ["v=spf1 a:smtp.club.test", "_domainkey.club.test", "v=DMARC1", "Type=notify"] {
        assert!(told.contains(record), "{record} is missing in {told}");
    }
}

#[test]
fn where_nobody_can_be_asked_the_flag_that_is_missing_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut given = arguments(folder.path());
    let missing = |given: &Arguments| {
        let (done, _) = set_up(given, &mut NobodyToAsk);
        assert!(!given.config.exists());
        done.expect_err("something is missing").to_string()
    };
    assert!(missing(&given).contains("--address"));
    given.address = Some("judge@club.test".into());
    assert!(missing(&given).contains("--folders"));
    given.imap_host = Some("mail.club.test".into());
    assert!(missing(&given).contains("--password-file"));
    given.secret.token_command = vec!["token".into(), "--of=judge".into()];
    given.smtp_port = Some(587);
    let (done, _) = set_up(&given, &mut NobodyToAsk);
    done.expect("set up");
    let config = Config::read(&given.config).expect("a configuration");
    let Transport::Smtp(smtp) = &config.transport else { panic!("an SMTP server") };
    assert_eq!(smtp.host, "mail.club.test");
    assert_eq!(smtp.security, Protection::Starttls);
    assert_eq!(smtp.token_command.as_ref().map(Vec::len), Some(2));
}

#[test]
fn what_is_there_stays_and_what_makes_no_sense_is_not_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut given = arguments(folder.path());
    given.folders = true;
    for (address, operator, language) in [
        ("judge+tag@club.test", "op@club.test", "en"),
        ("no address", "op@club.test", "en"),
        ("judge@club.test", "Judge@club.test", "en"),
        ("judge@club.test", "op@club.test", "klingon"),
    ] {
        given.address = Some(address.into());
        given.operator = Some(operator.into());
        given.language = Some(language.into());
        let (done, _) = set_up(&given, &mut NobodyToAsk);
        assert!(matches!(done, Err(SetupError::Wrong { .. })), "{address} {operator} {language}");
        assert!(!given.config.exists());
    }
    fs::write(&given.config, "mine").expect("written");
    let (done, _) = set_up(&given, &mut NobodyToAsk);
    assert!(matches!(done, Err(SetupError::IsThere(_))), "{done:?}");
    assert_eq!(fs::read_to_string(&given.config).expect("it"), "mine");
}

#[test]
fn what_microsoft_wants_is_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut given = arguments(folder.path());
    given.address = Some("judge@hotmail.com".into());
    given.secret.login = Some("1234".into());
    let answers = ["", "", "a mail server", "", "", ""];
    let (done, told) = set_up(&given, &mut Scripted(answers.into()));
    done.expect("set up");
    let config = Config::read(&given.config).expect("a configuration");
    let Transport::Smtp(smtp) = &config.transport else { panic!("an SMTP server") };
    assert_eq!((smtp.host.as_str(), smtp.port), ("smtp.office365.com", Some(587)));
    assert!(smtp.token_login && config.login.is_some_and(|login| login.client_id == "1234"));
    assert!(told.contains("feldpost login"));
}

//! Any text as a configuration, and any answers to the questions of `feldpost init`.

use feldpost::config::{Config, Mailbox, Transport};
use feldpost::mail::address::Address;
use feldpost::setup::{Arguments, NobodyToAsk, SecretArguments, Security, configuration_text};
use std::path::Path;

/// Reading ends with a configuration or with a reason; a configuration that was accepted is the same when its
/// TOML is written by another hand; and what `feldpost init` writes is read as it was answered.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let path = Path::new("config.toml");
    match Config::parse(text, path) {
        Err(error) => assert!(error.to_string().contains("config.toml")),
        Ok(config) => {
            let table: toml::Table = toml::from_str(text).expect("it was read before");
            let written = toml::to_string_pretty(&table).expect("a table can be written");
            let again = Config::parse(&written, path);
            let again = again.unwrap_or_else(|error| panic!("{error}: {written}"));
            assert_eq!(format!("{config:?}"), format!("{again:?}"));
            assert!(config.address.split_tag().1.is_none());
            assert!(config.pace.fault().is_none());
        }
    }
    initialise(text);
}

/// The lines of the text as answers: address, operator, host, user, and then the secret.
fn initialise(text: &str) {
    let lines: Vec<&str> = text.split('\n').take(6).collect();
    let &[first, operator, host, user, secret, ..] = lines.as_slice() else { return };
    let own = |text: &str| text.to_owned();
    let ways = [
        SecretArguments { password_env: Some(own(secret)), ..SecretArguments::default() },
        SecretArguments { password_file: Some(secret.into()), ..SecretArguments::default() },
        SecretArguments {
            token_command: vec![own(secret), own(user)],
            ..SecretArguments::default()
        },
        SecretArguments { login: Some(own(secret)), ..SecretArguments::default() },
    ];
    let way = text.len() % ways.len();
    let [address, language] = match first.split_once(' ') {
        Some((address, language)) => [address, language],
        None => [first, "en"],
    };
    let arguments = Arguments {
        address: Some(own(address)),
        operator: Some(own(operator)),
        language: Some(own(language)),
        folders: host.is_empty(),
        imap_host: Some(own(host)),
        imap_security: Some(Security::Tls),
        smtp_host: Some(own(host)),
        smtp_security: Some(Security::Starttls),
        user: Some(own(user)),
        secret: ways[way].clone(),
        ..Arguments::default()
    };
    let path = Path::new("config.toml");
    let Ok(text) = configuration_text(&arguments, &mut NobodyToAsk) else { return };
    let config = Config::parse(&text, path).unwrap_or_else(|error| panic!("{error}: {text}"));
    let given: Address = address.parse().expect("it was read before");
    assert_eq!(config.address.mailbox(), given.mailbox());
    match (&config.mailboxes[..], &config.transport) {
        ([Mailbox::Imap(imap)], Transport::Smtp(smtp)) => {
            assert_eq!((imap.host.as_str(), imap.user.as_str()), (host, user));
            assert_eq!((smtp.host.as_str(), smtp.user.as_deref()), (host, Some(user)));
            assert!(imap.secret().is_some() && smtp.secret() == imap.secret());
        }
        ([Mailbox::Maildir(_)], Transport::Maildir(_)) => assert!(host.is_empty()),
        _ => panic!("other ways of mail than were asked for: {text}"),
    }
}

//! The unit for systemd with the paths of an installation.

#![expect(clippy::disallowed_methods, reason = "the unit names the user who asks for it")]

use crate::config::{Config, Mailbox, Secret, Transport};
use std::path::Path;

/// The unit as it is shipped.
const SHIPPED: &str = include_str!("../../dist/feldpost.service");

/// The unit for the configuration at this whole path.
pub(super) fn text(path: &Path, config: &Config) -> String {
    let program = std::env::current_exe()
        .map_or_else(|_| "/usr/bin/feldpost".to_owned(), |path| path.display().to_string());
    let folder = path.parent().unwrap_or(Path::new("/"));
    let credentials: Vec<&str> = secrets(config)
        .filter_map(|secret| match secret {
            Secret::Credential(name) => Some(name),
            _ => None,
        })
        .collect();
    let hidden = ["/home", "/root", "/run/user"].iter().any(|place| path.starts_with(place));
    let own_user = std::env::var("USER").ok().filter(|user| user != "root");
    let user = own_user.as_deref().unwrap_or("feldpost");
    let mut unit = String::new();
    for line in SHIPPED.lines() {
        let key = line.split('=').next().unwrap_or_default();
        let line = match key {
            "ExecStart" => {
                format!(
                    "ExecStart={} serve --config {}",
                    word(&program),
                    word(&path.display().to_string())
                )
            }
            "User" => format!("User={user}"),
            // Without it systemd takes the user's own group.
            "Group" => continue,
            "StateDirectory" => format!("ReadWritePaths={}", word(&folder.display().to_string())),
            "StateDirectoryMode" => continue,
            "WorkingDirectory" => format!("WorkingDirectory={}", folder.display()),
            "LoadCredential" => match line.strip_prefix("LoadCredential=") {
                Some(name) if credentials.contains(&name) => line.to_owned(),
                _ => continue,
            },
            "ProtectHome" if hidden => {
                "ProtectHome=tmpfs\nBindPaths=".to_owned() + &word(&folder.display().to_string())
            }
            _ if line.starts_with("# feldpost as a service") => format!(
                "# Written by `feldpost init`. The user {user} must own {}.",
                folder.display()
            ),
            _ if line.starts_with("# Passwords:") && credentials.is_empty() => continue,
            _ if line.starts_with("# password_credential =") && credentials.is_empty() => continue,
            _ => line.to_owned(),
        };
        unit += &line;
        unit.push('\n');
    }
    unit
}

fn secrets(config: &Config) -> impl Iterator<Item = Secret<'_>> {
    let mailboxes = config.mailboxes.iter().filter_map(|mailbox| match mailbox {
        Mailbox::Imap(imap) => imap.secret(),
        Mailbox::Maildir(_) => None,
    });
    let transport = match &config.transport {
        Transport::Smtp(smtp) => smtp.secret(),
        Transport::Maildir(_) => None,
    };
    mailboxes.chain(transport)
}

/// A word as a unit wants it: in quotation marks when it has blanks, `%` doubled (systemd.unit).
fn word(text: &str) -> String {
    let text = text.replace('%', "%%");
    if text.contains([' ', '"', '\\']) {
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        text
    }
}

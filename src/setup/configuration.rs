//! A configuration as it is written for a new installation: what is needed, and what is most often
//! changed, with a word on each.

use super::{PASSWORD_FILE, Place, Secret, Security, Wished};
use crate::mail::server::usual_connections;
use std::fmt::Write;

/// The file's text.
pub(super) fn text(wished: &Wished) -> String {
    let Wished { address, operator, language, servers } = wished;
    let mut text = format!(
        "# The configuration of feldpost, written by `feldpost init`. Relative paths are taken from the\n\
         # folder of this file. `feldpost doctor` tries it. Every other key is in config.example.toml.\n\n\
         # The address players write to. Their answers arrive with a plus tag: {local}+tag@{domain}.\n\
         address = {address}\n\n\
         # The language of mails to those of whom nothing is known.\n\
         language = {language}\n\n\
         # Who is told, once a day at most, what failed.\n",
        local = address.local(),
        domain = address.domain(),
        address = quoted(&address.mailbox()),
        language = quoted(language),
    );
    match operator {
        Some(operator) => line(&mut text, "operator", &quoted(&operator.mailbox())),
        None => text += "#operator = \"you@example.org\"\n",
    }
    text += "\n# The database.\ndatabase = \"feldpost.db\"\n\n\
             # Whose Authentication-Results headers to trust: your receiving server's name, as it writes it\n\
             # there. With it, forged senders are refused at the door.\n\
             #trusted_authserv_ids = [\"mx.example.org\"]\n\n";
    match servers {
        None => {
            text += "# Where mail comes from: a Maildir on disk.\n[mailbox]\nkind = \"maildir\"\n\
                     path = \"mail/judge\"\n\n\
                     # Where mail goes: one Maildir per recipient below a folder.\n[transport]\n\
                     kind = \"maildir\"\npath = \"mail/players\"\n";
        }
        Some(servers) => {
            text += "# Where mail comes from.\n[mailbox]\nkind = \"imap\"\n";
            place(&mut text, &servers.imap, (993, 143));
            line(&mut text, "user", &quoted(&servers.user));
            secret(&mut text, &servers.secret);
            if let Some(file) = &servers.ca_file {
                line(&mut text, "ca_file", &quoted(&file.to_string_lossy()));
            }
            text += "# Mails that were dealt with go to these folders, which are made when they are needed.\n\
                     processed = \"Processed\"\nrejected = \"Rejected\"\n\n\
                     # Where mail goes.\n[transport]\nkind = \"smtp\"\n";
            place(&mut text, &servers.smtp, (465, 587));
            line(&mut text, "user", &quoted(&servers.user));
            secret(&mut text, &servers.secret);
            if let Some(file) = &servers.ca_file {
                line(&mut text, "ca_file", &quoted(&file.to_string_lossy()));
            }
            text += "# Connections side by side, at most. Microsoft 365 takes 3; a server of your own takes more.\n";
            let usual = usual_connections(&servers.smtp.host);
            line(&mut text, "#connections", &usual.to_string());
            if let Secret::Login(client) = &servers.secret {
                text += "\n# The login of `feldpost login`.\n[login]\n";
                line(&mut text, "client_id", &quoted(client));
                text += "#tenant = \"common\"\n";
            }
        }
    }
    text += "\n[retention]\n\
             # Days after which texts and pictures of mails that were sent are removed from the database.\n\
             #sent_mail_days = 30\n\
             # Days after which mails that were dealt with are removed from the mailbox's folder.\n\
             #processed_mail_days = 90\n";
    text
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn line(text: &mut String, key: &str, value: &str) {
    // Writing into a string cannot fail.
    let _ = writeln!(text, "{key} = {value}");
}

fn place(text: &mut String, place: &Place, (with_tls, without): (u16, u16)) {
    line(text, "host", &quoted(&place.host));
    let (word, usual) = match place.security {
        Security::Tls => ("tls", with_tls),
        Security::Starttls => ("starttls", without),
        Security::None => ("none", without),
    };
    line(text, "security", &quoted(word));
    line(text, "port", &place.port.unwrap_or(usual).to_string());
}

fn secret(text: &mut String, secret: &Secret) {
    let list = |words: &[String]| {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        format!("[{}]", words.join(", "))
    };
    match secret {
        Secret::Typed(_) => line(text, "password_file", &quoted(PASSWORD_FILE)),
        Secret::File(file) => line(text, "password_file", &quoted(&file.to_string_lossy())),
        Secret::Variable(variable) => line(text, "password_env", &quoted(variable)),
        Secret::Credential(name) => line(text, "password_credential", &quoted(name)),
        Secret::Command(words) => line(text, "password_command", &list(words)),
        Secret::TokenCommand(words) => line(text, "token_command", &list(words)),
        Secret::Login(_) => line(text, "token_login", "true"),
    }
}

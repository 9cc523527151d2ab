//! What is asked on a terminal, and what stands in for an answer elsewhere.

use super::records::Provider;
use super::{Arguments, Place, Secret, SecretArguments, Security, Servers, SetupError, Wished};
use crate::mail::address::Address;
use crate::said::Language;
use dialoguer::{Input, Password, Select};

/// Somebody who may be asked.
pub trait Ask {
    /// A line of text; an empty answer is the `usual` one.
    ///
    /// # Errors
    ///
    /// Nobody can be asked and there is no usual answer.
    fn line(
        &mut self,
        what: &'static str,
        flag: &'static str,
        usual: Option<String>,
    ) -> Result<String, SetupError>;

    /// One of several; the first is the usual one.
    ///
    /// # Errors
    ///
    /// Nobody can be asked.
    fn choice(
        &mut self,
        what: &'static str,
        flag: &'static str,
        choices: &[&'static str],
    ) -> Result<usize, SetupError>;

    /// A word that is not shown while it is typed.
    ///
    /// # Errors
    ///
    /// Nobody can be asked.
    fn password(&mut self, what: &'static str, flag: &'static str) -> Result<String, SetupError>;
}

/// Whoever sits at the terminal.
pub struct Terminal;

fn failed(error: dialoguer::Error) -> SetupError {
    SetupError::Ask(error.to_string())
}

impl Ask for Terminal {
    fn line(
        &mut self,
        what: &'static str,
        _: &'static str,
        usual: Option<String>,
    ) -> Result<String, SetupError> {
        let mut input = Input::<String>::new().with_prompt(what);
        if let Some(usual) = usual {
            let may_be_empty = usual.is_empty();
            input = input.default(usual).show_default(!may_be_empty).allow_empty(may_be_empty);
        }
        input.interact_text().map(|line| line.trim().to_owned()).map_err(failed)
    }

    fn choice(
        &mut self,
        what: &'static str,
        _: &'static str,
        choices: &[&'static str],
    ) -> Result<usize, SetupError> {
        Select::new().with_prompt(what).items(choices).default(0).interact().map_err(failed)
    }

    fn password(&mut self, what: &'static str, _: &'static str) -> Result<String, SetupError> {
        Password::new().with_prompt(what).interact().map_err(failed)
    }
}

/// Stands in for somebody to ask when a script runs: what has no usual answer must be a flag.
pub struct NobodyToAsk;

impl Ask for NobodyToAsk {
    fn line(
        &mut self,
        what: &'static str,
        flag: &'static str,
        usual: Option<String>,
    ) -> Result<String, SetupError> {
        usual.ok_or(SetupError::Missing { what, flag })
    }

    fn choice(
        &mut self,
        what: &'static str,
        flag: &'static str,
        _: &[&'static str],
    ) -> Result<usize, SetupError> {
        Err(SetupError::Missing { what, flag })
    }

    fn password(&mut self, what: &'static str, flag: &'static str) -> Result<String, SetupError> {
        Err(SetupError::Missing { what, flag })
    }
}

/// What is wished: from the flags, and for the rest by asking.
pub(super) fn wished(arguments: &Arguments, ask: &mut dyn Ask) -> Result<Wished, SetupError> {
    let what = "The address players write to";
    let address = match &arguments.address {
        Some(address) => address.clone(),
        None => ask.line(what, "--address", None)?,
    };
    let address = self::address(what, &address)?;
    if address.split_tag().1.is_some() {
        let reason = "the program adds plus tags of its own; name the address without one".into();
        return Err(SetupError::Wrong { what, reason });
    }
    let what = "Your own address, to be told what fails (empty: nobody is told)";
    let operator = match &arguments.operator {
        Some(operator) => operator.clone(),
        None => ask.line(what, "--operator", Some(String::new()))?,
    };
    let operator = match operator.as_str() {
        "" => None,
        operator => Some(self::address(what, operator)?),
    };
    if operator.as_ref().is_some_and(|operator| operator.canonical() == address.canonical()) {
        let reason = "the referee would write to himself; name an address that somebody reads";
        return Err(SetupError::Wrong { what, reason: reason.into() });
    }
    let what = "The language of mails to those of whom nothing is known";
    let language = match &arguments.language {
        Some(language) => language.clone(),
        None => ask.line(what, "--language", Some("en".into()))?,
    };
    let Some(language) = Language::parse(&language) else {
        let reason =
            format!("{language:?} is none of {}", Language::ALL.map(Language::tag).join(", "));
        return Err(SetupError::Wrong { what, reason });
    };
    let language = language.tag().to_owned();
    let servers = servers(arguments, &address, ask)?;
    Ok(Wished { address, operator, language, servers })
}

fn address(what: &'static str, text: &str) -> Result<Address, SetupError> {
    text.parse().map_err(|error: crate::mail::address::AddressError| SetupError::Wrong {
        what,
        reason: error.to_string(),
    })
}

fn servers(
    arguments: &Arguments,
    address: &Address,
    ask: &mut dyn Ask,
) -> Result<Option<Servers>, SetupError> {
    let by_folders = if arguments.folders {
        true
    } else if arguments.imap_host.is_some() || arguments.smtp_host.is_some() {
        false
    } else {
        let choices = ["a mail server (IMAP and SMTP)", "folders on this disk (Maildir)"];
        ask.choice("Mail comes and goes by", "--imap-host and --smtp-host, or --folders", &choices)?
            == 1
    };
    if by_folders {
        return Ok(None);
    }
    let provider = Provider::of(address.domain());
    let usual = |own: Option<&str>, name: &str| {
        own.map_or_else(|| format!("{name}.{}", address.domain()), str::to_owned)
    };
    let host = |given: &Option<String>, what, flag, usual: String, ask: &mut dyn Ask| match given {
        Some(host) => Ok(host.clone()),
        None => ask.line(what, flag, Some(usual)),
    };
    let imap_host = host(
        &arguments.imap_host,
        "The server of the mailbox (IMAP)",
        "--imap-host",
        usual(provider.map(|provider| provider.imap), "imap"),
        ask,
    )?;
    let smtp_usual = match provider {
        Some(provider) => provider.smtp.to_owned(),
        None => match imap_host.strip_prefix("imap.") {
            Some(rest) => format!("smtp.{rest}"),
            None => imap_host.clone(),
        },
    };
    let smtp_host = host(
        &arguments.smtp_host,
        "The server that takes mail (SMTP)",
        "--smtp-host",
        smtp_usual,
        ask,
    )?;
    let user = match &arguments.user {
        Some(user) => user.clone(),
        None => ask.line("The user who logs in", "--user", Some(address.mailbox()))?,
    };
    // Port and encryption are asked for only by flags: TLS from the first byte is right nearly
    // everywhere, and the trial says where it is not.
    let starttls = Provider::of_server(&smtp_host).is_some_and(|provider| provider.smtp_starttls);
    let smtp_security = arguments.smtp_security.unwrap_or(match arguments.smtp_port {
        Some(587) => Security::Starttls,
        None if starttls => Security::Starttls,
        _ => Security::Tls,
    });
    let imap_security = arguments.imap_security.unwrap_or(match arguments.imap_port {
        Some(143) => Security::Starttls,
        _ => Security::Tls,
    });
    Ok(Some(Servers {
        imap: Place { host: imap_host, port: arguments.imap_port, security: imap_security },
        smtp: Place { host: smtp_host, port: arguments.smtp_port, security: smtp_security },
        user,
        ca_file: arguments.ca_file.clone(),
        secret: secret(&arguments.secret, ask)?,
    }))
}

fn secret(given: &SecretArguments, ask: &mut dyn Ask) -> Result<Secret, SetupError> {
    if let Some(file) = &given.password_file {
        return Ok(Secret::File(file.clone()));
    }
    if let Some(variable) = &given.password_env {
        return Ok(Secret::Variable(variable.clone()));
    }
    if let Some(name) = &given.password_credential {
        return Ok(Secret::Credential(name.clone()));
    }
    if !given.password_command.is_empty() {
        return Ok(Secret::Command(given.password_command.clone()));
    }
    if !given.token_command.is_empty() {
        return Ok(Secret::TokenCommand(given.token_command.clone()));
    }
    if let Some(client) = &given.login {
        return Ok(Secret::Login(client.clone()));
    }
    const FLAG: &str = "--password-file, --password-env, --password-credential, \
                        --password-command, --token-command or --login";
    let choices = [
        "a password that I type now (kept in a file of its own)",
        "an environment variable",
        "a credential of systemd",
        "a program that prints the password",
        "a program that prints an access token (OAuth2)",
        "a login at Microsoft (OAuth2)",
    ];
    let words = |line: String| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    Ok(match ask.choice("The password is", FLAG, &choices)? {
        0 => Secret::Typed(ask.password("The password", FLAG)?),
        1 => Secret::Variable(ask.line("Its name", FLAG, Some("FELDPOST_PASSWORD".into()))?),
        2 => Secret::Credential(ask.line("Its name", FLAG, Some("feldpost.imap".into()))?),
        3 => Secret::Command(words(ask.line("The program and its arguments", FLAG, None)?)),
        4 => Secret::TokenCommand(words(ask.line("The program and its arguments", FLAG, None)?)),
        _ => Secret::Login(ask.line("The client id of your registered application", FLAG, None)?),
    })
}

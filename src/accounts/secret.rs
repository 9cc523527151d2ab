//! Where passwords and access tokens come from: the environment, a file, a systemd credential, a command,
//! or the login of `feldpost login`.
//!
//! A file must be its owner's alone. What a command prints is never logged, and not shown when it is
//! wrong.

#![expect(
    clippy::disallowed_methods,
    reason = "a password may come from the environment, as the configuration says"
)]

use crate::config::{Config, Secret};
use crate::login;
use crate::mail::access::AccessTokens;
use crate::mail::server::Password;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The environment variable by which systemd tells where credentials are (systemd.exec).
const CREDENTIALS: &str = "CREDENTIALS_DIRECTORY";
/// A command that has not ended by then is ended.
const PATIENCE: Duration = Duration::from_secs(60);
/// No password and no token is longer, in bytes.
const LONGEST: u64 = 64 << 10;

/// Why there is no password or token.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// Not set, empty, or not UTF-8; its name.
    #[error("the environment variable {0} is not set; set it to the password")]
    NotSet(String),
    /// The file of the password or of the credential cannot be read.
    #[error("cannot read the password from {}: {source}; write it into the first line of that file", path.display())]
    Unreadable {
        /// As the configuration names it, or below the folder of credentials.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Its group or others may do something with the file; its path.
    #[error("{} may be read by others: run `chmod 600 {}`", .0.display(), .0.display())]
    NotPrivate(PathBuf),
    /// The first line is empty or missing; the path of the file.
    #[error("{} holds no password in its first line", .0.display())]
    Empty(PathBuf),
    /// The program was not started with credentials of systemd; the name that was wanted.
    #[error(
        "the credential {0} is handed over by systemd only: name it in LoadCredential={0}:FILE of \
         the unit, or try this under `systemd-run -p LoadCredential={0}:FILE`"
    )]
    NoCredentials(String),
    /// No name of a credential, but a path, or empty; what was written.
    #[error("the name of the credential {0:?} may not hold a slash")]
    BadCredential(String),
    /// The list of words is empty.
    #[error("a command that is to print a password or a token names no program")]
    NoCommand,
    /// The program is not there or may not be run.
    #[error("cannot run {program}: {source}; name its whole path")]
    CannotRun {
        /// The first word of the command.
        program: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// It ran, but what it printed is no use; that is not shown.
    #[error("{program} printed no password or token: {reason}; run it by hand to see why")]
    Failed {
        /// The first word of the command.
        program: String,
        /// In words: how it ended, or what is wrong with its output.
        reason: String,
    },
    /// Tokens are to come from a login that the configuration does not describe.
    #[error("token_login wants the section [login] in the configuration, and `feldpost login`")]
    NoLogin,
}

/// The password itself; or, where there are access tokens in its place, their source, which is asked when one
/// is needed.
pub(super) fn password(secret: Secret<'_>, config: &Config) -> Result<Password, SecretError> {
    match secret {
        Secret::Variable(variable) => match std::env::var(variable) {
            Ok(text) if !text.is_empty() => Ok(Password::new(text)),
            _ => Err(SecretError::NotSet(variable.to_owned())),
        },
        Secret::File(path) => {
            let unreadable = |source| SecretError::Unreadable { path: path.into(), source };
            let mode = std::fs::metadata(path).map_err(unreadable)?.permissions().mode();
            if mode & 0o077 != 0 {
                return Err(SecretError::NotPrivate(path.into()));
            }
            in_file(path)
        }
        Secret::Credential(name) => {
            if name.is_empty() || name.contains('/') {
                return Err(SecretError::BadCredential(name.to_owned()));
            }
            match std::env::var_os(CREDENTIALS) {
                // systemd sees to who may read them.
                Some(folder) => in_file(&Path::new(&folder).join(name)),
                None => Err(SecretError::NoCredentials(name.to_owned())),
            }
        }
        Secret::Command(command) => printed_by(command).map(Password::new),
        Secret::TokenCommand(command) => {
            let command = command.to_vec();
            if command.is_empty() {
                return Err(SecretError::NoCommand);
            }
            Ok(Password::tokens(AccessTokens::new(Box::new(move |_| {
                printed_by(&command).map_err(|error| error.to_string())
            }))))
        }
        Secret::TokenLogin => {
            let login = config.login.clone().ok_or(SecretError::NoLogin)?;
            Ok(Password::tokens(AccessTokens::new(Box::new(move |refused| {
                login::access_token(&login, refused).map_err(|error| error.to_string())
            }))))
        }
    }
}

fn in_file(path: &Path) -> Result<Password, SecretError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| SecretError::Unreadable { path: path.into(), source })?;
    match text.lines().next() {
        Some(line) if !line.is_empty() => Ok(Password::new(line)),
        _ => Err(SecretError::Empty(path.into())),
    }
}

/// The first line that a command prints.
fn printed_by(command: &[String]) -> Result<String, SecretError> {
    let (program, arguments) = command.split_first().ok_or(SecretError::NoCommand)?;
    let failed = |reason: String| SecretError::Failed { program: program.clone(), reason };
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|source| SecretError::CannotRun { program: program.clone(), source })?;
    let out = child.stdout.take();
    // Read in a thread of its own: a command that prints more than a pipe holds would wait for ever.
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        let mut out = out?;
        out.by_ref().take(LONGEST).read_to_string(&mut text).ok()?;
        // The rest is read and thrown away: writing into a closed pipe would end the command with an error.
        std::io::copy(&mut out, &mut std::io::sink()).ok()?;
        Some(text)
    });
    let end = Instant::now() + PATIENCE;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(10)),
            Ok(None) => {
                // It may have ended in this moment.
                let _ = child.kill();
                let _ = child.wait();
                return Err(failed(format!("it did not end within {} s", PATIENCE.as_secs())));
            }
            Err(error) => return Err(failed(error.to_string())),
        }
    };
    if !status.success() {
        return Err(failed(status.to_string()));
    }
    let text = reader.join().ok().flatten().unwrap_or_default();
    match text.lines().next().map(str::trim_end) {
        Some(line) if !line.is_empty() => Ok(line.to_owned()),
        _ => Err(failed("its first line is empty".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Vec<String> {
        ["sh", "-c", script].map(str::to_owned).to_vec()
    }

    #[test]
    fn the_first_line_of_a_command_is_taken() {
        assert_eq!(printed_by(&shell("echo word; echo more")).unwrap(), "word");
        let much = shell("echo word; head -c 200000 /dev/zero | tr '\\0' x");
        assert_eq!(printed_by(&much).unwrap(), "word");
    }

    #[test]
    fn a_command_that_fails_is_named_and_what_it_printed_is_not_shown() {
        let failed = printed_by(&shell("echo hunter2; exit 3")).unwrap_err().to_string();
        assert!(failed.contains("sh printed no password") && failed.contains('3'), "{failed}");
        assert!(!failed.contains("hunter2"));
        assert!(printed_by(&shell("true")).unwrap_err().to_string().contains("empty"));
        let missing = printed_by(&["feldpost-no-such-program".to_owned()]).unwrap_err();
        assert!(matches!(missing, SecretError::CannotRun { .. }), "{missing}");
        assert!(matches!(printed_by(&[]), Err(SecretError::NoCommand)));
    }
}

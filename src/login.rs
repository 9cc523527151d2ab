//! Logging in at a provider that wants OAuth2, without a browser on this machine (RFC 8628), and access
//! tokens from that login while the program runs.
//!
//! What is kept, in a file of its owner's alone, is the refresh token and the last access token. For any other
//! way to get tokens there is `token_command`.

#![expect(
    clippy::disallowed_methods,
    reason = "a token of access lasts as long as its server says, by the clock"
)]

use crate::config::LoginConfig;
use chrono::{DateTime, TimeDelta, Utc};
use oauth2::basic::BasicClient;
use oauth2::{
    ClientId, DeviceAuthorizationUrl, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse,
    RefreshToken, RequestTokenError, Scope, StandardDeviceAuthorizationResponse, TokenResponse,
    TokenUrl,
};
use serde::{Deserialize, Serialize};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// What reading and sending mail at Microsoft wants, and a token that renews itself.
const MICROSOFT: [&str; 3] = [
    "https://outlook.office.com/IMAP.AccessAsUser.All",
    "https://outlook.office.com/SMTP.Send",
    "offline_access",
];
/// A token that lasts no longer than this is renewed at once.
const SPARE: TimeDelta = TimeDelta::seconds(90);
/// What a token lasts when the provider does not say.
const USUAL_LIFE: TimeDelta = TimeDelta::minutes(10);
/// How long one exchange with the provider may take.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Why there is no login, or no token from it.
#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// A key of the table `[login]` holds no URL.
    #[error("[login] {key} {value:?} is no address of a web service")]
    BadUrl {
        /// Which key.
        key: &'static str,
        /// What stands there.
        value: String,
    },
    /// There is no kept login: nobody ran `feldpost login`, or the file was spoilt.
    #[error("{} holds no login ({reason}): run `feldpost login`", path.display())]
    NotLoggedIn {
        /// Where the login should be kept.
        path: PathBuf,
        /// Why nothing could be read from it.
        reason: String,
    },
    /// The file with the login can be read by other users of the machine, so that it is not used.
    #[error("{} may be read by others: run `chmod 600 {}`", .0.display(), .0.display())]
    NotPrivate(PathBuf),
    /// A login was given, but could not be kept.
    #[error("cannot keep the login in {}: {source}", path.display())]
    Write {
        /// The file for it.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The provider answered with an error (RFC 6749, 5.2; RFC 8628, 3.5), or with nothing at all.
    #[error("the provider refused: {0}; if that stays so, run `feldpost login` again")]
    Refused(String),
    /// The provider's server gave no usable answer; later it may.
    #[error("the provider was not reached: {0}")]
    Unreached(String),
    /// There was an access token without a refresh token (RFC 6749, 1.5): it would end within the hour.
    #[error("the provider gave no token that can be renewed; add offline_access to the scopes")]
    NoRefreshToken,
    /// The link to open could not be shown.
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
}

/// What is kept of a login.
#[derive(Serialize, Deserialize)]
struct Kept {
    refresh_token: String,
    access_token: String,
    expires: DateTime<Utc>,
}

type Client = BasicClient<EndpointNotSet, EndpointSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

/// Logs in: shows an address and a code to type there, and waits until somebody has done so.
///
/// # Errors
///
/// The provider refuses, is not reached, or nobody types the code in time.
pub fn log_in(config: &LoginConfig, out: &mut impl Write) -> Result<(), LoginError> {
    let (client, agent) = (client(config)?, agent());
    let http = |request: HttpRequest| ask(&agent, request);
    let scopes = if config.scopes.is_empty() {
        MICROSOFT.map(str::to_owned).to_vec()
    } else {
        config.scopes.clone()
    };
    let details: StandardDeviceAuthorizationResponse = client
        .exchange_device_code()
        .add_scopes(scopes.into_iter().map(Scope::new))
        .request(&http)
        .map_err(|error| said(&error))?;
    writeln!(
        out,
        "Open {} in any browser, log in as the user of the mailbox, and type the code {}.\n\
         Waiting for that …",
        details.verification_uri().as_str(),
        details.user_code().secret()
    )?;
    out.flush()?;
    let answer = client
        .exchange_device_access_token(&details)
        .request(&http, std::thread::sleep, Some(details.expires_in()))
        .map_err(|error| said(&error))?;
    let refresh_token = answer.refresh_token().ok_or(LoginError::NoRefreshToken)?;
    keep(config, &kept(&answer, refresh_token.secret()))?;
    writeln!(
        out,
        "Logged in. {} renews itself from now on; nobody else may read it. Write `token_login = true` \
         in place of a password into [mailbox] and [transport].",
        config.file.display()
    )?;
    Ok(())
}

/// An access token of the login: the last one while it lasts and was not `refused`, or else a new one.
///
/// # Errors
///
/// Nobody has logged in, or the provider refuses or is not reached.
pub fn access_token(config: &LoginConfig, refused: Option<&str>) -> Result<String, LoginError> {
    let kept = read(config)?;
    if kept.expires - Utc::now() > SPARE && refused != Some(&*kept.access_token) {
        return Ok(kept.access_token);
    }
    let (client, agent) = (client(config)?, agent());
    let answer = client
        .exchange_refresh_token(&RefreshToken::new(kept.refresh_token.clone()))
        .request(&|request: HttpRequest| ask(&agent, request))
        .map_err(|error| said(&error))?;
    // Some providers give another one each time, and others keep the first.
    let refresh = answer.refresh_token().map_or(kept.refresh_token, |new| new.secret().clone());
    let renewed = self::kept(&answer, &refresh);
    keep(config, &renewed)?;
    Ok(renewed.access_token)
}

fn kept(answer: &oauth2::basic::BasicTokenResponse, refresh_token: &str) -> Kept {
    let life = answer.expires_in().and_then(|life| TimeDelta::from_std(life).ok());
    Kept {
        refresh_token: refresh_token.to_owned(),
        access_token: answer.access_token().secret().clone(),
        expires: Utc::now() + life.unwrap_or(USUAL_LIFE),
    }
}

fn read(config: &LoginConfig) -> Result<Kept, LoginError> {
    let path = &config.file;
    let none = |reason: String| LoginError::NotLoggedIn { path: path.clone(), reason };
    let mode = fs::metadata(path).map_err(|error| none(error.to_string()))?.permissions().mode();
    if mode & 0o077 != 0 {
        return Err(LoginError::NotPrivate(path.clone()));
    }
    let text = fs::read_to_string(path).map_err(|error| none(error.to_string()))?;
    // What the text is must not be shown.
    serde_json::from_str(&text).map_err(|_| none("it cannot be read".to_owned()))
}

/// Writes the file beside its place and moves it there, so that a crash leaves the old or the new one.
fn keep(config: &LoginConfig, kept: &Kept) -> Result<(), LoginError> {
    let path = &config.file;
    let failed = |source| LoginError::Write { path: path.clone(), source };
    let mut beside = path.clone().into_os_string();
    beside.push(format!(".{}.new", std::process::id()));
    let written = || -> io::Result<()> {
        let text = serde_json::to_string(kept).map_err(io::Error::other)?;
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    written().map_err(|error| {
        // It may not be there.
        let _ = fs::remove_file(&beside);
        failed(error)
    })
}

fn client(config: &LoginConfig) -> Result<Client, LoginError> {
    let microsoft = |what: &str| {
        format!("https://login.microsoftonline.com/{}/oauth2/v2.0/{what}", config.tenant)
    };
    let device = config.device_url.clone().unwrap_or_else(|| microsoft("devicecode"));
    let token = config.token_url.clone().unwrap_or_else(|| microsoft("token"));
    let bad = |key: &'static str, value: &String| LoginError::BadUrl { key, value: value.clone() };
    let device_url =
        DeviceAuthorizationUrl::new(device.clone()).map_err(|_| bad("device_url", &device))?;
    let token_url = TokenUrl::new(token.clone()).map_err(|_| bad("token_url", &token))?;
    Ok(BasicClient::new(ClientId::new(config.client_id.clone()))
        .set_device_authorization_url(device_url)
        .set_token_uri(token_url)
        // A client without a secret names itself in the request's body (RFC 6749, 3.2.1).
        .set_auth_type(oauth2::AuthType::RequestBody))
}

fn agent() -> ureq::Agent {
    let found = rustls_native_certs::load_native_certs().certs;
    let roots = found.iter().map(|certificate| Certificate::from_der(certificate).to_owned());
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::Specific(Arc::new(roots.collect())))
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .build();
    ureq::Agent::config_builder()
        .tls_config(tls)
        .timeout_global(Some(TIMEOUT))
        // A refusal is an answer to be read, and no token goes where a redirection leads.
        .http_status_as_error(false)
        .max_redirects(0)
        .build()
        .new_agent()
}

fn ask(agent: &ureq::Agent, request: HttpRequest) -> Result<HttpResponse, ureq::Error> {
    let (parts, mut body) = agent.run(request)?.into_parts();
    Ok(HttpResponse::from_parts(parts, body.read_to_vec()?))
}

/// A failure in words, without what was sent.
fn said<E, T>(error: &RequestTokenError<E, T>) -> LoginError
where
    E: std::error::Error,
    T: oauth2::ErrorResponse + std::fmt::Display,
{
    match error {
        RequestTokenError::ServerResponse(answer) => LoginError::Refused(answer.to_string()),
        RequestTokenError::Request(error) => LoginError::Unreached(error.to_string()),
        RequestTokenError::Parse(..) => {
            LoginError::Unreached("what answered is no token service".to_owned())
        }
        RequestTokenError::Other(reason) => LoginError::Refused(reason.clone()),
    }
}

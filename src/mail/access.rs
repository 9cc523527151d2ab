//! Access tokens (OAuth2) in place of a password, as a mail server is shown them: SASL's `XOAUTH2` and
//! `OAUTHBEARER` (RFC 7628).
//!
//! Where a token comes from is the caller's; here it is kept for a while and fetched anew when it is
//! old or was refused.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use imap::Authenticator;

/// How long a token is used for new connections before its source is asked again. The source knows
/// when it expires; the shortest life of any provider is some ten minutes.
const USED_FOR: Duration = Duration::from_secs(300);

/// Brings a token, or says why there is none; it is given the one that the server refused last.
pub type Fetch = dyn Fn(Option<&str>) -> Result<String, String> + Send + Sync;

/// What was fetched, and what was refused.
#[derive(Default)]
struct Kept {
    token: Option<(String, Instant)>,
    refused: Option<String>,
}

/// The source of an account's access tokens. Copies share what was fetched.
#[derive(Clone)]
pub struct AccessTokens {
    fetch: Arc<Fetch>,
    kept: Arc<Mutex<Kept>>,
}

impl AccessTokens {
    /// Tokens from a source, which is asked when the first one is needed.
    #[must_use]
    pub fn new(fetch: Box<Fetch>) -> Self {
        Self { fetch: Arc::from(fetch), kept: Arc::default() }
    }

    /// A token for a new connection.
    ///
    /// # Errors
    /// What the source says.
    pub(super) fn current(&self) -> Result<String, String> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((token, since)) = &kept.token
            && since.elapsed() < USED_FOR
        {
            return Ok(token.clone());
        }
        let token = (self.fetch)(kept.refused.as_deref())?;
        let unusable = |c: char| !c.is_ascii_graphic();
        if token.is_empty() || token.contains(unusable) {
            return Err("what came is no access token: it must be one word of ASCII".to_owned());
        }
        kept.token = Some((token.clone(), Instant::now()));
        Ok(token)
    }

    /// The server did not take this token: the next one is fetched.
    pub(super) fn refused(&self, token: &str) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.token.as_ref().is_some_and(|(is_kept, _)| is_kept == token) {
            kept.token = None;
        }
        kept.refused = Some(token.to_owned());
    }
}

impl fmt::Debug for AccessTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccessTokens(…)")
    }
}

/// What is said to an IMAP server.
pub(super) struct Bearer {
    first: String,
    last: &'static str,
}

impl Bearer {
    /// A token shown by `OAUTHBEARER` (RFC 7628).
    pub fn standard(user: &str, token: &str, host: &str, port: u16) -> Self {
        // A name is escaped as RFC 5801 section 4 wants it.
        let user = user.replace('=', "=3D").replace(',', "=2C");
        let first =
            format!("n,a={user},\x01host={host}\x01port={port}\x01auth=Bearer {token}\x01\x01");
        Self { first, last: "\x01" }
    }

    /// A token shown by `XOAUTH2`, the older way of Google and Microsoft.
    pub fn older(user: &str, token: &str) -> Self {
        Self { first: format!("user={user}\x01auth=Bearer {token}\x01\x01"), last: "" }
    }
}

impl Authenticator for Bearer {
    type Response = String;

    /// The token first; whatever the server says of it is only acknowledged, so that it can refuse.
    fn process(&self, challenge: &[u8]) -> String {
        if challenge.is_empty() { self.first.clone() } else { self.last.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_token_is_kept_until_it_is_refused() {
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        let tokens = AccessTokens::new(Box::new(move |refused| {
            let number = count.fetch_add(1, Ordering::SeqCst);
            assert_eq!(refused.is_some(), number > 0, "the source is told what was refused");
            Ok(format!("token{number}"))
        }));
        assert_eq!(tokens.current().unwrap(), "token0");
        assert_eq!(tokens.clone().current().unwrap(), "token0");
        tokens.refused("another");
        assert_eq!(tokens.current().unwrap(), "token0");
        tokens.refused("token0");
        assert_eq!(tokens.clone().current().unwrap(), "token1");
        assert_eq!(asked.load(Ordering::SeqCst), 2);
        assert!(!format!("{tokens:?}").contains("token1"));
    }

    #[test]
    fn what_is_no_token_is_not_shown_to_a_server() {
        for wrong in ["", "two words", "a\r\nb", "ü"] {
            let tokens = AccessTokens::new(Box::new(move |_| Ok(wrong.to_owned())));
            assert!(tokens.current().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_server_hears_the_token_once() {
        let bearer = Bearer::standard("a=b@club.test", "t0", "imap.club.test", 993);
        let first = bearer.process(b"");
        assert_eq!(
            first,
            "n,a=a=3Db@club.test,\x01host=imap.club.test\x01port=993\x01auth=Bearer t0\x01\x01"
        );
        assert_eq!(bearer.process(b"{\"status\":\"invalid_token\"}"), "\x01");
        assert_eq!(Bearer::older("u", "t0").process(b"{}"), "");
    }
}

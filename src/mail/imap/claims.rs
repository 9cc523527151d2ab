//! Who works on the mailbox, as the name of an empty folder: asking for it needs one line, changes no
//! selected mailbox, and every server can do it.

use super::session::Session;
use crate::mail::claim::Claim;
use chrono::{DateTime, SecondsFormat};

/// How the names begin.
const BEGINNING: &str = "feldpost-claim-";

/// The name of the folder that stands for a claim.
fn name_of(claim: &Claim) -> String {
    let since = DateTime::parse_from_rfc3339(&claim.since).map_or(0, |since| since.timestamp());
    format!("{BEGINNING}{}-{}-{}-{since}", claim.database, claim.generation, claim.holder)
}

/// The claim for which a folder stands, whatever namespace it is in.
fn claim_of(name: &str) -> Option<Claim> {
    let (_, rest) = name.split_once(BEGINNING)?;
    let mut parts = rest.split('-');
    let (database, generation) = (parts.next()?.to_owned(), parts.next()?.parse().ok()?);
    let holder = parts.next()?.to_owned();
    let since = DateTime::from_timestamp(parts.next()?.parse().ok()?, 0)?;
    let since = since.to_rfc3339_opts(SecondsFormat::Secs, true);
    parts.next().is_none().then_some(Claim { database, generation, holder, since })
}

/// All claims that lie in the mailbox, with the names of their folders.
fn all(session: &mut Session) -> Result<Vec<(String, Claim)>, imap::Error> {
    let names = match session.imap.list(Some(""), Some(&format!("*{BEGINNING}*"))) {
        Ok(names) => names,
        // A server that lists no folders keeps no claims either.
        Err(imap::Error::No(_) | imap::Error::Bad(_)) => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let claims = names.iter().map(|name| name.name().to_owned());
    Ok(claims.filter_map(|name| claim_of(&name).map(|claim| (name, claim))).collect())
}

/// The last claim: the one of the highest generation, if several of one database lie there because
/// somebody was killed between two steps.
pub(super) fn last(session: &mut Session) -> Result<Option<Claim>, imap::Error> {
    let claims = all(session)?.into_iter().map(|(_, claim)| claim);
    Ok(claims.max_by(|one, other| {
        (one.generation, &one.since, &one.holder).cmp(&(
            other.generation,
            &other.since,
            &other.holder,
        ))
    }))
}

/// Puts a claim in place of all others.
pub(super) fn set(session: &mut Session, claim: &Claim) -> Result<(), imap::Error> {
    let old = all(session)?;
    let name = name_of(claim);
    if old.iter().all(|(_, known)| known != claim) {
        match session.imap.create(&name) {
            Ok(()) => {}
            // Where everything lies below the inbox.
            Err(imap::Error::No(_) | imap::Error::Bad(_)) => {
                if let Err(error) = forgiving(session.imap.create(format!("INBOX.{name}")))? {
                    tracing::warn!(%error, "nobody else will notice who works on the mailbox");
                }
            }
            Err(error) => return Err(error),
        }
    }
    for (folder, known) in old {
        if known != *claim {
            // It may be gone by now.
            let _ = forgiving(session.imap.delete(&folder))?;
        }
    }
    Ok(())
}

/// What the server refuses is no failure of the connection.
fn forgiving(done: Result<(), imap::Error>) -> Result<Result<(), imap::Error>, imap::Error> {
    match done {
        Err(error @ (imap::Error::No(_) | imap::Error::Bad(_))) => Ok(Err(error)),
        Err(error) => Err(error),
        Ok(()) => Ok(Ok(())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_stands_for_a_claim() {
        let claim = Claim {
            database: "00aa11bb".into(),
            generation: 12,
            holder: "22cc33dd".into(),
            since: "2026-03-01T12:00:00Z".into(),
        };
        let name = name_of(&claim);
        assert_eq!(name, "feldpost-claim-00aa11bb-12-22cc33dd-1772366400");
        for name in [name.clone(), format!("INBOX.{name}"), format!("INBOX/{name}")] {
            assert_eq!(claim_of(&name), Some(claim.clone()));
        }
        for other in
            ["Sent", "feldpost-claim-", "feldpost-claim-a-b-c-d", "feldpost-claim-a-1-c-2-e"]
        {
            assert_eq!(claim_of(other), None, "{other}");
        }
    }
}

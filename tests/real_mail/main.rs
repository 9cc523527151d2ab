//! The built binary on real mail servers: Dovecot and Postfix, a judge and four players who use an
//! ordinary SMTP client and read with IMAP.

mod attacks;
mod cuts;
mod flood;
mod operation;
mod standby;
mod support;
mod tokens;
mod turn;

#[path = "../support/mail_servers.rs"]
#[allow(dead_code, reason = "another test target uses the rest")]
mod mail_servers;

#[path = "../support/provider.rs"]
mod provider;

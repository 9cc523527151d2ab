//! Campaigns through a mailbox folder: the whole way of a mail, from bytes to bytes.

mod bad_mail;
mod crash;
mod mail_troubles;
mod play;
mod support;
mod unknowable;
mod whole_games;

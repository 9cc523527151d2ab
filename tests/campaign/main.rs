//! Campaigns through a mailbox folder: the whole way of a mail, from bytes to bytes.

mod ahead;
mod bad_mail;
mod crash;
mod duels;
mod mail_troubles;
mod no_tell;
mod phrases;
mod pictures;
mod play;
mod support;
mod trust;
mod unknowable;
mod whole_games;
mod witness;

//! Campaigns through a mailbox folder: the whole way of a mail, from bytes to bytes.

mod ahead;
mod bad_mail;
mod crash;
mod duels;
mod no_tell;
mod play;
mod support;
mod unknowable;

//! Campaigns through a mailbox folder: the whole way of a mail, from bytes to bytes.

mod ahead;
mod anonymous;
mod bad_mail;
mod bots;
mod clocks;
mod club_life;
mod correspondents;
mod crash;
mod doors;
mod duels;
mod links;
mod mail_troubles;
#[path = "../support/mailto.rs"]
mod mailto;
mod newcomers;
mod no_tell;
mod phrases;
mod pictures;
mod play;
mod post;
mod press;
mod scripted;
#[path = "../support/seed.rs"]
mod seed;
mod support;
mod take_back;
mod trust;
mod unknowable;
mod unreachable;
mod votes;
mod weights;
mod whole_games;
#[path = "../support/witness.rs"]
mod witness;

//! Mails on their way out: for whom, what is kept of each, and how many there may be.

pub(super) mod reader;

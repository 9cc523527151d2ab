//! What must hold for any input at all, one function for each of the fuzz targets.
//!
//! Each takes bytes as they come and panics where a promise is broken. The fuzz targets try them with bytes
//! that nobody thought of; `tests/quick/corpora.rs` with those that are kept in `corpus/`.

pub mod configuration;
pub mod intake;
pub mod log;
pub mod orders;
mod positions;
pub mod protocol;

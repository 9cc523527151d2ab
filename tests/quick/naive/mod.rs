//! A second, deliberately naive implementation of the rules' geometry, compared with the real one
//! on thousands of random positions.
//!
//! It is written from the restatement of the rules and the facts in the data files alone: it reads
//! the files itself, has its own graph and distances, and answers every question by trying every
//! path. Slow and simple is the point; nothing here may be shared with the rules it checks.

mod facts;
mod movement;
mod objectives;
mod positions;
mod retreats;
mod supply;

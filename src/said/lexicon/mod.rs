//! The languages, and the words and names of each: data, and how they are looked up.
//!
//! A line is cut into tokens ([`text`]), and a token or several of them are a word with its meanings ([`words`]),
//! or a name ([`names`]). What a sentence means is not known here.

pub(super) mod language;
pub(super) mod little;
pub(super) mod names;
pub(super) mod phrases;
pub(super) mod text;
pub(super) mod tongue;
pub(super) mod tongues;
pub(super) mod vocabulary;
pub(super) mod words;

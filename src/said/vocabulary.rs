//! The files of words, `data/<language>/words.txt`, and what kinds of lines they have.
//!
//! What the lines say is read where it is used: the words of orders in [`super::words`], those of the
//! club in `club/words.rs`, the little ones in [`super::little`], those by which a language is known in
//! [`super::tongue`].

pub(super) use super::language::WORDS as TEXTS;

/// The lines of the club's phrases begin so.
pub(super) const CLUB: &str = "club ";
/// Those of time zones by the names of places.
pub(super) const ZONE: &str = "zone ";
/// Those of little words and endings.
pub(super) const LITTLE: &str = "little ";

/// Those of what a new game's form calls its settings, and what can stand there.
pub(super) const FORM: &str = "form ";
/// Those of common words by which a language is known.
pub(super) const SPOKEN: &str = "spoken:";
/// Lines that begin with one of these are no words of orders.
pub(super) const MARKS: [&str; 5] = [CLUB, ZONE, LITTLE, FORM, SPOKEN];

/// All lines that begin with a mark, without it, with the names of their files.
pub(super) fn lines(mark: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    TEXTS.into_iter().flat_map(move |(file, text)| {
        text.lines().filter_map(move |line| Some((file, line.trim().strip_prefix(mark)?)))
    })
}

//! The files of words, `data/<language>/words.txt`, and what kinds of lines they have.
//!
//! What the lines say is read where it is used: the words of orders in [`super::words`], those of the
//! club in `club/words.rs`, the little ones in [`super::little`], those by which a language is known in
//! [`super::tongue`].

pub(in crate::said) use super::language::WORDS as TEXTS;

/// The lines of the club's phrases begin so.
pub(in crate::said) const CLUB: &str = "club ";
/// Those of time zones by the names of places.
pub(in crate::said) const ZONE: &str = "zone ";
/// Those of little words and endings.
pub(in crate::said) const LITTLE: &str = "little ";

/// Those of what a new game's form calls its settings, and what can stand there.
pub(in crate::said) const FORM: &str = "form ";
/// Those of common words by which a language is known.
pub(in crate::said) const SPOKEN: &str = "spoken:";
/// Those of words of sentences that order nothing.
pub(in crate::said) const PROSE: &str = "prose ";
/// Lines that begin with one of these are no words of orders.
pub(in crate::said) const MARKS: [&str; 6] = [CLUB, ZONE, LITTLE, FORM, SPOKEN, PROSE];

/// All lines that begin with a mark, without it, with the names of their files.
pub(in crate::said) fn lines(
    mark: &'static str,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    TEXTS.into_iter().flat_map(move |(file, text)| {
        text.lines().filter_map(move |line| Some((file, line.trim().strip_prefix(mark)?)))
    })
}

/// No form stands for more phrases.
const MOST: usize = 2000;

/// The forms of a line, each written out: `that's (all|it) (for today|)` stands for four phrases.
pub(in crate::said) fn forms(text: &str) -> impl Iterator<Item = String> {
    text.split(',').flat_map(|form| spelled(form.trim()))
}

/// What a form with choices stands for.
fn spelled(form: &str) -> Vec<String> {
    written_out(form).into_iter().filter(|form| !form.is_empty()).collect()
}

/// What can stand at each place of a form, one place after the other: `that's (all|it) (for today|)` has three. Nothing may be
/// among what can stand there.
pub(in crate::said) fn places(form: &str) -> Vec<Vec<String>> {
    let mut rest = form.trim_start();
    let mut places = Vec::new();
    while !rest.is_empty() {
        // A blank between brackets ends no place.
        let mut open = false;
        let ends = |c: char| {
            open = c == '(' || open && c != ')';
            c.is_whitespace() && !open
        };
        let (place, behind) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
        places.push(written_out(place));
        rest = behind.trim_start();
    }
    places
}

fn written_out(form: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut rest = form;
    while let Some((before, behind)) = rest.split_once('(') {
        let Some((choices, after)) = behind.split_once(')') else { break };
        let choices: Vec<&str> = choices.split('|').map(str::trim).collect();
        all = all
            .iter()
            .flat_map(|begun| choices.iter().map(move |choice| format!("{begun}{before}{choice}")))
            .take(MOST)
            .collect();
        rest = after;
    }
    all.iter()
        .map(|begun| format!("{begun}{rest}").split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{MOST, TEXTS, forms};

    /// What is written and not read would be missed by nobody but players.
    #[test]
    fn no_form_stands_for_more_phrases_than_are_read() {
        let choices = |form: &str| -> usize {
            let groups = form.split('(').skip(1).filter_map(|group| group.split_once(')'));
            groups.map(|(group, _)| group.split('|').count()).product()
        };
        let mut read = 0;
        for (file, text) in TEXTS {
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let Some((_, all)) = line.split_once(':') else { continue };
                for form in all.split(',') {
                    assert!(choices(form) <= MOST, "{file}: {form}");
                    read += 1;
                }
            }
        }
        assert!(read > 10_000, "only {read} forms");
    }

    #[test]
    fn choices_are_written_out() {
        let all: Vec<String> = forms("done, that's (all|it) (for today|) now").collect();
        assert_eq!(
            all,
            [
                "done",
                "that's all for today now",
                "that's all now",
                "that's it for today now",
                "that's it now"
            ]
        );
        assert_eq!(forms("a (broken choice").collect::<Vec<_>>(), ["a (broken choice"]);
    }
}

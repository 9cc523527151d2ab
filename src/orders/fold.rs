//! One spelling for the many ways a name is typed: case, umlauts, diacritics, combining marks.
//!
//! People write `Gorlitz` and `Goerlitz` for `Görlitz`, so a word is kept in three spellings: as it
//! was written, with the diacritics dropped, and with the umlauts written out. Everything that is
//! neither letter nor digit disappears, so `Busko-Zdrój` and `busko zdroj` are one. What a name
//! means is not decided here.

/// A text in the spellings by which it is compared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Folded {
    /// Lower case, letters as they were written.
    pub strict: String,
    /// Diacritics dropped: `ü` is `u`.
    pub plain: String,
    /// Umlauts written out: `ü` is `ue`.
    pub german: String,
}

impl Folded {
    /// Adds the folded form of a text at the end.
    pub fn push_str(&mut self, text: &str) {
        for character in text.chars() {
            self.push(character);
        }
    }

    fn push(&mut self, character: char) {
        if is_combining(character) {
            return self.combine(character);
        }
        for lower in character.to_lowercase() {
            if is_combining(lower) || !lower.is_alphanumeric() {
                continue;
            }
            self.strict.push(lower);
            match base_letters(lower) {
                Some((plain, german)) => {
                    self.plain.push_str(plain);
                    self.german.push_str(german);
                }
                None => {
                    self.plain.push(lower);
                    self.german.push(lower);
                }
            }
        }
    }

    /// A diaeresis written as a character of its own makes an umlaut of the letter before it;
    /// other combining marks are dropped.
    fn combine(&mut self, mark: char) {
        if mark != '\u{308}' {
            return;
        }
        let umlaut = match self.strict.chars().last() {
            Some('a') => 'ä',
            Some('o') => 'ö',
            Some('u') => 'ü',
            _ => return,
        };
        self.strict.pop();
        self.strict.push(umlaut);
        self.german.push('e');
    }
}

/// Folds a text.
pub(crate) fn fold(text: &str) -> Folded {
    let mut folded = Folded::default();
    folded.push_str(text);
    folded
}

/// Marks that belong to the letter before them.
pub(crate) fn is_combining(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

/// A letter with a diacritic as plain ASCII, and as German without umlauts would have it.
fn base_letters(letter: char) -> Option<(&'static str, &'static str)> {
    Some(match letter {
        'ä' => ("a", "ae"),
        'ö' | 'ő' | 'ø' => ("o", "oe"),
        'ü' | 'ű' => ("u", "ue"),
        'ß' => ("ss", "ss"),
        'æ' => ("ae", "ae"),
        'œ' => ("oe", "oe"),
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ă' | 'ą' => ("a", "a"),
        'ç' | 'ć' | 'č' => ("c", "c"),
        'ď' | 'đ' => ("d", "d"),
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => ("e", "e"),
        'ğ' => ("g", "g"),
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' => ("i", "i"),
        'ĺ' | 'ľ' | 'ł' => ("l", "l"),
        'ñ' | 'ń' | 'ň' => ("n", "n"),
        'ò' | 'ó' | 'ô' | 'õ' | 'ō' => ("o", "o"),
        'ŕ' | 'ř' => ("r", "r"),
        'ś' | 'š' | 'ş' => ("s", "s"),
        'ţ' | 'ť' => ("t", "t"),
        'ù' | 'ú' | 'û' | 'ū' | 'ů' => ("u", "u"),
        'ý' | 'ÿ' => ("y", "y"),
        'ź' | 'ż' | 'ž' => ("z", "z"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn umlauts_are_dropped_and_written_out() {
        let folded = fold("Königgrätz");
        assert_eq!(folded.plain, "koniggratz");
        assert_eq!(folded.german, "koeniggraetz");
        assert_eq!(folded.strict, "königgrätz");
    }

    #[test]
    fn combining_marks_are_the_letters_they_make() {
        assert_eq!(fold("Ko\u{308}niggra\u{308}tz"), fold("Königgrätz"));
        assert_eq!(fold("Lo\u{301}dz").plain, "lodz");
    }

    #[test]
    fn separators_and_case_disappear() {
        assert_eq!(fold("BUSKO-ZDRÓJ").plain, "buskozdroj");
        assert_eq!(fold("Frankfurt (Oder)").plain, "frankfurtoder");
        assert_eq!(fold("Groß Strehlitz").german, "grossstrehlitz");
    }
}

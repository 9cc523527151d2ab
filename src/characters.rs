//! Plain characters for typographic ones.
//!
//! Mail programs put in quotation marks, dashes, spaces and bullets nobody typed. What a person
//! typed stays: letters keep their case and their diacritics, and no line is joined or split.

/// `text` with typographic characters made plain and every line ended by `\n`.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' => {
                if characters.peek() != Some(&'\n') {
                    plain.push('\n');
                }
            }
            '\n' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => plain.push('\n'),
            '\t'
            | '\u{a0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200a}'
            | '\u{202f}'
            | '\u{205f}'
            | '\u{3000}' => plain.push(' '),
            // Soft hyphen, zero-width characters, marks of direction, variation selectors, BOM.
            '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' => {}
            '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2039}' | '\u{203a}' | '\u{b4}' => {
                plain.push('\'');
            }
            '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{ab}' | '\u{bb}' => plain.push('"'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            '\u{2026}' => plain.push_str("..."),
            '\u{ff01}'..='\u{ff5e}' => {
                let narrow = u32::from(character) - 0xff01 + 0x21;
                plain.push(char::from_u32(narrow).unwrap_or(character));
            }
            '\u{300}'..='\u{328}' => compose(&mut plain, character),
            character if character.is_control() => {}
            character => plain.push(character),
        }
    }
    plain
}

/// Puts a combining mark onto the letter before it: some systems write `ö` as `o` and a mark.
/// A mark that makes no letter of the languages written here is left as it is.
fn compose(text: &mut String, mark: char) {
    const LETTERS: [(char, &str, &str); 7] = [
        ('\u{300}', "aeiouAEIOU", "àèìòùÀÈÌÒÙ"),
        ('\u{301}', "aeiouyAEIOUYcnszCNSZ", "áéíóúýÁÉÍÓÚÝćńśźĆŃŚŹ"),
        ('\u{302}', "aeiouAEIOU", "âêîôûÂÊÎÔÛ"),
        ('\u{303}', "anoANO", "ãñõÃÑÕ"),
        ('\u{308}', "aeiouyAEIOU", "äëïöüÿÄËÏÖÜ"),
        ('\u{30c}', "cdenrsztCDENRSZT", "čďěňřšžťČĎĚŇŘŠŽŤ"),
        ('\u{328}', "aeAE", "ąęĄĘ"),
    ];
    const OTHERS: [(char, char, char); 6] = [
        ('\u{307}', 'z', 'ż'),
        ('\u{307}', 'Z', 'Ż'),
        ('\u{30a}', 'a', 'å'),
        ('\u{30a}', 'A', 'Å'),
        ('\u{30a}', 'u', 'ů'),
        ('\u{327}', 'c', 'ç'),
    ];
    let Some(base) = text.chars().next_back() else {
        text.push(mark);
        return;
    };
    let rows = LETTERS
        .iter()
        .filter(|(of, _, _)| *of == mark)
        .flat_map(|(_, bases, composed)| bases.chars().zip(composed.chars()));
    let single = OTHERS.iter().filter(|(of, _, _)| *of == mark).map(|(_, from, to)| (*from, *to));
    match rows.chain(single).find(|(from, _)| *from == base) {
        Some((_, letter)) => {
            text.pop();
            text.push(letter);
        }
        None => text.push(mark),
    }
}

/// A line without the bullet in front of it. A single hyphen or star counts as one only with a
/// space behind it.
pub fn without_bullet(line: &str) -> &str {
    const BULLETS: [char; 16] =
        ['-', '*', '•', '◦', '▪', '▫', '‣', '⁃', '∙', '●', '○', '■', '·', '➢', '➤', '\u{f0b7}'];
    match line.trim_start().strip_prefix(BULLETS) {
        Some(rest) if rest.starts_with(' ') => rest.trim_start(),
        Some(rest) if !rest.is_empty() && !line.trim_start().starts_with(['-', '*', '·']) => rest,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typography_becomes_plain_and_letters_stay() {
        assert_eq!(plain("Daun\u{a0}to Ko\u{ad}nig\u{200b}grätz"), "Daun to Koniggrätz");
        assert_eq!(plain("“say” ‘it’ – „so“ «x» …"), "\"say\" 'it' - \"so\" \"x\" ...");
        assert_eq!(plain("KÖNIGGRÄTZ Łódź ñandú"), "KÖNIGGRÄTZ Łódź ñandú");
        assert_eq!(plain("a\r\nb\rc\nd\u{2028}e\0f"), "a\nb\nc\nd\nef");
        assert_eq!(plain("１２"), "12");
    }

    #[test]
    fn letters_and_marks_are_put_together() {
        assert_eq!(
            plain("Ko\u{308}niggra\u{308}tz z\u{307} n\u{301} e\u{328}"),
            "Königgrätz ż ń ę"
        );
        assert_eq!(plain("q\u{308}\u{308}"), "q\u{308}\u{308}");
        assert_eq!(plain("\u{308}"), "\u{308}");
    }

    #[test]
    fn bullets_go_and_signs_stay() {
        for line in
            ["• Daun to Zittau", "  - Daun to Zittau", "* Daun to Zittau", "•Daun to Zittau"]
        {
            assert_eq!(without_bullet(line), "Daun to Zittau");
        }
        for line in ["-3", "--", "*bold*", "  indented", "-", "•"] {
            assert_eq!(without_bullet(line), line);
        }
    }
}

//! A line as tokens: words in one spelling, numbers, suits, punctuation.
//!
//! Case, accents, composed or decomposed characters and the kind of quotation mark or dash make no
//! difference from here on. What a word means is not known here.

use super::little::Little;

/// What a token is, besides its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::said) enum Kind {
    Word,
    Number(u32),
    /// A suit symbol: 0 spades, 1 clubs, 2 hearts, 3 diamonds.
    Suit(u8),
    Comma,
    /// `;`
    Semicolon,
    Colon,
    /// `.`, `!`, `…`
    Period,
    Question,
    Dash,
    /// `->`, `=>`, `→`, `>`, `»`
    Arrow,
    Slash,
    Plus,
    Equals,
    Open,
    Close,
    /// Anything else: other quotation marks, smileys.
    Other,
}

/// A token of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::said) struct Token {
    /// A word, a number, or which mark.
    pub kind: Kind,
    /// The word in lower case without diacritics.
    pub plain: String,
    /// The word in lower case, umlauts as one character.
    pub strict: String,
    /// Where it stands in the line, in bytes.
    pub start: usize,
    /// Likewise; the first byte behind it.
    pub end: usize,
    /// Nothing stands between it and the token before it.
    pub glued: bool,
    /// It begins with a capital letter.
    pub capital: bool,
}

/// A word in the spellings by which it is compared: without diacritics, and with umlauts kept.
pub(in crate::said) fn fold(text: &str) -> (String, String) {
    let (mut plain, mut strict) = (String::with_capacity(text.len()), String::new());
    for character in text.chars() {
        push_folded(character, &mut plain, &mut strict);
    }
    (plain, strict)
}

fn push_folded(character: char, plain: &mut String, strict: &mut String) {
    if is_combining(character) {
        // A diaeresis of its own makes an umlaut of the letter before it.
        if character == '\u{308}'
            && let Some(umlaut) = strict.chars().last().and_then(|last| match last {
                'a' => Some('ä'),
                'o' => Some('ö'),
                'u' => Some('ü'),
                _ => None,
            })
        {
            strict.pop();
            strict.push(umlaut);
        }
        return;
    }
    for lower in character.to_lowercase() {
        if is_combining(lower) || !lower.is_alphanumeric() {
            continue;
        }
        strict.push(lower);
        match lower {
            'a'..='z' | '0'..='9' => plain.push(lower),
            'ä' | 'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ą' | 'ă' => plain.push('a'),
            'ç' | 'ć' | 'č' => plain.push('c'),
            'ď' | 'đ' => plain.push('d'),
            'è' | 'é' | 'ê' | 'ë' | 'ę' | 'ě' | 'ē' => plain.push('e'),
            'ì' | 'í' | 'î' | 'ï' | 'ī' => plain.push('i'),
            'ł' => plain.push('l'),
            'ñ' | 'ń' | 'ň' => plain.push('n'),
            'ö' | 'ò' | 'ó' | 'ô' | 'õ' | 'ø' | 'ő' => plain.push('o'),
            'ř' => plain.push('r'),
            'ś' | 'š' | 'ş' => plain.push('s'),
            'ť' => plain.push('t'),
            'ü' | 'ù' | 'ú' | 'û' | 'ů' | 'ű' => plain.push('u'),
            'ý' | 'ÿ' => plain.push('y'),
            'ź' | 'ż' | 'ž' => plain.push('z'),
            'ß' => plain.push_str("ss"),
            'æ' => plain.push_str("ae"),
            'œ' => plain.push_str("oe"),
            other => plain.push(other),
        }
    }
}

/// Combining marks: of decomposed text.
pub(in crate::said) fn is_combining(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

/// Joiners, and how a symbol is to be drawn: `♦` as text or as a picture.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{feff}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{fe0e}' | '\u{fe0f}')
}

fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '’' | '‘' | '`' | '´' | 'ʼ')
}

/// The tokens of a line.
pub(in crate::said) fn tokens(line: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = line.char_indices().peekable();
    let mut apart = true;
    while let Some((start, character)) = rest.next() {
        if character.is_whitespace() || is_invisible(character) || is_combining(character) {
            apart |= character.is_whitespace();
            continue;
        }
        let glued = !std::mem::take(&mut apart);
        let mut token = Token {
            kind: Kind::Other,
            plain: String::new(),
            strict: String::new(),
            start,
            end: start + character.len_utf8(),
            glued,
            capital: character.is_uppercase(),
        };
        if character.is_ascii_digit() {
            let mut number = character.to_digit(10).unwrap_or(0);
            while let Some((at, digit)) = rest.peek().copied()
                && let Some(value) = digit.to_digit(10)
            {
                number = number.saturating_mul(10).saturating_add(value);
                token.end = at + digit.len_utf8();
                rest.next();
            }
            token.kind = Kind::Number(number);
        } else if character.is_alphabetic() {
            let mut end = token.end;
            while let Some((at, next)) = rest.peek().copied()
                && (next.is_alphabetic() || is_combining(next))
            {
                end = at + next.len_utf8();
                rest.next();
            }
            (token.plain, token.strict) = fold(&line[start..end]);
            token.kind = Kind::Word;
            token.end = end;
            // `n°3`, `nº 3`
            let degree = rest.peek().copied().filter(|(_, next)| *next == '°');
            if token.plain == "nº" || token.plain == "n" && degree.is_some() {
                (token.plain, token.strict) = (NUMERO.to_owned(), NUMERO.to_owned());
                if let Some((at, sign)) = degree {
                    token.end = at + sign.len_utf8();
                    rest.next();
                }
            }
            // `doesn't` is one word, of `l'otto` and `we'll` each part is one, and in `Keith's` and
            // `Lacy'ego` only the ending stands behind.
            if let Some((at, mark)) = rest.peek().copied()
                && is_apostrophe(mark)
            {
                let behind = &line[at + mark.len_utf8()..];
                let length = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
                let (ending, _) = fold(&behind[..length]);
                let negated = ending == "t" && token.plain.ends_with('n');
                if negated {
                    token.plain.push('t');
                    token.strict.push('t');
                }
                let contracted = ending == "s" && Little::Contracted.is(&token.plain);
                if contracted {
                    token.plain.push('s');
                    token.strict.push('s');
                }
                let short = token.plain.chars().count() <= 4;
                let is_ending = Little::Ending.is(&ending)
                    && !(short && matches!(ending.as_str(), "a" | "e" | "y"))
                    && !(ending == "s" && Little::Pronoun.is(&token.plain));
                rest.next();
                token.end = at + mark.len_utf8();
                if negated || contracted || is_ending {
                    while let Some((at, next)) = rest.peek().copied()
                        && next.is_alphabetic()
                    {
                        token.end = at + next.len_utf8();
                        rest.next();
                    }
                }
            }
        } else {
            token.kind = punctuation(character);
            if let Some(end) = smiley(line, token.start, tokens.last()) {
                token.kind = Kind::Period;
                token.end = end;
                while rest.peek().is_some_and(|(at, _)| *at < end) {
                    rest.next();
                }
                tokens.push(token);
                continue;
            }
            if character == OPENS_QUESTION {
                token.plain.push(character);
            }
            if character == '№' {
                token.kind = Kind::Word;
                (token.plain, token.strict) = (NUMERO.to_owned(), NUMERO.to_owned());
            }
            // `(where else!)` ends no sentence.
            if token.kind == Kind::Period && line[token.end..].starts_with(')') {
                let opened = line[..start].rfind('(');
                if opened > line[..start].rfind(')') {
                    continue;
                }
            }
            // Telephones offer `❤` before `♥`: beside a number it is the suit, alone it is a greeting.
            if character == '❤' {
                let seen = |c: &char| !c.is_whitespace() && !is_invisible(*c);
                let behind = line[token.end..].chars().find(seen);
                let before = tokens.last().is_some_and(|last| matches!(last.kind, Kind::Number(_)));
                if before || behind.is_some_and(|c| c.is_ascii_digit()) {
                    token.kind = Kind::Suit(2);
                }
            }
            if token.kind == Kind::Dash {
                let mut arrow = false;
                while let Some((at, next)) = rest.peek().copied()
                    && matches!(next, '-' | '>' | '–' | '—')
                {
                    arrow |= next == '>';
                    token.end = at + next.len_utf8();
                    rest.next();
                }
                if arrow {
                    token.kind = Kind::Arrow;
                }
            }
            // `=>`, `==>`, `~>`
            if matches!(character, '=' | '~') {
                let line = line[token.end..].chars();
                let drawn = line.take_while(|next| matches!(next, '=' | '~' | '>')).count();
                let drawn = rest.clone().take(drawn).collect::<Vec<(usize, char)>>();
                if let Some((at, '>')) = drawn.last().copied() {
                    token.kind = Kind::Arrow;
                    token.end = at + 1;
                    rest.by_ref().take(drawn.len()).for_each(drop);
                }
            }
            if token.kind == Kind::Arrow || token.kind == Kind::Period {
                while let Some((at, next)) = rest.peek().copied()
                    && (next == character)
                {
                    token.end = at + next.len_utf8();
                    rest.next();
                }
            }
        }
        tokens.push(token);
    }
    tokens
}

/// Where a smiley ends that begins here: `:)`, `;-)`, 🙂. Like a full stop it ends what stands before it.
fn smiley(line: &str, start: usize, last: Option<&Token>) -> Option<usize> {
    let rest = &line[start..];
    let first = rest.chars().next()?;
    if matches!(u32::from(first), 0x1f600..=0x1f64f | 0x1f910..=0x1f92f | 0x1f970..=0x1f97a | 0x1f44d)
    {
        return Some(start + first.len_utf8());
    }
    let apart = last.is_none_or(|last| last.end < start || last.kind == Kind::Word);
    // `(via Soest;)` closes a bracket.
    let opened = line[..start].matches('(').count() > line[..start].matches(')').count();
    let mut letters =
        rest.char_indices().skip(1).skip_while(|(_, c)| matches!(c, '-' | '\'' | '^'));
    let (at, mouth) = letters.next()?;
    let ends = letters.next().is_none_or(|(_, next)| !next.is_alphanumeric());
    let face = matches!(first, ':' | ';') && matches!(mouth, ')' | '(' | 'D' | 'P') && ends;
    let end = start + at + mouth.len_utf8();
    (face && apart && !opened && (mouth != '(' || line[end..].trim().is_empty())).then_some(end)
}

/// What announces a number, however the sign for it is written.
const NUMERO: &str = "nr";

/// The mark before a Spanish question.
const OPENS_QUESTION: char = '¿';

fn punctuation(character: char) -> Kind {
    match character {
        ',' | '،' | '、' => Kind::Comma,
        ';' => Kind::Semicolon,
        ':' => Kind::Colon,
        '.' | '!' | '…' | '¡' => Kind::Period,
        '?' | OPENS_QUESTION => Kind::Question,
        '-' | '–' | '—' | '−' | '‐' | '‑' => Kind::Dash,
        '>' | '→' | '⇒' | '➔' | '➜' | '»' => Kind::Arrow,
        '/' | '|' => Kind::Slash,
        '+' | '&' => Kind::Plus,
        '=' => Kind::Equals,
        '(' | '[' | '{' => Kind::Open,
        ')' | ']' | '}' => Kind::Close,
        '♠' | '♤' => Kind::Suit(0),
        '♣' | '♧' => Kind::Suit(1),
        '♥' | '♡' => Kind::Suit(2),
        '♦' | '♢' => Kind::Suit(3),
        _ => Kind::Other,
    }
}

/// No line of orders has more bytes.
pub(in crate::said) const LONGEST_LINE: usize = 4000;

/// The tokens of a line. Where all is in capitals, none of them says anything.
pub(in crate::said) fn cased(line: &str) -> Vec<Token> {
    let mut found = tokens(shortened(line));
    if !line.contains(char::is_lowercase) {
        found.iter_mut().for_each(|token| token.capital = false);
    }
    found
}

/// So much of a line as is read.
fn shortened(line: &str) -> &str {
    if line.len() <= LONGEST_LINE {
        return line;
    }
    let mut end = LONGEST_LINE;
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    &line[..end]
}
/// The beginning of a line, at most so many characters of it, to its last whole word.
pub(in crate::said) fn excerpt(line: &str, most: usize) -> String {
    if line.chars().nth(most).is_none() {
        return line.to_owned();
    }
    let mut words: String = line.chars().take(most - 1).collect();
    let end = words.rfind(char::is_whitespace).unwrap_or(words.len());
    words.truncate(end);
    words.push('…');
    words
}

/// So many characters of a line are quoted at most.
const QUOTED: [usize; 2] = [60, 80];

/// What is quoted of a line ends with a whole word, and says where it was cut.
pub(in crate::said) fn without_half_word(line: &str, words: &mut String) {
    if words.is_empty() || !words.ends_with(char::is_alphanumeric) {
        return;
    }
    let goes_on = match line.find(words.as_str()) {
        Some(at) => line[at + words.len()..].chars().next().is_some_and(char::is_alphanumeric),
        // Of a line that was corrected: its length says that it was cut.
        None => QUOTED.contains(&words.chars().count()),
    };
    if goes_on && let Some(space) = words.rfind(char::is_whitespace) {
        words.truncate(space);
        words.push('…');
    }
}

/// Typing errors forgiven in a word of so many letters.
pub(in crate::said) fn allowed_errors(length: usize) -> usize {
    match length {
        0..=4 => 0,
        5..=7 => 1,
        8..=11 => 2,
        _ => 3,
    }
}

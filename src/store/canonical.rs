//! Canonical JSON: one value, one text, so that a value can be hashed.
//!
//! The text is that of RFC 8785 (JSON Canonicalization Scheme): no space between tokens, the keys
//! of an object sorted by their UTF-16 code units, strings with the shortest escapes. Of the
//! numbers only integers are taken, from −(2⁵³−1) to 2⁵³−1, which every JSON library reads back
//! exactly; it deliberately does not write fractions, whose text RFC 8785 takes from ECMAScript.

use serde_json::{Number, Value};
use thiserror::Error;

/// The largest integer, 2⁵³−1, that every JSON library holds exactly (RFC 7493, section 2.2).
const LARGEST_INTEGER: u64 = (1 << 53) - 1;

/// How deep arrays and objects may stand in each other, well below what parsers refuse.
pub(super) const DEEPEST: usize = 64;

/// Why a value has no canonical text. The messages continue a sentence that names the value.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CanonicalError {
    /// A fraction, or a number written with an exponent.
    #[error("holds {0}, which is not an integer")]
    NotAnInteger(Number),
    /// An integer that some JSON libraries would round.
    #[error("holds {0}, which is larger than 9007199254740991")]
    TooLarge(Number),
    /// Arrays and objects stand in each other too deep.
    #[error("is nested deeper than {0} levels")]
    TooDeep(usize),
}

/// Writes a value canonically.
///
/// # Errors
///
/// [`CanonicalError`] for numbers that are no integers or too large, and for more than 64 levels
/// of arrays and objects.
pub fn canonical_json(value: &Value) -> Result<String, CanonicalError> {
    canonical_json_to_depth(value, DEEPEST)
}

/// As [`canonical_json`], with another limit to the nesting.
pub(super) fn canonical_json_to_depth(
    value: &Value,
    deepest: usize,
) -> Result<String, CanonicalError> {
    let mut text = String::new();
    write_value(&mut text, value, deepest, deepest)?;
    Ok(text)
}

fn write_value(
    text: &mut String,
    value: &Value,
    levels: usize,
    deepest: usize,
) -> Result<(), CanonicalError> {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Number(number) => text.push_str(&integer(number)?),
        Value::String(string) => write_string(text, string),
        Value::Array(items) => {
            let inner = levels.checked_sub(1).ok_or(CanonicalError::TooDeep(deepest))?;
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_value(text, item, inner, deepest)?;
            }
            text.push(']');
        }
        Value::Object(members) => {
            let inner = levels.checked_sub(1).ok_or(CanonicalError::TooDeep(deepest))?;
            let mut members: Vec<(&String, &Value)> = members.iter().collect();
            members.sort_by(|(left, _), (right, _)| left.encode_utf16().cmp(right.encode_utf16()));
            text.push('{');
            for (index, (key, member)) in members.into_iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_string(text, key);
                text.push(':');
                write_value(text, member, inner, deepest)?;
            }
            text.push('}');
        }
    }
    Ok(())
}

fn integer(number: &Number) -> Result<String, CanonicalError> {
    let size = match (number.as_u64(), number.as_i64()) {
        (Some(size), _) => size,
        (None, Some(negative)) => negative.unsigned_abs(),
        (None, None) => return Err(CanonicalError::NotAnInteger(number.clone())),
    };
    if size > LARGEST_INTEGER {
        return Err(CanonicalError::TooLarge(number.clone()));
    }
    Ok(number.to_string())
}

/// RFC 8785, section 3.2.2.2.
fn write_string(text: &mut String, string: &str) {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            control if control < ' ' => {
                text.push_str(&format!("\\u{:04x}", u32::from(control)));
            }
            other => text.push(other),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn canonical(text: &str) -> Result<String, CanonicalError> {
        canonical_json(&serde_json::from_str(text).unwrap())
    }

    #[test]
    fn space_and_order_do_not_matter() {
        let expected = r#"{"a":[1,-2,true,null],"b":{"c":"ö","d":""}}"#;
        assert_eq!(
            canonical(r#" { "b" : {"d":"", "c":"\u00f6"}, "a":[1, -2,true , null] } "#).unwrap(),
            expected
        );
        assert_eq!(canonical(expected).unwrap(), expected);
    }

    #[test]
    fn keys_are_sorted_by_utf_16_code_units() {
        // U+1F600 is D83D DE00 in UTF-16, before U+FB33, though its code point is larger.
        assert_eq!(
            canonical("{\"\u{fb33}\":1,\"\u{1f600}\":2,\"\\r\":3,\"1\":4,\"ö\":5}").unwrap(),
            "{\"\\r\":3,\"1\":4,\"ö\":5,\"\u{1f600}\":2,\"\u{fb33}\":1}"
        );
    }

    #[test]
    fn strings_have_the_shortest_escapes() {
        assert_eq!(
            canonical(r#""\u0008\u0009\u000a\u000c\u000d\u0001\u001F\u007f\u0022\u005c\/""#)
                .unwrap(),
            "\"\\b\\t\\n\\f\\r\\u0001\\u001f\u{7f}\\\"\\\\/\""
        );
    }

    #[test]
    fn only_integers_every_library_keeps() {
        assert_eq!(canonical("9007199254740991").unwrap(), "9007199254740991");
        assert_eq!(canonical("-9007199254740991").unwrap(), "-9007199254740991");
        for large in ["9007199254740992", "-9007199254740992", "18446744073709551615"] {
            assert!(matches!(canonical(large), Err(CanonicalError::TooLarge(_))), "{large}");
        }
        for fraction in ["1.5", "1.0", "1e3", "-0", "-0.0"] {
            assert!(matches!(canonical(fraction), Err(CanonicalError::NotAnInteger(_))));
        }
    }

    #[test]
    fn nesting_has_a_limit() {
        let nested = |levels| (0..levels).fold(json!(1), |inner, _| json!([inner]));
        assert!(canonical_json(&nested(DEEPEST)).is_ok());
        assert_eq!(canonical_json(&nested(DEEPEST + 1)), Err(CanonicalError::TooDeep(DEEPEST)));
    }
}

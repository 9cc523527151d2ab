//! Lines as they were typed, where the plain text of a mail was wrapped and its HTML was not.

use super::introductions::WRAPPED_AT_LEAST;

/// The lines of `plain`, with those put together that `html` has as one line. Both must be the
/// same text but for the breaks; otherwise `plain` is returned as it is. Lines too short to
/// have been wrapped are never put together.
pub(super) fn unwrap(plain: &str, html: &str) -> String {
    let plain_lines: Vec<&str> = plain.lines().collect();
    let mut result: Vec<String> = Vec::new();
    let mut at = 0;
    let skip_empty = |result: &mut Vec<String>, at: &mut usize| {
        while plain_lines.get(*at).is_some_and(|line| line.trim().is_empty()) {
            result.push(String::new());
            *at += 1;
        }
    };
    for whole in html.lines().map(normal).filter(|line| !line.is_empty()) {
        skip_empty(&mut result, &mut at);
        let start = at;
        let mut joined = String::new();
        let mut broken_by_wrapping = true;
        while normal(&joined) != whole {
            let Some(line) = plain_lines.get(at).filter(|line| !line.trim().is_empty()) else {
                return plain.to_owned();
            };
            if !joined.is_empty() {
                let last = plain_lines[at - 1].chars().count();
                let next = line.split_whitespace().next().unwrap_or_default().chars().count();
                broken_by_wrapping &= last + 1 + next > WRAPPED_AT_LEAST;
                joined.push(' ');
            }
            joined.push_str(line);
            if joined.len() > whole.len() + plain_lines[at].len() {
                return plain.to_owned();
            }
            at += 1;
        }
        if broken_by_wrapping {
            result.push(joined);
        } else {
            result.extend(plain_lines[start..at].iter().map(|line| (*line).to_owned()));
        }
    }
    skip_empty(&mut result, &mut at);
    if at < plain_lines.len() {
        return plain.to_owned();
    }
    result.join("\n")
}

/// A line with single spaces, for comparing.
fn normal(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: &str = "Daun to Zittau via Leipa, Friedland, Reichenberg, Gabel and Kratzau, then";

    #[test]
    fn puts_wrapped_lines_together() {
        let plain = format!("{LONG}\nrecruit 4\n\nready");
        let html = format!("{LONG} recruit 4\nready");
        assert_eq!(unwrap(&plain, &html), format!("{LONG} recruit 4\n\nready"));
    }

    #[test]
    fn keeps_short_lines_and_different_texts() {
        let two = "Daun to Zittau\nready";
        assert_eq!(unwrap(two, "Daun to Zittau ready"), two);
        let long = format!("{LONG}\nrecruit 4");
        assert_eq!(unwrap(&long, "something else"), long);
        assert_eq!(unwrap(&long, &format!("{LONG} recruit 5")), long);
        assert_eq!(
            unwrap(&format!("{long}\nmore"), &format!("{LONG} recruit 4")),
            format!("{long}\nmore")
        );
    }
}

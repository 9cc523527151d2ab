//! `format=flowed` (RFC 3676): puts together the lines a mail program broke.

/// The text of a flowed part with its paragraphs in one line each. Quoted lines keep a `>` per
/// level. `delete_space` is the parameter `delsp=yes`.
pub(super) fn unflow(text: &str, delete_space: bool) -> String {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let unquoted = line.trim_start_matches('>');
        let depth = line.len() - unquoted.len();
        let content = unquoted.strip_prefix(' ').unwrap_or(unquoted);
        // The separator of a signature ends in a space and is no flowed line (section 4.3).
        let separator = content == "-- ";
        let flowed = content.ends_with(' ') && !separator;
        let content = if flowed && delete_space { &content[..content.len() - 1] } else { content };
        match lines.last_mut() {
            Some((last_depth, last)) if open && *last_depth == depth && !separator => {
                last.push_str(content);
            }
            _ => lines.push((depth, content.to_owned())),
        }
        open = flowed;
    }
    let mut whole = String::with_capacity(text.len());
    for (depth, line) in lines {
        for _ in 0..depth {
            whole.push('>');
        }
        if depth > 0 {
            whole.push(' ');
        }
        whole.push_str(&line);
        whole.push('\n');
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_what_was_broken_and_nothing_else() {
        let text = "Daun to Zittau via \nLeipa\nready\n\n> quoted \n> still\n>> deeper \n> back\n";
        assert_eq!(
            unflow(text, false),
            "Daun to Zittau via Leipa\nready\n\n> quoted still\n>> deeper \n> back\n"
        );
    }

    #[test]
    fn stuffing_deleted_spaces_and_the_signature() {
        assert_eq!(unflow(" >no quote\r\n From\r\n", false), ">no quote\nFrom\n");
        assert_eq!(unflow("König \ngrätz\n", true), "Königgrätz\n");
        assert_eq!(unflow("typed \n-- \nname\n", false), "typed \n-- \nname\n");
    }
}

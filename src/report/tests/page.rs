//! The layout of the HTML part: colours that can be told from what is behind them, by day and by
//! night, and nothing that a mail program would have to fetch.

/// The layout of the HTML part.
const PAGE: &str = include_str!("../../../templates/page.html");
/// The least contrast of text (WCAG 2.2, criterion 1.4.3).
const LEAST: f64 = 4.5;

/// The style sheet for dark screens, and the rest of the page.
fn dark_and_light() -> (&'static str, &'static str) {
    let (_, dark) = PAGE.split_once("@media (prefers-color-scheme: dark) {").expect("dark colours");
    let (dark, _) = dark.split_once("</style>").expect("an end");
    let (_, light) = PAGE.split_once("<body").expect("a body");
    (dark, light)
}

/// The colours behind a property, as `#rrggbb`.
fn colours(text: &str, property: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (place, _) in text.match_indices(property) {
        // `color` is not `background-color`.
        let apart = !text[..place].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-');
        let value = text[place + property.len()..].trim_start();
        if let (true, Some(hash)) = (apart, value.strip_prefix('#')) {
            let digits = hash.get(..6).expect("colours are written with six digits");
            assert!(digits.chars().all(|digit| digit.is_ascii_hexdigit()), "{digits}");
            found.push(digits.to_owned());
        }
    }
    found.sort();
    found.dedup();
    assert!(!found.is_empty(), "no {property}");
    found
}

/// Relative luminance (WCAG 2.2).
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let value = u8::from_str_radix(&colour[at..at + 2], 16).expect("hexadecimal");
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn contrast_is_measured_as_the_guidelines_say() {
    assert!((contrast("000000", "ffffff") - 21.0).abs() < 1e-9);
    assert!((contrast("777777", "ffffff") - 4.48).abs() < 0.01);
}

#[test]
fn every_colour_of_text_can_be_read_on_every_ground_by_day_and_by_night() {
    let (dark, light) = dark_and_light();
    for (name, style) in [("light", light), ("dark", dark)] {
        for text in colours(style, "color:") {
            for ground in colours(style, "background:") {
                let found = contrast(&text, &ground);
                assert!(found >= LEAST, "{name}: #{text} on #{ground} has {found:.2}");
            }
        }
    }
}

#[test]
fn every_colour_by_day_has_one_by_night() {
    let (dark, light) = dark_and_light();
    for tag in
        light.split('<').filter(|tag| tag.contains("color:#") || tag.contains("background:#"))
    {
        let name = tag.split([' ', '>']).next().unwrap_or_default();
        let class = tag.split("class=\"").nth(1).and_then(|rest| rest.split('"').next());
        let selector = class.map_or(name.to_owned(), |class| format!(".{class}"));
        let ruled = dark.split('}').any(|rule| {
            let selectors = rule.split('{').next().unwrap_or_default();
            selectors.split(',').any(|one| one.trim() == selector)
        });
        assert!(ruled, "{selector} keeps its light colour in the dark");
    }
}

#[test]
fn a_page_fetches_nothing() {
    for word in ["http:", "https:", "//", "@import", "url(", "<link", "<script", "<iframe"] {
        assert!(!PAGE.contains(word), "{word}");
    }
}

//! What mail programs write around a quotation, in English, German, Spanish, Italian and Polish.
//!
//! Data and the questions asked of it, one line at a time. All of it is matched in lower case,
//! after typographic characters were made plain.

/// Mail programs that wrap do so at no less than this many characters.
pub(super) const WRAPPED_AT_LEAST: usize = 60;
/// Longest attribution, in bytes: date, name, address, verb.
const LONGEST_ATTRIBUTION: usize = 400;
/// Longest footer of a mail program, in bytes.
const LONGEST_FOOTER: usize = 160;

/// How attributions begin where they begin with a word: "On Sunday, …".
const OPENERS: [&str; 8] = ["on ", "am ", "el ", "il giorno ", "il ", "w dniu ", "dnia ", "at "];
/// How the attributions of some programs in Polish begin: with the day of the week.
const POLISH_DAYS: [&str; 14] = [
    "pon.",
    "wt.",
    "śr.",
    "czw.",
    "pt.",
    "sob.",
    "niedz.",
    "poniedziałek,",
    "wtorek,",
    "środa,",
    "czwartek,",
    "piątek,",
    "sobota,",
    "niedziela,",
];
/// The verbs at the end of an attribution.
const VERBS: [&str; 11] = [
    "wrote",
    "writes",
    "schrieb",
    "escribió",
    "escribio",
    "ha scritto",
    "scrisse",
    "napisał(a)",
    "napisał",
    "napisała",
    "pisze",
];
/// German puts the name or the date behind the verb.
const GERMAN_VERB: &str = " schrieb ";

/// Polish also says it in the passive voice: a message written by.
const POLISH_PASSIVE: &str = "napisana przez ";

/// Whether a line, or some lines joined by spaces, introduces a quotation. `quoted_next`: the
/// next line that is not empty is quoted, which makes "Ada wrote:" enough.
pub(super) fn is_attribution(line: &str, quoted_next: bool) -> bool {
    let line = line.trim();
    let dashed = line.starts_with("--");
    if line.len() > LONGEST_ATTRIBUTION || !(line.ends_with(':') || dashed && line.ends_with('-')) {
        return false;
    }
    let lower = line.to_lowercase();
    let core = lower.trim_matches(|c: char| matches!(c, ':' | '-' | '*' | ' ' | '_'));
    let opened = has_opener(core);
    let ends_in_verb = VERBS.iter().any(|verb| {
        core.strip_suffix(verb).is_some_and(|before| before.is_empty() || before.ends_with(' '))
    });
    let german = core.contains(GERMAN_VERB) && (opened || core.contains(" schrieb am "));
    let dated = is_dated(core);
    let addressed = core.contains('@');
    // Some programs name date and sender and leave the verb out.
    let verbless = quoted_next && dated && addressed;
    if !ends_in_verb && !german && !verbless && !core.contains(POLISH_PASSIVE) {
        return false;
    }
    quoted_next || (opened || dashed) && (dated || addressed) || addressed || german && dated
}

/// Whether a line is surely the first of an attribution, and not one that somebody typed above
/// it: "On Sun, 1 Mar 2026 10:05:00 +0100".
pub(super) fn surely_opens_attribution(line: &str) -> bool {
    has_opener(&line.trim().to_lowercase()) && is_dated(line)
}

/// Whether a line can be the first of an attribution that goes on in the next line.
pub(super) fn can_open_attribution(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    let lower = lower.trim_start_matches(['*', '-', ' ']);
    has_opener(lower) || lower.contains('@')
}

/// Whether a line holds a date or a time of our days: a year, `10:05`, `1.3.26`. The years and
/// the turns that players write of do not count.
fn is_dated(line: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    line.split(|c: char| !c.is_ascii_digit() && !matches!(c, ':' | '.' | '/' | '-')).any(|word| {
        let word = word.trim_matches([':', '.', '/', '-']);
        let pieces: Vec<&str> = word.split([':', '.', '/', '-']).collect();
        let year = pieces.len() == 1 && word.len() == 4 && word.starts_with("20");
        pieces.iter().all(|piece| digits(piece))
            && (year || pieces.len() >= 3 || pieces.len() == 2 && word.contains(':'))
    })
}

fn has_opener(lower: &str) -> bool {
    OPENERS.iter().chain(&POLISH_DAYS).any(|opener| lower.starts_with(opener))
}

/// A line of the header that some programs put above what they quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderLine {
    From,
    Date,
    To,
    Subject,
    Other,
}

/// Which header line it is, if any: `From:`, `Gesendet:`, `*Asunto:*` and so on.
pub(super) fn header_line(line: &str) -> Option<HeaderLine> {
    const LABELS: [(HeaderLine, &[&str]); 5] = [
        (HeaderLine::From, &["from", "von", "de", "da", "od", "nadawca"]),
        (
            HeaderLine::Date,
            &[
                "sent",
                "date",
                "gesendet",
                "datum",
                "enviado",
                "enviado el",
                "fecha",
                "inviato",
                "data",
                "wysłano",
                "wysłane",
                "gesendet am",
            ],
        ),
        (HeaderLine::To, &["to", "an", "para", "a", "do", "adresat"]),
        (HeaderLine::Subject, &["subject", "betreff", "asunto", "oggetto", "temat"]),
        (
            HeaderLine::Other,
            &[
                "cc",
                "kopie",
                "dw",
                "bcc",
                "reply-to",
                "antwort an",
                "responder a",
                "rispondi a",
                "importance",
                "wichtigkeit",
                "importancia",
                "priorità",
                "ważność",
                "attachments",
                "anlagen",
                "datos adjuntos",
                "allegati",
                "załączniki",
                "message-id",
                "references",
                "in-reply-to",
                "organization",
            ],
        ),
    ];
    let line = line.trim().trim_start_matches('*');
    let (label, _) = line.split_once(':')?;
    let label = label.trim_end_matches('*').trim().to_lowercase();
    let found = LABELS.iter().find(|(_, labels)| labels.contains(&label.as_str()));
    found.map(|(kind, _)| *kind)
}

/// Whether a line says that the original mail follows.
pub(super) fn is_original_message(line: &str) -> bool {
    const PHRASES: [&str; 21] = [
        "original message",
        "original appointment",
        "original email",
        "forwarded message",
        "reply message",
        "ursprüngliche nachricht",
        "urspruengliche nachricht",
        "originalnachricht",
        "original-nachricht",
        "ursprüngliche mail",
        "weitergeleitete nachricht",
        "mensaje original",
        "mensaje reenviado",
        "correo original",
        "messaggio originale",
        "messaggio inoltrato",
        "wiadomość oryginalna",
        "oryginalna wiadomość",
        "treść oryginalnej wiadomości",
        "wiadomość pierwotna",
        "przekazana wiadomość",
    ];
    const BARE: [&str; 5] = [
        "begin forwarded message:",
        "anfang der weitergeleiteten nachricht:",
        "inicio del mensaje reenviado:",
        "inizio messaggio inoltrato:",
        "początek przekazywanej wiadomości:",
    ];
    let lower = line.trim().to_lowercase();
    let core = lower.trim_matches(|c: char| matches!(c, '-' | '_' | '=' | ' ' | '*'));
    let ruled = lower.starts_with("--") || lower.starts_with("__") || lower.starts_with("==");
    ruled && PHRASES.contains(&core.trim_end_matches(':')) || BARE.contains(&lower.as_str())
}

/// Whether a line is what a mail program says of itself: "Sent from my iPhone".
pub(super) fn is_footer(line: &str) -> bool {
    const BEGINNINGS: &[&str] = &[
        // English
        "sent from my ",
        "sent from mail for ",
        "sent from yahoo mail",
        "sent from outlook",
        "sent from proton mail",
        "sent from protonmail",
        "sent with proton mail",
        "sent with protonmail",
        "sent from samsung",
        "sent from tuta",
        "sent from gmail mobile",
        "sent from windows mail",
        "sent using the mobile mail app",
        "get outlook for ",
        "get bluemail for",
        "sent from the gmx",
        "sent via the samsung",
        // German
        "gesendet von meinem ",
        "gesendet von mail ",
        "gesendet von outlook",
        "gesendet mit der ",
        "gesendet mit proton",
        "gesendet mit gmx",
        "gesendet mit web.de",
        "gesendet von yahoo",
        "gesendet aus der",
        "diese nachricht wurde von meinem ",
        "holen sie sich outlook für ",
        "outlook für ios beziehen",
        "outlook für android beziehen",
        // Spanish
        "enviado desde mi ",
        "enviado desde correo ",
        "enviado desde yahoo",
        "enviado desde outlook",
        "enviado con proton",
        "enviado con el correo ",
        "enviado desde proton",
        "obtener outlook para ",
        "obtenga outlook para ",
        // Italian
        "inviato da iphone",
        "inviato da ipad",
        "inviato da posta ",
        "inviato da yahoo",
        "inviato da outlook",
        "inviato con proton",
        "inviato dal mio ",
        "scarica outlook per ",
        // Polish
        "wysłane za pomocą ",
        "wysłano za pomocą ",
        "wysłane z ",
        "wysłano z ",
        "pobierz outlook dla ",
    ];
    const ENDINGS: [(&str, &str); 3] =
        [("von meinem ", " gesendet"), ("von meiner ", " gesendet"), ("aus der ", " gesendet")];
    let line = line.trim().trim_start_matches(['*', '_', '<']);
    if line.len() > LONGEST_FOOTER {
        return false;
    }
    let lower = line.to_lowercase();
    // Where the name of the program is a link, some write it in brackets.
    let lower = lower.replace('[', "");
    let lower = lower.trim_end_matches(['.', '!', '*', '_', ' ']);
    BEGINNINGS.iter().any(|beginning| lower.starts_with(beginning))
        || ENDINGS.iter().any(|(from, to)| lower.starts_with(from) && lower.ends_with(to))
}

/// Whether a line stands for something that is not text: a picture, a collapsed quotation.
pub(super) fn is_placeholder(line: &str) -> bool {
    const COLLAPSED: [&str; 5] = [
        "[quoted text hidden]",
        "[zitierter text ausgeblendet]",
        "[el texto citado está oculto]",
        "[testo tra virgolette nascosto]",
        "[cytowany tekst ukryty]",
    ];
    let lower = line.trim().to_lowercase();
    let picture = lower.starts_with("[cid:") || lower.starts_with("[image: ") || lower == "[image]";
    picture && lower.ends_with(']') || COLLAPSED.contains(&lower.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributions_in_five_languages() {
        for line in [
            "On Sun, Mar 1, 2026 at 10:05 AM Feldpost <judge@club.test> wrote:",
            "On 1 Mar 2026, at 10:05, Feldpost <judge@club.test> wrote:",
            "Am So., 1. März 2026 um 10:05 Uhr schrieb Feldpost <judge@club.test>:",
            "Am 01.03.26 um 10:05 schrieb Feldpost:",
            "Feldpost <judge@club.test> schrieb am So., 1. März 2026, 10:05:",
            "El dom, 1 mar 2026 a las 10:05, Feldpost (<judge@club.test>) escribió:",
            "Il giorno dom 1 mar 2026 alle ore 10:05 Feldpost <judge@club.test> ha scritto:",
            "Il 01/03/26 10:05, Feldpost ha scritto:",
            "W dniu 1.03.2026 o 10:05, Feldpost pisze:",
            "niedz., 1 mar 2026 o 10:05 Feldpost <judge@club.test> napisał(a):",
            "---- On Sun, 01 Mar 2026 10:05:00 +0100 Feldpost <judge@club.test> wrote ----",
        ] {
            assert!(is_attribution(line, false), "{line}");
        }
        assert!(is_attribution("Ada wrote:", true) && !is_attribution("Ada wrote:", false));
    }

    #[test]
    fn orders_and_press_are_no_attributions() {
        for line in [
            "On to Zittau:",
            "Daun to Zittau",
            "El Dorado:",
            "am 3:",
            "press to all: I wrote 3 notes",
            "wrote",
            "On turn 3 you promised me Zittau",
            "On turn 3 Prussia wrote:",
            "In 1757, on page 12, somebody wrote:",
        ] {
            assert!(!is_attribution(line, false), "{line}");
        }
    }

    #[test]
    fn headers_of_quoted_mails() {
        assert_eq!(header_line("From: x"), Some(HeaderLine::From));
        assert_eq!(header_line("*Gesendet:* Sonntag"), Some(HeaderLine::Date));
        assert_eq!(header_line("  Oggetto : x"), Some(HeaderLine::Subject));
        assert_eq!(header_line("Daun: hold"), None);
        assert!(is_original_message("-----Ursprüngliche Nachricht-----"));
        assert!(is_original_message("________ Mensaje original ________"));
        assert!(!is_original_message("the original message was lost"));
    }

    #[test]
    fn footers_in_five_languages() {
        for line in [
            "Sent from my iPhone",
            "Von meinem iPhone gesendet",
            "Enviado desde mi iPhone",
            "Inviato da iPhone",
            "Wysłane z iPhone'a",
            "Get Outlook for Android<https://aka.ms/x>",
        ] {
            assert!(is_footer(line), "{line}");
        }
        assert!(!is_footer("Sent Daun to Zittau") && !is_footer("von Daun"));
    }
}

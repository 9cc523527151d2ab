//! What mail programs write around a quotation, in English, German, Spanish, Italian,
//! Polish, French, Dutch, Portuguese, Swedish, Danish, Czech and Russian: introductions.
//!
//! Data and the questions asked of it, one line at a time. All of it is matched in lower case,
//! after typographic characters were made plain.

/// Mail programs that wrap do so at no less than this many characters.
pub(super) const WRAPPED_AT_LEAST: usize = 60;
/// Longest attribution, in bytes: date, name, address, verb.
const LONGEST_ATTRIBUTION: usize = 400;

/// How attributions begin where they begin with a word: "On Sunday, …".
const OPENERS: [&str; 23] = [
    "on ",
    "am ",
    "el ",
    "il giorno ",
    "il ",
    "w dniu ",
    "dnia ",
    "at ", // en de es it pl
    "le ",
    "op ",
    "em ",
    "a ",
    "no dia ",
    "den ",
    "på ",
    "dne ",
    "d. ",
    "vào ", // fr nl pt sv da cs
    "в ",
    "за ",
    "от ",
    "kl. ",
    "ons ",
];
/// How the attributions of some programs begin: with the day of the week, here in Polish, Czech,
/// Russian, Portuguese, Swedish, Danish and Dutch.
const DAYS: [&str; 59] = [
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
    "po ",
    "út ",
    "st ",
    "čt ",
    "pá ",
    "so ",
    "ne ",
    "пн,",
    "вт,",
    "ср,",
    "чт,",
    "пт,",
    "сб,",
    "вс,",
    "понедельник,",
    "вторник,",
    "среда,",
    "четверг,",
    "пятница,",
    "суббота,",
    "воскресенье,",
    "seg.,",
    "ter.,",
    "qua.,",
    "qui.,",
    "sex.,",
    "sáb.,",
    "dom.,",
    "mån ",
    "tis ",
    "tors ",
    "fre ",
    "lör ",
    "sön ",
    "man.",
    "tirs.",
    "ons.",
    "tors.",
    "fre.",
    "lør.",
    "søn.",
    "ma ",
    "di ",
    "wo ",
    "zo ",
];
/// The verbs at the end of an attribution.
const VERBS: [&str; 32] = [
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
    // French, Dutch, Portuguese
    "a écrit",
    "a ecrit",
    "écrivait",
    "schreef",
    "het volgende geschreven",
    "geschreven",
    "escreveu",
    // Swedish, Danish and Norwegian
    "skrev",
    "skrev följande",
    "skrev følgende",
    // Czech, Russian
    "napsal(a)",
    "napsal",
    "napsala",
    "napsal/a",
    "пишет",
    "написал(а)",
    "написал",
    "написала",
    "писал(а)",
    "писал",
    "пише",
];
/// Some languages put the name or the date behind the verb.
const INNER_VERBS: [&str; 5] = [" schrieb ", " schreef ", " skrev ", " napsal ", " écrivait "];

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
    // French has a no-break space before the colon.
    let core =
        lower.trim_matches(|c: char| matches!(c, ':' | '-' | '*' | '_') || c.is_whitespace());
    let opened = has_opener(core);
    let ends_in_verb = VERBS.iter().any(|verb| {
        core.strip_suffix(verb).is_some_and(|before| before.is_empty() || before.ends_with(' '))
    });
    let inner = INNER_VERBS.iter().find(|verb| core.contains(**verb));
    let inner = inner.is_some_and(|verb| {
        let behind = core.split_once(verb).map_or("", |(_, behind)| behind);
        opened || behind.starts_with("am ") || is_dated(behind)
    });
    let dated = is_dated(core);
    let addressed = core.contains('@');
    // Some programs name date and sender and leave the verb out.
    let verbless = quoted_next && dated && addressed;
    if !ends_in_verb && !inner && !verbless && !core.contains(POLISH_PASSIVE) {
        return false;
    }
    quoted_next || (opened || dashed) && (dated || addressed) || addressed || inner && dated
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
pub(super) fn is_dated(line: &str) -> bool {
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
    OPENERS.iter().chain(&DAYS).any(|opener| lower.starts_with(opener))
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
        (
            HeaderLine::From,
            &[
                "from",
                "von",
                "de",
                "da",
                "od",
                "nadawca",
                "van",
                "från",
                "fra",
                "от",
                "від",
                "от кого",
                "lähettäjä",
                "feladó",
                "kimden",
                "expéditeur",
                "absender",
                "mittente",
                "remitente",
                "remetente",
                "afzender",
                "odesílatel",
                "отправитель",
                "avsändare",
                "afsender",
            ],
        ),
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
                "envoyé",
                "envoyé le",
                "verzonden",
                "verstuurd",
                "enviada",
                "enviada em",
                "enviado em",
                "skickat",
                "skickades",
                "sendt",
                "dato",
                "odesláno",
                "отправлено",
                "дата",
                "надіслано",
                "lähetetty",
                "päivämäärä",
                "elküldve",
                "dátum",
                "gönderilme",
                "tarih",
            ],
        ),
        (
            HeaderLine::To,
            &[
                "to",
                "an",
                "para",
                "a",
                "do",
                "adresat",
                "à",
                "pour",
                "aan",
                "till",
                "til",
                "komu",
                "кому",
                "vastaanottaja",
                "címzett",
                "kime",
                "destinataire",
                "empfänger",
                "destinatario",
                "destinatário",
                "mottagare",
                "modtager",
                "получатель",
            ],
        ),
        (
            HeaderLine::Subject,
            &[
                "subject",
                "betreff",
                "asunto",
                "oggetto",
                "temat",
                "objet",
                "sujet",
                "onderwerp",
                "assunto",
                "ämne",
                "emne",
                "předmět",
                "тема",
                "aihe",
                "tárgy",
                "konu",
            ],
        ),
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
                "copie à",
                "répondre à",
                "importance de",
                "pièces jointes",
                "beantwoorden",
                "bijlagen",
                "prioriteit",
                "urgentie",
                "responder para",
                "anexos",
                "importância",
                "kopia",
                "svara till",
                "bilagor",
                "prioritet",
                "vedhæftninger",
                "svar til",
                "kopi",
                "přílohy",
                "důležitost",
                "kopie",
                "копия",
                "важность",
                "вложения",
            ],
        ),
    ];
    let line = line.trim().trim_start_matches('*');
    let (label, _) = line.split_once(':')?;
    let label = label.trim_end_matches('*').trim().to_lowercase();
    let found = LABELS.iter().find(|(_, labels)| labels.contains(&label.as_str()));
    found.map(|(kind, _)| *kind)
}

/// Whether a line has the shape of a header line in whatever language: a short label and a colon.
pub(super) fn is_labelled(line: &str) -> bool {
    let Some((label, value)) = line.split_once([':', '：']) else { return false };
    let label = label.trim_matches(|c: char| c == '*' || c.is_whitespace());
    !value.trim().is_empty()
        && (1..=25).contains(&label.chars().count())
        && label.split(' ').count() <= 3
        && label.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '.' | '\''))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributions_in_many_languages() {
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
            "Le dim. 1 mars 2026 à 10:05, Feldpost <judge@club.test> a écrit :",
            "Op zo 1 mrt 2026 om 10:05 schreef Feldpost <judge@club.test>:",
            "Em dom., 1 de mar. de 2026 às 10:05, Feldpost <judge@club.test> escreveu:",
            "Den sön 1 mars 2026 kl 10:05 skrev Feldpost <judge@club.test>:",
            "Den søn. 1. mar. 2026 kl. 10.05 skrev Feldpost <judge@club.test>:",
            "ne 1. 3. 2026 v 10:05 odesílatel Feldpost <judge@club.test> napsal:",
            "Feldpost <judge@club.test> написал(а):",
            "---- On Sun, 01 Mar 2026 10:05:00 +0100 Feldpost <judge@club.test> wrote ----",
        ] {
            assert!(is_attribution(line, false), "{line}");
        }
        assert!(is_attribution("вс, 1 мар. 2026 г. в 10:05, Feldpost <judge@club.test>:", true));
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
        assert_eq!(header_line("Envoyé : dimanche"), Some(HeaderLine::Date));
        assert_eq!(header_line("Тема: x"), Some(HeaderLine::Subject));
        assert!(
            is_labelled("Lähettäjä: x") && !is_labelled("5 to Prag: yes") && !is_labelled("x:")
        );
    }
}

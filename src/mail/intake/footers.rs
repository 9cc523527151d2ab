//! What mail programs write of themselves and around what was typed: separators, footers,
//! placeholders, notices.
//!
//! Data and the questions asked of it, one line at a time. All of it is matched in lower case,
//! after typographic characters were made plain.

/// Longest footer of a mail program, in bytes.
const LONGEST_FOOTER: usize = 160;

/// Whether a line says that the original mail follows.
pub(super) fn is_original_message(line: &str) -> bool {
    const PHRASES: &[&str] = &[
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
        "message d'origine",
        "message original",
        "message transféré",
        "courriel original",
        "oorspronkelijk bericht",
        "doorgestuurd bericht",
        "mensagem original",
        "mensagem encaminhada",
        "ursprungligt meddelande",
        "originalmeddelande",
        "vidarebefordrat meddelande",
        "oprindelig meddelelse",
        "original meddelelse",
        "videresendt meddelelse",
        "opprinnelig melding",
        "původní zpráva",
        "původní e-mail",
        "přeposlaná zpráva",
        "исходное сообщение",
        "пересылаемое сообщение",
        "пересланное сообщение",
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
        // French
        "envoyé de mon ",
        "envoyé depuis mon ",
        "envoyé depuis ",
        "envoyé à partir de ",
        "envoyé avec ",
        "téléchargez outlook pour ",
        "obtenir outlook pour ",
        // Dutch
        "verstuurd vanaf mijn ",
        "verzonden vanaf mijn ",
        "verzonden vanaf outlook",
        "verzonden met ",
        "verstuurd met ",
        "outlook voor ",
        // Portuguese
        "enviado do meu ",
        "enviado a partir do ",
        "enviado do ",
        "enviado por ",
        "obter o outlook para ",
        "obter outlook para ",
        // Swedish, Danish, Norwegian
        "skickat från min ",
        "skickat från ",
        "skickades från ",
        "hämta outlook för ",
        "sendt fra min ",
        "sendt fra ",
        "hent outlook til ",
        "få outlook for ",
        // Czech
        "odesláno z ",
        "odesláno pomocí ",
        "získejte outlook pro ",
        // Russian
        "отправлено с ",
        "отправлено из ",
        "отправлено с моего ",
        "скачать outlook для ",
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
    const COLLAPSED: [&str; 7] = [
        "[quoted text hidden]",
        "[zitierter text ausgeblendet]",
        "[el texto citado está oculto]",
        "[testo tra virgolette nascosto]",
        "[cytowany tekst ukryty]",
        "[texte des messages précédents masqué]",
        "[tekst uit oorspronkelijke bericht is verborgen]",
    ];
    let lower = line.trim().to_lowercase();
    let picture = lower.starts_with("[cid:") || lower.starts_with("[image: ") || lower == "[image]";
    // The picture's name in angle brackets is what one program writes for it.
    let named = lower.starts_with('<')
        && [".png>", ".jpg>", ".jpeg>", ".gif>"].iter().any(|ending| lower.ends_with(ending));
    picture && lower.ends_with(']') || named || COLLAPSED.contains(&lower.as_str())
}

/// Whether a plain text only says that the mail is in HTML.
pub(super) fn is_notice_of_html(text: &str) -> bool {
    /// Longest notice, in bytes.
    const LONGEST: usize = 400;
    let lower = text.to_lowercase();
    text.len() <= LONGEST
        && lower.split(|c: char| !c.is_alphanumeric()).any(|word| word == "html" || word == "xhtml")
        && lower.lines().filter(|line| !line.trim().is_empty()).count() <= 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn footers_in_many_languages() {
        for line in [
            "Sent from my iPhone",
            "Von meinem iPhone gesendet",
            "Enviado desde mi iPhone",
            "Inviato da iPhone",
            "Wysłane z iPhone'a",
            "Envoyé de mon iPhone",
            "Verstuurd vanaf mijn iPhone",
            "Enviado do meu iPhone",
            "Skickat från min iPhone",
            "Sendt fra min iPhone",
            "Odesláno z iPhonu",
            "Отправлено с iPhone",
            "Get Outlook for Android<https://aka.ms/x>",
        ] {
            assert!(is_footer(line), "{line}");
        }
        assert!(!is_footer("Sent Daun to Zittau") && !is_footer("von Daun"));
    }

    #[test]
    fn separators_placeholders_and_notices() {
        assert!(is_original_message("-----Ursprüngliche Nachricht-----"));
        assert!(is_original_message("________ Mensaje original ________"));
        assert!(!is_original_message("the original message was lost"));
        assert!(is_original_message("-----Message d'origine-----"));
        assert!(is_placeholder("[cid:map@club.test]") && is_placeholder("<map.png>"));
        assert!(!is_placeholder("<b>"));
        assert!(is_notice_of_html("This message is in HTML format."));
        assert!(is_notice_of_html("Ihr Mailprogramm zeigt kein HTML an.\n"));
        assert!(!is_notice_of_html("Daun to Zittau\nready\n"));
    }
}

//! What a reply of a mail server is about, and so what waits for it to be mended: a pure function.
//!
//! Only a refusal of this very recipient ends a mail. Whatever concerns the connection, the greeting,
//! the login, the sender, a policy, a quota, a size or the content is not the recipient's doing, and
//! can be mended.

/// How far the conversation with the server had come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Connection, greeting, EHLO, STARTTLS and AUTH.
    Opening,
    /// `MAIL FROM`.
    Sender,
    /// `RCPT TO`.
    Recipient,
    /// `DATA`, before the message.
    Data,
    /// After the message.
    EndOfData,
}

/// What a failure is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// This very recipient is refused for good: trying again cannot help.
    Recipient,
    /// The recipient is refused, without a word why: for good if the server takes mail for others.
    RecipientPerhaps,
    /// The recipient, for now: his mails wait, those to others go on.
    RecipientNow,
    /// This mail alone: it waits, and others go on.
    Mail,
    /// All mail: nothing can be sent until it is mended.
    Service,
}

/// An enhanced status code (RFC 3463), such as 5.1.1.
pub type Class = [u16; 3];

/// The enhanced status code that a reply begins with, if it has one (RFC 2034 section 4).
pub fn class_of(text: &str) -> Option<Class> {
    let word = text.split_whitespace().next()?;
    let mut parts = word.split('.').map(|part| {
        let is_number = (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        part.parse::<u16>().ok().filter(|_| is_number)
    });
    let class = [parts.next()??, parts.next()??, parts.next()??];
    (parts.next().is_none() && matches!(class[0], 2 | 4 | 5)).then_some(class)
}

/// What a negative reply is about (RFC 5321 section 4.2.3, RFC 3463).
pub fn fault(stage: Stage, code: u16, class: Option<Class>) -> Fault {
    // The server closes the connection, or wants a login or an encryption (RFC 4954 section 6).
    if matches!(code, 421 | 454 | 523 | 530 | 534 | 535 | 538) {
        return Fault::Service;
    }
    match (stage, class) {
        (Stage::Opening | Stage::Sender, _) => Fault::Service,
        // About the sender, or about how much he may send: the same for every recipient.
        (_, Some([_, 1, 7 | 8])) => Fault::Service,
        (_, Some([_, 4, 5])) => Fault::Service,
        // About the server itself, but for a mail that is too large for it.
        (_, Some([_, 3, detail])) if detail != 4 => Fault::Service,
        (Stage::Recipient, Some([5, 1, _] | [5, 2, 1])) if code >= 500 => Fault::Recipient,
        (Stage::Recipient, None) if matches!(code, 550 | 551 | 553) => Fault::RecipientPerhaps,
        (Stage::Recipient, _) => Fault::RecipientNow,
        (Stage::Data | Stage::EndOfData, _) => Fault::Mail,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_read_where_they_stand() {
        assert_eq!(class_of("5.1.1 <nobody@club.test>: no such user"), Some([5, 1, 1]));
        assert_eq!(class_of("4.7.500 slow down"), Some([4, 7, 500]));
        for none in ["", "no such user", "127.0.0.1 is blocked", "5.1 no", "3.1.1 odd", "5.1.x y"] {
            assert_eq!(class_of(none), None, "{none}");
        }
    }

    #[test]
    fn a_mail_ends_only_by_a_refusal_of_its_recipient() {
        let classes: Vec<Option<Class>> = std::iter::once(None)
            .chain((4..=5).flat_map(|first| {
                (0..8)
                    .flat_map(move |second| (0..12).map(move |third| Some([first, second, third])))
            }))
            .collect();
        for stage in [Stage::Opening, Stage::Sender, Stage::Data, Stage::EndOfData] {
            for code in 400..600 {
                for class in &classes {
                    let about = fault(stage, code, *class);
                    assert!(matches!(about, Fault::Mail | Fault::Service), "{stage:?} {code}");
                }
            }
        }
        for code in 400..500 {
            for class in &classes {
                let about = fault(Stage::Recipient, code, *class);
                assert!(matches!(about, Fault::RecipientNow | Fault::Service), "{code} {class:?}");
            }
        }
    }
}

//! Answers to a call to vote and to questions for consent, in the words that people use.

use crate::said::{Asked, Consent, Context, Request, read};

fn ballot(text: &str) -> Option<Request> {
    let reading = read(text, &Context { asked: Asked::Vote(3), ..Context::default() });
    reading.said.into_iter().next().map(|said| said.request)
}

#[test]
fn a_word_alone_answers_a_call_to_vote() {
    for text in ["za", "Za!", "jestem za", "a favor", "dafür", "for", "sono a favore", "tak"] {
        let yes = Request::Vote { yes: true, number: Some(3) };
        assert_eq!(ballot(text), Some(yes), "{text}");
    }
    for text in ["przeciw", "Przeciw.", "en contra", "dagegen", "against", "contrario", "nie"] {
        let no = Request::Vote { yes: false, number: Some(3) };
        assert_eq!(ballot(text), Some(no), "{text}");
    }
    for text in
        ["I abstain", "ich enthalte mich", "me abstengo", "mi astengo", "wstrzymuję się od głosu"]
    {
        assert_eq!(ballot(text), None, "{text}");
    }
}

#[test]
fn whoever_changed_his_mind_has_said_no() {
    for text in [
        "no, ho cambiato idea",
        "No, I changed my mind",
        "nein, ich habe es mir anders überlegt",
        "no, he cambiado de idea",
        "nie, zmieniłem zdanie",
    ] {
        let reading = read(text, &Context { asked: Asked::Consent, ..Context::default() });
        assert_eq!(reading.consent(), Consent::No, "{text}");
    }
}

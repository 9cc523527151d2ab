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

#[test]
fn what_somebody_thinks_of_the_proposal_is_a_ballot_in_any_mail() {
    let said = |text: &str| {
        let reading = read(text, &Context::default());
        reading.said.into_iter().map(|said| said.request).collect::<Vec<Request>>()
    };
    let for_it = [
        "Ja, für die Pause bin ich.",
        "I'm fine with the pause",
        "Pause ok",
        "la pausa me parece bien",
        "sono d'accordo con la pausa",
        "je suis pour la pause",
        "przerwa ok",
    ];
    for text in for_it {
        assert_eq!(said(text), [Request::Vote { yes: true, number: None }], "{text}");
    }
    let against = [
        "Keine Pause bitte",
        "no to the pause please",
        "estoy en contra de la pausa",
        "no quiero pausa",
        "je suis contre la pause",
        "jestem przeciw przerwie",
    ];
    for text in against {
        assert_eq!(said(text), [Request::Vote { yes: false, number: None }], "{text}");
    }
    for text in
        ["a pause, I don't know", "is the pause over?", "pause if Ben agrees", "the pause was nice"]
    {
        assert_eq!(said(text), [], "{text}");
    }
}

//! What a person wants: name, language, time zone, form of the mails, further addresses.

use crate::campaign::club::desk::{LETTERS_PER_DAY, Work, new_game};
use crate::campaign::office::CampaignError;
use crate::campaign::post::correspondent::{Correspondent, Proof, Wishes};
use crate::campaign::post::key::MailKey;
use crate::campaign::settings::Settings;
use crate::mail::address::Address;
use crate::report::{AlsoAddress, Language, LifeNote, WishFacts};
use crate::said::Wish;
use crate::store::LetterKind;
use crate::store::{Person, PersonId};
use chrono_tz::Tz;
use serde_json::{Value, json};

/// What a person wants, as it is shown.
pub(crate) fn facts(person: &Person) -> WishFacts {
    let reader = Correspondent::of_person(person, "");
    let Wishes { html, pictures, json, at_once, digest, digest_hour } = reader.wishes;
    WishFacts {
        name: person.name.clone(),
        language: reader.language,
        time_zone: reader.zone.name().to_owned(),
        html,
        pictures,
        json,
        at_once,
        digest,
        digest_hour,
    }
}

impl Work<'_> {
    /// What the caller wants, and what was agreed for the game of the mail; this mail makes him a known person.
    pub(crate) fn settings(&mut self) -> Result<LifeNote, CampaignError> {
        let person = self.caller.confirm(self.tx, self.now)?;
        let game = match &self.game {
            Some(name) => self.tx.game_by_name(name)?,
            None => None,
        };
        let game = match game {
            Some(game) => Some(new_game::facts(&game.name, &Settings::of(&game)?)),
            None => None,
        };
        Ok(LifeNote::Settings { wishes: facts(&person), game })
    }

    /// Notes a wish.
    pub(crate) fn wish(&mut self, wish: &Wish) -> Result<LifeNote, CampaignError> {
        let mut person = self.caller.confirm(self.tx, self.now)?;
        let mut wishes = Correspondent::of_person(&person, "").wishes;
        let on_or_off = |on: &bool| if *on { "on" } else { "off" }.to_owned();
        let (name, value) = match wish {
            Wish::Language(word) => {
                let Some(tag) = self.office.templates.language_called(word) else {
                    let (value, mut known) = (word.clone(), self.office.templates.languages());
                    for tag in &mut known {
                        if let Some(language) = Language::from_tag(tag) {
                            *tag = language.own_name().to_owned();
                        }
                    }
                    return Ok(LifeNote::NotNoted { wish: "language", value, known });
                };
                person.language.clone_from(&tag);
                let own_name = Language::from_tag(&tag).map(Language::own_name);
                ("language", own_name.map_or(tag, str::to_owned))
            }
            Wish::TimeZone(word) => {
                let Some(zone) = zone(word) else {
                    let (value, known) = (word.clone(), near_zones(word));
                    return Ok(LifeNote::NotNoted { wish: "time-zone", value, known });
                };
                person.time_zone = zone.name().to_owned();
                ("time-zone", person.time_zone.clone())
            }
            Wish::Html(on) => {
                wishes.html = *on;
                ("html", on_or_off(on))
            }
            Wish::Pictures(on) => {
                wishes.pictures = *on;
                ("pictures", on_or_off(on))
            }
            Wish::Json(on) => {
                wishes.json = *on;
                ("json", on_or_off(on))
            }
            Wish::Digest(on, hour) => {
                wishes.digest = *on;
                wishes.digest_hour = hour.unwrap_or(wishes.digest_hour);
                let hour = wishes.digest_hour;
                ("digest", if *on { format!("{hour:02}:00") } else { on_or_off(on) })
            }
            Wish::NewsAtOnce(on) => {
                wishes.at_once = *on;
                wishes.digest &= !*on;
                ("news-at-once", on_or_off(on))
            }
            Wish::Name(name) => {
                person.name.clone_from(name);
                self.rename_seats(person.id, name)?;
                ("name", name.clone())
            }
        };
        person.wishes = json!(wishes).to_string();
        self.tx.save_person(&person)?;
        self.caller.person = Some(person);
        Ok(LifeNote::Noted { wish: name, value })
    }

    /// A new name holds for the seats too.
    fn rename_seats(&self, person: PersonId, name: &str) -> Result<(), CampaignError> {
        for (address, _) in self.tx.addresses_of(person)? {
            for mut seat in self.tx.seats_of_address(&address)? {
                name.clone_into(&mut seat.display_name);
                self.tx.save_seat(&seat)?;
            }
        }
        Ok(())
    }

    /// Asks a second address whether it is the same person's.
    pub(crate) fn also_address(&mut self, text: &str) -> Result<LifeNote, CampaignError> {
        let person = self.caller.confirm(self.tx, self.now)?;
        let told = |stage| Ok(LifeNote::AlsoAddress { address: text.to_owned(), stage });
        let own = &self.office.own;
        let Some(to) = text.parse::<Address>().ok().filter(|to| !own.contains(to)) else {
            return told(AlsoAddress::NotAnAddress);
        };
        match self.tx.person_of(&to.mailbox())? {
            Some(owner) if owner.id == person.id => return told(AlsoAddress::Done),
            // Whose address it is is nobody's business: the question is not sent.
            Some(_) => return told(AlsoAddress::Asked),
            None => {}
        }
        let address = self.caller.address.mailbox();
        if self.tx.count_notice(&address, "second address", self.now)? > LETTERS_PER_DAY {
            return told(AlsoAddress::Asked);
        }
        let body = json!({ "person": person.id.0 }).to_string();
        let number =
            self.tx.write_letter(&to.mailbox(), LetterKind::Address, None, &body, self.now)?;
        let stage = AlsoAddress::Asked;
        let question = LifeNote::AlsoAddress { address: to.mailbox(), stage };
        let to = self.caller.reader().at(&to.mailbox(), Proof::Letter(number));
        self.note_apart(to, MailKey::DeskAddress(number), None, question);
        told(AlsoAddress::Asked)
    }

    /// The second address has said yes: it is one more of the person's addresses from now on.
    pub(crate) fn second_address(&mut self, body: &Value) -> Result<Vec<LifeNote>, CampaignError> {
        let address = self.caller.address.mailbox();
        let person = body["person"].as_i64().map(PersonId);
        let person = match person {
            Some(id) => self.tx.person(id)?,
            None => None,
        };
        let Some(person) = person else { return Ok(vec![LifeNote::Void {}]) };
        let stage = match &self.caller.person {
            Some(owner) if owner.id != person.id => AlsoAddress::SomebodyElses,
            _ => {
                self.tell_the_others(&person, &address)?;
                self.tx.confirm_address(person.id, &address, self.now)?;
                self.caller.person = Some(person);
                AlsoAddress::Done
            }
        };
        Ok(vec![LifeNote::AlsoAddress { address, stage }])
    }

    /// A person's own addresses are told of one more: whoever reads there may not have asked for it.
    fn tell_the_others(&mut self, person: &Person, new: &str) -> Result<(), CampaignError> {
        for (known, _) in self.tx.addresses_of(person.id)? {
            if known.eq_ignore_ascii_case(new) {
                continue;
            }
            let note = LifeNote::AlsoAddress { address: new.to_owned(), stage: AlsoAddress::Done };
            let to = Correspondent::of_person(person, &known);
            let key = MailKey::DeskAdded { answered: self.answered.clone(), to: known };
            self.note_apart(to, key, None, note);
        }
        Ok(())
    }
}

/// A zone by its name, in any case; or by the city in it.
fn zone(word: &str) -> Option<Tz> {
    let same = |name: &str| name.eq_ignore_ascii_case(word);
    let by_name = chrono_tz::TZ_VARIANTS.iter().find(|zone| same(zone.name()));
    let by_city = || {
        let city = |zone: &&Tz| zone.name().rsplit('/').next().is_some_and(same);
        chrono_tz::TZ_VARIANTS.iter().find(city)
    };
    by_name.or_else(by_city).copied()
}

/// Zones that are perhaps meant.
fn near_zones(word: &str) -> Vec<String> {
    let wanted = word.to_lowercase();
    let distance = |zone: &Tz| {
        let name = zone.name().to_lowercase();
        let city = name.rsplit('/').next().unwrap_or_default();
        strsim::osa_distance(city, &wanted).min(strsim::osa_distance(&name, &wanted))
    };
    let mut near: Vec<(usize, &str)> =
        chrono_tz::TZ_VARIANTS.iter().map(|zone| (distance(zone), zone.name())).collect();
    near.sort_unstable();
    near.iter()
        .take_while(|(distance, _)| *distance <= 3)
        .take(3)
        .map(|(_, n)| (*n).to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_found_by_name_and_city() {
        for (word, name) in [
            ("Europe/Berlin", "Europe/Berlin"),
            ("europe/berlin", "Europe/Berlin"),
            ("Warsaw", "Europe/Warsaw"),
            ("america/new_york", "America/New_York"),
            ("utc", "UTC"),
        ] {
            assert_eq!(zone(word).map(|zone| zone.name()), Some(name), "{word}");
        }
        assert_eq!(zone("Europe/Rossbach"), None);
        assert!(near_zones("Europe/Berlni").contains(&"Europe/Berlin".to_owned()));
    }
}

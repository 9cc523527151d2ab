//! Who is in the club, and how they behave.

/// How somebody deals with the referee's mails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Habit {
    /// Answers on the same day.
    Prompt,
    /// Answers when it suits, and sometimes not in time.
    Late,
    /// Is prompt for some weeks, and never seen again.
    Vanishing,
    /// Announces a holiday, and is away.
    OnHoliday,
    /// For some weeks no mail arrives.
    Bouncing,
    /// Sends all kinds of nonsense before the orders.
    Rubbish,
    /// Tries what is not allowed.
    Cheat,
}

/// A member of the club.
pub struct Person {
    pub name: &'static str,
    pub address: &'static str,
    pub language: &'static str,
    pub zone: &'static str,
    pub habit: Habit,
}

const fn person(
    name: &'static str,
    address: &'static str,
    language: &'static str,
    zone: &'static str,
    habit: Habit,
) -> Person {
    Person { name, address, language, zone, habit }
}

pub const ADA: usize = 0;
pub const BENNO: usize = 1;
pub const CARMEN: usize = 2;
pub const DARIO: usize = 3;
pub const EWA: usize = 4;
pub const FRITZI: usize = 5;
pub const GRETA: usize = 6;
pub const HUGO: usize = 7;
pub const INES: usize = 8;
pub const JAN: usize = 9;
pub const MALLORY: usize = 10;
pub const OLGA: usize = 11;

/// Twelve people; their names occur nowhere else, so that they can be searched for.
pub const PEOPLE: [Person; 12] = [
    person("Ada Quillfeather", "quillfeather@club.test", "en", "Europe/London", Habit::Prompt),
    person("Benno Xylander", "xylander@club.test", "de", "Europe/Berlin", Habit::Prompt),
    person("Carmen Zurbaran", "zurbaran@club.test", "es", "America/Lima", Habit::Prompt),
    person("Dario Zanzotto", "zanzotto@club.test", "it", "Europe/Rome", Habit::Late),
    person("Ewa Wyczolkowska", "wyczolkowska@club.test", "pl", "Europe/Warsaw", Habit::Prompt),
    person("Fritzi Zwackelmann", "zwackelmann@club.test", "de", "Europe/Vienna", Habit::Late),
    person("Greta Yberg", "yberg@club.test", "de", "Europe/Zurich", Habit::Vanishing),
    person("Hugo Vandermeulen", "vandermeulen@club.test", "en", "Asia/Tokyo", Habit::OnHoliday),
    person("Ines Ybarra", "ybarra@club.test", "es", "Europe/Madrid", Habit::Bouncing),
    person("Jan Krzyk", "krzyk@club.test", "pl", "Europe/Warsaw", Habit::Rubbish),
    person("Mallory Wormwood", "wormwood@club.test", "en", "America/New_York", Habit::Cheat),
    person("Olga Uvarova", "uvarova@club.test", "en", "Pacific/Auckland", Habit::Prompt),
];

/// Who has the address.
pub fn with_address(address: &str) -> Option<usize> {
    PEOPLE.iter().position(|person| person.address == address)
}

/// A game, as its founder describes it in the form.
pub struct Plan {
    pub name: &'static str,
    pub form: &'static str,
    pub players: &'static [usize],
    pub anonymous: bool,
    /// In which turn the players agree upon the end; never, if the rules are to end it.
    pub agreed_end: Option<u16>,
}

/// Seven games of all scenarios; in the last one the program plays two of three seats.
pub const GAMES: [Plan; 7] = [
    Plan {
        name: "anton",
        form: "scenario: standard\nmovement: 2 days\ncombat: 1 day\nquiet: none\n\
               lapses: 2 in a row, 5 in all",
        players: &[ADA, BENNO, GRETA, MALLORY],
        anonymous: false,
        agreed_end: Some(9),
    },
    Plan {
        name: "berta",
        form: "expert: yes\nedition: anniversary\nanonymous: yes\nzone: Europe/Berlin",
        players: &[CARMEN, EWA, FRITZI, HUGO],
        anonymous: true,
        agreed_end: Some(6),
    },
    Plan {
        name: "caesar",
        form: "scenario: three-player\nmovement: 2 days\nquiet: none\nlapses: 9 in a row, 99 in all",
        players: &[ADA, DARIO, INES],
        anonymous: false,
        agreed_end: None,
    },
    Plan {
        name: "dora",
        form: "scenario: war-in-the-west\nweekends: off\nroles: choice\nzone: Europe/Warsaw",
        players: &[BENNO, JAN],
        anonymous: false,
        agreed_end: None,
    },
    Plan {
        name: "emil",
        form: "scenario: austrian-theatre\nabsence: caretaker\nexpert: yes",
        players: &[EWA, JAN],
        anonymous: false,
        agreed_end: None,
    },
    Plan {
        name: "fides",
        form: "scenario: austrian-theatre\nedition: anniversary\nabsence: caretaker\npress: public",
        players: &[HUGO, OLGA],
        anonymous: false,
        agreed_end: Some(6),
    },
    Plan {
        name: "gustav",
        form: "scenario: three-player\nbots: 2\nbot-level: cadet\nroles: choice",
        players: &[CARMEN],
        anonymous: false,
        agreed_end: None,
    },
];

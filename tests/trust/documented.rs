//! The values on the page `docs/log-format.md` are those that the program computes.
//!
//! With `FELDPOST_VECTORS=1` the test prints the block as it must be.

#![expect(clippy::disallowed_methods, reason = "new vectors are asked for by the environment")]

use feldpost::audit::journal::{full_digest, public_digest};
use feldpost::campaign::{commitment, game_key};
use feldpost::game::{Randomness, Setup, State, Stream, parse_key};
use feldpost::store::Digest;
use serde_json::Value;

const PAGE: &str = include_str!("../../docs/log-format.md");

fn block() -> &'static str {
    let (_, after) = PAGE.split_once("```vectors\n").expect("the block is there");
    let (block, _) = after.split_once("```\n").expect("the block is closed");
    block
}

fn given(name: &str) -> Vec<&'static str> {
    let lines = block().lines().filter_map(|line| line.split_once(':'));
    lines.filter(|(known, _)| *known == name).map(|(_, value)| value.trim()).collect()
}

/// The first four words of a stream.
fn words(key: &[u8; 32], stream: Stream) -> String {
    let mut random = Randomness::new(key, stream);
    // Of a bound so large, only one word in four thousand million is skipped.
    let words = (0..4).map(|_| format!("{:08x}", random.below(u32::MAX)));
    words.collect::<Vec<_>>().join(" ")
}

fn first(list: &Value, count: usize) -> String {
    let names = list.as_array().expect("a list").iter().take(count);
    names.map(|name| name.as_str().expect("a name")).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_documented_vectors_are_computed_here_too() {
    let seed = parse_key(given("seed")[0]).expect("a seed");
    let phrases = given("phrase");
    assert_eq!(phrases.len(), 4);
    let key = game_key(&seed, &phrases);
    let state = State::new(Setup::default(), key);
    let dump = state.dump();
    let raffle = Setup::default().rules().raffle(&key);
    let raffle = raffle.into_iter().map(|seat| seat.id()).collect::<Vec<_>>().join(" ");
    let computed = [
        ("seed commitment", commitment(&seed).to_string()),
        ("key without phrases", Digest(game_key(&seed, &[])).to_string()),
        ("key", Digest(key).to_string()),
        ("stream 1", words(&key, Stream::Deck(1))),
        ("stream 5", words(&key, Stream::Fate)),
        ("stream 1000", words(&key, Stream::Reshuffle(0))),
        ("stream 2000000", words(&key, Stream::Draw(0))),
        ("deck 1, first drawn", first(&dump["draw_pile"], 7)),
        ("fate, first drawn", first(&dump["fate_deck"], 7)),
        ("raffle", raffle),
        ("public position at the beginning", public_digest(&state).expect("a digest").to_string()),
        ("whole position at the beginning", full_digest(&state).expect("a digest").to_string()),
    ];
    if std::env::var_os("FELDPOST_VECTORS").is_some() {
        for (name, value) in &computed {
            println!("{name}: {value}");
        }
    }
    for (name, value) in computed {
        assert_eq!(given(name), [value], "{name}");
    }
}

/// The rules of the page, written down once more: not the program's own functions.
#[test]
fn the_page_tells_how_decks_are_shuffled() {
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    let key = parse_key(given("key")[0]).expect("a key");
    let shuffled = |stream: u64, mut list: Vec<String>| {
        let mut random = ChaCha20Rng::from_seed(key);
        random.set_stream(stream);
        for i in (1..list.len()).rev() {
            let bound = i as u64 + 1;
            let multiple = (1 << 32) / bound * bound;
            let word = loop {
                let word = u64::from(random.next_u32());
                if word < multiple {
                    break word;
                }
            };
            list.swap(i, (word % bound) as usize);
        }
        list
    };
    let mut deck: Vec<String> = ["S", "C", "H", "D"]
        .iter()
        .flat_map(|suit| (2..=13).map(move |value| format!("{value}{suit}/1")))
        .collect();
    deck.extend(["R/1".to_owned(), "R/1".to_owned()]);
    let mut deck = shuffled(1, deck);
    deck.reverse();
    assert_eq!([deck[..7].join(" ").as_str()], given("deck 1, first drawn")[..]);

    let mut fate: Vec<String> = (1..=12).map(|number: u8| number.to_string()).collect();
    let (_, strokes) = PAGE.split_once("order 1 to 12, then").expect("the order");
    let (strokes, _) = strokes.split_once(';').expect("its end");
    let name = |text: &str| text.trim().trim_matches('`').to_owned();
    fate.extend(strokes.split(',').map(name));
    assert_eq!(fate.len(), 18);
    assert_eq!([shuffled(5, fate)[..7].join(" ").as_str()], given("fate, first drawn")[..]);

    let seats = ["frederick", "elisabeth", "maria-theresa", "pompadour"].map(str::to_owned);
    assert_eq!([shuffled(6, seats.to_vec()).join(" ").as_str()], given("raffle")[..]);
}

//! Which combats an instruction is for: of whom, against whom, where (R8).

use crate::duel::{Party, Scope};
use crate::game::{CityId, Nation, PieceId, board};
use crate::said::Trouble;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::ends_sentence;
use crate::said::chunks::frame::{Problem, Scene};
use crate::said::chunks::{frame, known};
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::collections::BTreeSet;

/// The cities that a chunk of an instruction can mean: `Munster` is not `Münster`, if it was written so.
///
/// In a march, which of the two the pieces can reach decides. Here nothing does, and a question would be of no use:
/// its reader could only write the same name again.
pub(in crate::said) fn cities_of(chunk: &Chunk) -> Vec<CityId> {
    let mut cities = chunk.cities.clone();
    let own = |city: CityId| text::fold(&board().info(city).name).1 == chunk.plain;
    frame::narrow(&mut cities, own);
    cities
}

/// The general, or the city where one stands, that a chunk names in an instruction.
pub(in crate::said) fn party_of(scene: &Scene, chunk: &Chunk) -> Option<Party> {
    if let Some(general) = chunk.generals.first() {
        return Some(Party::General(*general));
    }
    let mut cities = cities_of(chunk);
    if cities.len() > 1
        && let Some(known) = scene.known
    {
        let held: Vec<CityId> = known.view.pieces.iter().filter_map(|piece| piece.city).collect();
        frame::narrow(&mut cities, |city| held.contains(&city));
    }
    cities.first().copied().map(Party::City)
}

fn is_own(scene: &Scene, party: Party) -> bool {
    match (party, scene.known) {
        (Party::General(general), Some(known)) => known.is_own(general.nation()),
        _ => false,
    }
}

/// Which combats, from the names before the terms.
pub(in crate::said) fn scope(
    scene: &Scene,
    chunks: &[Chunk],
    end: usize,
) -> Result<Option<Scope>, Problem> {
    // `I still think about Friedrich. If Daun attacks Keith: …`: the last sentence says it all.
    let mark = chunks[..end].iter().rposition(|c| c.kind == Kind::Period).map_or(0, |at| at + 1);
    let names = |own: bool| {
        let of = |piece: &PieceId| scene.known.is_some_and(|k| k.is_own(piece.nation()) == own);
        chunks[mark..end].iter().any(|c| c.generals.iter().any(of))
    };
    if mark > 0 && names(true) && names(false) {
        return scope(scene, &chunks[mark..], end - mark);
    }
    let strange = |at: &usize| chunks[*at].unknown && chunks[*at - 1].has(Word::Versus);
    if let Some(at) = (1..end).find(strange) {
        return Err(Problem::new(Trouble::UnknownCity, scene.words(&chunks[at..=at])));
    }
    // `Pity about Minden. If they attack me at Göttingen, …`: of a city, the sentence before it says nothing, if its own
    // sentence names who or where.
    let binds = |word: Word| chunks[..end].iter().position(|c| c.has(word));
    let first = binds(Word::If).or_else(|| binds(Word::Duel)).unwrap_or(0);
    let begins = chunks[..first].iter().rposition(ends_sentence).map_or(0, |at| at + 1);
    let names = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() && c.meanings.is_empty();
    let named = chunks[begins..end].iter().any(names);
    let mut parties: Vec<Party> = Vec::new();
    let mut nation: Option<(Nation, usize)> = None;
    for (at, chunk) in chunks[..end].iter().enumerate() {
        let place_marked =
            at > 0 && chunks[at - 1].has(Word::At) && !chunks[at - 1].has(Word::With);
        if let Some(found) = chunk.nation
            && chunk.generals.is_empty()
            && !(place_marked && !chunk.cities.is_empty())
        {
            nation = nation.or(Some((found, at)));
            continue;
        }
        // `at Schwerin` is the city; German `geht Daun auf Schwerin los` is of the general.
        let of_mine = |piece: &PieceId| scene.known.is_some_and(|k| k.is_own(piece.nation()));
        let assailed = place_marked
            && chunks[at - 1].has(Word::To)
            && chunk.generals.iter().any(of_mine)
            && chunks[..end].iter().any(|c| c.has(Word::Attack) && c.generals.is_empty());
        let party = if place_marked && !assailed && !chunk.cities.is_empty() {
            chunk.cities.first().copied().map(Party::City)
        } else if !chunk.cities.is_empty()
            && chunk.generals.is_empty()
            && !chunk.meanings.is_empty()
            && !place_marked
            && !(at > 0 && chunks[at - 1].any(&[Word::Versus, Word::Duel]))
        {
            None
        } else {
            party_of(scene, chunk)
        };
        let apart = named && at < begins && matches!(party, Some(Party::City(_)));
        if let Some(party) = party.filter(|_| !apart)
            && !parties.contains(&party)
        {
            parties.push(party);
        }
    }
    let no_combat = || Problem::new(Trouble::NoSuchCombat, scene.words(&chunks[..end]));
    // `Daun attacks again from Freiwaldau with the 8 of diamonds`: where he comes from is no enemy.
    let attacks = chunks[..end].iter().any(|c| c.has(Word::Attack) && !c.has(Word::Duel));
    let from = chunks[..end].windows(2).any(|pair| {
        pair[0].has(Word::From)
            && !pair[0].any(&[Word::At, Word::Versus, Word::For])
            && pair[1].is_plain_city()
            && pair[1].generals.is_empty()
    });
    if attacks && from {
        return Err(no_combat());
    }
    // `über Oschatz, Riesa und Meißen nach Großenhain` is a way, and no combat.
    let cities = parties.iter().filter(|party| matches!(party, Party::City(_))).count();
    if parties.len() > 2 && cities > 1 {
        return Err(no_combat());
    }
    // `Schwerin against Laudon, then Friedrich against Browne: …` are two combats, and an instruction is for one.
    let stacks = |own: bool| {
        let city = |party: &Party| match party {
            Party::General(general) if is_own(scene, *party) == own => {
                Some(scene.known.and_then(|known| known.position(*general)))
            }
            _ => None,
        };
        parties.iter().filter_map(city).collect::<BTreeSet<_>>().len()
    };
    if stacks(true) > 1 && stacks(false) > 1 {
        return Err(Problem::new(Trouble::NoSuchTerm, scene.words(&chunks[..end])));
    }
    // `Cumberland to Kassel and strikes Soubise, …`: of whom and against whom is said, and the city is neither.
    let general = |own: bool| {
        let named =
            |party: &&Party| matches!(party, Party::General(_)) && is_own(scene, **party) == own;
        let mut all = parties.iter().filter(named);
        all.next().copied().filter(|_| all.next().is_none())
    };
    if let (true, Some(own), Some(enemy)) = (parties.len() > 2, general(true), general(false)) {
        parties = vec![own, enemy];
    }
    // `Daun stays at Olmütz and fights …`: where no enemy stands, a city beside a general of one's own is no enemy.
    let held = |city: CityId| {
        let there =
            scene.known.map(|known| known.view.pieces.iter().filter(|p| p.city == Some(city)));
        let foreign = |piece: &PieceId| scene.known.is_some_and(|k| !k.is_own(piece.nation()));
        there.is_none_or(|mut all| all.any(|p| foreign(&p.piece) && p.piece.is_general()))
    };
    // `duel Keith vs Minden` is for whoever stands there then.
    let versus = |c: &Chunk| c.has(Word::Versus) && !c.any(&[Word::With, Word::At]);
    let first = chunks.iter().find(|c| c.is_word());
    let against = chunks[..end].iter().any(versus)
        || first.is_some_and(|c| c.has(Word::Duel) && !c.any(&[Word::Attack, Word::Stop]));
    if let &[own @ Party::General(general), Party::City(city)]
    | &[Party::City(city), own @ Party::General(general)] = parties.as_slice()
        && is_own(scene, own)
        && !held(city)
        && !against
        && scene.heading.is_none()
    {
        if scene.known.and_then(|known| known.position(general)) != Some(city) {
            return Err(no_combat());
        }
        parties = vec![own];
    }
    match parties.as_slice() {
        [] => match nation {
            Some((nation, _)) => {
                if scene.known.is_some_and(|known| known.is_own(nation)) {
                    Ok(Some(Scope::Nation(nation)))
                } else {
                    Err(Problem::new(Trouble::NotYourNation, scene.words(&chunks[..end])))
                }
            }
            None => Ok(None),
        },
        &[only] => {
            let enemy = matches!(only, Party::General(_)) && !is_own(scene, only);
            let against = chunks[..end]
                .iter()
                .any(|c| c.has(Word::Versus) && !c.any(&[Word::Duel, Word::With]));
            // `If somebody attacks Schwerin`: the own general is the one that is fought.
            let attacked = chunks[..end].iter().any(|c| c.has(Word::If));
            if !enemy && against && !attacked && matches!(only, Party::General(_)) {
                return Err(no_combat());
            }
            let versus_city = matches!(only, Party::City(_))
                && chunks[..end].iter().any(|c| Little::Against.is(&c.plain));
            Ok(Some(if enemy || versus_city { Scope::Enemy(only) } else { Scope::Own(only) }))
        }
        &[first, second, ..] => {
            let foreign = |party| matches!(party, Party::General(_)) && !is_own(scene, party);
            let (own, enemy) = if foreign(first) || is_own(scene, second) {
                (second, first)
            } else {
                (first, second)
            };
            if foreign(own) || is_own(scene, enemy) {
                return Err(no_combat());
            }
            Ok(Some(Scope::Pair { own, enemy }))
        }
    }
}

/// The nation whose instruction it is, as far as its scope shows.
pub(in crate::said) fn nation_of(scene: &Scene, scope: &Scope) -> Option<Nation> {
    match scope {
        Scope::Nation(nation) => Some(*nation),
        Scope::Pair { own: Party::General(general), .. } | Scope::Own(Party::General(general)) => {
            scene.known?.is_own(general.nation()).then(|| general.nation())
        }
        _ => None,
    }
}

/// `in that battle`, of him who was spoken of last: where only he fights.
pub(in crate::said) fn of_the_last(scene: &Scene, chunks: &[Chunk]) -> Option<Scope> {
    let [last] = scene.last[..] else { return None };
    let known = scene.known?;
    let named = |c: &Chunk| !c.generals.is_empty() || c.is_plain_city();
    let meant = says(&scene.words(chunks), ClubWord::ThatCombat) && !chunks.iter().any(named);
    (meant && last.is_general() && known.is_own(last.nation()))
        .then_some(Scope::Own(Party::General(last)))
}

/// Whether only generals of others are named here.
pub(in crate::said) fn is_enemy(known: &known::Known, chunk: &Chunk) -> bool {
    !chunk.generals.is_empty() && chunk.generals.iter().all(|piece| !known.is_own(piece.nation()))
}

/// `If Daun or Laudon attacks Schwerin: …`: the same said of each of the two.
pub(in crate::said) fn against_either(scene: &Scene, chunks: &[Chunk]) -> Option<[Vec<Chunk>; 2]> {
    let known = scene.known?;
    let enemies: Vec<usize> =
        (0..chunks.len()).filter(|at| is_enemy(known, &chunks[*at])).collect();
    let &[first, second] = enemies.as_slice() else { return None };
    let either = first + 2 == second && chunks[first + 1].has(Word::Or);
    let without = |from: usize| {
        let mut left = chunks.to_vec();
        left.drain(from..from + 2);
        left
    };
    either.then(|| [without(first + 1), without(first)])
}

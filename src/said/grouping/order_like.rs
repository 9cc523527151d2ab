//! Whether a group of words that nothing can read has something to do with the game.
//!
//! Then it is named in the receipt and holds `ready` back; else it is talk, and passed over.

use super::weighty::weighs;
use crate::game::{DecisionKind, Face, Nation, PieceId};
use crate::said::army::troops;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Problem, Scene};
use crate::said::chunks::prose::Prose;
use crate::said::chunks::{known, pieces, pronoun, remark};
use crate::said::club::words::{ClubWord, says};
use crate::said::combat::clauses;
use crate::said::hand::cards;
use crate::said::hand::score::is_a_score;
use crate::said::lexicon::{text::Kind, words::Word};
use crate::said::{Doubt, Trouble};

/// Whether a group that nothing can read has something to do with the game: then it is not passed
/// over.
pub(in crate::said) fn order_like(
    scene: &Scene,
    group: &[Chunk],
    problem: Option<&Problem>,
) -> bool {
    let first = group.iter().find(|c| c.is_word());
    // `Soubise to Kassel was not possible` orders nothing.
    let impossible = group.iter().any(|c| c.has(Word::Impossible));
    if impossible && first.is_some_and(|c| !c.generals.is_empty()) {
        return false;
    }
    if is_a_score(scene, group) {
        return false;
    }
    if scene.known.is_some() && (is_circumscribed_order(group) || is_sent_nowhere(scene, group)) {
        return true;
    }
    // `I pay 3C and 4C for the train`: where it comes back, is missing.
    let comes_back = matches!(problem, Some(Problem::Question { doubt: Doubt::EntryCity, .. }));
    if comes_back
        && group.iter().any(|c| c.any(&[Word::Pay, Word::Recruit]) && !c.has(Word::Filler))
    {
        return true;
    }
    // `the train moves up`: where to, is missing.
    let train = |c: &Chunk| c.is_train_word();
    let goes = |c: &Chunk| c.any(&[Word::Move, Word::Join]) && !c.is_train_word();
    let question = group.iter().any(|c| c.kind == Kind::Question);
    let words = group.iter().filter(|c| c.is_word()).count();
    let awaited = scene.known.is_some_and(|k| k.awaits(DecisionKind::Movement).is_some());
    // `Der erste Tross soll dem König folgen`, whose march is not known here
    let follows = |c: &Chunk| c.has(Word::Join) && c.generals.is_empty();
    let led = group.iter().any(follows) && group.iter().any(|c| !c.generals.is_empty());
    // `the first wagons behind them`, whose march is not known here
    let behind = |c: &Chunk| c.has(Word::Following) && c.generals.is_empty();
    let nobody = group.iter().all(|c| c.generals.is_empty());
    let led = led || words <= 8 && nobody && group.iter().any(behind);
    let unsaid = words <= 4 && group.iter().any(goes) || words <= 10 && led;
    if awaited && !question && group.iter().any(train) && unsaid {
        return true;
    }
    // `To Prenzlau then, of course that's possible`: who goes there, is missing.
    if awaited
        && !question
        && words <= 12
        && scene.last.is_empty()
        && is_goal_of_nobody(scene, group)
    {
        return true;
    }
    // `Schwerin doesn't stay`: where to, is missing.
    let denies = |pair: &[Chunk]| {
        let stays = |c: &Chunk| c.has(Word::Stay) && !c.any(&[Word::Not, Word::Filler]);
        let not = |c: &Chunk| c.is_word() && c.has(Word::Not) && !c.has(Word::Stay);
        not(&pair[0]) && stays(&pair[1]) || stays(&pair[0]) && not(&pair[1])
    };
    let named = |c: &Chunk| !c.generals.is_empty();
    if awaited
        && !question
        && words <= 5
        && first.is_some_and(named)
        && group.windows(2).any(denies)
    {
        return true;
    }
    if clauses::tells_how_to_fight(scene, group) {
        return true;
    }
    // `… to Złotów and then towards Dohna as far as possible`: how the march goes on is not passed over.
    let farther = group.iter().any(|c| c.has(Word::AsFar))
        && group.iter().any(|c| c.has(Word::Towards))
        && group.iter().any(|c| !c.generals.is_empty() || c.is_plain_city());
    if awaited && !question && farther && words <= 10 && !scene.last.is_empty() {
        return true;
    }
    // `Richelieu and Chevert follow (to a city that is none)`: where to, is missing.
    if let Some(known) = scene.known.filter(|_| awaited && !question && words <= 10) {
        let own = |c: &Chunk| c.generals.iter().any(|p| known.is_own(p.nation()));
        let named = group.iter().position(|c| c.is_word() && !own(c) && !c.has(Word::And));
        let verb = named.filter(|at| group[..*at].iter().filter(|c| own(c)).count() > 1);
        if verb.is_some_and(|at| follows(&group[at])) {
            return true;
        }
    }
    // `Fermor behind Saltikov`: where to, is missing.
    let behind = |c: &[Chunk]| {
        let named = |c: &Chunk| !c.generals.is_empty();
        c[1].has(Word::Following) && named(&c[0]) && named(&c[2])
    };
    let moving = scene.known.is_some_and(|known| known.awaits(DecisionKind::Movement).is_some());
    if moving && group.len() <= 5 && group.windows(3).any(behind) {
        return true;
    }
    if is_nation_sent(scene, group) || is_withdrawn_goal(scene, group) || weighs(scene, group) {
        return true;
    }
    // `Can we postpone until Thursday?`: how much longer, is missing.
    if scene.known.is_some() && says(&scene.words(group), ClubWord::Postpone) && problem.is_some() {
        return true;
    }
    // `5/4/5 for Prussia and 6 each for Hanover`: at set-up numbers are troops.
    let numbers = group.iter().filter(|c| matches!(c.kind, Kind::Number(_))).count();
    let set_up = scene.known.filter(|known| known.is_set_up());
    if numbers > 1 && set_up.is_some() {
        return true;
    }
    // `Friedrich kriegt fünf Mann, Winterfeldt sechs …`: generals with numbers, in whatever words, are never talk.
    let counted = |c: &Chunk| c.count().is_some() && c.guessed.is_none() && !c.has(Word::Filler);
    if let Some(known) = set_up
        && group.iter().filter(|c| c.generals.iter().any(|p| known.is_own(p.nation()))).count() > 1
        && group.iter().filter(|c| counted(c)).count() > 1
    {
        return true;
    }
    // `Hanover: both 6`, `both Hanoverians get 6`
    if let Some(known) = set_up {
        let open = |nation: Nation| known.is_own(nation) && known.troops_to_allot(nation) > 0;
        let own = |c: &Chunk| c.nation.is_some_and(open);
        let few = |c: &Chunk| {
            c.count().is_some_and(|n| (1..=8).contains(&n)) && !c.any(&[Word::Filler, Word::Both])
        };
        let whose = scene.heading.is_some_and(open) || group.iter().any(own);
        // `…, make it 6 for both of them`
        let both = group.iter().any(|c| c.has(Word::Both) && c.is_word());
        if both && group.iter().any(few) && group.iter().filter(|c| c.is_word()).count() <= 14 {
            return true;
        }
        // `Laudon and Lacy halve the rest`
        let rest = group.iter().any(|c| c.has(Word::Rest));
        if rest && group.iter().any(|c| !c.generals.is_empty()) {
            return true;
        }
        if whose && group.iter().any(few) && group.iter().filter(|c| c.is_word()).count() <= 8 {
            return true;
        }
    }
    // `Winterfeldt retreats north`, while he has to; `I go for Keith with Daun`, while attacks are chosen.
    if let Some(known) = scene.known {
        let words = group.iter().filter(|c| c.is_word()).count();
        let count = |own: bool| {
            let of = |c: &&Chunk| c.generals.iter().any(|p| known.is_own(p.nation()) == own);
            group.iter().filter(of).count()
        };
        let asks = group.iter().any(|c| c.kind == Kind::Question);
        let retreats = group.iter().any(|c| c.any(&[Word::Retreat, Word::Back, Word::Move]))
            && known.awaits(DecisionKind::Retreat).is_some()
            && count(true) + count(false) > 0;
        let attacks =
            known.awaits(DecisionKind::Attack).is_some() && count(true) > 0 && count(false) > 0;
        if (retreats || attacks) && words <= 7 && !asks {
            return true;
        }
        // `Let him fall back!`
        let him = |c: &Chunk| c.has(Word::Pronoun) && c.generals.is_empty();
        let back = group.iter().any(|c| c.has(Word::Retreat) && !c.has(Word::Filler));
        if known.awaits(DecisionKind::Retreat).is_some() && back && words <= 4 && !asks {
            return group.iter().any(him);
        }
        // `I send him to Kamenz or maybe to Muskau, not sure`
        let nation = known.awaits(DecisionKind::Retreat);
        let offered = nation.map(|nation| known.offered_cities(nation, DecisionKind::Retreat));
        let goal = |c: &&Chunk| {
            c.is_plain_city()
                && c.guessed.is_none()
                && offered.iter().flatten().any(|city| c.cities.contains(city))
        };
        let denied = group
            .windows(3)
            .any(|c| c[0].has(Word::Not) && c[1..].iter().any(Chunk::is_plain_city));
        if group.iter().filter(goal).count() > 1 && words <= 12 && !denied {
            return true;
        }
    }
    // `I throw away something red`: which card, is missing.
    let discards = |known: &known::Known| known.awaits(DecisionKind::Discard).is_some();
    let thrown = |c: &Chunk| {
        c.has(Word::Discard) && c.guessed.is_none() && !c.any(&[Word::Filler, Word::Move])
    };
    let words = group.iter().filter(|c| c.is_word()).count();
    let asked = group.iter().any(|c| c.kind == Kind::Question);
    if scene.known.is_some_and(discards) && group.iter().any(thrown) && words <= 4 && !asked {
        return true;
    }
    // `Hehe, the nine it is, he won't like that!`: a card that is held.
    let plays = scene.known.and_then(|known| Some((known, known.awaits(DecisionKind::Play)?)));
    if let Some((known, nation)) = plays
        && !asked
    {
        let held = |number: u32| {
            let card = |card: &crate::game::Card| match card.face {
                Face::Suited(_, value) => u32::from(value) == number,
                Face::Reserve => false,
            };
            known.hand(nation).iter().any(card)
        };
        // `alle 7` is an hour.
        let article = |c: &Chunk| {
            c.has(Word::Article) && !c.any(&[Word::To, Word::At]) && !c.means(ClubWord::AtTheHour)
        };
        let alone = |pair: &[Chunk]| article(&pair[0]) && pair[1].count().is_some_and(held);
        if words <= 9 && group.windows(2).any(alone) {
            return true;
        }
    }
    // Where no combat is on, whoever gives up may mean his seat, and is asked.
    let short = group.iter().filter(|c| c.is_word()).count() <= 5;
    if scene.known.is_some() && short && says(&scene.words(group), ClubWord::GiveUp) {
        return true;
    }
    if is_a_purchase(scene, group)
        || is_a_goal_for_several(scene, group)
        || is_a_name_for_what_is_held(scene, group)
    {
        return true;
    }
    let goes = |c: &Chunk| {
        c.any(&[Word::To, Word::Via]) || c.kind == Kind::Arrow || c.means(ClubWord::Goal)
    };
    let sent_off = |pair: &[Chunk]| {
        let sure = pair[0].guessed.is_none() || pair[1].kind == Kind::Arrow;
        !pair[0].generals.is_empty() && sure && goes(&pair[1])
    };
    // `F+W Dresden`: who they are is asked.
    let letters = |c: &Chunk| c.is_word() && c.plain.len() == 1;
    let initials = |four: &[Chunk]| {
        let pair = four[1].kind == Kind::Plus && letters(&four[0]) && letters(&four[2]);
        pair && (four[3].is_plain_city() || goes(&four[3]))
    };
    if scene.known.is_some() && group.windows(4).any(initials) {
        return true;
    }
    // A general who is sent to a place that is none.
    if group.windows(2).next().is_some_and(sent_off)
        && group.iter().filter(|c| c.is_word()).count() <= 6
    {
        return true;
    }
    // `Heinrich to Bernau, via Nirgendwo`: a way that was not read is missing.
    let way = first
        .is_some_and(|c| c.start > 0 && c.has(Word::Via) && !c.any(&[Word::Filler, Word::And]));
    if way && !scene.last.is_empty() && group.iter().filter(|c| c.is_word()).count() <= 6 {
        return true;
    }
    // `Karl to Reichenberg, then to Nowhere`: a goal that was not read is missing.
    let strange = |pair: &[Chunk]| {
        pair[0].has(Word::To) && pair[1].unknown && pair[1].starts_like_a_name(scene)
    };
    let goes_on = first.is_some_and(|c| {
        c.start > 0 && (c.any(&[Word::Then, Word::To]) || c.means(ClubWord::Instead))
    });
    if goes_on
        && !scene.last.is_empty()
        && group.windows(2).any(strange)
        && group.iter().filter(|c| c.is_word()).count() <= 6
    {
        return true;
    }
    let names = group.iter().any(|c| !c.generals.is_empty());
    if scene.known.is_some() && (clauses::opens(group) || names && cards::signed(group).is_some()) {
        return true;
    }
    // `Schwerin to Neisse, but leave 1 troop`: troops that an order behind says something about.
    let behind = first.is_some_and(|c| c.start > 0 && !c.any(&[Word::Greeting, Word::Closing]));
    let troops = group.windows(2).any(|p| p[0].count().is_some() && p[1].has(Word::Troops));
    if behind && troops && !scene.last.is_empty() {
        let words = group.iter().filter(|c| c.is_word()).count();
        if words <= 6 && group.iter().all(|c| !c.unknown) {
            return true;
        }
    }
    if let Some(Problem::Question { .. }) = problem {
        // Whoever writes from a train orders none.
        let ordered = |c: &Chunk| {
            c.is_plain_city()
                || !c.generals.is_empty()
                || c.any(&[
                    Word::Move,
                    Word::Stay,
                    Word::Back,
                    Word::To,
                    Word::Recruit,
                    Word::Enter,
                ])
        };
        if group.iter().any(|c| c.has(Word::Train)) && !group.iter().any(ordered) {
            return false;
        }
        // A signature with a city in it is no question about it.
        let unknown = group.iter().filter(|c| c.unknown).count();
        return unknown * 2 <= group.iter().filter(|c| c.is_word()).count();
    }
    let polite =
        first.is_some_and(|c| c.any(&[Word::Greeting, Word::Closing]) && !c.any(&[Word::To]));
    // `If that is not possible, to Hünfeld`
    let fallback = first.is_some_and(|c| c.has(Word::If))
        && group.windows(2).any(|pair| pair[0].has(Word::To) && pair[1].is_plain_city());
    let moving = scene.known.is_some_and(|known| known.awaits(DecisionKind::Movement).is_some());
    if fallback && (moving || !scene.last.is_empty()) {
        return true;
    }
    // `10 of spades, if that is not enough the 6`: a condition on cards that nobody can see on the map.
    let plays = [DecisionKind::Play, DecisionKind::Discard];
    let awaits = |known: &known::Known| plays.iter().any(|kind| known.awaits(*kind).is_some());
    let cards = |c: char| c.is_ascii_digit() || matches!(c, '\u{2660}'..='\u{2667}');
    let condition = group
        .iter()
        .find(|c| {
            c.is_word() && !(c.any(&[Word::And, Word::Then]) && !c.any(&[Word::If, Word::Else]))
        })
        .is_some_and(|c| c.any(&[Word::If, Word::Else]) && c.generals.is_empty());
    if condition && scene.known.is_some_and(awaits) && scene.line.contains(cards) {
        return true;
    }
    let question = group.iter().any(|c| c.kind == Kind::Question);
    if impossible || scene.known.is_none() {
        return false;
    }
    let words = group.iter().filter(|c| c.is_word()).count();
    let unknown = group.iter().filter(|c| c.unknown).count();
    let cards = !cards::mentions(group, scene.tongues, false)
        .iter()
        .all(|mention| mention.value.is_none() && !mention.reserve);
    let own = |c: &Chunk| !c.generals.is_empty() && c.guessed.is_none();
    // Polish `tabor` is no city without a capital letter.
    let small = |c: &Chunk| {
        let text = scene.line.get(c.start..c.end).unwrap_or_default();
        c.cities.is_empty() || text.starts_with(char::is_lowercase) && !c.is_plain_city()
    };
    let train = |at: usize| pieces::is_train(group, at) && group[at].plain.len() > 3;
    let trains = (0..group.len()).any(|at| train(at) && small(&group[at]));
    let piece = group.iter().any(own) || trains;
    let cities = group.iter().filter(|c| c.is_plain_city() && (c.meanings.is_empty())).count();
    let goal = group.windows(2).any(|pair| {
        // `goes to` is one phrase.
        let goes_to = || pair[0].has(Word::Move) && scene.words(&pair[..1]).ends_with(" to");
        (pair[0].any(&[Word::To, Word::Via]) || pair[0].kind == Kind::Arrow || goes_to())
            && pair[1].is_plain_city()
    });
    let opens_with_or = first.is_some_and(|c| c.has(Word::Or) && !c.has(Word::Filler));
    if opens_with_or && group.iter().any(|c| c.is_plain_city() || !c.generals.is_empty()) {
        return true;
    }
    let mine = (0..group.len()).filter_map(|at| pieces::who(scene, group, at, None)).any(|who| {
        who.pieces.iter().any(|p| scene.known.is_some_and(|known| known.is_own(p.nation())))
    });
    let verb = group.iter().any(|c| {
        c.any(&[Word::Move, Word::Recruit, Word::Attack, Word::Discard, Word::Stay, Word::Retreat])
            && !c.any(&[Word::Filler, Word::To, Word::At, Word::For, Word::From, Word::And])
    });
    let number = group.iter().any(|c| c.count().is_some() && !c.any(&[Word::Filler, Word::Both]));
    // `…, the second for Keith`: what he gets.
    let share = |c: &Chunk| c.ordinal.is_some() || c.has(Word::Other);
    let trains = group.iter().any(Chunk::is_train_word);
    let for_him = |pair: &[Chunk]| pair[0].has(Word::For) && own(&pair[1]);
    let shares =
        words <= 5 && mine && !trains && group.iter().any(share) && group.windows(2).any(for_him);
    if cards || shares && !question {
        return true;
    }
    if polite && !goal {
        return false;
    }
    if piece && (cities > 0 || goal) {
        return unknown * 2 <= words + 2;
    }
    // `Both trains forward`, `train 1 somewhere safe`
    let train =
        |at: usize| pieces::is_train(group, at) && !group[at].any(&[Word::TopicMoves, Word::Ready]);
    let begins = group.iter().position(Chunk::is_word).is_some_and(|at| {
        let all = group[at].any(&[Word::Both, Word::All, Word::Each]);
        let numbered =
            group.get(at + 1).is_some_and(|next| next.kind != Kind::Word && next.count().is_some());
        all && at + 1 < group.len() && train(at + 1) || numbered && train(at)
    });
    let past = group.iter().any(|c| c.is_word() && c.means(ClubWord::Past));
    if begins && words <= 6 && !question && !past {
        return true;
    }
    // `Heinrich a bit nearer to the Swedes`, `the train a little forward`, `train two cities west`: how far, or where to.
    let sent = |c: &Chunk| {
        c.any(&[Word::To, Word::Towards]) && !c.any(&[Word::Filler, Word::At, Word::Versus])
    };
    let stepped = |pair: &[Chunk]| pair[0].count().is_some() && pair[1].has(Word::Steps);
    let first_named = first.is_some_and(|c| !c.generals.is_empty() || c.has(Word::Train));
    let vague = first_named && group.iter().any(sent) || group.windows(2).any(stepped);
    if awaited && vague && (mine || trains) && words <= 7 && unknown <= 2 && !question && !past {
        return true;
    }
    if piece && number {
        // Whoever tells of somebody else's general orders nothing.
        let trains = group.iter().any(|c| c.has(Word::Train));
        return if mine || trains { unknown * 2 <= words } else { unknown == 0 };
    }
    if group.iter().any(own)
        && mine
        && words <= 2
        && unknown == 0
        && !question
        && group.iter().all(|c| c.guessed.is_none())
    {
        // A name alone: what it is to do is missing, or it belongs to the order before it.
        return true;
    }
    // `mal schauen: Friedrich greift Laudon an`
    let moving = scene.known.is_some_and(|known| known.awaits(DecisionKind::Movement).is_some());
    let fights = (0..group.len()).any(|at| remark::begins_fight(scene, group, at));
    if moving && piece && mine && fights && !question && !past {
        return unknown <= 2 && words <= 8;
    }
    // `Lacy goes there`: who marches is somebody of one's own, whatever else is said.
    let marches = |c: &Chunk| c.has(Word::Move) && !c.any(&[Word::Filler, Word::Ready, Word::Stop]);
    let begins = group
        .iter()
        .find(|c| c.is_word() && !c.any(&[Word::And, Word::Title, Word::Article, Word::While]))
        .is_some_and(own);
    let said = group.iter().any(marches) && words <= 6 && !question && !past;
    if moving && mine && begins && said {
        return unknown == 0;
    }
    if piece && mine && verb && !question {
        // `Keith is in trouble again` is talk; `Keith moves` is an order without a goal, and so is `Winterfeldt goes
        // with the King`.
        let together = group.iter().filter(|c| own(c)).count() > 1;
        return unknown == 0
            && words <= if together { 9 } else { 5 }
            && matches!(problem, Some(Problem::NotUnderstood { trouble, .. }) if *trouble != Trouble::UnknownWords);
    }
    if !question && !past && words <= 16 && is_sent_under_a_strange_name(scene, group) {
        return true;
    }
    if goal && !piece {
        // `na gut, dann halt nur bis Dresden mit den beiden`
        let of_them = !past && group.iter().any(|c| c.has(Word::Both));
        return unknown <= 2 && words <= if of_them { 14 } else { 7 } && !question;
    }
    if let Some(Problem::NotUnderstood { trouble, .. }) = problem {
        return matches!(
            trouble,
            Trouble::MissingTerms
                | Trouble::MissingNumber
                | Trouble::NoSuchCombat
                | Trouble::MissingCard
                | Trouble::UnknownCard
                | Trouble::UnknownPiece
        ) && unknown <= 2
            || *trouble == Trouble::UnknownWords
                && unknown <= 1
                && words <= 6
                && !piece
                && !question;
    }
    // All else is talk.
    false
}

/// `The Swedes push on to Neustrelitz`: a nation of one's own is sent to a place.
fn is_nation_sent(scene: &Scene, group: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    let movement = known.awaits(DecisionKind::Movement).is_some();
    let own = |c: &Chunk| {
        c.generals.is_empty() && c.cities.is_empty() && c.nation.is_some_and(|n| known.is_own(n))
    };
    let passed = |c: &&Chunk| {
        !c.is_word()
            || c.any(&[Word::And, Word::Article, Word::Filler, Word::Title, Word::Greeting])
                && c.nation.is_none()
    };
    let Some(at) = group.iter().position(|c| !passed(&c)).filter(|at| own(&group[*at])) else {
        return false;
    };
    let talks = |c: &Chunk| {
        c.kind == Kind::Question
            || c.is_word() && c.means(ClubWord::Past)
            || c.any(&[Word::Impossible, Word::Status, Word::Wait])
    };
    let led = |pair: &[Chunk]| {
        pair[0].any(&[Word::To, Word::Via, Word::Takes, Word::Capture])
            && pair[1].is_plain_city()
            && pair[1].meanings.is_empty()
    };
    movement
        && group.iter().filter(|c| c.is_word()).count() <= 14
        && !group.iter().any(talks)
        && group[at..].windows(2).any(led)
}

/// `Belgard no longer`, while pieces move: a goal of an earlier mail is taken back.
fn is_withdrawn_goal(scene: &Scene, group: &[Chunk]) -> bool {
    let moves = scene.known.is_some_and(|known| known.awaits(DecisionKind::Movement).is_some());
    let words = group.iter().filter(|c| c.is_word()).count();
    moves
        && words <= 5
        && group.iter().any(|c| c.is_plain_city() && c.meanings.is_empty())
        && !group.iter().any(|c| c.kind == Kind::Question)
        && says(&scene.words(group), ClubWord::NoLonger)
}

/// `my guy at Toruń heads for …`: somebody is sent off, named by where he stands.
fn is_circumscribed_order(group: &[Chunk]) -> bool {
    let goes = |c: &Chunk| {
        c.any(&[Word::To, Word::Via, Word::Move]) && !c.has(Word::At) || c.kind == Kind::Arrow
    };
    let behind = |at: usize| group.get(at + 3..).unwrap_or_default().iter().any(goes);
    (0..group.len()).any(|at| pronoun::is_circumscribed(group, at) && behind(at))
}

/// `Keith i meant`, where orders of an earlier mail could not be used: a name alone may belong to one of them.
fn is_a_name_for_what_is_held(scene: &Scene, group: &[Chunk]) -> bool {
    let words = group.iter().filter(|c| c.is_word());
    scene.held
        && words.clone().count() <= 4
        && words.clone().filter(|c| !c.generals.is_empty()).count() == 1
        && !group.iter().any(|c| c.any(&[Word::Greeting, Word::Closing]))
}

/// `Seydlitz gets a new troop, paid with the smallest card that will do`, while pieces move: which card, is missing.
fn is_a_purchase(scene: &Scene, group: &[Chunk]) -> bool {
    let moving = |known: &known::Known| known.awaits(DecisionKind::Movement).is_some();
    let Some(known) = scene.known.filter(|known| moving(known)) else { return false };
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let question = group.iter().any(|c| c.kind == Kind::Question);
    let paid = group.iter().any(|c| c.has(Word::Troops)) && says(scene.line, ClubWord::PaidWith);
    group.iter().any(own) && (paid || group.windows(2).any(troops::are_new)) && !question
}

/// `Dobrzyń for both`, while pieces move: a city and those who are meant to go there, in few words.
fn is_a_goal_for_several(scene: &Scene, group: &[Chunk]) -> bool {
    let moves = scene.known.is_some_and(|known| known.awaits(DecisionKind::Movement).is_some());
    let words = group.iter().filter(|c| c.is_word());
    let for_two = |pair: &[Chunk]| pair[0].has(Word::For) && pair[1].count().is_some();
    moves
        && words.clone().count() <= 6
        && words.clone().all(|c| !c.unknown)
        && group.iter().any(Chunk::is_plain_city)
        && !group.windows(2).any(|pair| pair[0].has(Word::At) && pair[1].is_plain_city())
        && (group.windows(2).any(for_two)
            || group.iter().any(|c| c.any(&[Word::Both, Word::Rest]) && c.cities.is_empty()))
}

/// `Seydlitz marches on to the lovely Halberstedtburg`: a piece of one's own is sent to a place that is
/// none.
fn is_sent_nowhere(scene: &Scene, group: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    if group.iter().any(|c| c.kind == Kind::Question) {
        return false;
    }
    // Where all is in capitals and no place was read, any of its words may be the name of one.
    let placed = group.iter().any(Chunk::is_plain_city);
    let shouted = !placed && !scene.line.contains(char::is_lowercase);
    let is_capital = |c: &Chunk| shouted || c.starts_like_a_name(scene);
    (0..group.len()).any(|at| {
        let Some(named) = pieces::who(scene, group, at, None) else {
            return false;
        };
        if group[at].guessed.is_some() || !named.pieces.iter().any(|p| known.is_own(p.nation())) {
            return false;
        }
        let capital = is_capital(&group[at]);
        let mut led = false;
        for (place, chunk) in group.iter().enumerate().skip(named.to + 1) {
            if led && chunk.unknown && chunk.is_word() {
                // Names are written as the piece's is; a small word before one is passed over.
                let last = group.get(place + 1).is_none_or(|next| !next.is_word());
                if is_capital(chunk) || !capital && last {
                    return true;
                }
                continue;
            }
            // `goes to` is one phrase.
            let goes_to = scene.words(std::slice::from_ref(chunk)).ends_with(" to");
            let leads = chunk.has(Word::To) || chunk.kind == Kind::Arrow || goes_to;
            let passes = chunk.is_word()
                && chunk.generals.is_empty()
                && chunk.cities.is_empty()
                && chunk.any(&[
                    Word::Move,
                    Word::Filler,
                    Word::Article,
                    Word::Title,
                    Word::Back,
                    Word::Then,
                    Word::Time,
                    Word::Alone,
                    Word::Pronoun,
                ])
                // `Keith is going to be late`
                && (!led || capital);
            if !leads && !passes {
                return false;
            }
            led |= leads;
        }
        false
    })
}

/// `der Kasten fährt nach Schwiebus`, `My countryman walks by Friedland to Neubrandenburg`: somebody under a name that is not
/// known is sent where a piece can go. Who tells of himself goes somewhere else.
fn is_sent_under_a_strange_name(scene: &Scene, group: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    let Some(nation) = known.awaits(DecisionKind::Movement) else { return false };
    let named = |c: &Chunk| !c.generals.is_empty() || c.seat.is_some() && c.nation.is_none();
    let speaks =
        |c: &Chunk| c.means(ClubWord::IAm) || c.means(ClubWord::IDo) || c.has(Word::Absent);
    if group.iter().any(|c| named(c) || speaks(c)) {
        return false;
    }
    let mut own = known.generals_on_map(nation);
    own.extend(known.trains(nation, true));
    let reached = |city: &Chunk| {
        city.is_plain_city()
            && city.meanings.is_empty()
            && city.guessed.is_none()
            && own.iter().any(|piece| {
                known.destinations(&[*piece]).iter().any(|goal| city.cities.contains(goal))
            })
    };
    let to =
        |c: &Chunk| c.is_word() && c.has(Word::To) && !c.any(&[Word::Via, Word::From, Word::At]);
    let sent = |pair: &[Chunk]| (to(&pair[0]) || pair[0].kind == Kind::Arrow) && reached(&pair[1]);
    let verb = |c: &Chunk| c.has(Word::Move) && !c.any(&[Word::To, Word::Filler, Word::Ready]);
    // `We went to Dresden last summer`, `Mein Ausflug nach Dresden war schön`
    let language = scene.tongues.first();
    let teller = |at: usize| Prose::Teller.said(language, scene.line, group, at).is_some();
    let tells = |at: usize| Prose::Tells.said(language, scene.line, group, at).is_some();
    let place = group.windows(2).position(sent);
    place.is_some_and(|at| !(0..at).any(|at| teller(at) || tells(at)) && !tells(at + 2))
        && place.is_some_and(|at| {
            group[..at].iter().any(|c| verb(c) || c.kind == Kind::Arrow)
                || group[at].kind == Kind::Arrow
        })
}

/// Whether a group begins with a city where a piece of the nation that moves can go, and names nobody.
fn is_goal_of_nobody(scene: &Scene, group: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    let Some(nation) = known.awaits(DecisionKind::Movement) else { return false };
    let small = |c: &&Chunk| c.is_word() && c.has(Word::Filler) && c.cities.is_empty();
    let begins = group.iter().take_while(small).count();
    let [to, city, ..] = &group[begins.min(group.len())..] else { return false };
    let named = |c: &Chunk| !c.generals.is_empty() || c.has(Word::Train) || c.nation.is_some();
    let mut own = known.generals_on_map(nation);
    own.extend(known.trains(nation, true));
    let reached = |piece: &PieceId| {
        known.destinations(&[*piece]).iter().any(|goal| city.cities.contains(goal))
    };
    let sent = |c: &Chunk| c.is_word() && c.has(Word::To) && !c.any(&[Word::Via, Word::From]);
    sent(to)
        && city.is_plain_city()
        && city.guessed.is_none()
        && !group.iter().any(named)
        && own.iter().any(reached)
}

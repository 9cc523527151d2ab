//! Who looks on gets the public report at the end of each turn and of the game: what everybody may
//! know and nothing else.

use crate::audit::seed::commitment;
use crate::campaign::office::{CampaignError, Office};
use crate::campaign::post::correspondent::Correspondent;
use crate::campaign::post::key::MailKey;
use crate::campaign::post::outbox::{Post, post};
use crate::campaign::table::facts::{log_head, picture_for, players, visible};
use crate::campaign::table::progress::Progress;
use crate::game::Event;
use crate::mail::address::Address;
use crate::report::{GameEnded, Mail, Report, TurnOfWar};
use chrono::{DateTime, Utc};

/// Queues what the observers of a game are due.
pub(crate) fn queue_reports(
    progress: &Progress<'_>,
    office: &Office,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let (tx, game) = (progress.tx, &progress.game);
    for observer in tx.observers(game.id)? {
        if observer.reported >= progress.head.number {
            continue;
        }
        let news = visible(&progress.events_after(observer.reported)?, &[]);
        let due = news.iter().any(|event| {
            matches!(event.war(), Some(Event::TurnBegan { .. } | Event::GameEnded { .. }))
        });
        let (true, Some(person)) = (due, tx.person(observer.person)?) else { continue };
        let Ok(to) = observer.address.parse::<Address>() else { continue };
        let view = progress.state.view(None);
        let table = players(progress, &tx.seats(game.id)?);
        let mut report =
            Report::new(&game.name, &view, Vec::new(), &news, &table, log_head(progress));
        let to = Correspondent::of_person(&person, &to.mailbox());
        let picture = picture_for(progress, &view, &news)?;
        let pictures = office.pictures && to.wishes.pictures;
        report.show(&picture, pictures);
        let mail = match &view.outcome {
            None => Mail::Report(Box::new(report)),
            Some(outcome) => Mail::GameEnded(Box::new(GameEnded {
                game: report.game,
                scenario: view.scenario,
                outcome: outcome.clone(),
                news: report.news,
                course: TurnOfWar::of_game(&visible(&progress.events_after(0)?, &[])),
                table: report.table,
                map: report.map,
                seed: game.seed.0.iter().map(|byte| format!("{byte:02x}")).collect(),
                seed_commitment: commitment(&game.seed.0).to_string(),
                log: report.log,
            })),
        };
        let (name, entry) = (game.name.clone(), progress.head.number);
        let key = MailKey::Observer { game: name, entry, person: person.id.0 };
        let (entry, picture) = (Some(entry), Some(picture));
        post(tx, office, &to, Post { entry, picture, ..Post::new(key, &mail) }, now)?;
        tx.set_observed(game.id, person.id, progress.head.number)?;
    }
    Ok(())
}

/// Queues press up to a number to all observers of a game.
pub(crate) fn pass_on(
    progress: &Progress<'_>,
    office: &Office,
    mail: &Mail,
    press: u64,
    now: DateTime<Utc>,
) -> Result<(), CampaignError> {
    let tx = progress.tx;
    for observer in tx.observers(progress.game.id)? {
        let Some(person) = tx.person(observer.person)? else { continue };
        let Ok(to) = observer.address.parse::<Address>() else { continue };
        let (game, entry) = (progress.game.name.clone(), progress.head.number);
        let key = MailKey::ObserverPress { game, entry, press, person: person.id.0 };
        let to = Correspondent::of_person(&person, &to.mailbox());
        post(tx, office, &to, Post::new(key, mail), now)?;
    }
    Ok(())
}

//! The fence at a mailbox that two of them share, as two machines do.

use super::*;
use crate::mail::source::{Disposal, Fetched, FetchedId};
use std::path::Path;

/// A mailbox on a server: the claims that lie in it.
#[derive(Clone, Default)]
struct Server(Arc<Mutex<Vec<Claim>>>);

impl MailSource for Server {
    fn claim(&mut self) -> Result<Option<Claim>, SourceError> {
        let claims = self.0.lock().unwrap();
        Ok(claims.iter().max_by_key(|claim| (claim.generation, claim.holder.clone())).cloned())
    }

    fn set_claim(&mut self, claim: &Claim) -> Result<(), SourceError> {
        *self.0.lock().unwrap() = vec![claim.clone()];
        Ok(())
    }

    fn poll(&mut self, _: usize) -> Result<Vec<Fetched>, SourceError> {
        Ok(Vec::new())
    }

    fn settle(&mut self, _: &FetchedId, _: Disposal) -> Result<(), SourceError> {
        Ok(())
    }

    fn wait(&mut self, _: Duration) -> Result<(), SourceError> {
        Ok(())
    }
}

/// A program with its database.
struct Machine {
    store: Store,
    fence: Fence,
    server: Server,
}

/// Longer than any test takes.
const HOLDS: Duration = Duration::from_secs(3600);

impl Machine {
    fn begin(database: &Path, server: &Server) -> Machine {
        let mut store = Store::open(database).expect("the database");
        let fence = Fence::of(&mut store, vec![None], HOLDS).expect("read");
        Machine { store, fence, server: server.clone() }
    }

    fn taking_over(database: &Path, server: &Server) -> Machine {
        let mut machine = Machine::begin(database, server);
        machine.fence.take_over();
        machine
    }

    /// Why it ends, if it does.
    fn look(&mut self) -> Result<(), Fenced> {
        let Machine { store, fence, server } = self;
        match fence.check(store, (0, server), DateTime::UNIX_EPOCH) {
            Ok(()) => Ok(()),
            Err(FenceError::Fenced(fenced)) => Err(fenced),
            Err(_) => panic!("neither the mailbox nor the database fails here"),
        }
    }

    fn may(&self) -> Permission {
        self.fence.gate().permission()
    }

    /// The time is over that it waits for another one.
    fn has_waited(&mut self) {
        assert!(self.fence.waits().expect("it waits") > HOLDS, "longer than a look holds");
        self.fence.gate.seen().begins = Some(Instant::now());
    }

    /// Nobody has looked for as long as a look holds.
    fn has_slept(&mut self) {
        let looked = SystemTime::now() - HOLDS;
        self.fence.gate.seen().looked = Some((Instant::now(), looked));
    }
}

/// A machine at work, and a copy of its database.
fn at_work(folder: &Path) -> (Machine, PathBuf, Server) {
    let server = Server::default();
    let mut first = Machine::begin(&folder.join("club.db"), &server);
    assert_eq!(first.may(), Permission::TellOperator, "nobody has looked yet");
    first.look().expect("nobody else is there");
    assert_eq!(first.may(), Permission::Work);
    let copy = folder.join("copy.db");
    first.store.backup(&copy).expect("copied");
    (first, copy, server)
}

#[test]
fn what_was_ended_begins_again_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let (first, _, server) = at_work(folder.path());
    drop(first);
    let mut again = Machine::begin(&folder.path().join("club.db"), &server);
    again.look().expect("it is its own");
    assert_eq!((again.may(), again.fence.waits()), (Permission::Work, None));
}

#[test]
fn a_copy_of_a_database_at_work_does_not_begin_by_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut first, copy, server) = at_work(folder.path());
    let mut second = Machine::begin(&copy, &server);
    let refused = second.look().expect_err("its claim is that of the first");
    assert!(matches!(refused, Fenced::IsCopy { .. }), "{refused}");
    assert_eq!(second.may(), Permission::Nothing);
    first.look().expect("nothing was changed");
    assert_eq!(first.may(), Permission::Work);
}

#[test]
fn whoever_takes_over_waits_until_the_other_one_has_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut first, copy, server) = at_work(folder.path());
    let mut second = Machine::taking_over(&copy, &server);
    second.look().expect("the operator says so");
    assert_eq!(second.may(), Permission::Nothing, "the first one may not have noticed");
    second.look().expect("it waits");
    assert_eq!(second.may(), Permission::Nothing);
    // Killed while it waits, it waits again, without being told once more.
    drop(second);
    let mut second = Machine::begin(&copy, &server);
    second.look().expect("it was told so");
    assert_eq!(second.may(), Permission::Nothing);
    // What the first one cannot ask about it does not do.
    first.has_slept();
    assert_eq!(first.may(), Permission::TellOperator);
    second.has_waited();
    second.look().expect("the first one must have ended");
    assert_eq!(second.may(), Permission::Work);
    assert!(matches!(first.look(), Err(Fenced::Copy { .. })));
    assert_eq!(first.may(), Permission::Nothing);
    // And once it has begun, it begins again at once.
    drop(second);
    let mut second = Machine::begin(&copy, &server);
    second.look().expect("it is its own");
    assert_eq!(second.may(), Permission::Work);
}

#[test]
fn of_two_that_take_over_at_the_same_moment_one_goes_on() {
    for both_lie_there in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let (first, copy, server) = at_work(folder.path());
        let other_copy = folder.path().join("other.db");
        first.store.backup(&other_copy).expect("copied");
        let mut second = Machine::taking_over(&copy, &server);
        let mut third = Machine::taking_over(&other_copy, &server);
        second.look().expect("the operator says so");
        let claim = server.0.lock().unwrap()[0].clone();
        third.look().expect("the operator says so");
        if both_lie_there {
            // Each had looked before the other one wrote.
            server.0.lock().unwrap().push(claim);
        }
        second.has_waited();
        third.has_waited();
        let went_on = [second.look().is_ok(), third.look().is_ok()];
        assert_eq!(went_on.iter().filter(|went_on| **went_on).count(), 1, "{went_on:?}");
        assert_eq!([second.may(), third.may()].map(|may| may == Permission::Work), went_on);
    }
}

#[test]
fn a_folder_that_was_copied_as_a_whole_begins_when_the_first_one_must_have_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut first, copy, server) = at_work(folder.path());
    let name = |database: &Path| format!("{}.head", database.display());
    std::fs::copy(name(first.store.path()), name(&copy)).expect("copied with it");
    let mut second = Machine::begin(&copy, &server);
    second.look().expect("it may have been moved");
    assert_eq!(second.may(), Permission::Nothing);
    assert!(first.look().is_err(), "the first one ends");
    second.has_waited();
    second.look().expect("it is alone");
    assert_eq!(second.may(), Permission::Work);
}

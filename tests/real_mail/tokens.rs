//! A judge who logs in with access tokens (OAuth2), at Dovecot and, by Dovecot's word, at Postfix: they ask a
//! provider whose a token is. The provider is the test's; the device flow is `feldpost login`.

use crate::mail_servers::MailServers;
use crate::provider::Provider;
use crate::support::{Club, JUDGE, NO_PICTURES, Ways, player};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Output;

/// Puts a way to tokens in the place of both passwords, and more at the end.
fn log_in_by(club: &Club<'_>, way: &str, more: &str) {
    let mut text = fs::read_to_string(club.config()).unwrap();
    for password in ["password_file = \"password\"", "password_env = \"JUDGE_PASSWORD\""] {
        assert!(text.contains(password), "{text}");
        text = text.replace(password, way);
    }
    fs::write(club.config(), text + more).unwrap();
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Plays two mails; in between all tokens expire, and the servers end their connections.
fn play_while_tokens_expire(club: &mut Club<'_>, provider: &Provider, renew: impl FnOnce()) {
    club.serve();
    let mut sent = club.play(0, 1);
    club.await_quiet();
    provider.expire_all();
    renew();
    club.servers.stop_imap();
    club.servers.start_imap();
    club.servers.stop_smtp();
    club.servers.start_smtp();
    sent.extend(club.play(1, 2));
    club.await_quiet();
    club.terminate();
    club.books().check_exactly_once(&sent);
    club.check_reports();
    let log = club.log();
    assert!(!log.contains("token-") && !log.contains("renew-"), "a token is logged: {log}");
}

#[test]
fn after_a_login_on_another_device_tokens_renew_themselves() {
    let provider = Provider::start(JUDGE, 2);
    let servers = MailServers::start_for_tokens("xoauth2 oauthbearer", provider.port);
    let mut club = Club::by_way_of(&servers, Ways::Encrypted, NO_PICTURES);
    let login = format!(
        "[login]\nclient_id = \"club\"\ndevice_url = \"http://127.0.0.1:{0}/device\"\n\
         token_url = \"http://127.0.0.1:{0}/token\"\nscopes = [\"mail\", \"offline_access\"]\n",
        provider.port
    );
    log_in_by(&club, "token_login = true", &login);
    let doctor = club.run(&["doctor"]);
    assert!(!doctor.status.success() && said(&doctor).contains("feldpost login"), "{doctor:?}");

    let login = club.run(&["login"]);
    assert!(login.status.success(), "{login:?}");
    for told in [&format!("http://127.0.0.1:{}/type-it", provider.port), "WDJB-MJHT", "Logged in."]
    {
        assert!(said(&login).contains(told), "{told} is missing in {}", said(&login));
    }
    assert!(!said(&login).contains("token-1"));
    assert_eq!(provider.asked("grant-type%3Adevice_code"), 3, "until the code was typed");
    assert_eq!(provider.asked("scope=mail+offline_access"), 1);
    let kept = fs::metadata(club.folder.path().join("login.json")).unwrap();
    assert_eq!(kept.permissions().mode() & 0o777, 0o600);
    let doctor = club.run(&["doctor"]);
    assert!(said(&doctor).contains(&format!("logged in as {JUDGE}")), "{doctor:?}");

    play_while_tokens_expire(&mut club, &provider, || {});
    assert!(provider.asked("grant_type=refresh_token") >= 1, "no token was renewed");
}

#[test]
fn a_program_that_prints_a_token_is_asked_again_when_it_has_expired() {
    play_by_a_program("oauthbearer");
}

#[test]
fn servers_that_know_the_older_way_alone_do_as_well() {
    play_by_a_program("xoauth2");
}

/// A turn with a program that prints tokens, at an IMAP and an SMTP server that take them in this way alone.
fn play_by_a_program(way: &str) {
    let provider = Provider::start(JUDGE, 0);
    let servers = MailServers::start_for_tokens(way, provider.port);
    let mut club = Club::by_way_of(&servers, Ways::Encrypted, NO_PICTURES);
    let file = club.folder.path().join("token");
    log_in_by(&club, &format!("token_command = [\"cat\", \"{}\"]", file.display()), "");

    // Somebody else's token opens nothing, and is not shown.
    fs::write(&file, provider.give(player(feldpost::game::Seat::Frederick))).unwrap();
    let doctor = club.run(&["doctor"]);
    assert!(!doctor.status.success(), "{doctor:?}");
    for about in ["WRONG    mailbox", "WRONG    transport"] {
        assert!(said(&doctor).contains(about), "{about} is missing in {}", said(&doctor));
    }
    assert!(!said(&doctor).contains("token-1"), "{doctor:?}");

    fs::write(&file, provider.give(JUDGE)).unwrap();
    let new = || fs::write(&file, provider.give(JUDGE)).unwrap();
    play_while_tokens_expire(&mut club, &provider, new);
}

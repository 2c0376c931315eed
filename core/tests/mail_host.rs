//! The mail transport against a real Dovecot and Postfix, and against servers that misbehave.

#[path = "mail_host/fakes.rs"]
mod fakes;
#[path = "mail_host/stack.rs"]
mod stack;

use fakes::{FakeBox, HangUp, Shared};
use patchbay::mail::{
    Cursor, ImapSettings, MailError, MailState, Security, SendError, SmtpSettings, Tuning,
    check_imap, check_smtp, submit,
};
use stack::{Sink, Stack, mail, network, quick, watching};
use std::{sync::Arc, sync::atomic::Ordering, time::Duration};

#[tokio::test]
async fn waiting_mail_comes_first_and_new_mail_is_pushed() {
    let stack = Stack::start();
    stack.send("waiting").await;
    let sink = Sink::at(None);
    let settings = stack.imap("support@desk.test", Security::StartTls);
    let watching = watching(settings, stack.network(quick()), &sink);
    sink.until("the waiting mail", |s| s.subjects() == ["waiting"]).await;
    // Long enough for the watcher to have gone idle, far shorter than its poll.
    tokio::time::sleep(Duration::from_millis(500)).await;

    let sent = stack.send("pushed").await;
    sink.until("the pushed mail", |s| s.subjects() == ["waiting", "pushed"]).await;
    let took = sent.elapsed();
    assert!(took < Duration::from_secs(2), "took {took:?}");
    assert_eq!(sink.states(), [MailState::Connected]);

    let mails = sink.mails();
    assert!(
        mails.iter().all(|m| !m.oversize && !m.unreadable && m.received_ms > 1_700_000_000_000)
    );
    assert_eq!(mails[1].size, mails[1].raw.len() as u64);
    assert_eq!(sink.stored().map(|c| c.last_uid), Some(mails[1].uid));
    watching.end().await;

    // Reading must not mark the customer's mail as read for people who share the mailbox.
    let facts = unseen(&stack);
    assert_eq!(facts, 2, "both messages are still unseen");
}

/// Unread messages by Dovecot's own tool, so that the answer is not ours.
fn unseen(stack: &Stack) -> usize {
    let out = std::process::Command::new("doveadm")
        .arg("-c")
        .arg(stack.dir.join("dovecot.conf"))
        .args(["search", "-u", "support@desk.test", "mailbox", "INBOX", "UNSEEN"])
        .output()
        .unwrap();
    String::from_utf8_lossy(&out.stdout).lines().count()
}

#[tokio::test]
async fn a_restart_from_the_cursor_brings_nothing_twice() {
    let stack = Stack::start();
    for n in 0..3 {
        stack.put(&format!("m{n}")).await;
    }
    let settings = stack.imap("support@desk.test", Security::Tls);
    let first = Sink::at(None);
    let w = watching(settings.clone(), stack.network(quick()), &first);
    first.until("three mails", |s| s.mails().len() == 3).await;
    w.end().await;

    let second = Sink::at(first.stored());
    let w = watching(settings.clone(), stack.network(quick()), &second);
    second.until("connected", |s| s.states() == [MailState::Connected]).await;
    stack.send("after").await;
    second.until("the new mail", |s| !s.mails().is_empty()).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(second.subjects(), ["after"]);
    w.end().await;

    // A mailbox that was never read brings the newest ones, not its whole history.
    let third = Sink::at(None);
    let w = watching(settings, stack.network(Tuning { newest: 2, ..quick() }), &third);
    third.until("two mails", |s| s.subjects() == ["m2", "after"]).await;
    w.end().await;
}

#[tokio::test]
async fn a_wrong_password_ends_in_auth_failed() {
    let stack = Stack::start();
    let mut settings = stack.imap("support@desk.test", Security::Tls);
    settings.password = "wröng".into();
    let sink = Sink::at(None);
    let net = stack.network(quick());
    let w = watching(settings.clone(), net.clone(), &sink);
    tokio::time::timeout(Duration::from_secs(8), w.task).await.expect("gives up").unwrap();
    let states = sink.states();
    assert_eq!(states.len(), 3, "{states:?}");
    assert!(matches!(&states[2], MailState::AuthFailed { .. }), "{states:?}");

    assert!(matches!(check_imap(&settings, &net).await, Err(MailError::Auth(_))));
    settings.password = "secret".into();
    let facts = check_imap(&settings, &net).await.unwrap();
    assert!(facts.contains(&("IMAP push".to_owned(), "IDLE".to_owned())), "{facts:?}");
    settings.folder = "No such folder".into();
    assert!(matches!(check_imap(&settings, &net).await, Err(MailError::Folder(_))));
    // The same server, but nobody vouches for its certificate.
    settings.folder = "INBOX".into();
    let strangers = network(quick());
    assert!(matches!(check_imap(&settings, &strangers).await, Err(MailError::Tls(_))));
    settings.host = "mail.example.com".into();
    assert!(matches!(check_imap(&settings, &net).await, Err(MailError::Address(_))));
}

#[tokio::test]
async fn a_server_that_comes_back_is_read_again() {
    let stack = Stack::start();
    let sink = Sink::at(None);
    let w =
        watching(stack.imap("support@desk.test", Security::None), stack.network(quick()), &sink);
    stack.send("before").await;
    sink.until("the first mail", |s| s.mails().len() == 1).await;
    stack.pause();
    sink.until("retrying", |s| {
        s.states().iter().any(|state| matches!(state, MailState::Retrying { .. }))
    })
    .await;
    stack.resume();
    stack.send("after").await;
    sink.until("the second mail", |s| s.subjects() == ["before", "after"]).await;
    assert_eq!(sink.states().last(), Some(&MailState::Connected));
    w.end().await;
}

#[tokio::test]
async fn a_failing_sink_gets_the_same_mail_again() {
    let stack = Stack::start();
    for n in 0..3 {
        stack.put(&format!("m{n}")).await;
    }
    let sink = Sink::at(None);
    sink.failures.store(2, Ordering::SeqCst);
    let w =
        watching(stack.imap("support@desk.test", Security::None), stack.network(quick()), &sink);
    sink.until("all three", |s| s.mails().len() == 3).await;
    assert_eq!(sink.subjects(), ["m0", "m1", "m2"]);
    assert_eq!(sink.calls(), 5);
    w.end().await;
}

#[tokio::test]
async fn large_mail_arrives_whole_and_larger_mail_as_headers() {
    let stack = Stack::start();
    let line = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\r\n";
    let big = mail("big", &line.repeat(9 * 1024 * 1024 / line.len()));
    let huge = mail("huge", &line.repeat(11 * 1024 * 1024 / line.len()));
    stack.send_raw(big.as_bytes()).await;
    stack.send_raw(huge.as_bytes()).await;
    stack.send("small").await;
    let sink = Sink::at(None);
    let tuning = Tuning { max_bytes: 10 * 1024 * 1024, ..quick() };
    let w = watching(stack.imap("support@desk.test", Security::Tls), stack.network(tuning), &sink);
    sink.until("three mails", |s| s.mails().len() == 3).await;
    w.end().await;

    let mails = sink.mails();
    let by = |s: &str| mails.iter().find(|m| stack::subject(&m.raw) == s).unwrap();
    let body = &big.as_bytes()[big.find("\r\n\r\n").unwrap()..];
    let got = &by("big").raw;
    // The server puts its own lines above and may end the last line; nothing else may differ.
    let at = got.windows(4).position(|w| w == b"\r\n\r\n").unwrap();
    assert!(got[at..].starts_with(body));
    assert_eq!(got.len() as u64, by("big").size);
    assert!(by("huge").oversize);
    assert!(by("huge").raw.len() < 10_000 && by("huge").raw.ends_with(b"\r\n\r\n"));
}

#[tokio::test]
async fn what_is_submitted_lands_and_refusals_are_told_apart() {
    let stack = Stack::start();
    let net = stack.network(quick());
    let sink = Sink::at(None);
    let w = watching(stack.imap("ann@customer.test", Security::Tls), net.clone(), &sink);
    let raw = mail("reply", "Line\r\n.\r\n.. dots\r\nÜmläut");
    for security in [Security::Tls, Security::StartTls] {
        let settings = stack.smtp("support@desk.test", security);
        let to = ["ann@customer.test".to_owned(), "bob@customer.test".to_owned()];
        let said = submit(&settings, &net, "support@desk.test", &to, raw.as_bytes()).await.unwrap();
        assert!(said.starts_with("250 ") && said.contains("queued as"), "{said}");
        check_smtp(&settings, &net).await.unwrap();
    }
    sink.until("both copies", |s| s.subjects() == ["reply", "reply"]).await;
    let got = String::from_utf8(sink.mails()[0].raw.clone()).unwrap();
    assert!(got.contains("Line\r\n.\r\n.. dots\r\nÜmläut\r\n"), "{got}");
    w.end().await;

    let settings = stack.smtp("support@desk.test", Security::None);
    let send = async |settings: &SmtpSettings, to: &[&str]| {
        let to: Vec<String> = to.iter().map(|t| (*t).to_owned()).collect();
        submit(settings, &net, "support@desk.test", &to, raw.as_bytes()).await.unwrap_err()
    };
    let e = send(&settings, &["ann@customer.test", "refused@customer.test"]).await;
    assert!(matches!(&e, SendError::Permanent(s) if s.code == Some(550)), "{e:?}");
    assert!(e.to_string().contains("<refused@customer.test>"), "{e}");
    let e = send(&settings, &["later@customer.test"]).await;
    assert!(matches!(&e, SendError::Transient(s) if s.code == Some(451)), "{e:?}");
    let e = send(&settings, &["x@gmail.com"]).await;
    assert!(matches!(&e, SendError::Permanent(_)), "{e:?}");
    let e = send(&settings, &["not an address"]).await;
    assert!(matches!(&e, SendError::Permanent(_)), "{e:?}");
    let wrong = SmtpSettings { password: "wrong".into(), ..settings.clone() };
    let e = send(&wrong, &["ann@customer.test"]).await;
    assert!(matches!(&e, SendError::Auth(s) if s.code == Some(535)), "{e:?}");
    assert!(matches!(check_smtp(&wrong, &net).await, Err(MailError::Auth(_))));
    let closed = SmtpSettings { port: stack.base + 9, ..settings };
    let e = send(&closed, &["ann@customer.test"]).await;
    assert!(matches!(&e, SendError::Transient(_)), "{e:?}");
}

#[tokio::test]
async fn only_a_break_after_the_dot_is_unknown() {
    let to = ["ann@customer.test".to_owned()];
    let large = mail("large", &"x".repeat(70).repeat(200_000));
    for (when, unknown) in
        [(HangUp::AtData, false), (HangUp::InTheMiddle, false), (HangUp::AfterTheDot, true)]
    {
        let settings = SmtpSettings {
            host: "127.0.0.1".into(),
            port: fakes::smtp(when).await,
            security: Security::None,
            user: String::new(),
            password: String::new(),
        };
        let e = submit(&settings, &network(quick()), "", &to, large.as_bytes()).await.unwrap_err();
        assert_eq!(matches!(e, SendError::Unknown(_)), unknown, "{e:?}");
        assert_eq!(matches!(e, SendError::Transient(_)), !unknown, "{e:?}");
    }
}

fn fake(port: u16) -> ImapSettings {
    ImapSettings {
        host: "127.0.0.1".into(),
        port,
        security: Security::None,
        user: "u".into(),
        password: "secret".into(),
        folder: "INBOX".into(),
    }
}

fn raw(subject: &str) -> Option<Vec<u8>> {
    Some(mail(subject, "x").into_bytes())
}

fn poll_fast() -> Tuning {
    Tuning { poll_without_idle: Duration::from_millis(50), ..quick() }
}

#[tokio::test]
async fn a_new_uidvalidity_starts_a_new_cursor() {
    let state: Shared = Arc::default();
    *state.lock().unwrap() =
        FakeBox { validity: 2, mails: vec![(1, raw("a")), (4, raw("b"))], ..FakeBox::default() };
    let port = fakes::imap(state.clone()).await;
    // Under the old validity UID 4 was read; under the new one it is another message.
    let sink = Sink::at(Some(Cursor { uid_validity: 1, last_uid: 9 }));
    let w = watching(fake(port), network(poll_fast()), &sink);
    sink.until("both", |s| s.subjects() == ["a", "b"]).await;
    assert_eq!(sink.stored(), Some(Cursor { uid_validity: 2, last_uid: 4 }));
    // `5:*` keeps naming UID 4: it must not come again, and 6 must.
    tokio::time::sleep(Duration::from_millis(200)).await;
    state.lock().unwrap().mails.push((6, raw("c")));
    sink.until("the third", |s| s.subjects() == ["a", "b", "c"]).await;
    w.end().await;
    let seen = state.lock().unwrap().seen.clone();
    assert_eq!(seen.last().map(String::as_str), Some("LOGOUT"), "{seen:?}");
}

#[tokio::test]
async fn one_unreadable_mail_does_not_stop_the_rest() {
    let state: Shared = Arc::default();
    *state.lock().unwrap() = FakeBox {
        validity: 1,
        mails: vec![(1, raw("a")), (2, None), (3, raw("c"))],
        ..FakeBox::default()
    };
    let sink = Sink::at(None);
    let port = fakes::imap(state.clone()).await;
    let w = watching(fake(port), network(poll_fast()), &sink);
    sink.until("all three", |s| s.subjects() == ["a", "broken", "c"]).await;
    assert_eq!(sink.mails().iter().map(|m| m.unreadable).collect::<Vec<_>>(), [false, true, false]);
    let asked = state.lock().unwrap().seen.iter().filter(|c| c.contains(" 2 (UID BODY")).count();
    assert_eq!(asked, 4, "three times the body, once the headers");
    w.end().await;
}

#[tokio::test]
async fn mail_told_of_beside_a_listing_is_not_waited_for() {
    let state: Shared = Arc::default();
    *state.lock().unwrap() = FakeBox {
        validity: 1,
        mails: vec![(1, raw("a"))],
        late: Some((2, raw("b"))),
        ..FakeBox::default()
    };
    let sink = Sink::at(None);
    let port = fakes::imap(state).await;
    let tuning = Tuning { poll_without_idle: Duration::from_secs(3_600), ..quick() };
    let w = watching(fake(port), network(tuning), &sink);
    // The server says so once, and the next look is in an hour.
    sink.until("both", |s| s.subjects() == ["a", "b"]).await;
    w.end().await;
}

#[tokio::test]
async fn an_announcement_of_gigabytes_is_not_believed() {
    let state: Shared = Arc::default();
    *state.lock().unwrap() = FakeBox {
        validity: 1,
        mails: vec![(1, raw("a"))],
        announce: Some(400_000_000),
        ..FakeBox::default()
    };
    let sink = Sink::at(None);
    let port = fakes::imap(state).await;
    let w = watching(fake(port), network(poll_fast()), &sink);
    sink.until("the refusal", |s| {
        s.states().iter().any(|state| {
            matches!(state, MailState::Retrying { reason, .. } if reason.contains("announced"))
        })
    })
    .await;
    assert!(sink.mails().is_empty());
    w.end().await;
}

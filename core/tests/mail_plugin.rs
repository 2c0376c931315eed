//! The mail plugin as it ships, between the mail transport and the plugin host: a customer writes,
//! the desk answers, the customer answers the answer.
//!
//! Needs `target/plugins/email.pbp` (`cargo xtask plugins`) and, for the round trip, Dovecot and
//! Postfix.

#[path = "mail_host/stack.rs"]
#[expect(dead_code, reason = "each test binary uses its part of the stack")]
mod stack;

use patchbay::{
    blobs::{BlobConfig, BlobMeta, Blobs},
    clock::Clock,
    ids::Ids,
    mail::{FetchedMail, Security, submit},
    plugins::{
        Account, Attachment, Batch, EmptyKv, Event, Host, HostConfig, InboundMessage,
        OutgoingMessage, RawMail, Secrets,
    },
};
use serde_json::json;
use stack::{Sink, Stack, quick, watching};
use std::{path::Path, sync::Arc};

struct Desk {
    host: Host,
    blobs: Blobs,
    _folder: Folder,
}

/// A folder that is gone when dropped.
struct Folder(std::path::PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn desk(name: &str) -> Desk {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/plugins/email.pbp");
    let package = std::fs::read(package).expect("build the plugins first: cargo xtask plugins");
    let folder = std::env::temp_dir().join(format!("pb-mail-{name}-{}", std::process::id()));
    let config = BlobConfig::Folder(folder.clone());
    let blobs = Blobs::open(&config, Clock::system(), Ids::system()).unwrap();
    let host = Host::new(HostConfig::default(), blobs.clone(), Clock::system()).unwrap();
    host.install(&package).unwrap();
    Desk { host, blobs, _folder: Folder(folder) }
}

fn account() -> Account {
    Account {
        client_id: 1,
        channel_id: 1,
        plugin_id: "email".into(),
        config: json!({
            "from_name": "Acme Support", "from_address": "support@desk.test",
            "imap_host": "localhost", "imap_user": "support@desk.test", "smtp_host": "localhost",
        }),
        secrets: Secrets::from_iter([("reply_secret", "k3y"), ("imap_password", "secret")]),
        public_url: String::new(),
        kv: Arc::new(EmptyKv),
    }
}

impl Desk {
    async fn receive(&self, raw: &[u8], uid: u32) -> (Batch, u64) {
        let meta = BlobMeta { mime: "message/rfc822".into(), filename: None };
        let raw = self.blobs.put_bytes(raw.to_vec(), meta).await.unwrap();
        let received_ms = 1_795_132_800_000;
        let mail = RawMail { raw, folder: "INBOX".into(), uid_validity: 1, uid, received_ms };
        let called = self.host.receive_mail(&account(), mail).await;
        (called.result.unwrap(), called.report.peak_memory)
    }

    async fn message(&self, mail: &FetchedMail) -> InboundMessage {
        let (batch, _) = self.receive(&mail.raw, mail.uid).await;
        match batch.events.into_iter().next() {
            Some(Event::Message(message)) => message,
            other => panic!("no message: {other:?}"),
        }
    }
}

#[tokio::test]
async fn every_fixture_passes_through_the_guest() {
    let desk = desk("fixtures");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins/email/tests/fixtures");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "eml") {
            continue;
        }
        let (batch, _) = desk.receive(&std::fs::read(&path).unwrap(), seen).await;
        let text = std::fs::read(path.with_extension("json")).unwrap();
        let want: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let message = batch.events.iter().find_map(|e| match e {
            Event::Message(m) => Some(m),
            _ => None,
        });
        assert_eq!(message.is_some(), !want["letter"].is_null(), "{}", path.display());
        let Some(message) = message else { continue };
        let letter = &want["letter"];
        assert_eq!(message.external_id, letter["external_id"].as_str().unwrap());
        assert_eq!(message.thread, letter["thread"].as_str().unwrap());
        let says_something = !letter["text"].as_str().unwrap().trim().is_empty()
            || !letter["html"].is_null()
            || !message.attachments.is_empty();
        let text =
            if says_something { letter["text"].as_str().unwrap() } else { "[empty message]" };
        assert_eq!(message.text.as_deref().unwrap_or(""), text, "{}", path.display());
        assert_eq!(message.verified_ticket.as_deref(), letter["verified_ticket"].as_str());
        assert_eq!(message.automatic, !letter["automatic"].is_null());
        for (got, want) in message.attachments.iter().zip(letter["attachments"].as_array().unwrap())
        {
            let blob = got.blob.as_ref().expect("stored");
            assert_eq!(blob.size, want["size"].as_u64().unwrap(), "{}", path.display());
        }
        seen += 1;
    }
    assert!(seen >= 25);
}

#[tokio::test]
async fn a_message_of_thirty_megabytes_stays_within_its_memory() {
    use base64::Engine as _;
    let desk = desk("large");
    let film: Vec<u8> = (0..22_000_000_u32).map(|n| (n * 31 % 251) as u8).collect();
    let coded = base64::engine::general_purpose::STANDARD.encode(&film);
    let mut raw = String::with_capacity(32 << 20);
    raw.push_str("From: a@x.test\r\nMessage-ID: <large@x.test>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee the film.\r\n--b\r\nContent-Type: video/mp4; name=film.mp4\r\nContent-Transfer-Encoding: base64\r\n\r\n");
    for line in coded.as_bytes().chunks(76) {
        raw.push_str(std::str::from_utf8(line).unwrap());
        raw.push_str("\r\n");
    }
    raw.push_str("--b--\r\n");
    let (batch, peak) = desk.receive(raw.as_bytes(), 1).await;
    let Some(Event::Message(message)) = batch.events.first() else { panic!("{batch:?}") };
    let blob = message.attachments[0].blob.clone().unwrap();
    assert_eq!(blob.size, film.len() as u64);
    assert_eq!(&desk.blobs.get_range(&blob, 0..blob.size).await.unwrap()[..], &film[..]);
    assert!(peak < 64 << 20, "{peak} bytes");
}

#[tokio::test]
async fn a_conversation_goes_there_and_back() {
    let desk = desk("round");
    let stack = Stack::start();
    let net = stack.network(quick());
    let checked = desk.host.check(&account()).await.result.unwrap();
    assert_eq!(checked.title.as_deref(), Some("support@desk.test"));
    assert!(checked.problems.is_empty(), "{:?}", checked.problems);

    let support = Sink::at(None);
    let ann = Sink::at(None);
    let w1 = watching(stack.imap("support@desk.test", Security::Tls), net.clone(), &support);
    let w2 = watching(stack.imap("ann@customer.test", Security::Tls), net.clone(), &ann);
    stack.send("Order-1042").await;
    support.until("the question", |s| s.mails().len() == 1).await;
    let question = desk.message(&support.mails()[0]).await;
    assert_eq!(question.from.external_id, "ann@customer.test");
    assert_eq!(question.subject.as_deref(), Some("Order-1042"));

    let picture = BlobMeta { mime: "image/png".into(), filename: Some("灯.png".into()) };
    let picture = desk.blobs.put_bytes(vec![137, 80, 78, 71], picture).await.unwrap();
    let answer = OutgoingMessage {
        op_id: "op-1".into(),
        attempt: 1,
        thread: question.thread.clone(),
        channel: "EMAIL".into(),
        recipient: question.from.external_id.clone(),
        ticket: "1042".into(),
        subject: question.subject.clone(),
        text: Some("您好，Thursday.".into()),
        html: Some("<p>您好，<b>Thursday</b>.</p>".into()),
        reply_to: Some(question.external_id.clone()),
        references: vec![question.external_id.clone()],
        attachments: vec![Attachment {
            blob: Some(picture),
            mime: "image/png".into(),
            filename: Some("灯.png".into()),
            kind: "image".into(),
            content_id: None,
        }],
        agent_name: "Mei".into(),
        ..OutgoingMessage::default()
    };
    let envelope = desk.host.compose_mail(&account(), &answer).await.result.unwrap();
    assert_eq!(envelope.message_id, "1042.op-1@desk.test");
    let raw = desk.blobs.get_range(&envelope.raw, 0..envelope.raw.size).await.unwrap();
    let smtp = stack.smtp("support@desk.test", Security::StartTls);
    submit(&smtp, &net, &envelope.from, &envelope.recipients, &raw).await.unwrap();
    ann.until("the answer", |s| s.mails().len() == 1).await;
    let got = desk.message(&ann.mails()[0]).await;
    assert_eq!(got.text.as_deref(), Some("您好，Thursday."));
    assert_eq!(got.attachments[0].filename.as_deref(), Some("灯.png"));
    assert_eq!(got.references, std::slice::from_ref(&question.external_id));

    // Ann's program loses every header of the thread and answers from another address.
    let raw = ann.mails()[0].raw.clone();
    let line = String::from_utf8_lossy(&raw)
        .lines()
        .find(|l| l.starts_with("Reply-To:"))
        .map(str::to_owned);
    let reply_to =
        line.as_deref().and_then(|l| l.split(['<', '>']).nth(1)).expect("an address").to_owned();
    // As a letter that comes back it is the account's own, and no customer's.
    assert_eq!(got.from.external_id, "support@desk.test");
    assert!(reply_to.starts_with("support+1042."), "{reply_to}");
    let raw = format!(
        "From: ann.private@customer.test\r\nTo: {reply_to}\r\nSubject: thanks\r\n\
         Message-ID: <t@customer.test>\r\n\r\nThank you\r\n"
    );
    let from = stack.smtp("ann@customer.test", Security::None);
    submit(&from, &net, "ann@customer.test", &[reply_to], raw.as_bytes()).await.unwrap();
    support.until("the thanks", |s| s.mails().len() == 2).await;
    let thanks = desk.message(&support.mails()[1]).await;
    assert_eq!(thanks.verified_ticket.as_deref(), Some("1042"));

    // A real bounce of a real server finds the message it is about.
    let lost = OutgoingMessage {
        op_id: "op-2".into(),
        recipient: "full@desk.test".into(),
        attachments: Vec::new(),
        contents: Vec::new(),
        ..answer
    };
    let envelope = desk.host.compose_mail(&account(), &lost).await.result.unwrap();
    let raw = desk.blobs.get_range(&envelope.raw, 0..envelope.raw.size).await.unwrap();
    submit(&smtp, &net, &envelope.from, &envelope.recipients, &raw).await.unwrap();
    support.until("the bounce", |s| s.mails().len() == 3).await;
    let (batch, _) = desk.receive(&support.mails()[2].raw, 3).await;
    let receipt = batch.events.iter().find_map(|e| match e {
        Event::Receipt(r) => Some((r.external_id.as_str(), r.status.as_str(), r.code.as_deref())),
        _ => None,
    });
    assert_eq!(receipt, Some(("1042.op-2@desk.test", "failed", Some("email.5.2.2"))));
    w1.end().await;
    w2.end().await;
}

//! Mail as real programs write it, each with what it must become.
//!
//! `UPDATE_FIXTURES=1 cargo test -p email --test fixtures` writes the expectations anew; look at
//! the difference before committing it.

use email::{
    mime::{transfer::unpacked, wrapped::opened},
    receive::{Around, Received, read},
    verdict::Trust,
};
use hmac::{Hmac, Mac as _};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Friday, 20 November 2026, 00:00 UTC.
const RECEIVED_MS: i64 = 1_795_132_800_000;

fn sign(data: &[u8]) -> Option<Vec<u8>> {
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(b"k3y").ok()?;
    mac.update(data);
    Some(mac.finalize().into_bytes().to_vec())
}

fn received(raw: &[u8]) -> Received {
    received_by("", raw)
}

/// The same, with the names of the receiving servers as an admin enters them.
fn received_by(servers: &str, raw: &[u8]) -> Received {
    let own = vec!["support@desk.test".to_owned()];
    let trust = Trust::named(servers, "");
    read(raw, &Around { own, received_ms: RECEIVED_MS, trust, sign: &sign })
}

fn shown(servers: &str, raw: &[u8]) -> Value {
    let received = received_by(servers, raw);
    let letter = received.letter.map(|l| {
        let files: Vec<Value> = l
            .attachments
            .iter()
            .map(|a| {
                json!({
                    "mime": a.mime,
                    "filename": a.filename,
                    "content_id": a.content_id,
                    "size": unpacked(&raw[a.body.clone()], a.packing).len(),
                })
            })
            .collect();
        let extras: serde_json::Map<String, Value> =
            l.extras.into_iter().map(|(k, v)| (k, Value::String(v))).collect();
        json!({
            "external_id": l.external_id,
            "thread": l.thread,
            "from": { "address": l.from.address, "name": l.from.name },
            "at_ms": l.at_ms,
            "subject": l.subject,
            "text": l.text,
            "html": l.html,
            "reply_to": l.reply_to,
            "references": l.references,
            "verified_ticket": l.verified_ticket,
            "automatic": l.automatic,
            "attachments": files,
            "extras": extras,
        })
    });
    let news = received
        .news
        .map(|n| json!({ "external_id": n.external_id, "status": n.status, "code": n.code }));
    json!({ "letter": letter, "news": news })
}

#[test]
fn every_fixture_becomes_what_it_must() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures"));
    let mut names: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "eml"))
        .collect();
    names.sort();
    assert!(names.len() >= 340);
    let update = std::env::var_os("UPDATE_FIXTURES").is_some();
    let mut wrong = Vec::new();
    for path in names {
        // Mails for an account whose receiving server is named say so by their name.
        let named = path.file_name().unwrap().to_string_lossy().starts_with("auth-named-");
        let servers = if named { "mx.desk.test" } else { "" };
        let got = shown(servers, &opened(std::fs::read(&path).unwrap()));
        let expected = path.with_extension("json");
        if update {
            let text = serde_json::to_string_pretty(&got).unwrap() + "\n";
            std::fs::write(&expected, text).unwrap();
            continue;
        }
        let want: Value = serde_json::from_slice(&std::fs::read(&expected).unwrap()).unwrap();
        if got != want {
            wrong.push(format!("{}: {got:#}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is too large for a file here: half a megabyte of text and a file of the same size.
#[test]
fn a_large_mail_is_read_whole() {
    let text = "A line of the long story.\r\n".repeat(20_000);
    let file = "QUJD".repeat(19).repeat(9_000);
    let lines: Vec<&str> = (0..file.len()).step_by(76).map(|at| &file[at..at + 76]).collect();
    let raw = format!(
        "From: ann@customer.test\r\nTo: support@desk.test\r\nMessage-ID: <large-1@customer.test>\r\n\
         Content-Type: multipart/mixed; boundary=large\r\n\r\n--large\r\n\r\n{text}\r\n--large\r\n\
         Content-Type: application/zip; name=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n{}\
         \r\n--large--\r\n",
        lines.join("\r\n")
    );
    let letter = received(raw.as_bytes()).letter.unwrap();
    assert_eq!(letter.text, text.replace("\r\n", "\n").trim_end());
    let [found] = letter.attachments.as_slice() else { panic!("one file") };
    assert_eq!(unpacked(&raw.as_bytes()[found.body.clone()], found.packing).len(), 19 * 3 * 9_000);
}

/// An id alone does not say that two mails are one: some programs write the same id every day.
#[test]
fn the_same_id_with_other_words_is_another_mail() {
    let mail = |words: &str| {
        let raw = format!("From: a@x.test\r\nMessage-ID: <daily@x.test>\r\n\r\n{words}\r\n");
        let letter = received(raw.as_bytes()).letter.unwrap();
        let hash = letter.extras.iter().find(|(name, _)| name == "content-hash").unwrap().1.clone();
        (letter.external_id, hash)
    };
    assert_eq!(mail("Monday"), mail("Monday"));
    assert_eq!(mail("Monday").0, mail("Tuesday").0);
    assert_ne!(mail("Monday").1, mail("Tuesday").1);
}

/// Cuts and changes every fixture in many places: whatever comes out, nothing may panic, and there
/// is always an id and a sender.
#[test]
fn damaged_mail_never_traps() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures"));
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap()
    };
    let rounds = std::env::var("FUZZ_ROUNDS").ok().and_then(|r| r.parse().ok()).unwrap_or(30);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "eml") {
            continue;
        }
        let whole = std::fs::read(&path).unwrap();
        for _ in 0..rounds {
            let mut raw = whole.clone();
            for _ in 0..1 + next() % 8 {
                if raw.is_empty() {
                    break;
                }
                let at = next() % raw.len();
                match next() % 6 {
                    0 => raw.truncate(at),
                    1 => raw[at] = u8::try_from(next() % 256).unwrap(),
                    2 => {
                        raw.remove(at);
                    }
                    3 => raw.insert(at, b"\r\n<>=?;:\"-\0\xff&"[next() % 13]),
                    4 => {
                        let end = (at + next() % 200).min(raw.len());
                        raw.drain(at..end);
                    }
                    _ => {
                        let end = (at + next() % 400).min(raw.len());
                        let piece = raw[at..end].to_vec();
                        let to = next() % raw.len();
                        raw.splice(to..to, piece);
                    }
                }
            }
            let raw = opened(raw);
            let received = received(&raw);
            if let Some(letter) = received.letter {
                assert!(!letter.external_id.is_empty() && letter.from.address.contains('@'));
                let all = [&letter.text, letter.html.as_ref().unwrap_or(&letter.text)];
                assert!(all.iter().all(|t| !t.contains('\0')), "{}", path.display());
                for a in &letter.attachments {
                    unpacked(&raw[a.body.clone()], a.packing);
                }
            }
        }
    }
}

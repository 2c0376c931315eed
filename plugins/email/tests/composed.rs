//! Mail as agents write it, committed, so that programs of others can read it too
//! (`plugin-sdk/checks`).
//!
//! `UPDATE_FIXTURES=1 cargo test -p email --test composed` writes the mails anew; look at the
//! difference before committing it.

use email::{
    compose::{Draft, File, Sender, compose},
    mime::transfer::{Packing, unpacked},
};
use serde_json::Value;
use std::path::PathBuf;

fn word(about: &Value, name: &str) -> Option<String> {
    about[name].as_str().map(str::to_owned)
}

fn words(about: &Value, name: &str) -> Vec<String> {
    let list = about[name].as_array().into_iter().flatten();
    list.map(|one| one.as_str().unwrap().to_owned()).collect()
}

fn sender(about: &Value) -> Sender {
    Sender {
        name: word(about, "name").unwrap(),
        address: word(about, "address").unwrap(),
        domain: word(about, "domain").unwrap(),
        reply_to: word(about, "reply_to"),
        now_ms: about["now_ms"].as_u64().unwrap(),
    }
}

fn file(about: &Value) -> File {
    let bytes = unpacked(about["base64"].as_str().unwrap().as_bytes(), Packing::Base64);
    File {
        mime: word(about, "mime").unwrap(),
        filename: word(about, "filename").unwrap(),
        content_id: word(about, "content_id"),
        read: Box::new(move |at| Ok(bytes[usize::try_from(at).unwrap()..].to_vec())),
    }
}

fn draft(about: &Value) -> Draft {
    Draft {
        op_id: word(about, "op_id").unwrap(),
        ticket: word(about, "ticket").unwrap(),
        to: words(about, "to"),
        cc: words(about, "cc"),
        subject: word(about, "subject"),
        text: word(about, "text"),
        html: word(about, "html"),
        in_reply_to: word(about, "in_reply_to"),
        references: words(about, "references"),
        automatic: about["automatic"] == true,
        files: about["files"].as_array().into_iter().flatten().map(file).collect(),
    }
}

#[test]
fn every_draft_becomes_its_committed_mail() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/composed"));
    let update = std::env::var_os("UPDATE_FIXTURES").is_some();
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        count += 1;
        let about: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let mut raw = Vec::new();
        let envelope = compose(&sender(&about["sender"]), draft(&about["draft"]), &mut |bytes| {
            raw.extend_from_slice(bytes);
            Ok(())
        });
        assert_eq!(envelope.unwrap().message_id, about["shown"]["message_id"].as_str().unwrap());
        let mail = path.with_extension("eml");
        if update {
            std::fs::write(&mail, raw).unwrap();
        } else if std::fs::read(&mail).unwrap_or_default() != raw {
            wrong.push(format!("{}:\n{}", mail.display(), String::from_utf8_lossy(&raw)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 6, "{count}");
}

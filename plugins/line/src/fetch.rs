//! Files of messages: fetched at once, or later when LINE is still preparing them.
//!
//! A message never waits for its file: it is shown, and the file follows as an answer to it.

use crate::api::Api;
use crate::refusal::{self, Refusal};
use crate::wire::{CHANNEL, FileRef};
use patchbay_plugin::media::ending_of;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value, json};

/// Pauses before each further try.
const PAUSES_MS: [u64; 6] = [3_000, 10_000, 30_000, 120_000, 600_000, 1_800_000];

const PREPARING: &str = "LINE is still preparing the file; it follows.";
const LATER: &str = "LINE cannot give the file at the moment; it follows.";

/// What a try came to.
enum Got {
    File(Box<Attachment>),
    /// LINE is still at it.
    Preparing,
    /// It may work later.
    Trouble(Box<Failure>),
    Never(String),
}

/// Fetches the file of a new message into it; the batch learns when to try again.
pub fn first(api: &Api, message: &mut InboundMessage, file: &FileRef, batch: &mut Batch) {
    let note = match fetch(api, file) {
        Got::File(attachment) => {
            message.attachments.push(*attachment);
            return;
        }
        got @ (Got::Preparing | Got::Trouble(_)) => {
            let about = json!({
                "thread": message.thread, "from": message.from.external_id,
                "at_ms": message.at_ms, "kind": file.kind, "filename": file.filename,
                "mime": file.mime, "tries": 1,
            });
            wait(&file.message, about, batch, 0);
            let preparing = matches!(got, Got::Preparing);
            if preparing { PREPARING.to_owned() } else { LATER.to_owned() }
        }
        Got::Never(reason) => reason,
    };
    message.text = Some(line(file.kind, &file.filename, &note));
}

/// A timer's turn: the file of an earlier message once more.
pub fn again(api: &Api, name: &str) -> Result<Batch, Failure> {
    let mut batch = Batch::empty();
    let Some(id) = name.strip_prefix("file:") else { return Ok(batch) };
    let Some(about) = host::kv_get(name).and_then(|v| serde_json::from_slice::<Value>(&v).ok())
    else {
        return Ok(batch);
    };
    let word = |field: &str| about[field].as_str().unwrap_or_default().to_owned();
    let (kind, filename) = (word("kind"), word("filename"));
    let mime = patchbay_plugin::media::mime_of(&filename);
    let known = ["image", "video", "audio", "voice"].into_iter().find(|known| *known == kind);
    let file = FileRef {
        message: id.to_owned(),
        mime,
        filename: filename.clone(),
        kind: known.unwrap_or("document"),
    };
    let tries = about["tries"].as_u64().unwrap_or(1) as usize;
    let got = fetch(api, &file);
    if let (Got::Preparing, true) = (&got, tries < PAUSES_MS.len()) {
        let mut about = about;
        about["tries"] = json!(tries + 1);
        wait(id, about, &mut batch, tries);
        return Ok(batch);
    }
    let mut message = InboundMessage {
        external_id: follower(id),
        thread: word("thread"),
        channel: CHANNEL.to_owned(),
        from: Actor { external_id: word("from"), ..Actor::default() },
        at_ms: about["at_ms"].as_u64().unwrap_or_else(host::now_ms),
        reply_to: Some(id.to_owned()),
        ..InboundMessage::default()
    };
    match got {
        Got::File(attachment) => message.attachments.push(*attachment),
        Got::Preparing => {
            let never = "LINE did not finish preparing the file; open it in LINE.";
            message.text = Some(line(&kind, &filename, never));
        }
        // The host tries the timer again.
        Got::Trouble(failure) => return Err(*failure),
        Got::Never(reason) => message.text = Some(line(&kind, &filename, &reason)),
    }
    batch.kv.push(KvOp { key: name.to_owned(), value: None });
    batch.events.push(Event::Message(message));
    Ok(batch)
}

/// A message was taken back: so is the file that followed it, and one that is waited for is not
/// fetched any more. What is not there stays so.
pub fn unsent(edit: Edit, batch: &mut Batch) {
    let key = waiting(&edit.external_id);
    batch.timers.push(Timer { name: key.clone(), at_ms: None });
    batch.kv.push(KvOp { key, value: None });
    let file = Edit { external_id: follower(&edit.external_id), ..edit.clone() };
    batch.events.extend([Event::Edit(edit), Event::Edit(file)]);
}

/// The id of the message that brings a file later.
fn follower(message: &str) -> String {
    format!("{message}:file")
}

/// The name of the timer, and of what is remembered for it.
fn waiting(message: &str) -> String {
    format!("file:{message}")
}

fn wait(id: &str, about: Value, batch: &mut Batch, tries: usize) {
    let key = waiting(id);
    let pause = PAUSES_MS[tries.min(PAUSES_MS.len() - 1)];
    batch.timers.push(Timer { name: key.clone(), at_ms: Some(host::now_ms() + pause) });
    batch.kv.push(KvOp { key, value: Some(about.to_string().into_bytes()) });
}

fn line(kind: &str, filename: &str, reason: &str) -> String {
    format!("[{kind}: {filename}] {reason}")
}

fn fetch(api: &Api, file: &FileRef) -> Got {
    let response = match api.content(&file.message) {
        Ok(response) => response,
        Err(NetError::TooLarge) => {
            return Got::Never("The file is larger than this desk takes.".to_owned());
        }
        Err(NetError::Denied(detail)) => return Got::Never(detail.message),
        Err(error) => return Got::Trouble(Box::new(error.while_asking())),
    };
    let retry_after = response.retry_after_ms();
    match response.status() {
        200 => {}
        202 => return Got::Preparing,
        404 | 410 => return Got::Never("LINE no longer has the file.".to_owned()),
        // A refused token is mended by an admin, perhaps in time.
        status @ (401 | 408 | 429 | 500..) => {
            let refusal = Refusal { status, retry_after, ..Refusal::default() };
            return Got::Trouble(Box::new(refusal::failure(&refusal)));
        }
        status => return Got::Never(format!("LINE does not give the file (status {status}).")),
    }
    // LINE knows better than the kind of the message; of files it often says nothing useful.
    let told = response.header("content-type").map(|kind| kind.trim().to_ascii_lowercase());
    let told = told.filter(|kind| kind.contains('/') && kind != "application/octet-stream");
    let mime = match (told, file.kind) {
        (Some(told), _) if file.filename.starts_with(file.kind) => told,
        (Some(told), _) if file.mime == "application/octet-stream" => told,
        _ => file.mime.to_owned(),
    };
    let filename = named(&file.filename, &file.message, &mime);
    let meta = BlobMeta { mime: mime.clone(), filename: Some(filename.clone()), size: None };
    match response.into_blob(meta) {
        Ok(blob) => Got::File(Box::new(Attachment {
            blob: Some(blob),
            mime,
            filename: Some(filename),
            kind: file.kind.to_owned(),
            content_id: None,
        })),
        Err(detail) => Got::Never(detail.message),
    }
}

/// A name that we gave follows what the file turned out to be; one that a customer gave gets an
/// ending when it has none.
fn named(name: &str, id: &str, mime: &str) -> String {
    let Some(ending) = ending_of(mime) else { return name.to_owned() };
    match name.rsplit_once('.') {
        None => format!("{name}.{ending}"),
        Some((stem, _)) if stem.ends_with(&format!("_{id}")) => format!("{stem}.{ending}"),
        Some(_) => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn a_file_without_a_name_has_the_ending_of_its_type() {
        for (name, mime, expected) in [
            ("image_7.jpg", "image/png", "image_7.png"),
            ("image_7.jpg", "image/heic", "image_7.heic"),
            ("video_7.mp4", "video/quicktime", "video_7.mov"),
            ("voice_7.m4a", "audio/mpeg", "voice_7.mp3"),
            ("voice_7.m4a", "audio/x-unknown", "voice_7.m4a"),
            ("file_7", "application/pdf", "file_7.pdf"),
            ("file_7", "application/octet-stream", "file_7"),
            ("invoice", "application/pdf", "invoice.pdf"),
            ("invoice.v2", "application/pdf", "invoice.v2"),
            ("image_of_us.jpg", "image/png", "image_of_us.jpg"),
        ] {
            assert_eq!(named(name, "7", mime), expected, "{name} {mime}");
        }
    }
}

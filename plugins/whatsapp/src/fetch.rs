//! Files of messages: fetched at once, or later when WhatsApp cannot give them at the moment.
//!
//! A message never waits for its file: it is shown, and the file follows as an answer to it.

use crate::kinds::FileRef;
use crate::{CHANNEL, Number};
use graph::{Api, CallError, Link, NoFile, text};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json;
use serde::{Deserialize, Serialize};

/// Pauses before each further round, in milliseconds: five days, of the seven that WhatsApp keeps a
/// file.
const PAUSES_MS: [u64; 7] =
    [10_000, 1_800_000, 7_200_000, 28_800_000, 86_400_000, 172_800_000, 172_800_000];
/// How long a round leaves its attempts to the host, in milliseconds. The host hears by its own
/// attempts what the account lacks, but gives a timer up after ten.
const ROUND_MS: u64 = 15_000;
/// The least pause between those attempts, in milliseconds: ten must last longer than a round.
const LEAST_MS: u64 = 5_000;

const LATER: &str = "WhatsApp cannot give the file at the moment; it follows.";
const GONE: &str = "WhatsApp no longer has the file.";
const GIVEN_UP: &str = "WhatsApp did not give the file for five days; open it in WhatsApp.";

/// What is remembered of a file that is waited for, as JSON under the name of its timer.
#[derive(Debug, Serialize, Deserialize)]
struct Late {
    thread: String,
    from: String,
    group: Option<String>,
    at_ms: u64,
    /// The business wrote it itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    own: bool,
    /// The rounds so far, this one included.
    tries: usize,
    file: FileRef,
}

/// Fetches the file of a new message into it. What passes is tried again by a timer in `batch`;
/// otherwise the message says why it has no file.
pub fn first(number: &Number, message: &mut InboundMessage, file: FileRef, batch: &mut Batch) {
    let got = match fetch(number, &file) {
        // Much passes at once, and then the message need not wait for its file.
        Err(NoFile::Passing(failure)) if matches!(*failure, Failure::Retryable(_)) => {
            fetch(number, &file)
        }
        other => other,
    };
    let reason = match got {
        Ok(got) => {
            message.attachments.push(attachment(got, &file));
            return;
        }
        Err(NoFile::Passing(failure)) => {
            let code = failure.detail().map_or("", |detail| detail.code.as_str());
            warn!("a file could not be fetched yet", kind = file.kind, code = code);
            graph::note(message, &file.kind, LATER);
            let group = message.extras.iter().find(|(name, _)| name == "group");
            let late = Late {
                thread: message.thread.clone(),
                from: message.from.external_id.clone(),
                group: group.map(|(_, group)| group.clone()),
                at_ms: message.at_ms,
                own: message.extras.iter().any(|(name, _)| name == "authored-by"),
                tries: 1,
                file,
            };
            wait(&message.external_id, &late, batch);
            return;
        }
        Err(NoFile::Expired(status)) => refused(status),
        Err(NoFile::Never(reason)) => reason,
    };
    warn!("a file could not be fetched", kind = file.kind, reason = reason);
    graph::note(message, &file.kind, &lost(&reason));
    message.extras.push(("file-id".to_owned(), file.id));
}

/// A timer's turn: the file of an earlier message once more. A failure is for the host, which tries
/// again for a moment; afterwards the file waits longer.
pub fn again(number: &Number, name: &str, at_ms: u64) -> Result<Batch, Failure> {
    let mut batch = Batch::empty();
    let Some(id) = name.strip_prefix("file:") else { return Ok(batch) };
    let late = host::kv_get(name).and_then(|late| serde_json::from_slice::<Late>(&late).ok());
    let Some(late) = late else { return Ok(batch) };
    let mut message = InboundMessage {
        external_id: follower(id),
        thread: late.thread.clone(),
        channel: CHANNEL.to_owned(),
        from: Actor { external_id: late.from.clone(), ..Actor::default() },
        at_ms: late.at_ms,
        reply_to: Some(id.to_owned()),
        ..InboundMessage::default()
    };
    message.extras.extend(late.group.iter().map(|group| ("group".to_owned(), group.clone())));
    if late.own {
        message = message.by_business(None);
    }
    let reason = match fetch(number, &late.file) {
        Ok(got) => {
            message.attachments.push(attachment(got, &late.file));
            None
        }
        Err(NoFile::Passing(failure)) if host::now_ms().saturating_sub(at_ms) < ROUND_MS => {
            return Err(unhurried(*failure));
        }
        Err(NoFile::Passing(_)) if late.tries < PAUSES_MS.len() => {
            wait(id, &Late { tries: late.tries + 1, ..late }, &mut batch);
            return Ok(batch);
        }
        Err(NoFile::Passing(_)) => Some(GIVEN_UP.to_owned()),
        Err(NoFile::Expired(status)) => Some(lost(&refused(status))),
        Err(NoFile::Never(reason)) => Some(lost(&reason)),
    };
    if let Some(reason) = reason {
        graph::note(&mut message, &late.file.kind, &reason);
        message.extras.push(("file-id".to_owned(), late.file.id));
    }
    batch.kv.push(KvOp { key: name.to_owned(), value: None });
    batch.events.push(message.into());
    Ok(batch)
}

/// A message was taken back: so is the file that followed it, and one that is waited for is not
/// fetched any more. What is not there stays so.
pub fn withdrawn(edit: &Edit, batch: &mut Batch) -> Edit {
    let key = waiting(&edit.external_id);
    batch.timers.push(Timer { name: key.clone(), at_ms: None });
    batch.kv.push(KvOp { key, value: None });
    Edit { external_id: follower(&edit.external_id), ..edit.clone() }
}

/// The id of the message that brings a file later.
fn follower(message: &str) -> String {
    format!("{message}:file")
}

/// The name of the timer, and of what is remembered for it.
fn waiting(message: &str) -> String {
    format!("file:{message}")
}

fn wait(message: &str, late: &Late, batch: &mut Batch) {
    let key = waiting(message);
    let pause = PAUSES_MS[(late.tries - 1).min(PAUSES_MS.len() - 1)];
    batch.timers.push(Timer { name: key.clone(), at_ms: Some(host::now_ms() + pause) });
    let value = serde_json::to_vec(late).expect("texts and numbers are always JSON");
    batch.kv.push(KvOp { key, value: Some(value) });
}

fn unhurried(failure: Failure) -> Failure {
    let least = |after: Option<u64>| after.map(|ms| ms.max(LEAST_MS));
    match failure {
        Failure::RateLimited((detail, retry)) => {
            Failure::rate_limited(detail, least(retry.after_ms))
        }
        Failure::Retryable((detail, retry)) => match least(retry.after_ms) {
            Some(after) => Failure::retry_after(detail, after),
            None => Failure::retryable(detail),
        },
        other => other,
    }
}

fn lost(reason: &str) -> String {
    format!("The file could not be fetched: {reason}")
}

fn refused(status: u16) -> String {
    match status {
        404 | 410 => GONE.to_owned(),
        status => format!("WhatsApp does not give the file (status {status})."),
    }
}

fn attachment((blob, mime): (Blob, String), file: &FileRef) -> Attachment {
    Attachment {
        blob: Some(blob),
        mime,
        filename: Some(file.filename.clone()),
        kind: file.kind.clone(),
        content_id: None,
    }
}

/// The address lives for five minutes and may be gone already: then a new one is asked for.
fn fetch(number: &Number, file: &FileRef) -> Result<(Blob, String), NoFile> {
    match graph::download(number.api.id, &link(number, file)?) {
        Err(NoFile::Expired(_)) => graph::download(number.api.id, &link(number, file)?),
        other => other,
    }
}

fn link(number: &Number, file: &FileRef) -> Result<Link, NoFile> {
    let path = format!("{}?phone_number_id={}", file.id, number.id);
    let api = &number.api;
    let answer = api.get(&path).map_err(|error| missing(api, error))?;
    let Some(url) = text(&answer, "url") else {
        let detail = Detail::new("whatsapp.strange", "WhatsApp named no address for a file.");
        return Err(NoFile::Passing(Box::new(Failure::retryable(detail))));
    };
    let (mime, filename) = (file.mime.clone(), Some(file.filename.clone()));
    Ok(Link { url: url.to_owned(), mime, filename, token: true, ..Link::default() })
}

/// Why there is no address. By 33, alone or below 100, WhatsApp says that it knows no such id.
fn missing(api: &Api, error: CallError) -> NoFile {
    let gone = match &error {
        CallError::Refused(refusal) => {
            matches!((refusal.code, refusal.subcode), (33, _) | (100, 33))
                || matches!(refusal.status, 404 | 410)
        }
        CallError::Strange(status, ..) => matches!(status, 404 | 410),
        CallError::Net(_) => false,
    };
    match error {
        _ if gone => NoFile::Never(GONE.to_owned()),
        CallError::Net(error) => error.into(),
        other => match api.asking(other) {
            Failure::Permanent(detail) => NoFile::Never(detail.message),
            failure => NoFile::Passing(Box::new(failure)),
        },
    }
}

//! From updates to a batch: reads each, fetches its files, and acknowledges pressed buttons.

use crate::api::{Api, CallError};
use crate::wire::{self, Draft, FileRef, Read};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value, json};

/// Telegram's own server lets bots download files up to this size.
const DOWNLOAD_MAX: u64 = 20 << 20;

/// Adds one update to the batch.
pub fn update(api: &Api, raw: &Value, batch: &mut Batch) -> Result<(), serde_json::Error> {
    match wire::read(raw, host::now_ms())? {
        Read::Message(draft) => {
            if let Some(id) = &draft.callback {
                acknowledge(api, id);
            }
            batch.events.push(Event::Message(complete(api, *draft)));
        }
        Read::Acknowledge(id) => acknowledge(api, &id),
        Read::Replaced(draft, edit) => batch.events.push(replaced(api, *draft, edit)),
        Read::Events(events) => batch.events.extend(events),
        Read::Moved { from, to } => moved(from, to, batch),
        Read::Nothing => debug!("an update of a kind the desk does not use"),
    }
    Ok(())
}

/// A group that became a supergroup keeps its conversation: answers go to the new chat, and what
/// comes from there belongs to the old thread.
pub fn moved(from: i64, to: i64, batch: &mut Batch) {
    for (key, value) in [(format!("moved:{from}"), to), (format!("was:{to}"), from)] {
        batch.kv.push(KvOp { key, value: Some(value.to_string().into_bytes()) });
    }
}

/// The chat id that [`moved`] stored.
pub fn stored_chat(key: &str) -> Option<i64> {
    String::from_utf8(host::kv_get(key)?).ok()?.parse().ok()
}

/// Without an answer the button keeps spinning at the customer's; more it does not do.
fn acknowledge(api: &Api, id: &str) {
    if let Err(error) = api.call("answerCallbackQuery", &json!({"callback_query_id": id})) {
        let failure = error.while_asking();
        let code = failure.detail().map_or("", |detail| detail.code.as_str()).to_owned();
        debug!("a pressed button could not be acknowledged", code = code);
    }
}

/// The message as it is now. Where its file does not come, the earlier one stays, and the words say
/// that another one was meant to be there.
fn replaced(api: &Api, draft: Draft, edit: Edit) -> Event {
    let files = draft.files.len();
    let message = complete(api, draft);
    if message.attachments.len() == files {
        return Event::Message(message);
    }
    Event::Edit(Edit { text: message.text, thread: message.thread, ..edit })
}

fn complete(api: &Api, draft: Draft) -> InboundMessage {
    let Draft { mut message, files, supergroup, .. } = draft;
    if let Some(chat) = supergroup
        && let Some(old) = stored_chat(&format!("was:{chat}"))
    {
        message.thread = message.thread.replacen(&chat.to_string(), &old.to_string(), 1);
    }
    for mut file in files {
        match fetch(api, &mut file) {
            Ok(blob) => message.attachments.push(Attachment {
                blob: Some(blob),
                mime: file.mime,
                filename: Some(file.filename),
                kind: file.kind.to_owned(),
                content_id: None,
            }),
            // A message without its file is worth more than no message.
            Err(reason) => {
                warn!("a file could not be fetched", kind = file.kind, reason = reason);
                let note = format!("[{}: {}] {reason}", file.kind, file.filename);
                message.text = Some(match message.text.take() {
                    Some(text) => format!("{text}\n{note}"),
                    None => note,
                });
                message.extras.push(("file-id".to_owned(), file.file_id));
            }
        }
    }
    message
}

/// Fetches a file, or says in a sentence why not.
fn fetch(api: &Api, file: &mut FileRef) -> Result<media::Blob, String> {
    if api.is_telegrams() && file.size.is_some_and(|size| size > DOWNLOAD_MAX) {
        return Err("The file is too large: Telegram gives bots files up to 20 MB.".to_owned());
    }
    let parameters = json!({"file_id": file.file_id});
    let found = twice(|| api.call("getFile", &parameters));
    let found = found.map_err(|error| explain(error.while_asking()))?;
    let path = found["file_path"].as_str().ok_or("Telegram no longer has the file.")?;
    file.learn(path);
    let get = || {
        let response = api.download(path).map_err(CallError::Net)?;
        let status = response.status();
        if response.ok() { Ok(response) } else { Err(CallError::Strange(status, String::new())) }
    };
    let response = twice(get);
    let response = response.map_err(|error| match error {
        CallError::Net(NetError::TooLarge) => "The file is larger than this desk takes.".to_owned(),
        other => explain(other.while_asking()),
    })?;
    let meta = BlobMeta {
        mime: file.mime.clone(),
        filename: Some(file.filename.clone()),
        size: file.size,
    };
    response.into_blob(meta).map_err(|detail| detail.message)
}

/// Once more when the first try failed for a passing reason.
fn twice<T>(mut attempt: impl FnMut() -> Result<T, CallError>) -> Result<T, CallError> {
    match attempt() {
        Err(error) if may_pass(&error) => attempt(),
        other => other,
    }
}

fn may_pass(error: &CallError) -> bool {
    match error {
        CallError::Net(NetError::Connect(_) | NetError::Tls(_) | NetError::Dns(_)) => true,
        CallError::Net(_) => false,
        CallError::Refused(refusal) => refusal.status >= 500,
        CallError::Strange(status, _) => *status >= 500,
    }
}

fn explain(failure: Failure) -> String {
    let reason = failure.detail().map_or("", |detail| detail.message.as_str());
    format!("The file could not be fetched: {reason}")
}

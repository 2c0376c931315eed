//! Sends an agent's message: files are handed in first, then each part goes out by itself.

use crate::Number;
use crate::book::{Book, is_number};
use crate::plan::{FileStep, Outgoing, Step, plan};
use graph::{CallError, id};
use patchbay_plugin::outbound::Sent;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// Sends the message; the ids are those of all its parts.
pub fn send(number: &Number, msg: &Message) -> Result<Sent, Failure> {
    let mut frame = addressed(&msg.thread)?;
    // Comes back in every receipt.
    frame["biz_opaque_callback_data"] = json!(msg.op_id);
    if let Some(answered) = msg.reply_to.as_deref().filter(|id| !id.is_empty()) {
        frame["context"] = json!({ "message_id": answered });
    }
    if msg.attachments.iter().any(|attachment| attachment.blob.is_none()) {
        let message = "An attachment of this message is no longer there.";
        return Err(Failure::Permanent(Detail::new("whatsapp.no-file", message)));
    }
    let files: Vec<Outgoing<'_>> = msg
        .attachments
        .iter()
        .map(|file| Outgoing {
            mime: &file.mime,
            kind: &file.kind,
            filename: file.filename.as_deref(),
        })
        .collect();
    let steps = plan(msg.text.as_deref(), &files, &msg.contents)?;
    // Nothing has reached the customer while files are handed in, so that may simply be repeated.
    let mut bodies = Vec::with_capacity(steps.len());
    for step in &steps {
        bodies.push(match step {
            Step::Plain(kind, body) => (*kind, body.clone()),
            Step::File(file) => (file.kind, hand_in(number, msg, file)?),
        });
    }
    let path = format!("{}/messages", number.id);
    let of = bodies.len();
    let mut external_ids = Vec::with_capacity(of);
    for (kind, body) in bodies {
        let mut whole = frame.clone();
        whole["type"] = json!(kind);
        whole[kind] = body;
        match number.api.post(&path, &whole).and_then(message_id) {
            Ok(id) => external_ids.push(id),
            Err(error) => return Err(partly(number.api.sending(error), external_ids.len(), of)),
        }
        // Only the first part answers; the rest follows from it.
        if let Some(fields) = frame.as_object_mut() {
            fields.remove("context");
        }
    }
    Ok(Sent { external_ids, status: "sent".to_owned(), batch: Batch::empty() })
}

/// The part of every message that says to whom it goes.
pub fn addressed(thread: &str) -> Result<Value, Failure> {
    let mut body = json!({ "messaging_product": "whatsapp", "recipient_type": "individual" });
    if let Some(group) = thread.strip_prefix("group:") {
        body["recipient_type"] = json!("group");
        body["to"] = json!(group);
        return Ok(body);
    }
    let address = Book::address(thread);
    let digits: String = address.chars().filter(|letter| !" +-()".contains(*letter)).collect();
    if is_number(&digits) {
        // Without the plus WhatsApp would put this desk's own country code before it.
        body["to"] = json!(format!("+{digits}"));
    } else if address.contains('.') {
        body["recipient"] = json!(address);
    } else {
        let message = "This conversation is not one of WhatsApp's.";
        return Err(Failure::Permanent(Detail::new("whatsapp.thread", message)));
    }
    Ok(body)
}

fn message_id(answer: Value) -> Result<String, CallError> {
    id(&answer["messages"][0]["id"]).ok_or_else(|| {
        CallError::Strange(200, None, answer.to_string().chars().take(200).collect())
    })
}

/// Hands a file in and gives the body that sends it.
fn hand_in(number: &Number, msg: &Message, file: &FileStep) -> Result<Value, Failure> {
    let mut parts =
        vec![Part::text("messaging_product", "whatsapp"), Part::text("type", &*file.mime)];
    if let Some(blob) = &msg.attachments[file.attachment].blob {
        parts.push(Part::blob("file", &file.filename, &file.mime, blob));
    }
    let api = &number.api;
    let answer = api.upload(&format!("{}/media", number.id), parts);
    let answer = answer.map_err(|error| api.asking(error))?;
    let Some(handle) = id(&answer["id"]) else {
        let detail = Detail::new("whatsapp.strange", "WhatsApp took a file but gave it no id.");
        return Err(Failure::retryable(detail.said(answer.to_string())));
    };
    let mut body = json!({ "id": handle });
    if let Some(caption) = &file.caption {
        body["caption"] = json!(caption);
    }
    if file.kind == "document" {
        body["filename"] = json!(file.filename);
    }
    Ok(body)
}

/// When parts of the message have arrived, trying again would double them, so the failure becomes
/// final and says how far it got.
fn partly(failure: Failure, done: usize, of: usize) -> Failure {
    if done == 0 {
        return failure;
    }
    let said = failure.detail().cloned();
    let reason = said.as_ref().map_or("", |detail| detail.message.as_str());
    let mut detail = Detail::new(
        "whatsapp.partly",
        format!("{done} of {of} parts of this message arrived; send the rest anew. {reason}"),
    );
    detail.provider = said.and_then(|detail| detail.provider);
    match failure {
        Failure::OutcomeUnknown(_) => Failure::OutcomeUnknown(detail),
        _ => Failure::Permanent(detail),
    }
}

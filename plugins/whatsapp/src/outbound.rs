//! Sends an agent's message part by part; a file is handed in by the part that sends it.

use crate::Number;
use crate::book::{Book, is_number};
use crate::plan::{FileStep, Outgoing, Step, plan};
use graph::{CallError, id};
use patchbay_plugin::outbound_parts::{Position, SentPart};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// Sends one part of the message.
pub fn send_part(number: &Number, msg: &Message, part: &Position) -> Result<SentPart, Failure> {
    let mut whole = addressed(&msg.thread)?;
    // Comes back in every receipt.
    whole["biz_opaque_callback_data"] = json!(msg.op_id);
    // Only the first part answers; the rest follows from it.
    let answered = msg.reply_to.as_deref().filter(|id| part.is_first() && !id.is_empty());
    if let Some(answered) = answered {
        whole["context"] = json!({ "message_id": answered });
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
    let (kind, body) = match part.of(&steps)? {
        Step::Plain(kind, body) => (*kind, body.clone()),
        // Nothing reaches the customer while a file is handed in, so that may simply be repeated.
        Step::File(file) => (file.kind, hand_in(number, msg, file)?),
    };
    whole["type"] = json!(kind);
    whole[kind] = body;
    let sent = number.api.post(&format!("{}/messages", number.id), &whole).and_then(message_id);
    let id = sent.map_err(|error| number.api.sending(error))?;
    Ok(SentPart::sent(id, steps.len()))
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

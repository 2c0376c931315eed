//! Sends an agent's message, each part by a request of its own.

use crate::api::{self, Api, CallError};
use crate::plan::{FileStep, Outgoing, Plan, Step, plan};
use crate::receive;
use crate::refusal::{self, Refusal};
use crate::wire::{external_id, parse_external_id, parse_thread};
use patchbay_plugin::outbound_parts::{Position, SentPart};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// Uploads above this size are refused by Telegram's own server.
const UPLOAD_MAX: u64 = 50 << 20;

/// Where a message goes.
#[derive(Debug, Clone)]
struct Target {
    chat: i64,
    topic: Option<i64>,
    reply_to: Option<i64>,
    /// What is offered below the part that goes out next.
    markup: Option<Value>,
}

/// Sends one part of the message.
pub fn send_part(api: &Api, msg: &Message, part: &Position) -> Result<SentPart, Failure> {
    let mut target = target(msg)?;
    let metas = metas(api, msg)?;
    let files: Vec<Outgoing<'_>> = msg
        .attachments
        .iter()
        .zip(&metas)
        .map(|(attachment, size)| Outgoing {
            mime: &attachment.mime,
            kind: &attachment.kind,
            filename: attachment.filename.as_deref(),
            size: *size,
        })
        .collect();
    let Plan { steps, markup } = plan(msg.text.as_deref(), &files, &msg.contents)?;
    let step = part.of(&steps)?;
    if part.is_last(steps.len()) {
        target.markup = markup;
    }
    if !part.is_first() {
        // Only the first part answers; the rest follows from it.
        target.reply_to = None;
    }
    let mut batch = Batch::empty();
    let id = perform(api, msg, step, &mut target, &mut batch).map_err(CallError::while_sending)?;
    Ok(SentPart { batch, ..SentPart::sent(id, steps.len()) })
}

fn target(msg: &Message) -> Result<Target, Failure> {
    let (thread_chat, topic) = parse_thread(&msg.thread).ok_or_else(|| {
        Failure::Permanent(Detail::new(
            "telegram.thread",
            "This conversation is not one of Telegram's.",
        ))
    })?;
    // A group's id is negative, and only groups move.
    let chat = if thread_chat < 0 {
        receive::stored_chat(&format!("moved:{thread_chat}")).unwrap_or(thread_chat)
    } else {
        thread_chat
    };
    let answered = msg.reply_to.as_deref().and_then(parse_external_id);
    let reply_to = answered.filter(|(of, _)| *of == chat).map(|(_, message)| message);
    Ok(Target { chat, topic, reply_to, markup: None })
}

/// The size of each attachment; all of them must be there before anything is sent.
fn metas(api: &Api, msg: &Message) -> Result<Vec<Option<u64>>, Failure> {
    msg.attachments
        .iter()
        .map(|attachment| {
            let Some(blob) = &attachment.blob else {
                return Err(Failure::Permanent(Detail::new(
                    "telegram.no-file",
                    "An attachment of this message is no longer there.",
                )));
            };
            let size = media::meta(blob).size;
            if api.is_telegrams() && size.is_some_and(|size| size > UPLOAD_MAX) {
                let name = attachment.filename.as_deref().unwrap_or("A file");
                return Err(Failure::Permanent(Detail::new(
                    "telegram.file-too-big",
                    format!("{name} is too large: Telegram takes files up to 50 MB from bots."),
                )));
            }
            Ok(size)
        })
        .collect()
}

/// One request, again with the new chat id when the group has moved, and again as a plain file
/// when Telegram cannot show the picture. In both cases nothing was sent before.
fn perform(
    api: &Api,
    msg: &Message,
    step: &Step,
    target: &mut Target,
    batch: &mut Batch,
) -> Result<String, CallError> {
    let result = match request(api, msg, step, target) {
        Err(CallError::Refused(Refusal { migrate_to: Some(to), .. })) => {
            receive::moved(target.chat, to, batch);
            // The old chat's message ids mean nothing in the new one.
            (target.chat, target.reply_to) = (to, None);
            request(api, msg, step, target)
        }
        Err(CallError::Refused(refusal)) if refusal::is_about_the_picture(&refusal) => match step {
            Step::File(file) => {
                let plain = FileStep { method: "sendDocument", field: "document", ..file.clone() };
                request(api, msg, &Step::File(plain), target)
            }
            Step::Plain(..) => Err(CallError::Refused(refusal)),
        },
        other => other,
    }?;
    let chat = result["chat"]["id"].as_i64().unwrap_or(target.chat);
    match result["message_id"].as_i64() {
        Some(message) => Ok(external_id(chat, message)),
        None => Err(CallError::Strange(200, result.to_string().chars().take(200).collect())),
    }
}

fn request(api: &Api, msg: &Message, step: &Step, target: &Target) -> Result<Value, CallError> {
    let mut parameters = json!({"chat_id": target.chat});
    if let Some(topic) = target.topic {
        parameters["message_thread_id"] = json!(topic);
    }
    if let Some(message) = target.reply_to {
        parameters["reply_parameters"] =
            json!({"message_id": message, "allow_sending_without_reply": true});
    }
    if let Some(markup) = &target.markup {
        parameters["reply_markup"] = markup.clone();
    }
    match step {
        Step::Plain(method, own) => {
            for (name, value) in own.as_object().into_iter().flatten() {
                parameters[name] = value.clone();
            }
            api.call(method, &parameters)
        }
        Step::File(file) => {
            if let Some(caption) = &file.caption {
                parameters["caption"] = json!(caption);
            }
            upload(api, msg, file, &parameters)
        }
    }
}

fn upload(
    api: &Api,
    msg: &Message,
    file: &FileStep,
    parameters: &Value,
) -> Result<Value, CallError> {
    let mut parts = Vec::new();
    for (name, value) in parameters.as_object().into_iter().flatten() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        parts.push(Part::text(name, text));
    }
    if let Some(blob) = &msg.attachments[file.attachment].blob {
        parts.push(Part::blob(file.field, &file.filename, &file.mime, blob));
    }
    api::result(api.method(file.method).multipart(parts))
}

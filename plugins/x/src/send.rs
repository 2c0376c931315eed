//! Sends an agent's message part by part: into a direct message's conversation, or as an answer to a
//! post. X knows no repeats, so a part that may have been sent is looked up first.

use crate::Settings;
use crate::api::{self, Api};
use crate::{earlier, text};
use patchbay_plugin::outbound_edits::Target;
use patchbay_plugin::outbound_parts::{Position, SentPart};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// Pictures of one post; a direct message takes one.
const POST_FILES: usize = 4;

/// What an agent reads when X refuses as a repeat what was not found there.
const ALREADY: &str =
    "X says that this was posted before, but it was not found there. Look on X whether it arrived.";

enum SendTarget {
    /// A conversation's id.
    Dm(String),
    /// The post that is answered first.
    Post(String),
}

/// One request: a text, and the files that go with it.
#[derive(Debug, Default)]
struct Piece {
    text: String,
    files: Vec<usize>,
}

/// Sends one part of the message.
pub fn send_part(settings: &Settings, msg: &Message, part: &Position) -> Result<SentPart, Failure> {
    let api = settings.api();
    let mut place = place(msg)?;
    let pieces = pieces(msg, &place)?;
    let piece = part.of(&pieces)?;
    if msg.attachments.iter().any(|attachment| attachment.blob.is_none()) {
        return Err(no_file());
    }
    // A longer answer is a chain, each post answering the one before.
    if let (SendTarget::Post(answered), Some(before)) = (&mut place, part.external_ids.last()) {
        answered.clone_from(before);
    }
    let found = match msg.prior_unknown {
        true => earlier(settings, &api, msg, part, (&place, piece))?,
        false => None,
    };
    let id = match found {
        Some(id) => id,
        None => post(&api, msg, &place, piece).map_err(|failure| match failure {
            // Something of the same words is there, but nobody can tell that it is this.
            Failure::Permanent(mut detail)
                if msg.prior_unknown && detail.code == "x.403.duplicate" =>
            {
                ALREADY.clone_into(&mut detail.message);
                Failure::OutcomeUnknown(detail)
            }
            other => other,
        })?,
    };
    Ok(SentPart::sent(id, pieces.len()))
}

/// What an attempt before made of this part, and none of what the desk knows, to which the parts before
/// belong as well.
fn earlier(
    settings: &Settings,
    api: &Api,
    msg: &Message,
    part: &Position,
    (place, piece): (&SendTarget, &Piece),
) -> Result<Option<String>, Failure> {
    let own = settings.user_id.trim();
    let (list, answers) = match place {
        SendTarget::Dm(conversation) => (earlier::messages(api, conversation)?, None),
        SendTarget::Post(answered) => {
            let mut answers = vec![answered.clone()];
            if part.is_first() {
                // A post of the customer's that came in between is not the one that was answered then.
                answers.extend(msg.references.iter().cloned());
                answers.extend(opened(msg).map(str::to_owned));
            }
            (earlier::posts(api, own)?, Some(answers))
        }
    };
    let (text, files) = (piece.text.as_str(), piece.files.len());
    let wanted = earlier::OutgoingPost { own, text, files, answers: answers.as_deref() };
    let known = [&msg.references[..], &part.external_ids].concat();
    Ok(earlier::found(&list, &wanted, &known))
}

/// The post that a conversation began with.
fn opened(msg: &Message) -> Option<&str> {
    msg.thread.strip_prefix("post:").and_then(|rest| rest.split('/').next())
}

fn place(msg: &Message) -> Result<SendTarget, Failure> {
    if let Some(conversation) = msg.thread.strip_prefix("dm:") {
        return Ok(SendTarget::Dm(conversation.to_owned()));
    }
    if msg.thread.starts_with("chat:") {
        let text = "This conversation is encrypted; answer it on X.";
        return Err(Failure::Permanent(Detail::new("x.encrypted", text)));
    }
    let is_post = |id: &&String| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    // The newest of the conversation, unless the agent chose one.
    let answered = msg.reply_to.as_ref().or(msg.references.iter().rev().find(is_post));
    match answered.map(String::as_str).or(opened(msg)) {
        Some(id) if !id.is_empty() => Ok(SendTarget::Post(id.to_owned())),
        _ => {
            let text = "This conversation is not one of X's.";
            Err(Failure::Permanent(Detail::new("x.thread", text)))
        }
    }
}

fn pieces(msg: &Message, place: &SendTarget) -> Result<Vec<Piece>, Failure> {
    let words = msg.text.as_deref().unwrap_or("");
    let (texts, at_once) = match place {
        SendTarget::Dm(_) => (text::messages(words), 1),
        SendTarget::Post(_) => (text::posts(words), POST_FILES),
    };
    let mut pieces: Vec<Piece> =
        texts.into_iter().map(|text| Piece { text, files: Vec::new() }).collect();
    let files: Vec<usize> = (0..msg.attachments.len()).collect();
    for chunk in files.chunks(at_once) {
        match pieces.last_mut().filter(|piece| piece.files.is_empty()) {
            Some(last) => last.files = chunk.to_vec(),
            None => pieces.push(Piece { text: String::new(), files: chunk.to_vec() }),
        }
    }
    if pieces.is_empty() {
        let text = "The message has neither text nor an attachment.";
        return Err(Failure::Permanent(Detail::new("x.empty", text)));
    }
    Ok(pieces)
}

fn post(api: &Api, msg: &Message, place: &SendTarget, piece: &Piece) -> Result<String, Failure> {
    let mut media = Vec::new();
    for file in &piece.files {
        media.push(upload(api, msg, *file, matches!(place, SendTarget::Dm(_)))?);
    }
    let mut body = json!({});
    if !piece.text.is_empty() {
        body["text"] = json!(piece.text);
    }
    let (path, id) = match place {
        SendTarget::Dm(conversation) => {
            if !media.is_empty() {
                let list: Vec<Value> = media.iter().map(|id| json!({"media_id": id})).collect();
                body["attachments"] = json!(list);
            }
            (format!("/2/dm_conversations/{conversation}/messages"), "dm_event_id")
        }
        SendTarget::Post(answered) => {
            body["reply"] = json!({"in_reply_to_tweet_id": answered});
            if !media.is_empty() {
                body["media"] = json!({"media_ids": media});
            }
            ("/2/tweets".to_owned(), "id")
        }
    };
    let answer = api::result(api.user("POST", &path).json(&body));
    let answer = answer.map_err(|error| error.while_sending())?;
    match answer["data"][id].as_str() {
        Some(id) => Ok(id.to_owned()),
        None => Err(Failure::OutcomeUnknown(Detail::new(
            "x.strange",
            "X took the message, but its answer could not be read.",
        ))),
    }
}

fn no_file() -> Failure {
    let text = "An attachment of this message is no longer there.";
    Failure::Permanent(Detail::new("x.no-file", text))
}

/// Uploads a file; nothing of it is seen before it is sent.
fn upload(api: &Api, msg: &Message, file: usize, dm: bool) -> Result<String, Failure> {
    let attachment = &msg.attachments[file];
    let Some(blob) = &attachment.blob else { return Err(no_file()) };
    let kind = match attachment.mime.as_str() {
        "image/gif" => "gif",
        mime if mime.starts_with("video/") => "video",
        _ => "image",
    };
    let category = format!("{}_{kind}", if dm { "dm" } else { "tweet" });
    let name = attachment.filename.as_deref().unwrap_or("file");
    let parts = vec![
        Part::text("media_category", category),
        Part::blob("media", name, &attachment.mime, blob),
    ];
    let answer = api::result(api.user("POST", "/2/media/upload").multipart(parts));
    let answer = answer.map_err(|error| error.while_asking())?;
    let data = &answer["data"];
    let state = data["processing_info"]["state"].as_str();
    match (data["id"].as_str(), state) {
        (Some(id), None | Some("succeeded")) => Ok(id.to_owned()),
        (Some(_), Some("failed")) => {
            let text = format!("X cannot use {name}.");
            Err(Failure::Permanent(Detail::new("x.media", text)))
        }
        (Some(id), _) => wait(api, id, data),
        _ => {
            let text = "X took the file, but its answer could not be read.";
            Err(Failure::retryable(Detail::new("x.strange", text)))
        }
    }
}

/// Films are prepared by X; when that takes long, its part is tried again later.
fn wait(api: &Api, id: &str, data: &Value) -> Result<String, Failure> {
    let mut after = data["processing_info"]["check_after_secs"].as_u64().unwrap_or(1);
    for _ in 0..3 {
        let asked = api.get(&format!("/2/media/upload?command=STATUS&media_id={id}"));
        let asked = asked.map_err(|error| error.while_asking())?;
        let info = &asked["data"]["processing_info"];
        match info["state"].as_str() {
            None | Some("succeeded") => return Ok(id.to_owned()),
            Some("failed") => {
                let text = "X cannot use this file.";
                return Err(Failure::Permanent(Detail::new("x.media", text)));
            }
            _ => after = info["check_after_secs"].as_u64().unwrap_or(after),
        }
    }
    let detail = Detail::new("x.media-waits", "X is still preparing the file.");
    Err(Failure::retry_after(detail, after.clamp(1, 60) * 1000))
}

/// Takes back what the account sent.
pub fn delete(api: &Api, what: &Target) -> Result<Batch, Failure> {
    let kind = if what.thread.starts_with("dm:") { "dm_events" } else { "tweets" };
    for id in &what.external_ids {
        let gone = api::result(api.user("DELETE", &format!("/2/{kind}/{id}")));
        match gone {
            Err(api::CallError::Refused(refusal)) if refusal.status == 404 => {}
            other => drop(other.map_err(|error| error.while_asking())?),
        }
    }
    Ok(Batch::empty())
}

//! Drafts: made of a whole mail, given files, sent.
use std::sync::Arc;

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde_json::{Value, json};

use super::api::{ApiError, ApiResult, created, empty, ok};
use super::mailbox::{Attached, Item};
use super::{GraphMail, address};
use crate::gate::Call;
use crate::letters::{self, mime, person_of};
use crate::network::intake::{self, NewFile};
use crate::network::model::{Account, File, Person};
use crate::network::{Outgoing, Refusal, hold, outgo};

/// Files above this go up piece by piece.
pub const AT_ONCE: usize = 3 << 20;
/// What the organisation lets a mail weigh.
const SIZE_MAX: usize = 35 << 20;

/// `POST messages`
pub fn make(graph: &Arc<GraphMail>, account: &Account, call: &Call) -> ApiResult {
    let kind = call.header(CONTENT_TYPE.as_str()).unwrap_or_default();
    if !kind.starts_with("text/plain") {
        return Err(ApiError::bad("This simulator makes drafts of MIME content only."));
    }
    let raw = STANDARD.decode(call.body.as_deref().unwrap_or_default()).map_err(|_| {
        let text = "Invalid base64 string for MIME content.";
        ApiError::new(400, "ErrorMimeContentInvalidBase64String", text)
    })?;
    let from = mime::addresses(&raw, "from");
    if from != [address(account)] {
        let text = "The user account which was used to submit this request does not have the right \
                    to send mail on behalf of the specified sending account.";
        return Err(ApiError::new(403, "ErrorSendAsDenied", text));
    }
    let mut facts = hold(&graph.facts);
    let id = facts.name("AAMk");
    created(facts.mailbox(&account.key).draft(&id, raw).shown())
}

// The draft of that id, about to change.
fn draft<'a>(
    facts: &'a mut super::Facts,
    account: &Account,
    id: &str,
) -> Result<&'a mut Item, ApiError> {
    let item = facts.mailbox(&account.key).change(id).ok_or_else(ApiError::not_found)?;
    match item.is_draft() {
        true => Ok(item),
        false => Err(ApiError::new(400, "ErrorInvalidOperation", "The message is not a draft.")),
    }
}

/// `PATCH messages/{id}`
pub fn change(graph: &GraphMail, account: &Account, id: &str, body: &Value) -> ApiResult {
    let mut facts = hold(&graph.facts);
    match body["internetMessageId"].as_str() {
        Some(message_id) => {
            let item = draft(&mut facts, account, id)?;
            message_id.clone_into(&mut item.message_id);
            ok(item.shown())
        }
        None if body["isRead"].is_boolean() => {
            ok(facts.mailbox(&account.key).change(id).ok_or_else(ApiError::not_found)?.shown())
        }
        None => Err(ApiError::bad("This simulator changes internetMessageId and isRead only.")),
    }
}

/// `DELETE messages/{id}`
pub fn remove(graph: &GraphMail, account: &Account, id: &str) -> ApiResult {
    let mut facts = hold(&graph.facts);
    let item = facts.mailbox(&account.key).change(id).ok_or_else(ApiError::not_found)?;
    item.removed = true;
    empty(StatusCode::NO_CONTENT)
}

/// `POST messages/{id}/attachments`
pub fn attach(graph: &GraphMail, account: &Account, id: &str, body: &Value) -> ApiResult {
    if body["@odata.type"] != "#microsoft.graph.fileAttachment" {
        return Err(ApiError::bad("This simulator takes fileAttachment only."));
    }
    let word = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    let bytes = STANDARD.decode(word("contentBytes"));
    let bytes = bytes.map_err(|_| ApiError::bad("contentBytes is no Base64."))?;
    if bytes.len() >= AT_ONCE {
        let text = "The attachment is 3 MB or larger: it needs an upload session.";
        return Err(ApiError::new(413, "ErrorAttachmentSizeLimitExceeded", text));
    }
    let mut facts = hold(&graph.facts);
    let made = facts.name("AAMkA");
    let item = draft(&mut facts, account, id)?;
    let attached = Attached {
        id: made.clone(),
        name: word("name"),
        mime: word("contentType"),
        inline: body["isInline"] == true,
        content_id: body["contentId"].as_str().map(str::to_owned),
        bytes: bytes.into(),
    };
    item.attached.push(attached);
    created(json!({ "id": made, "name": body["name"], "contentType": body["contentType"] }))
}

/// What an upload brought.
pub fn uploaded(
    graph: &GraphMail,
    account: &Account,
    id: &str,
    new: Attached,
) -> Result<(), ApiError> {
    let mut facts = hold(&graph.facts);
    draft(&mut facts, account, id)?.attached.push(new);
    Ok(())
}

/// `POST messages/{id}/send`
pub fn send(graph: &Arc<GraphMail>, account: &Account, id: &str) -> ApiResult {
    let item = {
        let mut facts = hold(&graph.facts);
        let item = draft(&mut facts, account, id)?;
        if item.size() > SIZE_MAX {
            let text = "The message exceeds the maximum supported size.";
            return Err(ApiError::new(413, "ErrorMessageSizeExceeded", text));
        }
        let to = [mime::addresses(&item.raw, "to"), mime::addresses(&item.raw, "cc")].concat();
        if to.is_empty() {
            let text = "At least one recipient is not valid.";
            return Err(ApiError::new(400, "ErrorInvalidRecipients", text));
        }
        item.folder = "sentitems";
        item.clone()
    };
    let first = mime::addresses(&item.raw, "to");
    for to in first.iter().chain(&mime::addresses(&item.raw, "cc")) {
        deliver(graph, account, &item, to);
    }
    empty(StatusCode::ACCEPTED)
}

// To a phone, where the address is one of a customer here. Others are not heard of again, except
// that no mailbox exists at nowhere.example.
fn deliver(graph: &Arc<GraphMail>, account: &Account, item: &Item, to: &str) {
    let bounce = |status: &str, said: &str| {
        let (own, about) = (&address(account), &item.message_id);
        let by = "Microsoft Outlook";
        let raw = letters::report(&letters::Failure { own, by, to, about, status, said });
        graph.arrive(account, raw, (0, 0), false);
    };
    if to.ends_with("@nowhere.example") {
        return bounce("5.1.1", "The email account that you tried to reach does not exist");
    }
    let Some(user) = person_of(to) else { return };
    graph.network.meet(Person { id: user, ..Person::default() });
    let files: Vec<File> = {
        let mut state = graph.network.state();
        let keep = |one: &Attached| {
            let (name, mime) = (one.name.clone(), one.mime.clone());
            let new = NewFile { name, mime, bytes: Bytes::clone(&one.bytes) };
            intake::keep(&**graph, &mut state, &account.key, new)
        };
        item.attached.iter().map(keep).collect()
    };
    let mut more = serde_json::Map::new();
    more.insert("mail".to_owned(), json!(item.message_id));
    let text = mime::text(&item.raw);
    let outgoing = Outgoing { text: Some(text), files, more, ..Outgoing::default() };
    let sent = outgo::send(&**graph, &account.key, user, outgoing);
    if sent.is_err_and(|refusal| refusal == Refusal::Blocked) {
        bounce("5.7.1", "The recipient does not accept mail from this sender");
    }
}

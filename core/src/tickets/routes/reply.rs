//! Writing: replies, uploads, status, participants.

use super::{files::read_form, view::number};
use crate::{
    accounts::Caller,
    http::{Code, Input, IntOrText, Problem, ProblemBody, SuccessWith, SuccessWord},
    tickets::{
        Tickets,
        api::{
            ChangedMessage, ReplyAnswer, ReplyRequest, StatusSet, TicketDetails, TicketUpload,
            TicketUploads,
        },
        model::{Status, Viewer},
        outbound::{
            reply::{Replied, Reply},
            schedule::Scheduled,
        },
        record::{contents::Piece, expected_version::ExpectedVersion, files::NewFile},
    },
};
use axum::{
    Json,
    extract::{FromRequest, Multipart, Path, Request, State},
    http::header,
};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// An agent's reply, as JSON, as a form, or as a multipart form with `attachment[]`.
///
/// Fields: `ticket_id`, `message`, `type` (`text` or `text/html`), `reply` (id of the message
/// answered), `closed`, `title`, `cc`, `toEmail`, `email`, `email2`, `template`, `queue_id`, `upload_ids`,
/// `contents`, `signature`, `seen_id`, `seen_status`, `via`. A repeated `queue_id` answers with the first message. With `signature` true the text
/// ends with the agent's signature, where the channel takes one. With `seen_id`, the newest message on
/// the agent's screen, the answer is 409 with the code `overtaken` when a colleague answered since;
/// with `seen_status` also when the ticket was closed since.
///
/// `template` is the id, shortcut or title of a canned reply: its text, filled in for the ticket, is the
/// message where `message` is empty. Empty, 0 and false mean none. An object is one of `contents` with
/// the kind `template`, without its kind.
///
/// In a ticket into which others were merged, `via` is the id of the one in whose conversation the
/// answer goes out; without it that is the conversation of the message answered, or the ticket's own.
///
/// With `send_at`, a time in milliseconds, or `send_in`, a number of seconds, the answer waits until
/// then and can be called back; the answer then has `scheduled`, what waits in the ticket.
///
/// `contents` is a list of `{"kind": "location", "latitude", "longitude", "name"?, "address"?}`,
/// `{"kind": "contact", "name", "phones", "emails", "organisation"?}`, `{"kind": "quick_replies" |
/// "buttons", "items": [{"id", "title", "url"?}]}` and `{"kind": "template", "name", "language",
/// "parameters": [[name, value]]}`. What the channel does not know is put into words. When the
/// channel's window is closed the answer is 409 with the code `window_closed`.
#[utoipa::path(
    post, path = "/api/ticket/message/reply", tag = "tickets", request_body = ReplyRequest,
    responses((status = 200, body = ReplyAnswer), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn reply(
    State(tickets): State<Tickets>,
    caller: Caller,
    request: Request,
) -> Result<Json<ReplyAnswer>, Problem> {
    let viewer = Viewer::from(&caller);
    let (fields, files) = fields_and_files(&tickets, request).await?;
    let ticket = text(&fields, "ticket_id")
        .parse()
        .map_err(|_| Problem::field("ticket_id", "Give ticket_id, the ticket to answer."))?;
    let mut reply = Reply { ticket, ..read(&fields)? };
    if let Template::Saved(name) = template(&fields)? {
        reply = tickets.fill_in_saved(&viewer, reply, &name).await?;
    }
    if !files.is_empty() {
        let stored = tickets.upload(&viewer, reply.ticket, &files).await?;
        reply.uploads.extend(stored.iter().map(|file| file.id));
    }
    if let Some(send_at) = later(&fields, tickets.clock.now_ms())? {
        return match tickets.schedule(&viewer, &reply, send_at).await? {
            Scheduled::Waiting(scheduled) => Ok(Json(ReplyAnswer::Scheduled {
                result: SuccessWord::Success,
                queue_id: reply.queue_id,
                scheduled,
            })),
            Scheduled::Sent(replied) => Ok(answer(&reply, replied)),
        };
    }
    let replied = tickets.reply(&viewer, &reply).await?;
    Ok(answer(&reply, replied))
}

/// What a message is written with: as JSON, as a form, or as a multipart form with files.
pub(super) async fn fields_and_files(
    tickets: &Tickets,
    request: Request,
) -> Result<(BTreeMap<String, Value>, Vec<NewFile>), Problem> {
    let multipart = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok())
        .is_some_and(|kind| kind.to_ascii_lowercase().starts_with("multipart/form-data"));
    if !multipart {
        let Input(fields) =
            Input::<BTreeMap<String, Value>>::from_request(request, tickets).await?;
        return Ok((fields, vec![]));
    }
    let form = Multipart::from_request(request, tickets)
        .await
        .map_err(|error| Problem::invalid(error.body_text()))?;
    let (fields, files) = read_form(&tickets.blobs, form, tickets.upload_max).await?;
    Ok((fields.into_iter().map(|(k, v)| (k, Value::String(v))).collect(), files))
}

fn answer(reply: &Reply, replied: Replied) -> Json<ReplyAnswer> {
    Json(ReplyAnswer::Sent {
        result: SuccessWord::Success,
        id: replied.message_id,
        queue_id: reply.queue_id.clone(),
        data: replied.message,
    })
}

pub(super) fn text(fields: &BTreeMap<String, Value>, name: &str) -> String {
    match fields.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn list(fields: &BTreeMap<String, Value>, name: &str) -> Vec<String> {
    let split = |text: &str| {
        text.split([',', ';']).map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned).collect()
    };
    match fields.get(name) {
        Some(Value::String(text)) => match serde_json::from_str::<Vec<Value>>(text) {
            Ok(items) => items.iter().map(plain).collect(),
            Err(_) => split(text),
        },
        Some(Value::Array(items)) => items.iter().map(plain).collect(),
        Some(Value::Number(number)) => vec![number.to_string()],
        _ => vec![],
    }
}

/// A switch, as JSON or as a form writes it.
fn switch(fields: &BTreeMap<String, Value>, name: &str) -> bool {
    match fields.get(name) {
        Some(Value::Bool(on)) => *on,
        Some(Value::Number(number)) => number.as_i64() == Some(1),
        Some(Value::String(text)) => matches!(text.as_str(), "1" | "true" | "on"),
        _ => false,
    }
}

/// What a field holds as JSON, or as JSON in a form's field; none where it is empty.
fn json_field(
    fields: &BTreeMap<String, Value>,
    name: &'static str,
) -> Result<Option<Value>, Problem> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
        Some(Value::String(text)) => serde_json::from_str(text).map(Some).map_err(unread(name)),
        Some(value) => Ok(Some(value.clone())),
    }
}

fn unread(name: &'static str) -> impl Fn(serde_json::Error) -> Problem {
    move |error| Problem::field(name, format!("A content cannot be read: {error}."))
}

/// The pieces of `contents`, and the one of `template`, which is one by a name of its own.
fn contents(fields: &BTreeMap<String, Value>) -> Result<Vec<Piece>, Problem> {
    let mut pieces: Vec<Piece> = match json_field(fields, "contents")? {
        None => vec![],
        Some(value) => serde_json::from_value(value).map_err(unread("contents"))?,
    };
    if let Template::OfProvider(mut template) = template(fields)? {
        template.insert("kind".into(), "template".into());
        pieces.push(serde_json::from_value(template.into()).map_err(unread("template"))?);
    }
    Ok(pieces)
}

/// What `template` means.
#[derive(Debug, PartialEq)]
enum Template {
    None,
    /// A template of the channel's provider.
    OfProvider(Map<String, Value>),
    /// A canned reply, by its id or name.
    Saved(String),
}

/// Reads `template`. A form writes an object as JSON, and whatever else as text.
fn template(fields: &BTreeMap<String, Value>) -> Result<Template, Problem> {
    let says = "Give the id or name of a canned reply, or a template with name and language.";
    match fields.get("template") {
        None | Some(Value::Null | Value::Bool(false)) => Ok(Template::None),
        Some(Value::Object(template)) => Ok(Template::OfProvider(template.clone())),
        Some(Value::Number(number)) if number.as_i64() == Some(0) => Ok(Template::None),
        Some(Value::Number(number)) => Ok(Template::Saved(number.to_string())),
        Some(Value::String(text)) => match text.trim() {
            "" | "0" | "false" | "null" => Ok(Template::None),
            text if text.starts_with('{') => {
                serde_json::from_str(text).map(Template::OfProvider).map_err(unread("template"))
            }
            text => Ok(Template::Saved(text.to_owned())),
        },
        Some(Value::Bool(true) | Value::Array(_)) => Err(Problem::field("template", says)),
    }
}

/// Refuses a canned reply where there is no ticket yet whose words could fill it in.
pub(super) fn refuse_saved(fields: &BTreeMap<String, Value>) -> Result<(), Problem> {
    match template(fields)? {
        Template::Saved(_) => {
            let says = "Only an answer in a ticket takes a canned reply. Send its text instead.";
            Err(Problem::field("template", says))
        }
        Template::None | Template::OfProvider(_) => Ok(()),
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What an agent writes, in no ticket yet.
pub(super) fn read(fields: &BTreeMap<String, Value>) -> Result<Reply, Problem> {
    let kind = text(fields, "type");
    if !matches!(kind.as_str(), "" | "text" | "text/html" | "html" | "text/plain") {
        return Err(Problem::field("type", "The type is text or text/html."));
    }
    let mut uploads = vec![];
    for id in list(fields, "upload_ids").into_iter().chain(list(fields, "upload_ids[]")) {
        uploads.push(id.parse().map_err(|_| Problem::field("upload_ids", "Ids are numbers."))?);
    }
    let to =
        ["toEmail", "email", "email2"].into_iter().flat_map(|name| list(fields, name)).collect();
    Ok(Reply {
        text: text(fields, "message"),
        html: kind.contains("html"),
        reply_to: Some(text(fields, "reply"))
            .filter(|t| !t.is_empty())
            .and_then(|t| t.parse().ok()),
        via: text(fields, "via").parse().ok(),
        uploads,
        subject: Some(text(fields, "title")).filter(|t| !t.trim().is_empty()),
        cc: list(fields, "cc"),
        to,
        contents: contents(fields)?,
        sign: switch(fields, "signature"),
        queue_id: Some(text(fields, "queue_id")).filter(|t| !t.is_empty() && t.len() <= 64),
        status: text(fields, "closed").parse().ok(),
        seen: text(fields, "seen_id")
            .parse()
            .ok()
            .map(|id| ExpectedVersion { id, status: text(fields, "seen_status").parse().ok() }),
        ..Reply::default()
    })
}

/// When it shall be sent, if not now.
fn later(fields: &BTreeMap<String, Value>, now: i64) -> Result<Option<i64>, Problem> {
    let read = |name: &str| match text(fields, name) {
        text if text.is_empty() => Ok(None),
        text => text
            .parse::<i64>()
            .map(Some)
            .map_err(|_| Problem::field(name, "The time is a whole number.")),
    };
    if let Some(at) = read("send_at")? {
        return Ok(Some(at));
    }
    Ok(read("send_in")?.map(|seconds| now.saturating_add(seconds.saturating_mul(1000))))
}

/// Files for a reply to come: `attachment[]` with `ticket_id`. `file` is the address of the first one,
/// `fileType` its media type and `fileName` its name; `files` has the same of each, with the ids that a
/// reply names in `upload_ids`.
#[utoipa::path(
    post, path = "/api/upload", tag = "tickets",
    responses((status = 200, body = TicketUploads), (status = 413, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn upload(
    State(tickets): State<Tickets>,
    caller: Caller,
    form: Result<Multipart, axum::extract::multipart::MultipartRejection>,
) -> Result<Json<TicketUploads>, Problem> {
    let form = form.map_err(|_| {
        Problem::new(Code::Unsupported, "Send the files as multipart/form-data, in attachment[].")
    })?;
    let (fields, files) = read_form(&tickets.blobs, form, tickets.upload_max).await?;
    let ticket = fields
        .iter()
        .find(|(name, _)| name == "ticket_id")
        .and_then(|(_, id)| id.parse().ok())
        .ok_or_else(|| Problem::field("ticket_id", "Give ticket_id, the ticket to answer."))?;
    if files.is_empty() {
        return Err(Problem::field("attachment", "Attach at least one file."));
    }
    let files = tickets.upload(&Viewer::from(&caller), ticket, &files).await?;
    let files: Vec<TicketUpload> = files.into_iter().map(TicketUpload::from).collect();
    let first = files.first().ok_or_else(|| Problem::internal("an upload without a file"))?;
    Ok(Json(TicketUploads {
        result: SuccessWord::Success,
        file: first.file.clone(),
        file_type: first.file_type.clone(),
        file_name: first.file_name.clone(),
        files,
    }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct SetStatus {
    #[schema(value_type = IntOrText)]
    ticket_id: Value,
    #[schema(value_type = IntOrText)]
    status: Value,
    /// The newest message on the agent's screen.
    #[serde(default)]
    seen_id: Option<i64>,
}

/// Sets a ticket's status (0 open, 1 pending, 2 resolved, 3 closed, 5 spam) with a line in the conversation.
///
/// With `seen_id` a ticket is neither resolved nor closed over what the agent has not seen: the answer
/// is then 409 with the code `overtaken`.
#[utoipa::path(
    post, path = "/api/ticket/message", tag = "tickets", request_body = SetStatus,
    responses((status = 200, body = StatusSet), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn set_status(
    State(tickets): State<Tickets>,
    caller: Caller,
    Input(input): Input<SetStatus>,
) -> Result<Json<StatusSet>, Problem> {
    let viewer = Viewer::from(&caller);
    let ticket = number(&plain(&input.ticket_id))?;
    let status = plain(&input.status)
        .parse()
        .ok()
        .and_then(Status::from_code)
        .ok_or_else(|| Problem::field("status", "The status is 0, 1, 2, 3 or 5."))?;
    let mut tx = tickets.db.begin().await?;
    let id = tickets.set_status_in(&mut tx, &viewer, ticket, status, input.seen_id).await?;
    tx.commit().await?;
    Ok(Json(StatusSet { result: SuccessWord::Success, id }))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = SetParticipants)]
pub(super) struct Assign {
    /// Usernames of all participants.
    participants: Vec<String>,
}

/// Sets who takes part in a ticket. `data` is the ticket, or null where the caller does not see it any more.
#[utoipa::path(
    put, path = "/api/tickets/{id}/participants", tag = "tickets", params(("id" = i64, Path)),
    request_body = Assign,
    responses((status = 200, body = SuccessWith<Option<TicketDetails>>), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn assign(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Assign>,
) -> Result<Json<SuccessWith<Option<TicketDetails>>>, Problem> {
    let viewer = Viewer::from(&caller);
    let ticket = number(&id)?;
    let mut tx = tickets.db.begin().await?;
    let id = tickets.assign_in(&mut tx, &viewer, ticket, &input.participants).await?;
    tx.commit().await?;
    match tickets.info(&viewer, id).await {
        // Whoever gives a ticket away may not see it any more; given away it is all the same.
        Err(problem) if matches!(problem.code(), Code::Forbidden | Code::NotFound) => {
            Ok(Json(SuccessWith::of(None)))
        }
        answer => answer.map(Some).map(SuccessWith::of).map(Json),
    }
}

/// Sends a failed or unknown message again.
#[utoipa::path(
    post, path = "/api/messages/{id}/retry", tag = "messages", params(("id" = i64, Path)),
    responses((status = 200, body = ChangedMessage), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn send_again(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<ChangedMessage>, Problem> {
    let message = tickets.send_again(&Viewer::from(&caller), number(&id)?).await?;
    Ok(Json(message.into()))
}

#[cfg(test)]
mod tests {
    use super::{Template, template};
    use serde_json::{Value, json};

    #[test]
    fn a_template_is_none_a_canned_reply_or_one_of_the_provider() {
        let read = |value: Value| template(&[("template".to_owned(), value)].into());
        for none in [json!(null), json!(false), json!(0), json!(""), json!(" 0 "), json!("false")] {
            assert_eq!(read(none.clone()).ok(), Some(Template::None), "{none}");
        }
        for (value, name) in [(json!(12), "12"), (json!("12"), "12"), (json!(" hello "), "hello")] {
            assert_eq!(read(value).ok(), Some(Template::Saved(name.to_owned())));
        }
        let object = json!({ "name": "greeting", "language": "en" });
        for value in [object.clone(), json!(object.to_string())] {
            assert!(
                matches!(read(value), Ok(Template::OfProvider(found)) if found["name"] == "greeting")
            );
        }
        for wrong in [json!(true), json!([]), json!("{")] {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
    }
}

//! HTTP in, HTTP out: tickets that agents enter, the public forms, and keeping the forms.

use super::{
    Entries,
    api::{EnteredTicket, FormTicket, ManualTicket, PublicForm, TicketReceived},
    model::{
        ContactMessage, ContactState, FILE_MAX_BYTES, FILES_MAX, Fields, TEXT_MAX_BYTES,
        TicketForm, TicketFormDraft,
    },
};
use crate::{
    accounts::{Accounts, Caller},
    http::{ClientAddr, Code, Input, Problem, ProblemBody, Success, routes},
    tickets::{FormLimits, NewFile, read_form_within},
};
use axum::{
    Json,
    body::{Body, to_bytes},
    extract::{DefaultBodyLimit, FromRef, FromRequest, Multipart, Path, Request, State},
    http::{StatusCode, header},
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Entries> for Accounts {
    fn from_ref(room: &Entries) -> Self {
        room.accounts.clone()
    }
}

/// Files of one ticket that an agent enters.
const AGENT_FILES_MAX: usize = 20;

/// All routes of this room.
pub fn routes(room: Entries) -> OpenApiRouter {
    let whole = |bytes: u64, files: usize| {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        DefaultBodyLimit::max(bytes.saturating_mul(files).saturating_add(TEXT_MAX_BYTES))
    };
    let manual =
        OpenApiRouter::new().routes(routes!(manual)).layer(whole(room.upload_max, AGENT_FILES_MAX));
    let page = OpenApiRouter::new()
        .routes(routes!(shown, submit))
        .layer(whole(FILE_MAX_BYTES.min(room.upload_max), FILES_MAX));
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(change, remove))
        .routes(routes!(contact, write_to_operator))
        .merge(manual)
        .merge(page)
        .with_state(room)
}

/// Fields and files of a request, as JSON, as a form, or as a multipart form. The fields are judged
/// before a file is stored.
async fn read(
    room: &Entries,
    request: Request,
    limits: FormLimits,
    judge: impl Fn(&Fields) -> Result<(), Problem>,
) -> Result<(Fields, Vec<NewFile>), Problem> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
    let multipart =
        kind.is_some_and(|kind| kind.to_ascii_lowercase().starts_with("multipart/form-data"));
    if !multipart {
        let (parts, body) = request.into_parts();
        let bytes = to_bytes(body, TEXT_MAX_BYTES).await;
        let bytes = bytes.map_err(|_| Problem::new(Code::TooLarge, "The form is too large."))?;
        let request = Request::from_parts(parts, Body::from(bytes));
        let Input(fields) = Input::<BTreeMap<String, Value>>::from_request(request, room).await?;
        return Ok((Fields(fields), vec![]));
    }
    let form = Multipart::from_request(request, room)
        .await
        .map_err(|error| Problem::invalid(error.body_text()))?;
    let (fields, files) =
        read_form_within(&room.blobs, form, limits, |fields| judge(&named(fields))).await?;
    Ok((named(&fields), files))
}

fn named(fields: &[(String, String)]) -> Fields {
    Fields(fields.iter().map(|(name, text)| (name.clone(), json!(text))).collect())
}

/// Enters a ticket for a customer, as JSON, as a form, or as a multipart form with `attachment[]`
/// behind its fields.
///
/// Fields: `contact_id`, or `name`, `email` and `phone` of who is written down, found among the
/// contacts by address or number; `title`, `message` (in the customer's words), `department_id`,
/// `severity` (`H`, `M`, `L`), `labels` (ids), `assignee` (usernames), `queue_id`. A repeated `queue_id`
/// answers with the first ticket. `visible` is false for a ticket that was given to others.
#[utoipa::path(
    post, path = "/api/tickets", tag = "tickets", request_body = ManualTicket,
    responses(
        (status = 201, body = EnteredTicket), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 413, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn manual(
    State(room): State<Entries>,
    caller: Caller,
    request: Request,
) -> Result<(StatusCode, Json<EnteredTicket>), Problem> {
    let limits = FormLimits {
        files: AGENT_FILES_MAX,
        file_bytes: room.upload_max,
        text_bytes: TEXT_MAX_BYTES,
    };
    let judge = |fields: &Fields| Entries::judge(&caller, fields, None).map(drop);
    let (fields, files) = read(&room, request, limits, judge).await?;
    let entered = room.manual(&caller, &fields, &files).await?;
    Ok((StatusCode::CREATED, Json(entered)))
}

/// What a public form shows: its words, which fields it needs, and what it takes.
#[utoipa::path(
    get, path = "/api/new_ticket/{token}", tag = "forms", params(("token" = String, Path)),
    responses(
        (status = 200, body = PublicForm), (status = 403, description = "It is closed.", body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn shown(
    State(room): State<Entries>,
    Path(token): Path<String>,
) -> Result<Json<PublicForm>, Problem> {
    room.shown(&token).await.map(Json)
}

/// Sends a public form: `name`, `email`, `phone`, `title`, `message`, `language`, `queue_id`, and
/// behind these up to five files in `file`. A repeated `queue_id` answers with the first ticket. The
/// answer has the ticket's number and nothing of what was sent, and nobody is mailed.
#[utoipa::path(
    post, path = "/api/new_ticket/{token}", tag = "forms", params(("token" = String, Path)),
    request_body = FormTicket,
    responses(
        (status = 201, body = TicketReceived), (status = 403, description = "It is closed.", body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 413, body = ProblemBody),
        (status = 422, body = ProblemBody),
        (status = 429, description = "Too many from one place.", body = ProblemBody),
    )
)]
async fn submit(
    State(room): State<Entries>,
    ClientAddr(from): ClientAddr,
    Path(token): Path<String>,
    request: Request,
) -> Result<(StatusCode, Json<TicketReceived>), Problem> {
    let form = room.admit(&token, from).await?;
    let judge = |fields: &Fields| Entries::judge_form(&form, fields, None).map(drop);
    let (fields, files) = read(&room, request, room.form_files(), judge).await?;
    let made = room.submit(&form, &fields, &files).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Whether the page `/contact` takes messages for whoever runs this installation.
#[utoipa::path(get, path = "/api/contact", tag = "forms", responses((status = 200, body = ContactState)))]
async fn contact(State(room): State<Entries>) -> Result<Json<ContactState>, Problem> {
    Ok(Json(room.contact().await?))
}

/// Writes to whoever runs this installation: the message becomes a ticket of the client that was made
/// first. A repeated `queue_id` answers with the first ticket, and nobody is mailed.
#[utoipa::path(
    post, path = "/api/contact", tag = "forms", request_body = ContactMessage,
    responses(
        (status = 201, body = TicketReceived),
        (status = 403, description = "The page is closed.", body = ProblemBody),
        (status = 409, description = "There is nobody yet who could read it.", body = ProblemBody),
        (status = 422, body = ProblemBody),
        (status = 429, description = "Too many from one place.", body = ProblemBody),
    )
)]
async fn write_to_operator(
    State(room): State<Entries>,
    ClientAddr(from): ClientAddr,
    Input(message): Input<ContactMessage>,
) -> Result<(StatusCode, Json<TicketReceived>), Problem> {
    Ok((StatusCode::CREATED, Json(room.write_to_operator(message, from).await?)))
}

/// The forms with their addresses, for admins; the newest first.
#[utoipa::path(
    get, path = "/api/ticket-forms", tag = "forms",
    responses((status = 200, body = Vec<TicketForm>), (status = 403, body = ProblemBody))
)]
async fn list(
    State(room): State<Entries>,
    caller: Caller,
) -> Result<Json<Vec<TicketForm>>, Problem> {
    Ok(Json(room.list(&caller).await?))
}

/// Makes a form with an address of its own.
#[utoipa::path(
    post, path = "/api/ticket-forms", tag = "forms", request_body = TicketFormDraft,
    responses(
        (status = 201, body = TicketForm), (status = 403, body = ProblemBody),
        (status = 409, description = "There are too many.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn create(
    State(room): State<Entries>,
    caller: Caller,
    Input(draft): Input<TicketFormDraft>,
) -> Result<(StatusCode, Json<TicketForm>), Problem> {
    Ok((StatusCode::CREATED, Json(room.create(&caller, &draft).await?)))
}

/// Changes a form; what is absent stays. One that is not `active` takes nothing.
#[utoipa::path(
    patch, path = "/api/ticket-forms/{id}", tag = "forms", params(("id" = i64, Path)),
    request_body = TicketFormDraft,
    responses(
        (status = 200, body = TicketForm), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn change(
    State(room): State<Entries>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<TicketFormDraft>,
) -> Result<Json<TicketForm>, Problem> {
    Ok(Json(room.change(&caller, number(&id), &draft).await?))
}

/// Deletes a form. Its address leads nowhere from then on; its tickets stay.
#[utoipa::path(
    delete, path = "/api/ticket-forms/{id}", tag = "forms", params(("id" = i64, Path)),
    responses((status = 200, body = Success), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
async fn remove(
    State(room): State<Entries>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.remove(&caller, number(&id)).await?;
    Ok(Json(Success::default()))
}

/// What is no number is no id; ids start at 1.
fn number(text: &str) -> i64 {
    text.parse().unwrap_or(0)
}

//! What goes on elsewhere: messages that are forwarded or split off.

use super::view::number;
use crate::{
    accounts::Caller,
    http::{Input, Problem, ProblemBody},
    tickets::{
        Tickets, Viewer,
        api::{ForwardedTicket, SplitTicket},
        merge::split::Split,
        outbound::forward::Forward,
    },
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use utoipa::ToSchema;

/// The longest id that a browser gives a request.
const QUEUE_ID_MAX: usize = 100;

#[derive(Deserialize, ToSchema)]
#[schema(as = ForwardMail)]
pub(super) struct Onward {
    message_id: Option<i64>,
    #[serde(default)]
    to: Vec<String>,
    #[serde(default)]
    cc: Vec<String>,
    #[serde(default)]
    text: String,
    #[serde(default = "yes")]
    files: bool,
    queue_id: Option<String>,
}

fn yes() -> bool {
    true
}

/// Forwards a message (`message_id`), or without it the whole conversation, by mail to `to` and `cc`,
/// ten addresses at most, with `text` above it and, unless `files` is false, with its files.
///
/// The letter is a ticket of its own that is related to this one; what the other side answers comes
/// there, and the customer sees nothing of it. A repeated `queue_id` answers with the first letter.
#[utoipa::path(
    post, path = "/api/tickets/{id}/forward", tag = "tickets", params(("id" = i64, Path)), request_body = Onward,
    responses(
        (status = 200, body = ForwardedTicket), (status = 404, body = ProblemBody),
        (status = 409, description = "There is no mail channel, or nothing to forward.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn forward(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Onward>,
) -> Result<Json<ForwardedTicket>, Problem> {
    let Onward { message_id, to, cc, text, files, queue_id } = input;
    let queue_id = queue_id.filter(|id| !id.is_empty());
    if queue_id.as_ref().is_some_and(|id| id.len() > QUEUE_ID_MAX) {
        return Err(Problem::field("queue_id", "This id is too long."));
    }
    let ticket = number(&id)?;
    let forward = Forward { ticket, message: message_id, to, cc, text, files, queue_id };
    tickets.forward(&Viewer::from(&caller), &forward).await.map(Json)
}

#[derive(Deserialize, ToSchema)]
#[schema(as = SplitAt)]
pub(super) struct Apart {
    message_id: i64,
    #[serde(default)]
    title: String,
    #[serde(default)]
    why: String,
}

/// Splits a ticket: the message `message_id` and what was said after it go into a new ticket of the
/// same contact, which has the `title`, or without one the title of this ticket, and is related to it.
/// What the customer writes next comes there. Doing it again answers with the same ticket; merging the
/// new one back takes it back.
#[utoipa::path(
    post, path = "/api/tickets/{id}/split", tag = "tickets", params(("id" = i64, Path)), request_body = Apart,
    responses(
        (status = 200, body = SplitTicket), (status = 404, body = ProblemBody),
        (status = 409, description = "It cannot be split there, or not now.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn split(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Apart>,
) -> Result<Json<SplitTicket>, Problem> {
    let Apart { message_id, title, why } = input;
    let split = Split { ticket: number(&id)?, from: message_id, title, why };
    tickets.split(&Viewer::from(&caller), &split).await.map(Json)
}

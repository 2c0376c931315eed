//! HTTP in, HTTP out.

use super::{
    Supervisory,
    model::{SupervisedAgent, SupervisoryBoard},
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Input, Problem, ProblemBody, Success, routes},
};
use axum::{
    Json,
    extract::{FromRef, Path, State},
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Supervisory> for Accounts {
    fn from_ref(room: &Supervisory) -> Self {
        room.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Supervisory) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(board))
        .routes(routes!(set_status))
        .routes(routes!(watch))
        .routes(routes!(whisper))
        .routes(routes!(take_over))
        .with_state(room)
}

fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| Problem::not_found())
}

/// The desk at this moment: queues, agents, live chats, what is due, and channels that are not well; for
/// who may see reports.
#[utoipa::path(
    get, path = "/api/supervisory", tag = "supervisory",
    responses((status = 200, body = SupervisoryBoard), (status = 403, body = ProblemBody))
)]
async fn board(
    State(room): State<Supervisory>,
    caller: Caller,
) -> Result<Json<SupervisoryBoard>, Problem> {
    Ok(Json(room.board(&caller).await?))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = SetAgentStatus)]
struct SetStatus {
    /// ONLINE, AWAY, BUSY, MEAL_BREAK, WASHROOM, PRAYER, or the code of a status of the client's own.
    status: String,
    /// AWAY and BUSY need one.
    #[serde(default)]
    reason: String,
}

/// Sets an agent's status, for admins; the audit log says so.
#[utoipa::path(
    post, path = "/api/supervisory/agents/{user_id}/status", tag = "supervisory",
    params(("user_id" = i64, Path)), request_body = SetStatus,
    responses(
        (status = 200, body = SupervisedAgent), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn set_status(
    State(room): State<Supervisory>,
    caller: Caller,
    Path(user_id): Path<String>,
    Input(body): Input<SetStatus>,
) -> Result<Json<SupervisedAgent>, Problem> {
    let choice = (body.status.as_str(), body.reason.as_str());
    Ok(Json(room.set_status(&caller, number(&user_id)?, choice).await?))
}

/// Reads along in a running live chat, for admins: its agents are told, and the audit log says so.
#[utoipa::path(
    post, path = "/api/supervisory/chats/{ticket_id}/watch", tag = "supervisory",
    params(("ticket_id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, description = "The chat is over.", body = ProblemBody),
    )
)]
async fn watch(
    State(room): State<Supervisory>,
    caller: Caller,
    Path(ticket_id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.watch(&caller, number(&ticket_id)?).await?;
    Ok(Json(Success::default()))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = ChatWhisper)]
struct Whisper {
    /// 1 to 10,000 characters.
    text: String,
}

/// Tells the agents of a running live chat something that the visitor does not see, for admins. It stays
/// in the conversation as a note.
#[utoipa::path(
    post, path = "/api/supervisory/chats/{ticket_id}/whisper", tag = "supervisory",
    params(("ticket_id" = i64, Path)), request_body = Whisper,
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, description = "The chat is over.", body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn whisper(
    State(room): State<Supervisory>,
    caller: Caller,
    Path(ticket_id): Path<String>,
    Input(body): Input<Whisper>,
) -> Result<Json<Success>, Problem> {
    room.whisper(&caller, number(&ticket_id)?, &body.text).await?;
    Ok(Json(Success::default()))
}

/// Makes an admin the only agent of a running live chat. Its agents are told, and the audit log says so.
#[utoipa::path(
    post, path = "/api/supervisory/chats/{ticket_id}/take_over", tag = "supervisory",
    params(("ticket_id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, description = "The chat is over.", body = ProblemBody),
    )
)]
async fn take_over(
    State(room): State<Supervisory>,
    caller: Caller,
    Path(ticket_id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.take_over(&caller, number(&ticket_id)?).await?;
    Ok(Json(Success::default()))
}

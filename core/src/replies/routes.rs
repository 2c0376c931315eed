//! HTTP in, HTTP out.

use super::{
    Replies,
    model::{CannedReply, ReplyDraft, Signature},
    store,
    variables::KNOWN,
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Input, Problem, ProblemBody, Success, routes},
};
use axum::{
    Json,
    extract::{FromRef, Path, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Replies> for Accounts {
    fn from_ref(room: &Replies) -> Self {
        room.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Replies) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list, make))
        .routes(routes!(change, remove))
        .routes(routes!(insert))
        .routes(routes!(signatures, keep_signatures))
        .with_state(room)
}

fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| Problem::not_found())
}

/// What a workspace needs to offer replies.
#[derive(Serialize, ToSchema)]
struct CannedReplies {
    replies: Vec<CannedReply>,
    /// Names of the variables a text may hold.
    variables: Vec<String>,
}

/// The replies the caller may use: everybody's and their own, the most used first.
#[utoipa::path(
    get, path = "/api/replies", tag = "replies",
    responses((status = 200, body = CannedReplies), (status = 401, body = ProblemBody))
)]
async fn list(State(room): State<Replies>, caller: Caller) -> Result<Json<CannedReplies>, Problem> {
    let mut conn = room.db.read().await?;
    let replies = store::usable(&mut conn, caller.client_id, caller.user_id).await?;
    let variables = KNOWN.map(str::to_owned).to_vec();
    Ok(Json(CannedReplies { replies, variables }))
}

/// Keeps a new reply. Variables such as `{{contact.name}}` are filled in when it is inserted.
#[utoipa::path(
    post, path = "/api/replies", tag = "replies", request_body = ReplyDraft,
    responses(
        (status = 201, body = CannedReply),
        (status = 403, description = "Only admins keep shared ones.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn make(
    State(room): State<Replies>,
    caller: Caller,
    Input(draft): Input<ReplyDraft>,
) -> Result<(StatusCode, Json<CannedReply>), Problem> {
    Ok((StatusCode::CREATED, Json(room.make(&caller, &draft).await?)))
}

/// Changes a reply: one's own, or a shared one as an admin.
#[utoipa::path(
    put, path = "/api/replies/{id}", tag = "replies", params(("id" = i64, Path)),
    request_body = ReplyDraft,
    responses(
        (status = 200, body = CannedReply), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn change(
    State(room): State<Replies>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<ReplyDraft>,
) -> Result<Json<CannedReply>, Problem> {
    Ok(Json(room.change(&caller, number(&id)?, &draft).await?))
}

/// Deletes a reply: one's own, or a shared one as an admin.
#[utoipa::path(
    delete, path = "/api/replies/{id}", tag = "replies", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn remove(
    State(room): State<Replies>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.drop_reply(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

#[derive(Deserialize, ToSchema)]
struct InsertInto {
    /// Id or number of the ticket.
    #[schema(value_type = i64)]
    #[serde(default)]
    ticket_id: Value,
}

#[derive(Serialize, ToSchema)]
struct InsertedReply {
    text: String,
}

/// The text of a reply with its variables filled in for a ticket; it counts as one more use.
#[utoipa::path(
    post, path = "/api/replies/{id}/insert", tag = "replies", params(("id" = i64, Path)),
    request_body = InsertInto,
    responses((status = 200, body = InsertedReply), (status = 404, body = ProblemBody))
)]
async fn insert(
    State(room): State<Replies>,
    caller: Caller,
    Path(id): Path<String>,
    Input(body): Input<InsertInto>,
) -> Result<Json<InsertedReply>, Problem> {
    let ticket = match &body.ticket_id {
        Value::String(text) => number(text)?,
        other => other.as_i64().ok_or_else(Problem::not_found)?,
    };
    let text = room.insert_into(&caller, number(&id)?, ticket).await?;
    Ok(Json(InsertedReply { text }))
}

/// The caller's signatures.
#[utoipa::path(
    get, path = "/api/signatures", tag = "replies",
    responses((status = 200, body = Vec<Signature>), (status = 401, body = ProblemBody))
)]
async fn signatures(
    State(room): State<Replies>,
    caller: Caller,
) -> Result<Json<Vec<Signature>>, Problem> {
    let mut conn = room.db.read().await?;
    let whose = (caller.client_id, caller.user_id);
    Ok(Json(store::signatures(&mut conn, whose).await?))
}

#[derive(Deserialize, ToSchema)]
struct KeepSignatures {
    signatures: Vec<Signature>,
}

/// Keeps exactly these signatures of the caller: one without a channel for everywhere, others for
/// channel values whose plugins take them. One without a text is dropped.
#[utoipa::path(
    put, path = "/api/signatures", tag = "replies", request_body = KeepSignatures,
    responses((status = 200, body = Vec<Signature>), (status = 422, body = ProblemBody))
)]
async fn keep_signatures(
    State(room): State<Replies>,
    caller: Caller,
    Input(keep): Input<KeepSignatures>,
) -> Result<Json<Vec<Signature>>, Problem> {
    Ok(Json(room.keep_signatures(&caller, &keep.signatures).await?))
}

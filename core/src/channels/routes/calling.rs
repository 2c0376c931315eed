//! Telephone calls of a ticket.

use super::admin::number;
use crate::{
    accounts::Caller,
    channels::{Channels, outbound::call_control::Order},
    http::{Input, Problem, ProblemBody, Success},
};
use axum::{
    Json,
    extract::{Path, State},
};

/// Has something done with a call of a ticket: `kind` is `dial`, `answer`, `hang-up`, `hold`,
/// `resume`, `transfer`, `mute`, `unmute`, `record` or `stop-recording`; `call` names the call as its
/// lines do (`extras.call.id`), and is empty for `dial`. `op` is a key of the caller's own: the same
/// command with the same key is done once. `extension` is the agent's telephone, for `dial` and
/// `answer`; `target` the extension for `transfer`. What comes of it stands in the ticket.
#[utoipa::path(
    post, path = "/api/tickets/{id}/call", tag = "channels", params(("id" = i64, Path)), request_body = Order,
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody), (status = 503, body = ProblemBody),
    )
)]
pub(super) async fn command(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
    Input(order): Input<Order>,
) -> Result<Json<Success>, Problem> {
    channels.command_call(&caller, number(&id)?, &order).await?;
    Ok(Json(Success::default()))
}

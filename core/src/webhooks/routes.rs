//! HTTP in, HTTP out: webhooks, for admins.

use super::{
    Webhooks,
    model::{EVENTS, Webhook, WebhookDelivery, WebhookDraft},
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Input, Problem, ProblemBody, Query, Success, routes},
};
use axum::{
    Json,
    extract::{FromRef, Path, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Webhooks> for Accounts {
    fn from_ref(room: &Webhooks) -> Self {
        room.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Webhooks) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list, make))
        .routes(routes!(change, discard))
        .routes(routes!(ping))
        .routes(routes!(deliveries))
        .routes(routes!(replay))
        .with_state(room)
}

fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| Problem::not_found())
}

/// The client's webhooks, and what they can be told.
#[derive(Serialize, ToSchema)]
struct WebhookList {
    webhooks: Vec<Webhook>,
    /// Names of the events there are.
    events: Vec<String>,
}

/// The client's webhooks, the oldest first.
#[utoipa::path(
    get, path = "/api/webhooks", tag = "webhooks",
    responses((status = 200, body = WebhookList), (status = 403, body = ProblemBody))
)]
async fn list(State(room): State<Webhooks>, caller: Caller) -> Result<Json<WebhookList>, Problem> {
    let webhooks = room.list(&caller).await?;
    let events = EVENTS.iter().map(|(name, _)| (*name).to_owned()).collect();
    Ok(Json(WebhookList { webhooks, events }))
}

/// A webhook and its secret, which is shown once.
#[derive(Serialize, ToSchema)]
struct NewWebhook {
    #[serde(flatten)]
    webhook: Webhook,
    /// What bodies are signed with, as the Standard Webhooks specification writes it.
    secret: String,
}

/// Makes a webhook. It is told what happens from now on.
#[utoipa::path(
    post, path = "/api/webhooks", tag = "webhooks", request_body = WebhookDraft,
    responses(
        (status = 201, body = NewWebhook), (status = 403, body = ProblemBody),
        (status = 409, description = "There are too many.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn make(
    State(room): State<Webhooks>,
    caller: Caller,
    Input(draft): Input<WebhookDraft>,
) -> Result<(StatusCode, Json<NewWebhook>), Problem> {
    let (webhook, secret) = room.make(&caller, &draft).await?;
    Ok((StatusCode::CREATED, Json(NewWebhook { webhook, secret })))
}

/// Changes a webhook; what is absent stays.
#[utoipa::path(
    patch, path = "/api/webhooks/{id}", tag = "webhooks", params(("id" = i64, Path)),
    request_body = WebhookDraft,
    responses(
        (status = 200, body = Webhook), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn change(
    State(room): State<Webhooks>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<WebhookDraft>,
) -> Result<Json<Webhook>, Problem> {
    Ok(Json(room.change(&caller, number(&id)?, &draft).await?))
}

/// Deletes a webhook with its deliveries.
#[utoipa::path(
    delete, path = "/api/webhooks/{id}", tag = "webhooks", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn discard(
    State(room): State<Webhooks>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.drop_webhook(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

/// Sends the event `ping`, which means nothing, so that one sees what the address answers.
#[utoipa::path(
    post, path = "/api/webhooks/{id}/ping", tag = "webhooks", params(("id" = i64, Path)),
    responses(
        (status = 202, body = WebhookDelivery), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "It is switched off.", body = ProblemBody),
    )
)]
async fn ping(
    State(room): State<Webhooks>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<WebhookDelivery>), Problem> {
    Ok((StatusCode::ACCEPTED, Json(room.ping(&caller, number(&id)?).await?)))
}

#[derive(Deserialize)]
struct Before {
    before: Option<i64>,
}

/// A page of deliveries.
#[derive(Serialize, ToSchema)]
struct WebhookDeliveries {
    data: Vec<WebhookDelivery>,
    /// Whether there are older ones.
    more: bool,
}

/// A webhook's deliveries, the newest first and 50 at a time. They are kept for 30 days.
#[utoipa::path(
    get, path = "/api/webhooks/{id}/deliveries", tag = "webhooks",
    params(("id" = i64, Path), ("before" = Option<i64>, Query)),
    responses(
        (status = 200, body = WebhookDeliveries), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn deliveries(
    State(room): State<Webhooks>,
    caller: Caller,
    Path(id): Path<String>,
    Query(before): Query<Before>,
) -> Result<Json<WebhookDeliveries>, Problem> {
    let before = before.before.unwrap_or(i64::MAX);
    let (data, more) = room.deliveries(&caller, number(&id)?, before).await?;
    Ok(Json(WebhookDeliveries { data, more }))
}

/// Sends a delivery once more, with the same id.
#[utoipa::path(
    post, path = "/api/webhooks/{id}/deliveries/{delivery}/replay", tag = "webhooks",
    params(("id" = i64, Path), ("delivery" = i64, Path)),
    responses(
        (status = 202, body = WebhookDelivery), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "It is on its way, or the webhook is off.", body = ProblemBody),
    )
)]
async fn replay(
    State(room): State<Webhooks>,
    caller: Caller,
    Path((id, delivery)): Path<(String, String)>,
) -> Result<(StatusCode, Json<WebhookDelivery>), Problem> {
    let found = room.replay(&caller, number(&id)?, number(&delivery)?).await?;
    Ok((StatusCode::ACCEPTED, Json(found)))
}

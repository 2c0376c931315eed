//! HTTP in, HTTP out.

use super::{
    Notifications,
    model::{Category, Notification, kinds},
    push::Subscription,
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Code, Credentials, Input, Problem, ProblemBody, Query, Success, routes},
};
use axum::{
    Json,
    extract::{FromRef, State},
    http::HeaderMap,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Notifications> for Accounts {
    fn from_ref(notifications: &Notifications) -> Self {
        notifications.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(notifications: Notifications) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(check))
        .routes(routes!(list))
        .routes(routes!(read))
        .routes(routes!(remove))
        .routes(routes!(preferences, set_preferences))
        .routes(routes!(push_key))
        .routes(routes!(subscribe))
        .routes(routes!(unsubscribe))
        .with_state(notifications)
}

/// An id, also written as a text; none when it is absent or empty.
fn id(value: &Value, field: &str) -> Result<Option<i64>, Problem> {
    match value {
        Value::Null => Ok(None),
        Value::Number(number) if number.as_i64().is_some() => Ok(number.as_i64()),
        Value::String(text) if text.trim().is_empty() => Ok(None),
        Value::String(text) => {
            text.trim().parse().map(Some).map_err(|_| Problem::field(field, "This is a number."))
        }
        _ => Err(Problem::field(field, "This is a number.")),
    }
}

fn category(name: &str, field: &str) -> Result<Category, Problem> {
    Category::named(name).ok_or_else(|| Problem::field(field, "This is sla, trade or system."))
}

/// Which tabs have something unread.
#[derive(Serialize, ToSchema)]
struct Unread {
    /// SLA.
    unread: bool,
    /// Trade.
    unread_2: bool,
    /// System.
    unread_3: bool,
}

/// Tell which categories hold something unread.
#[utoipa::path(
    get, path = "/api/notification/check", tag = "notifications",
    responses((status = 200, body = Unread), (status = 401, body = ProblemBody))
)]
async fn check(State(room): State<Notifications>, caller: Caller) -> Result<Json<Unread>, Problem> {
    let [unread, unread_2, unread_3] = room.unread(&caller).await?;
    Ok(Json(Unread { unread, unread_2, unread_3 }))
}

#[derive(Deserialize)]
struct Which {
    #[serde(default, rename = "type")]
    category: String,
    #[serde(default)]
    offset: Value,
    #[serde(default, rename = "lastId")]
    last_id: Value,
}

/// List a category's notifications, newest first, ten at a time: those below `lastId`, or without it
/// those after the first `offset`.
#[utoipa::path(
    get, path = "/api/notification/get", tag = "notifications",
    params(
        ("type" = String, Query, description = "sla, system or trade"),
        ("offset" = Option<i64>, Query), ("lastId" = Option<i64>, Query),
    ),
    responses(
        (status = 200, body = Vec<Notification>), (status = 401, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn list(
    State(room): State<Notifications>,
    caller: Caller,
    Query(which): Query<Which>,
) -> Result<Json<Vec<Notification>>, Problem> {
    let category = category(&which.category, "type")?;
    let before = id(&which.last_id, "lastId")?;
    let offset = id(&which.offset, "offset")?.filter(|_| before.is_none()).unwrap_or(0).max(0);
    Ok(Json(room.page(&caller, category, (before, offset)).await?))
}

#[derive(Deserialize, ToSchema)]
struct Read {
    /// sla, system or trade.
    #[serde(default)]
    category: String,
    /// The newest id that was read; without it all of the category.
    #[serde(default, rename = "lastId")]
    #[schema(value_type = Option<i64>)]
    last_id: Value,
}

/// Mark a category as read, up to an id.
#[utoipa::path(
    post, path = "/api/notification/read", tag = "notifications", request_body = Read,
    responses(
        (status = 200, body = Success), (status = 401, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn read(
    State(room): State<Notifications>,
    caller: Caller,
    Input(body): Input<Read>,
) -> Result<Json<Success>, Problem> {
    let category = category(&body.category, "category")?;
    let up_to = id(&body.last_id, "lastId")?.unwrap_or(i64::MAX);
    room.mark_read(&caller, category, up_to).await?;
    Ok(Json(Success::default()))
}

#[derive(Deserialize, ToSchema)]
struct Remove {
    #[serde(default)]
    #[schema(value_type = i64)]
    id: Value,
}

/// Remove a notification.
#[utoipa::path(
    post, path = "/api/notification/remove", tag = "notifications", request_body = Remove,
    responses(
        (status = 200, body = Success), (status = 401, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn remove(
    State(room): State<Notifications>,
    caller: Caller,
    Input(body): Input<Remove>,
) -> Result<Json<Success>, Problem> {
    let id = id(&body.id, "id")?.ok_or_else(|| Problem::field("id", "This is missing."))?;
    if !room.remove(&caller, id).await? {
        return Err(Problem::not_found());
    }
    Ok(Json(Success::default()))
}

/// What a user wants to hear of.
#[derive(Serialize, Deserialize, ToSchema)]
struct Preferences {
    /// Types that are not told: `assigned`, `removed`, `channel_trouble`, `channel_sign_in`,
    /// `quarantined`.
    muted: Vec<String>,
}

/// Show what one does not want to hear of.
#[utoipa::path(
    get, path = "/api/notification/preferences", tag = "notifications",
    responses((status = 200, body = Preferences), (status = 401, body = ProblemBody))
)]
async fn preferences(
    State(room): State<Notifications>,
    caller: Caller,
) -> Result<Json<Preferences>, Problem> {
    Ok(Json(Preferences { muted: room.muted(&caller).await? }))
}

/// Say what one does not want to hear of. What was told before stays.
#[utoipa::path(
    put, path = "/api/notification/preferences", tag = "notifications", request_body = Preferences,
    responses(
        (status = 200, body = Preferences), (status = 401, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn set_preferences(
    State(room): State<Notifications>,
    caller: Caller,
    Input(body): Input<Preferences>,
) -> Result<Json<Preferences>, Problem> {
    let kinds = kinds(&body.muted)
        .ok_or_else(|| Problem::field("muted", "There is no such type of notification."))?;
    Ok(Json(Preferences { muted: room.mute(&caller, &kinds).await? }))
}

/// By what browsers know this installation.
#[derive(Serialize, ToSchema)]
struct PushKey {
    /// The public key for `PushManager.subscribe`, as base64url.
    key: String,
}

/// Show the key that a browser needs for its subscription to web push.
#[utoipa::path(
    get, path = "/api/fcm/key", tag = "notifications",
    responses((status = 200, body = PushKey), (status = 401, body = ProblemBody))
)]
async fn push_key(State(room): State<Notifications>, _: Caller) -> Result<Json<PushKey>, Problem> {
    let starting = || Problem::new(Code::Unavailable, "The server is starting.").retry_after(1);
    Ok(Json(PushKey { key: room.push.public().ok_or_else(starting)? }))
}

#[derive(Deserialize, ToSchema)]
struct PushToken {
    /// The browser's `PushSubscription` as JSON text. The session's token stands in `_token`, or in
    /// the header or cookie.
    #[serde(default)]
    token: String,
    /// `web`.
    #[serde(default, rename = "type")]
    kind: String,
    /// The host the workspace was opened at.
    #[serde(default)]
    domain: String,
}

/// Register a browser for web push. It gets what its user is told, until the sign-in ends.
#[utoipa::path(
    post, path = "/api/fcm/token", tag = "notifications", request_body = PushToken,
    responses(
        (status = 200, body = Success), (status = 401, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn subscribe(
    State(room): State<Notifications>,
    headers: HeaderMap,
    found: Credentials,
    Input(body): Input<PushToken>,
) -> Result<Json<Success>, Problem> {
    let caller = room.accounts.caller_beside(&headers, &found, &body.token).await?;
    if body.kind != "web" {
        return Err(Problem::field("type", "Only web is known."));
    }
    if body.domain.chars().count() > 255 {
        return Err(Problem::field("domain", "This is the name of a host."));
    }
    let subscription = Subscription::read(&body.token)
        .ok_or_else(|| Problem::field("token", "This is a browser's subscription, as JSON."))?;
    room.subscribe(&caller, &subscription, &body.domain).await?;
    Ok(Json(Success::default()))
}

#[derive(Deserialize, ToSchema)]
struct PushEndpoint {
    /// Of the subscription.
    #[serde(default)]
    endpoint: String,
}

/// End a browser's registration for web push.
#[utoipa::path(
    post, path = "/api/fcm/token/remove", tag = "notifications", request_body = PushEndpoint,
    responses(
        (status = 200, body = Success), (status = 401, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn unsubscribe(
    State(room): State<Notifications>,
    caller: Caller,
    Input(body): Input<PushEndpoint>,
) -> Result<Json<Success>, Problem> {
    if !room.unsubscribe(&caller, &body.endpoint).await? {
        return Err(Problem::not_found());
    }
    Ok(Json(Success::default()))
}

//! HTTP in, HTTP out.

use super::{
    Announcements,
    model::{Announcement, AnnouncementDraft},
};
use crate::{
    accounts::{Accounts, Caller},
    announcements::CurrentAnnouncements,
    http::{Input, Problem, ProblemBody, Success, routes},
};
use axum::{
    Json,
    extract::{FromRef, Path, State},
    http::StatusCode,
};
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Announcements> for Accounts {
    fn from_ref(room: &Announcements) -> Self {
        room.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Announcements) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list, publish))
        .routes(routes!(current))
        .routes(routes!(change, withdraw))
        .routes(routes!(dismiss))
        .with_state(room)
}

fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| Problem::not_found())
}

/// All announcements of the client, for its admins, the newest first.
#[utoipa::path(
    get, path = "/api/announcements", tag = "announcements",
    responses((status = 200, body = Vec<Announcement>), (status = 403, body = ProblemBody))
)]
async fn list(
    State(room): State<Announcements>,
    caller: Caller,
) -> Result<Json<Vec<Announcement>>, Problem> {
    Ok(Json(room.list(&caller).await?))
}

/// What the caller is to be shown: `announcements` that have not ended, those to come among them, and
/// the ids of those the caller has `dismissed`.
#[utoipa::path(
    get, path = "/api/announcements/current", tag = "announcements",
    responses((status = 200, body = CurrentAnnouncements), (status = 401, body = ProblemBody))
)]
async fn current(
    State(room): State<Announcements>,
    caller: Caller,
) -> Result<Json<CurrentAnnouncements>, Problem> {
    Ok(Json(room.current(caller.client_id, caller.user_id).await?))
}

/// Publishes an announcement to everybody of the client.
#[utoipa::path(
    post, path = "/api/announcements", tag = "announcements", request_body = AnnouncementDraft,
    responses(
        (status = 201, body = Announcement), (status = 403, body = ProblemBody),
        (status = 409, description = "Too many have not ended.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn publish(
    State(room): State<Announcements>,
    caller: Caller,
    Input(draft): Input<AnnouncementDraft>,
) -> Result<(StatusCode, Json<Announcement>), Problem> {
    Ok((StatusCode::CREATED, Json(room.publish(&caller, &draft).await?)))
}

/// Changes an announcement; without `from` it begins when it did.
#[utoipa::path(
    put, path = "/api/announcements/{id}", tag = "announcements", params(("id" = i64, Path)),
    request_body = AnnouncementDraft,
    responses(
        (status = 200, body = Announcement), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn change(
    State(room): State<Announcements>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<AnnouncementDraft>,
) -> Result<Json<Announcement>, Problem> {
    Ok(Json(room.change(&caller, number(&id)?, &draft).await?))
}

/// Deletes an announcement, which takes it from every screen.
#[utoipa::path(
    delete, path = "/api/announcements/{id}", tag = "announcements", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn withdraw(
    State(room): State<Announcements>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.withdraw(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

/// Dismisses an announcement for oneself; once is enough.
#[utoipa::path(
    post, path = "/api/announcements/{id}/dismiss", tag = "announcements",
    params(("id" = i64, Path)),
    responses((status = 200, body = Success), (status = 404, body = ProblemBody))
)]
async fn dismiss(
    State(room): State<Announcements>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.dismiss(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

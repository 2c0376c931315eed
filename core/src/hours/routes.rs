//! HTTP in, HTTP out.

use super::{
    Hours,
    model::{BusinessCalendar, CalendarDraft, Holiday, HolidayDraft, view},
    schedule, store,
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

/// The most that open time is counted over in one call: ten years.
const COUNT_MAX_MS: i64 = 3_653 * 86_400_000;

impl FromRef<Hours> for Accounts {
    fn from_ref(room: &Hours) -> Self {
        room.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Hours) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(calendars, make_calendar))
        .routes(routes!(change_calendar, drop_calendar))
        .routes(routes!(state))
        .routes(routes!(holidays, make_holiday))
        .routes(routes!(change_holiday, drop_holiday))
        .with_state(room)
}

fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| Problem::not_found())
}

/// The client's calendars, with whether each is open now.
#[utoipa::path(
    get, path = "/api/hours", tag = "hours",
    responses((status = 200, body = Vec<BusinessCalendar>), (status = 401, body = ProblemBody))
)]
async fn calendars(
    State(room): State<Hours>,
    caller: Caller,
) -> Result<Json<Vec<BusinessCalendar>>, Problem> {
    let now = room.clock.now_ms();
    let mut conn = room.db.read().await?;
    let rows = store::calendars(&mut conn, caller.client_id).await?;
    let holidays = store::holidays(&mut conn, caller.client_id).await?;
    Ok(Json(rows.into_iter().map(|row| view(row, &holidays, now)).collect()))
}

/// Makes a calendar, for admins. The first one is the default.
#[utoipa::path(
    post, path = "/api/hours", tag = "hours", request_body = CalendarDraft,
    responses(
        (status = 201, body = BusinessCalendar), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn make_calendar(
    State(room): State<Hours>,
    caller: Caller,
    Input(draft): Input<CalendarDraft>,
) -> Result<(StatusCode, Json<BusinessCalendar>), Problem> {
    Ok((StatusCode::CREATED, Json(room.make_calendar(&caller, &draft).await?)))
}

/// Changes a calendar, for admins.
#[utoipa::path(
    put, path = "/api/hours/{id}", tag = "hours", params(("id" = i64, Path)),
    request_body = CalendarDraft,
    responses(
        (status = 200, body = BusinessCalendar), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn change_calendar(
    State(room): State<Hours>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<CalendarDraft>,
) -> Result<Json<BusinessCalendar>, Problem> {
    Ok(Json(room.change_calendar(&caller, number(&id)?, &draft).await?))
}

/// Deletes a calendar with its holidays, for admins.
#[utoipa::path(
    delete, path = "/api/hours/{id}", tag = "hours", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn drop_calendar(
    State(room): State<Hours>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.drop_calendar(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

#[derive(Deserialize)]
struct When {
    at: Option<i64>,
    until: Option<i64>,
}

/// What a calendar says of a moment. Times are in milliseconds.
#[derive(Serialize, ToSchema)]
struct OpenState {
    open: bool,
    /// When it opens next, or `at` when it is open; absent when it does not within two years.
    next_opening: Option<i64>,
    /// Milliseconds of open time from `at` to `until`, when that was given.
    open_ms: Option<i64>,
}

/// Whether a calendar is open at a moment (`at`, else now), when it opens next, and how much of the
/// time up to `until` it is open.
#[utoipa::path(
    get, path = "/api/hours/{id}/state", tag = "hours",
    params(("id" = i64, Path), ("at" = Option<i64>, Query), ("until" = Option<i64>, Query)),
    responses(
        (status = 200, body = OpenState), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn state(
    State(room): State<Hours>,
    caller: Caller,
    Path(id): Path<String>,
    Query(when): Query<When>,
) -> Result<Json<OpenState>, Problem> {
    let at = when.at.unwrap_or_else(|| room.clock.now_ms());
    let id = number(&id)?;
    let mut conn = room.db.read().await?;
    let schedule = schedule(&mut conn, caller.client_id, Some(id)).await?;
    let schedule = schedule.ok_or_else(Problem::not_found)?;
    if when.until.is_some_and(|until| until.saturating_sub(at) > COUNT_MAX_MS) {
        return Err(Problem::field("until", "Open time is counted over ten years at most."));
    }
    Ok(Json(OpenState {
        open: schedule.is_open(at),
        next_opening: schedule.next_opening(at),
        open_ms: when.until.map(|until| schedule.open_time_between(at, until)),
    }))
}

/// The client's holidays by their dates.
#[utoipa::path(
    get, path = "/api/holidays", tag = "hours",
    responses((status = 200, body = Vec<Holiday>), (status = 401, body = ProblemBody))
)]
async fn holidays(
    State(room): State<Hours>,
    caller: Caller,
) -> Result<Json<Vec<Holiday>>, Problem> {
    let mut conn = room.db.read().await?;
    Ok(Json(store::holidays(&mut conn, caller.client_id).await?))
}

/// Makes a holiday, for admins: of one calendar, or of all without `calendar_id`.
#[utoipa::path(
    post, path = "/api/holidays", tag = "hours", request_body = HolidayDraft,
    responses(
        (status = 201, body = Holiday), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn make_holiday(
    State(room): State<Hours>,
    caller: Caller,
    Input(draft): Input<HolidayDraft>,
) -> Result<(StatusCode, Json<Holiday>), Problem> {
    Ok((StatusCode::CREATED, Json(room.make_holiday(&caller, &draft).await?)))
}

/// Changes a holiday, for admins.
#[utoipa::path(
    put, path = "/api/holidays/{id}", tag = "hours", params(("id" = i64, Path)),
    request_body = HolidayDraft,
    responses(
        (status = 200, body = Holiday), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn change_holiday(
    State(room): State<Hours>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<HolidayDraft>,
) -> Result<Json<Holiday>, Problem> {
    Ok(Json(room.change_holiday(&caller, number(&id)?, &draft).await?))
}

/// Deletes a holiday, for admins.
#[utoipa::path(
    delete, path = "/api/holidays/{id}", tag = "hours", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn drop_holiday(
    State(room): State<Hours>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.drop_holiday(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

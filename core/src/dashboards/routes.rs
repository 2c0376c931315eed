//! HTTP in, HTTP out.

use super::{
    Dashboards,
    model::{
        Dashboard, DashboardSetting, DashboardShareDraft, DashboardShares, MadeDashboardShare,
        RangeQuery, SharedDashboard,
    },
};
use crate::{
    accounts::{Accounts, Caller},
    http::{ClientAddr, Input, Problem, ProblemBody, Query, Success, routes},
};
use axum::{
    Json,
    extract::{FromRef, Path, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Dashboards> for Accounts {
    fn from_ref(room: &Dashboards) -> Self {
        room.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Dashboards) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(shown))
        .routes(routes!(setting, set))
        .routes(routes!(shares, share))
        .routes(routes!(revoke))
        .routes(routes!(shared))
        .with_state(room)
}

/// The figures of a range of days where the caller is, for whom `view_report` lets. `startDate` and `endDate` are
/// counted both; the last 30 days when absent, 366 at most.
#[utoipa::path(
    get, path = "/api/dashboard", tag = "dashboards", params(RangeQuery),
    responses(
        (status = 200, body = Dashboard), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn shown(
    State(room): State<Dashboards>,
    caller: Caller,
    Query(asked): Query<RangeQuery>,
) -> Result<Json<Dashboard>, Problem> {
    room.dashboard(&caller, &asked).await.map(Json)
}

/// Whether the dashboard is the first page of whoever may see it. The session check tells it as `dashboard_on`.
#[utoipa::path(
    get, path = "/api/dashboard/setting", tag = "dashboards",
    responses((status = 200, body = DashboardSetting), (status = 401, body = ProblemBody))
)]
async fn setting(
    State(room): State<Dashboards>,
    caller: Caller,
) -> Result<Json<DashboardSetting>, Problem> {
    room.setting(&caller).await.map(Json)
}

/// Switches it, for admins.
#[utoipa::path(
    put, path = "/api/dashboard/setting", tag = "dashboards", request_body = DashboardSetting,
    responses((status = 200, body = DashboardSetting), (status = 403, body = ProblemBody))
)]
async fn set(
    State(room): State<Dashboards>,
    caller: Caller,
    Input(wish): Input<DashboardSetting>,
) -> Result<Json<DashboardSetting>, Problem> {
    room.set(&caller, wish).await.map(Json)
}

/// The links that show a dashboard to whoever has them, for admins.
#[utoipa::path(
    get, path = "/api/dashboard/shares", tag = "dashboards",
    responses((status = 200, body = DashboardShares), (status = 403, body = ProblemBody))
)]
async fn shares(
    State(room): State<Dashboards>,
    caller: Caller,
) -> Result<Json<DashboardShares>, Problem> {
    room.shares(&caller).await.map(Json)
}

/// Makes a link, for admins. Its address is in this answer and nowhere else. It shows figures only: no names,
/// numbers or words of tickets.
#[utoipa::path(
    post, path = "/api/dashboard/shares", tag = "dashboards", request_body = DashboardShareDraft,
    responses(
        (status = 201, body = MadeDashboardShare), (status = 403, body = ProblemBody),
        (status = 409, description = "There are 50 already.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn share(
    State(room): State<Dashboards>,
    caller: Caller,
    Input(draft): Input<DashboardShareDraft>,
) -> Result<(StatusCode, Json<MadeDashboardShare>), Problem> {
    Ok((StatusCode::CREATED, Json(room.share(&caller, &draft).await?)))
}

/// Revokes a link, for admins. It stops working at once.
#[utoipa::path(
    delete, path = "/api/dashboard/shares/{id}", tag = "dashboards", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn revoke(
    State(room): State<Dashboards>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.revoke(&caller, id.parse().map_err(|_| Problem::not_found())?).await?;
    Ok(Json(Success::default()))
}

/// What a link shows, for whoever has it.
#[utoipa::path(
    get, path = "/api/dashboard/shared/{token}", tag = "dashboards",
    params(("token" = String, Path)),
    responses(
        (status = 200, body = SharedDashboard),
        (status = 404, description = "Unknown, revoked, or over.", body = ProblemBody),
        (status = 429, description = "Too many from one place.", body = ProblemBody),
    )
)]
async fn shared(
    State(room): State<Dashboards>,
    ClientAddr(from): ClientAddr,
    Path(token): Path<String>,
) -> Result<Response, Problem> {
    let shared = room.shared(&token, from).await?;
    let mut response = Json(shared).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    Ok(response)
}

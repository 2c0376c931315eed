//! The calls about service levels.

use super::{
    Sla,
    clock::State as ClockState,
    model::{SlaClock, SlaPolicy, SlaPolicyDraft, SlaPolicyOrder},
    store,
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Input, Problem, ProblemBody, Success, routes},
    tickets::{Viewer, ticket_for},
};
use axum::{
    Json,
    extract::{FromRef, Path, State},
    http::StatusCode,
};
use utoipa_axum::router::OpenApiRouter;

const MINUTE_MS: i64 = 60_000;

impl FromRef<Sla> for Accounts {
    fn from_ref(room: &Sla) -> Self {
        room.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Sla) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(policies, make_policy))
        .routes(routes!(order_policies))
        .routes(routes!(change_policy, drop_policy))
        .routes(routes!(ticket_clocks))
        .with_state(room)
}

fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| Problem::not_found())
}

/// The client's policies in their order: the first enabled one whose conditions hold for a ticket counts.
#[utoipa::path(
    get, path = "/api/sla/policies", tag = "sla",
    responses((status = 200, body = Vec<SlaPolicy>), (status = 401, body = ProblemBody))
)]
async fn policies(
    State(room): State<Sla>,
    caller: Caller,
) -> Result<Json<Vec<SlaPolicy>>, Problem> {
    room.policies(&caller).await.map(Json)
}

/// Makes a policy, for admins: the last one in the order. It holds for tickets that open or change from
/// then on.
#[utoipa::path(
    post, path = "/api/sla/policies", tag = "sla", request_body = SlaPolicyDraft,
    responses(
        (status = 201, body = SlaPolicy), (status = 403, body = ProblemBody),
        (status = 409, description = "There are as many as there may be.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn make_policy(
    State(room): State<Sla>,
    caller: Caller,
    Input(draft): Input<SlaPolicyDraft>,
) -> Result<(StatusCode, Json<SlaPolicy>), Problem> {
    Ok((StatusCode::CREATED, Json(room.make_policy(&caller, &draft).await?)))
}

/// Puts the policies in an order, for admins.
#[utoipa::path(
    put, path = "/api/sla/policies/order", tag = "sla", request_body = SlaPolicyOrder,
    responses(
        (status = 200, body = Vec<SlaPolicy>), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn order_policies(
    State(room): State<Sla>,
    caller: Caller,
    Input(order): Input<SlaPolicyOrder>,
) -> Result<Json<Vec<SlaPolicy>>, Problem> {
    room.order_policies(&caller, &order).await.map(Json)
}

/// Changes a policy, for admins. Clocks that run are set anew; what was breached stays breached.
#[utoipa::path(
    put, path = "/api/sla/policies/{id}", tag = "sla", params(("id" = i64, Path)),
    request_body = SlaPolicyDraft,
    responses(
        (status = 200, body = SlaPolicy), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn change_policy(
    State(room): State<Sla>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<SlaPolicyDraft>,
) -> Result<Json<SlaPolicy>, Problem> {
    room.change_policy(&caller, number(&id)?, &draft).await.map(Json)
}

/// Deletes a policy, for admins.
#[utoipa::path(
    delete, path = "/api/sla/policies/{id}", tag = "sla", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn drop_policy(
    State(room): State<Sla>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.drop_policy(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

/// A ticket's clocks: those that run or are paused first, then the newest first.
#[utoipa::path(
    get, path = "/api/tickets/{id}/sla", tag = "sla", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Vec<SlaClock>), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn ticket_clocks(
    State(room): State<Sla>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Vec<SlaClock>>, Problem> {
    let mut conn = room.db.read().await?;
    let row = ticket_for(&mut conn, &Viewer::from(&caller), number(&id)?).await?;
    let clocks = store::clocks(&mut conn, row.client_id, row.id).await?;
    let mut clocks: Vec<SlaClock> = clocks.iter().map(shown).collect();
    let stopped =
        |clock: &SlaClock| !matches!(clock.state, ClockState::Running | ClockState::Paused);
    clocks.sort_by_key(|clock| (stopped(clock), std::cmp::Reverse((clock.started_at, clock.id))));
    Ok(Json(clocks))
}

fn shown(row: &store::ClockRow) -> SlaClock {
    let clock = row.clock();
    SlaClock {
        id: clock.id,
        metric: clock.metric,
        policy: row.policy.clone(),
        label: row.label.clone(),
        state: clock.state,
        started_at: clock.started_at,
        due_at: clock.due_at,
        warn_at: clock.warn_at,
        target_minutes: clock.target_ms / MINUTE_MS,
        remaining_ms: (clock.state == ClockState::Paused).then(|| clock.remaining_ms()),
        stopped_at: clock.stopped_at,
        warned_at: clock.warned_at,
        breached_at: clock.breached_at,
    }
}

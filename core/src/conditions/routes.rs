//! The call about conditions.

use super::{Condition, dry_run::ConditionsDryRun};
use crate::{
    accounts::{Accounts, Caller},
    clock::Clock,
    db::Db,
    http::{Input, Problem, ProblemBody, routes},
    tickets::ListKind,
};
use axum::{
    Json,
    extract::{FromRef, State},
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

/// What the room needs.
#[derive(Clone)]
pub struct Conditions {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
}

impl FromRef<Conditions> for Accounts {
    fn from_ref(room: &Conditions) -> Self {
        room.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Conditions) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(dry_run)).with_state(room)
}

/// Conditions to try out.
#[derive(Deserialize, ToSchema)]
struct ConditionsToTry {
    /// All of them have to hold; none hold for every ticket.
    conditions: Vec<Condition>,
    /// `ticket`, or `livechat` for live chats; tickets when nothing is said.
    #[serde(default)]
    kind: Option<String>,
}

/// Tries conditions of queues and service levels out, for admins: for which tickets of the last seven days,
/// as they are now, they hold. Nothing is changed.
#[utoipa::path(
    post, path = "/api/conditions/dry-run", tag = "conditions", request_body = ConditionsToTry,
    responses(
        (status = 200, body = ConditionsDryRun), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn dry_run(
    State(room): State<Conditions>,
    caller: Caller,
    Input(asked): Input<ConditionsToTry>,
) -> Result<Json<ConditionsDryRun>, Problem> {
    let kind = asked.kind.as_deref().map_or(Some(ListKind::Ticket), ListKind::parse);
    let kind = kind.ok_or_else(|| Problem::field("kind", "The kind is ticket or livechat."))?;
    Ok(Json(room.dry_run(&caller, kind, &asked.conditions).await?))
}

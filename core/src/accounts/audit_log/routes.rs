//! HTTP in, HTTP out: the audit log, for admins.

use super::read::{self, AuditPage};
use crate::{
    accounts::{Accounts, Caller},
    audit::Filter,
    http::{Problem, ProblemBody, Query, csv, routes},
};
use axum::{Json, body::Body, extract::State, response::Response};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

/// The routes of the audit log.
pub(in crate::accounts) fn routes() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(export))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct AuditLogQuery {
    /// A part of the username of whoever did it.
    #[serde(default)]
    who: String,
    /// One action; all when empty.
    #[serde(default)]
    action: String,
    /// From this moment on, in milliseconds since 1970.
    from: Option<i64>,
    /// Before this moment.
    until: Option<i64>,
    /// Older than the entry with this id.
    before: Option<i64>,
}

impl AuditLogQuery {
    fn filter(&self) -> Filter {
        Filter {
            actor: self.who.clone(),
            action: self.action.clone(),
            from: self.from.unwrap_or(0),
            until: self.until,
        }
    }
}

/// What admins did, newest first, 50 entries at a time.
#[utoipa::path(
    get, path = "/api/audit", tag = "accounts", params(AuditLogQuery),
    responses((status = 200, body = AuditPage), (status = 403, body = ProblemBody))
)]
async fn list(
    State(accounts): State<Accounts>,
    caller: Caller,
    Query(wanted): Query<AuditLogQuery>,
) -> Result<Json<AuditPage>, Problem> {
    let before = wanted.before.unwrap_or(i64::MAX);
    Ok(Json(read::page(&accounts, &caller, &wanted.filter(), before).await?))
}

/// The same entries, all of them, as a table in CSV.
#[utoipa::path(
    get, path = "/api/audit/export", tag = "accounts", params(AuditLogQuery),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 403, body = ProblemBody),
    )
)]
async fn export(
    State(accounts): State<Accounts>,
    caller: Caller,
    Query(wanted): Query<AuditLogQuery>,
) -> Result<Response, Problem> {
    let before = wanted.before.unwrap_or(i64::MAX);
    let lines = read::export(&accounts, &caller, wanted.filter(), before)?;
    Ok(csv::download(Body::from_stream(lines), "audit.csv"))
}

//! HTTP in, HTTP out: the audit log, for admins.

use super::csv;
use crate::{
    accounts::{Accounts, Caller},
    audit::{self, Entry, Filter},
    db::Db,
    http::{Problem, ProblemBody, Query},
};
use axum::{
    Json,
    body::Body,
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

const PAGE: i64 = 50;
/// Entries of the export that are read and sent at a time.
const STEP: i64 = 500;

/// The routes of the audit log.
pub(in crate::accounts) fn routes() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(export))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
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

impl Wanted {
    fn filter(&self) -> Filter {
        Filter {
            actor: self.who.clone(),
            action: self.action.clone(),
            from: self.from.unwrap_or(0),
            until: self.until,
        }
    }
}

/// A page of the audit log.
#[derive(Serialize, ToSchema)]
struct AuditPage {
    data: Vec<Entry>,
    /// Whether there are older ones.
    more: bool,
}

/// What admins did, newest first, 50 entries at a time.
#[utoipa::path(
    get, path = "/api/audit", tag = "accounts", params(Wanted),
    responses((status = 200, body = AuditPage), (status = 403, body = ProblemBody))
)]
async fn list(
    State(accounts): State<Accounts>,
    caller: Caller,
    Query(wanted): Query<Wanted>,
) -> Result<Json<AuditPage>, Problem> {
    caller.require_admin()?;
    let mut conn = accounts.0.db.read().await?;
    let before = wanted.before.unwrap_or(i64::MAX);
    let mut data =
        audit::page(&mut conn, caller.client_id, &wanted.filter(), before, PAGE + 1).await?;
    let page = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let more = data.len() > page;
    data.truncate(page);
    Ok(Json(AuditPage { data, more }))
}

/// The same entries, all of them, as a table in CSV.
#[utoipa::path(
    get, path = "/api/audit/export", tag = "accounts", params(Wanted),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 403, body = ProblemBody),
    )
)]
async fn export(
    State(accounts): State<Accounts>,
    caller: Caller,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    caller.require_admin()?;
    let reading = Reading {
        db: accounts.0.db.clone(),
        client_id: caller.client_id,
        filter: wanted.filter(),
        before: wanted.before.unwrap_or(i64::MAX),
        begun: false,
    };
    let mut response = Response::new(Body::from_stream(stream::try_unfold(reading, step)));
    let headers = response.headers_mut();
    let text = HeaderValue::from_static;
    headers.insert(header::CONTENT_TYPE, text("text/csv; charset=utf-8"));
    headers.insert(header::CONTENT_DISPOSITION, text("attachment; filename=\"audit.csv\""));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, text("nosniff"));
    headers.insert(header::CACHE_CONTROL, text("no-store"));
    Ok(response)
}

/// How far an export has come.
struct Reading {
    db: Db,
    client_id: i64,
    filter: Filter,
    before: i64,
    begun: bool,
}

/// The next lines. A connection is held only while they are read, not while they are sent.
async fn step(mut reading: Reading) -> Result<Option<(String, Reading)>, crate::db::DbError> {
    let mut conn = reading.db.read().await?;
    let (client_id, before) = (reading.client_id, reading.before);
    let entries = audit::page(&mut conn, client_id, &reading.filter, before, STEP).await?;
    drop(conn);
    let head = if reading.begun { "" } else { csv::HEAD };
    let Some(last) = entries.last() else {
        reading.begun = true;
        return Ok((!head.is_empty()).then(|| (head.to_owned(), reading)));
    };
    (reading.before, reading.begun) = (last.id, true);
    Ok(Some((format!("{head}{}", csv::lines(&entries)), reading)))
}

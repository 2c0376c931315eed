//! An admin or auditor reads the audit log: a page of it, or all of it as a table.

use super::csv;
use crate::{
    accounts::{Accounts, Caller, Permission},
    audit::{self, Entry, Filter},
    db::{Db, DbError},
    http::Problem,
};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use utoipa::ToSchema;

const PAGE: i64 = 50;
/// Entries of the export that are read and sent at a time.
const STEP: i64 = 500;

/// A page of the audit log.
#[derive(Serialize, ToSchema)]
pub(in crate::accounts::audit_log) struct AuditPage {
    data: Vec<Entry>,
    /// Whether there are older ones.
    more: bool,
}

/// The newest entries that are older than the entry `before`.
pub(in crate::accounts::audit_log) async fn page(
    accounts: &Accounts,
    caller: &Caller,
    filter: &Filter,
    before: i64,
) -> Result<AuditPage, Problem> {
    caller.require(Permission::ViewAudit)?;
    let mut conn = accounts.0.db.read().await?;
    let mut data = audit::page(&mut conn, caller.client_id, filter, before, PAGE + 1).await?;
    let page = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let more = data.len() > page;
    data.truncate(page);
    Ok(AuditPage { data, more })
}

/// All of them as lines of a table.
pub(in crate::accounts::audit_log) fn export(
    accounts: &Accounts,
    caller: &Caller,
    filter: Filter,
    before: i64,
) -> Result<impl Stream<Item = Result<String, DbError>> + Send + use<>, Problem> {
    caller.require(Permission::ViewAudit)?;
    let db = accounts.0.db.clone();
    let reading = Reading { db, client_id: caller.client_id, filter, before, begun: false };
    Ok(stream::try_unfold(reading, step))
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
async fn step(mut reading: Reading) -> Result<Option<(String, Reading)>, DbError> {
    let mut conn = reading.db.read().await?;
    let (client_id, before) = (reading.client_id, reading.before);
    let entries = audit::page(&mut conn, client_id, &reading.filter, before, STEP).await?;
    drop(conn);
    let head = if reading.begun { String::new() } else { crate::http::csv::first_line(csv::HEAD) };
    let Some(last) = entries.last() else {
        reading.begun = true;
        return Ok((!head.is_empty()).then_some((head, reading)));
    };
    (reading.before, reading.begun) = (last.id, true);
    Ok(Some((format!("{head}{}", csv::lines(&entries)), reading)))
}

//! The SQL of a ticket's history, severity and time put aside.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
    tickets::record::history::Step,
};

/// A change that was written down.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::tickets) struct HistoryRow {
    pub id: i64,
    pub created_at: i64,
    pub author: String,
    pub kind: String,
    pub was: String,
    pub became: String,
    pub why: String,
}

pub(in crate::tickets) async fn insert_history(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    step: &Step<'_>,
    now: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "insert into ticket_history (client_id, ticket_id, created_at, author, kind, was, became, why)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        client_id,
        ticket_id,
        now,
        step.by,
        step.kind,
        step.before,
        step.after,
        step.why,
    )?;
    Ok(())
}

pub(in crate::tickets) async fn history(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    before: i64,
    limit: i64,
) -> DbResult<Vec<HistoryRow>> {
    fetch_all!(
        conn,
        HistoryRow,
        "select id, created_at, author, kind, was, became, why
           from ticket_history
          where client_id = $1 and ticket_id = $2 and id < $3
          order by id desc
          limit $4",
        client_id,
        ticket_id,
        before,
        limit,
    )
}

pub(in crate::tickets) async fn set_severity(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    severity: &str,
    updated_at: Option<i64>,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets set severity = $3, updated_at = coalesce($4, updated_at)
          where client_id = $1 and id = $2",
        client_id,
        id,
        severity,
        updated_at,
    )
}

/// Tickets of a contact that are not closed and have another severity, the newest first.
pub(in crate::tickets) async fn others_of_contact(
    conn: &mut Conn,
    client_id: i64,
    contact_id: i64,
    severity: &str,
    limit: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select id
           from tickets
          where client_id = $1 and contact_id = $2 and severity <> $3 and status <> 3
          order by updated_at desc
          limit $4",
        client_id,
        contact_id,
        severity,
        limit,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

pub(in crate::tickets) async fn set_snoozed(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    until: Option<i64>,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets set snoozed_until = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        until,
    )
}

pub(in crate::tickets) async fn set_appointment(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    at: Option<i64>,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets set appointment_at = $3, updated_at = $4 where client_id = $1 and id = $2",
        client_id,
        id,
        at,
        now,
    )
}

/// Until when a ticket was put aside.
pub(in crate::tickets) async fn snoozed_until(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (Option<i64>,),
        "select snoozed_until from tickets where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.and_then(|row| row.0))
}

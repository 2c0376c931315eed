//! The SQL of imports.

use super::model::{
    DateOrder, Fault, Import, ImportCounts, ImportKind, ImportRefusal, ImportSettings, ImportState,
    KnownContacts,
};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};
use serde::{Serialize, de::DeserializeOwned};

/// Rows of a run whose faults are kept.
pub(super) const REFUSALS_MAX: i64 = 10_000;
/// Characters of a cell that are kept with its fault.
const VALUE_MAX: usize = 200;

/// An import as it is kept.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct ImportRow {
    pub id: i64,
    kind: String,
    state: String,
    pub file_name: String,
    size: i64,
    encoding: String,
    /// JSON.
    pub blob: String,
    /// JSON.
    pub columns: String,
    /// JSON.
    fields: String,
    known: String,
    date_order: String,
    pub timezone: String,
    pub row_count: i64,
    pub done: i64,
    pub next_byte: i64,
    created: i64,
    updated: i64,
    unchanged: i64,
    refused: i64,
    pub user_id: i64,
    created_by: String,
    failure: String,
    created_at: i64,
    started_at: Option<i64>,
    ended_at: Option<i64>,
}

fn of_word<T: DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(word.into()).ok()
}

fn word<T: Serialize>(of: T) -> String {
    let word = serde_json::to_value(of).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}

impl ImportRow {
    pub fn kind(&self) -> ImportKind {
        of_word(&self.kind).unwrap_or(ImportKind::Contacts)
    }

    pub fn state(&self) -> ImportState {
        of_word(&self.state).unwrap_or(ImportState::Failed)
    }

    pub fn known(&self) -> KnownContacts {
        of_word(&self.known).unwrap_or_default()
    }

    pub fn date_order(&self) -> DateOrder {
        of_word(&self.date_order).unwrap_or_default()
    }

    pub fn fields(&self) -> Vec<String> {
        serde_json::from_str(&self.fields).unwrap_or_default()
    }

    pub fn counts(&self) -> ImportCounts {
        ImportCounts {
            created: self.created,
            updated: self.updated,
            unchanged: self.unchanged,
            refused: self.refused,
        }
    }

    /// As the API shows it.
    pub fn shown(&self) -> Import {
        Import {
            id: self.id,
            kind: self.kind(),
            state: self.state(),
            file_name: self.file_name.clone(),
            size: self.size,
            encoding: self.encoding.clone(),
            rows: self.row_count,
            done: self.done,
            counts: self.counts(),
            known: self.known(),
            date_order: self.date_order(),
            timezone: self.timezone.clone(),
            created_by: self.created_by.clone(),
            created_at: self.created_at,
            started_at: self.started_at,
            ended_at: self.ended_at,
            failure: self.failure.clone(),
        }
    }
}

/// A table that was brought.
pub(super) struct NewImport<'a> {
    pub kind: ImportKind,
    pub file_name: &'a str,
    pub size: i64,
    pub encoding: &'a str,
    pub blob: &'a str,
    pub columns: &'a str,
    pub fields: &'a str,
    pub date_order: DateOrder,
    pub timezone: &'a str,
    pub row_count: i64,
    pub user_id: i64,
}

pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    new: &NewImport<'_>,
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into imports (client_id, kind, state, file_name, size, encoding, blob, columns, fields,
                              known, date_order, timezone, row_count, user_id, created_at)
         values ($1, $2, 'mapping', $3, $4, $5, $6, $7, $8, 'fill', $9, $10, $11, $12, $13)
         returning id",
        client_id,
        word(new.kind),
        new.file_name,
        new.size,
        new.encoding,
        new.blob,
        new.columns,
        new.fields,
        word(new.date_order),
        new.timezone,
        new.row_count,
        new.user_id,
        now,
    )?;
    Ok(id)
}

/// The newest imports of a client.
pub(super) async fn list(conn: &mut Conn, client_id: i64, limit: i64) -> DbResult<Vec<ImportRow>> {
    fetch_all!(
        conn,
        ImportRow,
        "select i.id, i.kind, i.state, i.file_name, i.size, i.encoding, i.blob, i.columns, i.fields,
                i.known, i.date_order, i.timezone, i.row_count, i.done, i.next_byte, i.created,
                i.updated, i.unchanged, i.refused, i.user_id, u.username as created_by, i.failure,
                i.created_at, i.started_at, i.ended_at
           from imports i
           join users u on u.id = i.user_id
          where i.client_id = $1
          order by i.id desc
          limit $2",
        client_id,
        limit,
    )
}

pub(super) async fn one(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<ImportRow>> {
    fetch_optional!(
        conn,
        ImportRow,
        "select i.id, i.kind, i.state, i.file_name, i.size, i.encoding, i.blob, i.columns, i.fields,
                i.known, i.date_order, i.timezone, i.row_count, i.done, i.next_byte, i.created,
                i.updated, i.unchanged, i.refused, i.user_id, u.username as created_by, i.failure,
                i.created_at, i.started_at, i.ended_at
           from imports i
           join users u on u.id = i.user_id
          where i.client_id = $1 and i.id = $2",
        client_id,
        id,
    )
}

/// Keeps everybody else from an import until the transaction ends. False when there is none.
pub(super) async fn hold(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update imports set state = state where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(rows == 1)
}

/// Keeps what an admin says of a table that is held; a check is to be made anew.
pub(super) async fn set_settings(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    settings: &ImportSettings,
) -> DbResult<u64> {
    execute!(
        conn,
        "update imports
            set state = 'mapping', fields = $3, known = $4, date_order = $5, timezone = $6, done = 0,
                next_byte = 0, created = 0, updated = 0, unchanged = 0, refused = 0,
                started_at = null, ended_at = null
          where client_id = $1 and id = $2",
        client_id,
        id,
        serde_json::to_string(&settings.fields).unwrap_or_default(),
        word(settings.known),
        word(settings.date_order),
        settings.timezone.as_str(),
    )
}

/// Begins a check or a run at the first row of an import that is held.
pub(super) async fn begin(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    state: ImportState,
    now: i64,
) -> DbResult<u64> {
    forget_run(conn, client_id, id).await?;
    execute!(
        conn,
        "update imports
            set state = $3, done = 0, next_byte = 0, created = 0, updated = 0, unchanged = 0,
                refused = 0, failure = '', started_at = $4, ended_at = null
          where client_id = $1 and id = $2",
        client_id,
        id,
        word(state),
        now,
    )
}

/// What a check or a run leaves is forgotten.
async fn forget_run(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<()> {
    execute!(
        conn,
        "delete from import_refusals where client_id = $1 and import_id = $2",
        client_id,
        id,
    )?;
    forget_seen(conn, client_id, id).await
}

pub(super) async fn forget_seen(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<()> {
    execute!(
        conn,
        "delete from import_seen where client_id = $1 and import_id = $2",
        client_id,
        id,
    )?;
    Ok(())
}

/// Goes on, or ends, where it is: without touching how far it has come.
pub(super) async fn set_state(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    state: ImportState,
    failure: &str,
    ended_at: Option<i64>,
) -> DbResult<u64> {
    execute!(
        conn,
        "update imports set state = $3, failure = $4, ended_at = $5
          where client_id = $1 and id = $2",
        client_id,
        id,
        word(state),
        failure,
        ended_at,
    )
}

/// How far an import that is held has come.
pub(super) async fn advance(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    (done, next_byte): (i64, i64),
    counts: &ImportCounts,
) -> DbResult<u64> {
    execute!(
        conn,
        "update imports
            set done = $3, next_byte = $4, created = $5, updated = $6, unchanged = $7, refused = $8
          where client_id = $1 and id = $2",
        client_id,
        id,
        done,
        next_byte,
        counts.created,
        counts.updated,
        counts.unchanged,
        counts.refused,
    )
}

/// Removes an import with what it keeps of its table.
pub(super) async fn delete(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    forget_run(conn, client_id, id).await?;
    execute!(conn, "delete from imports where client_id = $1 and id = $2", client_id, id)
}

/// Whether another import of any client keeps the same content.
pub(super) async fn is_kept_across_clients(conn: &mut Conn, blob: &str) -> DbResult<bool> {
    let row =
        fetch_optional!(conn, (i64,), "select id from imports where blob = $1 limit 1", blob)?;
    Ok(row.is_some())
}

/// Keeps what is wrong with a row.
pub(super) async fn refuse(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    row: i64,
    fault: &Fault,
) -> DbResult<()> {
    execute!(
        conn,
        "insert into import_refusals (client_id, import_id, row_number, field, reason, value)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (import_id, row_number, field) do nothing",
        client_id,
        id,
        row,
        fault.field.as_str(),
        fault.reason.as_str(),
        fault.value.chars().take(VALUE_MAX).collect::<String>(),
    )?;
    Ok(())
}

/// Cells that were refused, of the rows behind one.
pub(super) async fn refusals(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    after: i64,
    limit: i64,
) -> DbResult<Vec<ImportRefusal>> {
    fetch_all!(
        conn,
        ImportRefusal,
        "select row_number as row, field, reason, value
           from import_refusals
          where client_id = $1 and import_id = $2 and row_number > $3
          order by row_number, field
          limit $4",
        client_id,
        id,
        after,
        limit,
    )
}

/// What a check remembers under a key.
pub(super) async fn seen(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    key: &str,
) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (String,),
        "select value from import_seen where client_id = $1 and import_id = $2 and key = $3",
        client_id,
        id,
        key,
    )?;
    Ok(row.map(|row| row.0))
}

/// Remembers something under a key; what is there stays unless it is to be replaced.
pub(super) async fn see(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    key: &str,
    value: &str,
    replace: bool,
) -> DbResult<()> {
    execute!(
        conn,
        "insert into import_seen (client_id, import_id, key, value)
         values ($1, $2, $3, $4)
         on conflict (import_id, key) do update
            set value = case when $5 then excluded.value else import_seen.value end",
        client_id,
        id,
        key,
        value,
        replace,
    )?;
    Ok(())
}

/// Whether a ticket came by an import.
pub(super) async fn is_imported(
    conn: &mut Conn,
    client_id: i64,
    source_key: &str,
) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select ticket_id from imported_tickets where client_id = $1 and source_key = $2",
        client_id,
        source_key,
    )?;
    Ok(row.is_some())
}

/// Says by what a ticket is known where it comes from.
pub(super) async fn imported(
    conn: &mut Conn,
    client_id: i64,
    source_key: &str,
    ticket_id: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "insert into imported_tickets (client_id, source_key, ticket_id) values ($1, $2, $3)",
        client_id,
        source_key,
        ticket_id,
    )?;
    Ok(())
}

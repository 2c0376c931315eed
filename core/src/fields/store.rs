//! The SQL of custom fields.

use super::model::{CustomField, Kind};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    kind: String,
    label: String,
    help: String,
    required: bool,
    choices: String,
    archived: bool,
}

impl From<Row> for CustomField {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            kind: serde_json::from_value(row.kind.into()).unwrap_or_default(),
            label: row.label,
            help: row.help,
            required: row.required,
            choices: serde_json::from_str(&row.choices).unwrap_or_default(),
            archived: row.archived,
        }
    }
}

fn word(kind: Kind) -> String {
    let word = serde_json::to_value(kind).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A client's fields in their order; those that were archived come last, the latest first, and only
/// when asked for.
///
/// # Errors
/// What the database said.
pub async fn list(conn: &mut Conn, client_id: i64, archived: bool) -> DbResult<Vec<CustomField>> {
    let mut rows = fetch_all!(
        conn,
        Row,
        "select id, kind, label, help, required, choices, archived_at is not null as archived
           from custom_fields
          where client_id = $1 and archived_at is null
          order by position, id
          limit 100",
        client_id,
    )?;
    if archived {
        rows.extend(fetch_all!(
            conn,
            Row,
            "select id, kind, label, help, required, choices, archived_at is not null as archived
               from custom_fields
              where client_id = $1 and archived_at is not null
              order by archived_at desc, id desc
              limit 500",
            client_id,
        )?);
    }
    Ok(rows.into_iter().map(CustomField::from).collect())
}

/// Fields without which no ticket is resolved or closed.
///
/// # Errors
/// What the database said.
pub async fn required(conn: &mut Conn, client_id: i64) -> DbResult<Vec<CustomField>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select id, kind, label, help, required, choices, archived_at is not null as archived
           from custom_fields
          where client_id = $1 and archived_at is null and required
          order by position, id
          limit 100",
        client_id,
    )?;
    Ok(rows.into_iter().map(CustomField::from).collect())
}

/// One of them, archived or not.
///
/// # Errors
/// What the database said.
pub async fn one(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<CustomField>> {
    let row = fetch_optional!(
        conn,
        Row,
        "select id, kind, label, help, required, choices, archived_at is not null as archived
           from custom_fields
          where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.map(CustomField::from))
}

pub(super) async fn count(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from custom_fields where client_id = $1 and archived_at is null",
        client_id,
    )?;
    Ok(count)
}

/// Makes a field, the last one in the order.
pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    field: &CustomField,
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into custom_fields (client_id, kind, label, help, required, position, choices,
                                    created_at, updated_at)
         values ($1, $2, $3, $4, $5,
                 (select coalesce(max(position), 0) + 1 from custom_fields where client_id = $1),
                 $6, $7, $7)
         returning id",
        client_id,
        word(field.kind),
        field.label.as_str(),
        field.help.as_str(),
        field.required,
        json(&field.choices),
        now,
    )?;
    Ok(id)
}

pub(super) async fn change(
    conn: &mut Conn,
    client_id: i64,
    field: &CustomField,
    now: i64,
) -> DbResult<u64> {
    let archived_at = field.archived.then_some(now);
    execute!(
        conn,
        "update custom_fields
            set label = $3, help = $4, required = $5, choices = $6, archived_at = $7,
                updated_at = $8
          where client_id = $1 and id = $2",
        client_id,
        field.id,
        field.label.as_str(),
        field.help.as_str(),
        field.required,
        json(&field.choices),
        archived_at,
        now,
    )
}

pub(super) async fn set_position(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    position: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update custom_fields set position = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        position,
    )
}

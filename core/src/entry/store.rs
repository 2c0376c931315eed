//! The SQL of forms, and of what was entered already.

use super::model::{Settings, TicketForm};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    client_id: i64,
    token: String,
    name: String,
    title: String,
    intro: String,
    department_id: Option<i64>,
    required: String,
    active: bool,
    created_by: String,
    created_at: i64,
    last_used_at: Option<i64>,
    uses: i64,
}

impl From<Row> for TicketForm {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            client_id: row.client_id,
            token: row.token,
            name: row.name,
            title: row.title,
            intro: row.intro,
            department_id: row.department_id,
            required: serde_json::from_str(&row.required).unwrap_or_default(),
            active: row.active,
            created_by: row.created_by,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
            uses: row.uses,
            url: String::new(),
        }
    }
}

pub(super) async fn list(conn: &mut Conn, client_id: i64) -> DbResult<Vec<TicketForm>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select id, client_id, token, name, title, intro, department_id, required, active,
                created_by, created_at, last_used_at, uses
           from ticket_forms
          where client_id = $1
          order by id desc
          limit 200",
        client_id,
    )?;
    Ok(rows.into_iter().map(TicketForm::from).collect())
}

pub(super) async fn one(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<TicketForm>> {
    let row = fetch_optional!(
        conn,
        Row,
        "select id, client_id, token, name, title, intro, department_id, required, active,
                created_by, created_at, last_used_at, uses
           from ticket_forms
          where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.map(TicketForm::from))
}

/// A form by its unguessable token, which names the client by itself.
pub(super) async fn by_token_across_clients(
    conn: &mut Conn,
    token: &str,
) -> DbResult<Option<TicketForm>> {
    let row = fetch_optional!(
        conn,
        Row,
        "select id, client_id, token, name, title, intro, department_id, required, active,
                created_by, created_at, last_used_at, uses
           from ticket_forms
          where token = $1",
        token,
    )?;
    Ok(row.map(TicketForm::from))
}

pub(super) async fn count(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from ticket_forms where client_id = $1",
        client_id,
    )?;
    Ok(count)
}

pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    settings: &Settings,
    (token, by): (&str, &str),
    now: i64,
) -> DbResult<i64> {
    let required = serde_json::to_string(&settings.required).unwrap_or_default();
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into ticket_forms (client_id, token, name, title, intro, department_id, required,
                                   active, created_by, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
         returning id",
        client_id,
        token,
        settings.name.as_str(),
        settings.title.as_str(),
        settings.intro.as_str(),
        settings.department_id,
        required.as_str(),
        settings.active,
        by,
        now,
    )?;
    Ok(id)
}

pub(super) async fn change(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    settings: &Settings,
    now: i64,
) -> DbResult<u64> {
    let required = serde_json::to_string(&settings.required).unwrap_or_default();
    execute!(
        conn,
        "update ticket_forms
            set name = $3, title = $4, intro = $5, department_id = $6, required = $7, active = $8,
                updated_at = $9
          where client_id = $1 and id = $2",
        client_id,
        id,
        settings.name.as_str(),
        settings.title.as_str(),
        settings.intro.as_str(),
        settings.department_id,
        required.as_str(),
        settings.active,
        now,
    )
}

pub(super) async fn delete(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(conn, "delete from ticket_forms where client_id = $1 and id = $2", client_id, id)
}

/// Counts a ticket. False when the form was closed or deleted meanwhile.
pub(super) async fn used(conn: &mut Conn, client_id: i64, id: i64, now: i64) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update ticket_forms set uses = uses + 1, last_used_at = $3
          where client_id = $1 and id = $2 and active",
        client_id,
        id,
        now,
    )?;
    Ok(rows == 1)
}

/// Takes a key. False when the same was entered already.
pub(super) async fn claim(
    conn: &mut Conn,
    client_id: i64,
    (source, key): (&str, &str),
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "insert into ticket_entries (client_id, source, key, created_at)
         values ($1, $2, $3, $4)
         on conflict (client_id, source, key) do nothing",
        client_id,
        source,
        key,
        now,
    )?;
    Ok(rows == 1)
}

/// Says which ticket a key made.
pub(super) async fn made(
    conn: &mut Conn,
    client_id: i64,
    (source, key): (&str, &str),
    ticket_id: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update ticket_entries set ticket_id = $4
          where client_id = $1 and source = $2 and key = $3",
        client_id,
        source,
        key,
        ticket_id,
    )
}

/// The id and the number of the ticket that a key made.
pub(super) async fn ticket_of(
    conn: &mut Conn,
    client_id: i64,
    (source, key): (&str, &str),
) -> DbResult<Option<(i64, i64)>> {
    fetch_optional!(
        conn,
        (i64, i64),
        "select t.id, t.number
           from ticket_entries e
           join tickets t on t.client_id = e.client_id and t.id = e.ticket_id
          where e.client_id = $1 and e.source = $2 and e.key = $3",
        client_id,
        source,
        key,
    )
}

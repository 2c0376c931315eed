//! The SQL of contacts and identities.

use super::{Contact, Person};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

pub(super) async fn by_identity(
    conn: &mut Conn,
    client_id: i64,
    scope: &str,
    external_id: &str,
) -> DbResult<Option<Contact>> {
    fetch_optional!(
        conn,
        Contact,
        "select c.id, c.uid, c.name, c.email, c.phone, c.language
           from identities i
           join contacts c on c.id = i.contact_id
          where i.client_id = $1 and i.scope = $2 and i.external_id = $3",
        client_id,
        scope,
        external_id,
    )
}

pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    uid: &str,
    name: &str,
    person: &Person,
    now: i64,
) -> DbResult<Contact> {
    fetch_one!(
        conn,
        Contact,
        "insert into contacts (client_id, uid, name, email, phone, language, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7)
         returning id, uid, name, email, phone, language",
        client_id,
        uid,
        name,
        person.email.as_str(),
        person.phone.as_str(),
        person.language.as_str(),
        now,
    )
}

pub(super) async fn claim_identity(
    conn: &mut Conn,
    client_id: i64,
    contact_id: i64,
    person: &Person,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "insert into identities (client_id, scope, external_id, contact_id, display, created_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (client_id, scope, external_id) do nothing",
        client_id,
        person.scope.as_str(),
        person.external_id.as_str(),
        contact_id,
        person.display.as_str(),
        now,
    )?;
    Ok(rows == 1)
}

pub(super) async fn remove_unused(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(conn, "delete from contacts where client_id = $1 and id = $2", client_id, id)
}

pub(super) async fn rename(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    name: &str,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update contacts set name = $3, updated_at = $4 where client_id = $1 and id = $2",
        client_id,
        id,
        name,
        now,
    )
}

/// A contact's identities: scope, external id and display name, oldest first.
///
/// # Errors
/// What the database said.
pub async fn identities(
    conn: &mut Conn,
    client_id: i64,
    contact_id: i64,
) -> DbResult<Vec<(String, String, String)>> {
    fetch_all!(
        conn,
        (String, String, String),
        "select scope, external_id, display
           from identities
          where client_id = $1 and contact_id = $2
          order by id
          limit 50",
        client_id,
        contact_id,
    )
}

/// A contact with its names.
///
/// # Errors
/// What the database said.
pub async fn name(conn: &mut Conn, client_id: i64, contact_id: i64) -> DbResult<Option<Contact>> {
    fetch_optional!(
        conn,
        Contact,
        "select id, uid, name, email, phone, language
           from contacts
          where client_id = $1 and id = $2",
        client_id,
        contact_id,
    )
}

//! All that is known of a contact, and whether it was merged into another one.

use super::words;
use crate::{
    contacts::Details,
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
};

/// Steps from a contact to the one that stands for it now; longer chains nobody has.
const STEPS_MAX: usize = 16;

/// A contact with all that is known of it, merged or not.
///
/// # Errors
/// What the database said.
pub async fn details(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<Details>> {
    fetch_optional!(
        conn,
        Details,
        "select id, uid, name, salutation, email, phone, language, identity_type, identity_number,
                identity_refused, birth_date, notes, severity, avatar, facts, merged_into, created_at
           from contacts
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

/// The client's contacts behind an id, without those that were merged into others.
///
/// # Errors
/// What the database said.
pub async fn details_after(
    conn: &mut Conn,
    client_id: i64,
    after: i64,
    limit: i64,
) -> DbResult<Vec<Details>> {
    fetch_all!(
        conn,
        Details,
        "select id, uid, name, salutation, email, phone, language, identity_type, identity_number,
                identity_refused, birth_date, notes, severity, avatar, facts, merged_into, created_at
           from contacts
          where client_id = $1 and id > $2 and merged_into is null
          order by id
          limit $3",
        client_id,
        after,
        limit,
    )
}

/// The contact of this uid, merged or not.
///
/// # Errors
/// What the database said.
pub async fn of_uid(conn: &mut Conn, client_id: i64, uid: &str) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from contacts where client_id = $1 and uid = $2",
        client_id,
        uid,
    )?;
    Ok(row.map(|row| row.0))
}

/// Writes what is known of a contact.
///
/// # Errors
/// What the database said.
pub async fn keep_details(
    conn: &mut Conn,
    client_id: i64,
    details: &Details,
    now: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "update contacts
            set name = $3, salutation = $4, email = $5, phone = $6, language = $7,
                identity_type = $8, identity_number = $9, identity_refused = $10, birth_date = $11,
                notes = $12, severity = $13, avatar = $14, facts = $15, updated_at = $16
          where client_id = $1 and id = $2",
        client_id,
        details.id,
        details.name.as_str(),
        details.salutation.as_str(),
        details.email.as_str(),
        details.phone.as_str(),
        details.language.as_str(),
        details.identity_type.as_str(),
        details.identity_number.as_str(),
        details.identity_refused,
        details.birth_date.as_str(),
        details.notes.as_str(),
        details.severity.as_str(),
        details.avatar.as_deref(),
        details.facts.as_str(),
        now,
    )?;
    words::index_contact(conn, client_id, details.id).await
}

/// Says into which contact one was merged; none when it stands for itself again.
///
/// # Errors
/// What the database said.
pub async fn set_merged(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    into: Option<i64>,
    now: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "update contacts set merged_into = $3, updated_at = $4 where client_id = $1 and id = $2",
        client_id,
        id,
        into,
        now,
    )?;
    words::index_contact(conn, client_id, id).await
}

/// The contact that stands for one now: itself, or the one that it was merged into.
///
/// # Errors
/// What the database said.
pub async fn standing(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<i64> {
    let mut at = id;
    for _ in 0..STEPS_MAX {
        let row = fetch_optional!(
            conn,
            (Option<i64>,),
            "select merged_into from contacts where client_id = $1 and id = $2",
            client_id,
            at,
        )?;
        match row.and_then(|row| row.0) {
            Some(next) => at = next,
            None => break,
        }
    }
    Ok(at)
}

/// An identity's own id, and whose it is.
///
/// # Errors
/// What the database said.
pub async fn of_identity(
    conn: &mut Conn,
    client_id: i64,
    scope: &str,
    external_id: &str,
) -> DbResult<Option<(i64, i64)>> {
    fetch_optional!(
        conn,
        (i64, i64),
        "select id, contact_id from identities
          where client_id = $1 and scope = $2 and external_id = $3",
        client_id,
        scope,
        external_id,
    )
}

//! The SQL of contacts and identities.

mod consents;
mod details;
mod words;

pub use consents::{Consent, ConsentState, ContactConsent, consents, keep_consent, wants_nothing};
pub use details::{
    details, details_after, keep_details, of_identity, of_uid, set_merged, standing,
};
pub use words::index_contacts_across_clients;
pub(super) use words::{CARD, CONTACTS, Entry, count_to, entries, entry_of_uid, newest};

use super::{Contact, Person, ProviderProfile};
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

/// Contacts known under either of two external ids, with the scope, the oldest first.
pub(super) async fn by_external(
    conn: &mut Conn,
    client_id: i64,
    ids: [&str; 2],
) -> DbResult<Vec<(String, i64)>> {
    fetch_all!(
        conn,
        (String, i64),
        "select scope, contact_id
           from identities
          where client_id = $1 and external_id in ($2, $3)
          order by id
          limit 100",
        client_id,
        ids[0],
        ids[1],
    )
}

/// Puts an address and a number where there was none.
pub(super) async fn complete(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    (email, phone): (&str, &str),
    now: i64,
) -> DbResult<Option<Contact>> {
    let contact = fetch_optional!(
        conn,
        Contact,
        "update contacts
            set email = case when email = '' then $3 else email end,
                phone = case when phone = '' then $4 else phone end,
                updated_at = $5
          where client_id = $1 and id = $2
         returning id, uid, name, email, phone, language",
        client_id,
        id,
        email,
        phone,
        now,
    )?;
    words::index_contact(conn, client_id, id).await?;
    Ok(contact)
}

pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    uid: &str,
    name: &str,
    person: &Person,
    now: i64,
) -> DbResult<Contact> {
    let contact = fetch_one!(
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
    )?;
    words::index_contact(conn, client_id, contact.id).await?;
    Ok(contact)
}

/// Gives a contact an identity that nobody has. False when somebody has it.
///
/// # Errors
/// What the database said.
pub async fn claim_identity(
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

pub(super) async fn remove_unused(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<()> {
    execute!(conn, "delete from contacts where client_id = $1 and id = $2", client_id, id)?;
    words::index_contact(conn, client_id, id).await
}

pub(super) async fn rename(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    name: &str,
    now: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "update contacts set name = $3, updated_at = $4 where client_id = $1 and id = $2",
        client_id,
        id,
        name,
        now,
    )?;
    words::index_contact(conn, client_id, id).await
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

/// A contact with its picture and what providers said.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Card {
    pub id: i64,
    pub uid: String,
    pub name: String,
    pub email: String,
    pub phone: String,
    /// JSON: where the picture is.
    pub avatar: Option<String>,
    /// A JSON object.
    pub facts: String,
}

/// A contact as it is shown.
///
/// # Errors
/// What the database said.
pub async fn card(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<Card>> {
    fetch_optional!(
        conn,
        Card,
        "select id, uid, name, email, phone, avatar, facts
           from contacts
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

/// How grave everything is that this person writes: `H`, `M`, `L` or empty.
///
/// # Errors
/// What the database said.
pub async fn set_severity(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    severity: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update contacts set severity = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        severity,
    )
}

pub(super) async fn avatar(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (Option<String>,),
        "select avatar from contacts where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.and_then(|row| row.0))
}

pub(super) async fn claim_lookup(
    conn: &mut Conn,
    client_id: i64,
    scope: &str,
    external_id: &str,
    now: i64,
    not_since: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update identities set looked_up_at = $4
          where client_id = $1 and scope = $2 and external_id = $3
            and (looked_up_at is null or looked_up_at < $5)",
        client_id,
        scope,
        external_id,
        now,
        not_since,
    )?;
    Ok(rows == 1)
}

pub(super) async fn set_display(
    conn: &mut Conn,
    client_id: i64,
    scope: &str,
    external_id: &str,
    display: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update identities set display = $4
          where client_id = $1 and scope = $2 and external_id = $3",
        client_id,
        scope,
        external_id,
        display,
    )
}

pub(super) async fn set_profile(
    conn: &mut Conn,
    client_id: i64,
    seen: &ProviderProfile<'_>,
    avatar: Option<&str>,
) -> DbResult<Option<Card>> {
    let card = fetch_optional!(
        conn,
        Card,
        "update contacts
            set name = case when name = $3 then coalesce($4, name) else name end,
                email = case when email = '' then $5 else email end,
                phone = case when phone = '' then $6 else phone end,
                language = case when language = '' then $7 else language end,
                facts = $8, avatar = coalesce($9, avatar), updated_at = $10
          where client_id = $1 and id = (
                select contact_id from identities
                 where client_id = $1 and scope = $2 and external_id = $3)
         returning id, uid, name, email, phone, avatar, facts",
        client_id,
        seen.scope,
        seen.external_id,
        seen.name,
        seen.email.as_str(),
        seen.phone.as_str(),
        seen.language.as_str(),
        seen.facts.as_str(),
        avatar,
        seen.now,
    )?;
    if let Some(card) = &card {
        words::index_contact(conn, client_id, card.id).await?;
    }
    Ok(card)
}

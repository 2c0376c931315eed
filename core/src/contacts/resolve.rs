//! Finds the contact behind an identity, or makes one.

use super::store;
use crate::{
    db::{Conn, DbResult, Tx},
    ids::Ids,
};
use serde::{Deserialize, Serialize};

/// What a channel says of a person.
#[derive(Clone, Debug, Default)]
pub struct Person {
    /// Within what the external id is unique: `channel:17`, or `email` for addresses that a mail
    /// server delivered. An address that a visitor merely typed proves nothing: it stands in the scope
    /// [`super::ENTERED`], apart from those.
    pub scope: String,
    pub external_id: String,
    pub display: String,
    pub email: String,
    pub phone: String,
    pub language: String,
}

/// A contact, as far as a ticket needs it.
#[derive(Clone, Debug, sqlx::FromRow, Serialize, Deserialize)]
pub struct Contact {
    pub id: i64,
    pub uid: String,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub language: String,
}

/// A contact and whether it is new.
#[derive(Clone, Debug)]
pub struct ResolvedContact {
    pub contact: Contact,
    pub made: bool,
}

/// The contact behind an identity, if there is one.
///
/// # Errors
/// What the database said.
pub async fn known(conn: &mut Conn, client_id: i64, person: &Person) -> DbResult<Option<i64>> {
    let found = store::by_identity(conn, client_id, &person.scope, &person.external_id).await?;
    Ok(found.map(|contact| contact.id))
}

/// Resolves a person in the caller's transaction. Two messages that race make one contact, because
/// the identity is unique.
///
/// # Errors
/// What the database said.
pub async fn resolve(
    tx: &mut Tx,
    ids: &Ids,
    client_id: i64,
    now: i64,
    person: &Person,
) -> DbResult<ResolvedContact> {
    if let Some(contact) =
        store::by_identity(tx, client_id, &person.scope, &person.external_id).await?
    {
        let nameless = contact.name == person.external_id;
        // Some are called what they are known by.
        let named = !person.display.is_empty() && person.display != contact.name;
        if nameless && named {
            store::rename(tx, client_id, contact.id, &person.display, now).await?;
            return Ok(ResolvedContact {
                contact: Contact { name: person.display.clone(), ..contact },
                made: false,
            });
        }
        return Ok(ResolvedContact { contact, made: false });
    }
    let name = if person.display.is_empty() { &person.external_id } else { &person.display };
    let contact = store::insert(tx, client_id, &ids.token(12), name, person, now).await?;
    let ours = store::claim_identity(tx, client_id, contact.id, person, now).await?;
    if ours {
        return Ok(ResolvedContact { contact, made: true });
    }
    store::remove_unused(tx, client_id, contact.id).await?;
    let contact = store::by_identity(tx, client_id, &person.scope, &person.external_id)
        .await?
        .ok_or(crate::db::DbError::NotFound)?;
    Ok(ResolvedContact { contact, made: false })
}

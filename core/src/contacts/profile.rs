//! What providers say of a contact: name, picture, facts.

use super::store::{self, Card};
use crate::{
    blobs::BlobRef,
    crypto::Keys,
    db::{DbResult, Tx},
    http::AnyJson,
};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// What a provider said of a person.
#[derive(Clone, Debug)]
pub struct ProviderProfile<'a> {
    pub scope: &'a str,
    pub external_id: &'a str,
    pub name: Option<&'a str>,
    pub email: String,
    pub phone: String,
    pub language: String,
    /// A JSON object.
    pub facts: String,
    pub avatar: Option<&'a BlobRef>,
    pub now: i64,
}

/// Whether somebody may be looked up now; true once per person and time.
///
/// # Errors
/// What the database said.
pub async fn claim_lookup(
    tx: &mut Tx,
    client_id: i64,
    scope: &str,
    external_id: &str,
    now: i64,
    not_since: i64,
) -> DbResult<bool> {
    store::claim_lookup(tx, client_id, scope, external_id, now, not_since).await
}

/// Keeps a profile. What a person entered stays: the name replaces only an id that stood in for one,
/// and an address or number only an empty one. None when the person is not known any more.
///
/// # Errors
/// What the database said.
pub async fn keep_profile(
    tx: &mut Tx,
    client_id: i64,
    seen: &ProviderProfile<'_>,
) -> DbResult<Option<Card>> {
    let avatar = seen.avatar.map(|blob| {
        json!({ "sha256": blob.sha256, "mime": blob.mime, "size": blob.size }).to_string()
    });
    if let Some(name) = seen.name {
        store::set_display(tx, client_id, seen.scope, seen.external_id, name).await?;
    }
    store::set_profile(tx, client_id, seen, avatar.as_deref()).await
}

/// How long a signed address of a picture works.
const SIGNED_FOR_MS: i64 = 86_400_000;
const PURPOSE: &str = "contacts/avatar-url";

/// The address of a contact's picture, signed, for this client's pages.
#[must_use]
pub fn avatar_url(keys: &Keys, client_id: i64, contact_id: i64, now: i64) -> String {
    // Rounded, so that the same picture keeps its address for a while and caches find it.
    let until = (now / SIGNED_FOR_MS + 2) * SIGNED_FOR_MS;
    let signature = keys.sign(PURPOSE, message(client_id, contact_id, until).as_bytes());
    format!("/api/contacts/{contact_id}/avatar?c={client_id}&e={until}&s={signature}")
}

/// Whether an address is one of ours and still works.
#[must_use]
pub(super) fn is_signed(
    keys: &Keys,
    (client_id, contact_id): (i64, i64),
    until: i64,
    signature: &str,
    now: i64,
) -> bool {
    until > now && keys.verify(PURPOSE, message(client_id, contact_id, until).as_bytes(), signature)
}

fn message(client_id: i64, contact_id: i64, until: i64) -> String {
    format!("{client_id}/{contact_id}/{until}")
}

/// A contact as events and tickets show it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ContactCard {
    pub uid: String,
    pub id: i64,
    pub name: String,
    pub email: String,
    pub phone: String,
    /// The signed address of the picture, for a day or two.
    pub avatar: Option<String>,
    /// What the provider tells besides, by name.
    pub facts: AnyJson,
}

/// A contact's card, with its picture's address as it is signed now.
#[must_use]
pub fn view(keys: &Keys, client_id: i64, card: &Card, now: i64) -> ContactCard {
    let avatar = card.avatar.is_some().then(|| avatar_url(keys, client_id, card.id, now));
    ContactCard {
        uid: card.uid.clone(),
        id: card.id,
        name: card.name.clone(),
        email: card.email.clone(),
        phone: card.phone.clone(),
        avatar,
        facts: serde_json::from_str(&card.facts).unwrap_or_default(),
    }
}

//! Contacts: the people outside, and how each channel knows them.

mod address;
mod enter;
pub mod events;
mod fields;
mod list;
mod model;
mod profile;
mod resolve;
mod routes;
mod store;
#[cfg(test)]
mod tests;

pub use address::{address_key, is_address};
pub use enter::{ENTERED, Typed, claim_typed, enter, known_as};
pub use fields::against_fields;
pub use list::contacts_with;
pub use model::{Details, Edit, Gain, edited, gain, give_back};
pub use profile::{ContactCard, ProviderProfile, avatar_url, claim_lookup, keep_profile, view};
pub use resolve::{Contact, Person, ResolvedContact, known, resolve};
pub use routes::routes;
pub use store::{
    Card, Consent, ConsentState, ContactConsent, card, claim_identity, consents, details,
    details_after, identities, index_contacts_across_clients, keep_consent, keep_details, name,
    of_identity, of_uid, set_merged, set_severity, standing, wants_nothing,
};

use crate::{accounts::Accounts, blobs::Blobs, clock::Clock, crypto::Keys, db::Db};
use std::sync::Arc;

/// The room's handle. Cheap to clone.
#[derive(Clone)]
pub struct Contacts(Arc<Parts>);

/// What the room needs.
pub struct Parts {
    pub db: Db,
    pub clock: Clock,
    pub keys: Keys,
    pub blobs: Blobs,
    pub accounts: Accounts,
}

impl std::ops::Deref for Contacts {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Contacts {
    /// Builds the room.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

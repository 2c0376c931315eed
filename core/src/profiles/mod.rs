//! Contacts as agents keep them: what is known of one, their conversations, and two that turn out to
//! be one person.
//!
//! [`Profiles::merge`] gives everything of one contact to another and hides it; what moved is written
//! down row by row, so that [`Profiles::undo`] gives back exactly that.

mod api;
mod edit;
pub mod events;
mod merge;
mod preview;
mod quick;
mod routes;
mod show;
mod store;
mod undo;

pub use api::{ContactDetail, ContactMerge, ContactReference, ContactShown};
pub use routes::routes;

use crate::{accounts::Accounts, clock::Clock, crypto::Keys, db::Db, tickets::Tickets};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Profiles {
    pub db: Db,
    pub clock: Clock,
    pub keys: Keys,
    pub accounts: Accounts,
    pub tickets: Tickets,
}

//! Custom emoji: small pictures that a client's admins give a name, for the team to react with.

mod admin;
pub mod events;
mod model;
mod routes;
mod store;

pub use routes::routes;
pub use store::is_kept;

use crate::{accounts::Accounts, blobs::Blobs, clock::Clock, db::Db, ids::Ids};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Emoji {
    pub db: Db,
    pub clock: Clock,
    pub ids: Ids,
    pub blobs: Blobs,
    pub accounts: Accounts,
}

/// Whether a reaction is written as one of the client's own emoji are, and not as a character.
#[must_use]
pub fn is_custom(reaction: &str) -> bool {
    reaction.len() > 2 && reaction.starts_with(':') && reaction.ends_with(':')
}

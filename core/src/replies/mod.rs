//! Canned replies and signatures: the words a desk keeps so that agents need not write them again.
//!
//! A canned reply is everybody's or one user's own. Its variables are filled in from the ticket it is
//! inserted into; which there are is decided in [`model`](self). A signature is one user's, for every
//! channel that takes one or for a single kind of channel.

mod admin;
pub mod events;
mod model;
mod named;
mod routes;
mod sign;
mod store;
#[cfg(test)]
mod tests;
mod variables;

pub use self::admin::{filled, is_shared, text_of};
pub use named::CannedReplies;
pub use routes::routes;
pub use sign::Signatures;
pub use variables::unknown as unknown_variable;

use crate::{accounts::Accounts, clock::Clock, db::Db, tickets::Tickets};
use std::sync::Arc;

/// Says whether a channel value's plugin takes signatures.
pub type Signs = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Replies {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
    pub tickets: Tickets,
    pub signs: Signs,
}

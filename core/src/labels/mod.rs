//! Labels: the marks that agents put on tickets, as the client's admins keep them.

pub mod events;
mod mark;
mod model;
mod routes;
mod store;
#[cfg(test)]
mod tests;
mod update;

pub use routes::routes;
pub use store::{ids as offered, names, promised as promised_replies};

use crate::{accounts::Accounts, clock::Clock, db::Db, tickets::Tickets};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Labels {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
    pub tickets: Tickets,
}

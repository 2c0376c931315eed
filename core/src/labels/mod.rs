//! Labels: the marks that agents put on tickets, as the client's admins keep them.

pub mod events;
mod mark;
mod model;
mod routes;
mod sla;
mod store;
#[cfg(test)]
mod tests;
mod update;

pub use routes::routes;
pub use sla::job_handlers;
pub use store::ids as offered;

use crate::{accounts::Accounts, clock::Clock, db::Db, tickets::Tickets};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Labels {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
    pub tickets: Tickets,
}

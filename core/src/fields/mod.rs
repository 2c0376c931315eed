//! Custom fields: what a client's admins want to know of each ticket, beside what every ticket has.
//!
//! The room holds what the fields are, and decides what may stand in one. What a ticket has in its
//! fields is kept with the ticket.

mod admin;
mod check;
pub mod events;
mod model;
mod routes;
mod store;
#[cfg(test)]
mod tests;

pub use model::{Choice, CustomField, Kind, TICKED, in_words, marks, read, texts};
pub use routes::routes;
pub use store::{list, one, required};

use crate::{accounts::Accounts, clock::Clock, db::Db};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Fields {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
}

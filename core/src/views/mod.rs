//! Saved views: lists of tickets that somebody named, with their filter, order and looks.
//!
//! A view is everybody's or one user's own. It keeps what the list's address says, so that whatever can
//! be filtered can be saved; what it shows and counts is computed for whoever opens it.

mod admin;
pub mod events;
mod model;
mod routes;
mod store;
#[cfg(test)]
mod tests;

pub use routes::routes;

use crate::{accounts::Accounts, clock::Clock, db::Db, tickets::Tickets};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Views {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
    pub tickets: Tickets,
}

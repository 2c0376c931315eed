//! Surveys: what customers are asked after their ticket was closed, and what they answered.
//!
//! [`consumer`] reads the log for closings and plans an invitation for each. When its time has
//! come, a job sends the link through the ticket's own channel, by the use case of every answer, or
//! writes down why it does not. Whoever has the link answers, and the ticket shows it.

mod admin;
mod answer;
mod check;
mod consumer;
pub mod events;
mod model;
mod report;
mod routes;
mod send;
mod store;
#[cfg(test)]
mod tests;

pub use report::average;
pub use routes::routes;
pub use send::job_handlers;
pub use store::ratings;

use crate::{accounts::Accounts, clock::Clock, db::Db, ids::Ids, tickets::Tickets};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Surveys {
    pub db: Db,
    pub clock: Clock,
    pub ids: Ids,
    pub accounts: Accounts,
    pub tickets: Tickets,
}

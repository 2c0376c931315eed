//! Rules: what the desk does by itself when something happens. Macros: what an agent does with one
//! click.
//!
//! [`consumer`] reads the log of clients that have rules. Each event that a rule waits for is one
//! transaction: what the rules do about it, what is written down of their runs, and how far the log
//! was read commit together, so that a crash repeats nothing and several nodes may follow. Rules that
//! wait for a time are jobs, which commit with their run's key. What a rule does goes through the use
//! cases of agents, and its events say in their `cause` which rules led to them.

mod actions;
mod admin;
mod admin_macros;
mod check;
mod consumer;
mod delayed;
mod dry_run;
mod loop_guard;
mod matching;
mod model;
mod routes;
mod run;
mod run_actions;
mod store;
#[cfg(test)]
mod tests;

pub use self::delayed::job_handlers;
pub use routes::routes;

use crate::{accounts::Accounts, clock::Clock, db::Db, labels::Labels, tickets::Tickets};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Rules {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
    pub tickets: Tickets,
    pub labels: Labels,
}

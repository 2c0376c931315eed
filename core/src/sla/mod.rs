//! Service-level agreements: within which time tickets are answered and resolved, and who hears of it
//! when they are not.
//!
//! A policy promises times for the tickets that fit its conditions; a label promises a first reply. The
//! [`consumer`] of the log keeps a clock for each promise of a ticket: [`clocks`] decides, [`timekeeping`]
//! stores what it decided, says on the ticket what is due soonest, and plans the job of its next moment.
//! [`timer`] is that job: it warns, and tells of a breach, once each. [`recalculate`] goes through all
//! clocks that run when policies, labels or calendars change.

mod admin;
mod clock;
mod clocks;
mod consumer;
pub mod events;
mod model;
mod promise;
mod promises;
mod recalculate;
mod routes;
mod store;
#[cfg(test)]
mod tests;
mod timekeeping;
mod timer;

pub use routes::routes;
pub use timer::job_handlers;

use crate::{accounts::Accounts, clock::Clock as SystemClock, db::Db, tickets::Tickets};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Sla {
    pub db: Db,
    pub clock: SystemClock,
    pub accounts: Accounts,
    pub tickets: Tickets,
}

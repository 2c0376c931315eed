//! Reports: how much came in by groups of channels, the tickets of a range of days, how fast customers were
//! answered and helped, what became of calls, and how long people were in which status; and those that go by
//! mail at set times.
//!
//! Which group a channel is counted in is declared by its plugin; this room knows no channel. The
//! composition root hands the declarations in.

mod busy_hours;
mod calls;
mod count;
mod days;
mod export;
mod intervals;
mod model;
mod names;
mod performance;
mod routes;
mod scheduled;
mod status_times;
mod store;
mod summary;

pub use performance::Facts;
pub use routes::{other_routes, routes};
pub use scheduled::event_shapes;

use crate::{
    accounts::Accounts, clock::Clock, crypto::Keys, db::Db, jobs::Handlers, presence::Presence,
};
use std::sync::Arc;

/// Gives a channel value's report group.
pub type GroupOf = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// What the room needs.
#[derive(Clone)]
pub struct Reports {
    pub db: Db,
    pub clock: Clock,
    /// Signs the links in mails.
    pub keys: Keys,
    pub accounts: Accounts,
    pub presence: Presence,
    /// A channel value's report group; none for a value that no plugin declares.
    pub group_of: GroupOf,
}

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, facts: &Facts, reports: &Reports) {
    performance::fill::job_handlers(handlers, facts);
    scheduled::job_handlers(handlers, reports);
}

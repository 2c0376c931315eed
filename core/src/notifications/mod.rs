//! Notifications: what users are told beside their tickets, each user on their own.
//!
//! The room only listens: [`Notifications::follow`] reads the log of every client and makes
//! notifications of what concerns somebody. How far it has read commits together with what came of
//! it, so that a crash repeats nothing and skips nothing, and several nodes may listen at once.

mod consumer;
pub mod events;
mod inbox;
mod jobs;
mod model;
mod push;
mod routes;
mod store;
mod take;
#[cfg(test)]
mod tests;

pub use jobs::job_handlers;
pub use push::{Push, PushParts};
pub use routes::routes;

use crate::{accounts::Accounts, clock::Clock, db::Db, realtime::Hub};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Notifications {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
    pub hub: Hub,
    pub push: Push,
}

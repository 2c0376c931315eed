//! Webhooks: programs of others are told what happened, each event as a signed request.
//!
//! [`consumer`] reads the log of clients that have webhooks and writes one delivery for each
//! event and webhook; how far it has read commits together with them. `deliver` is the job that sends
//! one. What was not taken is tried again for hours, and an address that takes nothing for a day is
//! switched off with a notice to the admins.

mod admin;
mod consumer;
mod deliver;
pub mod events;
mod model;
mod routes;
mod sign;
mod store;
#[cfg(test)]
mod tests;

pub use deliver::job_handlers;
pub use routes::routes;

use crate::{
    accounts::Accounts, clock::Clock, crypto::Keys, db::Db, ids::Ids, plugins::egress::Egress,
};

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Webhooks {
    pub db: Db,
    pub clock: Clock,
    pub ids: Ids,
    pub keys: Keys,
    pub accounts: Accounts,
    pub egress: Egress,
}

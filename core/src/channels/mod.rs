//! Channels: connected accounts of plugins, and the two pipelines that run through them.
//!
//! *In*: `receive` (webhooks), `poll`, `mailbox` and the live chat room hand a plugin an input and
//! commit its batch through `intake`; what fails is retried or quarantined (`replay`).
//! *Out*: `carrier` writes a delivery in the transaction that stored the message; `deliver` leases it,
//! calls the plugin and records the outcome.
//! *Admin*: `connect` and `routes` let admins connect, check, change and remove accounts.

mod account;
mod admin;
mod api;
pub mod events;
mod inbound;
mod model;
mod oauth;
mod outbound;
mod routes;
mod store;
#[cfg(test)]
mod tests;
mod usage;

pub use account::ai_helper::Helper;
pub use account::health::UnwellAccount;
pub use account::page::PageSettings;
pub use account::plugin::PluginLine;
pub use account::registry::Channel;
pub use account::view::plugin_face;
pub use admin::retention::job_handlers;
pub use api::{PluginBreaker, PluginFace};
pub use inbound::visit::ActError;
pub use inbound::visitor_host::{GuestRoom, Visit};
pub use model::ChannelRow;
pub use outbound::typing::Tell;
pub use routes::{other_routes, routes};
pub use store::{contact_scope, forget_leases_of_other_owners};
pub use usage::Usage;

use crate::{
    accounts::Accounts, blobs::Blobs, clock::Clock, crypto::Keys, db::Db, ids::Ids, mail::Network,
    plugins::Host, realtime::Hub,
};
use account::registry::Registry;
use parking_lot::RwLock;
use std::sync::Arc;

/// The room's handle. Cheap to clone.
#[derive(Clone)]
pub struct Channels(Arc<Inner>);

/// What the room needs.
pub struct Parts {
    pub db: Db,
    pub clock: Clock,
    pub ids: Ids,
    pub keys: Keys,
    pub blobs: Blobs,
    pub host: Host,
    pub hub: Hub,
    pub accounts: Accounts,
    pub network: Network,
    /// Where providers and visitors reach this desk; empty when there is no public address.
    pub public_url: String,
    /// The address pages are opened at, public or not.
    pub base_url: String,
    /// This process, in leases.
    pub node: String,
    pub mail_max_bytes: u64,
    /// Counts what the host's calls cost.
    pub usage: Usage,
}

pub struct Inner {
    parts: Parts,
    pub registry: Registry,
    pub guests: RwLock<Option<Arc<dyn GuestRoom>>>,
    /// Rung when the set of pollers and mailboxes may have to change.
    pub reconsider: tokio::sync::Notify,
    /// When this server began.
    pub started_ms: i64,
}

impl std::ops::Deref for Channels {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl std::ops::Deref for Inner {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.parts
    }
}

impl Channels {
    /// Builds the room.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        let started_ms = parts.clock.now_ms();
        Self(Arc::new(Inner {
            parts,
            registry: Registry::default(),
            guests: RwLock::default(),
            reconsider: tokio::sync::Notify::new(),
            started_ms,
        }))
    }

    /// Says who hosts visitors.
    pub fn host_visitors(&self, guests: Arc<dyn GuestRoom>) {
        *self.guests.write() = Some(guests);
    }
}

//! Presence: what users chose to be, how long they were it, and who is connected.
//!
//! Chosen statuses and how long they lasted are stored. Offline is never chosen: it is what
//! somebody is without a socket on any node. Each node holds a lease for its users, which runs out
//! when the node dies; a change reaches the desk as the frame `presence`, which is not stored.

mod change;
mod model;
mod routes;
mod sockets;
mod store;
#[cfg(test)]
mod tests;
mod view;

pub use routes::routes;

use crate::{accounts::Accounts, clock::Clock, db::Db, realtime::Hub};
use parking_lot::Mutex;
use std::{collections::HashMap, sync::Arc};

/// What the room is built from.
pub struct Parts {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
    pub hub: Hub,
    pub node: String,
}

/// The room's handle. Cheap to clone.
#[derive(Clone)]
pub struct Presence(Arc<Inner>);

struct Inner {
    parts: Parts,
    /// Open sockets on this node by client and user; zero while the grace lasts.
    sockets: Mutex<HashMap<(i64, i64), usize>>,
}

impl std::ops::Deref for Inner {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.parts
    }
}

impl Presence {
    /// Builds the room.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(Inner { parts, sockets: Mutex::default() }))
    }
}

/// A user of a client.
#[derive(Clone, Debug)]
pub struct Who {
    pub client_id: i64,
    pub user_id: i64,
    pub username: String,
}

//! Live chat: links, the queue, and visits on our own page.
//!
//! The room lends the *visitor transport*: page, socket, queue. What a visitor's act means is said by
//! the channel's plugin; its batch goes through the same intake as every other channel's.

mod acts;
mod agents;
pub mod api;
mod closing;
mod given;
mod holding;
mod hosting;
mod info;
mod jobs;
mod limits;
mod model;
mod presence;
mod queue;
mod routes;
mod running;
mod store;
mod uploads;
mod widget;

pub use agents::Online;
pub use given::{ACCEPTED_MS, Visitor, hold_visit, waiting_sessions};
pub use jobs::job_handlers;
pub use model::{VisitState, csrf_purpose};
pub use queue::{LiveChatQueue, LivechatQueue, QueuePlace, QueuedVisitor};
pub use routes::{other_routes, routes};
pub use running::{RunningChat, is_running, running, waiting};

use crate::{
    blobs::Blobs, channels::Channels, clock::Clock, config, crypto::Keys, db::Db, http::RateLimits,
    ids::Ids, realtime::Hub, tickets::Tickets,
};
use limits::What;
use parking_lot::Mutex;
use std::{collections::HashMap, sync::Arc};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// The room's handle. Cheap to clone.
#[derive(Clone)]
pub struct Livechat(Arc<Inner>);

/// What the room needs.
pub struct Parts {
    pub db: Db,
    pub clock: Clock,
    pub ids: Ids,
    pub keys: Keys,
    pub blobs: Blobs,
    pub hub: Hub,
    pub channels: Channels,
    pub tickets: Tickets,
    pub node: String,
    pub upload_max: u64,
    pub limits: config::Livechat,
    /// Whether cookies go over TLS only.
    pub secure_cookies: bool,
}

pub struct Inner {
    parts: Parts,
    /// Agents' sockets on this node, per client.
    agents: Mutex<HashMap<i64, usize>>,
    /// Visitors' sockets on this node, per session, with the client.
    visitors: Mutex<HashMap<i64, (i64, usize)>>,
    rates: RateLimits<What>,
}

impl std::ops::Deref for Livechat {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0.parts
    }
}

impl Livechat {
    /// Builds the room.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(Inner {
            parts,
            agents: Mutex::default(),
            visitors: Mutex::default(),
            rates: RateLimits::default(),
        }))
    }

    /// Starts the room's background work.
    pub fn start(&self, tracker: &TaskTracker, stop: &CancellationToken) {
        tracker.spawn(self.clone().keep_presence(stop.clone()));
        tracker.spawn(self.clone().follow_closings(stop.clone()));
    }
}

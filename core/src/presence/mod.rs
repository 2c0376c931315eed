//! Presence: what users chose to be, how long they were it, and who is connected.
//!
//! Chosen statuses and how long they lasted are stored. Offline is never chosen: it is what
//! somebody is without a socket on any node. Each node holds a lease for its users, which runs out
//! when the node dies; a change reaches the desk as the frame `presence`, which is not stored.
//!
//! Admins may add statuses of the client's own, which are kinds of being away. Whoever touches
//! nothing in any tab for a while is away by itself, and back at the next touch.

mod change;
mod custom;
mod durations;
pub mod events;
mod idle;
mod model;
mod own_durations;
mod routes;
mod sockets;
mod store;
#[cfg(test)]
mod tests;
mod view;

pub use durations::TimeInStatus;
pub use model::Status;
pub use routes::routes;
pub use view::{CurrentStatus, OwnStatus, statuses};

use crate::{
    accounts::Accounts,
    clock::Clock,
    db::{Db, DbResult, Tx},
    realtime::Hub,
};
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use std::{collections::HashMap, sync::Arc};

/// Who acts when somebody's status changes: routing does. Stated here, met in the composition root.
pub trait StatusWatcher: Send + Sync {
    /// A user's status is another one, in the transaction that changes it.
    fn status_changed<'a>(&'a self, tx: &'a mut Tx, client_id: i64) -> BoxFuture<'a, DbResult<()>>;
}

/// What the room is built from.
pub struct Parts {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
    pub hub: Hub,
    pub node: String,
    pub watcher: Arc<dyn StatusWatcher>,
    /// After how long without a touch a user is away; 0 for never.
    pub away_after_ms: i64,
}

/// The room's handle. Cheap to clone.
#[derive(Clone)]
pub struct Presence(Arc<Inner>);

/// How many users' statuses are told at the same time, at most.
const TURNS: usize = 32;

struct Inner {
    parts: Parts,
    /// Who has sockets on this node, by client and user.
    sockets: Mutex<HashMap<(i64, i64), Here>>,
    /// Held while a user's status is read and told. Users share them, so that there are only a few,
    /// and nobody waits for everybody when all come back at once.
    telling: [tokio::sync::Mutex<()>; TURNS],
}

/// A user with sockets on this node.
struct Here {
    username: String,
    /// How many; none while the grace lasts.
    open: usize,
    /// When something was last touched in one of them.
    touched_at: i64,
    attention: Attention,
}

/// Whether a user is in front of one of the screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attention {
    /// The sockets came by themselves, so nobody knows.
    Unknown,
    Awake,
    Resting,
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
        Self(Arc::new(Inner {
            parts,
            sockets: Mutex::default(),
            telling: std::array::from_fn(|_| tokio::sync::Mutex::default()),
        }))
    }
}

/// A user of a client.
#[derive(Clone, Debug)]
pub struct Who {
    pub client_id: i64,
    pub user_id: i64,
    pub username: String,
}

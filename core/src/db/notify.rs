//! Who wakes when a commit brought something: in this process at once, in other processes on the
//! same PostgreSQL through `LISTEN`.

use parking_lot::Mutex;
use std::{collections::HashMap, sync::Arc};
use tokio::sync::{Notify, broadcast};

/// Wake-up calls. They carry no data and may be lost or doubled: who wakes looks in the database.
#[derive(Clone)]
pub struct Wake(Arc<Inner>);

struct Inner {
    events: broadcast::Sender<i64>,
    ephemeral: broadcast::Sender<Arc<str>>,
    work: Mutex<HashMap<String, Arc<Notify>>>,
}

impl Default for Wake {
    fn default() -> Self {
        Self(Arc::new(Inner {
            events: broadcast::channel(1024).0,
            ephemeral: broadcast::channel(1024).0,
            work: Mutex::default(),
        }))
    }
}

impl Wake {
    /// Events of this client were committed.
    pub fn events(&self, client_id: i64) {
        // No receiver only means that nobody listens yet.
        let _nobody = self.0.events.send(client_id);
    }

    /// Wakes every sleeper, after wake-up calls may have been missed. Id 0 stands for all clients.
    pub fn everything(&self) {
        self.events(0);
        let kinds: Vec<String> = self.0.work.lock().keys().cloned().collect();
        kinds.iter().for_each(|kind| self.work(kind));
    }

    /// Client ids whose log has grown; 0 for all. Lagging is harmless: look at all clients then.
    #[must_use]
    pub fn watch_events(&self) -> broadcast::Receiver<i64> {
        self.0.events.subscribe()
    }

    /// Work of this kind was queued.
    pub fn work(&self, kind: &str) {
        self.waiter(kind).notify_waiters();
        self.waiter(kind).notify_one();
    }

    /// The bell for work of this kind.
    #[must_use]
    pub fn waiter(&self, kind: &str) -> Arc<Notify> {
        let mut work = self.0.work.lock();
        if let Some(bell) = work.get(kind) {
            return bell.clone();
        }
        work.entry(kind.to_owned()).or_default().clone()
    }

    /// A frame from another process that is not stored: typing, presence.
    pub fn ephemeral(&self, frame: Arc<str>) {
        let _nobody = self.0.ephemeral.send(frame);
    }

    /// Frames from other processes.
    #[must_use]
    pub fn watch_ephemeral(&self) -> broadcast::Receiver<Arc<str>> {
        self.0.ephemeral.subscribe()
    }
}

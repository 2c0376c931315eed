//! The hub: reads the log once per client and offers each event to the client's sockets.

use super::{
    frame::{Passing, Scope, logged},
    seats::{NoSeat, Seat, SeatLimits, Seats, VisitSeat},
};
use crate::{
    db::{Db, DbResult, dialect},
    events::{Event, log},
};
use axum::extract::ws::Utf8Bytes;
use parking_lot::Mutex;
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// The fallback when a wake-up call was missed.
const POLL: Duration = Duration::from_secs(2);
const PAGE: i64 = 500;

/// How much the hub holds for slow sockets, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct HubOptions {
    /// Frames kept for sockets that lag; one that lags further reads the log instead.
    pub queue: usize,
    /// A socket that takes longer than this for one frame is cut; it resumes when it is back.
    pub write_timeout_ms: u64,
    /// A gap of more events than this is answered by `resync`.
    pub replay_max: i64,
    /// Seats on this node, and whose they are.
    pub seats: SeatLimits,
}

impl Default for HubOptions {
    fn default() -> Self {
        let seats = SeatLimits::default();
        Self { queue: 1024, write_timeout_ms: 10_000, replay_max: 10_000, seats }
    }
}

/// An event made into a frame once for all sockets.
pub(super) struct Framed {
    pub event: Event,
    pub text: Utf8Bytes,
}

#[derive(Clone)]
pub(super) enum FeedItem {
    Logged(Arc<Framed>),
    Passing(Arc<(Scope, Utf8Bytes)>),
}

struct Feed {
    items: broadcast::Sender<FeedItem>,
    /// The newest event that was offered.
    offered: AtomicI64,
    reading: tokio::sync::Mutex<()>,
}

/// Cheap to clone.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    db: Db,
    node: String,
    options: HubOptions,
    feeds: Mutex<HashMap<i64, Arc<Feed>>>,
    seats: Seats,
    stop: CancellationToken,
}

impl Hub {
    /// A hub for this process, known to other nodes as `node`.
    #[must_use]
    pub fn new(db: Db, node: String, options: HubOptions, stop: CancellationToken) -> Self {
        Self(Arc::new(Inner {
            db,
            node,
            options,
            feeds: Mutex::default(),
            seats: Seats::new(options.seats),
            stop,
        }))
    }

    pub(super) fn db(&self) -> &Db {
        &self.0.db
    }

    pub(super) fn options(&self) -> HubOptions {
        self.0.options
    }

    pub(super) fn stopping(&self) -> &CancellationToken {
        &self.0.stop
    }

    /// A place for one more socket of somebody signed in.
    pub(super) fn seat(&self) -> Result<Seat, NoSeat> {
        self.0.seats.agent()
    }

    /// A place for one more socket of a public page, which comes from this network.
    pub(super) fn visitor_seat(&self, network: &Arc<str>) -> Result<Seat, NoSeat> {
        self.0.seats.visitor(network)
    }

    /// A seat of a visit that has fewer than `most` on this node.
    #[must_use]
    pub fn visit_seat(&self, session: i64, most: usize) -> Option<VisitSeat> {
        self.0.seats.visit(session, most)
    }

    /// Open sockets on this node.
    #[must_use]
    pub fn sockets(&self) -> usize {
        self.0.seats.taken()
    }

    /// Joins a client's feed. Events committed from now on are offered; what came before, the
    /// socket reads from the log.
    pub(super) async fn join(&self, client_id: i64) -> DbResult<broadcast::Receiver<FeedItem>> {
        if let Some(feed) = self.0.feeds.lock().get(&client_id) {
            return Ok(feed.items.subscribe());
        }
        let mut conn = self.0.db.read().await?;
        let head = log::head(&mut conn, client_id).await?;
        drop(conn);
        let mut feeds = self.0.feeds.lock();
        let feed = feeds.entry(client_id).or_insert_with(|| {
            Arc::new(Feed {
                items: broadcast::channel(self.0.options.queue).0,
                offered: AtomicI64::new(head),
                reading: tokio::sync::Mutex::default(),
            })
        });
        Ok(feed.items.subscribe())
    }

    /// Follows the log until told to stop.
    pub async fn follow(self) {
        let mut woken = self.0.db.wake().watch_events();
        let mut passing = self.0.db.wake().watch_ephemeral();
        let mut poll = tokio::time::interval(POLL);
        loop {
            tokio::select! {
                () = self.0.stop.cancelled() => return,
                client = woken.recv() => match client {
                    Ok(0) | Err(broadcast::error::RecvError::Lagged(_)) => self.offer_all().await,
                    Ok(client_id) => self.offer(client_id).await,
                    Err(broadcast::error::RecvError::Closed) => return,
                },
                note = passing.recv() => if let Ok(note) = note { self.hear(&note) },
                _ = poll.tick() => self.offer_all().await,
            }
        }
    }

    async fn offer_all(&self) {
        let clients: Vec<i64> = self.0.feeds.lock().keys().copied().collect();
        for client_id in clients {
            self.offer(client_id).await;
        }
    }

    async fn offer(&self, client_id: i64) {
        let Some(feed) = self.0.feeds.lock().get(&client_id).cloned() else { return };
        if feed.items.receiver_count() == 0 {
            // The last socket left; the next one starts the feed anew at the log's head.
            self.0.feeds.lock().retain(|_, feed| feed.items.receiver_count() > 0);
            return;
        }
        if let Err(error) = self.offer_new(client_id, &feed).await {
            tracing::warn!(error = %error, "reading the event log failed; trying again");
        }
    }

    async fn offer_new(&self, client_id: i64, feed: &Feed) -> DbResult<()> {
        let _one_reader = feed.reading.lock().await;
        loop {
            let after = feed.offered.load(Ordering::SeqCst);
            let mut conn = self.0.db.read().await?;
            let events = log::after(&mut conn, client_id, after, PAGE).await?;
            drop(conn);
            let Some(last) = events.last().map(|event| event.seq) else { return Ok(()) };
            for event in events {
                let text = logged(&event.name, &event.data, event.seq).into();
                // No receiver means the last socket left just now.
                let _nobody = feed.items.send(FeedItem::Logged(Arc::new(Framed { event, text })));
            }
            feed.offered.store(last, Ordering::SeqCst);
        }
    }

    fn hear(&self, note: &str) {
        let Ok(passing) = serde_json::from_str::<Passing>(note) else {
            tracing::warn!("a frame from another node could not be read");
            return;
        };
        if passing.node != self.0.node {
            self.pass_here(passing.client_id, passing.scope, passing.text);
        }
    }

    fn pass_here(&self, client_id: i64, scope: Scope, text: String) {
        if let Some(feed) = self.0.feeds.lock().get(&client_id) {
            let _nobody = feed.items.send(FeedItem::Passing(Arc::new((scope, text.into()))));
        }
    }

    /// Sends a frame that is not stored to sockets on this and every other node. Best effort.
    pub async fn pass(&self, client_id: i64, scope: Scope, text: String) {
        if self.0.db.postgres().is_some() {
            let note = Passing {
                node: self.0.node.clone(),
                client_id,
                scope: scope.clone(),
                text: text.clone(),
            };
            let note = format!("frame:{}", serde_json::to_string(&note).unwrap_or_default());
            // PostgreSQL refuses longer payloads; frames this long are not typing or presence.
            if note.len() < 7900
                && let Ok(mut conn) = self.0.db.read().await
                && let Err(error) = dialect::notify(&mut conn, &note).await
            {
                tracing::warn!(error = %error, "a frame did not reach the other nodes");
            }
        }
        self.pass_here(client_id, scope, text);
    }

    /// Closes the sockets of a login session that has ended, on every node.
    pub async fn cut_session(&self, client_id: i64, session_id: i64) {
        self.pass(client_id, Scope::Cut(session_id), String::new()).await;
    }
}

//! Log consumer: reads the event log of each client in order, acts on it, and keeps its offset in
//! `log_offsets`.
//!
//! What a consumer does about events and the offset behind them commit together, so a crash repeats
//! nothing and skips nothing. Several nodes may read the same: the row of the offset is the lock, and
//! who comes second finds it moved.

use super::{Event, log, offsets};
use crate::db::{Conn, Db, DbResult, Tx};
use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    future::Future,
    time::Duration,
};
use tokio::sync::broadcast::{Receiver, error::TryRecvError};
use tokio_util::sync::CancellationToken;

/// The fallback when a wake-up call was missed.
const POLL: Duration = Duration::from_secs(5);
/// Events that nobody acts on move the stored offset only now and then.
const STRIDE: i64 = 2_000;

/// Who acts on what the log tells.
pub trait LogConsumer: Send + Sync + 'static {
    /// Its name in `log_offsets`.
    const NAME: &'static str;
    /// The only events it reads, by name; none stands for all.
    const EVENTS: Option<&'static [&'static str]> = None;
    /// What comes in a row is looked at together: how long it waits for more.
    const GATHER: Duration = Duration::from_millis(50);
    /// Events that are read at a time.
    const PAGE: i64 = 200;
    /// Whether it reads the log of every client, and not only of those that were given an offset by
    /// [`offsets::begin_at`].
    const EVERY_CLIENT: bool = false;
    /// Whether each event has a transaction of its own.
    const ONE_BY_ONE: bool = false;

    /// Whether there is nothing for which it would act on whatever happens to the client now: then its
    /// events are not even read.
    fn is_idle(
        &self,
        _conn: &mut Conn,
        _client_id: i64,
    ) -> impl Future<Output = DbResult<bool>> + Send {
        async { Ok(false) }
    }

    /// Those of the events that something may have to be done about. None of them where the client has
    /// nothing that could act now.
    fn select(
        &self,
        conn: &mut Conn,
        client_id: i64,
        events: Vec<Event>,
    ) -> impl Future<Output = DbResult<Vec<Event>>> + Send;

    /// Acts on selected events, in the transaction that moves the offset behind them.
    fn act(
        &self,
        tx: &mut Tx,
        client_id: i64,
        events: &[Event],
    ) -> impl Future<Output = DbResult<()>> + Send;
}

/// How far a client's log was read.
#[derive(Clone, Copy, Default)]
struct Offset {
    reached: i64,
    stored: i64,
}

/// Reads the logs until told to stop.
pub async fn consume<C: LogConsumer>(consumer: C, db: Db, stop: CancellationToken) {
    let mut woken = db.wake().watch_events();
    let mut reader = Reader { consumer, db, offsets: HashMap::new() };
    let mut grown = None;
    while !stop.is_cancelled() {
        if let Err(error) = reader.look(grown.as_ref()).await {
            tracing::warn!(%error, consumer = C::NAME, "the log was not read");
        }
        grown = tokio::select! {
            () = stop.cancelled() => return,
            client = woken.recv() => {
                tokio::time::sleep(C::GATHER).await;
                client.ok().and_then(|client| gather(client, &mut woken))
            }
            () = tokio::time::sleep(POLL) => None,
        };
    }
}

/// The clients whose logs grew; none when that is not known.
fn gather(first: i64, woken: &mut Receiver<i64>) -> Option<BTreeSet<i64>> {
    let mut clients = BTreeSet::from([first]);
    loop {
        match woken.try_recv() {
            Ok(client) => {
                clients.insert(client);
            }
            Err(TryRecvError::Empty) => break,
            Err(TryRecvError::Lagged(_) | TryRecvError::Closed) => return None,
        }
    }
    (!clients.contains(&0)).then_some(clients)
}

struct Reader<C> {
    consumer: C,
    db: Db,
    /// What was read and not stored, because nobody acted on it.
    offsets: HashMap<i64, Offset>,
}

impl<C: LogConsumer> Reader<C> {
    /// Reads the logs of these clients; none stands for all. A page each in turn, and what goes wrong
    /// with one client must not hold up the others.
    async fn look(&mut self, grown: Option<&BTreeSet<i64>>) -> DbResult<()> {
        let mut conn = self.db.read().await?;
        let behind = match grown {
            Some(clients) => {
                let mut behind = vec![];
                for client in clients {
                    behind.extend(
                        offsets::behind(&mut conn, C::NAME, C::EVERY_CLIENT, *client).await?,
                    );
                }
                behind
            }
            None => offsets::behind_across_clients(&mut conn, C::NAME, C::EVERY_CLIENT).await?,
        };
        drop(conn);
        let mut waiting: VecDeque<offsets::Behind> = behind.into();
        while let Some(behind) = waiting.pop_front() {
            let client_id = behind.client_id;
            match self.page(&behind).await {
                Ok(true) => waiting.push_back(behind),
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(%error, client_id, consumer = C::NAME, "events were not acted on");
                }
            }
        }
        Ok(())
    }

    /// Reads a page of a client's log. True when there is more.
    async fn page(&mut self, behind: &offsets::Behind) -> DbResult<bool> {
        let offsets::Behind { client_id, seq, head } = *behind;
        let known = self.offsets.entry(client_id).or_default();
        // Another node may have gone on, and an admin may have begun afresh.
        known.stored = known.stored.max(seq);
        known.reached = known.reached.max(seq);
        let Offset { reached, stored } = *known;
        if reached >= head {
            return Ok(false);
        }
        let mut conn = self.db.read().await?;
        if self.consumer.is_idle(&mut conn, client_id).await? {
            drop(conn);
            return self.pass(client_id, stored, head).await;
        }
        let events = match C::EVENTS {
            Some(names) => log::named(&mut conn, client_id, reached, names, C::PAGE).await?,
            None => log::after(&mut conn, client_id, reached, C::PAGE).await?,
        };
        let last = events.last().map_or(0, |event| event.seq);
        // A whole page may have more behind it; a short one is all there is up to the head.
        let whole = i64::try_from(events.len()).is_ok_and(|count| count == C::PAGE);
        let upto = if whole { last } else { head.max(last) };
        let selected = match events.is_empty() {
            true => events,
            false => self.consumer.select(&mut conn, client_id, events).await?,
        };
        drop(conn);
        let kept = if selected.is_empty() && upto - stored < STRIDE {
            stored
        } else {
            self.act(client_id, &selected, upto).await?;
            upto
        };
        self.offsets.insert(client_id, Offset { reached: upto, stored: kept });
        Ok(whole)
    }

    /// Leaves out what is there up to the head.
    async fn pass(&mut self, client_id: i64, stored: i64, head: i64) -> DbResult<bool> {
        let mut kept = stored;
        if head - stored >= STRIDE {
            self.act(client_id, &[], head).await?;
            kept = head;
        }
        self.offsets.insert(client_id, Offset { reached: head, stored: kept });
        Ok(false)
    }

    /// Acts on events, and moves the offset to `upto`.
    async fn act(&self, client_id: i64, selected: &[Event], upto: i64) -> DbResult<()> {
        let size = if C::ONE_BY_ONE { 1 } else { selected.len().max(1) };
        for chunk in selected.chunks(size) {
            let last = chunk.last().map_or(upto, |event| event.seq);
            self.commit(client_id, chunk, if C::ONE_BY_ONE { last } else { upto }).await?;
        }
        if C::ONE_BY_ONE || selected.is_empty() {
            self.commit(client_id, &[], upto).await?;
        }
        Ok(())
    }

    async fn commit(&self, client_id: i64, events: &[Event], upto: i64) -> DbResult<()> {
        let mut tx = self.db.begin().await?;
        if C::EVERY_CLIENT {
            offsets::add(&mut tx, C::NAME, client_id).await?;
        }
        let Some(seq) = offsets::lock(&mut tx, C::NAME, client_id).await? else { return Ok(()) };
        if seq >= upto {
            return Ok(());
        }
        let new = &events[events.partition_point(|event| event.seq <= seq)..];
        if !new.is_empty() {
            self.consumer.act(&mut tx, client_id, new).await?;
        }
        offsets::set(&mut tx, C::NAME, client_id, upto).await?;
        tx.commit().await
    }
}

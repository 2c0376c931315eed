//! Following the log of every client.

use super::{Notifications, model::WATCHED, store};
use crate::{db::DbResult, events::log};
use std::{
    collections::{BTreeSet, HashMap},
    time::Duration,
};
use tokio::sync::broadcast::{Receiver, error::TryRecvError};
use tokio_util::sync::CancellationToken;

/// The fallback when a wake-up call was missed.
const POLL: Duration = Duration::from_secs(5);
/// What comes in a row is looked at together: nobody needs to hear of it sooner.
const GATHER: Duration = Duration::from_millis(100);
const PAGE: i64 = 500;
/// Events that nobody is told of move the stored place only now and then.
const STRIDE: i64 = 2_000;

/// How far the logs were read, and how far that is stored.
#[derive(Default)]
struct Places(HashMap<i64, (i64, i64)>);

impl Notifications {
    /// Reads the logs until told to stop.
    pub async fn follow(self, stop: CancellationToken) {
        let mut woken = self.db.wake().watch_events();
        let mut places = Places::default();
        let mut wanted = None;
        while !stop.is_cancelled() {
            if let Err(error) = self.look(&mut places, wanted.as_ref()).await {
                tracing::warn!(error = %error, "the log was not read for notifications");
            }
            wanted = tokio::select! {
                () = stop.cancelled() => return,
                client = woken.recv() => {
                    tokio::time::sleep(GATHER).await;
                    client.ok().and_then(|client| gather(client, &mut woken))
                }
                () = tokio::time::sleep(POLL) => None,
            };
        }
    }

    /// Looks at the logs of these clients; none stands for all.
    async fn look(&self, places: &mut Places, wanted: Option<&BTreeSet<i64>>) -> DbResult<()> {
        let mut conn = self.db.read().await?;
        let heads = match wanted {
            Some(clients) => {
                let mut heads = vec![];
                for client in clients {
                    heads.push((*client, log::head(&mut conn, *client).await?));
                }
                heads
            }
            None => log::heads_across_clients(&mut conn).await?,
        };
        if heads.iter().any(|(client, _)| !places.0.contains_key(client)) {
            for (client, seq) in store::places_across_clients(&mut conn).await? {
                places.0.entry(client).or_insert((seq, seq));
            }
        }
        drop(conn);
        for (client, head) in heads {
            let place = places.0.entry(client).or_default();
            while place.0 < head {
                *place = self.step(client, *place, head).await?;
            }
        }
        Ok(())
    }

    /// Reads a page of a log and gives the place behind it.
    async fn step(
        &self,
        client: i64,
        (place, stored): (i64, i64),
        head: i64,
    ) -> DbResult<(i64, i64)> {
        let mut conn = self.db.read().await?;
        let events = log::named(&mut conn, client, place, WATCHED, PAGE).await?;
        drop(conn);
        let last = events.last().map_or(0, |event| event.seq);
        // A whole page may have more behind it; a short one is all there is up to the head.
        let whole = i64::try_from(events.len()).is_ok_and(|count| count == PAGE);
        let upto = if whole { last } else { head.max(last) };
        if events.is_empty() && upto - stored < STRIDE {
            return Ok((upto, stored));
        }
        self.take(client, &events, upto).await?;
        Ok((upto, upto))
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

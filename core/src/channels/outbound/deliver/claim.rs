//! Which deliveries go next: accounts take turns, threads keep their order, rates are kept.

use super::{Channels, LEASE_MS};
use crate::{
    channels::{
        account::registry::Channel,
        model::pass_rate,
        store::{self, Lease, Leased},
    },
    db::{DbResult, Tx},
    plugins::rate_of,
    tickets::{self, Hop, StateChange},
};
use std::{sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Deliveries an account may get in one turn.
const TURN: i64 = 8;

type Claimed = (Arc<Channel>, Leased, OwnedSemaphorePermit);

impl Channels {
    /// One turn for each account that has something to send. Gives what was leased, and how long to
    /// sleep when that is nothing.
    pub(in crate::channels::outbound::deliver) async fn claim_round(
        &self,
        senders: &Arc<Semaphore>,
        last: &mut i64,
    ) -> DbResult<(Vec<Claimed>, Duration)> {
        let mut wait = Duration::from_secs(1);
        let mut claimed = vec![];
        self.settle_interrupted(false).await?;
        let mut conn = self.db.read().await?;
        let mut waiting = store::channels_waiting_across_clients(&mut conn).await?;
        drop(conn);
        let next = waiting.partition_point(|id| *id <= *last);
        waiting.rotate_left(next);
        let all = self.registry.all_across_clients();
        for id in waiting {
            let Some(channel) = all.iter().find(|c| c.row.id == id).cloned() else { continue };
            let now = self.clock.now_ms();
            if !channel.row.enabled || channel.plugin.is_none() || channel.breaker.is_open(now) {
                continue;
            }
            let mut conn = self.db.read().await?;
            let due = store::due(&mut conn, id, now, TURN).await?;
            if due.is_empty() {
                let next = store::next_due_across_clients(&mut conn, id).await?;
                let ms = next.map_or(1000, |at| (at - now).clamp(5, 1000));
                wait = wait.min(Duration::from_millis(u64::try_from(ms).unwrap_or(1000)));
                continue;
            }
            drop(conn);
            for (delivery, thread) in due {
                let Ok(permit) = senders.clone().try_acquire_owned() else {
                    return Ok((claimed, Duration::from_millis(20)));
                };
                match self.lease_one(&channel, delivery, &thread).await? {
                    Ok(Some(leased)) => {
                        *last = id;
                        claimed.push((channel.clone(), leased, permit));
                    }
                    Ok(None) => {}
                    Err(us) => {
                        let us = u64::try_from(us).unwrap_or(1000).max(1000);
                        wait = wait.min(Duration::from_micros(us));
                        break;
                    }
                }
            }
        }
        Ok((claimed, wait))
    }

    /// Leases a delivery if the rates let it through; else says how many microseconds to wait.
    async fn lease_one(
        &self,
        channel: &Channel,
        delivery: i64,
        thread: &str,
    ) -> DbResult<Result<Option<Leased>, i64>> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        if let Err(wait) = self.pass_rates(&mut tx, channel, thread).await? {
            return Ok(Err(wait));
        }
        let by = Lease { owner: &self.node, until: now + LEASE_MS };
        let Some(leased) = store::lease(&mut tx, delivery, &by).await? else { return Ok(Ok(None)) };
        let change = StateChange {
            state: "sending",
            error_code: None,
            error_message: None,
            retry_at: None,
            hop: Hop {
                name: "sending".into(),
                at_ms: now,
                took_us: 0,
                detail: format!("attempt {}", leased.attempt),
            },
        };
        tickets::change_state(&mut tx, leased.client_id, leased.message_id, &change).await?;
        tx.commit().await?;
        Ok(Ok(Some(leased)))
    }

    async fn pass_rates(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        thread: &str,
    ) -> DbResult<Result<(), i64>> {
        let Some(plugin) = &channel.plugin else { return Ok(Ok(())) };
        let send = &plugin.manifest.send;
        let now = self.clock.now_us();
        let mut passed = vec![];
        for (rate, key) in [(&send.rate, ""), (&send.thread_rate, thread)] {
            let Some((count, per_ms)) = rate.as_deref().and_then(rate_of) else { continue };
            let arrival = store::arrival(tx, channel.row.id, key).await?;
            match pass_rate(arrival, now, (count, per_ms * 1000)) {
                Ok(next) => passed.push((key, next)),
                Err(wait) => return Ok(Err(wait)),
            }
        }
        for (key, next) in passed {
            store::set_arrival(tx, channel.row.id, key, next).await?;
        }
        Ok(Ok(()))
    }
}

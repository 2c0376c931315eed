//! The one writer of usage, and the numbers that are read from the database now and then.

use super::{MINUTE_MS, Usage};
use crate::{
    channels::{Channels, store},
    db::{Db, DbResult},
    metrics::metrics,
};
use std::{sync::atomic::Ordering, time::Duration};
use tokio_util::sync::CancellationToken;

/// How often minutes are stored, and after how many times of that the queues are looked at.
const EVERY: Duration = Duration::from_secs(5);
const LOOK_EACH: u32 = 3;

/// Rows of one transaction: short, so that live work never waits for it.
const BATCH: usize = 200;

impl Usage {
    /// Stores everything that is not stored yet.
    pub(super) async fn flush(&self, db: &Db) -> DbResult<()> {
        // Looked at once: calls go on while this writes, and the next time is soon.
        for batch in self.unstored().chunks(BATCH) {
            let mut tx = db.begin().await?;
            for (key, numbers) in batch {
                store::set_usage(&mut tx, &self.row(key, numbers)).await?;
            }
            tx.commit().await?;
            self.stored(batch);
        }
        self.forget_old();
        let dropped = self.0.dropped.swap(0, Ordering::Relaxed);
        if dropped > 0 {
            tracing::warn!(calls = dropped, "calls were not counted: too many accounts at once");
        }
        Ok(())
    }
}

impl Channels {
    /// Stores what calls cost until told to stop, and then once more.
    pub async fn write_usage(self, stop: CancellationToken) {
        let mut round = 0_u32;
        loop {
            let stopping = tokio::select! {
                () = stop.cancelled() => true,
                () = tokio::time::sleep(EVERY) => false,
            };
            if let Err(error) = self.usage.flush(&self.db).await {
                tracing::warn!(error = %error, "what plugin calls cost could not be stored");
            }
            if stopping {
                return;
            }
            if round.is_multiple_of(LOOK_EACH)
                && let Err(error) = self.show_queues().await
            {
                tracing::warn!(error = %error, "the queues could not be counted");
            }
            round = round.wrapping_add(1);
        }
    }

    /// Puts queues and breakers into the metrics.
    async fn show_queues(&self) -> DbResult<()> {
        let now = self.clock.now_ms();
        let mut conn = self.db.read().await?;
        let queues = store::queues_across_clients(&mut conn).await?;
        drop(conn);
        let numbers = metrics();
        numbers.plugin_queue.reset();
        numbers.plugin_queue_oldest.reset();
        for (plugin, queue, count, oldest) in queues {
            let labels = &[plugin.as_str(), queue.as_str()];
            numbers.plugin_queue.with_label_values(labels).set(count);
            let age = oldest.map_or(0, |at| (now - at).max(0)) / 1000;
            numbers.plugin_queue_oldest.with_label_values(labels).set(age);
        }
        numbers.plugin_breakers.reset();
        for channel in self.registry.all_across_clients() {
            let open = i64::from(channel.breaker.is_open(now));
            numbers.plugin_breakers.with_label_values(&[&channel.row.plugin]).add(open);
        }
        let (running, waiting) = self.host.load();
        numbers.plugin_running.set(i64::from(running));
        numbers.plugin_waiting.set(i64::try_from(waiting).unwrap_or(i64::MAX));
        Ok(())
    }
}

/// How long usage is kept.
pub(in crate::channels) const KEEP_USAGE_MS: i64 = 7 * 24 * 60 * MINUTE_MS;

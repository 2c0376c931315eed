//! Background work of channels: old rows go.

use super::checked;
use crate::channels::{Channels, oauth, outbound::directory, store, usage::KEEP_USAGE_MS};
use crate::{db::DbResult, events, jobs::Handlers};

/// Days that inputs which became messages, log lines and events are kept.
const KEEP_INPUTS_MS: i64 = 7 * 86_400_000;
const KEEP_LOG_MS: i64 = 14 * 86_400_000;
const KEEP_EVENTS_MS: i64 = 14 * 86_400_000;
/// A message gets its external ids within this time or not at all.
const KEEP_EARLY_RECEIPTS_MS: i64 = 2 * 86_400_000;
const SWEEP: &str = "sweep";
const EVERY_MS: i64 = 600_000;
const STEP: i64 = 1000;

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, channels: &Channels) {
    let (sweeping, looking, renewing) = (channels.clone(), channels.clone(), channels.clone());
    let checking = channels.clone();
    handlers.on(checked::LOOK_AGAIN, move |job| {
        let channels = checking.clone();
        async move { channels.look_again(&job).await }
    });
    handlers.every(SWEEP, EVERY_MS, move || {
        let channels = sweeping.clone();
        async move { channels.sweep().await }
    });
    handlers.on(directory::LOOKUP, move |job| {
        let channels = looking.clone();
        async move { channels.look_up(&job).await }
    });
    handlers.on(oauth::RENEW, move |job| {
        let channels = renewing.clone();
        async move { channels.renew_token(&job).await }
    });
}

impl Channels {
    async fn sweep(&self) -> DbResult<()> {
        let now = self.clock.now_ms();
        loop {
            // Short transactions, so that live work never waits for the sweep.
            let mut tx = self.db.begin().await?;
            let removed = store::prune_inputs_across_clients(&mut tx, now - KEEP_INPUTS_MS, STEP)
                .await?
                + store::prune_log_across_clients(&mut tx, now - KEEP_LOG_MS, STEP).await?
                + store::prune_usage_across_clients(&mut tx, now - KEEP_USAGE_MS, STEP).await?
                + store::prune_early_receipts_across_clients(
                    &mut tx,
                    now - KEEP_EARLY_RECEIPTS_MS,
                    STEP,
                )
                .await?
                + store::prune_sign_ins_across_clients(&mut tx, now, STEP).await?
                + events::log::prune_across_clients(&mut tx, now - KEEP_EVENTS_MS, STEP).await?;
            tx.commit().await?;
            if removed == 0 {
                break;
            }
        }
        if let Err(error) = self.blobs.clean(86_400_000).await {
            tracing::warn!(error = %error, "unfinished uploads were not removed");
        }
        Ok(())
    }
}

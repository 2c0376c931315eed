//! Pulling accounts whose provider does not call us.

use super::process::{Answered, Claim, Processed, Why, call_hop};
use crate::channels::{Channels, account::registry::Channel, model::send_backoff_ms, store};
use crate::{
    db::DbResult,
    plugins::{CallError, Called, Failure},
};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// What to do after a pull.
enum Step {
    AtOnce,
    Wait(Duration),
    /// An admin has to act first; a change of the account starts the poller again.
    Stop,
}

impl Channels {
    /// Pulls one account until told to stop. The cursor is stored together with what a pull brought,
    /// so a crash repeats the pull and the repeats are known.
    pub(in crate::channels) async fn poll_account(
        self,
        client_id: i64,
        id: i64,
        stop: CancellationToken,
    ) {
        let mut failures = 0;
        while !stop.is_cancelled() {
            let Some(channel) = self.registry.of_client(client_id, id) else { return };
            let step = tokio::select! {
                () = stop.cancelled() => return,
                step = self.pull(&channel, &mut failures) => step,
            };
            let wait = match step {
                Ok(Step::AtOnce) => continue,
                Ok(Step::Wait(wait)) => wait,
                Ok(Step::Stop) => return,
                Err(error) => {
                    tracing::warn!(error = %error, channel.id = id, "a pull could not be stored");
                    Duration::from_secs(2)
                }
            };
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    async fn pull(&self, channel: &Channel, failures: &mut i64) -> DbResult<Step> {
        let row = &channel.row;
        let interval = channel
            .plugin
            .as_ref()
            .and_then(|p| p.manifest.poll.as_ref())
            .map_or(5_000, |poll| poll.interval_ms);
        let now = self.clock.now_ms();
        if channel.breaker.is_open(now) {
            let left = u64::try_from(channel.breaker.resume_at() - now).unwrap_or(1000);
            return Ok(Step::Wait(Duration::from_millis(left)));
        }
        let mut conn = self.db.read().await?;
        let cursor = store::cursor(&mut conn, row.client_id, row.id).await?;
        drop(conn);
        let account = self.account(channel);
        let Called { result, report } = self.host.pull(&account, cursor).await;
        let outcome = match result {
            Ok(outcome) => outcome,
            Err(error) => {
                *failures += 1;
                let mut tx = self.db.begin().await?;
                self.record_fault(&mut tx, channel, "poll", &error, &report).await?;
                tx.commit().await?;
                return Ok(self.after_failure(&error, *failures));
            }
        };
        *failures = 0;
        let idle = outcome.batch.events.is_empty()
            && outcome.batch.cursor.is_none()
            && outcome.batch.kv.is_empty()
            && report.logs.is_empty()
            && row.status == "ok";
        if !idle {
            let detail = format!("{} events", outcome.batch.events.len());
            let hop = call_hop("pulled", self.clock.now_ms(), &report, detail);
            let batch = &outcome.batch;
            let answered = Answered { call: "poll", batch, report: &report, hops: &[hop] };
            match self.process(channel, &answered, Claim::Unclaimed).await? {
                Processed::Taken(taken) => {
                    taken.commit(self).await?;
                }
                Processed::Poison(text) => return self.set_pull_aside(channel, batch, &text).await,
                Processed::Repeat(_) | Processed::Behind | Processed::Lost => {}
            }
        }
        if outcome.more {
            return Ok(Step::AtOnce);
        }
        Ok(Step::Wait(Duration::from_millis(outcome.next_in_ms.unwrap_or(interval))))
    }

    /// A pull whose batch cannot be stored would come back for ever: its cursor is stored alone, and
    /// the log says what was lost sight of.
    async fn set_pull_aside(
        &self,
        channel: &Channel,
        batch: &crate::plugins::Batch,
        reason: &str,
    ) -> DbResult<Step> {
        let now = self.clock.now_ms();
        let row = &channel.row;
        let body = serde_json::to_vec(batch).unwrap_or_default();
        let key = format!("pull:{}", crate::crypto::sha256_hex(&body));
        let mut tx = self.db.begin().await?;
        let new = store::NewInput::of((row.client_id, row.id), "poll", &key, now, now);
        let new = store::NewInput { body: Some(&body), ..new };
        self.set_aside(&mut tx, channel, new, &Why::Poison(reason), None).await?;
        if let Some(cursor) = &batch.cursor {
            store::set_cursor(&mut tx, row.client_id, row.id, Some(cursor)).await?;
        }
        let text = format!("What a pull brought could not be stored: {reason}");
        self.note(&mut tx, channel, "error", "poll", &text).await?;
        tx.commit().await?;
        Ok(Step::AtOnce)
    }

    fn after_failure(&self, error: &CallError, failures: i64) -> Step {
        let backoff = send_backoff_ms(failures, self.ids.below(u64::MAX));
        let ms = match error {
            CallError::Failure(Failure::AuthExpired(_) | Failure::NeedsConfig(_)) => {
                return Step::Stop;
            }
            CallError::Failure(Failure::Retryable(_, retry) | Failure::RateLimited(_, retry)) => {
                retry.after_ms.map_or(backoff, |ms| i64::try_from(ms).unwrap_or(backoff))
            }
            _ => backoff,
        };
        Step::Wait(Duration::from_millis(u64::try_from(ms).unwrap_or(1000)))
    }
}

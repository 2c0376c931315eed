//! Timers: a batch asks to be called at a time, and a durable worker calls.
//!
//! A timer is claimed, the plugin is called, and its batch commits together with the timer's removal:
//! a crash in between repeats the call, and nothing of the first one was stored.

use super::process::{Answered, Claim, Processed, Why, call_hop};
use crate::channels::{
    Channels,
    account::registry::Channel,
    model::{send_backoff_ms, wait_after},
    store,
};
use crate::{
    db::{DbResult, Tx},
    plugins::{CallError, CallReport, Called, Interface, Timer},
};
use serde_json::json;
use std::{sync::Arc, time::Duration};
use tokio::sync::Semaphore;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// The kind of wake-up call that says timers were set.
pub(in crate::channels) const SET: &str = "timers";

/// Timers one account may have at a time.
const TIMERS_MAX: i64 = 1_000;
/// Timers that may fire at the same time.
const FIRING: usize = 16;
const ROUND: i64 = 50;
/// Attempts before a timer that keeps failing goes to the quarantine.
const ATTEMPTS_MAX: i64 = 10;
/// What a claim lasts beyond the plugin's own time limit: waiting for a turn, and the commit.
const LEASE_MORE_MS: i64 = 30_000;
/// How long a timer waits whose plugin is not there.
const WITHOUT_PLUGIN_MS: i64 = 60_000;

impl Channels {
    /// Stores what a batch says about timers, in its transaction.
    pub(in crate::channels) async fn take_timers(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        timers: &[Timer],
    ) -> DbResult<()> {
        let (client_id, id) = (channel.row.client_id, channel.row.id);
        for timer in timers {
            let Some(at) = timer.at_ms else {
                store::cancel_timer(tx, client_id, id, &timer.name).await?;
                continue;
            };
            if store::count_timers(tx, client_id, id).await? >= TIMERS_MAX {
                let text = format!("A timer was not set: an account has at most {TIMERS_MAX}.");
                return self.note(tx, channel, "error", "timers", &text).await;
            }
            store::set_timer(tx, client_id, id, &timer.name, at).await?;
            tx.queued(SET);
        }
        Ok(())
    }

    /// Fires timers until told to stop; then lets running calls finish.
    pub async fn fire_timers(self, tracker: TaskTracker, stop: CancellationToken) {
        let bell = self.db.wake().waiter(SET);
        let slots = Arc::new(Semaphore::new(FIRING));
        while !stop.is_cancelled() {
            let wait = match self.claim_timers(&slots).await {
                Ok((claimed, wait)) => {
                    for (timer, slot) in claimed {
                        let me = self.clone();
                        tracker.spawn(async move {
                            if let Err(error) = me.fire_one(&timer).await {
                                // The claim runs out, and the timer fires again.
                                tracing::warn!(error = %error, "a timer's call was not stored");
                            }
                            drop(slot);
                            me.db.wake().work(SET);
                        });
                    }
                    wait
                }
                Err(error) => {
                    tracing::warn!(error = %error, "claiming timers failed");
                    Duration::from_millis(500)
                }
            };
            tokio::select! {
                () = stop.cancelled() => return,
                () = bell.notified() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    async fn claim_timers(
        &self,
        slots: &Arc<Semaphore>,
    ) -> DbResult<(Vec<(store::LeasedTimer, tokio::sync::OwnedSemaphorePermit)>, Duration)> {
        let now = self.clock.now_ms();
        let mut conn = self.db.read().await?;
        let due = store::due_timers_across_clients(&mut conn, now, ROUND).await?;
        let next = store::next_timer_across_clients(&mut conn, now).await?;
        drop(conn);
        let mut claimed = vec![];
        for (client_id, channel_id, name) in due {
            let Ok(slot) = slots.clone().try_acquire_owned() else { break };
            let found = self.registry.of_client(client_id, channel_id);
            let wall = found.map_or(0, |c| c.wall_ms());
            let now = self.clock.now_ms();
            let until = now + wall + LEASE_MORE_MS;
            let mut tx = self.db.begin().await?;
            let key = (client_id, channel_id, name.as_str());
            let leased = store::lease_timer(&mut tx, key, &self.node, now, until).await?;
            if let Some(timer) = leased {
                tx.commit().await?;
                claimed.push((timer, slot));
            }
        }
        let ms = next.map_or(1000, |at| (at - self.clock.now_ms()).clamp(1, 1000));
        Ok((claimed, Duration::from_millis(u64::try_from(ms).unwrap_or(1000))))
    }

    async fn fire_one(&self, timer: &store::LeasedTimer) -> DbResult<()> {
        let now = self.clock.now_ms();
        let found = self.registry.of_client(timer.client_id, timer.channel_id);
        let ready = found.filter(|c| c.plugin.is_some());
        let Some(channel) = ready else {
            return self.put_off(timer, now + WITHOUT_PLUGIN_MS).await;
        };
        if channel.breaker.is_open(now) {
            return self.put_off(timer, channel.breaker.resume_at()).await;
        }
        let offers = channel.plugin.as_ref().is_some_and(|p| p.manifest.offers(Interface::Timers));
        if !offers {
            let mut tx = self.db.begin().await?;
            if store::end_timer(&mut tx, timer, &self.node).await? {
                let text =
                    format!("The timer {} was dropped: the plugin offers no timers.", timer.name);
                self.note(&mut tx, &channel, "warn", "timer", &text).await?;
                tx.commit().await?;
            }
            return Ok(());
        }
        let account = self.account(&channel);
        let Called { result, report } = self.host.fire(&account, &timer.name, timer.fire_at).await;
        let batch = match result {
            Ok(batch) => batch,
            Err(error) => return self.timer_failed(&channel, timer, &error, &report).await,
        };
        let hop = call_hop("timer", self.clock.now_ms(), &report, timer.name.clone());
        let answered = Answered { call: "timer", batch: &batch, report: &report, hops: &[hop] };
        match self.process(&channel, &answered, Claim::Timer(timer)).await? {
            Processed::Taken(taken) => {
                taken.commit(self).await?;
            }
            Processed::Poison(text) => {
                let mut tx = self.db.begin().await?;
                self.quarantine_timer(&mut tx, &channel, timer, &Why::Poison(&text)).await?;
                tx.commit().await?;
            }
            Processed::Repeat(_) | Processed::Behind | Processed::Lost => {}
        }
        Ok(())
    }

    async fn put_off(&self, timer: &store::LeasedTimer, until: i64) -> DbResult<()> {
        let mut tx = self.db.begin().await?;
        store::postpone_timer(&mut tx, timer, until, false).await?;
        tx.commit().await
    }

    async fn timer_failed(
        &self,
        channel: &Channel,
        timer: &store::LeasedTimer,
        error: &CallError,
        report: &CallReport,
    ) -> DbResult<()> {
        let attempts = timer.failures + 1;
        let mut tx = self.db.begin().await?;
        if error.is_deterministic() || attempts >= ATTEMPTS_MAX {
            let why = Why::Failed(error, report);
            self.quarantine_timer(&mut tx, channel, timer, &why).await?;
        } else {
            let wait = wait_after(error)
                .unwrap_or_else(|| send_backoff_ms(attempts, self.ids.below(u64::MAX)));
            let next_at = self.clock.now_ms() + wait;
            store::postpone_timer(&mut tx, timer, next_at, true).await?;
            self.record_fault(&mut tx, channel, "timer", error, report).await?;
        }
        tx.commit().await
    }

    async fn quarantine_timer(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        timer: &store::LeasedTimer,
        why: &Why<'_>,
    ) -> DbResult<()> {
        if !store::end_timer(tx, timer, &self.node).await? {
            return self.record_why(tx, channel, "timer", (why, None)).await;
        }
        let now = self.clock.now_ms();
        // The same name may come again with the same time: each firing is an input of its own.
        let key = format!("timer:{}:{}", timer.fire_at, self.ids.token(12));
        let input = json!({ "name": timer.name, "at_ms": timer.fire_at }).to_string();
        let account = (timer.client_id, timer.channel_id);
        let new = store::NewInput {
            input: &input,
            ..store::NewInput::of(account, "timer", &key, now, now)
        };
        self.set_aside(tx, channel, new, why, None).await
    }
}

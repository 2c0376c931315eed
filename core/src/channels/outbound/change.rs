//! Changes of sent messages: lease, call the plugin, show what came of it. The failures mean what they
//! mean for deliveries.

use super::{
    deliver::{dedupe_of, wait_for_token},
    outcome::{Next, after_crash, after_failure},
};
use crate::channels::{
    Channels,
    account::{health::Status, registry::Channel},
    store::{self, LeasedChange},
};
use crate::{
    db::{DbResult, Tx},
    plugins::{
        Batch, CallError, CallReport, Called, Detail, EditTarget, Failure, OutgoingMessage,
        manifest::Dedupe,
    },
    tickets::{self, ChangeKind, ChangeState},
};
use std::{sync::Arc, time::Duration};
use tokio::sync::Semaphore;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// The kind of wake-up call that says changes were queued.
pub(in crate::channels) const CHANGES: &str = "changes";

/// Changes that may be on their way at the same time.
const SENDERS: usize = 16;
const ROUND: i64 = 50;
/// What a lease lasts beyond the plugin's own time limit.
const LEASE_MORE_MS: i64 = 30_000;

impl Channels {
    /// Carries changes out until told to stop; then lets running calls finish.
    pub async fn change_sent(self, tracker: TaskTracker, stop: CancellationToken) {
        let bell = self.db.wake().waiter(CHANGES);
        // A change may wait for its message to be sent.
        let sent = self.db.wake().waiter(super::carrier::SETTLED);
        let slots = Arc::new(Semaphore::new(SENDERS));
        while !stop.is_cancelled() {
            match self.claim_changes(&slots).await {
                Ok(claimed) => {
                    for (channel, change, slot) in claimed {
                        let me = self.clone();
                        tracker.spawn(async move {
                            me.change_one(&channel, &change).await;
                            drop(slot);
                            me.db.wake().work(CHANGES);
                        });
                    }
                }
                Err(error) => tracing::warn!(error = %error, "claiming changes failed"),
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = bell.notified() => {}
                () = sent.notified() => {}
                () = tokio::time::sleep(Duration::from_secs(1)) => {}
            }
        }
    }

    async fn claim_changes(
        &self,
        slots: &Arc<Semaphore>,
    ) -> DbResult<Vec<(Arc<Channel>, LeasedChange, tokio::sync::OwnedSemaphorePermit)>> {
        self.settle_interrupted_changes(false).await?;
        let now = self.clock.now_ms();
        let mut conn = self.db.read().await?;
        let due = store::due_changes_across_clients(&mut conn, now, ROUND).await?;
        drop(conn);
        let mut claimed = vec![];
        for (client_id, channel_id, id) in due {
            let found = self.registry.of_client(client_id, channel_id);
            let wall = found.as_ref().map_or(0, |c| c.wall_ms());
            let Ok(slot) = slots.clone().try_acquire_owned() else { break };
            let mut tx = self.db.begin().await?;
            let until = now + wall + LEASE_MORE_MS;
            let leased = store::lease_change(&mut tx, client_id, id, &self.node, until).await?;
            let Some(change) = leased else { continue };
            let ready =
                found.filter(|c| c.plugin.is_some() && !c.breaker.is_open(self.clock.now_ms()));
            let Some(channel) = ready else {
                let again = Some(now + 5_000);
                store::move_change(&mut tx, &change, "queued", again, now).await?;
                tx.commit().await?;
                continue;
            };
            let state = ChangeState {
                kind: ChangeKind::parse(&change.kind),
                state: "sending",
                error: None,
                put_back: None,
                now,
            };
            tickets::settle_change(&mut tx, client_id, change.message_id, &state).await?;
            tx.commit().await?;
            claimed.push((channel, change, slot));
        }
        Ok(claimed)
    }

    async fn change_one(&self, channel: &Channel, change: &LeasedChange) {
        let (result, report) = self.call_change(channel, change).await;
        for pause in [50, 200, 1000, 3000, 10_000] {
            match self.settle_change(channel, change, &result, &report).await {
                Ok(()) => return,
                Err(error) => {
                    tracing::error!(error = %error, change.id, "a change's outcome was not recorded");
                    tokio::time::sleep(Duration::from_millis(pause)).await;
                }
            }
        }
    }

    async fn call_change(
        &self,
        channel: &Channel,
        change: &LeasedChange,
    ) -> (Result<Batch, CallError>, CallReport) {
        let permanent = |code: &str, text: &str| {
            let failure = Failure::Permanent(Detail::new(code, text));
            (Err(CallError::Failure(failure)), CallReport::default())
        };
        let prepared = match self.prepare_change(channel, change).await {
            Ok(Some(prepared)) => prepared,
            Ok(None) => return permanent("core.gone", "The message never arrived."),
            Err(error) => {
                let detail = Detail::new("core.unavailable", error.to_string());
                let failure = Failure::Retryable(detail, crate::plugins::Retry::default());
                return (Err(CallError::Failure(failure)), CallReport::default());
            }
        };
        let (target, message) = prepared;
        if target.external_ids.is_empty() {
            return permanent(
                "core.unnamed",
                "The provider gave this message no id to change it by.",
            );
        }
        let account = self.account(channel);
        let Called { result, report } = match ChangeKind::parse(&change.kind) {
            ChangeKind::Edit => self.host.edit(&account, &target, &message).await,
            ChangeKind::Delete => self.host.delete(&account, &target).await,
            ChangeKind::React => self.host.react(&account, &target, change.body.as_deref()).await,
        };
        (result, report)
    }

    /// The target and the message as it shall read. None when the message failed to be sent.
    async fn prepare_change(
        &self,
        channel: &Channel,
        change: &LeasedChange,
    ) -> DbResult<Option<(EditTarget, OutgoingMessage)>> {
        let (client_id, message_id) = (change.client_id, change.message_id);
        let mut conn = self.db.read().await?;
        let found = store::changed_message(&mut conn, client_id, message_id).await?;
        let Some((state, thread)) = found else { return Ok(None) };
        if matches!(state.as_str(), "failed" | "unknown") {
            return Ok(None);
        }
        let external_ids =
            tickets::externals_of(&mut conn, client_id, change.channel_id, message_id).await?;
        drop(conn);
        let leased = store::Leased {
            id: change.id,
            client_id,
            channel_id: change.channel_id,
            ticket_id: change.ticket_id,
            message_id,
            thread,
            attempt: change.attempt,
            op_id: change.op_id.clone(),
            prior_unknown: false,
            progress: store::Progress::default(),
        };
        let Some(mut message) = self.outgoing(channel, &leased).await? else { return Ok(None) };
        if change.kind == "edit" {
            // Later edits may have changed the message further; each is carried out as it was made.
            message.text = change.body.clone();
            message.html = None;
        }
        let target = EditTarget {
            external_ids,
            thread: leased.thread,
            channel: message.channel.clone(),
            recipient: message.recipient.clone(),
            op_id: change.op_id.clone(),
        };
        Ok(Some((target, message)))
    }

    async fn settle_change(
        &self,
        channel: &Channel,
        change: &LeasedChange,
        result: &Result<Batch, CallError>,
        report: &CallReport,
    ) -> DbResult<()> {
        let mut tx = self.db.begin().await?;
        match result {
            Ok(batch) => {
                if !self.end_change(&mut tx, change, "sent", None).await? {
                    return Ok(());
                }
                self.record_call(&mut tx, channel, "change", report).await?;
                let after = self.take_batch(&mut tx, channel, batch, &[]).await?;
                self.record_success(&mut tx, channel).await?;
                tx.commit().await?;
                self.finish(channel, &after).await;
                Ok(())
            }
            Err(error) => {
                self.record_fault(&mut tx, channel, "change", error, report).await?;
                let jitter = self.ids.below(u64::MAX);
                let reached_out = report.bytes_out > 0;
                let dedupe = dedupe_of(channel);
                let mut next = after_failure(error, change.attempt, dedupe, reached_out, jitter);
                if matches!(next, Next::SignIn { .. })
                    && self.renewing(&mut tx, channel, error).await?
                {
                    next = wait_for_token();
                }
                self.apply_change(&mut tx, Some(channel), change, &next).await?;
                tx.commit().await
            }
        }
    }

    async fn apply_change(
        &self,
        tx: &mut Tx,
        channel: Option<&Channel>,
        change: &LeasedChange,
        next: &Next,
    ) -> DbResult<()> {
        match next {
            Next::Again { in_ms, code, message, .. } => {
                let now = self.clock.now_ms();
                if !store::move_change(tx, change, "queued", Some(now + in_ms), now).await? {
                    return Ok(());
                }
                self.show_change(tx, change, "queued", Some((code, message)), None).await
            }
            Next::Failed { code, message } => {
                self.end_change(tx, change, "failed", Some((code, message))).await.map(drop)
            }
            Next::Unknown { code, message } => {
                self.end_change(tx, change, "unknown", Some((code, message))).await.map(drop)
            }
            Next::SignIn { message } => {
                if let Some(channel) = channel {
                    self.set_status(tx, channel, Status::AuthFailed, message, None).await?;
                }
                let why = Some(("channel.sign_in", message.as_str()));
                self.end_change(tx, change, "failed", why).await.map(drop)
            }
        }
    }

    /// Ends a change. What failed is put back, unless a later change of the same kind stands. False
    /// when the lease was lost.
    async fn end_change(
        &self,
        tx: &mut Tx,
        change: &LeasedChange,
        state: &str,
        error: Option<(&str, &str)>,
    ) -> DbResult<bool> {
        let now = self.clock.now_ms();
        if !store::move_change(tx, change, state, None, now).await? {
            return Ok(false);
        }
        let undo = state == "failed" && !store::later_change(tx, change).await?;
        let put_back = undo.then_some(change.earlier.as_str());
        self.show_change(tx, change, state, error, put_back).await?;
        Ok(true)
    }

    async fn show_change(
        &self,
        tx: &mut Tx,
        change: &LeasedChange,
        state: &str,
        error: Option<(&str, &str)>,
        put_back: Option<&str>,
    ) -> DbResult<()> {
        let kind = ChangeKind::parse(&change.kind);
        let shown = ChangeState { kind, state, error, put_back, now: self.clock.now_ms() };
        tickets::settle_change(tx, change.client_id, change.message_id, &shown).await
    }

    /// Settles changes whose sender is gone. `only` is set where no other process can be alive.
    pub async fn settle_interrupted_changes(&self, only: bool) -> DbResult<usize> {
        let now = self.clock.now_ms();
        let mut conn = self.db.read().await?;
        let owner = only.then_some(self.node.as_str());
        let lost = store::interrupted_changes_across_clients(&mut conn, now, owner).await?;
        drop(conn);
        for change in &lost {
            let channel = self.registry.of_client(change.client_id, change.channel_id);
            let dedupe = channel.as_deref().map_or(Dedupe::None, dedupe_of);
            let mut tx = self.db.begin().await?;
            self.apply_change(&mut tx, channel.as_deref(), change, &after_crash(dedupe)).await?;
            tx.commit().await?;
        }
        Ok(lost.len())
    }
}

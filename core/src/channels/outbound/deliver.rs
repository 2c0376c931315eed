//! The outbox: lease, call the plugin, record the outcome.
//!
//! The lease commits before the plugin runs, so a crash leaves a delivery `sending`: then nobody
//! knows whether the provider has it, and [`super::outcome::after_crash`] decides.

mod claim;
mod compose;
mod parts;

use super::{
    carrier::{QUEUED, SETTLED},
    outcome::{Next, after_crash, after_failure},
};
use crate::channels::{
    Channels,
    account::{health::Status, registry::Channel},
    inbound::mailbox::smtp_settings,
    store::{self, Lease, Leased, Progress},
};
use crate::{
    db::DbResult,
    mail::{self, SendError},
    plugins::{
        CallError, CallReport, Called, Detail, Failure, OutgoingMessage, Retry, SentPart,
        manifest::Dedupe,
    },
    telemetry::SPANS,
    tickets::{self, Hop, StateChange},
};
use std::{sync::Arc, time::Duration};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tracing::Instrument as _;

/// How long a delivery stays with a process that shows no life. Others of the same conversation wait
/// behind it, so it is short; a send that takes longer keeps its lease by renewing it.
const LEASE_MS: i64 = 30_000;
const RENEW: Duration = Duration::from_secs(8);
/// Sends that may run at the same time.
const SENDERS: usize = 64;

impl Channels {
    /// Sends until told to stop; then lets running sends finish.
    pub async fn deliver(self, tracker: TaskTracker, stop: CancellationToken) {
        let bell = self.db.wake().waiter(QUEUED);
        let senders = Arc::new(tokio::sync::Semaphore::new(SENDERS));
        // It ends with the last send, not with the stop signal.
        tracker.spawn(self.clone().renew_leases(senders.clone(), stop.clone()));
        let mut last = 0;
        while !stop.is_cancelled() {
            let wait = match self.claim_round(&senders, &mut last).await {
                Ok((leased, wait)) => {
                    let found = !leased.is_empty();
                    for (channel, delivery, permit) in leased {
                        let me = self.clone();
                        tracker.spawn(async move {
                            me.send_one(&channel, &delivery).await;
                            drop(permit);
                            me.db.wake().work(QUEUED);
                            me.db.wake().work(SETTLED);
                        });
                    }
                    if found { Duration::ZERO } else { wait }
                }
                Err(error) => {
                    tracing::warn!(error = %error, "claiming deliveries failed");
                    Duration::from_millis(500)
                }
            };
            if wait.is_zero() {
                continue;
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = bell.notified() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// Keeps the leases of sends that take long, until the last one has ended.
    async fn renew_leases(self, senders: Arc<tokio::sync::Semaphore>, stop: CancellationToken) {
        let idle = || senders.available_permits() == SENDERS;
        loop {
            let stopping = stop.is_cancelled();
            if stopping && idle() {
                return;
            }
            // The end of the last send is what a stopping server waits for.
            let pause = if stopping { Duration::from_millis(200) } else { RENEW };
            tokio::select! {
                () = stop.cancelled(), if !stopping => continue,
                () = tokio::time::sleep(pause) => {}
            }
            if idle() {
                continue;
            }
            let now = self.clock.now_ms();
            let by = Lease { owner: &self.node, until: now + LEASE_MS };
            let renewed = async {
                let mut tx = self.db.begin().await?;
                store::renew_across_clients(&mut tx, &by, now + LEASE_MS / 2).await?;
                tx.commit().await
            };
            if let Err(error) = renewed.await {
                tracing::warn!(error = %error, "leases of running sends were not renewed");
            }
        }
    }

    async fn send_one(&self, channel: &Channel, delivery: &Leased) {
        let span = tracing::trace_span!(
            target: SPANS,
            "delivery",
            otel.kind = "producer",
            client.id = delivery.client_id,
            channel.id = delivery.channel_id,
            message.id = delivery.message_id,
            attempt = delivery.attempt,
        );
        self.send_and_settle(channel, delivery).instrument(span).await;
    }

    /// Sends a message part by part; most have one.
    async fn send_and_settle(&self, channel: &Channel, delivery: &Leased) {
        let mut delivery = delivery.clone();
        while let Some(progress) = self.send_next(channel, &delivery).await {
            delivery.progress = progress;
            delivery.prior_unknown = false;
        }
    }

    /// Sends what comes next and records the outcome. Gives how far the message has come when a part
    /// of it is left.
    async fn send_next(&self, channel: &Channel, delivery: &Leased) -> Option<Progress> {
        let started = self.clock.now_ms();
        let (result, report) = match self.outgoing(channel, delivery).await {
            Ok(Some(message)) => self.call(channel, delivery, &message).await,
            Ok(None) => {
                let detail = Detail::new("core.gone", "The message or its ticket is gone.");
                (Err(CallError::Failure(Failure::Permanent(detail))), CallReport::default())
            }
            Err(error) => {
                let detail = Detail::new("core.unavailable", error.to_string());
                let failure = Failure::Retryable(detail, Retry::default());
                (Err(CallError::Failure(failure)), CallReport::default())
            }
        };
        // The outcome must be recorded: what the provider accepted may not be forgotten because the
        // database was busy for a moment.
        for pause in [50, 200, 1000, 3000, 10_000, 30_000] {
            match self.settle(channel, delivery, &result, &report, started).await {
                Ok(left) => return left,
                Err(error) => {
                    tracing::error!(error = %error, delivery.id, "a send's outcome was not recorded");
                    tokio::time::sleep(Duration::from_millis(pause)).await;
                }
            }
        }
        None
    }

    async fn call(
        &self,
        channel: &Channel,
        delivery: &Leased,
        message: &OutgoingMessage,
    ) -> (Result<SentPart, CallError>, CallReport) {
        let account = self.account(channel);
        let is_mail = channel.plugin.as_ref().is_some_and(|p| p.manifest.mail.is_some());
        if !is_mail {
            return self.call_plugin(channel, &account, delivery, message).await;
        }
        let Called { result, report } = self.host.compose_mail(&account, message).await;
        let envelope = match result {
            Ok(envelope) => envelope,
            Err(error) => return (Err(error), report),
        };
        let Some(smtp) = smtp_settings(channel, &account.config, &account.secrets) else {
            let detail = Detail::new("mail.settings", "The outgoing mail server is not set.");
            let missing = vec![("smtp_host".to_owned(), detail)];
            return (Err(CallError::Failure(Failure::NeedsConfig(missing))), report);
        };
        let raw = match self.blobs.get_range(&envelope.raw, 0..envelope.raw.size).await {
            Ok(raw) => raw,
            Err(error) => {
                let detail = Detail::new("core.blobs", error.to_string());
                let failure = Failure::Retryable(detail, Retry::default());
                return (Err(CallError::Failure(failure)), report);
            }
        };
        let network = self.network_of(&account);
        let said = mail::submit(&smtp, &network, &envelope.from, &envelope.recipients, &raw).await;
        let result =
            said.map_err(|error| CallError::Failure(mail_failure(error))).map(|_| SentPart {
                external_ids: vec![envelope.message_id],
                of: 1,
                status: "sent".into(),
                batch: crate::plugins::Batch::default(),
            });
        (result, report)
    }

    async fn settle(
        &self,
        channel: &Channel,
        delivery: &Leased,
        result: &Result<SentPart, CallError>,
        report: &CallReport,
        started: i64,
    ) -> DbResult<Option<Progress>> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        match result {
            Ok(sent) => {
                self.record_call(&mut tx, channel, "send", report).await?;
                let client_id = delivery.client_id;
                let progress = delivery.after(sent);
                let complete = progress.is_complete();
                if !store::set_progress(&mut tx, delivery, &progress).await?
                    || (complete && !store::finish(&mut tx, delivery, "sent", now).await?)
                {
                    return Ok(None);
                }
                for id in &sent.external_ids {
                    let message_id = delivery.message_id;
                    tickets::note_external(&mut tx, client_id, channel.row.id, message_id, id)
                        .await?;
                }
                if complete {
                    let took_us = (now - started) * 1000;
                    let change = sent_change(delivery, sent, &progress, (now, took_us));
                    tickets::change_state(&mut tx, client_id, delivery.message_id, &change).await?;
                    let ids = progress.external_ids();
                    self.apply_early_receipts(&mut tx, channel, delivery.message_id, &ids).await?;
                }
                let after = self.take_batch(&mut tx, channel, &sent.batch, &[]).await?;
                channel.breaker.outbound(now);
                if channel.breaker.note_due(now) {
                    store::note_outbound(&mut tx, client_id, channel.row.id, now).await?;
                }
                self.record_success(&mut tx, channel).await?;
                tx.commit().await?;
                self.finish(channel, &after).await;
                Ok((!complete).then_some(progress))
            }
            Err(error) => {
                self.record_fault(&mut tx, channel, "send", error, report).await?;
                let dedupe = dedupe_of(channel);
                let jitter = self.ids.below(u64::MAX);
                let reached_out = report.bytes_out > 0;
                let mut next =
                    after_failure(error, delivery.part_attempt(), dedupe, reached_out, jitter);
                if matches!(next, Next::SignIn { .. })
                    && self.renewing(&mut tx, channel, error).await?
                {
                    next = wait_for_token();
                }
                self.apply(&mut tx, Some(channel), delivery, &next).await?;
                tx.commit().await?;
                Ok(None)
            }
        }
    }

    /// Records what happens next with a delivery that was not sent.
    async fn apply(
        &self,
        tx: &mut crate::db::Tx,
        channel: Option<&Channel>,
        delivery: &Leased,
        next: &Next,
    ) -> DbResult<()> {
        let now = self.clock.now_ms();
        let client_id = delivery.client_id;
        let (state, code, message, retry_at) = match next {
            Next::Again { in_ms, code, message, prior_unknown } => {
                let at = now + in_ms;
                if !store::back_to_queue(tx, delivery, at, *prior_unknown).await? {
                    return Ok(());
                }
                ("queued", code.as_str(), message.as_str(), Some(at))
            }
            Next::Failed { code, message } => {
                if !store::finish(tx, delivery, "failed", now).await? {
                    return Ok(());
                }
                ("failed", code.as_str(), message.as_str(), None)
            }
            Next::Unknown { code, message } => {
                if !store::finish(tx, delivery, "unknown", now).await? {
                    return Ok(());
                }
                ("unknown", code.as_str(), message.as_str(), None)
            }
            Next::SignIn { message } => {
                if let Some(channel) = channel {
                    self.set_status(tx, channel, Status::AuthFailed, message, None).await?;
                }
                if !store::finish(tx, delivery, "failed", now).await? {
                    return Ok(());
                }
                ("failed", "channel.sign_in", message.as_str(), None)
            }
        };
        let message = delivery.progress.told(message);
        let change = StateChange {
            state,
            error_code: Some(code),
            error_message: Some(&message),
            retry_at,
            hop: Hop {
                name: state.into(),
                at_ms: now,
                took_us: 0,
                detail: format!("attempt {}: {message}", delivery.attempt),
            },
        };
        tickets::change_state(tx, client_id, delivery.message_id, &change).await?;
        Ok(())
    }

    /// Settles deliveries whose sender is gone. `only` is set where no other process can be alive.
    pub async fn settle_interrupted(&self, only: bool) -> DbResult<usize> {
        let now = self.clock.now_ms();
        let mut conn = self.db.read().await?;
        let owner = only.then_some(self.node.as_str());
        let lost = store::interrupted_across_clients(&mut conn, now, owner).await?;
        drop(conn);
        for delivery in &lost {
            let channel = self.registry.of_client(delivery.client_id, delivery.channel_id);
            let dedupe = channel.as_deref().map_or(Dedupe::None, dedupe_of);
            let mut tx = self.db.begin().await?;
            self.apply(&mut tx, channel.as_deref(), delivery, &after_crash(dedupe)).await?;
            tx.commit().await?;
        }
        Ok(lost.len())
    }
}

/// The change of a message that the provider has taken as a whole.
fn sent_change(
    delivery: &Leased,
    part: &SentPart,
    progress: &Progress,
    (now, took_us): (i64, i64),
) -> StateChange<'static> {
    let parts = match progress.parts_total {
        1 => String::new(),
        of => format!(" in {of} parts"),
    };
    let attempt = delivery.attempt;
    StateChange {
        state: if part.status == "delivered" { "delivered" } else { "sent" },
        error_code: None,
        error_message: None,
        retry_at: None,
        hop: Hop {
            name: "sent".into(),
            at_ms: now,
            took_us,
            detail: format!("attempt {attempt}, accepted by the provider{parts}"),
        },
    }
}

/// The token is being renewed; the message waits for that.
pub(in crate::channels) fn wait_for_token() -> Next {
    Next::Again {
        in_ms: 3_000,
        code: "channel.renewing".into(),
        message: "The sign-in at the provider is being renewed.".into(),
        prior_unknown: false,
    }
}

pub(in crate::channels) fn dedupe_of(channel: &Channel) -> Dedupe {
    channel.plugin.as_ref().map_or(Dedupe::None, |p| p.manifest.send.dedupe)
}

fn mail_failure(error: SendError) -> Failure {
    let detail = |code: &str, text: &str, said: &mail::ServerReply| Detail {
        code: code.to_owned(),
        message: text.to_owned(),
        provider: Some(said.to_string()),
    };
    match error {
        SendError::Transient(said) => Failure::Retryable(
            detail("smtp.transient", &format!("The mail server is not ready: {said}"), &said),
            Retry::default(),
        ),
        SendError::Permanent(said) => Failure::Permanent(detail(
            "smtp.refused",
            &format!("The mail server refused this message: {said}"),
            &said,
        )),
        SendError::Auth(said) => Failure::AuthExpired(detail(
            "smtp.auth",
            &format!("The outgoing mail server refused the login: {said}"),
            &said,
        )),
        SendError::Unknown(said) => Failure::OutcomeUnknown(detail(
            "smtp.unknown",
            "The connection ended after the message was handed in; it may have been accepted.",
            &said,
        )),
    }
}

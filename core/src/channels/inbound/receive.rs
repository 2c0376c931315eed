//! A provider calls a webhook: verify, run the plugin, commit, answer. Delivery is at least once,
//! and a repeat is known by its key (`store/inputs.rs`).
//!
//! The receipt and the plugin's batch commit in one transaction, before the answer. A provider that
//! gets no answer sends again, so nothing is lost when the process dies in between; see
//! `docs/decisions`.

use super::intake::is_poison;
use crate::channels::{
    Channels,
    account::{
        health::{Fault, code_of},
        registry::Channel,
    },
    model::provider_key,
    store,
};
use crate::{
    db::DbResult,
    plugins::{self, CallError, Called, WebhookReply, WebhookRequest},
    telemetry::SPANS,
    tickets::Hop,
};
use serde_json::json;
use std::sync::Arc;
use tracing::{Instrument as _, field::Empty};

/// What to answer the provider.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::channels) enum Answer {
    Reply(WebhookReply),
    /// No such address, or the account is switched off.
    Unknown,
    /// No recipe of the manifest passed.
    Refused,
    /// Not stored; the provider shall send it again.
    NotNow,
}

impl Answer {
    fn name(&self) -> &'static str {
        match self {
            Self::Reply(_) => "taken",
            Self::Unknown => "unknown",
            Self::Refused => "refused",
            Self::NotNow => "not now",
        }
    }
}

impl Channels {
    /// Takes one request of a provider.
    pub(in crate::channels) async fn receive(
        &self,
        hook_key: &str,
        request: WebhookRequest,
    ) -> Answer {
        let span = tracing::trace_span!(
            target: SPANS,
            "webhook",
            otel.kind = "server",
            client.id = Empty,
            channel.id = Empty,
            bytes = request.body.len().cast_signed(),
            answer = Empty,
        );
        let answer = self.take_request(hook_key, request, &span).instrument(span.clone()).await;
        span.record("answer", answer.name());
        answer
    }

    async fn take_request(
        &self,
        hook_key: &str,
        mut request: WebhookRequest,
        span: &tracing::Span,
    ) -> Answer {
        let started = self.clock.now_us();
        let Some(channel) = self.registry.by_hook(hook_key).filter(|c| c.row.enabled) else {
            return Answer::Unknown;
        };
        span.record("client.id", channel.row.client_id);
        span.record("channel.id", channel.row.id);
        let Some(plugin) = channel.plugin.clone() else { return Answer::NotNow };
        if !plugin.manifest.offers(plugins::Interface::Webhook) {
            return Answer::Unknown;
        }
        let secrets = self.secrets(&channel);
        match plugins::verify(
            &plugin.manifest,
            &secrets,
            &request.headers,
            &request.query,
            &request.body,
        ) {
            Ok(recipe) => request.verified = recipe,
            Err(error) => {
                tracing::info!(channel.id = channel.row.id, %error, "a webhook was refused");
                return Answer::Refused;
            }
        }
        let recipe = plugin.manifest.webhook.as_ref().and_then(|w| w.dedupe.clone());
        let key = provider_key(recipe.as_deref(), &request.headers, &request.query, &request.body);
        plugins::strip_proofs(&plugin.manifest, &mut request.headers, &mut request.query);
        let verified_us = self.clock.now_us() - started;
        let input = Received { channel, key, request, started, verified_us };
        match self.run_webhook(&input).await {
            Ok(reply) => Answer::Reply(reply.unwrap_or_default()),
            Err(error) => {
                tracing::warn!(error = %error, "a webhook could not be stored");
                Answer::NotNow
            }
        }
    }

    async fn run_webhook(&self, input: &Received) -> DbResult<Option<WebhookReply>> {
        let channel = &input.channel;
        let now = self.clock.now_ms();
        if channel.breaker.is_open(now) {
            self.keep(input, "retry", Some(channel.breaker.resume_at()), None, None).await?;
            return Ok(None);
        }
        let account = self.account(channel);
        let called = self.host.webhook(&account, input.request.clone()).await;
        let Called { result, report } = called;
        let (reply, batch) = match result {
            Ok(done) => done,
            Err(error) => {
                self.keep_failed(input, &error, &report).await?;
                return Ok(None);
            }
        };
        let hops = input.hops(self, &report);
        let mut tx = self.begin_batch(channel, &batch).await?;
        if input.request.method != "GET" {
            let (new, now) = (input.row("done", None, None), self.clock.now_ms());
            match store::insert_input(&mut tx, &new.borrow(now), self.young_since(now)).await? {
                Some(store::Inserted { is_behind: false, .. }) => {}
                // What came before it would otherwise be shown after it.
                Some(store::Inserted { is_behind: true, .. }) => {
                    drop(tx);
                    self.keep(input, "retry", Some(self.clock.now_ms()), None, None).await?;
                    return Ok(reply);
                }
                // A repeat. What it brings is here already, or waits for its next attempt. The first
                // may be of this group and not on disk yet: only its commit allows an answer.
                None => {
                    tx.commit().await?;
                    return Ok(reply);
                }
            }
        }
        self.record_call(&mut tx, channel, "webhook", &report).await?;
        match self.take_batch(&mut tx, channel, &batch, &hops).await {
            Ok(after) => {
                self.record_success(&mut tx, channel).await?;
                tx.commit().await?;
                self.finish(channel, &after).await;
                Ok(reply)
            }
            Err(error) if is_poison(&error) => {
                drop(tx);
                let text = error.to_string();
                tracing::error!(channel.id = channel.row.id, error = %text, "a batch could not be stored");
                self.keep(input, "quarantined", None, Some(("core.refused", &text)), None).await?;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    async fn keep_failed(
        &self,
        input: &Received,
        error: &CallError,
        report: &plugins::CallReport,
    ) -> DbResult<()> {
        let code = code_of(error);
        let text = error.to_string();
        let (state, next_at) = if error.is_deterministic() {
            ("quarantined", None)
        } else {
            ("retry", Some(self.clock.now_ms() + 2_000))
        };
        self.keep(input, state, next_at, Some((&code, &text)), Some((error, report))).await
    }

    /// Stores an input that did not become messages, for a later attempt or for the quarantine.
    async fn keep(
        &self,
        input: &Received,
        state: &'static str,
        next_at: Option<i64>,
        error: Option<(&str, &str)>,
        fault: Option<(&CallError, &plugins::CallReport)>,
    ) -> DbResult<()> {
        let mut tx = self.db.begin().await?;
        let new = input.row(state, next_at, error);
        let row = new.borrow(self.clock.now_ms());
        let Some(id) = self.keep_input(&mut tx, &row).await? else {
            return tx.commit().await;
        };
        if let Some((error, report)) = fault {
            let fault = Fault { call: "webhook", error, report, input_id: Some(id) };
            self.record_fault_of(&mut tx, &input.channel, &fault).await?;
        }
        if state == "retry" {
            tx.queued(super::replay::RETRY);
        }
        tx.commit().await
    }
}

struct Received {
    channel: Arc<Channel>,
    key: String,
    request: WebhookRequest,
    started: i64,
    verified_us: i64,
}

struct Row<'a> {
    received: &'a Received,
    input: String,
    state: &'static str,
    next_at: Option<i64>,
    error: Option<(&'a str, &'a str)>,
}

impl Row<'_> {
    fn borrow(&self, now: i64) -> store::NewInput<'_> {
        let received = self.received;
        store::NewInput {
            client_id: received.channel.row.client_id,
            channel_id: received.channel.row.id,
            kind: "webhook",
            provider_key: &received.key,
            input: &self.input,
            body: Some(&received.request.body),
            body_blob: None,
            state: self.state,
            next_at: self.next_at,
            error: self.error,
            received_at: received.started / 1000,
            now,
        }
    }
}

impl Received {
    fn row<'a>(
        &'a self,
        state: &'static str,
        next_at: Option<i64>,
        error: Option<(&'a str, &'a str)>,
    ) -> Row<'a> {
        // The body has a column of its own; the rest is small.
        let input = WebhookRequest { body: vec![], ..self.request.clone() };
        let input = serde_json::to_string(&input).unwrap_or_default();
        Row { received: self, input, state, next_at, error }
    }

    fn hops(&self, channels: &Channels, report: &plugins::CallReport) -> Vec<Hop> {
        let at_ms = self.started / 1000;
        let now = channels.clock.now_ms();
        vec![
            Hop {
                name: "webhook".into(),
                at_ms,
                took_us: self.verified_us,
                detail: json!({ "bytes": self.request.body.len() }).to_string(),
            },
            Hop {
                name: "verified".into(),
                at_ms,
                took_us: 0,
                detail: self.request.verified.clone(),
            },
            Hop {
                name: "plugin".into(),
                at_ms: now,
                took_us: i64::try_from(report.wall_us).unwrap_or(i64::MAX),
                detail: format!(
                    "{} of memory, {} host calls",
                    report.peak_memory, report.host_calls
                ),
            },
        ]
    }
}

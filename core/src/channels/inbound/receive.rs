//! A provider calls a webhook: verify, run the plugin, commit, answer. Delivery is at least once,
//! and a repeat is known by its key (`store/inputs.rs`).
//!
//! The receipt and the plugin's batch commit in one transaction, before the answer. A provider that
//! gets no answer sends again, so nothing is lost when the process dies in between; see
//! `docs/decisions`.

use super::process::{Answered, Claim, Processed, Why, plugin_hop};
use crate::channels::{Channels, account::registry::Channel, model::provider_key, store};
use crate::{
    db::DbResult,
    plugins::{self, Called, WebhookReply, WebhookRequest},
    telemetry::SPANS,
    tickets::Hop,
};
use serde_json::json;
use std::sync::Arc;
use tracing::{Instrument as _, field::Empty};

/// How long a request that failed waits for its next attempt.
const RETRY_MS: i64 = 2_000;

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
            let wait = channel.breaker.resume_at() - now;
            self.keep(input, &Why::Behind, Some(wait)).await?;
            return Ok(None);
        }
        let account = self.account(channel);
        let called = self.host.webhook(&account, input.request.clone()).await;
        let Called { result, report } = called;
        let (reply, batch) = match result {
            Ok(done) => done,
            Err(error) => {
                self.keep(input, &Why::Failed(&error, &report), Some(RETRY_MS)).await?;
                return Ok(None);
            }
        };
        let hops = input.hops(self, &report);
        let answered = Answered { call: "webhook", batch: &batch, report: &report, hops: &hops };
        let stored = input.stored();
        let new = input.row(&stored, self.clock.now_ms());
        // A GET asks whether this is the right address, and brings nothing that counts.
        let claim = match input.request.method.as_str() {
            "GET" => Claim::Unclaimed,
            _ => Claim::KeyInOrder(&new),
        };
        match self.process(channel, &answered, claim).await? {
            Processed::Taken(taken) => {
                taken.commit(self).await?;
            }
            Processed::Repeat(tx) => tx.commit().await?,
            // What came before it would otherwise be shown after it.
            Processed::Behind => self.keep(input, &Why::Behind, Some(0)).await?,
            Processed::Lost => {}
            Processed::Poison(text) => {
                self.keep(input, &Why::Poison(&text), None).await?;
                return Ok(None);
            }
        }
        Ok(reply)
    }

    /// Keeps a request that did not become messages; see [`Channels::set_aside`].
    async fn keep(&self, input: &Received, why: &Why<'_>, retry_ms: Option<i64>) -> DbResult<()> {
        let stored = input.stored();
        let mut tx = self.db.begin().await?;
        let new = input.row(&stored, self.clock.now_ms());
        self.set_aside(&mut tx, &input.channel, new, why, retry_ms).await?;
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

impl Received {
    /// The request as it is kept: the body has a column of its own, the rest is small.
    fn stored(&self) -> String {
        let request = WebhookRequest { body: vec![], ..self.request.clone() };
        serde_json::to_string(&request).unwrap_or_default()
    }

    fn row<'a>(&'a self, stored: &'a str, now: i64) -> store::NewInput<'a> {
        let account = (self.channel.row.client_id, self.channel.row.id);
        let received_at = self.started / 1000;
        store::NewInput {
            input: stored,
            body: Some(&self.request.body),
            ..store::NewInput::of(account, "webhook", &self.key, received_at, now)
        }
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
            plugin_hop(now, report),
        ]
    }
}

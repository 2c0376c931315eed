//! Sending one delivery, and what follows from the answer. The address is reached through the broker
//! that plugins use: public addresses over https, and what the operator allowed by name.

use super::{
    Webhooks,
    admin::{act, secret_context},
    events::WebhookGivenUp,
    model::{Next, PATIENCE_MS, after},
    sign,
    store::{self, Waiting},
};
use crate::{
    audit::{self, Action, Author},
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
    jobs::{Class, Handlers, Job, JobError, NewJob, queue},
    plugins::{Purpose, egress::NetError, net_error_text},
};
use serde_json::{Value, json};
use std::time::Duration;
use url::Url;

const DELIVER: &str = "webhooks.deliver";
const SWEEP: &str = "webhooks.sweep";
const LIMIT: Duration = Duration::from_secs(15);
/// How long deliveries can be looked at and sent again.
const KEEP_MS: i64 = 30 * 86_400_000;
const EVERY_MS: i64 = 3_600_000;
const STEP: i64 = 1_000;
const ERROR_MAX: usize = 300;

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, webhooks: &Webhooks) {
    let (sending, sweeping) = (webhooks.clone(), webhooks.clone());
    handlers.on(DELIVER, move |job| {
        let webhooks = sending.clone();
        async move { webhooks.deliver(&job).await }
    });
    handlers.every(SWEEP, EVERY_MS, move || {
        let webhooks = sweeping.clone();
        async move { webhooks.sweep().await }
    });
}

/// Plans the sending in the transaction that made the delivery.
pub(super) async fn plan(tx: &mut Tx, client_id: i64, delivery: i64, now: i64) -> DbResult<()> {
    let job = NewJob {
        client_id,
        class: Class::Outside,
        kind: DELIVER,
        key: delivery.to_string(),
        payload: json!({ "delivery": delivery }),
        run_at_ms: now,
    };
    queue::enqueue(tx, job).await
}

/// Switches an address off that takes nothing, and tells the admins.
pub(super) async fn give_up(
    tx: &mut Tx,
    (client_id, webhook_id): (i64, i64),
    url: &str,
    now: i64,
) -> DbResult<()> {
    if !store::give_up(tx, (client_id, webhook_id), now).await? {
        return Ok(());
    }
    let changes = json!({ "enabled": { "from": true, "to": false } });
    let act = act(Action::WebhookGivenUp, webhook_id, url, changes);
    audit::note(tx, &Author::patchbay(client_id), &act, now).await?;
    let data = WebhookGivenUp { id: webhook_id, url: url.to_owned() };
    tx.announce(NewEvent::new(client_id, Audience::admins(), &data, now));
    Ok(())
}

impl Webhooks {
    /// The job. A crash between the answer and its row sends the same id once more.
    pub(super) async fn deliver(&self, job: &Job) -> Result<(), JobError> {
        let id = job.payload["delivery"].as_i64().unwrap_or_default();
        let client_id = job.client_id;
        let mut conn = self.db.read().await?;
        let waiting = store::waiting(&mut conn, client_id, id).await?;
        drop(conn);
        // Deleted, or sent by another node meanwhile.
        let Some(waiting) = waiting else { return Ok(()) };
        if !waiting.enabled {
            let mut tx = self.db.begin().await?;
            let text = "the webhook is switched off";
            let last = (None, text, false);
            store::attempted(&mut tx, (client_id, id), "failed", last, self.clock.now_ms()).await?;
            tx.commit().await?;
            return Ok(());
        }
        let (status, error, denied) = match self.send(client_id, &waiting).await {
            Ok(status) => (Some(status), String::new(), false),
            Err(error) => {
                let denied = matches!(error, NetError::Denied(_));
                let said: String = net_error_text(&error).chars().take(ERROR_MAX).collect();
                (None, said, denied)
            }
        };
        let next = after(status, denied, job.attempt);
        let said = status.map_or_else(|| error.clone(), |status| format!("it answers {status}"));
        self.note(client_id, id, &waiting, (next, status, &error)).await?;
        match next {
            Next::Again => Err(JobError::Retry(said)),
            // What was given up has ended too; admins see it in the webhook's own list.
            Next::Delivered | Next::GiveUp => Ok(()),
        }
    }

    async fn send(&self, client_id: i64, waiting: &Waiting) -> Result<u16, NetError> {
        let secret = self.keys.open_sealed(&secret_context(client_id), &waiting.secret);
        let secret = secret.map_err(|error| NetError::Connect(detail(&error.to_string())))?;
        let url = Url::parse(&waiting.url)
            .map_err(|error| NetError::Denied(detail(&error.to_string())))?;
        let body: Value = serde_json::from_str(&waiting.body).unwrap_or_default();
        let id = body["id"].as_str().unwrap_or_default();
        let seconds = self.clock.now_ms() / 1000;
        let (time, signature) =
            (seconds.to_string(), sign::signature(&secret, id, seconds, &waiting.body));
        let headers = [
            ("content-type", "application/json"),
            ("user-agent", concat!("Patchbay/", env!("CARGO_PKG_VERSION"))),
            ("webhook-id", id),
            ("webhook-timestamp", time.as_str()),
            ("webhook-signature", signature.as_str()),
        ];
        let way = self.egress.to(Purpose::Webhooks { client_id });
        way.post(&url, &headers, waiting.body.clone().into_bytes(), LIMIT).await
    }

    /// Keeps what came of an attempt, and switches an address off that takes nothing for too long.
    async fn note(
        &self,
        client_id: i64,
        id: i64,
        waiting: &Waiting,
        (next, status, error): (Next, Option<u16>, &str),
    ) -> DbResult<()> {
        let now = self.clock.now_ms();
        let (whose, state) = match next {
            Next::Delivered => ((client_id, id), "delivered"),
            Next::Again => ((client_id, id), "waiting"),
            Next::GiveUp => ((client_id, id), "failed"),
        };
        let mut tx = self.db.begin().await?;
        let last = (status.map(i64::from), error, true);
        store::attempted(&mut tx, whose, state, last, now).await?;
        let webhook = (client_id, waiting.webhook_id);
        if next == Next::Delivered {
            store::works(&mut tx, webhook).await?;
            return tx.commit().await;
        }
        store::fails(&mut tx, webhook, now).await?;
        if waiting.failing_since.is_some_and(|since| now - since >= PATIENCE_MS) {
            give_up(&mut tx, webhook, &waiting.url, now).await?;
        }
        tx.commit().await
    }

    /// Removes old deliveries, in short transactions.
    async fn sweep(&self) -> DbResult<()> {
        let before = self.clock.now_ms() - KEEP_MS;
        loop {
            let mut tx = self.db.begin().await?;
            let removed = store::prune_across_clients(&mut tx, before, STEP).await?;
            tx.commit().await?;
            if removed == 0 {
                return Ok(());
            }
        }
    }
}

fn detail(text: &str) -> crate::plugins::Detail {
    crate::plugins::Detail::new("webhook", text.to_owned())
}

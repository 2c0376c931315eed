//! Following the logs of clients that have webhooks.

use super::{
    Webhooks,
    deliver::{give_up, plan},
    model, store,
};
use crate::{
    db::{DbResult, Tx},
    events::{Event, log},
};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The fallback when a wake-up call was missed.
const POLL: Duration = Duration::from_secs(5);
/// What comes in a row is looked at together.
const GATHER: Duration = Duration::from_millis(100);
const PAGE: i64 = 200;

impl Webhooks {
    /// Reads the logs until told to stop.
    pub async fn follow(self, stop: CancellationToken) {
        let mut woken = self.db.wake().watch_events();
        while !stop.is_cancelled() {
            if let Err(error) = self.look().await {
                tracing::warn!(error = %error, "the log was not read for webhooks");
            }
            tokio::select! {
                () = stop.cancelled() => return,
                // Whose log it was, the next look finds out; few clients have webhooks.
                _ = woken.recv() => tokio::time::sleep(GATHER).await,
                () = tokio::time::sleep(POLL) => {}
            }
            woken = woken.resubscribe();
        }
    }

    async fn look(&self) -> DbResult<()> {
        let mut conn = self.db.read().await?;
        let behind = store::behind_across_clients(&mut conn).await?;
        drop(conn);
        for client_id in behind {
            while self.take(client_id).await? {}
        }
        Ok(())
    }

    /// Takes a page of a client's log. True when there may be more. Another node may take the same
    /// at the same time; then it waits here and finds the place moved.
    async fn take(&self, client_id: i64) -> DbResult<bool> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let place = store::lock_place(&mut tx, client_id).await?;
        let events = log::after(&mut tx, client_id, place, PAGE).await?;
        let Some(last) = events.last() else { return Ok(false) };
        let mut webhooks = vec![];
        for webhook in store::enabled(&mut tx, client_id).await? {
            let whose = (client_id, webhook.id);
            if store::waiting_count(&mut tx, whose, model::WAITING_MAX).await? < model::WAITING_MAX
            {
                webhooks.push(webhook);
            } else {
                // Nobody takes so many any more, and what is kept must have an end.
                give_up(&mut tx, whose, &webhook.url, now).await?;
            }
        }
        for event in &events {
            self.tell(&mut tx, event, &webhooks, now).await?;
        }
        store::set_place(&mut tx, client_id, last.seq).await?;
        let whole = i64::try_from(events.len()).is_ok_and(|count| count == PAGE);
        tx.commit().await?;
        Ok(whole)
    }

    async fn tell(
        &self,
        tx: &mut Tx,
        event: &Event,
        webhooks: &[model::Webhook],
        now: i64,
    ) -> DbResult<()> {
        let Some(name) = model::told_as(event) else { return Ok(()) };
        let wants = |webhook: &&model::Webhook| {
            event.at_ms >= webhook.created_at && webhook.events.iter().any(|one| one == name)
        };
        let mut wanting = webhooks.iter().filter(wants).peekable();
        if wanting.peek().is_none() {
            return Ok(());
        }
        let body = model::body(event, name).to_string();
        for webhook in wanting {
            let whose = (event.client_id, webhook.id);
            let id = store::deliver(tx, whose, (name, &body), now).await?;
            plan(tx, event.client_id, id, now).await?;
        }
        Ok(())
    }
}

//! What integrations are told of, as the log tells it.

use super::{
    Webhooks,
    deliver::{give_up, plan},
    model, store,
};
use crate::{
    db::{Conn, DbResult, Tx},
    events::{Event, LogConsumer},
};
use std::time::Duration;

/// The name of webhooks among the log consumers.
pub(super) const CONSUMER: &str = Webhooks::NAME;

impl LogConsumer for Webhooks {
    const NAME: &'static str = "webhooks";
    const GATHER: Duration = Duration::from_millis(100);

    async fn select(
        &self,
        conn: &mut Conn,
        client_id: i64,
        mut events: Vec<Event>,
    ) -> DbResult<Vec<Event>> {
        let is_any = store::count_enabled(conn, client_id).await? > 0;
        events.retain(|event| is_any && model::told_as(event).is_some());
        Ok(events)
    }

    async fn act(&self, tx: &mut Tx, client_id: i64, events: &[Event]) -> DbResult<()> {
        let now = self.clock.now_ms();
        let mut webhooks = vec![];
        for webhook in store::enabled(tx, client_id).await? {
            let whose = (client_id, webhook.id);
            if store::waiting_count(tx, whose, model::WAITING_MAX).await? < model::WAITING_MAX {
                webhooks.push(webhook);
            } else {
                // Nobody takes so many any more, and what is kept must have an end.
                give_up(tx, whose, &webhook.url, now).await?;
            }
        }
        for event in events {
            self.tell(tx, event, &webhooks, now).await?;
        }
        Ok(())
    }
}

impl Webhooks {
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

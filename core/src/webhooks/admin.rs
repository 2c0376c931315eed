//! An admin keeps webhooks: makes, changes, tries and deletes them, and looks at deliveries.

use super::{
    Webhooks,
    consumer::CONSUMER,
    deliver::plan,
    model::{PING, WEBHOOKS_MAX, Webhook, WebhookDelivery, WebhookDraft, check_events, check_url},
    sign, store,
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action, step},
    db::Tx,
    events::{log, offsets},
    http::{Code, Problem},
};
use serde_json::{Map, Value, json};

/// Deliveries of a page.
const PAGE: i64 = 50;

/// What a webhook's secret is sealed with.
pub(super) fn secret_context(client_id: i64) -> String {
    format!("client/{client_id}/webhook")
}

impl Webhooks {
    /// The client's webhooks, the oldest first.
    pub(super) async fn list(&self, caller: &Caller) -> Result<Vec<Webhook>, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        Ok(store::list(&mut conn, caller.client_id).await?)
    }

    /// Makes a webhook, and gives it with the secret that is shown once.
    pub(super) async fn make(
        &self,
        caller: &Caller,
        draft: &WebhookDraft,
    ) -> Result<(Webhook, String), Problem> {
        let author = caller.admin()?;
        let url = check_url(draft.url.as_deref().unwrap_or_default())?;
        let events = check_events(draft.events.as_deref().unwrap_or_default())?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let secret = self.ids.bytes(sign::SECRET);
        let sealed = self.keys.seal(&secret_context(client_id), &secret, &self.ids);
        let mut tx = self.db.begin().await?;
        if store::count(&mut tx, client_id).await? >= WEBHOOKS_MAX {
            let text = "There are at most 20 webhooks. Delete one first.";
            return Err(Problem::new(Code::Conflict, text));
        }
        // What happened before there was one is nobody's to hear.
        let head = log::head(&mut tx, client_id).await?;
        if store::count_enabled(&mut tx, client_id).await? == 0 {
            offsets::begin_at(&mut tx, CONSUMER, client_id, head).await?;
        }
        let new = store::NewWebhook {
            client_id,
            url: &url,
            events: &json!(events).to_string(),
            secret: &sealed,
            enabled: draft.enabled.unwrap_or(true),
            now,
        };
        let id = store::insert(&mut tx, &new).await?;
        let changes = json!({ "events": events });
        audit::note(&mut tx, &author, &act(Action::WebhookCreated, id, &url, changes), now).await?;
        let made = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        tx.commit().await?;
        Ok((made, sign::shown(&secret)))
    }

    /// Changes a webhook. One that is switched on again begins afresh.
    pub(super) async fn change(
        &self,
        caller: &Caller,
        id: i64,
        draft: &WebhookDraft,
    ) -> Result<Webhook, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let before = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        let mut after = before.clone();
        if let Some(url) = &draft.url {
            after.url = check_url(url)?;
        }
        if let Some(events) = &draft.events {
            after.events = check_events(events)?;
        }
        after.enabled = draft.enabled.unwrap_or(before.enabled);
        let mut changes = Map::new();
        step(&mut changes, "url", &before.url, &after.url);
        step(&mut changes, "events", &before.events, &after.events);
        step(&mut changes, "enabled", before.enabled, after.enabled);
        if changes.is_empty() {
            return Ok(before);
        }
        if after.enabled && !before.enabled {
            (after.failing_since, after.gave_up_at) = (None, None);
            if store::count_enabled(&mut tx, client_id).await? == 0 {
                let head = log::head(&mut tx, client_id).await?;
                offsets::begin_at(&mut tx, CONSUMER, client_id, head).await?;
            }
        }
        store::change(&mut tx, client_id, &after, now).await?;
        let act = act(Action::WebhookChanged, id, &after.url, changes.into());
        audit::note(&mut tx, &author, &act, now).await?;
        tx.commit().await?;
        Ok(after)
    }

    /// Deletes a webhook with its deliveries.
    pub(super) async fn drop_webhook(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let before = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        store::delete(&mut tx, client_id, id).await?;
        let act = act(Action::WebhookRemoved, id, &before.url, json!({}));
        audit::note(&mut tx, &author, &act, now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Sends something that means nothing, so that an admin sees what the address answers.
    pub(super) async fn ping(&self, caller: &Caller, id: i64) -> Result<WebhookDelivery, Problem> {
        caller.require_admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        on(&mut tx, client_id, id).await?;
        let data = json!({ "by": caller.username });
        let word = format!("{client_id}-ping-{}", self.ids.token(12));
        let body = json!({ "id": word, "type": PING, "at": now, "ticket_id": null, "data": data });
        let made = store::deliver(&mut tx, (client_id, id), (PING, &body.to_string()), now).await?;
        plan(&mut tx, client_id, made, now).await?;
        let made = store::delivery(&mut tx, (client_id, id), made).await?;
        tx.commit().await?;
        made.ok_or_else(Problem::not_found)
    }

    /// A page of a webhook's deliveries, the newest first, and whether there are older ones.
    pub(super) async fn deliveries(
        &self,
        caller: &Caller,
        id: i64,
        before: i64,
    ) -> Result<(Vec<WebhookDelivery>, bool), Problem> {
        caller.require_admin()?;
        let client_id = caller.client_id;
        let mut conn = self.db.read().await?;
        store::one(&mut conn, client_id, id).await?.ok_or_else(Problem::not_found)?;
        let mut page = store::page(&mut conn, (client_id, id), before, PAGE + 1).await?;
        let most = usize::try_from(PAGE).unwrap_or(usize::MAX);
        let more = page.len() > most;
        page.truncate(most);
        Ok((page, more))
    }

    /// Sends something once more that has ended.
    pub(super) async fn replay(
        &self,
        caller: &Caller,
        id: i64,
        delivery: i64,
    ) -> Result<WebhookDelivery, Problem> {
        caller.require_admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        on(&mut tx, client_id, id).await?;
        let whose = (client_id, id);
        store::delivery(&mut tx, whose, delivery).await?.ok_or_else(Problem::not_found)?;
        if !store::again(&mut tx, whose, delivery).await? {
            return Err(Problem::new(Code::Conflict, "This is on its way already."));
        }
        plan(&mut tx, client_id, delivery, now).await?;
        let found = store::delivery(&mut tx, whose, delivery).await?;
        tx.commit().await?;
        found.ok_or_else(Problem::not_found)
    }
}

/// A webhook that is switched on.
async fn on(tx: &mut Tx, client_id: i64, id: i64) -> Result<(), Problem> {
    let found = store::one(tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
    if found.enabled {
        return Ok(());
    }
    Err(Problem::new(Code::Conflict, "The webhook is switched off: switch it on first."))
}

pub(super) fn act(action: Action, id: i64, url: &str, changes: Value) -> Act<'_> {
    Act { action, kind: "webhook", id: id.to_string(), name: url, changes }
}

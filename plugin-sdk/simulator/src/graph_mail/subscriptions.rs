//! Subscriptions: the check of the address, their life, and what is posted to them.
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::api::{ApiError, ApiResult, created, empty, ok};
use super::{GraphMail, TENANT, address};
use crate::clock;
use crate::described::iso;
use crate::network::hold;
use crate::network::model::Account;
use crate::posting::Job;

/// Mail is told of for less than three days.
const LIFE_MAX_MS: i64 = 4_230 * 60_000;

/// Somebody to tell.
#[derive(Debug, Clone)]
pub struct Subscription {
    id: String,
    account: String,
    resource: String,
    url: String,
    lifecycle: String,
    state: String,
    until_ms: i64,
}

impl Subscription {
    fn shown(&self) -> Value {
        json!({
            "id": self.id, "resource": self.resource, "changeType": "created",
            "notificationUrl": self.url, "lifecycleNotificationUrl": self.lifecycle,
            // The list does not tell it.
            "clientState": null, "expirationDateTime": iso(self.until_ms),
            "latestSupportedTlsVersion": "v1_2",
        })
    }
}

/// `GET /subscriptions`
pub fn list(graph: &GraphMail, account: &Account) -> ApiResult {
    let facts = hold(&graph.facts);
    let ours = facts.subscriptions.iter().filter(|one| one.account == account.key);
    ok(json!({ "value": ours.map(Subscription::shown).collect::<Vec<_>>() }))
}

fn until(body: &Value) -> Result<i64, ApiError> {
    let text = body["expirationDateTime"].as_str().unwrap_or_default();
    let now = clock::now_ms();
    // Times of one form sort as their texts do.
    let (soonest, latest) = (iso(now), iso(now + LIFE_MAX_MS));
    let wanted = text.trim_end_matches('Z');
    if wanted.len() < 19 || wanted[..19] < soonest[..19] || wanted[..19] > latest[..19] {
        let text = "Subscription expiration can only be up to 4230 minutes in the future.";
        return Err(ApiError::new(400, "ExtensionError", text));
    }
    let mut left = LIFE_MAX_MS;
    while left > 0 && iso(now + left)[..19] > wanted[..19] {
        left -= 1_000;
    }
    Ok(now + left)
}

/// `POST /subscriptions`
pub async fn make(graph: &Arc<GraphMail>, account: &Account, body: &Value) -> ApiResult {
    let word = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    let until_ms = until(body)?;
    let resource = word("resource");
    let own = [format!("/users/{}", address(account)), "/me".to_owned()];
    let decoded = resource.replace("%40", "@");
    if word("changeType") != "created" || !own.iter().any(|own| decoded.starts_with(own.as_str())) {
        return Err(ApiError::bad("This simulator tells of created messages of the own mailbox."));
    }
    let state = word("clientState");
    if state.len() > 128 {
        return Err(ApiError::bad("clientState has at most 128 characters."));
    }
    let (url, lifecycle) = (word("notificationUrl"), word("lifecycleNotificationUrl"));
    for address in [&url, &lifecycle].into_iter().filter(|one| !one.is_empty()) {
        let parsed =
            url::Url::parse(address).map_err(|_| ApiError::bad("notificationUrl is no URL."))?;
        let here = matches!(parsed.host_str(), Some("127.0.0.1" | "localhost"));
        if parsed.scheme() != "https" && !here {
            return Err(ApiError::bad("notificationUrl needs https."));
        }
        if !reached(graph, parsed).await {
            let text = "Subscription validation request failed. Notification endpoint must respond \
                        with 200 OK to validation request.";
            return Err(ApiError::new(400, "ValidationError", text));
        }
    }
    let mut facts = hold(&graph.facts);
    let id = facts.name("sub-");
    let made = Subscription {
        id,
        account: account.key.clone(),
        resource,
        url,
        lifecycle,
        state: state.clone(),
        until_ms,
    };
    let mut shown = made.shown();
    shown["clientState"] = json!(state);
    facts.subscriptions.push(made);
    created(shown)
}

// Whether whoever is there gives the token back, decoded, as plain text and with nothing else.
async fn reached(graph: &GraphMail, mut url: url::Url) -> bool {
    let token = format!("Validation: Testing client application <{}>", graph.network.dice.text(12));
    url.query_pairs_mut().append_pair("validationToken", &token);
    let request = graph.posting.client.post(url).timeout(Duration::from_secs(10));
    let request = request.header("content-type", "text/plain; charset=utf-8");
    let Ok(answer) = request.send().await else { return false };
    let plain = answer.headers().get("content-type").and_then(|kind| kind.to_str().ok());
    let fine =
        answer.status().as_u16() == 200 && plain.is_some_and(|kind| kind.starts_with("text/plain"));
    fine && answer.text().await.is_ok_and(|said| said == token)
}

/// `PATCH /subscriptions/{id}`
pub fn renew(graph: &GraphMail, account: &Account, id: &str, body: &Value) -> ApiResult {
    let until_ms = until(body)?;
    let mut facts = hold(&graph.facts);
    let mut all = facts.subscriptions.iter_mut();
    let found = all.find(|one| one.id == id && one.account == account.key);
    let found = found.ok_or_else(ApiError::not_found)?;
    found.until_ms = until_ms;
    ok(found.shown())
}

/// `DELETE /subscriptions/{id}`
pub fn end(graph: &GraphMail, account: &Account, id: &str) -> ApiResult {
    let mut facts = hold(&graph.facts);
    let before = facts.subscriptions.len();
    facts.subscriptions.retain(|one| one.id != id || one.account != account.key);
    match facts.subscriptions.len() < before {
        true => empty(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found()),
    }
}

/// Tells of a new mail.
pub fn tell(graph: &GraphMail, account: &Account, mail: &str, about: (i64, i64), twice: bool) {
    let resource = format!("users/{}@{TENANT}/messages/{mail}", account.key);
    let made = |one: &Subscription| {
        let item = json!({
            "id": mail, "subscriptionId": one.id, "clientState": one.state,
            "subscriptionExpirationDateTime": iso(one.until_ms), "changeType": "created",
            "resource": resource, "tenantId": TENANT,
            "resourceData": {
                "@odata.type": "#Microsoft.Graph.Message", "@odata.id": resource, "id": mail,
            },
        });
        (one.url.clone(), item)
    };
    post(graph, account, ("created", about, twice), &made);
}

/// Tells of the subscription itself.
pub fn lifecycle(graph: &GraphMail, account: &Account, event: &str) {
    let made = |one: &Subscription| {
        let item = json!({
            "subscriptionId": one.id, "clientState": one.state, "lifecycleEvent": event,
            "subscriptionExpirationDateTime": iso(one.until_ms), "tenantId": TENANT,
        });
        (one.lifecycle.clone(), item)
    };
    post(graph, account, ("lifecycle", (0, 0), false), &made);
    if event == "subscriptionRemoved" {
        hold(&graph.facts).subscriptions.retain(|one| one.account != account.key);
    }
}

fn post(
    graph: &GraphMail,
    account: &Account,
    (kind, (user, event), twice): (&'static str, (i64, i64), bool),
    made: &dyn Fn(&Subscription) -> (String, Value),
) {
    let Some(me) = graph.me.upgrade() else { return };
    let now = clock::now_ms();
    let wanted: Vec<(String, Value)> = {
        let facts = hold(&graph.facts);
        let live = facts
            .subscriptions
            .iter()
            .filter(|one| one.account == account.key && one.until_ms > now);
        live.map(made).filter(|(url, _)| !url.is_empty()).collect()
    };
    for (url, item) in wanted {
        let job = Job {
            account: account.key.clone(),
            user,
            events: vec![(user, event)],
            kind,
            items: vec![item],
            url: Some(url),
            twice,
            ..Job::default()
        };
        graph.posting.add(&me, job);
    }
}

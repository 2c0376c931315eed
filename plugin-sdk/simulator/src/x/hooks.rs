//! Webhooks and subscriptions: registering, the challenge, and who hears of what.
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::api::{ApiError, ApiResult, created, ok};
use super::{Hook, X, own_id, signature};
use crate::clock;
use crate::described;
use crate::gate::Call;
use crate::network::model::Account;
use crate::network::{Provider, hold};

/// Webhooks of the cheapest plan.
const MOST: usize = 1;
const KINDS: [&str; 10] = [
    "dm.received",
    "dm.sent",
    "dm.read",
    "dm.indicate_typing",
    "post.mention.create",
    "post.reply.create",
    "post.quote.create",
    "post.delete",
    "oauth.revoke",
    "chat.received",
];

/// `POST /2/webhooks`
pub async fn register(x: &Arc<X>, account: &Account, body: &Value) -> ApiResult {
    let url = body["url"].as_str().unwrap_or_default().to_owned();
    let parsed = url::Url::parse(&url).map_err(|_| ApiError::bad("UrlValidationFailed"))?;
    let here = matches!(parsed.host_str(), Some("127.0.0.1" | "localhost"));
    if !here && (parsed.scheme() != "https" || parsed.port().is_some()) {
        return Err(ApiError::bad("UrlValidationFailed: https without a port is needed"));
    }
    let id = {
        let mut facts = hold(&x.facts);
        if facts.hooks.iter().any(|hook| hook.url == url) {
            return Err(ApiError::bad("DuplicateUrlFailed"));
        }
        if facts.hooks.iter().filter(|hook| hook.account == account.key).count() >= MOST {
            return Err(ApiError::bad("WebhookLimitExceeded"));
        }
        let id = super::snowflake(clock::now_ms(), facts.hooks.len() as i64).to_string();
        let hook =
            Hook { id: id.clone(), url: url.clone(), valid: false, account: account.key.clone() };
        facts.hooks.push(hook);
        id
    };
    if !challenge(x, &id).await {
        hold(&x.facts).hooks.retain(|hook| hook.id != id);
        return Err(ApiError::bad("CrcValidationFailed"));
    }
    if let Some(account) = x.network.state().accounts.get_mut(&account.key) {
        account.webhook.clone_from(&url);
    }
    x.account_changed(&account.key);
    let at = described::iso(clock::now_ms());
    ok(json!({ "data": { "id": id, "url": url, "valid": true, "created_at": at } }))
}

/// Asks an address to prove that it knows the app's secret.
pub async fn challenge(x: &X, id: &str) -> bool {
    let found = {
        let facts = hold(&x.facts);
        let hook = facts.hooks.iter().find(|hook| hook.id == id).cloned();
        hook.and_then(|hook| {
            let state = x.network.state();
            Some((state.accounts.get(&hook.account)?.secret.clone(), hook.url))
        })
    };
    let Some((secret, url)) = found else { return false };
    let token = x.network.dice.text(18);
    let Ok(mut address) = url::Url::parse(&url) else { return false };
    address.query_pairs_mut().append_pair("crc_token", &token);
    let request = x.posting.client.get(address).timeout(Duration::from_secs(10));
    let valid = match request.send().await {
        Ok(answer) if answer.status().as_u16() == 200 => {
            let said: Value = answer.json().await.unwrap_or_default();
            said["response_token"] == signature(&secret, &token)
        }
        _ => false,
    };
    for hook in hold(&x.facts).hooks.iter_mut().filter(|hook| hook.id == id) {
        hook.valid = valid;
    }
    valid
}

fn ours(x: &X, account: &Account, id: &str) -> bool {
    hold(&x.facts).hooks.iter().any(|hook| hook.id == id && hook.account == account.key)
}

/// `PUT /2/webhooks/{id}`
pub async fn again(x: &Arc<X>, account: &Account, id: &str) -> ApiResult {
    if !ours(x, account, id) {
        return Err(ApiError::not_found());
    }
    match challenge(x, id).await {
        true => ok(json!({ "data": { "valid": true } })),
        false => Err(ApiError::bad("CrcValidationFailed")),
    }
}

/// `DELETE /2/webhooks/{id}`
pub fn remove(x: &X, account: &Account, id: &str) -> ApiResult {
    if !ours(x, account, id) {
        return Err(ApiError::not_found());
    }
    let mut facts = hold(&x.facts);
    facts.hooks.retain(|hook| hook.id != id);
    facts.subscriptions.retain(|(_, one)| one["webhook_id"] != id);
    ok(json!({ "data": { "deleted": true } }))
}

/// `POST /2/activity/subscriptions`
pub fn subscribe(x: &X, account: &Account, call: &Call) -> ApiResult {
    let body = call.json();
    let kind = body["event_type"].as_str().unwrap_or_default();
    if !KINDS.contains(&kind) {
        return Err(ApiError::bad(format!("{kind} is no event type")));
    }
    let app = call.bearer().ends_with("-app");
    if app && (kind.starts_with("dm.") || kind.starts_with("chat.")) {
        return Err(ApiError::forbidden("Private events need the user's own authorization."));
    }
    if body["filter"]["user_id"] != own_id(&account.key) {
        return Err(ApiError::forbidden("You can subscribe only for the authorized user."));
    }
    let hook = body["webhook_id"].as_str().unwrap_or_default();
    if !ours(x, account, hook) {
        return Err(ApiError::bad("There is no such webhook."));
    }
    let mut facts = hold(&x.facts);
    let same = |one: &Value| one["event_type"] == kind && one["filter"] == body["filter"];
    if facts.subscriptions.iter().any(|(_, one)| same(one)) {
        return Err(ApiError::bad("Duplicate subscription"));
    }
    let id = super::snowflake(clock::now_ms(), facts.subscriptions.len() as i64).to_string();
    let one = json!({
        "subscription_id": id, "event_type": kind, "filter": body["filter"], "tag": body["tag"],
        "webhook_id": hook, "created_at": described::iso(clock::now_ms()),
    });
    facts.subscriptions.push((account.key.clone(), one.clone()));
    created(json!({ "data": one }))
}

/// `DELETE /2/activity/subscriptions/{id}`
pub fn unsubscribe(x: &X, account: &Account, id: &str) -> ApiResult {
    let mut facts = hold(&x.facts);
    let before = facts.subscriptions.len();
    facts.subscriptions.retain(|(of, one)| *of != account.key || one["subscription_id"] != id);
    if facts.subscriptions.len() == before {
        return Err(ApiError::not_found());
    }
    ok(json!({ "data": { "deleted": true } }))
}

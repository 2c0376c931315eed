//! Does the account work, whose is it, and where does X send its events?

use crate::Settings;
use crate::api::{self, Api, CallError};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};
use patchbay_plugin::settings::Validation;

/// What is subscribed to: the event, and whether the account itself has to ask for it.
const EVENTS: [(&str, bool); 9] = [
    ("dm.received", true),
    ("dm.read", true),
    ("dm.indicate_typing", true),
    ("post.mention.create", false),
    ("post.reply.create", false),
    ("post.quote.create", false),
    ("oauth.revoke", false),
    ("chat.received", true),
    ("post.delete", false),
];

/// Good to have; where X has not got them, or a plan, the rest must work. The last three are in X's
/// documentation and not in the types of its own library.
const SPARED: [&str; 5] =
    ["chat.received", "post.delete", "post.reply.create", "post.quote.create", "oauth.revoke"];

/// "Check settings": whose account this is, and whether X delivers. Nothing a customer would see.
pub fn check(settings: &Settings) -> Result<Validation, Failure> {
    let mut found = Validation::default();
    if !host::secret_exists("access_token") {
        found.problem("access_token", Detail::new("x.no-token", "Press Sign in."));
        return Ok(found);
    }
    let api = settings.api();
    let me = match api.get("/2/users/me") {
        Ok(me) => me,
        Err(error) => return refused(error, found),
    };
    let me = &me["data"];
    if let Some(name) = me["username"].as_str() {
        found.title = Some(format!("@{name}"));
    }
    found.fact("Account", me["name"].as_str().unwrap_or(""));
    let own = settings.user_id.trim();
    if own.is_empty() || me["id"] != own {
        let id = me["id"].as_str().unwrap_or("");
        let text = format!("The signed-in account's number is {id}; enter it here.");
        found.problem("user_id", Detail::new("x.user-id", text));
    }
    if !host::secret_exists("bearer_token") {
        found.fact("Messages come", "once a minute, because there is no bearer token");
        return Ok(found);
    }
    let hooks = api::result(api.app("GET", "/2/webhooks")).map_err(|e| e.while_asking())?;
    let hooks = hooks["data"].as_array().cloned().unwrap_or_default();
    let valid = hooks.iter().any(|hook| hook["valid"] == true);
    found.fact(
        "Webhook",
        match (hooks.is_empty(), valid) {
            (true, _) => "none",
            (_, true) => "valid",
            _ => "not valid: X could not check the address",
        },
    );
    Ok(found)
}

/// What can be mended by an admin is a problem with a setting; the rest is a failure.
fn refused(error: CallError, mut found: Validation) -> Result<Validation, Failure> {
    let (setting, detail) = match error {
        CallError::Net(NetError::Denied(detail)) if detail.code == "http.credential.missing" => {
            ("access_token", detail)
        }
        CallError::Net(
            NetError::Denied(detail)
            | NetError::Dns(detail)
            | NetError::Connect(detail)
            | NetError::Tls(detail),
        ) => ("api_base", detail),
        CallError::Strange(status, said) => (
            "api_base",
            Detail::new("x.strange", format!("This is not X: it answered with {status}."))
                .said(said),
        ),
        other => match other.while_asking() {
            Failure::AuthExpired(detail) => ("access_token", detail),
            failure => return Err(failure),
        },
    };
    found.problem(setting, detail);
    Ok(found)
}

/// After the sign-in: whose account it was.
pub fn whose(settings: &Settings) -> Result<Vec<(String, String)>, Failure> {
    let me = settings.api().get("/2/users/me").map_err(|error| error.while_asking())?;
    let id = me["data"]["id"].as_str().unwrap_or_default().to_owned();
    Ok(vec![("user_id".to_owned(), id)])
}

/// Registers the webhook and subscribes to the account's events. Without a bearer token, or
/// without an address that X takes, the desk asks instead.
pub fn connect(settings: &Settings, webhook_url: &str) -> Result<(), Failure> {
    let own = settings.user_id.trim();
    if webhook_url.is_empty() || own.is_empty() || !host::secret_exists("bearer_token") {
        return Ok(());
    }
    let api = settings.api();
    let hook = register(&api, webhook_url)?;
    let listed = api::result(api.app("GET", "/2/activity/subscriptions"));
    let listed = listed.map_err(|error| error.while_asking())?;
    let listed = listed["data"].as_array().cloned().unwrap_or_default();
    for (kind, private) in EVENTS {
        let there = |one: &Value| {
            one["event_type"] == kind
                && one["filter"]["user_id"] == own
                && one["webhook_id"] == hook.as_str()
        };
        if listed.iter().any(there) {
            continue;
        }
        let body = json!({"event_type": kind, "filter": {"user_id": own}, "webhook_id": hook});
        let path = "/2/activity/subscriptions";
        let request = if private { api.user("POST", path) } else { api.app("POST", path) };
        match api::result(request.json(&body)).map_err(|error| error.while_asking()) {
            Err(Failure::Permanent(detail)) if SPARED.contains(&kind) => {
                warn!("X does not tell of this kind", kind = kind, code = detail.code);
            }
            other => drop(other?),
        }
    }
    Ok(())
}

/// The webhook's id: the one of this address, or a new one.
fn register(api: &Api, url: &str) -> Result<String, Failure> {
    let hooks = api::result(api.app("GET", "/2/webhooks")).map_err(|e| e.while_asking())?;
    let hooks = hooks["data"].as_array().cloned().unwrap_or_default();
    let ours = |hook: &&Value| hook["url"].as_str().is_some_and(|known| known.starts_with(url));
    if let Some(id) = hooks.iter().find(ours).and_then(|hook| hook["id"].as_str()) {
        // Lets X check the address anew.
        let again = api::result(api.app("PUT", &format!("/2/webhooks/{id}")));
        again.map_err(not_taken)?;
        return Ok(id.to_owned());
    }
    let body = json!({"url": format!("{url}?key={{credential:webhook}}")});
    let request = api.app("POST", "/2/webhooks").json(&body).credential("webhook");
    let made = api::result(request).map_err(not_taken)?;
    match made["data"]["id"].as_str() {
        Some(id) => Ok(id.to_owned()),
        None => {
            let text = "X registered the webhook, but its answer could not be read.";
            Err(Failure::retryable(Detail::new("x.strange", text)))
        }
    }
}

fn not_taken(error: CallError) -> Failure {
    match error {
        CallError::Refused(refusal) if matches!(refusal.status, 400 | 403 | 409) => {
            let limit = refusal.said.contains("WebhookLimitExceeded");
            let text = if limit {
                "Your X plan allows no further webhook. Remove one in the X Developer Console, or \
                 leave the bearer token empty, and the desk asks once a minute."
            } else {
                "X does not accept this desk's public address for a webhook: it must be an https \
                 address without a port, and answer X's challenge at once."
            };
            Failure::needs_config("bearer_token", Detail::new("x.webhook", text).said(refusal.said))
        }
        other => other.while_asking(),
    }
}

//! X: direct messages and posts, webhooks with challenge and signature, subscriptions, windows of
//! fifteen minutes.
//!
//! On the phone a text that begins with `@` is a post that mentions the account; anything else is a
//! direct message. Where X asks for https without a port, addresses on this machine may do without.
mod api;
mod control;
mod hooks;
mod lists;
mod sending;
mod wire;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use anyhow::Result;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::any;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::Options;
use crate::described::rates::Buckets;
use crate::network::model::Account;
use crate::network::{Card, Happening, IdKind, Manner, Network, Provider, hold};
use crate::posting::{Job, Poster, Posting};

/// X waits so long for an answer to a webhook.
const PATIENCE: Duration = Duration::from_secs(10);
/// X does not publish how often it tries again.
const PAUSES_S: [f64; 3] = [2.0, 30.0, 300.0];
const EPOCH_MS: i64 = 1_288_834_974_657;

/// A registered address.
#[derive(Debug, Clone, serde::Serialize)]
struct Hook {
    id: String,
    url: String,
    valid: bool,
    #[serde(skip)]
    account: String,
}

/// What X knows besides chats and people.
#[derive(Debug, Default)]
struct Facts {
    hooks: Vec<Hook>,
    /// As the API lists them, with the account in front.
    subscriptions: Vec<(String, Value)>,
    /// Uploads that are still being prepared: how often they are asked for in vain.
    preparing: HashMap<String, u64>,
    prepare_next: u64,
    /// Ids of posts; every other message is a direct one.
    posts: HashSet<String>,
}

/// The stand-in of one simulator.
pub struct X {
    me: Weak<Self>,
    network: Network,
    posting: Posting,
    facts: Mutex<Facts>,
    buckets: Mutex<Buckets>,
    time_scale: f64,
    rate_limits: bool,
}

impl X {
    /// X with one account, `main`.
    pub fn start(options: &Options, _root: &str) -> Result<Arc<Self>> {
        let posting = Posting::new()?;
        let x = Arc::new_cyclic(|me| Self {
            me: me.clone(),
            network: Network::default(),
            posting,
            facts: Mutex::default(),
            buckets: Mutex::default(),
            time_scale: options.time_scale.max(0.0),
            rate_limits: options.rate_limits,
        });
        let account = Account {
            key: "main".to_owned(),
            name: "Demo shop".to_owned(),
            token: "x-test-token".to_owned(),
            secret: "consumer_secret_demo".to_owned(),
            webhook: String::new(),
        };
        x.network.state().accounts.insert(account.key.clone(), account);
        Ok(x)
    }

    pub fn routes(self: &Arc<Self>) -> Router {
        Router::new()
            .route("/x/{*path}", any(api::call))
            .layer(DefaultBodyLimit::disable())
            .with_state(self.clone())
    }

    fn is_post(&self, id: &str) -> bool {
        hold(&self.facts).posts.contains(id)
    }

    // Who subscribed to it hears of it.
    fn publish(
        &self,
        account: &Account,
        user: i64,
        event: i64,
        told: (&'static str, Value),
        twice: bool,
    ) {
        let (kind, payload) = told;
        let own = own_id(&account.key);
        let wanted = hold(&self.facts).subscriptions.iter().any(|(of, one)| {
            *of == account.key && one["event_type"] == kind && one["filter"]["user_id"] == own
        });
        let (Some(x), true) = (self.me.upgrade(), wanted) else { return };
        let mut data = payload;
        data["event_uuid"] = json!(format!("-{}", snowflake(crate::clock::now_ms(), event)));
        data["event_type"] = json!(kind);
        data["filter"] = json!({ "user_id": own });
        data["tag"] = json!("patchbay");
        let items = vec![json!({ "data": data })];
        let (account, events) = (account.key.clone(), vec![(user, event)]);
        let job = Job { account, user, events, kind, items, twice, ..Job::default() };
        self.posting.add(&x, job);
    }
}

/// The signature of a body, or of a challenge.
pub fn signature(secret: &str, text: &str) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return String::new();
    };
    mac.update(text.as_bytes());
    format!("sha256={}", STANDARD.encode(mac.finalize().into_bytes()))
}

fn snowflake(at_ms: i64, n: i64) -> i64 {
    ((at_ms - EPOCH_MS).max(0) << 22) | (n & 0x3f_ffff)
}

/// The account's own number.
fn own_id(key: &str) -> String {
    let sum = key.bytes().fold(7_u64, |sum, byte| (sum * 31 + u64::from(byte)) % 100_003);
    format!("{}", 1_000_000 + sum)
}

fn person_id(user: i64) -> String {
    format!("{}", 5_000_000 + user)
}

/// A conversation of two: the smaller number is always the business's.
fn conversation(key: &str, user: i64) -> String {
    format!("{}-{}", own_id(key), person_id(user))
}

impl Provider for X {
    fn network(&self) -> &Network {
        &self.network
    }

    fn card(&self) -> Card {
        Card {
            id: "x".to_owned(),
            name: "X".to_owned(),
            colour: "#1d9bf0".to_owned(),
            api: "/x".to_owned(),
            can: vec!["file", "typing", "read", "unsend"],
            setup: vec!["token", "secret"],
        }
    }

    fn join(&self, account: &Account, root: &str) -> Option<Value> {
        Some(json!({
            "consumer_secret": account.secret, "user_id": own_id(&account.key),
            "access_token": account.token, "bearer_token": format!("{}-app", account.token),
            "api_base": format!("{root}/x"),
        }))
    }

    fn id_of(&self, _thing: IdKind, n: i64, at_ms: i64) -> String {
        snowflake(at_ms, n).to_string()
    }

    fn user_id(&self, user: i64) -> String {
        person_id(user)
    }

    fn tell(&self, happening: Happening, manner: Manner) {
        if let Some(told) = wire::told(self, &happening) {
            let Happening { account, person, event, .. } = &happening;
            self.publish(account, person.id, *event, told, manner.twice);
        }
    }

    fn account_changed(&self, key: &str) {
        if let Some(x) = self.me.upgrade() {
            self.posting.resume(&x, key);
        }
    }

    fn order(&self, what: &str, body: &Value) -> Option<Result<Value, String>> {
        control::order(self, what, body)
    }

    fn look(&self, what: &str) -> Option<Value> {
        match what {
            "deliveries" => Some(self.posting.shown(self)),
            "webhooks" => Some(json!(hold(&self.facts).hooks)),
            _ => None,
        }
    }
}

impl Poster for X {
    fn posting(&self) -> &Posting {
        &self.posting
    }

    fn request(
        &self,
        client: &reqwest::Client,
        account: &Account,
        url: &str,
        job: &Job,
    ) -> Option<(reqwest::RequestBuilder, Duration)> {
        // An address that failed its challenge gets nothing.
        let valid = hold(&self.facts).hooks.iter().any(|hook| hook.url == url && hook.valid);
        if !valid {
            return None;
        }
        let body = job.items.first()?.to_string();
        let request = client
            .post(url)
            .header("content-type", "application/json")
            .header("x-twitter-webhooks-signature", signature(&account.secret, &body))
            .body(body);
        Some((request, PATIENCE))
    }

    fn pauses(&self, _answered: bool) -> Vec<Duration> {
        PAUSES_S.iter().map(|pause| Duration::from_secs_f64(pause * self.time_scale)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_as_documented() {
        let secret = "consumer_secret_demo";
        let challenge = signature(secret, "challenge123");
        assert_eq!(challenge, "sha256=sYaKOEwEclex0WCZsug6Djx35t3nUVPh6ZrdMOLBg/k=");
        let body = r#"{"for_user_id":"2244994945","direct_message_events":[]}"#;
        assert_eq!(signature(secret, body), "sha256=QQLNlimfHo6TIkIAyyQnDglDclGV0OnWat9sOdlqQsE=");
    }
}

//! LINE's Messaging API: signed webhooks with several events, replies and pushes, files at an
//! address of their own.
//!
//! Where LINE asks for https, addresses on this machine may do without.
mod api;
mod content;
mod control;
mod events;
mod form;
mod messages;

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

/// LINE waits so long for an answer to a webhook.
const PATIENCE: Duration = Duration::from_secs(2);
/// Pauses of redelivery; LINE does not publish its own.
const PAUSES_S: [f64; 6] = [1.0, 5.0, 30.0, 120.0, 600.0, 1800.0];

/// A token that a webhook gave, and what it is good for.
#[derive(Debug, Clone)]
struct Token {
    account: String,
    user: i64,
    at_ms: i64,
    used: bool,
}

/// What LINE knows besides chats and people.
#[derive(Debug, Default)]
struct Facts {
    replies: HashMap<String, Token>,
    /// What quotes a message: account and the message's id.
    quotes: HashMap<String, (String, String)>,
    reads: HashMap<String, (String, i64)>,
    /// Accepted pushes by account and retry key: the request's id and what was sent.
    accepted: HashMap<(String, String), (String, Value)>,
    /// Files of messages that are still being prepared: how often they are asked for in vain.
    preparing: HashMap<String, u64>,
    /// So often the next film or recording is asked for in vain.
    prepare_next: u64,
    gone: HashSet<String>,
    sent_this_month: u64,
}

/// How the accounts are set up; the control API changes it.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Manners {
    /// "Webhook redelivery" of the console.
    pub redelivery: bool,
    /// "Use webhook" of the console.
    pub use_webhook: bool,
    pub chat_mode: String,
    pub mark_as_read: String,
    /// Pushes in a month; none: without a limit.
    pub quota: Option<u64>,
    /// `active` or `standby`, as events say it.
    pub mode: String,
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            redelivery: true,
            use_webhook: true,
            chat_mode: "bot".to_owned(),
            mark_as_read: "manual".to_owned(),
            quota: None,
            mode: "active".to_owned(),
        }
    }
}

/// The stand-in of one simulator.
pub struct Line {
    me: Weak<Self>,
    network: Network,
    posting: Posting,
    facts: Mutex<Facts>,
    manners: Mutex<Manners>,
    buckets: Mutex<Buckets>,
    time_scale: f64,
    rate_limits: bool,
}

impl Line {
    /// LINE with one Official Account, `main`.
    pub fn start(options: &Options, _root: &str) -> Result<Arc<Self>> {
        let posting = Posting::new()?;
        let line = Arc::new_cyclic(|me| Self {
            me: me.clone(),
            network: Network::default(),
            posting,
            facts: Mutex::default(),
            manners: Mutex::default(),
            buckets: Mutex::default(),
            time_scale: options.time_scale.max(0.0),
            rate_limits: options.rate_limits,
        });
        let account = Account {
            key: "main".to_owned(),
            name: "Demo shop".to_owned(),
            token: "line-test-token".to_owned(),
            secret: "0123456789abcdef0123456789abcdef".to_owned(),
            webhook: String::new(),
        };
        line.network.state().accounts.insert(account.key.clone(), account);
        Ok(line)
    }

    /// The API, with the files' host below `data/`.
    pub fn routes(self: &Arc<Self>) -> Router {
        Router::new()
            .route("/line/{*path}", any(api::call))
            .layer(DefaultBodyLimit::disable())
            .with_state(self.clone())
    }

    fn manners(&self) -> Manners {
        hold(&self.manners).clone()
    }

    /// A token of LINE's: long, and saying nothing.
    fn token(&self) -> String {
        self.network.dice.text(24)
    }

    fn post(&self, job: Job) {
        // Gone only while the simulator ends.
        if let Some(line) = self.me.upgrade() {
            self.posting.add(&line, job);
        }
    }
}

/// The signature of a body.
pub fn signature(secret: &str, body: &str) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return String::new();
    };
    mac.update(body.as_bytes());
    STANDARD.encode(mac.finalize().into_bytes())
}

/// The id of a person, group or room that stands for a customer's number.
fn line_id(kind: char, user: i64) -> String {
    format!("{kind}4af4980629b2f7b1{user:016x}")
}

/// The customer behind such an id.
fn user_of(id: &str) -> Option<i64> {
    let rest = id.strip_prefix(['U', 'C', 'R'])?.strip_prefix("4af4980629b2f7b1")?;
    i64::from_str_radix(rest, 16).ok()
}

/// The account's own id.
fn bot_id(key: &str) -> String {
    let sum = key.bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    format!("U00000000000000b0{sum:016x}")
}

impl Provider for Line {
    fn network(&self) -> &Network {
        &self.network
    }

    fn card(&self) -> Card {
        Card {
            id: "line".to_owned(),
            name: "LINE".to_owned(),
            colour: "#06c755".to_owned(),
            api: "/line".to_owned(),
            can: vec!["unsend", "file", "place", "sticker", "seen"],
            setup: vec!["token", "secret", "webhook"],
        }
    }

    fn join(&self, account: &Account, root: &str) -> Option<Value> {
        Some(json!({
            "channel_access_token": account.token, "channel_secret": account.secret,
            "api_base": format!("{root}/line"), "data_base": format!("{root}/line/data"),
        }))
    }

    fn id_of(&self, thing: IdKind, n: i64, at_ms: i64) -> String {
        match thing {
            IdKind::Event => format!("01{:011X}{:013X}", at_ms.max(0), n),
            IdKind::Chat => line_id('U', n),
            _ => format!("{}", 461_230_966_842_000_000 + n),
        }
    }

    fn user_id(&self, user: i64) -> String {
        line_id('U', user)
    }

    fn tell(&self, happening: Happening, manner: Manner) {
        for job in events::jobs(self, &happening, manner.twice) {
            self.post(job);
        }
    }

    fn account_changed(&self, key: &str) {
        if let Some(line) = self.me.upgrade() {
            self.posting.resume(&line, key);
        }
    }

    fn blocked(&self, account: &str, user: i64, blocked: bool) {
        let told = if blocked { json!({}) } else { json!({ "follow": { "isUnblocked": true } }) };
        let kind = if blocked { "unfollow" } else { "follow" };
        events::about(self, account, user, kind, &told);
    }

    fn order(&self, what: &str, body: &Value) -> Option<Result<Value, String>> {
        control::order(self, what, body)
    }

    fn look(&self, what: &str) -> Option<Value> {
        match what {
            "deliveries" => Some(self.posting.shown(self)),
            "manners" => Some(json!(self.manners())),
            "quota" => Some(json!({ "used": hold(&self.facts).sent_this_month })),
            _ => None,
        }
    }
}

impl Poster for Line {
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
        if !self.manners().use_webhook {
            return None;
        }
        let mut items = job.items.clone();
        for item in &mut items {
            item["deliveryContext"] = json!({ "isRedelivery": job.again });
        }
        let body = json!({ "destination": bot_id(&account.key), "events": items }).to_string();
        let request = client
            .post(url)
            .header("content-type", "application/json; charset=utf-8")
            .header("user-agent", "LineBotWebhook/2.0")
            .header("x-line-signature", signature(&account.secret, &body))
            .body(body);
        Some((request, PATIENCE))
    }

    fn pauses(&self, _answered: bool) -> Vec<Duration> {
        if !self.manners().redelivery {
            return Vec::new();
        }
        PAUSES_S.iter().map(|pause| Duration::from_secs_f64(pause * self.time_scale)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_as_the_sdk_makes_them() {
        let key = "0123456789abcdef0123456789abcdef";
        assert_eq!(
            signature(key, r#"{"destination":"xxxxxxxxxx","events":[]}"#),
            "TcGeXers7LzRQgyFB6W12pl3vlnLcANbwggzcP9Kn68="
        );
        let thai = r#"{"destination":"U0","events":[{"type":"message","message":{"type":"text","id":"1","text":"สวัสดี"}}]}"#;
        assert_eq!(signature(key, thai), "aybFOkbed2EU4LE7wBH0auZztje+eNge7Sx0WCfGNGs=");
    }

    #[test]
    fn ids_have_lines_form_and_lead_back() {
        for kind in ['U', 'C', 'R'] {
            let id = line_id(kind, 81);
            assert_eq!((id.len(), user_of(&id)), (33, Some(81)));
        }
        assert_eq!(bot_id("main").len(), 33);
    }
}

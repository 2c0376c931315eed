//! Meta's three networks for businesses: WhatsApp, Messenger with page comments, and Instagram. They
//! share the Graph API's manners: one error shape, signed webhooks, a handshake, a 24-hour window.
mod bucket;
mod call;
mod hooks;
mod media;
mod messenger;
mod no;
mod sign;
mod whatsapp;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use anyhow::Result;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::any;
use serde_json::{Value, json};

use crate::network::intake::{self, IncomingMessage};
use crate::network::model::{Account, Person};
use crate::network::{Card, Happening, IdKind, Manner, Network, Provider, hold};
use crate::posting::Posting;
use crate::{Options, clock};

/// How many API calls are remembered for a look.
const REQUESTS_MAX: usize = 200;
const DAY_MS: i64 = 86_400_000;
/// What all accounts sign with until another secret is set.
const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// The app of a demo desk.
const APP: &str = "1234567890";

/// Which of the networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brand {
    WhatsApp,
    Facebook,
    Instagram,
}

impl Brand {
    const ALL: [Self; 3] = [Self::WhatsApp, Self::Facebook, Self::Instagram];

    fn id(self) -> &'static str {
        match self {
            Self::WhatsApp => "whatsapp",
            Self::Facebook => "facebook",
            Self::Instagram => "instagram",
        }
    }

    /// The word that begins every webhook.
    fn object(self) -> &'static str {
        match self {
            Self::WhatsApp => "whatsapp_business_account",
            Self::Facebook => "page",
            Self::Instagram => "instagram",
        }
    }

    /// Name, colour, the first account's id and token.
    fn face(self) -> [&'static str; 4] {
        match self {
            Self::WhatsApp => ["WhatsApp", "#25d366", "106540352242922", "EAA-whatsapp-test-token"],
            Self::Facebook => ["Facebook", "#0866ff", "104001000000001", "EAA-facebook-test-token"],
            Self::Instagram => {
                ["Instagram", "#d62976", "178414000000001", "IGAA-instagram-test-token"]
            }
        }
    }
}

/// One of the networks, being played.
pub struct Graph {
    me: Weak<Self>,
    brand: Brand,
    network: Network,
    posting: Posting,
    buckets: Mutex<bucket::Buckets>,
    /// Windows closed by order: the customer's newest message then, by account and person.
    closed: Mutex<HashMap<(String, i64), i64>>,
    /// Fields an account's webhook gets; all when it was set by hand.
    fields: Mutex<HashMap<String, Vec<String>>>,
    links: Mutex<HashMap<String, media::Link>>,
    told_read: Mutex<HashSet<String>>,
    private_replies: Mutex<HashSet<String>>,
    requests: Mutex<VecDeque<Value>>,
    /// `http://address/<id>`
    base: String,
    time_scale: f64,
    rate_limits: bool,
}

/// All three, each with one account.
pub fn start(options: &Options, root: &str) -> Result<Vec<Arc<Graph>>> {
    Brand::ALL.into_iter().map(|brand| Graph::start(brand, options, root)).collect()
}

impl Graph {
    fn start(brand: Brand, options: &Options, root: &str) -> Result<Arc<Self>> {
        let posting = Posting::new()?;
        let graph = Arc::new_cyclic(|me| Self {
            me: me.clone(),
            brand,
            network: Network::default(),
            posting,
            buckets: Mutex::default(),
            closed: Mutex::default(),
            fields: Mutex::default(),
            links: Mutex::default(),
            told_read: Mutex::default(),
            private_replies: Mutex::default(),
            requests: Mutex::default(),
            base: format!("{root}/{}", brand.id()),
            time_scale: options.time_scale.max(0.0),
            rate_limits: options.rate_limits,
        });
        let [_, _, key, token] = brand.face();
        let account = Account {
            key: key.to_owned(),
            name: "Demo Shop".to_owned(),
            token: token.to_owned(),
            secret: SECRET.to_owned(),
            webhook: String::new(),
        };
        graph.network.state().accounts.insert(account.key.clone(), account);
        Ok(graph)
    }

    /// The API.
    pub fn routes(self: &Arc<Self>) -> Router {
        Router::new()
            .route(&format!("/{}/{{*path}}", self.brand.id()), any(call::call))
            .layer(DefaultBodyLimit::disable())
            .with_state(self.clone())
    }

    /// A span of the provider's time as long as it is in this run.
    fn scaled(&self, seconds: f64) -> Duration {
        Duration::from_secs_f64((seconds * self.time_scale).max(0.0))
    }

    fn remember(&self, request: Value) {
        let mut requests = hold(&self.requests);
        requests.push_back(request);
        if requests.len() > REQUESTS_MAX {
            requests.pop_front();
        }
    }

    /// An account has a webhook now.
    fn heard(&self, key: &str) {
        if let Some(me) = self.me.upgrade() {
            self.posting.resume(&me, key);
        }
    }

    /// Whether the customer wrote within the seven days in which a person may still answer.
    fn person_may_answer(&self, account: &str, user: i64) -> bool {
        let state = self.network.state();
        let chat = state.chat(account, user);
        let last = chat.and_then(|chat| chat.messages.values().rev().find(|one| one.customer));
        last.is_some_and(|message| clock::now_ms() - message.at_ms < 7 * DAY_MS)
    }

    /// Whether the customer wrote within the last 24 hours, and nobody ordered the window closed
    /// since.
    fn window_open(&self, account: &str, user: i64) -> bool {
        let last = {
            let state = self.network.state();
            let chat = state.chat(account, user);
            let last = chat.and_then(|chat| chat.messages.values().rev().find(|one| one.customer));
            last.map(|message| (message.n, message.at_ms))
        };
        let Some((n, at_ms)) = last else { return false };
        let closed = hold(&self.closed).get(&(account.to_owned(), user)).copied();
        clock::now_ms() - at_ms < DAY_MS && closed.is_none_or(|closed| n > closed)
    }

    fn close_window(&self, account: &str, user: i64) -> Result<Value, String> {
        let newest = {
            let state = self.network.state();
            let chat = state.chat(account, user).ok_or("there is no such chat")?;
            chat.messages.keys().last().copied().unwrap_or(0)
        };
        hold(&self.closed).insert((account.to_owned(), user), newest);
        Ok(json!({ "closed": true }))
    }

    /// A customer presses a button of a message, or sends something of a kind that the phone has no
    /// way to make: the provider's own JSON is then given as `wire`.
    fn wired(&self, body: &Value, wire: Value, text: Option<String>) -> Result<Value, String> {
        let account = body["account"].as_str().or(body["token"].as_str()).unwrap_or_default();
        let user = body["user"].as_i64().unwrap_or(0);
        let more = json!({ "wire": wire }).as_object().cloned().unwrap_or_default();
        let from = Person { id: user, ..Person::default() };
        let reply_to = body["reply_to"].as_i64();
        let said = IncomingMessage {
            from,
            text,
            reply_to,
            more,
            manner: Manner::default(),
            files: Vec::new(),
        };
        let message = intake::say(self, account, said)?;
        Ok(json!({ "message_id": message.n, "id": message.id, "event": message.event }))
    }
}

impl Provider for Graph {
    fn network(&self) -> &Network {
        &self.network
    }

    fn card(&self) -> Card {
        let [name, colour, ..] = self.brand.face();
        let can = match self.brand {
            Brand::WhatsApp => {
                vec![
                    "edit", "unsend", "react", "read", "seen", "file", "place", "contact",
                    "sticker",
                ]
            }
            Brand::Facebook => vec!["edit", "react", "read", "seen", "file", "sticker"],
            Brand::Instagram => vec!["edit", "unsend", "react", "read", "seen", "file"],
        };
        Card {
            id: self.brand.id().to_owned(),
            name: name.to_owned(),
            colour: colour.to_owned(),
            api: format!("/{}", self.brand.id()),
            can,
            setup: vec!["token", "secret", "webhook"],
        }
    }

    fn join(&self, account: &Account, root: &str) -> Option<Value> {
        let (key, token) = (&account.key, &account.token);
        let mut settings = match self.brand {
            Brand::WhatsApp => json!({
                "phone_number_id": key, "waba_id": whatsapp::WABA, "access_token": token,
            }),
            Brand::Facebook => json!({ "page_id": key, "page_access_token": token, "app_id": APP }),
            Brand::Instagram => json!({
                "account_id": key, "page_id": messenger::PAGE, "access_token": token,
                "app_id": APP,
            }),
        };
        settings["app_secret"] = json!(account.secret);
        settings["verify_token"] = json!("demo-verify-token");
        settings["base_url"] = json!(format!("{root}/{}", self.brand.id()));
        Some(settings)
    }

    fn id_of(&self, thing: IdKind, n: i64, at_ms: i64) -> String {
        match (self.brand, thing) {
            (Brand::WhatsApp, IdKind::Message) => {
                format!("wamid.HBgM{at_ms}{}{n}", self.network.dice.text(6))
            }
            (_, IdKind::Message) => format!("m_{}{n}", self.network.dice.text(20)),
            (_, IdKind::File) => format!("{}", 1_000_000_000_000_000 + n),
            (_, IdKind::Chat | IdKind::Event) => n.to_string(),
        }
    }

    fn user_id(&self, user: i64) -> String {
        match self.brand {
            Brand::WhatsApp => format!("{}{user:04}", whatsapp::NUMBERS),
            Brand::Facebook => format!("{}", 7_000_000_000_000_000 + user),
            Brand::Instagram => format!("{}", 9_000_000_000_000_000 + user),
        }
    }

    fn tell(&self, happening: Happening, manner: Manner) {
        match self.brand {
            Brand::WhatsApp => whatsapp::tell(self, &happening, manner),
            Brand::Facebook | Brand::Instagram => messenger::tell(self, &happening, manner),
        }
    }

    fn account_changed(&self, key: &str) {
        // Set by hand: it is told everything.
        hold(&self.fields).remove(key);
        self.heard(key);
    }

    fn order(&self, what: &str, body: &Value) -> Option<Result<Value, String>> {
        let me = self.me.upgrade()?;
        let account = body["account"].as_str().or(body["token"].as_str()).unwrap_or_default();
        let user = body["user"].as_i64().unwrap_or(0);
        if let Some(done) = self.posting.order(&me, what, body) {
            return Some(done);
        }
        match what {
            "close-window" => Some(self.close_window(account, user)),
            "press" => Some(match self.brand {
                Brand::WhatsApp => whatsapp::press(self, account, user, body),
                _ => messenger::press(self, account, user, body),
            }),
            "comment" if self.brand != Brand::WhatsApp => Some(messenger::comment(self, body)),
            "wire" if body["wire"].is_object() => {
                let text = body["text"].as_str().map(str::to_owned);
                Some(self.wired(body, body["wire"].clone(), text.or(Some("(another kind)".into()))))
            }
            // Something about the account rather than a chat: the entry as it is.
            "raw" if body["entry"].is_object() => {
                let entry = body["entry"].clone();
                let event = self.network.state().count();
                hooks::post(self, hooks::job(account, (0, event), "raw", entry), "", 0.0);
                Some(Ok(json!({ "event": event })))
            }
            _ => None,
        }
    }

    fn look(&self, what: &str) -> Option<Value> {
        match what {
            "deliveries" => Some(self.posting.shown(self)),
            "requests" => Some(hold(&self.requests).iter().cloned().collect()),
            _ => None,
        }
    }
}

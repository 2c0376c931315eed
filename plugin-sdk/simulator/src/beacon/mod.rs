//! Beacon: a made-up network for communities, with a gateway and a REST API of the kind such
//! networks have. Bots hear over a WebSocket with sessions and sequence numbers, and speak by HTTP.
//!
//! Only private channels between a person and a bot are played.
mod control;
mod gateway;
mod messages;
mod rest;
mod session;
mod shapes;
mod throttle;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get};
use serde_json::{Value, json};

use crate::Options;
use crate::network::model::Account;
use crate::network::{Card, Happening, IdKind, Manner, Network, Provider, hold};

/// The first milliseconds that ids count from: 1 January 2024.
const EPOCH_MS: i64 = 1_704_067_200_000;
/// The version that every address names.
const VERSION: &str = "v1";

/// How the gateway behaves; the control API changes it.
#[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Manners {
    /// What `hello` asks for.
    pub heartbeat_interval_ms: u64,
    /// How long after an interval a heartbeat may still come.
    pub grace_ms: u64,
    /// How long a session outlives its connection.
    pub session_ms: u64,
    /// Heartbeats are acknowledged this much later.
    pub ack_delay_ms: u64,
    /// Heartbeats are not acknowledged at all.
    pub no_acks: bool,
    /// The next identify or resume is answered with invalid session, so many times.
    pub refuse_sessions: u32,
    /// Frames a client may send within a minute.
    pub frames_per_minute: usize,
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            heartbeat_interval_ms: 41_250,
            grace_ms: 10_000,
            session_ms: 90_000,
            ack_delay_ms: 0,
            no_acks: false,
            refuse_sessions: 0,
            frames_per_minute: 120,
        }
    }
}

/// The stand-in of one simulator.
pub struct Beacon {
    network: Network,
    sessions: session::Sessions,
    throttle: Mutex<throttle::Throttle>,
    manners: Mutex<Manners>,
    /// `http://address`
    root: String,
}

impl Beacon {
    /// A network with one bot, `main`.
    pub fn start(options: &Options, root: &str) -> Arc<Self> {
        let beacon = Arc::new(Self {
            network: Network::default(),
            sessions: session::Sessions::default(),
            throttle: Mutex::new(throttle::Throttle::new(options.rate_limits)),
            manners: Mutex::default(),
            root: root.to_owned(),
        });
        let account = Account {
            key: "main".to_owned(),
            name: "Beacon Desk".to_owned(),
            token: "beacon-test-token".to_owned(),
            secret: String::new(),
            webhook: String::new(),
        };
        beacon.network.state().accounts.insert(account.key.clone(), account);
        beacon
    }

    /// The API and the gateway.
    pub fn routes(self: &Arc<Self>) -> Router {
        Router::new()
            .route("/beacon/gateway", get(gateway::connect))
            .route("/beacon/files/{account}/{file}/{name}", get(rest::download))
            .route("/beacon/api/{*path}", any(rest::call))
            .layer(DefaultBodyLimit::disable())
            .with_state(self.clone())
    }

    fn manners(&self) -> Manners {
        *hold(&self.manners)
    }

    /// Where clients connect.
    fn gateway_url(&self) -> String {
        format!("{}/beacon/gateway", self.root.replacen("http", "ws", 1))
    }

    /// The id of a bot, made from its place in the order of their names.
    fn bot_id(&self, key: &str) -> String {
        let sum = key.bytes().fold(7_u64, |sum, byte| (sum * 31 + u64::from(byte)) % 1_000_003);
        snowflake(EPOCH_MS + 1000, sum as i64).to_string()
    }

    fn life(&self) -> Duration {
        Duration::from_millis(self.manners().session_ms)
    }
}

/// An id that is larger the later it was made.
fn snowflake(at_ms: i64, n: i64) -> i64 {
    ((at_ms - EPOCH_MS).max(0) << 22) | (n & 0x3f_ffff)
}

impl Provider for Beacon {
    fn network(&self) -> &Network {
        &self.network
    }

    fn card(&self) -> Card {
        Card {
            id: "beacon".to_owned(),
            name: "Beacon".to_owned(),
            colour: "#7c4dff".to_owned(),
            api: "/beacon".to_owned(),
            can: vec!["edit", "unsend", "react", "typing", "file"],
            setup: vec!["token"],
        }
    }

    fn id_of(&self, _thing: IdKind, n: i64, at_ms: i64) -> String {
        snowflake(at_ms, n).to_string()
    }

    fn user_id(&self, user: i64) -> String {
        // People joined in the order of their numbers, long before anything was said.
        snowflake(EPOCH_MS + 60_000, user).to_string()
    }

    fn tell(&self, happening: Happening, manner: Manner) {
        if let Some((name, data)) = shapes::event(self, &happening) {
            let times = if manner.twice { 2 } else { 1 };
            let tick = Some((happening.person.id, happening.event));
            for _ in 0..times {
                self.sessions.dispatch(self, &happening.account.key, name, &data, tick);
            }
        }
    }

    fn account_changed(&self, key: &str) {
        let token = self.network.state().accounts.get(key).map(|account| account.token.clone());
        self.sessions.keep_only(key, token.as_deref());
    }

    fn order(&self, what: &str, body: &Value) -> Option<Result<Value, String>> {
        control::order(self, what, body)
    }

    fn look(&self, what: &str) -> Option<Value> {
        match what {
            "gateway" => {
                Some(json!({ "manners": self.manners(), "sessions": self.sessions.shown() }))
            }
            "limits" => Some(json!(hold(&self.throttle).rules)),
            _ => None,
        }
    }
}

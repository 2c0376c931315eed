//! A telephone exchange with Asterisk's REST interface (ARI): events over a WebSocket, commands and
//! recordings by HTTP. On its phone page a person rings, presses keys and hangs up; the telephones of
//! the desk stand beside it. Nobody's voice is carried: recordings hold a tone.
mod bridges;
mod channels;
mod control;
mod course;
mod events;
mod model;
mod rest;
mod stasis;

use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get};
use serde_json::{Value, json};

use crate::Options;
use crate::network::model::{Account, Person};
use crate::network::{Card, Happening, IdKind, Manner, Network, Provider, hold};
use model::Exchange;

/// The only exchange.
const MAIN: &str = "main";
/// How long somebody who calls in vain lets it ring.
const PATIENCE_S: f64 = 4.0;

/// The stand-in of one simulator.
pub struct Asterisk {
    me: Weak<Self>,
    network: Network,
    exchange: Mutex<Exchange>,
    time_scale: f64,
}

impl Asterisk {
    /// An exchange with the number +60312345678 and the telephones 101 and 102.
    pub fn start(options: &Options) -> Arc<Self> {
        let asterisk = Arc::new_cyclic(|me| Self {
            me: me.clone(),
            network: Network::default(),
            exchange: Mutex::default(),
            time_scale: options.time_scale.max(0.0),
        });
        let account = Account {
            key: MAIN.to_owned(),
            name: "+60312345678".to_owned(),
            token: "patchbay:ari-test-password".to_owned(),
            secret: String::new(),
            webhook: String::new(),
        };
        asterisk.network.state().accounts.insert(account.key.clone(), account);
        asterisk
    }

    /// The REST interface and its WebSocket.
    pub fn routes(self: &Arc<Self>) -> Router {
        Router::new()
            .route("/asterisk/ari/events", get(events::connect))
            .route("/asterisk/ari/{*path}", any(rest::call))
            .layer(DefaultBodyLimit::disable())
            .with_state(self.clone())
    }

    fn exchange(&self) -> MutexGuard<'_, Exchange> {
        hold(&self.exchange)
    }

    /// Shows every open page what the exchange does now.
    fn show(&self) {
        let shown = self.exchange().shown();
        self.network.show(None, json!({ "type": "exchange", "exchange": shown }));
    }

    /// Whether this is the exchange's user and password.
    fn lets_in(&self, login: &str) -> bool {
        self.network.state().by_token(login).is_some()
    }

    /// The number that customers call.
    fn number(&self) -> String {
        let state = self.network.state();
        state.accounts.get(MAIN).map_or_else(String::new, |main| main.name.clone())
    }

    /// Lets those call who wait for somebody to listen. They give up when nobody answers.
    fn let_callers_in(&self) {
        let waiting = {
            let mut exchange = self.exchange();
            if exchange.lines.is_empty() { vec![] } else { std::mem::take(&mut exchange.waiting) }
        };
        for person in waiting {
            let (number, name, to) = (number_of(&person), person.name(), self.number());
            let called = self.exchange().customer_calls(person.id, (&number, &name), &to);
            // Who is on the telephone by now has no need to wait.
            let Ok(id) = called else { continue };
            self.after(PATIENCE_S, move |asterisk| asterisk.exchange().gives_up(&id));
        }
    }

    /// Gives up what rings for too long.
    fn give_up_later(&self, channel: &str, seconds: f64) {
        let channel = channel.to_owned();
        self.after(seconds, move |asterisk| asterisk.exchange().no_answer(&channel));
    }

    /// Does something later, and shows it if it changed something.
    fn after(&self, seconds: f64, act: impl FnOnce(&Self) -> bool + Send + 'static) {
        let me = self.me.clone();
        let wait = Duration::from_secs_f64((seconds * self.time_scale).max(0.01));
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            let Some(asterisk) = me.upgrade() else { return };
            if act(&asterisk) {
                asterisk.show();
            }
        });
    }
}

/// The customer's number: the one they gave, or one made of theirs.
fn number_of(person: &Person) -> String {
    let given = person.phone_number.as_deref().filter(|number| !number.is_empty());
    given.map_or_else(|| format!("+6012{:07}", person.id), str::to_owned)
}

impl Provider for Asterisk {
    fn network(&self) -> &Network {
        &self.network
    }

    fn card(&self) -> Card {
        Card {
            id: "calls".to_owned(),
            name: "Asterisk".to_owned(),
            colour: "#d9480f".to_owned(),
            api: "/asterisk/ari".to_owned(),
            can: vec!["call"],
            setup: vec!["token"],
        }
    }

    fn id_of(&self, _thing: IdKind, n: i64, _at_ms: i64) -> String {
        n.to_string()
    }

    fn user_id(&self, user: i64) -> String {
        number_of(&Person { id: user, ..Person::default() })
    }

    fn join(&self, account: &Account, root: &str) -> Option<Value> {
        Some(json!({
            "ari_url": format!("{root}/asterisk/ari"), "login": account.token,
            "trunks": model::TRUNK, "country": "60",
        }))
    }

    fn greeted_by(&self) -> &'static str {
        "call-in-vain"
    }

    // Nobody writes to an exchange.
    fn tell(&self, _happening: Happening, _manner: Manner) {}

    // A login that changed holds for what comes next; Asterisk lets connections be, too.
    fn account_changed(&self, _key: &str) {}

    fn order(&self, what: &str, body: &Value) -> Option<Result<Value, String>> {
        let done = control::order(self, what, body);
        self.show();
        done
    }

    fn look(&self, what: &str) -> Option<Value> {
        match what {
            "exchange" => Some(self.exchange().shown()),
            _ => None,
        }
    }
}

//! Text messages by a REST API of Twilio's kind: forms in both directions, signed with SHA-1 over
//! address and fields, delivery reports, STOP and START.
mod api;
mod control;
mod messages;
pub mod wire;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use anyhow::Result;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::any;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::Options;
use crate::described::rates::Buckets;
use crate::network::happening::Kind;
use crate::network::model::{Account, Person};
use crate::network::{Card, Happening, IdKind, Manner, Network, Provider, hold};
use crate::posting::{Job, Poster, Posting};

/// An answer to a webhook may take so long.
const PATIENCE: Duration = Duration::from_secs(15);

/// What became of a message of the business.
#[derive(Debug, Clone, Default)]
struct Fate {
    status: &'static str,
    error: Option<u64>,
}

/// What is known besides chats and people.
#[derive(Debug, Default)]
struct Facts {
    fates: HashMap<String, Fate>,
    /// Where the message that is just being sent wants its reports, by account and customer.
    callbacks: HashMap<(String, i64), String>,
    /// Customers who sent STOP, by account.
    gone: HashSet<(String, i64)>,
    /// The next messages are not delivered, for this reason.
    fail: Option<(u64, u64)>,
}

/// The stand-in of one simulator.
pub struct Sms {
    me: Weak<Self>,
    network: Network,
    posting: Posting,
    facts: Mutex<Facts>,
    buckets: Mutex<Buckets>,
    /// `http://address/sms`
    base: String,
    time_scale: f64,
    rate_limits: bool,
}

impl Sms {
    /// A provider with one number, `main`: +15005550001.
    pub fn start(options: &Options, root: &str) -> Result<Arc<Self>> {
        let posting = Posting::new()?;
        let sms = Arc::new_cyclic(|me| Self {
            me: me.clone(),
            network: Network::default(),
            posting,
            facts: Mutex::default(),
            buckets: Mutex::default(),
            base: format!("{root}/sms"),
            time_scale: options.time_scale.max(0.0),
            rate_limits: options.rate_limits,
        });
        let account = Account {
            key: "main".to_owned(),
            name: "+15005550001".to_owned(),
            token: "12345".to_owned(),
            secret: "12345".to_owned(),
            webhook: String::new(),
        };
        sms.network.state().accounts.insert(account.key.clone(), account);
        Ok(sms)
    }

    /// The API and the files that customers sent.
    pub fn routes(self: &Arc<Self>) -> Router {
        Router::new()
            .route("/sms/{*path}", any(api::call))
            .layer(DefaultBodyLimit::disable())
            .with_state(self.clone())
    }

    fn post(&self, job: Job) {
        // Gone only while the simulator ends.
        if let Some(sms) = self.me.upgrade() {
            self.posting.add(&sms, job);
        }
    }

    // The customer's number: the one they gave, or one made of theirs.
    fn number(&self, person: &Person) -> String {
        let given = person.phone_number.as_deref().filter(|number| number.starts_with('+'));
        given.map_or_else(|| format!("+1500556{:04}", person.id), str::to_owned)
    }

    // Who left stays away until they come back, whatever else they write.
    fn obey(&self, option: Option<&str>, account: &str, user: i64) {
        let gone = {
            let gone = &mut hold(&self.facts).gone;
            let key = (account.to_owned(), user);
            match option {
                Some("STOP") => {
                    gone.insert(key.clone());
                }
                Some("START") => {
                    gone.remove(&key);
                }
                _ => {}
            }
            gone.contains(&key)
        };
        if let Some(chat) = self.network.state().chat_mut(account, user) {
            chat.blocked = gone;
        }
    }

    // The message arrived, or it did not; whoever wanted to know is told.
    fn settle(&self, happening: &Happening) {
        let Some(message) = &happening.message else { return };
        let key = (happening.account.key.clone(), happening.person.id);
        let reports = {
            let mut facts = hold(&self.facts);
            let callback = facts.callbacks.remove(&key);
            let failed = match &mut facts.fail {
                Some((code, left)) if *left > 0 => {
                    *left -= 1;
                    Some(*code)
                }
                _ => None,
            };
            let status = if failed.is_some() { "undelivered" } else { "delivered" };
            let fate = Fate { status, error: failed };
            facts.fates.insert(message.id.clone(), fate);
            callback.map(|url| (url, status, failed))
        };
        let Some((url, status, failed)) = reports else { return };
        for (status, code) in [("sent", None), (status, failed)] {
            let fields = wire::report(self, happening, &message.id, status, code);
            self.post(Job {
                account: key.0.clone(),
                user: key.1,
                events: vec![(key.1, happening.event)],
                kind: "status",
                items: vec![fields],
                url: Some(url.clone()),
                ..Job::default()
            });
        }
    }
}

impl Provider for Sms {
    fn network(&self) -> &Network {
        &self.network
    }

    fn card(&self) -> Card {
        Card {
            id: "sms".to_owned(),
            name: "SMS".to_owned(),
            colour: "#d6336c".to_owned(),
            api: "/sms".to_owned(),
            can: vec!["file"],
            setup: vec!["token", "webhook"],
        }
    }

    fn join(&self, account: &Account, root: &str) -> Option<Value> {
        let sid = wire::sid(account);
        Some(json!({
            "basic_key": STANDARD.encode(format!("{sid}:{}", account.token)), "account_sid": sid,
            "sender": account.name, "api_base": format!("{root}/sms"),
        }))
    }

    fn id_of(&self, thing: IdKind, n: i64, at_ms: i64) -> String {
        let kind = match thing {
            IdKind::Message => "SM",
            IdKind::File => "ME",
            IdKind::Chat => "CH",
            IdKind::Event => "EV",
        };
        format!("{kind}{:016x}{n:016x}", at_ms.max(0))
    }

    fn user_id(&self, user: i64) -> String {
        self.number(&Person { id: user, ..Person::default() })
    }

    fn tell(&self, happening: Happening, manner: Manner) {
        match happening.kind {
            Kind::Message => {
                let word = happening.message.as_ref().and_then(|message| message.text.as_deref());
                let option = wire::opt_out(word.unwrap_or_default());
                self.obey(option, &happening.account.key, happening.person.id);
                self.post(Job {
                    account: happening.account.key.clone(),
                    user: happening.person.id,
                    events: vec![(happening.person.id, happening.event)],
                    kind: "message",
                    items: vec![wire::message(self, &happening, option)],
                    twice: manner.twice,
                    ..Job::default()
                });
            }
            Kind::Delivered => self.settle(&happening),
            // Text messages know nothing else.
            _ => {}
        }
    }

    fn account_changed(&self, key: &str) {
        if let Some(sms) = self.me.upgrade() {
            self.posting.resume(&sms, key);
        }
    }

    fn order(&self, what: &str, body: &Value) -> Option<Result<Value, String>> {
        control::order(self, what, body)
    }

    fn look(&self, what: &str) -> Option<Value> {
        match what {
            "deliveries" => Some(self.posting.shown(self)),
            "sids" => {
                let state = self.network.state();
                let accounts = state.accounts.values();
                Some(accounts.map(|one| json!({ "key": one.key, "sid": wire::sid(one) })).collect())
            }
            _ => None,
        }
    }
}

impl Poster for Sms {
    // A form tells of one message.
    const BUNDLES: bool = false;

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
        let fields = wire::fields(job.items.first()?);
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(&fields);
        let request = client
            .post(url)
            .header("content-type", "application/x-www-form-urlencoded; charset=UTF-8")
            .header("user-agent", "TwilioProxy/1.1")
            .header("x-twilio-signature", wire::signature(&account.token, url, &fields))
            .header("i-twilio-idempotency-token", wire::token(job))
            .body(form.finish());
        Some((request, PATIENCE))
    }

    // By default one more try, and only when nobody answered.
    fn pauses(&self, answered: bool) -> Vec<Duration> {
        if answered { Vec::new() } else { vec![Duration::from_secs_f64(self.time_scale)] }
    }
}

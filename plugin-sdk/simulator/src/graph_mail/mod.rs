//! Microsoft Graph's mail: sign-in of an app, a mailbox with its list of changes, drafts that become
//! mails, uploads, and subscriptions that wake whoever has them.
//!
//! Where Graph asks for https, addresses on this machine may do without; large files are uploaded to
//! this simulator itself.
mod api;
mod control;
mod drafts;
mod lists;
mod login;
mod mailbox;
mod subscriptions;
mod uploads;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use anyhow::Result;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::any;
use serde_json::{Value, json};

use crate::Options;
use crate::described::rates::Buckets;
use crate::letters::{self, mime};
use crate::network::happening::Kind;
use crate::network::model::Account;
use crate::network::{Card, Happening, IdKind, Manner, Network, Provider, hold};
use crate::posting::{Job, Poster, Posting};
use mailbox::Mailbox;
use subscriptions::Subscription;
use uploads::Upload;

/// Graph counts an endpoint as slow above this.
const PATIENCE: Duration = Duration::from_secs(3);
/// Graph goes on for up to four hours; the pauses between are not published.
const PAUSES_S: [f64; 5] = [10.0, 60.0, 300.0, 1800.0, 7200.0];
/// The directory all accounts are in.
const TENANT: &str = "acme.example";

/// What is known besides chats and people.
#[derive(Default)]
struct Facts {
    mailboxes: HashMap<String, Mailbox>,
    /// Tokens of apps: the account, and until when.
    tokens: HashMap<String, (String, i64)>,
    subscriptions: Vec<Subscription>,
    uploads: HashMap<String, Upload>,
    counted: u64,
}

impl Facts {
    fn mailbox(&mut self, account: &str) -> &mut Mailbox {
        self.mailboxes.entry(account.to_owned()).or_default()
    }

    /// A name that was not given before.
    fn name(&mut self, kind: &str) -> String {
        self.counted += 1;
        format!("{kind}{:08x}", self.counted)
    }
}

/// The stand-in of one simulator.
pub struct GraphMail {
    me: Weak<Self>,
    network: Network,
    posting: Posting,
    facts: Mutex<Facts>,
    buckets: Mutex<Buckets>,
    root: String,
    time_scale: f64,
    rate_limits: bool,
}

impl GraphMail {
    /// Graph with one mailbox, `main`.
    pub fn start(options: &Options, root: &str) -> Result<Arc<Self>> {
        let posting = Posting::new()?;
        let graph = Arc::new_cyclic(|me| Self {
            me: me.clone(),
            network: Network::default(),
            posting,
            facts: Mutex::default(),
            buckets: Mutex::default(),
            root: format!("{root}/graph-email"),
            time_scale: options.time_scale.max(0.0),
            rate_limits: options.rate_limits,
        });
        let account = Account {
            key: "main".to_owned(),
            name: format!("support@{TENANT}"),
            token: "graph-client-secret".to_owned(),
            secret: String::new(),
            webhook: String::new(),
        };
        graph.network.state().accounts.insert(account.key.clone(), account);
        Ok(graph)
    }

    pub fn routes(self: &Arc<Self>) -> Router {
        Router::new()
            .route("/graph-email/{*path}", any(api::call))
            .layer(DefaultBodyLimit::disable())
            .with_state(self.clone())
    }

    /// Puts a mail into the inbox and wakes whoever subscribed to it.
    fn arrive(&self, account: &Account, raw: Vec<u8>, about: (i64, i64), twice: bool) -> String {
        let id = {
            let mut facts = hold(&self.facts);
            let id = facts.name("AAMk");
            facts.mailbox(&account.key).arrive(&id, raw);
            id
        };
        subscriptions::tell(self, account, &id, about, twice);
        id
    }

    // The mail that a customer's message answers.
    fn parent(&self, happening: &Happening) -> Option<letters::Parent> {
        let message_id = letters::answered(&self.network, happening)?;
        let facts = hold(&self.facts);
        let mailbox = facts.mailboxes.get(&happening.account.key)?;
        let item = mailbox.items.iter().find(|item| item.message_id == message_id)?;
        let subject = mime::header(&item.raw, "subject").unwrap_or_default();
        Some(letters::Parent { message_id, subject, reply_to: None })
    }
}

/// The app's own number.
fn client_id(account: &Account) -> String {
    let sum = account.key.bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31) + u64::from(byte));
    format!("{sum:08x}-0000-4000-8000-000000000000")
}

/// The mailbox's address.
fn address(account: &Account) -> String {
    letters::address(account, TENANT)
}

impl Provider for GraphMail {
    fn network(&self) -> &Network {
        &self.network
    }

    fn card(&self) -> Card {
        Card {
            id: "graph-email".to_owned(),
            name: "Microsoft Graph mail".to_owned(),
            colour: "#0f6cbd".to_owned(),
            api: "/graph-email".to_owned(),
            can: vec!["photo", "file", "subject"],
            setup: vec!["token"],
        }
    }

    fn join(&self, account: &Account, root: &str) -> Option<Value> {
        Some(json!({
            "sign_in": "app", "tenant": TENANT, "client_id": client_id(account),
            "client_secret": account.token, "mailbox": address(account),
            "api_base": format!("{root}/graph-email"),
            "login_base": format!("{root}/graph-email/login"),
        }))
    }

    fn id_of(&self, thing: IdKind, n: i64, _at_ms: i64) -> String {
        match thing {
            IdKind::Message => format!("m{n}"),
            IdKind::Chat => format!("AAQk{n:08x}"),
            IdKind::File => format!("f{n}"),
            IdKind::Event => format!("e{n}"),
        }
    }

    fn user_id(&self, user: i64) -> String {
        letters::person_address(user)
    }

    fn tell(&self, happening: Happening, manner: Manner) {
        if happening.kind != Kind::Message {
            return;
        }
        let parent = self.parent(&happening);
        let raw = letters::written(&happening, &address(&happening.account), parent);
        let about = (happening.person.id, happening.event);
        self.arrive(&happening.account, raw, about, manner.twice);
    }

    fn account_changed(&self, key: &str) {
        let revoked = !self.network.state().accounts.contains_key(key);
        if revoked {
            hold(&self.facts).tokens.retain(|_, (account, _)| account != key);
        }
    }

    fn order(&self, what: &str, body: &Value) -> Option<Result<Value, String>> {
        control::order(self, what, body)
    }

    fn look(&self, what: &str) -> Option<Value> {
        control::look(self, what)
    }
}

impl Poster for GraphMail {
    fn posting(&self) -> &Posting {
        &self.posting
    }

    fn request(
        &self,
        client: &reqwest::Client,
        _account: &Account,
        url: &str,
        job: &Job,
    ) -> Option<(reqwest::RequestBuilder, Duration)> {
        let body = json!({ "value": job.items });
        Some((client.post(url).json(&body), PATIENCE))
    }

    fn pauses(&self, _answered: bool) -> Vec<Duration> {
        PAUSES_S.iter().map(|pause| Duration::from_secs_f64(pause * self.time_scale)).collect()
    }
}

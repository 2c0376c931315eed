//! Providers that a `simulator.toml` describes: other people's channels, played strictly.
mod api;
mod check;
mod deliver;
pub(crate) mod description;
mod gateway;
mod place;
pub(crate) mod rates;
mod refusal;
pub(crate) mod request;
mod template;
mod values;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};

use anyhow::Result;
use axum::extract::Request;
use axum::response::Response;
use serde_json::{Value, json};

use crate::listener::Cut;
use crate::network::happening::Kind;
use crate::network::model::Account;
use crate::network::{Card, Happening, IdKind, Manner, Network, Provider, hold};
use crate::posting::Posting;
use crate::{Options, clock};
pub use check::{Finding, read};
use description::{Description, Does};
use template::Values;
pub(crate) use values::iso;

/// How many API calls are remembered for a look.
const REQUESTS_MAX: usize = 200;

/// One described provider.
pub struct Described {
    me: Weak<Self>,
    description: RwLock<Arc<Description>>,
    network: Network,
    posting: Posting,
    gateway: gateway::Hub,
    buckets: Mutex<rates::Buckets>,
    requests: Mutex<VecDeque<Value>>,
    /// `http://address/p/<id>`, for addresses of files.
    base: String,
    time_scale: f64,
    rate_limits: bool,
}

impl Described {
    /// Plays a description, with the account it names.
    pub fn start(description: Description, root: &str, options: &Options) -> Result<Arc<Self>> {
        let first = &description.account;
        let account = Account {
            key: first.key.clone(),
            name: first.name.clone().unwrap_or_else(|| description.name.clone()),
            token: first.token.clone(),
            secret: first.secret.clone(),
            webhook: first.webhook.clone(),
        };
        let base = format!("{root}/p/{}", description.id);
        let posting = Posting::new()?;
        let described = Arc::new_cyclic(|me| Self {
            me: me.clone(),
            description: RwLock::new(Arc::new(description)),
            network: Network::default(),
            posting,
            gateway: gateway::Hub::default(),
            buckets: Mutex::default(),
            requests: Mutex::default(),
            base,
            time_scale: options.time_scale.max(0.0),
            rate_limits: options.rate_limits,
        });
        described.network.state().accounts.insert(account.key.clone(), account);
        Ok(described)
    }

    /// Plays another version from now on; chats and accounts stay.
    pub fn change(&self, description: Description) {
        let mut current = self.description.write().unwrap_or_else(PoisonError::into_inner);
        *current = Arc::new(description);
        drop(current);
        self.network.show(None, json!({ "type": "bot" }));
    }

    fn description(&self) -> Arc<Description> {
        self.description.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Answers a call of the business.
    pub async fn call(self: Arc<Self>, path: &str, request: Request, cut: Cut) -> Response {
        api::call(self, path, request, cut).await
    }

    fn remember(&self, request: Value) {
        let mut requests = hold(&self.requests);
        requests.push_back(request);
        if requests.len() > REQUESTS_MAX {
            requests.pop_front();
        }
    }

    /// Which happenings are told at all.
    fn tells(description: &Description, kind: Kind) -> bool {
        let told = description.webhook.as_ref().map(|webhook| &webhook.events);
        let framed = description.gateway.as_ref().map(|gateway| &gateway.events);
        [told, framed].into_iter().flatten().any(|events| events.contains_key(kind.name()))
    }
}

impl Provider for Described {
    fn network(&self) -> &Network {
        &self.network
    }

    fn card(&self) -> Card {
        let description = self.description();
        let tells = |kind| Self::tells(&description, kind);
        let does = |does| description.api.routes.iter().any(|route| route.does == does);
        let mut can = Vec::new();
        for (able, name) in [
            (tells(Kind::Edit), "edit"),
            (tells(Kind::Delete), "unsend"),
            (tells(Kind::Reaction), "react"),
            (tells(Kind::Typing), "typing"),
            (tells(Kind::Read), "read"),
            (self.told_with_files(), "file"),
            (does(Does::Read), "seen"),
        ] {
            if able {
                can.push(name);
            }
        }
        let mut setup = vec!["token"];
        if description.webhook.is_some() {
            setup.extend(["secret", "webhook"]);
        }
        Card {
            id: description.id.clone(),
            name: description.name.clone(),
            colour: description.colour.clone(),
            api: format!("/p/{}", description.id),
            can,
            setup,
        }
    }

    fn join(&self, account: &Account, _root: &str) -> Option<Value> {
        let description = self.description();
        let settings = description.join.as_ref()?;
        let mut values = Values::default();
        values::account(&mut values, account);
        values.set("api", self.base.clone());
        Some(template::json(settings, &values))
    }

    fn is_told(&self) -> bool {
        let description = self.description();
        let registered = description.api.routes.iter().any(|route| route.does == Does::Webhook);
        description.webhook.is_some() && !registered
    }

    fn id_of(&self, thing: IdKind, n: i64, at_ms: i64) -> String {
        let description = self.description();
        let pattern = match thing {
            IdKind::Message => &description.ids.message,
            IdKind::Chat => &description.ids.chat,
            IdKind::File => &description.ids.file,
            IdKind::Event => &description.ids.event,
        };
        let mut values = Values::default();
        values.set("n", n);
        values.set("time_ms", at_ms);
        values.set("time_s", at_ms / 1000);
        values.set("random", self.network.dice.text(9));
        template::text(pattern, &values)
    }

    fn user_id(&self, user: i64) -> String {
        let mut values = Values::default();
        values.set("n", user);
        template::text(&self.description().ids.user, &values)
    }

    fn tell(&self, happening: Happening, manner: Manner) {
        let description = self.description();
        let values = values::of(self, &description, &happening);
        if let Some(gateway) = &description.gateway
            && let Some(frame) = gateway.events.get(happening.kind.name())
        {
            self.gateway.push(self, &happening, gateway::fill(frame, &values), manner);
        }
        if let Some(webhook) = &description.webhook
            && let Some(body) = webhook.events.get(happening.kind.name())
            && let Some(me) = self.me.upgrade()
        {
            let body = deliver::body(webhook, body, &values);
            self.posting.add(&me, deliver::job(&happening, body, manner));
        }
    }

    fn account_changed(&self, key: &str) {
        if let Some(me) = self.me.upgrade() {
            self.posting.resume(&me, key);
        }
        self.gateway.account_changed(self, key);
    }

    fn order(&self, what: &str, body: &Value) -> Option<Result<Value, String>> {
        if let Some(done) = self.posting.order(&self.me.upgrade()?, what, body) {
            return Some(done);
        }
        match what {
            "drop" if self.description().gateway.is_some() => {
                let code = body["code"].as_u64().and_then(|code| u16::try_from(code).ok());
                Some(Ok(json!({ "dropped": self.gateway.drop_all(code) })))
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

impl Described {
    fn told_with_files(&self) -> bool {
        let description = self.description();
        let told = description.webhook.as_ref().and_then(|webhook| webhook.events.get("message"));
        let framed = description.gateway.as_ref().and_then(|gateway| gateway.events.get("message"));
        [told, framed]
            .into_iter()
            .flatten()
            .any(|body| body.contains("{{each attachment}}") || body.contains("{{file_"))
    }

    /// A span of the provider's time as long as it is in this run.
    fn scaled(&self, seconds: f64) -> std::time::Duration {
        std::time::Duration::from_secs_f64((seconds * self.time_scale).max(0.0))
    }

    fn now_ms() -> i64 {
        clock::now_ms()
    }
}

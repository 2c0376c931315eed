//! The plain settings of `settings.json`, and what follows from them. Pure.

use crate::api::Api;
use patchbay_plugin::http::encode;
use patchbay_plugin::prelude::*;
use serde::Deserialize;

/// What an admin entered.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Settings {
    ari_url: String,
    app: String,
    scope: String,
    technology: String,
    trunks: String,
    phones: String,
    pub country: String,
    pub prefix: String,
    pub caller_id: String,
    context: String,
    pub record: bool,
    pub recordings: bool,
}

fn or<'a>(text: &'a str, usual: &'a str) -> &'a str {
    let text = text.trim();
    if text.is_empty() { usual } else { text }
}

fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ' ', '\n']).map(str::trim).filter(|one| !one.is_empty())
}

impl Settings {
    pub fn of(acc: &Account) -> Result<Self, Failure> {
        config(acc)
    }

    pub fn api(&self) -> Api {
        Api::new(self.base())
    }

    fn base(&self) -> &str {
        self.ari_url.trim().trim_end_matches('/')
    }

    /// The application's name at the exchange.
    pub fn app(&self) -> &str {
        or(&self.app, "patchbay")
    }

    /// Whether every call of the exchange is seen, or only those that the dialplan hands over.
    pub fn sees_all(&self) -> bool {
        or(&self.scope, "all") == "all"
    }

    /// Where the exchange tells what happens; the host puts the login in.
    pub fn events_url(&self) -> String {
        let base = match self.base().split_once("://") {
            Some(("https", rest)) => format!("wss://{rest}"),
            Some(("http", rest)) => format!("ws://{rest}"),
            _ => self.base().to_owned(),
        };
        let mut app = String::new();
        encode(&mut app, self.app());
        let all = self.sees_all();
        format!("{base}/events?app={app}&subscribeAll={all}&api_key={{credential:events}}")
    }

    /// Whether a channel of this endpoint leads outside.
    pub fn is_trunk(&self, endpoint: &str) -> bool {
        list(&self.trunks).any(|trunk| trunk == endpoint)
    }

    /// The telephones that ring when the dialplan hands a call over.
    pub fn phones(&self) -> Vec<String> {
        list(&self.phones).map(str::to_owned).collect()
    }

    /// An agent's telephone.
    pub fn phone(&self, extension: &str) -> String {
        format!("{}/{extension}", or(&self.technology, "PJSIP"))
    }

    /// A number outside, by way of the first trunk.
    pub fn outside(&self, number: &str) -> String {
        let trunk = list(&self.trunks).next().unwrap_or("trunk");
        let prefix = self.prefix.trim();
        format!("{}/{prefix}{number}@{trunk}", or(&self.technology, "PJSIP"))
    }

    /// Where the dialplan takes transferred calls.
    pub fn context(&self) -> &str {
        or(&self.context, "from-internal")
    }
}

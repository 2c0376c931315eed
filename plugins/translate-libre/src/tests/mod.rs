//! Texts and settings in, requests and translations out.

mod checking;
mod texts;

use patchbay_plugin::prelude::*;
use patchbay_plugin::testing;
use serde_json::{Value, json};

pub fn account() -> Account {
    let config = json!({ "server_url": "https://lt.example/", "request_chars": 100 });
    Account {
        id: "7".into(),
        config: config.to_string(),
        public_url: String::new(),
        extras: vec![],
    }
}

/// The bodies that were posted since the last look.
pub fn posted() -> Vec<Value> {
    let sent = testing::take_sent().into_iter().filter(|one| one.method == "POST");
    sent.map(|one| serde_json::from_str(&one.body).expect("the body is JSON")).collect()
}

/// The code of a failure and its case.
pub fn failed(failure: &Failure) -> (&'static str, String) {
    let case = match failure {
        Failure::Retryable(_) => "retryable",
        Failure::RateLimited(_) => "rate-limited",
        Failure::Permanent(_) => "permanent",
        Failure::AuthExpired(_) => "auth-expired",
        Failure::NeedsConfig(_) => "needs-config",
        Failure::OutcomeUnknown(_) => "outcome-unknown",
    };
    (case, failure.detail().map(|detail| detail.code.clone()).unwrap_or_default())
}

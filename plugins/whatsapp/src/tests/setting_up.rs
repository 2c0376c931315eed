//! Checking the settings, registering the webhook, and its handshake.

use super::account;
use crate::WhatsApp;
use patchbay_plugin::prelude::*;
use patchbay_plugin::settings::Guest as _;
use patchbay_plugin::testing;
use patchbay_plugin::webhook::Guest as _;
use serde_json::{Value, json};

fn secrets() {
    for name in ["access_token", "app_secret", "verify_token"] {
        testing::set_secret(name);
    }
}

#[test]
fn a_good_account_names_itself_and_its_templates() {
    secrets();
    let me = json!({ "id": "1", "display_phone_number": "+1 555-078-3881", "verified_name": "Shop",
        "quality_rating": "GREEN", "webhook_configuration": { "phone_number": "https://desk.example" } });
    testing::answers(200, me.to_string());
    let templates =
        json!({ "data": [{ "name": "hello_world", "language": "en_US", "status": "APPROVED" }] });
    testing::answers(200, templates.to_string());
    let found = WhatsApp::check(account()).expect("a check");
    assert_eq!(found.title.as_deref(), Some("+1 555-078-3881"));
    let facts: Vec<_> = found.facts.iter().map(|(l, v)| format!("{l}: {v}")).collect();
    assert_eq!(
        facts,
        [
            "Name: Shop",
            "Quality: green",
            "Events go to: https://desk.example",
            "Approved templates: hello_world (en_US)",
        ]
    );
}

#[test]
fn what_is_wrong_is_said_at_its_setting() {
    let problems = || {
        let found = WhatsApp::check(account()).expect("a check answers");
        found.problems.into_iter().map(|(name, detail)| (name, detail.code)).collect::<Vec<_>>()
    };
    assert_eq!(problems().len(), 3, "nothing was entered");
    secrets();
    let error = |code: u64, sub: u64| {
        json!({ "error": { "message": "no", "code": code, "error_subcode": sub } }).to_string()
    };
    testing::answers(401, error(190, 463));
    assert_eq!(problems(), [("access_token".into(), "whatsapp.190.463.auth".into())]);
    testing::answers(400, error(100, 33));
    assert_eq!(problems(), [("phone_number_id".into(), "whatsapp.100.33.invalid".into())]);
    testing::fails(NetError::Dns(Detail::new("net.dns", "No such name.")));
    assert_eq!(problems(), [("base_url".into(), "net.dns".into())]);
    testing::answers(503, error(2, 0));
    assert!(matches!(WhatsApp::check(account()), Err(Failure::Retryable(_))));
}

#[test]
fn the_address_is_told_with_the_token_and_taken_away_without_one() {
    for _ in 0..3 {
        testing::answers(200, r#"{"success":true}"#);
    }
    WhatsApp::connect(account(), "https://desk.example/w/1".into()).expect("it is told");
    WhatsApp::connect(account(), String::new()).expect("it is taken away");
    let sent = testing::take_sent();
    assert!(sent[0].url.ends_with("/102290129340398/subscribed_apps"));
    assert_eq!(sent[1].credentials, ["token", "verify"]);
    let body = |index: usize| serde_json::from_str::<Value>(&sent[index].body).expect("JSON");
    assert_eq!(
        body(1),
        json!({ "webhook_configuration": { "override_callback_uri": "https://desk.example/w/1",
            "verify_token": "{credential:verify}" } })
    );
    assert_eq!(body(2)["webhook_configuration"]["override_callback_uri"], "");
}

#[test]
fn an_address_that_cannot_be_proven_is_a_matter_of_configuration() {
    testing::answers(200, r#"{"success":true}"#);
    let error =
        json!({ "error": { "message": "(#2200) Callback verification failed", "code": 2200 } });
    testing::answers(400, error.to_string());
    let failure = WhatsApp::connect(account(), "https://desk.example/w/1".into());
    assert!(matches!(failure, Err(Failure::NeedsConfig(_))));
}

#[test]
fn the_handshake_is_answered_and_its_token_opens_nothing_else() {
    let request = |method: &str, verified: &str| webhook::Request {
        method: method.into(),
        path: String::new(),
        query: "hub.mode=subscribe&hub.challenge=42&hub.verify_token=x".into(),
        headers: Vec::new(),
        body: include_bytes!("../../fixtures/webhook/text.json").to_vec(),
        verified: verified.into(),
    };
    let (reply, _) = WhatsApp::handle(account(), request("GET", "handshake")).expect("answered");
    assert_eq!(reply.map(|reply| reply.body), Some(b"42".to_vec()));
    let (reply, batch) =
        WhatsApp::handle(account(), request("POST", "handshake")).expect("answered");
    assert_eq!(reply.map(|reply| reply.status), Some(403));
    assert!(batch.events.is_empty());
}

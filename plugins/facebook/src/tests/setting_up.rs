//! Checking the settings, and registering the webhook.

use super::account;
use crate::Facebook;
use patchbay_plugin::prelude::*;
use patchbay_plugin::settings::Guest as _;
use patchbay_plugin::testing;
use serde_json::{Value, json};

fn secrets() {
    for name in ["page_access_token", "app_secret", "verify_token"] {
        testing::set_secret(name);
    }
}

fn error(code: u64, sub: u64) -> String {
    json!({ "error": { "message": "no", "code": code, "error_subcode": sub } }).to_string()
}

#[test]
fn a_good_page_names_itself() {
    secrets();
    testing::answers(200, json!({ "id": "1", "name": "Demo Shop" }).to_string());
    let apps = json!({ "data": [{ "subscribed_fields": ["messages", "feed"] }] });
    testing::answers(200, apps.to_string());
    let found = Facebook::check(account(false)).expect("a check");
    assert_eq!(found.title.as_deref(), Some("Demo Shop"));
    assert_eq!(found.facts, [("The page tells this app".into(), "messages, feed".into())]);
}

#[test]
fn what_is_wrong_is_said_at_its_setting() {
    let problems = || {
        let found = Facebook::check(account(false)).expect("a check answers");
        found.problems.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert_eq!(problems(), ["page_access_token", "app_secret", "verify_token"]);
    secrets();
    testing::answers(401, error(190, 463));
    assert_eq!(problems(), ["page_access_token"]);
    testing::answers(400, error(100, 33));
    assert_eq!(problems(), ["page_id"]);
    testing::fails(NetError::Dns(Detail::new("net.dns", "No such name.")));
    assert_eq!(problems(), ["base_url"]);
}

#[test]
fn the_address_is_registered_for_the_app_and_the_page_subscribed() {
    for _ in 0..3 {
        testing::answers(200, r#"{"success":true}"#);
    }
    Facebook::connect(account(false), "https://desk.example/w/1".into()).expect("it is told");
    Facebook::connect(account(false), String::new()).expect("it is taken away");
    let sent = testing::take_sent();
    let body: Value = serde_json::from_str(&sent[0].body).expect("JSON");
    assert!(sent[0].url.ends_with("/1234567890/subscriptions"));
    assert_eq!(sent[0].credentials, ["app", "verify"]);
    assert_eq!(body["access_token"], "1234567890|{credential:app}");
    assert_eq!(body["verify_token"], "{credential:verify}");
    assert_eq!(body["callback_url"], "https://desk.example/w/1");
    assert!(sent[1].url.ends_with("/104001000000001/subscribed_apps"));
    assert!(sent[1].body.contains("feed"));
    assert_eq!(
        (sent[2].method.as_str(), sent[2].url.ends_with("/subscribed_apps")),
        ("DELETE", true)
    );
}

#[test]
fn an_address_that_cannot_be_proven_is_a_matter_of_configuration() {
    testing::answers(400, error(2200, 0));
    let failure = Facebook::connect(account(false), "https://desk.example/w/1".into());
    assert!(matches!(failure, Err(Failure::NeedsConfig(_))));
}

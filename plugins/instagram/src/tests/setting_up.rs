//! Checking the settings, and registering the webhook.

use super::account;
use crate::Instagram;
use patchbay_plugin::settings::Guest as _;
use patchbay_plugin::testing;
use serde_json::{Value, json};

#[test]
fn a_good_account_names_itself() {
    for name in ["access_token", "app_secret", "verify_token"] {
        testing::set_secret(name);
    }
    testing::answers(
        200,
        json!({ "id": "1", "username": "demo.shop", "name": "Demo" }).to_string(),
    );
    let found = Instagram::check(account("facebook")).expect("a check");
    assert_eq!(found.title.as_deref(), Some("@demo.shop"));
    let error = json!({ "error": { "message": "no", "code": 190, "error_subcode": 463 } });
    testing::answers(401, error.to_string());
    let found = Instagram::check(account("facebook")).expect("a check");
    assert_eq!(found.problems[0].0, "access_token");
}

#[test]
fn what_was_not_entered_is_said_at_its_setting() {
    let found = Instagram::check(account("facebook")).expect("a check answers");
    let names: Vec<_> = found.problems.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["access_token", "app_secret", "verify_token"]);
}

#[test]
fn both_ways_subscribe_and_one_registers_the_app() {
    for _ in 0..3 {
        testing::answers(200, r#"{"success":true}"#);
    }
    Instagram::connect(account("facebook"), "https://desk.example/w/1".into()).expect("it is told");
    Instagram::connect(account("instagram"), "https://desk.example/w/1".into())
        .expect("it is told");
    let sent = testing::take_sent();
    let body: Value = serde_json::from_str(&sent[0].body).expect("JSON");
    assert_eq!(
        (&body["object"], &body["access_token"]),
        (&json!("instagram"), &json!("1234567890|{credential:app}"))
    );
    assert!(sent[1].url.ends_with("/104001000000001/subscribed_apps"));
    assert!(
        sent[2].url.starts_with("https://graph.instagram.com/")
            && sent[2].body.contains("comments")
    );
}

//! "Check settings" and telling LINE where to call.

use super::account;
use crate::Line;
use patchbay_plugin::prelude::*;
use patchbay_plugin::settings::Guest as _;
use patchbay_plugin::testing;
use serde_json::json;

fn secrets() {
    testing::set_secret("channel_access_token");
    testing::set_secret("channel_secret");
}

#[test]
fn missing_secrets_are_problems_at_their_settings() {
    let found = Line::check(account(&json!({}))).expect("it is checked");
    let names: Vec<_> = found.problems.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["channel_access_token", "channel_secret"]);
}

#[test]
fn a_refused_token_is_a_problem_at_its_setting() {
    secrets();
    testing::answers(401, json!({"message": "Authentication failed"}).to_string());
    let found = Line::check(account(&json!({}))).expect("it is checked");
    assert_eq!(found.problems[0].0, "channel_access_token");
}

#[test]
fn the_account_says_how_it_is_set_up() {
    secrets();
    let bot = json!({"basicId": "@shop", "displayName": "Shop", "chatMode": "chat",
        "markAsReadMode": "auto"});
    testing::answers(200, bot.to_string());
    testing::answers(404, json!({"message": "not found"}).to_string());
    testing::answers(200, json!({"type": "none"}).to_string());
    testing::answers(200, json!({"totalUsage": 500}).to_string());
    let found = Line::check(account(&json!({}))).expect("it is checked");
    assert_eq!(found.title.as_deref(), Some("@shop"));
    let fact = |label: &str| {
        found.facts.iter().find(|(name, _)| name == label).map(|(_, value)| value.as_str())
    };
    assert_eq!(fact("Answers"), Some("chat is on in LINE's own manager"));
    assert_eq!(fact("Webhook"), Some("none"));
    assert_eq!(fact("Messages this month"), Some("500, without a limit"));
}

#[test]
fn the_webhook_is_registered_and_its_refusal_explained() {
    let connect = |url: &str| Line::connect(account(&json!({})), url.to_owned());
    testing::answers(200, "{}");
    connect("https://desk.example.com/hooks/7").expect("it is registered");
    let sent = testing::take_sent();
    assert_eq!(sent[0].method, "PUT");
    assert_eq!(sent[0].body, r#"{"endpoint":"https://desk.example.com/hooks/7"}"#);

    connect("").expect("nothing to do");
    assert!(testing::take_sent().is_empty());

    testing::answers(400, json!({"message": "Invalid webhook endpoint URL"}).to_string());
    assert!(matches!(connect("http://desk.example.com"), Err(Failure::NeedsConfig(_))));
    let long = format!("https://{}", "x".repeat(500));
    assert!(matches!(connect(&long), Err(Failure::NeedsConfig(_))));
}

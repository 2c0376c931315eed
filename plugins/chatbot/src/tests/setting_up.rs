//! The check of the settings.

use super::{account, settings, told};
use crate::Chatbot;
use patchbay_plugin::prelude::*;
use patchbay_plugin::settings::{Guest as _, Validation};
use patchbay_plugin::testing;
use serde_json::{Value, json};

fn check(changes: &Value) -> Validation {
    let mut settings = settings();
    for (name, value) in changes.as_object().into_iter().flatten() {
        settings[name.as_str()] = value.clone();
    }
    let account = Account { config: settings.to_string(), ..account() };
    Chatbot::check(account).expect("a check answers")
}

fn problems(found: &Validation) -> Vec<&str> {
    found.problems.iter().map(|(setting, _)| setting.as_str()).collect()
}

#[test]
fn the_page_is_asked_when_the_settings_are_right() {
    testing::set_secret("signing_secret");
    testing::answers(200, r#"{"name":"Shop"}"#);
    let found = check(&json!({}));
    assert_eq!((found.title.as_deref(), problems(&found)), (Some("Robin"), vec![]));
    let facts = [("Rules", "2"), ("Questions with an answer", "2"), ("Your page", "Shop")];
    assert_eq!(found.facts, facts.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert_eq!(told().0.url, "https://shop.example.com/chat/check");
}

#[test]
fn mistakes_are_named_before_anybody_is_asked() {
    let found = check(
        &json!({"rules": "when: a\nwhen: b\nsay: B", "knowledge": "Q: a", "callback_url": "shop"}),
    );
    assert_eq!(problems(&found), ["rules", "knowledge", "callback_url", "signing_secret"]);
    let said = &found.problems[0].1.message;
    assert_eq!(said, "Line 1: the rule has neither say: nor then: person.");
    assert!(testing::take_sent().is_empty());
}

#[test]
fn what_the_page_refuses_is_a_problem_with_a_setting() {
    testing::set_secret("signing_secret");
    for (status, setting) in
        [(401, "signing_secret"), (403, "signing_secret"), (404, "callback_url")]
    {
        testing::answers(status, "no");
        assert_eq!(problems(&check(&json!({}))), [setting], "{status}");
    }
    testing::fails(NetError::Dns(Detail::new("net.dns", "There is no such host.")));
    assert_eq!(problems(&check(&json!({}))), ["callback_url"]);
    testing::answers(503, "no");
    let failed = Chatbot::check(account());
    assert!(matches!(failed, Err(Failure::Retryable(_))));
}

#[test]
fn the_defaults_of_the_schema_are_good() {
    let schema: Value = serde_json::from_str(include_str!("../../settings.json")).expect("JSON");
    let defaults = schema["properties"].as_object().expect("properties").iter();
    let defaults: serde_json::Map<String, Value> = defaults
        .filter(|(_, rules)| !rules["default"].is_null())
        .map(|(name, rules)| (name.clone(), rules["default"].clone()))
        .collect();
    let found = check(&Value::Object(defaults));
    assert_eq!(problems(&found), ["signing_secret"]);
    assert_eq!(found.facts[0].1, "2");
}

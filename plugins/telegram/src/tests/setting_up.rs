//! Checking the settings and registering the webhook.

use super::account;
use crate::Telegram;
use patchbay_plugin::prelude::*;
use patchbay_plugin::settings::Guest as _;
use patchbay_plugin::testing;
use serde_json::{Value, json};

fn ok(result: Value) -> String {
    json!({"ok": true, "result": result}).to_string()
}

#[test]
fn a_good_account_names_itself() {
    testing::set_secret("bot_token");
    testing::answers(
        200,
        ok(json!({"id": 1, "is_bot": true, "first_name": "Shop",
        "username": "shop_bot", "can_read_all_group_messages": false})),
    );
    testing::answers(
        200,
        ok(json!({"url": "https://desk.example/w/1", "pending_update_count": 3,
        "last_error_message": "Connection refused"})),
    );
    let found = Telegram::check(account()).expect("a check");
    assert_eq!(found.title.as_deref(), Some("@shop_bot"));
    assert!(found.problems.is_empty());
    let facts: Vec<_> = found.facts.iter().map(|(l, v)| format!("{l}: {v}")).collect();
    assert_eq!(
        facts,
        [
            "Bot: Shop",
            "In groups: sees commands and replies",
            "Updates come by: webhook",
            "Updates waiting: 3",
            "Last webhook error: Connection refused",
        ]
    );
}

fn problem() -> (String, String) {
    let found = Telegram::check(account()).expect("a check answers");
    let [(setting, detail)] = &found.problems[..] else { panic!("{:?}", found.problems) };
    (setting.clone(), detail.code.clone())
}

#[test]
fn what_is_wrong_is_said_at_its_setting() {
    assert_eq!(problem(), ("bot_token".into(), "telegram.no-token".into()));
    testing::set_secret("bot_token");
    testing::answers(
        401,
        json!({"ok": false, "error_code": 401, "description": "Unauthorized"}).to_string(),
    );
    assert_eq!(problem(), ("bot_token".into(), "telegram.401".into()));
    testing::fails(NetError::Dns(Detail::new("net.dns", "No such name.")));
    assert_eq!(problem(), ("api_base".into(), "net.dns".into()));
    testing::answers(200, "<html>hello</html>");
    assert_eq!(problem(), ("api_base".into(), "telegram.strange".into()));
    testing::answers(
        500,
        json!({"ok": false, "error_code": 500, "description": "Internal Server Error"}).to_string(),
    );
    assert!(matches!(Telegram::check(account()), Err(Failure::Retryable(_))));
}

#[test]
fn the_webhook_is_set_with_the_secret_and_removed_without_an_address() {
    testing::answers(200, ok(json!(true)));
    testing::answers(200, ok(json!(true)));
    Telegram::connect(account(), "https://desk.example/w/1".into()).expect("it is set");
    Telegram::connect(account(), String::new()).expect("it is removed");
    let sent = testing::take_sent();
    assert!(sent[0].url.ends_with("/setWebhook") && sent[1].url.ends_with("/deleteWebhook"));
    assert_eq!(sent[0].credentials, ["bot", "webhook"]);
    let body: Value = serde_json::from_str(&sent[0].body).expect("JSON");
    assert_eq!(body["url"], "https://desk.example/w/1");
    assert_eq!(body["secret_token"], "{credential:webhook}");
    assert_eq!(body["allowed_updates"][0], "message");
}

#[test]
fn an_address_telegram_cannot_use_is_a_matter_of_configuration() {
    testing::answers(
        400,
        json!({"ok": false, "error_code": 400, "description":
        "Bad Request: bad webhook: An HTTPS URL must be provided for webhook"})
        .to_string(),
    );
    let failure = Telegram::connect(account(), "http://desk.example/w/1".into());
    assert!(matches!(failure, Err(Failure::NeedsConfig(_))));
}

//! Secrets go in and never come out: not in answers, not in logs, whatever goes wrong.

use crate::harness::{Ground, SECRET, Start, TOKEN, World};
use reqwest::Method;
use serde_json::json;

on_both_engines!(secrets_are_write_only);

const MAIL_PASSWORD: &str = "mail-password-that-must-stay-hidden";
const NEW_TOKEN: &str = "700000002:STORY-token-that-must-stay-hidden-02";

async fn secrets_are_write_only(ground: Ground) {
    let start = Start::default().set("PATCHBAY_LOG_LEVEL", "debug");
    let world = World::open(ground, start).await;
    let mut answers = vec![];
    let settings = json!({
        "bot_token": TOKEN, "webhook_secret": SECRET,
        "api_base": format!("{}/telegram", world.simulator.url),
    });
    let new = json!({ "plugin": "telegram", "name": "Shop bot", "settings": settings });
    let made = world.admin.post("/api/channels", &new).await.ok();
    assert_eq!(made["settings"]["bot_token"], json!({ "set": true }));
    assert_eq!(made["settings"]["webhook_secret"], json!({ "set": true }));
    let path = format!("/api/channels/{}", made["id"]);
    answers.push(made);

    let servers = json!({
        "from_address": "desk@shop.example", "imap_host": "127.0.0.1", "imap_port": 1,
        "imap_user": "desk", "imap_password": MAIL_PASSWORD, "smtp_host": "127.0.0.1",
        "smtp_port": 1, "smtp_user": "desk", "smtp_password": MAIL_PASSWORD,
    });
    let mail = json!({ "plugin": "email", "name": "Post", "settings": servers });
    let mail = world.admin.post("/api/channels", &mail).await;
    assert_eq!(mail.status, 201, "{mail:?}");
    let mail_path = format!("/api/channels/{}", mail.body["id"]);
    answers.push(mail.body);

    // Refused settings, a wrong token, a provider that is gone, a body that cannot be read.
    let refused =
        json!({ "plugin": "telegram", "settings": { "bot_token": NEW_TOKEN, "odd": SECRET } });
    answers.push(world.admin.post("/api/channels", &refused).await.body);
    let odd = json!({ "plugin": "telegram", "settings": { "bot_token": { "deep": SECRET } } });
    answers.push(world.admin.post("/api/channels", &odd).await.body);
    let change = json!({ "settings": { "bot_token": NEW_TOKEN } });
    let changed = world.admin.call(Method::PATCH, &path, Some(&change)).await.ok();
    assert_ne!(changed["state"]["status"], "ok", "Telegram does not know this token");
    answers.push(changed);
    let keep = json!({ "name": "Renamed", "settings": { "bot_token": { "set": true } } });
    answers.push(world.admin.call(Method::PATCH, &path, Some(&keep)).await.ok());
    world.simulator.stop();
    for path in [&path, &mail_path] {
        answers.push(world.admin.post(&format!("{path}/check"), &json!({})).await.ok());
    }
    let hook = answers[0]["webhook_url"].as_str().expect("an address").replace(&world.desk.url, "");
    let request = world.one.request(Method::POST, &hook).body("{");
    let request = request.header("x-telegram-bot-api-secret-token", SECRET);
    assert_eq!(request.send().await.expect("an answer").status(), 200);

    for path in [
        "/api/plugins",
        "/api/plugins/telegram",
        "/api/channels",
        "/api/quarantine",
        &path,
        &mail_path,
        &format!("{path}/log"),
        &format!("{mail_path}/log"),
        "/api/auth/check",
    ] {
        answers.push(world.admin.get(path).await.body);
    }
    let told = format!("{answers:?}\n{}", world.desk.log());
    for secret in [TOKEN, NEW_TOKEN, SECRET, MAIL_PASSWORD] {
        let (_, tail) = secret.split_at(secret.len() / 2);
        assert!(!told.contains(secret) && !told.contains(tail), "{secret} was told:\n{told}");
    }
    assert!(told.contains("set\": Bool(true)"), "the answers were looked at");
    // The master key is nowhere either.
    assert!(!told.contains(&"5a".repeat(32)));
}

//! Webhook delivery: headers, order within a chat, parallel chats, retries and duplicates.
use std::time::Duration;

use patchbay_simulator::Options;
use serde_json::json;

use crate::hook::{Answer, Hook};
use crate::sim::{Sim, TOKEN, until};

async fn hooked() -> (Sim, Hook) {
    let (sim, hook) = (Sim::start().await, Hook::start().await);
    sim.call("setWebhook", json!({ "url": hook.url, "secret_token": "desk_9f3A-1" })).await.ok();
    (sim, hook)
}

async fn accepted(hook: &Hook, count: usize) {
    until("enough updates were accepted", async || hook.accepted().len() >= count).await;
}

#[tokio::test]
async fn what_set_webhook_refuses() {
    let sim = Sim::start().await;
    let set = |url: &str, secret: &str| {
        sim.call("setWebhook", json!({ "url": url, "secret_token": secret }))
    };
    let https = "Bad Request: bad webhook: An HTTPS URL must be provided for webhook";
    set("http://desk.example/hook", "a").await.refused(400, https);
    let ports = "Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443";
    set("https://desk.example:5000/hook", "a").await.refused(400, ports);
    let secret = "Bad Request: secret token contains unallowed characters";
    set("https://desk.example/hook", "a b").await.refused(400, secret);
    set("https://desk.example/hook", &"a".repeat(257))
        .await
        .refused(400, "Bad Request: secret token is too long");
    let reply = set("https://desk.example/hook", "a-B_9").await;
    assert_eq!(reply.body["description"], "Webhook was set");
    let reply = set("https://desk.example/hook", "a-B_9").await;
    assert_eq!(reply.body["description"], "Webhook is already set");
    let reply = sim.call("deleteWebhook", json!({})).await;
    assert_eq!(reply.body["description"], "Webhook was deleted");
    let reply = sim.call("deleteWebhook", json!({})).await;
    assert_eq!(reply.body["description"], "Webhook is already deleted");
}

#[tokio::test]
async fn updates_come_with_the_secret_and_in_order() {
    let (sim, hook) = hooked().await;
    for number in 0..20 {
        sim.ann(&format!("message {number}")).await;
    }
    accepted(&hook, 20).await;
    let got = hook.got();
    assert_eq!(got.len(), 20);
    assert!(got.iter().all(|got| got.secret.as_deref() == Some("desk_9f3A-1")));
    assert!(got.windows(2).all(|pair| pair[0].id() + 1 == pair[1].id()));
    // The hook knows of the last answer a moment before the simulator has read it.
    until("nothing is pending", async || {
        sim.call("getWebhookInfo", json!({})).await.ok()["pending_update_count"] == 0
    })
    .await;
    let info = sim.call("getWebhookInfo", json!({})).await.ok();
    assert_eq!(info["url"], json!(hook.url));
    until("the phone shows that the bot took them", async || {
        let chats = sim.look(&format!("chats/{TOKEN}")).await;
        let messages = chats["chats"][0]["messages"].as_array().unwrap();
        messages.len() == 20 && messages.iter().all(|message| message["taken"] == true)
    })
    .await;
}

#[tokio::test]
async fn what_waited_is_delivered_when_the_webhook_comes() {
    let (sim, hook) = (Sim::start().await, Hook::start().await);
    sim.ann("early").await;
    sim.call("setWebhook", json!({ "url": hook.url })).await.ok();
    accepted(&hook, 1).await;
    assert_eq!(hook.got()[0].secret, None, "without a secret there is no header");
    sim.call("deleteWebhook", json!({})).await.ok();
    sim.ann("dropped").await;
    sim.call("setWebhook", json!({ "url": hook.url, "drop_pending_updates": true })).await.ok();
    sim.ann("late").await;
    accepted(&hook, 2).await;
    assert_eq!(hook.accepted()[1].text(), "late");
}

#[tokio::test]
async fn a_refused_update_blocks_its_chat_and_no_other() {
    let (sim, hook) = hooked().await;
    hook.poison(Some("poison"));
    sim.ann("poison").await;
    sim.ann("behind it").await;
    sim.person(8, "elsewhere").await;
    until("the other chat was served", async || {
        hook.accepted().iter().any(|got| got.text() == "elsewhere")
    })
    .await;
    until("the poison was tried again", async || hook.got().len() >= 5).await;
    assert!(!hook.got().iter().any(|got| got.text() == "behind it"));
    let info = sim.call("getWebhookInfo", json!({})).await.ok();
    assert_eq!(
        info["last_error_message"],
        "Wrong response from the webhook: 500 Internal Server Error"
    );
    assert_eq!(info["pending_update_count"], 2);
    hook.poison(None);
    accepted(&hook, 3).await;
    let texts: Vec<_> = hook.accepted().iter().map(|got| got.text().to_owned()).collect();
    assert_eq!(texts, ["elsewhere", "poison", "behind it"]);
}

#[tokio::test]
async fn retries_come_at_once_and_then_wait_longer() {
    let (sim, hook) = hooked().await;
    for _ in 0..5 {
        hook.next(503);
    }
    sim.ann("hello").await;
    accepted(&hook, 1).await;
    let got = hook.got();
    assert_eq!(got.len(), 6);
    let waits: Vec<Duration> = got.windows(2).map(|pair| pair[1].at - pair[0].at).collect();
    // At a hundredth of the time: the first comes at once, then 2 seconds become 20 ms and so on.
    for (wait, least) in waits[1..].iter().zip([20, 40, 80, 160]) {
        assert!(*wait >= Duration::from_millis(least), "{waits:?}");
    }
}

#[tokio::test]
async fn retry_after_is_honoured() {
    let (sim, hook) = hooked().await;
    hook.next_full(Answer { status: 429, retry_after: Some(30), ..Answer::default() });
    sim.ann("hello").await;
    accepted(&hook, 1).await;
    let got = hook.got();
    assert!(got[1].at - got[0].at >= Duration::from_millis(300), "30 seconds at a hundredth");
}

#[tokio::test]
async fn chats_run_side_by_side_up_to_max_connections() {
    let (sim, hook) = (Sim::start().await, Hook::start().await);
    hook.slow(Duration::from_millis(60));
    sim.call("setWebhook", json!({ "url": hook.url, "max_connections": 4 })).await.ok();
    for user in 0..12 {
        sim.person(100 + user, "hello").await;
    }
    accepted(&hook, 12).await;
    assert_eq!(hook.most_busy(), 4);
    let got = hook.got();
    let span = got[11].at - got[0].at;
    assert!(span >= Duration::from_millis(110), "three rounds of four: {span:?}");
}

#[tokio::test]
async fn redirects_are_not_followed_and_silence_is_noticed() {
    let (sim, hook) = hooked().await;
    hook.next(302);
    sim.ann("hello").await;
    accepted(&hook, 1).await;
    let info = sim.call("getWebhookInfo", json!({})).await.ok();
    assert_eq!(info["last_error_message"], "Wrong response from the webhook: 302 Found");
    // Nobody listens on this port.
    sim.call("setWebhook", json!({ "url": "http://127.0.0.1:9/hook" })).await.ok();
    sim.ann("lost").await;
    until("the error is reported", async || {
        let info = sim.call("getWebhookInfo", json!({})).await.ok();
        info["last_error_message"] == "Connection refused" && info["pending_update_count"] == 1
    })
    .await;
}

#[tokio::test]
async fn a_webhook_that_is_gone_is_removed() {
    let sim = Sim::with(Options { time_scale: 0.000_001, ..Options::default() }).await;
    let hook = Hook::start().await;
    for _ in 0..20_000 {
        hook.next(410);
    }
    sim.call("setWebhook", json!({ "url": hook.url })).await.ok();
    sim.ann("hello").await;
    until("the webhook is removed", async || {
        sim.call("getWebhookInfo", json!({})).await.ok()["url"] == ""
    })
    .await;
}

#[tokio::test]
async fn an_answer_may_carry_one_call() {
    let (sim, hook) = hooked().await;
    let call = json!({ "method": "sendMessage", "chat_id": 7, "text": "by answer" });
    hook.next_full(Answer { status: 200, retry_after: None, body: call.to_string() });
    let forbidden = json!({ "method": "deleteWebhook" });
    hook.next_full(Answer { status: 200, retry_after: None, body: forbidden.to_string() });
    sim.ann("hello").await;
    sim.ann("again").await;
    until("the answer was carried out", async || {
        let chats = sim.look(&format!("chats/{TOKEN}")).await;
        chats["chats"][0]["counts"]["outgoing"]["by answer"] == 1
    })
    .await;
    accepted(&hook, 2).await;
    assert_ne!(sim.call("getWebhookInfo", json!({})).await.ok()["url"], "");
}

#[tokio::test]
async fn duplicates_can_be_ordered() {
    let (sim, hook) = hooked().await;
    let body = json!({ "token": TOKEN, "from": { "id": 7 }, "text": "twice", "twice": true });
    sim.control("messages", body).await;
    sim.ann("once").await;
    accepted(&hook, 3).await;
    let texts: Vec<_> = hook.got().iter().map(|got| got.text().to_owned()).collect();
    assert_eq!(texts, ["twice", "twice", "once"]);
    assert_eq!(hook.got()[0].id(), hook.got()[1].id());
}

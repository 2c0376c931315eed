//! A channel whose provider cannot be reached: no setting is wrong, and it works as soon as it can.

use crate::harness::{Ground, Simulator, Start, TOKEN, World, eventually};
use serde_json::json;

on_both_engines!(an_unreachable_provider_is_no_wrong_setting);

async fn an_unreachable_provider_is_no_wrong_setting(ground: Ground) {
    // Nobody listens there yet.
    let port = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = port.local_addr().expect("an address");
    drop(port);
    let start = Start::default()
        .set("PATCHBAY_EGRESS_ALLOW_PRIVATE", crate::reach::plugins_reach(&address.to_string()));
    let world = World::open(ground, start).await;
    let settings = json!({
        "bot_token": TOKEN, "api_base": format!("http://{address}/telegram"),
        "webhook_secret": "story-webhook-secret-that-must-stay-hidden",
    });
    let body = json!({ "plugin": "telegram", "name": "Shop bot", "settings": settings });
    let made = world.admin.post("/api/channels", &body).await;
    assert_eq!(made.status, 201, "{made:?}");
    let state = &made.body["state"];
    assert_eq!(state["status"], "degraded", "{made:?}");
    assert_ne!(state["reason"], "", "{made:?}");
    let path = format!("/api/channels/{}", made.body["id"]);
    let checked = world.admin.post(&format!("{path}/check"), &json!({})).await.ok();
    assert_eq!(checked["ok"], false, "{checked}");
    assert_eq!(world.admin.get(&path).await.ok()["state"]["status"], "degraded");

    // Once it answers, nobody has to press anything.
    let _provider = Simulator::start_at(address).await;
    eventually("the channel works", || async {
        let now = world.admin.get(&path).await.ok();
        Some(now).filter(|now| now["state"]["status"] == "ok")
    })
    .await;

    // What an admin can mend still says so.
    let mut wrong = body;
    wrong["settings"]["bot_token"] = "1:not-the-token".into();
    let made = world.admin.post("/api/channels", &wrong).await;
    let status = made.body["state"]["status"].clone();
    assert!(status == "auth_failed" || status == "needs_config", "{made:?}");
}

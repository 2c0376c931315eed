//! What is set for telephone calls by whoever may.

use crate::harness::{Agent, Ground, Start, World};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(calls_are_set_by_whoever_may, what_cannot_be_set_is_named);

const PATH: &str = "/api/call/settings";

/// Lets an agent change them, and signs in anew.
async fn permitted(world: &World, username: &str) -> Agent {
    let found = world.admin.get(&format!("/api/users?search={username}")).await.ok();
    let user = format!("/api/users/{}", found["data"][0]["id"]);
    let granted = json!({ "permissions": ["call_settings"] });
    world.admin.call(Method::PATCH, &user, Some(&granted)).await.ok();
    world.desk.sign_in(username, "agent").await
}

async fn session(who: &Agent) -> Value {
    who.post("/api/auth/check", &json!({})).await.ok()
}

async fn calls_are_set_by_whoever_may(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let usual = json!({
        "acw_seconds": 30, "call_prefix": "", "sip_ip": "", "sip_port": "", "popup_on_call": true,
        "keypresses": [],
    });
    assert_eq!(world.admin.get(PATH).await.ok(), usual);
    world.two.get(PATH).await.refused(403, "forbidden");
    world.two.call(Method::PUT, PATH, Some(&usual)).await.refused(403, "forbidden");
    let one = permitted(&world, "agent1").await;
    let mut other = world.two.live().await;
    let wanted = json!({
        "acw_seconds": 45, "call_prefix": " 9 ", "sip_ip": "sip.example.com", "sip_port": "5061",
        "popup_on_call": false, "keypresses": [{ "keys": "1", "name": " Sales " }],
    });
    let mut expected = wanted.clone();
    expected["call_prefix"] = json!("9");
    expected["keypresses"][0]["name"] = json!("Sales");
    // Twice is once.
    for _ in 0..2 {
        assert_eq!(one.call(Method::PUT, PATH, Some(&wanted)).await.ok(), expected);
    }
    assert_eq!(world.admin.get(PATH).await.ok(), expected);
    let told = other.event("settingsChanged").await;
    let keypresses = &expected["keypresses"];
    assert_eq!((&told["popup_on_call"], &told["keypresses"]), (&json!(0), keypresses));
    let check = session(&world.two).await;
    assert_eq!((&check["acw_seconds"], &check["call_prefix"]), (&json!(45), &json!("9")));
    assert_eq!((&check["sipIp"], &check["sipPort"]), (&json!("sip.example.com"), &json!("5061")));
    let settings = &check["settings"][0];
    assert_eq!((&settings["popup_on_call"], &settings["keypresses"]), (&json!(0), keypresses));

    let log = world.admin.get("/api/audit?action=call_settings_changed").await.ok();
    let entries = log["data"].as_array().expect("a list");
    assert_eq!(entries.len(), 1, "the same again is no change: {entries:?}");
    assert_eq!(entries[0]["changes"]["acw_seconds"], json!({ "from": 30, "to": 45 }));

    // Another client has its own.
    assert_eq!(world.outsider.get(PATH).await.ok(), usual);
    assert_eq!(session(&world.outsider).await["settings"][0]["popup_on_call"], 1);
}

async fn what_cannot_be_set_is_named(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    for (change, field) in [
        (json!({ "acw_seconds": 3_601 }), "acw_seconds"),
        (json!({ "call_prefix": "call" }), "call_prefix"),
        (json!({ "sip_ip": "no host" }), "sip_ip"),
        (json!({ "sip_port": "99999" }), "sip_port"),
        (json!({ "keypresses": [{ "keys": "x", "name": "Sales" }] }), "keypresses.0.keys"),
        (json!({ "keypresses": [{ "keys": "1", "name": " " }] }), "keypresses.0.name"),
    ] {
        let mut body = json!({ "acw_seconds": 30, "popup_on_call": true });
        body.as_object_mut()
            .expect("an object")
            .extend(change.as_object().expect("fields").clone());
        let answer = world.admin.call(Method::PUT, PATH, Some(&body)).await;
        answer.refused(422, "invalid");
        assert!(answer.body["error"]["fields"][field].is_string(), "{field}: {answer:?}");
    }
    world.admin.call(Method::PUT, PATH, Some(&json!({}))).await.refused(422, "invalid");
    assert_eq!(world.admin.get(PATH).await.ok()["acw_seconds"], 30, "nothing of it was kept");
}

//! Who is behind an id, and telephone calls.

use crate::harness::{Agent, Ground, Whole, eventually};
use serde_json::{Value, json};

on_both_engines!(people_are_looked_up, calls_become_lines);

async fn contact(agent: &Agent, ticket: i64) -> Value {
    agent.get(&format!("/api/ticket/info/-/{ticket}")).await.ok()["data"]["contact"].clone()
}

async fn people_are_looked_up(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    whole.provider.answer("lookup", json!({ "fail": "retry" }));
    let profile = json!({ "name": "Mei Ling", "city": "Ipoh", "avatar": "picture.png" });
    whole.provider.answer("lookup", profile);
    // A message never waits for it: it is here while the provider is still asked.
    let event = |id: &str| json!({ "events": [{ "kind": "message", "id": id, "text": id, "person": "77" }] });
    whole.says(event("m1")).await;
    let ticket = whole.admin.tickets().await[0]["id"].as_i64().expect("an id");
    let known = eventually("the profile", || async {
        Some(contact(&whole.one, ticket).await).filter(|c| c["name"] == "Mei Ling")
    })
    .await;
    assert_eq!(known["facts"]["city"], "Ipoh");
    assert_eq!(known["identities"][0]["display"], "Mei Ling");
    // What came before the name was known is theirs as well.
    let first = whole.one.messages(ticket).await.remove(0);
    assert_eq!((&first["message"], &first["sender_name"]), (&json!("m1"), &json!("Mei Ling")));
    // At most once a day.
    whole.says(event("m2")).await;
    whole.says(event("m3")).await;
    assert_eq!(whole.provider.asked("lookup").len(), 2);
    assert_eq!(whole.provider.asked("lookup")[1], json!({ "id": "77" }));

    // The picture is there for this client, and by its signed address.
    let url = known["avatar"].as_str().expect("an address").to_owned();
    let plain = url.split('?').next().expect("a path");
    assert_eq!(whole.one.bytes(plain).await, b"\x89PNG picture");
    let nobody = Agent::nobody(&whole.desk.url);
    assert_eq!(nobody.bytes(&url).await, b"\x89PNG picture");
    nobody.get(plain).await.refused(401, "unauthorized");
    nobody.get(&url.replace("&s=", "&s=x")).await.refused(404, "not_found");
    let foreign = whole.outsider.get(plain).await;
    foreign.refused(404, "not_found");
    assert_eq!(whole.outsider.get("/api/contacts/987650001/avatar").await, foreign);
    assert_eq!(whole.one.get("/api/contacts/x/avatar").await, foreign);

    // Somebody the provider does not tell of stays as they came.
    whole.says(json!({ "events": [{ "kind": "message", "id": "m4", "text": "Hi", "person": "78", "thread": "t2" }] })).await;
    whole.provider.until_asked("lookup", 3).await;
    let other =
        whole.admin.tickets().await.into_iter().find(|t| t["snippet"] == "Hi").expect("a ticket");
    let other = contact(&whole.one, other["id"].as_i64().expect("an id")).await;
    assert_eq!((&other["name"], &other["avatar"]), (&json!("78"), &Value::Null));
}

async fn calls_become_lines(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let stage = |stage: &str, at: u64| {
        json!({ "kind": "call", "id": "c1", "thread": "+601", "person": "+601", "name": "Mei",
            "stage": stage, "at_ms": at, "talk_ms": 65_000 })
    };
    whole.says(json!({ "events": [stage("ringing", 1)] })).await;
    let ticket = whole.one.tickets().await.remove(0);
    assert_eq!((&ticket["title"], &ticket["livechat"]), (&json!("Call with Mei"), &json!(false)));
    assert_eq!(ticket["unread"], 1, "somebody has to look");
    let mut recorded = stage("recorded", 4);
    recorded["recording"] = json!("picture.png");
    whole.says(json!({ "events": [stage("answered", 2), stage("ended", 3), recorded] })).await;
    // The same stages again are known.
    whole.says(json!({ "events": [stage("answered", 2), stage("ended", 3)] })).await;
    let id = ticket["id"].as_i64().expect("an id");
    let lines = whole.one.messages(id).await;
    let said: Vec<&str> = lines.iter().filter_map(|m| m["message"].as_str()).collect();
    assert_eq!(
        said,
        [
            "Mei is calling.",
            "The call with Mei was answered.",
            "The call with Mei ended after 1:05 minutes.",
            "The call with Mei was recorded.",
        ]
    );
    assert!(lines.iter().all(|m| m["direction"] == "system"));
    let file = &lines[3]["attachments"][0];
    assert_eq!((&file["filename"], &file["kind"]), (&json!("call.mp3"), &json!("audio")));
    assert_eq!(whole.one.tickets().await.len(), 1);
    assert_eq!(whole.quarantine().await.len(), 0);
}

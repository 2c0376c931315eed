//! Rich contents in both directions, and the window in which an agent may write freely.

use crate::harness::{Ground, Whole, eventually};
use serde_json::{Value, json};

on_both_engines!(contents_come_and_go, a_closed_window_takes_templates_only);

const REPLY: &str = "/api/ticket/message/reply";

fn id(said: &Value) -> i64 {
    said["id"].as_i64().expect("an id")
}

async fn contents_come_and_go(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let contents = json!([
        { "kind": "location", "latitude": 3.5, "longitude": 101.25, "name": "Home" },
        { "kind": "contact", "name": "Ann", "phone": "+60 1" },
        { "kind": "choice", "id": "y", "title": "Yes" },
    ]);
    let event = json!({ "kind": "message", "id": "m1", "name": "Mei", "contents": contents });
    whole.says(json!({ "events": [event] })).await;
    let ticket = id(&whole.admin.tickets().await[0]);
    let came = whole.one.messages(ticket).await.remove(0);
    assert_eq!(came["message"], "Home (3.500000, 101.250000)\nAnn: +60 1\nYes");
    assert_eq!(came["contents"][0]["kind"], "location");
    assert_eq!(came["contents"][0]["latitude"], 3.5);
    assert_eq!(came["contents"][1]["phones"], json!(["+60 1"]));
    assert_eq!(came["contents"][2]["id"], "y");

    // Claimed kinds go as such, titles within the limit; the others go as words.
    let items = json!([{ "id": "a", "title": "A long title" }, { "id": "b", "title": "B" }]);
    let body = json!({
        "ticket_id": ticket, "message": "Choose:", "contents": [
            { "kind": "quick_replies", "items": items },
            { "kind": "location", "latitude": 1.0, "longitude": 2.0 },
            { "kind": "buttons", "items": [{ "id": "s", "title": "Site", "url": "https://a.example" }] },
        ],
    });
    let sent = whole.one.post(REPLY, &body).await.ok();
    assert_eq!(sent["data"]["contents"][0]["items"], items);
    whole.one.until_state(ticket, id(&sent), "sent").await;
    let got = whole.provider.asked("send").remove(0);
    assert_eq!(got["text"], "Choose:\nSite: https://a.example");
    let quick = json!({ "quick": [["a", "A long ti…"], ["b", "B"]] });
    assert_eq!(got["contents"], json!([quick, { "location": [1.0, 2.0] }]));
    // A message of contents alone needs no text; lists show it in words.
    let alone = json!([{ "kind": "location", "latitude": 1.0, "longitude": 2.0, "name": "Shop" }]);
    let body = json!({ "ticket_id": ticket, "contents": alone.to_string() });
    whole.one.post(REPLY, &body).await.ok();
    assert_eq!(whole.one.tickets().await[0]["snippet"], "Shop (1.000000, 2.000000)");

    for (wrong, says) in [
        (json!([{ "kind": "location", "latitude": 91.0, "longitude": 0.0 }]), "90 degrees"),
        (json!([{ "kind": "quick_replies", "items": [] }]), "between 1 and 20"),
        (
            json!([{ "kind": "buttons", "items": [{ "id": "a", "title": "A", "url": "javascript:x" }] }]),
            "https://",
        ),
        (json!([{ "kind": "contact", "name": "Ann" }]), "telephone number"),
        (json!([{ "kind": "choice", "id": "a", "title": "A" }]), "only be received"),
        (json!([{ "kind": "surprise" }]), "cannot be read"),
    ] {
        let body = json!({ "ticket_id": ticket, "message": "x", "contents": wrong });
        let refused = whole.one.post(REPLY, &body).await;
        assert!(refused.refused(422, "invalid").contains(says), "{refused:?}");
    }
    let empty = whole.one.post(REPLY, &json!({ "ticket_id": ticket, "contents": [] })).await;
    empty.refused(422, "invalid");
}

async fn a_closed_window_takes_templates_only(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let hours_ago = |hours: i64| patchbay::clock::Clock::system().now_ms() - hours * 3_600_000;
    let message = |id: &str, at: i64| json!({ "events": [{ "kind": "message", "id": id, "text": id, "at_ms": at }] });
    let old = hours_ago(25);
    whole.says(message("old", old)).await;
    let ticket = id(&whole.admin.tickets().await[0]);
    let info = format!("/api/ticket/info/-/{ticket}");
    let window = whole.one.get(&info).await.ok()["data"]["window"].clone();
    assert_eq!(
        window,
        json!({ "until": old + 24 * 3_600_000, "after": "template", "open": false })
    );
    let body = json!({ "ticket_id": ticket, "message": "Are you there?" });
    let refused = whole.one.post(REPLY, &body).await;
    assert!(refused.refused(409, "window_closed").contains("24 hours"), "{refused:?}");
    let template = json!([{ "kind": "template", "name": "hello", "language": "en", "parameters": [["1", "Mei"]] }]);
    let body = json!({ "ticket_id": ticket, "contents": template });
    let sent = whole.one.post(REPLY, &body).await.ok();
    whole.one.until_state(ticket, id(&sent), "sent").await;
    let got = whole.provider.asked("send").remove(0);
    assert_eq!(got["contents"], json!([{ "template": ["hello", "en"] }]));

    // The customer writes again, and the window is open again.
    whole.says(message("new", hours_ago(0))).await;
    let open = eventually("the window opens", || async {
        let info = whole.one.get(&info).await.ok();
        Some(info["data"]["window"].clone()).filter(|w| w["open"] == true)
    })
    .await;
    assert!(open["until"].as_i64().expect("a time") > hours_ago(0));
    let body = json!({ "ticket_id": ticket, "message": "Welcome back" });
    whole.one.post(REPLY, &body).await.ok();
}

//! What providers tell beside messages: what the business wrote elsewhere, replaced messages,
//! consents, and why a message did not arrive.

use crate::harness::{Ground, Whole};
use serde_json::{Value, json};

on_both_engines!(
    what_the_business_wrote_elsewhere_is_an_answer,
    our_own_sends_are_not_told_twice,
    a_replaced_picture_is_shown,
    consents_stand_at_the_contact,
    a_receipt_says_why,
);

fn events(list: &[Value]) -> Value {
    json!({ "events": list })
}

fn own_side(id: &str, text: &str, more: Value) -> Value {
    let mut extras = json!({ "authored-by": "business" });
    extras
        .as_object_mut()
        .expect("an object")
        .extend(more.as_object().cloned().unwrap_or_default());
    json!({ "kind": "message", "id": id, "text": text, "extras": extras })
}

async fn what_the_business_wrote_elsewhere_is_an_answer(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m1", "Are you open today?").await;
    let mut socket = whole.two.live().await;
    let named = own_side("app-1", "Until six.", json!({ "author-name": "Front desk" }));
    // Told twice, as webhooks are.
    whole.says(events(std::slice::from_ref(&named))).await;
    whole.says(events(&[named, own_side("app-2", "See you!", json!({}))])).await;
    let told = socket.wait("newMessage", |d| d["message"]["message"] == "Until six.").await;
    assert_eq!(told["ticket"]["id"], ticket);

    let messages = whole.one.messages(ticket).await;
    let out: Vec<&Value> = messages.iter().filter(|m| m["direction"] == "out").collect();
    assert_eq!(out.len(), 2, "{messages:?}");
    assert_eq!(
        (&out[0]["message"], &out[0]["sender_name"]),
        (&json!("Until six."), &json!("Front desk"))
    );
    assert_eq!(
        (&out[1]["sender_name"], &out[1]["sendStatus"]),
        (&json!("Whole"), &json!("success"))
    );
    assert_eq!(out[0]["extras"]["authored-by"], "business");
    let row = &whole.one.tickets().await[0];
    assert_eq!((&row["id"], &row["hasResponded"]), (&json!(ticket), &json!(true)), "{row}");
    // The provider tells of its delivery like of any other.
    whole.says(events(&[json!({ "kind": "receipt", "id": "app-1", "status": "read" })])).await;
    let id = out[0]["id"].as_i64().expect("an id");
    whole.one.until_state(ticket, id, "read").await;

    // A conversation that the business begins is kept, too, and waits for nobody.
    let begun = json!({ "kind": "message", "id": "app-3", "person": "p2", "thread": "t2",
        "text": "Your order is here.", "extras": { "authored-by": "business" } });
    whole.says(events(&[begun])).await;
    let rows = whole.one.tickets().await;
    assert_eq!(rows.len(), 2, "{rows:?}");
    let row = rows.iter().find(|row| row["id"] != ticket).expect("the new one");
    assert_eq!(row["hasResponded"], true, "{row}");
}

async fn our_own_sends_are_not_told_twice(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m1", "Hello").await;
    whole.provider.answer("send", json!({ "held": { "ids": ["x-1"] } }));
    let sent = whole.one.reply(ticket, "Until six.").await["id"].as_i64().expect("an id");
    whole.provider.until_asked("send", 1).await;
    // Before the provider answers the send, with its words and with others.
    whole.says(events(&[own_side("x-1", "Until  six.", json!({}))])).await;
    whole.says(events(&[own_side("app-1", "And tomorrow?", json!({}))])).await;
    whole.provider.release();
    whole.one.until_state(ticket, sent, "sent").await;
    // And after it.
    whole.says(events(&[own_side("x-1", "Until six.", json!({}))])).await;
    let messages = whole.one.messages(ticket).await;
    let out: Vec<&Value> = messages.iter().filter(|m| m["direction"] == "out").collect();
    let texts: Vec<&str> = out.iter().filter_map(|m| m["message"].as_str()).collect();
    assert_eq!(texts, ["Until six.", "And tomorrow?"]);
}

async fn a_replaced_picture_is_shown(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let picture = |id: &str, text: &str, path: &str, extras: Value| json!({ "kind": "message", "id": id, "text": text, "pictures": [path], "extras": extras });
    whole.says(events(&[picture("m1", "My shoe", "picture.png", json!({}))])).await;
    let ticket = whole.one.tickets().await[0]["id"].as_i64().expect("an id");
    let first = whole.one.messages(ticket).await[0].clone();
    let mut socket = whole.two.live().await;

    let newer = picture("m1#2", "My other shoe", "other.png", json!({ "replaces": "m1" }));
    whole.says(events(std::slice::from_ref(&newer))).await;
    let told = socket.wait("messageEdited", |d| d["ticket_id"] == ticket).await;
    assert_eq!(told["message"]["message"], "My other shoe");
    whole.says(events(&[newer])).await;
    let messages = whole.one.messages(ticket).await;
    assert_eq!(messages.len(), 1, "{messages:?}");
    let files = messages[0]["attachments"].as_array().expect("files");
    assert_eq!(files.len(), 1, "{files:?}");
    assert_eq!(files[0]["filename"], "other.png");
    assert_eq!((&messages[0]["id"], &messages[0]["edited"]), (&first["id"], &json!(true)));

    // What is not known is a message of its own.
    let other = picture("m9#2", "A hat", "other.png", json!({ "replaces": "m9" }));
    whole.says(events(&[other])).await;
    assert_eq!(whole.one.messages(ticket).await.len(), 2);
}

async fn consents_stand_at_the_contact(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m1", "Hello").await;
    let thread = whole.one.get(&format!("/api/ticket/info/-/{ticket}")).await.ok();
    let contact = thread["data"]["contact_id"].as_i64().expect("a contact");
    let consent = |state: &str, at_ms: i64| {
        let payload = json!({ "contact": "p1", "thread": "p1", "topic": "marketing",
            "state": state, "at_ms": at_ms });
        json!({ "kind": "custom", "name": "consent", "payload": payload })
    };
    let mut socket = whole.two.live().await;
    whole.says(events(&[consent("withdrawn", 2_000)])).await;
    socket.wait("contactUpdated", |d| d["contact"]["id"] == contact).await;
    // An older one comes late, and the same again.
    whole.says(events(&[consent("given", 1_000), consent("withdrawn", 2_000)])).await;
    let profile = whole.one.get(&format!("/api/contacts/{contact}")).await.ok();
    let kept = json!([{ "channel": "Whole", "address": "p1", "topic": "marketing",
        "state": "withdrawn", "told_at": 2_000 }]);
    assert_eq!(profile["data"]["consents"], kept);
    whole.outsider.get(&format!("/api/contacts/{contact}")).await.refused(404, "not_found");

    // Nobody is known by that id yet, and the form is checked.
    let other = json!({ "kind": "custom", "name": "consent",
        "payload": { "contact": "p7", "topic": "all", "state": "withdrawn" } });
    let wrong = json!({ "kind": "custom", "name": "consent", "payload": { "state": "maybe" } });
    whole.says(events(&[other, wrong])).await;
    let log = whole.admin.get(&format!("/api/channels/{}/log", whole.channel)).await.ok();
    let lines = log["data"].as_array().expect("lines").iter();
    assert_eq!(lines.filter(|line| line["call"] == "consent").count(), 1, "{log}");
}

async fn a_receipt_says_why(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m1", "Hello").await;
    let why = |id: &str| {
        let payload = json!({ "external_id": id, "status": "failed", "at_ms": 5,
            "code": "whole.131026", "message": "Message undeliverable: the number has no account." });
        json!({ "kind": "custom", "name": "receipt", "payload": payload })
    };
    // After the send, and before the provider has answered it.
    whole.provider.answer("send", json!({ "ids": ["a-1"] }));
    let one = whole.one.reply(ticket, "First").await["id"].as_i64().expect("an id");
    whole.one.until_state(ticket, one, "sent").await;
    // Plugins tell it as a receipt as well, before or behind.
    let bare = |id: &str| json!({ "kind": "receipt", "id": id, "status": "failed", "code": "whole.131026" });
    let other =
        json!({ "kind": "receipt", "id": "a-1", "status": "failed", "code": "whole.other" });
    whole.says(events(&[bare("a-1"), why("a-1"), bare("a-1"), other])).await;
    whole.provider.answer("send", json!({ "held": { "ids": ["b-1"] } }));
    let two = whole.one.reply(ticket, "Second").await["id"].as_i64().expect("an id");
    whole.provider.until_asked("send", 2).await;
    whole.says(events(&[bare("b-1"), why("b-1")])).await;
    whole.provider.release();
    for id in [one, two] {
        let failed = whole.one.until_state(ticket, id, "failed").await;
        assert_eq!(failed["error"]["code"], "whole.131026");
        assert_eq!(failed["error"]["message"], "Message undeliverable: the number has no account.");
    }
}

//! Messages that change after they were sent, and reactions in both directions.

use crate::harness::{Agent, Ground, Whole, eventually};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    changes_reach_the_customer,
    what_the_provider_refuses_is_put_back,
    reactions_come_in,
    changing_minds_who_asks,
    a_crash_in_a_change_repeats_it,
);

fn path(id: i64) -> String {
    format!("/api/messages/{id}")
}

async fn edit(agent: &Agent, id: i64, text: &str) -> crate::harness::Answer {
    agent.call(Method::PATCH, &path(id), Some(&json!({ "text": text }))).await
}

async fn react(agent: &Agent, id: i64, emoji: Value) -> crate::harness::Answer {
    let body = json!({ "emoji": emoji });
    agent.call(Method::PUT, &format!("{}/reaction", path(id)), Some(&body)).await
}

/// A ticket with a sent reply: both ids, and the customer's message's.
async fn with_reply(whole: &Whole) -> (i64, i64, i64) {
    let ticket = whole.message("m1", "Hello").await;
    let sent = whole.one.reply(ticket, "Helo Mei").await["id"].as_i64().expect("an id");
    whole.one.until_state(ticket, sent, "sent").await;
    let came = whole.one.messages(ticket).await[0]["id"].as_i64().expect("an id");
    (ticket, sent, came)
}

/// Waits until a message's last change is in this state.
async fn until_change(agent: &Agent, ticket: i64, id: i64, state: &str) -> Value {
    eventually(&format!("the change of {id} becomes {state}"), || async move {
        Some(agent.message(ticket, id).await).filter(|m| m["edit"]["state"] == state)
    })
    .await
}

async fn changes_reach_the_customer(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let (ticket, sent, came) = with_reply(&whole).await;
    let mut socket = whole.two.live().await;
    let answer = edit(&whole.one, sent, "Hello Mei").await.ok();
    assert_eq!(answer["data"]["message"], "Hello Mei");
    assert_eq!(
        (&answer["data"]["edited"], &answer["data"]["edit"]["kind"]),
        (&json!(true), &json!("edit"))
    );
    let told = socket.wait("messageEdited", |d| d["message"]["edit"]["state"] == "sent").await;
    assert_eq!(
        (&told["message"]["id"], &told["message"]["message"]),
        (&json!(sent), &json!("Hello Mei"))
    );
    let got = whole.provider.asked("edit");
    assert_eq!(got.len(), 1);
    let ours = whole.provider.asked("send")[0]["op_id"].as_str().expect("an id").to_owned();
    assert_eq!(
        (&got[0]["ids"], &got[0]["text"]),
        (&json!([format!("out-{ours}")]), &json!("Hello Mei"))
    );
    // The same text again is no change.
    edit(&whole.one, sent, "Hello Mei").await.ok();
    assert_eq!(whole.provider.asked("edit").len(), 1);

    // One reaction of the desk on either side's message, replaced and taken away.
    react(&whole.one, came, json!("👍")).await.ok();
    let shown = react(&whole.two, came, json!("🎉")).await.ok()["data"].clone();
    assert_eq!(shown["reactions_2"], json!({ "🎉": ["agent2"] }));
    react(&whole.one, came, Value::Null).await.ok();
    let asked = whole.provider.until_asked("react", 3).await;
    let emoji: Vec<&Value> = asked.iter().map(|a| &a["emoji"]).collect();
    assert_eq!(emoji, [&json!("👍"), &json!("🎉"), &Value::Null], "in order");
    assert_eq!(asked[0]["ids"], json!(["m1"]));

    let gone = whole.one.call(Method::DELETE, &path(sent), None).await.ok();
    assert_eq!((&gone["data"]["deleted"], &gone["data"]["message"]), (&json!(true), &json!("")));
    until_change(&whole.one, ticket, sent, "sent").await;
    assert_eq!(whole.provider.asked("delete").len(), 1);
    whole.one.call(Method::DELETE, &path(sent), None).await.ok();
    assert_eq!(whole.provider.asked("delete").len(), 1, "taken back once");
    edit(&whole.one, sent, "Back?").await.refused(409, "conflict");

    // A change of a message that is still on its way follows it.
    whole.provider.answer("send", json!("hold"));
    let late = whole.one.reply(ticket, "First words").await["id"].as_i64().expect("an id");
    let sends = whole.provider.asked("send").len();
    whole.provider.until_asked("send", sends.max(2)).await;
    edit(&whole.one, late, "Second words").await.ok();
    whole.provider.release();
    // The held answer named no id; the change says so instead of waiting for ever.
    let failed = until_change(&whole.one, ticket, late, "failed").await;
    assert_eq!(failed["edit"]["error"]["code"], "core.unnamed");
    assert_eq!(failed["message"], "First words");
    let texts: Vec<Value> =
        whole.provider.asked("send").iter().map(|s| s["text"].clone()).collect();
    assert_eq!(texts, [json!("Helo Mei"), json!("First words")], "sent as it was written");
}

async fn what_the_provider_refuses_is_put_back(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let (ticket, sent, came) = with_reply(&whole).await;
    whole.provider.answer("edit", json!({ "fail": "retry" }));
    whole.provider.answer("edit", json!({ "fail": "permanent" }));
    edit(&whole.one, sent, "Too late").await.ok();
    let failed = until_change(&whole.one, ticket, sent, "failed").await;
    assert_eq!(failed["edit"]["error"]["code"], "whole.permanent");
    assert_eq!((&failed["message"], &failed["edited"]), (&json!("Helo Mei"), &json!(false)));
    assert_eq!(whole.provider.asked("edit").len(), 2, "a fault for now was tried again");

    whole.provider.answer("delete", json!({ "fail": "permanent" }));
    whole.one.call(Method::DELETE, &path(sent), None).await.ok();
    let failed = until_change(&whole.one, ticket, sent, "failed").await;
    assert_eq!((&failed["deleted"], &failed["message"]), (&json!(false), &json!("Helo Mei")));

    react(&whole.one, came, json!("👍")).await.ok();
    until_change(&whole.one, ticket, came, "sent").await;
    whole.provider.answer("react", json!({ "fail": "permanent" }));
    react(&whole.one, came, json!("🎉")).await.ok();
    let failed = until_change(&whole.one, ticket, came, "failed").await;
    assert_eq!(failed["reactions_2"], json!({ "👍": ["agent1"] }));
}

async fn reactions_come_in(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let (ticket, sent, _) = with_reply(&whole).await;
    let mut socket = whole.one.live().await;
    let ours = whole.provider.asked("send")[0]["op_id"].as_str().expect("an id").to_owned();
    let said = |person: &str, emoji: Value, at: u64| {
        json!({ "events": [{ "kind": "reaction", "id": format!("out-{ours}"), "person": person,
            "name": person, "emoji": emoji, "at_ms": at }] })
    };
    whole.says(said("p1", json!("❤️"), 10)).await;
    let told = socket.event("messageEdited").await;
    assert_eq!(told["message"]["reactions"][0]["reaction"], "❤️");
    assert_eq!(told["message"]["reactions"][0]["message_id"], sent);
    whole.says(said("p2", json!("❤️"), 11)).await;
    // The same again, and an older word that comes late, change nothing.
    whole.says(json!({ "events": said("p1", json!("❤️"), 12)["events"], "again": 1 })).await;
    whole.says(said("p1", json!("😡"), 9)).await;
    let message = whole.one.message(ticket, sent).await;
    assert_eq!(message["reactions_2"], json!({ "❤️": ["visitor", "visitor"] }));
    whole.says(said("p1", Value::Null, 13)).await;
    let message = whole.one.message(ticket, sent).await;
    assert_eq!(message["reactions"].as_array().expect("a list").len(), 1);
    // A reaction to nothing we know is a line in the log, no fault.
    whole.says(json!({ "events": [{ "kind": "reaction", "id": "nowhere", "emoji": "👍" }] })).await;
    assert_eq!(whole.quarantine().await.len(), 0);
}

async fn changing_minds_who_asks(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let (ticket, sent, came) = with_reply(&whole).await;
    let text = json!({ "text": "Mine now" });
    let emoji = json!({ "emoji": "👍" });
    let reaction = format!("{}/reaction", path(sent));
    let calls = [
        (Method::PATCH, path(sent), Some(&text)),
        (Method::DELETE, path(sent), None),
        (Method::PUT, reaction, Some(&emoji)),
    ];
    for (method, path, body) in &calls {
        let nobody = Agent::nobody(&whole.desk.url);
        nobody.call(method.clone(), path, *body).await.refused(401, "unauthorized");
        let foreign = whole.outsider.call(method.clone(), path, *body).await;
        foreign.refused(404, "not_found");
        let unknown = path.replace(&sent.to_string(), "987650002");
        assert_eq!(whole.one.call(method.clone(), &unknown, *body).await, foreign);
    }
    // Another agent's message is not one's own; an admin's hand reaches it.
    edit(&whole.two, sent, "Mine now").await.refused(403, "forbidden");
    whole.two.call(Method::DELETE, &path(sent), None).await.refused(403, "forbidden");
    edit(&whole.admin, sent, "By the admin").await.ok();
    // Customers' messages are theirs, and lines nobody wrote are nobody's.
    edit(&whole.admin, came, "x").await.refused(409, "conflict");
    edit(&whole.one, sent, " ").await.refused(422, "invalid");
    react(&whole.one, came, json!("🦄")).await.refused(422, "invalid");
    react(&whole.one, came, json!("")).await.refused(422, "invalid");
    whole.provider.answer("send", json!({ "fail": "permanent" }));
    let failed = whole.one.reply(ticket, "Lost").await["id"].as_i64().expect("an id");
    whole.one.until_state(ticket, failed, "failed").await;
    edit(&whole.one, failed, "x").await.refused(409, "conflict");
}

async fn a_crash_in_a_change_repeats_it(ground: Ground) {
    let mut whole = Whole::open(ground, json!({})).await;
    let (ticket, sent, _) = with_reply(&whole).await;
    whole.provider.answer("edit", json!("hold"));
    edit(&whole.one, sent, "Hello Mei").await.ok();
    whole.provider.until_asked("edit", 1).await;
    whole.crash().await;
    whole.provider.release();
    // The provider knows an operation it has seen; so the change is sent again under the same id.
    let until = tokio::time::Instant::now() + std::time::Duration::from_secs(90);
    while whole.provider.asked("edit").len() < 2 {
        assert!(tokio::time::Instant::now() < until, "the change is sent again");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let asked = whole.provider.asked("edit");
    assert_eq!(asked[0], asked[1]);
    let message = until_change(&whole.one, ticket, sent, "sent").await;
    assert_eq!(message["message"], "Hello Mei");
}

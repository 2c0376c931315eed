//! What a ticket's customer writes in, what the team reads it in, and messages in that language.

use crate::harness::{Ground, Start, Whole, World};
use serde_json::{Value, json};

on_both_engines!(
    a_ticket_is_read_in_a_language,
    messages_are_translated_once,
    many_messages_go_in_batches,
    what_cannot_be_translated_is_refused,
    without_a_helper_nothing_is_translated,
    lines_of_a_call_are_translated_as_they_are_sent,
);

fn id(value: &Value) -> i64 {
    value.as_i64().expect("an id")
}

async fn info(whole: &Whole, ticket: i64) -> Value {
    whole.two.get(&format!("/api/ticket/info/-/{ticket}")).await.ok()["data"].clone()
}

fn languages(ticket: &Value) -> (&str, &str) {
    let text = |key: &str| ticket[key].as_str().expect("a text");
    (text("language"), text("source_lang"))
}

/// The messages of a ticket, the oldest first.
async fn messages(whole: &Whole, ticket: i64) -> Vec<Value> {
    let days = whole.two.get(&format!("/api/ticket/data/{ticket}/0")).await.ok();
    let days = days.as_array().expect("days").clone();
    days.iter().filter_map(|day| day["messages"].as_array()).flatten().cloned().collect()
}

async fn a_ticket_is_read_in_a_language(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m1", "Selamat pagi").await;
    assert_eq!(languages(&info(&whole, ticket).await), ("", ""));
    let mut other = whole.two.live().await;
    let set = |lang: &str| json!({ "_token": "-", "ticketId": ticket, "lang": lang });
    let path = "/api/language/set";
    for _ in 0..2 {
        let done = whole.one.post(path, &set("MS")).await.ok();
        assert_eq!((&done["result"], languages(&done["data"])), (&json!("success"), ("ms", "ms")));
    }
    let told = other.event("ticketLanguageChanged").await;
    assert_eq!((languages(&told), &told["by"]), (("ms", "ms"), &json!("agent1")));
    whole.two.post(path, &set("en")).await.ok();
    let told = other.event("ticketLanguageChanged").await;
    assert_eq!((languages(&told["ticket"]), &told["by"]), (("en", "ms"), &json!("agent2")));
    assert_eq!(languages(&info(&whole, ticket).await), ("en", "ms"));
    assert_eq!(languages(&whole.one.tickets().await[0]), ("en", "ms"));

    let steps = whole.one.get(&format!("/api/tickets/{ticket}/history")).await.ok();
    let steps: Vec<_> = steps["data"].as_array().expect("a list").iter().collect();
    let kinds: Vec<_> = steps.iter().map(|s| (&s["kind"], &s["before"], &s["after"])).collect();
    let (kind, ms, en, none) = (json!("language"), json!("ms"), json!("en"), json!(""));
    assert_eq!(kinds, [(&kind, &ms, &en), (&kind, &none, &ms)], "the same again is no change");

    for wrong in ["", "xx", "english", "en_GB"] {
        let refused = whole.one.post(path, &set(wrong)).await;
        refused.refused(422, "invalid");
    }
    whole.outsider.post(path, &set("ms")).await.refused(404, "not_found");
    let unknown = json!({ "ticketId": 987_650_001, "lang": "ms" });
    whole.one.post(path, &unknown).await.refused(404, "not_found");
    whole.one.post(path, &json!({ "lang": "ms" })).await.refused(422, "invalid");
    assert_eq!(languages(&info(&whole, ticket).await), ("en", "ms"));
}

async fn messages_are_translated_once(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m1", "Selamat pagi").await;
    whole.message("m2", "Di mana bungkusan saya?").await;
    let list = messages(&whole, ticket).await;
    let ids: Vec<i64> = list.iter().map(|m| id(&m["id"])).collect();
    assert_eq!(list[0]["translated_text"], json!({}));
    let mut other = whole.two.live().await;
    let asked = |ids: &[i64], target: &str| {
        let text: Vec<Value> =
            ids.iter().map(|id| json!({ "id": id, "message": "something else" })).collect();
        json!({ "_token": "-", "ticketId": ticket, "text": text, "target": target, "source": "" })
    };
    whole.provider.answer("translate", json!({ "detected": "ms" }));
    let path = "/api/translate";
    let done = whole.one.post(path, &asked(&ids[..1], "en")).await.ok();
    let first = json!({ "id": ids[0], "message": "[en] Selamat pagi" });
    assert_eq!(done, json!({ "result": "success", "data": [first] }), "what the desk has counts");
    let told = other.event("ticketLanguageChanged").await;
    assert_eq!((languages(&told), &told["by"]), (("ms", "ms"), &json!("server")));
    // What a helper found is what the ticket is read in as well; saying so again changes nothing.
    let set = json!({ "ticketId": ticket, "lang": "ms" });
    let same = whole.one.post("/api/language/set", &set).await.ok();
    assert_eq!(languages(&same["data"]), ("ms", "ms"));
    let steps = whole.one.get(&format!("/api/tickets/{ticket}/history")).await.ok();
    assert_eq!(steps["data"], json!([]));

    // What is known is not asked for again.
    let done = whole.two.post(path, &asked(&ids, "en")).await.ok();
    assert_eq!(done["data"][1]["message"], "[en] Di mana bungkusan saya?");
    assert_eq!(done["data"][0], first);
    let calls = whole.provider.asked("translate");
    let texts: Vec<&Value> = calls.iter().map(|call| &call["texts"]).collect();
    assert_eq!(texts, [&json!(["Selamat pagi"]), &json!(["Di mana bungkusan saya?"])]);
    let named =
        json!({ "ticketId": ticket, "text": [{ "id": ids[0] }], "target": "zh", "source": "ms" });
    whole.one.post(path, &named).await.ok();
    let call = whole.provider.asked("translate").pop().expect("asked");
    assert_eq!((&call["source"], &call["target"]), (&json!("ms"), &json!("zh")));
    let shown = messages(&whole, ticket).await;
    let both = json!({ "en": "[en] Selamat pagi", "zh": "[zh] Selamat pagi" });
    assert_eq!(shown[0]["translated_text"], both);

    // The customer changes the message; what it was in other languages is not true any more.
    whole
        .says(json!({ "events": [{ "kind": "edited", "id": "m1", "text": "Selamat petang" }] }))
        .await;
    let shown = messages(&whole, ticket).await;
    assert_eq!(
        (&shown[0]["message"], &shown[0]["translated_text"]),
        (&json!("Selamat petang"), &json!({}))
    );
    let done = whole.one.post(path, &asked(&ids, "en")).await.ok();
    assert_eq!(done["data"][0]["message"], "[en] Selamat petang");
}

async fn many_messages_go_in_batches(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m0", "Message 0").await;
    let events: Vec<Value> = (1..25)
        .map(|n| json!({ "kind": "message", "id": format!("m{n}"), "text": format!("Message {n}"), "name": "Mei" }))
        .collect();
    whole.says(json!({ "events": events })).await;
    let ids: Vec<i64> = messages(&whole, ticket).await.iter().map(|m| id(&m["id"])).collect();
    assert_eq!(ids.len(), 25);
    let text: Vec<Value> = ids.iter().map(|id| json!({ "id": id })).collect();
    let body = json!({ "ticketId": ticket, "text": text, "target": "en", "source": "ms" });
    // The second batch fails; the first one is kept.
    whole.provider.answer("translate", json!({}));
    whole.provider.answer("translate", json!({ "fail": "retry" }));
    whole.one.post("/api/translate", &body).await.refused(503, "unavailable");
    let done = whole.one.post("/api/translate", &body).await.ok();
    assert_eq!(done["data"].as_array().expect("a list").len(), 25);
    let sizes: Vec<usize> = whole
        .provider
        .asked("translate")
        .iter()
        .map(|call| call["texts"].as_array().expect("texts").len())
        .collect();
    assert_eq!(sizes, [20, 5, 5]);
}

async fn what_cannot_be_translated_is_refused(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m1", "Selamat pagi").await;
    let message = id(&messages(&whole, ticket).await[0]["id"]);
    let say = json!({ "kind": "message", "id": "m2", "text": "Other", "thread": "t2", "from": "c2", "name": "Ben" });
    whole.says(json!({ "events": [say] })).await;
    let tickets = whole.admin.tickets().await;
    let elsewhere = tickets.iter().map(|t| id(&t["id"])).find(|t| *t != ticket).expect("another");
    let foreign = id(&messages(&whole, elsewhere).await[0]["id"]);
    let path = "/api/translate";
    let body = |message: i64, target: &str, source: &str| json!({ "ticketId": ticket, "text": [{ "id": message }], "target": target, "source": source });
    whole.one.post(path, &body(message, "", "")).await.refused(422, "invalid");
    whole.one.post(path, &body(message, "xx", "")).await.refused(422, "invalid");
    whole.one.post(path, &body(message, "en", "xx")).await.refused(422, "invalid");
    whole.one.post(path, &body(foreign, "en", "")).await.refused(404, "not_found");
    whole.one.post(path, &body(987_650_002, "en", "")).await.refused(404, "not_found");
    whole.outsider.post(path, &body(message, "en", "")).await.refused(404, "not_found");
    let many: Vec<Value> = (0..51).map(|_| json!({ "id": message })).collect();
    let many = json!({ "ticketId": ticket, "text": many, "target": "en", "source": "" });
    whole.one.post(path, &many).await.refused(422, "invalid");
    let none = json!({ "ticketId": ticket, "text": [], "target": "en", "source": "" });
    assert_eq!(whole.one.post(path, &none).await.ok()["data"], json!([]));
    assert!(whole.provider.asked("translate").is_empty(), "nobody was asked");
    // A helper that cannot tell the language says so, and the ticket remembers that nobody knows.
    whole.one.post(path, &body(message, "en", "und")).await.ok();
    assert_eq!(languages(&info(&whole, ticket).await), ("und", "und"));
}

async fn without_a_helper_nothing_is_translated(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let _bot = world.bot().await;
    world.simulator.write(81, "Mei", json!({ "text": "Hello" })).await;
    let ticket = id(&world.ticket_saying("Hello").await["id"]);
    let days = world.one.get(&format!("/api/ticket/data/{ticket}/0")).await.ok();
    let message = id(&days[1]["messages"][0]["id"]);
    let body =
        json!({ "ticketId": ticket, "text": [{ "id": message }], "target": "ms", "source": "en" });
    let refused = world.one.post("/api/translate", &body).await;
    let text = refused.body["error"]["message"].as_str().unwrap_or_default().to_owned();
    refused.refused(409, "conflict");
    assert!(text.contains("No AI helper"), "{text}");
    let set = json!({ "ticketId": ticket, "lang": "ms" });
    world.one.post("/api/language/set", &set).await.ok();
}

async fn lines_of_a_call_are_translated_as_they_are_sent(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m1", "Selamat pagi").await;
    let path = "/api/translate2";
    let body = |text: Value| json!({ "_token": "-", "ticketId": ticket, "text": text, "target": "en", "source": "" });
    let lines = json!([
        { "id": 7, "message": "Selamat pagi" },
        { "id": "0:01", "message": "Apa khabar?" },
        { "id": 8, "message": " " },
    ]);
    let said = |text: &str| format!("[en] {text}");
    let expected = json!([
        { "id": 7, "message": said("Selamat pagi") },
        { "id": "0:01", "message": said("Apa khabar?") },
        { "id": 8, "message": " " },
    ]);
    // The same again is asked for again, because nothing of it is kept.
    for asked in 1..=2 {
        whole.provider.answer("translate", json!({ "detected": "ms" }));
        let done = whole.one.post(path, &body(lines.clone())).await.ok();
        assert_eq!(done, json!({ "result": "success", "data": expected }));
        let calls = whole.provider.asked("translate");
        assert_eq!(calls.len(), asked);
        assert_eq!(calls[asked - 1]["texts"], json!(["Selamat pagi", "Apa khabar?"]));
    }
    assert_eq!(languages(&info(&whole, ticket).await), ("", ""), "the ticket stays as it was");
    assert_eq!(messages(&whole, ticket).await[0]["translated_text"], json!({}));
    // A form writes the lines as JSON.
    let number = ticket.to_string();
    let text = lines.to_string();
    let fields = [("ticketId", &*number), ("text", &*text), ("target", "en")];
    assert_eq!(whole.one.form(path, &fields).await.ok()["data"], expected);

    let asked = whole.provider.asked("translate").len();
    let line = |message: &str| json!([{ "id": 1, "message": message }]);
    let refused = async |body: Value, field: &str| {
        let answer = whole.one.post(path, &body).await;
        answer.refused(422, "invalid");
        assert!(answer.body["error"]["fields"][field].is_string(), "{field}: {answer:?}");
    };
    let many: Vec<Value> = (0..51).map(|id| json!({ "id": id, "message": "x" })).collect();
    refused(body(json!(many)), "text").await;
    refused(body(line(&"x".repeat(5_001))), "text").await;
    refused(body(json!([{ "message": "x" }])), "text").await;
    for (target, source, field) in [("xx", "", "target"), ("en", "xx", "source")] {
        let body =
            json!({ "ticketId": ticket, "text": line("x"), "target": target, "source": source });
        refused(body, field).await;
    }
    let none = whole.one.post(path, &body(json!([]))).await.ok();
    assert_eq!(none["data"], json!([]));
    whole.outsider.post(path, &body(line("x"))).await.refused(404, "not_found");
    let unknown = json!({ "ticketId": 987_650_001, "text": line("x"), "target": "en" });
    whole.one.post(path, &unknown).await.refused(404, "not_found");
    let hidden = json!({ "permissions": ["hide_call"] });
    let found = whole.admin.get("/api/users?search=agent2").await.ok();
    let user = format!("/api/users/{}", found["data"][0]["id"]);
    whole.admin.call(reqwest::Method::PATCH, &user, Some(&hidden)).await.ok();
    let two = whole.desk.sign_in("agent2", "agent").await;
    two.post(path, &body(line("x"))).await.refused(403, "forbidden");
    assert_eq!(whole.provider.asked("translate").len(), asked, "nobody was asked");
}

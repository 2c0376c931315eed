//! What a desk keeps: canned replies, signatures, hours, announcements.

use crate::harness::{Agent, Answer, Ground, Start, Whole, World};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    canned_replies_are_shared_or_ones_own,
    a_reply_is_filled_in_for_a_ticket,
    signatures_are_ones_own,
    a_signature_ends_a_reply,
    calendars_and_holidays_are_kept,
    announcements_reach_everybody_until_dismissed,
);

async fn put(who: &Agent, path: &str, body: &Value) -> Answer {
    who.call(Method::PUT, path, Some(body)).await
}

async fn delete(who: &Agent, path: &str) -> Answer {
    who.call(Method::DELETE, path, None).await
}

fn id(answer: &Value) -> i64 {
    answer["id"].as_i64().expect("an id")
}

async fn replies(who: &Agent) -> Vec<Value> {
    who.get("/api/replies").await.ok()["replies"].as_array().expect("a list").clone()
}

fn refused_field(answer: &Answer, field: &str) -> String {
    answer.refused(422, "invalid");
    let why = answer.body["error"]["fields"][field].as_str();
    why.unwrap_or_else(|| panic!("{field}: {answer:?}")).to_owned()
}

fn reply(shortcut: &str, text: &str, shared: bool) -> Value {
    json!({ "title": shortcut, "shortcut": shortcut, "text": text, "shared": shared })
}

async fn canned_replies_are_shared_or_ones_own(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut agent = world.one.live().await;
    let made = world.admin.post("/api/replies", &reply("/Hello", "Hello!", true)).await;
    assert_eq!(made.status, 201, "{made:?}");
    let shared = made.ok();
    assert_eq!((&shared["shortcut"], &shared["shared"]), (&json!("hello"), &json!(true)));
    agent.event("cannedRepliesChanged").await;
    let own = world.one.post("/api/replies", &reply("bye", "Bye.", false)).await.ok();
    assert_eq!(replies(&world.one).await.len(), 2);
    assert_eq!(replies(&world.two).await, std::slice::from_ref(&shared), "nobody else sees it");
    assert_eq!(replies(&world.admin).await, std::slice::from_ref(&shared), "not even an admin");
    assert!(replies(&world.outsider).await.is_empty());

    // The same shortcut twice, but one of each owner's.
    let again = world.admin.post("/api/replies", &reply("hello", "Again", true)).await;
    refused_field(&again, "shortcut");
    world.two.post("/api/replies", &reply("bye", "Ciao.", false)).await.ok();

    let wrong = json!({ "title": "", "shortcut": "a b", "text": "Hi {{contact.nme}}" });
    let refused = world.one.post("/api/replies", &wrong).await;
    refused_field(&refused, "title");
    refused_field(&refused, "shortcut");
    assert!(refused_field(&refused, "text").contains("{{contact.name}}"), "{refused:?}");
    let refused = world.one.post("/api/replies", &reply("all", "x", true)).await;
    refused.refused(403, "forbidden");

    let path = |id: i64| format!("/api/replies/{id}");
    let changed = reply("hello", "Good day!", true);
    put(&world.one, &path(id(&shared)), &changed).await.refused(403, "forbidden");
    delete(&world.one, &path(id(&shared))).await.refused(403, "forbidden");
    for _ in 0..2 {
        let now = put(&world.admin, &path(id(&shared)), &changed).await.ok();
        assert_eq!(now["text"], "Good day!");
    }
    let unknown = put(&world.admin, &path(987_650_001), &changed).await;
    unknown.refused(404, "not_found");
    for (who, id) in
        [(&world.outsider, id(&shared)), (&world.two, id(&own)), (&world.admin, id(&own))]
    {
        assert_eq!(put(who, &path(id), &changed).await, unknown);
        assert_eq!(delete(who, &path(id)).await, unknown);
    }
    delete(&world.one, &path(id(&own))).await.ok();
    assert_eq!(delete(&world.one, &path(id(&own))).await, unknown);
    assert_eq!(replies(&world.one).await.len(), 1);
}

async fn a_reply_is_filled_in_for_a_ticket(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    world.bot().await.write(81, "Hello").await;
    let ticket = world.ticket_saying("Hello").await;
    let text =
        "Hello {{contact.name}}, {{agent.username}} on #{{ticket.number}} by {{ channel.name }}";
    let rare = world.admin.post("/api/replies", &reply("rare", "Rare", true)).await.ok();
    let made = world.admin.post("/api/replies", &reply("hi", text, true)).await.ok();
    let path = format!("/api/replies/{}/insert", id(&made));
    let body = json!({ "ticket_id": ticket["id"] });
    let filled = world.one.post(&path, &body).await.ok();
    let expected = format!(
        "Hello {}, agent1 on #{} by Shop bot",
        ticket["name"].as_str().expect("a name"),
        ticket["ticket_number"]
    );
    assert_eq!(filled["text"], expected);
    world.two.post(&path, &body).await.ok();
    let all = replies(&world.one).await;
    assert_eq!((&all[0]["id"], &all[0]["uses"]), (&made["id"], &json!(2)), "most used first");
    assert_eq!(all[1]["id"], rare["id"]);

    let unknown = world.one.post("/api/replies/987650001/insert", &body).await;
    unknown.refused(404, "not_found");
    assert_eq!(world.outsider.post(&path, &body).await, unknown);
    let nowhere = json!({ "ticket_id": 987_650_001 });
    assert_eq!(world.one.post(&path, &nowhere).await, unknown);
    let theirs = world.outsider.post("/api/replies", &reply("hi", text, false)).await.ok();
    let path = format!("/api/replies/{}/insert", id(&theirs));
    assert_eq!(world.outsider.post(&path, &body).await, unknown, "another client's ticket");
    assert_eq!(world.one.post(&path, &body).await, unknown, "another client's reply");
}

async fn signatures_are_ones_own(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let path = "/api/signatures";
    let both = json!({ "signatures": [
        { "channel": "", "text": " Mei ", "enabled": true },
        { "channel": "EMAIL", "text": "Mei\nShop", "enabled": false },
    ] });
    for _ in 0..2 {
        let kept = put(&world.one, path, &both).await.ok();
        assert_eq!(kept[0], json!({ "channel": "", "text": "Mei", "enabled": true }));
        assert_eq!(kept[1]["channel"], "EMAIL");
        assert_eq!(world.one.get(path).await.ok(), kept);
    }
    for other in [&world.two, &world.admin, &world.outsider] {
        assert_eq!(other.get(path).await.ok(), json!([]));
    }
    for (line, field) in [
        (json!({ "channel": "TELEGRAM", "text": "x" }), "signatures.0.channel"),
        (json!({ "channel": "NOWHERE", "text": "x" }), "signatures.0.channel"),
        (json!({ "text": "x".repeat(2_001) }), "signatures.0.text"),
    ] {
        refused_field(&put(&world.one, path, &json!({ "signatures": [line] })).await, field);
    }
    assert_eq!(world.one.get(path).await.ok().as_array().map(Vec::len), Some(2));

    // A channel without signatures sends what was written and nothing else.
    let bot = world.bot().await;
    bot.write(81, "Hello").await;
    let ticket = id(&world.ticket_saying("Hello").await);
    let body = json!({ "ticket_id": ticket, "message": "Hi", "signature": true });
    let sent = world.one.post("/api/ticket/message/reply", &body).await.ok();
    assert_eq!(sent["data"]["message"], "Hi");
    let kept = put(&world.one, path, &json!({ "signatures": [] })).await.ok();
    assert_eq!(kept, json!([]));
}

async fn a_signature_ends_a_reply(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    whole.says(json!({ "events": [{ "kind": "message", "id": "m1", "text": "Hello" }] })).await;
    let ticket = id(&whole.admin.tickets().await[0]);
    let info = whole.one.get(&format!("/api/ticket/info/-/{ticket}")).await.ok();
    assert_eq!(info["data"]["send"]["signature"], true, "{info}");
    let say = |text: &str, sign: Value| {
        let body = json!({ "ticket_id": ticket, "message": text, "signature": sign });
        let one = whole.one.clone();
        async move { one.post("/api/ticket/message/reply", &body).await.ok()["data"]["message"].clone() }
    };
    assert_eq!(say("Nobody signs", json!(true)).await, "Nobody signs", "there is none yet");
    let all = json!({ "signatures": [{ "text": "Mei" }] });
    put(&whole.one, "/api/signatures", &all).await.ok();
    assert_eq!(say("Signed", json!(true)).await, "Signed\n\n-- \nMei");
    assert_eq!(say("By a form", json!("1")).await, "By a form\n\n-- \nMei");
    assert_eq!(say("Not signed", json!(false)).await, "Not signed");
    let own =
        json!({ "signatures": [{ "text": "Mei" }, { "channel": "WHOLE", "text": "Mei\nShop" }] });
    put(&whole.one, "/api/signatures", &own).await.ok();
    let body = json!({ "ticket_id": ticket, "message": "Here", "signature": true });
    let sent = whole.one.post("/api/ticket/message/reply", &body).await.ok();
    whole.one.until_state(ticket, id(&sent), "sent").await;
    let got = whole.provider.asked("send").pop().expect("it was sent");
    assert_eq!(got["text"], "Here\n\n-- \nMei\nShop", "the channel's own goes before");
}

async fn calendars_and_holidays_are_kept(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut agent = world.one.live().await;
    let weekly = json!([{ "day": 1, "from": "09:00", "to": "18:00" }]);
    let draft = |name: &str| json!({ "name": name, "zone": "Europe/Berlin", "weekly": weekly });
    let made = world.admin.post("/api/hours", &draft("Office")).await;
    assert_eq!(made.status, 201, "{made:?}");
    let office = made.ok();
    assert_eq!((&office["default"], &office["weekly"]), (&json!(true), &weekly));
    agent.event("hoursChanged").await;
    let mut night = draft("Night");
    let second = world.admin.post("/api/hours", &night).await.ok();
    assert_eq!(second["default"], false);
    night["default"] = json!(true);
    let path = |id: &Value| format!("/api/hours/{id}");
    for _ in 0..2 {
        let now = put(&world.admin, &path(&second["id"]), &night).await.ok();
        assert_eq!(now["default"], true);
    }
    let list = world.one.get("/api/hours").await.ok();
    let defaults: Vec<&Value> =
        list.as_array().expect("a list").iter().map(|one| &one["default"]).collect();
    assert_eq!(defaults, [false, true], "there is one default");

    // Monday 12 January 2026, eight in UTC, is nine in Berlin.
    let state = format!("{}/state?at=1768204800000&until=1768291200000", path(&office["id"]));
    let said = world.one.get(&state).await.ok();
    assert_eq!(
        said,
        json!({ "open": true, "next_opening": 1_768_204_800_000_i64, "open_ms": 32_400_000 })
    );
    let holiday = json!({ "name": "Inventory", "date": "2026-01-12", "calendar_id": office["id"] });
    let made = world.admin.post("/api/holidays", &holiday).await;
    assert_eq!(made.status, 201, "{made:?}");
    let day = made.ok();
    let said = world.one.get(&state).await.ok();
    assert_eq!((&said["open"], &said["open_ms"]), (&json!(false), &json!(0)));
    let other = format!("{}/state?at=1768204800000", path(&second["id"]));
    assert_eq!(world.one.get(&other).await.ok()["open"], true, "it is the other calendar's day");
    let yearly = json!({ "name": "Inventory", "date": "2020-01-12", "yearly": true });
    let day_path = format!("/api/holidays/{}", day["id"]);
    for _ in 0..2 {
        let now = put(&world.admin, &day_path, &yearly).await.ok();
        assert_eq!((&now["yearly"], &now["calendar_id"]), (&json!(true), &Value::Null));
    }
    assert_eq!(world.one.get(&other).await.ok()["open"], false, "now it is everybody's");

    refused_field(
        &world.admin.post("/api/hours", &json!({ "name": "x", "zone": "Mars" })).await,
        "zone",
    );
    refused_field(&world.admin.post("/api/holidays", &json!({ "name": "x" })).await, "date");
    let unknown = put(&world.admin, "/api/hours/987650001", &night).await;
    unknown.refused(404, "not_found");
    let theirs = json!({ "name": "x", "date": "2026-01-12", "calendar_id": office["id"] });
    assert_eq!(world.outsider.post("/api/holidays", &theirs).await, unknown);
    for (method, path, body) in [
        (Method::PUT, path(&office["id"]), Some(&night)),
        (Method::DELETE, path(&office["id"]), None),
        (Method::GET, state.clone(), None),
        (Method::PUT, day_path.clone(), Some(&yearly)),
        (Method::DELETE, day_path.clone(), None),
    ] {
        assert_eq!(world.outsider.call(method.clone(), &path, body).await, unknown, "{path}");
        if method != Method::GET {
            world.one.call(method, &path, body).await.refused(403, "forbidden");
        }
    }
    world.one.post("/api/hours", &night).await.refused(403, "forbidden");
    world.one.post("/api/holidays", &yearly).await.refused(403, "forbidden");
    assert_eq!(world.outsider.get("/api/hours").await.ok(), json!([]));
    assert_eq!(world.outsider.get("/api/holidays").await.ok(), json!([]));

    delete(&world.admin, &day_path).await.ok();
    assert_eq!(delete(&world.admin, &day_path).await, unknown);
    delete(&world.admin, &path(&second["id"])).await.ok();
    assert_eq!(delete(&world.admin, &path(&second["id"])).await, unknown);
    assert_eq!(world.one.get("/api/hours").await.ok()[0]["default"], true, "the oldest takes over");
}

async fn announcements_reach_everybody_until_dismissed(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut agent = world.one.live().await;
    let mut colleague = world.two.live().await;
    let mut outsider = world.outsider.live().await;
    let path = "/api/announcements";
    let draft = json!({ "text": "Stocktaking today", "level": "warning", "link": "https://shop.example/a" });
    let made = world.admin.post(path, &draft).await;
    assert_eq!(made.status, 201, "{made:?}");
    let made = made.ok();
    assert_eq!((&made["by"], &made["until"]), (&json!("admin"), &Value::Null));
    let told = agent.event("announcements").await;
    assert_eq!(told["announcements"], json!([made]));
    let asked = colleague.call("getAnnouncement", json!({})).await.expect("answered");
    assert_eq!((&asked["announcements"], &asked["dismissed"]), (&json!([made]), &json!([])));
    colleague.wait("announcements", |data| data["dismissed"] == json!([])).await;
    let elsewhere = outsider.call("getAnnouncement", json!({})).await.expect("answered");
    assert_eq!(elsewhere["announcements"], json!([]));

    // Dismissed by one, on all of their screens and for good; the others still see it.
    let dismiss = format!("{path}/{}/dismiss", made["id"]);
    for _ in 0..2 {
        world.one.post(&dismiss, &json!({})).await.ok();
    }
    assert_eq!(agent.event("announcementDismissed").await["id"], made["id"]);
    let current = format!("{path}/current");
    assert_eq!(world.one.get(&current).await.ok()["dismissed"], json!([made["id"]]));
    assert_eq!(world.two.get(&current).await.ok()["dismissed"], json!([]));
    let heard = colleague.drain(std::time::Duration::from_millis(200)).await;
    assert!(heard.iter().all(|frame| frame["event"] != "announcementDismissed"), "{heard:?}");

    // Changed, it is still dismissed. Over, it is not shown any more, but in the admins' list.
    let one = format!("{path}/{}", made["id"]);
    let over = json!({ "text": "It is over", "until": made["from"].as_i64().map(|from| from + 1) });
    for _ in 0..2 {
        let changed = put(&world.admin, &one, &over).await.ok();
        assert_eq!((&changed["text"], &changed["from"]), (&json!("It is over"), &made["from"]));
    }
    assert_eq!(world.two.get(&current).await.ok()["announcements"], json!([]));
    assert_eq!(world.admin.get(path).await.ok()[0]["text"], "It is over");

    for (wrong, field) in [
        (json!({ "text": "" }), "text"),
        (json!({ "text": "x", "level": "loud" }), "level"),
        (json!({ "text": "x", "link": "javascript:alert(1)" }), "link"),
        (json!({ "text": "x", "from": 20, "until": 10 }), "until"),
    ] {
        refused_field(&world.admin.post(path, &wrong).await, field);
    }
    world.one.get(path).await.refused(403, "forbidden");
    world.one.post(path, &draft).await.refused(403, "forbidden");
    put(&world.one, &one, &draft).await.refused(403, "forbidden");
    delete(&world.one, &one).await.refused(403, "forbidden");
    let unknown = put(&world.admin, "/api/announcements/987650001", &draft).await;
    unknown.refused(404, "not_found");
    assert_eq!(put(&world.outsider, &one, &draft).await, unknown);
    assert_eq!(delete(&world.outsider, &one).await, unknown);
    assert_eq!(world.outsider.post(&dismiss, &json!({})).await, unknown);
    assert_eq!(world.outsider.get(path).await.ok(), json!([]));
    delete(&world.admin, &one).await.ok();
    assert_eq!(delete(&world.admin, &one).await, unknown);
    assert_eq!(world.admin.get(path).await.ok(), json!([]));
}

//! Severity, tickets put aside, their history; drafts and answers for later.

use crate::harness::{Agent, Answer, Ground, Start, World, eventually};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    severity_is_the_tickets_or_the_senders,
    tickets_are_put_aside_and_come_back,
    appointments_are_set_moved_and_taken_away,
    drafts_follow_their_author,
    answers_wait_for_their_time,
    who_was_disabled_sends_nothing_any_more,
    who_answers_no_customers_any_more_sends_nothing,
    participants_count_once_and_are_not_many,
    tickets_are_followed,
    followers_are_told_what_happens,
);

async fn open(ground: Ground) -> (World, i64) {
    let world = World::open(ground, Start::default()).await;
    let _bot = world.bot().await;
    world.simulator.write(81, "Mei", json!({ "text": "Hello" })).await;
    let ticket = world.ticket_saying("Hello").await["id"].as_i64().expect("an id");
    (world, ticket)
}

async fn put(who: &Agent, path: &str, body: Value) -> Answer {
    who.call(Method::PUT, path, Some(&body)).await
}

async fn info(who: &Agent, ticket: i64) -> Value {
    who.get(&format!("/api/ticket/info/-/{ticket}")).await.ok()["data"].clone()
}

async fn history(who: &Agent, ticket: i64) -> Vec<Value> {
    let answer = who.get(&format!("/api/tickets/{ticket}/history")).await.ok();
    answer["data"].as_array().expect("a list").clone()
}

async fn severity_is_the_tickets_or_the_senders(ground: Ground) {
    let (world, ticket) = open(ground).await;
    let mut other = world.two.live().await;
    let path = "/api/ticket/priority";
    let body = |priority: &str, kind: &str| json!({ "id": ticket, "priority": priority, "type": kind, "_token": "-" });
    for _ in 0..2 {
        let set = world.one.post(path, &body("M", "ticket")).await.ok();
        assert_eq!(set["data"]["severity"], "M");
    }
    let told = other.event("ticketSeverityChanged").await;
    assert_eq!((&told["severity"], &told["by"]), (&json!("M"), &json!("agent1")));
    world.one.post(path, &body("X", "")).await.refused(422, "invalid");
    world.outsider.post(path, &body("H", "")).await.refused(404, "not_found");
    let unknown = json!({ "id": 987_650_001, "priority": "H" });
    world.one.post(path, &unknown).await.refused(404, "not_found");

    let set = world.one.post(path, &body("H", "")).await.ok();
    assert_eq!(set["description"], "Marked this sender as High priority.");
    // What the sender opens later has it, too.
    let close = json!({ "ticket_id": ticket, "status": 3, "sender": "server" });
    world.one.post("/api/ticket/message", &close).await.ok();
    world.simulator.write(81, "Mei", json!({ "text": "And again" })).await;
    let later = world.ticket_saying("And again").await;
    assert_ne!(later["id"], ticket);
    assert_eq!(later["severity"], "H");

    let steps = history(&world.one, ticket).await;
    let kinds: Vec<(&str, &str, &str, &str)> = steps
        .iter()
        .map(|s| {
            let text = |key: &str| s[key].as_str().expect("a text");
            (text("kind"), text("before"), text("after"), text("by"))
        })
        .collect();
    let expected = [
        ("status", "0", "3", "agent1"),
        ("severity", "M", "H", "agent1"),
        ("severity", "", "M", "agent1"),
    ];
    assert_eq!(kinds, expected);
    let path = format!("/api/tickets/{ticket}/history");
    world.outsider.get(&path).await.refused(404, "not_found");
    world.one.get("/api/tickets/987650001/history").await.refused(404, "not_found");
    let label = json!({ "participants": ["agent1"] });
    put(&world.one, &format!("/api/tickets/{ticket}/participants"), label).await.ok();
    let newest = &history(&world.one, ticket).await[0];
    assert_eq!((&newest["kind"], &newest["after"]), (&json!("participants"), &json!("agent1")));
}

async fn tickets_are_put_aside_and_come_back(ground: Ground) {
    let (world, ticket) = open(ground).await;
    let path = format!("/api/tickets/{ticket}/snooze");
    let now = || patchbay::clock::Clock::system().now_ms();
    put(&world.one, &path, json!({ "until": 1000 })).await.refused(422, "invalid");
    let far = now() + 400 * 86_400_000;
    put(&world.one, &path, json!({ "until": far })).await.refused(422, "invalid");
    let hour = now() + 3_600_000;
    put(&world.outsider, &path, json!({ "until": hour })).await.refused(404, "not_found");
    for _ in 0..2 {
        put(&world.one, &path, json!({ "until": hour })).await.ok();
    }
    let aside = info(&world.two, ticket).await;
    assert_eq!((&aside["closed"], &aside["snoozed_until"]), (&json!(1), &json!(hour)));
    put(&world.one, &path, json!({ "until": null })).await.ok();
    let back = info(&world.two, ticket).await;
    assert_eq!((&back["closed"], &back["snoozed_until"]), (&json!(0), &Value::Null));

    // The customer writes before the time is over.
    put(&world.one, &path, json!({ "until": hour })).await.ok();
    world.simulator.write(81, "Mei", json!({ "text": "Any news?" })).await;
    world.ticket_saying("Any news?").await;
    let back = info(&world.two, ticket).await;
    assert_eq!((&back["closed"], &back["snoozed_until"]), (&json!(0), &Value::Null));
    let ends = history(&world.one, ticket).await;
    assert!(ends.iter().any(|s| s["kind"] == "snooze" && s["by"] == "server"), "{ends:?}");
    // An agent opens it; everybody's screen hears that it is not aside any more.
    put(&world.one, &path, json!({ "until": hour })).await.ok();
    let mut colleague = world.two.live().await;
    let open = json!({ "ticket_id": ticket, "status": 0, "sender": "server" });
    world.one.post("/api/ticket/message", &open).await.ok();
    let told = colleague.event("ticketSnoozed").await;
    assert_eq!((&told["snoozed_until"], &told["by"]), (&Value::Null, &json!("agent1")));

    // The time is over.
    put(&world.one, &path, json!({ "until": now() + 5000 })).await.ok();
    let woken = eventually("the ticket is open again", || async {
        Some(info(&world.two, ticket).await).filter(|info| info["closed"] == 0)
    })
    .await;
    assert_eq!(woken["snoozed_until"], Value::Null);
    let steps = history(&world.one, ticket).await;
    assert!(steps.iter().any(|s| s["by"] == "server" && s["why"] == "it was put aside until now"));

    let close = json!({ "ticket_id": ticket, "status": 3, "sender": "server" });
    world.one.post("/api/ticket/message", &close).await.ok();
    put(&world.one, &path, json!({ "until": hour })).await.refused(409, "conflict");
}

async fn appointments_are_set_moved_and_taken_away(ground: Ground) {
    let (world, ticket) = open(ground).await;
    let path = format!("/api/tickets/{ticket}/appointment");
    let mut other = world.two.live().await;
    let shown = |ticket: &Value| ticket["other"].clone();
    assert_eq!(shown(&info(&world.one, ticket).await), json!({}));
    // 27 November 2026, 09:30:15 and a half.
    for _ in 0..2 {
        let set = put(&world.one, &path, json!({ "at": 1_795_771_815_500_i64 })).await.ok();
        let named = json!({ "Preferred Appointment Date": "2026-11-27 09:30:15" });
        assert_eq!((&set["result"], shown(&set["data"])), (&json!("success"), named.clone()));
        assert_eq!(shown(&info(&world.two, ticket).await), named);
        assert_eq!(shown(&world.one.tickets().await[0]), named);
    }
    let told = other.event("ticketAppointmentChanged").await;
    assert_eq!(told["appointment"], 1_795_771_815_000_i64);
    assert_eq!((&told["by"], &told["ticket"]["id"]), (&json!("agent1"), &json!(ticket)));
    put(&world.two, &path, json!({ "at": null })).await.ok();
    let told = other.event("ticketAppointmentChanged").await;
    assert_eq!((&told["appointment"], shown(&told["ticket"])), (&Value::Null, json!({})));
    let steps = history(&world.one, ticket).await;
    let kinds: Vec<_> = steps.iter().map(|s| (&s["kind"], &s["before"], &s["after"])).collect();
    let (kind, at, none) = (json!("appointment"), json!("2026-11-27 09:30:15"), json!(""));
    assert_eq!(kinds, [(&kind, &at, &none), (&kind, &none, &at)], "the same again is no change");

    for wrong in [json!(1000), json!(-1), json!(9_000_000_000_000_000_i64), json!("tomorrow")] {
        put(&world.one, &path, json!({ "at": wrong })).await.refused(422, "invalid");
    }
    let at = json!({ "at": 1_795_771_815_000_i64 });
    put(&world.outsider, &path, at.clone()).await.refused(404, "not_found");
    let unknown = "/api/tickets/987650001/appointment";
    put(&world.one, unknown, at).await.refused(404, "not_found");
    assert_eq!(shown(&info(&world.two, ticket).await), json!({}));
}

async fn drafts_follow_their_author(ground: Ground) {
    let (world, ticket) = open(ground).await;
    let path = format!("/api/tickets/{ticket}/draft");
    assert_eq!(world.one.get(&path).await.ok()["draft"], Value::Null);
    let mut phone = world.one.live().await;
    let mut colleague = world.two.live().await;
    let draft = json!({ "text": "Dear Mei" });
    let body = json!({ "draft": draft, "tab": "t1" });
    let kept = put(&world.one, &path, body.clone()).await.ok();
    assert_eq!((&kept["draft"], &kept["version"]), (&draft, &json!(1)));
    let again = put(&world.one, &path, body.clone()).await.ok();
    assert_eq!(again["version"], 1, "the same again changes nothing");
    let told = phone.event("draftChanged").await;
    assert_eq!(told, json!({ "ticket_id": ticket, "version": 1, "tab": "t1" }));
    assert_eq!(world.one.get(&path).await.ok()["draft"], draft);
    assert_eq!(world.two.get(&path).await.ok()["draft"], Value::Null, "it is nobody else's");

    let long = json!({ "draft": { "text": "x".repeat(70_000) } });
    put(&world.one, &path, long).await.refused(422, "invalid");
    put(&world.outsider, &path, body.clone()).await.refused(404, "not_found");
    world.outsider.get(&path).await.refused(404, "not_found");
    put(&world.one, "/api/tickets/987650001/draft", body).await.refused(404, "not_found");
    put(&world.one, &path, json!({ "draft": null })).await.ok();
    let gone = world.one.get(&path).await.ok();
    assert_eq!((&gone["draft"], &gone["version"]), (&Value::Null, &json!(2)));
    // The colleague heard of the reply, and of nothing before it.
    world.one.reply(ticket, "Sent").await;
    loop {
        let frame = colleague.next().await.expect("a frame");
        assert_ne!(frame["event"], "draftChanged");
        if frame["event"] == "newMessage" {
            break;
        }
    }
}

async fn answers_wait_for_their_time(ground: Ground) {
    let (world, ticket) = open(ground).await;
    let mut other = world.two.live().await;
    let path = "/api/ticket/message/reply";
    let later = |queue: &str, seconds: i64| json!({ "ticket_id": ticket, "message": "Later", "queue_id": queue, "send_in": seconds });
    world.one.post(path, &later("queue-0", -5)).await.refused(422, "invalid");
    let nameless = json!({ "ticket_id": ticket, "message": "Later", "send_in": 60 });
    world.one.post(path, &nameless).await.refused(422, "invalid");
    let empty = json!({ "ticket_id": ticket, "message": " ", "queue_id": "queue-0", "send_in": 9 });
    world.one.post(path, &empty).await.refused(422, "invalid");
    world.outsider.post(path, &later("queue-0", 60)).await.refused(404, "not_found");

    let kept = world.one.post(path, &later("queue-1", 3600)).await.ok();
    let again = world.one.post(path, &later("queue-1", 3600)).await.ok();
    assert_eq!(again["scheduled"], kept["scheduled"], "the same answer again is the same answer");
    let id = kept["scheduled"][0]["id"].as_i64().expect("an id");
    let told = other.event("scheduledChanged").await;
    assert_eq!(
        (&told["scheduled"][0]["message"], &told["scheduled"][0]["sender"]),
        (&json!("Later"), &json!("agent1"))
    );
    assert_eq!(info(&world.two, ticket).await["scheduled"], kept["scheduled"]);

    let one = format!("/api/scheduled/{id}");
    world.two.call(Method::DELETE, &one, None).await.refused(403, "forbidden");
    world.outsider.call(Method::DELETE, &one, None).await.refused(404, "not_found");
    world.two.post(&format!("{one}/send"), &json!({})).await.refused(403, "forbidden");
    let back = world.one.call(Method::DELETE, &one, None).await.ok();
    assert_eq!(back["reply"]["text"], "Later");
    world.one.call(Method::DELETE, &one, None).await.refused(404, "not_found");
    assert_eq!(info(&world.two, ticket).await["scheduled"], json!([]));

    // Before its time because its author says so, and by itself; once each.
    let kept = world.one.post(path, &later("queue-2", 3600)).await.ok();
    let id = kept["scheduled"][0]["id"].as_i64().expect("an id");
    world.one.post(&format!("/api/scheduled/{id}/send"), &json!({})).await.ok();
    world
        .one
        .post(&format!("/api/scheduled/{id}/send"), &json!({}))
        .await
        .refused(404, "not_found");
    world.one.post(path, &later("queue-3", 1)).await.ok();
    eventually("the second answer is sent", || async {
        let messages = world.one.messages(ticket).await;
        messages.into_iter().find(|m| m["queue_id"] == "queue-3" && m["state"] == "sent")
    })
    .await;
    let sent = world.one.messages(ticket).await;
    assert_eq!(sent.iter().filter(|m| m["direction"] == "out").count(), 2);
    // The same call once more, because its answer was lost: what left is not kept a second time.
    let again = world.one.post(path, &later("queue-3", 60)).await.ok();
    assert_eq!(again["data"]["queue_id"], "queue-3", "{again}");
    assert_eq!(info(&world.two, ticket).await["scheduled"], json!([]));

    // A colleague answers while it is written: asked before it is kept, not when its time comes.
    let mut stale = later("queue-5", 60);
    stale["seen_id"] = sent[0]["id"].clone();
    world.two.reply(ticket, "I am on it").await;
    world.one.post(path, &stale).await.refused(409, "overtaken");

    // What cannot be sent when its time comes stays, with the reason.
    world.one.post(path, &later("queue-4", 8)).await.ok();
    let taken = json!({ "participants": ["agent2"] });
    put(&world.admin, &format!("/api/tickets/{ticket}/participants"), taken).await.ok();
    let failed = eventually("the answer is refused", || async {
        let waiting = info(&world.admin, ticket).await["scheduled"][0].clone();
        Some(waiting).filter(|waiting| waiting["error"].is_string())
    })
    .await;
    assert!(failed["error"].as_str().expect("a reason").contains("does not see this ticket"));
}

async fn who_answers_no_customers_any_more_sends_nothing(ground: Ground) {
    let (world, ticket) = open(ground).await;
    let answer = json!({ "ticket_id": ticket, "message": "Later", "queue_id": "q", "send_in": 6 });
    world.one.post("/api/ticket/message/reply", &answer).await.ok();
    let found = world.admin.get("/api/users?search=agent1").await.ok();
    let path = format!("/api/users/{}", found["data"][0]["id"]);
    let notes = json!({ "permissions": ["notes_only"] });
    world.admin.call(Method::PATCH, &path, Some(&notes)).await.ok();
    let kept = eventually("the answer is refused", || async {
        let waiting = info(&world.admin, ticket).await["scheduled"][0].clone();
        Some(waiting).filter(|waiting| waiting["error"].is_string())
    })
    .await;
    let why = kept["error"].as_str().expect("a reason");
    assert!(why.contains("answers no customers"), "{kept}");
    assert!(world.simulator.bot_said(81).await.is_empty(), "the customer was told nothing");
}

async fn who_was_disabled_sends_nothing_any_more(ground: Ground) {
    let (world, ticket) = open(ground).await;
    let answer = json!({ "ticket_id": ticket, "message": "Later", "queue_id": "q", "send_in": 6 });
    world.one.post("/api/ticket/message/reply", &answer).await.ok();
    let found = world.admin.get("/api/users?search=agent1").await.ok();
    let path = format!("/api/users/{}/enabled", found["data"][0]["id"]);
    put(&world.admin, &path, json!({ "enabled": false })).await.ok();
    let kept = eventually("the answer is refused", || async {
        let waiting = info(&world.admin, ticket).await["scheduled"][0].clone();
        Some(waiting).filter(|waiting| waiting["error"].is_string())
    })
    .await;
    assert!(kept["error"].as_str().expect("a reason").contains("cannot sign in"), "{kept}");
    let messages = world.admin.messages(ticket).await;
    assert!(messages.iter().all(|m| m["direction"] != "out"), "{messages:?}");
}

async fn participants_count_once_and_are_not_many(ground: Ground) {
    let (world, ticket) = open(ground).await;
    let path = format!("/api/tickets/{ticket}/participants");
    let twice = json!({ "participants": ["agent1", "agent2", "AGENT1"] });
    put(&world.admin, &path, twice).await.ok();
    assert_eq!(history(&world.admin, ticket).await[0]["after"], "agent1,agent2");
    let many = json!({ "participants": vec!["agent1"; 101] });
    let answer = put(&world.admin, &path, many).await;
    answer.refused(422, "invalid");
    let why = answer.body["error"]["fields"]["participants"].as_str().expect("a text");
    assert_eq!(why, "A ticket has at most 100 participants.");
    put(&world.admin, &path, json!({ "participants": [] })).await.ok();
    assert_eq!(history(&world.admin, ticket).await[0]["after"], "");
}

/// Follows a ticket, or no more.
async fn follow(who: &Agent, ticket: i64, on: bool) -> Answer {
    let method = if on { Method::PUT } else { Method::DELETE };
    who.call(method, &format!("/api/tickets/{ticket}/follow"), None).await
}

/// Numbers of the tickets in a list of those that somebody follows.
async fn followed(who: &Agent) -> Vec<Value> {
    let path = "/api/ticket/load/-/all/ticket/0?following=1";
    let list = who.get(path).await.ok();
    list["data"].as_array().expect("a list").iter().map(|row| row["id"].clone()).collect()
}

async fn tickets_are_followed(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    bot.write(7, "Where is my parcel?").await;
    bot.write(8, "Thank you").await;
    let ticket = world.ticket_saying("Where is my parcel?").await["id"].as_i64().expect("an id");
    let mut hearing = world.one.live().await;
    let mut other = world.two.live().await;
    let about = |answer: Answer| answer.ok()["following"].clone();
    assert_eq!(about(follow(&world.one, ticket, true).await), true);
    assert_eq!(hearing.event("followingChanged").await["following"], true);
    assert_eq!(about(follow(&world.one, ticket, true).await), true, "twice is like once");
    assert_eq!(followed(&world.one).await, [json!(ticket)]);
    assert_eq!(followed(&world.two).await, Vec::<Value>::new(), "each has their own");
    let shown = world.one.get(&format!("/api/ticket/info/-/{ticket}")).await.ok();
    assert_eq!(shown["data"]["following"], true);

    // Only who sees it follows it, and what others take goes from the list until it comes back.
    follow(&world.outsider, ticket, true).await.refused(404, "not_found");
    let path = format!("/api/tickets/{ticket}/participants");
    let taken = json!({ "participants": ["agent2"] });
    world.two.call(Method::PUT, &path, Some(&taken)).await.ok();
    follow(&world.one, ticket, false).await.refused(403, "forbidden");
    assert_eq!(followed(&world.one).await, Vec::<Value>::new());
    let free = json!({ "participants": [] });
    world.two.call(Method::PUT, &path, Some(&free)).await.ok();
    assert_eq!(followed(&world.one).await, [json!(ticket)]);

    assert_eq!(about(follow(&world.one, ticket, false).await), false);
    assert_eq!(followed(&world.one).await, Vec::<Value>::new());
    let both = "/api/ticket/load/-/all/ticket/0?following=1&mentioned=1";
    world.one.get(both).await.refused(422, "invalid");
    let heard = other.drain(std::time::Duration::from_millis(300)).await;
    assert!(heard.iter().all(|frame| frame["event"] != "followingChanged"), "{heard:?}");
}

/// What somebody was told of tickets that they follow: the last thing, and of how many.
async fn news(who: &Agent) -> Vec<(Value, Value)> {
    let list = who.get("/notification/get?type=system").await.ok();
    let all = list.as_array().expect("a list").iter();
    let news = all.filter(|one| one["type"] == "followed");
    news.map(|one| (one["detail"].clone(), one["count"].clone())).collect()
}

async fn followers_are_told_what_happens(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    for (person, text) in [(7, "Where is my parcel?"), (8, "Thank you")] {
        bot.write(person, text).await;
        world.ticket_saying(text).await;
    }
    let ticket = world.ticket_saying("Where is my parcel?").await["id"].as_i64().expect("an id");
    follow(&world.one, ticket, true).await.ok();
    let told = async |list: &[(&str, i64)]| {
        let list: Vec<(Value, Value)> =
            list.iter().map(|(detail, count)| (json!(detail), json!(count))).collect();
        eventually("the follower is told", || async {
            Some(news(&world.one).await).filter(|found| *found == list).map(drop)
        })
        .await;
    };
    bot.write(7, "Are you there?").await;
    told(&[("message", 1)]).await;
    // Until it was read, what follows is added to it; who does something is not told of it.
    world.two.reply(ticket, "It is on its way.").await;
    told(&[("reply", 2)]).await;
    world.one.reply(ticket, "I sent it.").await;
    bot.write(8, "Nobody follows this").await;
    world.ticket_saying("Nobody follows this").await;
    let list = world.one.get("/notification/get?type=system").await.ok();
    let shown = &list[0];
    assert_eq!(
        (&shown["channel"], &shown["title"]),
        (&json!("ticket"), &json!("News of a ticket you follow"))
    );
    let read = json!({ "lastId": shown["id"], "category": "system" });
    world.one.post("/api/notification/read", &read).await.ok();
    let resolved = json!({ "ticket_id": ticket, "status": 2, "sender": "server" });
    world.two.post("/api/ticket/message", &resolved).await.ok();
    told(&[("resolved", 1), ("reply", 2)]).await;

    // What others have taken is no news for who may not see it any more.
    let path = format!("/api/tickets/{ticket}/participants");
    let taken = json!({ "participants": ["agent2"] });
    world.two.call(Method::PUT, &path, Some(&taken)).await.ok();
    bot.write(7, "One more thing").await;
    world.ticket_saying("One more thing").await;
    follow(&world.admin, ticket, true).await.ok();
    world.two.reply(ticket, "Yes?").await;
    eventually("the admin is told", || async {
        let found = news(&world.admin).await;
        Some(()).filter(|()| found == [(json!("reply"), json!(1))])
    })
    .await;
    told(&[("resolved", 1), ("reply", 2)]).await;
    assert_eq!(news(&world.two).await, [], "who does not follow is not told");
}

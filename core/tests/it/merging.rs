//! Tickets that become one and become two again, and tickets that are related.

use crate::harness::{Agent, Answer, Ground, Start, TOKEN, World, eventually};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    two_tickets_become_one_and_two_again,
    what_is_merged_goes_on_in_one_place_only,
    of_two_who_merge_at_once_one_is_told,
    related_tickets_show_each_other,
    an_answer_sent_again_goes_to_its_own_customer,
    merges_of_merges_are_taken_back_from_the_top,
    only_who_sees_both_takes_a_merge_back,
);

/// Two customers with a ticket each, in the order in which they wrote.
async fn open(ground: Ground) -> (World, i64, i64) {
    let world = World::open(ground, Start::default()).await;
    world.bot().await;
    write(&world, 81, "Where is my lamp?").await;
    write(&world, 82, "I ask for Guest 81").await;
    let one = id(&world.ticket_saying("Where is my lamp?").await["id"]);
    let other = id(&world.ticket_saying("I ask for Guest 81").await["id"]);
    (world, one, other)
}

/// A customer writes, and the desk has it.
async fn write(world: &World, user: i64, text: &str) {
    world.simulator.write(user, &format!("Guest {user}"), json!({ "text": text })).await;
    world.ticket_saying(text).await;
}

fn id(value: &Value) -> i64 {
    value.as_i64().expect("an id")
}

async fn merge(who: &Agent, source: i64, target: i64) -> Answer {
    let body = json!({ "into": target, "why": "The same lamp" });
    who.call(Method::PUT, &format!("/api/tickets/{source}/merge"), Some(&body)).await
}

async fn unmerge(who: &Agent, source: i64) -> Answer {
    who.call(Method::DELETE, &format!("/api/tickets/{source}/merge"), None).await
}

async fn info(who: &Agent, ticket: i64) -> Value {
    who.get(&format!("/api/ticket/info/-/{ticket}")).await.ok()["data"].clone()
}

/// What customers and agents said in a ticket, oldest first.
async fn said(who: &Agent, ticket: i64) -> Vec<String> {
    let shown = who.messages(ticket).await;
    let said = shown.iter().filter(|message| message["direction"] != "system");
    said.map(|message| message["message"].as_str().expect("a text").to_owned()).collect()
}

async fn answer(who: &Agent, ticket: i64, text: &str, more: Value) -> Answer {
    let mut body = json!({ "ticket_id": ticket, "message": text, "type": "text" });
    let more = more.as_object().expect("fields").clone();
    body.as_object_mut().expect("an object").extend(more);
    who.post("/api/ticket/message/reply", &body).await
}

async fn two_tickets_become_one_and_two_again(ground: Ground) {
    let (world, one, other) = open(ground).await;
    let mut colleague = world.two.live().await;
    write(&world, 81, "Still waiting").await;
    let before = (info(&world.one, one).await, info(&world.one, other).await);
    let merged = merge(&world.one, other, one).await.ok();
    assert_eq!((&merged["data"]["id"], &merged["data"]["message_count"]), (&json!(one), &json!(3)));
    let told = colleague.event("ticketMerged").await;
    assert_eq!(
        (&told["source_id"], &told["target_id"], &told["merged"]),
        (&json!(other), &json!(one), &json!(true))
    );
    assert_eq!(
        said(&world.two, one).await,
        ["Where is my lamp?", "I ask for Guest 81", "Still waiting"]
    );
    let source = info(&world.two, other).await;
    assert_eq!((&source["closed"], &source["merged_into"]["id"]), (&json!(3), &json!(one)));
    assert_eq!(source["merged_into"]["why"], "The same lamp");
    let target = info(&world.two, one).await;
    assert_eq!(
        (&target["merged"][0]["id"], &target["merged"][0]["name"]),
        (&json!(other), &json!("Guest 82"))
    );

    // What comes in the source's conversation lands in the target, unread and at its top.
    write(&world, 82, "And its bulb?").await;
    let told =
        colleague.wait("newMessage", |data| data["message"]["message"] == "And its bulb?").await;
    assert_eq!((&told["ticket"]["id"], &told["message"]["ticket_id"]), (&json!(one), &json!(one)));
    let target = info(&world.two, one).await;
    assert_eq!((&target["snippet"], &target["unread"]), (&json!("And its bulb?"), &json!(1)));
    let open = world.admin.tickets().await;
    assert_eq!(open.len(), 1, "{open:?}");

    // Each answer goes out where it belongs: by what it names, by what it answers, or the ticket's own.
    let shown = world.one.messages(one).await;
    let asked = shown.iter().find(|m| m["message"] == "And its bulb?").expect("the message");
    for (text, more) in [
        ("To 81", json!({})),
        ("To 82 by name", json!({ "via": other })),
        ("To 82 by quote", json!({ "reply": asked["id"] })),
    ] {
        let sent = id(&answer(&world.one, one, text, more).await.ok()["id"]);
        let told = colleague.wait("newMessage", |data| data["message"]["id"] == sent).await;
        assert_eq!(told["message"]["ticket_id"], one, "{text}");
    }
    for (user, texts) in [(81, vec!["To 81"]), (82, vec!["To 82 by name", "To 82 by quote"])] {
        eventually("the answers are on the phone", || async {
            (world.simulator.bot_said(user).await == texts).then_some(())
        })
        .await;
    }
    let foreign = json!({ "via": 987_650_001 });
    answer(&world.one, one, "To nobody", foreign).await.refused(422, "invalid");

    // Taken back: both are what they were, each with what was written in its own conversation.
    let back = unmerge(&world.two, other).await.ok();
    assert_eq!(back["reopened"], true);
    assert_eq!(
        colleague.wait("ticketMerged", |data| data["merged"] == false).await["source_id"],
        other
    );
    assert_eq!(said(&world.two, one).await, ["Where is my lamp?", "Still waiting", "To 81"]);
    let expected = ["I ask for Guest 81", "And its bulb?", "To 82 by name", "To 82 by quote"];
    assert_eq!(said(&world.two, other).await, expected);
    let after = (info(&world.one, one).await, info(&world.one, other).await);
    for key in ["closed", "title", "channel", "assignee", "severity", "label", "created_at"] {
        assert_eq!((&after.0[key], &after.1[key]), (&before.0[key], &before.1[key]), "{key}");
    }
    assert_eq!((&after.0["merged"], &after.1["merged_into"]), (&json!([]), &Value::Null));
    assert_eq!((&after.0["snippet"], &after.0["message_count"]), (&json!("To 81"), &json!(3)));
    assert_eq!(
        (&after.1["snippet"], &after.1["message_count"]),
        (&json!("To 82 by quote"), &json!(4))
    );
    unmerge(&world.two, other).await.refused(409, "conflict");
    for (ticket, kind) in [(other, "merge"), (one, "merged")] {
        let steps = world.one.get(&format!("/api/tickets/{ticket}/history")).await.ok();
        let steps = steps["data"].as_array().expect("a list");
        assert_eq!(steps.iter().filter(|step| step["kind"] == kind).count(), 2, "{steps:?}");
    }
    write(&world, 82, "Thanks").await;
    assert_eq!(info(&world.two, other).await["snippet"], "Thanks");
}

async fn what_is_merged_goes_on_in_one_place_only(ground: Ground) {
    let (world, one, other) = open(ground).await;
    merge(&world.one, one, one).await.refused(422, "invalid");
    merge(&world.one, one, 987_650_001).await.refused(404, "not_found");
    merge(&world.one, 987_650_001, one).await.refused(404, "not_found");
    merge(&world.outsider, one, other).await.refused(404, "not_found");
    unmerge(&world.one, one).await.refused(409, "conflict");
    let close = json!({ "ticket_id": one, "status": 3, "sender": "server" });
    world.one.post("/api/ticket/message", &close).await.ok();
    merge(&world.one, other, one).await.refused(409, "conflict");
    let reopen = json!({ "ticket_id": one, "status": 0, "sender": "server" });
    world.one.post("/api/ticket/message", &reopen).await.ok();

    merge(&world.one, other, one).await.ok();
    merge(&world.one, other, one).await.refused(409, "conflict");
    unmerge(&world.outsider, other).await.refused(404, "not_found");
    answer(&world.two, other, "Too late", json!({})).await.refused(409, "conflict");
    let status = json!({ "ticket_id": other, "status": 0, "sender": "server" });
    world.two.post("/api/ticket/message", &status).await.refused(409, "conflict");
    let path = format!("/api/tickets/{other}/spam");
    let spam = json!({ "spam": true });
    world.two.call(Method::PUT, &path, Some(&spam)).await.refused(409, "conflict");

    // A third customer's ticket takes both in; the first merge is taken back from within.
    write(&world, 83, "Me too").await;
    let third = id(&world.ticket_saying("Me too").await["id"]);
    merge(&world.one, one, third).await.ok();
    assert_eq!(
        said(&world.two, third).await,
        ["Where is my lamp?", "I ask for Guest 81", "Me too"]
    );
    write(&world, 82, "News?").await;
    assert_eq!(info(&world.two, third).await["snippet"], "News?");
    unmerge(&world.one, other).await.ok();
    assert_eq!(said(&world.two, third).await, ["Where is my lamp?", "Me too"]);
    assert_eq!(said(&world.two, other).await, ["I ask for Guest 81", "News?"]);
    let left = info(&world.two, third).await;
    assert_eq!((&left["snippet"], &left["message_count"]), (&json!("Me too"), &json!(2)));
    unmerge(&world.one, one).await.ok();
    assert_eq!(said(&world.two, third).await, ["Me too"]);
}

async fn of_two_who_merge_at_once_one_is_told(ground: Ground) {
    let (world, one, other) = open(ground).await;
    let (there, back) = tokio::join!(merge(&world.one, one, other), merge(&world.two, other, one));
    let mut states = [there.status, back.status];
    states.sort_unstable();
    assert_eq!(states, [200, 409], "{there:?} {back:?}");
    let (source, target) = if there.status == 200 { (one, other) } else { (other, one) };
    assert_eq!(info(&world.one, source).await["merged_into"]["id"], target);
    assert_eq!(info(&world.one, target).await["merged_into"], Value::Null);
    let texts = said(&world.one, target).await;
    assert_eq!(texts, ["Where is my lamp?", "I ask for Guest 81"]);
}

async fn related_tickets_show_each_other(ground: Ground) {
    let (world, one, other) = open(ground).await;
    let mut colleague = world.two.live().await;
    let path = format!("/api/tickets/{one}/links");
    for _ in 0..2 {
        let links = world.one.post(&path, &json!({ "to": other })).await.ok();
        assert_eq!(links["data"].as_array().map(Vec::len), Some(1), "{links}");
        assert_eq!(links["data"][0]["id"], other);
    }
    assert_eq!(colleague.event("ticketLinked").await["by"], "agent1");
    assert_eq!(info(&world.two, other).await["links"][0]["id"], one);
    world.one.post(&path, &json!({ "to": one })).await.refused(422, "invalid");
    world.one.post(&path, &json!({ "to": 987_650_001 })).await.refused(404, "not_found");
    world.outsider.post(&path, &json!({ "to": other })).await.refused(404, "not_found");
    // Whoever may not see a ticket does not hear of it by its relations.
    let take = json!({ "participants": ["agent1"] });
    let people = format!("/api/tickets/{other}/participants");
    world.one.call(Method::PUT, &people, Some(&take)).await.ok();
    assert_eq!(info(&world.two, one).await["links"], json!([]));
    let path = format!("/api/tickets/{other}/links/{one}");
    world.two.call(Method::DELETE, &path, None).await.refused(403, "forbidden");
    for _ in 0..2 {
        let links = world.one.call(Method::DELETE, &path, None).await.ok();
        assert_eq!(links["data"], json!([]));
    }
    let steps = world.one.get(&format!("/api/tickets/{one}/history")).await.ok();
    assert_eq!(steps["data"].as_array().map(Vec::len), Some(2), "{steps}");
}

async fn an_answer_sent_again_goes_to_its_own_customer(ground: Ground) {
    let (world, one, other) = open(ground).await;
    merge(&world.one, other, one).await.ok();
    let block = |blocked: bool| json!({ "token": TOKEN, "user": 82, "blocked": blocked });
    world.simulator.order("block", &block(true)).await;
    let sent = answer(&world.one, one, "For 82 only", json!({ "via": other })).await.ok();
    world.one.until_state(one, id(&sent["id"]), "failed").await;
    world.simulator.order("block", &block(false)).await;
    let retry = format!("/api/messages/{}/retry", sent["id"]);
    world.two.post(&retry, &json!({})).await.ok();
    world.one.until_state(one, id(&sent["id"]), "sent").await;
    assert_eq!(world.simulator.bot_said(82).await, ["For 82 only"]);
    assert_eq!(world.simulator.bot_said(81).await, Vec::<String>::new());

    // Apart again, an answer that quotes the other customer is not for this ticket's own.
    let quoted = said_by(&world.one, one, "I ask for Guest 81").await;
    unmerge(&world.one, other).await.ok();
    let late = answer(&world.one, one, "Too late", json!({ "reply": quoted })).await;
    late.refused(422, "invalid");
    // A message is deleted by whichever of the two tickets is on screen.
    merge(&world.one, other, one).await.ok();
    let delete = json!({ "message_id": sent["id"], "ticket_id": other });
    world.one.post("/api/ticket/message/delete", &delete).await.ok();
}

async fn said_by(who: &Agent, ticket: i64, text: &str) -> Value {
    let shown = who.messages(ticket).await;
    shown.iter().find(|message| message["message"] == text).expect("the message")["id"].clone()
}

async fn merges_of_merges_are_taken_back_from_the_top(ground: Ground) {
    let (world, one, other) = open(ground).await;
    write(&world, 83, "Me too").await;
    let third = id(&world.ticket_saying("Me too").await["id"]);
    merge(&world.one, one, other).await.ok();
    merge(&world.one, other, third).await.ok();
    write(&world, 81, "News?").await;
    // The ticket between them has the message as well when it stands alone again.
    unmerge(&world.one, other).await.ok();
    let (between, top) = (info(&world.two, other).await, info(&world.two, third).await);
    assert_eq!(
        (&between["snippet"], &between["message_count"]),
        (&json!("News?"), &json!(3)),
        "{between}"
    );
    assert!(between["unread"].as_i64().is_some_and(|unread| unread > 0), "{between}");
    assert_eq!((&top["snippet"], &top["message_count"]), (&json!("Me too"), &json!(1)), "{top}");
    unmerge(&world.one, one).await.ok();
    let between = info(&world.two, other).await;
    assert_eq!(
        (&between["snippet"], &between["message_count"]),
        (&json!("I ask for Guest 81"), &json!(1))
    );
    let lowest = info(&world.two, one).await;
    assert_eq!((&lowest["snippet"], &lowest["message_count"]), (&json!("News?"), &json!(2)));
}

async fn only_who_sees_both_takes_a_merge_back(ground: Ground) {
    let (world, one, other) = open(ground).await;
    merge(&world.one, other, one).await.ok();
    let take = json!({ "participants": ["agent1"] });
    let people = format!("/api/tickets/{one}/participants");
    world.one.call(Method::PUT, &people, Some(&take)).await.ok();
    unmerge(&world.two, other).await.refused(403, "forbidden");
    let seen = info(&world.two, other).await;
    assert_eq!(seen["merged_into"]["title"], Value::Null, "{seen}");
    assert!(info(&world.one, other).await["merged_into"]["title"].is_string());
    unmerge(&world.one, other).await.ok();
}

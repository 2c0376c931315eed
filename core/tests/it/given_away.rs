//! A ticket that somebody gives away, and what a ticket tells of where it came from.

use crate::harness::{Ground, Start, World};
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};

on_both_engines!(
    whoever_gives_a_ticket_away_is_told_that_it_is_done,
    the_answers_of_an_upload_and_a_delete_have_their_fields,
);

async fn opened(ground: Ground) -> (World, i64, Value) {
    let world = World::open(ground, Start::default()).await;
    world.connect().await;
    world.simulator.write(81, "Mei", json!({ "text": "Where is my lamp?" })).await;
    let ticket = world.ticket_saying("Where is my lamp?").await;
    let id = ticket["id"].as_i64().expect("an id");
    (world, id, ticket)
}

async fn whoever_gives_a_ticket_away_is_told_that_it_is_done(ground: Ground) {
    let (world, ticket, told) = opened(ground).await;
    assert!(told["ref"].as_str().is_some_and(|text| !text.is_empty()), "{told}");
    for empty in ["receiver_email", "call_direction", "did"] {
        assert_eq!(told[empty], "", "{empty}");
    }

    let agents = world.admin.get("/api/agent/-").await.ok();
    let two = world.two.get("/api/user/profile/data/info?username=agent2").await.ok();
    let named = |username: &Value| {
        let all = agents.as_array().expect("a list");
        let one = all.iter().find(|agent| agent["username"] == *username).expect("an agent");
        one["name"].as_str().expect("a name").to_owned()
    };
    let name = named(&two["username"]);
    let path = format!("/api/tickets/{ticket}/participants");
    let body = json!({ "participants": [two["username"]] });
    let answer = world.one.call(Method::PUT, &path, Some(&body)).await.ok();
    assert_eq!(answer, json!({ "result": "success", "data": null }));
    world.one.get(&format!("/api/ticket/info/-/{ticket}")).await.refused(403, "forbidden");

    // Whoever sees it reads who it was, by name.
    let lines = world.two.messages(ticket).await;
    let line = lines.last().expect("a line")["message"].as_str().expect("words").to_owned();
    assert!(line.ends_with(&format!("assigned this ticket to {name}.")), "{line}");
    let again = world.two.call(Method::PUT, &path, Some(&body)).await.ok();
    assert_eq!(again["data"]["id"], ticket);
}

async fn the_answers_of_an_upload_and_a_delete_have_their_fields(ground: Ground) {
    let (world, ticket, _) = opened(ground).await;
    let part = |name: &'static str| {
        Part::text("bill").file_name(name).mime_str("text/plain").expect("a type")
    };
    let form = Form::new()
        .text("_token", "-")
        .text("encryption", "0")
        .text("ticket_id", ticket.to_string())
        .part("attachment[]", part("one.txt"))
        .part("attachment[]", part("two.txt"));
    let answer = world.one.multipart("/api/upload", form).await.ok();
    let files = answer["files"].as_array().expect("a list");
    assert_eq!(files.len(), 2);
    for (file, name) in [(&answer, "one.txt"), (&files[0], "one.txt"), (&files[1], "two.txt")] {
        assert_eq!((&file["fileName"], &file["fileType"]), (&json!(name), &json!("text/plain")));
        assert!(file["file"].as_str().is_some_and(|url| url.starts_with("/api/attachments/")));
    }

    let sent = world.one.reply(ticket, "On its way.").await["id"].as_i64().expect("an id");
    world.one.until_state(ticket, sent, "sent").await;
    let body =
        json!({ "_token": "-", "message_id": sent.to_string(), "ticket_id": ticket.to_string() });
    let gone = world.one.post("/api/ticket/message/delete", &body).await.ok();
    assert_eq!(gone["result"], "success");
    assert!(gone["description"].as_str().is_some_and(|text| !text.is_empty()), "{gone}");
}

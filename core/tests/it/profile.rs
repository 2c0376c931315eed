//! A customer in a few words, as whoever is on the phone with one asks for it.

use crate::harness::{Agent, Ground, Start, World};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(a_customer_is_told_in_a_few_words);

fn tickets(answer: &Value) -> Vec<i64> {
    let rows = answer["activity"].as_array().expect("a list");
    rows.iter().map(|ticket| ticket["id"].as_i64().expect("an id")).collect()
}

async fn a_customer_is_told_in_a_few_words(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    let mut all = vec![];
    for n in 0..7 {
        let text = format!("Matter {n}");
        bot.write(81, &text).await;
        let ticket = world.ticket_saying(&text).await["id"].as_i64().expect("an id");
        let closed = json!({ "ticket_id": ticket, "status": 3, "sender": "server" });
        world.one.post("/api/ticket/message", &closed).await.ok();
        all.push(ticket);
    }
    all.reverse();
    let info = world.one.get(&format!("/api/ticket/info/-/{}", all[0])).await.ok();
    let mei = info["data"]["contact_id"].as_i64().expect("an id");
    let known = world.one.get(&format!("/api/contacts/{mei}")).await.ok()["data"].clone();

    let ask = async |who: &Agent, query: &str| who.get(&format!("/api/user/profile/{query}")).await;
    let told = ask(&world.two, &format!("0?mode=quick&id={mei}")).await.ok();
    assert_eq!(told["data"], json!({ "id": mei, "name": known["name"], "uid": known["uid"] }));
    assert_eq!((tickets(&told), &told["more"]), (all[..5].to_vec(), &json!(true)));
    let rest = ask(&world.two, &format!("5?id={mei}")).await.ok();
    assert_eq!((tickets(&rest), &rest["more"]), (all[5..].to_vec(), &json!(false)));
    assert_eq!(tickets(&ask(&world.two, &format!("7?id={mei}")).await.ok()), [0; 0]);
    // Of tickets that somebody took, others do not hear here either.
    let take = json!({ "participants": ["agent1"] });
    let people = format!("/api/tickets/{}/participants", all[0]);
    world.one.call(Method::PUT, &people, Some(&take)).await.ok();
    assert_eq!(tickets(&ask(&world.two, &format!("0?id={mei}")).await.ok()), all[1..6]);

    let card = json!({ "email": "mei@shop.example", "phone": "+60 3 1234" });
    world.one.call(Method::PUT, &format!("/api/contacts/{mei}"), Some(&card)).await.ok();
    for whose in ["0?email=Mei@shop.example", "0?phone=%2B60%203%201234"] {
        assert_eq!(ask(&world.two, whose).await.ok()["data"]["id"], json!(mei), "{whose}");
    }
    for nobody in ["0?id=99999999", "0?id=me", "0?email=no@shop.example", "0?phone=1234"] {
        ask(&world.two, nobody).await.refused(404, "not_found");
    }
    for wrong in ["-1?id=1", "501?id=1", "x?id=1", "0", "0?mode=long&id=1"] {
        ask(&world.two, wrong).await.refused(422, "invalid");
    }
    ask(&world.outsider, &format!("0?id={mei}")).await.refused(404, "not_found");
}

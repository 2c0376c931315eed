//! What lists say of people: colleagues who were disabled, and contacts by how they can be reached.

use crate::harness::{Agent, Ground, Start, World};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(who_was_disabled_keeps_their_name, contacts_are_filtered_by_their_reach);

fn names(list: &Value) -> Vec<String> {
    let list = list.as_array().expect("a list").iter();
    list.map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
}

async fn who_was_disabled_keeps_their_name(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let found = world.admin.get("/api/users?search=agent2").await.ok();
    let path = format!("/api/users/{}/enabled", found["data"][0]["id"]);
    let off = json!({ "enabled": false });
    world.admin.call(Method::PUT, &path, Some(&off)).await.ok();

    let all = "/api/agent/-?everybody=true";
    assert_eq!(
        names(&world.one.get("/api/agent/-").await.ok()),
        ["admin of Acme", "agent1 of Acme"],
        "nobody is assigned to who is gone"
    );
    let list = world.one.get(all).await.ok();
    assert_eq!(names(&list), ["admin of Acme", "agent1 of Acme", "agent2 of Acme"]);
    assert_eq!((&list[0]["disabled"], &list[2]["disabled"]), (&json!(false), &json!(true)));
    assert_eq!(list[2]["username"], "agent2");
    assert_eq!(world.one.get(all).await.ok(), list, "twice");
    let searched = world.one.get("/api/agent/-?everybody=true&keyword=AGENT2").await.ok();
    assert_eq!(names(&searched), ["agent2 of Acme"]);
    assert_eq!(names(&world.outsider.get(all).await.ok()), ["outsider of Other Ltd"]);
    Agent::nobody(&world.desk.url).get(all).await.refused(401, "unauthorized");
}

async fn contacts_are_filtered_by_their_reach(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    for (name, email, phone) in [
        ("Mei Lamp", "mei@customer.example", ""),
        ("Tan Lamp", "", "+60123456789"),
        ("Ravi Lamp", "ravi@customer.example", "+60198765432"),
        ("Walk-in Lamp", "", ""),
    ] {
        let body = json!({ "name": name, "email": email, "phone": phone, "message": "Hello" });
        assert_eq!(world.one.post("/api/tickets", &body).await.status, 201);
    }
    let listed = async |who: &Agent, query: &str| {
        let page = who.get(&format!("/api/contacts/list?{query}")).await.ok();
        (names(&page["data"]), page["total"].as_i64().expect("a number"))
    };
    let told = |all: &[&str]| all.iter().map(|name| format!("{name} Lamp")).collect::<Vec<_>>();
    for (filter, expected) in [
        ("", &["Walk-in", "Ravi", "Tan", "Mei"][..]),
        ("all", &["Walk-in", "Ravi", "Tan", "Mei"]),
        ("email", &["Ravi", "Mei"]),
        ("phone", &["Ravi", "Tan"]),
        ("none", &["Walk-in"]),
    ] {
        let expected = (told(expected), i64::try_from(expected.len()).expect("small"));
        let plain = format!("filter={filter}");
        assert_eq!(listed(&world.one, &plain).await, expected, "{filter}");
        assert_eq!(listed(&world.one, &plain).await, expected, "{filter} twice");
        assert_eq!(
            listed(&world.one, &format!("{plain}&keyword=lamp")).await,
            expected,
            "{filter}"
        );
        assert_eq!(listed(&world.outsider, &plain).await.1, 0);
    }
    let part = "filter=email&pagination=1&page=1";
    assert_eq!(listed(&world.one, part).await, (told(&["Mei"]), 2));
    assert_eq!(listed(&world.one, &format!("{part}&keyword=lamp")).await, (told(&["Mei"]), 2));
    assert_eq!(listed(&world.one, "filter=phone&keyword=mei").await, (vec![], 0));
    let refused = world.one.get("/api/contacts/list?filter=fax").await;
    refused.refused(422, "invalid");
    assert!(refused.body["error"]["fields"]["filter"].is_string(), "{refused:?}");
}

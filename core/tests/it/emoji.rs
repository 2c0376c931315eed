//! A client's own emoji: admins keep them, agents react with them, and only the team sees it.

use crate::harness::{Agent, Answer, Ground, Start, World};
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};

on_both_engines!(admins_keep_emoji, agents_react_with_them_on_any_channel);

const GIF: &[u8] = b"GIF89a\x08\0\x08\0\0\0\0;";

async fn add(who: &Agent, name: &str, bytes: &[u8]) -> Answer {
    let picture = Part::bytes(bytes.to_vec()).file_name("x.gif");
    let form = Form::new().part("picture", picture).text("name", name.to_owned());
    who.multipart("/api/emoji/custom", form).await
}

async fn remove(who: &Agent, id: &Value) -> Answer {
    who.call(Method::DELETE, &format!("/api/emoji/custom/{id}"), None).await
}

async fn listed(who: &Agent, path: &str) -> Vec<(String, bool)> {
    let list = who.get(path).await.ok();
    let one = |e: &Value| {
        let name = e["name"].as_str().expect("a name").to_owned();
        (name, e["deleted"].as_bool().expect("a mark"))
    };
    list.as_array().expect("a list").iter().map(one).collect()
}

async fn admins_keep_emoji(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut agent = world.one.live().await;
    assert_eq!(world.one.get("/emoji/custom").await.ok(), json!([]));
    let made = add(&world.admin, "Party_Parrot", GIF).await;
    assert_eq!(made.status, 201, "{made:?}");
    let made = made.ok();
    assert_eq!(made["name"], ":party_parrot:");
    agent.event("customEmojiChanged").await;
    let url = made["url"].as_str().expect("an address");
    assert_eq!(world.one.bytes(url).await, GIF);
    add(&world.admin, ":ok:", GIF).await.ok();
    let both = [(":ok:".to_owned(), false), (":party_parrot:".to_owned(), false)];
    assert_eq!(listed(&world.one, "/emoji/custom").await, both, "also without /api");

    // The same name again is another picture's; of another client it is free.
    add(&world.admin, ":party_parrot:", GIF).await.refused(409, "conflict");
    add(&world.outsider, "party_parrot", GIF).await.ok();
    assert_eq!(listed(&world.one, "/api/emoji/custom").await, both);

    // What is no picture, too large, or has no name is not kept.
    for (name, bytes) in [
        ("new", &b"<svg xmlns='http://www.w3.org/2000/svg'/>"[..]),
        ("new", b"GIF89a\x01\x02\x08\0\0\0\0;"),
        ("new one", GIF),
        ("", GIF),
    ] {
        add(&world.admin, name, bytes).await.refused(422, "invalid");
    }
    let heavy = [GIF, &[0_u8; 256 * 1024]].concat();
    add(&world.admin, "new", &heavy).await.refused(413, "too_large");
    add(&world.one, "new", GIF).await.refused(403, "forbidden");
    let without = Form::new().text("name", "new");
    let without = world.admin.multipart("/api/emoji/custom", without).await;
    without.refused(422, "invalid");
    assert_eq!(listed(&world.one, "/api/emoji/custom?deleted=1").await, both);

    let id = &made["id"];
    remove(&world.one, id).await.refused(403, "forbidden");
    remove(&world.outsider, id).await.refused(404, "not_found");
    remove(&world.admin, &json!(987_650_001)).await.refused(404, "not_found");
    remove(&world.admin, id).await.ok();
    remove(&world.admin, id).await.refused(404, "not_found");
    assert_eq!(listed(&world.one, "/api/emoji/custom").await, both[..1]);
    assert!(listed(&world.one, "/api/emoji/custom?deleted=1").await[1].1);
    assert_eq!(world.one.bytes(url).await, GIF, "messages keep the picture");
    // Its name is free again.
    add(&world.admin, "party_parrot", GIF).await.ok();
    for (action, count) in [("emoji_added", 3), ("emoji_deleted", 1)] {
        let log = world.admin.get(&format!("/api/audit?action={action}")).await.ok();
        assert_eq!(log["data"].as_array().map(Vec::len), Some(count), "{action}");
    }
}

async fn react(who: &Agent, message: i64, body: Value) -> Answer {
    who.call(Method::PUT, &format!("/api/messages/{message}/reaction"), Some(&body)).await
}

async fn agents_react_with_them_on_any_channel(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    bot.write(81, "Hello").await;
    let ticket = world.ticket_saying("Hello").await["id"].as_i64().expect("an id");
    let message = world.one.messages(ticket).await[0]["id"].as_i64().expect("an id");
    let made = add(&world.admin, "party", GIF).await.ok();
    add(&world.admin, "ok", GIF).await.ok();
    let mut colleague = world.two.live().await;

    // Nobody outside hears of what was entered by hand.
    let entered = json!({ "name": "Ana", "message": "By hand" });
    let entered = world.one.post("/api/tickets", &entered).await.ok()["id"].as_i64();
    let by_hand = world.one.messages(entered.expect("an id")).await[0]["id"].as_i64();
    let thumb = json!({ "emoji": "👍" });
    react(&world.one, by_hand.expect("an id"), thumb).await.refused(409, "conflict");
    let party = json!({ "emoji": ":party:" });
    let shown = react(&world.one, message, party.clone()).await.ok()["data"].clone();
    assert_eq!(shown["reactions_2"], json!({ ":party:": ["agent1"] }));
    assert_eq!(shown["reactions"][0]["team"], true);
    assert_eq!(shown["edit"], Value::Null, "nothing is on its way");
    let told = colleague.event("addReaction").await;
    assert_eq!((&told["reaction"], &told["by"]), (&json!(":party:"), &json!("agent1")));
    // Twice is once, and each agent has one.
    react(&world.one, message, party.clone()).await.ok();
    let both = react(&world.two, message, party.clone()).await.ok()["data"].clone();
    assert_eq!(both["reactions_2"], json!({ ":party:": ["agent1", "agent2"] }));
    let other = react(&world.two, message, json!({ "emoji": ":ok:" })).await.ok()["data"].clone();
    assert_eq!(other["reactions_2"], json!({ ":party:": ["agent1"], ":ok:": ["agent2"] }));

    // A deleted one stays where it is, can be taken away, and is not put anywhere again.
    let path = format!("/api/emoji/custom/{}", made["id"]);
    world.admin.call(Method::DELETE, &path, None).await.ok();
    let kept = world.two.message(ticket, message).await;
    assert_eq!(kept["reactions_2"], other["reactions_2"]);
    react(&world.two, message, party).await.refused(422, "invalid");
    let off = json!({ "emoji": ":party:", "off": true });
    let gone = react(&world.one, message, off.clone()).await.ok()["data"].clone();
    assert_eq!(gone["reactions_2"], json!({ ":ok:": ["agent2"] }));
    react(&world.one, message, off.clone()).await.ok();
    // Nobody takes away what another agent put.
    let kept = react(&world.one, message, json!({ "emoji": ":ok:", "off": true })).await.ok();
    assert_eq!(kept["data"]["reactions_2"], json!({ ":ok:": ["agent2"] }));
    assert_eq!(colleague.event("removeReaction").await["reaction"], ":party:");

    let ok = json!({ "emoji": ":ok:" });
    react(&world.outsider, message, ok.clone()).await.refused(404, "not_found");
    react(&world.one, 987_650_001, ok.clone()).await.refused(404, "not_found");
    let unknown = json!({ "emoji": ":nothing:" });
    react(&world.one, message, unknown).await.refused(422, "invalid");
    add(&world.outsider, "theirs", GIF).await.ok();
    react(&world.one, message, json!({ "emoji": ":theirs:" })).await.refused(422, "invalid");
    let lines = world.one.messages(ticket).await;
    let line = lines.iter().find(|m| m["direction"] == "system");
    if let Some(line) = line {
        let id = line["id"].as_i64().expect("an id");
        react(&world.one, id, ok).await.refused(409, "conflict");
    }
}

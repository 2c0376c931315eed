//! What providers, and those who pretend to be one, may put through the door.

use crate::harness::{Answer, Ground, Start, World};
use serde_json::{Value, json};

on_both_engines!(strangers_are_refused, unreadable_input_is_kept, repeats_change_nothing);

async fn nothing_stored(world: &World) {
    assert_eq!(world.admin.tickets().await, Vec::<Value>::new());
    let quarantine = world.admin.get("/api/quarantine").await.ok();
    assert_eq!(quarantine["data"], json!([]));
}

async fn strangers_are_refused(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    let update = bot.update(81, "Let me in").to_string().into_bytes();
    for secret in ["", "wrong", "story-webhook-secret-that-must-stay-hiddeN"] {
        let answer = bot.raw(update.clone(), secret).await;
        let why = answer.refused(401, "unauthorized");
        assert!(why.contains("channel's settings"), "{why}");
    }
    let unknown = format!("{}/hooks/{}", world.desk.url, "x".repeat(32));
    let secret = crate::harness::SECRET;
    bot.raw_at(&unknown, update.clone(), secret).await.refused(404, "not_found");
    let mut large = bot.update(81, "large");
    large["padding"] = "x".repeat(3 * 1024 * 1024).into();
    bot.raw(large.to_string().into_bytes(), secret).await.refused(413, "too_large");
    nothing_stored(&world).await;

    // A switched-off account looks like an unknown one, and works again when it is switched on.
    let path = format!("/api/channels/{}", bot.id);
    let (mut admin, mut agent) = (world.admin.live().await, world.one.live().await);
    for (enabled, status) in [(false, 404), (true, 200)] {
        let change = json!({ "enabled": enabled });
        let answer = world.admin.call(reqwest::Method::PATCH, &path, Some(&change)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        // What the others' screens are told is what the admin's answer says.
        let told = admin.event("channelDataUpdated").await;
        assert_eq!(told["channel"]["enabled"], enabled, "{told}");
        // Agents are told in brief, and admins once.
        let brief = json!({
            "id": bot.id, "plugin": told["channel"]["plugin"], "name": told["channel"]["name"],
            "enabled": enabled, "status": told["channel"]["state"]["status"],
        });
        assert_eq!(agent.event("channelDataUpdated").await["channel"], brief);
        assert!(told["channel"]["settings"].is_object(), "{told}");
        assert_eq!(bot.raw(update.clone(), secret).await.status, status);
    }
    assert_eq!(world.admin.tickets().await.len(), 1);
}

async fn unreadable_input_is_kept(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    let secret = crate::harness::SECRET;
    let body = b"{\"update_id\": 7, \"message\": {".to_vec();
    for _ in 0..2 {
        assert_eq!(bot.raw(body.clone(), secret).await.status, 200, "so that it is not sent again");
    }
    let list = world.admin.get("/api/quarantine").await.ok();
    let kept = list["data"].as_array().expect("a list");
    assert_eq!(kept.len(), 1, "kept once: {kept:?}");
    assert_eq!((&kept[0]["kind"], &kept[0]["channel_id"]), (&json!("webhook"), &json!(bot.id)));
    assert_eq!(kept[0]["preview"].as_str().map(str::as_bytes), Some(&body[..]));
    assert!(!kept[0]["error"]["message"].as_str().unwrap_or_default().is_empty());
    let replay = format!("/api/quarantine/{}/replay", kept[0]["id"]);
    let again = world.admin.post(&replay, &json!({})).await.ok();
    assert_eq!(again["result"], "failed");
    assert_eq!(again["error"]["code"], kept[0]["error"]["code"]);
    let list = world.admin.get(&format!("/api/quarantine?channel={}", bot.id)).await.ok();
    assert_eq!(list["data"].as_array().map(Vec::len), Some(1), "it stays: {list}");
    // The account works on.
    bot.write(81, "Readable").await;
    let ticket = world.ticket_saying("Readable").await;
    assert_eq!(ticket["name"], "Guest 81");
}

async fn repeats_change_nothing(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    let mut socket = world.one.live().await;
    let update = bot.update(81, "Only once");
    let all = futures_util::future::join_all((0..4).map(|_| bot.post(&update))).await;
    assert_eq!(all, [200; 4], "every repeat is acknowledged");
    assert_eq!(bot.post(&update).await, 200);
    // The same message in a later update: Telegram's own number of the message tells.
    let mut later = bot.update(81, "Only once");
    later["message"]["message_id"] = update["message"]["message_id"].clone();
    assert_eq!(bot.post(&later).await, 200);
    bot.write(81, "The end").await;
    let ticket = world.ticket_saying("The end").await["id"].as_i64().expect("an id");
    let texts: Vec<Value> =
        world.one.messages(ticket).await.iter().map(|m| m["message"].clone()).collect();
    assert_eq!(texts, ["Only once", "The end"]);
    socket.wait("newMessage", |data| data["message"]["message"] == "The end").await;
    let rest = socket.drain(std::time::Duration::from_millis(200)).await;
    let told = rest.iter().filter(|f| f["event"] == "newMessage").count();
    assert_eq!(told, 1, "the socket heard of it once: {rest:?}");
    // A GET, as some providers' handshakes use, is no input.
    let answer: Answer = world.one.get(&bot.hook.replace(&world.desk.url, "")).await;
    assert_eq!(answer.status, 401, "without the secret: {answer:?}");
}

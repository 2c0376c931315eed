//! Sending, editing, deleting and reacting, with every refusal to the letter.
use serde_json::{Value, json};

use crate::sim::{Sim, TOKEN};

#[tokio::test]
async fn methods_are_found_in_any_case_and_take_every_encoding() {
    let sim = Sim::start().await;
    sim.ann("hello").await;
    let me = sim.call("GETME", json!({})).await.ok();
    assert_eq!(me["id"], 123456);
    assert_eq!(me["username"], "desk_bot");
    let fields = [("chat_id", "7"), ("text", "by form")];
    sim.send(sim.client.post(sim.method("sendMessage")).form(&fields)).await.ok();
    sim.send(
        sim.client.get(sim.method("SendMessage")).query(&[("chat_id", "7"), ("text", "by query")]),
    )
    .await
    .ok();
    let form = reqwest::multipart::Form::new().text("chat_id", "7").text("text", "by multipart");
    sim.send(sim.client.post(sim.method("sendmessage")).multipart(form)).await.ok();
    let sent =
        sim.call("sendMessage", json!({ "chat_id": "7", "text": "  by json \n" })).await.ok();
    assert_eq!(sent["text"], "by json");
    assert_eq!(sent["message_id"], 5);
    assert_eq!(sent["from"]["is_bot"], true);
    assert_eq!(sent["chat"], json!({ "id": 7, "first_name": "Ann", "type": "private" }));
    let chats = sim.look(&format!("chats/{TOKEN}")).await;
    let outgoing = &chats["chats"][0]["counts"]["outgoing"];
    assert_eq!(*outgoing, json!({ "by form": 1, "by json": 1, "by multipart": 1, "by query": 1 }));
}

#[tokio::test]
async fn unknown_tokens_methods_and_paths() {
    let sim = Sim::start().await;
    let ask = |path: &str| sim.send(sim.client.get(format!("{}/telegram/{path}", sim.base)));
    ask("bot999:never-given-out/getMe").await.refused(401, "Unauthorized");
    ask("botnonsense/getMe").await.refused(401, "Unauthorized: invalid token specified");
    ask("bot0123:abc/getMe").await.refused(401, "Unauthorized: invalid token specified");
    ask("nothing/getMe").await.refused(404, "Not Found");
    ask(&format!("bot{TOKEN}")).await.refused(404, "Not Found");
    ask(&format!("bot{TOKEN}/getNothing")).await.refused(404, "Not Found: method not found");
    let broken = sim.client.post(sim.method("sendMessage"));
    let broken = broken.header("content-type", "application/json").body("{");
    assert_eq!(sim.send(broken).await.status, 400);
    sim.client.delete(sim.control_url(&format!("bots/{TOKEN}"))).send().await.unwrap();
    sim.call("getMe", json!({})).await.refused(401, "Unauthorized");
}

#[tokio::test]
async fn a_bot_writes_only_where_it_may() {
    let sim = Sim::start().await;
    let write = |chat: Value| sim.call("sendMessage", json!({ "chat_id": chat, "text": "hi" }));
    write(json!(7)).await.refused(400, "Bad Request: chat not found");
    write(json!("@somebody")).await.refused(400, "Bad Request: chat not found");
    write(json!("")).await.refused(400, "Bad Request: chat_id is empty");
    sim.control("customers", json!({ "id": 7, "first_name": "Ann" })).await;
    write(json!(7)).await.refused(403, "Forbidden: bot can't initiate conversation with a user");
    sim.ann("/start").await;
    write(json!(7)).await.ok();
    sim.control("block", json!({ "token": TOKEN, "user": 7 })).await;
    write(json!(7)).await.refused(403, "Forbidden: bot was blocked by the user");
    let action = json!({ "chat_id": 7, "action": "typing" });
    sim.call("sendChatAction", action.clone())
        .await
        .refused(403, "Forbidden: bot was blocked by the user");
    sim.control("block", json!({ "token": TOKEN, "user": 7, "blocked": false })).await;
    write(json!(7)).await.ok();
    sim.call("sendChatAction", action).await.ok();
    sim.control("customers", json!({ "id": 7, "deactivated": true })).await;
    write(json!(7)).await.refused(403, "Forbidden: user is deactivated");
}

#[tokio::test]
async fn blocking_is_told_to_the_bot() {
    let sim = Sim::start().await;
    sim.ann("hello").await;
    sim.control("block", json!({ "token": TOKEN, "user": 7 })).await;
    let refused = sim.client.post(sim.control_url("messages"));
    let refused = refused.json(&json!({ "token": TOKEN, "from": { "id": 7 }, "text": "x" }));
    assert_eq!(refused.send().await.unwrap().status(), 403);
    sim.control("block", json!({ "token": TOKEN, "user": 7, "blocked": false })).await;
    let told: Vec<String> = sim
        .updates()
        .await
        .iter()
        .filter_map(|update| update["my_chat_member"]["new_chat_member"]["status"].as_str())
        .map(str::to_owned)
        .collect();
    assert_eq!(told, ["kicked", "member"]);
}

#[tokio::test]
async fn text_has_limits() {
    let sim = Sim::start().await;
    sim.ann("hello").await;
    let write = |text: String| sim.call("sendMessage", json!({ "chat_id": 7, "text": text }));
    write(String::new()).await.refused(400, "Bad Request: message text is empty");
    write(" \n ".into()).await.refused(400, "Bad Request: message text is empty");
    write("a".repeat(4097)).await.refused(400, "Bad Request: message is too long");
    write("a".repeat(4096)).await.ok();
    // Two UTF-16 units each: 2048 of them are the limit.
    write("😀".repeat(2049)).await.refused(400, "Bad Request: message is too long");
    write("😀".repeat(2048)).await.ok();
    let html = |text: &str| json!({ "chat_id": 7, "text": text, "parse_mode": "HTML" });
    let bold = sim.call("sendMessage", html("<b>a</b> &amp; b")).await.ok();
    assert_eq!(bold["text"], "a & b");
    assert_eq!(bold["entities"], json!([{ "offset": 0, "length": 1, "type": "bold" }]));
    let broken = sim.call("sendMessage", html("1 <x> 2")).await;
    broken.refused(
        400,
        "Bad Request: can't parse entities: Unsupported start tag \"x\" at byte offset 2",
    );
}

#[tokio::test]
async fn replies_are_checked() {
    let sim = Sim::start().await;
    sim.ann("question").await;
    let reply = |id: i64, anyway: bool| {
        let reply = json!({ "message_id": id, "allow_sending_without_reply": anyway });
        sim.call(
            "sendMessage",
            json!({ "chat_id": 7, "text": "answer", "reply_parameters": reply }),
        )
    };
    let sent = reply(1, false).await.ok();
    assert_eq!(sent["reply_to_message"]["text"], "question");
    reply(99, false).await.refused(400, "Bad Request: message to be replied not found");
    assert!(reply(99, true).await.ok().get("reply_to_message").is_none());
    // The customer answers the bot's message, and the update quotes it.
    let body = json!({ "token": TOKEN, "from": { "id": 7 }, "text": "thanks", "reply_to": 2 });
    sim.control("messages", body).await;
    let updates = sim.updates().await;
    let quoted = &updates[1]["message"]["reply_to_message"];
    assert_eq!(quoted["text"], "answer");
    assert!(quoted.get("reply_to_message").is_none(), "quotes do not nest");
}

#[tokio::test]
async fn edits_and_deletions() {
    let sim = Sim::start().await;
    sim.ann("hello").await;
    let sent = sim.call("sendMessage", json!({ "chat_id": 7, "text": "one" })).await.ok();
    let id = &sent["message_id"];
    let edit = |id: &Value, text: &str| {
        sim.call("editMessageText", json!({ "chat_id": 7, "message_id": id, "text": text }))
    };
    let same = "Bad Request: message is not modified: specified new message content and reply \
        markup are exactly the same as a current content and reply markup of the message";
    edit(id, "one").await.refused(400, same);
    let edited = edit(id, "two").await.ok();
    assert_eq!(edited["text"], "two");
    assert!(edited["edit_date"].is_number());
    edit(&json!(1), "x").await.refused(400, "Bad Request: message can't be edited");
    edit(&json!(99), "x").await.refused(400, "Bad Request: message to edit not found");
    edit(&Value::Null, "x").await.refused(400, "Bad Request: message identifier is not specified");
    let caption = json!({ "chat_id": 7, "message_id": id, "caption": "x" });
    let refused = "Bad Request: there is no caption in the message to edit";
    sim.call("editMessageCaption", caption).await.refused(400, refused);
    let delete = |id: &Value| sim.call("deleteMessage", json!({ "chat_id": 7, "message_id": id }));
    assert_eq!(delete(id).await.ok(), true);
    delete(id).await.refused(400, "Bad Request: message to delete not found");
    assert_eq!(delete(&json!(1)).await.ok(), true, "a bot may delete what it received");
    let chats = sim.look(&format!("chats/{TOKEN}")).await;
    assert_eq!(chats["totals"], json!({ "incoming": 0, "outgoing": 0, "doubled": [] }));
}

#[tokio::test]
async fn reactions_and_buttons() {
    let sim = Sim::start().await;
    sim.ann("hello").await;
    let react = |id: i64, list: Value| {
        sim.call("setMessageReaction", json!({ "chat_id": 7, "message_id": id, "reaction": list }))
    };
    let one = |emoji: &str| json!([{ "type": "emoji", "emoji": emoji }]);
    assert_eq!(react(1, one("👍")).await.ok(), true);
    react(1, one("🪑")).await.refused(400, "Bad Request: REACTION_INVALID");
    react(99, one("👍")).await.refused(400, "Bad Request: message to react not found");
    assert_eq!(react(1, json!([])).await.ok(), true);

    let keyboard =
        |data: &str| json!({ "inline_keyboard": [[{ "text": "Yes", "callback_data": data }]] });
    let ask = |data: &str| json!({ "chat_id": 7, "text": "Sure?", "reply_markup": keyboard(data) });
    sim.call("sendMessage", ask(&"x".repeat(65)))
        .await
        .refused(400, "Bad Request: BUTTON_DATA_INVALID");
    sim.call("sendMessage", ask("yes")).await.ok();
    sim.control("press", json!({ "token": TOKEN, "user": 7, "message_id": 2, "data": "yes" }))
        .await;
    let updates = sim.updates().await;
    let press = &updates.last().unwrap()["callback_query"];
    assert_eq!(press["data"], "yes");
    assert_eq!(press["message"]["text"], "Sure?");
    let answer = json!({ "callback_query_id": press["id"] });
    sim.call("answerCallbackQuery", answer.clone()).await.ok();
    let late = "Bad Request: query is too old and response timeout expired or query ID is invalid";
    sim.call("answerCallbackQuery", answer).await.refused(400, late);

    // Reactions of people come only to bots that asked for them.
    let heart = json!({ "token": TOKEN, "user": 7, "message_id": 2, "emoji": "❤" });
    assert_eq!(sim.control("react", heart.clone()).await["update_id"], Value::Null);
    sim.call("getUpdates", json!({ "allowed_updates": ["message", "message_reaction"] }))
        .await
        .ok();
    assert!(sim.control("react", heart).await["update_id"].is_number());
}

#[tokio::test]
async fn places_contacts_and_people() {
    let sim = Sim::start().await;
    sim.ann("hello").await;
    let place = json!({ "chat_id": 7, "latitude": 3.1, "longitude": 101.6 });
    assert_eq!(sim.call("sendLocation", place).await.ok()["location"]["latitude"], 3.1);
    let nowhere = json!({ "chat_id": 7, "latitude": 93, "longitude": 101.6 });
    sim.call("sendLocation", nowhere).await.refused(400, "Bad Request: invalid latitude specified");
    let contact = json!({ "chat_id": 7, "phone_number": "+12025550143", "first_name": "Bo" });
    assert_eq!(sim.call("sendContact", contact).await.ok()["contact"]["first_name"], "Bo");
    let action = json!({ "chat_id": 7, "action": "dancing" });
    let refused = "Bad Request: wrong parameter action in request";
    sim.call("sendChatAction", action).await.refused(400, refused);
    let chat = sim.call("getChat", json!({ "chat_id": 7 })).await.ok();
    assert_eq!((&chat["type"], &chat["first_name"]), (&json!("private"), &json!("Ann")));
    sim.call("getChat", json!({ "chat_id": 8 })).await.refused(400, "Bad Request: chat not found");
    let photos = sim.call("getUserProfilePhotos", json!({ "user_id": 7 })).await.ok();
    assert_eq!(photos["total_count"], 0);
}

//! WhatsApp through real HTTP: what it accepts and refuses, and the webhooks it signs.
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::graph::{Desk, NUMBER_ID, network};
use crate::sim::{Sim, until};

const CUSTOMER: &str = "+16505550007";

async fn desk() -> (Sim, Desk) {
    network("whatsapp").await
}

fn to(kind: &str, body: Value) -> Value {
    json!({ "messaging_product": "whatsapp", "to": CUSTOMER, "type": kind, kind: body })
}

fn text(body: &str) -> Value {
    to("text", json!({ "body": body }))
}

#[tokio::test]
async fn an_address_is_proven_before_it_is_taken() {
    let (sim, desk) = network_without("whatsapp").await;
    let subscribed = desk.post(&sim, "102290129340398/subscribed_apps", json!({})).await;
    assert_eq!(subscribed.body, json!({ "success": true }));
    let address = |token: &str| json!({ "webhook_configuration": { "override_callback_uri": desk.url, "verify_token": token } });
    let refused = desk.post(&sim, NUMBER_ID, address("wrong")).await;
    assert_eq!((refused.status, &refused.body["error"]["code"]), (400, &json!(2200)));
    assert_eq!(desk.post(&sim, NUMBER_ID, address("vibecoding")).await.status, 200);
    desk.says(&sim, json!({ "text": "café" })).await;
    let got = desk.got(1).await;
    assert!(got[0].signed && got[0].raw.contains(r"caf\u00e9"), "{}", got[0].raw);
    assert_eq!(got[0].body["object"], "whatsapp_business_account");
}

async fn network_without(id: &'static str) -> (Sim, Desk) {
    let (sim, desk) = network(id).await;
    desk.control(&sim, "accounts", json!({ "key": NUMBER_ID, "webhook": "" })).await;
    (sim, desk)
}

#[tokio::test]
async fn customers_kinds_come_as_documented() {
    let (sim, desk) = desk().await;
    desk.says(&sim, json!({ "text": "hello" })).await;
    desk.says(&sim, json!({ "photo": true, "text": "look" })).await;
    desk.says(&sim, json!({ "location": { "latitude": 3.1, "longitude": 101.7 } })).await;
    desk.says(&sim, json!({ "contact": { "first_name": "Demo", "phone_number": "+60 12" } })).await;
    let wire = json!({ "type": "order", "order": { "catalog_id": "1", "product_items": [] } });
    desk.control(&sim, "wire", json!({ "account": NUMBER_ID, "user": 7, "wire": wire })).await;
    let got = desk.got(5).await;
    let message = |n: usize| got[n].body["entry"][0]["changes"][0]["value"]["messages"][0].clone();
    assert_eq!(message(0)["text"]["body"], "hello");
    assert_eq!(message(0)["from"], "16505550007");
    assert_eq!(
        (&message(1)["type"], &message(1)["image"]["caption"]),
        (&json!("image"), &json!("look"))
    );
    assert_eq!(message(2)["location"]["latitude"], 3.1);
    assert_eq!(message(3)["contacts"][0]["phones"][0]["wa_id"], "6012");
    assert_eq!(message(4)["type"], "order");
    let id = message(1)["image"]["id"].as_str().unwrap().to_owned();
    let found = desk.get(&sim, &format!("{id}?phone_number_id={NUMBER_ID}")).await;
    let url = found.body["url"].as_str().unwrap().to_owned();
    assert_eq!(sim.client.get(&url).send().await.unwrap().status(), 404, "without the token");
    let file = sim.client.get(&url).bearer_auth(&desk.token).send().await.unwrap();
    assert_eq!(file.bytes().await.unwrap().len() as u64, found.body["file_size"].as_u64().unwrap());
}

#[tokio::test]
async fn a_message_is_sent_delivered_and_read() {
    let (sim, desk) = desk().await;
    desk.says(&sim, json!({ "text": "hello" })).await;
    desk.got(1).await;
    let mut said = text("hi");
    said["biz_opaque_callback_data"] = json!("op-1");
    let sent = desk.post(&sim, "messages", said).await;
    assert_eq!(sent.status, 200, "{}", sent.body);
    let id = sent.body["messages"][0]["id"].clone();
    desk.control(&sim, "read", json!({ "account": NUMBER_ID, "user": 7 })).await;
    let got = desk.got(4).await;
    let status = |n: usize| got[n].body["entry"][0]["changes"][0]["value"]["statuses"][0].clone();
    let words: Vec<Value> = (1..4).map(|n| status(n)["status"].clone()).collect();
    assert_eq!(words, ["sent", "delivered", "read"]);
    assert!((1..4).all(|n| status(n)["id"] == id));
    assert_eq!(status(1)["biz_opaque_callback_data"], "op-1");
}

#[tokio::test]
async fn what_is_not_as_documented_is_refused() {
    let (sim, desk) = desk().await;
    desk.says(&sim, json!({ "text": "hello" })).await;
    let code = |body: Value| {
        let (sim, desk) = (&sim, &desk);
        async move { desk.post(sim, "messages", body).await.body["error"]["code"].clone() }
    };
    assert_eq!(code(json!({ "to": CUSTOMER, "type": "text", "text": { "body": "x" } })).await, 100);
    assert_eq!(code(to("text", json!({ "body": "x".repeat(4097) }))).await, 131_009);
    assert_eq!(code(to("text", json!({ "body": "x", "bold": true }))).await, 100);
    assert_eq!(code(to("text", json!({}))).await, 131_008);
    assert_eq!(code(to("image", json!({ "id": "404" }))).await, 131_009);
    let mut context = text("x");
    context["context"] = json!({ "message_id": "wamid.none" });
    assert_eq!(code(context).await, 131_009);
    let template = |name: &str, values: Value| {
        to(
            "template",
            json!({ "name": name, "language": { "code": "en_US" },
            "components": [{ "type": "body", "parameters": values }] }),
        )
    };
    assert_eq!(code(template("none", json!([]))).await, 132_001);
    assert_eq!(code(template("order_update", json!([]))).await, 132_000);
    let button = json!({ "type": "reply", "reply": { "id": "a", "title": "A" } });
    let twice = json!({ "type": "button", "body": { "text": "?" }, "action": { "buttons": [button, button] } });
    assert_eq!(code(to("interactive", twice)).await, 131_009);
    let request =
        sim.client.post(desk.address(&sim, "messages")).bearer_auth("another").json(&text("x"));
    let refused = sim.send(request).await;
    assert_eq!((refused.status, &refused.body["error"]["code"]), (401, &json!(190)));
}

#[tokio::test]
async fn outside_the_window_only_a_template_arrives() {
    let (sim, desk) = desk().await;
    desk.says(&sim, json!({ "text": "hello" })).await;
    desk.control(&sim, "close-window", json!({ "account": NUMBER_ID, "user": 7 })).await;
    let late = desk.post(&sim, "messages", text("late")).await;
    assert_eq!(late.status, 200, "taken, and failed later");
    let hello = json!({ "name": "hello_world", "language": { "code": "en_US" } });
    assert_eq!(desk.post(&sim, "messages", to("template", hello)).await.status, 200);
    let got = desk.got(4).await;
    let status = |n: usize| got[n].body["entry"][0]["changes"][0]["value"]["statuses"][0].clone();
    assert_eq!(status(1)["errors"][0]["code"], 131_047);
    assert_eq!(status(1)["id"], late.body["messages"][0]["id"]);
    assert_eq!(status(2)["status"], "sent");
    let nobody = json!({ "messaging_product": "whatsapp", "to": "+4930123456", "type": "text", "text": { "body": "x" } });
    desk.post(&sim, "messages", nobody).await;
    assert_eq!(
        desk.got(5).await[4].body["entry"][0]["changes"][0]["value"]["statuses"][0]["errors"][0]["code"],
        131_026
    );
}

#[tokio::test]
async fn files_have_their_limits() {
    let (sim, desk) = desk().await;
    desk.says(&sim, json!({ "text": "hello" })).await;
    let upload = |mime: &'static str, size: usize| {
        let part = Part::bytes(vec![7; size]).file_name("a").mime_str(mime).unwrap();
        let form =
            Form::new().text("messaging_product", "whatsapp").text("type", mime).part("file", part);
        sim.send(
            sim.client.post(desk.address(&sim, "media")).bearer_auth(&desk.token).multipart(form),
        )
    };
    assert_eq!(upload("image/gif", 10).await.body["error"]["code"], 131_053);
    assert_eq!(upload("image/png", (5 << 20) + 1).await.body["error"]["code"], 131_053);
    let id = upload("image/png", 5 << 20).await.body["id"].clone();
    let wrong = desk.post(&sim, "messages", to("video", json!({ "id": id }))).await;
    assert_eq!(wrong.body["error"]["code"], 131_053);
    let sent =
        desk.post(&sim, "messages", to("image", json!({ "id": id, "caption": "here" }))).await;
    assert_eq!(sent.status, 200, "{}", sent.body);
}

#[tokio::test]
async fn one_person_gets_so_many_messages_and_then_one_in_six_seconds() {
    let (sim, desk) = desk().await;
    desk.says(&sim, json!({ "text": "hello" })).await;
    let mut codes = Vec::new();
    for n in 0..60 {
        codes.push(
            desk.post(&sim, "messages", text(&n.to_string())).await.body["error"]["code"].clone(),
        );
    }
    assert!(codes[..45].iter().all(Value::is_null) && codes.contains(&json!(131_056)));
}

#[tokio::test]
async fn webhooks_come_again_until_they_are_taken_and_several_in_one() {
    let (sim, desk) = desk().await;
    desk.refuse(500);
    desk.refuse(204);
    desk.says(&sim, json!({ "text": "one" })).await;
    let got = desk.got(3).await;
    assert!(got.iter().all(|one| one.raw == got[0].raw));
    desk.control(&sim, "hold", json!({})).await;
    desk.says(&sim, json!({ "text": "two" })).await;
    desk.says(&sim, json!({ "text": "three" })).await;
    desk.control(&sim, "release", json!({ "together": true })).await;
    let got = desk.got(4).await;
    assert_eq!(got[3].body["entry"].as_array().unwrap().len(), 2);
    desk.says(&sim, json!({ "text": "twice", "twice": true })).await;
    desk.got(6).await;
    until("all are taken", || async {
        let all = desk.look(&sim, "deliveries").await;
        all.as_array().unwrap().iter().all(|one| one["state"] == "delivered")
    })
    .await;
}

#[tokio::test]
async fn buttons_reactions_and_reading_work_both_ways() {
    let (sim, desk) = desk().await;
    desk.says(&sim, json!({ "text": "hello" })).await;
    let first =
        desk.got(1).await[0].body["entry"][0]["changes"][0]["value"]["messages"][0]["id"].clone();
    let button = |id: &str| json!({ "type": "reply", "reply": { "id": id, "title": id } });
    let body = json!({ "type": "button", "body": { "text": "Sure?" }, "action": { "buttons": [button("yes"), button("no")] } });
    assert_eq!(desk.post(&sim, "messages", to("interactive", body)).await.status, 200);
    let chats = desk.look(&sim, &format!("chats/{NUMBER_ID}?user=7")).await;
    let offered = chats["chats"][0]["messages"][1]["message_id"].clone();
    let press = json!({ "account": NUMBER_ID, "user": 7, "message_id": offered, "data": "yes" });
    desk.control(&sim, "press", press).await;
    let got = desk.got(4).await;
    let pressed = got.iter().map(|one| &one.body["entry"][0]["changes"][0]["value"]["messages"][0]);
    let pressed = pressed.rev().find(|one| one["type"] == "interactive").unwrap().clone();
    assert_eq!(pressed["interactive"]["button_reply"]["id"], "yes");
    let reaction = to("reaction", json!({ "message_id": first, "emoji": "👍" }));
    assert_eq!(desk.post(&sim, "messages", reaction).await.status, 200);
    let read = json!({ "messaging_product": "whatsapp", "status": "read", "message_id": first,
        "typing_indicator": { "type": "text" } });
    assert_eq!(desk.post(&sim, "messages", read).await.body, json!({ "success": true }));
    let chats = desk.look(&sim, &format!("chats/{NUMBER_ID}?user=7")).await;
    let shown = &chats["chats"][0]["messages"][0];
    assert_eq!((&shown["read"], &shown["bot_reactions"]), (&json!(true), &json!(["👍"])));
}

#[tokio::test]
async fn ordered_faults_speak_as_the_graph_api_does() {
    let (sim, desk) = network("whatsapp").await;
    desk.says(&sim, json!({ "text": "hello" })).await;
    for (fault, status, code) in [
        (json!({ "does": "send", "status": 429, "retry_after": 7 }), 429, 130_429),
        (json!({ "does": "send", "status": 401 }), 401, 190),
        (json!({ "does": "send", "status": 503 }), 503, 2),
        (json!({ "does": "send", "status": 400, "description": "131048" }), 400, 131_048),
    ] {
        desk.control(&sim, "faults", fault).await;
        let refused = desk.post(&sim, "messages", text("x")).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (status, &json!(code)));
    }
    let request =
        sim.client.request(Method::DELETE, desk.address(&sim, "1")).bearer_auth(&desk.token);
    assert_eq!(sim.send(request).await.body["error"]["error_subcode"], 33);
}

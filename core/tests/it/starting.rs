//! Agents who write first: by mail through a real mail server, by SMS, and to whom has written before.

use crate::{
    forwarding::{header, mails, with_mailbox},
    harness::{Agent, Answer, Ground, Start, World, eventually},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

on_both_engines!(
    a_mail_begins_a_conversation_and_is_answered,
    a_text_message_begins_one_and_is_gone_on_with,
    who_has_written_before_is_written_to_again,
    the_same_send_at_once_begins_one,
    what_cannot_begin_says_why,
);

async fn start(who: &Agent, body: Value) -> Answer {
    who.post("/api/conversations", &body).await
}

fn id(value: &Value) -> i64 {
    value.as_i64().expect("an id")
}

async fn channel(who: &Agent, starts: &str, more: &str) -> Value {
    let offers = who.get(&format!("/api/conversations/channels{more}")).await.ok();
    let offers = offers["data"].as_array().expect("a list").clone();
    offers.into_iter().find(|one| one["starts"] == starts).unwrap_or(Value::Null)
}

async fn info(who: &Agent, ticket: i64) -> Value {
    who.get(&format!("/api/ticket/info/-/{ticket}")).await.ok()["data"].clone()
}

async fn a_mail_begins_a_conversation_and_is_answered(ground: Ground) {
    let (world, stack) = with_mailbox(ground).await;
    let mail = channel(&world.one, "email", "").await;
    assert_eq!((&mail["channel"], &mail["name"]), (&json!("EMAIL"), &json!("Support")));
    let mut colleague = world.two.live().await;

    let form = Form::new()
        .text("channel_id", mail["channel_id"].to_string())
        .text("address", "ann@customer.test")
        .text("name", "Ann")
        .text("subject", "Your order 17")
        .text("message", "It leaves today.")
        .text("queue_id", "queue-start-1")
        .part("attachment[]", Part::text("bill").file_name("bill.txt"));
    let made = world.one.multipart("/api/conversations", form).await.ok();
    let ticket = id(&made["ticket_id"]);
    assert_eq!((&made["continued"], &made["data"]["direction"]), (&json!(false), &json!("out")));
    let again = json!({ "channel_id": mail["channel_id"], "address": "ann@customer.test",
        "subject": "Your order 17", "message": "It leaves today.", "queue_id": "queue-start-1" });
    let again = start(&world.one, again).await.ok();
    assert_eq!(again["ticket_id"], made["ticket_id"], "the same queue id is the same message");
    let came = mails(&stack, "ann", 1).await.remove(0);
    assert_eq!(header(&came, "Subject"), "Your order 17");
    assert!(header(&came, "To").contains("ann@customer.test"), "{came}");
    assert!(came.contains("It leaves today.") && came.contains("bill.txt"), "{came}");
    let shown = info(&world.one, ticket).await;
    assert_eq!((&shown["closed"], &shown["title"]), (&json!(1), &json!("Your order 17")));
    assert_eq!((&shown["assignee"], &shown["contact"]["name"]), (&json!("agent1"), &json!("Ann")));
    let seen = colleague.drain(std::time::Duration::from_millis(300)).await;
    assert!(
        seen.iter().all(|frame| frame["event"] != "createTicket"),
        "it is the agent's: {seen:?}"
    );

    // What the customer answers comes into the same ticket, and opens it.
    let message_id = header(&came, "Message-ID").to_owned();
    let answer = format!(
        "From: Ann <ann@customer.test>\r\nTo: support@desk.test\r\nSubject: Re: Your order 17\r\n\
         Message-ID: <answer-1@customer.test>\r\nIn-Reply-To: {message_id}\r\n\
         \r\nThank you!\r\n"
    );
    stack.send_raw(answer.as_bytes()).await;
    let found = world.ticket_saying("Thank you!").await;
    assert_eq!((&found["id"], &found["closed"]), (&json!(ticket), &json!(0)));
}

/// Connects the simulator's SMS account.
async fn with_sms(world: &World) {
    let http = reqwest::Client::new();
    let control = format!("{}/control/providers/sms", world.simulator.url);
    let order = |what: &str, body: Value| {
        let request = http.post(format!("{control}/{what}")).json(&body);
        async move { request.send().await.expect("sent").json::<Value>().await.expect("JSON") }
    };
    let account = order("accounts", json!({ "key": "shop", "name": "+15005550001" })).await;
    let sids = http.get(format!("{control}/sids")).send().await.expect("sent");
    let sids = sids.json::<Value>().await.expect("JSON");
    let found = sids.as_array().expect("a list").iter().find(|one| one["key"] == "shop");
    let sid = found.expect("the account")["sid"].as_str().expect("a sid").to_owned();
    let key = format!("{sid}:{}", account["token"].as_str().expect("a token"));
    let body = json!({ "plugin": "sms", "name": "Shop number", "settings": {
        "account_sid": sid, "basic_key": STANDARD.encode(key), "sender": "+15005550001",
        "api_base": format!("{}/sms", world.simulator.url), "webhook_key": "hook-key-1",
    }});
    let made = world.admin.post("/api/channels", &body).await;
    assert_eq!(made.status, 201, "{made:?}");
    let hook = made.body["webhook_url"].as_str().expect("an address").to_owned();
    order("accounts", json!({ "key": "shop", "webhook": format!("{hook}?key=hook-key-1") })).await;
}

/// The customer whose phone shows a text.
async fn texted(world: &World, text: &str) -> Option<Value> {
    let address = format!("{}/control/providers/sms/chats/shop", world.simulator.url);
    let chats = reqwest::get(address).await.expect("sent").json::<Value>().await.expect("JSON");
    let shows = |chat: &&Value| {
        let messages = chat["messages"].as_array();
        messages.into_iter().flatten().any(|one| one["text"] == text)
    };
    Some(chats["chats"].as_array()?.iter().find(shows)?["user"].clone())
}

async fn a_text_message_begins_one_and_is_gone_on_with(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    with_sms(&world).await;
    let sms = channel(&world.one, "phone", "").await;
    let to = |number: &str, text: &str| json!({ "channel_id": sms["channel_id"], "address": number, "message": text });
    let made = start(&world.one, to("+1 500 556-0021", "Your taxi is here")).await.ok();
    let ticket = id(&made["ticket_id"]);
    let customer = eventually("the phone has it", || texted(&world, "Your taxi is here")).await;

    // An open conversation is gone on with, by whoever may read it.
    let mut body = to("0015005560021", "Are you coming?");
    body["queue_id"] = json!("queue-start-2");
    for _ in 0..2 {
        let again = start(&world.one, body.clone()).await.ok();
        assert_eq!((&again["ticket_id"], &again["continued"]), (&json!(ticket), &json!(true)));
    }
    start(&world.two, to("+15005560021", "Hello?")).await.refused(409, "conflict");
    let contact = id(&info(&world.one, ticket).await["contact"]["id"]);
    let offer = channel(&world.one, "phone", &format!("?contact_id={contact}")).await;
    assert_eq!(offer["addresses"], json!(["+15005560021"]));
    assert_eq!(offer["ticket_number"], made["ticket_number"]);

    // Who wants no more messages gets none.
    let control = format!("{}/control/providers/sms/messages", world.simulator.url);
    let said = json!({ "account": "shop", "from": { "id": customer }, "text": "STOP" });
    let told = reqwest::Client::new().post(control).json(&said).send().await.expect("sent");
    assert!(told.status().is_success(), "{told:?}");
    let refused = eventually("the desk knows", || async {
        let answer = start(&world.one, to("+15005560021", "One more thing")).await;
        (answer.status == 409).then_some(answer)
    })
    .await;
    assert!(refused.refused(409, "conflict").contains("asked for no more messages"), "{refused:?}");
}

async fn who_has_written_before_is_written_to_again(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let _bot = world.bot().await;
    world.simulator.write(81, "Mei", json!({ "text": "Hello" })).await;
    let ticket = world.ticket_saying("Hello").await;
    let shown = info(&world.one, id(&ticket["id"])).await;
    let contact = id(&shown["contact"]["id"]);
    assert_eq!(channel(&world.one, "known", "").await, Value::Null, "nobody else can be");
    let offer = channel(&world.one, "known", &format!("?contact_id={contact}")).await;
    assert_eq!(offer["ticket_number"], ticket["ticket_number"]);

    let body = json!({ "channel_id": offer["channel_id"], "contact_id": contact, "message": "Still there?" });
    let made = start(&world.one, body.clone()).await.ok();
    assert_eq!((&made["ticket_id"], &made["continued"]), (&ticket["id"], &json!(true)));

    // Their conversation was closed: what is said now is another one, in the same thread.
    let closed = json!({ "ticket_id": ticket["id"], "status": 3 });
    world.one.post("/api/ticket/message", &closed).await.ok();
    let made = start(&world.one, body).await.ok();
    assert_ne!(made["ticket_id"], ticket["id"]);
    eventually("the phone has both", || async {
        (world.simulator.bot_said(81).await.len() == 2).then_some(())
    })
    .await;
}

async fn the_same_send_at_once_begins_one(ground: Ground) {
    let (world, _stack) = with_mailbox(ground).await;
    let mail = channel(&world.one, "email", "").await["channel_id"].clone();
    for round in 0..10 {
        let body = json!({ "channel_id": mail, "address": "ann@customer.test", "subject": "Once",
            "message": "Hi", "queue_id": format!("queue-race-{round}") });
        let sends = (0..6).map(|_| start(&world.one, body.clone()));
        let answers = futures_util::future::join_all(sends).await;
        let first = answers[0].clone().ok()["ticket_id"].clone();
        for answer in answers {
            assert_eq!(answer.ok()["ticket_id"], first);
        }
    }
    let tickets = world.one.get("/api/ticket/load/-/all/ticket/0").await.ok();
    assert_eq!(tickets["count"], 10, "what was not the first left no ticket: {tickets}");
}

async fn what_cannot_begin_says_why(ground: Ground) {
    let (world, _stack) = with_mailbox(ground).await;
    let mail = channel(&world.one, "email", "").await["channel_id"].clone();
    let good = json!({ "channel_id": mail, "address": "ann@customer.test", "subject": "Hello",
        "message": "Hi" });
    let with = |name: &str, value: Value| {
        let mut body = good.clone();
        body[name] = value;
        body
    };
    for (wrong, field) in [
        (with("channel_id", Value::Null), "channel_id"),
        (with("channel_id", json!(987_650_001)), "channel_id"),
        (with("address", json!("")), "address"),
        (with("address", json!("ann@")), "address"),
        (with("subject", json!(" ")), "subject"),
        (with("message", json!(" ")), "message"),
        (with("contact_id", json!(987_650_001)), "contact_id"),
    ] {
        let answer = start(&world.one, wrong.clone()).await;
        assert!(answer.body.to_string().contains(&format!("\"{field}\"")), "{wrong} {answer:?}");
        answer.refused(422, "invalid");
    }
    // Another client's channel and contact are like none.
    start(&world.outsider, good.clone()).await.refused(422, "invalid");
    world
        .one
        .get("/api/conversations/channels?contact_id=987650001")
        .await
        .refused(404, "not_found");
    assert_eq!(channel(&world.outsider, "email", "").await, Value::Null);
    assert!(world.one.tickets().await.is_empty(), "what was refused left no ticket");

    // Nobody's address is taken for another contact.
    let made = start(&world.one, good.clone()).await.ok();
    let other = json!({ "name": "Bea", "email": "bea@customer.test", "message": "By phone" });
    let other = world.one.post("/api/tickets", &other).await;
    let bea = id(&info(&world.one, id(&other.body["id"])).await["contact"]["id"]);
    let answer = start(&world.one, with("contact_id", json!(bea))).await;
    assert!(answer.body.to_string().contains("merge the two"), "{answer:?}");
    answer.refused(422, "invalid");
    let own =
        json!({ "channel_id": mail, "contact_id": bea, "subject": "For you", "message": "Hi" });
    let own = start(&world.one, own).await.ok();
    assert_ne!(own["ticket_id"], made["ticket_id"]);
    assert_eq!(info(&world.one, id(&own["ticket_id"])).await["contact"]["id"], json!(bea));
}

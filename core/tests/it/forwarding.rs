//! Messages that agents pass on by mail, through real mail servers.

use crate::{
    harness::{Agent, Answer, Ground, Start, World, eventually},
    stack::Stack,
};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

on_both_engines!(a_message_goes_on_and_its_answer_comes_back, what_cannot_be_forwarded_says_why,);

async fn forward(who: &Agent, ticket: i64, body: Value) -> Answer {
    who.post(&format!("/api/tickets/{ticket}/forward"), &body).await
}

fn id(value: &Value) -> i64 {
    value.as_i64().expect("an id")
}

async fn info(who: &Agent, ticket: i64) -> Value {
    who.get(&format!("/api/ticket/info/-/{ticket}")).await.ok()["data"].clone()
}

/// The mails in a mailbox of the mail server, the oldest first.
pub(crate) async fn mails(stack: &Stack, user: &str, count: usize) -> Vec<String> {
    let folder = stack.dir.join(format!("boxes/customer.test/{user}/mail/new"));
    eventually(&format!("{count} mails to {user}"), || async {
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut files: Vec<_> = files.map(|file| file.path()).collect();
        files.sort();
        let read = files.iter().map(|path| std::fs::read_to_string(path).expect("a mail"));
        let mails: Vec<String> = read.collect();
        Some(mails).filter(|mails| mails.len() == count)
    })
    .await
}

pub(crate) fn header<'a>(mail: &'a str, name: &str) -> &'a str {
    let line = mail.lines().find(|line| line.starts_with(&format!("{name}: ")));
    line.map_or("", |line| line[name.len() + 2..].trim())
}

pub(crate) async fn with_mailbox(ground: Ground) -> (World, Stack) {
    let stack = Stack::start();
    let (imap, smtp) = (stack.base + 2, stack.base + 1);
    let start = Start::default().set(
        "PATCHBAY_EGRESS_ALLOW_PRIVATE",
        crate::reach::plugins_reach(&format!("127.0.0.1:{imap}, 127.0.0.1:{smtp}")),
    );
    let world = World::open(ground, start).await;
    let body = json!({ "plugin": "email", "name": "Support", "settings": {
        "from_name": "Acme Support", "from_address": "support@desk.test",
        "imap_host": "127.0.0.1", "imap_port": imap, "imap_security": "none",
        "imap_user": "support@desk.test", "imap_password": "secret",
        "smtp_host": "127.0.0.1", "smtp_port": smtp, "smtp_security": "none",
        "smtp_user": "support@desk.test", "smtp_password": "secret",
    }});
    let made = world.admin.post("/api/channels", &body).await;
    assert_eq!(made.status, 201, "{made:?}");
    (world, stack)
}

async fn a_message_goes_on_and_its_answer_comes_back(ground: Ground) {
    let (world, stack) = with_mailbox(ground).await;
    let bot = world.bot().await;
    world.simulator.write(81, "Guest 81", json!({ "text": "Where is my lamp?" })).await;
    let ticket = id(&world.ticket_saying("Where is my lamp?").await["id"]);
    let form =
        Form::new().text("ticket_id", ticket.to_string()).text("message", "Here is the bill");
    let form = form.part("attachment[]", Part::text("bill").file_name("bill.txt"));
    let sent = world.one.multipart("/api/ticket/message/reply", form).await.ok();
    let mut colleague = world.two.live().await;
    let note = format!("/api/messages/{}/notes", sent["id"]);
    world.one.post(&note, &json!({ "text": "For us only" })).await.ok();

    // One message with its file, under words of the agent, once for one request.
    let body = json!({
        "message_id": sent["id"], "to": ["ann@customer.test"], "cc": ["Ann@Customer.test"],
        "text": "Please look at this.", "queue_id": "queue-forward-1",
    });
    let made = forward(&world.one, ticket, body.clone()).await.ok();
    let again = forward(&world.one, ticket, body.clone()).await.ok();
    assert_eq!(made["ticket_id"], again["ticket_id"]);
    let mut mended = body.clone();
    mended["to"] = json!(["other@supplier.example"]);
    forward(&world.one, ticket, mended).await.refused(409, "conflict");
    let letter = id(&made["ticket_id"]);
    colleague.wait("createTicket", |data| data["ticket"]["id"] == letter).await;
    let came = mails(&stack, "ann", 1).await.remove(0);
    assert_eq!(header(&came, "Subject"), "Fwd: Where is my lamp?");
    for part in ["Please look at this.", "Here is the bill", "Forwarded message", "bill.txt"] {
        assert!(came.contains(part), "{part}: {came}");
    }
    assert!(!came.contains("For us only"), "notes stay with the team");
    assert_eq!(header(&came, "Cc"), "", "nobody gets it twice");
    let shown = info(&world.two, letter).await;
    assert_eq!(
        (&shown["closed"], &shown["contact"]["email"]),
        (&json!(1), &json!("ann@customer.test"))
    );
    assert_eq!(shown["links"][0]["id"], ticket);
    // The same request for another ticket is another request.
    bot.write(82, "Another matter").await;
    let other = id(&world.ticket_saying("Another matter").await["id"]);
    forward(&world.one, other, body).await.refused(409, "conflict");

    // Both tickets say so, and the customer hears nothing of it.
    let lines = world.one.messages(ticket).await;
    let line = lines.last().expect("a line");
    assert_eq!((&line["direction"], &line["attachments"]), (&json!("system"), &json!([])));
    let text = line["message"].as_str().expect("a text");
    assert!(text.contains("forwarded a message to ann@customer.test"), "{text}");
    let steps = |ticket: i64| {
        let who = world.two.clone();
        async move {
            let path = format!("/api/tickets/{ticket}/history");
            let steps = who.get(&path).await.ok()["data"].clone();
            let steps = steps.as_array().expect("a list").clone();
            steps.into_iter().map(|s| (s["kind"].clone(), s["after"].clone())).collect::<Vec<_>>()
        }
    };
    assert_eq!(steps(ticket).await, [(json!("forward"), json!("ann@customer.test"))]);
    let number = info(&world.two, ticket).await["ticket_number"].to_string();
    let number = number.trim_matches('"');
    assert!(steps(letter).await.contains(&(json!("forwarded"), json!(number))));
    let said = world.one.messages(ticket).await;
    assert_eq!(said.iter().filter(|m| m["direction"] == "out").count(), 1);

    // Their answer comes to the letter's ticket and opens it.
    let answer = format!(
        "From: Ann <ann@customer.test>\r\nTo: support@desk.test\r\nSubject: Re: Lamp\r\n\
         Message-ID: <answer-1@customer.test>\r\nIn-Reply-To: {}\r\n\r\nIt is on its way.\r\n",
        header(&came, "Message-ID"),
    );
    stack.send_raw(answer.as_bytes()).await;
    let found = world.ticket_saying("It is on its way.").await;
    assert_eq!((&found["id"], &found["closed"]), (&json!(letter), &json!(0)));
    let said = world.one.messages(ticket).await;
    assert!(said.iter().all(|m| m["message"] != "It is on its way."), "{said:?}");

    // The whole conversation, without its files.
    let whole = json!({ "to": ["ann@customer.test"], "files": false });
    forward(&world.two, ticket, whole).await.ok();
    let came = mails(&stack, "ann", 2).await;
    let came = came.iter().find(|mail| mail.contains("Guest 81")).expect("the conversation");
    assert!(came.contains("Here is the bill") && came.contains("From: agent1"), "{came}");
    assert!(!came.contains("Content-Disposition: attachment"), "{came}");

    // An answer that the provider refused was never said: it knows no such chat.
    let refused = world.one.reply(other, "It never came").await;
    world.one.until_state(other, id(&refused["id"]), "failed").await;
    let whole = json!({ "to": ["ann@customer.test"], "files": false });
    forward(&world.two, other, whole).await.ok();
    let came = mails(&stack, "ann", 3).await;
    let came = came.iter().find(|mail| mail.contains("Guest 82")).expect("the conversation");
    assert!(came.contains("Another matter") && !came.contains("It never came"), "{came}");
}

async fn what_cannot_be_forwarded_says_why(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    bot.write(81, "Where is my lamp?").await;
    let ticket = id(&world.ticket_saying("Where is my lamp?").await["id"]);
    let message = world.one.messages(ticket).await[0]["id"].clone();
    let body = json!({ "to": ["a@x.example"], "message_id": message });
    let none = forward(&world.one, ticket, body.clone()).await;
    assert!(none.refused(409, "conflict").contains("no channel for mail"), "{none:?}");
    for (field, wrong) in [
        ("to", json!({ "to": [] })),
        ("to", json!({ "to": ["a b@x.example"] })),
        ("cc", json!({ "to": ["a@x.example"], "cc": ["b"] })),
        ("to", json!({ "to": (0..11).map(|n| format!("a{n}@x.example")).collect::<Vec<_>>() })),
        ("text", json!({ "to": ["a@x.example"], "text": "x".repeat(20_001) })),
        ("queue_id", json!({ "to": ["a@x.example"], "queue_id": "x".repeat(101) })),
    ] {
        let refused = forward(&world.one, ticket, wrong).await;
        refused.refused(422, "invalid");
        assert!(refused.body["error"]["fields"][field].is_string(), "{field}: {refused:?}");
    }
    forward(&world.outsider, ticket, body.clone()).await.refused(404, "not_found");
    forward(&world.one, 987_650_001, body).await.refused(404, "not_found");
    let tickets = world.admin.tickets().await;
    assert_eq!(tickets.len(), 1, "nothing was made: {tickets:?}");
}

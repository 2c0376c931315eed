//! Show 2: a mailbox of a real Dovecot and Postfix, connected by an admin to the real program; a
//! customer writes, an agent answers, the customer answers the answer.
//!
//! Needs Dovecot, Postfix and `target/plugins/email.pbp` (`cargo xtask plugins`).
#![expect(clippy::print_stdout, reason = "the story tells how long the ways took")]

#[path = "../rig/mod.rs"]
#[expect(dead_code, reason = "the crash test and the benchmarks use the rest of the rig")]
mod rig;
#[path = "../mail_host/stack.rs"]
#[expect(dead_code, reason = "each test binary uses its part of the stack")]
mod stack;

mod house;
mod letters;

use house::{House, eventually};
use serde_json::json;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_is_answered_on_sqlite() {
    story(None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_is_answered_on_postgresql() {
    let database = house::Database::create().await;
    story(Some(&database.url)).await;
    database.drop().await;
}

async fn story(database: Option<&str>) {
    let house = House::open(database).await;
    let (ticket, number) = the_question_becomes_a_ticket(&house).await;
    let reply_to = the_answer_is_threaded(&house, ticket).await;
    the_customers_answers_find_the_ticket(&house, ticket, &reply_to).await;
    a_forger_opens_a_ticket_of_their_own(&house, ticket, &number, &reply_to).await;
    a_broken_mail_stops_nothing(&house).await;
    a_wrong_password_is_told(&house).await;
}

async fn the_question_becomes_a_ticket(house: &House) -> (i64, String) {
    let before = tokio::time::Instant::now();
    house.stack.send_raw(letters::question().as_bytes()).await;
    let ticket = house.ticket("Order 1042 is late").await;
    println!("mail handed in → ticket: {} ms", before.elapsed().as_millis());
    let id = ticket["id"].as_i64().expect("an id");
    assert_eq!(ticket["channel"], "EMAIL");
    assert_eq!(ticket["email"], "ann@customer.test", "{ticket}");

    let messages = house.messages(id).await;
    assert_eq!(messages.len(), 1);
    let message = &messages[0];
    assert!(message["message"].as_str().is_some_and(|m| m.contains("Where is my order?")));
    let html = message["html_url"].as_str().expect("the HTML is kept");
    let (_, html) = house.bytes(html).await;
    let html = String::from_utf8(html).expect("text");
    assert!(html.contains("<b>order</b>"), "{html}");
    assert!(!html.contains("steal()") && !html.contains("cid:"), "{html}");

    let file = &message["attachments"][0];
    assert_eq!((&file["inline"], &file["mime"]), (&json!(true), &json!("image/png")), "{file}");
    let (kind, picture) = house.bytes(file["url"].as_str().expect("an address")).await;
    assert_eq!((kind.as_str(), picture), ("image/png", letters::picture()));
    (
        id,
        ticket["ticket_number"]
            .as_str()
            .map_or_else(|| ticket["ticket_number"].to_string(), str::to_owned),
    )
}

async fn the_answer_is_threaded(house: &House, ticket: i64) -> String {
    let body = json!({
        "ticket_id": ticket, "message": "It left today. Schöne Grüße!", "sender": "agent1",
        "type": "text", "queue_id": "queue-1042104210",
    });
    let before = tokio::time::Instant::now();
    let answer = house.agent.post("/api/ticket/message/reply", &body).await.expect("taken");
    let again = house.agent.post("/api/ticket/message/reply", &body).await.expect("taken");
    assert_eq!(answer["id"], again["id"], "the same key is the same message");
    house.ann.until("the answer", |sink| !sink.mails().is_empty()).await;
    println!("answer written → in the customer's mailbox: {} ms", before.elapsed().as_millis());

    let mail = String::from_utf8(house.ann.mails()[0].raw.clone()).expect("text");
    let header = |name: &str| letters::header(&mail, name);
    assert_eq!(header("In-Reply-To"), letters::QUESTION_ID);
    assert!(header("References").contains(letters::QUESTION_ID), "{mail}");
    assert!(header("From").contains("support@desk.test") && header("From").contains("Acme"));
    assert!(header("Subject").contains("Order 1042 is late"));
    let reply_to = letters::address(&header("Reply-To"));
    assert!(reply_to.starts_with("support+") && reply_to.ends_with("@desk.test"), "{reply_to}");
    eventually("the answer is marked as sent", async || {
        house.messages(ticket).await.last().is_some_and(|m| m["state"] == "sent")
    })
    .await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(house.ann.mails().len(), 1, "delivered once");
    reply_to
}

async fn the_customers_answers_find_the_ticket(house: &House, ticket: i64, reply_to: &str) {
    // A mail program that honours Reply-To and loses the thread.
    house
        .hand_in(reply_to, &letters::plain("ann", reply_to, "thanks", "By address only.", ""))
        .await;
    house.count(ticket, 3).await;
    // One that keeps the thread and writes to the address it knows.
    let answer_id =
        letters::header(&String::from_utf8_lossy(&house.ann.mails()[0].raw), "Message-ID");
    let references = format!("References: {} {answer_id}\r\n", letters::QUESTION_ID);
    let support = "support@desk.test";
    house
        .hand_in(
            support,
            &letters::plain(
                "ann",
                support,
                "Re: Order 1042 is late",
                "By thread only.",
                &references,
            ),
        )
        .await;
    house.count(ticket, 4).await;
    let texts = house.messages(ticket).await;
    for (message, text) in texts[2..].iter().zip(["By address only.", "By thread only."]) {
        assert!(message["message"].as_str().is_some_and(|m| m.contains(text)), "{message}");
        assert_eq!(message["direction"], "in");
    }
}

async fn a_forger_opens_a_ticket_of_their_own(
    house: &House,
    ticket: i64,
    number: &str,
    reply_to: &str,
) {
    let support = "support@desk.test";
    let subject = format!("Re: [#{number}] Order 1042 is late");
    house
        .hand_in(
            support,
            &letters::plain("mallory", support, &subject, "Send it to me instead.", ""),
        )
        .await;
    let forged = house.ticket(&subject).await;
    assert_ne!(forged["id"], ticket);

    // The tag of the address with another signature.
    let (local, domain) = reply_to.split_once('@').expect("an address");
    let (before, signature) = local.rsplit_once('.').expect("a signature");
    let turned: String = signature.chars().map(|c| if c == 'a' { 'b' } else { 'a' }).collect();
    let guessed = format!("{before}.{turned}@{domain}");
    house.hand_in(&guessed, &letters::plain("mallory", &guessed, "guessed", "And me.", "")).await;
    let guess = house.ticket("guessed").await;
    assert_ne!(guess["id"], ticket);
    assert_eq!(house.messages(ticket).await.len(), 4, "the customer's ticket stayed as it was");
}

async fn a_broken_mail_stops_nothing(house: &House) {
    house.stack.send_raw(letters::broken()).await;
    house.stack.send("after-the-broken-one").await;
    house.ticket("after-the-broken-one").await;
    // Whatever could be read of it is a ticket, and what could not is kept to be replayed.
    eventually("the broken mail is kept", async || {
        let kept = house.admin.get("/api/quarantine").await.expect("quarantine");
        let kept = kept["data"].as_array().is_some_and(|all| !all.is_empty());
        kept || house.find("broken parts").await.is_some()
    })
    .await;
}

async fn a_wrong_password_is_told(house: &House) {
    house.change(&json!({ "settings": { "imap_password": "not the password" } })).await;
    eventually("the refused login is shown", async || {
        house.channel().await["state"]["status"] == "auth_failed"
    })
    .await;
    let state = house.channel().await["state"].clone();
    assert!(state["reason"].as_str().is_some_and(|text| text.len() > 10), "{state}");
    assert!(!house.channel().await.to_string().contains("not the password"));

    house.stack.send("while-locked-out").await;
    house.change(&json!({ "settings": { "imap_password": "secret" } })).await;
    house.connected().await;
    house.ticket("while-locked-out").await;
}

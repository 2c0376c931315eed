//! Machines of the desk write to people, and to other machines, a bounded number of times.

use crate::harness::{Ground, Whole, eventually};
use serde_json::{Value, json};

on_both_engines!(
    a_machine_that_does_not_say_so_is_answered_once,
    strangers_are_not_sent_their_own_words,
    a_sender_who_failed_the_checks_is_not_answered,
    machines_in_a_chat_come_to_an_end,
);

/// A channel whose senders anybody can claim to be, with a rule that answers everybody.
async fn mail(ground: Ground, text: &str) -> (Whole, String) {
    let by_address = |manifest: String| {
        manifest.replacen("opens = \"ticket\"", "opens = \"ticket\"\nidentity = \"email\"", 1)
    };
    let whole = Whole::open_as(ground, json!({}), by_address).await;
    let rule = answering(&whole, text).await;
    (whole, rule)
}

async fn answering(whole: &Whole, text: &str) -> String {
    let draft = json!({ "name": "Answer", "when": "customer_message",
        "then": [{ "do": "reply", "value": text }] });
    let rule = whole.admin.post("/api/rules", &draft).await.ok();
    format!("/api/rules/{}/runs", rule["id"])
}

fn wrote(n: usize, person: &str, more: Value) -> Value {
    let mut event = json!({ "kind": "message", "id": format!("in-{n}"), "person": person,
        "thread": format!("t-{n}"), "name": "BUY https://shop.example NOW",
        "subject": "Cheap watches", "text": "Cheap watches at https://shop.example" });
    let more = more.as_object().expect("an object").clone();
    event.as_object_mut().expect("an object").extend(more);
    json!({ "events": [event] })
}

/// Waits for so many runs of the rule, and gives them, the oldest first.
async fn runs(whole: &Whole, path: &str, times: usize) -> Vec<Value> {
    let mut all = eventually(&format!("{times} runs"), || async {
        let page = whole.admin.get(path).await.ok();
        let runs = page["data"].as_array().expect("runs").clone();
        Some(runs).filter(|runs| runs.len() >= times)
    })
    .await;
    all.reverse();
    all
}

/// Why each run did not answer; empty where it did.
fn errors(runs: &[Value]) -> Vec<String> {
    let error = |run: &Value| run["done"][0]["error"].as_str().unwrap_or_default().to_owned();
    runs.iter().map(error).collect()
}

async fn a_machine_that_does_not_say_so_is_answered_once(ground: Ground) {
    let (whole, rule) = mail(ground, "We have your message.").await;
    for n in 0..6 {
        // Each of its answers begins a conversation of its own, as of programs that know no threads.
        whole.says(wrote(n, "Robot@shop.example", json!({}))).await;
        runs(&whole, &rule, n + 1).await;
    }
    let all = errors(&runs(&whole, &rule, 6).await);
    assert_eq!(all[0], "");
    assert!(all[1..].iter().all(|error| error.contains("RFC 3834")), "{all:?}");
    // Somebody else is answered, and so is the same address in other letters not again.
    whole.says(wrote(6, "robot@SHOP.example", json!({}))).await;
    whole.says(wrote(7, "mei@shop.example", json!({}))).await;
    let all = errors(&runs(&whole, &rule, 8).await);
    assert!(all[6].contains("RFC 3834"), "{all:?}");
    assert_eq!(all[7], "");
    whole.provider.until_asked("send", 2).await;
    assert_eq!(whole.provider.asked("send").len(), 2);
}

async fn strangers_are_not_sent_their_own_words(ground: Ground) {
    let text = "Hello {{contact.name}}, we have your message “{{ticket.title}}”.";
    let (whole, rule) = mail(ground, text).await;
    for n in 0..15 {
        let more = json!({ "subject": format!("Cheap watches, offer {n}") });
        whole.says(wrote(n, &format!("victim{n}@shop.example"), more)).await;
    }
    runs(&whole, &rule, 15).await;
    let sent = whole.provider.until_asked("send", 15).await;
    for one in &sent {
        // Not the whole request: an operation's id is random, and may spell any short word.
        let said = format!("{} {} {}", one["subject"], one["text"], one["contents"]);
        for words in ["BUY", "https://", "watches"] {
            assert!(!said.contains(words), "{words} in {said}");
        }
        assert_eq!(one["text"], "Hello, we have your message “”.");
        assert!(one["subject"].as_str().is_some_and(|s| s.ends_with(" Whole")), "{said}");
    }

    // Whom a person has answered is no stranger.
    let tickets = whole.admin.tickets().await;
    let theirs = tickets.iter().find(|row| row["title"] == "Cheap watches, offer 14");
    let ticket = theirs.expect("the ticket of victim14")["id"].as_i64().expect("an id");
    whole.one.reply(ticket, "Hello, I am a person.").await;
    let other = answering(&whole, text).await;
    whole.says(wrote(15, "victim14@shop.example", json!({}))).await;
    runs(&whole, &other, 1).await;
    let sent = whole.provider.until_asked("send", 17).await;
    assert!(sent[16]["text"].as_str().is_some_and(|text| text.contains("BUY")), "{}", sent[16]);
}

async fn a_sender_who_failed_the_checks_is_not_answered(ground: Ground) {
    let (whole, rule) = mail(ground, "We have your message.").await;
    let failed = json!({ "extras": { "auth-dmarc": "fail" } });
    whole.says(wrote(0, "forged@shop.example", failed)).await;
    let passed = json!({ "extras": { "auth-dmarc": "pass", "auth-spf": "fail" } });
    whole.says(wrote(1, "genuine@shop.example", passed)).await;
    let all = errors(&runs(&whole, &rule, 2).await);
    assert!(all[0].contains("did not pass SPF, DKIM or DMARC"), "{all:?}");
    assert_eq!(all[1], "");
}

async fn machines_in_a_chat_come_to_an_end(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let mut rules = vec![];
    for n in 0..3 {
        rules.push(answering(&whole, &format!("Answer {n}")).await);
    }
    // Three answers to each message; the seventh message reaches the limit.
    for n in 0..8 {
        whole.says(wrote(n, "p1", json!({ "thread": "t" }))).await;
        for rule in &rules {
            runs(&whole, rule, n + 1).await;
        }
    }
    let mut sent = 0;
    for rule in &rules {
        let all = runs(&whole, rule, 8).await;
        sent += all.iter().filter(|run| run["outcome"] == "done").count();
    }
    // The limit of an hour, which stops rules in one ticket, is lower.
    assert!((10..=20).contains(&sent), "{sent} answers");
    let ticket = whole.admin.tickets().await[0]["id"].as_i64().expect("an id");
    let messages = whole.admin.messages(ticket).await;
    assert_eq!(messages.iter().filter(|m| m["direction"] == "out").count(), sent);
}

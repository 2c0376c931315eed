//! The calls plugin in the real server, holding the WebSocket of a simulated exchange: what customers
//! and agents do with telephones becomes lines of tickets, whatever the line does meanwhile.

use crate::harness::{Ground, Start, World, eventually, http};
use serde_json::{Value, json};

on_both_engines!(calls_become_lines_of_tickets, the_desk_connects_calls_that_are_handed_over);

const LOGIN: &str = "patchbay:ari-test-password";

/// The exchange, as customers and agents have it in their hands.
struct Exchange {
    control: String,
    http: reqwest::Client,
}

impl Exchange {
    async fn order(&self, what: &str, body: Value) -> Value {
        let url = format!("{}/{what}", self.control);
        let answer = self.http.post(url).json(&body).send().await.expect("an answer");
        let status = answer.status();
        let text = answer.text().await.expect("a body");
        assert!(status.is_success(), "{what} {body}: {text}");
        serde_json::from_str(&text).expect("JSON")
    }

    async fn state(&self) -> Value {
        let url = format!("{}/exchange", self.control);
        self.http.get(url).send().await.expect("an answer").json().await.expect("JSON")
    }

    async fn person(&self, user: i64, name: &str, number: &str) {
        let person = json!({ "id": user, "first_name": name, "phone_number": number });
        self.order("customers", person).await;
    }

    async fn until_heard(&self) {
        eventually("the desk listens to the exchange", || async {
            let state = self.state().await;
            state["applications"].as_array().is_some_and(|all| !all.is_empty()).then_some(())
        })
        .await;
    }

    async fn until_rings(&self, phone: usize) {
        eventually("a telephone of the desk rings", || async {
            (self.state().await["phones"][phone]["call"]["state"] == "Ringing").then_some(())
        })
        .await;
    }
}

/// A desk with the exchange connected.
async fn connected(ground: Ground, settings: Value) -> (World, Exchange, String) {
    let world = World::open(ground, Start::default()).await;
    let base = &world.simulator.url;
    let exchange = Exchange { control: format!("{base}/control/providers/calls"), http: http() };
    let mut all = json!({
        "ari_url": format!("{base}/asterisk/ari"), "login": LOGIN, "trunks": "trunk", "country": "60",
    });
    all.as_object_mut().expect("an object").extend(settings.as_object().expect("fields").clone());
    let body = json!({ "plugin": "calls", "name": "Switchboard", "settings": all });
    let answer = world.admin.post("/api/channels", &body).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let channel = format!("/api/channels/{}", answer.body["id"]);
    exchange.until_heard().await;
    (world, exchange, channel)
}

async fn texts(world: &World, ticket: i64) -> Vec<String> {
    let all = world.one.messages(ticket).await;
    all.iter().map(|m| m["message"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Waits until a ticket's last line begins like this, and gives all its lines.
async fn until_line(world: &World, ticket: i64, begins: &str) -> Vec<String> {
    eventually(&format!("a line begins with {begins}"), || async {
        let all = texts(world, ticket).await;
        all.last().is_some_and(|last| last.starts_with(begins)).then_some(all)
    })
    .await
}

async fn calls_become_lines_of_tickets(ground: Ground) {
    let (world, exchange, channel) = connected(ground, json!({})).await;
    exchange.person(7, "Aisyah", "+60123456789").await;

    // Somebody calls, presses a key, is answered, waits, and hangs up; then the recording comes.
    exchange.order("call", json!({ "user": 7 })).await;
    let ticket = world.ticket_saying("Aisyah is calling.").await["id"].as_i64().expect("an id");
    exchange.order("press", json!({ "user": 7, "keys": "1" })).await;
    exchange.order("answer", json!({ "phone": "101" })).await;
    until_line(&world, ticket, "The call with Aisyah was answered at extension 101.").await;
    exchange.order("hold", json!({ "phone": "101" })).await;
    until_line(&world, ticket, "The call with Aisyah is on hold.").await;
    exchange.order("unhold", json!({ "phone": "101" })).await;
    until_line(&world, ticket, "The call with Aisyah goes on.").await;
    exchange.order("transfer", json!({ "phone": "101", "to": "102" })).await;
    until_line(&world, ticket, "The call with Aisyah was transferred at extension 102.").await;
    exchange.until_rings(1).await;
    exchange.order("answer", json!({ "phone": "102" })).await;
    exchange.order("hang-up", json!({ "user": 7 })).await;
    let lines = until_line(&world, ticket, "The call with Aisyah was recorded.").await;
    assert_eq!(lines.len(), 7, "{lines:?}");
    assert!(lines[5].starts_with("The call with Aisyah ended after 0:0"), "{lines:?}");
    let all = world.one.messages(ticket).await;
    let recording = &all[6]["attachments"][0];
    assert_eq!(recording["mime"], "audio/wav", "{}", all[6]);
    assert_eq!(all[1]["extras"]["call"]["details"]["keypress"], "1", "{}", all[1]);

    // The same person again, in vain: the same ticket. Everything told twice changes nothing.
    exchange.order("call", json!({ "user": 7 })).await;
    until_line(&world, ticket, "Aisyah is calling.").await;
    exchange.order("hang-up", json!({ "user": 7 })).await;
    let lines = until_line(&world, ticket, "A call from Aisyah was missed.").await;
    exchange.order("repeat", json!({})).await;
    exchange.order("unknown-event", json!({})).await;

    // Who hides their number is nobody known, and the next one is somebody else.
    exchange.person(8, "Hidden", "+60198888888").await;
    for _ in 0..2 {
        exchange.order("call", json!({ "user": 8, "withheld": true })).await;
        exchange.until_rings(0).await;
        exchange.order("hang-up", json!({ "user": 8 })).await;
    }
    eventually("each hidden call has a ticket of its own", || async {
        (world.admin.tickets().await.len() == 3).then_some(())
    })
    .await;
    assert_eq!(texts(&world, ticket).await, lines, "nothing came twice");

    // The line breaks in the middle of a call, which ends before it is there again.
    exchange.order("call", json!({ "user": 7 })).await;
    until_line(&world, ticket, "Aisyah is calling.").await;
    exchange.order("answer", json!({ "phone": "102" })).await;
    until_line(&world, ticket, "The call with Aisyah was answered at extension 102.").await;
    exchange.order("drop", json!({})).await;
    exchange.order("hang-up", json!({ "user": 7 })).await;
    exchange.person(9, "Ben", "+60177777777").await;
    exchange.order("call", json!({ "user": 9 })).await;
    // What began meanwhile is found as well.
    let other = world.ticket_saying("Ben is calling.").await["id"].as_i64().expect("an id");
    eventually("the call that nobody saw end is closed", || async {
        let all = texts(&world, ticket).await;
        all.iter().any(|line| line == "The call with Aisyah ended.").then_some(())
    })
    .await;
    exchange.order("hang-up", json!({ "user": 9 })).await;
    until_line(&world, other, "A call from Ben was missed.").await;

    // An agent dials on the telephone itself.
    exchange.order("phone-call", json!({ "phone": "101", "user": 9 })).await;
    until_line(&world, other, "Calling Ben at extension 101.").await;
    exchange.order("answer", json!({ "user": 9 })).await;
    until_line(&world, other, "The call with Ben was answered at extension 101.").await;
    exchange.order("hang-up", json!({ "phone": "101" })).await;
    until_line(&world, other, "The call with Ben").await;

    let account = world.admin.get(&channel).await.ok();
    assert_eq!(account["state"]["status"], "ok", "{account}");
    assert_eq!(world.admin.get("/api/quarantine").await.ok()["data"], json!([]));
    assert!(!world.desk.log().contains(LOGIN));
    let log = world.admin.get(&format!("{channel}/log")).await.ok();
    assert!(!log.to_string().contains("ari-test-password"), "{log}");
}

async fn the_desk_connects_calls_that_are_handed_over(ground: Ground) {
    let settings = json!({ "scope": "handed-over", "phones": "101, 102", "record": true });
    let (world, exchange, channel) = connected(ground, settings).await;
    exchange.order("dialplan", json!({ "stasis": "patchbay", "record": false })).await;
    exchange.person(7, "Aisyah", "+60123456789").await;
    exchange.order("switch", json!({ "phone": "102", "off": true })).await;

    // One telephone is off; the other rings, and gets the call.
    exchange.order("call", json!({ "user": 7 })).await;
    let ticket = world.ticket_saying("Aisyah is calling.").await["id"].as_i64().expect("an id");
    exchange.until_rings(0).await;
    exchange.order("answer", json!({ "phone": "101" })).await;
    until_line(&world, ticket, "The call with Aisyah was answered at extension 101.").await;
    eventually("both hear each other", || async {
        let state = exchange.state().await;
        (state["customers"]["7"]["talks"] == true).then_some(())
    })
    .await;
    // The agent hangs up, and the customer is not left alone in an empty bridge.
    exchange.order("hang-up", json!({ "phone": "101" })).await;
    until_line(&world, ticket, "The call with Aisyah was recorded.").await;
    let state = exchange.state().await;
    assert_eq!((&state["customers"], &state["bridges"]), (&json!({}), &json!([])), "{state}");

    // Nobody picks up: the dialplan goes on, which here means that it hangs up.
    exchange.order("call", json!({ "user": 7 })).await;
    exchange.until_rings(0).await;
    exchange.order("decline", json!({ "phone": "101" })).await;
    until_line(&world, ticket, "A call from Aisyah was missed.").await;
    assert_eq!(world.admin.tickets().await.len(), 1);
    let account = world.admin.get(&channel).await.ok();
    assert_eq!(account["state"]["status"], "ok", "{account}");
}

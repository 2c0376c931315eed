//! The calls plugin in the real server, holding the WebSocket of a simulated exchange: what customers
//! and agents do with telephones becomes lines of tickets, whatever the line does meanwhile.

use crate::harness::{Agent, Answer, Ground, Start, World, eventually, http};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    calls_become_lines_of_tickets,
    the_desk_connects_calls_that_are_handed_over,
    agents_steer_calls_from_the_desk,
    what_cannot_be_done_with_a_call_is_told,
);

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
    let told = world.one.get(&format!("/api/ticket/info/-/{ticket}")).await.ok()["data"].clone();
    assert_eq!(told["call_direction"], "inbound", "{told}");
    assert!(["ref", "did"].iter().all(|key| told[*key] != ""), "{told}");
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

/// The id of the call that a ticket's newest line tells of.
async fn newest_call(world: &World, ticket: i64) -> String {
    let all = world.one.messages(ticket).await;
    let call = &all.last().expect("a line")["extras"]["call"]["id"];
    call.as_str().expect("an id").to_owned()
}

async fn command(agent: &Agent, ticket: i64, op: &str, more: Value) -> Answer {
    let mut body = json!({ "op": op });
    body.as_object_mut().expect("an object").extend(more.as_object().expect("fields").clone());
    agent.post(&format!("/api/tickets/{ticket}/call"), &body).await
}

async fn agents_steer_calls_from_the_desk(ground: Ground) {
    let settings = json!({ "scope": "handed-over", "phones": "101" });
    let (world, exchange, _) = connected(ground, settings).await;
    exchange.order("dialplan", json!({ "stasis": "patchbay", "record": false })).await;
    exchange.person(7, "Aisyah", "+60123456789").await;
    exchange.order("call", json!({ "user": 7 })).await;
    let ticket = world.ticket_saying("Aisyah is calling.").await["id"].as_i64().expect("an id");
    let call = newest_call(&world, ticket).await;
    let info = world.one.get(&format!("/api/ticket/info/-/{ticket}")).await.ok();
    assert_eq!(info["data"]["send"]["calls"], true, "{info}");
    // What is written goes to nobody by telephone: it is kept for the desk.
    assert_eq!(info["data"]["told"], false, "{info}");
    let noted = world.one.reply(ticket, "She asked for the blue one.").await;
    assert_eq!(noted["data"]["state"], "kept", "{noted}");

    // An agent takes the call at a telephone that did not ring by itself.
    exchange.until_rings(0).await;
    let take = json!({ "kind": "answer", "call": call, "extension": "102" });
    command(&world.one, ticket, "answer-0001", take).await.ok();
    exchange.until_rings(1).await;
    exchange.order("answer", json!({ "phone": "102" })).await;
    until_line(&world, ticket, "The call with Aisyah was answered at extension 102.").await;

    // The same command twice is one line.
    let hold = json!({ "kind": "hold", "call": call });
    for _ in 0..2 {
        command(&world.one, ticket, "hold-000001", hold.clone()).await.ok();
    }
    let lines = until_line(&world, ticket, "The call with Aisyah is on hold.").await;
    assert_eq!(lines.iter().filter(|line| line.contains("on hold")).count(), 1, "{lines:?}");
    let state = exchange.state().await;
    assert_eq!(state["customers"]["7"]["on_hold"], true, "{state}");
    for (op, kind) in
        [("resume-0001", "resume"), ("mute-000001", "mute"), ("unmute-0001", "unmute")]
    {
        let what = json!({ "kind": kind, "call": call });
        command(&world.two, ticket, op, what).await.ok();
    }
    until_line(&world, ticket, "The call with Aisyah goes on.").await;
    for (op, kind) in [("record-0001", "record"), ("record-0002", "stop-recording")] {
        command(&world.one, ticket, op, json!({ "kind": kind, "call": call })).await.ok();
    }
    let end = json!({ "kind": "hang-up", "call": call });
    command(&world.one, ticket, "hang-up-001", end.clone()).await.ok();
    until_line(&world, ticket, "The call with Aisyah ended after 0:0").await;
    // What is over already is no reason to complain.
    command(&world.one, ticket, "hang-up-002", end).await.ok();
    let late = command(&world.one, ticket, "hold-000002", hold).await;
    assert_eq!(late.refused(409, "conflict"), "This call is over.");

    // The desk calls back: the agent's telephone rings first, then the customer's.
    let dial = json!({ "kind": "dial", "extension": "101" });
    for _ in 0..2 {
        command(&world.one, ticket, "dial-000001", dial.clone()).await.ok();
    }
    until_line(&world, ticket, "Calling Aisyah at extension 101.").await;
    exchange.until_rings(0).await;
    exchange.order("answer", json!({ "phone": "101" })).await;
    eventually("the customer's telephone rings", || async {
        let state = exchange.state().await;
        (state["customers"]["7"]["state"] == "Ringing").then_some(())
    })
    .await;
    exchange.order("answer", json!({ "user": 7 })).await;
    until_line(&world, ticket, "The call with Aisyah was answered at extension 101.").await;
    let call = newest_call(&world, ticket).await;
    let over = json!({ "kind": "transfer", "call": call, "target": "102" });
    command(&world.one, ticket, "transfer-01", over).await.ok();
    until_line(&world, ticket, "The call with Aisyah was transferred at extension 102.").await;
    exchange.order("hang-up", json!({ "user": 7 })).await;
    until_line(&world, ticket, "The call with Aisyah ended").await;
    let lines = texts(&world, ticket).await;
    let dialled = lines.iter().filter(|line| line.starts_with("Calling Aisyah")).count();
    assert_eq!(dialled, 1, "{lines:?}");

    // Each call is whose telephone it was.
    let calls = world.two.get("/api/ticket/load/-/all/call2/0").await.ok()["data"].clone();
    let told = |call: &Value| {
        let words = [
            &call["direction"],
            &call["outcome"],
            &call["extension"],
            &call["assignee"]["username"],
        ];
        words.map(|word| word.as_str().unwrap_or_default().to_owned()).join(" ")
    };
    let told: Vec<String> = calls.as_array().expect("calls").iter().map(told).collect();
    // Nobody answered at 102 what was transferred there.
    assert_eq!(told, ["outbound answered 101 agent1", "inbound answered 102 agent1"]);
    let extensions = world.two.get("/api/extension/get").await.ok();
    let known = |extension: &str| {
        extensions
            .as_array()
            .expect("extensions")
            .iter()
            .any(|e| e["extension"] == extension && e["name"] != "")
    };
    assert!(known("101") && known("102"), "{extensions}");

    // Who did what is written down.
    let history = world.one.get(&format!("/api/tickets/{ticket}/history")).await.ok();
    let steps: Vec<_> = history["data"].as_array().expect("steps").iter().rev().collect();
    let calls: Vec<_> = steps.iter().filter(|step| step["kind"] == "call").collect();
    let told = |step: &Value| format!("{} {}", step["by"], step["after"]).replace('"', "");
    let told: Vec<String> = calls.iter().map(|step| told(step)).collect();
    let mut expected: Vec<String> = ["answer", "hold"].map(|kind| format!("agent1 {kind}")).into();
    expected.extend(["resume", "mute", "unmute"].map(|kind| format!("agent2 {kind}")));
    let rest = ["record", "stop-recording", "hang-up", "hang-up", "dial", "transfer"];
    expected.extend(rest.map(|kind| format!("agent1 {kind}")));
    assert_eq!(told, expected);
    assert_eq!(calls[9]["why"], "+60123456789");
    assert_eq!(calls[10]["why"], "102");
}

async fn what_cannot_be_done_with_a_call_is_told(ground: Ground) {
    let (world, exchange, channel) = connected(ground, json!({})).await;
    exchange.person(7, "Aisyah", "+60123456789").await;
    exchange.order("call", json!({ "user": 7 })).await;
    let ticket = world.ticket_saying("Aisyah is calling.").await["id"].as_i64().expect("an id");
    let call = newest_call(&world, ticket).await;
    let hang_up = json!({ "kind": "hang-up", "call": call });

    for (what, field) in [
        (json!({ "op": "short" }), "op"),
        (json!({ "call": "" }), "call"),
        (json!({ "kind": "dial" }), "call"),
        (json!({ "kind": "dial", "call": "" }), "extension"),
        (json!({ "kind": "answer", "extension": "10/2" }), "extension"),
        (json!({ "kind": "transfer" }), "target"),
        (json!({ "kind": "transfer", "target": "1".repeat(41) }), "target"),
    ] {
        let mut body = hang_up.clone();
        body.as_object_mut().expect("an object").extend(what.as_object().expect("fields").clone());
        let answer = command(&world.one, ticket, "refused-001", body).await;
        answer.refused(422, "invalid");
        assert!(answer.body["error"]["fields"][field].is_string(), "{what}: {}", answer.body);
    }
    command(&world.one, ticket, "refused-001", json!({ "kind": "explode", "call": call }))
        .await
        .refused(422, "invalid");

    // Somebody else's ticket, or a call of another ticket.
    command(&world.outsider, ticket, "foreign-001", hang_up.clone())
        .await
        .refused(404, "not_found");
    command(&world.one, 987_654, "foreign-002", hang_up.clone()).await.refused(404, "not_found");
    let other = json!({ "kind": "hang-up", "call": "1700000000.999" });
    command(&world.one, ticket, "foreign-003", other).await.refused(404, "not_found");
    let bot = world.bot().await;
    bot.write(81, "Hello").await;
    let chat = world.ticket_saying("Hello").await["id"].as_i64().expect("an id");
    let answer = command(&world.one, chat, "foreign-004", hang_up.clone()).await;
    assert!(answer.refused(409, "conflict").contains("carries no calls"), "{answer:?}");

    // Agents from whom calls are hidden.
    let found = world.admin.get("/api/users?search=agent2").await.ok();
    let hidden = json!({ "permissions": ["hide_call"] });
    let user = format!("/api/users/{}", found["data"][0]["id"]);
    world.admin.call(Method::PATCH, &user, Some(&hidden)).await.ok();
    let two = world.desk.sign_in("agent2", "agent").await;
    command(&two, ticket, "hidden-0001", hang_up.clone()).await.refused(403, "forbidden");

    // The dialplan has this call; the desk may end it.
    let mute = json!({ "kind": "record", "call": call });
    let answer = command(&world.one, ticket, "dialplan-01", mute).await;
    assert!(answer.refused(409, "conflict").contains("dialplan has this call"), "{answer:?}");
    assert_eq!(exchange.state().await["customers"]["7"]["state"], "Ring", "the call goes on");

    // The channel is switched off.
    let off = json!({ "enabled": false });
    world.admin.call(Method::PATCH, &channel, Some(&off)).await.ok();
    let answer = command(&world.one, ticket, "paused-0001", hang_up.clone()).await;
    assert!(answer.refused(409, "conflict").contains("switched off"), "{answer:?}");
    let on = json!({ "enabled": true });
    world.admin.call(Method::PATCH, &channel, Some(&on)).await.ok();
    command(&world.one, ticket, "hang-up-001", hang_up).await.ok();
    eventually("the customer hears the end", || async {
        (exchange.state().await["customers"] == json!({})).then_some(())
    })
    .await;

    // The exchange does not take the command; the same one again, when it does, happens once.
    let dial = json!({ "kind": "dial", "extension": "101" });
    exchange.order("faults", json!({ "does": "channels", "status": 503 })).await;
    command(&world.one, ticket, "dial-000001", dial.clone()).await.refused(503, "unavailable");
    command(&world.one, ticket, "dial-000001", dial).await.ok();
    until_line(&world, ticket, "Calling Aisyah at extension 101.").await;
    let history = world.one.get(&format!("/api/tickets/{ticket}/history")).await.ok();
    assert_eq!(history.to_string().matches("\"call\"").count(), 2, "{history}");
}

//! Push connections: opened by the rules, stepped through, resumed, and given up.

use crate::harness::{Ground, Line, WHOLE_TOKEN, Whole, eventually};
use axum::extract::ws::{CloseFrame, Message};
use serde_json::{Value, json};
use std::time::Duration;

on_both_engines!(
    frames_become_messages,
    a_connection_goes_on_where_it_ended,
    trouble_is_contained,
    trouble_outlives_a_check_that_began_before,
);

impl Line {
    async fn say(&mut self, frame: &Value) {
        self.socket.send(Message::Text(frame.to_string().into())).await.expect("sent");
    }

    /// The next text frame of the desk.
    async fn hear(&mut self) -> Value {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(20), self.socket.recv());
            match next.await.expect("a frame comes").expect("open").expect("sound") {
                Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// The code that the desk closes with.
    async fn closed(&mut self) -> u16 {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(20), self.socket.recv());
            match next.await.expect("it ends") {
                Some(Ok(Message::Close(Some(frame)))) => return frame.code,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return 1006,
            }
        }
    }

    async fn close(mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame { code, reason: reason.into() };
        self.socket.send(Message::Close(Some(frame))).await.expect("sent");
        while let Some(Ok(_)) = self.socket.recv().await {}
    }
}

fn message(id: &str, text: &str) -> Value {
    json!({ "events": [{ "kind": "message", "id": id, "text": text }] })
}

async fn texts(whole: &Whole) -> Vec<String> {
    let Some(ticket) = whole.admin.tickets().await.first().cloned() else { return vec![] };
    let all = whole.admin.messages(ticket["id"].as_i64().expect("an id")).await;
    all.iter().map(|m| m["message"].as_str().unwrap_or_default().to_owned()).collect()
}

async fn until_texts(whole: &Whole, wanted: &[&str]) {
    eventually(&format!("messages {wanted:?}"), || async {
        (texts(whole).await == wanted).then_some(())
    })
    .await;
}

async fn frames_become_messages(ground: Ground) {
    let mut whole = Whole::open(ground, json!({ "socket": true })).await;
    let mut line = whole.provider.line().await;
    // Credentials stand where the manifest puts them, and only the host knows them.
    assert_eq!(line.uri, format!("/socket?t={WHOLE_TOKEN}"));
    assert_eq!(line.headers["x-token"], WHOLE_TOKEN);
    assert_eq!(line.hear().await, json!({ "hello": null, "token": WHOLE_TOKEN }));

    // What the batch brings is committed before the answer leaves.
    let mut frame = message("m1", "Over the wire");
    frame["send"] = json!([{ "got": "m1" }]);
    frame["state"] = json!("a");
    line.say(&frame).await;
    assert_eq!(line.hear().await, json!({ "got": "m1" }));
    assert_eq!(texts(&whole).await, ["Over the wire"]);
    // The same again is known; binary frames and pings are served.
    line.say(&message("m1", "Over the wire")).await;
    line.socket.send(Message::Binary(vec![7; 9].into())).await.expect("sent");
    assert_eq!(line.hear().await, json!({ "bytes": 9 }));
    line.socket.send(Message::Ping(b"p".to_vec().into())).await.expect("sent");
    let pong = tokio::time::timeout(Duration::from_secs(20), line.socket.recv()).await;
    let pong = pong.expect("in time").expect("open").expect("sound");
    assert!(matches!(pong, Message::Pong(ref p) if &p[..] == b"p"), "{pong:?}");

    // An echo of the secret reaches the guest masked, and what somebody outside wrote is never filled.
    line.say(&message("m2", &format!("token {WHOLE_TOKEN}!"))).await;
    line.say(&json!({ "send": [{ "x": "{credential:frame}" }] })).await;
    assert_eq!(line.hear().await, json!({ "x": "{credential:frame}" }));
    let masked = format!("token {}!", "*".repeat(WHOLE_TOKEN.len()));
    until_texts(&whole, &["Over the wire", &masked]).await;

    // Heartbeats tick as often as the plugin says, with its state, and stop when it says so.
    line.say(&json!({ "heartbeat_ms": 100 })).await;
    assert_eq!(line.hear().await, json!({ "tick": "a" }));
    assert_eq!(line.hear().await, json!({ "tick": "a" }));
    line.say(&json!({ "heartbeat_ms": 0, "send": ["quiet"] })).await;
    while line.hear().await != json!("quiet") {}

    assert_eq!(whole.account().await["state"]["status"], "ok");
    // Switching the account off ends the connection, in order.
    let path = format!("/api/channels/{}", whole.channel);
    let off = json!({ "enabled": false });
    whole.admin.call(reqwest::Method::PATCH, &path, Some(&off)).await.ok();
    assert_eq!(line.closed().await, 1012);
    assert!(!whole.desk.log().contains(WHOLE_TOKEN));
}

async fn a_connection_goes_on_where_it_ended(ground: Ground) {
    let mut whole = Whole::open(ground, json!({ "socket": true })).await;
    let mut line = whole.provider.line().await;
    assert_eq!(line.hear().await["hello"], Value::Null);
    let mut frame = message("m1", "One");
    frame["state"] = json!("1");
    line.say(&frame).await;
    until_texts(&whole, &["One"]).await;
    // The provider ends it: the plugin hears the code, and the next connection knows the state.
    line.close(4000, "session").await;
    let mut line = whole.provider.line().await;
    assert_eq!(line.hear().await["hello"], "1(4000)");

    // kill -9 in the middle of a step: nothing of it is stored, and it comes again.
    whole.provider.answer("wait", json!("hold"));
    let mut frame = message("m2", "Two");
    frame["state"] = json!("2");
    frame["ask"] = json!("wait");
    line.say(&frame).await;
    whole.provider.until_asked("wait", 1).await;
    whole.crash().await;
    whole.provider.release();
    assert_eq!(texts(&whole).await, ["One"]);
    let mut line = whole.provider.line().await;
    assert_eq!(line.hear().await["hello"], "1(4000)", "the state of the last committed step");
    line.say(&frame).await;
    line.say(&frame).await;
    until_texts(&whole, &["One", "Two"]).await;

    // The plugin wants another connection.
    line.say(&json!({ "reconnect": 4001 })).await;
    assert_eq!(line.closed().await, 4001);
    let mut line = whole.provider.line().await;
    assert!(line.hear().await["hello"].as_str().expect("a state").starts_with("1(4000)2"));
}

async fn trouble_outlives_a_check_that_began_before(ground: Ground) {
    let mut whole = Whole::open(ground, json!({ "socket": true })).await;
    whole.provider.line().await.hear().await;
    whole.until_status("ok").await;
    // The settings are checked while their connection finds out that it is not wanted.
    whole.provider.answer("check", json!("hold"));
    let path = format!("/api/channels/{}", whole.channel);
    let change = json!({ "settings": { "socket": false, "asks": true } });
    let changed = async {
        let answer = whole.admin.call(reqwest::Method::PATCH, &path, Some(&change)).await;
        answer.ok()["state"].clone()
    };
    let found = async {
        let account = whole.until_status("degraded").await;
        assert_eq!(account["state"]["reason"], "The socket is off.");
        whole.provider.until_asked("check", 1).await;
        whole.provider.release();
    };
    let (answered, ()) = tokio::join!(changed, found);
    assert_eq!(answered["reason"], "The socket is off.", "the check says that all is well");
    assert_eq!(whole.account().await["state"], answered);
}

async fn trouble_is_contained(ground: Ground) {
    let mut whole = Whole::open(ground, json!({ "socket": true })).await;
    let mut line = whole.provider.line().await;
    line.hear().await;
    // A frame the plugin crashes on is set aside; those around it are taken.
    line.say(&message("m1", "Before")).await;
    line.say(&json!({ "fail": "trap" })).await;
    line.say(&message("m2", "After")).await;
    until_texts(&whole, &["Before", "After"]).await;
    let kept = eventually("it is kept", || async {
        whole.quarantine().await.into_iter().find(|k| k["kind"] == "socket")
    })
    .await;
    assert!(kept["preview"].as_str().expect("a preview").contains("trap"), "{kept}");

    // A frame over the limit ends the connection, which is made anew.
    let big = Message::Text("x".repeat((1 << 20) + 1).into());
    line.socket.send(big).await.expect("sent");
    drop(line);
    let mut line = whole.provider.line().await;
    assert_eq!(line.hear().await["hello"], "(1009)");

    // A code that says the credentials are refused stops it and shows on the account.
    line.close(4004, "authentication failed").await;
    let account = whole.until_status("auth_failed").await;
    assert_eq!(account["state"]["reason"], "authentication failed");
    // A change by the admin starts it again.
    let path = format!("/api/channels/{}", whole.channel);
    let change = json!({ "settings": { "page": "x" } });
    whole.admin.call(reqwest::Method::PATCH, &path, Some(&change)).await.ok();
    let mut line = whole.provider.line().await;
    line.hear().await;
    whole.until_status("ok").await;
    line.close(4010, "This bot was removed.").await;
    let account = whole.until_status("degraded").await;
    assert_eq!(account["state"]["reason"], "This bot was removed.");

    // A plugin that wants no connection says why.
    let change = json!({ "settings": { "socket": false } });
    whole.admin.call(reqwest::Method::PATCH, &path, Some(&change)).await.ok();
    eventually("its reason shows", || async {
        let account = whole.account().await;
        (account["state"]["reason"] == "The socket is off.").then_some(())
    })
    .await;
    // An address that may not be reached is refused before anything is sent.
    let change = json!({ "settings": { "socket": true, "base": "http://127.0.0.1:9" } });
    whole.admin.call(reqwest::Method::PATCH, &path, Some(&change)).await.ok();
    eventually("the refusal shows", || async {
        let account = whole.account().await;
        let reason = account["state"]["reason"].as_str().unwrap_or_default().to_owned();
        reason.contains("egress.allow_private").then_some(())
    })
    .await;
}

//! The exchange through a real WebSocket and real HTTP: who is let in, which refusals there are, and
//! what is told of a call.
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::sim::Sim;

const LOGIN: &str = "patchbay:ari-test-password";

struct Wire(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Wire {
    async fn open(sim: &Sim, query: &str) -> Result<Self, Error> {
        let address = format!("{}/asterisk/ari/events?{query}", sim.base.replacen("http", "ws", 1));
        Ok(Self(connect_async(address).await?.0))
    }

    async fn of(sim: &Sim, app: &str, all: bool) -> Self {
        Self::open(sim, &format!("app={app}&subscribeAll={all}&api_key={LOGIN}")).await.unwrap()
    }

    /// The next event; none when the line ended.
    async fn next(&mut self) -> Option<Value> {
        loop {
            let came = tokio::time::timeout(Duration::from_secs(20), self.0.next()).await.unwrap();
            match came {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).ok(),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Everything until an event of this kind, by kind.
    async fn until(&mut self, kind: &str) -> (Value, Vec<String>) {
        let mut kinds = Vec::new();
        loop {
            let event = self.next().await.unwrap_or_else(|| panic!("no {kind} in {kinds:?}"));
            kinds.push(event["type"].as_str().unwrap().to_owned());
            if event["type"] == kind {
                return (event, kinds);
            }
        }
    }
}

async fn order(sim: &Sim, what: &str, body: Value) -> Value {
    let url = format!("{}/control/providers/calls/{what}", sim.base);
    let reply = sim.send(sim.client.post(url).json(&body)).await;
    assert_eq!(reply.status, 200, "{what}: {}", reply.body);
    reply.body
}

/// Status, and the JSON of an answer that has some.
async fn ari(sim: &Sim, method: &str, path: &str) -> (u16, Value) {
    let method = Method::from_bytes(method.as_bytes()).unwrap();
    let url = format!("{}/asterisk/ari{path}", sim.base);
    let basic = format!("Basic {}", STANDARD.encode(LOGIN));
    let answer = sim.client.request(method, url).header("authorization", basic).send().await;
    let answer = answer.unwrap();
    let status = answer.status().as_u16();
    (status, answer.json().await.unwrap_or_default())
}

async fn ann(sim: &Sim) {
    let number = "+60123456789";
    order(sim, "customers", json!({ "id": 7, "first_name": "Ann", "phone_number": number })).await;
}

#[tokio::test]
async fn only_the_right_login_gets_in() {
    let sim = Sim::start().await;
    let get = |query: &str, header: Option<String>| {
        let request = sim.client.get(format!("{}/asterisk/ari/channels{query}", sim.base));
        let request = match header {
            Some(value) => request.header("authorization", value),
            None => request,
        };
        async move { request.send().await.unwrap() }
    };
    let refused = get("", None).await;
    assert_eq!(refused.status(), 401);
    let realm = refused.headers()["www-authenticate"].to_str().unwrap().to_owned();
    assert_eq!(realm, "Basic realm=\"Asterisk REST Interface\"");
    let body: Value = refused.json().await.unwrap();
    assert_eq!(body, json!({ "message": "Authentication required" }));
    assert_eq!(get("?api_key=patchbay:wrong", None).await.status(), 401);
    let wrong = format!("Basic {}", STANDARD.encode("patchbay:wrong"));
    assert_eq!(get("", Some(wrong)).await.status(), 401);
    assert_eq!(get(&format!("?api_key={LOGIN}"), None).await.status(), 200);
    let right = format!("Basic {}", STANDARD.encode(LOGIN));
    assert_eq!(get("", Some(right)).await.status(), 200);
    for (query, status) in [("app=desk", 401), (&*format!("api_key={LOGIN}"), 400)] {
        let Err(Error::Http(answer)) = Wire::open(&sim, query).await else { panic!("{query}") };
        assert_eq!(answer.status().as_u16(), status, "{query}");
    }
}

#[tokio::test]
async fn one_connection_owns_an_application() {
    let sim = Sim::start().await;
    assert_eq!(ari(&sim, "GET", "/applications/desk").await.0, 404);
    let mut first = Wire::of(&sim, "desk", true).await;
    assert_eq!(ari(&sim, "GET", "/applications/desk").await.0, 200);
    let mut second = Wire::of(&sim, "desk", true).await;
    assert_eq!(first.next().await.unwrap()["type"], "ApplicationReplaced");
    assert!(first.next().await.is_none(), "the old connection hears no more");
    ann(&sim).await;
    order(&sim, "call", json!({ "user": 7 })).await;
    assert_eq!(second.next().await.unwrap()["type"], "ChannelCreated");
    order(&sim, "drop", json!({})).await;
    assert_eq!(ari(&sim, "GET", "/applications/desk").await.0, 404);
}

#[tokio::test]
async fn a_call_of_the_dialplan_is_told_from_ring_to_end() {
    let sim = Sim::start().await;
    ann(&sim).await;
    let mut wire = Wire::of(&sim, "desk", true).await;
    let root = order(&sim, "call", json!({ "user": 7 })).await["channel"].clone();
    let (created, _) = wire.until("ChannelCreated").await;
    assert_eq!(created["channel"]["caller"]["number"], "+60123456789");
    assert_eq!(created["channel"]["dialplan"]["exten"], "60312345678");
    order(&sim, "press", json!({ "user": 7, "keys": "1x#" })).await;
    let (key, _) = wire.until("ChannelDtmfReceived").await;
    assert_eq!((&key["digit"], &key["channel"]["id"]), (&json!("1"), &root));
    order(&sim, "answer", json!({ "phone": "101" })).await;
    let (dial, _) = wire.until("Dial").await;
    assert_eq!((&dial["dialstatus"], &dial["caller"]["id"]), (&json!("ANSWER"), &root));
    assert_eq!(dial["peer"]["channelvars"]["CHANNEL(linkedid)"], root);
    let (started, kinds) = wire.until("RecordingStarted").await;
    assert!(kinds.contains(&"ChannelEnteredBridge".to_owned()), "{kinds:?}");
    assert_eq!(started["recording"]["name"], root);
    // The other telephone stopped ringing.
    let (_, channels) = ari(&sim, "GET", "/channels").await;
    assert_eq!(channels.as_array().unwrap().len(), 2);
    order(&sim, "hang-up", json!({ "user": 7 })).await;
    let (gone, _) = wire.until("ChannelDestroyed").await;
    assert_eq!((&gone["channel"]["id"], &gone["cause"]), (&root, &json!(16)));
    let file = format!("/recordings/stored/{}/file", root.as_str().unwrap());
    let url = format!("{}/asterisk/ari{file}?api_key={LOGIN}", sim.base);
    let bytes = sim.client.get(url).send().await.unwrap().bytes().await.unwrap();
    assert!(bytes.starts_with(b"RIFF") && bytes.len() > 44);
    assert_eq!(ari(&sim, "DELETE", &file.replace("/file", "")).await.0, 204);
    assert_eq!(ari(&sim, "GET", &file).await.0, 404);
}

#[tokio::test]
async fn an_application_connects_what_is_handed_over() {
    let sim = Sim::start().await;
    ann(&sim).await;
    order(&sim, "dialplan", json!({ "stasis": "desk" })).await;
    let mut wire = Wire::of(&sim, "desk", false).await;
    let root = order(&sim, "call", json!({ "user": 7 })).await["channel"].clone();
    let root = root.as_str().unwrap();
    let (start, kinds) = wire.until("StasisStart").await;
    assert_eq!((&start["channel"]["state"], kinds.len()), (&json!("Ring"), 1), "nothing before it");
    let leg = "/channels?endpoint=PJSIP/101&app=desk&appArgs=answer,1&channelId=leg-1&originator=";
    assert_eq!(ari(&sim, "POST", &format!("{leg}{root}")).await.0, 200);
    assert_eq!(ari(&sim, "POST", &format!("{leg}{root}")).await.0, 409, "its id is taken");
    order(&sim, "answer", json!({ "phone": "101" })).await;
    let (start, _) = wire.until("StasisStart").await;
    assert_eq!(
        (&start["channel"]["id"], &start["args"]),
        (&json!("leg-1"), &json!(["answer", "1"]))
    );
    for (method, path, status) in [
        ("POST", format!("/channels/{root}/hold"), 412),
        ("POST", format!("/channels/{root}/answer"), 204),
        ("POST", "/bridges/b?type=mixing".to_owned(), 200),
        ("POST", "/bridges/b?type=mixing".to_owned(), 200),
        ("POST", format!("/bridges/b/addChannel?channel={root},leg-1"), 204),
        ("POST", "/bridges/b/addChannel?channel=nobody".to_owned(), 400),
        ("POST", "/bridges/none/addChannel?channel=leg-1".to_owned(), 404),
        ("POST", "/bridges/b/record?name=r&format=flac".to_owned(), 422),
        ("POST", "/bridges/b/record?name=r&format=wav".to_owned(), 201),
        ("POST", "/bridges/b/record?name=s&format=wav".to_owned(), 409),
        ("POST", "/recordings/live/none/stop".to_owned(), 404),
        ("POST", "/recordings/live/r/stop".to_owned(), 204),
        ("POST", format!("/channels/{root}/hold"), 204),
        ("DELETE", format!("/channels/{root}/hold"), 204),
        ("POST", "/channels/leg-1/mute?direction=in".to_owned(), 204),
        ("POST", "/channels/leg-1/mute?direction=up".to_owned(), 400),
        ("POST", "/channels/none/mute".to_owned(), 404),
        ("POST", "/channels?endpoint=PJSIP/999&app=desk".to_owned(), 500),
        ("POST", "/channels?endpoint=PJSIP/102".to_owned(), 400),
        ("GET", "/teapots".to_owned(), 404),
        ("POST", format!("/applications/desk/subscription?eventSource=channel:{root}"), 200),
        ("DELETE", "/channels/leg-1?reason=bored".to_owned(), 400),
        ("DELETE", "/channels/leg-1?reason=normal".to_owned(), 204),
        ("DELETE", "/channels/leg-1".to_owned(), 404),
    ] {
        assert_eq!(ari(&sim, method, &path).await.0, status, "{method} {path}");
    }
    // The customer goes on to another extension; the application that asked to hears the end.
    let to = format!("/channels/{root}/continue?context=from-internal&extension=102&priority=1");
    assert_eq!(ari(&sim, "POST", &to).await.0, 204);
    wire.until("StasisEnd").await;
    assert_eq!(ari(&sim, "POST", &format!("/channels/{root}/hold")).await.0, 409);
    order(&sim, "answer", json!({ "phone": "102" })).await;
    order(&sim, "hang-up", json!({ "user": 7 })).await;
    let (gone, _) = wire.until("ChannelDestroyed").await;
    assert_eq!(gone["channel"]["id"], root);
}

#[tokio::test]
async fn what_rings_too_long_is_given_up_and_faults_strike() {
    let sim = Sim::start().await;
    ann(&sim).await;
    let mut wire = Wire::of(&sim, "desk", false).await;
    let leg = "/channels?endpoint=PJSIP/0123456789@trunk&app=desk&timeout=1&channelId=out-1";
    assert_eq!(ari(&sim, "POST", leg).await.0, 200);
    let (gone, _) = wire.until("ChannelDestroyed").await;
    assert_eq!((&gone["channel"]["id"], &gone["cause"]), (&json!("out-1"), &json!(19)));
    for fault in ["read-channels", "channels"] {
        order(&sim, "faults", json!({ "method": fault, "status": 503 })).await;
    }
    assert_eq!(ari(&sim, "GET", "/channels").await.0, 503);
    assert_eq!(ari(&sim, "GET", "/channels").await.0, 200, "the other one is for what changes");
    assert_eq!(ari(&sim, "POST", leg).await.0, 503);
    // The other side of the phone page: an agent dials, and the customer declines.
    order(&sim, "phone-call", json!({ "phone": "101", "user": 7 })).await;
    order(&sim, "decline", json!({ "user": 7 })).await;
    assert_eq!(ari(&sim, "GET", "/channels").await.1, json!([]), "nobody is left in a call");
}

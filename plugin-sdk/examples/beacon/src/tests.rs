//! The state machine on recorded frames, and what goes out.

use super::*;
use crate::wire::State;
use patchbay_plugin::serde_json::{self, json};
use patchbay_plugin::socket::{Frame, Guest as _, Input, Step};
use patchbay_plugin::testing::{self, golden};

const API: &str = "https://api.beacon.example";

fn account() -> Account {
    Account { id: "a".into(), config: "{}".into(), public_url: String::new(), extras: Vec::new() }
}

fn frames(frames: &[Value]) -> Input {
    Input::Frames(frames.iter().map(|frame| Frame::Text(frame.to_string())).collect())
}

fn step(state: &State, input: Input) -> Step {
    Beacon::advance(account(), Some(state.write()), input).expect("a step")
}

fn state_of(step: &Step) -> State {
    State::read(step.state.as_deref())
}

fn said(step: &Step) -> Vec<Value> {
    let texts = step.send.iter().map(|frame| match frame {
        Frame::Text(text) => serde_json::from_str(text).expect("JSON"),
        Frame::Binary(_) => panic!("only text is spoken"),
    });
    texts.collect()
}

fn message(id: u64, text: &str) -> Value {
    json!({
        "id": id.to_string(), "channel_id": "c", "content": text, "attachments": [],
        "author": { "id": "7", "username": "ann", "global_name": "Ann", "bot": false },
    })
}

fn known() -> State {
    State { session: Some("s".into()), seq: 4, newest: 10, waiting: false }
}

/// Each recorded group of frames, with the batch, the frames and the state it must lead to.
#[test]
fn recorded_frames() {
    golden::check(concat!(env!("CARGO_MANIFEST_DIR"), "/recorded"), |_, payload| {
        testing::otherwise(|request| {
            let file = request.url.ends_with(".png");
            Ok((
                200,
                if file { testing::Answer::Blob(1) } else { testing::Answer::Text("[]".into()) },
            ))
        });
        let state: State = serde_json::from_value(payload["state"].clone()).unwrap_or_default();
        let given = payload["frames"].as_array().expect("frames");
        let step = step(&state, frames(given));
        let (send, after) = (said(&step), state_of(&step));
        json!({
            "send": send, "state": after, "heartbeat-ms": step.heartbeat_ms,
            "reconnect": step.reconnect, "batch": golden::batch(step.batch),
        })
    });
}

#[test]
fn a_connection_begins_when_the_gateway_speaks() {
    let plan = Beacon::open(account(), None).expect("a plan");
    assert_eq!(plan.url, "wss://gateway.beacon.example?v=1&encoding=json");
    assert!(plan.hello.is_empty());
    let hello = json!({ "op": 10, "d": { "heartbeat_interval": 41250 } });
    let fresh = step(&State::default(), frames(std::slice::from_ref(&hello)));
    assert_eq!(fresh.heartbeat_ms, Some(41250));
    let first = &said(&fresh)[0];
    assert_eq!((&first["op"], &first["d"]["token"]), (&json!(2), &json!("{credential:identify}")));
    let again = step(&known(), frames(&[hello]));
    let first = &said(&again)[0];
    assert_eq!((&first["op"], &first["d"]["seq"]), (&json!(6), &json!(4)));
}

#[test]
fn a_heartbeat_that_nobody_acknowledges_ends_the_connection() {
    let beat = step(&known(), Input::Tick);
    assert_eq!(said(&beat), [json!({ "op": 1, "d": 4 })]);
    let waiting = state_of(&beat);
    assert!(waiting.waiting);
    let acknowledged = step(&waiting, frames(&[json!({ "op": 11 })]));
    assert!(!state_of(&acknowledged).waiting);
    let dead = step(&waiting, Input::Tick);
    assert_eq!((dead.reconnect, dead.send.len()), (Some(4000), 0));
    assert_eq!(state_of(&dead).session.as_deref(), Some("s"), "the session is resumed");
    let asked = step(&known(), frames(&[json!({ "op": 1, "d": null })]));
    assert_eq!(said(&asked), [json!({ "op": 1, "d": 4 })]);
}

#[test]
fn each_end_of_a_connection_keeps_or_drops_the_session() {
    let after = |code: u16| state_of(&step(&known(), Input::Closed((code, String::new())))).session;
    for kept in [1000, 1001, 1006, 4000, 4008] {
        assert_eq!(after(kept).as_deref(), Some("s"), "{kept}");
    }
    for dropped in [4007, 4009] {
        assert_eq!(after(dropped), None, "{dropped}");
    }
    let ended = |code: u16| {
        Beacon::advance(account(), Some(known().write()), Input::Closed((code, "no".into())))
            .unwrap_err()
    };
    assert!(matches!(ended(4004), Failure::AuthExpired(_)));
    assert!(matches!(ended(4014), Failure::Permanent(_)));
    let invalid = |resumable: bool| step(&known(), frames(&[json!({ "op": 9, "d": resumable })]));
    assert_eq!((invalid(true).reconnect, state_of(&invalid(true))), (Some(4000), known()));
    assert_eq!(state_of(&invalid(false)).session, None);
    assert_eq!(state_of(&invalid(false)).newest, 10, "what was seen stays known");
    assert_eq!(step(&known(), frames(&[json!({ "op": 7, "d": null })])).reconnect, Some(4000));
}

#[test]
fn a_new_session_reads_what_was_missed() {
    let ready = json!({ "op": 0, "s": 1, "t": "READY", "d": { "session_id": "t", "private_channels": [
        { "id": "c", "last_message_id": "12" }, { "id": "d", "last_message_id": "9" },
        { "id": "e", "last_message_id": null },
    ] } });
    let page = json!([message(12, "two"), message(11, "one")]);
    testing::answers(200, page.to_string());
    let state = State { session: None, seq: 0, ..known() };
    let step = step(&state, frames(std::slice::from_ref(&ready)));
    let sent = testing::take_sent();
    assert_eq!(sent.len(), 1, "only the channel with something new is asked");
    assert_eq!(sent[0].url, format!("{API}/api/v1/channels/c/messages?limit=100&after=10"));
    let texts: Vec<_> = step
        .batch
        .events
        .iter()
        .map(|event| match event {
            Event::Message(message) => message.text.clone().unwrap_or_default(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(texts, ["one", "two"], "oldest first");
    assert_eq!((state_of(&step).newest, state_of(&step).session.as_deref()), (12, Some("t")));
    // The very first session does not bring history.
    let first = super::tests::step(&State::default(), frames(&[ready]));
    assert!(testing::take_sent().is_empty() && first.batch.events.is_empty());
    assert_eq!(state_of(&first).newest, 12);
}

fn outgoing() -> Message {
    Message {
        op_id: "0123456789-0123456789-0123456789".into(),
        attempt: 1,
        prior_unknown: false,
        thread: "c".into(),
        channel: "BEACON".into(),
        recipient: "7".into(),
        ticket: "1".into(),
        subject: None,
        text: Some("Hello".into()),
        html: None,
        reply_to: Some("11".into()),
        references: Vec::new(),
        to: Vec::new(),
        cc: Vec::new(),
        attachments: Vec::new(),
        contents: Vec::new(),
        agent_name: "Alice".into(),
        extras: Vec::new(),
    }
}

#[test]
fn a_message_goes_out_once_however_often() {
    testing::answers(200, r#"{"id": "20"}"#);
    let sent = <Beacon as outbound::Guest>::send(account(), outgoing()).expect("sent");
    assert_eq!(sent.external_ids, ["20"]);
    let request = testing::take_sent().remove(0);
    assert_eq!(request.credentials, ["bot"]);
    let body: Value = serde_json::from_str(&request.body).expect("JSON");
    assert_eq!(
        body,
        json!({
            "nonce": "789-0123456789-0123456789", "enforce_nonce": true, "content": "Hello",
            "message_reference": { "message_id": "11" },
        })
    );
}

#[test]
fn files_go_as_parts() {
    testing::answers(200, r#"{"id": "20"}"#);
    let file = Attachment::stored(testing::blob(3), "image/png", Some("lamp.png".into()));
    let msg = Message { attachments: vec![file], text: None, reply_to: None, ..outgoing() };
    let sent = send::send(&Api::new(API), &msg);
    testing::keep(msg);
    assert!(sent.is_ok());
    let body = testing::take_sent().remove(0).body;
    assert!(
        body.contains("\"filename\":\"lamp.png\"") && body.ends_with("files[0]=<blob 3: lamp.png>"),
        "{body}"
    );
}

#[test]
fn what_refusals_mean() {
    let refused = |status: u16, body: &str| {
        testing::answers(status, body);
        <Beacon as outbound::Guest>::send(account(), outgoing()).unwrap_err()
    };
    assert!(matches!(
        refused(401, r#"{"message": "401: Unauthorized", "code": 0}"#),
        Failure::AuthExpired(_)
    ));
    let slow = refused(429, r#"{"message": "slow", "retry_after": 0.65, "global": false}"#);
    assert!(
        matches!(slow, Failure::RateLimited((_, Retry { after_ms: Some(650), .. }))),
        "{slow:?}"
    );
    assert!(matches!(refused(503, "oops"), Failure::Retryable(_)));
    let blocked =
        refused(403, r#"{"message": "Cannot send messages to this user", "code": 50007}"#);
    assert_eq!(blocked.detail().map(|detail| detail.code.as_str()), Some("beacon.50007"));
    assert!(
        matches!(refused(200, r#"{"id": "1"#), Failure::OutcomeUnknown(_)),
        "the answer is cut off"
    );
    testing::fails(NetError::Timeout(true));
    let lost = <Beacon as outbound::Guest>::send(account(), outgoing()).unwrap_err();
    assert!(matches!(lost, Failure::OutcomeUnknown(_)));
}

#[test]
fn messages_are_changed_taken_back_and_reacted_to() {
    use patchbay_plugin::outbound_edits::{Guest, Target};
    let target = || Target {
        external_ids: vec!["20".into()],
        thread: "c".into(),
        channel: "BEACON".into(),
        recipient: "7".into(),
        op_id: "o".into(),
    };
    testing::answers(200, r#"{"id": "20"}"#);
    <Beacon as Guest>::edit(account(), target(), outgoing()).expect("changed");
    testing::answers(404, r#"{"message": "Unknown Message", "code": 10008}"#);
    <Beacon as Guest>::delete(account(), target()).expect("gone is gone");
    testing::answers(204, "");
    let put = <Beacon as Guest>::react(account(), target(), Some("👍".into())).expect("reacted");
    assert_eq!(put.kv[0].value.as_deref(), Some("👍".as_bytes()));
    testing::set_kv("reaction:20", "👍".as_bytes());
    testing::answers(204, "");
    <Beacon as Guest>::react(account(), target(), None).expect("taken away");
    let sent: Vec<String> = testing::take_sent()
        .into_iter()
        .map(|sent| format!("{} {}", sent.method, &sent.url[API.len() + 8..]))
        .collect();
    assert_eq!(
        sent,
        [
            "PATCH channels/c/messages/20",
            "DELETE channels/c/messages/20",
            "PUT channels/c/messages/20/reactions/%F0%9F%91%8D/@me",
            "DELETE channels/c/messages/20/reactions/%F0%9F%91%8D/@me",
        ]
    );
}

#[test]
fn settings_typing_and_people() {
    testing::answers(401, r#"{"message": "401: Unauthorized", "code": 0}"#);
    let found = <Beacon as settings::Guest>::check(account()).expect("checked");
    assert_eq!(found.problems[0].0, "bot_token");
    testing::answers(200, r#"{"global_name": "Desk"}"#);
    testing::answers(200, r#"{"session_start_limit": {"remaining": 1000}}"#);
    let found = <Beacon as settings::Guest>::check(account()).expect("checked");
    assert_eq!((found.title.as_deref(), found.problems.len()), (Some("Desk"), 0));
    testing::answers(200, r#"{"id": "7", "username": "ann", "global_name": "Ann"}"#);
    let found = <Beacon as directory::Guest>::lookup(account(), "7".into(), "c".into());
    assert_eq!(found.expect("asked").expect("known").display_name.as_deref(), Some("Ann"));
    testing::answers(404, r#"{"message": "Unknown User", "code": 10013}"#);
    let found = <Beacon as directory::Guest>::lookup(account(), "8".into(), "c".into());
    assert!(found.expect("asked").is_none());
    testing::take_sent();
    let signal = |kind: &str| presence::Signal {
        thread: "c".into(),
        recipient: "7".into(),
        kind: kind.into(),
        agent_name: "Alice".into(),
    };
    testing::answers(204, "");
    <Beacon as presence::Guest>::notify(account(), signal("typing")).expect("told");
    <Beacon as presence::Guest>::notify(account(), signal("stopped")).expect("nothing to tell");
    assert_eq!(testing::take_sent().len(), 1);
}

//! Whole calls, in every order that the exchange may tell them in.

use super::{ARI, account, advance, asked, frames};
use crate::Calls;
use crate::call::State;
use patchbay_plugin::prelude::*;
use patchbay_plugin::socket::{Guest as _, Input};
use patchbay_plugin::testing;
use serde_json::{Value, json};

fn fixture(name: &str) -> Vec<Value> {
    let path = format!("{}/fixtures/socket/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the fixture is there");
    let fixture: Value = serde_json::from_str(&text).expect("JSON");
    let frames = fixture["input"]["frames"].as_array().expect("frames").iter();
    frames.map(|f| serde_json::from_str(f.as_str().expect("text")).expect("JSON")).collect()
}

/// The stages that a list of events leads to, one frame at a time.
fn stages(events: &[Value]) -> Vec<String> {
    let (mut state, mut told) = (None, Vec::new());
    for event in events {
        let step = advance(&json!({}), state.as_ref(), frames(std::slice::from_ref(event)))
            .expect("a step");
        if let Some(after) = step.state {
            state = Some(serde_json::from_slice(&after).expect("JSON"));
        }
        for event in step.batch.events {
            let Event::Call(call) = event else { panic!("only calls are told") };
            told.push(call.kind);
        }
    }
    told
}

#[test]
fn a_call_is_told_once_whatever_is_repeated() {
    let events = fixture("whole_call");
    let whole = ["ringing", "answered", "ended"];
    assert_eq!(stages(&events), whole);
    let twice: Vec<Value> = events.iter().flat_map(|e| [e.clone(), e.clone()]).collect();
    assert_eq!(stages(&twice), whole);
    let again: Vec<Value> = events.iter().chain(&events).cloned().collect();
    assert_eq!(stages(&again), whole, "a second delivery of everything is after the end");
}

/// Whatever event is lost, and wherever neighbours change places, a call has one beginning and at
/// most one of each other stage, and nothing comes after its end.
#[test]
fn gaps_and_changed_order_do_no_harm() {
    let events = fixture("whole_call");
    let mut courses = Vec::new();
    for at in 0..events.len() {
        let mut less = events.clone();
        less.remove(at);
        courses.push(less);
        let mut swapped = events.clone();
        swapped.swap(at, (at + 1).min(events.len() - 1));
        courses.push(swapped);
    }
    courses.push(events.iter().rev().cloned().collect());
    for course in courses {
        let told = stages(&course);
        for kind in ["ringing", "answered", "ended", "missed"] {
            assert!(told.iter().filter(|one| *one == kind).count() <= 1, "{told:?}");
        }
        let end = told.iter().position(|kind| kind == "ended" || kind == "missed");
        assert!(end.is_none_or(|end| end + 1 == told.len()), "{told:?}");
    }
}

#[test]
fn a_connection_asks_for_everything_or_for_what_is_handed_over() {
    let plan = Calls::open(account(&json!({})), None).expect("a plan");
    let address = "wss://pbx.example.com:8089/ari/events";
    let login = "api_key={credential:events}";
    assert_eq!(plan.url, format!("{address}?app=patchbay&subscribeAll=true&{login}"));
    assert!(plan.heartbeat_ms.is_some_and(|ms| ms < 1_000), "what was missed is asked for soon");
    let settings =
        json!({ "scope": "handed-over", "app": "desk 2", "ari_url": "http://[::1]:8088/ari/" });
    let plan = Calls::open(account(&settings), None).expect("a plan");
    assert_eq!(
        plan.url,
        format!("ws://[::1]:8088/ari/events?app=desk%202&subscribeAll=false&{login}")
    );
}

#[test]
fn after_the_first_look_there_is_one_a_minute() {
    testing::answers(200, "[]");
    testing::answers(200, "[]");
    let step = advance(&json!({}), None, Input::Tick).expect("a step");
    assert_eq!(step.heartbeat_ms, Some(60_000));
    assert_eq!(asked(), ["GET /channels", "GET /bridges"]);
    assert!(step.state.is_none() && step.batch.events.is_empty());
}

#[test]
fn a_call_that_just_began_is_not_closed_by_an_older_list() {
    let began = json!({ "calls": { "9.1": { "number": "+601", "customer": "9.1", "legs": ["9.1"],
        "at": 1_700_000_000_000_u64 } }, "done": [] });
    for (now, closed) in [(1_700_000_002_000, false), (1_700_000_060_000, true)] {
        testing::set_now_ms(now);
        testing::answers(200, "[]");
        testing::answers(200, "[]");
        let step = advance(&json!({}), Some(&began), Input::Tick).expect("a step");
        assert_eq!(step.batch.events.len(), usize::from(closed), "at {now}");
        // What could not be judged is looked at again soon.
        assert_eq!(step.heartbeat_ms, Some(if closed { 60_000 } else { 5_000 }));
    }
}

/// What an answer was told by is mostly on its way still when the exchange is asked: with it come the keys
/// that were pressed before.
#[test]
fn an_answer_that_is_on_its_way_is_not_told_ahead_of_it() {
    let channel = |id: &str, name: &str, number: &str| {
        json!({ "id": id, "name": name, "state": "Up", "caller": { "name": "", "number": number },
            "dialplan": { "context": "from-internal", "exten": "101", "app_name": "" } })
    };
    let customer = channel("9.1", "PJSIP/trunk-00000001", "0123456789");
    let agent = channel("9.2", "PJSIP/101-00000002", "101");
    let channels = json!([customer, agent]).to_string();
    let bridges = json!([{ "id": "b", "bridge_type": "mixing", "channels": ["9.1", "9.2"] }]);
    let looks = |state: &Value, now: u64| {
        testing::set_now_ms(now);
        testing::answers(200, &channels);
        testing::answers(200, bridges.to_string());
        advance(&json!({}), Some(state), Input::Tick).expect("a step")
    };
    let now = 1_700_000_060_000_u64;
    let began = json!({ "calls": { "9.1": { "number": "+60123456789", "customer": "9.1",
        "legs": ["9.1"], "at": 1_700_000_000_000_u64 } }, "done": [] });
    let first = looks(&began, now);
    assert!(first.batch.events.is_empty(), "{:?}", first.batch.events);
    assert_eq!(first.heartbeat_ms, Some(5_000), "it is looked at again soon");
    let kept: Value = serde_json::from_slice(&first.state.expect("a state")).expect("JSON");

    // The event came meanwhile, behind the key.
    let key = json!({ "type": "ChannelDtmfReceived", "digit": "1", "channel": customer });
    let pressed = advance(&json!({}), Some(&kept), frames(&[key])).expect("a step");
    let pressed: Value = serde_json::from_slice(&pressed.state.expect("a state")).expect("JSON");
    // It did not come: nobody saw it, and it is told with what is known.
    let second = looks(&pressed, now + 5_000);
    let [event] = second.batch.events.as_slice() else { panic!("{:?}", second.batch.events) };
    let Event::Call(call) = event else { panic!("{event:?}") };
    assert_eq!((call.kind.as_str(), call.at_ms), ("answered", now));
    assert_eq!(call.extras, [("keypress".to_owned(), "1".to_owned())]);
    assert_eq!(second.heartbeat_ms, Some(60_000));
}

#[test]
fn a_great_many_calls_fit_into_the_state() {
    let mut state = None;
    for n in 0..400 {
        let mut event = fixture("ringing")[0].clone();
        event["channel"]["id"] = json!(format!("1795200640.{n}"));
        event["channel"]["caller"]["name"] = json!("Somebody With A Long Name");
        let step = advance(&json!({}), state.as_ref(), frames(&[event])).expect("a step");
        let bytes = step.state.expect("a call changes the state");
        assert!(bytes.len() < 64 << 10, "{} bytes after {n} calls", bytes.len());
        state = Some(serde_json::from_slice(&bytes).expect("JSON"));
    }
    let state = State::read(state.map(|state| state.to_string().into_bytes()).as_deref());
    assert!(state.calls.contains_key("1795200640.399"), "the newest is followed");
    assert!(state.is_done("1795200640.249"), "the oldest was forgotten");
}

#[test]
fn a_refused_login_stops_and_trouble_is_tried_again() {
    let start = json!({ "type": "StasisStart", "args": [], "timestamp": "2026-11-20T18:50:41.000+0000",
        "channel": { "id": "9.1", "name": "PJSIP/trunk-1", "state": "Ring", "caller": { "number": "0123456789" } } });
    let settings = json!({ "phones": "101" });
    for (status, stops) in [(401, true), (403, true), (500, false), (503, false)] {
        testing::answers(status, r#"{"message":"no"}"#);
        let failure = advance(&settings, None, frames(std::slice::from_ref(&start))).unwrap_err();
        assert_eq!(matches!(failure, Failure::AuthExpired(_)), stops, "{status}");
        assert_eq!(matches!(failure, Failure::Retryable(_)), !stops, "{status}");
    }
    assert!(asked().iter().all(|one| one == "POST /channels/9.1/ring"), "{ARI}");
}

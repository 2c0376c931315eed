//! The exchange's events on recorded groups of frames, and what is asked of it.

mod commands;
mod course;

use crate::Calls;
use patchbay_plugin::prelude::*;
use patchbay_plugin::socket::{Frame, Guest as _, Input, Step};
use patchbay_plugin::testing::{self, Answer, golden};
use serde_json::{Value, json};

pub const ARI: &str = "https://pbx.example.com:8089/ari";

/// An account with these settings over the usual ones.
pub fn account(settings: &Value) -> Account {
    let mut config = json!({
        "ari_url": ARI, "app": "patchbay", "scope": "all", "trunks": "trunk", "country": "60",
        "technology": "PJSIP", "context": "from-internal", "recordings": true,
    });
    for (name, value) in settings.as_object().into_iter().flatten() {
        config[name] = value.clone();
    }
    Account {
        id: "7".into(),
        config: config.to_string(),
        public_url: String::new(),
        extras: vec![],
    }
}

pub fn frames(events: &[Value]) -> Input {
    Input::Frames(events.iter().map(|event| Frame::Text(event.to_string())).collect())
}

pub fn advance(settings: &Value, state: Option<&Value>, what: Input) -> Result<Step, Failure> {
    let state = state.map(|state| state.to_string().into_bytes());
    Calls::advance(account(settings), state, what)
}

/// Each request as `METHOD path`, without the address.
pub fn asked() -> Vec<String> {
    let sent = testing::take_sent();
    sent.iter().map(|one| format!("{} {}", one.method, one.url.replace(ARI, ""))).collect()
}

/// Each recorded group of events, with the stages, the requests and the state it must lead to.
#[test]
fn recorded_events() {
    let mut kept: Vec<String> = Vec::new();
    golden::check(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"), |_, given| {
        // What an earlier fixture kept is not there for this one.
        kept.drain(..).for_each(|key| testing::set_kv(&key, b""));
        for (key, value) in given["kv"].as_object().into_iter().flatten() {
            testing::set_kv(key, value.to_string().as_bytes());
            kept.push(key.clone());
        }
        // Some minutes after what the fixtures tell of.
        testing::set_now_ms(1_795_201_000_000);
        let answers = given["answers"].clone();
        testing::otherwise(move |sent| {
            let path = sent.url.replace(ARI, "");
            let path = path.split('?').next().unwrap_or_default();
            let said = &answers[format!("{} {path}", sent.method)];
            let status = said["status"].as_u64().and_then(|n| u16::try_from(n).ok());
            let body = if said.is_null() { Value::Null } else { said["body"].clone() };
            Ok((status.unwrap_or(200), Answer::Text(body.to_string())))
        });
        let events = given["events"].as_array().map(|events| frames(events));
        let state = Some(&given["state"]).filter(|state| !state.is_null());
        let step = advance(&given["settings"], state, events.unwrap_or(Input::Tick));
        match step {
            Ok(step) => {
                let after =
                    step.state.map(|state| serde_json::from_slice::<Value>(&state).expect("JSON"));
                json!({ "requests": asked(), "state": after, "batch": golden::batch(step.batch) })
            }
            Err(failure) => json!({ "requests": asked(), "failure": format!("{failure:?}") }),
        }
    });
}

//! Faults of the gateway on order.
use serde_json::{Value, json};

use super::gateway::RECONNECT;
use super::session::Push;
use super::throttle::Rules;
use super::{Beacon, Manners};
use crate::network::hold;

/// What `POST /control/providers/beacon/<what>` does; `None` for what is unknown.
pub fn order(beacon: &Beacon, what: &str, body: &Value) -> Option<Result<Value, String>> {
    let account = body["account"].as_str();
    let frame = |op: u64, data: Value| {
        move || Push::Frame(json!({ "op": op, "d": data, "s": null, "t": null }).to_string())
    };
    let count = match what {
        // The line breaks: with a code when one is given, otherwise without a word.
        "drop" => match body["code"].as_u64().and_then(|code| u16::try_from(code).ok()) {
            Some(code) => beacon.sessions.push_all(account, || Push::Close(code, "ordered")),
            None => beacon.sessions.push_all(account, || Push::Vanish),
        },
        "reconnect" => beacon.sessions.push_all(account, frame(RECONNECT, Value::Null)),
        "invalidate" => {
            let resumable = body["resumable"].as_bool().unwrap_or(false);
            let told = beacon.sessions.push_all(account, frame(9, json!(resumable)));
            if !resumable {
                beacon.sessions.forget();
            }
            told
        }
        "duplicate" => beacon.sessions.repeat(),
        "ask-heartbeat" => beacon.sessions.push_all(account, frame(1, Value::Null)),
        "unknown-event" => {
            let data = json!({ "id": "1", "note": "a later version sends this" });
            beacon.sessions.dispatch(beacon, account.unwrap_or("main"), "LANTERN_LIT", &data, None);
            1
        }
        "gateway" => return Some(manners(beacon, body)),
        "limits" => {
            let rules = serde_json::from_value::<Rules>(body.clone());
            return Some(rules.map_err(|error| error.to_string()).map(|rules| {
                hold(&beacon.throttle).set(rules);
                json!(rules)
            }));
        }
        _ => return None,
    };
    Some(Ok(json!({ "connections": count })))
}

// Changes what is given and keeps the rest.
fn manners(beacon: &Beacon, body: &Value) -> Result<Value, String> {
    let mut merged = json!(beacon.manners());
    for (name, value) in body.as_object().into_iter().flatten() {
        merged[name] = value.clone();
    }
    let manners: Manners = serde_json::from_value(merged).map_err(|error| error.to_string())?;
    if manners.heartbeat_interval_ms == 0 {
        return Err("heartbeat_interval_ms must be at least 1".into());
    }
    *hold(&beacon.manners) = manners;
    Ok(json!(manners))
}

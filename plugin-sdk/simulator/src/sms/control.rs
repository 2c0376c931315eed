//! Orders that only this provider knows, for tests.
use serde_json::{Value, json};

use super::Sms;
use crate::network::hold;

/// What `POST /control/providers/sms/<what>` does; `None` for what is unknown.
pub fn order(sms: &Sms, what: &str, body: &Value) -> Option<Result<Value, String>> {
    let me = sms.me.upgrade()?;
    if let Some(done) = sms.posting.order(&me, what, body) {
        return Some(done);
    }
    match what {
        // The next messages do not arrive: {"code": 30003, "times": 1}.
        "fail" => {
            let code = body["code"].as_u64().unwrap_or(30003);
            let times = body["times"].as_u64().unwrap_or(1);
            hold(&sms.facts).fail = Some((code, times));
            Some(Ok(json!({ "code": code, "times": times })))
        }
        _ => None,
    }
}

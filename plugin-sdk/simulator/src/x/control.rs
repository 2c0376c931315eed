//! Orders that only X knows, for tests.
use serde_json::{Value, json};

use super::{X, hooks};
use crate::network::hold;

/// What `POST /control/providers/x/<what>` does; `None` for what is unknown.
pub fn order(x: &X, what: &str, body: &Value) -> Option<Result<Value, String>> {
    let me = x.me.upgrade()?;
    if let Some(done) = x.posting.order(&me, what, body) {
        return Some(done);
    }
    match what {
        // The next upload is being prepared for so many questions.
        "prepare" => {
            let times = body["times"].as_u64().unwrap_or(1);
            hold(&x.facts).prepare_next = times;
            Some(Ok(json!({ "times": times })))
        }
        // X checks all addresses anew, as it does every hour.
        "challenge" => {
            tokio::spawn(async move {
                let known: Vec<String> =
                    hold(&me.facts).hooks.iter().map(|hook| hook.id.clone()).collect();
                for id in known {
                    let _ = hooks::challenge(&me, &id).await;
                }
            });
            Some(Ok(json!({ "challenged": true })))
        }
        _ => None,
    }
}

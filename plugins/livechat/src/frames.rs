//! What the page is told: pure, so that tests read it as data.

use patchbay_plugin::prelude::*;
use serde_json::{Value, json};

/// The pair the core adds for attachments: a JSON list of `{id, url, mime, filename, size}`.
const ATTACHMENTS: &str = "attachment-json";

/// The `message` frame of an agent's message.
pub fn message(msg: &Message, now_ms: u64) -> Result<Value, Failure> {
    let attachments = match msg.extras.iter().find(|(name, _)| name == ATTACHMENTS) {
        Some((_, text)) => serde_json::from_str(text)?,
        None => json!([]),
    };
    let text = msg.text.as_deref().unwrap_or("");
    let empty = attachments.as_array().is_none_or(Vec::is_empty);
    if text.is_empty() && empty {
        return Err(Failure::Permanent(Detail::new(
            "livechat.empty",
            "The message has neither text nor an attachment.",
        )));
    }
    Ok(json!({
        "id": msg.op_id,
        "from": "agent",
        "name": msg.agent_name,
        "text": text,
        "ts_ms": now_ms,
        "attachments": attachments,
    }))
}

/// The frames of an agent's typing. That an agent has read the chat is not shown to visitors.
pub fn presence(signal: &presence::Signal) -> Batch {
    let typing = match signal.kind.as_str() {
        "typing" => true,
        "stopped" => false,
        _ => return Batch::empty(),
    };
    let data = json!({"typing": typing, "name": signal.agent_name});
    Batch::empty().frame(&signal.thread, "typing", &data)
}

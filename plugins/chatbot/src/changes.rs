//! Changes of what was sent, and signals.

use crate::site::Site;
use patchbay_plugin::outbound_edits::Target;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// The message reads differently now.
pub fn edit(site: &Site, what: &Target, msg: &Message) -> Result<Batch, Failure> {
    let text = msg.text.as_deref().unwrap_or_default();
    post(site, "edit", what, json!({"text": text}))
}

/// The message is taken back.
pub fn delete(site: &Site, what: &Target) -> Result<Batch, Failure> {
    post(site, "delete", what, json!({}))
}

/// An emoji is put on a message, or taken away.
pub fn react(site: &Site, what: &Target, emoji: Option<&str>) -> Result<Batch, Failure> {
    post(site, "reaction", what, json!({"emoji": emoji}))
}

fn post(site: &Site, kind: &str, what: &Target, mut more: Value) -> Result<Batch, Failure> {
    let Some(message) = what.external_ids.first() else {
        let detail = Detail::new("chatbot.no-message", "The message was never sent.");
        return Err(Failure::Permanent(detail));
    };
    more["id"] = json!(what.op_id);
    more["conversation"] = json!(what.thread);
    more["message"] = json!(message);
    site.post(kind, more).map_err(|error| error.failure())?;
    Ok(Batch::empty())
}

/// An agent types, or has read the conversation.
pub fn signal(site: &Site, sig: &presence::Signal) -> Result<Batch, Failure> {
    let kind = match sig.kind.as_str() {
        kind @ ("typing" | "stopped" | "read") => kind,
        _ => return Ok(Batch::empty()),
    };
    let about =
        json!({"conversation": sig.thread, "from": {"role": "agent", "name": sig.agent_name}});
    site.post(kind, about).map_err(|error| error.failure())?;
    Ok(Batch::empty())
}

//! Asking Telegram for updates. The cursor is the offset that confirms everything before it, and
//! it is stored together with the events, so a crash asks again and loses nothing.

use crate::api::Api;
use crate::receive;
use patchbay_plugin::poll::Outcome;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value, json};

/// How long Telegram holds the question open.
const HOLD_S: u64 = 25;

/// A question that was held at least this long was a real wait, and the next may follow at once.
const HELD_MS: u64 = 5_000;

/// Few enough that all their files fit into the limits of one call.
const COUNT: usize = 20;

/// The kinds of updates to ask for; Telegram leaves some out unless they are named.
pub const KINDS: [&str; 5] =
    ["message", "edited_message", "callback_query", "my_chat_member", "message_reaction"];

/// One pull.
pub fn pull(api: &Api, cursor: Option<&[u8]>) -> Result<Outcome, Failure> {
    let mut parameters = json!({"limit": COUNT, "timeout": HOLD_S, "allowed_updates": KINDS});
    if let Some(offset) = cursor.and_then(|bytes| std::str::from_utf8(bytes).ok())
        && let Ok(offset) = offset.parse::<i64>()
    {
        parameters["offset"] = json!(offset);
    }
    let asked = host::now_ms();
    let request =
        api.method("getUpdates").json(&parameters).timeout_ms(HOLD_S as u32 * 1000 + 10_000);
    let result = crate::api::result(request).map_err(|error| error.while_asking())?;
    let updates: Vec<Value> = serde_json::from_value(result)?;
    let mut outcome = Outcome { more: updates.len() >= COUNT, ..Outcome::default() };
    let mut next = None;
    for update in &updates {
        if let Err(error) = receive::update(api, update, &mut outcome.batch) {
            // One update that cannot be read must not hold up those behind it; it is kept whole.
            error!("an update could not be read", reason = error);
            outcome.batch.events.push(Event::Custom(Custom::json("telegram.unreadable", update)));
        }
        next = update["update_id"].as_i64().map(|id| id + 1).max(next);
    }
    outcome.batch.cursor = next.map(|offset| offset.to_string().into_bytes());
    if !updates.is_empty() || host::now_ms().saturating_sub(asked) >= HELD_MS {
        outcome.next_in_ms = Some(0);
    }
    Ok(outcome)
}

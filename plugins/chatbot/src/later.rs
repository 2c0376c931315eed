//! The bot's answers on their way to the page: stored together with the message they answer, posted
//! when that is committed, and again until the page has taken them.

use crate::Settings;
use crate::bot::Answer;
use crate::site::{CallError, Site};
use crate::talk::Talk;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value, json};

/// An answer waits so long for the one before it.
const WAIT_MS: u64 = 60_000;
const STEP_MS: u64 = 500;
/// The first pause after trouble. Each pause is twice the time since the answer was given, so ten
/// attempts last over some hours.
const PAUSE_MS: u64 = 2_000;
const PAUSE_MAX_MS: u64 = 3_600_000;

const ENDING: &str = "/bot";

/// The id of the answer to a message, the same whenever it is made anew.
pub fn id_of_answer(message: &str) -> String {
    format!("{message}{ENDING}")
}

/// Whether an id is that of an answer of the bot's.
pub fn is_answer(id: &str) -> bool {
    id.ends_with(ENDING)
}

fn key(id: &str) -> String {
    format!("out:{id}")
}

fn timer(id: &str) -> String {
    format!("say:{id}")
}

/// Puts an answer on its way.
pub fn queue(
    settings: &Settings,
    heard: &InboundMessage,
    answer: &Answer,
    talk: &mut Talk,
    now: u64,
    batch: &mut Batch,
) {
    let id = id_of_answer(&heard.external_id);
    let offers: Vec<Value> =
        answer.offers.iter().map(|title| json!({"id": title, "title": title})).collect();
    let mut post = json!({
        "id": id,
        "conversation": heard.thread,
        "to": heard.from.external_id,
        "from": {"role": "bot", "name": settings.bot_name.trim()},
        "at": now,
        "answers": heard.external_id,
        "text": answer.text,
        "person": answer.person.is_some(),
    });
    if !offers.is_empty() {
        post["quick_replies"] = json!(offers);
    }
    let waiting = json!({"after": talk.last, "post": post});
    talk.last.clone_from(&id);
    let value = Some(waiting.to_string().into_bytes());
    batch.kv.push(KvOp { key: key(&id), value });
    batch.timers.push(Timer { name: timer(&id), at_ms: Some(now) });
}

/// A timer's turn: posts the answer it is about.
pub fn fire(site: &Site, name: &str, at_ms: u64) -> Result<Batch, Failure> {
    let batch = Batch::empty();
    let Some(id) = name.strip_prefix("say:") else { return Ok(batch) };
    let Some(waiting) = host::kv_get(&key(id)) else { return Ok(batch) };
    let waiting: Value = serde_json::from_slice(&waiting)?;
    let now = host::now_ms();
    let since = waiting["post"]["at"].as_u64().unwrap_or(at_ms);
    let before = waiting["after"].as_str().unwrap_or_default();
    if !before.is_empty() && now < since + WAIT_MS && host::kv_get(&key(before)).is_some() {
        return Ok(batch.timer(name, Some(now + STEP_MS)));
    }
    match site.post("message", waiting["post"].clone()) {
        Ok(_) => Ok(batch.forget(&key(id))),
        Err(error) => Err(patiently(error, now.saturating_sub(since))),
    }
}

/// The desk gives a timer ten attempts, which with its own pauses would be minutes.
fn patiently(error: CallError, waited: u64) -> Failure {
    match error.failure() {
        Failure::Retryable((detail, retry)) if retry.after_ms.is_none() => {
            let pause = (PAUSE_MS + 2 * waited).min(PAUSE_MAX_MS);
            Failure::retry_after(detail, pause)
        }
        failure => failure,
    }
}

//! Visitors of our own page, and timers.

use super::trial::{CheckResult, Trial, came, crashed, fine, kind, wrong};
use serde_json::{Value, json};

pub async fn check(trial: &mut Trial<'_>) {
    let found = acts(trial).await;
    trial.note("every act", found);
    let found = repeated(trial).await;
    trial.note("duplicates", found);
    let found = large(trial).await;
    trial.note("5 MB media", found);
}

fn doing(trial: &Trial<'_>, act: Value) -> Value {
    json!({ "session": trial.sample.input["session"], "act": act })
}

async fn acts(trial: &Trial<'_>) -> CheckResult {
    for act in [
        json!({ "register": [["title", "Help"], ["des", "It is broken"], ["new_field", "x"]] }),
        json!({ "register": [] }),
        json!({ "message": { "id": "m-9", "text": "Hello" } }),
        json!({ "message": { "id": "m-10", "text": "" } }),
        json!("typing"),
        json!("stopped"),
        json!("read"),
        json!({ "rate": { "stars": 5, "reason": "" } }),
        json!({ "rate": { "stars": 255, "reason": "?" } }),
        json!("leave"),
    ] {
        let ran = trial.with(doing(trial, act.clone())).await?;
        if let Some(problem) = trial.bears(&act.to_string(), &ran) {
            return wrong(problem);
        }
    }
    fine()
}

/// The page sends again what was not acknowledged.
async fn repeated(trial: &Trial<'_>) -> CheckResult {
    let act = json!({ "message": { "id": "m-9", "text": "Hello" } });
    let one = trial.with(doing(trial, act.clone())).await?;
    let two = trial.with(doing(trial, act)).await?;
    let ids = |ran: &crate::call::Ran| super::inbound::ids(ran.batch.as_ref());
    if ids(&one).is_empty() {
        return wrong(format!("a message of a visitor became none: {}", came(&one)));
    }
    if ids(&one) == ids(&two) {
        return fine();
    }
    wrong(format!("the same message has the ids {:?}, then {:?}", ids(&one), ids(&two)))
}

async fn large(trial: &Trial<'_>) -> CheckResult {
    let file = json!({ "blob": { "$size": 5 << 20, "mime": "image/png", "filename": "a.png" } });
    let act = json!({ "message": { "id": "m-9", "text": "See", "attachments": [file] } });
    let ran = trial.with(doing(trial, act)).await?;
    let batch = ran.batch.clone().unwrap_or_default();
    let found = format!("{batch:?}").contains(&format!("size: {}", 5 << 20));
    if found { fine() } else { wrong(format!("a message with 5 MB: {}", came(&ran))) }
}

/// A timer of an earlier version of the plugin may still be set.
pub async fn timers(trial: &mut Trial<'_>) {
    let ran = trial.with(json!({ "name": "no-such-timer" })).await;
    let found = ran.and_then(|ran| match (crashed(&ran), kind(&ran)) {
        (Some(crash), _) => wrong(crash),
        (None, "answer" | "permanent") => fine(),
        _ => wrong(format!("{}: it would be tried again for ever", came(&ran))),
    });
    trial.note("unknown timer", found);
}

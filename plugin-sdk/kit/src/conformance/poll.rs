//! Polling: the cursor is all that stands between a message lost and a message doubled.

use super::{
    inbound,
    trial::{CheckResult, Trial, came, fine, wrong},
};
use serde_json::json;

pub async fn check(trial: &mut Trial<'_>) {
    let found = inbound::complete(trial);
    trial.note("complete events", found);
    let found = moves(trial);
    trial.note("cursor moves", found);
    let found = rewound(trial).await;
    trial.note("cursor rewind", found);
    let found = unreadable(trial).await;
    trial.note("unreadable cursor", found);
}

fn moves(trial: &Trial<'_>) -> CheckResult {
    let batch = trial.clean.batch.clone().unwrap_or_default();
    let before = &trial.sample.input["cursor"];
    match &batch.cursor {
        None if !batch.events.is_empty() => {
            wrong("a pull with events leaves the cursor where it was: they would come again")
        }
        Some(cursor) if before.as_str().map(str::as_bytes) == Some(cursor) => {
            wrong("the cursor after a pull with events is the one before it")
        }
        _ => fine(),
    }
}

/// After a restore the cursor stands further back; the host drops what it has by its ids.
async fn rewound(trial: &Trial<'_>) -> CheckResult {
    let first = trial.with(json!({ "cursor": null })).await?;
    let again = trial.with(json!({ "cursor": null })).await?;
    let (one, two) = (inbound::ids(first.batch.as_ref()), inbound::ids(again.batch.as_ref()));
    if first.result.is_err() {
        return wrong(format!("without a cursor: {}", came(&first)));
    }
    if one == two { fine() } else { wrong(format!("the same pull brought {one:?}, then {two:?}")) }
}

async fn unreadable(trial: &Trial<'_>) -> CheckResult {
    for cursor in ["", "rubbish", "{}", "[1]", "999999999999999999999999"] {
        let ran = trial.with(json!({ "cursor": cursor })).await?;
        if let Some(problem) = trial.bears(&format!("the cursor {cursor:?}"), &ran) {
            return wrong(problem);
        }
    }
    fine()
}

//! Push sockets: a state machine must bear frames it does not know, and be cut at any place.

use super::{
    inbound,
    trial::{CheckResult, Trial, came, fine, not_here, wrong},
};
use crate::{content, stage::Twist};
use serde_json::{Value, json};

pub async fn check(trial: &mut Trial<'_>) {
    let found = opens(trial).await;
    trial.note("opens on a granted host", found);
    let frames = trial.sample.input["frames"].is_array();
    let found = if frames {
        inbound::complete(trial)
    } else {
        wrong("the sample must hold `frames` with a customer's message")
    };
    trial.note("complete events", found);
    let found = pieces(trial).await;
    trial.note("frames one by one", found);
    let found = unknown(trial).await;
    trial.note("unknown event kinds", found);
    let found = ends(trial).await;
    trial.note("ticks, ends and lost states", found);
}

async fn opens(trial: &Trial<'_>) -> CheckResult {
    let states = [Value::Null, trial.sample.input["state"].clone(), json!("rubbish")];
    for state in states {
        let ran = trial.with(json!({ "open": {}, "state": state })).await?;
        let Ok(plan) = &ran.result else {
            return wrong(format!("with the state {state}: {}", came(&ran)));
        };
        let url = plan["url"].as_str().unwrap_or_default();
        let Ok(parsed) = url::Url::parse(&url.replace(['{', '}'], "_")) else {
            return wrong(format!("`{url}` is no address"));
        };
        let account = trial.stage.account(trial.sample, &Twist::default(), 1);
        let bases = trial.stage.manifest().net.host_settings.iter();
        let granted = bases
            .filter_map(|name| url::Url::parse(account.config[name].as_str()?).ok())
            .map(|base| base.origin().ascii_serialization().replacen("http", "ws", 1))
            .chain(trial.stage.manifest().net.hosts.iter().map(|h| h.replacen("http", "ws", 1)));
        let origin = parsed.origin().ascii_serialization();
        if !matches!(parsed.scheme(), "wss" | "ws") || !granted.into_iter().any(|g| g == origin) {
            return wrong(format!("{origin} is not granted; add \"{origin}\" to net.hosts"));
        }
    }
    fine()
}

/// The host hands over several frames when they come quickly, and one when they do not.
async fn pieces(trial: &Trial<'_>) -> CheckResult {
    let Some(frames) = trial.sample.input["frames"].as_array().cloned() else {
        return not_here("the sample holds no frames");
    };
    let whole = inbound::ids(trial.clean.batch.as_ref());
    let (mut state, mut ids) = (trial.sample.input["state"].clone(), Vec::new());
    for frame in frames {
        let ran = trial.with(json!({ "frames": [frame], "state": state })).await?;
        let Ok(step) = &ran.result else { return wrong(came(&ran)) };
        ids.extend(inbound::ids(ran.batch.as_ref()));
        if !step["state"].is_null() {
            state = json!({ "$text": content::bytes(&step["state"], trial.sample.folder())
                .map(|b| String::from_utf8_lossy(&b).into_owned())? });
        }
    }
    if ids == whole { fine() } else { wrong(format!("together {whole:?}, one by one {ids:?}")) }
}

async fn unknown(trial: &Trial<'_>) -> CheckResult {
    let state = &trial.sample.input["state"];
    let first = trial.sample.input["frames"][0].clone();
    let text = content::bytes(&first, trial.sample.folder())?;
    let half = String::from_utf8_lossy(&text[..text.len() / 2]).into_owned();
    for (what, frame) in [
        ("an unknown frame", json!({ "$text": r#"{"op":99,"t":"SOMETHING_NEW","d":{}}"# })),
        ("half a frame", json!({ "$text": half })),
        ("an empty frame", json!({ "$text": "" })),
        ("a binary frame", json!({ "$base64": "/wAB" })),
    ] {
        let ran = trial.with(json!({ "frames": [frame], "state": state })).await?;
        if let Some(problem) = trial.bears(what, &ran) {
            return wrong(problem);
        }
        if ran.result.is_err() {
            return wrong(format!("{what} stops the connection: {}", came(&ran)));
        }
    }
    fine()
}

async fn ends(trial: &Trial<'_>) -> CheckResult {
    let state = &trial.sample.input["state"];
    for (what, mut input) in [
        ("a tick", json!({ "tick": true })),
        ("a connection that broke", json!({ "closed": { "code": 1006 } })),
        ("a connection that was closed", json!({ "closed": { "code": 4004, "reason": "no" } })),
    ] {
        for kept in [state.clone(), Value::Null, json!("rubbish")] {
            input["state"] = kept.clone();
            let ran = trial.with(input.clone()).await?;
            if let Some(problem) = trial.bears(&format!("{what} with the state {kept}"), &ran) {
                return wrong(problem);
            }
        }
    }
    fine()
}

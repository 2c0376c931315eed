//! AI helpers: answers that fit the question, whatever stands in the conversation.

use super::trial::{CheckResult, Trial, came, fine, not_here, wrong};
use crate::content::over;
use patchbay::plugins::Interface;
use serde_json::json;

pub async fn check(trial: &mut Trial<'_>) {
    let found = fitting(trial);
    trial.note("fitting answer", found);
    let found = empty(trial).await;
    trial.note("empty conversation", found);
    let found = long(trial).await;
    trial.note("long conversation", found);
}

fn fitting(trial: &Trial<'_>) -> CheckResult {
    let answer = trial.clean.result.clone().unwrap_or_default();
    let input = &trial.sample.input;
    match trial.interface() {
        Interface::Suggest => {
            let most = input["at_most"].as_u64().unwrap_or(3);
            let came = answer.as_array().map_or(0, Vec::len) as u64;
            if came == 0 {
                return wrong("the sample brings no suggestion");
            }
            if came <= most {
                fine()
            } else {
                wrong(format!("{came} suggestions, {most} were asked for"))
            }
        }
        Interface::Translate => {
            let asked = input["texts"].as_array().map_or(0, Vec::len);
            let came = answer["texts"].as_array().map_or(0, Vec::len);
            if came == asked { fine() } else { wrong(format!("{asked} texts became {came}")) }
        }
        Interface::Transcribe => {
            let ordered = answer["segments"].as_array().is_some_and(|list| {
                list.iter().all(|s| s["from_ms"].as_u64() <= s["to_ms"].as_u64())
            });
            if ordered {
                fine()
            } else {
                wrong("the sample brings no segments, or they end before they begin")
            }
        }
        _ => fine(),
    }
}

fn conversations(interface: Interface) -> bool {
    matches!(interface, Interface::Suggest | Interface::AnalyseText)
}

async fn empty(trial: &Trial<'_>) -> CheckResult {
    let input = match trial.interface() {
        interface if conversations(interface) => {
            over(trial.sample.input.clone(), &json!({ "turns": [] }))
        }
        Interface::Translate => over(trial.sample.input.clone(), &json!({ "texts": [] })),
        _ => return not_here("this helper gets a file"),
    };
    let ran = trial.with(input).await?;
    match trial.bears("an empty conversation", &ran) {
        Some(problem) => wrong(problem),
        None => fine(),
    }
}

/// What is too much for a model is cut by the plugin, not by a crash.
async fn long(trial: &Trial<'_>) -> CheckResult {
    if !conversations(trial.interface()) {
        return not_here("this helper gets no conversation");
    }
    let turns: Vec<_> = (0..400)
        .map(|n| {
            json!({ "role": if n % 2 == 0 { "customer" } else { "agent" }, "text": "é".repeat(500) })
        })
        .collect();
    let ran = trial.with(over(trial.sample.input.clone(), &json!({ "turns": turns }))).await?;
    if ran.result.is_err() {
        return wrong(format!("400 turns of 500 letters: {}", came(&ran)));
    }
    fine()
}

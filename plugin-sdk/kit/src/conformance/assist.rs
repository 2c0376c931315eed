//! AI helpers: answers that fit the question, whatever stands in the conversation.

use super::trial::{CheckResult, Trial, came, fine, not_here, wrong};
use crate::content::over;
use patchbay::plugins::Interface;
use serde_json::{Value, json};

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
        Interface::Answer => recommended(input, &answer),
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

/// The sample's action is one of the known ones, and each quotation stands in a passage that was given.
fn recommended(input: &Value, answer: &Value) -> CheckResult {
    let action = answer["action"].as_str().unwrap_or_default();
    if !["answer", "ask", "hand-off", "nothing"].contains(&action) {
        return wrong(format!("the action `{action}` is none of answer, ask, hand-off, nothing"));
    }
    let said = |list: &Value| list.as_array().cloned().unwrap_or_default();
    for citation in said(&answer["sentences"]).iter().flat_map(|s| said(&s["citations"])) {
        let (passage, quote) =
            (&citation["passage"], citation["quote"].as_str().unwrap_or_default());
        let stands = said(&input["passages"]).iter().any(|given| {
            &given["id"] == passage && given["text"].as_str().is_some_and(|t| t.contains(quote))
        });
        if !stands || quote.is_empty() {
            return wrong(format!("the passage {passage} does not have the words `{quote}`"));
        }
    }
    fine()
}

fn conversations(interface: Interface) -> bool {
    matches!(
        interface,
        Interface::Suggest | Interface::AnalyseText | Interface::Answer | Interface::MessageInsight
    )
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

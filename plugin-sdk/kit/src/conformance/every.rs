//! Checks that every interface has to pass.

use super::trial::{CheckResult, Trial, came, crashed, fine, not_here, same, wrong};
use crate::{
    provider::Fault,
    script::Answer,
    show,
    stage::{Twist, secret},
};
use patchbay::plugins::CallError;

/// A plugin with more host calls than this is tried at every n-th of them.
const INTERRUPTIONS: u32 = 60;

pub async fn check(trial: &mut Trial<'_>) {
    let found = sample(trial);
    trial.note("sample", found);
    if !trial.answered() {
        return;
    }
    let found = twice(trial).await;
    trial.note("same answer twice", found);
    let found = interrupted(trial).await;
    trial.note("crash at every host call", found);
    let found = two_accounts(trial).await;
    trial.note("two accounts at once", found);
    let found = secrets(trial).await;
    trial.note("no secrets in logs or answers", found);
}

fn sample(trial: &Trial<'_>) -> CheckResult {
    let name = trial.sample.name();
    if let Err(error) = &trial.clean.result {
        return wrong(format!("{name} must be an input with an answer: {}", show::sentence(error)));
    }
    if !trial.clean.strays.is_empty() {
        let asked = trial.clean.strays.join(", ");
        return wrong(format!("{name} has no answer in `http` for {asked}"));
    }
    fine()
}

async fn twice(trial: &Trial<'_>) -> CheckResult {
    let again = trial.run(&Twist::default()).await?;
    if same(&trial.clean, &again) {
        return fine();
    }
    wrong(format!(
        "the same input, clock and randomness gave another answer:\n{}",
        show::difference(
            &show::pretty(&show::record(&trial.clean, &[])),
            &show::pretty(&show::record(&again, &[]))
        )
    ))
}

/// The host ends the guest at a host call, as a crash of the desk would; the next attempt must find
/// nothing half done.
async fn interrupted(trial: &Trial<'_>) -> CheckResult {
    let calls = trial.clean.report.host_calls;
    if calls == 0 {
        return not_here("this call asks the host for nothing");
    }
    let step = calls.div_ceil(INTERRUPTIONS).max(1);
    for at in (1..=calls).step_by(step as usize) {
        let cut = trial.run(&Twist { interrupt: at, ..Twist::default() }).await?;
        match &cut.result {
            Err(CallError::Failure(_)) => {}
            Ok(_) => {
                return wrong(format!("host call {at} failed, and an answer came all the same"));
            }
            Err(error) => return wrong(format!("host call {at}: {}", show::sentence(error))),
        }
        let told = cut.seen.iter().any(|seen| !seen.asks());
        if told && cut.report.bytes_out == 0 {
            return wrong(format!("host call {at}: a request left that the host does not know of"));
        }
        let after = trial.run(&Twist::default()).await?;
        if !same(&trial.clean, &after) {
            return wrong(format!("after a crash at host call {at} came {}", came(&after)));
        }
    }
    fine()
}

async fn two_accounts(trial: &Trial<'_>) -> CheckResult {
    let [one, two] =
        trial.stage.run_two(trial.sample, &Twist { again: true, ..Twist::default() }).await?;
    for (number, ran) in [(1, &one), (2, &two)] {
        if let Some(crash) = crashed(ran) {
            return wrong(format!("account {number}: {crash}"));
        }
    }
    if !same(&trial.clean, &one) {
        return wrong(format!("beside another account, this came: {}", came(&one)));
    }
    let of = |text: &str, number: i64| text.contains(&format!("-of-account-{number}"));
    for seen in one.seen.iter().chain(&two.seen) {
        let whole = seen.whole();
        if of(&whole, 1) && of(&whole, 2) {
            return wrong(format!("one request holds secrets of both accounts: {}", seen.url));
        }
    }
    fine()
}

/// A provider that repeats everything it was told, as some do in their errors.
async fn secrets(trial: &Trial<'_>) -> CheckResult {
    let schema = trial.stage.plugin.schema["properties"].as_object();
    let names: Vec<&String> = schema
        .into_iter()
        .flatten()
        .filter(|(_, rules)| rules["x-secret"] == true)
        .map(|(name, _)| name)
        .collect();
    if names.is_empty() {
        return not_here("the plugin has no secret settings");
    }
    let account = trial.stage.account(trial.sample, &Twist::default(), 1);
    let values: Vec<(String, String)> = names
        .iter()
        .map(|name| {
            let value = account.secrets.get(name).map_or_else(|| secret(name, 1), str::to_owned);
            ((*name).clone(), value)
        })
        .filter(|(_, value)| value.len() > 5)
        .collect();
    let echo: String = values.iter().map(|(name, value)| format!("{name} = {value}; ")).collect();
    let body = serde_json::json!({ "error": echo, "message": echo, "description": echo });
    let mut runs = vec![trial.clean.clone()];
    for at in 0..trial.clean.seen.len() {
        let headers = [("content-type", "application/json"), ("x-echo", echo.trim())];
        let answer = Answer::with(400, &headers, body.to_string().as_bytes());
        let fault = Some((at, Fault::Answer(answer)));
        runs.push(trial.run(&Twist { fault, again: true, ..Twist::default() }).await?);
    }
    for ran in &runs {
        let mut said = show::record(ran, &[]);
        if let Some(object) = said.as_object_mut() {
            object.remove("requests");
        }
        let said = said.to_string();
        if let Some((name, _)) = values.iter().find(|(_, value)| said.contains(value)) {
            return wrong(format!("the secret `{name}` shows in what the plugin answers or logs"));
        }
    }
    fine()
}

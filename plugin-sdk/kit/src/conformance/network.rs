//! What goes wrong between the plugin and the provider, at each request of the sample in turn.

use super::trial::{CheckResult, Trial, came, crashed, fine, kind, not_here, wrong};
use crate::{
    call::Ran,
    provider::{Fault, RecordedRequest},
    script::Answer,
    stage::Twist,
};
use anyhow::Result;
use patchbay::plugins::{CallError, Failure, Interface, manifest::Dedupe};

/// What the provider says with its 429.
const RETRY_AFTER_S: u64 = 7;

pub async fn check(trial: &mut Trial<'_>) {
    let found = limited(trial).await;
    trial.note("429 with Retry-After", found);
    let found = refused(trial).await;
    trial.note("401", found);
    let found = troubled(trial).await;
    trial.note("5xx", found);
    let found = broken(trial).await;
    trial.note("timeout after send", found);
    let found = truncated(trial).await;
    trial.note("truncated JSON", found);
}

/// The request the call is about: for what changes something at the provider the last that does,
/// else the first. What comes in by itself is not about any request.
fn main_request(trial: &Trial<'_>) -> Option<usize> {
    let seen = &trial.clean.seen;
    match trial.interface() {
        Interface::Webhook | Interface::Visitor | Interface::Socket | Interface::Mail => None,
        Interface::Poll | Interface::Settings | Interface::Directory => {
            (!seen.is_empty()).then_some(0)
        }
        _ => seen
            .iter()
            .rposition(|s: &RecordedRequest| !s.asks())
            .or((!seen.is_empty()).then_some(0)),
    }
}

fn sends(trial: &Trial<'_>) -> bool {
    matches!(trial.interface(), Interface::Outbound | Interface::OutboundParts)
}

/// Whether doing it twice could reach a customer twice.
fn doubles(trial: &Trial<'_>) -> bool {
    sends(trial) && trial.stage.manifest().send.dedupe != Dedupe::Provider
}

/// Runs the sample once for each of its requests, with the fault there, and judges each.
async fn each(
    trial: &Trial<'_>,
    fault: impl Fn() -> Fault,
    judge: impl Fn(&Ran, bool) -> Option<String>,
) -> CheckResult {
    let seen = trial.clean.seen.clone();
    if seen.is_empty() {
        return not_here("this call asks the provider for nothing");
    }
    let main = main_request(trial);
    for (at, request) in seen.iter().enumerate() {
        let twist = Twist { fault: Some((at, fault())), again: true, ..Twist::default() };
        let ran: Result<Ran> = trial.run(&twist).await;
        let ran = ran?;
        let problem = crashed(&ran).or_else(|| judge(&ran, main == Some(at)));
        if let Some(problem) = problem {
            let path = request.url.split('?').next().unwrap_or_default();
            return wrong(format!("{} {path}: {problem}", request.method));
        }
    }
    fine()
}

/// The provider's refusal with a status, as `conformance.toml` words it.
fn refusal(trial: &Trial<'_>, status: u16, headers: &[(&str, &str)]) -> Fault {
    Fault::Answer(trial.samples.refusal(status, headers))
}

async fn limited(trial: &Trial<'_>) -> CheckResult {
    let language = trial.language;
    let seconds = RETRY_AFTER_S.to_string();
    let fault = || refusal(trial, 429, &[("retry-after", &seconds)]);
    each(trial, fault, |ran, main| {
        let told = match &ran.result {
            Err(CallError::Failure(Failure::RateLimited(_, retry))) => Some(retry.after_ms),
            _ => None,
        };
        match (main, told, kind(ran)) {
            (_, Some(Some(ms)), _) if ms >= RETRY_AFTER_S * 1000 => None,
            (_, Some(after), _) => Some(format!(
                "the provider said Retry-After: {RETRY_AFTER_S}, the plugin says {}. Pass the \
                 header on: {}",
                after.map_or_else(|| "nothing".to_owned(), |ms| format!("{ms} ms")),
                language.right("rate-limited")
            )),
            (false, None, "answer" | "retryable") => None,
            (true, None, "answer") if trial.interface() == Interface::Settings => None,
            (_, None, _) => {
                Some(format!("{}, where {} is right", came(ran), language.right("rate-limited")))
            }
        }
    })
    .await
}

async fn refused(trial: &Trial<'_>) -> CheckResult {
    let language = trial.language;
    each(
        trial,
        || refusal(trial, 401, &[]),
        |ran, main| match (main, kind(ran)) {
            (_, "auth-expired") | (false, "answer" | "permanent") => None,
            (true, "answer" | "needs-config") if trial.interface() == Interface::Settings => {
                let problems = ran.result.as_ref().ok().map(|v| !v["problems"].is_null());
                (problems == Some(false))
                    .then(|| "the check passes with a refused token".to_owned())
            }
            _ => Some(format!(
                "{}, where {} is right: only that asks an admin to connect again",
                came(ran),
                language.right("auth-expired")
            )),
        },
    )
    .await
}

async fn troubled(trial: &Trial<'_>) -> CheckResult {
    let language = trial.language;
    each(
        trial,
        || refusal(trial, 503, &[]),
        |ran, main| match (main, kind(ran)) {
            (_, "retryable" | "rate-limited") | (false, "answer") => None,
            (_, "outcome-unknown") => None,
            (true, "answer") if trial.interface() == Interface::Settings => {
                let problems = ran.result.as_ref().ok().map(|v| !v["problems"].is_null());
                (problems == Some(false)).then(|| "the check passes without an answer".to_owned())
            }
            _ => Some(format!(
                "{}, where {} is right: trouble passes",
                came(ran),
                language.right("retryable")
            )),
        },
    )
    .await
}

async fn broken(trial: &Trial<'_>) -> CheckResult {
    let language = trial.language;
    let doubles = doubles(trial);
    each(
        trial,
        || Fault::Answer(Answer::Break),
        |ran, main| match (main, kind(ran)) {
            (true, "outcome-unknown") => None,
            (true, "retryable") if doubles => Some(format!(
                "`retryable` sends it again although the provider may have it. {}",
                language.sending()
            )),
            (_, "retryable" | "outcome-unknown") | (false, "answer") => None,
            (true, "answer") if trial.interface() == Interface::Settings => None,
            _ => Some(format!(
                "{}, where {} is right when the request may have arrived, else {}",
                came(ran),
                language.right("outcome-unknown"),
                language.right("retryable")
            )),
        },
    )
    .await
}

/// The status says yes, and the body breaks off.
async fn truncated(trial: &Trial<'_>) -> CheckResult {
    let language = trial.language;
    let doubles = doubles(trial);
    let sends = sends(trial);
    each(
        trial,
        || Fault::Cut,
        |ran, main| match (main, kind(ran)) {
            (true, "retryable") if doubles => {
                Some("`retryable` sends again what the provider said yes to".to_owned())
            }
            (true, "permanent" | "auth-expired" | "needs-config") if sends => Some(format!(
                "{}: the provider said yes, so the message must not be shown as failed. Answer {}",
                came(ran),
                language.right("outcome-unknown")
            )),
            _ => None,
        },
    )
    .await
}

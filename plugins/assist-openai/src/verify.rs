//! "Check settings": is a model served here, does the key fit, and is the named model among them?

use crate::{Settings, authorized, detail, refusal::Refusal};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;
use settings::Validation;

const TIMEOUT_MS: u32 = 30_000;

pub fn check(settings: &Settings) -> Result<Validation, Failure> {
    let model = settings.model.trim();
    let mut found = Validation {
        title: Some(model.to_owned()).filter(|m| !m.is_empty()),
        ..Default::default()
    };
    if model.is_empty() {
        problem(&mut found, "model", detail("no-model", "Enter the name of a model."));
    }
    let request = authorized(Request::get(settings.url("/models"))).timeout_ms(TIMEOUT_MS);
    let answer = match request.send() {
        Ok(answer) => answer,
        Err(NetError::Denied(detail) | NetError::Dns(detail)) => {
            problem(&mut found, "base_url", detail);
            return Ok(found);
        }
        Err(other) => return Err(other.into()),
    };
    if !answer.ok() {
        match Refusal::read(answer).failure("", "model") {
            Failure::AuthExpired(detail) | Failure::Permanent(detail) => {
                problem(&mut found, "api_key", detail);
            }
            Failure::NeedsConfig(problems) => found.problems.extend(problems),
            other => return Err(other),
        }
        return Ok(found);
    }
    let told: Option<Value> = answer.json().ok();
    let Some(list) = told.as_ref().and_then(|told| told["data"].as_array()) else {
        let text = "No list of models is at this address. It usually ends in /v1.";
        problem(&mut found, "base_url", detail("no-list", text));
        return Ok(found);
    };
    let names: Vec<&str> = list.iter().filter_map(|one| one["id"].as_str()).collect();
    // Some servers add the version to a name that was given without one.
    let offers = |model: &str| {
        names.iter().any(|name| {
            *name == model || name.strip_prefix(model).is_some_and(|rest| rest.starts_with(':'))
        })
    };
    found.facts.push(("Models".to_owned(), names.len().to_string()));
    if !model.is_empty() && !offers(model) {
        let some: Vec<&str> = names.iter().copied().take(20).collect();
        let text = "The server does not offer this model.";
        problem(&mut found, "model", detail("model", text).said(some.join(", ")));
    }
    let recordings = settings.transcription_model.trim();
    if !recordings.is_empty() {
        let offered = if offers(recordings) { "" } else { ": not offered here" };
        found.facts.push(("Recordings".to_owned(), format!("{recordings}{offered}")));
    }
    Ok(found)
}

fn problem(found: &mut Validation, setting: &str, detail: Detail) {
    found.problems.push((setting.to_owned(), detail));
}

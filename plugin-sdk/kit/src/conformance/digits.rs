//! Ids that are numbers: above 2^53 many languages round them without a word.

use super::{
    inbound,
    trial::{CheckResult, Trial, fine, not_here, wrong},
};
use crate::{call::Ran, script::Answer, stage::Twist};
use patchbay::plugins::{Event, Interface};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The smallest whole number that a double cannot hold.
const LARGE: u64 = (1 << 53) + 1;

/// Each number of the sample that is an id in the answer, made as large as some providers' are.
pub async fn check(trial: &Trial<'_>) -> CheckResult {
    let ids = ids(&trial.clean);
    let body = body(trial);
    let answers = trial.sample.http.iter().filter_map(|exchange| json_of(&exchange.answer));
    let mut numbers = BTreeSet::new();
    for value in body.iter().cloned().chain(answers) {
        whole(&value, &mut numbers);
    }
    numbers.retain(|number| ids.iter().any(|id| holds(id, *number)));
    if numbers.is_empty() {
        return not_here("no id of the sample is a number");
    }
    for number in numbers {
        let ran = trial.run(&large(trial, body.as_ref(), number)).await?;
        let now = self::ids(&ran);
        // What hangs together with a setting or an earlier event is not taken then.
        if ran.result.is_err() || now.len() != ids.len() {
            continue;
        }
        if !now.iter().any(|id| holds(id, LARGE)) {
            let came = now.iter().find(|id| !ids.contains(id)).map_or("nothing", String::as_str);
            return wrong(format!(
                "the provider's id {LARGE} in the place of {number} became {came}. {}",
                trial.language.digits()
            ));
        }
    }
    fine()
}

fn body(trial: &Trial<'_>) -> Option<Value> {
    if trial.interface() != Interface::Webhook {
        return None;
    }
    let (sample, manifest) = (trial.sample, trial.stage.manifest());
    let request = crate::call::webhook_request(manifest, &sample.input, sample.folder()).ok()?;
    serde_json::from_slice(&request.body).ok()
}

fn json_of(answer: &Answer) -> Option<Value> {
    let Answer::Full { body, .. } = answer else { return None };
    serde_json::from_slice(body).ok()
}

/// The ids that the host knows things again by.
fn ids(ran: &Ran) -> Vec<String> {
    let mut ids = inbound::ids(ran.batch.as_ref());
    for event in ran.batch.iter().flat_map(|batch| &batch.events) {
        match event {
            Event::Message(m) => ids.extend([m.thread.clone(), m.from.external_id.clone()]),
            Event::Edit(e) => ids.extend([e.external_id.clone(), e.thread.clone()]),
            Event::Reaction(r) => ids.extend([r.external_id.clone(), r.from.external_id.clone()]),
            _ => {}
        }
    }
    let sent = ran.result.as_ref().ok().and_then(|answer| answer["external_ids"].as_array());
    ids.extend(sent.into_iter().flatten().filter_map(|id| id.as_str().map(str::to_owned)));
    ids
}

/// Whether the number stands in an id as a whole.
fn holds(id: &str, number: u64) -> bool {
    let digits = number.to_string();
    id.split(|c: char| !c.is_ascii_digit()).any(|run| run == digits)
}

fn whole(value: &Value, found: &mut BTreeSet<u64>) {
    match value {
        Value::Number(number) => found.extend(number.as_u64()),
        Value::Array(list) => list.iter().for_each(|one| whole(one, found)),
        Value::Object(object) => object.values().for_each(|one| whole(one, found)),
        _ => {}
    }
}

fn large(trial: &Trial<'_>, body: Option<&Value>, number: u64) -> Twist {
    let input = body.map(|body| {
        let mut input = trial.sample.input.clone();
        input["body"] = json!({ "$text": with(body, number).to_string() });
        input
    });
    let http = trial.sample.http.iter().map(|exchange| {
        let mut exchange = exchange.clone();
        if let (Some(said), Answer::Full { body, .. }) =
            (json_of(&exchange.answer), &mut exchange.answer)
        {
            *body = with(&said, number).to_string().into_bytes();
        }
        exchange
    });
    Twist { input, http: Some(http.collect()), again: true, ..Twist::default() }
}

fn with(value: &Value, number: u64) -> Value {
    match value {
        Value::Number(one) if one.as_u64() == Some(number) => json!(LARGE),
        Value::Array(list) => list.iter().map(|one| with(one, number)).collect(),
        Value::Object(object) => {
            object.iter().map(|(name, one)| (name.clone(), with(one, number))).collect()
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_whole_and_made_large() {
        assert!(holds("111:615", 615) && holds("615", 615) && holds("x-615/2", 615));
        assert!(!holds("6150", 615) && !holds("1615", 615));
        let value =
            json!({ "a": 615, "b": [{ "c": 615, "d": "615" }], "e": 6150, "f": -1, "g": 0.5 });
        let mut found = BTreeSet::new();
        whole(&value, &mut found);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [615, 6150]);
        let large =
            json!({ "a": LARGE, "b": [{ "c": LARGE, "d": "615" }], "e": 6150, "f": -1, "g": 0.5 });
        assert_eq!(with(&value, 615), large);
        assert_ne!(LARGE as f64 as u64, LARGE, "a double cannot hold it");
    }
}

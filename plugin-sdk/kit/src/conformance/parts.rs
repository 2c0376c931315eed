//! Sending in parts: what was sent is not sent again.

use super::trial::{CheckResult, Trial, came, fine, not_here, wrong};
use crate::{call::Ran, content::over, fixture::Fixture, stage::Twist};
use serde_json::json;

/// The most parts that the host accepts.
const PARTS_MAX: u64 = 100;

pub async fn send(trial: &mut Trial<'_>) {
    let found = counted(trial);
    trial.note("number of parts", found);
    let found = continued(trial).await;
    trial.note("goes on where it ended", found);
}

fn counted(trial: &Trial<'_>) -> CheckResult {
    let of = trial.clean.result.as_ref().map_or(0, |answer| answer["of"].as_u64().unwrap_or(0));
    if (1..=PARTS_MAX).contains(&of) {
        return fine();
    }
    wrong(format!("`of` is {of}; a message has 1 to {PARTS_MAX} parts"))
}

/// A message of several parts, from its second part on.
async fn continued(trial: &Trial<'_>) -> CheckResult {
    let further = trial.samples.further(trial.interface(), "several").transpose()?;
    let sample: &Fixture = further.as_ref().unwrap_or(trial.sample);
    let repeat = Twist { again: true, ..Twist::default() };
    let clean = trial.stage.run(sample, &repeat).await?;
    let [first, _, ..] = clean.parts.as_slice() else {
        return match further {
            Some(_) => wrong(format!("{} has one part: {}", sample.name(), came(&clean))),
            None => not_here(
                "no sample of several parts: [samples] \"outbound-parts.several\" = \"outbound-parts/…\"",
            ),
        };
    };
    let part = json!({ "part": { "index": 1, "external_ids": first } });
    let input = Some(over(sample.input.clone(), &part));
    let ran = trial.stage.run(sample, &Twist { input, ..repeat }).await?;
    if ran.result.is_err() {
        return wrong(format!("{} from its second part on: {}", sample.name(), came(&ran)));
    }
    let of = |ran: &Ran| ran.result.as_ref().map_or(0, |answer| answer["of"].as_u64().unwrap_or(0));
    if of(&clean) != of(&ran) {
        return wrong(format!("the message has {} parts, and later {}", of(&clean), of(&ran)));
    }
    // Multipart bodies differ in their boundaries, so only their lengths are compared.
    let told = |ran: &Ran| -> Vec<(String, Vec<u8>)> {
        let changes = ran.seen.iter().filter(|seen| !seen.asks());
        let body = |body: &[u8]| match body.starts_with(b"--") {
            true => body.len().to_string().into_bytes(),
            false => body.to_vec(),
        };
        changes.map(|seen| (seen.url.clone(), body(&seen.body))).collect()
    };
    let (whole, rest) = (told(&clean), told(&ran));
    if rest.len() < whole.len() && whole.ends_with(&rest) {
        return fine();
    }
    wrong(format!(
        "from its second part on {} sends {} requests that are not the last of the {} of the whole: \
         what was sent would be sent again",
        sample.name(),
        rest.len(),
        whole.len()
    ))
}

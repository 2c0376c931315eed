//! Sending, and changing what was sent.

use super::trial::{CheckResult, Trial, came, crashed, fine, kind, not_here, wrong};
use crate::{addresses, content::over, show, stage::Twist};
use patchbay::plugins::{CallError, Failure, manifest::Dedupe};
use serde_json::{Value, json};

pub async fn send(trial: &mut Trial<'_>) {
    let found = known(trial);
    trial.note("ids of what was sent", found);
    let found = repeated(trial).await;
    trial.note("duplicates", found);
    let found = long(trial).await;
    trial.note("longest text", found);
    let found = large(trial).await;
    trial.note("5 MB media", found);
}

fn known(trial: &Trial<'_>) -> CheckResult {
    let answer = trial.clean.result.clone().unwrap_or_default();
    let ids = answer["external_ids"].as_array().map_or(0, Vec::len);
    let status = answer["status"].as_str().unwrap_or_default();
    // A page of our own has no provider that would give ids.
    if ids == 0 && !trial.clean.seen.is_empty() {
        return wrong(format!(
            "`{}` is empty: receipts could not be told from others'",
            trial.language.name("external-ids")
        ));
    }
    if !["sent", "delivered"].contains(&status) {
        return wrong(format!("`status` is `{status}`; it is `sent` or `delivered`"));
    }
    fine()
}

/// A second attempt after one whose end nobody knows.
async fn repeated(trial: &Trial<'_>) -> CheckResult {
    let unknown = json!({ "attempt": 2, "prior_unknown": true });
    let input = over(trial.sample.input.clone(), &unknown);
    match trial.stage.manifest().send.dedupe {
        Dedupe::None => {
            not_here("send.dedupe is `none`: the host never sends again what may have arrived")
        }
        Dedupe::Provider => {
            let ran = trial.with(input).await?;
            if ran.result.is_err() {
                return wrong(format!("a second attempt: {}", came(&ran)));
            }
            let told = |ran: &crate::call::Ran| -> Vec<(String, Vec<u8>)> {
                let changes = ran.seen.iter().filter(|seen| !seen.asks());
                changes.map(|seen| (seen.url.clone(), seen.body.clone())).collect()
            };
            let (first, second) = (told(&trial.clean), told(&ran));
            if first.is_empty() {
                return not_here("nothing leaves for a provider");
            }
            // Multipart bodies differ in their boundaries, so they are only counted.
            let plain = |list: &[(String, Vec<u8>)]| {
                list.iter()
                    .filter(|(_, body)| !body.starts_with(b"--"))
                    .cloned()
                    .collect::<Vec<_>>()
            };
            if first.len() != second.len() || plain(&first) != plain(&second) {
                return wrong(
                    "a second attempt sends something else, so the provider cannot drop it",
                );
            }
            let op = trial.sample.input["op_id"].as_str().unwrap_or("op-1");
            let carried = ran.seen.iter().any(|seen| seen.whole().contains(op));
            if carried {
                fine()
            } else {
                let name = trial.language.name("op-id");
                wrong(format!("no request carries the operation id (`{name}`)"))
            }
        }
        Dedupe::Lookup => {
            let ran = trial.with(input).await?;
            let asked = ran.seen.first().is_some_and(|seen| {
                seen.asks() || Some(&seen.url) != trial.clean.seen.first().map(|s| &s.url)
            });
            if asked {
                fine()
            } else {
                let name = trial.language.name("prior-unknown");
                wrong(format!("`{name}` is set, and nothing is looked up first"))
            }
        }
    }
}

async fn long(trial: &Trial<'_>) -> CheckResult {
    let Some(most) = trial.stage.manifest().send.text_max else {
        return not_here("send.text_max is not set");
    };
    // The 2-byte letter finds who counts bytes.
    let text: String = "é".repeat(most as usize);
    let ran = trial.with(over(trial.sample.input.clone(), &json!({ "text": text }))).await?;
    if ran.result.is_err() {
        return wrong(format!("a text of {most} characters: {}", came(&ran)));
    }
    fine()
}

async fn large(trial: &Trial<'_>) -> CheckResult {
    let send = &trial.stage.manifest().send;
    if send.attachments_max == 0 || send.attachment_max_bytes < 5 << 20 {
        return not_here("the manifest allows no files of that size");
    }
    let Some(media) = trial.samples.further(trial.interface(), "media") else {
        let name = trial.interface().name();
        let text = format!("no sample with a file: [samples] \"{name}.media\" = \"{name}/…\"");
        return not_here(text);
    };
    let media = media?;
    let mut input = media.input.clone();
    for file in input["attachments"].as_array_mut().into_iter().flatten() {
        let mime = file["blob"]["mime"].clone();
        let name = file["blob"]["filename"].clone();
        file["blob"] = json!({ "$size": 5 << 20, "mime": mime, "filename": name });
    }
    let twist = Twist { input: Some(input), again: true, ..Twist::default() };
    let ran = trial.stage.run(&media, &twist).await?;
    if let Err(error) = &ran.result {
        return wrong(format!("{} with 5 MB: {}", media.name(), show::sentence(error)));
    }
    let left = ran.seen.iter().any(|seen| seen.body.len() >= 5 << 20);
    if left || ran.seen.is_empty() {
        return fine();
    }
    // Or the provider loads it from the desk.
    let known = addresses::of(&media.input);
    for seen in &ran.seen {
        match addresses::loaded(&seen.whole(), &known) {
            Ok(0) => {}
            Ok(_) => return fine(),
            Err(problem) => return wrong(format!("{}: {problem}", media.name())),
        }
    }
    wrong(format!(
        "the file never left for the provider: neither its bytes nor its signed address. {}",
        trial.language.addresses()
    ))
}

pub async fn edits(trial: &mut Trial<'_>) {
    let found = offered(trial).await;
    trial.note("offered changes", found);
}

/// What the manifest does not offer is answered so that the host can tell.
async fn offered(trial: &Trial<'_>) -> CheckResult {
    let send = trial.stage.manifest().send.clone();
    for (name, offered, input) in [
        ("edit", send.edit, json!({ "edit": { "text": "Corrected" } })),
        ("delete", send.delete, json!({ "delete": {} })),
        ("react", send.react, json!({ "react": "👍" })),
    ] {
        let input = over(json!({ "target": trial.sample.input["target"] }), &input);
        let ran = trial.with(input).await?;
        if let Some(crash) = crashed(&ran) {
            return wrong(format!("{name}: {crash}"));
        }
        let unsupported = matches!(
            &ran.result,
            Err(CallError::Failure(Failure::Permanent(d))) if d.code == "unsupported"
        );
        if !offered && !unsupported {
            return wrong(format!(
                "the manifest does not offer `{name}`, so answer {} with the code \
                 `unsupported`; {} came",
                trial.language.right("permanent"),
                came(&ran)
            ));
        }
        if offered && unsupported {
            return wrong(format!("the manifest offers `{name}`, the plugin calls it unsupported"));
        }
        let asked: Vec<Value> = ran.seen.iter().map(|seen| json!(seen.url)).collect();
        if offered && kind(&ran) == "permanent" && ran.strays.is_empty() && asked.is_empty() {
            return wrong(format!("{name}: {}", came(&ran)));
        }
    }
    fine()
}

//! Webhooks: signatures, repeats, order, and what providers add without asking.

use super::{
    inbound,
    trial::{CheckResult, Trial, came, crashed, fine, messages, not_here, wrong},
};
use crate::{call, content, stage::Twist};
use anyhow::Result;
use hmac::{Hmac, Mac as _};
use patchbay::plugins::{
    WebhookRequest,
    manifest::{Encoding, Recipe, RecipeKind},
    verify,
};
use serde_json::{Value, json};
use sha2::Sha256;
use std::collections::BTreeMap;

/// At most so many texts of a body are put into another form.
const PLACES: usize = 40;

pub async fn check(trial: &mut Trial<'_>) {
    let found = inbound::complete(trial);
    trial.note("complete events", found);
    let found = signature(trial);
    trial.note("signature", found);
    let found = dedupe(trial);
    trial.note("dedupe key", found);
    let found = duplicates(trial).await;
    trial.note("duplicates", found);
    let found = reordered(trial).await;
    trial.note("reordering", found);
    let found = unknown(trial).await;
    trial.note("unknown event kinds", found);
    let found = rubbish(trial).await;
    trial.note("truncated body", found);
    let found = other_forms(trial).await;
    trial.note("fields of another form", found);
    let found = large(trial).await;
    trial.note("5 MB media", found);
}

fn request(trial: &Trial<'_>) -> Result<WebhookRequest> {
    let sample = trial.sample;
    call::webhook_request(trial.stage.manifest(), &sample.input, sample.folder())
}

/// Signs as the provider does, by the manifest's own recipe.
fn signed(recipe: &Recipe, secret: &str, request: &mut WebhookRequest) {
    let header = recipe.header.clone().unwrap_or_default();
    let value = match recipe.kind {
        RecipeKind::QueryEquals => {
            let name = recipe.query.clone().unwrap_or_default();
            let secret: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
            let and = if request.query.is_empty() { "" } else { "&" };
            request.query += &format!("{and}{name}={secret}");
            return;
        }
        RecipeKind::HeaderEquals => secret.to_owned(),
        _ => {
            let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return };
            mac.update(&request.body);
            let bytes = mac.finalize().into_bytes();
            let text = match recipe.encoding.unwrap_or(Encoding::Hex) {
                Encoding::Hex => patchbay_package::hex(&bytes),
                Encoding::Base64 => {
                    use base64::{Engine as _, engine::general_purpose::STANDARD};
                    STANDARD.encode(bytes)
                }
            };
            format!("{}{text}", recipe.prefix.as_deref().unwrap_or_default())
        }
    };
    request.headers.retain(|(name, _)| !name.eq_ignore_ascii_case(&header));
    request.headers.push((header, value.into_bytes()));
}

fn signature(trial: &Trial<'_>) -> CheckResult {
    let manifest = trial.stage.manifest();
    let recipes = manifest.webhook.as_ref().map_or(&[][..], |w| w.verify.as_slice());
    let account = trial.stage.account(trial.sample, &Twist::default(), 1);
    for recipe in recipes {
        let secret = account.secrets.get(&recipe.secret).unwrap_or_default().to_owned();
        for (secret, passes) in [(secret.as_str(), true), ("another secret", false)] {
            let mut request = request(trial)?;
            signed(recipe, secret, &mut request);
            let found =
                verify(manifest, &account.secrets, &request.headers, &request.query, &request.body);
            if found.is_ok() != passes {
                let verb = if passes { "is refused" } else { "passes with a wrong secret" };
                return wrong(format!("a request signed by the recipe `{}` {verb}", recipe.name));
            }
        }
    }
    fine()
}

fn dedupe(trial: &Trial<'_>) -> CheckResult {
    let webhook = trial.stage.manifest().webhook.as_ref();
    let Some(key) = webhook.and_then(|w| w.dedupe.as_deref()) else {
        return not_here("webhook.dedupe is not set: only equal bodies count as repeats");
    };
    let request = request(trial)?;
    let found = match key.split_once(':') {
        Some(("json", pointer)) => serde_json::from_slice::<Value>(&request.body)
            .ok()
            .and_then(|body| body.pointer(pointer).cloned())
            .is_some_and(|value| value.is_string() || value.is_number()),
        Some((_, name)) => request.headers.iter().any(|(n, _)| n.eq_ignore_ascii_case(name)),
        None => false,
    };
    if found { fine() } else { wrong(format!("the sample has nothing at webhook.dedupe `{key}`")) }
}

async fn duplicates(trial: &Trial<'_>) -> CheckResult {
    // The second time comes later, after the first one's values were stored.
    let again = trial.run(&Twist { kv: Some(stored(trial, &trial.clean)), ..again() }).await?;
    let (first, second) =
        (inbound::ids(trial.clean.batch.as_ref()), inbound::ids(again.batch.as_ref()));
    let new: Vec<&String> = second.iter().filter(|id| !first.contains(id)).collect();
    if !new.is_empty() {
        return wrong(format!("a repeat has the ids {new:?}, which the first time had not"));
    }
    fine()
}

fn again() -> Twist {
    Twist { again: true, ..Twist::default() }
}

/// The account's store after a batch.
fn stored(trial: &Trial<'_>, ran: &crate::call::Ran) -> BTreeMap<String, Vec<u8>> {
    let mut kv = trial.sample.kv.clone();
    apply(&mut kv, ran);
    kv
}

fn apply(kv: &mut BTreeMap<String, Vec<u8>>, ran: &crate::call::Ran) {
    for op in ran.batch.iter().flat_map(|batch| &batch.kv) {
        match &op.value {
            Some(value) => kv.insert(op.key.clone(), value.clone()),
            None => kv.remove(&op.key),
        };
    }
}

/// All webhook fixtures, first to last and last to first: what a message says must not depend on
/// what came before it.
async fn reordered(trial: &Trial<'_>) -> CheckResult {
    let mut fixtures = trial.samples.all(trial.interface())?;
    if fixtures.len() < 2 {
        return not_here("there is only one webhook fixture");
    }
    let mut orders = Vec::new();
    for _ in 0..2 {
        let (mut kv, mut said) = (BTreeMap::new(), BTreeMap::new());
        for fixture in &fixtures {
            let mut before = fixture.kv.clone();
            before.extend(std::mem::take(&mut kv));
            let twist = Twist { kv: Some(before.clone()), ..again() };
            let ran = trial.stage.run(fixture, &twist).await?;
            if let Some(crash) = crashed(&ran) {
                return wrong(format!("{}: {crash}", fixture.name()));
            }
            kv = before;
            apply(&mut kv, &ran);
            said.insert(fixture.name(), inbound::ids(ran.batch.as_ref()));
        }
        orders.push(said);
        fixtures.reverse();
    }
    for (name, ids) in &orders[0] {
        if orders[1].get(name) != Some(ids) {
            return wrong(format!(
                "{name} brings {ids:?} in one order and {:?} in the other",
                orders[1].get(name)
            ));
        }
    }
    fine()
}

async fn unknown(trial: &Trial<'_>) -> CheckResult {
    let Ok(body) = serde_json::from_slice::<Value>(&request(trial)?.body) else {
        return not_here("the provider does not send JSON");
    };
    let ran = trial.with(with_body(trial, &more(&body))).await?;
    if inbound::ids(ran.batch.as_ref()) != inbound::ids(trial.clean.batch.as_ref()) {
        return wrong(format!(
            "with further fields in the body came {}. Providers add fields; do not refuse them",
            came(&ran)
        ));
    }
    if let Some(further) = trial.samples.further(trial.interface(), "unknown") {
        let ran = trial.stage.run(&further?, &again()).await?;
        if ran.result.is_err() || !messages(&ran).is_empty() {
            return wrong(format!("an event of an unknown kind: {}", came(&ran)));
        }
    }
    let other = json!({ "patchbay_kit": { "kind": "something new", "id": 1 } });
    let ran = trial.with(with_body(trial, &other)).await?;
    match trial.bears("a body of unknown form", &ran) {
        Some(problem) => wrong(problem),
        None if !messages(&ran).is_empty() => wrong("a body of unknown form became a message"),
        None => fine(),
    }
}

/// Further fields in every object.
fn more(value: &Value) -> Value {
    match value {
        Value::Object(object) => {
            let mut out: serde_json::Map<String, Value> =
                object.iter().map(|(name, value)| (name.clone(), more(value))).collect();
            out.insert("patchbay_kit_field".to_owned(), json!({ "new": [1, "two"] }));
            Value::Object(out)
        }
        Value::Array(list) => list.iter().map(more).collect(),
        other => other.clone(),
    }
}

fn with_body(trial: &Trial<'_>, body: &Value) -> Value {
    let mut input = trial.sample.input.clone();
    input["body"] = json!({ "$text": body.to_string() });
    input
}

async fn rubbish(trial: &Trial<'_>) -> CheckResult {
    let body = request(trial)?.body;
    let half = body[..body.len() / 2].to_vec();
    for (what, bytes) in [
        ("half of the body", half),
        ("no body", Vec::new()),
        ("bytes that are no text", vec![0xff, 0xfe, 0, 1]),
        ("5 MB of nothing", content::filler(5 << 20)),
        ("a number", b"7".to_vec()),
        ("null", b"null".to_vec()),
    ] {
        use base64::{Engine as _, engine::general_purpose::STANDARD};
        let mut input = trial.sample.input.clone();
        input["body"] = json!({ "$base64": STANDARD.encode(&bytes) });
        let ran = trial.with(input).await?;
        if let Some(problem) = trial.bears(what, &ran) {
            return wrong(problem);
        }
        if !messages(&ran).is_empty() {
            return wrong(format!("{what} became a message"));
        }
    }
    fine()
}

/// A number, nothing and a list where the sample has each of its texts, one place at a time.
async fn other_forms(trial: &Trial<'_>) -> CheckResult {
    let Ok(body) = serde_json::from_slice::<Value>(&request(trial)?.body) else {
        return not_here("the provider does not send JSON");
    };
    let mut places = Vec::new();
    texts(&body, "", &mut places);
    for place in places.iter().take(PLACES) {
        for other in [json!(7), Value::Null, json!([])] {
            let mut body = body.clone();
            let Some(field) = body.pointer_mut(place) else { continue };
            *field = other.clone();
            let ran = trial.with(with_body(trial, &body)).await?;
            if let Some(problem) = trial.bears(&format!("{other} at {place}"), &ran) {
                return wrong(problem);
            }
        }
    }
    fine()
}

/// Where a body has texts, as JSON pointers.
fn texts(value: &Value, at: &str, places: &mut Vec<String>) {
    match value {
        Value::String(_) => places.push(at.to_owned()),
        Value::Object(object) => {
            for (name, value) in object {
                let name = name.replace('~', "~0").replace('/', "~1");
                texts(value, &format!("{at}/{name}"), places);
            }
        }
        Value::Array(list) => {
            for (number, value) in list.iter().enumerate() {
                texts(value, &format!("{at}/{number}"), places);
            }
        }
        _ => {}
    }
}

async fn large(trial: &Trial<'_>) -> CheckResult {
    let Some(media) = trial.samples.further(trial.interface(), "media") else {
        return not_here("no sample with a file: [samples] \"webhook.media\" = \"webhook/…\"");
    };
    let media = media?;
    let grown: Vec<_> = media
        .http
        .iter()
        .map(|exchange| exchange.grown(5 << 20).unwrap_or_else(|| exchange.clone()))
        .collect();
    let ran = trial.stage.run(&media, &Twist { http: Some(grown), ..again() }).await?;
    let files: Vec<u64> = messages(&ran)
        .iter()
        .flat_map(|message| &message.attachments)
        .filter_map(|file| file.blob.as_ref().map(|blob| blob.size))
        .collect();
    if !files.contains(&(5 << 20)) {
        return wrong(format!("{} with 5 MB: {}, files {files:?}", media.name(), came(&ran)));
    }
    fine()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_of_a_body_is_found() {
        let body = json!({ "id": "e", "at": 5, "a/b": { "list": ["x", { "y": "z" }] } });
        let mut places = Vec::new();
        texts(&body, "", &mut places);
        places.sort();
        assert_eq!(places, ["/a~1b/list/0", "/a~1b/list/1/y", "/id"]);
        assert!(places.iter().all(|place| body.pointer(place).is_some()));
    }
}

//! The plugins in the checkout, and the batches that their fixtures record.

use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A plugin and what it was recorded to answer.
pub struct Plugin {
    pub id: String,
    pub manifest: toml::Table,
    pub fixtures: Vec<Fixture>,
}

/// One recorded answer.
pub struct Fixture {
    /// From the plugin's folder `fixtures` on, without an ending.
    pub name: String,
    /// Written the one way that the guest reads; None where the answer is something else than a
    /// batch, such as a failure or a profile.
    pub batch: Option<Value>,
}

/// Every plugin in the folder `plugins`, by its manifest.
pub fn plugins() -> Vec<Plugin> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins");
    let mut found: Vec<Plugin> = entries(&all)
        .into_iter()
        .filter(|folder| folder.join("plugin.toml").exists())
        .map(|folder| {
            let text = fs::read_to_string(folder.join("plugin.toml")).expect("a manifest");
            let manifest: toml::Table = text.parse().expect("TOML");
            let id = manifest["id"].as_str().expect("an id").to_owned();
            let mut fixtures = Vec::new();
            collect(&folder.join("fixtures"), "", &mut fixtures);
            Plugin { id, manifest, fixtures }
        })
        // What AI helpers answer is no batch.
        .filter(|plugin| plugin.manifest.contains_key("channels"))
        .collect();
    found.sort_by(|a, b| a.id.cmp(&b.id));
    found
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = found.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn collect(folder: &Path, above: &str, found: &mut Vec<Fixture>) {
    for path in entries(folder) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, &format!("{above}{name}/"), found);
        } else if let Some(stem) = name.strip_suffix(".batch.json") {
            let text = fs::read_to_string(&path).expect("a fixture");
            let recorded: Value = serde_json::from_str(&text).expect("JSON");
            let name = format!("{above}{stem}");
            let batch = batch_of(&recorded)
                .unwrap_or_else(|| panic!("{} is no answer that is known here", path.display()));
            found.push(Fixture { name, batch });
        }
    }
}

/// The batch within a recorded answer. The kit records the whole answer with names as Rust writes
/// them, the plugins' own tests the batch alone, with WIT's names and pairs in place of records. None
/// when it has neither form.
fn batch_of(recorded: &Value) -> Option<Option<Value>> {
    let fields = recorded.as_object()?;
    if fields.contains_key("failure") {
        return Some(None);
    }
    let answer = &recorded["answer"];
    let batch = [&answer["batch"], answer, &recorded["batch"], recorded]
        .into_iter()
        .find(|one| one.as_object().is_some_and(|o| o.keys().any(|k| PARTS.contains(&k.as_str()))));
    let known = |name: &String| {
        PARTS.contains(&name.as_str())
            || ["answer", "batch", "requests", "log", "state"].contains(&name.as_str())
    };
    match batch {
        Some(batch) => Some(Some(plain(batch))),
        None => fields.keys().all(known).then_some(None),
    }
}

const PARTS: [&str; 5] = ["events", "cursor", "kv", "timers", "visitor"];

fn plain(batch: &Value) -> Value {
    let list = |name: &str| batch[name].as_array().cloned().unwrap_or_default();
    // Of a pair and of a record.
    let field = |value: &Value, at: usize, name: &str| match value.as_array() {
        Some(pair) => pair.get(at).cloned().unwrap_or_default(),
        None => value[name].clone(),
    };
    let kv = |op: &Value| json!({ "key": field(op, 0, "key"), "value": field(op, 1, "value") });
    let timer = |t: &Value| json!({ "name": field(t, 0, "name"), "at_ms": field(t, 1, "at_ms") });
    let frame = |f: &Value| {
        let data = match field(f, 2, "data") {
            Value::String(text) => text,
            other => other.to_string(),
        };
        json!({ "session": field(f, 0, "session"), "name": field(f, 1, "name"), "data": data })
    };
    json!({
        "events": list("events").iter().map(rust_names).collect::<Vec<_>>(),
        "cursor": batch["cursor"],
        "kv": list("kv").iter().map(kv).collect::<Vec<_>>(),
        "timers": list("timers").iter().map(timer).collect::<Vec<_>>(),
        "visitor": list("visitor").iter().map(frame).collect::<Vec<_>>(),
    })
}

fn rust_names(value: &Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(rust_names).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, v)| (name.replace('-', "_"), rust_names(v))).collect()
        }
        other => other.clone(),
    }
}

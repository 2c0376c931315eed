//! A fixture: one input of a plugin with everything around it that decides the answer.

use crate::{content, script::Exchange};
use anyhow::{Context as _, Result, bail};
use patchbay_package::Interface;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// What `name.json` of a golden fixture becomes.
pub const EXPECTED: &str = "batch.json";

/// One input and its surroundings.
#[derive(Clone, Debug)]
pub struct Fixture {
    pub path: PathBuf,
    pub interface: Interface,
    /// Over the defaults of the schema.
    pub settings: Map<String, Value>,
    pub secrets: BTreeMap<String, String>,
    /// Milliseconds since the epoch.
    pub now: Option<i64>,
    pub kv: BTreeMap<String, Vec<u8>>,
    pub input: Value,
    pub http: Vec<Exchange>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// For people.
    #[serde(default)]
    #[expect(dead_code, reason = "only its spelling is checked")]
    about: Option<String>,
    #[serde(default)]
    settings: Map<String, Value>,
    #[serde(default)]
    secrets: BTreeMap<String, String>,
    now: Option<i64>,
    #[serde(default)]
    kv: Map<String, Value>,
    input: Value,
    #[serde(default)]
    http: Vec<Value>,
}

impl Fixture {
    /// Reads `fixtures/<interface>/<name>.json`.
    pub fn read(path: &Path) -> Result<Self> {
        let shown = path.display();
        let folder = path.parent().unwrap_or(Path::new("."));
        let word = folder.file_name().unwrap_or_default().to_string_lossy();
        let interface = interface(&word).with_context(|| {
            format!("{shown} is not in a folder named after an interface, such as fixtures/webhook")
        })?;
        let text = fs::read_to_string(path).with_context(|| format!("{shown} cannot be read"))?;
        Self::parse(&text, interface, path).with_context(|| shown.to_string())
    }

    fn parse(text: &str, interface: Interface, path: &Path) -> Result<Self> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let written: Written = serde_json::from_str(text)?;
        let mut kv = BTreeMap::new();
        for (key, value) in &written.kv {
            kv.insert(key.clone(), content::bytes(value, folder)?);
        }
        let http = written.http.iter().enumerate().map(|(n, value)| {
            Exchange::read(value, folder).with_context(|| format!("http, exchange {}", n + 1))
        });
        Ok(Self {
            path: path.to_owned(),
            interface,
            settings: written.settings,
            secrets: written.secrets,
            now: written.now,
            kv,
            input: written.input,
            http: http.collect::<Result<_>>()?,
        })
    }

    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    /// `webhook/message`
    pub fn name(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        format!("{}/{stem}", self.interface.name())
    }

    /// Where its answer is kept.
    pub fn expected(&self) -> PathBuf {
        self.path.with_extension(EXPECTED)
    }
}

/// The interface of that name.
pub fn interface(name: &str) -> Option<Interface> {
    Interface::ALL.into_iter().find(|interface| interface.name() == name)
}

/// All fixtures of a plugin's folder, by name. Files directly in `fixtures/` are the plugin's own
/// affair: its unit tests read them.
pub fn all(folder: &Path) -> Result<Vec<Fixture>> {
    let mut found = Vec::new();
    for interface in Interface::ALL {
        let Ok(entries) = fs::read_dir(folder.join("fixtures").join(interface.name())) else {
            continue;
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| {
            let name = path.to_string_lossy();
            // A fixture may itself be called `batch`.
            name.ends_with(".json") && !name.ends_with(&format!(".{EXPECTED}"))
        });
        paths.sort();
        for path in paths {
            found.push(Fixture::read(&path)?);
        }
    }
    Ok(found)
}

/// `webhook/message` in a plugin's folder.
pub fn named(folder: &Path, name: &str) -> Result<Fixture> {
    if name.contains("..") || Path::new(name).is_absolute() {
        bail!("`{name}` is not the name of a fixture, such as `webhook/message`");
    }
    Fixture::read(&folder.join("fixtures").join(format!("{name}.json")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixtures_are_found_below_their_interface() {
        let folder = tempfile::tempdir().unwrap();
        let webhook = folder.path().join("fixtures/webhook");
        fs::create_dir_all(&webhook).unwrap();
        fs::write(folder.path().join("fixtures/own.json"), "{}").unwrap();
        fs::write(webhook.join("b.json"), r#"{"input": {}, "kv": {"k": "v"}}"#).unwrap();
        fs::write(webhook.join("a.json"), r#"{"input": {}}"#).unwrap();
        fs::write(webhook.join("a.batch.json"), "{}").unwrap();
        fs::write(webhook.join("batch.json"), r#"{"input": {}}"#).unwrap();
        fs::write(webhook.join("batch.batch.json"), "{}").unwrap();
        let found = all(folder.path()).unwrap();
        let names: Vec<String> = found.iter().map(Fixture::name).collect();
        assert_eq!(names, ["webhook/a", "webhook/b", "webhook/batch"]);
        assert!(found[2].expected().ends_with("batch.batch.json"));
        assert_eq!(found[1].kv["k"], b"v");
        fs::write(webhook.join("a.json"), r#"{"inputs": {}}"#).unwrap();
        let error = format!("{:#}", all(folder.path()).unwrap_err());
        assert!(error.contains("a.json") && error.contains("inputs"), "{error}");
        assert!(named(folder.path(), "../x").is_err());
    }
}

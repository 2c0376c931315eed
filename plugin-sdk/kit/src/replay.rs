//! `patchbay-kit replay`: inputs that a desk recorded, run against a package.

use crate::{
    fixture::{self, Fixture},
    show,
    stage::{Stage, Twist},
};
use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The form of the file that `GET /api/quarantine/{id}/export` answers.
const FORMAT: &str = "patchbay-input@1";

#[derive(Deserialize)]
struct Recorded {
    format: String,
    plugin: String,
    version: Option<String>,
    kind: String,
    received_at: i64,
    #[serde(default)]
    error: Value,
    #[serde(default)]
    settings: Map<String, Value>,
    input: Value,
}

/// Runs each file and prints what comes of it. True when all have an answer. With `save` each
/// becomes a fixture below that folder.
pub async fn run(files: &[PathBuf], package: &[u8], save: Option<&Path>) -> Result<bool> {
    let stage = Stage::open(package).await?;
    let mut well = true;
    for path in files {
        let shown = path.display();
        let recorded = read(path)?;
        if recorded.plugin != stage.manifest().id {
            bail!("{shown} is an input of `{}`, not of `{}`", recorded.plugin, stage.manifest().id);
        }
        let fixture = as_fixture(&recorded, path)?;
        let ran = stage.run(&fixture, &Twist { again: true, ..Twist::default() }).await?;
        well &= ran.result.is_ok();
        let then = recorded.error["message"].as_str().unwrap_or("taken");
        let version = recorded.version.as_deref().unwrap_or("?");
        println!("{shown}\n  then, version {version}: {then}");
        match &ran.result {
            Ok(_) => println!("  now, version {}: an answer", stage.manifest().version),
            Err(error) => {
                println!("  now, version {}: {}", stage.manifest().version, show::sentence(error));
            }
        }
        if !ran.strays.is_empty() {
            // What a provider answered is not recorded, because it may hold secrets.
            println!("  it asked, and was answered 404: {}", ran.strays.join(", "));
        }
        print!("{}", show::pretty(&show::record(&ran, &[])));
        if let Some(folder) = save {
            let made = write(folder, &fixture, &ran.strays)?;
            println!("  saved as {}; `cargo patchbay test --bless` completes it", made.display());
        }
    }
    Ok(well)
}

fn read(path: &Path) -> Result<Recorded> {
    let shown = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("{shown} cannot be read"))?;
    let recorded: Recorded = serde_json::from_str(&text)
        .with_context(|| format!("{shown} is no recorded input of a desk"))?;
    if recorded.format != FORMAT {
        bail!("{shown} has the format `{}`; this kit reads `{FORMAT}`", recorded.format);
    }
    Ok(recorded)
}

fn as_fixture(recorded: &Recorded, path: &Path) -> Result<Fixture> {
    let interface = fixture::interface(&recorded.kind)
        .with_context(|| format!("there is no interface `{}`", recorded.kind))?;
    Ok(Fixture {
        path: path.to_owned(),
        interface,
        settings: recorded.settings.clone(),
        secrets: BTreeMap::new(),
        now: Some(recorded.received_at),
        kv: BTreeMap::new(),
        input: recorded.input.clone(),
        http: Vec::new(),
    })
}

/// A fixture with places for the provider's answers.
fn write(folder: &Path, fixture: &Fixture, strays: &[String]) -> Result<PathBuf> {
    let http: Vec<Value> = strays
        .iter()
        .filter_map(|stray| stray.split_once(' '))
        .map(|(method, url)| {
            json!({ "request": { "method": method, "url": url }, "response": { "body": {} } })
        })
        .collect();
    let value = json!({
        "about": "Recorded by a desk.",
        "settings": fixture.settings, "now": fixture.now, "input": fixture.input, "http": http,
    });
    let stem = fixture.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let folder = folder.join("fixtures").join(fixture.interface.name());
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{stem}.json"));
    let text = serde_json::to_string_pretty(&value)? + "\n";
    fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(path)
}

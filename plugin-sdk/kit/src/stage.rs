//! A real host with one plugin in it, a provider that follows a script, and a clock that stands
//! still.

use crate::{
    call::{self, Ran},
    fixture::Fixture,
    patience::during,
    provider::{Fault, Provider},
    workshop::Workshop,
};
use anyhow::{Context as _, Result};
use futures_util::future::BoxFuture;
use patchbay::{
    blobs::{BlobConfig, Blobs},
    clock::Clock,
    ids::Ids,
    plugins::{Account, Host, HostConfig, KvRead, Manifest, Plugin, Secrets},
};
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, sync::Arc, time::Duration};

/// The time of every call that does not say otherwise: 2 January 2026, 03:04:05 UTC.
pub const NOW_MS: i64 = 1_767_323_045_000;

/// How long an install may take before a word is said; one whose component was compiled before is
/// done by then.
const PATIENCE: Duration = Duration::from_secs(3);

/// The desk's made-up address.
pub const PUBLIC_URL: &str = "https://desk.example";

/// The host, the plugin and the provider.
pub struct Stage {
    pub host: Host,
    pub blobs: Blobs,
    pub plugin: Arc<Plugin>,
    pub provider: Provider,
    clock: Clock,
    ids: Ids,
    _folder: tempfile::TempDir,
}

/// How one call differs from the fixture's.
#[derive(Clone, Default)]
pub struct Twist {
    /// Another input.
    pub input: Option<Value>,
    /// Another script.
    pub http: Option<Vec<crate::script::Exchange>>,
    /// Another store.
    pub kv: Option<BTreeMap<String, Vec<u8>>>,
    /// What goes wrong with the request of that number, from 0.
    pub fault: Option<(usize, Fault)>,
    /// The host call, from 1, at which the guest is ended.
    pub interrupt: u32,
    /// Settings over the fixture's.
    pub settings: Map<String, Value>,
    /// Answers may be given more than once.
    pub again: bool,
}

struct Kv(BTreeMap<String, Vec<u8>>);

impl KvRead for Kv {
    fn get<'a>(&'a self, key: &'a str) -> BoxFuture<'a, anyhow::Result<Option<Vec<u8>>>> {
        Box::pin(std::future::ready(Ok(self.0.get(key).cloned())))
    }
}

impl Stage {
    /// Installs a package as a desk would.
    pub async fn open(package: &[u8]) -> Result<Self> {
        let provider = Provider::start().await?;
        let folder = tempfile::tempdir().context("a temporary folder is needed")?;
        let (clock, ids) = (Clock::fake(NOW_MS), Ids::seeded(1));
        let store = BlobConfig::Folder(folder.path().join("blobs"));
        let blobs = Blobs::open(&store, clock.clone(), Ids::seeded(2))?;
        // Compiled plugins are kept from run to run.
        let workshop = Workshop::open("kit");
        let config = HostConfig {
            cache_dir: workshop.as_ref().map(Workshop::compiled),
            // The folder is the developer's own; what lies there was compiled by the same hand.
            cache_key: b"patchbay-kit".to_vec(),
            max_concurrent: 8,
            ids: ids.clone(),
            detour: Some(provider.address),
            ..HostConfig::default()
        };
        let host = Host::new(config, blobs.clone(), clock.clone())?;
        let compiling = || {
            eprintln!(
                "compiling the component for this machine: once for each change, and for minutes \
                 where this program was built for debugging"
            );
        };
        let install = || host.install(package);
        let manifest = tokio::task::block_in_place(|| during(PATIENCE, compiling, install))
            .map_err(|error| anyhow::anyhow!("the host refuses the package: {error}"))?;
        if let Some(workshop) = workshop {
            workshop.tidy();
        }
        let plugin = host.plugin(&manifest.id).context("the host lost the plugin")?;
        Ok(Self { host, blobs, plugin, provider, clock, ids, _folder: folder })
    }

    pub fn manifest(&self) -> &Manifest {
        &self.plugin.manifest
    }

    /// The account of a fixture; accounts of different numbers have different secrets.
    pub fn account(&self, fixture: &Fixture, twist: &Twist, number: i64) -> Account {
        let mut given = fixture.settings.clone();
        given.extend(twist.settings.clone());
        let (config, mut secrets) = settings(&self.plugin.schema, &given, number);
        if number == 1 {
            secrets.extend(fixture.secrets.clone());
        }
        Account {
            client_id: 1,
            channel_id: number,
            plugin_id: self.plugin.manifest.id.clone(),
            config,
            secrets: Secrets::from(secrets),
            public_url: PUBLIC_URL.to_owned(),
            kv: Arc::new(Kv(twist.kv.clone().unwrap_or_else(|| fixture.kv.clone()))),
        }
    }

    /// Runs a fixture from a clean start.
    pub async fn run(&self, fixture: &Fixture, twist: &Twist) -> Result<Ran> {
        self.begin(fixture, twist);
        let account = self.account(fixture, twist, 1);
        self.host.interrupt_at(twist.interrupt);
        let ran = self.call(fixture, twist, &account).await;
        self.host.interrupt_at(0);
        ran
    }

    /// Runs a fixture for two accounts at once.
    pub async fn run_two(&self, fixture: &Fixture, twist: &Twist) -> Result<[Ran; 2]> {
        self.begin(fixture, twist);
        let (one, two) = (self.account(fixture, twist, 1), self.account(fixture, twist, 2));
        let (one, two) =
            tokio::join!(self.call(fixture, twist, &one), self.call(fixture, twist, &two));
        Ok([one?, two?])
    }

    fn begin(&self, fixture: &Fixture, twist: &Twist) {
        let now = fixture.now.unwrap_or(NOW_MS);
        self.clock.advance(now - self.clock.now_ms());
        self.ids.rewind(1);
        let script = twist.http.as_ref().unwrap_or(&fixture.http);
        self.provider.play(script, twist.again, twist.fault.clone());
    }

    async fn call(&self, fixture: &Fixture, twist: &Twist, account: &Account) -> Result<Ran> {
        let input = twist.input.as_ref().unwrap_or(&fixture.input);
        let place = fixture.folder();
        let mut ran =
            call::run(&self.host, &self.blobs, account, fixture.interface, input, place).await?;
        ran.seen = self.provider.seen();
        ran.strays = self.provider.strays();
        Ok(ran)
    }
}

/// Settings by the schema: what is given, else the default, else something that fits.
pub fn settings(
    schema: &Value,
    given: &Map<String, Value>,
    number: i64,
) -> (Value, BTreeMap<String, String>) {
    let (mut open, mut secrets) = (Map::new(), BTreeMap::new());
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, rules) in schema["properties"].as_object().into_iter().flatten() {
        if rules["x-secret"] == true {
            secrets.insert(name.clone(), secret(name, number));
            continue;
        }
        let value = match (&rules["default"], required.contains(&name.as_str())) {
            (Value::Null, false) => continue,
            (Value::Null, true) => made_up(rules),
            (value, _) => value.clone(),
        };
        open.insert(name.clone(), value);
    }
    for (name, value) in given {
        match (secrets.get_mut(name), value.as_str()) {
            (Some(secret), Some(text)) if number == 1 => *secret = text.to_owned(),
            (Some(_), _) => {}
            (None, _) => {
                open.insert(name.clone(), value.clone());
            }
        }
    }
    (Value::Object(open), secrets)
}

/// A secret nobody else would write, so that it is found wherever it turns up.
pub fn secret(name: &str, number: i64) -> String {
    format!("kit-secret-{name}-of-account-{number}")
}

fn made_up(rules: &Value) -> Value {
    if let Some(first) = rules["enum"].as_array().and_then(|values| values.first()) {
        return first.clone();
    }
    match rules["type"].as_str() {
        Some("integer" | "number") => rules.get("minimum").cloned().unwrap_or(json!(1)),
        Some("boolean") => json!(false),
        Some("array") => json!([]),
        Some("object") => json!({}),
        _ if rules["format"] == "email" => json!("support@kit.example"),
        _ if rules["format"] == "uri" => json!("https://kit.example"),
        _ => json!("kit"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_follow_the_schema() {
        let schema = json!({
            "required": ["url", "mode", "token"],
            "properties": {
                "url": { "type": "string", "format": "uri" },
                "mode": { "type": "string", "enum": ["a", "b"] },
                "size": { "type": "integer", "default": 3 },
                "note": { "type": "string" },
                "token": { "type": "string", "x-secret": true },
            },
        });
        let mut given = Map::new();
        let (open, secrets) = settings(&schema, &given, 2);
        assert_eq!(open, json!({ "url": "https://kit.example", "mode": "a", "size": 3 }));
        assert_eq!(secrets["token"], secret("token", 2));
        given.insert("size".to_owned(), json!(4));
        given.insert("token".to_owned(), json!("mine"));
        let (open, secrets) = settings(&schema, &given, 1);
        assert_eq!((&open["size"], secrets["token"].as_str()), (&json!(4), "mine"));
    }
}

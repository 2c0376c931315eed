//! `plugin.toml`, as far as building and checking need it.

use serde::Deserialize;
use std::collections::BTreeMap;

/// The interface version this tool knows.
pub const API: &str = "patchbay:plugin@1.0";

/// The interfaces a plugin may export.
pub const INTERFACES: [&str; 7] =
    ["settings", "webhook", "poll", "mail", "visitor", "outbound", "presence"];

/// The manifest. Unknown top-level keys are kept, so that they can be named.
#[derive(Debug, Clone, Deserialize)]
pub struct Manifest {
    pub id: String,
    pub name: String,
    pub version: String,
    pub api: String,
    pub license: String,
    #[serde(default)]
    pub description: String,
    pub icon: Option<String>,
    pub color: Option<String>,
    pub interfaces: Vec<String>,
    #[serde(default)]
    pub channels: Vec<Channel>,
    #[serde(default)]
    pub net: Net,
    #[serde(default)]
    pub credentials: BTreeMap<String, Credential>,
    pub webhook: Option<Webhook>,
    pub poll: Option<Poll>,
    pub mail: Option<BTreeMap<String, BTreeMap<String, String>>>,
    pub send: Option<Send>,
    #[serde(default)]
    pub limits: Limits,
    pub settings: Option<Settings>,
    #[serde(flatten)]
    pub rest: BTreeMap<String, toml::Value>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Channel {
    pub value: String,
    pub name: String,
    pub opens: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Net {
    pub hosts: Vec<String>,
    pub host_settings: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Credential {
    pub secret: String,
    pub inject: String,
    pub format: Option<String>,
    #[serde(default)]
    pub hosts: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Webhook {
    #[serde(default)]
    pub verify: Vec<Verify>,
    pub dedupe: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Verify {
    pub name: String,
    pub kind: String,
    pub header: Option<String>,
    pub query: Option<String>,
    pub secret: String,
    pub encoding: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Poll {
    pub when: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Send {
    pub dedupe: String,
    pub rate: Option<String>,
    pub thread_rate: Option<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Limits {
    pub memory: Option<String>,
    pub cpu_ms: Option<i64>,
    pub wall_ms: Option<i64>,
    pub http_calls: Option<i64>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Settings {
    pub schema: String,
}

impl Manifest {
    /// True when the plugin says it exports that interface.
    pub fn exports(&self, interface: &str) -> bool {
        self.interfaces.iter().any(|name| name == interface)
    }

    /// The settings schema's file name.
    pub fn schema_file(&self) -> &str {
        self.settings.as_ref().map_or("settings.json", |settings| &settings.schema)
    }

    /// The icon's file name.
    pub fn icon_file(&self) -> &str {
        self.icon.as_deref().unwrap_or("icon.svg")
    }
}

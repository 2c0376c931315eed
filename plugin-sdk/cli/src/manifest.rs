//! `plugin.toml`, as far as building and checking need it.

use serde::Deserialize;
use std::collections::BTreeMap;

/// The interface version this tool knows.
pub const API: &str = "patchbay:plugin@1.0";

/// The interfaces a plugin may export.
pub const INTERFACES: [&str; 7] =
    ["settings", "webhook", "poll", "mail", "visitor", "outbound", "presence"];

/// The manifest. Hosts refuse unknown keys, because a misspelt limit must not count as absent; so
/// does this tool.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub id: String,
    pub name: String,
    pub version: String,
    pub api: String,
    pub license: String,
    pub maker: String,
    pub description: String,
    pub icon: String,
    pub color: String,
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
    pub settings: Settings,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Channel {
    pub value: String,
    pub name: String,
    pub group: String,
    #[serde(default = "ticket")]
    pub opens: String,
    pub color: Option<String>,
    #[expect(dead_code, reason = "only its spelling is checked here")]
    pub icon: Option<String>,
}

fn ticket() -> String {
    "ticket".to_owned()
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Net {
    pub hosts: Vec<String>,
    pub host_settings: Vec<String>,
    pub headers: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Credential {
    pub secret: String,
    pub inject: String,
    pub format: Option<String>,
    #[serde(default)]
    pub hosts: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    #[serde(default)]
    pub verify: Vec<Verify>,
    pub dedupe: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verify {
    pub name: String,
    pub kind: String,
    pub header: Option<String>,
    pub query: Option<String>,
    pub secret: String,
    pub encoding: Option<String>,
    #[expect(dead_code, reason = "any prefix is right")]
    pub prefix: Option<String>,
    pub over: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Poll {
    pub when: Option<String>,
    pub interval_ms: Option<i64>,
    pub wall_ms: Option<i64>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "of some keys only the spelling and type are checked here")]
pub struct Send {
    pub dedupe: String,
    pub rate: Option<String>,
    pub thread_rate: Option<String>,
    pub text_max: Option<u32>,
    pub html: Option<bool>,
    pub attachments_max: Option<u32>,
    pub attachment_max_bytes: Option<u64>,
    pub media: Option<Vec<String>>,
    pub typing: Option<bool>,
    pub read: Option<bool>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    pub memory: Option<String>,
    pub cpu_ms: Option<i64>,
    pub wall_ms: Option<i64>,
    pub http_calls: Option<i64>,
    pub batch_events: Option<i64>,
    pub batch_bytes: Option<i64>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub schema: String,
}

impl Manifest {
    /// True when the plugin says it exports that interface.
    pub fn exports(&self, interface: &str) -> bool {
        self.interfaces.iter().any(|name| name == interface)
    }
}

//! What calls about accounts and their plugins take and answer.

use crate::{
    http::{AnyJson, SuccessWord},
    plugins::{
        Interface,
        manifest::{Identity, Send},
    },
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// An account, with the state it is in. Secret settings are shown as `{"set": true}` or `false`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChannelAccount {
    pub id: i64,
    /// The plugin's id.
    pub plugin: String,
    pub name: String,
    /// What the account is called at the provider.
    pub title: String,
    pub enabled: bool,
    /// The address to give to the provider; empty for plugins that are never called.
    pub webhook_url: String,
    /// The address of the page for visitors.
    pub public_link: Option<String>,
    pub state: ChannelState,
    /// By name of the setting.
    #[schema(value_type = BTreeMap<String, AnyJson>)]
    pub settings: AnyJson,
    pub created_at: i64,
    pub last_inbound_at: Option<i64>,
    pub last_outbound_at: Option<i64>,
}

/// What agents are told of an account: nothing of its settings, its addresses or its trouble.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChannelBrief {
    pub id: i64,
    /// The plugin's id.
    pub plugin: String,
    pub name: String,
    pub enabled: bool,
    #[schema(value_type = ChannelStatus)]
    pub status: String,
}

impl From<&ChannelAccount> for ChannelBrief {
    fn from(account: &ChannelAccount) -> Self {
        Self {
            id: account.id,
            plugin: account.plugin.clone(),
            name: account.name.clone(),
            enabled: account.enabled,
            status: account.state.status.clone(),
        }
    }
}

/// How an account is, why, and since when.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChannelState {
    #[schema(value_type = ChannelStatus)]
    pub status: String,
    pub reason: String,
    pub since: i64,
}

/// How an account is. For the description only: rows keep the word.
#[derive(ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "only described")]
enum ChannelStatus {
    Ok,
    Connecting,
    Degraded,
    NeedsConfig,
    AuthFailed,
    Paused,
}

/// An account to connect.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = NewChannelAccount)]
pub(super) struct NewAccount {
    /// The plugin's id.
    pub plugin: String,
    /// At most 80 characters; the plugin's name when empty.
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, AnyJson>)]
    pub settings: serde_json::Value,
}

/// What to change about an account; what is absent stays.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[schema(as = ChannelAccountChange)]
pub(super) struct Change {
    pub name: Option<String>,
    #[schema(value_type = Option<BTreeMap<String, AnyJson>>)]
    pub settings: Option<serde_json::Value>,
    pub enabled: Option<bool>,
}

/// What a check of an account said.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ChannelCheck {
    pub ok: bool,
    /// What the account is called at the provider.
    pub title: Option<String>,
    /// Names and values that the provider told.
    pub facts: Vec<(String, String)>,
    pub problems: Vec<ChannelCheckProblem>,
}

/// What is wrong with a setting.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ChannelCheckProblem {
    pub setting: String,
    pub code: String,
    pub message: String,
    /// The provider's own words.
    pub provider: Option<String>,
}

/// A page of a list, the newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Page<T> {
    pub data: Vec<T>,
    /// Whether there may be more behind it.
    pub more: bool,
}

/// A line of an account's log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ChannelLogLine {
    pub id: i64,
    pub channel_id: i64,
    pub ts_ms: i64,
    pub level: String,
    /// The plugin's function that was called.
    pub call: String,
    pub message: String,
    pub fields: AnyJson,
    pub code: Option<String>,
    pub input_id: Option<i64>,
}

/// An input that could not be read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct QuarantinedInput {
    pub id: i64,
    pub channel_id: i64,
    pub channel_name: String,
    pub kind: String,
    pub received_at: i64,
    pub attempts: i64,
    pub error: InputError,
    /// Bytes.
    pub size: usize,
    /// The stored file with the body, where it is too large for the row.
    pub blob: Option<String>,
    /// The first 300 characters.
    pub preview: String,
}

/// Why an input could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct InputError {
    pub code: Option<String>,
    pub message: Option<String>,
}

/// What became of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum ReplayEnd {
    Done {
        result: SuccessWord,
        /// The ids of the messages it brought.
        messages: Vec<i64>,
    },
    Failed {
        result: FailedWord,
        error: ReplayError,
    },
}

/// Says that a replay failed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum FailedWord {
    Failed,
}

/// Why a replay failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct ReplayError {
    pub code: String,
    pub message: String,
}

/// Where the admin's browser signs in at the provider.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct OAuthStart {
    pub url: String,
}

/// What plugin calls cost.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct PluginUsage {
    /// Milliseconds of a bucket.
    pub step_ms: i64,
    /// The oldest first; those without calls are left out.
    pub buckets: Vec<UsageBucket>,
    /// The function called most first.
    pub by_call: Vec<UsageByCall>,
    pub queue: UsageQueue,
    pub breaker: UsageBreaker,
    /// The newest errors.
    pub errors: Vec<UsageError>,
}

/// The calls of a stretch of time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct UsageBucket {
    /// When it begins, in milliseconds since 1970.
    pub at: i64,
    #[serde(flatten)]
    pub sums: UsageSums,
}

/// The calls of a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct UsageByCall {
    pub call: String,
    #[serde(flatten)]
    pub sums: UsageSums,
    /// Percentiles of wall time in microseconds.
    pub p50_us: i64,
    pub p99_us: i64,
}

/// Sums over calls. Times are in microseconds, sizes in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub(in crate::channels) struct UsageSums {
    pub calls: i64,
    pub ok: i64,
    pub failed: i64,
    pub crashed: i64,
    pub limited: i64,
    pub cpu_us: i64,
    pub wall_us: i64,
    pub bytes_in: i64,
    pub bytes_out: i64,
    pub peak_memory: i64,
}

/// What waits, and for how long the oldest of it has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct UsageQueue {
    pub deliveries: i64,
    pub oldest_ms: Option<i64>,
    pub inputs: i64,
    pub oldest_input_ms: Option<i64>,
}

/// The circuit breakers of a plugin's accounts on this node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct UsageBreaker {
    pub open: bool,
    pub open_accounts: i64,
    /// The most faults in a row of one account.
    pub faults: u32,
    pub resume_at: Option<i64>,
    /// Accounts with faults.
    pub accounts: Vec<UsageBreakerAccount>,
}

/// The circuit breaker of one account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct UsageBreakerAccount {
    pub channel_id: i64,
    pub name: String,
    pub faults: u32,
    pub resume_at: Option<i64>,
}

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct UsageError {
    pub at: i64,
    pub channel_id: i64,
    pub call: String,
    pub code: String,
    pub message: String,
    pub input_id: Option<i64>,
}

/// Whether calls of a plugin's accounts wait, for the whole plugin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PluginBreaker {
    pub open: bool,
    /// The ids of the accounts whose breaker is open.
    pub channels: Vec<i64>,
    pub resume_at: Option<i64>,
}

/// A plugin, as everybody who works with its channels needs it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PluginFace {
    pub id: String,
    pub name: String,
    pub version: String,
    pub description: String,
    pub maker: String,
    pub license: String,
    pub color: String,
    /// A `data:` address of an SVG.
    pub icon: String,
    pub channels: Vec<ChannelDeclaration>,
    pub interfaces: Vec<Interface>,
    pub send: Send,
    /// What the plugin may reach.
    pub hosts: Vec<String>,
    /// The plugin's own words, by language.
    pub texts: BTreeMap<String, AnyJson>,
}

/// A channel value that a plugin brings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChannelDeclaration {
    pub value: String,
    pub name: String,
    pub group: String,
    pub report_group: String,
    pub identity: Identity,
    /// Whether answers may end with the agent's signature.
    pub signature: bool,
    /// The list its conversations live under.
    pub opens: ChannelList,
    pub color: String,
    pub icon: String,
}

/// The list a channel's conversations live under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChannelList {
    Ticket,
    Livechat,
}

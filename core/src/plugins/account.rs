//! Whom a call is for, and what came of it: the types around a call that are not in the WIT.

use super::model::Failure;
use futures_util::future::BoxFuture;
use std::{collections::BTreeMap, fmt, sync::Arc};

/// Secret settings by name. Cheap to clone; `Debug` shows names only.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secrets(Arc<BTreeMap<String, String>>);

impl Secrets {
    /// The value, when there is one that is not empty.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|v| !v.is_empty())
    }

    /// The same bytes with every value overwritten by `*`, in all the spellings it may have.
    #[must_use]
    pub fn hide(&self, bytes: Vec<u8>) -> Vec<u8> {
        super::egress::mask::Mask::new(self.iter().map(|(_, value)| value)).whole(bytes)
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(k, v)| (k.as_str(), v.as_str()))
    }
}

impl From<BTreeMap<String, String>> for Secrets {
    fn from(map: BTreeMap<String, String>) -> Self {
        Self(Arc::new(map))
    }
}

impl<K: Into<String>, V: Into<String>> FromIterator<(K, V)> for Secrets {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(iter: I) -> Self {
        Self(Arc::new(iter.into_iter().map(|(k, v)| (k.into(), v.into())).collect()))
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// Reads what an account stored in earlier batches.
pub trait KvRead: Send + Sync {
    /// The value of a key, if it has one.
    fn get<'a>(&'a self, key: &'a str) -> BoxFuture<'a, anyhow::Result<Option<Vec<u8>>>>;
}

/// An account that never stored anything; for checks before an account exists and for tests.
pub struct EmptyKv;

impl KvRead for EmptyKv {
    fn get<'a>(&'a self, _: &'a str) -> BoxFuture<'a, anyhow::Result<Option<Vec<u8>>>> {
        Box::pin(std::future::ready(Ok(None)))
    }
}

/// The channel account a call is for.
#[derive(Clone)]
pub struct Account {
    pub client_id: i64,
    pub channel_id: i64,
    pub plugin_id: String,
    /// Settings that are not secret, as a JSON object.
    pub config: serde_json::Value,
    pub secrets: Secrets,
    /// The desk's public address for this account; empty when there is none.
    pub public_url: String,
    pub kv: Arc<dyn KvRead>,
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account")
            .field("client_id", &self.client_id)
            .field("channel_id", &self.channel_id)
            .field("plugin_id", &self.plugin_id)
            .field("secrets", &self.secrets)
            .finish_non_exhaustive()
    }
}

/// How loud a log line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    Trace,
    Debug,
    Info,
    Warn,
    Error,
}

/// A line a plugin wrote to its account's log, cleaned and cut by the host.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LogLine {
    pub at_ms: i64,
    pub level: LogLevel,
    pub message: String,
    pub fields: Vec<(String, String)>,
}

/// What a call used, whether it succeeded or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CallReport {
    pub logs: Vec<LogLine>,
    pub wall_us: u64,
    /// Processor time of the guest's own thread; 0 where the system does not count it.
    #[serde(default)]
    pub cpu_us: u64,
    pub peak_memory: u64,
    pub host_calls: u32,
    /// URLs and bodies of requests; not zero means that a provider may have seen something.
    pub bytes_out: u64,
    pub bytes_in: u64,
}

/// The outcome of a call and what it used.
#[derive(Clone, Debug)]
pub struct Called<T> {
    pub result: Result<T, CallError>,
    pub report: CallReport,
}

impl<T> Called<T> {
    /// The same call with another result.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Called<U> {
        Called { result: self.result.map(f), report: self.report }
    }
}

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    #[error("{}", .0.detail().map_or("settings are missing", |d| d.message.as_str()))]
    Failure(Failure),
    #[error("the plugin crashed: {message}")]
    Trapped { message: String, backtrace: String },
    #[error("the plugin used up its processor time")]
    Deadline,
    #[error("the plugin took too long")]
    WallTime,
    #[error("the plugin needed more memory than it may have")]
    Memory,
    #[error("the plugin went over a limit: {what}")]
    Limit { what: String },
    #[error("the plugin does not offer {interface}")]
    Missing { interface: String },
    #[error("there is no such plugin")]
    UnknownPlugin,
    #[error("too many plugin calls are waiting")]
    Busy,
}

impl CallError {
    /// Whether the same input would fail again: then it is quarantined instead of retried.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        match self {
            Self::Trapped { .. } | Self::Deadline | Self::Memory | Self::Limit { .. } => true,
            Self::Missing { .. } => true,
            Self::Failure(failure) => matches!(failure, Failure::Permanent(_)),
            Self::WallTime | Self::UnknownPlugin | Self::Busy => false,
        }
    }
}

//! Failures in a plugin's words: short constructors, and what each network error means.

use crate::http::NetError;
use crate::types::{Detail, Failure, Retry};

impl Detail {
    /// A code from the registry (for example `telegram.403.blocked`) and one sentence.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), provider: None }
    }

    /// Adds what the provider said, word for word.
    #[must_use]
    pub fn said(mut self, provider: impl Into<String>) -> Self {
        self.provider = Some(provider.into());
        self
    }
}

impl Failure {
    /// Try again later, with the host's own backoff.
    pub fn retryable(detail: Detail) -> Self {
        Self::Retryable((detail, Retry { after_ms: None, max_attempts: None }))
    }

    /// Try again after a while.
    pub fn retry_after(detail: Detail, after_ms: u64) -> Self {
        Self::Retryable((detail, Retry { after_ms: Some(after_ms), max_attempts: None }))
    }

    /// The provider asked for fewer calls; `after_ms` when it said for how long.
    pub fn rate_limited(detail: Detail, after_ms: Option<u64>) -> Self {
        Self::RateLimited((detail, Retry { after_ms, max_attempts: None }))
    }

    /// One setting is missing or wrong.
    pub fn needs_config(setting: &str, detail: Detail) -> Self {
        Self::NeedsConfig(vec![(setting.to_owned(), detail)])
    }

    /// What went wrong, whatever the case. Configuration problems give the first one.
    pub fn detail(&self) -> Option<&Detail> {
        match self {
            Self::Retryable((detail, _)) | Self::RateLimited((detail, _)) => Some(detail),
            Self::Permanent(detail) | Self::AuthExpired(detail) | Self::OutcomeUnknown(detail) => {
                Some(detail)
            }
            Self::NeedsConfig(problems) => problems.first().map(|(_, detail)| detail),
        }
    }
}

/// A JSON document that does not read is the same tomorrow, so trying again cannot help: the host
/// keeps the input for a look and a replay.
impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Permanent(Detail::new("plugin.json", format!("The data could not be read: {error}.")))
    }
}

/// The blob store refused: too large, or out of room.
impl From<Detail> for Failure {
    fn from(detail: Detail) -> Self {
        Self::Permanent(detail)
    }
}

/// What a network error means depends on whether repeating the request does harm.
pub trait NetFailure {
    /// For requests that only ask: everything that may pass is retryable.
    fn while_asking(self) -> Failure;
    /// For requests that make something happen: when the request may have arrived, the outcome is
    /// unknown and the host must not simply repeat it.
    fn while_sending(self) -> Failure;
}

impl NetFailure for NetError {
    fn while_asking(self) -> Failure {
        match self {
            Self::Timeout(_) => Failure::retryable(timed_out()),
            other => other.while_sending(),
        }
    }

    fn while_sending(self) -> Failure {
        match self {
            Self::Denied(detail) => Failure::Permanent(detail),
            Self::Timeout(true) => Failure::OutcomeUnknown(timed_out()),
            Self::Timeout(false) => Failure::retryable(timed_out()),
            Self::Dns(detail) | Self::Connect(detail) | Self::Tls(detail) => {
                Failure::retryable(detail)
            }
            Self::TooLarge => Failure::OutcomeUnknown(Detail::new(
                "net.too-large",
                "The provider's answer was larger than allowed.",
            )),
            Self::Budget => Failure::Permanent(Detail::new(
                "net.budget",
                "This call has used up the requests its limits allow.",
            )),
        }
    }
}

/// With `?` on a request, an error counts as one while asking.
impl From<NetError> for Failure {
    fn from(error: NetError) -> Self {
        error.while_asking()
    }
}

fn timed_out() -> Detail {
    Detail::new("net.timeout", "The provider did not answer in time.")
}

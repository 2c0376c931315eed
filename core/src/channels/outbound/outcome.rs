//! Retry or give up: what the outcome of a send means for the delivery. Pure.

use crate::channels::model::{SEND_ATTEMPTS_MAX, send_backoff_ms};
use crate::plugins::{CallError, Detail, Failure, manifest::Dedupe};

/// What happens next with a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Try again after so many milliseconds.
    Again {
        in_ms: i64,
        code: String,
        message: String,
        prior_unknown: bool,
    },
    Failed {
        code: String,
        message: String,
    },
    /// The provider may have it. A person decides.
    Unknown {
        code: String,
        message: String,
    },
    /// The credentials were refused: the whole account waits for an admin.
    SignIn {
        message: String,
    },
}

/// Decides after a failed send. `reached_out` says whether the plugin had sent any request.
#[must_use]
pub fn after_failure(
    error: &CallError,
    attempt: i64,
    dedupe: Dedupe,
    reached_out: bool,
    jitter: u64,
) -> Next {
    let again = |detail: &Detail, after: Option<u64>, prior_unknown: bool| {
        if attempt >= SEND_ATTEMPTS_MAX {
            return Next::Failed {
                code: detail.code.clone(),
                message: format!("{} Gave up after {attempt} attempts.", detail.message),
            };
        }
        let in_ms = after.and_then(|ms| i64::try_from(ms).ok());
        Next::Again {
            in_ms: in_ms.unwrap_or_else(|| send_backoff_ms(attempt, jitter)),
            code: detail.code.clone(),
            message: detail.message.clone(),
            prior_unknown,
        }
    };
    let unknown = |detail: &Detail| match dedupe {
        Dedupe::Provider | Dedupe::Lookup => again(detail, None, true),
        Dedupe::None => {
            Next::Unknown { code: detail.code.clone(), message: detail.message.clone() }
        }
    };
    match error {
        CallError::Failure(Failure::Retryable(detail, retry)) => {
            if retry.max_attempts.is_some_and(|max| attempt >= i64::from(max)) {
                return Next::Failed { code: detail.code.clone(), message: detail.message.clone() };
            }
            again(detail, retry.after_ms, false)
        }
        CallError::Failure(Failure::RateLimited(detail, retry)) => {
            again(detail, Some(retry.after_ms.unwrap_or(1000)), false)
        }
        CallError::Failure(Failure::Permanent(detail)) => {
            Next::Failed { code: detail.code.clone(), message: detail.message.clone() }
        }
        CallError::Failure(Failure::AuthExpired(detail)) => {
            Next::SignIn { message: detail.message.clone() }
        }
        CallError::Failure(Failure::NeedsConfig(list)) => Next::SignIn {
            message: list.first().map_or_else(
                || "The account's settings are incomplete.".to_owned(),
                |(name, detail)| format!("{name}: {}", detail.message),
            ),
        },
        CallError::Failure(Failure::OutcomeUnknown(detail)) => unknown(detail),
        CallError::Busy => {
            again(&Detail::new("host.busy", "The plugin host is busy."), Some(500), false)
        }
        CallError::WallTime
        | CallError::Trapped { .. }
        | CallError::Deadline
        | CallError::Memory
        | CallError::Limit { .. }
            if reached_out =>
        {
            unknown(&Detail::new(
                "plugin.interrupted",
                format!("{error}, after it had sent a request."),
            ))
        }
        CallError::WallTime => again(&Detail::new("plugin.slow", error.to_string()), None, false),
        CallError::Trapped { .. }
        | CallError::Deadline
        | CallError::Memory
        | CallError::Limit { .. }
        | CallError::Missing { .. }
        | CallError::UnknownPlugin => {
            Next::Failed { code: "plugin.fault".into(), message: error.to_string() }
        }
    }
}

/// Decides after a crash in the middle of a send: nobody knows whether the provider has it.
#[must_use]
pub fn after_crash(dedupe: Dedupe) -> Next {
    let message = "The server stopped while this message was being sent. It may have arrived.";
    match dedupe {
        Dedupe::Provider | Dedupe::Lookup => Next::Again {
            in_ms: 0,
            code: "host.restarted".into(),
            message: message.into(),
            prior_unknown: true,
        },
        Dedupe::None => Next::Unknown { code: "host.restarted".into(), message: message.into() },
    }
}

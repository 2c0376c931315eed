//! What a check says about an account: that it works, that somebody has to do something, or only that
//! the way there is broken for now.

use crate::channels::{
    Channels,
    account::health::{Status, code_of},
};
use crate::{
    db::Tx,
    jobs::{Class, Job, JobError, NewJob, queue},
    plugins::{CallError, Detail, Failure, Validation},
};
use serde_json::json;

/// The job that looks again when the network was in the way.
pub(in crate::channels) const LOOK_AGAIN: &str = "channel_check";
const FIRST_MS: i64 = 2_000;
const LONGEST_MS: i64 = 600_000;

/// Problems that lie between the servers: an admin cannot mend them by a setting. A name that is not
/// known counts for providers, whose names come with the plugin, and not for mail servers, whose names
/// somebody typed.
const ON_THE_WAY: [&str; 5] =
    ["http.connect", "http.timeout", "http.dns", "imap.connect", "smtp.connect"];

/// The state that the problem of a setting leads to.
fn of_problem(detail: &Detail) -> Status {
    let code = detail.code.as_str();
    if ON_THE_WAY.contains(&code) {
        Status::Degraded
    } else if code.contains("auth") || code.contains("401") {
        Status::AuthFailed
    } else {
        Status::NeedsConfig
    }
}

/// The state that a check which could not be finished leads to.
fn of_error(error: &CallError) -> Status {
    match error {
        CallError::Failure(Failure::AuthExpired(_)) => Status::AuthFailed,
        CallError::Failure(Failure::Permanent(detail)) => of_problem(detail),
        CallError::Failure(Failure::NeedsConfig(_)) => Status::NeedsConfig,
        // The provider is busy, silent or strange, or the plugin itself is in trouble: no setting
        // changes that.
        _ => Status::Degraded,
    }
}

/// What a check found, and the state that each of its problems leads to.
#[derive(Debug, Default)]
pub(in crate::channels) struct Checked {
    pub outcome: Validation,
    /// Why the call itself ended, if it did: the state is the error's then.
    ended: Option<Status>,
}

impl Checked {
    /// Reads what the plugin answered.
    pub(in crate::channels) fn new(result: Result<Validation, CallError>) -> Self {
        match result {
            Ok(outcome) => Self { outcome, ended: None },
            Err(CallError::Failure(Failure::NeedsConfig(problems))) => {
                Self { outcome: Validation { problems, ..Validation::default() }, ended: None }
            }
            Err(error) => Self {
                ended: Some(of_error(&error)),
                outcome: Validation {
                    problems: vec![(String::new(), detail_of(&error))],
                    ..Validation::default()
                },
            },
        }
    }

    /// The account's state and the reason for it. What somebody can mend comes first.
    pub(in crate::channels) fn state(&self) -> (Status, String) {
        let mut found = self.outcome.problems.iter().enumerate().map(|(n, (_, detail))| {
            // The call's own error is the first problem.
            let status = self.ended.filter(|_| n == 0).unwrap_or_else(|| of_problem(detail));
            (status, detail.message.clone())
        });
        let Some(first) = found.next() else { return (Status::Ok, String::new()) };
        if first.0 != Status::Degraded {
            return first;
        }
        found.find(|(status, _)| *status != Status::Degraded).unwrap_or(first)
    }
}

fn detail_of(error: &CallError) -> Detail {
    match error {
        CallError::Failure(failure) => failure
            .detail()
            .cloned()
            .unwrap_or_else(|| Detail::new("plugin.failure", error.to_string())),
        other => Detail::new(&code_of(other), other.to_string()),
    }
}

/// How long to wait before the next look, after so many in vain.
fn wait_ms(looks: i64) -> i64 {
    let doublings = u32::try_from(looks.clamp(0, 20)).unwrap_or(20);
    FIRST_MS.saturating_mul(1 << doublings).min(LONGEST_MS)
}

impl Channels {
    /// Plans the next look at an account that could not be reached. One that is planned stays as it is.
    pub(in crate::channels) async fn plan_look(
        &self,
        tx: &mut Tx,
        (client_id, id): (i64, i64),
        looks: i64,
    ) -> crate::db::DbResult<()> {
        let job = NewJob {
            client_id,
            class: Class::Outside,
            kind: LOOK_AGAIN,
            key: id.to_string(),
            payload: json!({ "channel_id": id, "looks": looks }),
            run_at_ms: self.clock.now_ms() + wait_ms(looks),
        };
        queue::enqueue(tx, job).await
    }

    /// Looks again, and connects the account when it is reached. Nothing is left to do where it works
    /// by now, was paused or removed, or waits for an admin.
    pub(in crate::channels) async fn look_again(&self, job: &Job) -> Result<(), JobError> {
        let id = job.payload["channel_id"].as_i64().unwrap_or_default();
        let Ok(channel) = self.find(job.client_id, id) else { return Ok(()) };
        if !channel.on || channel.row.status != Status::Degraded.as_str() {
            return Ok(());
        }
        let looks = job.payload["looks"].as_i64().unwrap_or_default() + 1;
        let now = self.clock.now_ms();
        let done = self.establish_after(job.client_id, id, now, looks).await;
        done.map_err(|problem| JobError::Retry(problem.message().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugins::Retry;

    fn problem(code: &str) -> (String, Detail) {
        ("host".into(), Detail::new(code, code.to_owned()))
    }

    fn with(codes: &[&str]) -> Result<Validation, CallError> {
        let problems = codes.iter().map(|code| problem(code)).collect();
        Ok(Validation { problems, ..Validation::default() })
    }

    fn failed(failure: Failure) -> Result<Validation, CallError> {
        Err(CallError::Failure(failure))
    }

    #[test]
    fn the_network_is_no_setting() {
        let detail = || Detail::new("telegram.busy", "Later.".to_owned());
        let retry = Retry::default();
        let table = [
            (with(&[]), Status::Ok, ""),
            (with(&["http.connect"]), Status::Degraded, "http.connect"),
            (with(&["http.dns"]), Status::Degraded, "http.dns"),
            (with(&["imap.connect", "smtp.connect"]), Status::Degraded, "imap.connect"),
            (with(&["imap.address"]), Status::NeedsConfig, "imap.address"),
            (with(&["http.tls"]), Status::NeedsConfig, "http.tls"),
            (with(&["telegram.no-token"]), Status::NeedsConfig, "telegram.no-token"),
            (with(&["imap.auth"]), Status::AuthFailed, "imap.auth"),
            // What somebody can mend is said, whatever else is wrong.
            (with(&["imap.connect", "smtp.auth"]), Status::AuthFailed, "smtp.auth"),
            (failed(Failure::Retryable(detail(), retry)), Status::Degraded, "Later."),
            (failed(Failure::RateLimited(detail(), retry)), Status::Degraded, "Later."),
            (failed(Failure::OutcomeUnknown(detail())), Status::Degraded, "Later."),
            (failed(Failure::AuthExpired(detail())), Status::AuthFailed, "Later."),
            (failed(Failure::Permanent(detail())), Status::NeedsConfig, "Later."),
            (
                failed(Failure::NeedsConfig(vec![problem("sms.number")])),
                Status::NeedsConfig,
                "sms.number",
            ),
            (Err(CallError::Busy), Status::Degraded, "too many plugin calls are waiting"),
            (Err(CallError::WallTime), Status::Degraded, "the plugin took too long"),
        ];
        for (result, status, reason) in table {
            let told = format!("{result:?}");
            assert_eq!(Checked::new(result).state(), (status, reason.to_owned()), "{told}");
        }
    }

    #[test]
    fn looks_become_rarer() {
        assert_eq!([0, 1, 4, 9, 90].map(wait_ms), [2_000, 4_000, 32_000, 600_000, 600_000]);
    }
}

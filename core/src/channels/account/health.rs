//! What an account's admin gets to see: log lines, the account's state, and faults.

use super::{
    registry::{CHANGED, Channel},
    view::channel_view,
};
use crate::channels::{
    Channels,
    events::{ChannelDataUpdated, ChannelNews},
    store,
};
use crate::{
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
    plugins::{CallError, CallReport, Failure, LogLevel, LogLine},
};
use serde_json::{Value, json};

/// An account's state, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::channels) enum Status {
    Ok,
    Connecting,
    Degraded,
    NeedsConfig,
    AuthFailed,
    Paused,
}

impl Status {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Connecting => "connecting",
            Self::Degraded => "degraded",
            Self::NeedsConfig => "needs_config",
            Self::AuthFailed => "auth_failed",
            Self::Paused => "paused",
        }
    }
}

/// An account that is switched on and not well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnwellAccount {
    pub id: i64,
    /// What the account is called at the provider, or here where it has no name there.
    pub name: String,
    pub plugin: String,
    pub status: String,
    /// Why, in words.
    pub reason: String,
}

impl Channels {
    /// A client's accounts that are switched on and not well, by their ids.
    #[must_use]
    pub fn unwell(&self, client_id: i64) -> Vec<UnwellAccount> {
        let mut all: Vec<UnwellAccount> = self
            .registry
            .all_across_clients()
            .into_iter()
            .filter(|channel| channel.row.client_id == client_id && channel.row.enabled)
            .filter(|channel| {
                let well = [Status::Ok, Status::Connecting].map(Status::as_str);
                !well.contains(&channel.row.status.as_str())
            })
            .map(|channel| UnwellAccount {
                id: channel.row.id,
                name: match channel.row.title.as_str() {
                    "" => channel.row.name.clone(),
                    title => title.to_owned(),
                },
                plugin: channel.row.plugin.clone(),
                status: channel.row.status.clone(),
                reason: channel.row.status_reason.clone(),
            })
            .collect();
        all.sort_unstable_by_key(|account| account.id);
        all
    }
}

/// The code of an error, as the log, the quarantine and messages carry it.
pub(in crate::channels) fn code_of(error: &CallError) -> String {
    match error {
        CallError::Failure(failure) => {
            failure.detail().map_or_else(|| "plugin.failure".to_owned(), |d| d.code.clone())
        }
        CallError::Trapped { .. } => "plugin.trapped".into(),
        CallError::Deadline => "plugin.deadline".into(),
        CallError::WallTime => "plugin.slow".into(),
        CallError::Memory => "plugin.memory".into(),
        CallError::Limit { .. } => "plugin.limit".into(),
        CallError::Missing { .. } => "plugin.missing".into(),
        CallError::UnknownPlugin => "plugin.unknown".into(),
        CallError::Busy => "host.busy".into(),
    }
}

/// What an account's state becomes after an error, if it says anything about the account.
fn status_after(error: &CallError) -> Option<Status> {
    match error {
        CallError::Failure(Failure::AuthExpired(_)) => Some(Status::AuthFailed),
        CallError::Failure(Failure::NeedsConfig(_)) => Some(Status::NeedsConfig),
        CallError::UnknownPlugin | CallError::Missing { .. } => Some(Status::Degraded),
        _ => None,
    }
}

/// A call that failed.
pub(in crate::channels) struct Fault<'a> {
    pub call: &'a str,
    pub error: &'a CallError,
    pub report: &'a CallReport,
    /// The input's row, where one was kept.
    pub input_id: Option<i64>,
}

impl Channels {
    /// Writes the lines that a plugin logged during a call to the account's log, in the caller's transaction.
    pub(in crate::channels) async fn record_call(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        call: &str,
        report: &CallReport,
    ) -> DbResult<()> {
        if report.logs.is_empty() {
            return Ok(());
        }
        let row = |line: &LogLine| {
            let level = match line.level {
                LogLevel::Trace | LogLevel::Debug => "debug",
                LogLevel::Info => "info",
                LogLevel::Warn => "warn",
                LogLevel::Error => "error",
            };
            let fields: serde_json::Map<String, Value> =
                line.fields.iter().map(|(k, v)| (k.clone(), v.clone().into())).collect();
            json!([line.at_ms, level, line.message, Value::Object(fields).to_string()])
        };
        let rows: Vec<Value> = report.logs.iter().map(row).collect();
        let (client_id, id) = (channel.row.client_id, channel.row.id);
        store::insert_log_of_call(tx, client_id, id, call, &rows).await
    }

    /// Writes a line of the host's own to the account's log.
    pub(in crate::channels) async fn note(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        level: &str,
        call: &str,
        message: &str,
    ) -> DbResult<()> {
        let line = store::NewLine {
            client_id: channel.row.client_id,
            channel_id: channel.row.id,
            at: self.clock.now_ms(),
            level,
            call,
            message,
            fields: "{}",
            code: None,
            input_id: None,
        };
        store::insert_log(tx, &line).await?;
        Ok(())
    }

    /// Sets an account's state and announces it when it changed.
    pub(in crate::channels) async fn set_status(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        status: Status,
        reason: &str,
        title: Option<&str>,
    ) -> DbResult<bool> {
        self.set_status_seen(tx, channel, status, reason, title, i64::MAX).await
    }

    /// The same for a state that was seen at `seen_at`, in milliseconds: it does not replace trouble
    /// that showed since then. The connection of changed settings runs beside their check.
    pub(in crate::channels) async fn set_status_seen(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        status: Status,
        reason: &str,
        title: Option<&str>,
        seen_at: i64,
    ) -> DbResult<bool> {
        let now = self.clock.now_ms();
        let row = &channel.row;
        let (client_id, id) = (row.client_id, row.id);
        let times = (seen_at, now);
        let changed =
            store::set_status(tx, client_id, id, status.as_str(), reason, title, times).await?;
        let is_changed = changed.is_some();
        if let Some(mut row) = changed {
            row.enabled &= status != Status::Paused;
            // What is kept in memory is older than what this transaction has written.
            let view = channel_view(self, &channel.with(row));
            let brief = ChannelDataUpdated { channel: ChannelNews::Brief((&view).into()) };
            let data = ChannelDataUpdated { channel: ChannelNews::Account(Box::new(view)) };
            tx.announce(NewEvent::new(client_id, Audience::admins(), &data, now));
            tx.announce(NewEvent::new(client_id, Audience::agents(), &brief, now));
            tx.queued(CHANGED);
        }
        Ok(is_changed)
    }

    /// A call failed: logs it, counts it against the breaker, and sets the account's state when the
    /// error is about the account.
    pub(in crate::channels) async fn record_fault(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        call: &str,
        error: &CallError,
        report: &CallReport,
    ) -> DbResult<()> {
        self.record_fault_of(tx, channel, &Fault { call, error, report, input_id: None }).await
    }

    /// The same, for a call whose input was kept.
    pub(in crate::channels) async fn record_fault_of(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        fault: &Fault<'_>,
    ) -> DbResult<()> {
        let Fault { call, error, report, input_id } = *fault;
        self.record_call(tx, channel, call, report).await?;
        let (code, message) = (code_of(error), error.to_string());
        let line = store::NewLine {
            client_id: channel.row.client_id,
            channel_id: channel.row.id,
            at: self.clock.now_ms(),
            level: "error",
            call,
            message: &message,
            fields: "{}",
            code: Some(&code),
            input_id,
        };
        store::insert_log(tx, &line).await?;
        if let CallError::Trapped { backtrace, .. } = error
            && !backtrace.is_empty()
        {
            self.note(tx, channel, "debug", call, backtrace).await?;
        }
        let fault = !matches!(error, CallError::Failure(_) | CallError::Busy);
        if fault && channel.breaker.fault(self.clock.now_ms()) {
            let reason = format!("The plugin keeps failing: {error}. Calls wait a while.");
            self.set_status(tx, channel, Status::Degraded, &reason, None).await?;
        } else if let Some(status) = status_after(error)
            && !self.renewing(tx, channel, error).await?
        {
            self.set_status(tx, channel, status, &error.to_string(), None).await?;
        }
        Ok(())
    }

    /// A call went well: an account that was in trouble is fine again.
    pub(in crate::channels) async fn record_success(
        &self,
        tx: &mut Tx,
        channel: &Channel,
    ) -> DbResult<()> {
        let recovered = channel.breaker.success();
        if recovered || !matches!(channel.row.status.as_str(), "ok" | "paused") {
            self.set_status(tx, channel, Status::Ok, "", None).await?;
        }
        Ok(())
    }
}

//! An SLA clock: business time of one promise that runs towards its target. Pure.
//!
//! Its due moment is computed when it starts, goes on or is set anew, and stored; nothing counts while
//! it runs.

use super::promise::{Promise, Target};
use crate::tickets::DueMetric as Metric;
use serde::Serialize;
use utoipa::ToSchema;

/// How a clock is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SlaClockState)]
pub enum State {
    Running,
    /// The desk waits for the customer.
    Paused,
    /// What was promised was done, in time or late.
    Met,
    /// Nothing is promised any more.
    Cancelled,
}

impl State {
    /// As it is stored.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Met => "met",
            Self::Cancelled => "cancelled",
        }
    }

    /// The state of a stored word.
    #[must_use]
    pub fn named(word: &str) -> Self {
        match word {
            "running" => Self::Running,
            "paused" => Self::Paused,
            "met" => Self::Met,
            _ => Self::Cancelled,
        }
    }
}

/// Why a clock was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// No promise covers it any more.
    Unmatched,
    /// The ticket was resolved or closed without what was promised.
    Resolved,
    Spam,
    /// The ticket was merged into another one, whose clocks count.
    Merged,
}

impl Reason {
    const ALL: [Self; 4] = [Self::Unmatched, Self::Resolved, Self::Spam, Self::Merged];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Unmatched => "unmatched",
            Self::Resolved => "resolved",
            Self::Spam => "spam",
            Self::Merged => "merged",
        }
    }

    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.word() == word)
    }
}

/// How long before a merge its ticket is closed for it, at most.
const MERGE_MS: i64 = 5_000;

/// A clock. Moments are milliseconds since the Unix epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    /// 0 for one that is not stored yet.
    pub id: i64,
    pub metric: Metric,
    pub policy_id: i64,
    pub policy_version: i64,
    pub label_id: i64,
    pub run: i64,
    pub state: State,
    /// Business time that was promised.
    pub target_ms: i64,
    /// Business time that had passed before `running_since`.
    pub elapsed_ms: i64,
    pub started_at: i64,
    pub running_since: Option<i64>,
    /// None while it is paused, and where the calendar never opens again.
    pub due_at: Option<i64>,
    pub warn_at: Option<i64>,
    pub warned_at: Option<i64>,
    pub breached_at: Option<i64>,
    pub stopped_at: Option<i64>,
    pub reason: Option<Reason>,
}

impl Clock {
    pub fn start(promise: &Promise, target: Target, run: i64, at: i64) -> Self {
        let mut clock = Self {
            id: 0,
            metric: target.metric,
            policy_id: promise.policy_id,
            policy_version: promise.version,
            label_id: promise.label_id,
            run,
            state: State::Running,
            target_ms: target.ms,
            elapsed_ms: 0,
            started_at: at,
            running_since: Some(at),
            due_at: None,
            warn_at: None,
            warned_at: None,
            breached_at: None,
            stopped_at: None,
            reason: None,
        };
        clock.set_due(promise);
        clock
    }

    /// Whether it runs or is paused.
    pub fn is_live(&self) -> bool {
        matches!(self.state, State::Running | State::Paused)
    }

    /// Business time that is left; below zero when it is late. None without a schedule that says so.
    pub fn remaining_ms(&self) -> i64 {
        self.target_ms - self.elapsed_ms
    }

    /// What comes next of it: its warning or its breach. None when both were told of, or while nothing
    /// is due.
    pub fn next_moment(&self) -> Option<i64> {
        if self.state != State::Running || self.breached_at.is_some() {
            return None;
        }
        match self.warned_at {
            None => self.warn_at.or(self.due_at),
            Some(_) => self.due_at,
        }
    }

    /// Computes when it is due from when it runs.
    pub fn set_due(&mut self, promise: &Promise) {
        let Some(since) = self.running_since.filter(|_| self.state == State::Running) else {
            self.due_at = None;
            self.warn_at = None;
            return;
        };
        self.due_at = promise.time.after(since, self.remaining_ms());
        self.warn_at = promise.warn_percent.and_then(|percent| {
            let warned = self.target_ms.saturating_mul(percent) / 100;
            promise.time.after(since, warned - self.elapsed_ms)
        });
    }

    /// The promise is another one, or its calendar is: what has passed stays.
    pub fn set_anew(&mut self, promise: &Promise, target: Target) {
        self.policy_id = promise.policy_id;
        self.policy_version = promise.version;
        self.target_ms = target.ms;
        self.set_due(promise);
    }

    pub fn pause(&mut self, promise: &Promise, at: i64) {
        if let Some(since) = self.running_since.take() {
            self.elapsed_ms += promise.time.between(since, at);
        }
        self.state = State::Paused;
        self.set_due(promise);
    }

    /// Runs again from a moment on; what passed while it stood does not count.
    pub fn go_on(&mut self, promise: &Promise, at: i64) {
        self.state = State::Running;
        self.running_since.get_or_insert(at);
        self.stopped_at = None;
        self.reason = None;
        self.set_due(promise);
    }

    pub fn meet(&mut self, promise: Option<&Promise>, at: i64) {
        if let (Some(since), Some(promise)) = (self.running_since, promise) {
            self.elapsed_ms += promise.time.between(since, at);
            self.running_since = None;
        }
        self.state = State::Met;
        self.stopped_at = Some(at);
    }

    /// Whether it stopped because its ticket was closed at a merge at this moment, which comes first.
    pub fn stopped_by_merge(&self, at: i64) -> bool {
        let stopped =
            self.stopped_at.is_some_and(|stopped| (0..=MERGE_MS).contains(&(at - stopped)));
        let closed = self.state == State::Met && self.metric == Metric::Resolution;
        stopped && (closed || self.reason == Some(Reason::Resolved))
    }

    pub fn cancel(&mut self, reason: Reason, at: i64) {
        self.state = State::Cancelled;
        self.stopped_at = Some(at);
        self.reason = Some(reason);
    }
}

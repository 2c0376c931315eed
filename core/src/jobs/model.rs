//! Jobs, and when a failed one runs again.

use serde_json::{Value, json};

/// How urgent a job is. Each class has its own workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// A person is waiting.
    Live,
    Normal,
    /// Imports, campaigns, deletions.
    Bulk,
    /// Somebody else's server is waited for, whose address a client chose.
    Outside,
}

impl Class {
    pub(super) const ALL: [Self; 4] = [Self::Live, Self::Normal, Self::Bulk, Self::Outside];

    /// As it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Normal => "normal",
            Self::Bulk => "bulk",
            Self::Outside => "outside",
        }
    }

    pub(super) fn workers(self) -> usize {
        match self {
            Self::Live => 8,
            Self::Normal => 4,
            Self::Bulk => 2,
            Self::Outside => 16,
        }
    }

    /// How many of them one client may have at work on a node: its servers that do not answer must
    /// not keep everybody's workers.
    pub(super) fn workers_of_one(self) -> usize {
        match self {
            Self::Outside => 2,
            Self::Live | Self::Normal | Self::Bulk => self.workers(),
        }
    }
}

/// A job to enqueue.
#[derive(Clone, Debug)]
pub struct NewJob {
    pub client_id: i64,
    pub class: Class,
    pub kind: &'static str,
    /// A second waiting job of the same client, kind and key is dropped.
    pub key: String,
    pub payload: Value,
    pub run_at_ms: i64,
}

impl NewJob {
    /// A page of a walk through many rows, for now: from behind an id on. `of` tells apart what the walk is
    /// for, so that another walk of the kind has jobs of its own. [`Job::walk`] reads it.
    #[must_use]
    pub fn walk(
        client_id: i64,
        (class, kind): (Class, &'static str),
        (of, after): (i64, i64),
        now: i64,
    ) -> Self {
        Self {
            client_id,
            class,
            kind,
            key: format!("{of} {after}"),
            payload: json!({ "of": of, "after": after }),
            run_at_ms: now,
        }
    }
}

/// A job that a worker has claimed.
#[derive(Clone, Debug)]
pub struct Job {
    pub id: i64,
    pub client_id: i64,
    pub kind: String,
    pub payload: Value,
    /// 1 on the first run.
    pub attempt: i64,
}

impl Job {
    /// What a walk is for, and behind which id this page of it begins.
    #[must_use]
    pub fn walk(&self) -> (i64, i64) {
        let number = |name: &str| self.payload[name].as_i64().unwrap_or_default();
        (number("of"), number("after"))
    }
}

/// Why a job did not succeed.
#[derive(Debug)]
pub enum JobError {
    /// Run it again later.
    Retry(String),
    /// Running it again cannot help; it becomes a dead letter that admins can see.
    GiveUp(String),
}

impl From<crate::db::DbError> for JobError {
    fn from(error: crate::db::DbError) -> Self {
        Self::Retry(error.to_string())
    }
}

/// Attempts after which a job that keeps failing becomes a dead letter.
pub(super) const ATTEMPTS_MAX: i64 = 20;

/// Milliseconds until the next attempt: doubling from one second up to ten minutes, plus up to a
/// quarter of jitter so that jobs that failed together do not return together.
#[must_use]
pub fn backoff_ms(attempt: i64, jitter: u64) -> i64 {
    let exponent = u32::try_from(attempt.clamp(1, 11) - 1).unwrap_or(0);
    let base = (1000_i64 << exponent).min(600_000);
    let quarter = u64::try_from(base / 4).unwrap_or(0).max(1);
    base + i64::try_from(jitter % quarter).unwrap_or(0)
}

/// The order in which clients are served: those after the last one served come first.
#[must_use]
pub fn take_turns(mut clients: Vec<i64>, last: i64) -> Vec<i64> {
    clients.sort_unstable();
    let next = clients.partition_point(|id| *id <= last);
    clients.rotate_left(next);
    clients
}

//! Policies and clocks as people see them, and what makes a policy that can be kept.

use super::clock::State;
use crate::{
    conditions::{self, Condition},
    http::{FieldErrors, Problem},
    tickets::DueMetric as Metric,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Policies that a client has at most.
pub const POLICIES_MAX: i64 = 50;
const NAME_MAX: usize = 80;
/// A year.
const MINUTES_MAX: i64 = 525_600;
const WARN_PERCENT: i64 = 75;
const REOPEN_MINUTES: i64 = 1_440;

/// What a policy promises, for which tickets. Times are in minutes of business time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SlaPolicyDraft {
    /// 1 to 80 characters.
    pub name: String,
    pub enabled: bool,
    /// All of them have to hold; none stands for every ticket.
    pub conditions: Vec<Condition>,
    /// The calendar whose open time counts; null for the default one.
    pub calendar_id: Option<i64>,
    /// Time counts around the clock, whatever the calendar says.
    pub always: bool,
    /// From the customer's first message to the first answer by a person; null for no such target.
    pub first_reply: Option<i64>,
    /// From the first unanswered message to the next answer by a person.
    pub next_reply: Option<i64>,
    /// From the customer's first message until the ticket is resolved or closed.
    pub resolution: Option<i64>,
    /// From one answer of the desk to the next.
    #[serde(rename = "update")]
    pub update_interval: Option<i64>,
    /// After how much of the time it warns: 1 to 99.
    pub warn_percent: i64,
    /// Whether resolution and update stand still while the desk waits for the customer.
    pub pause_pending: bool,
    /// A ticket that is reopened within so many minutes goes on with the time that was left for its
    /// resolution; a later one has all of it anew.
    pub reopen_minutes: i64,
}

impl Default for SlaPolicyDraft {
    fn default() -> Self {
        Self {
            name: String::new(),
            enabled: true,
            conditions: vec![],
            calendar_id: None,
            always: false,
            first_reply: None,
            next_reply: None,
            resolution: None,
            update_interval: None,
            warn_percent: WARN_PERCENT,
            pause_pending: true,
            reopen_minutes: REOPEN_MINUTES,
        }
    }
}

impl SlaPolicyDraft {
    /// Its targets in minutes.
    pub(super) fn targets(&self) -> impl Iterator<Item = (Metric, i64)> {
        [
            (Metric::FirstReply, self.first_reply),
            (Metric::NextReply, self.next_reply),
            (Metric::Resolution, self.resolution),
            (Metric::Update, self.update_interval),
        ]
        .into_iter()
        .filter_map(|(metric, minutes)| Some((metric, minutes?)))
    }
}

/// A policy as the API shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SlaPolicy {
    pub id: i64,
    #[serde(flatten)]
    pub draft: SlaPolicyDraft,
    /// How many clocks of it run or are paused now.
    pub running: i64,
    /// It can never fit or never be due: a condition names only what was deleted, its calendar was, or
    /// the calendar has no open time.
    pub broken: bool,
}

/// The order of the policies.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct SlaPolicyOrder {
    /// Each of them once.
    pub ids: Vec<i64>,
}

/// A clock as the API shows it. Moments are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SlaClock {
    pub id: i64,
    pub metric: Metric,
    /// The policy's name; empty for a label's promise.
    pub policy: String,
    /// The label whose promise it is; empty for a policy's.
    pub label: String,
    pub state: State,
    pub started_at: i64,
    /// Absent while it is paused, and where the calendar does not open again.
    pub due_at: Option<i64>,
    pub warn_at: Option<i64>,
    pub target_minutes: i64,
    /// Business time that is left, while it is paused.
    pub remaining_ms: Option<i64>,
    /// When it was met or cancelled.
    pub stopped_at: Option<i64>,
    pub warned_at: Option<i64>,
    pub breached_at: Option<i64>,
}

/// Checks a policy and gives it as it is kept. What its ids name is not looked up here.
///
/// # Errors
/// `invalid`, with every field that is wrong.
pub(super) fn check(draft: &SlaPolicyDraft) -> Result<SlaPolicyDraft, Problem> {
    let mut wrong = FieldErrors::default();
    let name = draft.name.trim();
    let length = name.chars().count();
    wrong.when(length == 0 || length > NAME_MAX, "name", "A name has 1 to 80 characters.");
    wrong.extend(conditions::faults(&draft.conditions));
    wrong.when(draft.targets().next().is_none(), "first_reply", "Name at least one time.");
    for (metric, minutes) in draft.targets() {
        let fine = (1..=MINUTES_MAX).contains(&minutes);
        wrong.when(!fine, metric.word(), "A time is 1 to 525,600 minutes.");
    }
    let fine = (1..=99).contains(&draft.warn_percent);
    wrong.when(!fine, "warn_percent", "This is 1 to 99 percent.");
    let fine = (0..=MINUTES_MAX).contains(&draft.reopen_minutes);
    wrong.when(!fine, "reopen_minutes", "This is 0 to 525,600 minutes.");
    wrong.refuse("The policy cannot be kept like this.")?;
    Ok(SlaPolicyDraft { name: name.to_owned(), ..draft.clone() })
}

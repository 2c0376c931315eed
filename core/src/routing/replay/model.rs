//! Replays as the API and the command line show them.

use crate::routing::model::{AgentSkill, SkillRequirement, Strategy};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Days that a replay goes back at most: what is older is forgotten.
pub const DAYS_MAX: i64 = 7;
/// Agents who are not there that a replay adds at most.
pub const EXTRA_AGENTS_MAX: i64 = 50;

/// What a replay is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReplayDraft {
    /// How many days back: 1 to 7.
    pub days: i64,
    /// Whoever waited no longer than so many seconds was served in time: 1 to 86,400.
    pub target_seconds: i64,
    /// Where the hours of `extra_agents` are: the name of a time zone.
    pub timezone: String,
    pub changes: RoutingChanges,
}

impl Default for ReplayDraft {
    fn default() -> Self {
        Self {
            days: DAYS_MAX,
            target_seconds: 60,
            timezone: "UTC".to_owned(),
            changes: RoutingChanges::default(),
        }
    }
}

/// The rules and people under which decisions are made once more. Empty for the ones there were.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RoutingChanges {
    pub queues: Vec<RoutingQueueChange>,
    /// What agents hold at most; null for what it was. 0 to 1,000.
    pub capacity: Option<i64>,
    /// Live chats among them.
    pub chat_capacity: Option<i64>,
    pub agents: Vec<RoutingAgentChange>,
    pub extra_agents: Vec<ExtraAgents>,
}

/// A queue that goes by other rules. What is null stays as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RoutingQueueChange {
    pub id: i64,
    pub strategy: Option<Strategy>,
    pub all_agents: Option<bool>,
    /// Ids of users; they count where the queue is not for everybody.
    pub agents: Option<Vec<i64>>,
    pub skills: Option<Vec<SkillRequirement>>,
    pub priority: Option<i64>,
    pub ageing_minutes: Option<i64>,
    pub offer_seconds: Option<i64>,
    pub wrap_up_seconds: Option<i64>,
    pub preferred_seconds: Option<i64>,
    pub relax_seconds: Option<i64>,
    /// Open around the clock.
    pub always: Option<bool>,
}

/// An agent who holds more or less, or has other skills. What is null stays as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RoutingAgentChange {
    pub user_id: i64,
    pub capacity: Option<i64>,
    pub chat_capacity: Option<i64>,
    pub skills: Option<Vec<AgentSkill>>,
}

/// Agents who were not there, at the same hours of each day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ExtraAgents {
    /// 1 to 50, all together.
    pub count: i64,
    /// From when to when, in minutes after midnight: 0 to 1,440. One that ends before it begins goes over
    /// midnight.
    pub from_minute: i64,
    pub until_minute: i64,
    /// The queues that they are in; empty for all. They have every skill.
    pub queues: Vec<i64>,
}

/// How far a replay is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReplayState {
    Running,
    Done,
    Failed,
}

impl ReplayState {
    /// As it is stored.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    /// The state of a stored word.
    #[must_use]
    pub fn named(word: &str) -> Self {
        match word {
            "running" => Self::Running,
            "done" => Self::Done,
            _ => Self::Failed,
        }
    }
}

/// A replay: the last days decided once more. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoutingReplay {
    pub id: i64,
    pub draft: ReplayDraft,
    pub state: ReplayState,
    /// In percent.
    pub progress: i64,
    /// Why it failed; empty where it did not.
    pub failure: String,
    /// The username of who asked for it.
    pub created_by: String,
    pub created_at: i64,
    pub ended_at: Option<i64>,
}

/// A replay with what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RoutingReplayDetail {
    #[serde(flatten)]
    pub replay: RoutingReplay,
    /// Null until it is done.
    pub result: Option<ReplayResult>,
}

/// What came of a replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReplayResult {
    /// The first and the last moment that it is about, in milliseconds. It begins later than was asked where nothing
    /// is kept from before.
    pub from: i64,
    pub until: i64,
    /// Decisions that gave or offered something, made once more from what they were made from.
    pub decisions: i64,
    /// How many of them chose another agent: 0, unless the product changed.
    pub differences: i64,
    /// The first of these.
    pub first_differences: Vec<ReplayDifference>,
    /// What happened.
    pub happened: ReplayOutcome,
    /// What the model says for the rules as they were. How far it is from what happened tells how far it can be
    /// relied on.
    pub modelled: ReplayOutcome,
    /// What it says for the changed rules; null where nothing was changed.
    pub changed: Option<ReplayOutcome>,
}

/// A decision that came out otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReplayDifference {
    pub at: i64,
    /// Null for a visitor, who had no ticket yet.
    pub ticket_id: Option<i64>,
    /// Who was chosen then, and who is now; null for nobody.
    pub user_id: Option<i64>,
    pub repeated_user_id: Option<i64>,
}

/// Waits and loads of the whole desk, and by queue and agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReplayOutcome {
    pub total: ReplayWaits,
    pub queues: Vec<ReplayQueue>,
    pub agents: Vec<ReplayAgent>,
}

/// How long what came into queues waited until an agent had it. Times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReplayWaits {
    /// What came, and what of it was given by routing.
    pub arrived: i64,
    pub given: i64,
    /// Taken by hand, closed, or gone before it was given.
    pub left: i64,
    /// Still there at the end.
    pub waiting: i64,
    /// Of what was given; null where nothing was.
    pub mean_wait_ms: Option<i64>,
    pub median_wait_ms: Option<i64>,
    /// Nine of ten waited no longer.
    pub p90_wait_ms: Option<i64>,
    /// Service level: given within the target, of all that came and did not leave within it. 0 to 1; null where
    /// nothing came.
    pub service_level: Option<f64>,
}

/// The waits in a queue: the one that something came into first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReplayQueue {
    pub id: i64,
    pub name: String,
    pub waits: ReplayWaits,
}

/// What an agent was given, and held.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReplayAgent {
    /// Null for agents who were added, all of them together.
    pub user_id: Option<i64>,
    /// Empty for added ones, and for one who was deleted.
    pub name: String,
    pub given: i64,
    /// How long they were there, in milliseconds.
    pub there_ms: i64,
    /// What was held meanwhile, on average over the time they were there; null where they never were.
    pub mean_load: Option<f64>,
}

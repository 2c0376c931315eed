//! Queues, skills, agents, offers and decisions as the API shows them.

use crate::conditions::Condition;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Queues that a client has at most.
pub const QUEUES_MAX: i64 = 50;
/// Skills that a client has at most.
pub const SKILLS_MAX: i64 = 200;
/// Agents that a queue names at most; larger queues are for everybody.
pub const MEMBERS_MAX: usize = 500;
/// Skills that a queue asks for at most.
pub const QUEUE_SKILLS_MAX: usize = 20;
/// The highest level of a skill.
pub const LEVEL_MAX: i64 = 5;
/// What an agent may hold at most.
pub const CAPACITY_MAX: i64 = 1_000;
/// The capacity of agents where an admin set none.
pub const CAPACITY: i64 = 10;
/// The live chats that an agent holds at most where an admin set nothing.
pub const CHAT_CAPACITY: i64 = 3;
const OFFER_SECONDS: i64 = 60;
pub(super) const DAY_MS: i64 = 86_400_000;

/// How a queue chooses among the agents who can take a ticket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// Whose last ticket was given or finished longest ago.
    #[default]
    LongestIdle,
    /// Who holds the smallest part of their capacity.
    LeastOccupied,
    /// The next one in turn.
    RoundRobin,
    /// Who has the highest levels of the skills that the queue asks for.
    MostSkilled,
    /// Nobody is chosen: agents take tickets by hand.
    Manual,
}

impl Strategy {
    const ALL: [(Self, &'static str); 5] = [
        (Self::LongestIdle, "longest_idle"),
        (Self::LeastOccupied, "least_occupied"),
        (Self::RoundRobin, "round_robin"),
        (Self::MostSkilled, "most_skilled"),
        (Self::Manual, "manual"),
    ];

    /// As it is stored.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(one, _)| *one == self).map_or("longest_idle", |(_, word)| word)
    }

    /// The strategy of a stored word.
    #[must_use]
    pub fn named(word: &str) -> Self {
        Self::ALL.iter().find(|(_, name)| *name == word).map_or_else(Self::default, |(one, _)| *one)
    }
}

/// What a queue takes in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// Tickets that nobody has.
    #[default]
    Tickets,
    /// Visitors of live chat who wait for somebody.
    LiveChats,
}

impl Work {
    /// As it is stored.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Tickets => "tickets",
            Self::LiveChats => "live_chats",
        }
    }

    /// The work of a stored word.
    #[must_use]
    pub fn named(word: &str) -> Self {
        if word == Self::LiveChats.word() { Self::LiveChats } else { Self::Tickets }
    }
}

/// A skill that a queue asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SkillRequirement {
    pub skill_id: i64,
    /// The lowest level: 1 to 5.
    pub level: i64,
    /// Whether nobody without it is asked, however long the ticket waits. One that is not required is
    /// dropped after the first step of `relax_seconds`.
    pub required: bool,
}

/// What a queue takes in, and how it gives it to agents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct RoutingQueueDraft {
    /// 1 to 80 characters.
    pub name: String,
    pub enabled: bool,
    pub work: Work,
    /// All of them have to hold for a ticket; none stands for every ticket. Of a visitor the channel and
    /// the language are known.
    pub conditions: Vec<Condition>,
    pub strategy: Strategy,
    /// Whether every agent is in it; `agents` is not looked at then.
    pub all_agents: bool,
    /// Ids of users.
    pub agents: Vec<i64>,
    pub skills: Vec<SkillRequirement>,
    /// Tickets of a queue with a higher priority are given first: 0 to 100.
    pub priority: i64,
    /// A ticket's priority grows by one for each so many minutes of waiting; 0 for never.
    pub ageing_minutes: i64,
    /// For how long a ticket is offered to an agent, who accepts or declines: 10 to 3,600 seconds. 0
    /// gives it without asking.
    pub offer_seconds: i64,
    /// How long an agent is left alone after a ticket of the queue was finished: 0 to 3,600.
    pub wrap_up_seconds: i64,
    /// How long only the agent who had the customer before is asked, when that one is there.
    pub preferred_seconds: i64,
    /// After each so many seconds of waiting the levels that are asked for go down by one; 0 for never.
    pub relax_seconds: i64,
    /// The calendar in whose open time tickets are given; null for the default one.
    pub calendar_id: Option<i64>,
    /// Tickets are given around the clock, whatever the calendar says.
    pub always: bool,
    /// The queue that takes over a ticket that waits too long.
    pub overflow_queue_id: Option<i64>,
    /// What too long is, in minutes.
    pub overflow_minutes: i64,
}

impl Default for RoutingQueueDraft {
    fn default() -> Self {
        Self {
            name: String::new(),
            enabled: true,
            work: Work::default(),
            conditions: vec![],
            strategy: Strategy::default(),
            all_agents: true,
            agents: vec![],
            skills: vec![],
            priority: 0,
            ageing_minutes: 0,
            offer_seconds: OFFER_SECONDS,
            wrap_up_seconds: 0,
            preferred_seconds: 0,
            relax_seconds: 0,
            calendar_id: None,
            always: true,
            overflow_queue_id: None,
            overflow_minutes: 0,
        }
    }
}

/// A queue as the API shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoutingQueue {
    pub id: i64,
    #[serde(flatten)]
    pub draft: RoutingQueueDraft,
    /// Tickets that wait in it now, those that are being offered among them.
    pub waiting: i64,
    /// Since when the one waits that waits longest, in milliseconds.
    pub waiting_since: Option<i64>,
    /// Nothing comes in or nobody can be asked: a condition or a skill was deleted, its agents were, or
    /// its calendar has no open time.
    pub broken: bool,
}

/// The order of the queues.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct RoutingQueueOrder {
    /// Each of them once.
    pub ids: Vec<i64>,
}

/// A skill as the API shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoutingSkill {
    pub id: i64,
    pub name: String,
    /// Agents who have it.
    pub agents: i64,
    /// Queues that ask for it.
    pub queues: i64,
}

/// A skill's name.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct RoutingSkillDraft {
    /// 1 to 60 characters; no two are alike.
    pub name: String,
}

/// A skill that an agent has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AgentSkill {
    pub skill_id: i64,
    /// 1 to 5.
    pub level: i64,
}

/// Why an agent is not given tickets now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotReachable {
    /// No socket is open.
    Offline,
    /// Another status than ONLINE is in effect.
    Away,
    /// A ticket was finished just now.
    WrapUp,
    /// As much is held as may be.
    Full,
}

/// An agent as routing sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoutingAgent {
    pub user_id: i64,
    pub username: String,
    pub name: String,
    /// Null where the default counts.
    pub capacity: Option<i64>,
    /// Tickets and live chats that are held or offered.
    pub load: i64,
    /// Null where the default counts.
    pub chat_capacity: Option<i64>,
    /// The live chats among what is held or offered.
    pub chats: i64,
    /// Null when the agent can be given tickets.
    pub not_reachable: Option<NotReachable>,
    pub skills: Vec<AgentSkill>,
}

/// What an admin sets for an agent.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct RoutingAgentDraft {
    /// 0 to 1,000: 0 takes the agent out. Null for the default.
    pub capacity: Option<i64>,
    /// Live chats among them: 0 to 1,000. Null for the default.
    #[serde(default)]
    pub chat_capacity: Option<i64>,
    pub skills: Vec<AgentSkill>,
}

/// What holds for all agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RoutingSettings {
    /// Tickets and live chats that an agent holds at most, where nothing else is set for them: 1 to 1,000.
    pub capacity: i64,
    /// Live chats among them: 0 to 1,000.
    #[serde(default = "chat_capacity")]
    #[schema(required = true)]
    pub chat_capacity: i64,
}

fn chat_capacity() -> i64 {
    CHAT_CAPACITY
}

/// What is offered to the caller: a ticket, or a visitor of live chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoutingOffer {
    /// Null for a visitor, who has no ticket yet.
    pub ticket_id: Option<i64>,
    pub ticket_number: Option<i64>,
    /// The visit's session; null for a ticket.
    pub session_id: Option<i64>,
    /// What a visitor wrote first, for a visit.
    pub title: String,
    pub channel: String,
    /// The contact's or the visitor's name; empty where none is known.
    pub customer: String,
    pub queue: String,
    /// Since when it waits, in milliseconds.
    pub waiting_since: i64,
    pub offered_at: i64,
    /// Until when it can be accepted.
    pub offer_until: i64,
}

/// Where a ticket stands in routing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoutingState {
    /// In no queue.
    None,
    Waiting,
    Offered,
}

/// What became of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The ticket is or was offered; nothing came of it yet.
    Offered,
    Accepted,
    Declined,
    TimedOut,
    /// It was taken back: the ticket was assigned by hand, resolved, or went elsewhere.
    Rescinded,
    /// Given without asking.
    Assigned,
}

impl Outcome {
    const ALL: [(Self, &'static str); 6] = [
        (Self::Offered, "offered"),
        (Self::Accepted, "accepted"),
        (Self::Declined, "declined"),
        (Self::TimedOut, "timed_out"),
        (Self::Rescinded, "rescinded"),
        (Self::Assigned, "assigned"),
    ];

    /// As it is stored.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(one, _)| *one == self).map_or("offered", |(_, word)| word)
    }

    /// The outcome of a stored word.
    #[must_use]
    pub fn named(word: &str) -> Self {
        Self::ALL.iter().find(|(_, name)| *name == word).map_or(Self::Offered, |(one, _)| *one)
    }
}

/// An agent who was looked at for a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Candidate {
    pub user_id: i64,
    pub username: String,
    pub name: String,
    pub load: i64,
    pub capacity: i64,
    /// The live chats among what is held, and how many there may be.
    #[serde(default)]
    #[schema(required = true)]
    pub chats: i64,
    #[serde(default)]
    #[schema(required = true)]
    pub chat_capacity: i64,
    /// Milliseconds since a ticket was last given to or finished by the agent.
    pub idle_ms: i64,
    /// The sum of the levels of the skills that the queue asks for.
    pub skill: i64,
    /// Why the agent was left out; null for who could have been chosen.
    pub left_out: Option<LeftOut>,
}

/// Why an agent of the queue could not be chosen for a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeftOut {
    Offline,
    Away,
    WrapUp,
    Full,
    /// A required skill is missing, or its level is too low by now.
    Skill,
    /// The ticket was offered to the agent before, who let it pass.
    Passed,
    /// Another agent had the customer before and is asked first.
    NotPreferred,
}

/// Whom routing chose, among whom, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoutingDecision {
    pub id: i64,
    /// Milliseconds.
    pub at: i64,
    /// The queue's name then.
    pub queue: String,
    pub strategy: Strategy,
    pub outcome: Outcome,
    pub user_id: i64,
    pub username: String,
    pub name: String,
    /// The first 20 of those who were looked at: the chosen one, the others by how near they came, then
    /// those who were left out.
    pub candidates: Vec<Candidate>,
    /// How many were looked at.
    pub looked_at: i64,
}

/// A ticket's routing: where it stands, and what was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TicketRouting {
    pub state: RoutingState,
    pub queue_id: Option<i64>,
    /// The queue's name; empty for none.
    pub queue: String,
    /// Milliseconds; null where it is in no queue.
    pub waiting_since: Option<i64>,
    /// To whom it is offered: a username; empty for nobody.
    pub offered_to: String,
    pub offer_until: Option<i64>,
    /// The newest 20 first.
    pub decisions: Vec<RoutingDecision>,
}

/// Puts a ticket into a queue.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct SetTicketQueue {
    /// Null takes it out of its queue.
    pub queue_id: Option<i64>,
}

//! A line of the journal: what a decision was made from, as far as it is not what the last one left, and what was
//! decided. Pure.
//!
//! The line before, its decisions carried out, is what a line is told against; so that of a ticket that comes and is
//! given only the ticket is written, and the agent who was idle until then.

use crate::routing::{
    decision::{Agent, Queue},
    desk::{Desk, DeskQueue, Step},
    model::{NotReachable, SkillRequirement, Strategy, Work},
    store::items::ItemRow,
    subject::Subject,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A queue, as far as decisions depend on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::routing) struct QueueState {
    pub id: i64,
    pub name: String,
    pub open: bool,
    pub offer_ms: i64,
    pub wrap_up_ms: i64,
    pub overflow: Option<(i64, i64)>,
    pub work: Work,
    pub strategy: Strategy,
    pub skills: Vec<SkillRequirement>,
    pub priority: i64,
    pub ageing_ms: i64,
    pub preferred_ms: i64,
    pub relax_ms: i64,
    /// None for everybody.
    pub members: Option<Vec<i64>>,
    pub last: Option<i64>,
}

impl QueueState {
    fn of(id: i64, desk: &DeskQueue) -> Self {
        let queue = &desk.queue;
        Self {
            id,
            name: desk.name.clone(),
            open: desk.open,
            offer_ms: desk.offer_ms,
            wrap_up_ms: desk.wrap_up_ms,
            overflow: desk.overflow,
            work: queue.work,
            strategy: queue.strategy,
            skills: queue.skills.clone(),
            priority: queue.priority,
            ageing_ms: queue.ageing_ms,
            preferred_ms: queue.preferred_ms,
            relax_ms: queue.relax_ms,
            members: (!desk.all_agents).then(|| queue.agents.clone()),
            last: queue.last,
        }
    }

    pub fn desk_queue(&self) -> DeskQueue {
        DeskQueue {
            name: self.name.clone(),
            open: self.open,
            opens_at: None,
            offer_ms: self.offer_ms,
            wrap_up_ms: self.wrap_up_ms,
            overflow: self.overflow,
            wrap_up_until: None,
            has_more: false,
            all_agents: self.members.is_none(),
            queue: Queue {
                work: self.work,
                strategy: self.strategy,
                skills: self.skills.clone(),
                priority: self.priority,
                ageing_ms: self.ageing_ms,
                preferred_ms: self.preferred_ms,
                relax_ms: self.relax_ms,
                agents: self.members.clone().unwrap_or_default(),
                last: self.last,
            },
        }
    }
}

/// An agent, as far as decisions depend on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::routing) struct AgentState {
    pub id: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hindered: Option<NotReachable>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wrap_up_until: i64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub load: i64,
    pub capacity: i64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub chats: i64,
    pub chat_capacity: i64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub idle_since: i64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<(i64, i64)>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(value: &i64) -> bool {
    *value == 0
}

impl AgentState {
    fn of(agent: &Agent) -> Self {
        // Somebody who is not connected is idle since whenever they are looked at, and nothing hangs on it.
        let offline = agent.hindered == Some(NotReachable::Offline);
        Self {
            id: agent.user_id,
            hindered: agent.hindered,
            wrap_up_until: agent.wrap_up_until,
            load: agent.load,
            capacity: agent.capacity,
            chats: agent.chats,
            chat_capacity: agent.chat_capacity,
            idle_since: if offline { 0 } else { agent.idle_since },
            skills: agent.skills.clone(),
        }
    }

    pub fn agent(&self) -> Agent {
        Agent {
            user_id: self.id,
            username: String::new(),
            name: String::new(),
            hindered: self.hindered,
            wrap_up_until: self.wrap_up_until,
            load: self.load,
            capacity: self.capacity,
            chats: self.chats,
            chat_capacity: self.chat_capacity,
            idle_since: self.idle_since,
            skills: self.skills.clone(),
        }
    }
}

/// What was decided about something that waits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::routing) enum Decided {
    /// The offer is over: the agent let it pass, or is gone.
    EndOffer { passed: bool },
    /// It went to this queue.
    Overflow(i64),
    /// Everybody is asked again, from this moment on.
    AskAgain(i64),
    /// This user got it, or was asked.
    Give(i64),
}

/// A step of a plan, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(in crate::routing) struct StepRecord {
    pub subject: Subject,
    pub decided: Decided,
    /// It was not done: what waits had left its place while it was decided.
    #[serde(default, skip_serializing_if = "is_false")]
    pub void: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

impl StepRecord {
    pub fn of(item: &ItemRow, step: &Step) -> Self {
        let decided = match step {
            Step::EndOffer { passed } => Decided::EndOffer { passed: *passed },
            Step::Overflow(queue) => Decided::Overflow(*queue),
            Step::AskAgain(at) => Decided::AskAgain(*at),
            Step::Give(decision) => Decided::Give(decision.chosen.unwrap_or_default()),
        };
        Self { subject: item.subject(), decided, void: false }
    }
}

/// A line of the journal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::routing) struct Entry {
    /// Queues and agents that are others, and what waits elsewhere or anew.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub queues: Vec<QueueState>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub queues_gone: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<AgentState>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agents_gone: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<ItemRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items_gone: Vec<Subject>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepRecord>,
}

impl Entry {
    /// What makes a desk out of another one.
    pub fn between(before: &Desk, now: &Desk) -> Self {
        let queue = |(id, desk): (&i64, &DeskQueue)| {
            let state = QueueState::of(*id, desk);
            let same =
                before.queues.get(id).is_some_and(|known| QueueState::of(*id, known) == state);
            (!same).then_some(state)
        };
        let agent = |agent: &Agent| {
            let state = AgentState::of(agent);
            let known = before.agents.get(&agent.user_id);
            (known.map(AgentState::of).as_ref() != Some(&state)).then_some(state)
        };
        let known: BTreeMap<Subject, &ItemRow> = by_subject(&before.items);
        let read = by_subject(&now.items);
        Self {
            queues: now.queues.iter().filter_map(queue).collect(),
            queues_gone: gone(&before.queues, &now.queues),
            agents: now.agents.values().filter_map(agent).collect(),
            agents_gone: gone(&before.agents, &now.agents),
            items: read
                .iter()
                .filter(|(subject, item)| known.get(subject) != Some(item))
                .map(|(_, item)| (*item).clone())
                .collect(),
            items_gone: gone(&known, &read),
            steps: vec![],
        }
    }

    /// Whether nothing is told and nothing was decided.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What was decided, without whether it was done, in an order of its own: a plan goes by the order in which
    /// its desk was read.
    pub fn decided(&self) -> Vec<StepRecord> {
        let mut steps: Vec<StepRecord> =
            self.steps.iter().map(|step| StepRecord { void: false, ..step.clone() }).collect();
        steps.sort();
        steps
    }
}

fn by_subject(items: &[ItemRow]) -> BTreeMap<Subject, &ItemRow> {
    items.iter().map(|item| (item.subject(), item)).collect()
}

fn gone<K: Copy + Ord, A, B>(before: &BTreeMap<K, A>, now: &BTreeMap<K, B>) -> Vec<K> {
    before.keys().filter(|key| !now.contains_key(key)).copied().collect()
}

impl Desk {
    /// Nobody and nothing.
    pub fn empty() -> Self {
        Self {
            queues: BTreeMap::new(),
            agents: BTreeMap::new(),
            items: vec![],
            next: None,
            more_are_over: false,
        }
    }

    /// Makes the desk the one that a line tells of.
    pub fn apply(&mut self, entry: &Entry) {
        for id in &entry.queues_gone {
            self.queues.remove(id);
        }
        for state in &entry.queues {
            self.queues.insert(state.id, state.desk_queue());
        }
        for id in &entry.agents_gone {
            self.agents.remove(id);
        }
        for state in &entry.agents {
            self.agents.insert(state.id, state.agent());
        }
        let moved = !entry.items.is_empty() || !entry.items_gone.is_empty();
        if moved {
            let mut items: BTreeMap<Subject, ItemRow> =
                self.items.drain(..).map(|item| (item.subject(), item)).collect();
            items.retain(|subject, _| !entry.items_gone.contains(subject));
            items.extend(entry.items.iter().map(|item| (item.subject(), item.clone())));
            self.items = items.into_values().collect();
        }
        self.members_of_all();
    }

    /// Lets the queues for everybody have everybody.
    pub fn members_of_all(&mut self) {
        for desk in self.queues.values_mut().filter(|desk| desk.all_agents) {
            let agents = &self.agents;
            let members = &mut desk.queue.agents;
            if members.len() != agents.len() || !members.iter().eq(agents.keys()) {
                *members = agents.keys().copied().collect();
            }
        }
    }
}

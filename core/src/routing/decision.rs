//! Who gets a ticket or a visitor. Pure: what an agent, what waits and a queue are at a moment decides it, so that the
//! same again decides the same.

use super::{
    model::{Candidate, LEVEL_MAX, LeftOut, NotReachable, SkillRequirement, Strategy, Work},
    subject::Subject,
};
use std::cmp::Ordering;

/// A queue as decisions see it.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    pub work: Work,
    pub strategy: Strategy,
    pub skills: Vec<SkillRequirement>,
    pub priority: i64,
    pub ageing_ms: i64,
    pub preferred_ms: i64,
    pub relax_ms: i64,
    /// Members in the order of their ids.
    pub agents: Vec<i64>,
    /// Round robin: to whom it gave last.
    pub last: Option<i64>,
}

/// A ticket or a visitor who waits.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub subject: Subject,
    /// When it began to wait.
    pub enqueued_at: i64,
    /// Who had the customer before.
    pub preferred: Option<i64>,
    /// Who let it pass.
    pub passed: Vec<i64>,
}

/// An agent at this moment.
#[derive(Clone, Debug)]
pub(super) struct Agent {
    pub user_id: i64,
    pub username: String,
    pub name: String,
    /// Why no ticket can be given by status or wrap-up; being full is counted.
    pub hindered: Option<NotReachable>,
    /// Until when the agent is left alone after the last one; in the past for nobody who wraps up.
    pub wrap_up_until: i64,
    pub load: i64,
    pub capacity: i64,
    /// The live chats in `load`, and how many there may be.
    pub chats: i64,
    pub chat_capacity: i64,
    pub idle_since: i64,
    /// Skills with their levels.
    pub skills: Vec<(i64, i64)>,
}

impl Agent {
    fn level(&self, skill_id: i64) -> i64 {
        self.skills.iter().find(|(id, _)| *id == skill_id).map_or(0, |(_, level)| *level)
    }

    /// How much of this work is held, and how much there may be.
    fn occupation(&self, work: Work) -> (i64, i64) {
        match work {
            Work::LiveChats if self.chat_capacity < self.capacity => {
                (self.chats, self.chat_capacity)
            }
            _ => (self.load, self.capacity),
        }
    }

    /// Why nothing of this work can be given.
    pub fn not_reachable(&self, work: Work) -> Option<NotReachable> {
        let chats = work == Work::LiveChats && self.chats >= self.chat_capacity;
        let full = chats || self.load >= self.capacity;
        self.hindered.or(full.then_some(NotReachable::Full))
    }

    /// Something is given to the agent, or for -1 taken back.
    pub fn hold(&mut self, work: Work, by: i64) {
        self.load += by;
        if work == Work::LiveChats {
            self.chats += by;
        }
    }
}

/// Candidates of a decision that are kept.
const KEPT: usize = 20;

/// Whom a decision chose, and who was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    pub chosen: Option<i64>,
    /// Where somebody is chosen: first those who could be, the best first.
    pub candidates: Vec<Candidate>,
    pub looked_at: usize,
    /// Everybody who could be chosen let it pass: they are asked again, but not at once.
    pub all_passed: bool,
}

/// The order in which tickets of all queues are given: by priority, which grows with waiting, then by who
/// waits longest, then by id.
pub(super) fn before(a: (&Queue, &Item), b: (&Queue, &Item), now: i64) -> Ordering {
    let effective = |(queue, item): (&Queue, &Item)| {
        // In thousandths, so that a part of a step counts.
        let aged = match queue.ageing_ms {
            0 => 0,
            ageing => (now - item.enqueued_at).max(0).saturating_mul(1_000) / ageing,
        };
        queue.priority.saturating_mul(1_000).saturating_add(aged)
    };
    effective(b)
        .cmp(&effective(a))
        .then(a.1.enqueued_at.cmp(&b.1.enqueued_at))
        .then(a.1.subject.cmp(&b.1.subject))
}

/// How many steps the queue's demands have gone down by.
fn steps(queue: &Queue, item: &Item, now: i64) -> i64 {
    match queue.relax_ms {
        0 => 0,
        relax => (now - item.enqueued_at).max(0) / relax,
    }
}

/// Whether an agent has the skills that the queue asks for by now.
fn is_skilled(queue: &Queue, agent: &Agent, steps: i64) -> bool {
    queue.skills.iter().all(|skill| {
        let level = agent.level(skill.skill_id);
        match skill.required {
            true => level >= (skill.level - steps).max(1),
            // Where nothing is relaxed, what is not required decides only who is the most skilled.
            false => queue.relax_ms == 0 || steps > 0 || level >= skill.level,
        }
    })
}

/// Until when only the agent who had the customer before is asked, if that one can take it.
fn preferred_now(queue: &Queue, item: &Item, agents: &[&Agent], now: i64) -> Option<i64> {
    let preferred = item.preferred?;
    let waits = now < item.enqueued_at.saturating_add(queue.preferred_ms);
    let agent = agents.iter().find(|agent| agent.user_id == preferred)?;
    let there = agent.hindered.is_none() && !item.passed.contains(&preferred);
    (waits && there).then_some(preferred)
}

/// Decides who gets a ticket of a queue, among the queue's agents.
pub(super) fn decide(queue: &Queue, item: &Item, agents: &[&Agent], now: i64) -> Decision {
    let steps = steps(queue, item, now);
    let preferred = preferred_now(queue, item, agents, now);
    let left_out = |agent: &Agent, passes: bool| -> Option<LeftOut> {
        if !is_skilled(queue, agent, steps) {
            return Some(LeftOut::Skill);
        }
        if preferred.is_some_and(|id| id != agent.user_id) {
            return Some(LeftOut::NotPreferred);
        }
        match agent.not_reachable(queue.work) {
            Some(NotReachable::Offline) => Some(LeftOut::Offline),
            Some(NotReachable::Away) => Some(LeftOut::Away),
            Some(NotReachable::WrapUp) => Some(LeftOut::WrapUp),
            Some(NotReachable::Full) => Some(LeftOut::Full),
            None if passes && item.passed.contains(&agent.user_id) => Some(LeftOut::Passed),
            None => None,
        }
    };
    let mut looked_at: Vec<(&Agent, Option<LeftOut>)> =
        agents.iter().map(|agent| (*agent, left_out(agent, true))).collect();
    let reached = looked_at.iter().any(|(_, out)| out.is_none());
    let all_passed = !reached && agents.iter().any(|agent| left_out(agent, false).is_none());
    if !reached || queue.strategy == Strategy::Manual {
        let looked_at = looked_at.len();
        return Decision { chosen: None, candidates: vec![], looked_at, all_passed };
    }
    looked_at.sort_by(|(a, a_out), (b, b_out)| {
        a_out.is_some().cmp(&b_out.is_some()).then_with(|| rank(queue, a, b, now))
    });
    let kept = looked_at.iter().take(KEPT);
    Decision {
        chosen: looked_at.first().map(|(agent, _)| agent.user_id),
        candidates: kept.map(|(agent, out)| candidate(queue, agent, *out, now)).collect(),
        looked_at: looked_at.len(),
        all_passed,
    }
}

fn skill_sum(queue: &Queue, agent: &Agent) -> i64 {
    queue.skills.iter().map(|skill| agent.level(skill.skill_id).min(LEVEL_MAX)).sum()
}

/// Who comes first: by the strategy, then the longest idle, then who holds least, then the id.
fn rank(queue: &Queue, a: &Agent, b: &Agent, now: i64) -> Ordering {
    let idle = a.idle_since.min(now).cmp(&b.idle_since.min(now));
    let by_strategy = match queue.strategy {
        Strategy::LongestIdle | Strategy::Manual => idle,
        Strategy::LeastOccupied => {
            let (a_load, a_capacity) = a.occupation(queue.work);
            let (b_load, b_capacity) = b.occupation(queue.work);
            // a_load / a_capacity against b_load / b_capacity.
            a_load.saturating_mul(b_capacity.max(1)).cmp(&b_load.saturating_mul(a_capacity.max(1)))
        }
        Strategy::RoundRobin => turn(queue, a).cmp(&turn(queue, b)),
        Strategy::MostSkilled => skill_sum(queue, b).cmp(&skill_sum(queue, a)),
    };
    by_strategy.then(idle).then(a.load.cmp(&b.load)).then(a.user_id.cmp(&b.user_id))
}

/// How many members come before an agent's turn.
fn turn(queue: &Queue, agent: &Agent) -> usize {
    let count = queue.agents.len().max(1);
    let place = |id: i64| queue.agents.partition_point(|other| *other < id);
    // The turn goes on behind who had it last, also when that one is no longer a member.
    let next = queue.last.map_or(0, |last| queue.agents.partition_point(|other| *other <= last));
    (place(agent.user_id) + count - next % count) % count
}

fn candidate(queue: &Queue, agent: &Agent, left_out: Option<LeftOut>, now: i64) -> Candidate {
    Candidate {
        user_id: agent.user_id,
        username: agent.username.clone(),
        name: agent.name.clone(),
        load: agent.load,
        capacity: agent.capacity,
        chats: agent.chats,
        chat_capacity: agent.chat_capacity,
        idle_ms: (now - agent.idle_since).max(0),
        skill: skill_sum(queue, agent),
        left_out,
    }
}

/// The next moment at which waiting alone changes what is decided about a ticket.
pub(super) fn next_moment(queue: &Queue, item: &Item, now: i64) -> Option<i64> {
    let highest = queue.skills.iter().map(|skill| skill.level).max().unwrap_or(0);
    let step = match queue.relax_ms {
        0 => None,
        relax => {
            let next = steps(queue, item, now) + 1;
            (next <= highest).then(|| item.enqueued_at + next * relax)
        }
    };
    let preferred = item
        .preferred
        .map(|_| item.enqueued_at.saturating_add(queue.preferred_ms))
        .filter(|until| *until > now);
    [step, preferred].into_iter().flatten().min()
}

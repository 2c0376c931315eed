//! What makes a queue that can be kept. Pure, apart from [`Referents`], which are read.

use super::{
    model::{
        LEVEL_MAX, MEMBERS_MAX, QUEUE_SKILLS_MAX, RoutingQueueDraft, SkillRequirement, Strategy,
        Work,
    },
    store,
};
use crate::{
    accounts,
    conditions::{self, Condition, ConditionField},
    db::{Conn, DbResult},
    hours::{self, Schedules},
};
use std::collections::{BTreeMap, BTreeSet};

const NAME_MAX: usize = 80;
const SECONDS_MAX: i64 = 3_600;
const OFFER_MIN: i64 = 10;
const WAIT_SECONDS_MAX: i64 = 86_400;
/// A week.
const MINUTES_MAX: i64 = 10_080;

/// The fields of a draft that are wrong, with the sentence for each. What its ids name is for
/// [`Referents`].
pub(super) fn faults(draft: &RoutingQueueDraft) -> Vec<(String, &'static str)> {
    let mut wrong = conditions::faults(&draft.conditions);
    let mut refuse = |bad: bool, field: &str, why: &'static str| {
        if bad {
            wrong.push((field.to_owned(), why));
        }
    };
    let length = draft.name.trim().chars().count();
    refuse(length == 0 || length > NAME_MAX, "name", "A name has 1 to 80 characters.");
    let members = draft.agents.len();
    refuse(!draft.all_agents && members == 0, "agents", "Choose at least one agent, or everybody.");
    refuse(members > MEMBERS_MAX, "agents", "Choose at most 500 agents, or everybody.");
    refuse(draft.skills.len() > QUEUE_SKILLS_MAX, "skills", "A queue asks for at most 20 skills.");
    refuse(
        draft.strategy == Strategy::MostSkilled && draft.skills.is_empty(),
        "skills",
        "Choose the skills that decide who is the most skilled.",
    );
    refuse(!(0..=100).contains(&draft.priority), "priority", "This is 0 to 100.");
    let minutes = |value: i64| !(0..=MINUTES_MAX).contains(&value);
    refuse(minutes(draft.ageing_minutes), "ageing_minutes", "This is 0 to 10,080 minutes.");
    let offer = draft.offer_seconds;
    refuse(
        offer != 0 && !(OFFER_MIN..=SECONDS_MAX).contains(&offer),
        "offer_seconds",
        "This is 10 to 3,600 seconds, or 0 to give tickets without asking.",
    );
    let wrap_up = !(0..=SECONDS_MAX).contains(&draft.wrap_up_seconds);
    refuse(wrap_up, "wrap_up_seconds", "This is 0 to 3,600 seconds.");
    let waits = |value: i64| !(0..=WAIT_SECONDS_MAX).contains(&value);
    refuse(waits(draft.preferred_seconds), "preferred_seconds", "This is 0 to 86,400 seconds.");
    refuse(waits(draft.relax_seconds), "relax_seconds", "This is 0 to 86,400 seconds.");
    refuse(
        draft.overflow_queue_id.is_some() && !(1..=MINUTES_MAX).contains(&draft.overflow_minutes),
        "overflow_minutes",
        "This is 1 to 10,080 minutes.",
    );
    let known =
        |field: ConditionField| matches!(field, ConditionField::Channel | ConditionField::Language);
    for (at, condition) in draft.conditions.iter().enumerate() {
        refuse(
            draft.work == Work::LiveChats && !known(condition.field),
            &format!("conditions.{at}.field"),
            "Of a visitor who waits only the channel and the language are known.",
        );
    }
    let mut named = BTreeSet::new();
    for (at, skill) in draft.skills.iter().enumerate() {
        let level = !(1..=LEVEL_MAX).contains(&skill.level);
        refuse(level, &format!("skills.{at}.level"), "A level is 1 to 5.");
        let twice = !named.insert(skill.skill_id);
        refuse(twice, &format!("skills.{at}.skill_id"), "Name each skill once.");
    }
    wrong
}

/// A draft as it is kept: without what does not count.
pub(super) fn kept(draft: &RoutingQueueDraft) -> RoutingQueueDraft {
    let mut agents = if draft.all_agents { vec![] } else { draft.agents.clone() };
    agents.sort_unstable();
    agents.dedup();
    RoutingQueueDraft {
        name: draft.name.trim().to_owned(),
        agents,
        overflow_minutes: draft.overflow_queue_id.map_or(0, |_| draft.overflow_minutes),
        ..draft.clone()
    }
}

/// What queues can refer to: labels, departments, skills, agents, calendars and each other.
pub(super) struct Referents {
    conditions: conditions::Referents,
    skills: BTreeSet<i64>,
    agents: BTreeSet<i64>,
    queues: BTreeMap<i64, Work>,
    schedules: Schedules,
    now: i64,
}

impl Referents {
    /// Looks up what these conditions name, and what else there is.
    pub async fn read<'a>(
        conn: &mut Conn,
        client_id: i64,
        named: impl Iterator<Item = &'a Condition>,
        now: i64,
    ) -> DbResult<Self> {
        let skills = store::skills::all(conn, client_id).await?;
        let agents = accounts::agents(conn, client_id, &[]).await?;
        let queues = store::queues::all(conn, client_id).await?;
        Ok(Self {
            conditions: conditions::Referents::read(conn, client_id, named).await?,
            skills: skills.into_iter().map(|(id, ..)| id).collect(),
            agents: agents.into_iter().map(|agent| agent.id).collect(),
            queues: queues.iter().map(|queue| (queue.id, Work::named(&queue.work))).collect(),
            schedules: hours::schedules(conn, client_id).await?,
            now,
        })
    }

    /// What a draft names that is not there. `id` is the queue's own; none for one that is made.
    pub fn missing(
        &self,
        draft: &RoutingQueueDraft,
        id: Option<i64>,
    ) -> Vec<(String, &'static str)> {
        let gone = self.conditions.missing(&draft.conditions).into_iter();
        let mut wrong: Vec<(String, &str)> = gone.map(|field| (field, conditions::GONE)).collect();
        if draft.agents.iter().any(|agent| !self.agents.contains(agent)) {
            wrong.push(("agents".to_owned(), "One of these was deleted or disabled. Choose anew."));
        }
        for (at, skill) in draft.skills.iter().enumerate() {
            if !self.skills.contains(&skill.skill_id) {
                wrong.push((format!("skills.{at}.skill_id"), "There is no such skill."));
            }
        }
        if draft.calendar_id.is_some_and(|id| !self.schedules.has(id)) {
            wrong.push(("calendar_id".to_owned(), "There is no such calendar."));
        }
        if let Some(other) = draft.overflow_queue_id {
            let work = self.queues.get(&other);
            let why = match (Some(other) == id, work) {
                (true, _) => Some("A queue cannot overflow into itself."),
                (_, None) => Some("There is no such queue."),
                (_, Some(work)) if *work != draft.work => Some(
                    "Live chats overflow into queues of live chats, and tickets into queues of tickets.",
                ),
                _ => None,
            };
            wrong.extend(why.map(|why| ("overflow_queue_id".to_owned(), why)));
        }
        wrong
    }

    /// Whether nothing can come in or nobody can be asked.
    pub fn is_broken(&self, draft: &RoutingQueueDraft) -> bool {
        let schedule = self.schedules.of(draft.calendar_id).filter(|_| !draft.always);
        let closed = schedule.is_some_and(|schedule| schedule.next_opening(self.now).is_none());
        let nobody =
            !draft.all_agents && !draft.agents.iter().any(|agent| self.agents.contains(agent));
        let lacks =
            |skill: &SkillRequirement| skill.required && !self.skills.contains(&skill.skill_id);
        closed
            || nobody
            || draft.skills.iter().any(lacks)
            || self.conditions.never_hold(&draft.conditions)
    }
}

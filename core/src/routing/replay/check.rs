//! What makes a replay that can be made.

use super::model::{DAYS_MAX, EXTRA_AGENTS_MAX, ReplayDraft, RoutingQueueChange};
use crate::{
    accounts,
    db::{Conn, DbResult},
    routing::{
        check,
        model::{CAPACITY_MAX, LEVEL_MAX, RoutingQueueDraft},
        store::{self, queues::QueueRow},
    },
};
use jiff::tz::TimeZone;

const DAY_MINUTES: i64 = 24 * 60;
const NO_QUEUE: &str = "There is no such queue.";

/// What queues and agents a client has, for a draft to name.
pub(super) struct Named {
    queues: Vec<QueueRow>,
    agents: Vec<i64>,
    skills: Vec<i64>,
}

impl Named {
    pub async fn read(conn: &mut Conn, client_id: i64) -> DbResult<Self> {
        let agents = accounts::agents(conn, client_id, &[]).await?;
        let skills = store::skills::all(conn, client_id).await?;
        Ok(Self {
            queues: store::queues::all(conn, client_id).await?,
            agents: agents.into_iter().map(|agent| agent.id).collect(),
            skills: skills.into_iter().map(|(id, ..)| id).collect(),
        })
    }
}

/// What agents hold, when it is out of bounds.
const HELD: &str = "This is 0 to 1,000.";

/// The fields of a draft that are wrong, with the sentence for each.
pub(super) fn faults(draft: &ReplayDraft, named: &Named) -> Vec<(String, &'static str)> {
    let mut wrong = vec![];
    let mut refuse = |bad: bool, field: &str, why: &'static str| {
        if bad {
            wrong.push((field.to_owned(), why));
        }
    };
    refuse(!(1..=DAYS_MAX).contains(&draft.days), "days", "A replay goes back 1 to 7 days.");
    let target = draft.target_seconds;
    refuse(!(1..=86_400).contains(&target), "target_seconds", "This is 1 to 86,400 seconds.");
    let zone = TimeZone::get(&draft.timezone);
    refuse(zone.is_err(), "timezone", "There is no such time zone.");
    let changes = &draft.changes;
    let capacity =
        |value: Option<i64>| value.is_some_and(|value| !(0..=CAPACITY_MAX).contains(&value));
    refuse(capacity(changes.capacity), "changes.capacity", HELD);
    refuse(capacity(changes.chat_capacity), "changes.chat_capacity", HELD);
    for (at, agent) in changes.agents.iter().enumerate() {
        let field = |name: &str| format!("changes.agents.{at}.{name}");
        let there = named.agents.contains(&agent.user_id);
        refuse(!there, &field("user_id"), "There is no such agent.");
        refuse(capacity(agent.capacity), &field("capacity"), HELD);
        refuse(capacity(agent.chat_capacity), &field("chat_capacity"), HELD);
        let skills = agent.skills.as_deref().unwrap_or_default();
        let bad = skills.iter().any(|skill| {
            !named.skills.contains(&skill.skill_id) || !(1..=LEVEL_MAX).contains(&skill.level)
        });
        refuse(bad, &field("skills"), "Choose skills that there are, with levels from 1 to 5.");
    }
    let known = |id: &i64| named.queues.iter().any(|queue| queue.id == *id);
    let mut count = 0_i64;
    for (at, extra) in changes.extra_agents.iter().enumerate() {
        let field = |name: &str| format!("changes.extra_agents.{at}.{name}");
        count = count.saturating_add(extra.count.max(0));
        let few = extra.count < 1 || count > EXTRA_AGENTS_MAX;
        refuse(few, &field("count"), "Add 1 to 50 agents, all together.");
        let minutes = 0..=DAY_MINUTES;
        let begins = minutes.contains(&extra.from_minute);
        refuse(!begins, &field("from_minute"), "This is 0 to 1,440 minutes after midnight.");
        let ends = minutes.contains(&extra.until_minute);
        refuse(!ends, &field("until_minute"), "This is 0 to 1,440 minutes after midnight.");
        refuse(!extra.queues.iter().all(known), &field("queues"), NO_QUEUE);
    }
    for (at, change) in changes.queues.iter().enumerate() {
        let field = |name: &str| format!("changes.queues.{at}.{name}");
        let Some(row) = named.queues.iter().find(|queue| queue.id == change.id) else {
            refuse(true, &field("id"), NO_QUEUE);
            continue;
        };
        for (name, why) in check::faults(&changed(row.draft(), change)) {
            refuse(true, &field(&name), why);
        }
        let agents = change.agents.as_deref().unwrap_or_default();
        let gone = agents.iter().any(|agent| !named.agents.contains(agent));
        refuse(gone, &field("agents"), "There is no such agent.");
        let skills = change.skills.as_deref().unwrap_or_default();
        let gone = skills.iter().any(|skill| !named.skills.contains(&skill.skill_id));
        refuse(gone, &field("skills"), "There is no such skill.");
    }
    wrong
}

/// A queue as it would be under a change.
fn changed(draft: RoutingQueueDraft, change: &RoutingQueueChange) -> RoutingQueueDraft {
    let all_agents = change.all_agents.unwrap_or(change.agents.is_none() && draft.all_agents);
    RoutingQueueDraft {
        strategy: change.strategy.unwrap_or(draft.strategy),
        all_agents,
        agents: change.agents.clone().unwrap_or(draft.agents),
        skills: change.skills.clone().unwrap_or(draft.skills),
        priority: change.priority.unwrap_or(draft.priority),
        ageing_minutes: change.ageing_minutes.unwrap_or(draft.ageing_minutes),
        offer_seconds: change.offer_seconds.unwrap_or(draft.offer_seconds),
        wrap_up_seconds: change.wrap_up_seconds.unwrap_or(draft.wrap_up_seconds),
        preferred_seconds: change.preferred_seconds.unwrap_or(draft.preferred_seconds),
        relax_seconds: change.relax_seconds.unwrap_or(draft.relax_seconds),
        always: change.always.unwrap_or(draft.always),
        ..draft
    }
}

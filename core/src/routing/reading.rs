//! Reads a client's desk, as it is planned from: what can be given or ended now, and when the rest can.

use super::{
    decision::{Agent, Queue},
    desk::{Desk, DeskQueue, earlier},
    model::{NotReachable, RoutingQueueDraft},
    store::{self, agents::AgentState, items::ItemRow, queues::QueueRow},
};
use crate::{
    accounts,
    db::{Conn, DbResult},
    hours::{self, Schedules},
    livechat,
    presence::{self, Status},
};
use std::collections::{BTreeMap, HashMap};

/// What is read of a queue in one go, and of offers that are over.
const LOOKED_AT: i64 = 200;

fn is_full(page: &[ItemRow]) -> bool {
    i64::try_from(page.len()).is_ok_and(|count| count >= LOOKED_AT)
}

impl Desk {
    /// Reads a client's desk.
    pub async fn read(conn: &mut Conn, client_id: i64, now: i64) -> DbResult<Self> {
        let rows = store::queues::all(conn, client_id).await?;
        let schedules = match rows.iter().all(|row| row.always) {
            true => Schedules::default(),
            false => hours::schedules(conn, client_id).await?,
        };
        let agents = agents(conn, client_id, now).await?;
        let (queues, items) = (BTreeMap::new(), vec![]);
        let mut desk = Self { queues, agents, items, next: None, more_are_over: false };
        desk.read_offers(conn, client_id, now).await?;
        let enabled: Vec<i64> = rows.iter().filter(|row| row.enabled).map(|row| row.id).collect();
        for row in rows.iter().filter(|row| row.enabled) {
            let mut queue = queue(row, &desk.agents, &schedules, now);
            queue.overflow = queue.overflow.filter(|(to, _)| enabled.contains(to));
            let key = (client_id, row.id);
            let (set_aside, first) = store::items::moments(conn, key, now).await?;
            let after = queue.overflow.map(|(_, after)| after);
            let overflow = first.zip(after).map(|(first, after)| first.saturating_add(after));
            desk.next = earlier(desk.next, earlier(set_aside, overflow.filter(|at| *at > now)));
            if first.is_some() {
                let queued_until = after.map_or(-1, |after| now.saturating_sub(after));
                let ready = store::items::ready(conn, key, (now, queued_until), LOOKED_AT).await?;
                queue.has_more = is_full(&ready);
                desk.items.extend(ready);
            }
            desk.queues.insert(row.id, queue);
        }
        Ok(desk)
    }

    /// Reads the offers that are to be ended, and when the next one is.
    async fn read_offers(&mut self, conn: &mut Conn, client_id: i64, now: i64) -> DbResult<()> {
        self.items = store::items::over(conn, client_id, now, LOOKED_AT).await?;
        self.more_are_over = is_full(&self.items);
        for (user_id, until) in store::items::asked(conn, client_id).await? {
            if !self.is_there(user_id) {
                let offered = store::items::offered(conn, client_id, user_id).await?;
                let rings = |item: &ItemRow| item.offer_until.is_some_and(|until| until > now);
                self.items.extend(offered.into_iter().filter(rings));
            } else if until > now {
                self.next = earlier(self.next, Some(until));
            }
        }
        Ok(())
    }
}

/// A queue as it is planned from.
pub(super) fn queue(
    row: &QueueRow,
    agents: &BTreeMap<i64, Agent>,
    schedules: &Schedules,
    now: i64,
) -> DeskQueue {
    let draft: RoutingQueueDraft = row.draft();
    let mut members = match draft.all_agents {
        true => agents.keys().copied().collect(),
        false => draft.agents,
    };
    members.sort_unstable();
    let schedule = schedules.of(draft.calendar_id).filter(|_| !draft.always);
    let open = schedule.is_none_or(|schedule| schedule.is_open(now));
    let opens_at = schedule.filter(|_| !open).and_then(|schedule| schedule.next_opening(now));
    DeskQueue {
        name: draft.name,
        open,
        opens_at,
        offer_ms: draft.offer_seconds * 1_000,
        wrap_up_ms: draft.wrap_up_seconds * 1_000,
        all_agents: draft.all_agents,
        overflow: draft.overflow_queue_id.map(|id| (id, draft.overflow_minutes * 60_000)),
        wrap_up_until: members
            .iter()
            .filter_map(|id| agents.get(id).map(|agent| agent.wrap_up_until))
            .filter(|until| *until > now)
            .min(),
        has_more: false,
        queue: Queue {
            work: draft.work,
            strategy: draft.strategy,
            skills: draft.skills,
            priority: draft.priority,
            ageing_ms: draft.ageing_minutes * 60_000,
            preferred_ms: draft.preferred_seconds * 1_000,
            relax_ms: draft.relax_seconds * 1_000,
            agents: members,
            last: row.last_user_id,
        },
    }
}

/// The client's agents as they are at a moment.
pub(super) async fn agents(
    conn: &mut Conn,
    client_id: i64,
    now: i64,
) -> DbResult<BTreeMap<i64, Agent>> {
    let people = accounts::agents(conn, client_id, &[]).await?;
    let statuses = presence::statuses(conn, client_id, now).await?;
    let states: HashMap<i64, AgentState> = store::agents::states(conn, client_id)
        .await?
        .into_iter()
        .map(|state| (state.user_id, state))
        .collect();
    let standard = store::queues::settings(conn, client_id).await?;
    let mut loads: HashMap<i64, (i64, i64)> = HashMap::new();
    let held = store::agents::loads(conn, client_id, now - livechat::ACCEPTED_MS).await?;
    for (user_id, count, chats) in held {
        let held = loads.entry(user_id).or_default();
        *held = (held.0 + count, held.1 + chats);
    }
    let mut skills: HashMap<i64, Vec<(i64, i64)>> = HashMap::new();
    for (user_id, skill_id, level) in store::skills::levels(conn, client_id).await? {
        skills.entry(user_id).or_default().push((skill_id, level));
    }
    let agent = |person: accounts::AgentRow| {
        let state = states.get(&person.id).copied().unwrap_or_default();
        let (status, since) = statuses.get(&person.id).copied().unwrap_or((Status::Offline, now));
        let hindered = match status {
            Status::Offline => Some(NotReachable::Offline),
            Status::Online if state.wrap_up_until > now => Some(NotReachable::WrapUp),
            Status::Online => None,
            _ => Some(NotReachable::Away),
        };
        let (load, chats) = loads.get(&person.id).copied().unwrap_or_default();
        let agent = Agent {
            user_id: person.id,
            username: person.username,
            name: person.name,
            hindered,
            wrap_up_until: state.wrap_up_until,
            load,
            capacity: state.capacity.unwrap_or(standard.capacity),
            chats,
            chat_capacity: state.chat_capacity.unwrap_or(standard.chat_capacity),
            // Who was away was not waiting for work.
            idle_since: state.idle_since.max(since),
            skills: skills.remove(&person.id).unwrap_or_default(),
        };
        (person.id, agent)
    };
    // Who answers no customers is no agent for routing, and is offered nothing.
    Ok(people.into_iter().filter(|person| person.answers).map(agent).collect())
}

//! A client's desk at one moment: its queues, agents and what waits; and what is to be done about it. Read
//! once, planned without the database.

use super::{
    decision::{self, Agent, Decision, Item, Queue},
    model::{NotReachable, RoutingQueueDraft, Strategy, Work},
    store::{self, agents::AgentState, items::ItemRow, queues::QueueRow},
    subject::Subject,
};
use crate::{
    accounts,
    db::{Conn, DbResult},
    hours::{self, Schedules},
    livechat,
    presence::{self, Status},
};
use std::collections::{BTreeMap, HashMap};

/// Tickets of a queue that are looked at in one go, the longest waiting ones.
const LOOKED_AT: i64 = 200;
/// When everybody let a ticket pass they are asked again, after so long at least.
const AGAIN_MS: i64 = 60_000;

/// A queue with what is not for decisions about one ticket.
#[derive(Clone, Debug)]
pub(super) struct DeskQueue {
    pub queue: Queue,
    pub name: String,
    /// It gives tickets at this moment.
    pub open: bool,
    /// When it gives some again.
    pub opens_at: Option<i64>,
    /// 0 gives without asking.
    pub offer_ms: i64,
    /// The queue that takes over, and after how long.
    pub overflow: Option<(i64, i64)>,
}

/// A client's desk at a moment.
pub(super) struct Desk {
    pub queues: BTreeMap<i64, DeskQueue>,
    pub agents: BTreeMap<i64, Agent>,
    /// Until when agents are left alone.
    pub wrap_up_until: HashMap<i64, i64>,
    /// What waits or is offered.
    pub items: Vec<ItemRow>,
}

/// What is to be done about a ticket that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The agent let the offer pass, or cannot answer it any more.
    EndOffer { passed: bool },
    /// It goes to another queue.
    Overflow(i64),
    /// Everybody is asked again from this moment on.
    AskAgain(i64),
    /// Somebody gets it.
    Give(Decision),
}

/// What is to be done, ticket by ticket in this order, and when to look again.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub steps: Vec<(ItemRow, Step)>,
    pub next: Option<i64>,
}

impl Plan {
    fn look_at(&mut self, moment: i64) {
        self.next = Some(self.next.map_or(moment, |next| next.min(moment)));
    }
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
        let states = store::agents::states(conn, client_id).await?;
        let mut queues = BTreeMap::new();
        let mut items = vec![];
        for row in rows.iter().filter(|row| row.enabled) {
            items.extend(store::items::waiting(conn, (client_id, row.id), LOOKED_AT).await?);
            queues.insert(row.id, queue(row, &agents, &schedules, now));
        }
        let wrap_up_until = states.iter().map(|state| (state.user_id, state.wrap_up_until));
        Ok(Self { queues, agents, wrap_up_until: wrap_up_until.collect(), items })
    }

    /// Whether the agent can be offered a ticket, apart from how much is held.
    fn is_there(&self, user_id: i64) -> bool {
        let hindered = |agent: &Agent| {
            matches!(agent.hindered, Some(NotReachable::Offline | NotReachable::Away))
        };
        self.agents.get(&user_id).is_some_and(|agent| !hindered(agent))
    }

    /// What is to be done now.
    pub fn plan(mut self, now: i64) -> Plan {
        let mut plan = Plan::default();
        self.end_offers(&mut plan, now);
        self.overflow(&mut plan, now);
        self.give(&mut plan, now);
        plan
    }

    /// Offers whose time is over, or whose agent went away.
    fn end_offers(&mut self, plan: &mut Plan, now: i64) {
        for at in 0..self.items.len() {
            let item = &self.items[at];
            let (Some(user_id), Some(until)) = (item.offered_to, item.offer_until) else {
                continue;
            };
            let timed_out = until <= now;
            if !timed_out && self.is_there(user_id) {
                plan.look_at(until);
                continue;
            }
            plan.steps.push((item.clone(), Step::EndOffer { passed: timed_out }));
            let work = work_of(item);
            if let Some(agent) = self.agents.get_mut(&user_id) {
                agent.hold(work, -1);
            }
            let ended = back_in_line(&self.items[at], timed_out.then_some(user_id));
            self.items[at] = ended;
        }
    }

    /// Tickets that waited too long in their queue.
    fn overflow(&mut self, plan: &mut Plan, now: i64) {
        for item in &mut self.items {
            let queue = self.queues.get(&item.queue_id);
            let Some((to, after)) = queue.and_then(|queue| queue.overflow) else { continue };
            if item.offered_to.is_some() || !self.queues.contains_key(&to) {
                continue;
            }
            let moment = item.queued_at.saturating_add(after);
            if moment > now {
                plan.look_at(moment);
                continue;
            }
            plan.steps.push((item.clone(), Step::Overflow(to)));
            item.queue_id = to;
            item.queued_at = now;
        }
    }

    /// Gives what waits, in the order of all queues.
    fn give(&mut self, plan: &mut Plan, now: i64) {
        let mut waiting: Vec<(ItemRow, Item)> = vec![];
        for row in self.items.iter().filter(|row| row.offered_to.is_none()) {
            let Some(desk) = self.queues.get(&row.queue_id) else { continue };
            if desk.queue.strategy == Strategy::Manual {
                continue;
            }
            match (desk.open, desk.opens_at) {
                (true, _) if row.not_before > now => plan.look_at(row.not_before),
                (true, _) => waiting.push((row.clone(), item(row))),
                (false, Some(opens_at)) => plan.look_at(opens_at),
                (false, None) => {}
            }
        }
        waiting.sort_by(|(a_row, a), (b_row, b)| {
            let queue = |row: &ItemRow| &self.queues[&row.queue_id].queue;
            decision::before((queue(a_row), a), (queue(b_row), b), now)
        });
        // Queues of which one got nobody whom all of them may have.
        let mut exhausted: Vec<i64> = vec![];
        for (row, item) in waiting {
            if exhausted.contains(&row.queue_id) && item.passed.is_empty() {
                self.look_later(plan, &row, &item, now);
                continue;
            }
            let Some(desk) = self.queues.get(&row.queue_id) else { continue };
            let members: Vec<&Agent> =
                desk.queue.agents.iter().filter_map(|id| self.agents.get(id)).collect();
            let decision = decision::decide(&desk.queue, &item, &members, now);
            let offer_ms = desk.offer_ms;
            match decision.chosen {
                Some(user_id) => {
                    if let Some(agent) = self.agents.get_mut(&user_id) {
                        agent.hold(desk.queue.work, 1);
                    }
                    if let Some(desk) = self.queues.get_mut(&row.queue_id) {
                        desk.queue.last = Some(user_id);
                    }
                    if offer_ms > 0 {
                        plan.look_at(now.saturating_add(offer_ms));
                    }
                    plan.steps.push((row, Step::Give(decision)));
                }
                None if decision.all_passed => {
                    let again = now.saturating_add(offer_ms.max(AGAIN_MS));
                    plan.look_at(again);
                    plan.steps.push((row, Step::AskAgain(again)));
                }
                None => {
                    self.look_later(plan, &row, &item, now);
                    if item.passed.is_empty() && item.preferred.is_none() {
                        exhausted.push(row.queue_id);
                    }
                }
            }
        }
    }

    /// When waiting alone may bring a ticket an agent.
    fn look_later(&self, plan: &mut Plan, row: &ItemRow, item: &Item, now: i64) {
        let Some(desk) = self.queues.get(&row.queue_id) else { return };
        if let Some(moment) = decision::next_moment(&desk.queue, item, now) {
            plan.look_at(moment);
        }
        let wraps = desk.queue.agents.iter().filter_map(|id| self.wrap_up_until.get(id));
        if let Some(moment) = wraps.filter(|until| **until > now).min() {
            plan.look_at(*moment);
        }
    }
}

/// A ticket whose offer is over, with who let it pass.
pub(super) fn back_in_line(item: &ItemRow, passed_by: Option<i64>) -> ItemRow {
    let mut passed = item.passed();
    passed.extend(passed_by.filter(|user| !passed.contains(user)));
    ItemRow {
        state: "waiting".to_owned(),
        passed: serde_json::to_string(&passed).unwrap_or_default(),
        offered_to: None,
        offered_at: None,
        offer_until: None,
        ..item.clone()
    }
}

/// What kind of work waits.
fn work_of(row: &ItemRow) -> Work {
    match row.subject() {
        Subject::Ticket(_) => Work::Tickets,
        Subject::Visit(_) => Work::LiveChats,
    }
}

fn item(row: &ItemRow) -> Item {
    Item {
        subject: row.subject(),
        enqueued_at: row.enqueued_at,
        preferred: row.preferred_user_id,
        passed: row.passed(),
    }
}

fn queue(
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
        overflow: draft.overflow_queue_id.map(|id| (id, draft.overflow_minutes * 60_000)),
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
    Ok(people.into_iter().map(agent).collect())
}

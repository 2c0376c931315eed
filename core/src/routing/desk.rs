//! A client's desk at one moment: its queues, agents and what waits; and what is to be done about it. Pure.

use super::{
    decision::{self, Agent, Decision, Item, Queue},
    model::{NotReachable, Strategy, Work},
    store::items::ItemRow,
    subject::Subject,
};
use std::collections::{BTreeMap, BTreeSet};

/// What is given in one go: one transaction does it, and others wait for that.
const GIVEN_MAX: usize = 50;
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
    /// How long an agent is left alone after something of it was finished.
    pub wrap_up_ms: i64,
    /// The queue that takes over, where that one is enabled, and after how long.
    pub overflow: Option<(i64, i64)>,
    /// When the first of its agents who finish something is free again.
    pub wrap_up_until: Option<i64>,
    /// More may wait than was read.
    pub has_more: bool,
    /// Everybody is a member.
    pub all_agents: bool,
}

/// A client's desk at a moment.
pub(super) struct Desk {
    pub queues: BTreeMap<i64, DeskQueue>,
    pub agents: BTreeMap<i64, Agent>,
    /// Offers that are over, or whose agents are gone, and what can be given or goes elsewhere.
    pub items: Vec<ItemRow>,
    /// When what was not read is to be looked at.
    pub next: Option<i64>,
    /// More offers may be over than were read.
    pub more_are_over: bool,
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
    /// There is more to do at once.
    pub goes_on: bool,
}

impl Plan {
    fn look_at(&mut self, moment: i64) {
        self.next = earlier(self.next, Some(moment));
    }
}

pub(super) fn earlier(a: Option<i64>, b: Option<i64>) -> Option<i64> {
    a.into_iter().chain(b).min()
}

impl Desk {
    /// Whether the agent can be offered a ticket, apart from how much is held.
    pub(super) fn is_there(&self, user_id: i64) -> bool {
        let hindered = |agent: &Agent| {
            matches!(agent.hindered, Some(NotReachable::Offline | NotReachable::Away))
        };
        self.agents.get(&user_id).is_some_and(|agent| !hindered(agent))
    }

    /// What is to be done now. The desk is then as it is once that was done: what was given waits no more.
    pub fn plan(&mut self, now: i64) -> Plan {
        let mut plan = Plan { next: self.next, ..Plan::default() };
        self.end_offers(&mut plan, now);
        self.overflow(&mut plan, now);
        self.give(&mut plan, now);
        let given =
            |(item, step): &(ItemRow, Step)| matches!(step, Step::Give(_)).then(|| item.subject());
        let given: BTreeSet<Subject> = plan.steps.iter().filter_map(given).collect();
        if !given.is_empty() {
            self.items.retain(|item| !given.contains(&item.subject()));
        }
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
            if item.offered_to.is_some() {
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
        let mut given = 0;
        for (row, item) in waiting {
            if given == GIVEN_MAX {
                plan.goes_on = true;
                return;
            }
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
                    given += 1;
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
        let goes_on = |(id, desk): (&i64, &DeskQueue)| desk.has_more && !exhausted.contains(id);
        let more = self.more_are_over || self.queues.iter().any(goes_on);
        plan.goes_on = more && !plan.steps.is_empty();
    }

    /// When waiting alone may bring a ticket an agent.
    fn look_later(&self, plan: &mut Plan, row: &ItemRow, item: &Item, now: i64) {
        let Some(desk) = self.queues.get(&row.queue_id) else { return };
        if let Some(moment) = decision::next_moment(&desk.queue, item, now) {
            plan.look_at(moment);
        }
        if let Some(moment) = desk.wrap_up_until {
            plan.look_at(moment);
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

//! What happened at a desk, read out of its journal: who was there, what came, who let it pass, who got it and for how
//! long it was held. It is what other rules are tried on. Pure.

use super::journal::{AgentState, Decided, Entry, QueueState};
use crate::routing::{desk::Desk, model::NotReachable, store::items::ItemRow, subject::Subject};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A ticket that somebody held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hold {
    pub ticket_id: i64,
    pub user_id: i64,
    pub since: i64,
    /// None while it is held.
    pub until: Option<i64>,
}

/// A visit that somebody took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TakenVisit {
    pub user_id: i64,
    pub accepted_at: i64,
    pub ended_at: Option<i64>,
    pub ticket_id: Option<i64>,
}

/// What became of something that came into a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Given {
        user_id: i64,
        at: i64,
    },
    /// It was closed, went, or was taken by hand, by whom.
    Left {
        at: i64,
        by_hand: Option<i64>,
    },
    Waiting,
}

/// Something that came into a queue, until it left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WorkItem {
    /// As it was when it was first seen.
    pub item: ItemRow,
    pub seen_at: i64,
    /// After how long each of the first who were asked let it pass.
    pub passes_ms: Vec<i64>,
    /// How long the one took who accepted.
    pub answer_ms: Option<i64>,
    /// How long it was held, and how long of that a chat ran.
    pub hold_ms: Option<i64>,
    pub chat_ms: Option<i64>,
    pub end: End,
}

/// What somebody held that came to them by other ways than a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OtherHold {
    pub user_id: i64,
    pub since: i64,
    pub until: i64,
    /// What it counts in all, and among live chats.
    pub load: i64,
    pub chats: i64,
}

/// What happened between two moments.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    pub from: i64,
    pub until: i64,
    /// How queues and agents changed, in the order of time; none for one that is gone.
    pub queues: Vec<(i64, i64, Option<QueueState>)>,
    pub agents: Vec<(i64, i64, Option<AgentState>)>,
    pub items: Vec<WorkItem>,
    pub others: Vec<OtherHold>,
}

/// What is found out about an item while it is followed.
#[derive(Clone, Debug)]
struct Followed {
    item: WorkItem,
    ringing: Option<(i64, i64)>,
    /// Everybody is asked again later; it is not read until then.
    set_aside: bool,
    offer_ms: i64,
}

/// Reads a journal, line by line.
pub(super) struct HistoryReader {
    history: History,
    open: BTreeMap<Subject, Followed>,
    /// What was followed; none for what was found again.
    items: Vec<Option<WorkItem>>,
    /// Where something is in `items`, by when it began to wait.
    closed: HashMap<(Subject, i64), usize>,
    agents: HashMap<i64, AgentState>,
    queues: HashMap<i64, QueueState>,
    holds: HashMap<i64, Vec<Hold>>,
    visits: HashMap<i64, TakenVisit>,
    /// Holds that are an item's: by ticket, user and when they began.
    used: HashSet<(i64, i64, i64)>,
    used_visits: HashSet<i64>,
}

impl HistoryReader {
    pub fn new(holds: Vec<Hold>, visits: HashMap<i64, TakenVisit>) -> Self {
        let mut by_ticket: HashMap<i64, Vec<Hold>> = HashMap::new();
        for hold in holds {
            by_ticket.entry(hold.ticket_id).or_default().push(hold);
        }
        for of_ticket in by_ticket.values_mut() {
            of_ticket.sort_by_key(|hold| (hold.since, hold.user_id));
        }
        Self {
            history: History::default(),
            open: BTreeMap::new(),
            items: vec![],
            closed: HashMap::new(),
            agents: HashMap::new(),
            queues: HashMap::new(),
            holds: by_ticket,
            visits,
            used: HashSet::new(),
            used_visits: HashSet::new(),
        }
    }

    /// Takes a line in. `desk` is as the line's decisions left it.
    pub fn line(&mut self, at: i64, whole: bool, entry: &Entry, desk: &Desk) {
        if self.history.from == 0 {
            self.history.from = at;
        }
        self.people(at, whole, entry);
        let left: Vec<Subject> = match whole {
            true => {
                let read: HashSet<Subject> = entry.items.iter().map(ItemRow::subject).collect();
                let there = self.open.iter().filter(|(subject, _)| !read.contains(subject));
                there.map(|(subject, _)| *subject).collect()
            }
            false => entry.items_gone.clone(),
        };
        for subject in left {
            let open = self.open.get(&subject);
            if open.is_some_and(|open| open.ringing.is_none() && !open.set_aside) {
                self.close(subject, at, false);
            }
        }
        for item in &entry.items {
            self.sees(at, item);
        }
        for step in entry.steps.iter().filter(|step| !step.void) {
            let Some(open) = self.open.get_mut(&step.subject) else { continue };
            match step.decided {
                Decided::EndOffer { passed } => {
                    if let Some((since, _)) = open.ringing.take().filter(|_| passed) {
                        open.item.passes_ms.push(at - since);
                    }
                }
                Decided::Overflow(_) => {}
                Decided::AskAgain(_) => open.set_aside = true,
                Decided::Give(user_id) => {
                    let queue = desk.queues.get(&open.item.item.queue_id);
                    open.offer_ms = queue.map_or(0, |queue| queue.offer_ms);
                    open.ringing = Some((at, user_id));
                    open.set_aside = false;
                    if open.offer_ms == 0 {
                        self.close(step.subject, at, false);
                    }
                }
            }
        }
    }

    /// Who is there and how, and by which rules queues go.
    fn people(&mut self, at: i64, whole: bool, entry: &Entry) {
        // What an agent holds and since when they are idle follows from the rest.
        let steady = |state: &AgentState| AgentState {
            hindered: state.hindered.filter(|why| *why != NotReachable::WrapUp),
            wrap_up_until: 0,
            load: 0,
            chats: 0,
            idle_since: 0,
            ..state.clone()
        };
        let there: HashSet<i64> = entry.agents.iter().map(|state| state.id).collect();
        let mut agents_gone = entry.agents_gone.clone();
        if whole {
            agents_gone.extend(self.agents.keys().filter(|id| !there.contains(id)));
        }
        for id in agents_gone {
            if self.agents.remove(&id).is_some() {
                self.history.agents.push((at, id, None));
            }
        }
        for state in &entry.agents {
            let state = steady(state);
            if self.agents.get(&state.id) != Some(&state) {
                self.agents.insert(state.id, state.clone());
                self.history.agents.push((at, state.id, Some(state)));
            }
        }
        let there: HashSet<i64> = entry.queues.iter().map(|state| state.id).collect();
        let mut queues_gone = entry.queues_gone.clone();
        if whole {
            queues_gone.extend(self.queues.keys().filter(|id| !there.contains(id)));
        }
        for id in queues_gone {
            if self.queues.remove(&id).is_some() {
                self.history.queues.push((at, id, None));
            }
        }
        for state in &entry.queues {
            let state = QueueState { last: None, ..state.clone() };
            if self.queues.get(&state.id) != Some(&state) {
                self.queues.insert(state.id, state.clone());
                self.history.queues.push((at, state.id, Some(state)));
            }
        }
    }

    /// Something that can be given or whose offer is over is read.
    fn sees(&mut self, at: i64, item: &ItemRow) {
        let subject = item.subject();
        let other = self
            .open
            .get(&subject)
            .is_some_and(|open| open.item.item.enqueued_at != item.enqueued_at);
        if other {
            self.close(subject, at, false);
        }
        // It was out of sight, and nobody had it.
        let found = self.closed.get(&(subject, item.enqueued_at)).copied();
        let found = found.and_then(|place| self.items.get_mut(place)).and_then(|closed| {
            closed.take_if(|item| matches!(item.end, End::Left { by_hand: None, .. }))
        });
        let new = || WorkItem {
            item: item.clone(),
            seen_at: at,
            passes_ms: vec![],
            answer_ms: None,
            hold_ms: None,
            chat_ms: None,
            end: End::Waiting,
        };
        let open = self.open.entry(subject).or_insert_with(|| Followed {
            item: found.unwrap_or_else(new),
            ringing: item.offered_at.zip(item.offered_to),
            set_aside: false,
            offer_ms: 0,
        });
        open.set_aside = false;
        if item.offered_to.is_none()
            && let Some((since, user_id)) = open.ringing.take()
            && item.passed().contains(&user_id)
        {
            open.item.passes_ms.push(at - since);
        }
    }

    /// What became of an item that is not read any more.
    fn close(&mut self, subject: Subject, at: i64, over: bool) {
        let Some(open) = self.open.remove(&subject) else { return };
        let since = open.ringing.map_or(open.item.seen_at, |(since, _)| since);
        let mut item = open.item;
        let taken = self.taken(subject, since, (at, over));
        item.end = match (open.ringing, taken) {
            (Some((since, asked)), Some((user_id, taken_at))) if user_id == asked => {
                item.answer_ms = (open.offer_ms > 0).then_some(taken_at - since);
                End::Given { user_id, at: taken_at }
            }
            (_, Some((user_id, taken_at))) => End::Left { at: taken_at, by_hand: Some(user_id) },
            (Some((since, _)), None) if over && since + open.offer_ms > at => End::Waiting,
            (Some((since, _)), None) => {
                End::Left { at: at.min(since + open.offer_ms), by_hand: None }
            }
            (None, None) if over => End::Waiting,
            (None, None) => End::Left { at, by_hand: None },
        };
        if let Some((user_id, taken_at)) = taken {
            self.held(&mut item, subject, (user_id, taken_at));
        }
        self.closed.insert((subject, item.item.enqueued_at), self.items.len());
        self.items.push(Some(item));
    }

    /// Who took it since a moment, and when.
    fn taken(&self, subject: Subject, since: i64, (at, over): (i64, bool)) -> Option<(i64, i64)> {
        /// The log is read some time after somebody took something.
        const LATE_MS: i64 = 60_000;
        // What rings is not read, so that nobody can say when it ended; what is over was read until then.
        let until = if over { i64::MAX } else { at.saturating_add(LATE_MS) };
        let in_time = |moment: i64| moment >= since && moment <= until;
        match subject {
            Subject::Ticket(id) => {
                let free = |hold: &&Hold| {
                    in_time(hold.since)
                        && !self.used.contains(&(hold.ticket_id, hold.user_id, hold.since))
                };
                let hold = self.holds.get(&id)?.iter().find(free)?;
                Some((hold.user_id, hold.since))
            }
            Subject::Visit(id) => {
                let visit = self.visits.get(&id).filter(|visit| in_time(visit.accepted_at))?;
                Some((visit.user_id, visit.accepted_at))
            }
        }
    }

    /// Says how long an item was held by who took it.
    fn held(&mut self, item: &mut WorkItem, subject: Subject, (user_id, since): (i64, i64)) {
        match subject {
            Subject::Ticket(id) => {
                let of_ticket = self.holds.get(&id).into_iter().flatten();
                let same = |hold: &&Hold| hold.user_id == user_id && hold.since == since;
                let Some(hold) = of_ticket.into_iter().find(same) else { return };
                self.used.insert((id, user_id, since));
                item.hold_ms = Some(hold.until.unwrap_or(i64::MAX).saturating_sub(since));
            }
            Subject::Visit(id) => {
                self.used_visits.insert(id);
                let Some(visit) = self.visits.get(&id) else { return };
                let chat_until = visit.ended_at.unwrap_or(i64::MAX);
                item.chat_ms = Some(chat_until.saturating_sub(since));
                let ticket = visit.ticket_id.and_then(|ticket| self.holds.get(&ticket));
                let own = |hold: &&Hold| hold.user_id == user_id && hold.since >= since;
                let hold = ticket.and_then(|holds| holds.iter().find(own)).copied();
                if let Some(hold) = hold {
                    self.used.insert((hold.ticket_id, user_id, hold.since));
                }
                let until = hold.map_or(chat_until, |hold| hold.until.unwrap_or(i64::MAX));
                item.hold_ms = Some(until.max(chat_until).saturating_sub(since));
            }
        }
    }

    /// What happened until a moment.
    pub fn finish(mut self, until: i64) -> History {
        let open: Vec<Subject> = self.open.keys().copied().collect();
        for subject in open {
            self.close(subject, until, true);
        }
        self.history.until = until;
        let end = |moment: Option<i64>| moment.unwrap_or(i64::MAX);
        let free = |hold: &&Hold| {
            !self.used.contains(&(hold.ticket_id, hold.user_id, hold.since))
                && end(hold.until) > self.history.from
        };
        let tickets = self.holds.values().flatten().filter(free).map(|hold| OtherHold {
            user_id: hold.user_id,
            since: hold.since,
            until: end(hold.until),
            load: 1,
            chats: 0,
        });
        let visits = self.visits.iter().filter(|(id, visit)| {
            !self.used_visits.contains(id) && end(visit.ended_at) > self.history.from
        });
        // One whose ticket is held counts among all that is held by that.
        let visits = visits.map(|(_, visit)| OtherHold {
            user_id: visit.user_id,
            since: visit.accepted_at,
            until: end(visit.ended_at),
            load: i64::from(visit.ticket_id.is_none()),
            chats: 1,
        });
        let mut others: Vec<OtherHold> = tickets.chain(visits).collect();
        others.sort_by_key(|hold| (hold.since, hold.user_id, hold.until));
        self.history.others = others;
        self.history.items = self.items.into_iter().flatten().collect();
        self.history
            .items
            .sort_by_key(|item| (item.seen_at, item.item.enqueued_at, item.item.subject()));
        self.history
    }
}

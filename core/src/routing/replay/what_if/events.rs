//! What happens in a simulation, and what is decided after it.

use super::{Event, ItemEnd, Simulation, State};
use crate::routing::{
    decision::Agent,
    desk::{DeskQueue, Step, back_in_line},
    model::{NotReachable, Work},
    replay::{
        history::End,
        journal::{AgentState, QueueState},
        model::{RoutingChanges, RoutingQueueChange},
    },
    subject::Subject,
};

/// As many of a queue are looked at in one go as the desk reads.
const LOOKED_AT: usize = 200;
/// How long something is held where nothing was.
const HOLD_MS: i64 = 600_000;
/// Who has less time to answer an offer than they took answers within nine tenths of it.
const HURRIED: (i64, i64) = (9, 10);

impl RoutingChanges {
    /// Whether an agent who was added is in a queue. Their numbers count down from -1, in the order in which they
    /// were asked for.
    fn takes_in(&self, user_id: i64, queue_id: i64) -> bool {
        let mut last = 0;
        self.extra_agents.iter().any(|extra| {
            let first = last - 1;
            last -= extra.count;
            (last..=first).contains(&user_id)
                && (extra.queues.is_empty() || extra.queues.contains(&queue_id))
        })
    }
}

impl Simulation<'_> {
    pub(super) fn handle(&mut self, now: i64, event: Event) {
        match event {
            Event::Queue(place) => {
                let (_, id, state) = &self.history.queues[place];
                match state {
                    Some(state) => self.queue_is(*id, state),
                    None => drop(self.desk.queues.remove(id)),
                }
                self.desk.members_of_all();
            }
            Event::Agent(place) => {
                let (_, id, state) = &self.history.agents[place];
                self.agent_is(now, *id, state.as_ref());
            }
            Event::Extra { user_id, there } => self.extra_is(now, user_id, there),
            Event::Arrives(place) => {
                self.standing[place].state = State::Waiting;
                self.wait(place);
            }
            Event::Leaves(place) => self.leaves(now, place),
            Event::Answers { place, offer } => self.answers(now, place, offer),
            Event::Holds { user_id, load, chats } => self.holds(user_id, load, chats),
            Event::Releases { user_id, load, chats, wrap_up_ms } => {
                self.holds(user_id, -load, -chats);
                let agent = self.agent(user_id);
                if load > 0 {
                    agent.idle_since = agent.idle_since.max(now);
                }
                if wrap_up_ms > 0 {
                    agent.wrap_up_until = agent.wrap_up_until.max(now + wrap_up_ms);
                    self.at(now + wrap_up_ms, Event::WrapUpOver(user_id));
                    self.hinder(now, user_id);
                }
            }
            Event::WrapUpOver(user_id) => self.hinder(now, user_id),
            Event::Look => {}
        }
    }

    /// A queue as it was, under the changed rules.
    fn queue_is(&mut self, id: i64, state: &QueueState) {
        let before = self.desk.queues.remove(&id);
        let mut desk = state.desk_queue();
        if let Some(change) = self.changes.queues.iter().find(|change| change.id == id) {
            change_queue(&mut desk, change);
        }
        if !desk.all_agents {
            let extra = self.desk.agents.keys().filter(|user| **user < 0);
            let extra: Vec<i64> =
                extra.filter(|user| self.changes.takes_in(**user, id)).copied().collect();
            desk.queue.agents.extend(extra);
            desk.queue.agents.sort_unstable();
        }
        desk.queue.last = before.and_then(|before| before.queue.last);
        self.desk.queues.insert(id, desk);
    }

    /// Somebody of whom nothing was heard yet is not there.
    fn agent(&mut self, user_id: i64) -> &mut Agent {
        let unknown = || Agent {
            user_id,
            username: String::new(),
            name: String::new(),
            hindered: Some(NotReachable::Offline),
            wrap_up_until: 0,
            load: 0,
            capacity: 0,
            chats: 0,
            chat_capacity: 0,
            idle_since: 0,
            skills: vec![],
        };
        self.desk.agents.entry(user_id).or_insert_with(unknown)
    }

    fn holds(&mut self, user_id: i64, load: i64, chats: i64) {
        let agent = self.agent(user_id);
        agent.load += load;
        agent.chats += chats;
    }

    fn hinder(&mut self, now: i64, user_id: i64) {
        let away = self.presence.get(&user_id).copied().unwrap_or(Some(NotReachable::Offline));
        let agent = self.agent(user_id);
        let finishes = (agent.wrap_up_until > now).then_some(NotReachable::WrapUp);
        agent.hindered = away.or(finishes);
    }

    fn agent_is(&mut self, now: i64, user_id: i64, state: Option<&AgentState>) {
        let changes = self.changes;
        let change = changes.agents.iter().find(|one| one.user_id == user_id);
        let known = self.desk.agents.len();
        let agent = self.agent(user_id);
        if let Some(state) = state {
            let own = change.and_then(|change| change.capacity);
            agent.capacity = own.or(changes.capacity).unwrap_or(state.capacity);
            let own = change.and_then(|change| change.chat_capacity);
            agent.chat_capacity = own.or(changes.chat_capacity).unwrap_or(state.chat_capacity);
            agent.skills = match change.and_then(|change| change.skills.as_ref()) {
                Some(skills) => skills.iter().map(|one| (one.skill_id, one.level)).collect(),
                None => state.skills.clone(),
            };
        }
        let away = state.map_or(Some(NotReachable::Offline), |state| state.hindered);
        self.comes(now, user_id, away);
        if self.desk.agents.len() != known {
            self.desk.members_of_all();
        }
    }

    /// Somebody is there, or no longer. What rings at one who goes rings no more.
    fn comes(&mut self, now: i64, user_id: i64, away: Option<NotReachable>) {
        let before = self.presence.insert(user_id, away);
        if away.is_none() && before != Some(None) {
            let agent = self.agent(user_id);
            agent.idle_since = agent.idle_since.max(now);
        }
        self.hinder(now, user_id);
        if away.is_some() && before == Some(None) {
            let rings = |(place, asked): (&usize, &i64)| (*asked == user_id).then_some(*place);
            let ringing: Vec<usize> = self.ringing.iter().filter_map(rings).collect();
            for place in ringing {
                self.back(place, false);
            }
        }
    }

    /// An agent who was added: with the capacity of who may hold most, and every skill.
    fn extra_is(&mut self, now: i64, user_id: i64, there: bool) {
        if !self.desk.agents.contains_key(&user_id) {
            let most = |of: fn(&Agent) -> i64| self.desk.agents.values().map(of).max();
            let capacity = most(|agent| agent.capacity).unwrap_or_default();
            let chat_capacity = most(|agent| agent.chat_capacity).unwrap_or_default();
            let asked = self.desk.queues.values().flat_map(|desk| &desk.queue.skills);
            let skills = asked.map(|skill| (skill.skill_id, skill.level)).collect();
            let agent = self.agent(user_id);
            (agent.capacity, agent.chat_capacity, agent.skills) = (capacity, chat_capacity, skills);
            let changes = self.changes;
            for (id, desk) in &mut self.desk.queues {
                if !desk.all_agents && changes.takes_in(user_id, *id) {
                    desk.queue.agents.push(user_id);
                    desk.queue.agents.sort_unstable();
                }
            }
            self.desk.members_of_all();
        }
        self.comes(now, user_id, (!there).then_some(NotReachable::Offline));
    }

    fn wait(&mut self, place: usize) {
        let row = &self.standing[place].row;
        let key = (row.enqueued_at, row.subject());
        self.waiting.entry(row.queue_id).or_default().insert(key, place);
    }

    fn wait_no_more(&mut self, place: usize) {
        let row = &self.standing[place].row;
        let key = (row.enqueued_at, row.subject());
        if let Some(queue) = self.waiting.get_mut(&row.queue_id) {
            queue.remove(&key);
        }
    }

    fn work(&self, place: usize) -> Work {
        match self.standing[place].row.subject() {
            Subject::Ticket(_) => Work::Tickets,
            Subject::Visit(_) => Work::LiveChats,
        }
    }

    /// Whoever took it by hand did so then, unless it was given before.
    fn leaves(&mut self, now: i64, place: usize) {
        match self.standing[place].state {
            State::Waiting => self.wait_no_more(place),
            State::Ringing(_) => {
                self.rings_no_more(place);
            }
            State::Coming | State::Over => return,
        }
        self.standing[place].state = State::Over;
        self.result.ends[place] = ItemEnd::Left { at: now };
        if let End::Left { by_hand: Some(user_id), .. } = self.history.items[place].end {
            let work = self.work(place);
            self.agent(user_id).hold(work, 1);
            self.keeps(now, place, user_id);
        }
    }

    fn rings_no_more(&mut self, place: usize) {
        let work = self.work(place);
        if let Some(user_id) = self.ringing.remove(&place) {
            self.agent(user_id).hold(work, -1);
        }
    }

    /// An offer is over: it goes back to its place.
    fn back(&mut self, place: usize, passed: bool) {
        let State::Ringing(user_id) = self.standing[place].state else { return };
        self.rings_no_more(place);
        let standing = &mut self.standing[place];
        standing.state = State::Waiting;
        standing.passes += usize::from(passed);
        standing.row = back_in_line(&standing.row, passed.then_some(user_id));
        self.wait(place);
    }

    /// The agent who was asked lets it pass as somebody did then, or takes it.
    fn answers(&mut self, now: i64, place: usize, offer: usize) {
        let standing = &self.standing[place];
        let State::Ringing(user_id) = standing.state else { return };
        if standing.offers != offer {
            return;
        }
        if standing.passes < self.history.items[place].passes_ms.len() {
            self.back(place, true);
            return;
        }
        self.ringing.remove(&place);
        self.given(now, place, user_id);
    }

    fn given(&mut self, now: i64, place: usize, user_id: i64) {
        self.standing[place].state = State::Over;
        self.result.ends[place] = ItemEnd::Given { user_id, at: now };
        let agent = self.agent(user_id);
        agent.idle_since = agent.idle_since.max(now);
        self.keeps(now, place, user_id);
    }

    /// It counts among what the agent holds, for as long as it did.
    fn keeps(&mut self, now: i64, place: usize, user_id: i64) {
        let item = &self.history.items[place];
        let queue_id = self.standing[place].row.queue_id;
        let usual = self.hold_ms.get(&item.item.queue_id).copied().unwrap_or(HOLD_MS);
        let until = now.saturating_add(item.hold_ms.unwrap_or(usual));
        let wrap_up_ms = self.desk.queues.get(&queue_id).map_or(0, |desk| desk.wrap_up_ms);
        self.result.holds.push((user_id, now, until));
        if self.work(place) == Work::LiveChats {
            let chat_until = now.saturating_add(item.chat_ms.unwrap_or(usual));
            self.at(chat_until, Event::Releases { user_id, load: 0, chats: 1, wrap_up_ms: 0 });
        }
        self.at(until, Event::Releases { user_id, load: 1, chats: 0, wrap_up_ms });
    }

    /// Does what the desk plans now.
    pub(super) fn decide(&mut self, now: i64) {
        let anything = self.waiting.values().any(|queue| !queue.is_empty());
        if !anything {
            return;
        }
        let standing = &self.standing;
        let waits = |queue: &std::collections::BTreeMap<_, usize>| -> Vec<_> {
            queue.values().take(LOOKED_AT).map(|place| standing[*place].row.clone()).collect()
        };
        self.desk.items = self.waiting.values().flat_map(waits).collect();
        let plan = self.desk.plan(now);
        for (row, step) in plan.steps {
            let key = (row.subject(), row.enqueued_at);
            let Some(place) = self.places.get(&key).copied() else { continue };
            match step {
                Step::EndOffer { .. } => {}
                Step::Overflow(queue_id) => {
                    self.wait_no_more(place);
                    let row = &mut self.standing[place].row;
                    (row.queue_id, row.queued_at) = (queue_id, now);
                    self.wait(place);
                }
                Step::AskAgain(at) => {
                    let row = &mut self.standing[place].row;
                    (row.not_before, row.passed) = (at, "[]".to_owned());
                    self.at(at, Event::Look);
                }
                Step::Give(decision) => {
                    let Some(user_id) = decision.chosen else { continue };
                    self.wait_no_more(place);
                    self.offer(now, place, user_id);
                }
            }
        }
        if plan.goes_on {
            self.at(now + 1, Event::Look);
        } else if let Some(next) = plan.next.filter(|next| *next > now) {
            // At whole seconds, as the desk looks.
            let look = (next + 999) / 1_000 * 1_000;
            if self.next_look <= now || look < self.next_look {
                self.next_look = look;
                self.at(look, Event::Look);
            }
        }
    }

    fn offer(&mut self, now: i64, place: usize, user_id: i64) {
        let queue_id = self.standing[place].row.queue_id;
        let offer_ms = self.desk.queues.get(&queue_id).map_or(0, |desk| desk.offer_ms);
        if offer_ms == 0 {
            self.given(now, place, user_id);
            return;
        }
        let item = &self.history.items[place];
        let standing = &mut self.standing[place];
        standing.state = State::Ringing(user_id);
        standing.offers += 1;
        let after = match item.passes_ms.get(standing.passes) {
            Some(passes) => (*passes).min(offer_ms),
            None => item.answer_ms.unwrap_or(self.answer_ms).min(offer_ms * HURRIED.0 / HURRIED.1),
        };
        let event = Event::Answers { place, offer: standing.offers };
        self.ringing.insert(place, user_id);
        self.at(now + after.max(0), event);
    }
}

/// A queue under changed rules.
fn change_queue(desk: &mut DeskQueue, change: &RoutingQueueChange) {
    let seconds = |now: &mut i64, to: Option<i64>| *now = to.map_or(*now, |to| to * 1_000);
    seconds(&mut desk.offer_ms, change.offer_seconds);
    seconds(&mut desk.wrap_up_ms, change.wrap_up_seconds);
    seconds(&mut desk.queue.preferred_ms, change.preferred_seconds);
    seconds(&mut desk.queue.relax_ms, change.relax_seconds);
    let queue = &mut desk.queue;
    queue.ageing_ms = change.ageing_minutes.map_or(queue.ageing_ms, |minutes| minutes * 60_000);
    queue.strategy = change.strategy.unwrap_or(queue.strategy);
    queue.priority = change.priority.unwrap_or(queue.priority);
    if let Some(skills) = &change.skills {
        queue.skills.clone_from(skills);
    }
    if let Some(agents) = &change.agents {
        queue.agents.clone_from(agents);
        queue.agents.sort_unstable();
        desk.all_agents = false;
    }
    desk.all_agents = change.all_agents.unwrap_or(desk.all_agents);
    desk.open = desk.open || change.always == Some(true);
}

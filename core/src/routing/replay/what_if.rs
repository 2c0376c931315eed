//! What would have happened under other rules: a simulation of the desk, event by event, which plans as the desk does.
//! Pure.
//!
//! What people did is taken over from what happened: who was there, how long each ticket was held, how long an agent took
//! to accept it and how many let it pass before, and when a customer went who nobody came for.

mod events;

use super::{
    history::{End, History},
    model::RoutingChanges,
};
use crate::{
    days,
    routing::{desk::Desk, model::NotReachable, store::items::ItemRow, subject::Subject},
};
use jiff::tz::TimeZone;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap, HashMap},
};

/// How long an answer to an offer takes where nobody accepted any.
const ANSWER_MS: i64 = 5_000;
const MINUTE_MS: i64 = 60_000;

/// What became of an item of the history, by its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemEnd {
    Given { user_id: i64, at: i64 },
    Left { at: i64 },
    Waiting,
}

/// What a simulation says.
#[derive(Clone, Debug, Default)]
pub(super) struct Simulated {
    pub ends: Vec<ItemEnd>,
    /// Who held something, from when to when.
    pub holds: Vec<(i64, i64, i64)>,
    /// When which agent who was added was there.
    pub extra: Vec<(i64, i64, i64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Coming,
    Waiting,
    /// This agent is asked.
    Ringing(i64),
    Over,
}

/// An item of the history while it is in a queue.
#[derive(Clone, Debug)]
struct Standing {
    state: State,
    row: ItemRow,
    /// Offers that were made, and how many of them were let pass.
    offers: usize,
    passes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Queue(usize),
    Agent(usize),
    Extra {
        user_id: i64,
        there: bool,
    },
    Arrives(usize),
    Leaves(usize),
    /// The agent who was asked, in the offer of this number.
    Answers {
        place: usize,
        offer: usize,
    },
    Holds {
        user_id: i64,
        load: i64,
        chats: i64,
    },
    Releases {
        user_id: i64,
        load: i64,
        chats: i64,
        wrap_up_ms: i64,
    },
    WrapUpOver(i64),
    Look,
}

struct Simulation<'a> {
    history: &'a History,
    changes: &'a RoutingChanges,
    desk: Desk,
    /// Whether agents are there, apart from what they finish.
    presence: HashMap<i64, Option<NotReachable>>,
    standing: Vec<Standing>,
    /// By queue, those who wait longest first.
    waiting: BTreeMap<i64, BTreeMap<(i64, Subject), usize>>,
    /// What rings, and at whom.
    ringing: BTreeMap<usize, i64>,
    places: HashMap<(Subject, i64), usize>,
    result: Simulated,
    events: BinaryHeap<Reverse<(i64, u64, Event)>>,
    order: u64,
    /// The next moment at which waiting alone changes something, if that is planned.
    next_look: i64,
    /// How long answers to offers and holds usually are, these by queue.
    answer_ms: i64,
    hold_ms: HashMap<i64, i64>,
}

/// Lets a history happen once more under changed rules.
pub(super) fn simulate(history: &History, changes: &RoutingChanges, zone: &TimeZone) -> Simulated {
    let mut simulation = Simulation {
        history,
        changes,
        desk: Desk::empty(),
        presence: HashMap::new(),
        standing: history.items.iter().map(|item| Standing::before(&item.item)).collect(),
        waiting: BTreeMap::new(),
        ringing: BTreeMap::new(),
        places: history
            .items
            .iter()
            .enumerate()
            .map(|(place, item)| ((item.item.subject(), item.item.enqueued_at), place))
            .collect(),
        result: Simulated {
            ends: vec![ItemEnd::Waiting; history.items.len()],
            ..Simulated::default()
        },
        events: BinaryHeap::new(),
        order: 0,
        next_look: 0,
        answer_ms: median(history.items.iter().filter_map(|item| item.answer_ms))
            .unwrap_or(ANSWER_MS),
        hold_ms: usual_holds(history),
    };
    simulation.prepare(zone);
    simulation.run();
    simulation.result
}

fn median(values: impl Iterator<Item = i64>) -> Option<i64> {
    let mut values: Vec<i64> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}

/// How long something of a queue is usually held.
fn usual_holds(history: &History) -> HashMap<i64, i64> {
    let mut by_queue: HashMap<i64, Vec<i64>> = HashMap::new();
    for item in &history.items {
        by_queue.entry(item.item.queue_id).or_default().extend(item.hold_ms);
    }
    let usual = |(queue, holds): (i64, Vec<i64>)| median(holds.into_iter()).map(|ms| (queue, ms));
    by_queue.into_iter().filter_map(usual).collect()
}

impl Standing {
    fn before(item: &ItemRow) -> Self {
        let row = ItemRow {
            state: "waiting".to_owned(),
            offered_to: None,
            offered_at: None,
            offer_until: None,
            not_before: 0,
            ..item.clone()
        };
        Self { state: State::Coming, row, offers: 0, passes: 0 }
    }
}

impl Simulation<'_> {
    fn at(&mut self, moment: i64, event: Event) {
        if moment > self.history.until {
            return;
        }
        self.order += 1;
        self.events.push(Reverse((moment, self.order, event)));
    }

    fn prepare(&mut self, zone: &TimeZone) {
        let history = self.history;
        for (place, (at, ..)) in history.queues.iter().enumerate() {
            self.at(*at, Event::Queue(place));
        }
        for (place, (at, ..)) in history.agents.iter().enumerate() {
            self.at(*at, Event::Agent(place));
        }
        self.plan_extra(zone);
        for hold in &history.others {
            let (user_id, load, chats) = (hold.user_id, hold.load, hold.chats);
            self.at(hold.since.max(history.from), Event::Holds { user_id, load, chats });
            self.at(hold.until, Event::Releases { user_id, load, chats, wrap_up_ms: 0 });
            if load > 0 {
                self.result.holds.push((user_id, hold.since, hold.until));
            }
        }
        for (place, item) in history.items.iter().enumerate() {
            self.at(item.item.enqueued_at.max(history.from), Event::Arrives(place));
            if let End::Left { at, .. } = item.end {
                self.at(at, Event::Leaves(place));
            }
        }
    }

    /// Agents who were not there come and go at the same hours of each day.
    fn plan_extra(&mut self, zone: &TimeZone) {
        let (from, until) = (self.history.from, self.history.until);
        let mut next = -1;
        for extra in &self.changes.extra_agents {
            let mut shifts = vec![];
            let mut day = days::date(from, zone).yesterday().ok();
            while let Some(date) = day.filter(|date| days::midnight(*date, zone) <= until) {
                let midnight = days::midnight(date, zone);
                let ends = match extra.until_minute > extra.from_minute {
                    true => extra.until_minute,
                    false => extra.until_minute + 24 * 60,
                };
                let begins = (midnight + extra.from_minute * MINUTE_MS).max(from);
                let ends = (midnight + ends * MINUTE_MS).min(until);
                if begins < ends {
                    shifts.push((begins, ends));
                }
                day = date.tomorrow().ok();
            }
            for _ in 0..extra.count {
                let user_id = next;
                next -= 1;
                for (begins, ends) in &shifts {
                    self.at(*begins, Event::Extra { user_id, there: true });
                    self.at(*ends, Event::Extra { user_id, there: false });
                    self.result.extra.push((user_id, *begins, *ends));
                }
            }
        }
    }

    fn run(&mut self) {
        while let Some(Reverse((now, _, event))) = self.events.pop() {
            self.handle(now, event);
            // What happens at the same moment happens before anything is decided.
            while let Some(Reverse((at, ..))) = self.events.peek()
                && *at == now
            {
                if let Some(Reverse((_, _, event))) = self.events.pop() {
                    self.handle(now, event);
                }
            }
            self.decide(now);
        }
    }
}

//! Waits and loads out of what happened, or of what a simulation says. Pure.

use super::{
    history::{End, History},
    model::{ReplayAgent, ReplayOutcome, ReplayQueue, ReplayWaits},
    what_if::{ItemEnd, Simulated},
};
use std::collections::{BTreeMap, HashMap};

/// How figures are made.
pub(super) struct Frame<'a> {
    pub history: &'a History,
    /// What came since then counts; what came before was only there.
    pub from: i64,
    pub target_ms: i64,
    pub queue_names: &'a HashMap<i64, String>,
    pub agent_names: &'a HashMap<i64, String>,
}

/// Waits of a queue, or of all.
#[derive(Default)]
struct Tally {
    arrived: i64,
    left: i64,
    waiting: i64,
    /// Those who went, or for whom the time is not over, before the target was missed.
    undecided: i64,
    waits: Vec<i64>,
}

impl Tally {
    fn add(&mut self, enqueued_at: i64, end: ItemEnd, frame: &Frame<'_>) {
        self.arrived += 1;
        let within = |at: i64| i64::from(at - enqueued_at <= frame.target_ms);
        match end {
            ItemEnd::Given { at, .. } => self.waits.push((at - enqueued_at).max(0)),
            ItemEnd::Left { at } => {
                self.left += 1;
                self.undecided += within(at);
            }
            ItemEnd::Waiting => {
                self.waiting += 1;
                self.undecided += within(frame.history.until);
            }
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a share of counts that are far below 2^53")]
    fn waits(mut self, target_ms: i64) -> ReplayWaits {
        self.waits.sort_unstable();
        let given = self.waits.len();
        // Nearest rank.
        let rank =
            |percent: usize| self.waits.get((given * percent).div_ceil(100).max(1) - 1).copied();
        let count = i64::try_from(given).unwrap_or(i64::MAX);
        let sum: i64 = self.waits.iter().sum();
        let in_time = self.waits.partition_point(|wait| *wait <= target_ms);
        let counted = self.arrived - self.undecided;
        ReplayWaits {
            arrived: self.arrived,
            given: count,
            left: self.left,
            waiting: self.waiting,
            mean_wait_ms: (given > 0).then(|| sum / count),
            median_wait_ms: rank(50),
            p90_wait_ms: rank(90),
            service_level: (counted > 0).then(|| in_time as f64 / counted as f64),
        }
    }
}

/// What happened.
pub(super) fn happened(frame: &Frame<'_>) -> ReplayOutcome {
    let history = frame.history;
    let end = |end: End| match end {
        End::Given { user_id, at } => ItemEnd::Given { user_id, at },
        End::Left { at, .. } => ItemEnd::Left { at },
        End::Waiting => ItemEnd::Waiting,
    };
    let ends: Vec<ItemEnd> = history.items.iter().map(|item| end(item.end)).collect();
    let of_items = history.items.iter().filter_map(|item| {
        let (user_id, at) = match item.end {
            End::Given { user_id, at } => (user_id, at),
            End::Left { at, by_hand: Some(user_id) } => (user_id, at),
            _ => return None,
        };
        item.hold_ms.map(|ms| (user_id, at, at.saturating_add(ms)))
    });
    let others = history.others.iter().filter(|hold| hold.load > 0);
    let holds: Vec<(i64, i64, i64)> =
        of_items.chain(others.map(|hold| (hold.user_id, hold.since, hold.until))).collect();
    outcome(frame, &ends, &holds, &[])
}

/// What a simulation says.
pub(super) fn simulated(frame: &Frame<'_>, simulated: &Simulated) -> ReplayOutcome {
    outcome(frame, &simulated.ends, &simulated.holds, &simulated.extra)
}

fn outcome(
    frame: &Frame<'_>,
    ends: &[ItemEnd],
    holds: &[(i64, i64, i64)],
    extra: &[(i64, i64, i64)],
) -> ReplayOutcome {
    let mut total = Tally::default();
    let mut queues: BTreeMap<i64, Tally> = BTreeMap::new();
    let mut given: BTreeMap<i64, i64> = BTreeMap::new();
    for (item, end) in frame.history.items.iter().zip(ends) {
        if let ItemEnd::Given { user_id, at } = end
            && *at >= frame.from
        {
            *given.entry(shown_as(*user_id)).or_default() += 1;
        }
        let enqueued_at = item.item.enqueued_at;
        if enqueued_at >= frame.from {
            total.add(enqueued_at, *end, frame);
            queues.entry(item.item.queue_id).or_default().add(enqueued_at, *end, frame);
        }
    }
    let queue = |(id, tally): (i64, Tally)| ReplayQueue {
        id,
        name: frame.queue_names.get(&id).cloned().unwrap_or_default(),
        waits: tally.waits(frame.target_ms),
    };
    ReplayOutcome {
        total: total.waits(frame.target_ms),
        queues: queues.into_iter().map(queue).collect(),
        agents: agents(frame, &given, holds, extra),
    }
}

/// Spans of time by agent, those of one apart and in order.
type Spans = BTreeMap<i64, Vec<(i64, i64)>>;

/// When agents were there, since the beginning of the frame.
fn presence(frame: &Frame<'_>, extra: &[(i64, i64, i64)]) -> Spans {
    let (from, until) = (frame.from, frame.history.until);
    let mut since: BTreeMap<i64, i64> = BTreeMap::new();
    let mut spans = Spans::new();
    let mut add = |id: i64, (begins, ends): (i64, i64)| {
        let (begins, ends) = (begins.max(from), ends.min(until));
        if begins < ends {
            spans.entry(id).or_default().push((begins, ends));
        }
    };
    for (at, id, state) in &frame.history.agents {
        let there = state.as_ref().is_some_and(|state| state.hindered.is_none());
        match (there, since.get(id).copied()) {
            (true, None) => drop(since.insert(*id, *at)),
            (false, Some(begins)) => {
                since.remove(id);
                add(*id, (begins, *at));
            }
            _ => {}
        }
    }
    for (id, begins) in since {
        add(id, (begins, until));
    }
    for (id, begins, ends) in extra {
        add(*id, (*begins, *ends));
    }
    spans
}

/// How long something was held while its agent was there.
fn overlap(spans: &[(i64, i64)], (since, until): (i64, i64)) -> i64 {
    let first = spans.partition_point(|(_, ends)| *ends <= since);
    let during = spans[first..].iter().take_while(|(begins, _)| *begins < until);
    during.map(|(begins, ends)| (*ends).min(until) - (*begins).max(since)).sum()
}

/// All agents who were added are one.
fn shown_as(user_id: i64) -> i64 {
    user_id.max(-1)
}

#[expect(clippy::cast_precision_loss, reason = "milliseconds of some weeks are far below 2^53")]
fn agents(
    frame: &Frame<'_>,
    given: &BTreeMap<i64, i64>,
    holds: &[(i64, i64, i64)],
    extra: &[(i64, i64, i64)],
) -> Vec<ReplayAgent> {
    let spans = presence(frame, extra);
    let mut there: BTreeMap<i64, i64> = BTreeMap::new();
    for (id, spans) in &spans {
        let sum: i64 = spans.iter().map(|(begins, ends)| ends - begins).sum();
        *there.entry(shown_as(*id)).or_default() += sum;
    }
    let mut held: BTreeMap<i64, i64> = BTreeMap::new();
    for (id, since, until) in holds {
        let spans = spans.get(id).map_or(&[][..], Vec::as_slice);
        *held.entry(shown_as(*id)).or_default() += overlap(spans, (*since, *until));
    }
    let mut ids: Vec<i64> = there.keys().chain(given.keys()).copied().collect();
    ids.sort_unstable();
    ids.dedup();
    let agent = |id: i64| {
        let there_ms = there.get(&id).copied().unwrap_or_default();
        let held_ms = held.get(&id).copied().unwrap_or_default();
        ReplayAgent {
            user_id: (id > 0).then_some(id),
            name: frame.agent_names.get(&id).cloned().unwrap_or_default(),
            given: given.get(&id).copied().unwrap_or_default(),
            there_ms,
            mean_load: (there_ms > 0).then(|| held_ms as f64 / there_ms as f64),
        }
    };
    ids.into_iter().map(agent).collect()
}

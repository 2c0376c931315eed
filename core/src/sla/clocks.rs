//! A ticket's clocks, and what each thing that happens to the ticket does to them. Pure.

use super::{
    clock::{Clock, Reason, State},
    promise::Promise,
};
use crate::tickets::DueMetric as Metric;

/// Whether a metric stands still while the desk waits for the customer.
const fn pauses(metric: Metric) -> bool {
    matches!(metric, Metric::Resolution | Metric::Update)
}

/// What happened to a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happened {
    /// It began with a customer's message.
    Opened,
    CustomerMessage,
    /// A person answered.
    Reply,
    /// Its status is this code.
    Status(i64),
    /// It was merged into another ticket.
    MergedAway,
    /// It stands alone again.
    Unmerged,
    /// Another ticket was merged into it, whose clocks began at these moments: of the first reply, and of
    /// the resolution.
    MergedIn {
        first_reply: Option<i64>,
        resolution: Option<i64>,
    },
    /// Its labels, its severity or its department are others, or promises are.
    Changed,
}

/// What is known of a ticket beside its clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    pub status: i64,
    pub created_at: i64,
    /// Whether somebody has answered.
    pub replied: bool,
    /// Whether the customer has written.
    pub customer_wrote: bool,
    pub merged: bool,
}

impl Facts {
    fn waits(self) -> bool {
        matches!(self.status, OPEN | PENDING) && !self.merged
    }
}

const OPEN: i64 = 0;
const PENDING: i64 = 1;
const SPAM: i64 = 5;

/// A ticket's clocks, with what is promised for it.
pub(super) struct Clocks<'a> {
    pub all: Vec<Clock>,
    pub promises: &'a [Promise],
    pub facts: Facts,
}

impl Clocks<'_> {
    /// Takes what happened at a moment.
    pub fn take(&mut self, happened: Happened, at: i64) {
        match happened {
            Happened::Opened => self.begin(at),
            Happened::CustomerMessage => self.customer_wrote(at),
            Happened::Reply => self.replied(at),
            Happened::Status(OPEN | PENDING) => self.reopened(happened, at),
            Happened::Status(SPAM) => self.cancel_live(Reason::Spam, at),
            Happened::Status(_) => self.resolved(at),
            Happened::MergedAway => self.merged_away(at),
            Happened::Unmerged => self.revive(Reason::Merged, at),
            Happened::MergedIn { first_reply, resolution } => {
                self.rebase(Metric::FirstReply, first_reply);
                self.rebase(Metric::Resolution, resolution);
            }
            Happened::Changed => self.align(at),
        }
    }

    /// Starts what a customer's first message starts.
    fn begin(&mut self, at: i64) {
        for metric in [Metric::FirstReply, Metric::Resolution] {
            self.start_missing(metric, at);
        }
    }

    /// Starts clocks of a metric where a promise has none yet.
    fn start_missing(&mut self, metric: Metric, at: i64) {
        for promise in self.promises {
            let Some(target) = promise.target(metric) else { continue };
            if self.of(promise.label_id, metric).next().is_none() {
                self.all.push(Clock::start(promise, target, 1, at));
            }
        }
    }

    fn of(&self, label_id: i64, metric: Metric) -> impl Iterator<Item = &Clock> {
        self.all.iter().filter(move |clock| clock.label_id == label_id && clock.metric == metric)
    }

    fn next_run(&self, label_id: i64, metric: Metric) -> i64 {
        self.of(label_id, metric).map(|clock| clock.run).max().unwrap_or(0) + 1
    }

    fn customer_wrote(&mut self, at: i64) {
        if !self.facts.replied {
            self.begin(at);
        }
        for promise in self.promises {
            let Some(target) = promise.target(Metric::NextReply) else { continue };
            // The first reply is still owed, or a next one is already.
            let owed = |metric| self.of(promise.label_id, metric).any(Clock::is_live);
            if owed(Metric::FirstReply) || owed(Metric::NextReply) || !self.facts.replied {
                continue;
            }
            let run = self.next_run(promise.label_id, Metric::NextReply);
            self.all.push(Clock::start(promise, target, run, at));
        }
    }

    fn replied(&mut self, at: i64) {
        self.facts.replied = true;
        self.meet_live(&[Metric::FirstReply, Metric::NextReply, Metric::Update], at);
        if !self.facts.waits() {
            return;
        }
        for promise in self.promises {
            let Some(target) = promise.target(Metric::Update) else { continue };
            let run = self.next_run(promise.label_id, Metric::Update);
            let mut clock = Clock::start(promise, target, run, at);
            if self.facts.status == PENDING && promise.pause_pending {
                clock.pause(promise, at);
            }
            self.all.push(clock);
        }
    }

    fn meet_live(&mut self, metrics: &[Metric], at: i64) {
        let promises = self.promises;
        for clock in self.all.iter_mut().filter(|clock| clock.is_live()) {
            if metrics.contains(&clock.metric) {
                clock.meet(promise_of(promises, clock), at);
            }
        }
    }

    fn resolved(&mut self, at: i64) {
        self.meet_live(&[Metric::Resolution], at);
        self.cancel_live(Reason::Resolved, at);
    }

    /// What was promised is owed in the other ticket; the end of this one is no resolution.
    fn merged_away(&mut self, at: i64) {
        let ended = |clock: &&mut Clock| clock.is_live() || clock.stopped_by_merge(at);
        for clock in self.all.iter_mut().filter(ended) {
            clock.cancel(Reason::Merged, at);
        }
    }

    fn cancel_live(&mut self, reason: Reason, at: i64) {
        for clock in self.all.iter_mut().filter(|clock| clock.is_live()) {
            clock.cancel(reason, at);
        }
    }

    /// Takes up again what was cancelled for a reason that is gone. The time between counts: the
    /// customer waited all the same.
    fn revive(&mut self, reason: Reason, at: i64) {
        let promises = self.promises;
        for clock in self.all.iter_mut().filter(|clock| clock.reason == Some(reason)) {
            if clock.state == State::Cancelled
                && let Some(promise) = promise_of(promises, clock)
            {
                clock.go_on(promise, at);
            }
        }
    }

    /// The ticket is open or waits for the customer, from whatever it was before.
    fn reopened(&mut self, happened: Happened, at: i64) {
        self.revive(Reason::Spam, at);
        // A reply that was owed when the ticket was resolved is still owed.
        if !self.facts.replied {
            self.revive(Reason::Resolved, at);
        }
        self.reopen_resolution(at);
        let pending = happened == Happened::Status(PENDING);
        let promises = self.promises;
        for clock in self.all.iter_mut().filter(|clock| pauses(clock.metric)) {
            let Some(promise) = promise_of(promises, clock) else { continue };
            match clock.state {
                State::Running if pending && promise.pause_pending => clock.pause(promise, at),
                State::Paused if !pending => clock.go_on(promise, at),
                _ => {}
            }
        }
    }

    /// A ticket that comes back soon goes on with what was left; one that comes later starts anew.
    fn reopen_resolution(&mut self, at: i64) {
        for promise in self.promises {
            let Some(target) = promise.target(Metric::Resolution) else { continue };
            let same = |clock: &Clock| {
                clock.label_id == promise.label_id && clock.metric == Metric::Resolution
            };
            let last =
                self.all.iter_mut().filter(|clock| same(clock)).max_by_key(|clock| clock.run);
            let Some(last) = last.filter(|clock| clock.state == State::Met) else { continue };
            let rested = at - last.stopped_at.unwrap_or(at);
            if rested <= promise.reopen_ms {
                last.go_on(promise, at);
            } else {
                let run = last.run + 1;
                self.all.push(Clock::start(promise, target, run, at));
            }
        }
    }

    /// The other ticket's customer waited longer.
    fn rebase(&mut self, metric: Metric, started_at: Option<i64>) {
        let Some(started_at) = started_at else { return };
        let promises = self.promises;
        for clock in self.all.iter_mut() {
            let Some(promise) = promise_of(promises, clock) else { continue };
            if clock.metric == metric
                && clock.state == State::Running
                && clock.started_at > started_at
            {
                clock.elapsed_ms = 0;
                clock.started_at = started_at;
                clock.running_since = Some(started_at);
                clock.set_due(promise);
            }
        }
    }

    /// Makes the clocks those of today's promises: what is promised no more is cancelled, what has
    /// another target keeps its time, and what is new counts from when the customer began to wait.
    fn align(&mut self, at: i64) {
        let promises = self.promises;
        for clock in self.all.iter_mut() {
            match (promise_of(promises, clock), clock.reason) {
                (None, _) if clock.is_live() => clock.cancel(Reason::Unmatched, at),
                (Some(promise), _) if clock.is_live() => {
                    if let Some(target) = promise.target(clock.metric) {
                        clock.set_anew(promise, target);
                    }
                }
                (Some(promise), Some(Reason::Unmatched)) if self.facts.waits() => {
                    let owed = match clock.metric {
                        Metric::FirstReply => !self.facts.replied,
                        Metric::Resolution => true,
                        // Their next message or answer starts them.
                        Metric::NextReply | Metric::Update => false,
                    };
                    if let Some(target) = promise.target(clock.metric).filter(|_| owed) {
                        clock.go_on(promise, at);
                        clock.set_anew(promise, target);
                    }
                }
                _ => {}
            }
        }
        if self.facts.waits() && self.facts.customer_wrote {
            if !self.facts.replied {
                self.start_missing(Metric::FirstReply, self.facts.created_at);
            }
            self.start_missing(Metric::Resolution, self.facts.created_at);
        }
    }

    /// What is due soonest of those that run, or else has the least time left of those that are paused.
    pub fn most_urgent(&self) -> Option<&Clock> {
        let running = self.all.iter().filter(|clock| clock.state == State::Running);
        let soonest = running.filter(|clock| clock.due_at.is_some()).min_by_key(|c| c.due_at);
        let paused = self.all.iter().filter(|clock| clock.state == State::Paused);
        soonest.or_else(|| paused.min_by_key(|clock| clock.remaining_ms()))
    }
}

/// The promise that covers a clock now.
fn promise_of<'a>(promises: &'a [Promise], clock: &Clock) -> Option<&'a Promise> {
    promises.iter().find(|one| one.label_id == clock.label_id && one.target(clock.metric).is_some())
}

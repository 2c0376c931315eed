//! Admission with fair scheduling: how many plugin calls run at a time, and whose call is next.
//!
//! One plugin gets at most three quarters of all turns and one tenant at most half, so that neither
//! can keep everybody else waiting. When a turn becomes free it goes to the waiting tenant that has
//! the fewest calls running, and among equals to the one that was served longest ago: a tenant with
//! a thousand calls waiting delays another's single call by one turn, not by a thousand.

use parking_lot::Mutex;
use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};
use tokio::sync::oneshot;

/// The turns of one host. Cheap to clone.
#[derive(Clone)]
pub struct Turns(Arc<Inner>);

struct Inner {
    limits: Limits,
    state: Mutex<State>,
}

/// How many turns there are, and how many one may have.
#[derive(Clone, Copy, Debug)]
struct Limits {
    all: u32,
    of_plugin: u32,
    of_tenant: u32,
    /// Calls of one tenant that may wait; more are refused at once.
    waiting: usize,
}

#[derive(Default)]
struct State {
    running: u32,
    of_plugin: HashMap<Arc<str>, u32>,
    of_tenant: HashMap<i64, Tenant>,
    waiting: BTreeMap<(i64, Arc<str>), VecDeque<oneshot::Sender<Turn>>>,
    /// Counts turns, to know who was served longest ago.
    served: u64,
}

#[derive(Default)]
struct Tenant {
    running: u32,
    waiting: usize,
    last_served: u64,
}

/// The right to run one call. Dropping it gives the turn to whoever is next.
pub struct Turn {
    turns: Turns,
    tenant: i64,
    plugin: Arc<str>,
}

enum Entered {
    Now(Turn),
    Waits(Waiting),
    Full,
}

impl Turns {
    /// So many turns in all.
    #[must_use]
    pub fn new(all: u32) -> Self {
        let limits = Limits {
            all,
            of_plugin: (all * 3 / 4).max(1),
            of_tenant: (all / 2).max(1),
            waiting: all as usize * 4,
        };
        Self(Arc::new(Inner { limits, state: Mutex::default() }))
    }

    /// Turns on the processors: whoever waits is bounded elsewhere, and none has a smaller share.
    #[must_use]
    pub fn on_processors(all: u32) -> Self {
        let limits = Limits { all, of_plugin: all, of_tenant: all, waiting: usize::MAX };
        Self(Arc::new(Inner { limits, state: Mutex::default() }))
    }

    /// Waits for a turn; none when it takes longer than `wait`, or when too many calls of this
    /// tenant wait already.
    pub async fn take(&self, tenant: i64, plugin: &str, wait: Duration) -> Option<Turn> {
        let mut waiting = match self.enter(tenant, plugin) {
            Entered::Now(turn) => return Some(turn),
            Entered::Full => return None,
            Entered::Waits(waiting) => waiting,
        };
        tokio::time::timeout(wait, &mut waiting.turn).await.ok()?.ok()
    }

    /// Calls that run, and calls that wait.
    #[must_use]
    pub fn load(&self) -> (u32, usize) {
        let state = self.0.state.lock();
        (state.running, state.of_tenant.values().map(|t| t.waiting).sum())
    }

    fn enter(&self, tenant: i64, plugin: &str) -> Entered {
        let mut state = self.0.state.lock();
        let plugin = state
            .of_plugin
            .get_key_value(plugin)
            .map_or_else(|| Arc::from(plugin), |(known, _)| known.clone());
        // Whoever waits cannot run now, or would have been given a turn when it became free.
        if state.has_room(&self.0.limits, tenant, &plugin) {
            return Entered::Now(state.grant(self, tenant, plugin));
        }
        let seat = state.of_tenant.entry(tenant).or_default();
        if seat.waiting >= self.0.limits.waiting {
            return Entered::Full;
        }
        seat.waiting += 1;
        let (sender, turn) = oneshot::channel();
        state.waiting.entry((tenant, plugin.clone())).or_default().push_back(sender);
        Entered::Waits(Waiting { turns: self.clone(), tenant, plugin, turn })
    }

    /// Gives free turns to those who wait.
    fn hand_on(&self) {
        // A turn that nobody takes comes back through `Drop`, which locks: so it is sent unlocked.
        let granted = {
            let mut state = self.0.state.lock();
            let mut granted = Vec::new();
            while let Some((tenant, plugin)) = state.next(&self.0.limits) {
                let key = (tenant, plugin.clone());
                let Some(queue) = state.waiting.get_mut(&key) else { break };
                let sender = queue.pop_front();
                if queue.is_empty() {
                    state.waiting.remove(&key);
                }
                if let Some(sender) = sender.filter(|s| !s.is_closed()) {
                    granted.push((sender, state.grant(self, tenant, plugin)));
                }
            }
            granted
        };
        for (sender, turn) in granted {
            drop(sender.send(turn));
        }
    }
}

impl State {
    fn has_room(&self, limits: &Limits, tenant: i64, plugin: &str) -> bool {
        self.running < limits.all
            && self.of_plugin.get(plugin).is_none_or(|n| *n < limits.of_plugin)
            && self.of_tenant.get(&tenant).is_none_or(|t| t.running < limits.of_tenant)
    }

    fn grant(&mut self, turns: &Turns, tenant: i64, plugin: Arc<str>) -> Turn {
        self.served += 1;
        self.running += 1;
        *self.of_plugin.entry(plugin.clone()).or_default() += 1;
        let seat = self.of_tenant.entry(tenant).or_default();
        seat.running += 1;
        seat.last_served = self.served;
        Turn { turns: turns.clone(), tenant, plugin }
    }

    /// Who gets the next free turn.
    fn next(&self, limits: &Limits) -> Option<(i64, Arc<str>)> {
        self.waiting
            .keys()
            .filter(|(tenant, plugin)| self.has_room(limits, *tenant, plugin))
            .min_by_key(|(tenant, _)| {
                self.of_tenant.get(tenant).map_or((0, 0), |t| (t.running, t.last_served))
            })
            .cloned()
    }

    fn release(&mut self, tenant: i64, plugin: &str) {
        self.running = self.running.saturating_sub(1);
        if let Some(running) = self.of_plugin.get_mut(plugin) {
            *running = running.saturating_sub(1);
            if *running == 0 {
                self.of_plugin.remove(plugin);
            }
        }
        if let Some(seat) = self.of_tenant.get_mut(&tenant) {
            seat.running = seat.running.saturating_sub(1);
        }
        self.forget(tenant);
    }

    /// A tenant without calls needs no row.
    fn forget(&mut self, tenant: i64) {
        if self.of_tenant.get(&tenant).is_some_and(|t| t.running == 0 && t.waiting == 0) {
            self.of_tenant.remove(&tenant);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.0.state.lock().release(self.tenant, &self.plugin);
        self.turns.hand_on();
    }
}

/// A place in the queue; dropping it leaves the queue.
struct Waiting {
    turns: Turns,
    tenant: i64,
    plugin: Arc<str>,
    turn: oneshot::Receiver<Turn>,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.turn.close();
        let mut state = self.turns.0.state.lock();
        let key = (self.tenant, self.plugin.clone());
        if let Some(queue) = state.waiting.get_mut(&key) {
            queue.retain(|sender| !sender.is_closed());
            if queue.is_empty() {
                state.waiting.remove(&key);
            }
        }
        if let Some(seat) = state.of_tenant.get_mut(&self.tenant) {
            seat.waiting = seat.waiting.saturating_sub(1);
        }
        state.forget(self.tenant);
    }
}

#[cfg(test)]
mod tests;

//! The processor time a guest used, as far as possible that of its own thread.
//!
//! The epoch ticks with the wall clock. On a machine that is busy with other things, or while a
//! guest waits for the host, ticks pass in which the guest did nothing; charging those would end
//! honest plugins exactly when the machine is loaded. So each tick only makes the host look, and
//! what is charged is the time the thread really ran since the guest was last resumed on it.
//!
//! A guest that has computed for a while goes on in the slow lane, which has one place less than
//! there are processors: such guests take turns among themselves, and a quick call always finds a
//! processor that none of them is on.

use super::{
    admission::{Turn, Turns},
    engine::TICK,
    epoch_ticker::Beat,
};
use parking_lot::Mutex;
use std::{
    sync::Arc,
    thread::{self, ThreadId},
    time::Duration,
};

/// Where and when the guest was last resumed.
type Mark = Arc<Mutex<Option<(ThreadId, u64)>>>;

/// One call's account of processor time.
pub struct Meter {
    left_us: u64,
    used_us: u64,
    mark: Mark,
    lane: Option<Lane>,
    /// Looks come as long as this is held.
    _beat: Option<Beat>,
}

/// Where a guest that computes for long waits for its turn.
#[derive(Clone)]
pub struct Lane {
    turns: Turns,
    tenant: i64,
    plugin: Arc<str>,
    /// The turn it has now.
    turn: Arc<Mutex<Option<Turn>>>,
}

/// Processor time after which a guest goes on in the slow lane. Ordinary calls take a fraction of a
/// millisecond, those of interpreted languages one or two.
const QUICK_US: u64 = 10_000;

/// How long a guest waits for the lane before it goes on without a place: one that sleeps in WASI
/// keeps its place, and must not keep the others waiting for ever.
const PATIENCE: Duration = Duration::from_millis(500);

impl Lane {
    /// The lane of one call.
    #[must_use]
    pub fn new(turns: &Turns, tenant: i64, plugin: &str) -> Self {
        Self { turns: turns.clone(), tenant, plugin: plugin.into(), turn: Arc::default() }
    }

    /// Somebody else may go on.
    fn leave(&self) {
        // Not dropped under the lock: a turn that ends may resume others at once.
        let turn = self.turn.lock().take();
        drop(turn);
    }

    async fn enter(&self) {
        let turn = self.turns.take(self.tenant, &self.plugin, PATIENCE).await;
        *self.turn.lock() = turn;
    }
}

/// The most that one look may charge. Looks come a tick apart while a guest runs, or some where the
/// ticker waits for a processor; what is more was somebody else's work on the same thread.
const LOOK_MAX_US: u64 = 10 * TICK.as_micros() as u64;

impl Meter {
    /// Starts to count now, on this thread.
    #[must_use]
    pub fn start(limit_ms: u64) -> Self {
        let left_us = limit_ms.saturating_mul(1000);
        let meter = Self { left_us, used_us: 0, mark: Mark::default(), lane: None, _beat: None };
        meter.resume();
        meter
    }

    /// The same, for a guest that shares the processors with others.
    #[must_use]
    pub fn in_lane(self, lane: Lane) -> Self {
        Self { lane: Some(lane), ..self }
    }

    /// The same, for a guest at which the ticker looks.
    #[must_use]
    pub fn watched(self, beat: Beat) -> Self {
        Self { _beat: Some(beat), ..self }
    }

    /// The guest goes on, here and now.
    pub fn resume(&self) {
        resume(&self.mark);
    }

    /// The guest waits for the host from now on.
    pub fn pause(&mut self) {
        self.charge();
        *self.mark.lock() = None;
        if let Some(lane) = &self.lane {
            lane.leave();
        }
    }

    /// A place in the slow lane for what the host does for this guest, while that is paused; none where
    /// there is no lane, or no place within the time for which guests wait.
    pub fn place(&self) -> impl Future<Output = Option<Turn>> + Send + 'static {
        let lane = self.lane.clone();
        async move {
            let lane = lane?;
            lane.turns.take(lane.tenant, &lane.plugin, PATIENCE).await
        }
    }

    /// Stops the count; what the guest used in all, its instance's start included.
    pub fn total_us(&mut self) -> u64 {
        self.pause();
        self.used_us
    }

    /// Looks at a tick: whether the guest has used up its time.
    pub fn is_over(&mut self) -> bool {
        self.charge();
        self.left_us == 0
    }

    /// Gives other tasks their turn and counts on from there, on whatever thread that is.
    pub fn yielding(&self) -> impl Future<Output = ()> + Send + 'static {
        let mark = self.mark.clone();
        let slow = self.lane.clone().filter(|_| self.used_us > QUICK_US);
        async move {
            *mark.lock() = None;
            if let Some(lane) = &slow {
                lane.leave();
            }
            tokio::task::yield_now().await;
            if let Some(lane) = &slow {
                lane.enter().await;
            }
            resume(&mark);
        }
    }

    fn charge(&mut self) {
        let mark = *self.mark.lock();
        let used = match (mark, thread_us()) {
            (Some((on, since)), Some(now)) if on == thread::current().id() => {
                now.saturating_sub(since).min(LOOK_MAX_US)
            }
            // Paused: this tick belongs to the host.
            (None, _) => 0,
            // Resumed by something that does not tell, or no such clock: charge the tick.
            _ => TICK.as_micros() as u64,
        };
        self.left_us = self.left_us.saturating_sub(used);
        self.used_us += used;
        if mark.is_some() {
            self.resume();
        }
    }
}

fn resume(mark: &Mark) {
    *mark.lock() = Some((thread::current().id(), thread_us().unwrap_or(0)));
}

/// Microseconds this thread has run, where the system counts them.
#[cfg(target_os = "linux")]
pub(super) fn thread_us() -> Option<u64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let (seconds, nanos) = (u64::try_from(time.tv_sec).ok()?, u64::try_from(time.tv_nsec).ok()?);
    Some(seconds * 1_000_000 + nanos / 1_000)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn thread_us() -> Option<u64> {
    None
}

/// Keeps this thread busy for so much of its own time.
#[cfg(test)]
pub(super) fn work(us: u64) {
    let end = thread_us().unwrap_or(0) + us;
    while thread_us().unwrap_or(u64::MAX) < end {
        std::hint::black_box(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_free_and_working_is_not() {
        let mut meter = Meter::start(12);
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert!(!meter.is_over());
        meter.pause();
        work(30_000);
        meter.resume();
        assert!(!meter.is_over());
        work(8_000);
        assert!(!meter.is_over());
        work(8_000);
        assert!(meter.is_over());
        let used = meter.total_us();
        assert!((16_000..28_000).contains(&used), "{used}");
        work(8_000);
        assert_eq!(meter.total_us(), used, "what comes after the end is not the guest's");
    }

    #[test]
    fn another_thread_without_notice_costs_a_tick() {
        let mut meter = Meter::start(2);
        std::thread::scope(|scope| {
            scope.spawn(|| assert!(!meter.is_over()));
        });
        std::thread::scope(|scope| {
            scope.spawn(|| assert!(meter.is_over()));
        });
    }

    #[tokio::test]
    async fn the_hosts_own_work_takes_places_of_the_lane() {
        let turns = Turns::on_processors(1);
        let meter = |tenant| Meter::start(10).in_lane(Lane::new(&turns, tenant, "acme"));
        let first = meter(1).place().await;
        assert!(first.is_some());
        let mut second = Box::pin(meter(2).place());
        let soon = Duration::from_millis(20);
        assert!(tokio::time::timeout(soon, &mut second).await.is_err(), "it waits");
        drop(first);
        assert!(second.await.is_some());
        assert!(Meter::start(10).place().await.is_none(), "nothing to wait for");
    }
}

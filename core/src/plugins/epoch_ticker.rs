//! The epoch ticker behind deadlines: it moves wasmtime's epoch while guests run, and rests while none does.

use super::engine::TICK;
use parking_lot::{Condvar, Mutex};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use wasmtime::Engine;

/// Ticks after the last call before the ticker rests: calls come in a row, and waking a thread for
/// each of them costs more than a call does.
const LINGER: u32 = 100;

/// How often a resting ticker looks whether its engine is still there.
const REST: Duration = Duration::from_secs(1);

/// Counts the guests that may run. Cheap to clone.
#[derive(Clone, Default)]
pub struct Pulse(Arc<Shared>);

#[derive(Default)]
struct Shared {
    running: AtomicUsize,
    resting: AtomicBool,
    lock: Mutex<()>,
    wake: Condvar,
}

/// Keeps the epoch moving for one guest until it is dropped.
pub struct Beat(Arc<Shared>);

impl Pulse {
    /// Starts a ticker for an engine, on a thread of its own: a task of the runtime could be starved
    /// by the very guest it is meant to stop. It ends with the engine.
    pub fn start(engine: &Engine) -> std::io::Result<Self> {
        let pulse = Self::default();
        let (shared, engine) = (pulse.0.clone(), engine.weak());
        std::thread::Builder::new().name("plugin-epoch".to_owned()).spawn(move || {
            let mut quiet = 0;
            loop {
                if quiet < LINGER {
                    std::thread::sleep(TICK);
                } else {
                    shared.rest();
                }
                match engine.upgrade() {
                    Some(engine) => engine.increment_epoch(),
                    None => return,
                }
                let is_idle = shared.running.load(Ordering::SeqCst) == 0;
                quiet = if is_idle { (quiet + 1).min(LINGER) } else { 0 };
            }
        })?;
        Ok(pulse)
    }

    /// A guest begins, and is looked at from now on.
    #[must_use]
    pub fn beat(&self) -> Beat {
        let shared = self.0.clone();
        shared.running.fetch_add(1, Ordering::SeqCst);
        if shared.resting.load(Ordering::SeqCst) {
            // Under the lock, so that whoever is about to rest has either seen this guest or rests.
            let _held = shared.lock.lock();
            shared.wake.notify_one();
        }
        Beat(shared)
    }
}

impl Shared {
    fn rest(&self) {
        let mut held = self.lock.lock();
        self.resting.store(true, Ordering::SeqCst);
        if self.running.load(Ordering::SeqCst) == 0 {
            self.wake.wait_for(&mut held, REST);
        }
        self.resting.store(false, Ordering::SeqCst);
    }
}

impl Drop for Beat {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::Instant;
    use wasmtime::{Config, Instance, Module, Store};

    /// `(module (func (export "run") (loop (br 0))))`
    const ENDLESS: &[u8] = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x02\x01\0\
        \x07\x07\x01\x03run\0\0\x0a\x09\x01\x07\0\x03\x40\x0c\0\x0b\x0b";

    /// Runs a guest that never ends by itself, and gives the time until it was stopped.
    fn endless(engine: &Engine, module: &Module, pulse: &Pulse) -> Duration {
        let mut store = Store::new(engine, pulse.beat());
        store.set_epoch_deadline(2);
        let instance = Instance::new(&mut store, module, &[]).unwrap();
        let run = instance.get_typed_func::<(), ()>(&mut store, "run").unwrap();
        let begun = Instant::now();
        run.call(&mut store, ()).unwrap_err();
        begun.elapsed()
    }

    #[test]
    fn whoever_begins_while_it_rests_is_stopped_all_the_same() {
        let engine = Engine::new(Config::new().epoch_interruption(true)).unwrap();
        let module = Module::new(&engine, ENDLESS).unwrap();
        let pulse = Pulse::start(&engine).unwrap();
        let rests = || {
            let end = Instant::now() + Duration::from_secs(20);
            while !pulse.0.resting.load(Ordering::SeqCst) {
                assert!(Instant::now() < end, "it never rests");
                std::thread::sleep(TICK);
            }
        };
        for _ in 0..3 {
            rests();
            // Far less than the second after which a resting ticker looks by itself, twice.
            assert!(endless(&engine, &module, &pulse) < REST);
        }
        let first = pulse.beat();
        drop(pulse.beat());
        std::thread::sleep(2 * LINGER * TICK);
        assert!(!pulse.0.resting.load(Ordering::SeqCst), "one guest is left");
        drop(first);
        rests();
    }
}

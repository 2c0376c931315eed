//! The slow lane, where calls run that take a processor for long: on threads to which everybody else comes first.
//!
//! Most calls take less than a millisecond and run where they are awaited. One that takes much more
//! goes on aside, and so do the next calls of this plugin for this client from their start, until some
//! in a row were short again. The operating system lets such a thread go the moment another one wants
//! to run, so that a guest that computes, and what the host copies, hashes and gives back for it, delays
//! nobody.

use parking_lot::Mutex;
use std::{
    collections::HashMap,
    panic::resume_unwind,
    pin::Pin,
    sync::{Arc, OnceLock},
    task::{Context, Poll},
};
use tokio::{
    runtime::{Builder, Runtime},
    task::JoinHandle,
};

/// Processor time after which a call is a long one: several times what one of an interpreted language
/// takes for an ordinary message.
const LONG_US: u64 = 5_000;

/// So many short calls in a row, and the next one runs where it is awaited again.
const SHORT_IN_A_ROW: u32 = 8;

/// How far such a thread stands back, of 19 at most: against a busy machine it gets about a tenth of a
/// processor, so that an honest call that takes long still ends within its limits.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Runs calls, and remembers whose took long.
pub struct Aside {
    threads: usize,
    runtime: OnceLock<Option<Runtime>>,
    /// Clients and plugins whose last calls took long, with how many since did not.
    long: Mutex<HashMap<(i64, Arc<str>), u32>>,
}

impl Aside {
    /// With so many threads, once there is a call for them.
    pub fn new(threads: usize) -> Self {
        Self { threads, runtime: OnceLock::new(), long: Mutex::default() }
    }

    /// Runs a call of a client's plugin. Dropping this ends the call.
    pub async fn run<F>(&self, client_id: i64, plugin: &str, call: F) -> F::Output
    where
        F: Future<Output: Send> + Send + 'static,
    {
        let mut call = Weighed { call: Box::pin(call), used_us: 0 };
        let here = !self.is_long(client_id, plugin);
        let brief = if here { Brief(&mut call).await } else { None };
        let (output, used_us) = match brief {
            Some(ended) => ended,
            None => match self.runtime() {
                Some(runtime) => Ended(runtime.spawn(call)).output().await,
                None => call.await,
            },
        };
        self.note(client_id, plugin, used_us);
        output
    }

    fn runtime(&self) -> Option<&Runtime> {
        let made = self.runtime.get_or_init(|| {
            let mut builder = Builder::new_multi_thread();
            builder.worker_threads(self.threads).thread_name("plugin-aside").enable_all();
            builder.on_thread_start(stand_back);
            let made = builder.build();
            if let Err(error) = &made {
                tracing::warn!(%error, "no threads for plugin calls that take long");
            }
            made.ok()
        });
        made.as_ref()
    }

    fn is_long(&self, client_id: i64, plugin: &str) -> bool {
        let long = self.long.lock();
        // Nearly always empty, and then nothing has to be made to look into it.
        !long.is_empty() && long.contains_key(&(client_id, Arc::from(plugin)))
    }

    fn note(&self, client_id: i64, plugin: &str, used_us: u64) {
        let mut long = self.long.lock();
        if used_us > LONG_US {
            long.insert((client_id, Arc::from(plugin)), 0);
        } else if !long.is_empty() {
            let key = (client_id, Arc::from(plugin));
            if let Some(short) = long.get_mut(&key) {
                *short += 1;
                if *short >= SHORT_IN_A_ROW {
                    long.remove(&key);
                }
            }
        }
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // A host may be dropped by a task, which must not wait for threads.
        if let Some(runtime) = self.runtime.take().flatten() {
            runtime.shutdown_background();
        }
    }
}

/// Lets every other thread of the machine come first.
fn stand_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICE) {
        tracing::debug!(%error, "a thread for plugin calls stays as important as the others");
    }
}

/// A call with the processor time it took so far.
struct Weighed<F> {
    call: Pin<Box<F>>,
    used_us: u64,
}

impl<F: Future> Future for Weighed<F> {
    type Output = (F::Output, u64);

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let since = super::cpu_time::thread_us().unwrap_or(0);
        let polled = self.call.as_mut().poll(context);
        self.used_us += super::cpu_time::thread_us().unwrap_or(0).saturating_sub(since);
        polled.map(|output| (output, self.used_us))
    }
}

/// A call as long as it is short: nothing where it turns out not to be.
struct Brief<'a, F>(&'a mut Weighed<F>);

impl<F: Future> Future for Brief<'_, F> {
    type Output = Option<(F::Output, u64)>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match Pin::new(&mut *self.0).poll(context) {
            Poll::Ready(ended) => Poll::Ready(Some(ended)),
            // Wherever it goes on it is asked at once, so nothing that wakes it meanwhile is missed.
            Poll::Pending if self.0.used_us > LONG_US => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    }
}

/// A task that ends with whoever waits for it.
struct Ended<T>(JoinHandle<T>);

impl<T> Ended<T> {
    async fn output(mut self) -> T {
        match (&mut self.0).await {
            Ok(output) => output,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => resume_unwind(panic),
                // The runtime ends with the host, and with that whoever waits here.
                Err(_) => std::future::pending().await,
            },
        }
    }
}

impl<T> Drop for Ended<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugins::cpu_time::work;
    use std::{thread, time::Duration};

    async fn name_of_thread(aside: &Aside, plugin: &str, us: u64) -> String {
        let call = async move {
            work(us);
            thread::current().name().unwrap_or_default().to_owned()
        };
        aside.run(1, plugin, call).await
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn who_took_long_runs_aside_until_it_is_short_again() {
        let aside = Aside::new(1);
        let here = name_of_thread(&aside, "slow", LONG_US + 2_000).await;
        assert_ne!(here, "plugin-aside", "nobody knows it yet");
        for _ in 0..SHORT_IN_A_ROW {
            assert_eq!(name_of_thread(&aside, "slow", 0).await, "plugin-aside");
            assert_eq!(name_of_thread(&aside, "quick", 0).await, here, "another plugin");
        }
        assert_eq!(name_of_thread(&aside, "slow", 0).await, here);
        assert!(aside.long.lock().is_empty());
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn what_turns_out_to_be_long_goes_on_aside() {
        let aside = Aside::new(1);
        let call = async |us| {
            let call = async move {
                work(us);
                tokio::task::yield_now().await;
                thread::current().name().unwrap_or_default().to_owned()
            };
            aside.run(1, "new", call).await
        };
        assert_ne!(call(1_000).await, "plugin-aside");
        assert!(aside.runtime.get().is_none(), "no threads before there is a call for them");
        assert_eq!(call(LONG_US + 2_000).await, "plugin-aside");
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn everybody_else_comes_before_its_threads() {
        let aside = Aside::new(1);
        let nice = async || aside.run(1, "slow", async { rustix::process::nice(0) }).await;
        let own = nice().await.expect("told");
        name_of_thread(&aside, "slow", LONG_US + 2_000).await;
        assert_eq!(nice().await.expect("told"), (own + NICE).min(19));
        assert_eq!(rustix::process::nice(0).expect("told"), own, "this thread stays as it is");
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_call_ends_with_whoever_waits_for_it_and_a_panic_arrives() {
        let aside = Aside::new(1);
        name_of_thread(&aside, "slow", LONG_US + 2_000).await;
        let (held, freed) = tokio::sync::oneshot::channel::<()>();
        let endless = aside.run(1, "slow", async move {
            let _held = held;
            std::future::pending::<()>().await;
        });
        assert!(tokio::time::timeout(Duration::from_millis(30), endless).await.is_err());
        let gone = tokio::time::timeout(Duration::from_secs(20), freed).await;
        assert!(gone.expect("the task was ended").is_err());
        let aside = Arc::new(aside);
        let caught =
            tokio::spawn(async move { aside.run(1, "slow", async { panic!("a defect") }).await });
        assert!(caught.await.expect_err("it arrives").is_panic());
    }
}

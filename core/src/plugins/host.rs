//! The plugin host: runs calls, each in a fresh instance. `install` puts plugins into it.

use super::{
    account::{Account, CallError, CallReport, Called},
    admission::{Turn, Turns},
    batch_limits,
    cache::CompileCache,
    compile::Compiler,
    convert,
    cpu_time::{Lane, Meter},
    egress::{self, Egress, Exceptions, Purpose, Resolver, SystemResolver},
    engine,
    epoch_ticker::Pulse,
    guest::{self, Guest},
    lazy_guest::LazyGuest,
    limits::{Refusal, StoreLimiter},
    manifest::{Interface, Manifest},
    model::{Detail, Failure, Retry},
    observe::{self, Ended, Ending, Observer},
    probation::Trial,
    slow_lane::Aside,
    state::{CallState, Lent, Stop},
};
use crate::{blobs::Blobs, clock::Clock, ids::Ids, telemetry::SPANS};
use arc_swap::ArcSwap;
use parking_lot::Mutex;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};
use tokio::sync::Notify;
use tracing::field::Empty;
use wasmtime::{Engine, Store, UpdateDeadline, component::Linker};

/// How the host is set up.
pub struct HostConfig {
    /// Where compiled plugins are kept; without it every start compiles.
    pub cache_dir: Option<PathBuf>,
    /// Compiles in a process of its own. Without it this process compiles, which is for tests only:
    /// nothing bounds what a hostile component makes the compiler use.
    pub compiler: Option<Compiler>,
    /// Key of the MACs over compiled plugins; must stay secret and the same.
    pub cache_key: Vec<u8>,
    /// Addresses that are not public, each with the purpose that may reach it all the same.
    pub exceptions: Exceptions,
    /// Calls at a time over all plugins; one plugin gets at most three quarters of it, one client
    /// at most half.
    pub max_concurrent: u32,
    /// How long a call waits for its turn before it is `Busy`.
    pub wait_ms: u64,
    pub ids: Ids,
    /// Looks up host names; tests let it change its mind.
    pub resolver: Arc<dyn Resolver>,
    /// Sends every granted request to this address instead; for tools that play the provider.
    pub detour: Option<SocketAddr>,
    /// Is told of every call that ended.
    pub observer: Option<Arc<dyn Observer>>,
}

impl Default for HostConfig {
    fn default() -> Self {
        Self {
            cache_dir: None,
            compiler: None,
            cache_key: Vec::new(),
            exceptions: Exceptions::default(),
            max_concurrent: 256,
            wait_ms: 10_000,
            ids: Ids::system(),
            resolver: Arc::new(SystemResolver),
            detour: None,
            observer: None,
        }
    }
}

/// An installed plugin.
pub struct Plugin {
    pub manifest: Arc<Manifest>,
    /// The settings' JSON Schema.
    pub schema: Value,
    /// Language code to texts.
    pub texts: BTreeMap<String, Value>,
    pub icon_svg: String,
    /// Further icons, by the name a channel gives.
    pub icons: BTreeMap<String, String>,
    pub license: String,
    /// SHA-256 of the package.
    pub digest: String,
    /// Counts the faults of a fresh update.
    pub trial: Trial,
    pub(super) guest: Arc<LazyGuest>,
}

type Plugins = BTreeMap<String, Arc<Plugin>>;

/// The plugin host. Cheap to clone.
#[derive(Clone)]
pub struct Host {
    pub(super) shared: Arc<Shared>,
    pub(super) plugins: Arc<ArcSwap<Plugins>>,
}

/// What all versions of all plugins share.
pub(super) struct Shared {
    pub engine: Engine,
    pulse: Pulse,
    pub linker: Linker<CallState>,
    pub cache: CompileCache,
    pub compiler: Option<Compiler>,
    pub previous: Mutex<Plugins>,
    lent: Arc<Lent>,
    turns: Turns,
    /// Guests that compute for long, one less than there are processors.
    lane: Turns,
    pub aside: Aside,
    wait: Duration,
}

/// Bytes a guest may hand over in one call into the host.
const HOSTCALL_BYTES: usize = 16 << 20;

/// Component handles a guest may hold.
const HANDLES: usize = 1_000;

impl Host {
    /// Starts the engine. Plugins are added by `prepare` and `place`.
    pub fn new(config: HostConfig, blobs: Blobs, clock: Clock) -> anyhow::Result<Self> {
        let max_concurrent = config.max_concurrent.max(4);
        let (engine, pulse) = engine::start(max_concurrent)?;
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let processors = u32::try_from(processors).unwrap_or(u32::MAX);
        let linker = guest::linker(&engine)?;
        let egress =
            Egress::with_resolver(config.exceptions, config.resolver).detoured(config.detour);
        let lent = Lent {
            egress,
            blobs,
            clock,
            ids: config.ids,
            interrupt_at: AtomicU32::new(0),
            observer: config.observer,
            relapsed: Arc::default(),
        };
        let shared = Shared {
            cache: CompileCache::open(config.cache_dir, &config.cache_key),
            compiler: config.compiler,
            previous: Mutex::default(),
            lent: Arc::new(lent),
            turns: Turns::new(max_concurrent),
            lane: Turns::on_processors(processors.saturating_sub(1).max(1)),
            aside: Aside::new(processors as usize),
            wait: Duration::from_millis(config.wait_ms),
            linker,
            engine,
            pulse,
        };
        Ok(Self { shared: Arc::new(shared), plugins: Arc::default() })
    }

    /// The broker all outgoing connections use; the mail room resolves through it.
    #[must_use]
    pub fn egress(&self) -> &Egress {
        &self.shared.lent.egress
    }

    /// Ends every guest at its `n`-th host call from now on, as a crash in the middle would; 0 ends
    /// none. For the conformance kit.
    pub fn interrupt_at(&self, n: u32) {
        self.shared.lent.interrupt_at.store(n, Ordering::Relaxed);
    }

    /// Rung when a version failed its trial; [`Plugin::trial`] says which and why.
    #[must_use]
    pub fn relapsed(&self) -> Arc<Notify> {
        self.shared.lent.relapsed.clone()
    }

    /// All installed plugins by id.
    #[must_use]
    pub fn plugins(&self) -> Vec<Arc<Plugin>> {
        self.plugins.load().values().cloned().collect()
    }

    /// One installed plugin.
    #[must_use]
    pub fn plugin(&self, id: &str) -> Option<Arc<Plugin>> {
        self.plugins.load().get(id).cloned()
    }

    /// A store with every limit set.
    pub(super) fn store(&self, manifest: &Arc<Manifest>, account: &Account) -> Store<CallState> {
        let memory = usize::try_from(manifest.limits.memory_bytes()).unwrap_or(64 << 20);
        let limiter = StoreLimiter::new(memory, engine::TABLE_ELEMENTS);
        let lane = Lane::new(&self.shared.lane, account.client_id, &manifest.id);
        let meter =
            Meter::start(manifest.limits.cpu_ms).in_lane(lane).watched(self.shared.pulse.beat());
        let state =
            CallState::new(self.shared.lent.clone(), manifest.clone(), account, limiter, meter);
        let mut store = Store::new(&self.shared.engine, state);
        store.limiter(|state| &mut state.limiter);
        store.set_hostcall_fuel(HOSTCALL_BYTES);
        store.set_max_component_handles(HANDLES);
        store.epoch_deadline_callback(|mut context| {
            let state = context.data_mut();
            if state.meter.is_over() {
                state.stop = Some(Stop::Deadline);
                return Err(wasmtime::Error::msg("out of processor time"));
            }
            Ok(UpdateDeadline::YieldCustom(1, Box::pin(state.meter.yielding())))
        });
        store.set_epoch_deadline(1);
        store
    }

    /// Sends a request of the host's own for an account, by the account's grants. No credential goes
    /// in, and so none is masked in the answer: this is how new ones arrive.
    pub async fn request(
        &self,
        account: &Account,
        request: egress::Request,
    ) -> Result<egress::Answer, egress::NetError> {
        let Some(plugin) = self.plugin(&account.plugin_id) else {
            return Err(egress::grant::denied("http.plugin", "there is no such plugin"));
        };
        let lent = &self.shared.lent;
        let bases = egress::grant::bases(&plugin.manifest, &account.config);
        let (secrets, mut traffic) = (super::account::Secrets::default(), (0, 0));
        let sending = egress::Sending {
            egress: lent.egress.to(Purpose::plugin(&account.plugin_id, account.client_id)),
            blobs: &lent.blobs,
            grant: egress::grant::Grant {
                manifest: &plugin.manifest,
                bases: &bases,
                secrets: &secrets,
            },
            channel_id: account.channel_id,
            inline_max: 1 << 20,
            blob_max: 1 << 20,
            timeout: Duration::from_secs(30),
            traffic: &mut traffic,
        };
        sending.send(request).await
    }

    /// Waits for a turn and prepares a call.
    pub(super) async fn begin(
        &self,
        account: &Account,
        interface: Interface,
        call: &'static str,
    ) -> Result<Running, CallError> {
        let plugin = self.plugin(&account.plugin_id).ok_or(CallError::UnknownPlugin)?;
        if !plugin.manifest.offers(interface) {
            return Err(CallError::Missing { interface: interface.name().to_owned() });
        }
        let span = tracing::trace_span!(
            target: SPANS,
            "plugin.call",
            plugin.id = account.plugin_id,
            plugin.version = plugin.manifest.version,
            plugin.call = call,
            client.id = account.client_id,
            channel.id = account.channel_id,
            otel.status_code = Empty,
            outcome = Empty,
            cpu.us = Empty,
            memory.peak = Empty,
            host.calls = Empty,
        );
        // Before the turn, which whoever waits for a component must not keep from others.
        let guest = self.guest(&plugin).await?;
        let turn =
            self.shared.turns.take(account.client_id, &account.plugin_id, self.shared.wait).await;
        let Some(turn) = turn else {
            self.tell(account, call, Ending::Limited, &CallReport::default());
            return Err(CallError::Busy);
        };
        Ok(Running {
            call,
            span,
            account: convert::account(account, &plugin.schema),
            store: self.store(&plugin.manifest, account),
            started_us: self.shared.lent.clock.now_us(),
            wall: Duration::from_millis(plugin.manifest.limits.wall_ms),
            plugin,
            guest,
            _turn: turn,
        })
    }

    /// Counts a call that never got its turn.
    fn tell(&self, account: &Account, call: &'static str, ending: Ending, report: &CallReport) {
        tell(
            &self.shared.lent,
            &Ended {
                client_id: account.client_id,
                channel_id: account.channel_id,
                plugin: &account.plugin_id,
                call,
                ending,
                report,
            },
        );
    }

    /// Calls that run now, and calls that wait for their turn.
    #[must_use]
    pub fn load(&self) -> (u32, usize) {
        self.shared.turns.load()
    }
}

/// A call under way.
pub(super) struct Running {
    pub plugin: Arc<Plugin>,
    pub guest: Arc<Guest>,
    pub store: Store<CallState>,
    pub account: super::bindings::types::Account,
    pub wall: Duration,
    /// Disabled unless traces are exported.
    pub span: tracing::Span,
    call: &'static str,
    started_us: i64,
    _turn: Turn,
}

/// What a guest answered, or that the wall clock ran out.
pub(super) type Outcome<T> =
    Result<wasmtime::Result<Result<T, Failure>>, tokio::time::error::Elapsed>;

impl Running {
    /// Judges the outcome and writes the report.
    pub fn end<T: batch_limits::Answer>(mut self, outcome: Outcome<T>) -> Called<T> {
        let limits = &self.plugin.manifest.limits;
        let result = match outcome {
            Err(_) => Err(CallError::WallTime),
            Ok(Err(e)) => Err(stopped(self.store.data_mut(), &e)),
            Ok(Ok(Err(failure))) => Err(CallError::Failure(failure)),
            Ok(Ok(Ok(answer))) => {
                match batch_limits::over(&answer, limits.batch_events, limits.batch_bytes) {
                    Some(what) => Err(CallError::Limit { what }),
                    None => Ok(answer),
                }
            }
        };
        let now = self.store.data().lent.clock.now_us();
        if let Err(error) = &result
            && self.plugin.trial.count(error, now / 1000)
        {
            self.store.data().lent.relapsed.notify_one();
        }
        let wall_us = u64::try_from(now - self.started_us).unwrap_or(0);
        let state = self.store.data_mut();
        let report = state.report(wall_us);
        let ending = Ending::of(&result);
        self.span.record("outcome", ending.as_str());
        // Signed, because that is the only kind of whole number a trace has.
        self.span.record("cpu.us", report.cpu_us.cast_signed());
        self.span.record("memory.peak", report.peak_memory.cast_signed());
        self.span.record("host.calls", i64::from(report.host_calls));
        if ending != Ending::Ok {
            self.span.record("otel.status_code", "ERROR");
        }
        tell(
            &state.lent,
            &Ended {
                client_id: state.client_id,
                channel_id: state.channel_id,
                plugin: &self.plugin.manifest.id,
                call: self.call,
                ending,
                report: &report,
            },
        );
        Called { result, report }
    }
}

fn tell(lent: &Lent, call: &Ended<'_>) {
    // Trial runs of an installation are nobody's.
    if call.client_id == 0 {
        return;
    }
    observe::count(call);
    if let Some(observer) = &lent.observer {
        observer.ended(call);
    }
}

/// A call that never began.
pub(super) fn refused<T>(error: CallError) -> Called<T> {
    Called { result: Err(error), report: CallReport::default() }
}

/// Why a guest was ended, told by the host's own records first.
fn stopped(state: &mut CallState, e: &wasmtime::Error) -> CallError {
    match state.stop.take() {
        Some(Stop::Deadline) => return CallError::Deadline,
        Some(Stop::Limit(what)) => return CallError::Limit { what },
        Some(Stop::Host(problem)) => {
            let detail = Detail::new("host.unavailable", problem);
            return CallError::Failure(Failure::Retryable(detail, Retry::default()));
        }
        None => {}
    }
    match state.limiter.refused() {
        Some(Refusal::Memory) => return CallError::Memory,
        Some(Refusal::Tables) => {
            return CallError::Limit { what: "table elements".to_owned() };
        }
        None => {}
    }
    if e.downcast_ref::<wasmtime::PoolConcurrencyLimitError>().is_some() {
        return CallError::Busy;
    }
    let backtrace = e.downcast_ref::<wasmtime::WasmBacktrace>().map(ToString::to_string);
    CallError::Trapped {
        message: e.root_cause().to_string(),
        backtrace: backtrace.unwrap_or_default(),
    }
}

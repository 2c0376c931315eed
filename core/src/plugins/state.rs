//! What lives beside one instance: the account it works for, its counters and why it was stopped.

use super::{
    account::{Account, CallReport, KvRead, LogLine, Secrets},
    admission::Turn,
    cpu_time::Meter,
    egress::{Egress, grant},
    limits::StoreLimiter,
    log_buffer::Lines,
    manifest::Manifest,
    observe::Observer,
    wasi_clocks::{CoarseMonotonic, CoarseWall},
};
use crate::{blobs::Blobs, clock::Clock, ids::Ids};
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};
use wasmtime::component::ResourceTable;
use wasmtime_wasi::{WasiCtx, WasiCtxBuilder, WasiCtxView, WasiView};

/// What the host lends to every call.
pub struct Lent {
    pub egress: Egress,
    pub blobs: Blobs,
    pub clock: Clock,
    pub ids: Ids,
    /// The host call at which guests are ended; 0 for none.
    pub interrupt_at: AtomicU32,
    pub observer: Option<Arc<dyn Observer>>,
    /// Rung when a version failed its trial.
    pub relapsed: Arc<tokio::sync::Notify>,
}

/// Why the host itself ended a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    Deadline,
    Limit(String),
    /// A service of the host failed; not the guest's fault, so worth another try.
    Host(String),
}

/// Host calls of one call that are not HTTP; enough for any honest plugin, too few for a flood.
const HOST_CALLS_MAX: u32 = 20_000;

/// Bytes of stored values that one call may read. The values themselves are small; a guest that
/// reads them over and over would keep the database busy for everybody.
const KV_BYTES_MAX: u64 = 16 << 20;

/// What one call may read from blobs, and write to them, as a multiple of the largest single blob.
const BLOB_FACTOR: u64 = 4;

/// What a call may read from blobs and write to them before it waits for its place.
const QUICK_BYTES: u64 = 2 << 20;

/// Resources a guest may hold at once.
const RESOURCES_MAX: usize = 1_000;

/// The store's data.
pub struct CallState {
    pub lent: Arc<Lent>,
    pub manifest: Arc<Manifest>,
    pub client_id: i64,
    pub channel_id: i64,
    pub secrets: Secrets,
    pub kv: Arc<dyn KvRead>,
    /// The values of the settings that hold base URLs.
    pub bases: BTreeMap<String, String>,
    pub table: ResourceTable,
    pub limiter: StoreLimiter,
    pub stop: Option<Stop>,
    pub host_calls: u32,
    pub http_calls: u32,
    /// Bytes out and in.
    pub traffic: (u64, u64),
    /// Bytes this call wrote to blobs, and read from them.
    pub blob_written: u64,
    pub blob_read: u64,
    /// Bytes of stored values this call read.
    pub kv_read: u64,
    pub meter: Meter,
    /// When the wall clock will end the call.
    pub deadline: tokio::time::Instant,
    lines: Lines,
    wasi: Option<Box<WasiCtx>>,
}

impl CallState {
    /// The state for one call on behalf of an account.
    pub fn new(
        lent: Arc<Lent>,
        manifest: Arc<Manifest>,
        account: &Account,
        limiter: StoreLimiter,
        meter: Meter,
    ) -> Self {
        let bases = grant::bases(&manifest, &account.config);
        let mut table = ResourceTable::new();
        table.set_max_capacity(RESOURCES_MAX);
        Self {
            lent,
            manifest,
            client_id: account.client_id,
            channel_id: account.channel_id,
            secrets: account.secrets.clone(),
            kv: account.kv.clone(),
            bases,
            table,
            limiter,
            stop: None,
            host_calls: 0,
            http_calls: 0,
            traffic: (0, 0),
            blob_written: 0,
            blob_read: 0,
            kv_read: 0,
            meter,
            deadline: tokio::time::Instant::now(),
            lines: Lines::default(),
            wasi: None,
        }
    }

    /// Counts a call into the host; too many end the guest.
    pub fn count(&mut self) -> wasmtime::Result<()> {
        self.host_calls += 1;
        if self.lent.interrupt_at.load(Ordering::Relaxed) == self.host_calls {
            return self.stop(Stop::Host("the call was interrupted".to_owned()));
        }
        if self.host_calls > HOST_CALLS_MAX {
            return self.stop(Stop::Limit(format!("more than {HOST_CALLS_MAX} host calls")));
        }
        Ok(())
    }

    /// Ends the guest: the error unwinds it, the reason is kept for the report.
    pub fn stop<T>(&mut self, stop: Stop) -> wasmtime::Result<T> {
        self.stop = Some(stop);
        Err(wasmtime::Error::msg("stopped by the host"))
    }

    /// Counts bytes of stored values.
    pub fn count_kv(&mut self, bytes: usize) -> wasmtime::Result<()> {
        self.kv_read += bytes as u64;
        if self.kv_read > KV_BYTES_MAX {
            return self.stop(Stop::Limit(format!(
                "more than {KV_BYTES_MAX} bytes of stored values read"
            )));
        }
        Ok(())
    }

    /// Counts bytes read from blobs.
    pub fn count_blob_read(&mut self, bytes: usize) -> wasmtime::Result<()> {
        self.blob_read += bytes as u64;
        if self.blob_read > self.blob_max() * BLOB_FACTOR {
            return self.stop(Stop::Limit("more bytes read from blobs than allowed".to_owned()));
        }
        Ok(())
    }

    /// Counts bytes written to blobs.
    pub fn count_blob_written(&mut self, bytes: usize) -> wasmtime::Result<()> {
        self.blob_written += bytes as u64;
        if self.blob_written > self.blob_max() * BLOB_FACTOR {
            return self.stop(Stop::Limit("more bytes written to blobs than allowed".to_owned()));
        }
        Ok(())
    }

    /// The largest blob this plugin may handle.
    #[must_use]
    pub fn blob_max(&self) -> u64 {
        self.manifest.send.attachment_max_bytes.max(50 << 20)
    }

    /// Keeps a line for the account's log.
    pub fn log(&mut self, line: LogLine) {
        self.lines.push(line);
    }

    /// A place among the few that may work with files at a time, once this call has moved more than
    /// any message does: what the host hashes and writes for a guest takes a processor as well.
    pub fn place_for_files(&self) -> impl Future<Output = Option<Turn>> + Send + 'static {
        let place = (self.blob_written + self.blob_read > QUICK_BYTES).then(|| self.meter.place());
        async move { place?.await }
    }

    /// What the call used.
    pub fn report(&mut self, wall_us: u64) -> CallReport {
        CallReport {
            logs: self.lines.take(),
            wall_us,
            cpu_us: self.meter.total_us(),
            peak_memory: self.limiter.peak() as u64,
            host_calls: self.host_calls,
            bytes_out: self.traffic.0,
            bytes_in: self.traffic.1,
        }
    }
}

impl WasiView for CallState {
    /// An empty context, made only for guests that were built for WASI: no folders, environment,
    /// arguments, network or terminal, and coarse clocks.
    fn ctx(&mut self) -> WasiCtxView<'_> {
        let clock = &self.lent.clock;
        let ctx = self.wasi.get_or_insert_with(|| {
            let mut ctx = WasiCtxBuilder::new();
            ctx.max_random_size(4096)
                .wall_clock(CoarseWall(clock.clone()))
                .monotonic_clock(CoarseMonotonic::start(clock.clone()));
            Box::new(ctx.build())
        });
        WasiCtxView { ctx, table: &mut self.table }
    }
}

//! The plugin host: every channel is a WebAssembly component that runs here and nowhere else.
//!
//! A call is a function: account and input in, batch out, in a fresh instance that is dropped
//! afterwards. Guests hold no secrets, write nothing and reach only what their manifest names. This
//! is the only room that knows wasmtime; what it shows are plain types.
//!
//! Reading order: `model` and `account` (what goes in and comes out), the crate `patchbay-package`
//! (what is installed), `loader`, `compile`, `guest` and `lazy_guest` (how it is checked, compiled, linked and loaded),
//! `install`, `host` and `calls` (how it runs), `turns` (when), `capabilities` and `egress` (what it
//! may ask for), `limits`, `state` and `weigh` (what
//! it may use).

mod account;
mod admission;
mod batch_limits;
mod bindings;
mod cache;
mod calls;
mod capabilities;
mod compile;
mod convert;
mod cost;
mod cpu_time;
pub mod egress;
mod engine;
mod epoch_ticker;
mod guest;
mod host;
mod host_interfaces;
mod install;
mod lazy_guest;
mod limits;
mod loader;
mod log_buffer;
pub mod model;
mod observe;
mod probation;
mod slow_lane;
mod state;
mod verify;
mod wasi_clocks;

pub use self::probation::Trial;
pub use crate::blobs::BlobRef;
pub use account::{
    Account, CallError, CallReport, Called, EmptyKv, KvRead, LogLevel, LogLine, Secrets,
};
pub use capabilities::socket::{PushReader, PushWriter, Pushed, net_error_text};
pub use compile::{COMMAND as COMPILE_COMMAND, CompileLimits, Compiler, compile_stdin};
pub use egress::{
    DETOUR_HEADER, Egress, EgressError, Exceptions, Purpose, PurposeEgress, Resolver,
    SystemResolver,
};
pub use host::{Host, HostConfig, Plugin};
pub use install::Face;
pub use model::*;
pub use observe::{Ended, Ending, Observer};
pub use patchbay_package::{
    API, Interface, Manifest, ManifestError, PACKAGE_MAX, Package, PackageError, bytes_of,
    fingerprint, manifest, rate_of,
};
pub use verify::{VerifyError, strip_proofs, verify};

//! The plugin host: every channel is a WebAssembly component that runs here and nowhere else.
//!
//! A call is a function: account and input in, batch out, in a fresh instance that is dropped
//! afterwards. Guests hold no secrets, write nothing and reach only what their manifest names. This
//! is the only room that knows wasmtime; what it shows are plain types.
//!
//! Reading order: `model` and `account` (what goes in and comes out), the crate `patchbay-package`
//! (what is installed), `loader`, `compile` and `guest` (how it is checked, compiled and linked),
//! `install`, `host` and `calls` (how it runs), `turns` (when), `capabilities` and `egress` (what it
//! may ask for), `limits`, `state` and `weigh` (what
//! it may use).

mod account;
mod aside;
mod bindings;
mod cache;
mod calls;
mod capabilities;
mod coarse;
mod compile;
mod convert;
mod cost;
pub mod egress;
mod engine;
mod guest;
mod host;
mod install;
mod limits;
mod lines;
mod loader;
mod meter;
pub mod model;
mod observe;
mod offered;
mod pulse;
mod state;
mod trial;
mod turns;
mod verify;
mod weigh;

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
pub use trial::Trial;
pub use verify::{VerifyError, strip_proofs, verify};

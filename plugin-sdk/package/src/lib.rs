//! Plugin packages (`.pbp`): what a manifest may say, how a package is read, written and signed.
//!
//! The host and the developer's command line read packages with the same code, so what `cargo
//! patchbay check` accepts is what a server accepts.

mod check;
mod hosts;
pub mod manifest;
mod read;
mod send;
mod sign;
mod write;

pub use check::{API, ManifestError, bytes_of, examine, is_always_forbidden, parse, rate_of};
pub use hosts::{covers, normal as normal_host};
pub use manifest::{Interface, Manifest};
pub use read::{Description, PACKAGE_MAX, Package, PackageError, WASM_MAX};
pub use sign::{FILE as SIGNATURE_FILE, Signature, SigningKey, fingerprint, hex};
pub use write::{sign, unpack, write};

//! Small host services: the clock, randomness, stored values, and log lines.

#[cfg(target_arch = "wasm32")]
use crate::bindings::imports::patchbay::plugin::host as raw;
#[cfg(not(target_arch = "wasm32"))]
use crate::testing as raw;

pub use crate::bindings::imports::patchbay::plugin::host::Level;

/// Milliseconds since the Unix epoch, from the host's clock.
pub fn now_ms() -> u64 {
    raw::now_ms()
}

/// Random bytes, at most 1,024.
pub fn random(count: u32) -> Vec<u8> {
    raw::random(count)
}

/// A value this account stored in an earlier batch.
pub fn kv_get(key: &str) -> Option<Vec<u8>> {
    raw::kv_get(key)
}

/// Whether a secret setting has a value. The value itself never enters the guest.
pub fn secret_exists(name: &str) -> bool {
    raw::secret_exists(name)
}

/// HMAC-SHA256 of `data` with a secret setting as key.
pub fn sign(secret: &str, data: &[u8]) -> Result<Vec<u8>, String> {
    raw::sign(secret, data)
}

/// Writes a line to the account's plugin log; the macros [`crate::info!`] and its sisters are
/// shorter. Never put secrets or message bodies here.
pub fn log(level: Level, message: &str, fields: &[(String, String)]) {
    raw::log(level, message, fields);
}

#[doc(hidden)]
#[macro_export]
macro_rules! __log {
    ($level:ident, $message:expr $(, $field:ident = $value:expr)* $(,)?) => {
        $crate::host::log(
            $crate::host::Level::$level,
            ::core::convert::AsRef::<str>::as_ref(&$message),
            &[$((
                ::std::string::String::from(stringify!($field)),
                ::std::string::ToString::to_string(&$value),
            )),*],
        )
    };
}

/// `debug!("message", field = value)`.
#[macro_export]
macro_rules! debug { ($($rest:tt)+) => { $crate::__log!(Debug, $($rest)+) }; }

/// `info!("message", field = value)`.
#[macro_export]
macro_rules! info { ($($rest:tt)+) => { $crate::__log!(Info, $($rest)+) }; }

/// `warn!("message", field = value)`.
#[macro_export]
macro_rules! warn { ($($rest:tt)+) => { $crate::__log!(Warn, $($rest)+) }; }

/// `error!("message", field = value)`.
#[macro_export]
macro_rules! error { ($($rest:tt)+) => { $crate::__log!(Error, $($rest)+) }; }

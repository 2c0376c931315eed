//! Log lines: where they go and how they look.
//!
//! Lines carry fixed dotted field names (`http.route`, `client.id`, `took.ms`) and never message
//! bodies, addresses of people, or tokens.

use crate::config::{Log, LogFormat};
use std::io::IsTerminal as _;
use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _};

/// Starts logging to standard error. A second call in the same process (tests) changes nothing.
pub fn start(log: &Log) {
    let filter = EnvFilter::try_new(&log.level).unwrap_or_else(|_| EnvFilter::new("info"));
    let registry = tracing_subscriber::registry().with(filter);
    let colours = std::io::stderr().is_terminal();
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(colours);
    let _ = match log.format {
        LogFormat::Text => registry.with(lines).try_init(),
        LogFormat::Json => registry.with(lines.json().flatten_event(true)).try_init(),
    };
}

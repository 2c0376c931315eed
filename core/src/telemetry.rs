//! Log lines and traces: where they go and how they look.
//!
//! Both carry fixed dotted field names (`http.route`, `client.id`, `took.ms`) and never message
//! bodies, addresses of people, or tokens.

mod export;
mod otlp;

use crate::config::{Log, LogFormat, Telemetry};
use std::io::IsTerminal as _;
use tracing_subscriber::{
    EnvFilter, Layer as _, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

pub use export::Exporter;

/// The target of spans that are exported. They are at level trace, so that without an exporter each
/// costs one comparison.
pub const SPANS: &str = "patchbay::spans";

/// Starts logging to standard error, and the export of traces where an endpoint is set; then it has
/// to be called from inside the runtime that shall carry the export. A second call in the same
/// process (tests) changes nothing.
#[must_use = "the last spans are sent when it is shut down"]
pub fn start(log: &Log, telemetry: &Telemetry) -> Option<Exporter> {
    let filter = EnvFilter::try_new(&log.level).unwrap_or_else(|_| EnvFilter::new("info"));
    let colours = std::io::stderr().is_terminal();
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(colours);
    let lines = match log.format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let registry = tracing_subscriber::registry().with(lines.with_filter(filter));
    if telemetry.otlp_endpoint.is_empty() {
        let _ = registry.try_init();
        return None;
    }
    match Exporter::new(telemetry) {
        Ok(exporter) => registry.with(exporter.layer()).try_init().ok().map(|()| exporter),
        Err(error) => {
            let _ = registry.try_init();
            tracing::error!(error = %format!("{error:#}"), "traces are not exported");
            None
        }
    }
}

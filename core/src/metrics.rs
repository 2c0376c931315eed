//! Process-wide numbers for Prometheus, shown at `/metrics`.
//!
//! Labels are short closed lists (a route's pattern, never its path), so the number of series is
//! bounded and no address or token ends in them.

use prometheus::{
    Encoder as _, HistogramOpts, HistogramVec, IntCounterVec, IntGauge, IntGaugeVec, Opts,
    Registry, TextEncoder,
};
use std::sync::LazyLock;

/// The numbers of this process.
pub struct Metrics {
    registry: Registry,
    /// Requests answered, by method, route pattern and status class.
    pub http_requests: IntCounterVec,
    /// How long answers took, by route pattern.
    pub http_seconds: HistogramVec,
    /// Sign-in attempts by outcome: `ok`, `refused`, `limited`, `tfa`.
    pub logins: IntCounterVec,
    /// Open sockets by kind: `agent`, `visitor`.
    pub sockets: IntGaugeVec,
    /// Jobs finished, by class and outcome.
    pub jobs: IntCounterVec,
    /// Plugin calls, by plugin, function and outcome.
    pub plugin_calls: IntCounterVec,
    /// How long plugin calls took, by plugin and function.
    pub plugin_seconds: HistogramVec,
    /// Messages stored, by direction (`in`, `out`).
    pub messages: IntCounterVec,
    /// 1 while the process takes no new work.
    pub draining: IntGauge,
}

static METRICS: LazyLock<Metrics> =
    LazyLock::new(|| Metrics::new().expect("the names below are valid and differ"));

/// The numbers of this process.
#[must_use]
pub fn metrics() -> &'static Metrics {
    &METRICS
}

impl Metrics {
    fn new() -> prometheus::Result<Self> {
        let registry = Registry::new();
        let counter = |name: &str, help: &str, labels: &[&str]| -> prometheus::Result<_> {
            let counter = IntCounterVec::new(Opts::new(name, help), labels)?;
            registry.register(Box::new(counter.clone()))?;
            Ok(counter)
        };
        let histogram = |name: &str, help: &str, labels: &[&str]| -> prometheus::Result<_> {
            let buckets = vec![
                0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 20.0,
            ];
            let opts = HistogramOpts::new(name, help).buckets(buckets);
            let histogram = HistogramVec::new(opts, labels)?;
            registry.register(Box::new(histogram.clone()))?;
            Ok(histogram)
        };
        let http_requests = counter(
            "patchbay_http_requests_total",
            "Requests answered.",
            &["method", "route", "status"],
        )?;
        let http_seconds =
            histogram("patchbay_http_request_seconds", "Time until the answer.", &["route"])?;
        let logins = counter("patchbay_logins_total", "Sign-in attempts.", &["outcome"])?;
        let jobs = counter("patchbay_jobs_total", "Jobs finished.", &["class", "outcome"])?;
        let plugin_calls = counter(
            "patchbay_plugin_calls_total",
            "Calls into plugins.",
            &["plugin", "function", "outcome"],
        )?;
        let plugin_seconds = histogram(
            "patchbay_plugin_call_seconds",
            "Time spent in plugin calls.",
            &["plugin", "function"],
        )?;
        let messages = counter("patchbay_messages_total", "Messages stored.", &["direction"])?;
        let sockets = IntGaugeVec::new(Opts::new("patchbay_sockets", "Open sockets."), &["kind"])?;
        let draining = IntGauge::new("patchbay_draining", "1 while no new work is taken.")?;
        registry.register(Box::new(sockets.clone()))?;
        registry.register(Box::new(draining.clone()))?;
        Ok(Self {
            registry,
            http_requests,
            http_seconds,
            logins,
            sockets,
            jobs,
            plugin_calls,
            plugin_seconds,
            messages,
            draining,
        })
    }

    /// All numbers in Prometheus' text format.
    #[must_use]
    pub fn render(&self) -> String {
        let mut out = Vec::new();
        let encoded = TextEncoder::new().encode(&self.registry.gather(), &mut out);
        match encoded {
            Ok(()) => String::from_utf8_lossy(&out).into_owned(),
            Err(error) => {
                tracing::error!(%error, "the metrics cannot be written");
                String::new()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::metrics;

    #[test]
    fn numbers_are_shown() {
        metrics().logins.with_label_values(&["ok"]).inc();
        let text = metrics().render();
        assert!(text.contains("patchbay_logins_total{outcome=\"ok\"}"), "{text}");
        assert!(text.contains("# HELP patchbay_draining"), "{text}");
    }
}

//! Process-wide numbers for Prometheus, shown at `/metrics`.
//!
//! Labels are short closed lists (a route's pattern, never its path), so the number of series is
//! bounded and no address or token ends in them.

use prometheus::{
    CounterVec, Encoder as _, HistogramOpts, HistogramVec, IntCounterVec, IntGauge, IntGaugeVec,
    Opts, Registry, TextEncoder,
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
    /// Processor time of plugin calls, by plugin and function.
    pub plugin_cpu: CounterVec,
    /// Bytes that plugins sent and got by HTTP, by plugin and direction.
    pub plugin_bytes: IntCounterVec,
    /// The most memory that one call of a plugin has used so far.
    pub plugin_memory: IntGaugeVec,
    /// Calls that run, and calls that wait for their turn.
    pub plugin_running: IntGauge,
    pub plugin_waiting: IntGauge,
    /// Accounts whose breaker is open, by plugin.
    pub plugin_breakers: IntGaugeVec,
    /// What waits in the database, by plugin and queue (`deliveries`, `retry`, `quarantined`), and
    /// the age of the oldest in seconds.
    pub plugin_queue: IntGaugeVec,
    pub plugin_queue_oldest: IntGaugeVec,
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
        let plugin_cpu = CounterVec::new(
            Opts::new("patchbay_plugin_cpu_seconds_total", "Processor time of plugin calls."),
            &["plugin", "function"],
        )?;
        registry.register(Box::new(plugin_cpu.clone()))?;
        let plugin_bytes = counter(
            "patchbay_plugin_bytes_total",
            "Bytes of the HTTP requests of plugins.",
            &["plugin", "direction"],
        )?;
        let gauges = |name: &str, help: &str, labels: &[&str]| -> prometheus::Result<_> {
            let gauges = IntGaugeVec::new(Opts::new(name, help), labels)?;
            registry.register(Box::new(gauges.clone()))?;
            Ok(gauges)
        };
        let plugin_memory = gauges(
            "patchbay_plugin_peak_memory_bytes",
            "The most memory of one plugin call.",
            &["plugin"],
        )?;
        let plugin_breakers = gauges(
            "patchbay_plugin_breakers_open",
            "Accounts whose calls wait after faults.",
            &["plugin"],
        )?;
        let plugin_queue = gauges(
            "patchbay_plugin_queue",
            "Deliveries and inputs that wait, in the whole installation.",
            &["plugin", "queue"],
        )?;
        let plugin_queue_oldest = gauges(
            "patchbay_plugin_queue_oldest_seconds",
            "The age of the oldest of them.",
            &["plugin", "queue"],
        )?;
        let gauge = |name: &str, help: &str| -> prometheus::Result<_> {
            let gauge = IntGauge::new(name, help)?;
            registry.register(Box::new(gauge.clone()))?;
            Ok(gauge)
        };
        let plugin_running = gauge("patchbay_plugin_calls_running", "Plugin calls that run.")?;
        let plugin_waiting =
            gauge("patchbay_plugin_calls_waiting", "Plugin calls that wait for their turn.")?;
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
            plugin_cpu,
            plugin_bytes,
            plugin_memory,
            plugin_running,
            plugin_waiting,
            plugin_breakers,
            plugin_queue,
            plugin_queue_oldest,
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

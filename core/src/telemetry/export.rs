//! Traces to an OpenTelemetry collector: OTLP over HTTP, in its JSON form.
//!
//! Which spans there are is decided where they are made, by the target [`super::SPANS`]; here they
//! are batched and sent. What cannot be sent is dropped: a collector that is away must cost nothing
//! but its traces.

use super::{SPANS, otlp};
use crate::config::Telemetry;
use anyhow::{Context as _, Result};
use opentelemetry::{KeyValue, trace::TracerProvider as _};
use opentelemetry_sdk::{
    Resource,
    error::{OTelSdkError, OTelSdkResult},
    trace::{Sampler, SdkTracerProvider, SpanData, SpanExporter},
};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use std::time::Duration;
use tokio::runtime::Handle;
use tracing::Subscriber;
use tracing_subscriber::{Layer, filter::Targets, registry::LookupSpan};

/// How long the collector may take for a batch.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Sends spans until it is shut down.
pub struct Exporter(SdkTracerProvider);

impl Exporter {
    /// An exporter to the configured endpoint, which is the collector's base address; the path of
    /// OTLP traces is added to it.
    pub(super) fn new(telemetry: &Telemetry) -> Result<Self> {
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured((*crate::tls::client_config()).clone())
            .redirect(reqwest::redirect::Policy::none())
            .default_headers(headers(&telemetry.otlp_headers)?)
            .timeout(TIMEOUT)
            .build()?;
        let resource = Resource::builder_empty()
            .with_service_name("patchbay")
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let collector = Collector {
            client,
            url: format!("{}/v1/traces", telemetry.otlp_endpoint.trim_end_matches('/')),
            runtime: Handle::try_current().context("there is no runtime")?,
            resource: resource.clone(),
        };
        let share = f64::from(telemetry.sample_percent) / 100.0;
        let sampler = Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(share)));
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(collector)
            .with_sampler(sampler)
            .with_resource(resource)
            .build();
        Ok(Self(provider))
    }

    /// The layer that makes spans of the target into traces.
    pub(super) fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'a> LookupSpan<'a>,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("patchbay"))
            .with_location(false)
            .with_threads(false)
            .with_tracked_inactivity(false)
            .with_filter(Targets::new().with_target(SPANS, tracing::Level::TRACE))
    }

    /// Sends what is left. Blocks for as long as the collector takes, so it belongs outside the
    /// runtime, which must still run.
    pub fn shutdown(self) {
        if let Err(error) = self.0.shutdown() {
            tracing::warn!(%error, "the last traces were not sent");
        }
    }
}

/// `name=value` lines as headers; a value may be a token and is not shown.
fn headers(lines: &[String]) -> Result<HeaderMap> {
    let mut headers = HeaderMap::new();
    for line in lines {
        let (name, value) = line.split_once('=').context("telemetry.otlp_headers: name=value")?;
        let name: HeaderName = name.trim().parse()?;
        let mut value: HeaderValue = value.trim().parse()?;
        value.set_sensitive(true);
        headers.insert(name, value);
    }
    Ok(headers)
}

/// Where batches go. They come from a thread of the SDK's own, so the requests are handed to the
/// runtime.
#[derive(Debug)]
struct Collector {
    client: reqwest::Client,
    url: String,
    runtime: Handle,
    resource: Resource,
}

impl SpanExporter for Collector {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let body = otlp::traces(&self.resource, &batch).to_string();
        let request =
            self.client.post(&self.url).header(CONTENT_TYPE, "application/json").body(body);
        let sent = self.runtime.spawn(async move { request.send().await });
        let failed = |what: String| Err(OTelSdkError::InternalFailure(what));
        match sent.await {
            Ok(Ok(answer)) if answer.status().is_success() => Ok(()),
            Ok(Ok(answer)) => failed(format!("the collector answered {}", answer.status())),
            Ok(Err(error)) => failed(error.to_string()),
            Err(error) => failed(error.to_string()),
        }
    }
}

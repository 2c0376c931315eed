//! Spans in OTLP's JSON form, as `opentelemetry-proto` 1.x writes it: ids in hexadecimal, 64-bit
//! numbers as text, enumerations as numbers.

use opentelemetry::{
    KeyValue, Value as Any,
    trace::{SpanId, SpanKind, Status},
};
use opentelemetry_sdk::{Resource, trace::SpanData};
use serde_json::{Value, json};
use std::time::{SystemTime, UNIX_EPOCH};

/// An export request with these spans.
pub(super) fn traces(resource: &Resource, spans: &[SpanData]) -> Value {
    let about: Vec<Value> =
        resource.iter().map(|(k, v)| json!({ "key": k.as_str(), "value": value(v) })).collect();
    json!({
        "resourceSpans": [{
            "resource": { "attributes": about },
            "scopeSpans": [{
                "scope": { "name": "patchbay" },
                "spans": spans.iter().map(span).collect::<Vec<_>>(),
            }],
        }],
    })
}

fn span(span: &SpanData) -> Value {
    let context = &span.span_context;
    let mut out = json!({
        "traceId": context.trace_id().to_string(),
        "spanId": context.span_id().to_string(),
        "flags": context.trace_flags().to_u8(),
        "name": span.name,
        "kind": kind(&span.span_kind),
        "startTimeUnixNano": nanos(span.start_time),
        "endTimeUnixNano": nanos(span.end_time),
        "attributes": span.attributes.iter().map(attribute).collect::<Vec<_>>(),
        "status": status(&span.status),
    });
    if span.parent_span_id != SpanId::INVALID {
        out["parentSpanId"] = span.parent_span_id.to_string().into();
    }
    out
}

fn nanos(time: SystemTime) -> String {
    time.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos()).to_string()
}

fn kind(kind: &SpanKind) -> u8 {
    match kind {
        SpanKind::Internal => 1,
        SpanKind::Server => 2,
        SpanKind::Client => 3,
        SpanKind::Producer => 4,
        SpanKind::Consumer => 5,
    }
}

fn status(status: &Status) -> Value {
    match status {
        Status::Unset => json!({}),
        Status::Ok => json!({ "code": 1 }),
        Status::Error { description } => json!({ "code": 2, "message": description }),
    }
}

fn attribute(pair: &KeyValue) -> Value {
    json!({ "key": pair.key.as_str(), "value": value(&pair.value) })
}

fn value(value: &Any) -> Value {
    match value {
        Any::Bool(b) => json!({ "boolValue": b }),
        Any::I64(n) => json!({ "intValue": n.to_string() }),
        Any::F64(n) => json!({ "doubleValue": n }),
        Any::String(text) => json!({ "stringValue": text.as_str() }),
        other => json!({ "stringValue": other.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_typed() {
        for (given, told) in [
            (Any::Bool(true), json!({ "boolValue": true })),
            (Any::I64(i64::MAX), json!({ "intValue": "9223372036854775807" })),
            (Any::F64(0.5), json!({ "doubleValue": 0.5 })),
            (Any::String("x".into()), json!({ "stringValue": "x" })),
        ] {
            assert_eq!(value(&given), told);
        }
        assert_eq!(kind(&SpanKind::Client), 3);
        assert_eq!(status(&Status::error("why")), json!({ "code": 2, "message": "why" }));
    }
}

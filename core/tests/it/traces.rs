//! Spans at a collector: a loopback server that reads what arrives as a collector would.

use crate::harness::{Ground, SECRET, Start, TOKEN, World, eventually};
use axum::{Router, body::Bytes, extract::State, http::HeaderMap, routing::post};
use serde_json::Value;
use std::sync::{Arc, Mutex};

/// Bodies that arrived, and the headers of the last.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<(Vec<String>, HeaderMap)>>);

impl Collector {
    async fn start() -> (Self, String) {
        let collector = Self::default();
        let app = Router::new().route("/v1/traces", post(take)).with_state(collector.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("bound");
        tokio::spawn(async move { axum::serve(listener, app).await });
        (collector, format!("http://{address}"))
    }

    fn bodies(&self) -> Vec<String> {
        self.0.lock().expect("the bodies").0.clone()
    }

    fn spans(&self) -> Vec<Value> {
        let mut spans = vec![];
        for body in self.bodies() {
            let body: Value = serde_json::from_str(&body).expect("JSON");
            for resource in body["resourceSpans"].as_array().expect("resources") {
                let about = resource["resource"]["attributes"].to_string();
                assert!(about.contains(r#""stringValue":"patchbay""#), "{about}");
                for scope in resource["scopeSpans"].as_array().expect("scopes") {
                    spans.extend(scope["spans"].as_array().expect("spans").iter().cloned());
                }
            }
        }
        spans
    }
}

async fn take(State(collector): State<Collector>, headers: HeaderMap, body: Bytes) -> &'static str {
    let mut kept = collector.0.lock().expect("the bodies");
    kept.0.push(String::from_utf8(body.to_vec()).expect("text"));
    kept.1 = headers;
    "{}"
}

fn attribute<'a>(span: &'a Value, key: &str) -> &'a Value {
    let all = span["attributes"].as_array().expect("attributes");
    all.iter().find(|a| a["key"] == key).map_or(&Value::Null, |a| &a["value"])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spans_reach_a_collector_and_tell_no_secret() {
    let (collector, url) = Collector::start().await;
    let start = Start::default()
        .set("PATCHBAY_TELEMETRY_OTLP_ENDPOINT", &url)
        .set("PATCHBAY_TELEMETRY_OTLP_HEADERS", "x-key=a-collectors-token")
        .set("OTEL_BSP_SCHEDULE_DELAY", 200);
    let world = World::open(Ground::sqlite(), start).await;
    let bot = world.bot().await;
    bot.write(81, "a text that is nobody's business").await;
    // A customer whom the provider knows, so that the answer can be sent.
    world.simulator.write(82, "Mei", serde_json::json!({ "text": "another text" })).await;
    let ticket = world.ticket_saying("another text").await["id"].as_i64().expect("an id");
    let said = world.one.reply(ticket, "an answer that is private").await;
    world.one.until_state(ticket, said["id"].as_i64().expect("an id"), "sent").await;

    let by_name = |name: &str, all: &[Value]| -> Vec<Value> {
        all.iter().filter(|span| span["name"] == name).cloned().collect()
    };
    let spans = eventually("a sending is traced", || async {
        let spans = collector.spans();
        (!by_name("delivery", &spans).is_empty()).then_some(spans)
    })
    .await;
    let webhook = &by_name("webhook", &spans)[0];
    assert_eq!(webhook["kind"], 2);
    assert_eq!(attribute(webhook, "answer")["stringValue"], "taken");
    assert_eq!(attribute(webhook, "channel.id")["intValue"], bot.id.to_string());
    let begins = webhook["startTimeUnixNano"].as_str().and_then(|n| n.parse::<u64>().ok());
    let ends = webhook["endTimeUnixNano"].as_str().and_then(|n| n.parse::<u64>().ok());
    assert!(begins < ends, "{webhook}");
    let inside = |parent: &Value, name: &str, call: &str| {
        let found = spans.iter().find(|span| {
            span["name"] == name
                && span["parentSpanId"] == parent["spanId"]
                && (call.is_empty() || attribute(span, "plugin.call")["stringValue"] == call)
        });
        let found = found.unwrap_or_else(|| panic!("no {name} {call} inside {parent}"));
        assert_eq!(found["traceId"], parent["traceId"]);
        found.clone()
    };
    let call = inside(webhook, "plugin.call", "webhook");
    assert_eq!(attribute(&call, "plugin.id")["stringValue"], "telegram");
    assert_eq!(attribute(&call, "outcome")["stringValue"], "ok");
    inside(webhook, "commit", "");
    let delivery = &by_name("delivery", &spans)[0];
    let send = inside(delivery, "plugin.call", "send");
    let request = inside(&send, "http.request", "");
    assert_eq!(attribute(&request, "server.address")["stringValue"], "127.0.0.1");
    assert_eq!(attribute(&request, "http.response.status_code")["intValue"], "200");

    let sent = collector.bodies().join("\n");
    for secret in [TOKEN, SECRET, "nobody's business", "is private", "a-collectors-token"] {
        assert!(!sent.contains(secret), "{secret} is in a trace");
    }
    let headers = collector.0.lock().expect("the headers").1.clone();
    assert_eq!(headers["x-key"], "a-collectors-token");
    assert_eq!(headers["content-type"], "application/json");
}

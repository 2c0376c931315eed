//! Plugins in other languages in the real host: the compiled fixtures that are kept in the
//! repository, and the examples of the SDK.
//!
//! A fixture is not built here: that a component compiled earlier still loads and answers is what
//! these tests are for. `cargo xtask languages fixtures` builds them anew.
#![expect(clippy::print_stdout, reason = "stories print what they counted")]

mod examples;
#[path = "../rig/tool.rs"]
mod tool;

use axum::{Json, Router, http::StatusCode, routing::any};
use parking_lot::Mutex;
use patchbay::{
    blobs::{BlobConfig, Blobs},
    clock::Clock,
    ids::Ids,
    plugins::{
        Account, CallError, Event, Failure, Host, HostConfig, KvRead, OutgoingMessage, Secrets,
        WebhookRequest,
    },
};
use serde_json::{Value, json};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The languages a fixture is kept of.
const FIXTURES: [&str; 3] = ["rust-echo", "ts-echo", "py-echo"];

/// What the tests' provider was sent.
type SentRequests = Arc<Mutex<Vec<Value>>>;

/// A host and a provider it may reach.
pub struct World {
    pub host: Host,
    pub base_url: String,
    pub seen: SentRequests,
    _folder: tempfile::TempDir,
}

struct NoKv;

impl KvRead for NoKv {
    fn get<'a>(
        &'a self,
        _key: &'a str,
    ) -> futures_util::future::BoxFuture<'a, anyhow::Result<Option<Vec<u8>>>> {
        Box::pin(async { Ok(None) })
    }
}

impl World {
    pub async fn start() -> Self {
        let seen = SentRequests::default();
        let provider = Router::new()
            .route("/v1/me", any(|| async { Json(json!({"name": "The shop"})) }))
            .route(
                "/v1/messages",
                any({
                    let seen = seen.clone();
                    async move |Json(body): Json<Value>| {
                        let refused = body["text"] == "refuse this";
                        seen.lock().push(body);
                        let status = if refused { StatusCode::BAD_REQUEST } else { StatusCode::OK };
                        (status, Json(json!({"id": "out-1"})))
                    }
                }),
            );
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, provider).await.unwrap() });

        let folder = tempfile::tempdir().unwrap();
        let store = BlobConfig::Folder(folder.path().join("blobs"));
        let blobs = Blobs::open(&store, Clock::system(), Ids::seeded(2)).unwrap();
        let config = HostConfig {
            cache_dir: Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled-languages")),
            cache_key: b"a key of this test".to_vec(),
            exceptions: patchbay::plugins::Exceptions::default().simulated(&[address.to_string()]),
            max_concurrent: 4,
            ids: Ids::seeded(1),
            ..HostConfig::default()
        };
        let host = Host::new(config, blobs, Clock::system()).unwrap();
        Self { host, base_url: format!("http://{address}"), seen, _folder: folder }
    }

    pub fn account(&self, plugin: &str, config: Value) -> Account {
        let secrets = [("signing_secret", "s"), ("api_token", "t")];
        Account {
            client_id: 1,
            channel_id: 7,
            plugin_id: plugin.to_owned(),
            config,
            secrets: Secrets::from_iter(secrets),
            public_url: "https://desk.example.com".to_owned(),
            kv: Arc::new(NoKv),
        }
    }
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

pub fn posted(body: impl Into<Vec<u8>>) -> WebhookRequest {
    WebhookRequest {
        method: "POST".to_owned(),
        body: body.into(),
        verified: "signature".to_owned(),
        ..WebhookRequest::default()
    }
}

pub fn outgoing(text: &str) -> OutgoingMessage {
    OutgoingMessage {
        op_id: "op-1".to_owned(),
        thread: "9".to_owned(),
        text: Some(text.to_owned()),
        ..OutgoingMessage::default()
    }
}

fn install(world: &World, fixture: &str) {
    let path = root().join(format!("plugin-sdk/fixtures/{fixture}.pbp"));
    let package = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    world.host.install(&package).unwrap_or_else(|e| panic!("{fixture}: {e}"));
}

/// A link in it ends after the two bytes of `é`, and another one in their middle.
const UPDATE: &str = r#"{"update_id":5,"message":{"id":2,"chat":9,"date":1700000000,
    "text":"é.example is down 🙂","from":{"id":4,"name":"Ann","username":"ann"},
    "entities":[{"kind":"link","offset":0,"length":10},{"kind":"link","offset":0,"length":1},
                {"kind":"bold","offset":3,"length":2}]}}"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_compiled_fixture_loads_and_answers_alike() {
    let world = World::start().await;
    for fixture in FIXTURES {
        install(&world, fixture);
        let account = world.account(fixture, json!({"base_url": world.base_url}));

        let checked = world.host.check(&account).await.result.unwrap();
        assert_eq!(checked.facts, [("base_url".to_owned(), world.base_url.clone())], "{fixture}");
        assert!(checked.problems.is_empty(), "{fixture}: {checked:?}");
        assert!(!checked.title.unwrap().is_empty(), "{fixture}");

        let called = world.host.webhook(&account, posted(UPDATE)).await;
        println!(
            "{fixture}: {} us and {} KB for a webhook",
            called.report.wall_us,
            called.report.peak_memory / 1000
        );
        let (reply, batch) = called.result.unwrap();
        assert!(reply.is_none(), "{fixture}");
        let [Event::Message(message)] = &batch.events[..] else { panic!("{fixture}: {batch:?}") };
        assert_eq!(message.external_id, "9:2:5", "{fixture}");
        assert_eq!((message.thread.as_str(), message.at_ms), ("9", 1_700_000_000_000), "{fixture}");
        assert_eq!(message.text.as_deref(), Some("é.example> is down 🙂"), "{fixture}");
        assert_eq!(message.from.external_id, "4", "{fixture}");
        assert_eq!(message.from.display_name.as_deref(), Some("Ann"), "{fixture}");
        assert_eq!(message.from.attrs, [("username".to_owned(), "ann".to_owned())], "{fixture}");

        let called = world.host.send(&account, &outgoing("hello")).await;
        assert_eq!(called.report.logs[0].message, "sending", "{fixture}");
        let sent = called.result.unwrap();
        assert_eq!((sent.external_ids, sent.status.as_str()), (vec!["out-1".to_owned()], "sent"));
        assert_eq!(sent.batch.kv[0].key, "last", "{fixture}");
        assert_eq!(sent.batch.kv[0].value.as_deref(), Some(&b"op-1"[..]), "{fixture}");
    }
    let said = json!({"conversation": "9", "text": "hello"});
    assert_eq!(*world.seen.lock(), vec![said; FIXTURES.len()]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_goes_wrong_is_typed_in_every_language() {
    let world = World::start().await;
    for fixture in FIXTURES {
        install(&world, fixture);
        let account = world.account(fixture, json!({"base_url": world.base_url}));
        for body in ["{", "\u{0}\u{1}", ""] {
            let error = world.host.webhook(&account, posted(body)).await.result.unwrap_err();
            let CallError::Failure(Failure::Permanent(detail)) = error else {
                panic!("{fixture}: {error:?}")
            };
            assert_eq!(detail.code, "plugin.json", "{fixture}");
        }
        let error = world.host.send(&account, &outgoing("refuse this")).await.result.unwrap_err();
        let CallError::Failure(Failure::Permanent(detail)) = error else {
            panic!("{fixture}: {error:?}")
        };
        assert_eq!(detail.code, "echo.refused", "{fixture}");

        let account = world.account(fixture, json!({"base_url": "https://other.example"}));
        let called = world.host.send(&account, &outgoing("hello")).await;
        let error = called.result.unwrap_err();
        assert!(
            matches!(error, CallError::Failure(Failure::Permanent(_) | Failure::Retryable(..))),
            "{fixture}: {error:?}"
        );

        let account = world.account(fixture, json!({"base_url": 7}));
        let error = world.host.check(&account).await.result.unwrap_err();
        assert!(
            matches!(error, CallError::Failure(Failure::NeedsConfig(_))),
            "{fixture}: {error:?}"
        );
    }
}

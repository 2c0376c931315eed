//! The examples of the SDK that are not in Rust, built with the tool their authors would use.

use crate::{World, outgoing, posted, root, tool};
use patchbay::plugins::{Conversation, Event, Turn};
use serde_json::json;
use std::{path::Path, sync::Mutex, time::SystemTime};

/// The package of an example, built when it is missing or older than its sources.
/// `cargo xtask test languages` has built it before; this is for those who run only these tests.
fn package(name: &str) -> Vec<u8> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap();
    let folder = root().join("plugin-sdk/examples").join(name);
    let package = root().join("target/languages").join(format!("{name}.pbp"));
    let built = package.metadata().and_then(|m| m.modified()).ok();
    if built.is_none() || built < newest(&folder) {
        let status = tool::cargo_patchbay(&root())
            .arg("build")
            .arg(&folder)
            .args(["--out", "target/languages"])
            .status()
            .unwrap();
        assert!(status.success(), "{name} does not build");
        // The tool leaves an equal package untouched; its time says that it was looked at.
        std::fs::write(&package, std::fs::read(&package).unwrap()).unwrap();
    }
    std::fs::read(package).unwrap()
}

fn newest(folder: &Path) -> Option<SystemTime> {
    let products = ["node_modules", "__pycache__"];
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let times = entries.filter_map(|entry| {
        let path = entry.path();
        if products.iter().any(|product| path.ends_with(product)) {
            None
        } else if path.is_dir() {
            newest(&path)
        } else {
            path.metadata().ok()?.modified().ok()
        }
    });
    times.max()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_typescript_webhook_takes_and_sends_messages() {
    let world = World::start().await;
    world.host.install(&package("ts-webhook")).unwrap();
    let account = world.account("ts-webhook", json!({"base_url": world.base_url}));
    let checked = world.host.check(&account).await.result.unwrap();
    assert_eq!(checked.title.as_deref(), Some("The shop"));
    let said = json!({"id": "m-1", "conversation": "c-7", "sender": {"id": "u-1", "name": "Ann"},
        "text": "Hello"});
    let body = json!({"type": "message", "sent_at": 1_700_000_000_000_u64, "message": said});
    let called = world.host.webhook(&account, posted(body.to_string())).await;
    let (_, batch) = called.result.unwrap();
    let [Event::Message(message)] = &batch.events[..] else { panic!("{batch:?}") };
    assert_eq!((message.external_id.as_str(), message.text.as_deref()), ("m-1", Some("Hello")));
    let sent = world.host.send(&account, &outgoing("Hi")).await.result.unwrap();
    assert_eq!(sent.external_ids, ["out-1"]);
}

fn conversation(text: &str) -> Conversation {
    let turn = Turn {
        role: "customer".to_owned(),
        name: "Ann".to_owned(),
        text: text.to_owned(),
        at_ms: 1_700_000_000_000,
    };
    Conversation { channel: "EMAIL".to_owned(), turns: vec![turn], ..Conversation::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_python_helper_suggests_and_analyses_by_its_rules() {
    let world = World::start().await;
    world.host.install(&package("py-helper")).unwrap();
    let account = world.account("py-helper", json!({}));
    let talk = conversation("My parcel never arrived, this is terrible. Where is my order?");
    let suggested = world.host.suggest(&account, &talk, 2).await.result.unwrap();
    assert!(!suggested.is_empty() && suggested.len() <= 2, "{suggested:?}");
    assert!(suggested[0].source.as_deref().unwrap_or_default().contains("rule"), "{suggested:?}");
    let analysis = world.host.analyse_text(&account, &talk).await.result.unwrap();
    assert!(analysis.sentiment.unwrap() < 0.0, "{analysis:?}");
    assert_eq!(analysis.topics[0].name, "delivery");
    assert!(world.seen.lock().is_empty(), "no model is configured");
}

//! With a data folder a restart forgets nothing.
use std::path::PathBuf;

use patchbay_simulator::Options;
use serde_json::{Value, json};

use crate::hook::Hook;
use crate::sim::{Sim, TOKEN, until};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("simulator-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }

    fn options(&self) -> Options {
        Options { data: Some(self.0.clone()), time_scale: 0.01, ..Options::default() }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn chats(sim: &Sim) -> Value {
    sim.look(&format!("chats/{TOKEN}")).await
}

#[tokio::test]
async fn chats_files_and_waiting_updates_survive() {
    let folder = Folder::new("restart");
    let sim = Sim::with(folder.options()).await;
    sim.ann("first").await;
    let note = json!({ "content": "kept", "file_name": "a.txt" });
    sim.control("messages", json!({ "token": TOKEN, "from": { "id": 7 }, "document": note })).await;
    sim.call("sendMessage", json!({ "chat_id": 7, "text": "answer" })).await.ok();
    sim.call("editMessageText", json!({ "chat_id": 7, "message_id": 3, "text": "edited" }))
        .await
        .ok();
    let updates = sim.updates().await;
    let first = updates[0]["update_id"].as_i64().unwrap();
    sim.call("getUpdates", json!({ "offset": first + 1 })).await.ok();
    let before = chats(&sim).await;
    drop(sim);

    let sim = Sim::with(folder.options()).await;
    assert_eq!(chats(&sim).await, before);
    let left = sim.updates().await;
    assert_eq!(left.len(), 1, "the first was confirmed");
    let id = &left[0]["message"]["document"]["file_id"];
    let file = sim.call("getFile", json!({ "file_id": id })).await.ok();
    let path = file["file_path"].as_str().unwrap();
    let url = format!("{}/telegram/file/bot{TOKEN}/{path}", sim.base);
    assert_eq!(sim.client.get(url).send().await.unwrap().text().await.unwrap(), "kept");
    let next = sim.ann("after").await;
    assert_eq!(next["update_id"], first + 2, "ids go on counting");
    assert_eq!(next["message_id"], 4);
}

#[tokio::test]
async fn a_webhook_is_served_again_and_half_a_line_is_dropped() {
    let folder = Folder::new("hook");
    let hook = Hook::start().await;
    hook.poison(Some("waits"));
    let sim = Sim::with(folder.options()).await;
    sim.call("setWebhook", json!({ "url": hook.url, "secret_token": "s3cret" })).await.ok();
    sim.ann("waits").await;
    until("it was tried", async || !hook.got().is_empty()).await;
    drop(sim);
    hook.poison(None);
    let journal = folder.0.join("telegram.jsonl");
    let mut bytes = std::fs::read(&journal).unwrap();
    let whole = bytes.len();
    bytes.extend_from_slice(b"{\"change\":\"mess");
    std::fs::write(&journal, &bytes).unwrap();

    let sim = Sim::with(folder.options()).await;
    // The first simulator's last try may still have got through, and then it comes twice, as it may
    // at Telegram.
    until("it is delivered", async || !hook.accepted().is_empty()).await;
    assert_eq!(hook.accepted()[0].text(), "waits");
    assert_eq!(hook.accepted()[0].secret.as_deref(), Some("s3cret"));
    sim.ann("more").await;
    drop(sim);
    let bytes = std::fs::read(&journal).unwrap();
    assert_eq!(bytes[whole], b'{');
    assert!(!bytes[whole..].windows(7).any(|part| part == b"\"mess{\""));
    let sim = Sim::with(folder.options()).await;
    assert_eq!(chats(&sim).await["totals"]["incoming"], 2);
}

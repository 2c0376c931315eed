//! What a plugin call costs: the same parsing code natively, in an instance that is kept, and in a
//! fresh instance per call as the host does it.
//!
//! `cargo xtask bench plugin_call`. The guest is the one of the host's tests; it is built when it is
//! missing. `PATCHBAY_GUESTS` names another folder to take it from. Ratios of one run mean more than
//! times of two.
#![expect(clippy::print_stdout, reason = "an example shows its result")]

#[path = "../tests/guests/hostile/src/normalise.rs"]
mod normalise;

use anyhow::{Context as _, Result, ensure};
use patchbay::{
    blobs::{BlobConfig, Blobs},
    clock::Clock,
    ids::Ids,
    plugins::{Account, EmptyKv, Host, HostConfig, Secrets, WebhookRequest},
};
use std::{
    hint::black_box,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
    time::Duration,
};
use tokio::time::Instant;

const ROUNDS: usize = 9;
const CALLS: u32 = 1_000;

#[tokio::main]
async fn main() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let store = BlobConfig::Folder(folder.path().to_owned());
    let blobs = Blobs::open(&store, Clock::system(), Ids::system())?;
    let host = Host::new(HostConfig::default(), blobs, Clock::system())?;
    host.install(&package()?)?;
    let account = Account {
        client_id: 1,
        channel_id: 1,
        plugin_id: "hostile".to_owned(),
        config: serde_json::json!({}),
        secrets: Secrets::default(),
        public_url: String::new(),
        kv: Arc::new(EmptyKv),
    };
    println!("Plugin call; targets: 40 µs fresh at 1024 B, 2.00 kept/native at 8192 B");
    println!("size      native     kept      fresh     kept/native  fresh-kept");
    for size in [1 << 10, 8 << 10] {
        let request = WebhookRequest { body: update(size), ..WebhookRequest::default() };
        let (mut native, mut kept, mut fresh) = (Vec::new(), Vec::new(), Vec::new());
        // Interleaved rounds, so that what the machine does besides hits all three alike.
        for _ in 0..ROUNDS {
            native.push(natively(&request.body)?);
            kept.push(host.repeat_webhook(&account, &request, CALLS).await? / CALLS);
            fresh.push(freshly(&host, &account, &request).await?);
        }
        let (native, kept, fresh) = (median(native), median(kept), median(fresh));
        println!(
            "{size:>5} B  {:>7.2} µs {:>7.2} µs {:>7.2} µs  {:>9.2}  {:>7.2} µs",
            us(native),
            us(kept),
            us(fresh),
            us(kept) / us(native),
            us(fresh) - us(kept),
        );
    }
    Ok(())
}

fn package() -> Result<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let guests = std::env::var_os("PATCHBAY_GUESTS");
    let path = guests.map_or(root.join("target/guests"), PathBuf::from).join("hostile.pbp");
    if !path.exists() {
        let build = ["run", "--quiet", "-p", "cargo-patchbay", "--", "build"];
        let status = Command::new(env!("CARGO"))
            .current_dir(&root)
            .args(build)
            .args(["core/tests/guests/hostile", "--out", "target/guests"])
            .status()?;
        ensure!(status.success(), "the guest does not build");
    }
    std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))
}

fn natively(body: &[u8]) -> Result<Duration> {
    let began = Instant::now();
    for _ in 0..CALLS {
        let fields = normalise::normalise(black_box(body))?;
        black_box((
            fields.external_id,
            fields.thread,
            fields.person,
            fields.name,
            fields.username,
            fields.at_ms,
            fields.text,
        ));
    }
    Ok(began.elapsed() / CALLS)
}

async fn freshly(host: &Host, account: &Account, request: &WebhookRequest) -> Result<Duration> {
    let began = Instant::now();
    for _ in 0..CALLS {
        black_box(host.webhook(account, request.clone()).await.result?);
    }
    Ok(began.elapsed() / CALLS)
}

/// An update of about so many bytes, like those of messengers: many small fields.
fn update(size: usize) -> Vec<u8> {
    let entities: Vec<_> = (0..size / 64)
        .map(|i| serde_json::json!({ "kind": "bold", "offset": i, "length": 1, "note": "x" }))
        .collect();
    let update = serde_json::json!({
        "update_id": 1,
        "message": {
            "id": 2, "chat": 3, "date": 1_700_000_000, "text": "hello there",
            "from": { "id": 4, "name": "Ann Example", "username": "ann" },
            "entities": entities,
        },
    });
    update.to_string().into_bytes()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn us(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

//! What plugins of each language cost: compile and load, a call fresh, in a kept instance and native,
//! with one and with two threads, and the memory of a call in flight.
//!
//! `cargo xtask bench plugins`. Options after `--`: `--calls 1000` of each round for a quick guest
//! (slow ones make fewer), `--rounds 7`, `--flight 16` calls in flight. The guests are the compiled
//! fixtures in `plugin-sdk/fixtures`; where one is not there it is left out, and Rust's place is
//! taken by the guest of the host's tests. Ratios of one run mean more than times of two.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/guests/hostile/src/normalise.rs"]
mod normalise;
#[path = "../tests/plugin_host/package.rs"]
#[expect(dead_code, reason = "the host's tests make more of packages")]
mod package;
#[path = "../tests/rig/report.rs"]
#[expect(dead_code, reason = "other benchmarks use the rest")]
mod report;

use anyhow::{Context as _, Result, ensure};
use patchbay::{
    blobs::{BlobConfig, Blobs},
    clock::Clock,
    ids::Ids,
    plugins::{Account, EmptyKv, Host, HostConfig, OutgoingMessage, Secrets, WebhookRequest},
};
use report::option;
use serde_json::json;
use std::{hint::black_box, path::Path, sync::Arc, time::Duration};
use tokio::{io::AsyncReadExt as _, net::TcpListener, sync::mpsc, time::Instant};

const SIZES: [(&str, usize); 3] = [("0.7 KB", 700), ("8 KB", 8 << 10), ("100 KB", 100 << 10)];

/// A compiled plugin of a language.
struct Guest {
    language: &'static str,
    id: &'static str,
    package: Vec<u8>,
}

fn guests() -> Vec<Guest> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugin-sdk/fixtures");
    let fixture = |language, id: &'static str| {
        let package = std::fs::read(fixtures.join(format!("{id}.pbp"))).ok()?;
        Some(Guest { language, id, package })
    };
    let rust = fixture("Rust", "rust-echo").unwrap_or_else(|| Guest {
        language: "Rust",
        id: "hostile",
        package: package::hostile(),
    });
    [Some(rust), fixture("TypeScript", "ts-echo"), fixture("Python", "py-echo")]
        .into_iter()
        .flatten()
        .collect()
}

/// A server that takes requests and never answers; tells of each that has come.
async fn silent() -> Result<(String, mpsc::UnboundedReceiver<()>)> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    let (told, came) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let told = told.clone();
            tokio::spawn(async move {
                let mut bytes = [0; 4096];
                if stream.read(&mut bytes).await.is_ok_and(|n| n > 0) {
                    let _ = told.send(());
                    // Open until the caller has had enough.
                    while stream.read(&mut bytes).await.is_ok_and(|n| n > 0) {}
                }
            });
        }
    });
    Ok((address, came))
}

struct Bench {
    folder: tempfile::TempDir,
    silent: String,
    calls: u32,
    rounds: u64,
}

impl Bench {
    fn host(&self, cache: bool) -> Result<Host> {
        let store = BlobConfig::Folder(self.folder.path().join("blobs"));
        let blobs = Blobs::open(&store, Clock::system(), Ids::system())?;
        let config = HostConfig {
            cache_dir: cache.then(|| self.folder.path().join("cache")),
            cache_key: b"a key of the benchmark".to_vec(),
            exceptions: patchbay::plugins::Exceptions::default()
                .simulated(std::slice::from_ref(&self.silent)),
            ..HostConfig::default()
        };
        Host::new(config, blobs, Clock::system())
    }

    fn account(&self, guest: &Guest) -> Account {
        let base = format!("http://{}", self.silent);
        let request = json!({ "url": format!("{base}/"), "method": "POST", "body": "x" });
        Account {
            client_id: 1,
            channel_id: 1,
            plugin_id: guest.id.to_owned(),
            config: json!({
                "base_url": base, "api_base": base, "do": "http", "arg": request.to_string(),
            }),
            secrets: Secrets::default(),
            public_url: String::new(),
            kv: Arc::new(EmptyKv),
        }
    }

    /// So many calls of a round that a round takes about as long for every language.
    fn calls_for(&self, one: Duration) -> u32 {
        let budget = Duration::from_millis(60 * u64::from(self.calls.max(10)) / 1000 + 5);
        let fit = budget.as_nanos() / one.as_nanos().max(1);
        u32::try_from(fit).unwrap_or(self.calls).clamp(3, self.calls)
    }
}

async fn freshly(
    host: &Host,
    account: &Account,
    request: &WebhookRequest,
    calls: u32,
) -> Result<Duration> {
    let began = Instant::now();
    for _ in 0..calls {
        black_box(host.webhook(account, request.clone()).await.result?);
    }
    Ok(began.elapsed() / calls)
}

/// Calls on two threads at once; the time is that of one call on its thread.
async fn on_two(
    host: &Host,
    account: &Account,
    request: &WebhookRequest,
    calls: u32,
) -> Result<Duration> {
    let task = || {
        let (host, account, request) = (host.clone(), account.clone(), request.clone());
        tokio::spawn(async move { freshly(&host, &account, &request, calls).await })
    };
    let (one, two) = tokio::try_join!(task(), task())?;
    Ok((one? + two?) / 2)
}

fn natively(body: &[u8], calls: u32) -> Result<Duration> {
    let began = Instant::now();
    for _ in 0..calls {
        let fields = normalise::normalise(black_box(body))?;
        black_box((fields.external_id, fields.thread, fields.person, fields.text));
        black_box((fields.name, fields.username, fields.at_ms));
    }
    Ok(began.elapsed() / calls)
}

/// Memory of one call that waits for a provider, and how many there were.
async fn in_flight(
    host: &Host,
    account: &Account,
    came: &mut mpsc::UnboundedReceiver<()>,
    count: usize,
) -> Result<f64> {
    let own = std::process::id();
    let mut calls = tokio::task::JoinSet::new();
    let before = report::resident(own)?;
    for _ in 0..count {
        let (host, account) = (host.clone(), account.clone());
        calls.spawn(async move {
            if account.plugin_id == "hostile" {
                drop(host.check(&account).await);
            } else {
                let message =
                    OutgoingMessage { text: Some("x".to_owned()), ..OutgoingMessage::default() };
                drop(host.send(&account, &message).await);
            }
        });
    }
    for _ in 0..count {
        let wait = tokio::time::timeout(Duration::from_secs(30), came.recv());
        wait.await.context("a call did not come to its request")?;
    }
    let after = report::resident(own)?;
    calls.shutdown().await;
    Ok(after.saturating_sub(before) as f64 / count as f64)
}

fn main() -> Result<()> {
    let runtime = |threads: usize| {
        tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build()
    };
    let (one, two) = (runtime(1)?, runtime(2)?);
    let (silent, mut came) = two.block_on(silent())?;
    let bench = Bench {
        folder: tempfile::tempdir()?,
        silent,
        calls: u32::try_from(option("calls", 1000))?.max(3),
        rounds: option("rounds", 7).max(1),
    };
    let guests = guests();
    ensure!(!guests.is_empty(), "no guest is built");

    println!("Plugins by language: compile once, load from the cache, memory of a call in flight");
    println!("{:<11} {:>9} {:>11} {:>9} {:>12}", "", "package", "compile", "load", "in flight");
    for guest in &guests {
        let began = Instant::now();
        bench.host(true)?.install(&guest.package).context(guest.id)?;
        let compile = began.elapsed();
        let host = bench.host(true)?;
        let began = Instant::now();
        host.install(&guest.package)?;
        let load = began.elapsed();
        let account = bench.account(guest);
        let flight = usize::try_from(option("flight", 16))?.max(1);
        // The first calls make what stays: threads' stacks, the pool's first pages.
        two.block_on(in_flight(&host, &account, &mut came, 1))?;
        let memory = two.block_on(in_flight(&host, &account, &mut came, flight))?;
        println!(
            "{:<11} {:>6.2} MB {:>8.0} ms {:>6.1} ms {:>9.0} KB",
            guest.language,
            guest.package.len() as f64 / 1e6,
            compile.as_secs_f64() * 1e3,
            load.as_secs_f64() * 1e3,
            memory / 1e3,
        );
    }

    println!("\nOne webhook call; native is the same work compiled for this machine");
    println!(
        "{:<11} {:>7} {:>11} {:>11} {:>11} {:>13} {:>12}",
        "", "size", "native", "kept", "fresh", "fresh, 2 thr", "kept/native"
    );
    for guest in &guests {
        let host = bench.host(true)?;
        host.install(&guest.package)?;
        // Without an act to do, the guest of the host's tests behaves.
        let account = Account { config: json!({}), ..bench.account(guest) };
        for (label, size) in SIZES {
            let request = WebhookRequest { body: update(size), ..WebhookRequest::default() };
            let first = one.block_on(freshly(&host, &account, &request, 3))?;
            let calls = bench.calls_for(first);
            let (mut native, mut kept) = (vec![], vec![]);
            let (mut fresh, mut double) = (vec![], vec![]);
            // Interleaved rounds, so that what the machine does besides hits all alike.
            for _ in 0..bench.rounds {
                native.push(natively(&request.body, calls.max(20))?);
                kept.push(one.block_on(host.repeat_webhook(&account, &request, calls))? / calls);
                fresh.push(one.block_on(freshly(&host, &account, &request, calls))?);
                double.push(two.block_on(on_two(&host, &account, &request, calls))?);
            }
            let (native, kept) = (median(native), median(kept));
            println!(
                "{:<11} {label:>7} {:>8.2} µs {:>8.2} µs {:>8.2} µs {:>10.2} µs {:>12.2}",
                guest.language,
                us(native),
                us(kept),
                us(median(fresh)),
                us(median(double)),
                us(kept) / us(native),
            );
        }
    }
    Ok(())
}

/// An update of about so many bytes, like those of messengers: many small fields.
fn update(size: usize) -> Vec<u8> {
    let entities: Vec<_> = (0..size / 64)
        .map(|i| json!({ "kind": "bold", "offset": i, "length": 1, "note": "x" }))
        .collect();
    let update = json!({
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

//! The server is killed again and again while customers write and agents answer. Nothing that was
//! acknowledged may be lost, nothing may be there twice.
//!
//! `PATCHBAY_CRASH_ROUNDS` sets how often it is killed, `PATCHBAY_CRASH_SEED` repeats a run's
//! instants. Run with `--nocapture` to see the counts of a run that passes.
#![expect(clippy::print_stdout, reason = "the counts are what the test is for")]

#[path = "../rig/mod.rs"]
#[expect(dead_code, reason = "the benchmarks use the rest of the rig")]
mod rig;

mod agents;
mod network;
mod verdict;

use agents::Agent;
use anyhow::{Context as _, Result, ensure};
use network::Network;
use rig::{database, desk::Desk, dice::Dice, program::Folder, shown};
use std::time::Duration;
use tokio::time::Instant;

const CHATS: usize = 40;
const UPDATES: u64 = 2000;
/// How long a server lives at most, from its start to its end.
const LIFE_MS: u64 = 2400;
/// How long the last server may take to bring everything to its end.
const DRAIN_MAX: Duration = Duration::from_secs(90);

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_or_doubled_on_sqlite() {
    run(None, number("PATCHBAY_CRASH_ROUNDS", 25)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_or_doubled_on_postgresql() {
    let Ok(server) = std::env::var("PATCHBAY_TEST_POSTGRES_URL") else {
        eprintln!("skipped: PATCHBAY_TEST_POSTGRES_URL is not set");
        return;
    };
    let (admin, own, name) =
        database::new_database(&server, "crash").await.expect("a database of its own");
    run(Some(&own), 5.min(number("PATCHBAY_CRASH_ROUNDS", 5))).await;
    database::drop_database(admin, &name).await.expect("dropped");
}

async fn run(database: Option<&str>, rounds: u64) {
    let mut folder = Folder::new(database).expect("a folder");
    let seed = number("PATCHBAY_CRASH_SEED", u64::from(std::process::id()));
    if let Err(error) = rounds_of(&mut folder, rounds, seed).await {
        panic!("seed {seed}: {error:#}\n--- the server's last lines\n{}", folder.log_tail());
    }
}

async fn rounds_of(folder: &mut Folder, rounds: u64, seed: u64) -> Result<()> {
    let began = Instant::now();
    let network = Network::start().await?;
    folder.set("PATCHBAY_EGRESS_ALLOW_PRIVATE", &rig::reach::plugins_reach(&network.address));
    for (username, kind) in [("admin", "admin"), ("agent1", "agent"), ("agent2", "agent")] {
        folder.create_user(username, kind).await?;
    }
    let mut server = folder.start()?;
    server.ready().await?;
    let admin = Desk::sign_in(&server.url, "admin", "admin").await?;
    let channel =
        admin.connect_telegram(network::TOKEN, "a-secret-of-the-rig", &network.api()).await?;
    ensure!(channel["state"]["status"] == "ok", "the channel is not connected: {channel}");

    let mut dice = Dice::new(seed);
    // Spread over all lives, so that every one of them is killed in the middle of work.
    let expected_s = Duration::from_millis(rounds * LIFE_MS / 2).as_secs_f64();
    let flood = network.flood(UPDATES, CHATS, UPDATES as f64 / expected_s).await?;
    let mut agents = vec![];
    for username in ["agent1", "agent2"] {
        let desk = Desk::sign_in(&server.url, username, "agent").await?;
        agents.push(Agent::start(desk, username, dice.next()));
    }

    let (mut killed_early, mut up) = (0, Duration::ZERO);
    for _ in 0..rounds {
        let life = Duration::from_millis(50 + dice.below(LIFE_MS));
        let begun = Instant::now();
        let listened = tokio::time::timeout(life, server.ready()).await;
        match listened {
            Ok(ready) => {
                ready?;
                tokio::time::sleep(life.saturating_sub(begun.elapsed())).await;
                up += life;
            }
            Err(_) => killed_early += 1,
        }
        server.kill().await?;
        server = folder.start()?;
    }
    server.ready().await?;

    network.flood_taken(flood, DRAIN_MAX).await?;
    let mut replies = vec![];
    for agent in agents {
        replies.extend(agent.stop().await?);
    }
    let settled = shown::settle(&admin, DRAIN_MAX).await;
    let settled = settled.context("messages were still on their way at the end")?;
    let phone = network.phone().await?;
    let verdict = verdict::judge(&phone, &settled, &replies);
    println!(
        "{rounds} kills in {:.0} s ({killed_early} before it listened, {:.0} s up), seed {seed}\n{}",
        began.elapsed().as_secs_f64(),
        up.as_secs_f64(),
        verdict.summary,
    );
    let quarantine = admin.get("/api/quarantine").await?;
    ensure!(quarantine["data"].as_array().is_some_and(Vec::is_empty), "quarantined: {quarantine}");
    ensure!(verdict.faults.is_empty(), "{}\n{}", verdict.summary, verdict.faults.join("\n"));
    server.kill().await
}

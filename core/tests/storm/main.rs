//! A storm through all simulators: customers write over every network at once, webhooks come twice,
//! late, shuffled or not at all, sends go wrong, and the server is killed in between. Nothing is
//! lost, nothing is doubled, and every conversation keeps its order.
//!
//! `PATCHBAY_STORM_MESSAGES` and `PATCHBAY_STORM_KILLS` set its size, `PATCHBAY_STORM_SEED` repeats a
//! run's draws. Needs `target/plugins` (`cargo xtask plugins`). Run with `--nocapture` to see the
//! counts of a run that passes.
#![expect(clippy::print_stdout, reason = "the counts are what the test is for")]

#[path = "../rig/mod.rs"]
#[expect(dead_code, reason = "the benchmarks use the rest of the rig")]
mod rig;
#[path = "../mail_host/stack.rs"]
#[expect(dead_code, reason = "each test binary uses its part of the stack")]
mod stack;

mod agents;
mod judge;
mod mailboxes;
mod networks;
mod people;
mod weather;

use agents::Agents;
use anyhow::{Result, bail, ensure};
use judge::{Evidence, Verdict, judge, missing};
use networks::{NETWORKS, Networks};
use people::{CustomerText, Plan, Written, write};
use rig::{
    database,
    desk::Desk,
    dice::Dice,
    program::Folder,
    shown::{self, DeskMessage},
};
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, sleep};
use weather::Weather;

/// How long the road has to be empty before nothing more is expected on it: longer than any pause of
/// a provider that tries again.
const QUIET: Duration = Duration::from_secs(4);
/// How long the last server may take to bring everything to its end.
const DRAIN_MAX: Duration = Duration::from_secs(240);

/// The storms and the mailboxes take turns: one of them is enough for a machine, and delays are
/// measured.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_storm_loses_and_doubles_nothing_on_sqlite() {
    run(None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_storm_loses_and_doubles_nothing_on_postgresql() {
    let Ok(server) = std::env::var("PATCHBAY_TEST_POSTGRES_URL") else {
        eprintln!("skipped: PATCHBAY_TEST_POSTGRES_URL is not set");
        return;
    };
    let (admin, own, name) =
        database::new_database(&server, "storm").await.expect("a database of its own");
    run(Some(&own)).await;
    database::drop_database(admin, &name).await.expect("dropped");
}

async fn run(database: Option<&str>) {
    let _alone = ALONE.lock().await;
    let mut folder = Folder::new(database).expect("a folder");
    let seed = number("PATCHBAY_STORM_SEED", u64::from(std::process::id()));
    let messages = number("PATCHBAY_STORM_MESSAGES", 600);
    let plan = Plan {
        messages: usize::try_from(messages).expect("a size"),
        people: (messages / 250).clamp(8, 40),
    };
    if let Err(error) = storm(&mut folder, plan, seed).await {
        panic!("seed {seed}: {error:#}\n--- the server's last lines\n{}", folder.log_tail());
    }
}

async fn storm(folder: &mut Folder, plan: Plan, seed: u64) -> Result<()> {
    let mut dice = Dice::new(seed);
    let kills = number("PATCHBAY_STORM_KILLS", 1);
    let mut networks = Networks::start().await?;
    let (weather, _road) = Weather::start(&folder.url(), dice.next()).await?;
    folder.set(
        "PATCHBAY_EGRESS_ALLOW_PRIVATE",
        &rig::reach::plugins_reach(&networks.addresses().await?),
    );
    folder.call_at(&weather.url);
    for (username, kind) in [("admin", "admin"), ("agent1", "agent"), ("agent2", "agent")] {
        folder.create_user(username, kind).await?;
    }
    let mut server = folder.start()?;
    server.ready().await?;
    let admin = Desk::sign_in(&folder.url(), "admin", "admin").await?;
    networks.connect(&admin).await?;
    let mut desks = vec![];
    for username in ["agent1", "agent2"] {
        desks.push(Desk::sign_in(&folder.url(), username, "agent").await?);
    }

    let began = Instant::now();
    weather.turn(true);
    let networks = Arc::new(networks);
    let agents = Agents::start(&networks, desks, plan.messages / 20, Dice::new(dice.next()));
    let writing = tokio::spawn({
        let (networks, weather, dice) = (networks.clone(), weather.clone(), Dice::new(dice.next()));
        async move { write(&networks, &weather, plan, dice).await }
    });
    let mut instants: Vec<u64> = (0..kills).map(|_| 10 + dice.below(75)).collect();
    instants.sort_unstable();
    for percent in &instants {
        // Of what comes by webhooks: the desk asks for mail by itself, a fifth of all.
        let at = plan.messages * 3 / 4 * usize::try_from(*percent)? / 100;
        until_taken(&weather, at).await?;
        sleep(Duration::from_millis(dice.below(60))).await;
        server.kill().await?;
        sleep(Duration::from_millis(dice.below(1500))).await;
        server = folder.start()?;
        server.ready().await?;
    }
    let written = writing.await??;
    let wrote = began.elapsed();
    let answers = agents.stop().await?;
    let shown = settled(&admin, &networks, &weather, &written.said).await?;
    let (phones, passages) = (networks.phones().await?, weather.passages());
    let evidence = Evidence {
        said: &written.said,
        passages: &passages,
        shown: &shown,
        answers: &answers,
        phones: &phones,
    };
    let verdict = judge(&evidence);
    println!(
        "{kills} kills at {instants:?} %, {} people in each network, seed {seed}",
        plan.people
    );
    tell(&written, &weather, &networks, &verdict).await?;
    println!(
        "written in {:.0} s ({:.0}/s), everything at its end after {:.0} s",
        wrote.as_secs_f64(),
        plan.messages as f64 / wrote.as_secs_f64(),
        began.elapsed().as_secs_f64(),
    );
    let quarantine = admin.get("/api/quarantine").await?;
    ensure!(quarantine["data"].as_array().is_some_and(Vec::is_empty), "quarantined: {quarantine}");
    let faults = &verdict.faults;
    let some = faults[..faults.len().min(40)].join("\n");
    ensure!(faults.is_empty(), "{} things are wrong:\n{some}", faults.len());
    server.kill().await
}

/// Waits until the desk took so many texts.
async fn until_taken(weather: &Weather, at: usize) -> Result<()> {
    let until = Instant::now() + DRAIN_MAX;
    while weather.taken(|_| true) < at {
        ensure!(Instant::now() < until, "the desk does not take {at} texts");
        sleep(Duration::from_millis(5)).await;
    }
    Ok(())
}

/// Everything the desk shows, once nobody calls any more, all texts are there, no answer is on its way
/// and the bots have spoken; or what there is when the time is over.
async fn settled(
    admin: &Desk,
    networks: &Networks,
    weather: &Weather,
    said: &[CustomerText],
) -> Result<Vec<DeskMessage>> {
    let until = Instant::now() + DRAIN_MAX;
    loop {
        let sure = said.iter().filter(|one| people::is_repeated(&one.text)).count();
        let quiet = weather.quiet_since().is_none_or(|at| at.elapsed() > QUIET);
        if quiet && weather.taken(people::is_repeated) >= sure || Instant::now() > until {
            let shown = shown::read(admin).await?;
            let moving = shown.iter().filter(|one| one.is_moving()).count();
            let missing = missing(said, &shown);
            if moving == 0 && missing.is_empty() && networks.bots_are_done().await? {
                return Ok(shown);
            }
            if Instant::now() > until {
                if moving == 0 {
                    return Ok(shown);
                }
                bail!("{moving} answers were still on their way, {} texts missing", missing.len());
            }
        }
        sleep(Duration::from_secs(1)).await;
    }
}

async fn tell(
    written: &Written,
    weather: &Weather,
    networks: &Networks,
    verdict: &Verdict,
) -> Result<()> {
    let mut spoilt = vec![];
    for (place, network) in NETWORKS.iter().enumerate() {
        spoilt.push(format!("{} {}", network.id, networks.spoilt(place).await?));
    }
    let fates = weather.fates();
    let posts: u64 = fates.iter().map(|(_, count)| count).sum();
    println!(
        "in:  {} told twice, {} once more later, {} shuffled; {posts} requests: {fates:?}",
        written.twice, written.later, written.shuffled,
    );
    println!("out: sends that went wrong on purpose: {}", spoilt.join(", "));
    println!("{} conversations, {} tickets", verdict.conversations, verdict.tickets);
    verdict.print();
    Ok(())
}

//! Hostile guests of one client in a loop, next to the plugin of another client that behaves: the
//! server's memory, and how long the good plugin's webhooks take without and with the attack.
//!
//! `cargo xtask bench containment`. Options after `--`: `--seconds 20` of the attack, `--at-once 8`
//! hostile calls at a time, `--rate 50` webhooks a second, `--act loop` for that act alone.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/rig/mod.rs"]
#[expect(dead_code, reason = "other programs use the rest of the rig")]
mod rig;

#[path = "../tests/plugin_host/package.rs"]
#[expect(dead_code, reason = "the host's tests make more of packages")]
mod package;

use anyhow::Result;
use rig::{
    containment::{ACTS, Arena, p50_p99, peak},
    report::{heading, line, ms, option, resident},
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::time::sleep;

#[tokio::main]
async fn main() -> Result<()> {
    let seconds = option("seconds", 20).max(2);
    let at_once = usize::try_from(option("at-once", 8))?;
    let rate = option("rate", 50).max(1);
    let act = std::env::args().skip_while(|one| one != "--act").nth(1);
    let arena = Arena::start(&package::hostile(), act.as_deref()).await?;
    let id = arena.load.program.id()?;
    let calm = Duration::from_secs(seconds / 2);

    // Connecting the accounts ran each act once; what that took is part of the start.
    arena.behave(1, rate, Duration::from_secs(2)).await?;
    let start = resident(id)?;
    let mut quiet = arena.behave(100_000, rate, calm).await?;

    let stop = Arc::new(AtomicBool::new(false));
    let attack = arena.attack(at_once, stop.clone());
    let good = async {
        let times = arena.behave(200_000, rate, Duration::from_secs(seconds)).await;
        stop.store(true, Ordering::Relaxed);
        times
    };
    let (acts, mut under_attack) = tokio::try_join!(attack, good)?;
    let highest = peak(id)?;
    sleep(Duration::from_secs(5)).await;
    let end = resident(id)?;
    let mut after = arena.behave(300_000, rate, calm).await?;

    let (quiet, under) = (p50_p99(&mut quiet), p50_p99(&mut under_attack));
    let after = p50_p99(&mut after);
    let mb = |bytes: u64| format!("{:.0} MB", bytes as f64 / 1e6);
    heading(&format!(
        "Containment: {}, {at_once} at a time, {acts} calls in {seconds} s; {rate} \
         webhooks a second of another client",
        act.unwrap_or_else(|| format!("{} hostile acts", ACTS.len())),
    ));
    for (what, (p50, p99)) in [("without", quiet), ("during", under), ("after", after)] {
        line(&format!("webhook answered, p50, {what} the attack"), &ms(p50), "");
        line(&format!("webhook answered, p99, {what} the attack"), &ms(p99), "");
    }
    line("resident, before", &mb(start), "");
    line("resident, highest", &mb(highest), "");
    line("resident, five seconds after", &mb(end), "level");
    Ok(())
}

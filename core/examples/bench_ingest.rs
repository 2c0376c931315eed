//! From a provider's webhook to another agent's screen: latency at a steady rate, then how many a
//! second at most.
//!
//! `cargo xtask bench ingest`. Options after `--`: `--rate 200`, `--seconds 20`, `--connections 64`,
//! `--burst 10` (seconds of the second part). With `PATCHBAY_BENCH_POSTGRES_URL`, an empty database,
//! it is run on PostgreSQL as well.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/rig/mod.rs"]
#[expect(dead_code, reason = "other programs use the rest of the rig")]
mod rig;

use anyhow::{Context as _, Result, ensure};
use rig::{
    load::{Load, number_in},
    report::{heading, line, ms, on_both_engines, option, percentile, processor},
    socket::Socket,
    wire::Wire,
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until, timeout},
};

/// Customers who write in turn.
const CHATS: u64 = 500;
/// Updates are numbered from here in the second part.
const BURST: u64 = 10_000_000;

#[tokio::main]
async fn main() -> Result<()> {
    on_both_engines(run).await
}

async fn run(engine: &str, database: Option<&str>) -> Result<()> {
    let load = Arc::new(Load::start(database).await?);
    let mut socket = Socket::live(&load.agent).await?;
    let (arrived, arrivals) = mpsc::unbounded_channel();
    let reading = tokio::spawn(async move {
        loop {
            let frame = socket.text().await?;
            let now = Instant::now();
            if let Some(number) = number_in(&frame)
                && arrived.send((number, now)).is_err()
            {
                return anyhow::Ok(());
            }
        }
    });
    let (rate, seconds) = (option("rate", 200), option("seconds", 20));
    heading(&format!("Ingest, {engine}"));
    let mut arrivals = arrivals;
    // Every customer once, so that the figures are those of a desk at work, and caches are warm.
    steady(&load, &mut arrivals, 1, CHATS, 200).await?;
    let (mut answers, mut screens) =
        steady(&load, &mut arrivals, 1_000_000, rate * seconds, rate).await?;
    line(&format!("webhook answered at {rate}/s, p50"), &ms(percentile(&mut answers, 50.0)), "");
    line("webhook answered, p99", &ms(percentile(&mut answers, 99.0)), "");
    line("on another agent's socket, p50", &ms(percentile(&mut screens, 50.0)), "3 ms");
    line("on another agent's socket, p99", &ms(percentile(&mut screens, 99.0)), "15 ms");
    burst(&load, &mut arrivals, engine).await?;
    drop(arrivals);
    reading.abort();
    Ok(())
}

type Arrivals = mpsc::UnboundedReceiver<(u64, Instant)>;

/// Sends `count` updates at a rate. Times count from the instant an update was due, so that a server
/// that stalls cannot hide it by slowing the sender down.
async fn steady(
    load: &Arc<Load>,
    arrivals: &mut Arrivals,
    first: u64,
    count: u64,
    rate: u64,
) -> Result<(Vec<Duration>, Vec<Duration>)> {
    let next = Arc::new(AtomicU64::new(0));
    let began = Instant::now() + Duration::from_millis(50);
    let due = move |at: u64| began + Duration::from_secs_f64(at as f64 / rate as f64);
    let mut senders = vec![];
    for _ in 0..16 {
        let (load, next) = (load.clone(), next.clone());
        senders.push(tokio::spawn(async move {
            let mut wire = Wire::connect(&load.program.url).await?;
            let mut answers = vec![];
            loop {
                let at = next.fetch_add(1, Ordering::SeqCst);
                if at >= count {
                    return anyhow::Ok(answers);
                }
                sleep_until(due(at)).await;
                let status = load.post(&mut wire, first + at, CHATS).await?;
                ensure!(status == 200, "a webhook was answered {status}");
                answers.push(due(at).elapsed());
            }
        }));
    }
    let mut screens = vec![];
    while screens.len() < usize::try_from(count)? {
        let arrival = timeout(Duration::from_secs(30), arrivals.recv()).await;
        let (number, at) = arrival.context("messages did not arrive")?.context("no socket")?;
        screens.push(at.saturating_duration_since(due(number - first)));
    }
    let mut answers = vec![];
    for sender in senders {
        answers.extend(sender.await??);
    }
    Ok((answers, screens))
}

/// As many updates as the server takes.
async fn burst(load: &Arc<Load>, arrivals: &mut Arrivals, engine: &str) -> Result<()> {
    let (connections, seconds) = (option("connections", 64), option("burst", 10));
    let next = Arc::new(AtomicU64::new(BURST));
    let server = load.program.id()?;
    let before = processor(server)?;
    let began = Instant::now();
    let until = began + Duration::from_secs(seconds);
    let mut senders = vec![];
    for _ in 0..connections {
        let (load, next) = (load.clone(), next.clone());
        senders.push(tokio::spawn(async move {
            let mut wire = Wire::connect(&load.program.url).await?;
            let mut answers = vec![];
            while Instant::now() < until {
                let number = next.fetch_add(1, Ordering::SeqCst);
                let sent = Instant::now();
                let status = load.post(&mut wire, number, CHATS).await?;
                ensure!(status == 200, "a webhook was answered {status}");
                answers.push(sent.elapsed());
            }
            anyhow::Ok(answers)
        }));
    }
    let mut answers = vec![];
    for sender in senders {
        answers.extend(sender.await??);
    }
    let took = began.elapsed();
    let mut shown = 0;
    while shown < answers.len() {
        let arrival = timeout(Duration::from_secs(60), arrivals.recv()).await;
        arrival.context("messages did not arrive")?.context("no socket")?;
        shown += 1;
    }
    let behind = began.elapsed().saturating_sub(took);
    let target = if engine == "SQLite" { "3000/s" } else { "" };
    let per_second = answers.len() as f64 / took.as_secs_f64();
    line(
        &format!("taken a second, {connections} connections, {seconds} s"),
        &format!("{per_second:.0}/s"),
        target,
    );
    let used = processor(server)?.saturating_sub(before) / u32::try_from(answers.len())?;
    line("the server's processor time for each", &ms(used), "");
    line("answered, p99", &ms(percentile(&mut answers, 99.0)), "");
    line("all on the agent's socket after the last answer", &ms(behind), "");
    Ok(())
}

//! Many agents' sockets on one server: what an idle one costs, and how long until all have an event.
//!
//! `cargo xtask bench sockets`. Option after `--`: `--sockets 2000`. Both ends are on this machine,
//! so the open files allowed must be a little more than that for this program and for the server.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/rig/mod.rs"]
#[expect(dead_code, reason = "other programs use the rest of the rig")]
mod rig;

use anyhow::{Context as _, Result};
use rig::{
    load::{Load, number_in},
    report::{heading, line, ms, option, percentile, resident},
    socket::Socket,
    wire::Wire,
};
use std::time::Duration;
use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{Instant, sleep, timeout},
};

/// Sockets that are opened at the same time.
const OPENERS: usize = 50;
const BROADCASTS: u64 = 5;

#[tokio::main]
async fn main() -> Result<()> {
    let count = usize::try_from(option("sockets", 2000))?;
    let load = Load::start(None).await?;
    let mut wire = Wire::connect(&load.program.url).await?;
    // Whatever grows at the first use has grown before the sockets are counted.
    load.post(&mut wire, 1, 1).await?;
    drop(Socket::live(&load.agent).await?);
    sleep(Duration::from_secs(3)).await;
    let before = resident(load.program.id()?)?;

    let (arrived, mut arrivals) = mpsc::unbounded_channel();
    let began = Instant::now();
    let mut readers = JoinSet::new();
    let mut open = 0;
    while open < count {
        let now = OPENERS.min(count - open);
        let sockets = (0..now).map(|_| Socket::live(&load.agent));
        for socket in futures_util::future::try_join_all(sockets).await? {
            let arrived = arrived.clone();
            let mut socket = socket;
            readers.spawn(async move {
                while let Ok(frame) = socket.text().await {
                    if number_in(&frame).is_some() && arrived.send(Instant::now()).is_err() {
                        return;
                    }
                }
            });
        }
        open += now;
    }
    let opened = began.elapsed();
    sleep(Duration::from_secs(5)).await;
    let after = resident(load.program.id()?)?;

    let mut broadcasts = vec![];
    for number in 2..2 + BROADCASTS {
        let sent = Instant::now();
        load.post(&mut wire, number, 1).await?;
        let mut last = sent;
        for _ in 0..count {
            let arrival = timeout(Duration::from_secs(30), arrivals.recv()).await;
            last = last.max(arrival.context("not all sockets got it")?.context("no sockets")?);
        }
        broadcasts.push(last - sent);
        sleep(Duration::from_millis(500)).await;
    }
    let each = after.saturating_sub(before) as f64 / 1024.0 / count as f64;
    heading(&format!("{count} idle sockets"));
    line("opened in", &ms(opened), "");
    line("memory each, in the server", &format!("{each:.1} KB"), "20 KB");
    line(
        "webhook sent until the last socket has it, median",
        &ms(percentile(&mut broadcasts, 50.0)),
        "250 ms",
    );
    line("the slowest of them", &ms(percentile(&mut broadcasts, 100.0)), "");
    line("resident in all", &format!("{:.0} MB", after as f64 / 1e6), "");
    readers.shutdown().await;
    Ok(())
}

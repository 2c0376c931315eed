//! What a hundred thousand running SLA clocks cost a server where nothing happens, and how long it takes
//! to set all of them anew when their policy changes.
//!
//! `cargo xtask bench sla`. Options after `--`: `--tickets 50000`, of two clocks each, and `--seconds 30`
//! of looking on.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/rig/mod.rs"]
#[expect(dead_code, reason = "other programs use the rest of the rig")]
mod rig;

use anyhow::{Context as _, Result, ensure};
use patchbay::{db::Db, fetch_one};
use rig::{
    desk::Desk,
    load::Load,
    report::{heading, line, option, processor},
    wire::Wire,
};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{Instant, sleep};

const CONNECTIONS: u64 = 8;
/// How long a server is left alone before it is looked at.
const REST: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> Result<()> {
    let tickets = option("tickets", 50_000);
    let load = Load::start(None).await?;
    let admin = Desk::sign_in(&load.program.url, "admin", "admin").await?;
    sleep(REST).await;
    let without = share(&load).await?;
    let policy = json!({
        "name": "A year", "always": true, "first_reply": 525_600, "resolution": 525_600,
    });
    let policy = admin.post("/api/sla/policies", &policy).await?;
    let began = Instant::now();
    fill(&load, tickets).await?;
    let all = i64::try_from(tickets * 2)?;
    while running(&admin).await? < all {
        sleep(Duration::from_millis(200)).await;
    }
    let filled = began.elapsed();
    sleep(REST).await;
    let with = share(&load).await?;
    let anew = set_anew(&load, &admin, policy).await?;

    heading(&format!("{all} SLA clocks that run, SQLite"));
    line("tickets that came with them", &format!("{:.1} s", filled.as_secs_f64()), "");
    line("of a core without them", &format!("{:.2} %", without * 100.0), "");
    line("of a core with them", &format!("{:.2} %", with * 100.0), "1 % more");
    line("all set anew by another promise", &format!("{:.1} s", anew.as_secs_f64()), "");
    Ok(())
}

/// The part of a core that the server takes while nobody asks for anything.
async fn share(load: &Load) -> Result<f64> {
    let time = Duration::from_secs(option("seconds", 30));
    let before = processor(load.program.id()?)?;
    sleep(time).await;
    let used = processor(load.program.id()?)?.saturating_sub(before);
    Ok(used.as_secs_f64() / time.as_secs_f64())
}

/// A ticket of each of so many customers.
async fn fill(load: &Load, tickets: u64) -> Result<()> {
    let mut wires = vec![];
    for _ in 0..CONNECTIONS {
        wires.push(Wire::connect(&load.program.url).await?);
    }
    let mut numbers: Vec<Vec<u64>> = vec![vec![]; wires.len()];
    for number in 1..=tickets {
        numbers[usize::try_from(number % CONNECTIONS)?].push(number);
    }
    let posts = wires.into_iter().zip(numbers).map(|(mut wire, numbers)| async move {
        for number in numbers {
            ensure!(load.post(&mut wire, number, u64::MAX).await? == 200, "an update was refused");
        }
        Ok(())
    });
    futures_util::future::try_join_all(posts).await.map(drop)
}

async fn running(admin: &Desk) -> Result<i64> {
    let policies = admin.get("/api/sla/policies").await?;
    policies[0]["running"].as_i64().context("how many run")
}

/// Promises a minute less, and waits until every clock is of the new promise.
async fn set_anew(load: &Load, admin: &Desk, mut policy: Value) -> Result<Duration> {
    let file = format!("sqlite://{}", load.folder.path().join("patchbay.db").display());
    let db = Db::open(&file).await?;
    policy["first_reply"] = json!(525_599);
    policy["resolution"] = json!(525_599);
    let began = Instant::now();
    admin.put(&format!("/api/sla/policies/{}", policy["id"]), &policy).await?;
    loop {
        let mut conn = db.read().await?;
        let (old,) = fetch_one!(
            &mut conn,
            (i64,),
            "select count(*) from sla_clocks where target_ms = 31536000000",
        )?;
        drop(conn);
        if old == 0 {
            db.close().await;
            return Ok(began.elapsed());
        }
        sleep(Duration::from_millis(500)).await;
    }
}

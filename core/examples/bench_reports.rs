//! How long a report on replies and resolutions takes on a desk that has grown, and how long it takes to
//! count everything anew.
//!
//! `cargo xtask bench reports`. Options after `--`: `--tickets 100000`, `--messages 300000`, `--rounds 30`
//! of each report. With `PATCHBAY_BENCH_POSTGRES_URL`, an empty database, it is run on PostgreSQL as well.
//! `PATCHBAY_BENCH_DATA` names a folder in which what was generated is kept.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/rig/mod.rs"]
#[expect(dead_code, reason = "other programs use the rest of the rig")]
mod rig;

use anyhow::Result;
use rig::{
    desk::Desk,
    grown::{amount, grown, people},
    report::{heading, line, ms, on_both_engines, option, percentile},
};
use serde_json::Value;
use tokio::time::Instant;

const DAY_MS: i64 = 86_400_000;
/// Of a report, and of a year with filters.
const TARGETS: (&str, &str) = ("300 ms", "500 ms");

#[tokio::main]
async fn main() -> Result<()> {
    on_both_engines(run).await
}

async fn run(engine: &str, database: Option<&str>) -> Result<()> {
    let (tickets, messages) = amount();
    let folder = grown(engine, database).await?;
    let began = Instant::now();
    folder.run(&["reports", "rebuild"]).await?;
    let rebuilt = began.elapsed();
    let mut program = folder.start()?;
    program.ready().await?;
    let (admin, _) = people(&program.url).await?;
    heading(&format!("Reports on {tickets} tickets, {messages} messages, {engine}, p50 / p95"));
    line("everything counted anew", &format!("{:.1} s", rebuilt.as_secs_f64()), "");
    let month = days(30);
    let year = days(365);
    for group in ["day", "agent", "department", "channel", "label"] {
        let query = format!("{month}&group={group}");
        ask(&admin, &format!("30 days by {group}"), &query, TARGETS.0).await?;
    }
    let compared = format!("{month}&group=agent&compare=true");
    ask(&admin, "30 days by agent, compared", &compared, TARGETS.0).await?;
    ask(&admin, "a year by day", &format!("{year}&group=day"), TARGETS.0).await?;
    let filters = "type=ticket&channel=TELEGRAM&department=1&agent=3&label=1";
    ask(&admin, "a year by day, five filters", &format!("{year}&{filters}"), TARGETS.1).await?;
    let path = format!("/opened?{month}&figure=replies");
    ask(&admin, "a figure opened, 50 of it", &path, TARGETS.0).await?;
    program.kill().await
}

/// The last days, as a query.
fn days(count: i64) -> String {
    let now = patchbay::clock::Clock::system().now_ms();
    let day = |at: i64| patchbay::days::date(at, &jiff::tz::TimeZone::UTC);
    format!("startDate={}&endDate={}", day(now - (count - 1) * DAY_MS), day(now))
}

async fn ask(who: &Desk, what: &str, query: &str, target: &str) -> Result<()> {
    let mark = if query.starts_with('/') { "" } else { "?" };
    let path = format!("/api/report/performance{mark}{query}");
    let mut times = vec![];
    let mut told = Value::Null;
    for _ in 0..option("rounds", 30) {
        let began = Instant::now();
        told = who.get(&path).await?;
        times.push(began.elapsed());
    }
    let (p50, p95) = (percentile(&mut times, 50.0), percentile(&mut times, 95.0));
    let told = match told["total"]["replies"].as_i64() {
        Some(replies) => format!("{what} ({replies} replies)"),
        None => what.to_owned(),
    };
    line(&told, &format!("{} / {}", ms(p50), ms(p95)), target);
    Ok(())
}

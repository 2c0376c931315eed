//! How long a search takes on a desk that has grown, in English, Malay and Chinese.
//!
//! `cargo xtask bench search`. Options after `--`: `--tickets 100000`, `--messages 300000`,
//! `--rounds 100` (of each question). With `PATCHBAY_BENCH_POSTGRES_URL`, an empty database, it is run
//! on PostgreSQL as well. `PATCHBAY_BENCH_DATA` names a folder in which what was generated is kept.
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

#[tokio::main]
async fn main() -> Result<()> {
    on_both_engines(run).await
}

async fn run(engine: &str, database: Option<&str>) -> Result<()> {
    let ((_, messages), rounds) = (amount(), option("rounds", 100));
    let folder = grown(engine, database).await?;
    let mut program = folder.start()?;
    program.ready().await?;
    let (admin, agent) = people(&program.url).await?;
    heading(&format!("Search among {messages} messages, {engine}, p50 / p95"));
    for (what, question) in QUESTIONS {
        ask(&admin, what, question, rounds).await?;
    }
    // Most tickets are somebody else's.
    ask(&agent, "common word, for an agent", |_| "q=order".into(), rounds).await?;
    ask(&agent, "rare word, for an agent", |at| format!("q=ref{at}"), rounds).await?;
    program.kill().await
}

/// What it is, and its address for a round: anew where that makes a difference to caches.
type Question = (&'static str, fn(u64) -> String);

const QUESTIONS: [Question; 11] = [
    ("common word", |_| "q=order".into()),
    ("common word, page 100", |_| "q=order&search_index=600&search_message_index=600".into()),
    ("rare word", |at| format!("q=ref{at}")),
    ("word that is nowhere", |at| format!("q=nowhere{at}")),
    ("two common words", |_| "q=lamp+order".into()),
    ("two words that never meet", |_| "q=lampu+lamp".into()),
    ("common and rare word", |at| format!("q=order+ref{at}")),
    ("beginning of a word", |_| "q=war*".into()),
    ("two Chinese characters", |_| "q=%E9%80%80%E6%AC%BE".into()),
    ("a name", |at| format!("q=from:%22Demo+Customer+{at}%22")),
    ("a number", |at| format!("q=number:{}", at + 1)),
];

async fn ask(who: &Desk, what: &str, question: impl Fn(u64) -> String, rounds: u64) -> Result<()> {
    let mut times = vec![];
    let mut found = Value::Null;
    for round in 0..rounds {
        let path = format!("/api/search/data?{}", question(round * 7 % 1000));
        let began = Instant::now();
        found = who.get(&path).await?;
        times.push(began.elapsed());
    }
    let (p50, p95) = (percentile(&mut times, 50.0), percentile(&mut times, 95.0));
    let count = |name: &str| {
        let more = if found[format!("{name}More")] == true { "+" } else { "" };
        format!("{}{more}", found[format!("{name}Count")])
    };
    let told = format!("{what} ({} / {})", count("post"), count("message"));
    line(&told, &format!("{} / {}", ms(p50), ms(p95)), "100 ms");
    Ok(())
}

//! What a server with all first-party plugins costs before anybody uses it: its start and its memory.
//!
//! `cargo xtask bench memory`.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/rig/mod.rs"]
#[expect(dead_code, reason = "other programs use the rest of the rig")]
mod rig;

use anyhow::Result;
use rig::{
    desk::Desk,
    program::Folder,
    report::{heading, line, ms, percentile, resident},
};
use std::time::Duration;
use tokio::time::{Instant, sleep};

#[tokio::main]
async fn main() -> Result<()> {
    let folder = Folder::new(None)?;
    folder.create_user("admin", "admin").await?;
    let first = Instant::now();
    let mut program = folder.start()?;
    program.ready().await?;
    let first = first.elapsed();
    program.kill().await?;

    let mut starts = vec![];
    for _ in 0..7 {
        let began = Instant::now();
        let mut program = folder.start()?;
        program.ready().await?;
        starts.push(began.elapsed());
        program.kill().await?;
    }
    let mut program = folder.start()?;
    program.ready().await?;
    let admin = Desk::sign_in(&program.url, "admin", "admin").await?;
    let plugins = admin.get("/api/plugins").await?;
    // Signing in takes memory for the password's hash and gives it back.
    sleep(Duration::from_secs(5)).await;
    let resident = resident(program.id()?)?;

    let names: Vec<&str> =
        plugins.as_array().into_iter().flatten().filter_map(|p| p["id"].as_str()).collect();
    heading(&format!("Start and memory, with {}", names.join(", ")));
    line("first start, plugins are compiled", &ms(first), "");
    line("cold start, compiled plugins cached, median", &ms(percentile(&mut starts, 50.0)), "1 s");
    line("resident, idle", &format!("{:.0} MB", resident as f64 / 1e6), "120 MB");
    program.kill().await
}

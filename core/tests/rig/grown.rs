//! A desk that has grown: demo data by the million, made once and kept where that is wanted.

use super::{desk::Desk, program::Folder, report::option};
use anyhow::Result;
use std::path::Path;

/// How much there is: `--tickets` and `--messages`.
pub fn amount() -> (u64, u64) {
    (option("tickets", 100_000), option("messages", 300_000))
}

/// A folder with a client of an admin, sixty agents and all their tickets. `PATCHBAY_BENCH_DATA` names
/// a folder that is filled once and kept for further runs, with one part for each engine.
pub async fn grown(engine: &str, database: Option<&str>) -> Result<Folder> {
    let folder = match std::env::var("PATCHBAY_BENCH_DATA") {
        Ok(kept) => Folder::kept(&Path::new(&kept).join(engine.to_lowercase()), database)?,
        Err(_) => Folder::new(database)?,
    };
    let done = folder.path().join("generated");
    if !done.exists() {
        folder.create_user("admin", "admin").await?;
        folder.create_user("agent1", "agent").await?;
        let (tickets, messages) = amount();
        let (tickets, messages) = (tickets.to_string(), messages.to_string());
        let amount = ["--tickets", &tickets, "--messages", &messages];
        folder.run(&[&["generate", "--client", "Rig"], &amount[..]].concat()).await?;
        std::fs::write(done, "")?;
    }
    Ok(folder)
}

/// The admin and the first agent.
pub async fn people(url: &str) -> Result<(Desk, Desk)> {
    let admin = Desk::sign_in(url, "admin", "admin").await?;
    let agent = Desk::sign_in(url, "agent1", "agent").await?;
    Ok((admin, agent))
}

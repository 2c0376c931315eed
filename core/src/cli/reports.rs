//! `patchbay reports`.

use super::say;
use anyhow::Result;
use clap::Subcommand;
use patchbay::{clock::Clock, config::Config, db::Db, reports::Facts};
use std::io::{IsTerminal as _, Write as _};

/// What reports count.
#[derive(Debug, Subcommand)]
pub enum ReportsCommand {
    /// Count all tickets of all clients anew. Reports go on meanwhile, and the server may run.
    Rebuild,
}

/// Runs one of the commands.
pub async fn run(command: &ReportsCommand, config: &Config) -> Result<()> {
    let ReportsCommand::Rebuild = command;
    let db = Db::open(&config.database_url()).await?;
    let facts = Facts { db: db.clone(), clock: Clock::system() };
    let terminal = std::io::stderr().is_terminal();
    let mut stderr = std::io::stderr();
    let done = facts
        .rebuild(|left| {
            if terminal {
                // Nothing hangs on whether it is seen.
                write!(stderr, "\r{left} tickets left at most        ").ok();
            }
        })
        .await;
    db.close().await;
    done?;
    say(if terminal { "\nAll tickets are counted." } else { "All tickets are counted." })
}

//! `patchbay routing replay`.

use super::say;
use anyhow::{Context as _, Result, bail};
use clap::{Args, Subcommand};
use patchbay::{
    accounts::client_named,
    clock::Clock,
    config::Config,
    db::Db,
    routing::{Replay, ReplayDraft, ReplayOutcome, ReplayResult},
};
use std::{
    fmt::Write as _,
    io::{IsTerminal as _, Write as _},
    path::PathBuf,
};

/// What routing can be asked.
#[derive(Debug, Subcommand)]
pub enum RoutingCommand {
    /// Decide the last days once more, also by other rules. Nothing is changed, and the server may run.
    Replay(ReplayArgs),
}

#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// The client's name.
    #[arg(long)]
    client: String,
    /// How many days back, 1 to 7.
    #[arg(long, default_value_t = 7)]
    days: i64,
    /// Whoever waited no longer than so many seconds was served in time.
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    target: i64,
    /// The time zone of the hours in the rules.
    #[arg(long, default_value = "UTC", value_name = "ZONE")]
    timezone: String,
    /// A file with other rules: `changes` of POST /api/routing/replays, as JSON.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Print everything as JSON.
    #[arg(long)]
    json: bool,
}

/// Runs one of the commands.
pub async fn run(command: &RoutingCommand, config: &Config) -> Result<()> {
    let RoutingCommand::Replay(args) = command;
    let mut draft = ReplayDraft {
        days: args.days,
        target_seconds: args.target,
        timezone: args.timezone.clone(),
        ..ReplayDraft::default()
    };
    if let Some(file) = &args.rules {
        let name = file.display();
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
        draft.changes =
            serde_json::from_str(&text).with_context(|| format!("{name} holds no rules"))?;
    }
    let db = Db::open(&config.database_url()).await?;
    let made = replay(&db, args, &draft).await;
    db.close().await;
    let result = made?;
    if args.json {
        return say(&serde_json::to_string_pretty(&result)?);
    }
    say(table(&result)?.trim_end())?;
    if result.differences > 0 {
        bail!("{} decisions chose somebody else", result.differences);
    }
    Ok(())
}

async fn replay(db: &Db, args: &ReplayArgs, draft: &ReplayDraft) -> Result<ReplayResult> {
    let client = {
        let mut conn = db.read().await?;
        client_named(&mut conn, &args.client).await?
    };
    let client = client.with_context(|| format!("there is no client {:?}", args.client))?;
    let faults = Replay::faults(db, client, draft).await?;
    if !faults.is_empty() {
        let told = faults.iter().map(|(field, why)| format!("{field}: {why}"));
        bail!("{}", told.collect::<Vec<_>>().join("\n"));
    }
    let replay = Replay::begin(db, client, draft, Clock::system().now_ms()).await?;
    let mut replay = replay.context("nothing is recorded yet")?;
    let terminal = std::io::stderr().is_terminal();
    while let Some(percent) = replay.step(db).await? {
        if terminal {
            // Nothing hangs on whether it is seen.
            write!(std::io::stderr(), "\r{percent} %  ").ok();
        }
    }
    replay.finish(db).await?.context("the simulation broke off")
}

/// The figures, for people.
fn table(result: &ReplayResult) -> Result<String> {
    let mut text = String::new();
    let (made, other) = (result.decisions, result.differences);
    writeln!(text, "{made} decisions made once more, {other} chose somebody else\n")?;
    let head = ("", "came", "given", "left", "mean s", "p90 s", "in time");
    let (name, came, given, left, mean, p90, level) = head;
    writeln!(text, "{name:32} {came:>7} {given:>7} {left:>7} {mean:>8} {p90:>8} {level:>8}")?;
    let mut add = |of: &str, outcome: &ReplayOutcome| -> Result<()> {
        let all = std::iter::once((of.to_owned(), &outcome.total));
        let queues = outcome.queues.iter().map(|queue| (format!("  {}", queue.name), &queue.waits));
        for (name, waits) in all.chain(queues) {
            let seconds =
                |ms: Option<i64>| ms.map_or("-".to_owned(), |ms| (ms / 1_000).to_string());
            let level =
                waits.service_level.map_or("-".to_owned(), |one| format!("{:.1} %", one * 100.0));
            let (mean, p90) = (seconds(waits.mean_wait_ms), seconds(waits.p90_wait_ms));
            let (came, given, left) = (waits.arrived, waits.given, waits.left);
            writeln!(
                text,
                "{name:32} {came:>7} {given:>7} {left:>7} {mean:>8} {p90:>8} {level:>8}"
            )?;
        }
        Ok(())
    };
    add("What happened", &result.happened)?;
    add("The model, by the same rules", &result.modelled)?;
    if let Some(changed) = &result.changed {
        add("By the changed rules", changed)?;
    }
    Ok(text)
}

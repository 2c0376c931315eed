//! `patchbay client plan`.

use super::say;
use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use patchbay::{
    accounts::{Accounts, AccountsGround, choose_plan},
    clock::Clock,
    config::Config,
    crypto::Keys,
    db::Db,
    ids::Ids,
};

#[derive(Debug, Subcommand)]
pub enum ClientCommand {
    /// Give a client another plan.
    Plan(PlanArgs),
}

#[derive(Debug, Args)]
pub struct PlanArgs {
    /// The client's name.
    #[arg(long)]
    client: String,
    #[arg(value_enum)]
    plan: Plan,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Plan {
    Trial = 0,
    Starter = 1,
    Basic = 2,
    Pro = 3,
    Enterprise = 4,
}

/// Runs a client command.
pub async fn run(command: &ClientCommand, config: &Config) -> Result<()> {
    let ClientCommand::Plan(args) = command;
    let ids = Ids::system();
    let given = std::env::var("PATCHBAY_SECRET_KEY").ok();
    let keys = Keys::open(&config.data, given.as_deref(), &ids)?;
    let db = Db::open(&config.database_url()).await?;
    let ground = AccountsGround {
        db: db.clone(),
        clock: Clock::system(),
        ids,
        keys,
        hub: None,
        network: None,
        egress: None,
        blobs: None,
    };
    let accounts = Accounts::new(ground, config, "");
    let chosen = choose_plan(&accounts, &args.client, args.plan as i64).await;
    db.close().await;
    say(&format!("client_id={} plan={}", chosen?, args.plan as i64))
}

//! `patchbay client list`, `patchbay client plan` and `patchbay client features`.

use super::say;
use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use jiff::civil::Date;
use patchbay::{
    accounts::{Accounts, AccountsGround, choose_features, choose_plan, names_across_clients},
    branding,
    clock::Clock,
    config::Config,
    crypto::Keys,
    db::Db,
    ids::Ids,
};

#[derive(Debug, Subcommand)]
pub enum ClientCommand {
    /// Show the number and name of every client.
    List,
    /// Give a client another plan.
    Plan(PlanArgs),
    /// Choose what of the product the workspace shows to a client.
    Features(FeaturesArgs),
}

#[derive(Debug, Args)]
pub struct PlanArgs {
    /// The client's name.
    #[arg(long)]
    client: String,
    #[arg(value_enum)]
    plan: Plan,
    /// The last day of the plan, such as 2027-01-31; without one it has no end.
    #[arg(long)]
    until: Option<Date>,
}

#[derive(Debug, Args)]
pub struct FeaturesArgs {
    /// The client's name.
    #[arg(long)]
    client: String,
    /// All there are and will be.
    #[arg(long, conflicts_with = "features")]
    all: bool,
    /// Such as tickets, livechat and contacts; the others are left out.
    #[arg(required_unless_present = "all")]
    features: Vec<String>,
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
    let ids = Ids::system();
    let given = std::env::var("PATCHBAY_SECRET_KEY").ok();
    let keys = Keys::open(&config.data, given.as_deref(), &ids)?;
    let db = Db::open(&config.database_url()).await?;
    let ground =
        AccountsGround::offline(db.clone(), Clock::system(), ids, keys, branding::features());
    let accounts = Accounts::new(ground, config, "");
    let told = match command {
        ClientCommand::List => list(&db).await,
        ClientCommand::Plan(args) => choose_plan_of(&accounts, args).await,
        ClientCommand::Features(args) => choose_features_of(&accounts, args).await,
    };
    db.close().await;
    say(&told?)
}

async fn list(db: &Db) -> Result<String> {
    let mut conn = db.read().await?;
    let clients = names_across_clients(&mut conn).await?;
    let lines = clients.into_iter().map(|(id, name)| format!("client_id={id} name={name:?}"));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

async fn choose_plan_of(accounts: &Accounts, args: &PlanArgs) -> Result<String> {
    let id = choose_plan(accounts, &args.client, args.plan as i64, args.until).await?;
    Ok(format!("client_id={id} plan={}", args.plan as i64))
}

async fn choose_features_of(accounts: &Accounts, args: &FeaturesArgs) -> Result<String> {
    let chosen = (!args.all).then_some(args.features.as_slice());
    let id = choose_features(accounts, &args.client, chosen).await?;
    let told = chosen.map_or_else(|| "all".to_owned(), |list| list.join(","));
    Ok(format!("client_id={id} features={told}"))
}

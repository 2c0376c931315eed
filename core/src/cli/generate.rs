//! `patchbay generate`.

use super::say;
use anyhow::{Result, bail, ensure};
use clap::Args;
use patchbay::{
    accounts::{
        Accounts, AccountsGround, CreateUser, CreateUserError, Kind, client_named, create_user,
    },
    branding,
    clock::Clock,
    config::Config,
    crypto::Keys,
    db::Db,
    generate::{AGENTS, Amount, Stage, agent_name, generate, has_tickets},
    ids::Ids,
};
use std::io::{IsTerminal as _, Write as _};

/// Fills a client with demo data, to see how a desk behaves that has grown.
#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// How many tickets.
    #[arg(long)]
    tickets: u64,
    /// How many messages in all; at least one for each ticket.
    #[arg(long)]
    messages: u64,
    /// The client's name; a new one is made.
    #[arg(long, default_value = "Generated demo")]
    client: String,
    /// The password of `admin` and of the agents that are made.
    #[arg(long, default_value = "patchbay-demo")]
    password: String,
    /// How many agents the client has at least.
    #[arg(long, default_value_t = AGENTS)]
    agents: usize,
    /// Write into a client that already has tickets.
    #[arg(long)]
    into_existing: bool,
}

/// Makes users and fills the client.
pub async fn run(args: &GenerateArgs, config: &Config) -> Result<()> {
    ensure!(args.tickets > 0, "--tickets is at least 1");
    ensure!(args.messages >= args.tickets, "--messages is at least the number of tickets");
    ensure!(args.messages <= 1_000_000_000, "--messages is at most 1000000000");
    ensure!((1..=500).contains(&args.agents), "--agents is 1 to 500");
    let ids = Ids::system();
    let given = std::env::var("PATCHBAY_SECRET_KEY").ok();
    let keys = Keys::open(&config.data, given.as_deref(), &ids)?;
    let db = Db::open(&config.database_url()).await?;
    let clock = Clock::system();
    let ground =
        AccountsGround::offline(db.clone(), clock.clone(), ids, keys, branding::features());
    let accounts = Accounts::new(ground, config, "");
    let done = fill(&accounts, &db, &clock, args).await;
    db.close().await;
    say(&done?)
}

async fn fill(accounts: &Accounts, db: &Db, clock: &Clock, args: &GenerateArgs) -> Result<String> {
    if let Some(client_id) = client_named(&mut db.read().await?, &args.client).await?
        && !args.into_existing
        && has_tickets(db, client_id).await?
    {
        bail!(
            "the client {} has tickets already: choose another name with --client, or say \
             --into-existing",
            args.client
        );
    }
    users(accounts, args).await?;
    let client_id = client_named(&mut db.read().await?, &args.client).await?;
    let client_id = client_id.ok_or_else(|| anyhow::anyhow!("the client was not made"))?;
    let amount = Amount { tickets: args.tickets, messages: args.messages };
    let mut shown = ProgressLine { clock: clock.clone(), at: 0 };
    let mut tell = |stage, done, of| shown.tell(stage, done, of);
    generate(db, client_id, amount, clock.now_ms(), &mut tell).await?;
    Ok(format!(
        "client_id={client_id} client={:?} tickets={} messages={}",
        args.client, args.tickets, args.messages
    ))
}

/// Makes those users who are missing.
async fn users(accounts: &Accounts, args: &GenerateArgs) -> Result<()> {
    let admin = ("admin".to_owned(), "Demo Admin".to_owned(), Kind::Admin);
    let agents =
        (0..args.agents).map(agent_name).map(|(username, name)| (username, name, Kind::Agent));
    for (username, name, kind) in std::iter::once(admin).chain(agents) {
        let new = CreateUser {
            client: &args.client,
            username: &username,
            name: &name,
            kind,
            password: &args.password,
        };
        match create_user(accounts, new).await {
            Ok(_) | Err(CreateUserError::UsernameTaken) => {}
            Err(error) => bail!("{error}"),
        }
    }
    Ok(())
}

/// Progress on standard error: one line that changes in a terminal, else a line now and then.
struct ProgressLine {
    clock: Clock,
    at: i64,
}

impl ProgressLine {
    fn tell(&mut self, stage: Stage, done: u64, of: u64) {
        let terminal = std::io::stderr().is_terminal();
        let now = self.clock.now_ms();
        if done < of && now - self.at < if terminal { 200 } else { 10_000 } {
            return;
        }
        self.at = now;
        let what = match stage {
            Stage::Contacts => "contacts",
            Stage::Tickets => "tickets and their messages",
            Stage::Words => "index of words",
        };
        let end = if terminal && done < of { "\r" } else { "\n" };
        let line = format!("{what}: {done} of {of} ({} %){end}", done * 100 / of.max(1));
        // A closed terminal is no reason to stop.
        let _ = std::io::stderr().lock().write_all(line.as_bytes());
    }
}

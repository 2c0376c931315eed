//! `patchbay user create`.

use super::say;
use anyhow::{Context as _, Result};
use clap::{Args, Subcommand, ValueEnum};
use patchbay::{
    accounts::{Accounts, AccountsGround, CreateUser, Kind, create_user},
    branding,
    clock::Clock,
    config::Config,
    crypto::Keys,
    db::Db,
    ids::Ids,
};
use std::io::{BufRead as _, IsTerminal as _};

#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Make a user, and the client when it is new.
    Create(Create),
}

#[derive(Debug, Args)]
pub struct Create {
    /// The client's name; a new one is made.
    #[arg(long)]
    client: String,
    #[arg(long)]
    username: String,
    /// The name people see; the username when it is left out.
    #[arg(long, default_value = "")]
    name: String,
    #[arg(long = "type", value_enum)]
    kind: Type,
    /// The password; read from standard input when it is left out, so that it stays out of the
    /// list of processes.
    #[arg(long, env = "PATCHBAY_PASSWORD", hide_env_values = true)]
    password: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Type {
    Admin,
    Agent,
}

/// Runs a user command.
pub async fn run(command: &UserCommand, config: &Config) -> Result<()> {
    let UserCommand::Create(args) = command;
    let password = match &args.password {
        Some(password) => password.clone(),
        None => read_password()?,
    };
    let ids = Ids::system();
    let given = std::env::var("PATCHBAY_SECRET_KEY").ok();
    let keys = Keys::open(&config.data, given.as_deref(), &ids)?;
    let db = Db::open(&config.database_url()).await?;
    let ground =
        AccountsGround::offline(db.clone(), Clock::system(), ids, keys, branding::features());
    let accounts = Accounts::new(ground, config, "");
    let new = CreateUser {
        client: &args.client,
        username: &args.username,
        name: &args.name,
        kind: match args.kind {
            Type::Admin => Kind::Admin,
            Type::Agent => Kind::Agent,
        },
        password: &password,
    };
    let made = create_user(&accounts, new).await;
    db.close().await;
    let made = made?;
    say(&format!("client_id={} user_id={}", made.client_id, made.user_id))
}

fn read_password() -> Result<String> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        anyhow::bail!("give --password, or pipe the password in");
    }
    let mut line = String::new();
    stdin.lock().read_line(&mut line).context("the password cannot be read")?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

//! `patchbay user create` and `patchbay user password`.

use super::say;
use anyhow::{Context as _, Result};
use clap::{Args, Subcommand, ValueEnum};
use patchbay::{
    accounts::{
        Accounts, AccountsGround, CreateUser, CreatedUser, Kind, create_user, set_password,
    },
    branding,
    clock::Clock,
    config::Config,
    crypto::Keys,
    db::Db,
    ids::Ids,
};
use std::io::{BufRead as _, IsTerminal as _, Write as _};

#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Make a user, and the client when it is new.
    Create(Create),
    /// Set a new password for a user who has none to sign in with; their sessions end.
    Password(NewPassword),
}

#[derive(Debug, Args)]
pub struct NewPassword {
    /// The client's name.
    #[arg(long)]
    client: String,
    #[arg(long)]
    username: String,
    /// The new password; read from standard input when it is left out, so that it stays out of the
    /// list of processes.
    #[arg(long, env = "PATCHBAY_PASSWORD", hide_env_values = true)]
    password: Option<String>,
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
    let given = match command {
        UserCommand::Create(args) => &args.password,
        UserCommand::Password(args) => &args.password,
    };
    let password = match given {
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
    let user = match command {
        UserCommand::Create(args) => create(&accounts, args, &password).await,
        UserCommand::Password(args) => {
            let set = set_password(&accounts, &args.client, &args.username, &password).await;
            set.map_err(anyhow::Error::from)
        }
    };
    db.close().await;
    let user = user?;
    say(&format!("client_id={} user_id={}", user.client_id, user.user_id))
}

async fn create(accounts: &Accounts, args: &Create, password: &str) -> Result<CreatedUser> {
    let new = CreateUser {
        client: &args.client,
        username: &args.username,
        name: &args.name,
        kind: match args.kind {
            Type::Admin => Kind::Admin,
            Type::Agent => Kind::Agent,
        },
        password,
    };
    Ok(create_user(accounts, new).await?)
}

fn read_password() -> Result<String> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        write!(std::io::stderr(), "Password (shown while you type it): ")?;
    }
    let mut line = String::new();
    stdin.lock().read_line(&mut line).context("the password cannot be read")?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

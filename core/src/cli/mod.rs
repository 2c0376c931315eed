//! The command line: what may be typed, and which part of the library does it.

mod client;
mod demo;
mod doctor;
mod generate;
mod plugin;
mod reports;
mod routing;
mod serve;
mod signals;
mod user;

use anyhow::{Context as _, Result};
use clap::{Args, Parser, Subcommand};
use patchbay::{
    config::{Config, Flag, Sources, close_new_files, prepare_data_folder},
    plugins::{COMPILE_COMMAND, CompileLimits, compile_stdin},
    telemetry,
};
use std::{io::Write as _, path::PathBuf};

/// The customer-support desk whose channels are plugins.
#[derive(Debug, Parser)]
#[command(name = "patchbay", version, arg_required_else_help = true)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

/// Flags of every command. They override the environment, which overrides the file.
#[derive(Debug, Args)]
struct Common {
    /// The data folder: database, attachments and the master key, unless they are elsewhere.
    #[arg(long, global = true, value_name = "DIR", env = "PATCHBAY_DATA", default_value = "data")]
    data: PathBuf,
    /// A configuration file, instead of patchbay.toml in the data folder.
    #[arg(long, global = true, value_name = "FILE", env = "PATCHBAY_CONFIG")]
    config: Option<PathBuf>,
    /// The address to listen on; port 0 takes a free one.
    #[arg(long, global = true, value_name = "ADDR")]
    listen: Option<String>,
    /// sqlite://PATH or postgres://…
    #[arg(long, global = true, value_name = "URL")]
    database_url: Option<String>,
    /// Where browsers and providers reach this server.
    #[arg(long, global = true, value_name = "URL")]
    public_url: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the server.
    Serve,
    /// Run the server with a demo client and some history.
    Demo(demo::DemoArgs),
    /// Fill a client with demo data by the thousand or million.
    Generate(generate::GenerateArgs),
    /// Reports.
    #[command(subcommand)]
    Reports(reports::ReportsCommand),
    /// Routing.
    #[command(subcommand)]
    Routing(routing::RoutingCommand),
    /// Bring the database up to date and stop.
    Migrate,
    /// Look for what would keep the server from running well.
    Doctor,
    /// Clients.
    #[command(subcommand)]
    Client(client::ClientCommand),
    /// Users.
    #[command(subcommand)]
    User(user::UserCommand),
    /// Plugins.
    #[command(subcommand)]
    Plugin(plugin::PluginCommand),
    /// Print every setting with its default.
    Config,
    /// Compile a component: standard input to standard output. The server starts it by itself.
    #[command(name = COMPILE_COMMAND, hide = true)]
    CompilePlugin(CompileArgs),
}

/// What a compiling process may use.
#[derive(Debug, Args)]
struct CompileArgs {
    #[arg(long)]
    seconds: u64,
    #[arg(long)]
    memory: u64,
}

/// Reads the command line and runs it.
pub fn main() -> Result<()> {
    let cli = Cli::parse();
    if matches!(cli.command, Command::Config) {
        return say(patchbay::config::DEFAULTS.trim_end());
    }
    // It reads no configuration, has no environment and needs no runtime.
    if let Command::CompilePlugin(CompileArgs { seconds, memory }) = cli.command {
        return compile_stdin(CompileLimits { seconds, memory });
    }
    let data = std::path::absolute(&cli.common.data)
        .with_context(|| format!("{} is no path", cli.common.data.display()))?;
    let config = Config::load(&Sources {
        data,
        file: cli.common.config.clone(),
        // Names and values that are not text cannot be settings of ours.
        env: std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect(),
        flags: cli.common.flags(),
    })?;
    close_new_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let exporter = {
        let _inside = runtime.enter();
        telemetry::start(&config.log, &config.telemetry)
    };
    let ended = runtime.block_on(run(cli.command, config));
    if let Some(exporter) = exporter {
        exporter.shutdown();
    }
    ended
}

async fn run(command: Command, config: Config) -> Result<()> {
    match command {
        Command::Doctor => doctor::run(&config).await,
        Command::CompilePlugin(_) | Command::Config => say(patchbay::config::DEFAULTS.trim_end()),
        Command::Plugin(command) => {
            prepare(&config)?;
            plugin::run(&command, &config).await
        }
        Command::Serve => {
            prepare(&config)?;
            serve::run(config).await
        }
        Command::Demo(args) => {
            prepare(&config)?;
            demo::run(config, args).await
        }
        Command::Reports(command) => {
            prepare(&config)?;
            reports::run(&command, &config).await
        }
        Command::Routing(command) => {
            prepare(&config)?;
            routing::run(&command, &config).await
        }
        Command::Generate(args) => {
            prepare(&config)?;
            generate::run(&args, &config).await
        }
        Command::Migrate => {
            prepare(&config)?;
            migrate(&config).await
        }
        Command::Client(command) => {
            prepare(&config)?;
            client::run(&command, &config).await
        }
        Command::User(command) => {
            prepare(&config)?;
            user::run(&command, &config).await
        }
    }
}

impl Common {
    fn flags(&self) -> Vec<Flag> {
        let given = [
            ("--listen", "server.listen", &self.listen),
            ("--database-url", "database.url", &self.database_url),
            ("--public-url", "server.public_url", &self.public_url),
        ];
        given
            .into_iter()
            .filter_map(|(name, key, value)| Some(Flag::new(name, key, value.as_deref()?)))
            .collect()
    }
}

fn prepare(config: &Config) -> Result<()> {
    Ok(prepare_data_folder(&config.data)?)
}

async fn migrate(config: &Config) -> Result<()> {
    let db = patchbay::db::Db::open(&config.database_url()).await?;
    let kind = db.kind();
    db.close().await;
    let newest =
        patchbay::db::migrate(kind).pop().map(|(version, name)| format!("{version} {name}"));
    say(&format!("the database is up to date ({})", newest.unwrap_or_default()))
}

/// Prints a line on standard output: what the command was asked for, as opposed to log lines.
fn say(line: &str) -> Result<()> {
    Ok(writeln!(std::io::stdout().lock(), "{line}")?)
}

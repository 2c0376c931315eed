//! The provider simulator as a program.
use std::io::IsTerminal as _;
use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Parser;
use patchbay_simulator::{Options, serve};

/// Local stand-ins for the providers' APIs, with a phone page.
#[derive(Parser)]
#[command(version)]
struct Flags {
    /// Address to listen on; port 0 takes a free one.
    #[arg(long, default_value = "127.0.0.1:8090")]
    listen: SocketAddr,
    /// Folder that keeps bots, chats and files over a restart.
    #[arg(long)]
    data: Option<PathBuf>,
    /// How long a second of webhook waiting takes; 0.01 makes retries a hundred times faster.
    #[arg(long, default_value_t = 1.0)]
    time_scale: f64,
    /// A simulator.toml, or the folder it is in: a provider to play; may be given several times.
    #[arg(long = "provider", value_name = "FILE_OR_FOLDER")]
    providers: Vec<PathBuf>,
    /// Never answer 429.
    #[arg(long)]
    no_rate_limits: bool,
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the address is printed for people and for scripts")]
async fn main() -> Result<()> {
    let filter = tracing_subscriber::EnvFilter::try_from_env("PATCHBAY_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    let stderr = std::io::stderr;
    let colours = stderr().is_terminal();
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(stderr).with_ansi(colours).init();
    let flags = Flags::parse();
    // Whoever reaches the simulator can read every chat and make it post to addresses of their choice.
    if !flags.listen.ip().is_loopback() {
        bail!("the simulator listens on loopback addresses only, not on {}", flags.listen.ip());
    }
    if !(0.0..=1000.0).contains(&flags.time_scale) {
        bail!("--time-scale must be between 0 and 1000");
    }
    let listener = tokio::net::TcpListener::bind(flags.listen)
        .await
        .with_context(|| format!("cannot listen on {}", flags.listen))?;
    println!("listening on http://{}", listener.local_addr()?);
    let options = Options {
        data: flags.data,
        time_scale: flags.time_scale,
        rate_limits: !flags.no_rate_limits,
        providers: flags.providers,
        ..Options::default()
    };
    tokio::select! {
        served = serve(listener, options) => served,
        _ = stop_signal() => Ok(()),
    }
}

async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}

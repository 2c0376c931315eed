//! `patchbay demo`.

use super::signals;
use anyhow::{Result, ensure};
use clap::Args;
use patchbay::{
    app::{self, DemoOptions, ServeOptions},
    config::Config,
};

#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Where the provider simulator listens; its phones become the demo's customers.
    #[arg(long, value_name = "URL")]
    simulator: Option<String>,

    /// Without queues, promises and articles: for tests that make their own.
    #[arg(long)]
    bare: bool,
}

/// Runs the server with the demo's client in it, until a signal.
pub async fn run(mut config: Config, args: DemoArgs) -> Result<()> {
    if let Some(url) = &args.simulator {
        let parsed = url::Url::parse(url)?;
        let address = parsed.host_str().zip(parsed.port_or_known_default());
        ensure!(address.is_some(), "--simulator takes an address such as http://127.0.0.1:8090");
        // The simulator stands on this machine, where plugins may not reach by themselves.
        config.egress.simulated.extend(address.map(|(host, port)| format!("{host}:{port}")));
        config.egress.simulated.extend(app::simulated(url).await);
    }
    let stop = signals::first_drains_second_stops();
    let demo = Some(DemoOptions { simulator: args.simulator, bare: args.bare });
    app::serve(config, ServeOptions { stop, demo }).await
}

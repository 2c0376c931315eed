//! `patchbay serve`.

use super::signals;
use anyhow::Result;
use patchbay::{
    app::{self, ServeOptions},
    config::Config,
};

/// Runs the server until a signal.
pub async fn run(config: Config) -> Result<()> {
    let stop = signals::first_drains_second_stops();
    app::serve(config, ServeOptions { stop, demo: None }).await
}

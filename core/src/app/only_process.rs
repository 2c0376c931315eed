//! One server on a data folder.

use crate::config::Config;
use anyhow::{Context as _, Result};
use std::fs::File;

/// SQLite has one writer, and leases of a dead process are freed at the start: two servers on one
/// data folder would take each other's work for lost.
pub(super) fn lock(config: &Config) -> Result<File> {
    let path = config.data.join("serving.lock");
    let file = File::create(&path).with_context(|| format!("{} cannot be made", path.display()))?;
    file.try_lock().map_err(|_| {
        anyhow::anyhow!(
            "another server is running on the data folder {}; stop it, or use PostgreSQL to run several",
            config.data.display()
        )
    })?;
    Ok(file)
}

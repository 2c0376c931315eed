//! The packages of plugins, as the server and its commands open them.

use super::{Accounts, Blobs, Channels, Clock, Config, Db, Host, Packages, Result};
use crate::{bundled, packages};

/// The room of packages, with the plugins that ship with the server; `serving` for a server that runs.
pub(super) fn plugin_packages(
    config: &Config,
    db: &Db,
    clock: &Clock,
    blobs: &Blobs,
    host: &Host,
    (accounts, channels): (&Accounts, &Channels),
    serving: bool,
) -> Result<Packages> {
    let mut found = bundled::built_in();
    found.extend(bundled::in_folder(&config.path(&config.plugins.folder))?);
    Ok(Packages::new(packages::Parts {
        db: db.clone(),
        clock: clock.clone(),
        blobs: blobs.clone(),
        host: host.clone(),
        accounts: accounts.clone(),
        channels: channels.clone(),
        bundled: found,
        allow_unsigned: config.plugins.allow_unsigned,
        from_path: config.plugins.install_from_path,
        serving,
    }))
}

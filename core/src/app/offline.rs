//! The parts that the command line needs to work on plugin packages, without a server.

use super::{blob_config, plugin_host, plugin_packages::plugin_packages};
use crate::{
    accounts::{Accounts, AccountsGround},
    blobs::Blobs,
    channels::{self, Channels, Usage},
    clock::Clock,
    config::Config,
    crypto::Keys,
    db::Db,
    ids::Ids,
    mail,
    packages::Packages,
    realtime::{Hub, HubOptions},
};
use anyhow::{Context as _, Result};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The plugin packages of a configuration. A server that runs on the same database follows what is
/// done with them.
///
/// # Errors
/// When the key, the database or the stores cannot be opened.
pub async fn open_packages(config: &Config) -> Result<(Packages, Db)> {
    let (ids, clock) = (Ids::system(), Clock::system());
    let given = std::env::var("PATCHBAY_SECRET_KEY").ok();
    let keys = Keys::open(&config.data, given.as_deref(), &ids)?;
    let db = Db::open(&config.database_url()).await.context("the database cannot be opened")?;
    let realtime = HubOptions {
        queue: config.realtime.queue,
        write_timeout_ms: config.realtime.write_timeout_ms,
        replay_max: config.realtime.replay_max,
        seats: super::sockets::seats(&config.realtime),
    };
    let node = ids.token(12);
    let hub = Hub::new(db.clone(), node.clone(), realtime, CancellationToken::new());
    let ground = AccountsGround::offline(
        db.clone(),
        clock.clone(),
        ids.clone(),
        keys.clone(),
        crate::branding::features(),
    );
    let accounts = Accounts::new(ground, config, "");
    let blobs = Blobs::open(&blob_config(config), clock.clone(), ids.clone())?;
    let usage = Usage::new(clock.clone(), &node);
    let host = plugin_host(config, &keys, &ids, &blobs, &clock, &usage)?;
    let network = mail::Network::new(Arc::new(host.egress().to_public()), ids.clone());
    let channels = Channels::new(channels::Parts {
        db: db.clone(),
        clock: clock.clone(),
        ids,
        keys,
        blobs: blobs.clone(),
        host: host.clone(),
        hub,
        accounts: accounts.clone(),
        network,
        usage,
        public_url: config.server.public_url.trim_end_matches('/').to_owned(),
        base_url: config.server.public_url.clone(),
        node,
        mail_max_bytes: config.mail.max_bytes,
    });
    channels.reload().await?;
    let rooms = (&accounts, &channels);
    let packages = plugin_packages(config, &db, &clock, &blobs, &host, rooms, false)?;
    Ok((packages, db))
}

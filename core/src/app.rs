//! The composition root: builds the parts and runs the server. The only file naming every room.

use crate::{
    accounts::{self, Accounts, AccountsGround},
    clock::Clock,
    config::Config,
    crypto::Keys,
    db::Db,
    http::{Front, Readiness, assemble, openapi},
    ids::Ids,
    realtime::{Hub, HubOptions},
};
use anyhow::{Context as _, Result};
use std::{io::Write as _, net::SocketAddr, time::Duration};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use utoipa_axum::router::OpenApiRouter;

/// How the server is run, beyond its configuration.
pub struct ServeOptions {
    /// Cancelled when the server shall finish what was begun and end.
    pub stop: CancellationToken,
    pub demo: Option<DemoOptions>,
}

/// The demo's surroundings.
pub struct DemoOptions {
    /// Where the provider simulator listens.
    pub simulator: Option<String>,
}

/// Runs the server until `options.stop`.
///
/// # Errors
/// When a part cannot be built or the address cannot be listened on.
pub async fn serve(config: Config, options: ServeOptions) -> Result<()> {
    let ids = Ids::system();
    let given = std::env::var("PATCHBAY_SECRET_KEY").ok();
    let keys = Keys::open(&config.data, given.as_deref(), &ids)?;
    let db = Db::open(&config.database_url()).await.context("the database cannot be opened")?;
    let listener = TcpListener::bind(config.server.listen)
        .await
        .with_context(|| format!("{} cannot be listened on", config.server.listen))?;
    let bound = listener.local_addr()?;
    let public_url = config.public_url(bound);

    let realtime = HubOptions {
        queue: config.realtime.queue,
        write_timeout_ms: config.realtime.write_timeout_ms,
        replay_max: config.realtime.replay_max,
        sockets_max: config.realtime.sockets_max,
    };
    let hub = Hub::new(db.clone(), ids.token(12), realtime, options.stop.clone());
    let ground =
        AccountsGround { db: db.clone(), clock: Clock::system(), ids, keys, hub: Some(hub) };
    let accounts = Accounts::new(ground, &config, &public_url);
    let api = OpenApiRouter::with_openapi(openapi::base()).merge(accounts::routes(accounts));
    let readiness = Readiness::new(db.clone());
    let other = axum::Router::new();
    let router = assemble(Front { api, other, readiness: readiness.clone() }, &config);

    writeln!(std::io::stdout().lock(), "listening on http://{bound}")?;
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let stop = options.stop.clone();
    let server = axum::serve(listener, service).with_graceful_shutdown(async move {
        stop.cancelled().await;
        readiness.drain();
    });
    let grace = Duration::from_millis(config.server.shutdown_grace_ms);
    let over = async {
        options.stop.cancelled().await;
        tokio::time::sleep(grace).await;
    };
    tokio::select! {
        ended = server => ended?,
        () = over => tracing::warn!("requests were still running when the grace ended"),
    }
    db.close().await;
    Ok(())
}

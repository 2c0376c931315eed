//! Local stand-ins for the providers' APIs, with a phone on which a person plays the customer.
//!
//! [`telegram`] and `beacon` are built in; [`described`] plays whatever a `simulator.toml` describes.
//! Each has an API, a control API for tests and a phone page. Nothing here is meant for the open
//! network.
mod asterisk;
mod beacon;
mod built_in;
mod clock;
pub mod described;
mod gate;
mod graph_mail;
mod index;
mod letters;
mod libretranslate;
mod line;
mod listener;
mod mail_server;
mod meta;
mod network;
mod openai;
mod phone;
mod posting;
mod providers;
mod shop;
mod sms;
pub mod telegram;
mod x;

use std::path::PathBuf;

use anyhow::{Context, Result};
use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How a simulator runs.
#[derive(Debug, Clone)]
pub struct Options {
    /// Keep everything in this folder; without one a restart forgets.
    pub data: Option<PathBuf>,
    /// How long one second of a webhook's waiting takes: 0.01 makes retries a hundred times faster.
    pub time_scale: f64,
    /// Whether sending too fast is refused with 429.
    pub rate_limits: bool,
    /// Seconds after which an update nobody takes is dropped.
    pub update_life_s: i64,
    /// Files or folders with a `simulator.toml`, each a provider to play.
    pub providers: Vec<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            data: None,
            time_scale: 1.0,
            rate_limits: true,
            update_life_s: 86_400,
            providers: Vec::new(),
        }
    }
}

/// Serves until the future is dropped; then every connection and every delivery ends with it.
pub async fn serve(listener: TcpListener, options: Options) -> Result<()> {
    // Held to the end: background work stops when this sender goes.
    let (_running, stop) = watch::channel(());
    let telegram = telegram::Telegram::start(&options, stop)?;
    let root = format!("http://{}", listener.local_addr().context("the listener is not bound")?);
    let providers = providers::Providers::start(&options, &root)?;
    let app = Router::new()
        .merge(index::routes(telegram.clone(), providers.clone()))
        .merge(shop::routes())
        .merge(phone::routes(providers.clone()))
        .merge(providers.routes())
        .merge(libretranslate::routes())
        .merge(openai::routes())
        .merge(telegram.routes());
    let listener = listener::CutListener::new(listener);
    axum::serve(listener, app.into_make_service_with_connect_info::<listener::Cut>())
        .await
        .context("the simulator stopped serving")
}

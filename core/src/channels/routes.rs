//! HTTP in, HTTP out: webhooks, and the admin's calls.

mod admin;
mod calling;
mod hooks;
mod oauth;
mod quarantine;
mod usage;

use super::Channels;
use crate::accounts::Accounts;
use crate::http::{erased, routes};
use axum::{
    Router,
    extract::FromRef,
    routing::{any, get},
};
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Channels> for Accounts {
    fn from_ref(channels: &Channels) -> Self {
        channels.accounts.clone()
    }
}

/// All routes of the API.
pub fn routes(channels: Channels) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(admin::list, admin::create))
        .routes(routes!(admin::show, admin::change, admin::remove))
        .routes(routes!(admin::check))
        .routes(routes!(admin::log))
        .routes(routes!(usage::of_plugin))
        .routes(routes!(usage::of_channel))
        .routes(routes!(usage::plugin_log))
        .routes(routes!(calling::command))
        .routes(routes!(oauth::start))
        .routes(routes!(quarantine::list))
        .routes(routes!(quarantine::replay))
        .routes(routes!(quarantine::export))
        .with_state(channels)
}

/// Where providers call.
pub fn other_routes(channels: Channels) -> Router {
    Router::new()
        .route("/hooks/{key}", any(erased(hooks::hook)))
        .route("/hooks/{key}/{*path}", any(erased(hooks::hook)))
        .route("/oauth/callback", get(erased(oauth::callback)))
        .route("/oauth/told.js", get(oauth::script))
        .with_state(channels)
}

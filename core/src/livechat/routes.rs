//! HTTP in, HTTP out: the public page's calls, and the agents' links.

mod page;
mod socket;
mod upload;
mod widget;
mod workspace;

use super::Livechat;
use crate::accounts::Accounts;
use crate::http::{erased, routes};
use axum::{
    Router,
    extract::{DefaultBodyLimit, FromRef},
    routing::get,
};
use tower_http::compression::CompressionLayer;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Livechat> for Accounts {
    fn from_ref(livechat: &Livechat) -> Self {
        livechat.tickets.accounts.clone()
    }
}

/// All routes of the API.
pub fn routes(livechat: Livechat) -> OpenApiRouter {
    // Somewhat more than is taken, so that who sends too much can be told.
    let most = livechat.limits.upload_request_bytes.saturating_mul(2);
    let streamed = usize::try_from(most).unwrap_or(usize::MAX);
    let files =
        OpenApiRouter::new().routes(routes!(page::upload)).layer(DefaultBodyLimit::max(streamed));
    OpenApiRouter::new()
        .routes(routes!(page::info))
        .routes(routes!(page::register))
        .routes(routes!(page::rate))
        .routes(routes!(page::messages))
        .routes(routes!(page::link))
        .routes(routes!(workspace::links, workspace::create))
        .routes(routes!(workspace::end))
        .routes(routes!(workspace::convert))
        .routes(routes!(workspace::queue))
        .routes(routes!(workspace::session))
        .routes(routes!(widget::widgets))
        .routes(routes!(widget::set_widget))
        .routes(routes!(widget::make_secret))
        .merge(files)
        .with_state(livechat)
}

/// The public address that makes a link and leads to its page, and what sites embed.
pub fn other_routes(livechat: Livechat) -> Router {
    let widget = Router::new()
        .route("/widget/{name}", get(erased(widget::public)))
        .layer(CompressionLayer::new());
    Router::new().route("/visit/{key}", get(erased(page::visit))).merge(widget).with_state(livechat)
}

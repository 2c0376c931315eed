//! The page at `/`: providers, their bots, and where everything is.
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{Html, IntoResponse};
use axum::routing::get;

use crate::phone;
use crate::telegram::Telegram;

const PAGE: &str = include_str!("phone/assets/index.html");

/// The routes.
pub fn routes(telegram: Arc<Telegram>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/health/live", get(async || "ok"))
        .with_state(telegram)
}

async fn page(State(telegram): State<Arc<Telegram>>) -> impl IntoResponse {
    let mut rows = String::new();
    for bot in telegram.bots() {
        let token = escape(&bot.token);
        let link = url::form_urlencoded::byte_serialize(bot.token.as_bytes()).collect::<String>();
        rows.push_str(&format!(
            "<tr><th scope=\"row\"><a href=\"/telegram/phone?bot={link}\">{}</a>\
             <span>@{}</span></th><td data-label=\"Token\"><code>{token}</code></td>\
             <td class=\"number\" data-label=\"Chats\">{}</td>\
             <td class=\"number\" data-label=\"Waiting\">{}</td>\
             <td class=\"address\" data-label=\"Updates go to\">{}</td></tr>\n",
            escape(&bot.name),
            escape(&bot.username),
            bot.chats,
            bot.waiting,
            escape(&bot.receives),
        ));
    }
    if rows.is_empty() {
        rows.push_str(
            "<tr><td colspan=\"5\" class=\"none\">No bot yet. Make one with the form below, or \
             with <code>POST /control/telegram/bots</code>.</td></tr>",
        );
    }
    (phone::page_headers(), Html(PAGE.replace("<!--bots-->", &rows)))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

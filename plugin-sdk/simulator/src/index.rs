//! The page at `/`: providers, their bots, and where everything is.
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{Html, IntoResponse};
use axum::routing::get;

use crate::phone;
use crate::providers::Providers;
use crate::telegram::Telegram;

const PAGE: &str = include_str!("phone/assets/index.html");

/// The routes.
pub fn routes(telegram: Arc<Telegram>, providers: Arc<Providers>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/health/live", get(async || "ok"))
        .with_state((telegram, providers))
}

type Both = (Arc<Telegram>, Arc<Providers>);

async fn page(State((telegram, providers)): State<Both>) -> impl IntoResponse {
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
    let page = PAGE.replace("<!--bots-->", &rows);
    let page = page.replace("<!--providers-->", &others(&providers));
    (phone::page_headers(), Html(page))
}

fn others(providers: &Providers) -> String {
    let mut rows = String::new();
    for card in providers.cards() {
        let word = |name: &str| escape(card[name].as_str().unwrap_or_default());
        let problems: Vec<&str> = card["problems"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|one| one.as_str())
            .collect();
        let state = match problems.as_slice() {
            [] => word("file"),
            problems => format!("<strong>{}</strong>", escape(&problems.join("; "))),
        };
        rows.push_str(&format!(
            "<tr><th scope=\"row\"><a href=\"/phone/{0}\">{1}</a></th>\
             <td data-label=\"API\"><code>{2}</code></td>\
             <td class=\"number\" data-label=\"Accounts\">{3}</td>\
             <td class=\"address\" data-label=\"From\">{4}</td></tr>\n",
            word("id"),
            word("name"),
            word("api"),
            card["accounts"],
            if state.is_empty() { "built in".to_owned() } else { state },
        ));
    }
    rows
}

pub(crate) fn escaped(text: &str) -> String {
    escape(text)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

//! The phone page: hand-written files inside the binary, no framework, nothing from elsewhere.
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use crate::index::escaped;
use crate::providers::Providers;

const PAGE: &str = include_str!("assets/phone.html");
// Part of the page itself, so that no icon arrives late.
const ICONS: &str = include_str!("assets/icons.svg");

const ASSETS: &[(&str, &str, &[u8])] = &[
    ("base.css", "text/css; charset=utf-8", include_bytes!("assets/base.css")),
    ("phone.css", "text/css; charset=utf-8", include_bytes!("assets/phone.css")),
    ("chat.css", "text/css; charset=utf-8", include_bytes!("assets/chat.css")),
    ("index.js", "text/javascript; charset=utf-8", include_bytes!("assets/index.js")),
    ("phone.js", "text/javascript; charset=utf-8", include_bytes!("assets/phone.js")),
    ("setup.js", "text/javascript; charset=utf-8", include_bytes!("assets/setup.js")),
    ("wire.js", "text/javascript; charset=utf-8", include_bytes!("assets/wire.js")),
    ("bubble.js", "text/javascript; charset=utf-8", include_bytes!("assets/bubble.js")),
    ("call.css", "text/css; charset=utf-8", include_bytes!("assets/call.css")),
    ("call.js", "text/javascript; charset=utf-8", include_bytes!("assets/call.js")),
    ("chat.js", "text/javascript; charset=utf-8", include_bytes!("assets/chat.js")),
    ("composer.js", "text/javascript; charset=utf-8", include_bytes!("assets/composer.js")),
    ("people.js", "text/javascript; charset=utf-8", include_bytes!("assets/people.js")),
    ("sticker-wave.webp", "image/webp", include_bytes!("assets/sticker-wave.webp")),
    ("sticker-love.webp", "image/webp", include_bytes!("assets/sticker-love.webp")),
    ("sticker-yes.webp", "image/webp", include_bytes!("assets/sticker-yes.webp")),
    ("sticker-angry.webp", "image/webp", include_bytes!("assets/sticker-angry.webp")),
];

/// The phone of each provider and the files the pages are made of.
pub fn routes(providers: Arc<Providers>) -> Router {
    Router::new()
        .route("/telegram/phone", get(telegram))
        .route("/phone/{id}", get(page))
        .route("/phone/{id}/colours.css", get(colours))
        .route("/assets/{name}", get(asset))
        .with_state(providers)
}

// What the Telegram phone can do; other providers say it themselves.
const TELEGRAM_CAN: &str = "photo file voice place contact sticker edit react block start";

async fn telegram() -> impl IntoResponse {
    (page_headers(), Html(filled("Telegram", "/control/telegram/", "bots", TELEGRAM_CAN, "", "")))
}

/// One page for all providers, so that all phones look and work alike.
fn filled(
    name: &str,
    control: &str,
    accounts: &str,
    can: &str,
    setup: &str,
    colours: &str,
) -> String {
    let body = format!(
        "data-provider=\"{name}\" data-control=\"{control}\" data-accounts=\"{accounts}\" \
         data-can=\"{can}\" data-setup=\"{setup}\""
    );
    PAGE.replace("<!--icons-->", ICONS)
        .replace("data-provider=\"\"", &body)
        .replace("<!--name-->", name)
        .replace("<!--colours-->", colours)
}

async fn page(State(providers): State<Arc<Providers>>, Path(id): Path<String>) -> Response {
    let Ok(provider) = providers.named(&id) else {
        return (StatusCode::NOT_FOUND, "There is no such provider.").into_response();
    };
    let card = provider.card();
    // Telephones do not write, and nobody is blocked on them.
    let mut can = if card.can.contains(&"call") { vec![] } else { vec!["block"] };
    can.extend(&card.can);
    if card.can.contains(&"file") {
        can.extend(["photo", "voice"]);
    }
    let control = format!("/control/providers/{}/", card.id);
    let colours = format!("<link rel=\"stylesheet\" href=\"/phone/{}/colours.css\">", card.id);
    let name = escaped(&card.name);
    let (can, setup) = (can.join(" "), card.setup.join(" "));
    let html = filled(&name, &control, "accounts", &can, &setup, &colours);
    (page_headers(), Html(html)).into_response()
}

// The page's own policy allows no styles inside it.
async fn colours(State(providers): State<Arc<Providers>>, Path(id): Path<String>) -> Response {
    let Ok(provider) = providers.named(&id) else { return StatusCode::NOT_FOUND.into_response() };
    let css = colours_of(&provider.card().colour);
    let headers = [
        (header::CONTENT_TYPE, "text/css; charset=utf-8"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, css).into_response()
}

/// The shades that the pages need, mixed from one colour so that text on them stays readable.
fn colours_of(colour: &str) -> String {
    let mix = |with: &str, share: u8| format!("color-mix(in srgb, {colour} {share}%, {with})");
    format!(
        ":root {{ --brand: {colour}; --strong: {}; --own: {}; --own-soft: {}; --back: {}; }}\n\
         @media (prefers-color-scheme: dark) {{ :root {{ --strong: {}; --on-strong: #101214; \
         --own: {}; --own-soft: {}; --back: {}; }} }}\n",
        mix("#101418", 62),
        mix("#ffffff", 18),
        mix("#3c3a37", 35),
        mix("#ecebe8", 8),
        mix("#ffffff", 55),
        mix("#1b1a18", 40),
        mix("#e8e4de", 30),
        mix("#141517", 8),
    )
}

/// What every page is sent with: it may load from here and from nowhere else.
pub fn page_headers() -> [(HeaderName, &'static str); 4] {
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
        img-src 'self' data: blob:; media-src 'self' blob:; form-action 'none'; base-uri 'none'; \
        frame-ancestors 'self' http://localhost:* http://127.0.0.1:*";
    [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ]
}

async fn asset(Path(name): Path<String>) -> Response {
    match ASSETS.iter().find(|(known, ..)| *known == name) {
        Some((_, mime, bytes)) => {
            let headers = [
                (header::CONTENT_TYPE, *mime),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
                (header::CACHE_CONTROL, "no-cache"),
            ];
            (headers, *bytes).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

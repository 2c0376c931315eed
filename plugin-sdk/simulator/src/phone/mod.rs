//! The phone page: hand-written files inside the binary, no framework, nothing from elsewhere.
use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

const PAGE: &str = include_str!("assets/phone.html");
// Part of the page itself, so that no icon arrives late.
const ICONS: &str = include_str!("assets/icons.svg");

const ASSETS: &[(&str, &str, &[u8])] = &[
    ("base.css", "text/css; charset=utf-8", include_bytes!("assets/base.css")),
    ("phone.css", "text/css; charset=utf-8", include_bytes!("assets/phone.css")),
    ("chat.css", "text/css; charset=utf-8", include_bytes!("assets/chat.css")),
    ("index.js", "text/javascript; charset=utf-8", include_bytes!("assets/index.js")),
    ("phone.js", "text/javascript; charset=utf-8", include_bytes!("assets/phone.js")),
    ("wire.js", "text/javascript; charset=utf-8", include_bytes!("assets/wire.js")),
    ("bubble.js", "text/javascript; charset=utf-8", include_bytes!("assets/bubble.js")),
    ("chat.js", "text/javascript; charset=utf-8", include_bytes!("assets/chat.js")),
    ("composer.js", "text/javascript; charset=utf-8", include_bytes!("assets/composer.js")),
    ("people.js", "text/javascript; charset=utf-8", include_bytes!("assets/people.js")),
    ("sticker-wave.webp", "image/webp", include_bytes!("assets/sticker-wave.webp")),
    ("sticker-love.webp", "image/webp", include_bytes!("assets/sticker-love.webp")),
    ("sticker-yes.webp", "image/webp", include_bytes!("assets/sticker-yes.webp")),
    ("sticker-angry.webp", "image/webp", include_bytes!("assets/sticker-angry.webp")),
];

/// The page of the Telegram phone and the files it is made of.
pub fn routes() -> Router {
    Router::new().route("/telegram/phone", get(page)).route("/assets/{name}", get(asset))
}

async fn page() -> impl IntoResponse {
    (page_headers(), Html(PAGE.replace("<!--icons-->", ICONS)))
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

//! A shop on another origin than the desk, which embeds the desk's live chat widget as a customer's own site
//! would: under a strict content policy, with one script tag.
use axum::Router;
use axum::extract::Query;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use url::{Host, Url};

use crate::index::escaped;

const PAGE: &str = include_str!("phone/assets/shop.html");
const STYLE: &str = include_str!("phone/assets/shop.css");

/// The routes.
pub fn routes() -> Router {
    let style = async || ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE);
    Router::new().route("/shop", get(page)).route("/shop.css", get(style))
}

#[derive(Deserialize)]
struct Embedded {
    /// The address of the widget's script at a desk on this machine.
    #[serde(default)]
    script: String,
}

/// The origin of a widget's script, if it is one of a desk on this machine.
fn desk_of(script: &str) -> Option<(Url, String)> {
    let url = Url::parse(script).ok()?;
    let here = match url.host()? {
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
        Host::Domain(name) => name == "localhost",
    };
    let key = url.path().strip_prefix("/widget/")?.strip_suffix(".js")?;
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let plain = !key.is_empty() && key.bytes().all(letter);
    let bare = url.query().is_none() && url.username().is_empty() && url.password().is_none();
    let origin = url.origin().ascii_serialization();
    (here && plain && bare && url.scheme() == "http").then_some((url, origin))
}

async fn page(Query(embedded): Query<Embedded>) -> Response {
    let Some((script, desk)) = desk_of(&embedded.script) else {
        let text = "Name the widget's script of a desk on this machine: \
                    /shop?script=http://127.0.0.1:8080/widget/KEY.js\n";
        return (StatusCode::UNPROCESSABLE_ENTITY, text).into_response();
    };
    let policy = format!(
        "default-src 'none'; style-src 'self'; script-src {desk}; frame-src {desk}; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let Ok(policy) = HeaderValue::from_str(&policy) else {
        return StatusCode::UNPROCESSABLE_ENTITY.into_response();
    };
    let page = PAGE.replace("<!--script-->", &escaped(script.as_str()));
    ([(header::CONTENT_SECURITY_POLICY, policy)], Html(page)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_widget_of_a_desk_here_is_embedded() {
        let (_, desk) = desk_of("http://127.0.0.1:8080/widget/Ab-c_12.js").expect("a desk");
        assert_eq!(desk, "http://127.0.0.1:8080");
        assert!(desk_of("http://[::1]:8080/widget/a.js").is_some());
        for script in [
            "",
            "https://evil.example/widget/a.js",
            "http://127.0.0.1.evil.example/widget/a.js",
            "http://127.0.0.1:8080/other.js",
            "http://127.0.0.1:8080/widget/.js",
            "http://127.0.0.1:8080/widget/a/b.js",
            "http://127.0.0.1:8080/widget/a.js?x",
            "http://user@127.0.0.1:8080/widget/a.js",
            "javascript:alert(1)//widget/a.js",
        ] {
            assert!(desk_of(script).is_none(), "{script}");
        }
    }
}

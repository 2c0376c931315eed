//! Which host the API is at: the page's own, or one beside it that the operator named.
//!
//! An installation that names none has one host, and nothing here does anything. Where one is named, its
//! page asks the API across origins: that page, and no other, is answered as our own, and the cookie is
//! one for both hosts.

use super::credentials::AUTH_COOKIE;
use crate::config::Server;
use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use std::{net::IpAddr, sync::Arc};

/// A page and its API.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pair {
    /// Host and port as browsers send them.
    page: String,
    page_origin: String,
    api: String,
    api_origin: String,
}

/// The pages whose API has a host of its own. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct ApiHosts(Arc<Vec<Pair>>);

impl ApiHosts {
    pub(super) fn new(server: &Server) -> Self {
        let scheme = if server.public_url.starts_with("https://") { "https" } else { "http" };
        let pairs = server.api_hosts.iter().filter_map(|entry| pair(entry, scheme));
        Self(Arc::new(pairs.collect()))
    }

    /// Where the page of this host finds the API; none where that is the host itself.
    pub(super) fn origin_for(&self, headers: &HeaderMap) -> Option<&str> {
        let host = host_of(headers)?;
        let found = self.0.iter().find(|pair| pair.page == host);
        found.map(|pair| pair.api_origin.as_str())
    }

    fn of_api(&self, host: &str) -> impl Iterator<Item = &Pair> {
        self.0.iter().filter(move |pair| pair.api == host)
    }
}

/// Reads an entry: a page's host, whose API is at `api.` and that host, or `HOST=ORIGIN`.
fn pair(entry: &str, scheme: &str) -> Option<Pair> {
    let (page, named) = match entry.split_once('=') {
        Some((page, origin)) => (page, Some(origin.trim().trim_end_matches('/').to_lowercase())),
        None => (entry, None),
    };
    let page = page.trim().to_lowercase();
    let api_origin = match named {
        Some(origin) => origin,
        None if is_local_or_test(bare(&page)) => return None,
        None => format!("{scheme}://api.{page}"),
    };
    let api = api_origin.split_once("://")?.1.to_owned();
    Some(Pair { page_origin: format!("{scheme}://{page}"), page, api, api_origin })
}

/// Hosts that have no second one beside them.
fn is_local_or_test(host: &str) -> bool {
    let first = host.split('.').next().unwrap_or_default();
    let last = host.rsplit('.').next().unwrap_or_default();
    !host.contains('.')
        || host.parse::<IpAddr>().is_ok()
        || first == "test"
        || ["localhost", "local", "test"].contains(&last)
}

/// A host without its port.
fn bare(host: &str) -> &str {
    host.rsplit_once(':').map_or(host, |(name, _)| name)
}

/// What is wrong with an entry, if anything: the cookie is for both hosts, so the API has to be below the
/// page's host.
pub(crate) fn is_good_entry(entry: &str) -> bool {
    let plain = |host: &str| {
        !host.is_empty()
            && host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':'))
    };
    match entry.split_once('=') {
        None => plain(entry.trim()),
        Some((page, origin)) => {
            let origin = origin.trim().trim_end_matches('/').to_lowercase();
            let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
            let below = format!(".{}", bare(&page.trim().to_lowercase()));
            plain(page.trim()) && host.is_some_and(|h| plain(h) && bare(h).ends_with(&below))
        }
    }
}

fn host_of(headers: &HeaderMap) -> Option<String> {
    headers.get(header::HOST)?.to_str().ok().map(str::to_lowercase)
}

/// Layer over everything: lets the page of an API's host in, and makes cookies good for both.
pub(super) async fn meet(hosts: ApiHosts, mut request: Request, next: Next) -> Response {
    let Some(host) = host_of(request.headers()).filter(|_| !hosts.0.is_empty()) else {
        return next.run(request).await;
    };
    let origin = request.headers().get(header::ORIGIN).cloned();
    let of_api = hosts.of_api(&host).find(|pair| {
        origin.as_ref().is_some_and(|origin| origin.as_bytes() == pair.page_origin.as_bytes())
    });
    if let (Some(pair), Some(origin)) = (of_api, origin) {
        let asks = request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
        let mut response = if request.method() == Method::OPTIONS && asks {
            StatusCode::NO_CONTENT.into_response()
        } else {
            // The browser itself names that page, so it is one of our own.
            let own = HeaderValue::from_static("same-origin");
            request.headers_mut().insert(HeaderName::from_static("sec-fetch-site"), own);
            next.run(request).await
        };
        let headers = response.headers_mut();
        for (name, value) in [
            (header::ACCESS_CONTROL_ALLOW_CREDENTIALS, "true"),
            (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, PUT, PATCH, DELETE"),
            (header::ACCESS_CONTROL_ALLOW_HEADERS, "accept, content-type"),
            (header::ACCESS_CONTROL_EXPOSE_HEADERS, "retry-after"),
            (header::ACCESS_CONTROL_MAX_AGE, "600"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.append(header::VARY, HeaderValue::from_static("origin"));
        widen(headers, bare(&pair.page));
        return response;
    }
    let page =
        hosts.0.iter().find(|pair| pair.page == host).map(|pair| bare(&pair.page).to_owned());
    let mut response = next.run(request).await;
    if let Some(page) = page {
        widen(response.headers_mut(), &page);
    }
    response
}

/// Makes the sign-in's cookie one of the page's host and of those below it.
fn widen(headers: &mut HeaderMap, page: &str) {
    let start = format!("{AUTH_COOKIE}=");
    let all: Vec<HeaderValue> = headers.get_all(header::SET_COOKIE).iter().cloned().collect();
    if all.is_empty() {
        return;
    }
    headers.remove(header::SET_COOKIE);
    for value in all {
        let ours = value.to_str().ok().filter(|text| text.starts_with(&start));
        let wide =
            ours.and_then(|text| HeaderValue::from_str(&format!("{text}; Domain={page}")).ok());
        headers.append(header::SET_COOKIE, wide.unwrap_or(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_api_is_at_the_page_unless_a_host_was_named() {
        let table = [
            ("desk.example.com", Some("https://api.desk.example.com")),
            ("Desk.Example.com:8443", Some("https://api.desk.example.com:8443")),
            (
                "desk.example.com=https://Backend.desk.example.com/",
                Some("https://backend.desk.example.com"),
            ),
            // Local and test hosts have none, unless one is named.
            ("localhost", None),
            ("calls.localhost:8080", None),
            ("127.0.0.1:8080", None),
            ("desk", None),
            ("desk.local", None),
            ("test.example.com", None),
            ("desk.test", None),
            ("test.example.com=https://api.test.example.com", Some("https://api.test.example.com")),
        ];
        for (entry, expected) in table {
            assert!(is_good_entry(entry), "{entry}");
            let found = pair(entry, "https").map(|pair| pair.api_origin);
            assert_eq!(found.as_deref(), expected, "{entry}");
        }
        for bad in [
            "",
            "https://desk.example.com",
            "desk.example.com=api.desk.example.com",
            // The cookie would have to be one for everybody below example.com.
            "desk.example.com=https://api.example.com",
            "desk.example.com=https://evil.example",
            "desk.example.com=https://api.desk.example.com; script-src *",
        ] {
            assert!(!is_good_entry(bad), "{bad}");
        }
    }

    #[test]
    fn an_unknown_page_asks_its_own_host() {
        let mut server = crate::config::Config::for_data(std::path::Path::new("unused")).server;
        let asked = |server: &Server, host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().expect("a host"));
            ApiHosts::new(server).origin_for(&headers).map(str::to_owned)
        };
        assert_eq!(asked(&server, "desk.example.com"), None, "nothing is named");
        server.public_url = "https://desk.example.com".into();
        server.api_hosts = vec!["desk.example.com".into()];
        let at = Some("https://api.desk.example.com".to_owned());
        assert_eq!(asked(&server, "DESK.example.com"), at);
        for unknown in ["other.example.com", "api.desk.example.com", "127.0.0.1:8080"] {
            assert_eq!(asked(&server, unknown), None, "{unknown}");
        }
    }

    #[test]
    fn only_the_sign_in_is_made_wide() {
        let mut headers = HeaderMap::new();
        headers.append(header::SET_COOKIE, HeaderValue::from_static("auth=x; Path=/"));
        headers.append(header::SET_COOKIE, HeaderValue::from_static("chat=y; Path=/register"));
        widen(&mut headers, "desk.example.com");
        let all: Vec<_> = headers.get_all(header::SET_COOKIE).iter().collect();
        assert_eq!(all, ["auth=x; Path=/; Domain=desk.example.com", "chat=y; Path=/register"]);
    }
}

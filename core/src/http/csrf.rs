//! Cross-site request forgery (CSRF): whether a browser sent a request from one of our own pages.

use axum::http::{HeaderMap, header};

/// Whether this request may use the cookie.
///
/// A browser that knows `Sec-Fetch-Site` says it outright. An older one sends `Origin` with every
/// unsafe request and every socket; it must be our public address or the very host that is asked.
/// A request with neither header does not come from a browser, so nobody else's page can have made
/// it; `None` leaves the decision to the caller, because a socket must not accept that.
#[must_use]
pub fn same_origin(headers: &HeaderMap, public_url: &str) -> Option<bool> {
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = headers.get("sec-fetch-site") {
        // "none" is the person typing the address.
        return Some(site == "same-origin" || site == "none");
    }
    let origin = headers.get(header::ORIGIN)?;
    let Some(origin) = origin.to_str().ok() else { return Some(false) };
    let ours = !public_url.is_empty() && origin == public_url.trim_end_matches('/');
    let same_host = origin
        .split_once("://")
        .is_some_and(|(_, host)| text(header::HOST).is_some_and(|asked| asked == host));
    Some(ours || same_host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pairs: &[(&'static str, &str)]) -> Option<bool> {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().expect("header"));
        }
        same_origin(&headers, "https://desk.example.com")
    }

    #[test]
    fn own_pages_pass_and_others_do_not() {
        assert_eq!(check(&[("sec-fetch-site", "same-origin")]), Some(true));
        assert_eq!(check(&[("sec-fetch-site", "none")]), Some(true));
        assert_eq!(check(&[("sec-fetch-site", "same-site")]), Some(false));
        assert_eq!(
            check(&[("sec-fetch-site", "cross-site"), ("origin", "https://desk.example.com")]),
            Some(false)
        );
        assert_eq!(check(&[("origin", "https://desk.example.com")]), Some(true));
        assert_eq!(
            check(&[("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")]),
            Some(true)
        );
        assert_eq!(
            check(&[("origin", "https://evil.example"), ("host", "127.0.0.1:8080")]),
            Some(false)
        );
        assert_eq!(check(&[("origin", "null"), ("host", "null")]), Some(false));
        assert_eq!(check(&[]), None);
    }
}

//! Security headers, the Content Security Policy among them: they keep browsers from doing more than
//! we mean.

use super::api_host::ApiHosts;
use crate::config;
use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, header},
    middleware::Next,
    response::Response,
};

/// Pages of the workspace. Styles may be inline because the component library sets them at run
/// time; scripts may not. Blob addresses are files the person has just chosen or recorded.
const WORKSPACE: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self' data:; \
    connect-src 'self'; worker-src 'self' blob:; frame-src 'self' blob:; object-src 'none'; \
    base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/// Pages for visitors, which the site's own pages may frame.
const VISITOR: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self' data:; \
    connect-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; \
    frame-ancestors 'self'";

/// The worker that shows notifications: it asks this server and loads nothing.
const WORKER: &str = "default-src 'none'; connect-src 'self'";

/// Everything else: nothing in it may run or load.
const BARE: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// Which policy a page of ours gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Workspace,
    Visitor,
    Worker,
}

/// The policies of our pages, as the configuration has them.
#[derive(Clone, Debug)]
pub(super) struct Policies {
    workspace: String,
    pub(super) hosts: ApiHosts,
}

impl Policies {
    /// The workspace shows pictures of notifications, which may lie on another host.
    pub(super) fn new(config: &config::Branding, hosts: ApiHosts) -> Self {
        let pictures = origin_of(&config.notification_pictures);
        let workspace = pictures.map_or_else(
            || WORKSPACE.to_owned(),
            |origin| WORKSPACE.replace("img-src 'self'", &format!("img-src 'self' {origin}")),
        );
        Self { workspace, hosts }
    }

    /// The policy of a page for whoever asked with these headers: its API may have a host of its own.
    pub(super) fn of(&self, page: Page, headers: &HeaderMap) -> HeaderValue {
        match page {
            Page::Workspace => {
                let policy = self.hosts.origin_for(headers).map(|origin| {
                    let socket = origin.replacen("http", "ws", 1);
                    let both = format!("connect-src 'self' {origin} {socket}");
                    self.workspace.replace("connect-src 'self'", &both)
                });
                // Origins are plain ASCII without a separator.
                HeaderValue::from_str(policy.as_deref().unwrap_or(&self.workspace))
                    .unwrap_or(HeaderValue::from_static(WORKSPACE))
            }
            Page::Visitor => HeaderValue::from_static(VISITOR),
            Page::Worker => HeaderValue::from_static(WORKER),
        }
    }
}

/// The policy of the visitors' page in a frame on these sites; of nobody's, when they do not fit a header.
pub(super) fn framed_by(ancestors: &str) -> HeaderValue {
    let policy = |ancestors| {
        VISITOR.replace("frame-ancestors 'self'", &format!("frame-ancestors {ancestors}"))
    };
    HeaderValue::from_str(&policy(ancestors))
        .or_else(|_| HeaderValue::from_str(&policy("'none'")))
        .unwrap_or(HeaderValue::from_static(BARE))
}

/// On an answer whose policy lets other sites frame it, which the older header could only forbid.
#[derive(Clone, Copy, Debug)]
pub(super) struct FramedElsewhere;

/// Scheme, host and port of an address; none where it is none or our own.
fn origin_of(address: &str) -> Option<String> {
    let url = url::Url::parse(address).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| url.origin().ascii_serialization())
}

/// Layer over everything: adds what the handler has not set itself.
pub(super) async fn shield(request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let framed = response.extensions().get::<FramedElsewhere>().is_some();
    let headers = response.headers_mut();
    add(headers, header::CONTENT_SECURITY_POLICY, BARE);
    add(headers, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    add(headers, header::REFERRER_POLICY, "same-origin");
    if !framed {
        add(headers, header::X_FRAME_OPTIONS, "SAMEORIGIN");
    }
    add(headers, HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    add(headers, HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    add(
        headers,
        HeaderName::from_static("permissions-policy"),
        "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()",
    );
    if api {
        // Answers hold people's data; a shared cache must not keep them.
        add(headers, header::CACHE_CONTROL, "no-store");
    }
    response
}

fn add(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.entry(name).or_insert(HeaderValue::from_static(value));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(base: &str) -> String {
        let mut config = config::Config::for_data(std::path::Path::new("unused")).branding;
        base.clone_into(&mut config.notification_pictures);
        let policies = Policies::new(&config, ApiHosts::default());
        policies.of(Page::Workspace, &HeaderMap::new()).to_str().expect("text").to_owned()
    }

    #[test]
    fn pictures_of_one_more_host_are_let_in() {
        assert!(policy("").contains("img-src 'self' data: blob:;"));
        let far = policy("https://cdn.example.com:8443/notices/");
        assert!(far.contains("img-src 'self' https://cdn.example.com:8443 data: blob:;"), "{far}");
        assert!(far.contains("connect-src 'self';"), "nothing else: {far}");
    }
}

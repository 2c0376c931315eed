//! Security headers, the Content Security Policy among them: they keep browsers from doing more than
//! we mean.

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

impl Page {
    pub(super) fn policy(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Workspace => WORKSPACE,
            Self::Visitor => VISITOR,
            Self::Worker => WORKER,
        })
    }
}

/// Layer over everything: adds what the handler has not set itself.
pub(super) async fn shield(request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    add(headers, header::CONTENT_SECURITY_POLICY, BARE);
    add(headers, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    add(headers, header::REFERRER_POLICY, "same-origin");
    add(headers, header::X_FRAME_OPTIONS, "SAMEORIGIN");
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

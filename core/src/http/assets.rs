//! The web files: the workspace, the visitors' page and what they load.
//!
//! A release build carries `web/dist` inside; a debug build reads the folder at each request, so a
//! fresh web build shows without compiling the core.

use super::{
    entity_tag,
    security_headers::{FramedElsewhere, Page, Policies, framed_by},
};
use crate::crypto::sha256_hex;
use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../web/dist"]
#[allow_missing = true]
struct Dist;

/// Bundled files carry a hash of their content in their name, so they never change.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// Everything else is asked for again and answered with 304 when it is the same.
const FRESH: &str = "no-cache";

/// Whether a person's browser is going to this address, rather than a program asking for data.
pub(super) fn is_navigation(method: &Method, headers: &HeaderMap) -> bool {
    if !matches!(*method, Method::GET | Method::HEAD) {
        return false;
    }
    match headers.get("sec-fetch-mode") {
        Some(mode) => mode == "navigate",
        None => headers
            .get(header::ACCEPT)
            .and_then(|value| value.to_str().ok())
            // No browser that goes to an address asks for JSON.
            .is_some_and(|accept| {
                accept.contains("text/html") && !accept.contains("application/json")
            }),
    }
}

/// The file at this path, if it is one.
pub(super) fn file(path: &str, headers: &HeaderMap, policies: &Policies) -> Option<Response> {
    let name = path.trim_start_matches('/');
    // Pages have addresses of their own; they are not reached by file name.
    if name.is_empty() || name.ends_with(".html") || name.ends_with('/') {
        return None;
    }
    let file = Dist::get(name)?;
    let cache = if name.starts_with("assets/") { FOREVER } else { FRESH };
    let tag = tag_of(&file);
    let mut response = respond(file, headers, cache, &tag);
    // A worker may not be sandboxed as other files are.
    if name == "push-worker.js" {
        let policy = policies.of(Page::Worker, headers);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    Some(response)
}

/// The page for a navigation.
pub(super) fn page(path: &str, headers: &HeaderMap, policies: &Policies) -> Response {
    let (name, page) = if is_visitor_path(path) {
        ("visitor.html", Page::Visitor)
    } else {
        ("index.html", Page::Workspace)
    };
    let Some(file) = Dist::get(name) else { return missing() };
    let policy = policies.of(page, headers);
    let origin = policies.hosts.origin_for(headers).filter(|_| page == Page::Workspace);
    let mut response = match origin {
        Some(origin) => {
            let tag = format!("{}-{}", tag_of(&file), &sha256_hex(origin.as_bytes())[..8]);
            respond(pointed(file, origin), headers, FRESH, &tag)
        }
        None => {
            let tag = tag_of(&file);
            respond(file, headers, FRESH, &tag)
        }
    };
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// The visitors' page for a frame on these sites, as a content policy lists them.
#[must_use]
pub fn visitor_frame(headers: &HeaderMap, ancestors: &str) -> Response {
    let Some(file) = Dist::get("visitor.html") else { return missing() };
    let tag = tag_of(&file);
    let mut response = respond(file, headers, FRESH, &tag);
    let out = response.headers_mut();
    out.insert(header::CONTENT_SECURITY_POLICY, framed_by(ancestors));
    // A site that isolates itself asks this of what it embeds.
    out.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    response.extensions_mut().insert(FramedElsewhere);
    response
}

/// On an answer in place of which the workspace's page is sent: of an address that shows something else to
/// whoever is not signed in.
#[derive(Clone, Copy, Debug)]
struct ShowWorkspace;

/// Asks for the workspace's page. Only answers outside the API are looked at.
#[must_use]
pub fn workspace_page() -> Response {
    let mut response = StatusCode::NOT_FOUND.into_response();
    response.extensions_mut().insert(ShowWorkspace);
    response
}

/// Layer: sends the workspace's page where a handler asks for it.
pub(super) async fn show_workspace(policies: Policies, request: Request, next: Next) -> Response {
    let (path, headers) = (request.uri().path().to_owned(), request.headers().clone());
    let response = next.run(request).await;
    if response.extensions().get::<ShowWorkspace>().is_none() {
        return response;
    }
    let mut shown = page(&path, &headers, &policies);
    shown.headers_mut().append(header::VARY, HeaderValue::from_static("cookie"));
    shown
}

/// A text file of the web build.
#[must_use]
pub fn web_file_text(name: &str) -> Option<String> {
    let file = Dist::get(name)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// The workspace's page that says where its API is.
fn pointed(file: EmbeddedFile, origin: &str) -> EmbeddedFile {
    let page = String::from_utf8_lossy(&file.data);
    let said = format!("<head>\n    <meta name=\"patchbay-api\" content=\"{origin}\" />");
    let data = page.replacen("<head>", &said, 1).into_bytes();
    EmbeddedFile { data: data.into(), metadata: file.metadata }
}

fn tag_of(file: &EmbeddedFile) -> String {
    file.metadata.sha256_hash().iter().take(16).map(|b| format!("{b:02x}")).collect()
}

fn is_visitor_path(path: &str) -> bool {
    path.starts_with("/new_ticket/")
        || path.starts_with("/survey/")
        || path.starts_with("/register/livechat/")
        || path.starts_with("/start/livechat/")
        || path == "/end/livechat"
        || path.starts_with("/end/livechat/")
}

fn respond(file: EmbeddedFile, headers: &HeaderMap, cache: &'static str, tag: &str) -> Response {
    let tag = format!("\"{tag}\"");
    let known = entity_tag::has(headers, &tag);
    let mime = file.metadata.mimetype();
    let kind = if mime.starts_with("text/") || mime == "application/javascript" {
        format!("{mime}; charset=utf-8")
    } else {
        mime.to_owned()
    };
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(Body::from(file.data))
    };
    let out = response.headers_mut();
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(value) = HeaderValue::from_str(&tag) {
        out.insert(header::ETAG, value);
    }
    if let Ok(value) = HeaderValue::from_str(&kind) {
        out.insert(header::CONTENT_TYPE, value);
    }
    response
}

fn missing() -> Response {
    const TEXT: &str = "<!doctype html><html lang=en><meta charset=utf-8>\
        <title>Patchbay: the web files are missing</title>\
        <h1>The web files are missing</h1>\
        <p>The server runs, but this build has no web files.\
        <p>Build them with <code>cargo xtask web</code> (or <code>npm run build</code> in \
        <code>web/</code>), then reload. The API is described at \
        <a href=/api/docs>/api/docs</a>.";
    let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    (StatusCode::SERVICE_UNAVAILABLE, kind, TEXT).into_response()
}

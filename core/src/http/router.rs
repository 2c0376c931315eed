//! Puts the routes together: the API with its alias, the other routes, and the web files.

use super::{
    SocketShapes, access_log,
    api_host::{self, ApiHosts},
    assets, client_ip, credentials,
    health::{self, Readiness},
    openapi,
    problem::{Code, Problem},
    security_headers::{self, Policies},
};
use crate::config::Config;
use axum::{
    Router,
    extract::{DefaultBodyLimit, Request},
    http::{StatusCode, Uri},
    middleware::{Next, from_fn, map_response},
    response::{IntoResponse as _, Response},
};
use std::{any::Any, convert::Infallible};
use tower::ServiceExt as _;
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer};
use utoipa_axum::router::OpenApiRouter;

/// What [`assemble`] puts together.
pub struct Front {
    /// The API. All paths start with `/api`; each also works without it.
    pub api: OpenApiRouter,
    /// What the socket tells, for the description.
    pub socket: SocketShapes,
    /// Routes outside the API: sockets, webhooks, redirects.
    pub other: Router,
    pub readiness: Readiness,
}

/// Marks the answer to an unknown path of the API, so that the fallback can tell it from a handler
/// that answers "not found".
#[derive(Clone, Copy)]
struct UnknownPath;

/// The whole router of the server. Serve it with connect info, which the address layer reads.
pub fn assemble(front: Front, config: &Config) -> Router {
    let (api, document) = front.api.split_for_parts();
    let api = api
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(config.server.max_body_bytes))
        .layer(from_fn(credentials::find))
        .layer(from_fn(access_log::observe))
        .merge(openapi::routes(document, front.socket))
        .fallback(unknown_path)
        .layer(map_response(empty_errors));

    let hosts = ApiHosts::new(&config.server);
    let (alias, policies) = (api.clone(), Policies::new(&config.branding, hosts.clone()));
    let workspace = policies.clone();
    let web = tower::service_fn(move |request: Request| {
        let (alias, policies) = (alias.clone(), policies.clone());
        async move { Ok::<_, Infallible>(elsewhere(alias, request, &policies).await) }
    });
    // Only web files are compressed: answers of the API mix tokens with text that others choose.
    let web = tower::ServiceBuilder::new()
        .layer(CompressionLayer::new().compress_when(web_file))
        .service(web);

    let proxies = client_ip::Proxies::new(&config.server.trusted_proxies);
    front
        .other
        .layer(from_fn(move |request: Request, next: Next| {
            assets::show_workspace(workspace.clone(), request, next)
        }))
        .layer(DefaultBodyLimit::max(config.server.max_body_bytes))
        .layer(from_fn(access_log::observe))
        .merge(health::routes(front.readiness, &config.server.metrics_token))
        .fallback_service(web)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(move |request: Request, next: Next| {
            client_ip::find(proxies.clone(), request, next)
        }))
        .layer(from_fn(move |request: Request, next: Next| {
            api_host::meet(hosts.clone(), request, next)
        }))
        .layer(from_fn(security_headers::shield))
}

/// Whatever is no route outside the API: the API itself, a web file, a page, or a path of the API
/// written without `/api`.
async fn elsewhere(api: Router, request: Request, policies: &Policies) -> Response {
    let path = request.uri().path().to_owned();
    let headers = request.headers().clone();
    if path == "/api" || path.starts_with("/api/") {
        return call(api, request).await;
    }
    let method = request.method().clone();
    let readable = matches!(method, axum::http::Method::GET | axum::http::Method::HEAD);
    if readable && let Some(file) = assets::file(&path, &headers, policies) {
        return mark_web(file);
    }
    if assets::is_navigation(&method, &headers) {
        return mark_web(assets::page(&path, &headers, policies));
    }
    let (mut parts, body) = request.into_parts();
    let with_prefix = parts
        .uri
        .query()
        .map_or_else(|| format!("/api{path}"), |query| format!("/api{path}?{query}"));
    let Ok(uri) = with_prefix.parse::<Uri>() else { return Problem::not_found().into_response() };
    parts.uri = uri;
    let response = call(api, Request::from_parts(parts, body)).await;
    let unknown = response.extensions().get::<UnknownPath>().is_some();
    // Only the address of the installation itself shows its page to whatever asks: a program that
    // takes a page for an answer never learns that it asked for nothing there is.
    if unknown && readable && path == "/" {
        return mark_web(assets::page(&path, &headers, policies));
    }
    response
}

async fn call(api: Router, request: Request) -> Response {
    api.oneshot(request).await.unwrap_or_else(|never| match never {})
}

#[derive(Clone, Copy)]
struct WebFile;

fn mark_web(mut response: Response) -> Response {
    response.extensions_mut().insert(WebFile);
    response
}

fn web_file(
    status: StatusCode,
    _: axum::http::Version,
    headers: &axum::http::HeaderMap,
    extensions: &axum::http::Extensions,
) -> bool {
    let kind = headers.get("content-type").and_then(|v| v.to_str().ok()).unwrap_or_default();
    // Pictures, fonts and sounds are compressed already, but SVG is text.
    let text = ["text/", "application/javascript", "application/json", "image/svg"];
    status == StatusCode::OK
        && extensions.get::<WebFile>().is_some()
        && text.iter().any(|start| kind.starts_with(start))
}

async fn unknown_path() -> Response {
    let mut response = Problem::not_found().into_response();
    response.extensions_mut().insert(UnknownPath);
    response
}

async fn wrong_method() -> Problem {
    Problem::new(Code::Unsupported, "This path does not take that method.")
        .with_status(StatusCode::METHOD_NOT_ALLOWED)
}

/// Errors that the framework answers by itself get our shape.
async fn empty_errors(response: Response) -> Response {
    let is_json = response.headers().get("content-type").is_some_and(|v| v == "application/json");
    let is_html = response
        .headers()
        .get("content-type")
        .is_some_and(|v| v.to_str().is_ok_and(|kind| kind.starts_with("text/html")));
    let status = response.status();
    if is_json || is_html || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let problem = match status {
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => {
            Problem::invalid("The request does not fit.")
        }
        StatusCode::METHOD_NOT_ALLOWED => wrong_method().await,
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(Code::TooLarge, "The request is too large."),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            Problem::new(Code::Unsupported, "This kind of content is not taken here.")
        }
        StatusCode::NOT_FOUND => Problem::not_found(),
        // Anything else was chosen by a handler.
        _ => return response,
    };
    problem.with_status(status).into_response()
}

#[expect(clippy::needless_pass_by_value, reason = "the layer hands the panic over")]
fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let what = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown");
    Problem::internal(format!("panic: {what}")).into_response()
}

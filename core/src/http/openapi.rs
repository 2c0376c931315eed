//! The description of the API: collected from the handlers, served as JSON and as a page.

use super::{
    api_page,
    asyncapi::{self, SocketShapes},
    required_fields,
};
use axum::{
    Json, Router,
    http::{HeaderValue, header},
    response::{Html, IntoResponse as _, Response},
    routing::get,
};
use serde_json::Value;
use std::sync::{Arc, LazyLock};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        self,
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Patchbay",
        description = "Where a path holds `{token}`, write `-` and send the token as the `auth` \
            cookie or as `Authorization: Bearer`. Paths also work without `/api`.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(super::ProblemBody)),
    modifiers(&Schemes)
)]
struct Base;

struct Schemes;

impl Modify for Schemes {
    fn modify(&self, api: &mut openapi::OpenApi) {
        let components = api.components.get_or_insert_default();
        let cookie = ApiKey::Cookie(ApiKeyValue::new(super::AUTH_COOKIE));
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(cookie));
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    }
}

/// The document without any path: where the router that collects them starts.
#[must_use]
pub fn base() -> openapi::OpenApi {
    Base::openapi()
}

/// What is served of the description: made when it is first asked for. A server that nobody asks starts
/// without it, and keeps none of it in memory.
struct Documents {
    api: openapi::OpenApi,
    page: String,
    events: Value,
}

impl Documents {
    fn new(mut api: openapi::OpenApi, socket: &SocketShapes) -> Self {
        asyncapi::describe(&mut api, socket);
        let api = required_fields::complete(api);
        let page = api_page::render(&api);
        Self { page, events: asyncapi::document(socket), api }
    }
}

/// `/api/openapi.json`, `/api/asyncapi.json` and `/api/docs`.
pub(super) fn routes(api: openapi::OpenApi, socket: SocketShapes) -> Router {
    let documents = Arc::new(LazyLock::new(move || Documents::new(api, &socket)));
    let (schema, events, page) = (documents.clone(), documents.clone(), documents);
    Router::new()
        .route("/api/openapi.json", get(move || async move { Json(schema.api.clone()) }))
        .route("/api/asyncapi.json", get(move || async move { Json(events.events.clone()) }))
        .route("/api/docs", get(move || async move { show(&page.page) }))
}

fn show(page: &str) -> Response {
    let mut response = Html(page.to_owned()).into_response();
    // The page has no script at all; its style is inline.
    let policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; \
        base-uri 'none'; form-action 'none'";
    response
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

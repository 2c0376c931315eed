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
use std::sync::Arc;
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

/// `/api/openapi.json`, `/api/asyncapi.json` and `/api/docs`.
pub(super) fn routes(mut api: openapi::OpenApi, socket: &SocketShapes) -> Router {
    asyncapi::describe(&mut api, socket);
    let api = required_fields::complete(api);
    let events = Arc::new(asyncapi::document(socket));
    let page: Arc<str> = api_page::render(&api).into();
    let api = Arc::new(api);
    Router::new()
        .route("/api/openapi.json", get(move || async move { Json(api.as_ref().clone()) }))
        .route("/api/asyncapi.json", get(move || async move { Json(events.as_ref().clone()) }))
        .route("/api/docs", get(move || async move { show(&page) }))
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

//! HTTP in, HTTP out.

use super::{
    Branding,
    model::{Mine, Variant},
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Problem, ProblemBody, routes},
};
use axum::{
    Json,
    extract::{FromRef, State},
    http::{HeaderMap, HeaderName, Uri, header},
};
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Branding> for Accounts {
    fn from_ref(branding: &Branding) -> Self {
        branding.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Branding) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(variant)).routes(routes!(mine)).with_state(room)
}

/// The variant of the product that the host name of this request shows. Needs no sign-in.
#[utoipa::path(
    get, path = "/api/variant", tag = "branding", responses((status = 200, body = Variant))
)]
async fn variant(
    State(branding): State<Branding>,
    headers: HeaderMap,
    uri: Uri,
) -> ([(HeaderName, &'static str); 1], Json<Variant>) {
    let asked = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    // With HTTP/2 the host is part of the address.
    let host = asked.or_else(|| uri.host()).unwrap_or_default();
    // Everybody gets the same at a host, so any cache may keep it for a while.
    let a_while = [(header::CACHE_CONTROL, "public, max-age=300")];
    (a_while, Json(branding.variants.of(host).clone()))
}

/// What the configuration gives the person who asks, by client or user.
#[utoipa::path(
    get, path = "/api/variant/mine", tag = "branding",
    responses((status = 200, body = Mine), (status = 401, body = ProblemBody))
)]
async fn mine(State(branding): State<Branding>, caller: Caller) -> Result<Json<Mine>, Problem> {
    Ok(Json(branding.listed.of(caller.client_id, caller.user_id)))
}

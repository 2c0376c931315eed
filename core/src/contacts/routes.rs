//! HTTP in, HTTP out: lists of contacts, and their pictures.

use super::{Contacts, list::ContactPage, model::Reach, profile::is_signed, store};
use crate::{
    accounts::{Accounts, Caller},
    blobs::BlobError,
    http::{Code, FileBytes, Problem, ProblemBody, Query, routes},
};
use axum::{
    Json,
    body::Body,
    extract::{FromRef, Path, State},
    http::{HeaderValue, header},
    response::Response,
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Contacts> for Accounts {
    fn from_ref(contacts: &Contacts) -> Self {
        contacts.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(contacts: Contacts) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(avatar)).with_state(contacts)
}

/// Contacts of a page when nobody says how many, and at most.
const PAGE: usize = 30;
const PAGE_MAX: usize = 100;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Part {
    /// What to look for in names, addresses and numbers. Some callers send a switch here and the
    /// text as `keyword`.
    #[serde(default, rename = "searchBar")]
    search_bar: String,
    #[serde(default)]
    keyword: String,
    /// `email` or `phone` for those who have one, `none` for those who have neither; empty or `all` for
    /// everybody.
    #[serde(default)]
    filter: String,
    /// Contacts of a page, at most 100.
    #[serde(default)]
    pagination: String,
    /// From 0.
    #[serde(default)]
    page: String,
    /// The one contact of this uid, whatever else is asked for.
    #[serde(default)]
    uid: String,
}

impl Part {
    fn words(&self) -> String {
        let is_switch = matches!(self.search_bar.as_str(), "1" | "0" | "true" | "false");
        let bar = if is_switch { "" } else { &self.search_bar };
        format!("{bar} {}", self.keyword)
    }
}

/// List contacts, the newest first; with words those whose name, address or number has words that
/// begin like them.
#[utoipa::path(
    get, path = "/api/contacts/list", tag = "contacts", params(Part),
    responses(
        (status = 200, body = ContactPage), (status = 403, body = ProblemBody),
        (status = 422, description = "There is no such filter.", body = ProblemBody),
    )
)]
async fn list(
    State(contacts): State<Contacts>,
    caller: Caller,
    Query(part): Query<Part>,
) -> Result<Json<ContactPage>, Problem> {
    if !part.uid.is_empty() {
        return Ok(Json(contacts.one(&caller, &part.uid).await?));
    }
    let reach = Reach::named(&part.filter)
        .ok_or_else(|| Problem::field("filter", "A filter is all, email, phone or none."))?;
    let size = part.pagination.parse().unwrap_or(PAGE).clamp(1, PAGE_MAX);
    let page: usize = part.page.parse().unwrap_or(0);
    let offset = page.saturating_mul(size);
    Ok(Json(contacts.page(&caller, &part.words(), reach, (offset, size)).await?))
}

#[derive(Deserialize)]
struct Signed {
    c: Option<i64>,
    e: Option<i64>,
    s: Option<String>,
}

/// A contact's picture: for signed-in users, or by a signed address.
#[utoipa::path(
    get, path = "/api/contacts/{id}/avatar", tag = "contacts", params(("id" = i64, Path)),
    responses((status = 200, body = FileBytes, content_type = "image/png"), (status = 404, body = ProblemBody))
)]
async fn avatar(
    State(contacts): State<Contacts>,
    caller: Result<Caller, Problem>,
    Path(id): Path<String>,
    Query(signed): Query<Signed>,
) -> Result<Response, Problem> {
    let id: i64 = id.parse().map_err(|_| Problem::not_found())?;
    let client_id = match (signed.c, signed.e, signed.s) {
        (Some(client_id), Some(until), Some(signature)) => {
            let now = contacts.clock.now_ms();
            if !is_signed(&contacts.keys, (client_id, id), until, &signature, now) {
                return Err(Problem::not_found());
            }
            client_id
        }
        _ => caller?.client_id,
    };
    let mut conn = contacts.db.read().await?;
    let stored = store::avatar(&mut conn, client_id, id).await?.ok_or_else(Problem::not_found)?;
    drop(conn);
    let picture: Picture = serde_json::from_str(&stored).map_err(Problem::internal)?;
    let stream = contacts.blobs.get_stream(&picture.sha256).await.map_err(|error| match error {
        BlobError::NotFound => Problem::not_found(),
        other => Problem::new(Code::Unavailable, format!("The picture cannot be read: {other}.")),
    })?;
    let mut response = Response::new(Body::from_stream(stream));
    let headers = response.headers_mut();
    let mime = HeaderValue::from_str(&picture.mime).map_err(Problem::internal)?;
    headers.insert(header::CONTENT_TYPE, mime);
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(picture.size));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; sandbox"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600"));
    Ok(response)
}

#[derive(Deserialize)]
struct Picture {
    sha256: String,
    mime: String,
    size: u64,
}

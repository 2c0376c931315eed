//! HTTP in, HTTP out: keeping articles in the workspace, the public calls, and the public pages.

mod articles;
mod categories;
mod pages;
mod support;

use super::Knowledge;
use crate::{
    accounts::{Accounts, Caller},
    http::{Credentials, Problem, Source, erased, routes},
};
use axum::{
    Router,
    extract::{DefaultBodyLimit, FromRef, FromRequestParts},
    http::request::Parts,
    routing::{get, post},
};
use tower_http::compression::CompressionLayer;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Knowledge> for Accounts {
    fn from_ref(room: &Knowledge) -> Self {
        room.accounts.clone()
    }
}

/// An answer of a reader needs no more than this.
const FEEDBACK_MAX_BYTES: usize = 16 * 1024;

/// All routes of the API.
pub fn routes(room: Knowledge) -> OpenApiRouter {
    let feedback = OpenApiRouter::new()
        .routes(routes!(support::feedback))
        .layer(DefaultBodyLimit::max(FEEDBACK_MAX_BYTES));
    OpenApiRouter::new()
        .routes(routes!(categories::list, categories::make))
        .routes(routes!(categories::order))
        .routes(routes!(categories::rename, categories::remove))
        .routes(routes!(articles::list, articles::make))
        .routes(routes!(articles::one, articles::change, articles::remove))
        .routes(routes!(articles::save))
        .routes(routes!(articles::publish))
        .routes(routes!(articles::archive))
        .routes(routes!(articles::revisions))
        .routes(routes!(articles::revision))
        .routes(routes!(articles::preview))
        .routes(routes!(articles::search))
        .routes(routes!(articles::gaps, articles::drop_gap))
        .routes(routes!(support::index))
        .routes(routes!(support::article))
        .merge(feedback)
        .with_state(room)
}

/// The pages for everybody.
pub fn other_routes(room: Knowledge) -> Router {
    Router::new()
        .route("/support", get(erased(pages::start)))
        .route("/support/sitemap.xml", get(erased(pages::sitemap)))
        .route("/support/{space}", get(erased(pages::start)))
        .route("/support/{space}/{language}", get(erased(pages::index)))
        .route("/support/{space}/{language}/{id}", get(erased(pages::article)))
        .route("/support/{space}/{language}/{id}/{question}", get(erased(pages::question)))
        .route(
            "/support/{space}/{language}/{id}/feedback",
            post(erased(pages::feedback))
                .get(erased(pages::feedback_is_posted))
                .layer(DefaultBodyLimit::max(FEEDBACK_MAX_BYTES)),
        )
        .layer(CompressionLayer::new())
        .with_state(room)
}

/// Who calls, where nobody has to be signed in.
///
/// Who is signed in must not become a stranger when an access token runs out: a stranger reads another
/// client's articles. So a browser whose session stands is still its user's where something is read, and
/// any other token that does not hold is refused. A session that has ended is nobody's.
struct MaybeCaller(Option<Caller>);

impl FromRequestParts<Knowledge> for MaybeCaller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, room: &Knowledge) -> Result<Self, Problem> {
        let problem = match Caller::from_request_parts(parts, room).await {
            Ok(caller) => return Ok(Self(Some(caller))),
            Err(problem) => problem,
        };
        let Ok(found) = Credentials::from_request_parts(parts, room).await;
        match found.first() {
            None => Ok(Self(None)),
            Some(credential) if credential.source == Source::Cookie && parts.method.is_safe() => {
                Ok(Self(room.accounts.signed_in(&parts.headers).await?))
            }
            Some(_) => Err(problem),
        }
    }
}

fn number(text: &str) -> Result<i64, Problem> {
    text.parse().map_err(|_| Problem::not_found())
}

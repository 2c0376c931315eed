//! HTTP in, HTTP out.

use super::{
    Search,
    model::{PAGE, SearchPage, SearchResults, SearchTerms, offset},
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Problem, ProblemBody, Query, routes},
    tickets::Viewer,
};
use axum::{
    Json,
    extract::{FromRef, State},
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Search> for Accounts {
    fn from_ref(search: &Search) -> Self {
        search.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(search: Search) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(data)).with_state(search)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchParams {
    /// Everything at once, as a person types it: `from:agent1 label:"Second floor" brass lamp`. The
    /// keys are contact, from, label, number and message; what has no key is a message search.
    #[serde(default)]
    q: String,
    /// Words in messages and titles.
    #[serde(default)]
    message: String,
    /// Who wrote it or takes part: a username, or a customer's name.
    #[serde(default)]
    username: String,
    /// A label's name.
    #[serde(default)]
    label: String,
    /// A ticket's number.
    #[serde(default)]
    ticket: String,
    /// A customer's name, address or number.
    #[serde(default)]
    contact: String,
    /// Which chip is active; it changes nothing.
    #[serde(default)]
    #[expect(dead_code, reason = "callers send it; it is named here for the description")]
    entity: String,
    /// Tickets to skip, 6 times the page.
    #[serde(default)]
    search_index: String,
    /// Messages to skip, 6 times the page.
    #[serde(default)]
    search_message_index: String,
}

/// Search tickets and messages.
///
/// Everything that is asked for has to hold. Words are whole words, in any case and with or without
/// accents; `deliv*` finds what begins like that, `"two words"` finds them one after the other.
/// Answers at most six of each, the newest first, and how many there are, up to 1000; `postMore` and
/// `messageMore` say that there are more.
#[utoipa::path(
    get, path = "/api/search/data", tag = "search", params(SearchParams),
    responses((status = 200, body = SearchResults), (status = 401, body = ProblemBody))
)]
async fn data(
    State(search): State<Search>,
    caller: Caller,
    Query(asked): Query<SearchParams>,
) -> Result<Json<SearchResults>, Problem> {
    let wanted = SearchTerms {
        words: asked.message,
        from: asked.username,
        contact: asked.contact,
        label: asked.label,
        number: asked.ticket,
    };
    let wanted = SearchTerms::parse(&asked.q).with(&wanted);
    let page = SearchPage {
        posts: offset(&asked.search_index),
        messages: offset(&asked.search_message_index),
        size: PAGE,
    };
    Ok(Json(search.ask(&Viewer::from(&caller), &wanted, page).await?))
}

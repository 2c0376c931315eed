//! The public calls: an index, an article, and whether it helped. Nobody has to be signed in.

use super::{MaybeCaller, number};
use crate::{
    http::{ClientAddr, Input, Problem, ProblemBody, Query, Success},
    knowledge::{
        Knowledge,
        public::{Space, SupportArticle, SupportFeedback, SupportIndex},
    },
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use utoipa::IntoParams;

/// Whose articles, and what of them.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct SupportQuery {
    /// The client's name; without it the caller's own, and for everybody else that of the client that was
    /// made first.
    pub client: String,
    /// What is looked for.
    pub q: String,
    /// The id of a category: only its articles.
    pub category: String,
    /// Set by the page's own form, to say thank you.
    #[param(ignore)]
    pub thanks: String,
}

/// What a space (`kb` or `manual`) has in a language, by category. Articles that are not in it stand there in
/// another one. With `q` also what is found.
#[utoipa::path(
    get, path = "/api/support/{space}/{language}", tag = "support",
    params(("space" = String, Path), ("language" = String, Path), SupportQuery),
    responses(
        (status = 200, body = SupportIndex), (status = 404, body = ProblemBody),
        (status = 429, description = "Too many from one place.", body = ProblemBody),
    )
)]
pub(super) async fn index(
    State(room): State<Knowledge>,
    MaybeCaller(caller): MaybeCaller,
    address: ClientAddr,
    Path((space, language)): Path<(String, String)>,
    Query(query): Query<SupportQuery>,
) -> Result<Json<SupportIndex>, Problem> {
    let space = Space::parse(&space)?;
    let visitor = room.visitor(address, caller.as_ref(), &query.client).await?;
    let which = (query.q.as_str(), query.category.parse().ok());
    room.index(&visitor, (space, &language), which).await.map(Json)
}

/// An article in a language, or in another one that it is in.
#[utoipa::path(
    get, path = "/api/support/{space}/{language}/{id}", tag = "support",
    params(("space" = String, Path), ("language" = String, Path), ("id" = i64, Path), ("client" = Option<String>, Query)),
    responses(
        (status = 200, body = SupportArticle), (status = 404, body = ProblemBody),
        (status = 429, description = "Too many from one place.", body = ProblemBody),
    )
)]
pub(super) async fn article(
    State(room): State<Knowledge>,
    MaybeCaller(caller): MaybeCaller,
    address: ClientAddr,
    Path((space, language, id)): Path<(String, String, String)>,
    Query(query): Query<SupportQuery>,
) -> Result<Json<SupportArticle>, Problem> {
    let which = (Space::parse(&space)?, language.as_str(), number(&id)?);
    let visitor = room.visitor(address, caller.as_ref(), &query.client).await?;
    room.public_article(&visitor, which).await.map(Json)
}

/// Says whether an article helped, and why.
#[utoipa::path(
    post, path = "/api/support/kb/{language}/{id}/feedback", tag = "support",
    params(("language" = String, Path), ("id" = i64, Path), ("client" = Option<String>, Query)),
    request_body = SupportFeedback,
    responses(
        (status = 200, body = Success), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody),
        (status = 429, description = "Too many from one place.", body = ProblemBody),
    )
)]
pub(super) async fn feedback(
    State(room): State<Knowledge>,
    MaybeCaller(caller): MaybeCaller,
    address: ClientAddr,
    Path((language, id)): Path<(String, String)>,
    Query(query): Query<SupportQuery>,
    Input(answer): Input<SupportFeedback>,
) -> Result<Json<Success>, Problem> {
    let id = number(&id)?;
    let visitor = room.visitor(address, caller.as_ref(), &query.client).await?;
    room.feedback(&visitor, (&language, id), &answer).await?;
    Ok(Json(Success::default()))
}

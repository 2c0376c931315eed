//! The calls about articles, their translations and revisions, search and gaps.

use super::number;
use crate::{
    accounts::Caller,
    http::{Input, Problem, ProblemBody, Query, Success},
    knowledge::{
        Knowledge,
        listing::KnowledgeListQuery,
        model::{
            KnowledgeArticle, KnowledgeArticleChange, KnowledgeArticleDraft, KnowledgeArticlePage,
            KnowledgeGap, KnowledgeGapKey, KnowledgeHit, KnowledgePreview, KnowledgePreviewRequest,
            KnowledgePublish, KnowledgeRevision, KnowledgeRevisionText, KnowledgeTranslationDraft,
        },
    },
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use serde::Deserialize;
use utoipa::IntoParams;

type ArticleAnswer = Result<Json<KnowledgeArticle>, Problem>;

/// Articles, the last changed first. Agents get those of which something is public, as it is public.
#[utoipa::path(
    get, path = "/api/knowledge/articles", tag = "knowledge", params(KnowledgeListQuery),
    responses(
        (status = 200, body = KnowledgeArticlePage), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn list(
    State(room): State<Knowledge>,
    caller: Caller,
    Query(query): Query<KnowledgeListQuery>,
) -> Result<Json<KnowledgeArticlePage>, Problem> {
    room.list(&caller, &query).await.map(Json)
}

/// Begins an article in one language, as a draft. Admins only.
#[utoipa::path(
    post, path = "/api/knowledge/articles", tag = "knowledge", request_body = KnowledgeArticleDraft,
    responses(
        (status = 201, body = KnowledgeArticle), (status = 403, body = ProblemBody),
        (status = 409, description = "There are as many as there may be.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn make(
    State(room): State<Knowledge>,
    caller: Caller,
    Input(draft): Input<KnowledgeArticleDraft>,
) -> Result<(StatusCode, Json<KnowledgeArticle>), Problem> {
    Ok((StatusCode::CREATED, Json(room.make_article(&caller, &draft).await?)))
}

/// An article with its translations. Agents get what is public of it.
#[utoipa::path(
    get, path = "/api/knowledge/articles/{id}", tag = "knowledge", params(("id" = i64, Path)),
    responses(
        (status = 200, body = KnowledgeArticle), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
pub(super) async fn one(
    State(room): State<Knowledge>,
    caller: Caller,
    Path(id): Path<String>,
) -> ArticleAnswer {
    room.article(&caller, number(&id)?).await.map(Json)
}

/// Moves an article into a category and sets its review date. Admins only.
#[utoipa::path(
    put, path = "/api/knowledge/articles/{id}", tag = "knowledge", params(("id" = i64, Path)),
    request_body = KnowledgeArticleChange,
    responses(
        (status = 200, body = KnowledgeArticle), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn change(
    State(room): State<Knowledge>,
    caller: Caller,
    Path(id): Path<String>,
    Input(change): Input<KnowledgeArticleChange>,
) -> ArticleAnswer {
    room.change_article(&caller, number(&id)?, &change).await.map(Json)
}

/// Deletes an article with its translations and their history. Admins only.
#[utoipa::path(
    delete, path = "/api/knowledge/articles/{id}", tag = "knowledge", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
pub(super) async fn remove(
    State(room): State<Knowledge>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.drop_article(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

/// Saves a text as a draft: a new revision, or a new language. What is public stays. The text that is there
/// already makes no revision, but says that the translation follows its source as it is now. Admins only.
#[utoipa::path(
    put, path = "/api/knowledge/articles/{id}/translations/{language}", tag = "knowledge",
    params(("id" = i64, Path), ("language" = String, Path)),
    request_body = KnowledgeTranslationDraft,
    responses(
        (status = 200, body = KnowledgeArticle), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "Somebody else saved one (`overtaken`).", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn save(
    State(room): State<Knowledge>,
    caller: Caller,
    Path((id, language)): Path<(String, String)>,
    Input(draft): Input<KnowledgeTranslationDraft>,
) -> ArticleAnswer {
    room.save_translation(&caller, (number(&id)?, &language), &draft).await.map(Json)
}

/// Makes the newest text of a translation public, when it is the one that is meant. Admins only.
#[utoipa::path(
    post, path = "/api/knowledge/articles/{id}/translations/{language}/publish", tag = "knowledge",
    params(("id" = i64, Path), ("language" = String, Path)), request_body = KnowledgePublish,
    responses(
        (status = 200, body = KnowledgeArticle), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "Another revision is the newest.", body = ProblemBody),
    )
)]
pub(super) async fn publish(
    State(room): State<Knowledge>,
    caller: Caller,
    Path((id, language)): Path<(String, String)>,
    Input(wanted): Input<KnowledgePublish>,
) -> ArticleAnswer {
    room.publish(&caller, (number(&id)?, &language), &wanted).await.map(Json)
}

/// Takes a translation out of sight. Its texts stay. Admins only.
#[utoipa::path(
    post, path = "/api/knowledge/articles/{id}/translations/{language}/archive", tag = "knowledge",
    params(("id" = i64, Path), ("language" = String, Path)),
    responses(
        (status = 200, body = KnowledgeArticle), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
pub(super) async fn archive(
    State(room): State<Knowledge>,
    caller: Caller,
    Path((id, language)): Path<(String, String)>,
) -> ArticleAnswer {
    room.archive(&caller, (number(&id)?, &language)).await.map(Json)
}

/// The newest 100 texts that were saved of a translation. Admins only.
#[utoipa::path(
    get, path = "/api/knowledge/articles/{id}/translations/{language}/revisions", tag = "knowledge",
    params(("id" = i64, Path), ("language" = String, Path)),
    responses(
        (status = 200, body = Vec<KnowledgeRevision>), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
pub(super) async fn revisions(
    State(room): State<Knowledge>,
    caller: Caller,
    Path((id, language)): Path<(String, String)>,
) -> Result<Json<Vec<KnowledgeRevision>>, Problem> {
    room.revisions(&caller, (number(&id)?, &language)).await.map(Json)
}

/// An earlier text. Saving it again restores it. Admins only.
#[utoipa::path(
    get, path = "/api/knowledge/articles/{id}/translations/{language}/revisions/{revision}",
    tag = "knowledge",
    params(("id" = i64, Path), ("language" = String, Path), ("revision" = i64, Path)),
    responses(
        (status = 200, body = KnowledgeRevisionText), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
pub(super) async fn revision(
    State(room): State<Knowledge>,
    caller: Caller,
    Path((id, language, revision)): Path<(String, String, String)>,
) -> Result<Json<KnowledgeRevisionText>, Problem> {
    let which = (number(&id)?, language.as_str());
    room.revision(&caller, which, number(&revision)?).await.map(Json)
}

/// Markdown as pages will show it. Admins only.
#[utoipa::path(
    post, path = "/api/knowledge/preview", tag = "knowledge", request_body = KnowledgePreviewRequest,
    responses(
        (status = 200, body = KnowledgePreview), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn preview(
    State(room): State<Knowledge>,
    caller: Caller,
    Input(wanted): Input<KnowledgePreviewRequest>,
) -> Result<Json<KnowledgePreview>, Problem> {
    room.preview(&caller, &wanted).await.map(Json)
}

/// What an agent looks for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct KnowledgeSearchQuery {
    q: String,
    /// `en`, `ms` or `zh`; `en` when absent.
    language: String,
    /// 1 to 50; 20 when absent.
    limit: String,
}

/// Searches what is public: in a language, or else in English.
#[utoipa::path(
    get, path = "/api/knowledge/search", tag = "knowledge", params(KnowledgeSearchQuery),
    responses((status = 200, body = Vec<KnowledgeHit>), (status = 403, body = ProblemBody))
)]
pub(super) async fn search(
    State(room): State<Knowledge>,
    caller: Caller,
    Query(query): Query<KnowledgeSearchQuery>,
) -> Result<Json<Vec<KnowledgeHit>>, Problem> {
    let (words, limit) = ((query.q.as_str(), query.language.as_str()), query.limit.parse().ok());
    room.search(&caller, words, limit).await.map(Json)
}

/// Searches that found nothing, the last ones first; at most 100. Admins only.
#[utoipa::path(
    get, path = "/api/knowledge/gaps", tag = "knowledge",
    responses((status = 200, body = Vec<KnowledgeGap>), (status = 403, body = ProblemBody))
)]
pub(super) async fn gaps(
    State(room): State<Knowledge>,
    caller: Caller,
) -> Result<Json<Vec<KnowledgeGap>>, Problem> {
    room.gaps(&caller).await.map(Json)
}

/// Takes a search off the list of those that found nothing. Admins only.
#[utoipa::path(
    delete, path = "/api/knowledge/gaps", tag = "knowledge", request_body = KnowledgeGapKey,
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
pub(super) async fn drop_gap(
    State(room): State<Knowledge>,
    caller: Caller,
    Input(gap): Input<KnowledgeGapKey>,
) -> Result<Json<Success>, Problem> {
    room.drop_gap(&caller, &gap).await?;
    Ok(Json(Success::default()))
}

//! The calls about categories.

use super::number;
use crate::{
    accounts::Caller,
    http::{Input, Problem, ProblemBody, Success},
    knowledge::{
        Knowledge,
        model::{KnowledgeCategory, KnowledgeCategoryDraft, KnowledgeCategoryOrder},
    },
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};

/// The categories in their order.
#[utoipa::path(
    get, path = "/api/knowledge/categories", tag = "knowledge",
    responses((status = 200, body = Vec<KnowledgeCategory>), (status = 403, body = ProblemBody))
)]
pub(super) async fn list(
    State(room): State<Knowledge>,
    caller: Caller,
) -> Result<Json<Vec<KnowledgeCategory>>, Problem> {
    room.categories(&caller).await.map(Json)
}

/// Makes a category, the last one in the order. Admins only.
#[utoipa::path(
    post, path = "/api/knowledge/categories", tag = "knowledge", request_body = KnowledgeCategoryDraft,
    responses(
        (status = 201, body = KnowledgeCategory), (status = 403, body = ProblemBody),
        (status = 409, description = "There are as many as there may be.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn make(
    State(room): State<Knowledge>,
    caller: Caller,
    Input(draft): Input<KnowledgeCategoryDraft>,
) -> Result<(StatusCode, Json<KnowledgeCategory>), Problem> {
    Ok((StatusCode::CREATED, Json(room.make_category(&caller, &draft).await?)))
}

/// Puts the categories in an order. Admins only.
#[utoipa::path(
    put, path = "/api/knowledge/categories/order", tag = "knowledge",
    request_body = KnowledgeCategoryOrder,
    responses(
        (status = 200, body = Vec<KnowledgeCategory>), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn order(
    State(room): State<Knowledge>,
    caller: Caller,
    Input(order): Input<KnowledgeCategoryOrder>,
) -> Result<Json<Vec<KnowledgeCategory>>, Problem> {
    room.order_categories(&caller, &order).await.map(Json)
}

/// Renames a category. Admins only.
#[utoipa::path(
    put, path = "/api/knowledge/categories/{id}", tag = "knowledge", params(("id" = i64, Path)),
    request_body = KnowledgeCategoryDraft,
    responses(
        (status = 200, body = KnowledgeCategory), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn rename(
    State(room): State<Knowledge>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<KnowledgeCategoryDraft>,
) -> Result<Json<KnowledgeCategory>, Problem> {
    room.rename_category(&caller, number(&id)?, &draft).await.map(Json)
}

/// Deletes a category. Its articles stay without one. Admins only.
#[utoipa::path(
    delete, path = "/api/knowledge/categories/{id}", tag = "knowledge", params(("id" = i64, Path)),
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
    room.drop_category(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

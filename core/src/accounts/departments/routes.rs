//! HTTP in, HTTP out: departments. Everybody reads them, admins keep them.

use super::{
    model::{Department, DepartmentError, Draft, Team},
    remove, save, store,
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Code, Input, Problem, ProblemBody, Query, routes},
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

/// The routes of departments.
pub(in crate::accounts) fn routes() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new()
        .routes(routes!(departments))
        .routes(routes!(departments2))
        .routes(routes!(teams, create))
        .routes(routes!(change, discard))
}

impl From<DepartmentError> for Problem {
    fn from(error: DepartmentError) -> Self {
        let text = error.to_string();
        match error {
            DepartmentError::NotAdmin => Self::forbidden(text),
            DepartmentError::Unknown => Self::not_found(),
            DepartmentError::Field(field, text) => Self::field(field, text),
            DepartmentError::Taken => {
                Self::new(Code::Conflict, text.clone()).with_field("name", text)
            }
            DepartmentError::TooMany => Self::field("name", text),
            DepartmentError::Db(error) => error.into(),
        }
    }
}

#[derive(Deserialize)]
struct Which {
    deleted: Option<i64>,
}

async fn listed(
    accounts: &Accounts,
    caller: &Caller,
    which: &Which,
) -> Result<Json<Vec<Department>>, Problem> {
    let deleted = which.deleted.unwrap_or(0) != 0;
    let mut conn = accounts.0.db.read().await?;
    Ok(Json(store::list(&mut conn, caller.client_id, deleted).await?))
}

/// The departments of the client with this number, which is the caller's own, by name. With
/// `deleted=1` those that were removed are among them, so that tickets that still belong to one can be
/// explained.
#[utoipa::path(
    get, path = "/api/department/{client}", tag = "departments",
    params(("client" = i64, Path), ("deleted" = Option<i64>, Query)),
    responses((status = 200, body = Vec<Department>), (status = 404, body = ProblemBody))
)]
async fn departments(
    State(accounts): State<Accounts>,
    caller: Caller,
    Path(client): Path<String>,
    Query(which): Query<Which>,
) -> Result<Json<Vec<Department>>, Problem> {
    if client.parse::<i64>().ok() != Some(caller.client_id) {
        return Err(Problem::not_found());
    }
    listed(&accounts, &caller, &which).await
}

/// The departments of the caller's client.
#[utoipa::path(
    get, path = "/api/department2/{token}", tag = "departments",
    params(
        ("token" = String, Path, description = "`-`, or the access token"),
        ("deleted" = Option<i64>, Query),
    ),
    responses((status = 200, body = Vec<Department>))
)]
async fn departments2(
    State(accounts): State<Accounts>,
    caller: Caller,
    Query(which): Query<Which>,
) -> Result<Json<Vec<Department>>, Problem> {
    listed(&accounts, &caller, &which).await
}

/// The departments with their members, for admins.
#[utoipa::path(
    get, path = "/api/departments", tag = "departments",
    responses((status = 200, body = Vec<Team>), (status = 403, body = ProblemBody))
)]
async fn teams(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<Vec<Team>>, Problem> {
    Ok(Json(save::teams(&accounts, &caller).await?))
}

/// Makes a department.
#[utoipa::path(
    post, path = "/api/departments", tag = "departments", request_body = Draft,
    responses(
        (status = 201, body = Team), (status = 403, body = ProblemBody),
        (status = 409, description = "There is one of that name.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn create(
    State(accounts): State<Accounts>,
    caller: Caller,
    Input(draft): Input<Draft>,
) -> Result<(StatusCode, Json<Team>), Problem> {
    let team = save::save(&accounts, &caller, None, &draft).await?;
    Ok((StatusCode::CREATED, Json(team)))
}

/// Renames a department or sets its members; what is absent stays.
#[utoipa::path(
    patch, path = "/api/departments/{id}", tag = "departments", params(("id" = i64, Path)),
    request_body = Draft,
    responses(
        (status = 200, body = Team), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn change(
    State(accounts): State<Accounts>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<Draft>,
) -> Result<Json<Team>, Problem> {
    Ok(Json(save::save(&accounts, &caller, Some(number(&id)), &draft).await?))
}

#[derive(Serialize, ToSchema)]
struct Removed {
    #[schema(example = "success")]
    result: &'static str,
}

/// Removes a department. Its tickets keep reading its name; it is offered no longer.
#[utoipa::path(
    delete, path = "/api/departments/{id}", tag = "departments", params(("id" = i64, Path)),
    responses((status = 200, body = Removed), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
async fn discard(
    State(accounts): State<Accounts>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Removed>, Problem> {
    remove::remove(&accounts, &caller, number(&id)).await?;
    Ok(Json(Removed { result: "success" }))
}

/// What is no number is no id; ids start at 1.
fn number(text: &str) -> i64 {
    text.parse().unwrap_or(0)
}

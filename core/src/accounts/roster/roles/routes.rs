//! HTTP in, HTTP out: roles, for admins.

use super::{
    list,
    model::{Draft, Role, RoleError},
    remove, save,
};
use crate::{
    accounts::{Accounts, Caller, roster::model::Refusal},
    http::{Code, Input, Problem, ProblemBody, routes},
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use utoipa_axum::router::OpenApiRouter;

/// The routes of roles.
pub(in crate::accounts::roster) fn routes() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new()
        .routes(routes!(list_roles, create_role))
        .routes(routes!(change_role, delete_role))
}

impl From<RoleError> for Problem {
    fn from(error: RoleError) -> Self {
        let text = error.to_string();
        match error {
            RoleError::Refused(Refusal::NotAdmin | Refusal::ByKey | Refusal::Above) => {
                Self::forbidden(text)
            }
            RoleError::Refused(_) | RoleError::TooMany | RoleError::InUse(_) => {
                Self::new(Code::Conflict, text)
            }
            RoleError::Unknown => Self::not_found(),
            RoleError::Taken => Self::new(Code::Conflict, text.clone()).with_field("name", text),
            RoleError::Invalid(faults) => {
                let problem = Self::invalid(text);
                faults.into_iter().fold(problem, |p, (field, why)| p.with_field(field, why))
            }
            RoleError::Internal(error) => error.into(),
        }
    }
}

/// The roles of this client, the highest first.
#[utoipa::path(
    get, path = "/api/roles", tag = "users",
    responses((status = 200, body = [Role]), (status = 403, body = ProblemBody))
)]
async fn list_roles(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<Vec<Role>>, Problem> {
    Ok(Json(list::list(&accounts, &caller).await?))
}

/// Makes a role. A client has at most 50.
#[utoipa::path(
    post, path = "/api/roles", tag = "users", request_body = Draft,
    responses(
        (status = 201, body = Role), (status = 403, body = ProblemBody),
        (status = 409, description = "Another role has the name, or there are 50.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn create_role(
    State(accounts): State<Accounts>,
    caller: Caller,
    Input(draft): Input<Draft>,
) -> Result<(StatusCode, Json<Role>), Problem> {
    Ok((StatusCode::CREATED, Json(save::create(&accounts, &caller, &draft).await?)))
}

/// Changes a role, for all who have it and at once; what is absent stays.
#[utoipa::path(
    patch, path = "/api/roles/{id}", tag = "users", params(("id" = i64, Path)), request_body = Draft,
    responses(
        (status = 200, body = Role),
        (status = 403, description = "The role ranks above the caller.", body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "Another role has the name, no admin would be left, or it is the caller's own type.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn change_role(
    State(accounts): State<Accounts>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<Draft>,
) -> Result<Json<Role>, Problem> {
    Ok(Json(save::change(&accounts, &caller, number(&id), &draft).await?))
}

/// Deletes a role that no user has.
#[utoipa::path(
    delete, path = "/api/roles/{id}", tag = "users", params(("id" = i64, Path)),
    responses(
        (status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, description = "Users have it.", body = ProblemBody),
    )
)]
async fn delete_role(
    State(accounts): State<Accounts>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    remove::remove(&accounts, &caller, number(&id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What is no number is no id; ids start at 1.
fn number(text: &str) -> i64 {
    text.parse().unwrap_or(0)
}

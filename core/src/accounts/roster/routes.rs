//! HTTP in, HTTP out: users, for admins.

use super::{
    change, create,
    link::{self, Invitation, PasswordLink},
    list::{self, UsersPage},
    model::{Draft, Refusal, User, UserError},
    roles, switch,
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
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

/// The routes of users.
pub(in crate::accounts) fn routes() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new()
        .routes(routes!(list_users, create_user))
        .routes(routes!(change_user))
        .routes(routes!(switch_user))
        .routes(routes!(link_user))
        .routes(routes!(invite_user))
        .merge(roles::routes())
}

impl From<UserError> for Problem {
    fn from(error: UserError) -> Self {
        let text = error.to_string();
        match error {
            UserError::Refused(Refusal::NotAdmin | Refusal::ByKey | Refusal::Above) => {
                Self::forbidden(text)
            }
            UserError::Refused(_) => Self::new(Code::Conflict, text),
            UserError::Unknown => Self::not_found(),
            UserError::Taken => {
                Self::new(Code::Conflict, text.clone()).with_field("username", text)
            }
            UserError::NoMail => Self::new(Code::Conflict, text),
            UserError::Limited { retry_after_s } => {
                Self::new(Code::RateLimited, text).retry_after(retry_after_s)
            }
            UserError::Invalid(faults) => {
                let problem = Self::invalid(text);
                faults.into_iter().fold(problem, |p, (field, why)| p.with_field(field, why))
            }
            UserError::Internal(error) => error.into(),
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct UserListQuery {
    /// Words that the name, the username or the e-mail address holds.
    #[serde(default)]
    search: String,
    /// How many to skip.
    #[serde(default)]
    from: usize,
}

/// The users of this client, by name and 50 at a time; those that are disabled come last.
#[utoipa::path(
    get, path = "/api/users", tag = "users", params(UserListQuery),
    responses((status = 200, body = UsersPage), (status = 403, body = ProblemBody))
)]
async fn list_users(
    State(accounts): State<Accounts>,
    caller: Caller,
    Query(wanted): Query<UserListQuery>,
) -> Result<Json<UsersPage>, Problem> {
    Ok(Json(list::list(&accounts, &caller, &wanted.search, wanted.from).await?))
}

/// Makes a user. Nobody can sign in as one without a password.
#[utoipa::path(
    post, path = "/api/users", tag = "users", request_body = Draft,
    responses(
        (status = 201, body = User), (status = 403, body = ProblemBody),
        (status = 409, description = "The username is taken.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn create_user(
    State(accounts): State<Accounts>,
    caller: Caller,
    Input(draft): Input<Draft>,
) -> Result<(StatusCode, Json<User>), Problem> {
    let user = create::create(&accounts, &caller, &draft).await?;
    Ok((StatusCode::CREATED, Json(user)))
}

/// Changes a user; what is absent stays. A new password ends the user's sessions.
#[utoipa::path(
    patch, path = "/api/users/{id}", tag = "users", params(("id" = i64, Path)), request_body = Draft,
    responses(
        (status = 200, body = User),
        (status = 403, description = "The user ranks above the caller.", body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "The last admin, or oneself.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn change_user(
    State(accounts): State<Accounts>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<Draft>,
) -> Result<Json<User>, Problem> {
    Ok(Json(change::change(&accounts, &caller, number(&id), &draft).await?))
}

#[derive(Deserialize, ToSchema)]
struct Enabled {
    enabled: bool,
}

/// Disables or enables a user. Who is disabled is signed out everywhere at once.
#[utoipa::path(
    put, path = "/api/users/{id}/enabled", tag = "users", params(("id" = i64, Path)),
    request_body = Enabled,
    responses(
        (status = 200, body = User), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "The last admin, or oneself.", body = ProblemBody),
    )
)]
async fn switch_user(
    State(accounts): State<Accounts>,
    caller: Caller,
    Path(id): Path<String>,
    Input(wish): Input<Enabled>,
) -> Result<Json<User>, Problem> {
    Ok(Json(switch::switch(&accounts, &caller, number(&id), wish.enabled).await?))
}

/// Makes a link with which the user sets a password, once and within a week. It is shown here and
/// nowhere else; a password that is set makes it void.
#[utoipa::path(
    post, path = "/api/users/{id}/password-link", tag = "users", params(("id" = i64, Path)),
    responses(
        (status = 201, body = PasswordLink), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "The user is disabled.", body = ProblemBody),
    )
)]
async fn link_user(
    State(accounts): State<Accounts>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<PasswordLink>), Problem> {
    let link = link::link(&accounts, &caller, number(&id)).await?;
    Ok((StatusCode::CREATED, Json(link)))
}

/// Mails the user a link with which a password is set, once and within a week, in the user's language.
#[utoipa::path(
    post, path = "/api/users/{id}/invitation", tag = "users", params(("id" = i64, Path)),
    responses(
        (status = 202, body = Invitation), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "The user is disabled, or this desk sends no mail.", body = ProblemBody),
        (status = 422, description = "The user has no mail address.", body = ProblemBody),
        (status = 429, description = "Five went out within the window of failed sign-ins.", body = ProblemBody),
    )
)]
async fn invite_user(
    State(accounts): State<Accounts>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<Invitation>), Problem> {
    let invitation = link::invite(&accounts, &caller, number(&id)).await?;
    Ok((StatusCode::ACCEPTED, Json(invitation)))
}

/// What is no number is no id; ids start at 1.
fn number(text: &str) -> i64 {
    text.parse().unwrap_or(0)
}

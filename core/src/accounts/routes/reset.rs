//! HTTP in, HTTP out: a forgotten password.

use super::security::done;
use crate::{
    accounts::{
        Accounts,
        reset::{self, ResetError},
    },
    http::{ClientAddr, Code, Input, Problem, ProblemBody, Success, routes},
};
use axum::{Json, extract::State, http::HeaderMap};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

pub(super) fn routes() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new()
        .routes(routes!(reset_state))
        .routes(routes!(ask_reset))
        .routes(routes!(check_reset))
        .routes(routes!(finish_reset))
}

impl From<ResetError> for Problem {
    fn from(error: ResetError) -> Self {
        let text = error.to_string();
        match error {
            ResetError::NoMail => Self::new(Code::Conflict, text),
            ResetError::BadAddress => Self::field("email", text),
            ResetError::BadPassword(_) => Self::field("password", text),
            ResetError::BadLink => Self::new(Code::NotFound, text),
            ResetError::Limited { retry_after_s } => {
                Self::new(Code::RateLimited, text).retry_after(retry_after_s)
            }
            ResetError::Internal(error) => error.into(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct ResetState {
    /// Whether links can be mailed; else only an admin can help.
    available: bool,
}

/// Tell whether a forgotten password can be reset by mail.
#[utoipa::path(
    get, path = "/api/password_reset", tag = "accounts",
    responses((status = 200, body = ResetState))
)]
async fn reset_state(State(accounts): State<Accounts>) -> Json<ResetState> {
    Json(ResetState { available: reset::available(&accounts) })
}

#[derive(Deserialize, ToSchema)]
struct AskReset {
    #[serde(default)]
    email: String,
}

/// Ask for a link to a new password. The answer is the same whether the address is known or not.
#[utoipa::path(
    post, path = "/api/password_reset", tag = "accounts", request_body = AskReset,
    responses(
        (status = 200, body = Success),
        (status = 409, description = "This installation sends no mail.", body = ProblemBody),
        (status = 422, description = "That is no mail address.", body = ProblemBody),
        (status = 429, description = "Too many attempts.", body = ProblemBody),
    )
)]
async fn ask_reset(
    State(accounts): State<Accounts>,
    ClientAddr(address): ClientAddr,
    headers: HeaderMap,
    Input(body): Input<AskReset>,
) -> Result<Json<Success>, Problem> {
    accounts.refuse_other_sites(&headers)?;
    reset::ask(&accounts, &body.email, address).await?;
    Ok(done())
}

#[derive(Deserialize, ToSchema)]
struct ResetLink {
    /// What stands after the hash sign of the mailed address.
    #[serde(default)]
    link: String,
}

#[derive(Serialize, ToSchema)]
struct LinkedUser {
    username: String,
}

/// Tell whose password a link sets.
#[utoipa::path(
    post, path = "/api/password_reset/check", tag = "accounts", request_body = ResetLink,
    responses(
        (status = 200, body = LinkedUser),
        (status = 404, description = "It does not work any more.", body = ProblemBody),
    )
)]
async fn check_reset(
    State(accounts): State<Accounts>,
    Input(body): Input<ResetLink>,
) -> Result<Json<LinkedUser>, Problem> {
    let found = reset::look(&accounts, &body.link).await?;
    Ok(Json(LinkedUser { username: found.username }))
}

#[derive(Deserialize, ToSchema)]
struct FinishReset {
    #[serde(default)]
    link: String,
    /// The new password.
    #[serde(default)]
    password: String,
}

/// Set a new password by a link; all sessions of the user end.
#[utoipa::path(
    post, path = "/api/password_reset/finish", tag = "accounts", request_body = FinishReset,
    responses(
        (status = 200, body = Success),
        (status = 404, description = "The link does not work any more.", body = ProblemBody),
        (status = 422, description = "The password cannot be taken.", body = ProblemBody),
    )
)]
async fn finish_reset(
    State(accounts): State<Accounts>,
    headers: HeaderMap,
    Input(body): Input<FinishReset>,
) -> Result<Json<Success>, Problem> {
    accounts.refuse_other_sites(&headers)?;
    reset::finish(&accounts, &body.link, &body.password).await?;
    Ok(done())
}

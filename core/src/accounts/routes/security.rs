//! HTTP in, HTTP out: a user's own second factor, sessions and password.

use crate::{
    accounts::{
        Accounts, Caller,
        change_password::change_password,
        sessions::{self, OwnSession},
        step_up::SecurityError,
        two_factor::{self, Enrolment, FactorState},
    },
    http::{Code, Input, Problem, ProblemBody, Success, routes},
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

pub(super) fn routes() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new()
        .routes(routes!(two_factor))
        .routes(routes!(begin_two_factor))
        .routes(routes!(confirm_two_factor))
        .routes(routes!(renew_recovery_codes))
        .routes(routes!(end_two_factor))
        .routes(routes!(own_sessions))
        .routes(routes!(end_session))
        .routes(routes!(end_other_sessions))
        .routes(routes!(new_password))
}

impl From<SecurityError> for Problem {
    fn from(error: SecurityError) -> Self {
        let text = error.to_string();
        match error {
            SecurityError::WrongPassword => Self::field("password", text),
            SecurityError::WrongCode => Self::field("code", text),
            SecurityError::BadPassword(_) => Self::field("new_password", text),
            SecurityError::Limited { retry_after_s } => {
                Self::new(Code::RateLimited, text).retry_after(retry_after_s)
            }
            SecurityError::Conflict(_) => Self::new(Code::Conflict, text),
            SecurityError::ByKey => Self::forbidden(text),
            SecurityError::Unknown => Self::not_found(),
            SecurityError::Internal(error) => error.into(),
        }
    }
}

pub(super) fn done() -> Json<Success> {
    Json(Success::default())
}

#[derive(Deserialize, ToSchema)]
struct OwnPassword {
    /// The password of whoever asks.
    #[serde(default)]
    password: String,
}

#[derive(Deserialize, ToSchema)]
struct OwnCode {
    #[serde(default)]
    code: String,
}

#[derive(Serialize, ToSchema)]
struct RecoveryCodes {
    /// Ten codes, each good for one sign-in. They are not shown again.
    recovery_codes: Vec<String>,
}

/// Tell whether the own sign-in asks for a second factor.
#[utoipa::path(
    get, path = "/api/me/two-factor", tag = "accounts",
    responses((status = 200, body = FactorState), (status = 401, body = ProblemBody))
)]
async fn two_factor(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<FactorState>, Problem> {
    Ok(Json(two_factor::state(&accounts, &caller).await?))
}

/// Begin two-factor sign-in: gives the secret, which a code then confirms.
#[utoipa::path(
    post, path = "/api/me/two-factor", tag = "accounts", request_body = OwnPassword,
    responses(
        (status = 200, body = Enrolment),
        (status = 409, description = "It is on already.", body = ProblemBody),
        (status = 422, description = "The password is wrong.", body = ProblemBody),
        (status = 429, description = "Too many attempts.", body = ProblemBody),
    )
)]
async fn begin_two_factor(
    State(accounts): State<Accounts>,
    caller: Caller,
    Input(body): Input<OwnPassword>,
) -> Result<Json<Enrolment>, Problem> {
    Ok(Json(two_factor::begin(&accounts, &caller, &body.password).await?))
}

/// Turn two-factor sign-in on with a code of the new secret.
#[utoipa::path(
    post, path = "/api/me/two-factor/confirm", tag = "accounts", request_body = OwnCode,
    responses(
        (status = 200, body = RecoveryCodes),
        (status = 409, description = "Nothing waits to be confirmed.", body = ProblemBody),
        (status = 422, description = "The code is wrong.", body = ProblemBody),
        (status = 429, description = "Too many attempts.", body = ProblemBody),
    )
)]
async fn confirm_two_factor(
    State(accounts): State<Accounts>,
    caller: Caller,
    Input(body): Input<OwnCode>,
) -> Result<Json<RecoveryCodes>, Problem> {
    let recovery_codes = two_factor::confirm(&accounts, &caller, &body.code).await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

/// Replace the recovery codes.
#[utoipa::path(
    post, path = "/api/me/two-factor/recovery-codes", tag = "accounts", request_body = OwnPassword,
    responses(
        (status = 200, body = RecoveryCodes),
        (status = 409, description = "Two-factor sign-in is off.", body = ProblemBody),
        (status = 422, description = "The password is wrong.", body = ProblemBody),
    )
)]
async fn renew_recovery_codes(
    State(accounts): State<Accounts>,
    caller: Caller,
    Input(body): Input<OwnPassword>,
) -> Result<Json<RecoveryCodes>, Problem> {
    let recovery_codes = two_factor::renew_codes(&accounts, &caller, &body.password).await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

/// Turn two-factor sign-in off.
#[utoipa::path(
    post, path = "/api/me/two-factor/off", tag = "accounts", request_body = OwnPassword,
    responses(
        (status = 200, body = Success),
        (status = 409, description = "It is off already.", body = ProblemBody),
        (status = 422, description = "The password is wrong.", body = ProblemBody),
    )
)]
async fn end_two_factor(
    State(accounts): State<Accounts>,
    caller: Caller,
    Input(body): Input<OwnPassword>,
) -> Result<Json<Success>, Problem> {
    two_factor::turn_off(&accounts, &caller, &body.password).await?;
    Ok(done())
}

/// List the own sessions, the one used last first.
#[utoipa::path(
    get, path = "/api/me/sessions", tag = "accounts",
    responses((status = 200, body = Vec<OwnSession>), (status = 401, body = ProblemBody))
)]
async fn own_sessions(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<Vec<OwnSession>>, Problem> {
    Ok(Json(sessions::list(&accounts, &caller).await?))
}

/// End one of the own sessions; its sockets close at once.
#[utoipa::path(
    delete, path = "/api/me/sessions/{id}", tag = "accounts", params(("id" = i64, Path)),
    responses((status = 200, body = Success), (status = 404, body = ProblemBody))
)]
async fn end_session(
    State(accounts): State<Accounts>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    let id = id.parse().map_err(|_| Problem::not_found())?;
    sessions::end(&accounts, &caller, id).await?;
    Ok(done())
}

#[derive(Serialize, ToSchema)]
struct Ended {
    #[schema(example = "success")]
    result: &'static str,
    /// Sessions that ended.
    ended: usize,
}

/// Sign out everywhere else.
#[utoipa::path(
    post, path = "/api/me/sessions/end-others", tag = "accounts",
    responses((status = 200, body = Ended), (status = 401, body = ProblemBody))
)]
async fn end_other_sessions(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<Ended>, Problem> {
    let ended = sessions::end_others(&accounts, &caller).await?;
    Ok(Json(Ended { result: "success", ended }))
}

#[derive(Deserialize, ToSchema)]
struct NewPassword {
    /// The one that holds now.
    #[serde(default)]
    password: String,
    #[serde(default)]
    new_password: String,
}

/// Change the own password; all other sessions end.
#[utoipa::path(
    post, path = "/api/me/password", tag = "accounts", request_body = NewPassword,
    responses(
        (status = 200, body = Success),
        (status = 422, description = "One of the two is wrong.", body = ProblemBody),
        (status = 429, description = "Too many attempts.", body = ProblemBody),
    )
)]
async fn new_password(
    State(accounts): State<Accounts>,
    caller: Caller,
    Input(body): Input<NewPassword>,
) -> Result<Json<Success>, Problem> {
    change_password(&accounts, &caller, &body.password, &body.new_password).await?;
    Ok(done())
}

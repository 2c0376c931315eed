//! HTTP in, HTTP out: signing up.

use super::security::done;
use crate::{
    accounts::{
        Accounts,
        first_run::{self, FirstRun},
        signup::{self, Door, SignUp, SignUpError},
    },
    http::{ClientAddr, Code, Input, Problem, ProblemBody, Success, routes},
};
use axum::{Json, extract::State, http::HeaderMap};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

pub(super) fn routes() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new()
        .routes(routes!(sign_up_state))
        .routes(routes!(sign_up))
        .routes(routes!(set_up))
}

impl From<SignUpError> for Problem {
    fn from(error: SignUpError) -> Self {
        let text = error.to_string();
        match error {
            SignUpError::Closed => Self::forbidden(text),
            SignUpError::NotBegun | SignUpError::AlreadyBegun => Self::new(Code::Conflict, text),
            SignUpError::Invalid { field, .. } => Self::field(field, text),
            SignUpError::Limited { retry_after_s } => {
                Self::new(Code::RateLimited, text).retry_after(retry_after_s)
            }
            SignUpError::Internal(error) => error.into(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct SignUpState {
    /// Whether strangers may sign up here.
    open: bool,
    /// Whether the installation has a first client; before that nobody signs up.
    begun: bool,
}

/// Tell whether strangers may sign up.
#[utoipa::path(
    get, path = "/api/signup", tag = "accounts", responses((status = 200, body = SignUpState))
)]
async fn sign_up_state(State(accounts): State<Accounts>) -> Result<Json<SignUpState>, Problem> {
    let door = signup::door(&accounts).await?;
    Ok(Json(SignUpState { open: door == Door::Open, begun: door != Door::NotBegun }))
}

#[derive(Deserialize, ToSchema)]
struct NewSignUp {
    /// The new client's name.
    #[serde(default)]
    client: String,
    /// The name its first admin signs in with.
    #[serde(default)]
    username: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    password: String,
}

/// Sign up: makes a client on trial with its first admin, who signs in as `username@client`.
#[utoipa::path(
    post, path = "/api/signup", tag = "accounts", request_body = NewSignUp,
    responses(
        (status = 200, body = Success),
        (status = 403, description = "Sign-up is closed.", body = ProblemBody),
        (status = 422, description = "A field is wrong, or the name is taken.", body = ProblemBody),
        (status = 429, description = "Too many attempts.", body = ProblemBody),
    )
)]
async fn sign_up(
    State(accounts): State<Accounts>,
    ClientAddr(from): ClientAddr,
    headers: HeaderMap,
    Input(body): Input<NewSignUp>,
) -> Result<Json<Success>, Problem> {
    accounts.refuse_other_sites(&headers)?;
    let new = SignUp {
        client: &body.client,
        username: &body.username,
        email: &body.email,
        password: &body.password,
        from,
    };
    signup::sign_up(&accounts, new).await?;
    Ok(done())
}

#[derive(Deserialize, ToSchema)]
struct NewDesk {
    /// The code that the server prints when it starts without a user.
    #[serde(default)]
    code: String,
    /// The desk's name.
    #[serde(default)]
    client: String,
    /// The name its owner signs in with.
    #[serde(default)]
    username: String,
    /// The name people see; empty means the username.
    #[serde(default)]
    name: String,
    /// Where links to a new password go; empty means nowhere.
    #[serde(default)]
    email: String,
    #[serde(default)]
    password: String,
    /// The desk's time zone, a name of the IANA database; empty means UTC.
    #[serde(default)]
    timezone: String,
    /// The owner's language, `en`, `ms` or `zh`; empty means the browser's.
    #[serde(default)]
    language: String,
}

/// Set a new desk up: makes its first client and the owner, an admin. Open until there is a client.
#[utoipa::path(
    post, path = "/api/setup", tag = "accounts", request_body = NewDesk,
    responses(
        (status = 200, body = Success),
        (status = 409, description = "The desk has been set up already.", body = ProblemBody),
        (status = 422, description = "The code or a field is wrong.", body = ProblemBody),
        (status = 429, description = "Too many attempts.", body = ProblemBody),
    )
)]
async fn set_up(
    State(accounts): State<Accounts>,
    ClientAddr(from): ClientAddr,
    headers: HeaderMap,
    Input(body): Input<NewDesk>,
) -> Result<Json<Success>, Problem> {
    accounts.refuse_other_sites(&headers)?;
    let desk = SignUp {
        client: &body.client,
        username: &body.username,
        email: &body.email,
        password: &body.password,
        from,
    };
    let (code, name) = (&body.code, &body.name);
    let new = FirstRun { code, desk, name, timezone: &body.timezone, language: &body.language };
    first_run::set_up(&accounts, new).await?;
    Ok(done())
}

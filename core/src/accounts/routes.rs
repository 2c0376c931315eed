//! HTTP in, HTTP out: signing in, the session check, signing out, colleagues.

mod profile;
mod reset;
mod security;
mod signup;

use super::{
    Accounts, AgentRow, Caller, Profile, audit_log,
    check::{self, CheckError, Session},
    contact_fields, departments, directory, keys,
    login::{self, LoginError, LoginRequest},
    model::Kind,
    oidc, roster,
    sessions::SessionOrigin,
    signout,
    tokens::{self, TokenPair},
};
use crate::http::{
    ClientAddr, Code, Credentials, Input, Problem, ProblemBody, Query, Source, routes,
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, Method, header},
    response::{IntoResponse as _, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

/// All routes of this room.
pub fn routes(accounts: Accounts) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(sign_in))
        .routes(routes!(session))
        .routes(routes!(sign_out))
        .routes(routes!(refresh_sip))
        .routes(routes!(agents))
        .routes(routes!(profile))
        .routes(routes!(profile2))
        .merge(contact_fields::routes())
        .merge(security::routes())
        .merge(departments::routes())
        .merge(audit_log::routes())
        .merge(roster::routes())
        .merge(reset::routes())
        .merge(profile::routes())
        .merge(signup::routes())
        .merge(oidc::routes())
        .merge(keys::routes())
        .with_state(accounts)
}

#[derive(Deserialize, ToSchema)]
struct SignIn {
    /// The username, or `username@client`.
    #[serde(default)]
    client: String,
    #[serde(default)]
    password: String,
    /// `admin` or `agent`; must be the user's own type.
    #[serde(default, rename = "type")]
    kind: String,
    /// The two-factor code or a recovery code, when the answer asked for it.
    #[serde(default)]
    tfa: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct SignedIn {
    #[schema(example = "success")]
    result: &'static str,
    token: String,
    refresh_token: String,
}

impl SignedIn {
    pub(super) fn new(pair: TokenPair) -> Self {
        Self { result: "success", token: pair.access, refresh_token: pair.refresh }
    }
}

/// Sign in.
#[utoipa::path(
    post, path = "/api/auth2", tag = "accounts", request_body = SignIn,
    responses(
        (status = 200, description = "Signed in; the `auth` cookie is set.", body = SignedIn),
        (status = 401, description = "Refused; `2FA required.` asks for the code.", body = ProblemBody),
        (status = 429, description = "Too many attempts.", body = ProblemBody),
    )
)]
async fn sign_in(
    State(accounts): State<Accounts>,
    ClientAddr(address): ClientAddr,
    headers: HeaderMap,
    Input(body): Input<SignIn>,
) -> Result<Response, Problem> {
    // Another site must not sign a browser in to an account of its choice.
    accounts.refuse_other_sites(&headers)?;
    if body.client.trim().is_empty() {
        return Err(Problem::field("client", "Username is required."));
    }
    if body.password.is_empty() {
        return Err(Problem::field("password", "Password is required."));
    }
    let request = LoginRequest {
        username: &body.client,
        password: &body.password,
        kind: Kind::parse(&body.kind),
        tfa: body.tfa.as_deref().unwrap_or_default(),
        address,
        user_agent: user_agent(&headers),
    };
    let pair = login::login(&accounts, request).await?;
    let cookie = tokens::set_cookie(&pair, accounts.0.secure_cookies);
    Ok(([(header::SET_COOKIE, cookie)], Json(SignedIn::new(pair))).into_response())
}

/// What the browser calls itself, as far as it is kept.
pub(super) fn user_agent(headers: &HeaderMap) -> &str {
    let agent = headers.get(header::USER_AGENT).and_then(|v| v.to_str().ok()).unwrap_or_default();
    agent.get(..agent.len().min(256)).unwrap_or_default()
}

impl From<LoginError> for Problem {
    fn from(error: LoginError) -> Self {
        match error {
            LoginError::Limited { retry_after_s } => {
                Self::new(Code::RateLimited, error.to_string()).retry_after(retry_after_s)
            }
            LoginError::Internal(error) => error.into(),
            refused => Self::new(Code::Unauthorized, refused.to_string()),
        }
    }
}

#[derive(Deserialize, ToSchema)]
struct Check {
    /// `-`, the access token, or the whole value of the cookie.
    #[serde(default, rename = "_token")]
    #[expect(
        dead_code,
        reason = "the credentials layer reads it; it is named here for the description"
    )]
    token: Option<String>,
    /// `-` or the refresh token.
    #[serde(default)]
    refresh_token: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct SessionAnswer {
    #[schema(example = "success")]
    result: &'static str,
    token: String,
    refresh_token: String,
    #[serde(flatten)]
    session: Session,
}

/// Check and renew the session.
///
/// Both tokens of the answer replace the ones before; the cookie is set anew.
#[utoipa::path(
    post, path = "/api/auth/check", tag = "accounts", request_body = Check,
    responses(
        (status = 200, description = "The session, with new tokens.", body = SessionAnswer),
        (status = 401, description = "No session; the cookie is cleared.", body = ProblemBody),
    )
)]
async fn session(
    State(accounts): State<Accounts>,
    method: Method,
    ClientAddr(address): ClientAddr,
    headers: HeaderMap,
    found: Credentials,
    Input(body): Input<Check>,
) -> Result<Response, Problem> {
    let explicit =
        body.refresh_token.as_deref().map(str::trim).filter(|t| !t.is_empty() && *t != "-");
    let first = found.first();
    let refresh = explicit.map(|token| tokens::split_cookie(token).1.unwrap_or(token));
    let refresh = refresh.or_else(|| first.and_then(|c| tokens::split_cookie(&c.token).1));
    if explicit.is_none()
        && let Some(credential) = first
    {
        accounts.check_origin(&method, &headers, credential)?;
    }
    let place = SessionOrigin { address, user_agent: user_agent(&headers) };
    let checked = match (refresh, first) {
        (Some(refresh), _) => check::renew(&accounts, refresh, place).await,
        (None, Some(credential)) => match accounts.authenticate(&credential.token).await {
            Ok(caller) => check::look(&accounts, caller).await,
            Err(problem) if problem.code() == Code::Unauthorized => Err(CheckError::Refused),
            Err(problem) => return Err(problem),
        },
        (None, None) => Err(CheckError::Refused),
    };
    match checked {
        Ok(checked) => Ok(answer(&accounts, checked, first.map(|c| c.token.as_str()))),
        Err(error @ CheckError::Refused) => {
            let problem = Problem::new(Code::Unauthorized, error.to_string());
            Ok(with_cookie(problem.into_response(), cleared(&accounts)))
        }
        // The cookie stays: the session may be fine, only we are not.
        Err(CheckError::Internal(error)) => Err(error.into()),
    }
}

fn answer(accounts: &Accounts, checked: check::Checked, presented: Option<&str>) -> Response {
    let cookie = checked.pair.as_ref().map(|p| tokens::set_cookie(p, accounts.0.secure_cookies));
    let pair = checked.pair.unwrap_or_else(|| TokenPair {
        access: presented.map(|token| tokens::split_cookie(token).0).unwrap_or_default().to_owned(),
        refresh: String::new(),
    });
    let body = Json(SessionAnswer {
        result: "success",
        token: pair.access,
        refresh_token: pair.refresh,
        session: checked.session,
    });
    match cookie {
        Some(cookie) => with_cookie(body.into_response(), cookie),
        None => body.into_response(),
    }
}

/// Where telephones register, read anew: what `/api/auth/check` says of it may be older than its settings.
#[utoipa::path(
    get, path = "/api/sip/refresh", tag = "accounts",
    responses((status = 200, body = check::SipServer), (status = 401, body = ProblemBody))
)]
async fn refresh_sip(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<check::SipServer>, Problem> {
    Ok(Json(check::sip_server(&accounts, &caller).await?))
}

#[derive(Serialize, ToSchema)]
struct SignedOut {
    #[schema(example = "success")]
    result: &'static str,
}

/// Sign out.
///
/// Ends the session, closes its sockets and clears the cookie. Doing it again is no error.
#[utoipa::path(
    delete, path = "/api/user/signout", tag = "accounts",
    responses(
        (status = 200, description = "The session is over.", body = SignedOut),
        (status = 401, description = "No session; the cookie is cleared.", body = ProblemBody),
    )
)]
async fn sign_out(
    State(accounts): State<Accounts>,
    method: Method,
    headers: HeaderMap,
    found: Credentials,
) -> Result<Response, Problem> {
    let over = match found.first() {
        Some(credential) => {
            accounts.check_origin(&method, &headers, credential)?;
            signout::sign_out(&accounts, &credential.token).await?
        }
        None => false,
    };
    let response = if over {
        Json(SignedOut { result: "success" }).into_response()
    } else {
        Problem::unauthorized().into_response()
    };
    // A browser that has no cookie of ours has none to lose.
    let has_cookie = found.from(Source::Cookie).is_some();
    Ok(if over || has_cookie { with_cookie(response, cleared(&accounts)) } else { response })
}

fn cleared(accounts: &Accounts) -> String {
    tokens::clear_cookie(accounts.0.secure_cookies)
}

pub(super) fn with_cookie(mut response: Response, cookie: String) -> Response {
    let value = HeaderValue::try_from(cookie).expect("tokens are plain ASCII");
    response.headers_mut().insert(header::SET_COOKIE, value);
    response
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct AgentSearch {
    /// A part of the name or username.
    #[serde(default)]
    search: String,
    /// Another part; both must match.
    #[serde(default)]
    keyword: String,
    /// `true` also lists those who were disabled, to put names to what they did.
    #[serde(default)]
    everybody: bool,
}

/// List colleagues.
#[utoipa::path(
    get, path = "/api/agent/{token}", tag = "accounts",
    params(("token" = String, Path, description = "`-`, or the access token"), AgentSearch),
    responses((status = 200, description = "The users of this client.", body = Vec<AgentRow>))
)]
async fn agents(
    State(accounts): State<Accounts>,
    caller: Caller,
    Query(search): Query<AgentSearch>,
) -> Result<Json<Vec<AgentRow>>, Problem> {
    // Some callers send `search` as a switch and the text as the keyword.
    let is_switch = matches!(search.search.as_str(), "" | "1" | "0" | "true" | "false");
    let terms: &[&str] = if is_switch && search.keyword.is_empty() {
        &[]
    } else if is_switch {
        &[&search.keyword]
    } else {
        &[&search.search, &search.keyword]
    };
    let mut conn = accounts.0.db.read().await?;
    Ok(Json(if search.everybody {
        directory::everybody(&mut conn, caller.client_id, terms).await?
    } else {
        directory::agents(&mut conn, caller.client_id, terms).await?
    }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WhoseProfile {
    /// Empty means one's own.
    #[serde(default)]
    username: String,
}

/// Show a colleague's card.
#[utoipa::path(
    get, path = "/api/user/profile/data/info", tag = "accounts", params(WhoseProfile),
    responses(
        (status = 200, description = "The card.", body = Profile),
        (status = 404, description = "No such user in this client.", body = ProblemBody),
    )
)]
async fn profile(
    State(accounts): State<Accounts>,
    caller: Caller,
    Query(whose): Query<WhoseProfile>,
) -> Result<Json<Profile>, Problem> {
    let username = if whose.username.is_empty() { &caller.username } else { &whose.username };
    let mut conn = accounts.0.db.read().await?;
    directory::profile(&mut conn, caller.client_id, username)
        .await?
        .map(Json)
        .ok_or_else(Problem::not_found)
}

/// Show a colleague's card (second address of the same call).
#[utoipa::path(
    get, path = "/api/user/profile2/info", tag = "accounts", params(WhoseProfile),
    responses(
        (status = 200, description = "The card.", body = Profile),
        (status = 404, description = "No such user in this client.", body = ProblemBody),
    )
)]
async fn profile2(
    accounts: State<Accounts>,
    caller: Caller,
    whose: Query<WhoseProfile>,
) -> Result<Json<Profile>, Problem> {
    profile(accounts, caller, whose).await
}

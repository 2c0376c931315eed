//! HTTP in, HTTP out: signing in at the provider.

use super::{OidcError, begin, exchange, verify};
use crate::{
    accounts::{
        Accounts,
        routes::{SignedIn, user_agent, with_cookie},
        sessions::SessionOrigin,
        tokens,
    },
    http::{ClientAddr, Code, Input, Problem, ProblemBody, Query, cookie, routes},
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

/// What binds a sign-in to the browser that began it.
const STATE_COOKIE: &str = "oauth";

/// The routes of the provider's sign-in.
pub(in crate::accounts) fn routes() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new()
        .routes(routes!(offer))
        .routes(routes!(start))
        .routes(routes!(callback))
        .routes(routes!(verify_token))
}

impl From<OidcError> for Problem {
    fn from(error: OidcError) -> Self {
        let text = error.to_string();
        match error {
            OidcError::Off => Self::forbidden(text),
            OidcError::Stale | OidcError::Nobody => Self::new(Code::Unauthorized, text),
            OidcError::Token(fault) => {
                tracing::warn!(fault, "a token of the sign-in provider was refused");
                Self::new(Code::Unauthorized, text)
            }
            OidcError::Provider(said) => {
                tracing::warn!(said, "the sign-in provider does not answer");
                Self::new(Code::Unavailable, text)
            }
            OidcError::Login(error) => error.into(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct ProviderOffer {
    /// Whether users may sign in through a provider here.
    open: bool,
    /// What the provider is called on the button.
    name: String,
}

/// Tell whether users may sign in through a provider.
#[utoipa::path(
    get, path = "/api/oauth", tag = "accounts", responses((status = 200, body = ProviderOffer))
)]
async fn offer(State(accounts): State<Accounts>) -> Json<ProviderOffer> {
    let provider = accounts.0.provider.as_ref();
    let name = provider.map(|provider| provider.settings.name.clone()).unwrap_or_default();
    Json(ProviderOffer { open: provider.is_some(), name })
}

#[derive(Serialize, ToSchema)]
struct ProviderPage {
    /// Where the browser goes to sign in.
    url: String,
}

/// Begin to sign in through the provider: gives its address, and sets the cookie that the browser
/// shows when it comes back.
#[utoipa::path(
    post, path = "/api/oauth/start", tag = "accounts",
    responses(
        (status = 200, body = ProviderPage),
        (status = 403, description = "No provider is set up.", body = ProblemBody),
        (status = 429, description = "Too many attempts.", body = ProblemBody),
        (status = 503, description = "The provider does not answer.", body = ProblemBody),
    )
)]
async fn start(
    State(accounts): State<Accounts>,
    ClientAddr(from): ClientAddr,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    accounts.refuse_other_sites(&headers)?;
    let begun = begin::begin(&accounts, from).await?;
    let answer = Json(ProviderPage { url: begun.url }).into_response();
    Ok(with_cookie(answer, state_cookie(&accounts, &begun.state, super::STATE_MS / 1000)))
}

fn state_cookie(accounts: &Accounts, state: &str, seconds: i64) -> String {
    let secure = if accounts.0.secure_cookies { "; Secure" } else { "" };
    format!(
        "{STATE_COOKIE}={state}; Path=/api/oauth; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
    )
}

#[derive(Deserialize)]
struct Back {
    #[serde(default)]
    state: String,
    #[serde(default)]
    code: String,
}

/// The provider sends the browser here. It goes on to the workspace with the provider's token behind
/// the hash sign, where no server sees it; the workspace has it verified.
#[utoipa::path(
    get, path = "/api/oauth/callback", tag = "accounts",
    params(("state" = Option<String>, Query), ("code" = Option<String>, Query)),
    responses((status = 303, description = "On to the workspace."))
)]
async fn callback(
    State(accounts): State<Accounts>,
    headers: HeaderMap,
    Query(back): Query<Back>,
) -> Response {
    let held = cookie(&headers, STATE_COOKIE).unwrap_or_default();
    let end = match exchange::exchange(&accounts, &held, &back.state, &back.code).await {
        Ok(token) => format!("/#oauth={token}"),
        Err(error) => {
            let problem = Problem::from(error);
            let said = url::form_urlencoded::byte_serialize(problem.message().as_bytes());
            format!("/#oauth_failed={}", said.collect::<String>())
        }
    };
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    let end = HeaderValue::try_from(end).unwrap_or(HeaderValue::from_static("/"));
    headers.insert(header::LOCATION, end);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // The address of this page holds the code; nothing may carry it on.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

#[derive(Deserialize, ToSchema)]
struct ProviderToken {
    /// The provider's identity token.
    #[serde(default)]
    token: String,
    /// The two-factor code or a recovery code, when the answer asked for it.
    #[serde(default)]
    tfa: Option<String>,
}

/// Verify a provider's token and sign in with it. It has to be of the sign-in that this browser began
/// with `start`, and works once.
#[utoipa::path(
    post, path = "/api/oauth/verify", tag = "accounts", request_body = ProviderToken,
    responses(
        (status = 200, description = "Signed in; the `auth` cookie is set.", body = SignedIn),
        (status = 401, description = "Refused; `2FA required.` asks for the code.", body = ProblemBody),
        (status = 403, description = "No provider is set up.", body = ProblemBody),
        (status = 429, description = "Too many attempts.", body = ProblemBody),
    )
)]
async fn verify_token(
    State(accounts): State<Accounts>,
    ClientAddr(address): ClientAddr,
    headers: HeaderMap,
    Input(body): Input<ProviderToken>,
) -> Result<Response, Problem> {
    accounts.refuse_other_sites(&headers)?;
    let state = cookie(&headers, STATE_COOKIE).unwrap_or_default();
    let brought = verify::Brought {
        state: &state,
        token: &body.token,
        tfa: body.tfa.as_deref().unwrap_or_default(),
        place: SessionOrigin { address, user_agent: user_agent(&headers) },
    };
    let pair = verify::verify(&accounts, brought).await?;
    let auth = tokens::set_cookie(&pair, accounts.0.secure_cookies);
    let over = state_cookie(&accounts, "", 0);
    let answer = SignedIn::new(pair);
    let mut response = with_cookie(Json(answer).into_response(), auth);
    let over = HeaderValue::try_from(over).expect("an empty cookie is plain ASCII");
    response.headers_mut().append(header::SET_COOKIE, over);
    Ok(response)
}

//! The tokens a request carries.
//!
//! A token may stand in the path, in `_token` or `token` of the query or the body, in the
//! `Authorization` header or in the cookie. The first one found is the one that counts; `-` means
//! "look elsewhere". Nothing here judges a token.

use super::extract::media_type;
use axum::{
    body::{Body, Bytes},
    extract::{FromRequestParts, RawPathParams, Request},
    http::{HeaderMap, header, request::Parts},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use futures_util::StreamExt as _;
use std::convert::Infallible;

/// The cookie that keeps an agent or admin signed in.
pub const AUTH_COOKIE: &str = "auth";

/// Bodies are searched for a token up to here. A multipart form must have its token part first.
const SEARCHED: usize = 256 * 1024;
const SEARCHED_MULTIPART: usize = 64 * 1024;

/// Where a token was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Path,
    Query,
    Body,
    Bearer,
    /// Sent by the browser on its own, so the request must come from one of our pages.
    Cookie,
}

/// A token and where it was.
#[derive(Clone, PartialEq, Eq)]
pub struct Credential {
    pub source: Source,
    pub token: String,
}

impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credential").field("source", &self.source).finish_non_exhaustive()
    }
}

/// All tokens of a request, in the order in which they count.
#[derive(Clone, Debug, Default)]
pub struct Credentials(Vec<Credential>);

impl Credentials {
    /// The token that counts.
    #[must_use]
    pub fn first(&self) -> Option<&Credential> {
        self.0.first()
    }

    /// The token that counts where a call has a field `token` of its own, with this value.
    #[must_use]
    pub fn first_beside(&self, other: &str) -> Option<&Credential> {
        self.0.iter().find(|c| c.token != other.trim())
    }

    /// The token from one place.
    #[must_use]
    pub fn from(&self, source: Source) -> Option<&str> {
        self.0.iter().find(|c| c.source == source).map(|c| c.token.as_str())
    }

    fn add(&mut self, source: Source, token: &str) {
        let token = token.trim();
        if !token.is_empty() && token != "-" {
            self.0.push(Credential { source, token: token.to_owned() });
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Credentials {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        if let Some(found) = parts.extensions.get::<Self>() {
            return Ok(found.clone());
        }
        // Routes outside the API have no layer and no token in the body.
        let mut found = Self::default();
        add_query(&mut found, parts.uri.query().unwrap_or_default().as_bytes(), Source::Query);
        add_headers(&mut found, &parts.headers);
        Ok(found)
    }
}

/// Layer of the API: finds the tokens and leaves them on the request.
pub(super) async fn find(request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let mut found = Credentials::default();
    if let Ok(params) = RawPathParams::from_request_parts(&mut parts, &()).await {
        params
            .iter()
            .filter(|(name, _)| *name == "token")
            .for_each(|(_, value)| found.add(Source::Path, value));
    }
    add_query(&mut found, parts.uri.query().unwrap_or_default().as_bytes(), Source::Query);
    let body = match search_body(&parts.headers, body, &mut found).await {
        Ok(body) => body,
        Err(problem) => return problem.into_response(),
    };
    add_headers(&mut found, &parts.headers);
    parts.extensions.insert(found);
    next.run(Request::from_parts(parts, body)).await
}

fn add_query(found: &mut Credentials, query: &[u8], source: Source) {
    for wanted in ["_token", "token"] {
        for (name, value) in url::form_urlencoded::parse(query) {
            if name == wanted {
                found.add(source, &value);
            }
        }
    }
}

fn add_headers(found: &mut Credentials, headers: &HeaderMap) {
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    match authorization.map(|value| value.split_once(' ').ok_or(value)) {
        Some(Ok((scheme, token))) if scheme.eq_ignore_ascii_case("bearer") => {
            found.add(Source::Bearer, token);
        }
        // Sockets of the documents send the token alone; visitors send this word instead.
        Some(Err(token)) if token != "livechat" => found.add(Source::Bearer, token),
        _ => {}
    }
    if let Some(token) = cookie(headers, AUTH_COOKIE) {
        found.add(Source::Cookie, &token);
    }
}

/// The value of a cookie, percent-decoded: scripts that set cookies encode them.
#[must_use]
pub fn cookie(headers: &HeaderMap, wanted: &str) -> Option<String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == wanted)
        .map(|(_, value)| decode(value.trim_matches('"')))
}

fn decode(value: &str) -> String {
    // Reading it as one form value decodes the percent signs; a plus must survive that.
    let query = format!("v={}", value.replace('+', "%2B").replace('&', "%26"));
    url::form_urlencoded::parse(query.as_bytes())
        .next()
        .map(|(_, v)| v.into_owned())
        .unwrap_or_default()
}

/// Looks for `_token` and `token` in the body and gives back a body that reads the same.
async fn search_body(
    headers: &HeaderMap,
    body: Body,
    found: &mut Credentials,
) -> Result<Body, super::Problem> {
    let media = media_type(headers).to_ascii_lowercase();
    let most = match media.as_str() {
        "multipart/form-data" => SEARCHED_MULTIPART,
        "application/json" | "application/x-www-form-urlencoded" => SEARCHED,
        _ => return Ok(body),
    };
    let mut stream = body.into_data_stream();
    let mut head: Vec<u8> = Vec::new();
    let mut complete = true;
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| super::Problem::invalid("The request's body broke off."))?;
        head.extend_from_slice(&chunk);
        let seen = media == "multipart/form-data" && token_part(&head).is_some();
        if seen || head.len() >= most {
            complete = false;
            break;
        }
    }
    match media.as_str() {
        "multipart/form-data" => {
            if let Some(token) = token_part(&head) {
                found.add(Source::Body, &token);
            }
        }
        "application/json" if complete => {
            #[derive(serde::Deserialize)]
            struct Tokens {
                _token: Option<serde_json::Value>,
                token: Option<serde_json::Value>,
            }
            if let Ok(tokens) = serde_json::from_slice::<Tokens>(&head) {
                for token in [tokens._token, tokens.token].into_iter().flatten() {
                    found.add(Source::Body, token.as_str().unwrap_or_default());
                }
            }
        }
        _ if complete => add_query(found, &head, Source::Body),
        _ => {}
    }
    if complete {
        return Ok(Body::from(head));
    }
    let head = futures_util::stream::once(async move { Ok(Bytes::from(head)) });
    Ok(Body::from_stream(head.chain(stream)))
}

/// The value of a `_token` part once it is complete.
fn token_part(head: &[u8]) -> Option<String> {
    const NAME: &[u8] = b"name=\"_token\"";
    let start = find_bytes(head, NAME)? + NAME.len();
    let value = start + find_bytes(&head[start..], b"\r\n\r\n")? + 4;
    let end = value + find_bytes(&head[value..], b"\r\n")?;
    String::from_utf8(head[value..end].to_vec()).ok()
}

fn find_bytes(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

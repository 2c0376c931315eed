//! HTTP in, HTTP out: the protocol's endpoint, and the setting for admins.

use super::{
    Mcp,
    server::McpServer,
    setting::{McpSetting, McpState},
};
use crate::{
    accounts::{Accounts, Caller, Program},
    http::{AnyJson, Code, Input, Problem, ProblemBody, routes},
};
use axum::{
    Json,
    body::Body,
    extract::{FromRef, FromRequestParts as _, Request, State},
    http::{HeaderValue, header, request::Parts},
    response::{IntoResponse as _, Response},
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

/// Bytes of a request: a draft with what the protocol has around it.
const REQUEST_BYTES: usize = 256 * 1024;

impl FromRef<Mcp> for Accounts {
    fn from_ref(mcp: &Mcp) -> Self {
        mcp.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(mcp: Mcp) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(exchange, no_stream, no_session))
        .routes(routes!(state, choose))
        .with_state(mcp)
}

/// A message of JSON-RPC 2.0 as the Model Context Protocol has it. For the description only.
#[derive(Serialize, ToSchema)]
struct McpMessage {
    jsonrpc: &'static str,
    /// Absent in a notification, which gets no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<AnyJson>,
    /// Of a request: `initialize`, `server/discover`, `tools/list`, `tools/call`, `ping`.
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<AnyJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<AnyJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<AnyJson>,
}

/// The Model Context Protocol, streamable HTTP without sessions: one message of JSON-RPC in, its answer out.
///
/// `Authorization: Bearer` has an API key and is the only way in. `Accept` names `application/json` and
/// `text/event-stream`. A key may ask 120 times a minute; then the answer is 429 with `Retry-After`.
#[utoipa::path(
    post, path = "/api/mcp", tag = "mcp", request_body = McpMessage,
    responses(
        (status = 200, body = McpMessage),
        (status = 202, description = "A notification was taken."),
        (status = 400, description = "It is no message of the protocol.", body = McpMessage),
        (status = 401, description = "There is no API key, or it is not good.", body = ProblemBody),
        (status = 403, description = "Switched off, or from another site.", body = ProblemBody),
        (status = 429, body = ProblemBody),
    )
)]
async fn exchange(State(mcp): State<Mcp>, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    match admitted(&mcp, &mut parts).await {
        Ok(server) => answered(server, Request::from_parts(parts, body)).await,
        Err(problem) => refused(problem),
    }
}

/// There is no stream to listen to: 405.
#[utoipa::path(
    get, path = "/api/mcp", tag = "mcp",
    responses((status = 401, body = ProblemBody), (status = 403, body = ProblemBody), (status = 405, body = ProblemBody))
)]
async fn no_stream(State(mcp): State<Mcp>, request: Request) -> Response {
    only_posted(&mcp, request).await
}

/// There is no session to end: 405.
#[utoipa::path(
    delete, path = "/api/mcp", tag = "mcp",
    responses((status = 401, body = ProblemBody), (status = 403, body = ProblemBody), (status = 405, body = ProblemBody))
)]
async fn no_session(State(mcp): State<Mcp>, request: Request) -> Response {
    only_posted(&mcp, request).await
}

/// Whether assistants may ask, what is hidden from them, and the address they ask at. For admins.
#[utoipa::path(
    get, path = "/api/mcp/setting", tag = "mcp",
    responses((status = 200, body = McpState), (status = 403, body = ProblemBody))
)]
async fn state(State(mcp): State<Mcp>, caller: Caller) -> Result<Json<McpState>, Problem> {
    mcp.state(&caller).await.map(Json)
}

/// Decides it. For admins.
#[utoipa::path(
    put, path = "/api/mcp/setting", tag = "mcp", request_body = McpSetting,
    responses((status = 200, body = McpState), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn choose(
    State(mcp): State<Mcp>,
    caller: Caller,
    Input(setting): Input<McpSetting>,
) -> Result<Json<McpState>, Problem> {
    mcp.choose(&caller, setting).await.map(Json)
}

/// The server for a request of a program that may ask.
async fn admitted(mcp: &Mcp, parts: &mut Parts) -> Result<McpServer, Problem> {
    mcp.accounts.refuse_other_origins(&parts.headers)?;
    let program = Program::from_request_parts(parts, mcp).await?;
    let setting = mcp.admit(&program).await?;
    Ok(McpServer { mcp: mcp.clone(), program, setting })
}

/// The protocol's answer. Nothing is kept between two requests.
async fn answered(server: McpServer, request: Request) -> Response {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(REQUEST_BYTES)
        // The desk has many host names; whose page asks is known by the origin.
        .disable_allowed_hosts();
    let McpServer { mcp, program, setting } = server;
    let handler = move || Ok(McpServer { mcp: mcp.clone(), program: program.clone(), setting });
    let sessions = Arc::new(NeverSessionManager::default());
    StreamableHttpService::new(handler, sessions, config).handle(request).await.map(Body::new)
}

async fn only_posted(mcp: &Mcp, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    if let Err(problem) = admitted(mcp, &mut parts).await {
        return refused(problem);
    }
    let problem = Problem::new(Code::Unsupported, "Messages are posted here, one by one.");
    let mut response =
        problem.with_status(axum::http::StatusCode::METHOD_NOT_ALLOWED).into_response();
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST"));
    response
}

/// A refusal; who has no good key is told how to prove itself (RFC 6750).
fn refused(problem: Problem) -> Response {
    let challenge = problem.code() == Code::Unauthorized;
    let mut response = problem.into_response();
    if challenge {
        let how = HeaderValue::from_static("Bearer realm=\"patchbay\"");
        response.headers_mut().insert(header::WWW_AUTHENTICATE, how);
    }
    response
}

//! The Bot API's own addresses: `/telegram/bot<token>/<method>` and `/telegram/file/bot<token>/<path>`.
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Json, Router};
use serde_json::json;

use super::errors::ApiError;
use super::faults::Fault;
use super::request::Params;
use super::{Telegram, hold, methods};
use crate::listener::Cut;

/// The routes; any other address is a JSON 404.
pub fn routes(telegram: Arc<Telegram>) -> Router {
    Router::new()
        .route("/telegram/{bot}/{method}", any(call))
        .route("/telegram/file/{bot}/{*path}", any(download))
        .fallback(async || ApiError::not_found())
        .layer(DefaultBodyLimit::disable())
        .with_state(telegram)
}

async fn call(
    State(telegram): State<Arc<Telegram>>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    Path((bot, method)): Path<(String, String)>,
    request: Request,
) -> Response {
    // The body is read before the token is looked at, so that a refused client still gets its answer.
    let params = Params::read(request).await;
    let Some(token) = bot.strip_prefix("bot") else {
        return ApiError::not_found().into_response();
    };
    let token = token.to_owned();
    let work = async {
        check_token(&telegram, &token)?;
        methods::call(&telegram, &token, &method, params?).await
    };
    faulty(&telegram, &token, &method, cut, async {
        match work.await {
            Ok(answer) => {
                let mut body = json!({ "ok": true, "result": answer.result });
                if let Some(description) = answer.description {
                    body["description"] = json!(description);
                }
                Json(body).into_response()
            }
            Err(error) => error.into_response(),
        }
    })
    .await
}

async fn download(
    State(telegram): State<Arc<Telegram>>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    Path((bot, path)): Path<(String, String)>,
) -> Response {
    let Some(token) = bot.strip_prefix("bot") else {
        return ApiError::not_found().into_response();
    };
    let work = async {
        if let Err(error) = check_token(&telegram, token) {
            return error.into_response();
        }
        let found = {
            let state = telegram.state();
            let files = state.bots.get(token).map(|bot| &bot.files);
            files.and_then(|files| files.values().find(|file| file.path == path).cloned())
        };
        let Some(file) = found.filter(|file| file.size <= methods::DOWNLOAD_MAX) else {
            return ApiError::not_found().into_response();
        };
        let bytes = telegram.blobs.get(&file.blob).await.unwrap_or_default();
        // The real file server names no type either: it is known from the message.
        ([(header::CONTENT_TYPE, "application/octet-stream")], bytes).into_response()
    };
    faulty(&telegram, token, "file", cut, work).await
}

fn check_token(telegram: &Telegram, token: &str) -> Result<(), ApiError> {
    let id = token.split_once(':').map(|(id, _)| id);
    let well_formed = id.is_some_and(|id| id.parse::<u64>().is_ok() && !id.starts_with('0'));
    if !well_formed || token.len() > 80 {
        return Err(ApiError::malformed_token());
    }
    if !telegram.state().bots.contains_key(token) {
        return Err(ApiError::unauthorized());
    }
    Ok(())
}

// Lets an ordered fault come before, instead of or after the real work.
async fn faulty(
    telegram: &Telegram,
    token: &str,
    method: &str,
    cut: Cut,
    work: impl Future<Output = Response>,
) -> Response {
    let Some(fault) = hold(&telegram.faults).strike(token, method) else {
        return work.await;
    };
    if fault.delay_ms > 0 {
        tokio::time::sleep(Duration::from_millis(fault.delay_ms)).await;
    }
    if fault.cut {
        cut.cut();
        return ordered_error(&fault);
    }
    if fault.after_accept {
        let answer = work.await;
        // A call that is refused anyway was never accepted, so its answer goes out.
        if !answer.status().is_success() {
            return answer;
        }
        if fault.status.is_none() {
            cut.cut();
        }
        return ordered_error(&fault);
    }
    if fault.status.is_none() {
        return work.await;
    }
    ordered_error(&fault)
}

fn ordered_error(fault: &Fault) -> Response {
    let code = fault.status.unwrap_or(502);
    let retry_after = fault.retry_after.or((code == 429).then_some(1));
    let description = fault
        .description
        .clone()
        .unwrap_or_else(|| ApiError::default_description(code, retry_after));
    ApiError { code, description, retry_after }.into_response()
}

//! Webhooks. The path holds an unguessable key; who calls is proven by the manifest's recipe.

use crate::{
    channels::{Channels, inbound::receive::Answer},
    http::{Code, Problem},
    plugins::WebhookRequest,
};
use axum::{
    body::{Body, Bytes},
    extract::{Path, RawQuery, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode},
    response::{IntoResponse, Response},
};
use std::collections::HashMap;

pub(super) async fn hook(
    State(channels): State<Channels>,
    Path(parts): Path<HashMap<String, String>>,
    method: Method,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Response {
    let body = match body {
        Ok(body) => body,
        Err(rejection) => {
            let status = rejection.into_response().status();
            if status == StatusCode::PAYLOAD_TOO_LARGE {
                return Problem::new(Code::TooLarge, "The request is too large.").into_response();
            }
            let text = "The request's body could not be read.";
            return Problem::invalid(text).with_status(status).into_response();
        }
    };
    let key = parts.get("key").cloned().unwrap_or_default();
    let request = WebhookRequest {
        method: method.to_string(),
        path: parts.get("path").cloned().unwrap_or_default(),
        query: query.unwrap_or_default(),
        headers: headers
            .iter()
            .map(|(name, value)| (name.to_string(), value.as_bytes().to_vec()))
            .collect(),
        body: body.to_vec(),
        verified: String::new(),
    };
    // The work goes on when the provider hangs up: half a batch is worse than an answer that
    // nobody reads.
    let taken = tokio::spawn(async move { channels.receive(&key, request).await });
    match taken.await {
        Ok(Answer::Reply(reply)) => {
            let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::OK);
            let mut response = Response::new(Body::from(reply.body));
            *response.status_mut() = status;
            for (name, value) in reply.headers {
                if let (Ok(name), Ok(value)) =
                    (HeaderName::try_from(name), HeaderValue::from_bytes(&value))
                {
                    response.headers_mut().append(name, value);
                }
            }
            response
        }
        Ok(Answer::Unknown) => Problem::not_found().into_response(),
        Ok(Answer::Refused) => {
            let text = "The signature, token or secret of this request is not the channel's. \
                        Compare it with the channel's settings.";
            Problem::new(Code::Unauthorized, text).into_response()
        }
        Ok(Answer::NotNow) => Problem::new(Code::Unavailable, "Not stored. Send it again.")
            .retry_after(2)
            .into_response(),
        Err(error) => Problem::internal(error).into_response(),
    }
}

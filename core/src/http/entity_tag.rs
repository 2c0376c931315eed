//! Entity tags (RFC 9110, section 8.8.3): who has an answer already is told that it is the same still.

use super::Problem;
use crate::crypto::sha256_hex;
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde::Serialize;

/// Whether the request names this tag among those it has. What was compressed has the same one, so that
/// they are compared weakly.
#[must_use]
pub(super) fn has(headers: &HeaderMap, tag: &str) -> bool {
    let named = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let tag = tag.trim_start_matches("W/");
    named.is_some_and(|tags| tags.split(',').any(|one| one.trim().trim_start_matches("W/") == tag))
}

/// A text of a kind for whoever may keep it as long as `cache` says: 304 where the request has it already.
pub fn changed_text(
    headers: &HeaderMap,
    (kind, cache): (&'static str, &'static str),
    text: String,
) -> Response {
    let tag = format!("W/\"{}\"", &sha256_hex(text.as_bytes())[..32]);
    let mut response = if has(headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut full = Response::new(Body::from(text));
        full.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        full
    };
    let out = response.headers_mut();
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        out.insert(header::ETAG, tag);
    }
    response
}

/// A large answer that seldom changes, as JSON: 304 where the request has it already. The browser may keep
/// it and asks each time, so that nobody sees what is not theirs or not so any more.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn json_if_changed<T: Serialize>(headers: &HeaderMap, answer: &T) -> Result<Response, Problem> {
    let text = serde_json::to_string(answer)
        .map_err(|error| Problem::internal(format!("an answer cannot be written: {error}")))?;
    let mut response = changed_text(headers, ("application/json", "private, no-cache"), text);
    let vary = HeaderValue::from_static("authorization, cookie");
    response.headers_mut().append(header::VARY, vary);
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(tags: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_NONE_MATCH, HeaderValue::from_str(tags).expect("a value"));
        headers
    }

    #[test]
    fn an_answer_that_is_known_is_not_sent_again() {
        let first = json_if_changed(&HeaderMap::new(), &[1, 2]).expect("an answer");
        assert_eq!(first.status(), StatusCode::OK);
        let tag = first.headers()[header::ETAG].to_str().expect("text").to_owned();
        assert_eq!(first.headers()[header::CACHE_CONTROL], "private, no-cache");
        for (tags, status) in [
            (tag.clone(), StatusCode::NOT_MODIFIED),
            (tag.trim_start_matches("W/").to_owned(), StatusCode::NOT_MODIFIED),
            (format!("\"x\", {tag}"), StatusCode::NOT_MODIFIED),
            ("\"x\"".to_owned(), StatusCode::OK),
        ] {
            let again = json_if_changed(&asking(&tags), &[1, 2]).expect("an answer");
            assert_eq!(again.status(), status, "{tags}");
            assert_eq!(again.headers()[header::ETAG], tag.as_str());
        }
        let changed = json_if_changed(&asking(&tag), &[1, 3]).expect("an answer");
        assert_eq!(changed.status(), StatusCode::OK, "another answer has another tag");
    }
}

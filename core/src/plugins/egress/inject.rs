//! Puts credentials into a request that has already been allowed.
//!
//! A placeholder `{credential:NAME}` may stand in the path or query of the URL and in an inline
//! body. The URL is parsed before and after: a secret can change neither scheme nor host nor port.

use super::{
    NetError, Request, RequestBody,
    grant::{Grant, denied},
};
use bytes::Bytes;
use url::Url;

/// A request with its credentials in place, for one hop.
pub struct Ready {
    pub url: Url,
    pub headers: Vec<(String, Vec<u8>)>,
    pub body: RequestBody,
}

/// Checks URL and headers of the guest's request and puts the credentials in.
pub fn prepare(grant: &Grant<'_>, request: &Request) -> Result<Ready, NetError> {
    let plain = grant.url(&request.url)?;
    let before_path = request.url.find("://").map_or(0, |at| {
        let rest = &request.url[at + 3..];
        at + 3 + rest.find(['/', '?', '#']).unwrap_or(rest.len())
    });
    if request.url[..before_path].contains('{') {
        return Err(denied("http.url", "a credential may only stand in the path or the query"));
    }
    let mut headers = Vec::with_capacity(request.headers.len() + 1);
    for (name, value) in &request.headers {
        grant.header(name)?;
        headers.push((name.clone(), value.clone()));
    }
    let mut url_text = request.url.clone();
    let mut body = request.body.clone();
    for name in &request.credentials {
        let (credential, value) = grant.credential(name, &plain)?;
        let placeholder = format!("{{credential:{name}}}");
        match credential.inject.split_once(':') {
            None if credential.inject == "url" => {
                url_text = url_text.replace(&placeholder, &path_safe(&value));
            }
            None => {
                if let RequestBody::Inline(bytes) = &body {
                    body = RequestBody::Inline(replace(bytes, placeholder.as_bytes(), &value));
                }
            }
            Some(("header", header)) => {
                headers.retain(|(n, _)| !n.eq_ignore_ascii_case(header));
                headers.push((header.to_owned(), value.into_bytes()));
            }
            Some((_, query)) => {
                let mut with = parse(&url_text)?;
                with.query_pairs_mut().append_pair(query, &value);
                url_text = with.into();
            }
        }
    }
    if url_text.contains("{credential:") {
        return Err(denied(
            "http.credential",
            "the URL names a credential that is not in `credentials` or not for URLs",
        ));
    }
    let url = parse(&url_text)?;
    if url.origin() != plain.origin() {
        return Err(denied("http.url", "a credential changed where the request goes"));
    }
    Ok(Ready { url, headers, body })
}

/// Where in a push connection a credential goes; the manifest says which one may go where.
#[derive(Clone, Copy, Debug)]
pub enum Spot<'a> {
    Url,
    Header(&'a str),
    Frame,
}

impl Spot<'_> {
    fn takes(self, inject: &str) -> bool {
        match self {
            Self::Url => inject == "url",
            Self::Frame => inject == "frame",
            Self::Header(name) => {
                inject.strip_prefix("header:").is_some_and(|h| h.eq_ignore_ascii_case(name))
            }
        }
    }
}

/// Replaces every `{credential:NAME}` of a text of a push connection to `url`.
pub fn fill(grant: &Grant<'_>, url: &Url, spot: Spot<'_>, text: &str) -> Result<String, NetError> {
    const OPENS: &str = "{credential:";
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(OPENS) {
        let (before, behind) = (&rest[..at], &rest[at + OPENS.len()..]);
        let Some(end) = behind.find('}') else { break };
        let name = &behind[..end];
        let (credential, value) = grant.credential(name, url)?;
        if !spot.takes(&credential.inject) {
            return Err(denied(
                "socket.credential",
                format!("the credential `{name}` is injected as `{}`, not here", credential.inject),
            ));
        }
        out.push_str(before);
        out.push_str(&if matches!(spot, Spot::Url) { path_safe(&value) } else { value });
        rest = &behind[end + 1..];
    }
    out.push_str(rest);
    Ok(out)
}

fn parse(text: &str) -> Result<Url, NetError> {
    // The text may hold a secret by now, so the parser's message is not passed on.
    Url::parse(text).map_err(|_| denied("http.url", "the URL cannot be used"))
}

/// Percent-encodes everything that has a meaning in a URL, except the colon: it has none inside a
/// path, and some providers' tokens hold one that they expect to see as it is.
#[must_use]
pub fn path_safe(value: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::with_capacity(value.len());
    for byte in value.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b':' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

fn replace(bytes: &[u8], placeholder: &[u8], value: &str) -> Bytes {
    let mut out = Vec::with_capacity(bytes.len() + value.len());
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at..].starts_with(placeholder) {
            out.extend_from_slice(value.as_bytes());
            at += placeholder.len();
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    out.into()
}

#[cfg(test)]
mod tests;

//! One request through the broker: hop by hop, with caps, and an answer the guest may see.

use super::{
    Answer, AnswerBody, EgressError, NetError, Part, PartData, PurposeEgress, Request, RequestBody,
    grant::{Grant, denied},
    inject::{self, Ready},
    mask::Mask,
};
use crate::{
    blobs::{BlobError, BlobMeta, BlobRef, Blobs},
    plugins::model::Detail,
    telemetry::SPANS,
};
use reqwest::{
    Body, Method, Response,
    header::{
        CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION,
    },
    multipart,
};
use std::{error::Error as _, time::Duration};
use tracing::{Instrument as _, field::Empty};

/// How many redirects are followed.
const HOPS: usize = 5;

/// Everything one request needs from the host.
pub struct Sending<'a> {
    pub egress: PurposeEgress,
    pub blobs: &'a Blobs,
    pub grant: Grant<'a>,
    pub channel_id: i64,
    /// The largest answer that is handed over inline, and the largest that becomes a blob.
    pub inline_max: u64,
    pub blob_max: u64,
    pub timeout: Duration,
    /// Bytes out and in, counted as they pass.
    pub traffic: &'a mut (u64, u64),
}

impl Sending<'_> {
    /// Sends the request and follows its redirects.
    pub async fn send(self, request: Request) -> Result<Answer, NetError> {
        let span = tracing::trace_span!(
            target: SPANS,
            "http.request",
            otel.kind = "client",
            otel.status_code = Empty,
            http.request.method = request.method,
            server.address = Empty,
            http.response.status_code = Empty,
            error.type = Empty,
        );
        // Of the address only the host: the path may hold a credential.
        if !span.is_disabled()
            && let Ok(url) = url::Url::parse(&request.url)
        {
            span.record("server.address", url.host_str());
        }
        let sent = self.within_time(request).instrument(span.clone()).await;
        match &sent {
            Ok(answer) => {
                span.record("http.response.status_code", i64::from(answer.status));
            }
            Err(error) => {
                span.record("otel.status_code", "ERROR");
                span.record("error.type", error.name());
            }
        }
        sent
    }

    async fn within_time(mut self, request: Request) -> Result<Answer, NetError> {
        let limit = request.timeout.map_or(self.timeout, |t| t.min(self.timeout));
        // Once the time is over it is not known how far the request got; "sent" is the safe answer.
        tokio::time::timeout(limit, self.hops(&request))
            .await
            .unwrap_or(Err(NetError::Timeout { sent: true }))
    }

    async fn hops(&mut self, request: &Request) -> Result<Answer, NetError> {
        let method = match request.method.to_ascii_uppercase().as_str() {
            m @ ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS") => {
                m.parse().unwrap_or(Method::GET)
            }
            m => {
                return Err(denied("http.method", format!("the method `{m}` is not offered")));
            }
        };
        let mut mask = Mask::new(self.grant.secrets.iter().map(|(_, v)| v));
        let ready = inject::prepare(&self.grant, request)?;
        let mut hop = Hop { method, ready };
        for _ in 0..=HOPS {
            let response = self.once(&hop).await.map_err(|e| hide(&mask, e))?;
            match self.next(request, &hop, &response)? {
                Some(next) => hop = next,
                None => return self.answer(request, response, &mut mask).await,
            }
        }
        Err(denied("http.redirects", format!("more than {HOPS} redirects")))
    }

    /// One hop: the address is judged, then connected to.
    async fn once(&mut self, hop: &Hop) -> Result<Response, NetError> {
        let url = &hop.ready.url;
        self.grant.check(url)?;
        let port = url.port_or_known_default().unwrap_or(443);
        let detour = self.egress.egress.detour(url);
        if let (None, Some(url::Host::Ipv4(_) | url::Host::Ipv6(_))) = (&detour, url.host()) {
            // The client asks its resolver for names only; an address in the URL is judged here.
            let host = url.host_str().unwrap_or_default();
            self.egress.resolve(host, port).await.map_err(refused)?;
        }
        let Some(client) = self.egress.client(self.channel_id, url) else {
            return Err(NetError::Connect(Detail::new("http.client", "no client could be made")));
        };
        let mut builder =
            client.request(hop.method.clone(), detour.clone().unwrap_or_else(|| url.clone()));
        if detour.is_some() {
            builder = builder.header(super::DETOUR_HEADER, url.origin().ascii_serialization());
        }
        for (name, value) in &hop.ready.headers {
            let (Ok(name), Ok(value)) =
                (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_bytes(value))
            else {
                return Err(denied("http.header", format!("the header `{name}` is malformed")));
            };
            builder = builder.header(name, value);
        }
        builder = builder.header("accept-encoding", "identity");
        // Counted before the request is under way: when the call is cut off in the middle, traffic
        // that is not zero says that the provider may have seen something.
        let before = self.traffic.0;
        self.traffic.0 += url.as_str().len() as u64;
        let builder = self.body(builder, hop).await?;
        builder.send().await.map_err(|e| {
            let question = matches!(hop.method, Method::GET | Method::HEAD);
            let e = classify(&e, !question);
            if !matches!(e, NetError::Timeout { sent: true } | NetError::Connect(_)) {
                self.traffic.0 = before;
            }
            e
        })
    }

    async fn body(
        &mut self,
        builder: reqwest::RequestBuilder,
        hop: &Hop,
    ) -> Result<reqwest::RequestBuilder, NetError> {
        Ok(match &hop.ready.body {
            RequestBody::None => builder,
            RequestBody::Inline(bytes) => {
                self.traffic.0 += bytes.len() as u64;
                builder.body(bytes.clone())
            }
            RequestBody::Blob(blob) => {
                let typed =
                    hop.ready.headers.iter().any(|(n, _)| n.eq_ignore_ascii_case("content-type"));
                let builder = builder.header(CONTENT_LENGTH, blob.size);
                let builder =
                    if typed { builder } else { builder.header(CONTENT_TYPE, &blob.mime) };
                builder.body(self.stream(blob).await?)
            }
            RequestBody::Multipart(parts) => {
                let mut form = multipart::Form::new();
                for part in parts {
                    form = form.part(part.name.clone(), self.part(part).await?);
                }
                builder.multipart(form)
            }
        })
    }

    async fn part(&mut self, part: &Part) -> Result<multipart::Part, NetError> {
        let (mut out, stored) = match &part.data {
            PartData::Inline(bytes) => {
                self.traffic.0 += bytes.len() as u64;
                (multipart::Part::bytes(bytes.to_vec()), None)
            }
            PartData::Blob(blob) => {
                let body = self.stream(blob).await?;
                (multipart::Part::stream_with_length(body, blob.size), Some(blob))
            }
        };
        let mime = part.mime.as_deref().or(stored.map(|b| b.mime.as_str()));
        if let Some(mime) = mime.filter(|m| !m.is_empty()) {
            out = out.mime_str(mime).map_err(|_| {
                denied("http.body", format!("`{}` is not a media type", mime.escape_debug()))
            })?;
        }
        if let Some(name) =
            part.filename.clone().or_else(|| stored.and_then(|b| b.filename.clone()))
        {
            out = out.file_name(name);
        }
        Ok(out)
    }

    async fn stream(&mut self, blob: &BlobRef) -> Result<Body, NetError> {
        self.traffic.0 += blob.size;
        let stream = self.blobs.get_stream(&blob.sha256).await.map_err(|e| store(&e))?;
        Ok(Body::wrap_stream(stream))
    }

    /// The next hop, if the answer is a redirect. Another origin gets nothing of ours: the grant is
    /// asked again and every credential is left behind.
    fn next(
        &self,
        request: &Request,
        hop: &Hop,
        response: &Response,
    ) -> Result<Option<Hop>, NetError> {
        let status = response.status().as_u16();
        let location = response.headers().get(LOCATION).and_then(|l| l.to_str().ok());
        let (Some(location), 301 | 302 | 303 | 307 | 308) = (location, status) else {
            return Ok(None);
        };
        let url = hop
            .ready
            .url
            .join(location)
            .map_err(|_| denied("http.redirect", "the provider redirects to no usable URL"))?;
        self.grant.check(&url)?;
        let keeps_body = matches!(status, 307 | 308) || hop.method == Method::HEAD;
        let other = url.origin() != hop.ready.url.origin();
        if other && keeps_body && !request.credentials.is_empty() && has_body(&hop.ready.body) {
            return Err(denied(
                "http.redirect",
                "the provider redirects a request with credentials to another origin",
            ));
        }
        let mut headers = if other { request.headers.clone() } else { hop.ready.headers.clone() };
        if other {
            headers.retain(|(n, _)| !n.eq_ignore_ascii_case("authorization"));
        }
        let (method, body) = if keeps_body {
            (hop.method.clone(), hop.ready.body.clone())
        } else {
            headers.retain(|(n, _)| !n.to_ascii_lowercase().starts_with("content-"));
            (Method::GET, RequestBody::None)
        };
        Ok(Some(Hop { method, ready: Ready { url, headers, body } }))
    }

    async fn answer(
        &mut self,
        request: &Request,
        mut response: Response,
        mask: &mut Mask,
    ) -> Result<Answer, NetError> {
        let max = if request.to_blob { self.blob_max } else { self.inline_max };
        if response.content_length().is_some_and(|l| l > max) {
            return Err(NetError::TooLarge);
        }
        let status = response.status().as_u16();
        let headers: Vec<_> = response
            .headers()
            .iter()
            .filter(|(name, _)| *name != reqwest::header::SET_COOKIE)
            .map(|(name, value)| (name.to_string(), mask.whole(value.as_bytes().to_vec())))
            .collect();
        let meta = described(&response);
        let mut writer = request.to_blob.then(|| self.blobs.writer(meta, max));
        let mut inline = Vec::new();
        let mut size = 0_u64;
        let changes = !matches!(&*request.method.to_ascii_uppercase(), "GET" | "HEAD");
        while let Some(chunk) =
            response.chunk().await.map_err(|e| hide(mask, classify(&e, changes)))?
        {
            size += chunk.len() as u64;
            self.traffic.1 += chunk.len() as u64;
            if size > max {
                return Err(NetError::TooLarge);
            }
            let clean = mask.push(&chunk);
            match &mut writer {
                Some(writer) => writer.write(&clean).await.map_err(|e| store(&e))?,
                None => inline.extend_from_slice(&clean),
            }
        }
        let rest = mask.end();
        let body = match writer {
            Some(mut writer) => {
                writer.write(&rest).await.map_err(|e| store(&e))?;
                AnswerBody::Blob(writer.finish().await.map_err(|e| store(&e))?)
            }
            None => {
                inline.extend_from_slice(&rest);
                AnswerBody::Inline(inline)
            }
        };
        Ok(Answer { status, headers, body })
    }
}

struct Hop {
    method: Method,
    ready: Ready,
}

fn has_body(body: &RequestBody) -> bool {
    !matches!(body, RequestBody::None)
}

/// What the provider says about the file: its type, and the plain `filename=` of its disposition.
fn described(response: &Response) -> BlobMeta {
    let header = |name| response.headers().get(name).and_then(|v| v.to_str().ok()).unwrap_or("");
    let name = header(CONTENT_DISPOSITION)
        .split(';')
        .find_map(|p| p.trim().strip_prefix("filename="))
        .map(|name| name.trim_matches('"'));
    BlobMeta::clean(header(CONTENT_TYPE), name)
}

pub(super) fn refused(e: EgressError) -> NetError {
    match e {
        EgressError::Unknown { .. } => NetError::Dns(Detail::new("http.dns", e.to_string())),
        EgressError::Refused { .. } => denied("http.address", e.to_string()),
    }
}

fn store(e: &BlobError) -> NetError {
    match e {
        BlobError::TooLarge { .. } => NetError::TooLarge,
        e => NetError::Connect(Detail::new("host.blobs", e.to_string())),
    }
}

/// What kind of failure the client met. Its own text holds the URL, which may hold a secret by now,
/// so only the causes beneath it are told.
///
/// `changes` is set for requests that are more than a question. Only while connecting is it sure
/// that the provider got nothing; when the connection breaks later, such a request may have been
/// carried out, exactly as when its answer does not come in time.
pub(super) fn classify(e: &reqwest::Error, changes: bool) -> NetError {
    let connected = !(e.is_connect() || e.is_builder());
    let timed_out = e.is_timeout();
    let mut text = String::new();
    let mut cause = e.source();
    while let Some(e) = cause {
        if let Some(refusal) = e.downcast_ref::<EgressError>() {
            return refused(refusal.clone());
        }
        let tls = e.downcast_ref::<rustls::Error>().or_else(|| {
            e.downcast_ref::<std::io::Error>()?.get_ref()?.downcast_ref::<rustls::Error>()
        });
        if let Some(tls) = tls.filter(|_| !connected) {
            return NetError::Tls(Detail::new("http.tls", tls.to_string()));
        }
        text = e.to_string();
        cause = e.source();
    }
    if timed_out || (connected && changes) {
        NetError::Timeout { sent: connected }
    } else {
        NetError::Connect(Detail::new("http.connect", text))
    }
}

fn hide(mask: &Mask, e: NetError) -> NetError {
    let clean = |d: Detail| Detail { message: mask.text(&d.message), ..d };
    match e {
        NetError::Denied(d) => NetError::Denied(clean(d)),
        NetError::Dns(d) => NetError::Dns(clean(d)),
        NetError::Connect(d) => NetError::Connect(clean(d)),
        NetError::Tls(d) => NetError::Tls(clean(d)),
        e => e,
    }
}

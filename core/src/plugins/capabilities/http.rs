//! HTTP for guests: budget and conversion here, everything that decides in the egress broker.

use super::media::BlobHandle;
use crate::plugins::{
    account::{LogLevel, LogLine},
    bindings::{http, types},
    convert,
    egress::{self, Purpose, Sending, grant::Grant},
    state::CallState,
};
use std::time::Duration;

/// The largest answer a guest gets inline; more has to be asked for as a blob.
const INLINE_MAX: u64 = 4 << 20;

impl http::Host for CallState {
    async fn send(
        &mut self,
        req: http::Request,
    ) -> wasmtime::Result<Result<http::Response, http::NetError>> {
        self.count()?;
        if self.http_calls >= self.manifest.limits.http_calls {
            return Ok(Err(http::NetError::Budget));
        }
        self.http_calls += 1;
        let request = request(self, req)?;
        let (lent, manifest) = (self.lent.clone(), self.manifest.clone());
        let sending = Sending {
            egress: lent.egress.to(Purpose::plugin(&manifest.id, self.client_id)),
            blobs: &lent.blobs,
            grant: Grant { manifest: &manifest, bases: &self.bases, secrets: &self.secrets },
            channel_id: self.channel_id,
            inline_max: INLINE_MAX,
            blob_max: self.manifest.send.attachment_max_bytes.max(50 << 20),
            timeout: self.http_time(),
            traffic: &mut self.traffic,
        };
        self.meter.pause();
        let sent = sending.send(request).await;
        self.meter.resume();
        match sent {
            Ok(answer) => Ok(Ok(http::Response {
                status: answer.status,
                headers: answer
                    .headers
                    .into_iter()
                    .map(|(name, value)| types::Header { name, value })
                    .collect(),
                body: match answer.body {
                    egress::AnswerBody::Inline(bytes) => http::ResponseBody::Inline(bytes),
                    egress::AnswerBody::Blob(blob) => {
                        http::ResponseBody::Blob(self.table.push(BlobHandle(blob))?)
                    }
                },
            })),
            Err(e) => {
                if let egress::NetError::Denied(detail) = &e {
                    self.log(LogLine {
                        at_ms: self.lent.clock.now_ms(),
                        level: LogLevel::Warn,
                        message: format!("request refused: {}", detail.message),
                        fields: vec![("code".to_owned(), detail.code.clone())],
                    });
                }
                Ok(Err(net_error(e)))
            }
        }
    }
}

impl CallState {
    /// Nine tenths of what is left of the call: a guest that is told of a timeout can still say what
    /// is to become of its message, one that is cut off cannot.
    fn http_time(&self) -> Duration {
        let left = self.deadline.saturating_duration_since(tokio::time::Instant::now());
        left * 9 / 10
    }
}

fn request(state: &CallState, req: http::Request) -> wasmtime::Result<egress::Request> {
    let body = match req.body {
        http::Body::None => egress::RequestBody::None,
        http::Body::Inline(bytes) => egress::RequestBody::Inline(bytes.into()),
        http::Body::Blob(blob) => egress::RequestBody::Blob(state.table.get(&blob)?.0.clone()),
        http::Body::Multipart(parts) => {
            let mut out = Vec::with_capacity(parts.len());
            for part in parts {
                out.push(egress::Part {
                    name: part.name,
                    filename: part.filename,
                    mime: part.mime,
                    data: match part.data {
                        http::PartData::Inline(bytes) => egress::PartData::Inline(bytes.into()),
                        http::PartData::Blob(blob) => {
                            egress::PartData::Blob(state.table.get(&blob)?.0.clone())
                        }
                    },
                });
            }
            egress::RequestBody::Multipart(out)
        }
    };
    Ok(egress::Request {
        method: req.method,
        url: req.url,
        headers: req.headers.into_iter().map(|h| (h.name, h.value)).collect(),
        body,
        credentials: req.credentials,
        timeout: req.timeout_ms.map(|ms| Duration::from_millis(ms.into())),
        to_blob: req.to_blob,
    })
}

fn net_error(e: egress::NetError) -> http::NetError {
    match e {
        egress::NetError::Denied(d) => http::NetError::Denied(convert::detail_out(d)),
        egress::NetError::Timeout { sent } => http::NetError::Timeout(sent),
        egress::NetError::Dns(d) => http::NetError::Dns(convert::detail_out(d)),
        egress::NetError::Connect(d) => http::NetError::Connect(convert::detail_out(d)),
        egress::NetError::Tls(d) => http::NetError::Tls(convert::detail_out(d)),
        egress::NetError::TooLarge => http::NetError::TooLarge,
        egress::NetError::Budget => http::NetError::Budget,
    }
}

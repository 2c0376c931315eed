//! Files over HTTP: forms with files in, files and HTML mail out, safely.

use crate::{
    blobs::{BlobError, BlobMeta, Blobs, HEAD_BYTES, is_shown_in_place, media_type},
    http::{Code, Problem},
    tickets::{
        record::files::{NewFile, clean_name, kind_of},
        store::StoredFile,
    },
};
use axum::{
    body::Body,
    extract::Multipart,
    http::{HeaderValue, header},
    response::Response,
};
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};

/// Reads a form with files: fields by name, and the files in order.
///
/// # Errors
/// What [`take_part`] refuses, or `invalid` for a form that broke off.
pub async fn read_form(
    blobs: &Blobs,
    form: Multipart,
    max: u64,
) -> Result<(Vec<(String, String)>, Vec<NewFile>), Problem> {
    let limits = FormLimits { files: 20, file_bytes: max, text_bytes: TEXT_MAX };
    read_form_within(blobs, form, limits, |_| Ok(())).await
}

/// All the words of a form that an agent sends, pictures in them included.
const TEXT_MAX: usize = 16 * 1_048_576;
/// Fields of one form.
const FIELDS_MAX: usize = 200;

/// What a form with files may hold.
#[derive(Clone, Copy, Debug)]
pub struct FormLimits {
    pub files: usize,
    pub file_bytes: u64,
    /// All fields but the files together.
    pub text_bytes: usize,
}

/// The same for a form whose fields are judged before any of its files is stored. The fields have to
/// stand first.
///
/// # Errors
/// What `judge` and [`take_part`] refuse, or `invalid` for a form that broke off.
pub async fn read_form_within(
    blobs: &Blobs,
    mut form: Multipart,
    limits: FormLimits,
    judge: impl Fn(&[(String, String)]) -> Result<(), Problem>,
) -> Result<(Vec<(String, String)>, Vec<NewFile>), Problem> {
    let mut fields = vec![];
    let mut files = vec![];
    let mut room = limits.text_bytes;
    let broken = |_| Problem::invalid("The form broke off before it was complete. Send it again.");
    while let Some(mut field) = form.next_field().await.map_err(broken)? {
        let name = field.name().unwrap_or_default().to_owned();
        if field.file_name().is_some() {
            if files.is_empty() {
                judge(&fields)?;
            }
            if files.len() >= limits.files {
                let text = format!("At most {} files go with one message.", limits.files);
                return Err(Problem::field("attachment", text));
            }
            files.push(take_part(blobs, field, limits.file_bytes).await?);
        } else {
            let mut bytes = vec![];
            while let Some(chunk) = field.chunk().await.map_err(broken)? {
                room = room.checked_sub(chunk.len()).ok_or_else(too_much)?;
                bytes.extend_from_slice(&chunk);
            }
            if fields.len() >= FIELDS_MAX {
                return Err(too_much());
            }
            // PostgreSQL keeps no character of number zero.
            let text = String::from_utf8_lossy(&bytes).replace('\0', "");
            fields.push((name.replace('\0', ""), text));
        }
    }
    Ok((fields, files))
}

fn too_much() -> Problem {
    Problem::new(Code::TooLarge, "The form holds too many words. Attach them as a file.")
}

/// Takes one part of a multipart form into the blob store.
///
/// # Errors
/// `too_large`, or `invalid` when the upload broke off.
async fn take_part(
    blobs: &Blobs,
    mut field: axum::extract::multipart::Field<'_>,
    max: u64,
) -> Result<NewFile, Problem> {
    let filename = clean_name(field.file_name().unwrap_or("file"));
    let declared = field.content_type().map(str::to_owned);
    let mut head = vec![];
    while head.len() < HEAD_BYTES {
        match field.chunk().await.map_err(|_| broken_off())? {
            Some(chunk) => head.extend_from_slice(&chunk),
            None => break,
        }
    }
    let mime = media_type(declared.as_deref(), &filename, &head);
    let meta = BlobMeta { mime: mime.clone(), filename: Some(filename) };
    let head = stream::once(std::future::ready(Ok(Bytes::from(head))));
    let blob =
        blobs.put_stream(head.chain(field), meta, max).await.map_err(|error| match error {
            BlobError::TooLarge { .. } => Problem::new(
                Code::TooLarge,
                format!("A file may have at most {} MB.", max / 1_048_576),
            ),
            BlobError::Source(_) => broken_off(),
            other => {
                Problem::new(Code::Unavailable, format!("The file could not be stored: {other}."))
            }
        })?;
    Ok(NewFile { kind: kind_of(&mime).into(), blob, content_id: None })
}

fn broken_off() -> Problem {
    Problem::invalid("The upload broke off before the file was complete. Send it again.")
}

/// The page around a mail's HTML. Its own pictures are shown; remote ones are loaded only when somebody
/// asked for them. The page that loads them is of this origin, so that the one around it can read its
/// height; it runs no script either.
pub(super) fn html_page(body: &str, pictures: bool) -> Response {
    let page = format!(
        "<!doctype html><meta charset=utf-8><base target=_blank><style>body{{margin:0;\
         font:14px/1.5 system-ui,sans-serif;color:#1c1b1a;background:#fff;overflow-wrap:anywhere}}\
         img{{max-width:100%;height:auto}}blockquote{{margin:0 0 0 8px;padding-left:8px;\
         border-left:2px solid #d5d2ce}}</style>{body}"
    );
    let mut response = Response::new(Body::from(page));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(if pictures {
            "default-src 'none'; img-src 'self' data: https: http:; style-src 'unsafe-inline'; \
             frame-ancestors 'self'; form-action 'none'; base-uri 'none'; \
             sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        } else {
            "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; \
             frame-ancestors 'self'; form-action 'none'; base-uri 'none'; \
             sandbox allow-popups allow-popups-to-escape-sandbox"
        }),
    );
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=300"));
    response
}

pub(super) async fn serve(blobs: &Blobs, file: &StoredFile) -> Result<Response, Problem> {
    let stream = blobs.get_stream(&file.sha256).await.map_err(|error| match error {
        BlobError::NotFound => Problem::not_found(),
        other => Problem::new(Code::Unavailable, format!("The file cannot be read: {other}.")),
    })?;
    let shown = is_shown_in_place(&file.mime);
    let kind = if shown { file.mime.as_str() } else { "application/octet-stream" };
    let disposition = if shown { "inline" } else { "attachment" };
    let name: String = url::form_urlencoded::byte_serialize(file.filename.as_bytes()).collect();
    let name = name.replace('+', "%20");
    let mut response = Response::new(Body::from_stream(stream));
    let headers = response.headers_mut();
    let value = |text: String| HeaderValue::from_str(&text).map_err(Problem::internal);
    headers.insert(header::CONTENT_TYPE, value(kind.to_owned())?);
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(file.size));
    headers.insert(
        header::CONTENT_DISPOSITION,
        value(format!("{disposition}; filename*=UTF-8''{name}"))?,
    );
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; sandbox"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600"));
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_runs_nothing_and_loads_remote_pictures_only_when_asked() {
        let policy = |pictures| {
            let page = html_page("<p>Hello</p>", pictures);
            let value = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
            value.to_owned()
        };
        for pictures in [false, true] {
            let policy = policy(pictures);
            assert!(policy.starts_with("default-src 'none';"), "{policy}");
            assert!(!policy.contains("allow-scripts"), "{policy}");
            assert_eq!(policy.contains("https:"), pictures, "{policy}");
        }
    }
}

//! Files of messages: taking uploads, and handing files and HTML mail out safely.

use super::{
    Tickets,
    model::{Viewer, may_see, numbers},
    store::{self, StoredFile},
    view::file_view,
};
use crate::{
    blobs::{BlobError, BlobMeta, BlobRef, Blobs},
    crypto::Keys,
    http::{Code, Problem},
};
use axum::{
    body::Body,
    extract::Multipart,
    http::{HeaderValue, header},
    response::Response,
};
use serde_json::Value;

/// How long a signed address works, in milliseconds.
const SIGNED_FOR_MS: i64 = 3_600_000;
const PURPOSE: &str = "tickets/attachment-url";

/// A file to attach to a message.
#[derive(Clone, Debug)]
pub struct NewFile {
    pub blob: BlobRef,
    /// `image`, `video`, `audio`, `voice`, `sticker`, `document` or `other`.
    pub kind: String,
    pub content_id: Option<String>,
}

impl NewFile {
    pub(super) fn row(
        &self,
        client_id: i64,
        ticket_id: Option<i64>,
        message_id: Option<i64>,
        user_id: Option<i64>,
    ) -> StoredFile {
        StoredFile {
            id: 0,
            client_id,
            ticket_id,
            message_id,
            user_id,
            sha256: self.blob.sha256.clone(),
            size: i64::try_from(self.blob.size).unwrap_or(i64::MAX),
            mime: self.blob.mime.clone(),
            filename: clean_name(self.blob.filename.as_deref().unwrap_or_default()),
            kind: self.kind.clone(),
            content_id: self.content_id.clone(),
        }
    }
}

/// A name that is safe to show and to save under: no folders, control characters or characters
/// that turn the direction of writing around to hide an extension.
fn clean_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let clean: String = last
        .chars()
        .filter(|c| !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
        .take(150)
        .collect();
    let clean = clean.trim().trim_matches('.').to_owned();
    if clean.is_empty() { "file".into() } else { clean }
}

/// The kind of file a media type stands for.
#[must_use]
pub fn kind_of(mime: &str) -> &'static str {
    match mime.split('/').next().unwrap_or_default() {
        "image" => "image",
        "video" => "video",
        "audio" => "audio",
        _ => "document",
    }
}

/// Takes one part of a multipart form into the blob store.
///
/// # Errors
/// `too_large`, or `invalid` when the upload broke off.
pub async fn take_part(
    blobs: &Blobs,
    field: axum::extract::multipart::Field<'_>,
    max: u64,
) -> Result<NewFile, Problem> {
    let filename = clean_name(field.file_name().unwrap_or("file"));
    let declared = field.content_type().map(str::to_owned);
    let mime = declared
        .filter(|m| m != "application/octet-stream")
        .or_else(|| mime_guess::from_path(&filename).first_raw().map(str::to_owned))
        .unwrap_or_else(|| "application/octet-stream".into());
    let meta = BlobMeta { mime: mime.clone(), filename: Some(filename) };
    let blob = blobs.put_stream(field, meta, max).await.map_err(|error| match error {
        BlobError::TooLarge { .. } => {
            Problem::new(Code::TooLarge, format!("A file may have at most {} MB.", max / 1_048_576))
        }
        BlobError::Source(_) => {
            Problem::invalid("The upload broke off before the file was complete. Send it again.")
        }
        other => Problem::new(Code::Unavailable, format!("The file could not be stored: {other}.")),
    })?;
    Ok(NewFile { kind: kind_of(&mime).into(), blob, content_id: None })
}

impl Tickets {
    /// Stores uploaded files for a reply to come. The caller has read the form up to its first file.
    ///
    /// # Errors
    /// `not_found` for the ticket; what [`take_part`] refuses.
    pub async fn upload(
        &self,
        viewer: &Viewer,
        ticket: i64,
        files: &[NewFile],
    ) -> Result<Vec<Value>, Problem> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let row =
            store::visible_ticket(&mut tx, viewer, ticket).await?.ok_or_else(Problem::not_found)?;
        let mut stored = vec![];
        for file in files {
            let mut new = file.row(viewer.client_id, Some(row.id), None, Some(viewer.user_id));
            new.id = store::insert_file(&mut tx, &new, now).await?;
            stored.push(file_view(&new));
        }
        tx.commit().await?;
        Ok(stored)
    }

    /// A file for a viewer who may see its ticket.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn download(&self, viewer: &Viewer, id: i64) -> Result<Response, Problem> {
        let mut conn = self.db.read().await?;
        let file = store::file(&mut conn, viewer.client_id, id)
            .await?
            .ok_or_else(Problem::not_found)?;
        let ticket = match file.ticket_id {
            Some(ticket) => store::ticket_row(&mut conn, viewer.client_id, ticket, 0).await?,
            None => None,
        };
        drop(conn);
        if !ticket.is_some_and(|t| may_see(viewer, &numbers(&t.assignee_ids))) {
            return Err(Problem::not_found());
        }
        serve(&self.blobs, &file).await
    }

    /// A file by a signed address.
    ///
    /// # Errors
    /// `not_found` for a wrong or expired signature, like for an unknown file.
    pub async fn download_signed(
        &self,
        client_id: i64,
        id: i64,
        expires: i64,
        signature: &str,
    ) -> Result<Response, Problem> {
        let message = format!("{client_id}/{id}/{expires}");
        let good = self.keys.verify(PURPOSE, message.as_bytes(), signature);
        if !good || expires < self.clock.now_ms() {
            return Err(Problem::not_found());
        }
        let mut conn = self.db.read().await?;
        let file =
            store::file(&mut conn, client_id, id).await?.ok_or_else(Problem::not_found)?;
        drop(conn);
        serve(&self.blobs, &file).await
    }

    /// The HTML of a mail as a page of its own, for a sandboxed frame. Its own pictures are shown,
    /// remote ones are not loaded.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn html(&self, viewer: &Viewer, message_id: i64) -> Result<Response, Problem> {
        let mut conn = self.db.read().await?;
        let found = store::html_of(&mut conn, viewer.client_id, message_id).await?;
        let (ticket_id, html) = found.ok_or_else(Problem::not_found)?;
        store::ticket_row(&mut conn, viewer.client_id, ticket_id, 0)
            .await?
            .filter(|t| may_see(viewer, &numbers(&t.assignee_ids)))
            .ok_or_else(Problem::not_found)?;
        let files =
            store::files_of_message(&mut conn, viewer.client_id, ticket_id, message_id).await?;
        let until = self.clock.now_ms() + SIGNED_FOR_MS;
        Ok(html_page(&html, &files, |file| signed_url(&self.keys, file.client_id, file.id, until)))
    }
}

/// An address that opens a file without a cookie until it expires: for sandboxed frames and for
/// visitors.
#[must_use]
pub fn signed_url(keys: &Keys, client_id: i64, id: i64, until_ms: i64) -> String {
    let signature = keys.sign(PURPOSE, format!("{client_id}/{id}/{until_ms}").as_bytes());
    format!("/api/attachments/{id}?c={client_id}&e={until_ms}&s={signature}")
}

/// The page around a mail's HTML.
pub fn html_page(
    html: &str,
    files: &[StoredFile],
    url: impl Fn(&StoredFile) -> String,
) -> Response {
    let mut body = html.to_owned();
    for file in files {
        if let Some(id) = &file.content_id {
            body = body.replace(&format!("cid:{id}"), &url(file).replace('&', "&amp;"));
        }
    }
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
        HeaderValue::from_static(
            "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; \
             frame-ancestors 'self'; form-action 'none'; base-uri 'none'; \
             sandbox allow-popups allow-popups-to-escape-sandbox",
        ),
    );
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=300"));
    response
}

/// Media that a browser may show in place. SVG is a document with scripts and so is not here.
const SHOWN: [&str; 12] = [
    "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "video/mp4", "video/webm",
    "audio/mpeg", "audio/ogg", "audio/mp4", "audio/wav", "audio/webm",
];

async fn serve(blobs: &Blobs, file: &StoredFile) -> Result<Response, Problem> {
    let stream = blobs.get_stream(&file.sha256).await.map_err(|error| match error {
        BlobError::NotFound => Problem::not_found(),
        other => Problem::new(Code::Unavailable, format!("The file cannot be read: {other}.")),
    })?;
    let shown = SHOWN.contains(&file.mime.as_str());
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

/// Reads a form with files: fields by name, and the files in order.
///
/// # Errors
/// What [`take_part`] refuses, or `invalid` for a form that broke off.
pub async fn read_form(
    blobs: &Blobs,
    mut form: Multipart,
    max: u64,
) -> Result<(Vec<(String, String)>, Vec<NewFile>), Problem> {
    let mut fields = vec![];
    let mut files = vec![];
    let broken = |_| Problem::invalid("The form broke off before it was complete. Send it again.");
    while let Some(field) = form.next_field().await.map_err(broken)? {
        let name = field.name().unwrap_or_default().to_owned();
        if field.file_name().is_some() {
            if files.len() >= 20 {
                return Err(Problem::field("attachment", "At most 20 files go with one message."));
            }
            files.push(take_part(blobs, field, max).await?);
        } else {
            fields.push((name, field.text().await.map_err(broken)?));
        }
    }
    Ok((fields, files))
}

//! Files of visitors: they lie on a shelf of their own until a message takes them along, so that what
//! nobody uses can be removed.

use super::{Livechat, store};
use crate::{
    blobs::{BlobError, BlobRef, Blobs},
    http::{Code, Problem},
    plugins::Attachment,
    tickets::NewFile,
};
use base64::Engine as _;
use serde::Serialize;
use utoipa::ToSchema;

const UPLOAD: &str = "livechat/upload";
const SHELF: &str = "visits";

/// A file that was uploaded and that a message may name.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct UploadHandle {
    /// What a message names it by.
    id: String,
    /// Empty: it has an address once a message took it along.
    url: &'static str,
    /// The media type.
    mime: String,
    filename: Option<String>,
    /// Bytes.
    size: u64,
}

impl Livechat {
    /// Where files lie that belong to no message yet.
    pub(super) fn shelf(&self) -> Blobs {
        self.blobs.shelf(SHELF)
    }

    /// A handle for an uploaded file that only the same visit can use.
    pub(super) fn handle(&self, session: i64, file: &NewFile) -> UploadHandle {
        let blob = serde_json::to_vec(&file.blob).unwrap_or_default();
        let payload = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(&blob);
        let signature = self.keys.sign(UPLOAD, format!("{session}:{payload}").as_bytes());
        UploadHandle {
            id: format!("{payload}.{signature}"),
            url: "",
            mime: file.blob.mime.clone(),
            filename: file.blob.filename.clone(),
            size: file.blob.size,
        }
    }

    /// The files that a message names, moved to where those of messages lie.
    pub(super) async fn attached(
        &self,
        row: &store::Row,
        handles: &[String],
    ) -> Result<Vec<Attachment>, Problem> {
        let gone = || Problem::field("upload_ids", "An attached file is gone. Attach it again.");
        let mut attachments = vec![];
        for handle in handles {
            attachments.push(self.opened(row.id, handle).ok_or_else(gone)?);
        }
        for blob in attachments.iter().filter_map(|file| file.blob.as_ref()) {
            match self.shelf().copy_to(&self.blobs, &blob.sha256).await {
                Ok(()) => {}
                Err(BlobError::NotFound) => return Err(gone()),
                Err(error) => {
                    let text = format!("The file could not be kept: {error}. Send it again.");
                    return Err(Problem::new(Code::Unavailable, text));
                }
            }
        }
        Ok(attachments)
    }

    fn opened(&self, session: i64, handle: &str) -> Option<Attachment> {
        let (payload, signature) = handle.rsplit_once('.')?;
        let signed = format!("{session}:{payload}");
        if !self.keys.verify(UPLOAD, signed.as_bytes(), signature) {
            return None;
        }
        let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(payload).ok()?;
        let blob: BlobRef = serde_json::from_slice(&bytes).ok()?;
        Some(Attachment {
            mime: blob.mime.clone(),
            filename: blob.filename.clone(),
            kind: crate::tickets::kind_of(&blob.mime).into(),
            content_id: None,
            blob: Some(blob),
        })
    }
}

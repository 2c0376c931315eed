//! Files of visitors: they lie on a shelf of their own until a message takes them along, so that what
//! nobody uses can be removed.

use super::{Livechat, limits::Reserved, model::VisitState, store};
use crate::{
    blobs::{BlobError, BlobRef, Blobs},
    http::{Code, Problem},
    plugins::Attachment,
    tickets::{NewFile, read_form},
};
use axum::{extract::Multipart, http::StatusCode};
use base64::Engine as _;
use serde_json::{Value, json};

const UPLOAD: &str = "livechat/upload";
const SHELF: &str = "visits";

/// Reads a form that is of no use to its end, and keeps nothing of it.
async fn skip(mut form: Multipart) {
    while let Ok(Some(mut field)) = form.next_field().await {
        while let Ok(Some(_)) = field.chunk().await {}
    }
}

impl Livechat {
    /// Where files lie that belong to no message yet.
    pub(super) fn shelf(&self) -> Blobs {
        self.blobs.shelf(SHELF)
    }

    /// Takes the files of a form for a message to come. Only a chat that runs takes any; `announced` is
    /// the length its sender said.
    pub(super) async fn take_files(
        &self,
        row: &store::Row,
        network: &str,
        announced: Option<i64>,
        form: Multipart,
    ) -> Result<Vec<NewFile>, Problem> {
        let reserved = match self.room_for(row, network, announced).await {
            Ok(reserved) => reserved,
            Err(problem) => {
                // A browser reads no answer before it has sent everything.
                skip(form).await;
                return Err(problem);
            }
        };
        let read = read_form(&self.shelf(), form, self.upload_max).await;
        // What was set aside for a form that broke off stays counted: part of it may lie here.
        let (_, files) = read?;
        let used: u64 = files.iter().map(|file| file.blob.size).sum();
        self.give_back(&reserved, i64::try_from(used).unwrap_or(i64::MAX)).await?;
        if files.is_empty() {
            return Err(Problem::field("attachment", "Attach at least one file."));
        }
        Ok(files)
    }

    /// A handle for an uploaded file that only the same visit can use.
    pub(super) fn handle(&self, session: i64, file: &NewFile) -> Value {
        let blob = serde_json::to_vec(&file.blob).unwrap_or_default();
        let payload = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(&blob);
        let signature = self.keys.sign(UPLOAD, format!("{session}:{payload}").as_bytes());
        json!({
            "id": format!("{payload}.{signature}"),
            "url": "",
            "mime": file.blob.mime,
            "filename": file.blob.filename,
            "size": file.blob.size,
        })
    }

    async fn room_for(
        &self,
        row: &store::Row,
        network: &str,
        announced: Option<i64>,
    ) -> Result<Reserved, Problem> {
        if VisitState::parse(&row.state) != VisitState::Active {
            return Err(Problem::new(Code::Conflict, "This chat is not open."));
        }
        let Some(bytes) = announced.filter(|bytes| *bytes >= 0) else {
            let text = "Say in Content-Length how much you send.";
            return Err(Problem::invalid(text).with_status(StatusCode::LENGTH_REQUIRED));
        };
        let most = self.limits.upload_request_bytes;
        if bytes > most {
            let text = format!("Send at most {} MB at once.", most / 1_000_000);
            return Err(Problem::new(Code::TooLarge, text));
        }
        self.reserve(row, network, bytes).await
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

//! Files of messages: storing uploads, and who may have which file.

use super::view::file_view;
use crate::tickets::{
    Tickets,
    api::MessageFile,
    model::Viewer,
    store::{self, StoredFile},
};
use crate::{blobs::BlobRef, crypto::Keys, http::Problem};
use serde::{Deserialize, Serialize};

/// How long a signed address works, in milliseconds.
const SIGNED_FOR_MS: i64 = 3_600_000;
const PURPOSE: &str = "tickets/attachment-url";

/// A file to attach to a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewFile {
    pub blob: BlobRef,
    /// `image`, `video`, `audio`, `voice`, `sticker`, `document` or `other`.
    pub kind: String,
    pub content_id: Option<String>,
}

impl NewFile {
    pub(in crate::tickets) fn row(
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
pub(in crate::tickets) fn clean_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let clean: String = last
        .chars()
        .filter(|c| {
            !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        })
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

impl Tickets {
    /// Stores uploaded files for a reply to come.
    ///
    /// # Errors
    /// `not_found` for the ticket.
    pub async fn upload(
        &self,
        viewer: &Viewer,
        ticket: i64,
        files: &[NewFile],
    ) -> Result<Vec<MessageFile>, Problem> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let row = store::ticket_for(&mut tx, viewer, ticket).await?;
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
    pub async fn download(&self, viewer: &Viewer, id: i64) -> Result<StoredFile, Problem> {
        let mut conn = self.db.read().await?;
        let file =
            store::file(&mut conn, viewer.client_id, id).await?.ok_or_else(Problem::not_found)?;
        let ticket = file.ticket_id.ok_or_else(Problem::not_found)?;
        store::ticket_for(&mut conn, viewer, ticket).await?;
        Ok(file)
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
    ) -> Result<StoredFile, Problem> {
        let message = format!("{client_id}/{id}/{expires}");
        let good = self.keys.verify(PURPOSE, message.as_bytes(), signature);
        if !good || expires < self.clock.now_ms() {
            return Err(Problem::not_found());
        }
        let mut conn = self.db.read().await?;
        store::file(&mut conn, client_id, id).await?.ok_or_else(Problem::not_found)
    }

    /// The HTML of a mail, with its own pictures at addresses that need no cookie.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn html(&self, viewer: &Viewer, message_id: i64) -> Result<String, Problem> {
        let mut conn = self.db.read().await?;
        let found = store::html_of(&mut conn, viewer.client_id, message_id).await?;
        let (ticket_id, html) = found.ok_or_else(Problem::not_found)?;
        store::ticket_for(&mut conn, viewer, ticket_id).await?;
        let files =
            store::files_of_message(&mut conn, viewer.client_id, ticket_id, message_id).await?;
        let until = self.clock.now_ms() + SIGNED_FOR_MS;
        let mut body = html;
        for file in &files {
            if let Some(id) = &file.content_id {
                let url = signed_url(&self.keys, file.client_id, file.id, until);
                body = with_picture(&body, id, &url.replace('&', "&amp;"));
            }
        }
        Ok(body)
    }
}

/// An address that opens a file without a cookie until it expires: for sandboxed frames and for
/// visitors.
#[must_use]
pub fn signed_url(keys: &Keys, client_id: i64, id: i64, until_ms: i64) -> String {
    let signature = keys.sign(PURPOSE, format!("{client_id}/{id}/{until_ms}").as_bytes());
    format!("/api/attachments/{id}?c={client_id}&e={until_ms}&s={signature}")
}

/// A mail's HTML with one of its pictures by an address. `cid:a` is not what `cid:ab` begins with: an id
/// ends where its attribute, or the text in brackets, does.
fn with_picture(html: &str, id: &str, url: &str) -> String {
    let name = format!("cid:{id}");
    let mut whole = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(&name) {
        let (before, found) = rest.split_at(at);
        let after = &found[name.len()..];
        let ends =
            after.chars().next().is_none_or(|c| c.is_whitespace() || "\"'<>)&;,".contains(c));
        whole.push_str(before);
        whole.push_str(if ends { url } else { &name });
        rest = after;
    }
    whole.push_str(rest);
    whole
}

#[cfg(test)]
mod tests {
    use super::with_picture;

    #[test]
    fn a_picture_is_not_taken_for_one_whose_id_begins_the_same() {
        let html =
            r#"<img src="cid:a"><img src='cid:ab'><i style="background:url(cid:a)">cid:a.b cid:a"#;
        let told = r#"<img src="/1"><img src='cid:ab'><i style="background:url(/1)">cid:a.b /1"#;
        assert_eq!(with_picture(html, "a", "/1"), told);
        assert_eq!(with_picture("", "a", "/1"), "");
    }
}

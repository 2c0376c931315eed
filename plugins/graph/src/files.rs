//! Files that customers sent: fetched into the host's store, or told why not.

use patchbay_plugin::prelude::*;

/// Where a file is and what is known of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Link {
    pub url: String,
    /// Empty: the answer says it.
    pub mime: String,
    pub filename: Option<String>,
    /// The address wants the token.
    pub token: bool,
}

/// Fetches a file; once more when the first try failed for a passing reason.
pub fn download(link: &Link) -> Result<(Blob, String), String> {
    match attempt(link) {
        Err((true, _)) => attempt(link).map_err(|(_, reason)| reason),
        other => other.map_err(|(_, reason)| reason),
    }
}

fn attempt(link: &Link) -> Result<(Blob, String), (bool, String)> {
    let mut request = Request::get(link.url.as_str()).to_blob();
    if link.token {
        request = request.credential("token");
    }
    let response = request.send().map_err(|error| match error {
        NetError::TooLarge => (false, "The file is larger than this desk takes.".to_owned()),
        NetError::Budget => (false, "Too many files came at once.".to_owned()),
        NetError::Denied(detail) => (false, detail.message),
        other => {
            let failure = other.while_asking();
            (true, failure.detail().map_or_else(String::new, |detail| detail.message.clone()))
        }
    })?;
    let status = response.status();
    if !response.ok() {
        let gone = matches!(status, 403 | 404 | 410);
        let reason = if gone {
            "The link to the file has expired."
        } else {
            "The provider did not give the file."
        };
        return Err((status >= 500, format!("{reason} (status {status})")));
    }
    let said = response.header("content-type").unwrap_or_default();
    let said = said.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let mime = match (link.mime.as_str(), said.as_str()) {
        ("", "") => "application/octet-stream".to_owned(),
        ("", said) => said.to_owned(),
        (mime, _) => mime.to_owned(),
    };
    let meta = BlobMeta { mime: mime.clone(), filename: link.filename.clone(), size: None };
    let blob = response.into_blob(meta).map_err(|detail| (false, detail.message))?;
    Ok((blob, mime))
}

/// Says in the message that a file of it could not be had: a message without its file is worth more
/// than no message.
pub fn note(message: &mut InboundMessage, kind: &str, reason: &str) {
    let line = format!("[{kind}] The file could not be fetched: {reason}");
    message.text = Some(match message.text.take() {
        Some(text) => format!("{text}\n{line}"),
        None => line,
    });
}

/// A name for a file that came without one.
pub fn named(kind: &str, mime: &str) -> String {
    let extension = match mime {
        "image/jpeg" => "jpg",
        "image/png" => "png",
        "image/gif" => "gif",
        "image/webp" => "webp",
        "video/mp4" => "mp4",
        "video/3gpp" => "3gp",
        "audio/ogg" => "ogg",
        "audio/mpeg" => "mp3",
        "audio/mp4" => "m4a",
        "audio/aac" => "aac",
        "audio/amr" => "amr",
        "application/pdf" => "pdf",
        "text/plain" => "txt",
        _ => return kind.to_owned(),
    };
    format!("{kind}.{extension}")
}

//! Files that customers sent: fetched into the host's store, or told why not, and whether for good.

use patchbay_plugin::media::ending_of;
use patchbay_plugin::prelude::*;

/// The media type that says nothing.
const BYTES: &str = "application/octet-stream";

/// Where a file is and what is known of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Link {
    pub url: String,
    /// Empty: the answer says it.
    pub mime: String,
    /// What it is where the answer does not tell either.
    pub guess: &'static str,
    pub filename: Option<String>,
    /// The address wants the token.
    pub token: bool,
}

/// Why there is no file.
#[derive(Debug)]
pub enum NoFile {
    /// It may be had later.
    Passing(Box<Failure>),
    /// The address does not lead to it, or no longer: 403, 404 or 410.
    Expired(u16),
    /// It will not be had, for this reason.
    Never(String),
}

impl From<NetError> for NoFile {
    fn from(error: NetError) -> Self {
        match error {
            NetError::TooLarge => {
                Self::Never("The file is larger than this desk takes.".to_owned())
            }
            NetError::Denied(detail) => Self::Never(detail.message),
            // The next call has requests of its own.
            NetError::Budget => {
                let detail = Detail::new("net.budget", "Too many files came at once.");
                Self::Passing(Box::new(Failure::retryable(detail)))
            }
            other => Self::Passing(Box::new(other.while_asking())),
        }
    }
}

/// Fetches a file, with its media type. Codes of failures begin with the plugin's id.
pub fn download(id: &str, link: &Link) -> Result<(Blob, String), NoFile> {
    let mut request = Request::get(link.url.as_str()).to_blob();
    if link.token {
        request = request.credential("token");
    }
    let response = request.send()?;
    let status = response.status();
    match status {
        200..300 => {}
        403 | 404 | 410 => return Err(NoFile::Expired(status)),
        401 | 408 | 429 | 500.. => {
            let failure = response.refusal(id);
            return Err(NoFile::Passing(Box::new(failure)));
        }
        _ => {
            let reason = format!("The provider did not give the file (status {status}).");
            return Err(NoFile::Never(reason));
        }
    }
    let said = response.header("content-type").unwrap_or_default();
    let said = said.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let mime = match (link.mime.as_str(), said.as_str()) {
        ("", "" | BYTES) if !link.guess.is_empty() => link.guess.to_owned(),
        ("", "") => BYTES.to_owned(),
        ("", said) => said.to_owned(),
        (mime, _) => mime.to_owned(),
    };
    let meta = BlobMeta { mime: mime.clone(), filename: link.filename.clone(), size: None };
    let blob = response.into_blob(meta).map_err(|detail| NoFile::Never(detail.message))?;
    Ok((blob, mime))
}

/// Says in the message what became of a file of it, in a sentence: a message without its file is
/// worth more than no message.
pub fn note(message: &mut InboundMessage, kind: &str, sentence: &str) {
    let line = format!("[{kind}] {sentence}");
    message.text = Some(match message.text.take() {
        Some(text) => format!("{text}\n{line}"),
        None => line,
    });
}

/// A name for a file that came without one.
pub fn named(kind: &str, mime: &str) -> String {
    ending_of(mime).map_or_else(|| kind.to_owned(), |ending| format!("{kind}.{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchbay_plugin::testing;

    /// The type of a file whose address gives it without saying one.
    fn untold(link: &Link) -> String {
        testing::answers_blob(4);
        let (blob, mime) = download("demo", link).expect("the file is there");
        testing::keep(blob);
        mime
    }

    #[test]
    fn a_file_without_a_name_has_the_ending_of_its_type() {
        for (mime, name) in [
            ("image/jpeg", "file.jpg"),
            ("video/quicktime", "file.mov"),
            ("text/vcard", "file.vcf"),
            ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "file.xlsx"),
            ("application/octet-stream", "file"),
        ] {
            assert_eq!(named("file", mime), name);
        }
    }

    #[test]
    fn a_type_that_nobody_tells_is_what_the_message_calls_it() {
        let link = Link { url: "https://cdn.example/1".into(), ..Link::default() };
        assert_eq!(untold(&link), "application/octet-stream");
        let link = Link { guess: "video/mp4", ..link };
        assert_eq!(untold(&link), "video/mp4");
        let link = Link { mime: "video/3gpp".into(), ..link };
        assert_eq!(untold(&link), "video/3gpp", "what was told counts more");
    }
}

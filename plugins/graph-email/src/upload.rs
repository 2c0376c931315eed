//! Files of a draft: small ones in one request, larger ones piece by piece.

use crate::api::{self, Api, CallError, word};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// Graph takes files below 3 MB in one request.
const AT_ONCE: u64 = 3_000_000;
/// A piece of an upload: a multiple of 320 KiB, below 4 MB.
const PIECE: u64 = 10 * 320 * 1024;
/// The store reads so much at once.
const READ: u32 = 1 << 20;

/// One file of a message.
pub struct File {
    pub name: String,
    pub mime: String,
    pub content_id: Option<String>,
    pub blob: Blob,
}

/// Takes the files that have bytes out of a message.
pub fn files(msg: &mut Message) -> Vec<File> {
    let all = std::mem::take(&mut msg.attachments);
    let file = |one: Attachment| {
        Some(File {
            name: one.filename.unwrap_or_else(|| "attachment".to_owned()),
            mime: one.mime,
            content_id: one.content_id,
            blob: one.blob?,
        })
    };
    all.into_iter().filter_map(file).collect()
}

/// Puts a file into a draft.
pub fn attach(api: &Api, draft: &str, file: &File, html: &str) -> Result<(), Failure> {
    let size = media::meta(&file.blob).size;
    match size {
        Some(size) if size >= AT_ONCE => upload(api, draft, file, size, html),
        _ => {
            let bytes =
                media::read_all(&file.blob, AT_ONCE as usize).map_err(Failure::retryable)?;
            let mut body = described(file, html);
            body["@odata.type"] = json!("#microsoft.graph.fileAttachment");
            body["contentBytes"] = json!(letters::base64(&bytes));
            let url = api.message(draft, "/attachments");
            api.send("POST", &url, &body).map(drop).map_err(CallError::while_asking)
        }
    }
}

/// What both ways say of a file. A picture that the text shows is inline, and no other file.
fn described(file: &File, html: &str) -> Value {
    let mut body = json!({ "name": file.name, "contentType": file.mime });
    let id = file.content_id.as_ref().filter(|id| html.contains(&format!("cid:{id}")));
    if let Some(id) = id {
        body["isInline"] = json!(true);
        body["contentId"] = json!(id);
    }
    body
}

fn upload(api: &Api, draft: &str, file: &File, size: u64, html: &str) -> Result<(), Failure> {
    let mut item = described(file, html);
    item["attachmentType"] = json!("file");
    item["size"] = json!(size);
    let url = api.message(draft, "/attachments/createUploadSession");
    let session = api.send("POST", &url, &json!({ "AttachmentItem": item }));
    let session = session.map_err(CallError::while_asking)?;
    let to = word(&session["uploadUrl"]);
    if to.is_empty() {
        let text = "Microsoft did not say where to put the file.";
        return Err(Failure::retryable(Detail::new("graph-email.strange", text)));
    }
    let mut at = 0;
    while at < size {
        let piece = read(&file.blob, at, PIECE.min(size - at))?;
        if piece.is_empty() {
            let text = "The file is shorter than it was said to be.";
            return Err(Failure::Permanent(Detail::new("graph-email.file", text)));
        }
        let end = at + piece.len() as u64;
        // The address is itself the key; Graph refuses a token here.
        let request = Request::new("PUT", to)
            .header("Content-Range", format!("bytes {at}-{}/{size}", end - 1))
            .bytes("application/octet-stream", piece);
        let said = api::result(request).map_err(|error| lost(error.while_asking()))?;
        at = expected(&said).filter(|next| *next > at && *next <= end).unwrap_or(end);
    }
    Ok(())
}

/// Where an upload goes on, as Graph says it: `["3276800-"]`, or without the hyphen.
fn expected(said: &Value) -> Option<u64> {
    word(&said["nextExpectedRanges"][0]).split('-').next()?.parse().ok()
}

/// An upload's address does not last; the next attempt asks for another.
fn lost(failure: Failure) -> Failure {
    match failure {
        Failure::Permanent(detail) if detail.code == "graph-email.404" => {
            Failure::retryable(detail)
        }
        other => other,
    }
}

fn read(blob: &Blob, from: u64, most: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::with_capacity(most as usize);
    while (bytes.len() as u64) < most {
        let left = most - bytes.len() as u64;
        let max = u32::try_from(left).unwrap_or(READ).min(READ);
        let piece = blob.read(from + bytes.len() as u64, max).map_err(Failure::retryable)?;
        if piece.is_empty() {
            break;
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::expected;
    use patchbay_plugin::serde_json::json;

    #[test]
    fn uploads_go_on_where_graph_says() {
        for (ranges, at) in [
            (json!(["2097152"]), Some(2_097_152)),
            (json!(["2097152-3483321"]), Some(2_097_152)),
            (json!([]), None),
            (json!(null), None),
        ] {
            assert_eq!(expected(&json!({ "nextExpectedRanges": ranges })), at);
        }
    }
}

//! Blobs: attachments live in the host's store and pass through the guest only when it asks.

mod endings;

use crate::types::Detail;

pub use endings::ending_of;

pub use crate::bindings::imports::patchbay::plugin::media::{Blob, BlobMeta, BlobWriter};

/// How many bytes one call to the host moves.
const CHUNK: usize = 256 << 10;

/// What is known about a blob.
pub fn meta(blob: &Blob) -> BlobMeta {
    #[cfg(target_arch = "wasm32")]
    return blob.meta();
    #[cfg(not(target_arch = "wasm32"))]
    return crate::testing::meta(blob);
}

/// Reads a whole blob, refusing those above `max` bytes.
pub fn read_all(blob: &Blob, max: usize) -> Result<Vec<u8>, Detail> {
    let mut bytes = Vec::new();
    loop {
        let chunk = blob.read(bytes.len() as u64, CHUNK as u32)?;
        if chunk.is_empty() {
            return Ok(bytes);
        }
        if bytes.len() + chunk.len() > max {
            return Err(Detail::new(
                "media.too-large",
                format!("The file is larger than the {max} bytes this plugin reads."),
            ));
        }
        bytes.extend_from_slice(&chunk);
    }
}

/// Stores bytes as a new blob.
pub fn store(meta: BlobMeta, bytes: &[u8]) -> Result<Blob, Detail> {
    let writer = BlobWriter::new(&meta);
    for chunk in bytes.chunks(CHUNK) {
        writer.write(chunk)?;
    }
    BlobWriter::finish(writer)
}

/// The attachment kind of a media type: `image`, `video`, `audio` or `document`.
pub fn kind_of(mime: &str) -> &'static str {
    match mime.split('/').next() {
        Some("image") => "image",
        Some("video") => "video",
        Some("audio") => "audio",
        _ => "document",
    }
}

/// A file name's usual media type, for providers that give only the name.
pub fn mime_of(filename: &str) -> &'static str {
    let extension = filename.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension.to_ascii_lowercase().as_str() {
        "jpg" | "jpeg" => "image/jpeg",
        "png" => "image/png",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        "mp3" => "audio/mpeg",
        "m4a" => "audio/mp4",
        "ogg" | "oga" => "audio/ogg",
        "pdf" => "application/pdf",
        "txt" => "text/plain",
        "csv" => "text/csv",
        "zip" => "application/zip",
        _ => "application/octet-stream",
    }
}

//! What kind of file an upload is: its first bytes decide where they contradict what its sender said.

use infer::MatcherType;

/// How many of a file's first bytes are looked at. The signatures of all known types lie within.
pub const HEAD_BYTES: usize = 8 * 1024;

const UNKNOWN: &str = "application/octet-stream";

/// Types that a browser shows in place. A file is called one of them only if its bytes say so.
const SHOWN: [&str; 12] = [
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/avif",
    "video/mp4",
    "video/webm",
    "audio/mpeg",
    "audio/ogg",
    "audio/mp4",
    "audio/wav",
    "audio/webm",
];

/// Whether a browser may show files of this type in place. SVG is a document with scripts and so is
/// not among them.
#[must_use]
pub fn is_shown_in_place(mime: &str) -> bool {
    SHOWN.contains(&mime)
}

/// The media type of an upload, from what its sender said, from its name and from its first bytes.
#[must_use]
pub fn media_type(declared: Option<&str>, filename: &str, head: &[u8]) -> String {
    let declared = declared
        .map(|mime| mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
        .filter(|mime| !mime.is_empty() && mime != UNKNOWN)
        .or_else(|| mime_guess::from_path(filename).first_raw().map(str::to_owned))
        .unwrap_or_else(|| UNKNOWN.to_owned());
    let found = infer::get(head);
    let family = |mime: &str| mime.split('/').next().unwrap_or_default().to_owned();
    let is_media = |family: &str| matches!(family, "image" | "video" | "audio");
    match (is_media(&family(&declared)), found) {
        // One container holds sound with and without pictures, so the sender knows better.
        (true, Some(found))
            if family(&declared) != "image" && is_media(&family(found.mime_type())) =>
        {
            match family(found.mime_type()).as_str() {
                "image" => found.mime_type().to_owned(),
                _ => declared,
            }
        }
        (true, Some(found)) => found.mime_type().to_owned(),
        (true, None) if is_shown_in_place(&declared) && !is_framed_sound(&declared, head) => {
            UNKNOWN.to_owned()
        }
        // A document is often a container of another type, such as a ZIP. A program is no document.
        (false, Some(found)) if found.matcher_type() == MatcherType::App => {
            found.mime_type().to_owned()
        }
        (false, Some(found)) if declared == UNKNOWN => found.mime_type().to_owned(),
        _ => declared,
    }
}

/// MPEG sound may begin with a frame instead of a tag: eleven set bits (ISO/IEC 11172-3, 2.4.1.3).
fn is_framed_sound(declared: &str, head: &[u8]) -> bool {
    declared == "audio/mpeg" && matches!(head, [0xff, second, ..] if second & 0xe0 == 0xe0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    const JPEG: &[u8] = b"\xff\xd8\xff\xe0\0\x10JFIF";
    const MP4: &[u8] = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom";
    const PROGRAM: &[u8] = b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0";
    const ZIP: &[u8] = b"PK\x03\x04\x14\0\x06\0";
    const PAGE: &[u8] = b"<!doctype html><script>alert(1)</script>";

    #[test]
    fn the_bytes_decide_where_they_contradict_the_sender() {
        for (declared, name, head, wanted) in [
            (Some("image/png"), "a.png", PNG, "image/png"),
            (Some("image/png"), "a.png", JPEG, "image/jpeg"),
            (Some("image/png"), "a.png", PAGE, "text/html"),
            (Some("image/png"), "a.png", &b"nothing like it"[..], UNKNOWN),
            (Some("image/png"), "a.png", b"", UNKNOWN),
            (Some("image/jpeg"), "a.jpg", PROGRAM, "application/vnd.microsoft.portable-executable"),
            (
                Some("application/pdf"),
                "bill.pdf",
                PROGRAM,
                "application/vnd.microsoft.portable-executable",
            ),
            (Some("text/plain"), "notes.txt", b"Hello", "text/plain"),
            (Some("text/csv; charset=utf-8"), "a.csv", b"a,b\n1,2\n", "text/csv"),
            (Some("audio/mp4"), "note.m4a", MP4, "audio/mp4"),
            (Some("video/mp4"), "film.mp4", MP4, "video/mp4"),
            (Some("video/mp4"), "film.mp4", PNG, "image/png"),
            (Some("audio/mpeg"), "song.mp3", b"\xff\xfb\x90\x64\0\0", "audio/mpeg"),
            (Some("audio/mpeg"), "song.mp3", PAGE, "text/html"),
            (
                Some("application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
                "letter.docx",
                ZIP,
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            ),
            (None, "photo.jpg", JPEG, "image/jpeg"),
            (Some("application/octet-stream"), "photo", PNG, "image/png"),
            (None, "unknown", b"??", UNKNOWN),
            (Some("image/svg+xml"), "logo.svg", b"<svg xmlns='x'/>", "image/svg+xml"),
        ] {
            assert_eq!(media_type(declared, name, head), wanted, "{declared:?} {name}");
        }
    }
}

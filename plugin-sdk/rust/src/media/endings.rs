//! The usual ending of a file of a media type, for providers that give files without names.

/// The usual ending of a file name for a media type, without the dot: `pdf` for
/// `application/pdf; x=y`. `None`: a type that says nothing, or is not known here.
pub fn ending_of(mime: &str) -> Option<&'static str> {
    let mime = mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let (kind, form) = mime.split_once('/')?;
    match kind {
        "image" => image(form),
        "audio" => audio(form),
        "video" => video(form),
        "text" => text(form),
        "application" => application(form),
        "message" => (form == "rfc822").then_some("eml"),
        _ => None,
    }
}

fn image(form: &str) -> Option<&'static str> {
    Some(match form {
        "jpeg" | "jpg" | "pjpeg" => "jpg",
        "png" | "x-png" => "png",
        "gif" => "gif",
        "webp" => "webp",
        "bmp" | "x-bmp" | "x-ms-bmp" => "bmp",
        "tiff" => "tif",
        "heic" => "heic",
        "heif" => "heif",
        "avif" => "avif",
        "svg+xml" => "svg",
        "x-icon" | "vnd.microsoft.icon" => "ico",
        _ => return None,
    })
}

fn audio(form: &str) -> Option<&'static str> {
    Some(match form {
        "mpeg" | "mp3" | "x-mp3" | "x-mpeg" => "mp3",
        "mp4" | "m4a" | "x-m4a" => "m4a",
        "ogg" | "vorbis" => "ogg",
        "opus" => "opus",
        "aac" | "x-aac" | "aacp" => "aac",
        "amr" | "amr-nb" | "amr-wb" => "amr",
        "3gpp" => "3gp",
        "3gpp2" => "3g2",
        "wav" | "wave" | "x-wav" | "vnd.wave" => "wav",
        "flac" | "x-flac" => "flac",
        "webm" => "weba",
        "midi" | "mid" | "x-midi" => "mid",
        "basic" => "au",
        "ac3" => "ac3",
        _ => return None,
    })
}

fn video(form: &str) -> Option<&'static str> {
    Some(match form {
        "mp4" => "mp4",
        "3gpp" => "3gp",
        "3gpp2" => "3g2",
        "quicktime" => "mov",
        "webm" => "webm",
        "mpeg" => "mpg",
        "x-msvideo" | "avi" => "avi",
        "x-matroska" | "matroska" => "mkv",
        "x-m4v" => "m4v",
        "h263" => "h263",
        "h264" => "h264",
        _ => return None,
    })
}

fn text(form: &str) -> Option<&'static str> {
    Some(match form {
        "plain" => "txt",
        "vcard" | "x-vcard" | "directory" => "vcf",
        "calendar" | "x-vcalendar" => "ics",
        "csv" | "comma-separated-values" => "csv",
        "tab-separated-values" => "tsv",
        "html" => "html",
        "markdown" => "md",
        "rtf" | "richtext" => "rtf",
        "xml" => "xml",
        "css" => "css",
        "javascript" => "js",
        _ => return None,
    })
}

fn application(form: &str) -> Option<&'static str> {
    Some(match form {
        "pdf" | "x-pdf" => "pdf",
        "msword" => "doc",
        "vnd.openxmlformats-officedocument.wordprocessingml.document" => "docx",
        "vnd.ms-excel" => "xls",
        "vnd.openxmlformats-officedocument.spreadsheetml.sheet" => "xlsx",
        "vnd.ms-powerpoint" => "ppt",
        "vnd.openxmlformats-officedocument.presentationml.presentation" => "pptx",
        "vnd.oasis.opendocument.text" => "odt",
        "vnd.oasis.opendocument.spreadsheet" => "ods",
        "vnd.oasis.opendocument.presentation" => "odp",
        "vnd.ms-outlook" => "msg",
        "vnd.apple.pkpass" => "pkpass",
        "vnd.android.package-archive" => "apk",
        "rtf" => "rtf",
        "json" => "json",
        "xml" => "xml",
        "vcard" => "vcf",
        "ics" | "calendar" => "ics",
        "zip" | "x-zip" | "x-zip-compressed" => "zip",
        "x-7z-compressed" => "7z",
        "vnd.rar" | "x-rar" | "x-rar-compressed" => "rar",
        "gzip" | "x-gzip" => "gz",
        "x-tar" => "tar",
        "epub+zip" => "epub",
        "ogg" => "ogg",
        "x-tgsticker" => "tgs",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::ending_of;

    #[test]
    fn a_type_has_the_ending_that_computers_know() {
        for (mime, expected) in [
            ("text/plain", Some("txt")),
            ("text/x-vcard; charset=utf-8", Some("vcf")),
            (" Text/Calendar ;method=REQUEST", Some("ics")),
            (
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                Some("docx"),
            ),
            ("audio/ogg; codecs=opus", Some("ogg")),
            ("video/quicktime", Some("mov")),
            ("application/octet-stream", None),
            ("x-unknown/thing", None),
            ("", None),
        ] {
            assert_eq!(ending_of(mime), expected, "{mime}");
        }
    }
}

//! Tables that are downloaded (RFC 4180): their cells, and the answer they are in.

use axum::{
    body::Body,
    http::{HeaderValue, header},
    response::Response,
};

/// The byte order mark. Without it spreadsheet programs that open a file by a double click take
/// UTF-8 for the system's old code page, and names beyond ASCII are garbled.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// What a table begins with: the mark of its encoding, then the names of its columns.
#[must_use]
pub fn first_line(head: &str) -> String {
    format!("{BYTE_ORDER_MARK}{head}")
}

/// `2026-01-31T23:59:59.123Z`
#[must_use]
pub fn time(ms: i64) -> String {
    time::OffsetDateTime::from_unix_timestamp_nanos(i128::from(ms) * 1_000_000)
        .ok()
        .and_then(|time| time.format(&time::format_description::well_known::Rfc3339).ok())
        .unwrap_or_default()
}

/// What begins a formula in a spreadsheet, also as the full-width forms (U+FF01 to U+FF5E) that
/// Japanese and Chinese versions take for the same.
const FORMULA_STARTS: [char; 10] =
    ['=', '+', '-', '@', '\t', '\r', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// A cell. One that a spreadsheet would take for a formula is marked as a text.
#[must_use]
pub fn cell(text: &str) -> String {
    let formula = text.starts_with(FORMULA_STARTS);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// A table that the browser keeps under this name, which is one of ours.
#[must_use]
pub fn download(body: Body, name: &str) -> Response {
    attachment(body, name, "text/csv; charset=utf-8")
}

/// A file of a media type that the browser keeps under this name, which is one of ours.
pub(super) fn attachment(body: Body, name: &str, media_type: &'static str) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    let text = HeaderValue::from_static;
    headers.insert(header::CONTENT_TYPE, text(media_type));
    if let Ok(kept_as) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, kept_as);
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, text("nosniff"));
    headers.insert(header::CACHE_CONTROL, text("no-store"));
    response
}

/// A cell as it was before [`cell`] marked it as a text.
#[must_use]
pub fn text(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| text.starts_with(FORMULA_STARTS)).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_marked_as_texts_in_either_width() {
        for text in
            ["=1+1", "+1", "-1", "@a", "\t=1", "\u{ff1d}1+1", "\u{ff0b}1", "\u{ff0d}1", "\u{ff20}a"]
        {
            assert_eq!(cell(text).trim_matches('"'), format!("'{text}"));
            assert_eq!(super::text(&format!("'{text}")), text);
        }
        assert_eq!(cell("a=1"), "a=1");
        assert_eq!(cell("\r=1"), "\"'\r=1\"");
        assert_eq!(cell("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}

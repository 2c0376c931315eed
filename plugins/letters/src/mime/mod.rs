//! Raw mail as a tree of parts.
//!
//! Nothing here fails: whatever bytes arrive, there are headers (perhaps none) and parts (at least
//! one). Depth, number of parts and work are bounded, because mail is written by strangers.

pub mod address;
pub mod charset;
mod codepage;
pub mod date;
pub mod headers;
pub mod idna;
mod johab;
mod meta;
pub mod params;
mod seven;
pub mod transfer;
pub mod uuencode;
pub mod words;
pub mod wrapped;

use headers::Headers;
use params::Valued;
use std::ops::Range;
use transfer::Packing;

const MAX_DEPTH: usize = 50;
const MAX_PARTS: usize = 1000;
/// Every level of nesting reads its bytes again; this many times the message is enough for any
/// honest one.
const MAX_READINGS: usize = 12;

/// One part. `body` points into the message it was parsed from.
#[derive(Debug)]
pub struct Part {
    pub headers: Headers,
    pub kind: Valued,
    pub disposition: Valued,
    pub packing: Packing,
    pub body: Range<usize>,
    pub children: Vec<Part>,
}

/// A parsed message.
#[derive(Debug)]
pub struct Mail<'a> {
    pub raw: &'a [u8],
    pub root: Part,
    /// Something was cut off by a limit.
    pub truncated: bool,
    /// A multipart without a usable boundary, which was read as text.
    pub broken: bool,
}

impl<'a> Mail<'a> {
    /// Reads a whole message.
    pub fn parse(raw: &'a [u8]) -> Self {
        let mut reader = Reader {
            raw,
            parts: 0,
            budget: raw.len().saturating_mul(MAX_READINGS).saturating_add(64 * 1024),
            truncated: false,
            broken: false,
        };
        // Mailboxes in the mbox format leave their separator line on top.
        let mut start = if raw.starts_with(b"From ") { line_end(raw, 0) } else { 0 };
        // Careless programs put empty lines on top; headers that follow are headers all the same.
        let blank = raw[start..].iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
        if blank > 0 && !Headers::parse(&raw[start + blank..]).0.is_empty() {
            start += blank;
        }
        let root = reader.part(start..raw.len(), 0, false);
        Self { raw, root, truncated: reader.truncated, broken: reader.broken }
    }

    /// The bytes of a part as they travel.
    pub fn packed(&self, part: &Part) -> &'a [u8] {
        self.raw.get(part.body.clone()).unwrap_or_default()
    }

    /// A part's text in its own character set.
    pub fn text(&self, part: &Part) -> String {
        let bytes = transfer::unpacked(self.packed(part), part.packing);
        charset::decode(&bytes, part.charset(&bytes).as_deref(), None)
    }
}

impl Part {
    /// True for `multipart/…` with children.
    pub fn is_multipart(&self) -> bool {
        !self.children.is_empty()
    }

    /// The media type, never empty.
    pub fn mime(&self) -> &str {
        if self.kind.value.contains('/') { &self.kind.value } else { "text/plain" }
    }

    /// The character set of its unpacked `bytes`, as the header or the page itself names it.
    pub fn charset(&self, bytes: &[u8]) -> Option<String> {
        let label = self.kind.param("charset");
        let page = || (self.mime() == "text/html").then(|| meta::charset(bytes)).flatten();
        match label {
            Some(label) if !charset::vague(label) => Some(label.to_owned()),
            _ => page().or_else(|| label.map(str::to_owned)),
        }
    }

    /// File name from either header, as it was sent.
    pub fn filename(&self) -> Option<&str> {
        self.disposition.param("filename").or_else(|| self.kind.param("name"))
    }

    /// The part's id without angle brackets.
    pub fn content_id(&self) -> Option<String> {
        let id = self.headers.text("content-id")?;
        let id = id.trim().trim_start_matches('<').trim_end_matches('>').trim();
        (!id.is_empty() && id.len() < 500).then(|| id.to_owned())
    }
}

impl Part {
    /// The name by which a page may call the part instead of its id (RFC 2557).
    pub fn location(&self) -> Option<String> {
        let name = self.headers.text("content-location")?;
        let name = name.trim().trim_start_matches("cid:");
        (!name.is_empty() && name.len() < 500 && !name.contains("://")).then(|| name.to_owned())
    }
}

struct Reader<'a> {
    raw: &'a [u8],
    parts: usize,
    budget: usize,
    truncated: bool,
    broken: bool,
}

impl Reader<'_> {
    fn part(&mut self, range: Range<usize>, depth: usize, in_digest: bool) -> Part {
        self.parts += 1;
        let (headers, body_start) = Headers::parse(&self.raw[range.clone()]);
        let body = range.start + body_start..range.end;
        let hint = headers
            .raw("content-type")
            .and_then(|v| Valued::parse(v, None).param("charset").map(str::to_owned));
        let mut kind =
            Valued::parse(headers.raw("content-type").unwrap_or_default(), hint.as_deref());
        if kind.value.is_empty() && in_digest {
            kind.value = "message/rfc822".to_owned();
        }
        let disposition =
            Valued::parse(headers.raw("content-disposition").unwrap_or_default(), hint.as_deref());
        // Relays add a second one; that which names a real packing was there for the body.
        let packing = headers
            .raw_all("content-transfer-encoding")
            .map(|raw| Packing::parse(&words::decode(raw, None)))
            .find(|packing| *packing != Packing::Plain)
            .unwrap_or(Packing::Plain);
        let children = if kind.value.starts_with("multipart/") {
            self.children(&kind, body.clone(), depth)
        } else {
            Vec::new()
        };
        Part { headers, kind, disposition, packing, body, children }
    }

    fn children(&mut self, kind: &Valued, body: Range<usize>, depth: usize) -> Vec<Part> {
        let boundary = kind.param("boundary").unwrap_or_default().trim_end().to_owned();
        if boundary.is_empty() {
            self.broken = true;
            return Vec::new();
        }
        if depth >= MAX_DEPTH || self.budget < body.len() {
            self.truncated = true;
            return Vec::new();
        }
        self.budget -= body.len();
        let ranges = self.split(&boundary, body);
        if ranges.is_empty() {
            self.broken = true;
        }
        let digest = kind.value == "multipart/digest";
        let mut children: Vec<Part> = Vec::new();
        // A part within that uses the same boundary: what follows is its own, until it ends.
        let mut within = false;
        for (range, last) in ranges {
            if self.parts >= MAX_PARTS {
                self.truncated = true;
                break;
            }
            let part = self.part(range, depth + 1, digest);
            let shared = !within
                && part.kind.value.starts_with("multipart/")
                && part.kind.param("boundary") == Some(&boundary);
            match children.last_mut() {
                Some(parent) if within => parent.children.push(part),
                _ => children.push(part),
            }
            within = (within || shared) && !last;
        }
        children
    }

    /// The bytes between delimiter lines, and whether the last delimiter follows. A missing one ends
    /// at the end.
    fn split(&self, boundary: &str, body: Range<usize>) -> Vec<(Range<usize>, bool)> {
        let delimiter = boundary.as_bytes();
        let mut ranges = Vec::new();
        let mut open: Option<usize> = None;
        let mut at = body.start;
        while at < body.end {
            let end = line_end(&self.raw[..body.end], at);
            // Filters indent lines; a boundary as long as this stands in no text by accident.
            let line = &self.raw[at..end];
            let blank = if delimiter.len() < 16 { 0 } else { indent(line) };
            if let Some(rest) = line[blank..].strip_prefix(b"--")
                && let Some(rest) = rest.strip_prefix(delimiter)
            {
                let rest = rest.trim_ascii();
                if rest.is_empty() || rest == b"--" {
                    if let Some(start) = open {
                        ranges.push((start..self.before_line(start, at), !rest.is_empty()));
                    }
                    // Parts may follow the last delimiter: a part within used the same one.
                    open = (rest.is_empty()).then_some(end);
                    if ranges.len() >= MAX_PARTS {
                        return ranges;
                    }
                }
            }
            at = end;
        }
        if let Some(start) = open
            && start < body.end
        {
            ranges.push((start..body.end, true));
        }
        ranges
    }

    /// The line break before a delimiter belongs to the delimiter.
    fn before_line(&self, start: usize, at: usize) -> usize {
        let text = &self.raw[start..at];
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        start + text.strip_suffix(b"\r").unwrap_or(text).len()
    }
}

/// How many blanks a line begins with.
fn indent(line: &[u8]) -> usize {
    line.iter().take_while(|b| matches!(b, b' ' | b'\t')).count()
}

/// Where the line that begins at `at` ends, its line break included.
fn line_end(raw: &[u8], at: usize) -> usize {
    raw[at..].iter().position(|b| *b == b'\n').map_or(raw.len(), |n| at + n + 1)
}

#[cfg(test)]
mod tests {
    use super::Mail;

    #[test]
    fn nesting_and_numbers_are_bounded() {
        let mut deep = String::new();
        for n in 0..200 {
            deep += &format!("Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n");
        }
        assert!(Mail::parse(deep.as_bytes()).truncated);
        let many = format!(
            "Content-Type: multipart/mixed; boundary=b\r\n\r\n{}",
            "--b\r\n\r\nx\r\n".repeat(5000)
        );
        let mail = Mail::parse(many.as_bytes());
        assert!(mail.truncated || mail.root.children.len() <= 1000);
    }

    #[test]
    fn a_missing_end_and_a_missing_boundary_are_survived() {
        let raw = b"Content-Type: multipart/mixed; boundary=b\r\n\r\npreamble\r\n--b\r\n\r\nfirst\r\n--b\r\n\r\nsecond";
        let mail = Mail::parse(raw);
        let texts: Vec<_> = mail.root.children.iter().map(|p| mail.text(p)).collect();
        assert_eq!(texts, ["first", "second"]);
        let mail = Mail::parse(b"Content-Type: multipart/mixed\r\n\r\nonly text");
        assert!(mail.broken && mail.root.children.is_empty());
        assert_eq!(mail.text(&mail.root), "only text");
    }

    #[test]
    fn nothing_traps() {
        for raw in ["", "\r\n", "\n\n\n", "x", ":", "a:\r\n b", "From x\r\n", "--\r\n", "\0\0"] {
            Mail::parse(raw.as_bytes());
        }
    }
}

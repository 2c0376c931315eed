//! A header block: names, and values as raw bytes until somebody asks.

use super::words;

const MAX_HEADERS: usize = 2000;
const MAX_VALUE: usize = 256 * 1024;

/// Headers in the order they came.
#[derive(Debug, Default)]
pub struct Headers {
    all: Vec<(String, Vec<u8>)>,
    /// Character set for raw bytes beyond ASCII, when the message tells one.
    hint: Option<String>,
}

impl Headers {
    /// Reads a block and says where the body begins.
    pub fn parse(raw: &[u8]) -> (Self, usize) {
        let mut all: Vec<(String, Vec<u8>)> = Vec::new();
        let mut at = 0;
        while at < raw.len() {
            let end = super::line_end(raw, at);
            let line = &raw[at..end];
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            let text = text.strip_suffix(b"\r").unwrap_or(text);
            if text.is_empty() {
                at = end;
                break;
            }
            if matches!(text[0], b' ' | b'\t') {
                // A fold: its white space is one space of the value.
                if let Some((_, value)) = all.last_mut()
                    && value.len() < MAX_VALUE
                {
                    value.push(b' ');
                    value.extend_from_slice(text.trim_ascii_start());
                }
            } else if let Some((name, value)) = header_line(text) {
                if all.len() < MAX_HEADERS {
                    all.push((name, value.to_vec()));
                }
            } else if text.starts_with(b">From ") {
                // A mailbox's separator line, quoted by the next mailbox.
            } else {
                // No header: the empty line is missing, and the body begins here.
                break;
            }
            at = end;
        }
        (Self { all, hint: None }, at)
    }

    /// Sets the character set for raw bytes.
    pub fn set_hint(&mut self, charset: Option<&str>) {
        self.hint = charset.map(str::to_owned);
    }

    /// The character set for raw bytes.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// The first header of that (lower-case) name, undecoded.
    pub fn raw(&self, name: &str) -> Option<&[u8]> {
        self.all.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_slice())
    }

    /// Every header of that name, undecoded.
    pub fn raw_all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a [u8]> {
        self.all.iter().filter(move |(n, _)| n == name).map(|(_, v)| v.as_slice())
    }

    /// Every header in its order: its name in lower case and its undecoded value.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.all.iter().map(|(name, value)| (name.as_str(), value.as_slice()))
    }

    /// The first header of that name, as text.
    pub fn text(&self, name: &str) -> Option<String> {
        let raw = self.raw(name)?;
        let text = words::decode(raw, self.hint());
        Some(text.trim().to_owned())
    }

    /// The first header of that name in lower case, empty when absent.
    pub fn lower(&self, name: &str) -> String {
        self.text(name).unwrap_or_default().to_lowercase()
    }

    /// Whether the header is there.
    pub fn has(&self, name: &str) -> bool {
        self.raw(name).is_some()
    }

    /// True when there is no header at all.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

fn header_line(text: &[u8]) -> Option<(String, &[u8])> {
    let colon = text.iter().take(200).position(|b| *b == b':')?;
    let name = text[..colon].trim_ascii_end();
    if name.is_empty() || !name.iter().all(|b| b.is_ascii_graphic()) {
        return None;
    }
    let name = String::from_utf8_lossy(name).to_ascii_lowercase();
    let value = text[colon + 1..].trim_ascii();
    Some((name, &value[..value.len().min(MAX_VALUE)]))
}

#[cfg(test)]
mod tests {
    use super::Headers;

    #[test]
    fn folds_and_missing_ends() {
        let (headers, body) = Headers::parse(b"A: one\r\n  two\r\nB : x\r\nb: y\r\n\r\nbody");
        assert_eq!(headers.text("a").as_deref(), Some("one two"));
        assert_eq!(headers.raw_all("b").count(), 2);
        assert_eq!(body, 30);
        let (headers, body) = Headers::parse(b"A: one\nno header here\n");
        assert_eq!((headers.text("a").as_deref(), body), (Some("one"), 7));
    }
}

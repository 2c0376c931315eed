//! Header values with parameters: `text/plain; charset="utf-8"; filename*=UTF-8''r%C3%A9.pdf`.

use super::{charset, transfer::hex, words};

/// A value and its parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Valued {
    /// Lower-cased, without parameters.
    pub value: String,
    params: Vec<(String, String)>,
}

impl Valued {
    /// Reads a header.
    pub fn parse(raw: &[u8], hint: Option<&str>) -> Self {
        let mut pieces = split(raw).into_iter();
        let value = pieces.next().unwrap_or_default();
        let value = charset::decode(&value, None, None);
        let value = value.split_whitespace().collect::<String>().to_ascii_lowercase();
        let mut plain: Vec<(String, String)> = Vec::new();
        let mut parts: Vec<Part> = Vec::new();
        for piece in pieces.take(200) {
            let Some(eq) = piece.iter().position(|b| *b == b'=') else { continue };
            let name = String::from_utf8_lossy(&piece[..eq]).trim().to_ascii_lowercase();
            let text = unquote(piece[eq + 1..].trim_ascii());
            if let Some((base, index, coded)) = continued(&name) {
                parts.push(Part { name: base, index, coded, text });
            } else {
                plain.push((name, words::decode(&text, hint)));
            }
        }
        // RFC 2231 wins over the plain form, which is there for old mailers.
        let mut params = join(parts);
        for (name, text) in plain {
            if !params.iter().any(|(n, _)| *n == name) {
                params.push((name, text));
            }
        }
        Self { value, params }
    }

    /// A parameter by its lower-case name.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }
}

struct Part {
    name: String,
    index: usize,
    coded: bool,
    text: Vec<u8>,
}

/// `filename*0*` is piece 0 of `filename`, percent-encoded.
fn continued(name: &str) -> Option<(String, usize, bool)> {
    let (base, rest) = name.split_once('*')?;
    if rest.is_empty() {
        return Some((base.to_owned(), 0, true));
    }
    let (digits, coded) = match rest.strip_suffix('*') {
        Some(digits) => (digits, true),
        None => (rest, false),
    };
    Some((base.to_owned(), digits.parse().ok()?, coded))
}

fn join(mut parts: Vec<Part>) -> Vec<(String, String)> {
    parts.sort_by(|a, b| (&a.name, a.index).cmp(&(&b.name, b.index)));
    let mut out: Vec<(String, String)> = Vec::new();
    let mut i = 0;
    while i < parts.len() {
        let name = parts[i].name.clone();
        let mut label = None;
        let mut bytes = Vec::new();
        while i < parts.len() && parts[i].name == name {
            let part = &parts[i];
            let mut text = part.text.as_slice();
            if part.coded {
                if label.is_none() && text.iter().filter(|b| **b == b'\'').count() >= 2 {
                    let mut three = text.splitn(3, |b| *b == b'\'');
                    label = three.next().map(|l| String::from_utf8_lossy(l).into_owned());
                    text = three.nth(1).unwrap_or_default();
                }
                percent(text, &mut bytes);
            } else {
                bytes.extend_from_slice(text);
            }
            i += 1;
        }
        out.push((name, charset::decode(&bytes, label.as_deref(), None)));
    }
    out
}

fn percent(text: &[u8], out: &mut Vec<u8>) {
    let mut i = 0;
    while i < text.len() {
        match (text[i], text.get(i + 1..i + 3).and_then(hex)) {
            (b'%', Some(byte)) => {
                out.push(byte);
                i += 3;
            }
            (b, _) => {
                out.push(b);
                i += 1;
            }
        }
    }
}

/// Splits at semicolons outside of quotes and comments.
fn split(raw: &[u8]) -> Vec<Vec<u8>> {
    let mut pieces = vec![Vec::new()];
    let (mut quoted, mut comment, mut escaped) = (false, 0_u32, false);
    for &b in raw {
        if escaped {
            escaped = false;
        } else {
            match b {
                b'\\' if quoted || comment > 0 => escaped = true,
                b'"' if comment == 0 => quoted = !quoted,
                b'(' if !quoted => comment += 1,
                b')' if comment > 0 && !quoted => {
                    comment -= 1;
                    continue;
                }
                b';' if !quoted && comment == 0 => {
                    pieces.push(Vec::new());
                    continue;
                }
                _ => {}
            }
        }
        if comment == 0
            && let Some(piece) = pieces.last_mut()
        {
            piece.push(b);
        }
    }
    pieces
}

fn unquote(text: &[u8]) -> Vec<u8> {
    let Some(inner) = text.strip_prefix(b"\"") else { return text.to_vec() };
    let mut out = Vec::with_capacity(inner.len());
    let mut bytes = inner.iter();
    while let Some(&b) = bytes.next() {
        match b {
            b'"' => break,
            // Windows paths are written with bare backslashes: only quote and backslash escape.
            b'\\' => match bytes.next() {
                Some(&next @ (b'"' | b'\\')) => out.push(next),
                Some(&next) => out.extend_from_slice(&[b'\\', next]),
                None => {}
            },
            b'\r' | b'\n' => {}
            b => out.push(b),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::Valued;

    fn name(raw: &str) -> String {
        Valued::parse(raw.as_bytes(), None).param("filename").unwrap_or_default().to_owned()
    }

    #[test]
    fn file_names_in_every_dress() {
        for raw in [
            "attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf",
            "attachment; filename=\"=?utf-8?Q?r=C3=A9sum=C3=A9.pdf?=\"",
            "attachment; filename=\"old.pdf\"; filename*=iso-8859-1'fr'r%E9sum%E9.pdf",
            "attachment; filename*0*=UTF-8''r%C3%A9s; filename*1*=um%C3; filename*2*=%A9; filename*3=.pdf",
            "attachment; filename*1=\"sumé.pdf\"; filename*0*=UTF-8''r%C3%A9",
            "attachment; filename=résumé.pdf",
        ] {
            assert_eq!(name(raw), "résumé.pdf", "{raw}");
        }
        assert_eq!(name("attachment; filename=\"a;b \\\"c\\\".txt\""), "a;b \"c\".txt");
        assert_eq!(name("attachment; filename=\"C:\\dir\\x.txt\""), "C:\\dir\\x.txt");
    }

    #[test]
    fn values_are_lower_case_and_comments_are_gone() {
        let v = Valued::parse(b"Text/HTML (a; comment); Charset=UTF-8 (another)", None);
        assert_eq!((v.value.as_str(), v.param("charset")), ("text/html", Some("UTF-8")));
        assert_eq!(Valued::parse(b"", None).value, "");
    }
}

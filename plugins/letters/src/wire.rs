//! Writing mail: folded headers, encoded words, bodies in 7 bits.

use crate::compose::{File, Problem};
use sha2::{Digest as _, Sha256};

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes a message from top to bottom.
pub struct Out<'a> {
    to: &'a mut dyn FnMut(&[u8]) -> Result<(), Problem>,
}

impl<'a> Out<'a> {
    /// Bytes go to `to` in pieces.
    pub fn new(to: &'a mut dyn FnMut(&[u8]) -> Result<(), Problem>) -> Self {
        Self { to }
    }

    fn put(&mut self, text: &str) -> Result<(), Problem> {
        (self.to)(text.as_bytes())
    }

    /// One header, folded at spaces. Values are made by this module, so a line break in one is a
    /// defect that must not reach the wire.
    pub fn header(&mut self, name: &str, value: &str) -> Result<(), Problem> {
        if value.contains(['\r', '\n']) || !value.is_ascii() {
            return Err(Problem::new("email.header", format!("{name} cannot be written.")));
        }
        let mut text = format!("{name}:");
        let mut column = text.len();
        for word in value.split(' ').filter(|w| !w.is_empty()) {
            // The first word stays on the line of the name: some readers want it there.
            if column + 1 + word.len() > 76 && column > name.len() + 1 {
                text.push_str("\r\n");
                column = 0;
            }
            text.push(' ');
            text.push_str(word);
            column += 1 + word.len();
        }
        text.push_str("\r\n");
        self.put(&text)
    }

    /// A header of several mailboxes.
    pub fn list(&mut self, name: &str, all: impl Iterator<Item = String>) -> Result<(), Problem> {
        self.header(name, &all.collect::<Vec<_>>().join(", "))
    }

    /// The header of a multipart and the empty line after it.
    pub fn multipart(
        &mut self,
        kind: &str,
        boundary: &str,
        root: Option<&str>,
    ) -> Result<(), Problem> {
        let root = root.map_or(String::new(), |r| format!("; type=\"{r}\""));
        self.put(&format!(
            "Content-Type: multipart/{kind};\r\n boundary=\"{boundary}\"{root}\r\n\r\n"
        ))
    }

    /// The line before a part.
    pub fn part(&mut self, boundary: &str) -> Result<(), Problem> {
        self.put(&format!("--{boundary}\r\n"))
    }

    /// The line after the last part.
    pub fn end(&mut self, boundary: &str) -> Result<(), Problem> {
        self.put(&format!("--{boundary}--\r\n"))
    }

    /// A text part in whatever form is 7-bit and shortest.
    pub fn text(&mut self, kind: &str, text: &str) -> Result<(), Problem> {
        let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "");
        let text = text.trim_end_matches('\n');
        // `From ` at the start of a line is changed by old mail stores.
        let easy = text.is_ascii()
            && text.lines().all(|l| l.len() <= 76 && !l.starts_with("From ") && !l.ends_with(' '));
        let wide = text.bytes().filter(|b| !b.is_ascii()).count();
        if easy {
            self.put(&format!("Content-Type: {kind}; charset=utf-8\r\n"))?;
            self.put("Content-Transfer-Encoding: 7bit\r\n\r\n")?;
            for line in text.split('\n') {
                self.put(line)?;
                self.put("\r\n")?;
            }
            return Ok(());
        }
        let quoted = wide * 3 < text.len();
        self.put(&format!("Content-Type: {kind}; charset=utf-8\r\n"))?;
        if quoted {
            self.put("Content-Transfer-Encoding: quoted-printable\r\n\r\n")?;
            return self.put(&quoted_printable(text));
        }
        self.put("Content-Transfer-Encoding: base64\r\n\r\n")?;
        let text = text.replace('\n', "\r\n") + "\r\n";
        let mut lines = Base64Lines::default();
        let encoded = lines.feed(text.as_bytes()) + &lines.finish();
        self.put(&encoded)
    }

    /// An attachment, read and encoded piece by piece.
    pub fn file(&mut self, mut file: File, inline: bool) -> Result<(), Problem> {
        // A message inside a message must not be base64, and a file always is here.
        let mime = if is_media_type(&file.mime) && !file.mime.starts_with("message/") {
            file.mime.as_str()
        } else {
            "application/octet-stream"
        };
        self.put(&format!("Content-Type: {mime}{}\r\n", parameter("name", &file.filename)))?;
        self.put("Content-Transfer-Encoding: base64\r\n")?;
        let kind = if inline { "inline" } else { "attachment" };
        self.put(&format!(
            "Content-Disposition: {kind}{}\r\n",
            parameter("filename", &file.filename)
        ))?;
        if let Some(id) = file.content_id.as_deref().filter(|id| is_content_id(id)) {
            self.header("Content-ID", &format!("<{id}>"))?;
        }
        self.put("\r\n")?;
        let mut lines = Base64Lines::default();
        let mut at = 0;
        loop {
            let piece = (file.read)(at)?;
            if piece.is_empty() {
                break;
            }
            at += piece.len() as u64;
            self.put(&lines.feed(&piece))?;
        }
        self.put(&lines.finish())
    }
}

/// Base64 in lines of 76 characters, over pieces of any size.
#[derive(Default)]
struct Base64Lines {
    held: Vec<u8>,
}

impl Base64Lines {
    fn feed(&mut self, bytes: &[u8]) -> String {
        self.held.extend_from_slice(bytes);
        let whole = self.held.len() / 57 * 57;
        let mut out = String::with_capacity(whole / 57 * 78);
        for line in self.held[..whole].chunks(57) {
            encode(line, &mut out);
            out.push_str("\r\n");
        }
        self.held.drain(..whole);
        out
    }

    fn finish(&mut self) -> String {
        let mut out = String::new();
        if !self.held.is_empty() {
            encode(&self.held, &mut out);
            out.push_str("\r\n");
        }
        self.held.clear();
        out
    }
}

/// Base64 in one line.
#[must_use]
pub fn base64(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    encode(bytes, &mut out);
    out
}

fn encode(bytes: &[u8], out: &mut String) {
    for three in bytes.chunks(3) {
        let n =
            three.iter().fold(0_u32, |n, b| (n << 8) | u32::from(*b)) << (8 * (3 - three.len()));
        for i in 0..4 {
            let six = (n >> (18 - 6 * i)) & 63;
            out.push(if i <= three.len() { char::from(BASE64[six as usize]) } else { '=' });
        }
    }
}

fn quoted_printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    for line in text.split('\n') {
        let mut column = 0;
        let bytes = line.as_bytes();
        for (i, &b) in bytes.iter().enumerate() {
            let last = i + 1 == bytes.len();
            // Spaces at the end get lost, and `From ` or a lone dot at the start are changed.
            let plain = match b {
                b'=' => false,
                b' ' | b'\t' => !last,
                b'F' | b'.' if column == 0 => false,
                33..=126 => true,
                _ => false,
            };
            let width = if plain { 1 } else { 3 };
            if column + width > 75 {
                out.push_str("=\r\n");
                column = 0;
            }
            if plain {
                out.push(char::from(b));
            } else {
                out.push_str(&format!("={b:02X}"));
            }
            column += width;
        }
        out.push_str("\r\n");
    }
    out
}

/// Header text: as it is when it is plain, else as encoded words.
pub fn encoded(text: &str) -> String {
    let plain = text.is_ascii() && !text.contains("=?") && text.split(' ').all(|w| w.len() <= 70);
    if plain && !text.contains("  ") {
        return text.to_owned();
    }
    let mut words = Vec::new();
    let mut piece = String::new();
    for c in text.chars() {
        // 45 bytes make 60 characters of base64: with its frame a word stays under 75.
        if piece.len() + c.len_utf8() > 45 {
            words.push(std::mem::take(&mut piece));
        }
        piece.push(c);
    }
    words.push(piece);
    let word = |piece: &String| {
        let mut coded = String::new();
        encode(piece.as_bytes(), &mut coded);
        format!("=?utf-8?B?{coded}?=")
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// `Ann <ann@x.test>`, the name in whatever form is safe.
pub fn mailbox(name: &str, address: &str) -> String {
    let name = name.trim();
    if name.is_empty() {
        return address.to_owned();
    }
    if !name.is_ascii() || name.contains("=?") || name.len() > 60 {
        return format!("{} <{address}>", encoded(name));
    }
    let atom = |c: char| c.is_ascii_alphanumeric() || " !#$%&'*+-/=?^_`{|}~".contains(c);
    if name.chars().all(atom) {
        return format!("{name} <{address}>");
    }
    let quoted = name.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{quoted}\" <{address}>")
}

/// A parameter in RFC 2231 form where it must be, split over lines when it is long.
fn parameter(key: &str, value: &str) -> String {
    let value: String = value.chars().filter(|c| !c.is_control()).collect();
    if value.is_empty() {
        return String::new();
    }
    if value.is_ascii() && value.len() <= 60 {
        let quoted = value.replace('\\', "\\\\").replace('"', "\\\"");
        return format!(";\r\n {key}=\"{quoted}\"");
    }
    let mut pieces = vec![String::new()];
    for c in value.chars() {
        let mut coded = String::new();
        let mut four = [0; 4];
        for b in c.encode_utf8(&mut four).bytes() {
            if b.is_ascii_alphanumeric() || b"-._~".contains(&b) {
                coded.push(char::from(b));
            } else {
                coded.push_str(&format!("%{b:02X}"));
            }
        }
        if pieces.last().is_some_and(|p| p.len() + coded.len() > 50) {
            pieces.push(String::new());
        }
        if let Some(last) = pieces.last_mut() {
            last.push_str(&coded);
        }
    }
    if pieces.len() == 1 {
        return format!(";\r\n {key}*=utf-8''{}", pieces[0]);
    }
    let piece = |(n, text): (usize, &String)| {
        let charset = if n == 0 { "utf-8''" } else { "" };
        format!(";\r\n {key}*{n}*={charset}{text}")
    };
    pieces.iter().enumerate().map(piece).collect()
}

/// Whether text is a media type that one body can have: a file must not become a part of a
/// message's structure.
pub fn is_media_type(text: &str) -> bool {
    let token = |s: &str| {
        !s.is_empty()
            && s.len() <= 100
            && s.chars().all(|c| c.is_ascii_alphanumeric() || "!#$&^_.+-".contains(c))
    };
    text.split_once('/')
        .is_some_and(|(a, b)| token(a) && token(b) && !a.eq_ignore_ascii_case("multipart"))
}

fn is_content_id(id: &str) -> bool {
    !id.is_empty()
        && id.len() < 200
        && id.chars().all(|c| c.is_ascii_graphic() && !"<>".contains(c))
}

/// Letters for a boundary that no body will hold by chance, the same for the same text.
pub fn seed(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(12).map(|b| format!("{b:02x}")).collect()
}

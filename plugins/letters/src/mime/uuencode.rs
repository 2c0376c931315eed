//! Files within a text as `begin 644 name` … `end`, from before MIME and from machines since.

use super::line_end;
use std::ops::Range;

/// A file in a text: all of it, and the lines that hold its bytes.
pub struct Embedded {
    pub whole: Range<usize>,
    pub name: String,
    pub body: Range<usize>,
}

/// The files in `text`. Words that only look alike are no files: the first line of bytes has to be
/// as long as it says, and the end has to be there.
pub fn files(text: &[u8]) -> Vec<Embedded> {
    let mut found = Vec::new();
    let mut open: Option<Embedded> = None;
    let mut at = 0;
    while at < text.len() && found.len() < 100 {
        let end = line_end(text, at);
        let line = text[at..end].trim_ascii_end();
        match &mut open {
            Some(file) if line == b"end" => {
                (file.whole.end, file.body.end) = (end, at);
                found.extend(open.take());
            }
            Some(_) if decoded(line).is_none() => open = None,
            Some(_) => {}
            None => {
                if let Some(name) = begin(line)
                    && decoded(text[end..line_end(text, end)].trim_ascii_end()).is_some()
                {
                    open = Some(Embedded { whole: at..end, name, body: end..end });
                }
            }
        }
        at = end;
    }
    found
}

fn begin(line: &[u8]) -> Option<String> {
    let rest = line.strip_prefix(b"begin ")?;
    let digits = rest.iter().take_while(|b| (b'0'..=b'7').contains(*b)).count();
    let name = rest.get(digits..)?.strip_prefix(b" ")?.trim_ascii();
    (matches!(digits, 3 | 4) && !name.is_empty() && name.len() < 200)
        .then(|| super::charset::decode(name, None, None))
}

/// The bytes of one line: a length, and four characters for three bytes. Spaces at the end may have
/// been lost on the way.
pub fn decoded(line: &[u8]) -> Option<Vec<u8>> {
    let six = |b: u8| (b' '..=b'`').contains(&b).then(|| u32::from(b - b' ') & 63);
    let (&first, coded) = line.split_first()?;
    let len = six(first)? as usize;
    let full = len.div_ceil(3) * 4;
    if coded.len() > full + 1 || coded.len() + 4 < full {
        return None;
    }
    let mut out = Vec::with_capacity(full);
    for start in (0..full).step_by(4) {
        let mut n = 0;
        for at in start..start + 4 {
            n = (n << 6) | six(coded.get(at).copied().unwrap_or(b' '))?;
        }
        out.extend_from_slice(&n.to_be_bytes()[1..]);
    }
    out.truncate(len);
    Some(out)
}

//! Multiparts that were packed as a whole, which RFC 2045 section 6.4 forbids and mail programs
//! read.

use super::{Mail, Part, transfer};
use std::ops::Range;

/// A packed multipart within a packed multipart is the deepest that is looked for.
const ROUNDS: usize = 3;

/// The message with such multiparts unpacked in their places, so that their parts can be pointed
/// to like any others.
#[must_use]
pub fn opened(mut raw: Vec<u8>) -> Vec<u8> {
    for _ in 0..ROUNDS {
        let mail = Mail::parse(&raw);
        let mut found = Vec::new();
        if mail.broken {
            collect(&mail, &mail.root, &mut found);
        }
        if found.is_empty() {
            break;
        }
        // From the end, so that what stands before keeps its place.
        for (body, unpacked) in found.into_iter().rev() {
            raw.splice(body, unpacked);
        }
    }
    raw
}

fn collect(mail: &Mail<'_>, part: &Part, found: &mut Vec<(Range<usize>, Vec<u8>)>) {
    part.children.iter().for_each(|child| collect(mail, child, found));
    let boundary = part.kind.param("boundary").unwrap_or_default().trim_end();
    if !part.kind.value.starts_with("multipart/") || part.is_multipart() || boundary.is_empty() {
        return;
    }
    let delimiter = format!("--{boundary}");
    // Quoted-printable leaves a delimiter in its place unless a letter of it was coded.
    let unpacked = transfer::unpacked(mail.packed(part), part.packing);
    let holds = unpacked.split(|b| *b == b'\n').any(|line| line.starts_with(delimiter.as_bytes()));
    if part.packing != transfer::Packing::Plain && holds {
        found.push((part.body.clone(), unpacked));
    }
}

#[cfg(test)]
mod tests {
    use super::opened;
    use crate::mime::Mail;

    #[test]
    fn packed_multiparts_are_opened_in_their_places() {
        // `--b` with a text part and the end.
        let inner = "LS1iDQpDb250ZW50LVR5cGU6IHRleHQvcGxhaW4NCg0KV29yZHMNCi0tYi0tDQo=";
        let head = "Content-Type: multipart/mixed; boundary=b\r\nContent-Transfer-Encoding: ";
        for raw in [
            format!("{head}base64\r\n\r\n{inner}\r\n"),
            format!("{head}quoted-printable\r\n\r\n=2D-b\r\n\r\nWords\r\n=2D-b--\r\n"),
            format!(
                "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n{head}base64\r\n\r\n{inner}\r\n--a--\r\n"
            ),
        ] {
            let raw = opened(raw.into_bytes());
            let mail = Mail::parse(&raw);
            let mut part = &mail.root;
            while let Some(child) = part.children.first() {
                part = child;
            }
            assert_eq!(mail.text(part), "Words", "{}", String::from_utf8_lossy(&raw));
            assert!(!mail.broken);
        }
        for same in ["", "x", "Content-Type: multipart/mixed; boundary=b\r\n\r\nno parts"] {
            assert_eq!(opened(same.into()), same.as_bytes());
        }
    }
}

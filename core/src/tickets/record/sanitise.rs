//! What is left of HTML that others wrote: how it looks, and nothing that acts.
//!
//! A mail is untrusted to the last byte. No script, handler, form, frame or style sheet of it survives,
//! no name that a page's own script could trip over, and no address but those of [`SCHEMES`]. Addresses
//! without a host would be ours, opened with the reader's session, and so they go as well. Pictures of
//! the mail itself (`cid:`) stay; remote ones stay too, but the page that shows them does not load them.

use ammonia::{Builder, UrlRelative};
use std::collections::HashSet;

/// Longer HTML is not read: its text says the same.
const BYTES_MAX: usize = 1 << 20;
/// Parsing costs time by the square of how deep elements nest, how many attributes one has, and how many
/// characters of one text are written as entities; so do browsers' layouts.
const DEPTH_MAX: usize = 300;
const TAGS_MAX: usize = 40_000;
const ATTRIBUTES_MAX: usize = 1_000;
const ENTITIES_MAX: usize = 3_000;

const SCHEMES: [&str; 6] = ["http", "https", "mailto", "tel", "sms", "cid"];

/// How often HTML is cleaned until cleaning changes nothing: what is read otherwise than it was written
/// could become in the browser what it was not here.
const ROUNDS: usize = 5;

/// A customer's HTML without what could act. None when it is more than anybody would write.
pub(in crate::tickets) fn mail(html: &str) -> Option<String> {
    if !bearable(html) {
        return None;
    }
    let mut before = clean(html);
    for _ in 0..ROUNDS {
        let after = clean(&before);
        if after == before {
            return Some(after);
        }
        before = after;
    }
    None
}

fn clean(html: &str) -> String {
    Builder::default()
        .url_schemes(HashSet::from(SCHEMES))
        .url_relative(UrlRelative::Deny)
        .add_generic_attributes(["align", "width", "height", "bgcolor", "dir"])
        .add_tags(["font", "center"])
        .add_tag_attributes("font", ["color", "face", "size"])
        // An address that nobody looks at, and that nobody has to check.
        .rm_tag_attributes("blockquote", ["cite"])
        .rm_tag_attributes("q", ["cite"])
        .rm_tag_attributes("ins", ["cite"])
        .rm_tag_attributes("del", ["cite"])
        .link_rel(Some("noopener noreferrer nofollow"))
        .clean(html)
        .to_string()
}

/// Elements that have no end, or that end where the next one of their kind begins.
const ENDLESS: [&str; 25] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr", "p", "li", "td", "th", "tr", "dd", "dt", "option", "thead", "tbody", "tfoot",
];

/// Whether reading this takes little time. Counts generously, and each byte once.
fn bearable(html: &str) -> bool {
    if html.len() > BYTES_MAX {
        return false;
    }
    let bytes = html.as_bytes();
    let (mut open, mut tags, mut entities) = (Vec::<String>::new(), 0, 0);
    let mut at = 0;
    while at < bytes.len() {
        let ends = bytes.get(at + 1) == Some(&b'/');
        let name = at + 1 + usize::from(ends);
        if bytes[at] != b'<' || !bytes.get(name).is_some_and(u8::is_ascii_alphabetic) {
            entities += usize::from(bytes[at] == b'&');
            if entities > ENTITIES_MAX {
                return false;
            }
            at += 1;
            continue;
        }
        let Some((after, word)) = tag(html, name) else { return false };
        (at, tags, entities) = (after, tags + 1, 0);
        if ends {
            if let Some(place) = open.iter().rposition(|other| *other == word) {
                open.remove(place);
            }
        } else if !ENDLESS.contains(&word.as_str()) {
            open.push(word);
        }
        if tags > TAGS_MAX || open.len() > DEPTH_MAX {
            return false;
        }
    }
    true
}

/// Where a tag ends, and its element's name. None when it has too many attributes or entities.
fn tag(html: &str, name: usize) -> Option<(usize, String)> {
    let bytes = html.as_bytes();
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
    let length = bytes[name..].iter().position(ends).unwrap_or(bytes.len() - name);
    let word = String::from_utf8_lossy(&bytes[name..name + length.min(32)]).to_ascii_lowercase();
    let (mut at, mut attributes, mut entities) = (name + length, 0, 0);
    let (mut value, mut quote) = (false, None);
    while let Some(byte) = bytes.get(at) {
        at += 1;
        entities += usize::from(*byte == b'&');
        match (quote, byte) {
            (Some(open), close) if open == *close => quote = None,
            (Some(_), _) => {}
            (None, b'>') => break,
            (None, b'"' | b'\'') if value => (quote, value) = (Some(*byte), false),
            (None, b'=') => value = true,
            (None, byte) if byte.is_ascii_whitespace() || *byte == b'/' => attributes += 1,
            (None, _) => value = false,
        }
        if attributes > ATTRIBUTES_MAX || entities > ENTITIES_MAX {
            return None;
        }
    }
    Some((at, word))
}

#[cfg(test)]
mod tests;

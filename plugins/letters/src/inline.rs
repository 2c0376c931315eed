//! Which attachments a page shows in place, and by which words it calls them.

use crate::{mime::transfer::hex, parts::PackedAttachment};
use std::ops::Range;

/// A reference in the page.
struct Reference {
    /// Where it stands, its scheme included.
    whole: Range<usize>,
    /// As the page has it, without its scheme.
    text: String,
}

/// Gives every attachment the id that the page calls it by, and takes it from those that the page
/// does not show: whatever their headers say, they are ordinary files. The references become alike
/// in the page, so that whoever puts the pictures in has one spelling to look for.
pub fn settle(page: &mut String, files: &mut [PackedAttachment]) {
    let ids: Vec<Option<String>> = files.iter_mut().map(|f| f.content_id.take()).collect();
    if ids.iter().all(Option::is_none) {
        return;
    }
    let mut edits = Vec::new();
    let by_scheme = references(page);
    let bare = sources(page);
    for (reference, bare) in
        by_scheme.into_iter().map(|r| (r, false)).chain(bare.into_iter().map(|r| (r, true)))
    {
        let meant = decoded(&reference.text);
        let named = |id: &Option<String>| id.as_deref().is_some_and(|id| id.trim() == meant);
        let alike = |id: &Option<String>| {
            !bare && id.as_deref().is_some_and(|id| id.trim().eq_ignore_ascii_case(&meant))
        };
        let exact = ids.iter().any(named);
        let mut called = None;
        for (file, id) in files.iter_mut().zip(&ids) {
            if named(id) || !exact && alike(id) {
                let text = || reference.text.trim().replace(' ', "%20");
                called = Some(file.content_id.get_or_insert_with(text).clone());
            }
        }
        if let Some(called) = called {
            edits.push((reference.whole, format!("cid:{called}")));
        }
    }
    edits.sort_by_key(|(whole, _)| std::cmp::Reverse(whole.start));
    let mut done = page.len();
    for (whole, text) in edits {
        // One reference within another is none.
        if whole.end <= done {
            done = whole.start;
            page.replace_range(whole, &text);
        }
    }
}

/// Every `cid:…`, in letters of any case.
fn references(page: &str) -> Vec<Reference> {
    let lower = page.to_ascii_lowercase();
    let begins = |at: &usize| !lower[..*at].ends_with(|c: char| c.is_ascii_alphanumeric());
    let found = lower.match_indices("cid:").map(|(at, _)| at).filter(begins);
    found.filter_map(|at| reference(page, at, at + 4)).collect()
}

/// Every `src="…"` and `background="…"` without a scheme.
fn sources(page: &str) -> Vec<Reference> {
    let lower = page.to_ascii_lowercase();
    let names = ["src=", "background="].into_iter();
    names
        .flat_map(|name| lower.match_indices(name).map(move |(at, _)| at + name.len()))
        .filter_map(|at| {
            let quote = usize::from(lower[at..].starts_with(['"', '\'']));
            reference(page, at + quote, at + quote)
        })
        .filter(|r| !r.text.contains("://") && !r.text.to_ascii_lowercase().starts_with("cid:"))
        .collect()
}

/// The reference whose own text begins at `from`; within quotes it may hold blanks.
fn reference(page: &str, at: usize, from: usize) -> Option<Reference> {
    let rest = &page[from..];
    let quote = page[..at].chars().next_back().filter(|c| matches!(c, '"' | '\''));
    let len = match quote {
        Some(quote) => rest.find(quote)?,
        None => {
            rest.find(|c: char| c.is_whitespace() || "\"'()<>".contains(c)).unwrap_or(rest.len())
        }
    };
    (len > 0 && len < 1000)
        .then(|| Reference { whole: at..from + len, text: rest[..len].to_owned() })
}

/// Without the coding of URLs and of HTML.
fn decoded(text: &str) -> String {
    let text = text.replace("&amp;", "&");
    let bytes = text.trim().as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let coded = if bytes[i] == b'%' { bytes.get(i + 1..i + 3).and_then(hex) } else { None };
        out.push(coded.unwrap_or(bytes[i]));
        i += if coded.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::settle;
    use crate::{mime::transfer::Packing, parts::PackedAttachment};

    #[test]
    fn pictures_are_found_by_every_spelling() {
        for (id, page, content_id, shown) in [
            ("a@x", "<img src=\"cid:a@x\">", Some("a@x"), "<img src=\"cid:a@x\">"),
            ("a@x", "<img src='cid:a%40x'>", Some("a%40x"), "<img src='cid:a%40x'>"),
            (
                "foo+bar@x",
                "<img src=cid:foo%2Bbar%40x>",
                Some("foo%2Bbar%40x"),
                "<img src=cid:foo%2Bbar%40x>",
            ),
            ("Foo@X", "<img src=\"CID:Foo@X\">", Some("Foo@X"), "<img src=\"cid:Foo@X\">"),
            ("Foo@X", "<img src=\"cid:foo@x\">", Some("foo@x"), "<img src=\"cid:foo@x\">"),
            (
                "i 1.png@x",
                "<img src=\"cid:i%201.png@x\">",
                Some("i%201.png@x"),
                "<img src=\"cid:i%201.png@x\">",
            ),
            (
                "i 1.png@x",
                "<img src=\"cid:i 1.png@x\">",
                Some("i%201.png@x"),
                "<img src=\"cid:i%201.png@x\">",
            ),
            ("i.png", "<img src=\"i.png\">", Some("i.png"), "<img src=\"cid:i.png\">"),
            ("i.png", "<td background=i.png>", Some("i.png"), "<td background=cid:i.png>"),
            (
                "a@x",
                "<p style=\"background:url(cid:a@x)\">",
                Some("a@x"),
                "<p style=\"background:url(cid:a@x)\">",
            ),
            (
                "a@x",
                "<img src=\"cid:a@x\"><img src=\"CID:a%40x\">",
                Some("a@x"),
                "<img src=\"cid:a@x\"><img src=\"cid:a@x\">",
            ),
            ("a@x", "<p>acid:a@x</p>", None, "<p>acid:a@x</p>"),
            ("a@x", "<img src=\"cid:b@x\">", None, "<img src=\"cid:b@x\">"),
            ("a@x", "<img src=é?cid:a@x>", Some("a@x"), "<img src=é?cid:a@x>"),
            (
                "i.png",
                "<img src=\"https://x.test/i.png\">",
                None,
                "<img src=\"https://x.test/i.png\">",
            ),
        ] {
            let mut page = page.to_owned();
            let mut files = [PackedAttachment {
                mime: "image/png".into(),
                filename: None,
                content_id: Some(id.into()),
                body: 0..0,
                packing: Packing::Plain,
            }];
            settle(&mut page, &mut files);
            assert_eq!((files[0].content_id.as_deref(), page.as_str()), (content_id, shown));
        }
    }
}

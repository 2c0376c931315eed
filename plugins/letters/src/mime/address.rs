//! Address lists: `"Doe, Ann" <ann@x>, group: b@y, c@z (Carl);`.

use super::{charset, words};

const MAX_ADDRESSES: usize = 500;

/// One address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    pub name: Option<String>,
    /// As written, without angle brackets.
    pub address: String,
}

impl Address {
    /// The address for comparing: people do not mean letter case.
    pub fn key(&self) -> String {
        self.address.to_lowercase()
    }

    /// Before the `@`.
    pub fn local(&self) -> &str {
        self.address.rsplit_once('@').map_or(self.address.as_str(), |(local, _)| local)
    }

    /// After the `@`, in lower case.
    pub fn domain(&self) -> String {
        self.address.rsplit_once('@').map_or(String::new(), |(_, domain)| domain.to_lowercase())
    }
}

/// Reads a list. Whatever holds no `@` is left out.
pub fn list(raw: &[u8], hint: Option<&str>) -> Vec<Address> {
    if charset::is_shifted(raw) {
        // Its characters are made of ASCII, quotes and brackets among it.
        return items(charset::decode(raw, None, hint).as_bytes(), Some("utf-8"));
    }
    items(raw, hint)
}

fn items(raw: &[u8], hint: Option<&str>) -> Vec<Address> {
    let mut out = Vec::new();
    let mut item = Item::default();
    let mut i = 0;
    while i < raw.len() && out.len() < MAX_ADDRESSES {
        // An encoded word may hold commas that separate nothing.
        if let Some(len) = words::word_len(&raw[i..]) {
            item.phrase.extend_from_slice(&raw[i..i + len]);
            i += len;
            continue;
        }
        match raw[i] {
            b'"' => i = quoted(raw, i, &mut item.phrase),
            b'(' => i = comment(raw, i, &mut item.comment),
            b'<' => {
                let end = raw[i..].iter().position(|b| *b == b'>').map_or(raw.len(), |n| i + n);
                let inner = &raw[i + 1..end];
                // An old-style route stands before the last colon.
                let inner = inner.rsplit(|b| *b == b':').next().unwrap_or(inner);
                item.angle = Some(inner.to_vec());
                i = end + 1;
            }
            b',' | b';' => {
                item.finish(hint, &mut out);
                i += 1;
            }
            // The name of a group; its members follow.
            b':' if item.angle.is_none() && !item.phrase.contains(&b'@') => {
                item = Item::default();
                i += 1;
            }
            b => {
                item.phrase.push(b);
                i += 1;
            }
        }
    }
    item.finish(hint, &mut out);
    out.truncate(MAX_ADDRESSES);
    out
}

#[derive(Default)]
struct Item {
    phrase: Vec<u8>,
    comment: Vec<u8>,
    angle: Option<Vec<u8>>,
}

impl Item {
    fn finish(&mut self, hint: Option<&str>, out: &mut Vec<Address>) {
        let Self { phrase, comment, angle } = std::mem::take(self);
        let (address, name) = match angle {
            Some(address) => (charset::decode(&address, None, hint), phrase),
            None => {
                let text = words::decode(&phrase, hint);
                // `Ann Lee ann@x.test`: the brackets were forgotten, the address is still one word.
                let whole = |w: &&str| w.find('@').is_some_and(|at| at > 0 && at + 1 < w.len());
                match text.split_whitespace().rfind(whole) {
                    Some(word) => (word.to_owned(), comment),
                    None => (text, comment),
                }
            }
        };
        let address: String =
            address.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
        let address = address.trim_matches(['\'', '"']).to_owned();
        if !address.contains('@') || address.len() > 320 {
            return;
        }
        let name = words::decode(&name, hint);
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let name: String = unquoted(&name).chars().take(200).collect();
        let name = (!name.is_empty() && !name.eq_ignore_ascii_case(&address)).then_some(name);
        out.push(Address { name, address });
    }
}

/// Without quotes around the whole of it; those that belong to a word of it stay.
fn unquoted(name: &str) -> &str {
    ['"', '\'', '"'].into_iter().fold(name.trim(), |name, mark| {
        let inner = name.trim_matches(mark);
        if inner.contains(mark) { name } else { inner.trim() }
    })
}

fn quoted(raw: &[u8], start: usize, into: &mut Vec<u8>) -> usize {
    let before = into.len();
    let mut i = start + 1;
    while i < raw.len() {
        match raw[i] {
            b'"' => return i + 1,
            b'\\' if i + 1 < raw.len() => {
                into.push(raw[i + 1]);
                i += 2;
            }
            b => {
                into.push(b);
                i += 1;
            }
        }
    }
    // Never closed: the quote meant nothing, and the address may stand behind it.
    into.truncate(before);
    start + 1
}

fn comment(raw: &[u8], start: usize, into: &mut Vec<u8>) -> usize {
    let mut depth = 0_u32;
    let mut i = start;
    while i < raw.len() {
        match raw[i] {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b'\\' if i + 1 < raw.len() => {
                i += 1;
                into.push(raw[i]);
            }
            b => into.push(b),
        }
        i += 1;
        if depth == 0 {
            break;
        }
    }
    i
}

/// Whether text may stand as an address in an envelope: one `@`, sane parts, nothing that could
/// start another line or another address.
pub fn valid(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let local_ok = !local.is_empty()
        && local.len() <= 64
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && local.chars().all(|c| c.is_alphanumeric() || "!#$%&'*+/=?^_`{|}~.-".contains(c));
    let domain_ok = domain.len() <= 253
        && domain.contains('.')
        && domain.split('.').all(|label| {
            !label.is_empty()
                && label.len() <= 63
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.chars().all(|c| c.is_alphanumeric() || c == '-')
        });
    local_ok && (domain_ok || domain == "localhost")
}

#[cfg(test)]
mod tests {
    use super::{list, valid};

    fn read(raw: &str) -> Vec<(String, String)> {
        list(raw.as_bytes(), None)
            .into_iter()
            .map(|a| (a.name.unwrap_or_default(), a.address))
            .collect()
    }

    #[test]
    fn lists_are_read() {
        for (raw, want) in [
            ("ann@x.test", vec![("", "ann@x.test")]),
            ("\"Doe, Ann\" <ann@x.test>", vec![("Doe, Ann", "ann@x.test")]),
            ("ann@x.test (Ann (the first))", vec![("Ann the first", "ann@x.test")]),
            (
                "Team: a@x.test, B <b@x.test>; c@x.test",
                vec![("", "a@x.test"), ("B", "b@x.test"), ("", "c@x.test")],
            ),
            ("=?utf-8?Q?Doe,_Ann?= <ann@x.test>", vec![("Doe, Ann", "ann@x.test")]),
            ("\"=?utf-8?B?5L2g5aW9?=\" <a@x.test>", vec![("你好", "a@x.test")]),
            ("'a@x.test' <a@x.test>", vec![("", "a@x.test")]),
            (r#""'Ann'" <a@x.test>"#, vec![("Ann", "a@x.test")]),
            (r#""O'Neil, \"Pat\"" <a@x.test>"#, vec![("O'Neil, \"Pat\"", "a@x.test")]),
            ("'Ann Lee' via Desk <a@x.test>", vec![("'Ann Lee' via Desk", "a@x.test")]),
            ("<@relay.test:a@x.test>", vec![("", "a@x.test")]),
            ("undisclosed-recipients:;", vec![]),
            ("Ann <ann@x.test", vec![("Ann", "ann@x.test")]),
            ("\"unclosed <a@x.test>", vec![("unclosed", "a@x.test")]),
            ("Ann Lee ann@x.test", vec![("", "ann@x.test")]),
            ("ann @ x.test", vec![("", "ann@x.test")]),
            ("<>", vec![]),
            ("\x1b$B;3ED\x1b(B <a@x.test>", vec![("山田", "a@x.test")]),
            ("\"\x1b$BLZ2<\x1b(B\" <a@x.test>", vec![("木下", "a@x.test")]),
        ] {
            let want: Vec<_> =
                want.into_iter().map(|(a, b)| (a.to_owned(), b.to_owned())).collect();
            assert_eq!(read(raw), want, "{raw}");
        }
    }

    #[test]
    fn only_plain_addresses_are_valid() {
        for good in ["a@x.test", "a.b+c@sub.x.test", "jörg@x.test", "a@localhost"] {
            assert!(valid(good), "{good}");
        }
        for bad in [
            "",
            "a",
            "@x.test",
            "a@",
            "a@x",
            "a b@x.test",
            "a@x.test\r\nRCPT TO:<b@x>",
            "<a@x.test>",
            "a@x..test",
            ".a@x.test",
            "a@-x.test",
            "a,b@x.test",
            "a\0@x.test",
        ] {
            assert!(!valid(bad), "{bad:?}");
        }
    }
}

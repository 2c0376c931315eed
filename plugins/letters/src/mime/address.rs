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
    // `Doe, John <john@x>`: what stands before the comma was no address.
    let mut surname = Vec::new();
    let mut i = 0;
    while i < raw.len() && out.len() < MAX_ADDRESSES {
        // An encoded word may hold commas that separate nothing.
        if let Some(len) = words::word_len(&raw[i..]) {
            item.phrase.extend_from_slice(&raw[i..i + len]);
            i += len;
            continue;
        }
        match raw[i] {
            b'"' => match quoted_local(&raw[i..]) {
                Some(len) if item.angle.is_none() => {
                    let rest = &raw[i + len..];
                    let apart = |b: &u8| b.is_ascii_whitespace() || b",;()<>\"".contains(b);
                    let end = i + len + rest.iter().position(apart).unwrap_or(rest.len());
                    item.angle = Some(raw[i..end].to_vec());
                    i = end;
                }
                _ => i = quoted(raw, i, &mut item.phrase),
            },
            b'(' => i = comment(raw, i, &mut item.comment),
            b'<' => {
                let (inner, end) = angle(raw, i);
                item.angle = Some(inner.to_vec());
                i = end;
            }
            b',' => {
                surname = item.finish(surname, hint, &mut out);
                i += 1;
            }
            b';' => {
                item.finish(std::mem::take(&mut surname), hint, &mut out);
                i += 1;
            }
            // The name of a group; its members follow.
            b':' if item.angle.is_none() && !item.phrase.contains(&b'@') => {
                item = Item::default();
                surname.clear();
                i += 1;
            }
            b => {
                item.phrase.push(b);
                i += 1;
            }
        }
    }
    item.finish(surname, hint, &mut out);
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
    /// Adds the address. Gives back what may be the beginning of the next one's name.
    fn finish(&mut self, surname: Vec<u8>, hint: Option<&str>, out: &mut Vec<Address>) -> Vec<u8> {
        let Self { phrase, comment, angle } = std::mem::take(self);
        let bare = angle.is_none();
        let mut full = surname;
        if !full.is_empty() && !phrase.trim_ascii().is_empty() {
            full.extend_from_slice(b", ");
        }
        full.extend_from_slice(phrase.trim_ascii());
        let (address, name) = match angle {
            Some(address) => (words::decode(&address, hint), full),
            None => {
                let text = words::decode(&phrase, hint);
                // `Ann Lee ann@x.test`: the brackets were forgotten, the address is still one word.
                let whole = |w: &&str| w.find('@').is_some_and(|at| at > 0 && at + 1 < w.len());
                if !text.contains('@') {
                    return full;
                }
                match text.split_whitespace().rfind(whole) {
                    Some(word) => (word.to_owned(), comment),
                    None => (text, comment),
                }
            }
        };
        let address = tidy(&address, bare);
        if !address.contains('@') || address.len() > 320 {
            return Vec::new();
        }
        let name = words::decode(&name, hint);
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let name: String = unquoted(&name).chars().take(200).collect();
        let name = (!name.is_empty() && !name.eq_ignore_ascii_case(&address)).then_some(name);
        out.push(Address { name, address });
        Vec::new()
    }
}

/// An address without what was written around it. A quoted local part keeps its quotes where it
/// means something else without them.
fn tidy(text: &str, bare: bool) -> String {
    let text = text.trim().trim_start_matches('<').trim_start();
    if let Some((inner, domain)) = text.strip_prefix('"').and_then(|t| t.rsplit_once("\"@")) {
        let domain: String = domain.chars().filter(|c| !c.is_whitespace()).collect();
        let domain = domain.trim_matches(['\'', '"', '<', '>']);
        let plain = format!("{inner}@{domain}");
        if valid(&plain) {
            return plain;
        }
        let inner: String = inner.chars().filter(|c| !c.is_control()).collect();
        return format!("\"{inner}\"@{domain}");
    }
    let text: String = text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
    let text = text.trim_matches(['\'', '"', '<', '>']);
    // An old-style route stands before the last colon.
    if bare { text.to_owned() } else { text.rsplit(':').next().unwrap_or(text).to_owned() }
}

/// What stands between `<` and `>`, and where the text goes on. Brackets in brackets count once.
fn angle(raw: &[u8], start: usize) -> (&[u8], usize) {
    let open = |b: &u8| *b == b'<' || b.is_ascii_whitespace();
    let inner = start + raw[start..].iter().take_while(|b| open(b)).count();
    // A quoted local part may hold brackets.
    let from = inner + quoted_local(&raw[inner..]).unwrap_or(0);
    let find = |marks: &[u8]| raw[from..].iter().position(|b| marks.contains(b)).map(|n| from + n);
    let Some(end) = find(b">") else {
        // Never closed: the next address may follow.
        let end = find(b",;").unwrap_or(raw.len());
        return (&raw[inner..end], end);
    };
    let close = |b: &u8| *b == b'>' || b.is_ascii_whitespace();
    (&raw[inner..end], end + raw[end..].iter().take_while(|b| close(b)).count())
}

/// How long a `"quoted local part"@` at the beginning is.
fn quoted_local(raw: &[u8]) -> Option<usize> {
    if raw.first() != Some(&b'"') {
        return None;
    }
    let mut i = 1;
    while i < raw.len().min(200) {
        match raw[i] {
            b'"' => return (raw.get(i + 1) == Some(&b'@') && i > 1).then_some(i + 2),
            b'\\' => i += 2,
            _ => i += 1,
        }
    }
    None
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

/// The address in the form that an answer to whoever wrote from it goes to. Japanese carriers gave
/// out addresses such as `a..b@x`, which have to be quoted, and senders quote some themselves.
pub fn answerable(text: &str) -> Option<String> {
    if valid(text) {
        return Some(text.to_owned());
    }
    let (local, domain) = text.rsplit_once('@')?;
    if !valid(&format!("a@{domain}")) || local.len() > 64 {
        return None;
    }
    let Some(inner) = local.strip_prefix('"').and_then(|l| l.strip_suffix('"')) else {
        let letters = local.replace('.', "");
        return valid(&format!("{letters}@{domain}")).then(|| format!("\"{local}\"@{domain}"));
    };
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        let c = if c == '\\' { rest.next()? } else { Some(c).filter(|c| *c != '"')? };
        if !c.is_ascii_graphic() && c != ' ' {
            return None;
        }
    }
    (!inner.is_empty()).then(|| text.to_owned())
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
    use super::{answerable, list, valid};

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
            (r#"Taro <"taro..yamada"@x.test>"#, vec![("Taro", r#""taro..yamada"@x.test"#)]),
            (r#""ann lee"@x.test"#, vec![("", r#""ann lee"@x.test"#)]),
            (
                r#"<"a,b>c:d"@x.test>, b@x.test"#,
                vec![("", r#""a,b>c:d"@x.test"#), ("", "b@x.test")],
            ),
            (r#"<"ann.lee"@x.test>"#, vec![("", "ann.lee@x.test")]),
            (r#"<"a\"b"@x.test>"#, vec![("", r#""a\"b"@x.test"#)]),
            ("Jiro <jiro.@x.test>", vec![("Jiro", "jiro.@x.test")]),
            (r#""Ann" <<ann@x.test>>"#, vec![("Ann", "ann@x.test")]),
            ("Ann <<<ann@x.test>>>, b@x.test", vec![("Ann", "ann@x.test"), ("", "b@x.test")]),
            ("Ann < <ann@x.test> >", vec![("Ann", "ann@x.test")]),
            ("Ann <'ann@x.test'>", vec![("Ann", "ann@x.test")]),
            ("Ann <mailto:ann@x.test>", vec![("Ann", "ann@x.test")]),
            ("Ann <ann@x.test, b@x.test", vec![("Ann", "ann@x.test"), ("", "b@x.test")]),
            ("Doe, John <j@x.test>", vec![("Doe, John", "j@x.test")]),
            (
                "Doe, John, Dr. <j@x.test>, b@x.test",
                vec![("Doe, John, Dr.", "j@x.test"), ("", "b@x.test")],
            ),
            ("a@x.test, , John <j@x.test>", vec![("", "a@x.test"), ("John", "j@x.test")]),
            ("=?utf-8?Q?Ann_=3Cann=40x=2Etest=3E?=", vec![("", "ann@x.test")]),
            ("Ann <=?utf-8?Q?ann=40x=2Etest?=>", vec![("Ann", "ann@x.test")]),
            ("\x1b$B;3ED\x1b(B <a@x.test>", vec![("山田", "a@x.test")]),
            ("\"\x1b$BLZ2<\x1b(B\" <a@x.test>", vec![("木下", "a@x.test")]),
        ] {
            let want: Vec<_> =
                want.into_iter().map(|(a, b)| (a.to_owned(), b.to_owned())).collect();
            assert_eq!(read(raw), want, "{raw}");
        }
    }

    #[test]
    fn whoever_wrote_can_be_answered() {
        for (text, want) in [
            ("a@x.test", Some("a@x.test")),
            ("a..b@x.test", Some(r#""a..b"@x.test"#)),
            ("a.@x.test", Some(r#""a."@x.test"#)),
            (".a@x.test", Some(r#"".a"@x.test"#)),
            (r#""a..b"@x.test"#, Some(r#""a..b"@x.test"#)),
            (r#""ann lee"@x.test"#, Some(r#""ann lee"@x.test"#)),
            (r#""a\"b"@x.test"#, Some(r#""a\"b"@x.test"#)),
            (r#""a"b"@x.test"#, None),
            (r#""a\"@x.test"#, None),
            ("\"a\r\nb\"@x.test", None),
            (r#"""@x.test"#, None),
            ("none@", None),
            ("@x.test", None),
            ("a b@x.test", None),
            ("a@x..test", None),
        ] {
            assert_eq!(answerable(text).as_deref(), want, "{text:?}");
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

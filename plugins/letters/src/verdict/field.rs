//! The fields themselves: `Authentication-Results`, `Received-SPF` and `Received`, without comments.

/// One `Authentication-Results`.
pub struct Results {
    /// The name the server calls itself by. Microsoft writes none.
    pub server: Option<String>,
    /// Methods, results, and what the result is about.
    all: Vec<(String, &'static str, String)>,
}

impl Results {
    /// Nothing when the field is of a version that is not known.
    pub fn read(value: &[u8]) -> Option<Self> {
        let text = plain(&String::from_utf8_lossy(value));
        let mut items = text.split(';').map(str::trim).peekable();
        let mut server = None;
        if let Some(first) = items.next_if(|first| !first.contains('=')) {
            let mut words = first.split_whitespace();
            server = words.next().map(str::to_owned);
            if words.next().is_some_and(|version| version != "1") {
                return None;
            }
        }
        Some(Self { server, all: items.filter_map(item).collect() })
    }

    /// What came of a method. Of several signatures one that holds is enough; of two looks at SPF
    /// the one at the sender counts more than the one at the name of the machine.
    pub fn result(&self, method: &str) -> Option<&'static str> {
        let found: Vec<_> = self.all.iter().filter(|(name, ..)| name == method).collect();
        let better = match method {
            "dkim" => found.iter().find(|(_, result, _)| *result == "pass"),
            "spf" => found.iter().find(|(_, _, about)| !about.contains("smtp.helo")),
            _ => None,
        };
        better.or_else(|| found.first()).map(|(_, result, _)| *result)
    }
}

/// `method[/version] = result properties`.
fn item(text: &str) -> Option<(String, &'static str, String)> {
    let (method, rest) = text.split_once('=')?;
    let (name, version) = method.split_once('/').unwrap_or((method, "1"));
    if version.trim() != "1" {
        return None;
    }
    let rest = rest.trim_start();
    Some((name.trim().to_lowercase(), word(rest)?, rest.to_lowercase()))
}

/// What a `Received-SPF` (RFC 7208) begins with.
pub fn received_spf(value: &[u8]) -> Option<&'static str> {
    word(plain(&String::from_utf8_lossy(value)).trim_start())
}

/// The result a text begins with, in the words of RFC 8601; older and other words by their meaning.
fn word(text: &str) -> Option<&'static str> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_');
    let word = text[..end.unwrap_or(text.len())].to_ascii_lowercase();
    Some(match word.as_str() {
        "pass" => "pass",
        "fail" | "hardfail" => "fail",
        "softfail" => "softfail",
        "neutral" | "policy" => "neutral",
        // Microsoft's guess for a domain that says nothing.
        "none" | "bestguesspass" => "none",
        "temperror" | "error" => "temperror",
        "permerror" | "unknown" | "invalid" => "permerror",
        _ => return None,
    })
}

/// One `Received`.
#[derive(Default)]
pub struct Hop {
    pub from: String,
    pub by: String,
    with: String,
}

impl Hop {
    pub fn read(value: &[u8]) -> Self {
        let text = plain(&String::from_utf8_lossy(value));
        let stamp = text.split(';').next().unwrap_or_default();
        let mut hop = Self::default();
        let mut words = stamp.split_whitespace();
        while let Some(word) = words.next() {
            let place = match word.to_ascii_lowercase().as_str() {
                "from" => &mut hop.from,
                "by" => &mut hop.by,
                "with" => &mut hop.with,
                _ => continue,
            };
            if place.is_empty() {
                *place = words.next().unwrap_or_default().to_owned();
            }
        }
        hop
    }

    /// Put into the mailbox, or handed on within one server that names no other.
    pub fn within_a_server(&self) -> bool {
        let with = self.with.to_ascii_uppercase();
        let put = with.starts_with("LMTP") || with.starts_with("IMAP") || with.starts_with("POP3");
        put || (self.from.is_empty() && !self.by.is_empty() && !with.is_empty())
    }
}

/// The text without comments; what a quoted string holds cannot be taken for structure.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    let (mut depth, mut quoted) = (0_usize, false);
    while let Some(c) = rest.next() {
        match c {
            '\\' if depth > 0 || quoted => {
                let next = rest.next();
                if depth == 0 {
                    out.extend(next.map(harmless));
                }
            }
            '"' if quoted => quoted = false,
            // A quotation mark without an end is a letter as others are.
            '"' if depth == 0 => quoted = rest.as_str().contains('"'),
            _ if quoted => out.push(harmless(c)),
            '(' => depth += 1,
            ')' if depth > 0 => {
                depth -= 1;
                out.push(' ');
            }
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

fn harmless(c: char) -> char {
    if c == ';' || c == '=' || c.is_whitespace() { '_' } else { c }
}

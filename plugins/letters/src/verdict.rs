//! What the receiving server found out about the sender: SPF, DKIM and DMARC (RFC 8601).
//!
//! Everybody may write such fields into a mail, so it counts only who wrote them: a server that is
//! named in the settings, or one above the first hop that came from outside.

mod field;

use crate::mime::headers::Headers;
use field::{Hop, Results};

/// Whose results are believed.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    /// Names the receiving servers call themselves by; `*.` in front takes every name below.
    pub servers: Vec<String>,
    /// Endings of names within the provider: a hop from one of them to another is none from outside.
    /// Only for providers that rename such fields of strangers.
    pub inside: &'static [&'static str],
}

/// Servers that remove fields which pretend to be theirs, by the IMAP server behind them.
const KNOWN: &[(&str, &str)] =
    &[("imap.gmail.com", "mx.google.com"), ("imap.googlemail.com", "mx.google.com")];

impl Trust {
    /// What an admin entered, several names with commas or blanks between them; where that is
    /// nothing, what is known of the server the mails are fetched from.
    #[must_use]
    pub fn named(entered: &str, imap_host: &str) -> Self {
        let mut servers = names(entered);
        if servers.is_empty() {
            let host = imap_host.trim().to_lowercase();
            let known = KNOWN.iter().filter(|(imap, _)| *imap == host);
            servers.extend(known.map(|(_, server)| (*server).to_owned()));
        }
        Self { servers, inside: &[] }
    }

    fn knows(&self, id: &str) -> bool {
        let id = id.to_lowercase();
        self.servers.iter().any(|server| match server.strip_prefix('*') {
            Some(ending) => ending.len() > 1 && id.len() > ending.len() && id.ends_with(ending),
            None => *server == id,
        })
    }

    fn within(&self, host: &str) -> bool {
        let host = host.trim_end_matches('.').to_lowercase();
        self.inside
            .iter()
            .any(|ending| host.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.')))
    }

    /// Whether a hop cannot have been a stranger's: handed over within the server or the provider.
    fn is_inside(&self, hop: &Hop) -> bool {
        hop.within_a_server() || (self.within(&hop.from) && self.within(&hop.by))
    }
}

/// The names in what an admin entered.
#[must_use]
pub fn names(entered: &str) -> Vec<String> {
    let apart = entered.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
    apart.map(str::to_lowercase).filter(|name| !name.is_empty()).collect()
}

/// What was found out. Each is a word of RFC 8601, such as `pass` or `fail`, or nothing.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    pub spf: Option<&'static str>,
    pub dkim: Option<&'static str>,
    pub dmarc: Option<&'static str>,
}

/// Reads the results of the server that is trusted, and nobody else's.
pub fn read(headers: &Headers, trust: &Trust) -> Verdict {
    let all: Vec<(&str, &[u8])> = headers.fields().collect();
    let top = &all[..outside(&all, trust)];
    let mut spf: Vec<&[u8]> = of(top, "received-spf");
    let results: Vec<Results> = if trust.servers.is_empty() {
        of(top, "authentication-results").into_iter().filter_map(Results::read).collect()
    } else {
        let (block, above) = named(&all, trust);
        spf.extend(above);
        block
    };
    let first = |method: &str| results.iter().find_map(|field| field.result(method));
    Verdict {
        spf: first("spf").or_else(|| spf.into_iter().find_map(field::received_spf)),
        dkim: first("dkim"),
        dmarc: first("dmarc"),
    }
}

fn of<'a>(fields: &[(&str, &'a [u8])], name: &str) -> Vec<&'a [u8]> {
    fields.iter().filter(|(n, _)| *n == name).map(|(_, value)| *value).collect()
}

/// How many fields stand above the hop from outside. What stands above no hop at all could be the
/// sender's own words.
fn outside(all: &[(&str, &[u8])], trust: &Trust) -> usize {
    let mut last = 0;
    for (at, (name, value)) in all.iter().enumerate() {
        if *name == "received" {
            last = at;
            if !trust.is_inside(&Hop::read(value)) {
                break;
            }
        }
    }
    last
}

/// The topmost results of a named server with those it wrote beside them, and the `Received-SPF`
/// right above. What comes after another hop, or below a field that senders write, is not its own.
fn named<'a>(all: &[(&str, &'a [u8])], trust: &Trust) -> (Vec<Results>, Vec<&'a [u8]>) {
    let ours = |(name, value): &(&str, &[u8])| {
        let results = (*name == "authentication-results").then(|| Results::read(value)).flatten();
        results.filter(|r| r.server.as_deref().is_some_and(|id| trust.knows(id)))
    };
    let Some(at) = all.iter().position(|field| ours(field).is_some()) else {
        return (Vec::new(), Vec::new());
    };
    let below = all[at..].iter().take_while(|(name, _)| is_trace(name));
    let above = all[..at].iter().rev().take_while(|(name, _)| is_trace(name));
    let above = above.filter(|(name, _)| *name == "received-spf").map(|(_, value)| *value);
    (below.filter_map(ours).collect(), above.collect())
}

/// Fields that receiving servers write beside their results.
fn is_trace(name: &str) -> bool {
    const TRACE: &[&str] = &[
        "authentication-results",
        "received-spf",
        "dkim-filter",
        "dmarc-filter",
        "return-path",
        "delivered-to",
    ];
    TRACE.contains(&name) || name.starts_with("x-") || name.starts_with("arc-")
}

#[cfg(test)]
mod tests;

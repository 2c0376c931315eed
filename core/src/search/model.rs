//! What is searched for, and what is found.

use serde::Serialize;
use utoipa::ToSchema;

/// Results of one section on one page.
pub(super) const PAGE: usize = 6;
/// Results are counted up to here; nobody pages further.
pub(super) const COUNT_MAX: usize = 1000;
/// Documents with the words that one search looks at. Only somebody who may see next to nothing of
/// what is found gets there.
pub(super) const LOOKED_MAX: usize = 20_000;
/// From so many characters on, a word of a title may go on.
pub(super) const OPEN_FROM: usize = 4;
/// Contacts and labels that a name may stand for.
pub(super) const NAMED_MAX: usize = 200;

/// What is searched for. An empty text asks for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchTerms {
    /// In titles and messages.
    pub words: String,
    /// Who wrote, or takes part.
    pub from: String,
    pub contact: String,
    pub label: String,
    /// A ticket's number.
    pub number: String,
}

impl SearchTerms {
    /// Reads `key:value` with the keys contact, from, label, number (or ticket) and message; what has
    /// no key is searched for in messages. A value with blanks stands in quotes.
    #[must_use]
    pub(super) fn parse(text: &str) -> Self {
        let mut wanted = Self::default();
        for piece in pieces(text) {
            let keyed = piece.split_once(':').map(|(key, value)| (key.to_ascii_lowercase(), value));
            let (place, value) = match &keyed {
                Some((key, value)) => match key.as_str() {
                    "contact" => (&mut wanted.contact, *value),
                    "from" => (&mut wanted.from, *value),
                    "label" => (&mut wanted.label, *value),
                    "number" | "ticket" => (&mut wanted.number, *value),
                    "message" => (&mut wanted.words, *value),
                    _ => (&mut wanted.words, piece.as_str()),
                },
                None => (&mut wanted.words, piece.as_str()),
            };
            add(place, value);
        }
        wanted
    }

    /// Further asks for what another one does.
    #[must_use]
    pub(super) fn with(mut self, other: &Self) -> Self {
        add(&mut self.words, &other.words);
        add(&mut self.from, &other.from);
        add(&mut self.contact, &other.contact);
        add(&mut self.label, &other.label);
        add(&mut self.number, &other.number);
        self
    }
}

fn add(to: &mut String, value: &str) {
    let value = value.trim();
    if !value.is_empty() {
        if !to.is_empty() {
            to.push(' ');
        }
        to.push_str(value);
    }
}

/// Splits at blanks outside quotes. Quotes stay, for they make phrases.
fn pieces(text: &str) -> Vec<String> {
    let (mut found, mut open, mut quoted) = (vec![], String::new(), false);
    for c in text.chars() {
        match c {
            '"' | '\u{201c}' | '\u{201d}' => {
                quoted = !quoted;
                open.push('"');
            }
            c if c.is_whitespace() && !quoted => {
                if !open.is_empty() {
                    found.push(std::mem::take(&mut open));
                }
            }
            c => open.push(c),
        }
    }
    if !open.is_empty() {
        found.push(open);
    }
    found
}

/// A name as it was typed, without the quotes around it.
#[must_use]
pub(super) fn bare(name: &str) -> String {
    name.replace(['"', '\u{201c}', '\u{201d}'], "").trim().to_owned()
}

/// A ticket's number as it was typed: `12` or `#12`.
#[must_use]
pub(super) fn number(text: &str) -> Option<i64> {
    bare(text).trim_start_matches('#').parse().ok().filter(|number| *number > 0)
}

/// Where a page begins, as the caller counts: 0, 6, 12 and so on.
#[must_use]
pub(super) fn offset(text: &str) -> usize {
    text.trim().parse().unwrap_or(0).min(COUNT_MAX)
}

/// Where the page of each section begins, and how many results it has at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchPage {
    /// Tickets to skip.
    pub posts: usize,
    /// Messages to skip.
    pub messages: usize,
    pub size: usize,
}

/// What one section found: rows of one page, and how many there are.
#[derive(Clone, Debug, Default)]
pub(super) struct SectionHits {
    pub ids: Vec<i64>,
    pub count: usize,
    pub more: bool,
}

/// How far an existing desk's messages are indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Progress {
    /// In percent.
    pub percent: i64,
}

/// A ticket or live chat that was found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FoundTicket {
    pub id: i64,
    pub channel: String,
    pub ticket_number: i64,
    /// The part of the title that has the words.
    pub title: String,
    /// Where the words stand in it: start and length, in UTF-16 code units.
    pub marks: Vec<(usize, usize)>,
    /// The ids of the labels, as a JSON list in a text.
    pub label: String,
    /// The contact's.
    pub name: String,
    pub livechat: bool,
    /// The status.
    pub closed: i64,
    /// Of the last change; seconds.
    pub ts: i64,
}

/// A message that was found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FoundMessage {
    pub id: i64,
    pub ticket_id: i64,
    pub channel: String,
    pub ticket_number: i64,
    /// The part of the text that has the words.
    pub message: String,
    /// Where the words stand in it: start and length, in UTF-16 code units.
    pub marks: Vec<(usize, usize)>,
    pub sender_name: String,
    /// `in`, `out` or `system`.
    pub direction: String,
    /// The ticket's.
    pub title: String,
    pub livechat: bool,
    /// Seconds.
    pub ts: i64,
}

/// The answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchResults {
    /// Tickets and live chats, at most six.
    pub post: Vec<FoundTicket>,
    /// Messages, at most six.
    pub message: Vec<FoundMessage>,
    /// How many tickets were found, at most 1000.
    pub post_count: usize,
    /// How many messages were found, at most 1000.
    pub message_count: usize,
    /// There are more than were counted.
    pub post_more: bool,
    pub message_more: bool,
    /// Older messages are still being indexed.
    pub indexing: Option<Progress>,
}

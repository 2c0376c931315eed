//! What is asked of the index, and how each engine reads it.

use super::words::{Word, words};
use crate::db::{Conn, Raw};

/// Phrases of one question; what is beyond is not asked for.
const PHRASES_MAX: usize = 16;
/// Characters that a word which goes on has at least: the engines gather all that begins like it
/// before they give the first.
const OPEN_MIN: usize = 3;
/// Characters of a question that are read.
const ASK_CHARS: usize = 500;

/// Which part of a document a word stands in, as a letter in front of the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field(pub char);

/// Words that follow one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    pub words: Vec<String>,
    /// The last word may go on.
    pub open: bool,
}

impl Phrase {
    /// One word that was made by a program.
    #[must_use]
    pub fn of(word: impl ToString) -> Self {
        Self { words: vec![word.to_string()], open: false }
    }

    /// The phrase with its last word open when that has at least so many characters.
    #[must_use]
    pub fn opened_from(mut self, chars: usize) -> Self {
        self.open |= self.words.last().is_some_and(|word| word.chars().count() >= chars);
        self
    }
}

/// Reads what a person typed: words, phrases in quotes, and words that go on (`deliv*`). Whatever has
/// no letter or digit asks for nothing.
#[must_use]
pub fn phrases(text: &str) -> Vec<Phrase> {
    let text: String = text.chars().take(ASK_CHARS).collect();
    let mut found = vec![];
    for (at, part) in text.split(['"', '\u{201c}', '\u{201d}']).enumerate() {
        if at % 2 == 1 {
            found.extend(chunk(part, false));
        } else {
            for word in part.split_whitespace() {
                found.extend(chunk(word, word.ends_with('*')));
            }
        }
    }
    found.truncate(PHRASES_MAX);
    found
}

/// The phrases of one piece. After the end of a run without spaces a new one begins, because the
/// index has that run's last character once more in between.
fn chunk(text: &str, goes_on: bool) -> Vec<Phrase> {
    let mut found = vec![];
    let mut open: Vec<String> = vec![];
    let list = words(text);
    for (at, Word { text, tail, start, .. }) in list.iter().enumerate() {
        if !tail {
            open.push(text.clone());
            continue;
        }
        // A pair that ends where this character does has already asked for it.
        let alone = at == 0 || list[at - 1].end <= *start;
        if !open.is_empty() {
            found.push(Phrase { words: std::mem::take(&mut open), open: false });
        }
        if alone {
            found.push(Phrase { words: vec![text.clone()], open: true });
        }
    }
    if !open.is_empty() {
        let last = open.last().map_or(0, |word| word.chars().count());
        found.push(Phrase { words: open, open: goes_on && last >= OPEN_MIN });
    }
    found
}

/// All of several groups, of each group at least one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ask(Vec<Vec<(Field, Phrase)>>);

impl Ask {
    /// Further asks for this phrase in a field.
    pub fn and(&mut self, field: Field, phrase: Phrase) {
        self.0.push(vec![(field, phrase)]);
    }

    /// Further asks for one of these. None of them is found by nothing.
    pub fn and_any(&mut self, any: Vec<(Field, Phrase)>) {
        self.0.push(any);
    }

    /// Whether nothing is asked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether nothing can be found.
    #[must_use]
    pub fn is_vain(&self) -> bool {
        self.0.iter().any(Vec::is_empty)
    }

    /// As the engine of this connection reads it.
    #[must_use]
    pub fn written(&self, conn: &mut Conn, client_id: i64) -> String {
        match conn.raw() {
            Raw::Sqlite(_) => self.sqlite(client_id),
            Raw::Postgres(_) => self.postgres(client_id),
        }
    }

    /// As FTS5 reads it. Words have letters and digits only, so none can mean something to it.
    pub(super) fn sqlite(&self, client_id: i64) -> String {
        self.write(" AND ", " OR ", |field, phrase| {
            let words: Vec<String> =
                phrase.words.iter().map(|word| format!("{client_id}{}{word}", field.0)).collect();
            format!("\"{}\"{}", words.join(" "), if phrase.open { " *" } else { "" })
        })
    }

    /// As PostgreSQL's `tsquery` reads it.
    pub(super) fn postgres(&self, client_id: i64) -> String {
        self.write(" & ", " | ", |field, phrase| {
            let last = phrase.words.len().saturating_sub(1);
            let words = phrase.words.iter().enumerate().map(|(at, word)| {
                let open = if phrase.open && at == last { ":*" } else { "" };
                format!("'{client_id}{}{word}'{open}", field.0)
            });
            format!("({})", words.collect::<Vec<_>>().join(" <-> "))
        })
    }

    fn write(&self, and: &str, or: &str, phrase: impl Fn(Field, &Phrase) -> String) -> String {
        let groups = self.0.iter().map(|any| {
            let any: Vec<String> = any.iter().map(|(field, words)| phrase(*field, words)).collect();
            format!("({})", any.join(or))
        });
        groups.collect::<Vec<_>>().join(and)
    }
}

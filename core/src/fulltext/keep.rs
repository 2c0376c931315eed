//! Documents come into the index and leave it.

use super::{
    ask::Field,
    words::{Word, words},
};
use crate::db::{Conn, DbResult, Raw, dialect};
use std::fmt::Write as _;

/// Ids of one kind of rows lie in a range of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shelf(pub i64);

/// Ids of each shelf: 2^52, which no table reaches. The dialect's statements know this number too.
const WIDTH: i64 = 4_503_599_627_370_496;

impl Shelf {
    /// The document of a row.
    #[must_use]
    pub fn doc(self, row_id: i64) -> i64 {
        self.0 * WIDTH + row_id
    }

    /// The row of a document.
    #[must_use]
    pub fn row(self, doc_id: i64) -> i64 {
        doc_id - self.0 * WIDTH
    }

    /// The first and last document that may stand here.
    #[must_use]
    pub fn range(self) -> (i64, i64) {
        (self.doc(0), self.doc(WIDTH - 1))
    }
}

/// A document to keep: its words in the order in which phrases find them.
#[derive(Clone, Debug)]
pub struct Doc {
    id: i64,
    client_id: i64,
    words: Vec<String>,
}

impl Doc {
    /// An empty document for a row.
    #[must_use]
    pub fn new(shelf: Shelf, row_id: i64, client_id: i64) -> Self {
        Self { id: shelf.doc(row_id), client_id, words: vec![] }
    }

    /// With the words of a text.
    #[must_use]
    pub fn text(mut self, field: Field, text: &str) -> Self {
        let prefix = format!("{}{}", self.client_id, field.0);
        self.words
            .extend(words(text).into_iter().map(|Word { text, .. }| format!("{prefix}{text}")));
        self
    }

    /// With one word that a program made: letters and digits.
    #[must_use]
    pub fn word(mut self, field: Field, word: impl std::fmt::Display) -> Self {
        self.words.push(format!("{}{}{word}", self.client_id, field.0));
        self
    }

    /// As the engine takes it.
    fn written(&self, conn: &mut Conn) -> String {
        match conn.raw() {
            Raw::Sqlite(_) => self.words.join(" "),
            Raw::Postgres(_) => {
                let mut text = String::new();
                for (at, word) in self.words.iter().enumerate() {
                    let _ = write!(text, "'{word}':{} ", at + 1);
                }
                text
            }
        }
    }
}

/// Keeps a document, in place of the one that was there.
///
/// # Errors
/// What the database said.
pub async fn keep(conn: &mut Conn, doc: &Doc) -> DbResult<()> {
    let text = doc.written(conn);
    dialect::put_words(conn, doc.id, &text).await
}

/// Keeps the document of a row that has just been made, or that nobody has indexed yet: whoever
/// writes it at the same moment knows better.
///
/// # Errors
/// What the database said.
pub async fn keep_if_absent(conn: &mut Conn, doc: &Doc) -> DbResult<()> {
    let text = doc.written(conn);
    dialect::add_words(conn, doc.id, &text).await
}

/// Takes a document out of the index. One that is not there is gone already.
///
/// # Errors
/// What the database said.
pub async fn forget(conn: &mut Conn, shelf: Shelf, row_id: i64) -> DbResult<()> {
    dialect::drop_words(conn, shelf.doc(row_id)).await
}

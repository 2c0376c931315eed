//! The index of words: what was written, by word, so that it is found again.
//!
//! A document is kept in the caller's transaction, together with the row that it stands for. Its
//! words are made here, once, for both engines: Unicode words, scripts without spaces in pairs of
//! characters, case and accents folded. Every word carries its client's id in front, so that a
//! search never looks at what another client wrote.

mod ask;
mod excerpt;
mod keep;
#[cfg(test)]
mod tests;
mod walk;
mod words;

pub use ask::{Ask, Field, Phrase, phrases};
pub use excerpt::{Excerpt, excerpt};
pub use keep::{Doc, Shelf, forget, keep, keep_if_absent};
pub use walk::{STEP, Walk, rows_with};
pub use words::all_words;

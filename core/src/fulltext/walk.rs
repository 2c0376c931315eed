//! Walks through what was found, from the newest to the oldest, in spans.

use super::{Ask, Shelf};
use crate::db::{Conn, DbResult, dialect};

/// Documents that one look gives at most.
pub const STEP: i64 = 1200;
/// Documents of the first span on PostgreSQL. Its index gives matches in no order, so a common word
/// is looked for among the newest documents first, and only what is rare among all of them.
const FIRST: i64 = 20_000;
const WIDER: i64 = 8;

/// Where to look next.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    lowest: i64,
    upper: i64,
    width: i64,
    over: bool,
}

impl Walk {
    /// From the newest document of a shelf down.
    ///
    /// # Errors
    /// What the database said.
    pub async fn down(conn: &mut Conn, shelf: Shelf) -> DbResult<Self> {
        let (lowest, highest) = shelf.range();
        match dialect::newest_words(conn, lowest, highest).await? {
            dialect::Newest::Unordered(None) => {
                Ok(Self { lowest, upper: highest, width: 0, over: true })
            }
            dialect::Newest::Unordered(Some(upper)) => Ok(Self::new(lowest, upper, FIRST)),
            dialect::Newest::Ordered => Ok(Self::new(lowest, highest, highest - lowest)),
        }
    }

    /// One document only.
    #[must_use]
    pub fn only(shelf: Shelf, row_id: i64) -> Self {
        let doc = shelf.doc(row_id);
        Self::new(doc, doc, 0)
    }

    pub(super) fn new(lowest: i64, upper: i64, width: i64) -> Self {
        Self { lowest, upper, width, over: false }
    }

    /// The first and last document of the next look.
    #[must_use]
    pub fn span(&self) -> Option<(i64, i64)> {
        (!self.over).then(|| (self.lowest.max(self.upper.saturating_sub(self.width)), self.upper))
    }

    /// After a look: what the last document was, and how many there were.
    pub fn looked(&mut self, last: Option<i64>, count: usize) {
        let Some((from, _)) = self.span() else { return };
        let full = i64::try_from(count).is_ok_and(|count| count >= STEP);
        self.upper = match last {
            Some(last) if full => last - 1,
            _ => {
                self.width = self.width.saturating_mul(WIDER);
                from - 1
            }
        };
        self.over = self.upper < self.lowest;
    }
}

/// The rows of a shelf whose documents have what is asked for, the newest first and at most `most` of
/// them. None when nothing is asked for.
///
/// # Errors
/// What the database said.
pub async fn rows_with(
    conn: &mut Conn,
    (client_id, shelf): (i64, Shelf),
    ask: &Ask,
    most: usize,
) -> DbResult<Vec<i64>> {
    let mut found = vec![];
    if ask.is_empty() || ask.is_vain() {
        return Ok(found);
    }
    let text = ask.written(conn, client_id);
    let mut walk = Walk::down(conn, shelf).await?;
    while let Some(span) = walk.span()
        && found.len() < most
    {
        let docs = dialect::docs_with(conn, &text, span, STEP).await?;
        walk.looked(docs.last().copied(), docs.len());
        found.extend(docs.into_iter().map(|doc| shelf.row(doc)));
    }
    found.truncate(most);
    Ok(found)
}

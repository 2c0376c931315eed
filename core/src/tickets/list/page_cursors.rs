//! Page cursors: where pages of lists ended, so that the page behind begins there: the offset of a call says which
//! page is wanted, and nothing is counted off to find it.
//!
//! Kept in memory and for a while only. What is not remembered is found by counting.

use super::filter::ListPosition;
use parking_lot::Mutex;
use std::collections::{HashMap, VecDeque};

/// How many places are remembered, and for how long.
const KEPT: usize = 20_000;
const KEPT_MS: i64 = 15 * 60_000;

/// A list as one user sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::tickets) struct ListKey {
    pub client_id: i64,
    pub user_id: i64,
    /// What is wanted, as a hash: the words may be long, and many are remembered.
    pub wanted: String,
}

/// The end of the rows before an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tickets) struct PageEnd {
    pub place: ListPosition,
    /// The list's count, and whether there are more than it says.
    pub count: (i64, bool),
    pub at: i64,
}

#[derive(Default)]
struct Remembered {
    ends: HashMap<(ListKey, i64), PageEnd>,
    order: VecDeque<(ListKey, i64)>,
}

/// What is remembered.
#[derive(Default)]
pub(in crate::tickets) struct PageCursors(Mutex<Remembered>);

impl PageCursors {
    pub(in crate::tickets) fn keep(&self, shown: ListKey, offset: i64, end: PageEnd) {
        let mut kept = self.0.lock();
        let key = (shown, offset);
        if kept.ends.insert(key.clone(), end).is_none() {
            kept.order.push_back(key);
        }
        while kept.order.len() > KEPT {
            if let Some(oldest) = kept.order.pop_front() {
                kept.ends.remove(&oldest);
            }
        }
    }

    pub(in crate::tickets) fn find(
        &self,
        shown: &ListKey,
        offset: i64,
        now: i64,
    ) -> Option<PageEnd> {
        let kept = self.0.lock();
        let end = kept.ends.get(&(shown.clone(), offset))?;
        (now - end.at < KEPT_MS).then_some(*end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_remembered_for_a_while_and_not_without_end() {
        let places = PageCursors::default();
        let shown = |user_id| ListKey { client_id: 1, user_id, wanted: "open".into() };
        let end = |id, at| PageEnd {
            place: ListPosition { severity_place: 1, updated_at: 5, id },
            count: (70, false),
            at,
        };
        places.keep(shown(1), 30, end(7, 1_000));
        assert_eq!(places.find(&shown(1), 30, 2_000), Some(end(7, 1_000)));
        assert_eq!(places.find(&shown(1), 60, 2_000), None);
        assert_eq!(places.find(&shown(2), 30, 2_000), None, "another user's");
        assert_eq!(places.find(&shown(1), 30, 1_000 + KEPT_MS), None, "too old");
        places.keep(shown(1), 30, end(8, 3_000));
        assert_eq!(places.find(&shown(1), 30, 4_000), Some(end(8, 3_000)), "the newest counts");
        for offset in 0..i64::try_from(KEPT).expect("a number") {
            places.keep(shown(3), offset, end(9, 5_000));
        }
        assert_eq!(places.find(&shown(1), 30, 5_000), None, "made room");
        assert_eq!(places.0.lock().ends.len(), KEPT);
    }
}

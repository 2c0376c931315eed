//! How many jobs of each client are at work here.

use parking_lot::Mutex;
use std::{collections::HashMap, sync::Arc};

/// Counts by client; clones count together.
#[derive(Clone, Default)]
pub(super) struct Busy(Arc<Mutex<HashMap<i64, usize>>>);

/// One job's place in the count, given back when it is dropped.
pub(super) struct Turn {
    busy: Busy,
    client_id: i64,
}

impl Busy {
    /// None when the client has so many at work already.
    pub(super) fn take(&self, client_id: i64, most: usize) -> Option<Turn> {
        let mut counts = self.0.lock();
        let count = counts.entry(client_id).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Turn { busy: self.clone(), client_id })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut counts = self.busy.0.lock();
        if let Some(count) = counts.get_mut(&self.client_id) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.client_id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_only_so_many_at_work() {
        let busy = Busy::default();
        let first = busy.take(7, 2);
        let second = busy.take(7, 2);
        assert!(first.is_some() && second.is_some());
        assert!(busy.take(7, 2).is_none());
        assert!(busy.take(8, 2).is_some(), "others are not held up");
        drop(first);
        assert!(busy.take(7, 2).is_some());
        drop(second);
        assert_eq!(busy.0.lock().len(), 0, "nothing is kept of who has nothing at work");
    }
}

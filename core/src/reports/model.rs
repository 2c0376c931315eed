//! Counting by intervals and groups.

use std::collections::BTreeMap;

/// Tickets of one channel in one interval.
pub type Count = (i64, String, i64);

/// Where tickets are counted whose channel no installed plugin declares.
pub const OTHER: &str = "other";

/// Sums channels into groups: `(start of the interval in ms, group, tickets)`, oldest first.
#[must_use]
pub fn grouped(counts: &[Count], group_of: impl Fn(&str) -> Option<String>) -> Vec<Count> {
    let mut sums: BTreeMap<(i64, String), i64> = BTreeMap::new();
    for (at, channel, tickets) in counts {
        let group = group_of(channel).unwrap_or_else(|| OTHER.to_owned());
        *sums.entry((*at, group)).or_default() += tickets;
    }
    sums.into_iter().map(|((at, group), tickets)| (at, group, tickets)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_of_a_group_are_one_number() {
        let counts = [
            (0, "FB_PM".to_owned(), 2),
            (0, "LINE_DM".to_owned(), 3),
            (0, "GONE".to_owned(), 1),
            (9, "LINE_DM".to_owned(), 4),
        ];
        let group = |v: &str| (v != "GONE").then(|| "mobile messaging".to_owned());
        let sums = grouped(&counts, group);
        let told: Vec<(i64, &str, i64)> =
            sums.iter().map(|(a, g, n)| (*a, g.as_str(), *n)).collect();
        assert_eq!(told, [(0, "mobile messaging", 5), (0, "other", 1), (9, "mobile messaging", 4)]);
    }
}

//! Counts calls.

use super::store::{CallCount, TalkCount};
use crate::reports::performance::{Durations, Histogram};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The figures of a group of calls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::reports) struct CallFigures {
    /// Calls that customers began.
    pub inbound: i64,
    /// Calls that agents began.
    pub outbound: i64,
    /// Inbound calls that a person took.
    pub answered: i64,
    /// Inbound calls that ended before a person took them, also those that the customer gave up.
    pub missed: i64,
    /// Inbound calls that were taken within `target_seconds`.
    pub answered_in_time: i64,
    /// Outbound calls that the customer took.
    pub reached: i64,
    /// From the first ring to the answer, of answered inbound calls.
    #[schema(value_type = Durations)]
    pub wait: Durations,
    /// How long people talked.
    #[schema(value_type = Durations)]
    pub talk: Durations,
    /// All of it, in seconds.
    pub talk_total: i64,
}

#[derive(Clone, Debug, Default)]
struct Tally {
    figures: CallFigures,
    wait: Histogram,
    talk: Histogram,
}

impl Tally {
    fn count(&mut self, row: &CallCount) {
        let figures = &mut self.figures;
        if !row.inbound {
            figures.outbound += row.count;
            figures.reached += if row.answered { row.count } else { 0 };
            return;
        }
        figures.inbound += row.count;
        if row.answered {
            figures.answered += row.count;
            figures.answered_in_time += if row.in_time { row.count } else { 0 };
            self.wait.add(row.band, (row.count, row.seconds));
        } else if row.ended {
            figures.missed += row.count;
        }
    }

    fn talk(&mut self, row: &TalkCount) {
        self.figures.talk_total += row.seconds;
        self.talk.add(row.band, (row.count, row.seconds));
    }

    fn figures(&self) -> CallFigures {
        let (wait, talk) = (self.wait.durations(), self.talk.durations());
        CallFigures { wait, talk, ..self.figures.clone() }
    }
}

/// Counts rows by what they are grouped by, and all together.
pub(super) fn tallied(
    counts: &[CallCount],
    talks: &[TalkCount],
) -> (BTreeMap<String, CallFigures>, CallFigures) {
    let mut groups: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut all = Tally::default();
    for row in counts {
        groups.entry(&row.part).or_default().count(row);
        all.count(row);
    }
    for row in talks {
        groups.entry(&row.part).or_default().talk(row);
        all.talk(row);
    }
    let groups = groups.into_iter().map(|(part, tally)| (part.to_owned(), tally.figures()));
    (groups.collect(), all.figures())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_by_group_and_together() {
        let call = |part: &str, inbound, (answered, ended), seconds: i64, count| CallCount {
            part: part.into(),
            inbound,
            answered,
            ended,
            in_time: answered && seconds <= 20,
            band: seconds,
            seconds: seconds * count,
            count,
        };
        let counts = [
            call("1", true, (true, true), 10, 3),
            call("1", true, (true, false), 40, 1),
            call("1", true, (false, true), 0, 2),
            call("2", true, (false, false), 0, 1),
            call("2", false, (true, true), 5, 1),
            call("2", false, (false, true), 0, 4),
        ];
        let talk = |part: &str, band, count| TalkCount {
            part: part.into(),
            band,
            seconds: band * count,
            count,
        };
        let (groups, all) = tallied(&counts, &[talk("1", 60, 3), talk("2", 120, 1)]);
        let one = &groups["1"];
        assert_eq!((one.inbound, one.answered, one.missed, one.answered_in_time), (6, 4, 2, 3));
        assert_eq!((one.wait.count, one.wait.median, one.wait.mean), (4, Some(10), Some(18)));
        assert_eq!((one.talk_total, one.talk.median), (180, Some(60)));
        let two = &groups["2"];
        assert_eq!((two.inbound, two.missed, two.outbound, two.reached), (1, 0, 5, 1), "it rings");
        assert_eq!((two.wait.count, two.wait.median), (0, None), "customers do not wait");
        assert_eq!((all.inbound, all.outbound, all.talk_total, all.talk.count), (7, 5, 300, 4));
    }
}

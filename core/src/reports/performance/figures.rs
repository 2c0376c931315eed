//! Counts facts: how many, and the usual and the worst durations.

use super::{scope::ReportGrouping, store::CountRow, times::Metric};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// How long something took. All in seconds; the median and the percentile to three significant digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::reports) struct Durations {
    /// How many were measured.
    pub count: i64,
    /// Null where nothing was measured, as the others.
    pub mean: Option<i64>,
    pub median: Option<i64>,
    /// Nine of ten took as long or less.
    pub p90: Option<i64>,
}

/// The figures of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::reports) struct PerformanceFigures {
    /// Tickets that were opened.
    pub created: i64,
    /// Public replies of people.
    pub replies: i64,
    /// From the customer's first message to the first reply of a person.
    pub first_reply: Durations,
    /// From the first message that waits to the reply, every time after the first.
    pub next_reply: Durations,
    /// How often a ticket became resolved or closed.
    pub resolved: i64,
    /// From the customer's first message to the last resolution.
    pub resolution: Durations,
    /// Of what `resolution` counts, that with exactly one reply.
    pub one_touch: i64,
    pub reopened: i64,
}

/// A group of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::reports) struct PerformanceRow {
    /// A day as YYYY-MM-DD, an id, or a channel's value; empty for none.
    pub key: String,
    /// The name of an agent, a department or a label; empty for others and for none.
    pub name: String,
    pub figures: PerformanceFigures,
    /// The same of the days before, where they were asked for; null for a day.
    pub before: Option<PerformanceFigures>,
}

/// What was done within a range of days, and how long it took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::reports) struct Performance {
    pub group: ReportGrouping,
    /// The first and the last day, YYYY-MM-DD.
    pub from: String,
    pub to: String,
    /// The days that are compared with; null where none are.
    pub before_from: Option<String>,
    pub before_to: Option<String>,
    /// The zone in which days begin.
    pub timezone: String,
    /// By day, the oldest first; else by name.
    pub rows: Vec<PerformanceRow>,
    /// All of them together; a ticket with several labels counts once.
    pub total: PerformanceFigures,
    pub total_before: Option<PerformanceFigures>,
    /// Whether tickets from before these figures were kept are still being counted.
    pub filling: bool,
}

/// Durations that are alike, by their seconds, and all of them together.
#[derive(Clone, Debug, Default)]
pub(in crate::reports) struct Histogram {
    counts: BTreeMap<i64, i64>,
    seconds: i64,
}

impl Histogram {
    /// Adds as many of a band, with the seconds of all of them.
    pub fn add(&mut self, band: i64, (count, seconds): (i64, i64)) {
        *self.counts.entry(band).or_default() += count;
        self.seconds += seconds;
    }

    /// The usual and the worst of them.
    pub fn durations(&self) -> Durations {
        let count: i64 = self.counts.values().sum();
        if count == 0 {
            return Durations::default();
        }
        Durations {
            count,
            mean: Some((self.seconds + count / 2) / count),
            median: self.at((count + 1) / 2),
            p90: self.at((count * 9 + 9) / 10),
        }
    }

    /// The duration at a place from the shortest on, the first being 1 (nearest rank).
    fn at(&self, place: i64) -> Option<i64> {
        let mut passed = 0;
        self.counts
            .iter()
            .find(|(_, count)| {
                passed += **count;
                passed >= place
            })
            .map(|(band, _)| *band)
    }
}

/// Facts of one group while they are counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    figures: PerformanceFigures,
    first_reply: Histogram,
    next_reply: Histogram,
    resolution: Histogram,
}

impl Tally {
    pub fn add(&mut self, row: &CountRow) {
        let Some(metric) = Metric::parse(&row.metric) else { return };
        let figures = &mut self.figures;
        match metric {
            Metric::Created => figures.created += row.count,
            Metric::FirstReply | Metric::NextReply | Metric::FurtherReply => {
                figures.replies += row.count;
            }
            Metric::Resolved | Metric::ResolvedBefore => figures.resolved += row.count,
            Metric::Reopened => figures.reopened += row.count,
        }
        if row.one_touch == 1 {
            figures.one_touch += row.count;
        }
        let histogram = match metric {
            Metric::FirstReply => &mut self.first_reply,
            Metric::NextReply => &mut self.next_reply,
            Metric::Resolved => &mut self.resolution,
            _ => return,
        };
        if let Some(band) = row.band {
            histogram.add(band, (row.count, row.took));
        }
    }

    pub fn figures(&self) -> PerformanceFigures {
        PerformanceFigures {
            first_reply: self.first_reply.durations(),
            next_reply: self.next_reply.durations(),
            resolution: self.resolution.durations(),
            ..self.figures.clone()
        }
    }
}

/// Counts rows by what they are grouped by, and all together.
pub(super) fn tallied(
    rows: &[CountRow],
) -> (BTreeMap<String, PerformanceFigures>, PerformanceFigures) {
    let mut groups: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut all = Tally::default();
    for row in rows {
        groups.entry(&row.part).or_default().add(row);
        all.add(row);
    }
    let groups = groups.into_iter().map(|(part, tally)| (part.to_owned(), tally.figures()));
    (groups.collect(), all.figures())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reports::performance::times::band;

    #[test]
    fn percentiles_are_those_of_the_nearest_rank() {
        // Against a sorted list, for every length up to 200.
        let mut seed = 7_i64;
        for length in 1..200_usize {
            let mut histogram = Histogram::default();
            let mut all: Vec<i64> = vec![];
            for _ in 0..length {
                seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
                let took = seed % 90_000;
                histogram.add(band(took), (1, took));
                all.push(took);
            }
            all.sort_unstable();
            let place = |share: usize| band(all[(length * share).div_ceil(100) - 1]);
            let durations = histogram.durations();
            assert_eq!(durations.median, Some(place(50)), "{length}");
            assert_eq!(durations.p90, Some(place(90)), "{length}");
            let mean = all.iter().sum::<i64>() as f64 / length as f64;
            assert!((durations.mean.unwrap_or_default() as f64 - mean).abs() <= 0.5);
        }
        assert_eq!(Histogram::default().durations(), Durations::default());
    }
}

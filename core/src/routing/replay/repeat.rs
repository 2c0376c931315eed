//! Makes the decisions of a journal once more, each from what it was made from. Pure.

use super::{
    journal::{Decided, Entry, StepRecord},
    model::ReplayDifference,
};
use crate::routing::{desk::Desk, subject::Subject};
use std::collections::BTreeMap;

/// Differences that are shown.
const DIFFERENCES_SHOWN: usize = 20;

/// Goes through a journal, line by line.
pub(super) struct Repetition {
    pub desk: Desk,
    /// Decisions that gave or offered something.
    pub decisions: i64,
    pub differences: i64,
    pub first: Vec<ReplayDifference>,
}

impl Repetition {
    pub fn new() -> Self {
        Self { desk: Desk::empty(), decisions: 0, differences: 0, first: vec![] }
    }

    /// Decides once more what a line says was decided.
    pub fn line(&mut self, at: i64, whole: bool, entry: &Entry) {
        if whole {
            self.desk = Desk::empty();
        }
        self.desk.apply(entry);
        let plan = self.desk.plan(at);
        let steps = plan.steps.iter().map(|(item, step)| StepRecord::of(item, step));
        let again = Entry { steps: steps.collect(), ..Entry::default() }.decided();
        let decided = entry.decided();
        let gives = |step: &&StepRecord| matches!(step.decided, Decided::Give(_));
        let given = decided.iter().filter(gives).count();
        self.decisions += i64::try_from(given).unwrap_or(i64::MAX);
        if again != decided {
            self.note(at, &chosen(&decided), &chosen(&again));
        }
    }

    fn note(&mut self, at: i64, then: &BTreeMap<Subject, i64>, now: &BTreeMap<Subject, i64>) {
        let subjects: std::collections::BTreeSet<&Subject> =
            then.keys().chain(now.keys()).collect();
        for subject in subjects {
            let (was, is) = (then.get(subject).copied(), now.get(subject).copied());
            if was == is {
                continue;
            }
            self.differences += 1;
            if self.first.len() < DIFFERENCES_SHOWN {
                let ticket_id = subject.ticket();
                self.first.push(ReplayDifference {
                    at,
                    ticket_id,
                    user_id: was,
                    repeated_user_id: is,
                });
            }
        }
    }
}

/// Who got what.
fn chosen(steps: &[StepRecord]) -> BTreeMap<Subject, i64> {
    let give = |step: &StepRecord| match step.decided {
        Decided::Give(user) => Some((step.subject, user)),
        _ => None,
    };
    steps.iter().filter_map(give).collect()
}

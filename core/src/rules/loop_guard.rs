//! What keeps rules from driving each other without end. Pure.

/// Events that may follow from one another by rules.
pub const DEPTH_MAX: usize = 5;
/// Runs at one ticket within an hour.
pub const RUNS_MAX: i64 = 200;
/// Answers of rules in one ticket within an hour: two machines that answer each other end here.
pub const REPLIES_MAX: i64 = 10;

/// Why a rule that matched does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It led to this event itself.
    Itself,
    /// Too many events followed from one another until this one.
    Depth,
    /// Too many runs at this ticket within an hour.
    Runs,
    /// Too many answers in this ticket within an hour.
    Replies,
}

impl Stop {
    /// As it is stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Itself => "itself",
            Self::Depth => "depth",
            Self::Runs => "runs",
            Self::Replies => "replies",
        }
    }
}

/// What happened at a ticket within the last hour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hour {
    pub runs: i64,
    pub replies: i64,
}

/// Whether a rule may run; `chain` is the rules that led to the event, and those that ran at the same
/// one before, the first one first; `depth` is how many events followed from one another until then.
#[must_use]
pub fn stop(rule: i64, (chain, depth): (&[i64], usize), replies: bool, hour: Hour) -> Option<Stop> {
    if chain.contains(&rule) {
        Some(Stop::Itself)
    } else if depth >= DEPTH_MAX {
        Some(Stop::Depth)
    } else if hour.runs >= RUNS_MAX {
        Some(Stop::Runs)
    } else if replies && hour.replies >= REPLIES_MAX {
        Some(Stop::Replies)
    } else {
        None
    }
}

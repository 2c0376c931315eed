//! What a call is, and what a stage makes of it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who began it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CallDirection)]
pub enum Direction {
    /// The customer.
    Inbound,
    /// An agent.
    Outbound,
}

impl Direction {
    /// As plugins name it; see `call-event` of the interface.
    #[must_use]
    pub fn of_plugin(direction: &str) -> Self {
        if direction == "out" { Self::Outbound } else { Self::Inbound }
    }

    pub(super) fn parse(stored: &str) -> Self {
        if stored == Self::Outbound.as_str() { Self::Outbound } else { Self::Inbound }
    }

    /// As it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Inbound => "inbound",
            Self::Outbound => "outbound",
        }
    }
}

/// How a call went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CallOutcome)]
pub(super) enum Outcome {
    /// It rings, or people talk.
    Ongoing,
    Answered,
    /// It ended before anybody took it.
    Missed,
}

impl Outcome {
    pub fn of((answered_at, ended_at): (Option<i64>, Option<i64>)) -> Self {
        match (answered_at, ended_at) {
            (_, None) => Self::Ongoing,
            (Some(_), Some(_)) => Self::Answered,
            (None, Some(_)) => Self::Missed,
        }
    }

    /// As statements ask for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ongoing => "ongoing",
            Self::Answered => "answered",
            Self::Missed => "missed",
        }
    }
}

/// What is known of a call. Times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct CallRow {
    pub id: i64,
    pub message_id: i64,
    pub number: String,
    pub direction: String,
    pub did: String,
    pub extension: String,
    pub user_id: Option<i64>,
    pub keypress: String,
    pub began_at: i64,
    pub answered_at: Option<i64>,
    pub ended_at: Option<i64>,
    pub talk_ms: Option<i64>,
    pub recorded: bool,
}

/// What a stage tells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StageUpdate<'a> {
    /// `ringing`, `answered`, `held`, `resumed`, `transferred`, `ended`, `missed` or `recorded`.
    pub kind: &'a str,
    pub at: i64,
    pub did: &'a str,
    pub extension: &'a str,
    /// Whose extension it is.
    pub user_id: Option<i64>,
    pub keypress: &'a str,
    pub talk_ms: Option<i64>,
}

impl CallRow {
    /// The call after a stage. Stages may arrive in any order, and more than once.
    pub fn after(mut self, update: &StageUpdate<'_>) -> Self {
        self.began_at = self.began_at.min(update.at);
        let newer = |known: &mut String, update: &str| {
            if !update.is_empty() {
                update.clone_into(known);
            }
        };
        newer(&mut self.did, update.did);
        newer(&mut self.keypress, update.keypress);
        // While a call rings at somebody's telephone it is nobody's yet; an agent's own call is theirs.
        let outbound = self.direction == Direction::Outbound.as_str();
        let taken = matches!(update.kind, "answered" | "transferred" | "ended");
        if !update.extension.is_empty() && (taken || outbound || self.answered_at.is_none()) {
            newer(&mut self.extension, update.extension);
            if taken || outbound {
                self.user_id = update.user_id.or(self.user_id);
            }
        }
        match update.kind {
            "answered" => {
                self.answered_at = Some(self.answered_at.map_or(update.at, |at| at.min(update.at)))
            }
            "ended" => {
                self.ended_at = Some(update.at);
                self.talk_ms = update.talk_ms.or(self.talk_ms);
                // Its answer was not heard of, but people talked.
                let talked = self.talk_ms.filter(|ms| *ms > 0);
                self.answered_at = self.answered_at.or(talked.map(|ms| update.at - ms));
            }
            "missed" => self.ended_at = Some(update.at),
            "recorded" => self.recorded = true,
            _ => {}
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(direction: &str) -> CallRow {
        CallRow { direction: direction.into(), began_at: i64::MAX, ..CallRow::default() }
    }

    fn update(kind: &str, at: i64) -> StageUpdate<'_> {
        StageUpdate { kind, at, ..StageUpdate::default() }
    }

    #[test]
    fn stages_make_a_call_in_whatever_order_they_come() {
        let ringing = StageUpdate {
            did: "+60 1",
            extension: "11",
            user_id: Some(1),
            ..update("ringing", 1_000)
        };
        let answered = StageUpdate {
            extension: "12",
            user_id: Some(2),
            keypress: "1",
            ..update("answered", 4_000)
        };
        let ended = StageUpdate { talk_ms: Some(5_000), ..update("ended", 9_000) };
        let recorded = update("recorded", 9_500);
        let stages = [ringing, answered, ended, recorded];
        for order in [[0, 1, 2, 3], [1, 0, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            let call =
                order.iter().fold(call("inbound"), |call, place| call.after(&stages[*place]));
            assert_eq!(
                (call.began_at, call.answered_at, call.ended_at),
                (1_000, Some(4_000), Some(9_000))
            );
            assert_eq!((call.extension.as_str(), call.user_id), ("12", Some(2)), "{order:?}");
            assert_eq!((call.did.as_str(), call.keypress.as_str()), ("+60 1", "1"));
            assert_eq!((call.talk_ms, call.recorded), (Some(5_000), true));
        }
    }

    #[test]
    fn a_call_is_whose_it_was_when_it_was_taken() {
        let ringing = StageUpdate { extension: "11", user_id: Some(1), ..update("ringing", 1) };
        assert_eq!(call("inbound").after(&ringing).user_id, None, "it only rings there");
        assert_eq!(call("outbound").after(&ringing).user_id, Some(1), "their own call");
        let unknown = StageUpdate { extension: "13", ..update("transferred", 3) };
        let moved = call("outbound").after(&ringing).after(&unknown);
        assert_eq!((moved.extension.as_str(), moved.user_id), ("13", Some(1)), "of nobody known");
    }

    #[test]
    fn a_call_that_ends_was_answered_or_missed() {
        let outcome = |call: &CallRow| Outcome::of((call.answered_at, call.ended_at));
        let rings = call("inbound").after(&update("ringing", 1));
        assert_eq!(outcome(&rings), Outcome::Ongoing);
        assert_eq!(outcome(&rings.clone().after(&update("missed", 5))), Outcome::Missed);
        assert_eq!(outcome(&rings.clone().after(&update("ended", 5))), Outcome::Missed, "given up");
        let talked = rings.after(&StageUpdate { talk_ms: Some(2_000), ..update("ended", 5_000) });
        assert_eq!((outcome(&talked), talked.answered_at), (Outcome::Answered, Some(3_000)));
    }
}

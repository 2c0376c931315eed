//! Which facts a report is about, and by what it groups them.

use super::times::Metric;
use crate::{http::Problem, reports::days::ReportDays, tickets::ListKind};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Facts between two moments, narrowed to some of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FactScope {
    pub client_id: i64,
    /// From then on, and before then, in milliseconds.
    pub from: i64,
    pub until: i64,
    /// `ticket`, `livechat`, or empty for both.
    pub kind: &'static str,
    /// Empty for all.
    pub channel: String,
    /// An id, 0 for none, -1 for all.
    pub department: i64,
    pub agent: i64,
    pub label: i64,
}

/// What a report is narrowed to.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(in crate::reports) struct PerformanceQuery {
    /// `ticket` or `livechat`; both when nothing is said.
    #[serde(rename = "type")]
    #[param(rename = "type")]
    pub kind: String,
    /// A channel's value, such as `TELEGRAM`; all when nothing is said.
    pub channel: String,
    /// A department's id, as it was when it happened; 0 for none, all when nothing is said.
    pub department: String,
    /// The id of who did it; 0 for nobody known, all when nothing is said.
    pub agent: String,
    /// The id of a label that the ticket has now; 0 for tickets without, all when nothing is said.
    pub label: String,
}

impl PerformanceQuery {
    /// The facts of these days where the reader is.
    pub(super) fn scope(
        &self,
        client_id: i64,
        days: &ReportDays,
        (zone, now): (&TimeZone, i64),
    ) -> Result<FactScope, Problem> {
        let (from, until) = days.between(zone, now)?;
        let kind = match self.kind.trim() {
            "" => "",
            word => ListKind::parse(word).map(ListKind::as_str).ok_or_else(|| {
                Problem::field("type", "The type is ticket or livechat, or nothing for both.")
            })?,
        };
        Ok(FactScope {
            client_id,
            from,
            until,
            kind,
            channel: self.channel.trim().to_owned(),
            department: number("department", &self.department)?,
            agent: number("agent", &self.agent)?,
            label: number("label", &self.label)?,
        })
    }
}

/// An id or 0; -1 when nothing is said.
fn number(field: &str, text: &str) -> Result<i64, Problem> {
    match text.trim() {
        "" => Ok(-1),
        text => text
            .parse()
            .ok()
            .filter(|id| *id >= 0)
            .ok_or_else(|| Problem::field(field, "Give an id, 0 for none, or nothing for all.")),
    }
}

impl FactScope {
    /// The days before these, as many of them.
    pub fn before(&self, zone: &TimeZone) -> Self {
        use crate::days::{date, midnight};
        use jiff::ToSpan as _;
        let (first, last) = (date(self.from, zone), date(self.until - 1, zone));
        let days = i64::from((last - first).get_days()) + 1;
        let from = midnight(first.saturating_sub(days.days()), zone);
        Self { from, until: self.from, ..self.clone() }
    }
}

/// By what the rows of a report are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::reports) enum ReportGrouping {
    #[default]
    Day,
    Agent,
    Department,
    Channel,
    Label,
}

/// A figure that opens: what it counts is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::reports) enum ReportFigure {
    Created,
    Replies,
    FirstReply,
    NextReply,
    Resolved,
    /// Last resolutions that a duration is known of.
    Resolution,
    OneTouch,
    Reopened,
}

impl ReportFigure {
    /// The metrics that it counts, whether only those with a duration, and whether only those with exactly
    /// one reply.
    pub(super) fn counts(self) -> ([&'static str; 3], bool, bool) {
        let (metrics, measured, one_touch): (&[Metric], bool, bool) = match self {
            Self::Created => (&[Metric::Created], false, false),
            Self::Replies => {
                (&[Metric::FirstReply, Metric::NextReply, Metric::FurtherReply], false, false)
            }
            Self::FirstReply => (&[Metric::FirstReply], true, false),
            Self::NextReply => (&[Metric::NextReply], true, false),
            Self::Resolved => (&[Metric::Resolved, Metric::ResolvedBefore], false, false),
            Self::Resolution => (&[Metric::Resolved], true, false),
            Self::OneTouch => (&[Metric::Resolved], true, true),
            Self::Reopened => (&[Metric::Reopened], false, false),
        };
        let name = |place: usize| metrics.get(place).map_or("", |metric| metric.as_str());
        ([name(0), name(1), name(2)], measured, one_touch)
    }
}

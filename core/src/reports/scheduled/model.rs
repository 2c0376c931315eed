//! What an admin sets of a scheduled report, and what is shown of it.

use crate::{
    http::{FieldErrors, Problem, tables::TableFormat},
    reports::{
        calls::CallGrouping,
        performance::{PerformanceQuery, ReportGrouping},
    },
};
use jiff::{civil::Time, tz::TimeZone};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// Scheduled reports that a client has at most.
pub(super) const SCHEDULES_MAX: i64 = 50;
const RECIPIENTS_MAX: usize = 50;
const NAME_MAX: usize = 80;

/// What a scheduled report is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::reports) enum ScheduledKind {
    /// Reply and resolution times.
    #[default]
    Performance,
    Calls,
}

/// By what the rows of a scheduled report are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::reports) enum ScheduledGrouping {
    #[default]
    Day,
    Agent,
    /// Of `performance` only, as `channel` and `label`.
    Department,
    Channel,
    Label,
    /// Of `calls` only.
    Line,
}

/// Which days a scheduled report is about: those that are over where it goes out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::reports) enum ScheduledDays {
    Yesterday,
    /// The seven days up to yesterday.
    #[default]
    #[serde(rename = "last_7_days")]
    Last7Days,
    /// The thirty days up to yesterday.
    #[serde(rename = "last_30_days")]
    Last30Days,
    /// The Monday to Sunday before this week.
    LastWeek,
    LastMonth,
}

/// How often a scheduled report goes out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::reports) enum ScheduledRepeat {
    Daily,
    #[default]
    Weekly,
    Monthly,
}

/// A report that goes by mail at set times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub(in crate::reports) struct ScheduledReportDraft {
    /// 1 to 80 characters.
    pub name: String,
    pub enabled: bool,
    pub report: ScheduledKind,
    pub group: ScheduledGrouping,
    /// `ticket` or `livechat`; both when empty. This and the next three narrow `performance`.
    #[serde(rename = "type")]
    pub kind: String,
    /// A channel's value, such as `TELEGRAM`; all when empty.
    pub channel: String,
    /// A department's id; 0 for none, null for all.
    pub department: Option<i64>,
    /// A label's id; 0 for tickets without, null for all.
    pub label: Option<i64>,
    pub days: ScheduledDays,
    /// What the table in the mail is written as.
    pub format: TableFormat,
    pub repeat: ScheduledRepeat,
    /// For `weekly`: 1 for Monday to 7 for Sunday, at least one.
    pub weekdays: Vec<i8>,
    /// For `monthly`: 1 to 28.
    pub day_of_month: i8,
    /// HH:MM, by the clock of the zone. A time that the clock jumps over comes as much later.
    pub time: String,
    /// A name of the IANA time zone database: where days begin.
    pub timezone: String,
    /// Ids of users, 1 to 50. Who may not see reports when one goes out gets none.
    pub recipients: Vec<i64>,
    /// No mail goes out when nothing happened in those days.
    pub skip_empty: bool,
}

impl Default for ScheduledReportDraft {
    fn default() -> Self {
        Self {
            name: String::new(),
            enabled: true,
            report: ScheduledKind::default(),
            group: ScheduledGrouping::default(),
            kind: String::new(),
            channel: String::new(),
            department: None,
            label: None,
            days: ScheduledDays::default(),
            format: TableFormat::Xlsx,
            repeat: ScheduledRepeat::default(),
            weekdays: vec![1],
            day_of_month: 1,
            time: "08:00".to_owned(),
            timezone: "UTC".to_owned(),
            recipients: vec![],
            skip_empty: true,
        }
    }
}

/// A scheduled report as the API shows it. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::reports) struct ScheduledReport {
    pub id: i64,
    #[serde(flatten)]
    pub draft: ScheduledReportDraft,
    /// Null while it is switched off.
    pub next_at: Option<i64>,
    /// The username of who made it.
    pub created_by: String,
    /// Null before the first.
    pub last: Option<ScheduledReportRun>,
}

/// When a scheduled report went out, and to how many.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::reports) struct ScheduledReportRun {
    pub at: i64,
    /// The first and the last day that it was about: YYYY-MM-DD.
    pub from: String,
    pub to: String,
    /// Nothing happened in those days, so that no mail went out.
    pub empty: bool,
    /// The recipients by what became of their mail.
    pub sent: i64,
    pub waiting: i64,
    /// They may not see reports, or are no longer there.
    pub refused: i64,
    pub no_address: i64,
    pub failed: i64,
}

/// The client's scheduled reports.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::reports) struct ScheduledReports {
    /// By name.
    pub schedules: Vec<ScheduledReport>,
    /// Whether the operator named a mail server: nothing goes out without.
    pub sends_mail: bool,
}

impl ScheduledReportDraft {
    /// The draft as it is kept: with what does not apply left out.
    ///
    /// # Errors
    /// `invalid`, with every field that is wrong.
    pub fn checked(&self, known: &BTreeSet<i64>) -> Result<Self, Problem> {
        let mut wrong = FieldErrors::default();
        let name = self.name.trim();
        let length = name.chars().count();
        wrong.when(length == 0 || length > NAME_MAX, "name", "A name has 1 to 80 characters.");
        let fits = match self.report {
            ScheduledKind::Performance => self.performance_group().is_some(),
            ScheduledKind::Calls => self.call_group().is_some(),
        };
        wrong.when(!fits, "group", "This report has no such groups.");
        let kinds = ["", "ticket", "livechat"];
        let kind = self.kind.trim();
        wrong.when(!kinds.contains(&kind), "type", "The type is ticket or livechat, or nothing.");
        for (field, id) in [("department", self.department), ("label", self.label)] {
            wrong.when(id.is_some_and(|id| id < 0), field, "Give an id, 0 for none, or nothing.");
        }
        let weekly = self.repeat == ScheduledRepeat::Weekly;
        let weekdays: BTreeSet<i8> = self.weekdays.iter().copied().collect();
        let fine = !weekdays.is_empty() && weekdays.iter().all(|day| (1..=7).contains(day));
        wrong.when(weekly && !fine, "weekdays", "Name at least one day: 1 for Monday to 7.");
        let monthly = self.repeat == ScheduledRepeat::Monthly;
        let fine = (1..=28).contains(&self.day_of_month);
        wrong.when(monthly && !fine, "day_of_month", "The day of the month is 1 to 28.");
        wrong.when(self.at().is_none(), "time", "Give a time as 08:00.");
        let zone = self.timezone.trim();
        wrong.when(TimeZone::get(zone).is_err(), "timezone", "There is no such time zone.");
        let recipients: BTreeSet<i64> = self.recipients.iter().copied().collect();
        let fine = (1..=RECIPIENTS_MAX).contains(&recipients.len());
        wrong.when(!fine, "recipients", "Name 1 to 50 people.");
        let strange = recipients.iter().any(|id| !known.contains(id));
        wrong.when(fine && strange, "recipients", "One of them is not in this team any more.");
        wrong.refuse("The report cannot be scheduled like this.")?;
        let narrows = self.report == ScheduledKind::Performance;
        Ok(Self {
            name: name.to_owned(),
            kind: if narrows { kind.to_owned() } else { String::new() },
            channel: if narrows { self.channel.trim().to_owned() } else { String::new() },
            department: self.department.filter(|_| narrows),
            label: self.label.filter(|_| narrows),
            weekdays: if weekly { weekdays.into_iter().collect() } else { vec![] },
            day_of_month: if monthly { self.day_of_month } else { 1 },
            timezone: zone.to_owned(),
            recipients: recipients.into_iter().collect(),
            ..self.clone()
        })
    }

    /// When on a day it goes out; none for what is no time.
    pub fn at(&self) -> Option<Time> {
        let (hour, minute) = self.time.trim().split_once(':')?;
        let digits = |text: &str| text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit());
        let both = digits(hour) && digits(minute);
        Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok().filter(|_| both)
    }

    /// How reply and resolution times are grouped; none where they cannot be.
    pub fn performance_group(&self) -> Option<ReportGrouping> {
        match self.group {
            ScheduledGrouping::Day => Some(ReportGrouping::Day),
            ScheduledGrouping::Agent => Some(ReportGrouping::Agent),
            ScheduledGrouping::Department => Some(ReportGrouping::Department),
            ScheduledGrouping::Channel => Some(ReportGrouping::Channel),
            ScheduledGrouping::Label => Some(ReportGrouping::Label),
            ScheduledGrouping::Line => None,
        }
    }

    /// How calls are grouped; none where they cannot be.
    pub fn call_group(&self) -> Option<CallGrouping> {
        match self.group {
            ScheduledGrouping::Day => Some(CallGrouping::Day),
            ScheduledGrouping::Agent => Some(CallGrouping::Agent),
            ScheduledGrouping::Line => Some(CallGrouping::Line),
            _ => None,
        }
    }

    /// What reply and resolution times are narrowed to.
    pub fn narrowed(&self) -> PerformanceQuery {
        let id = |id: Option<i64>| id.map(|id| id.to_string()).unwrap_or_default();
        PerformanceQuery {
            kind: self.kind.clone(),
            channel: self.channel.clone(),
            department: id(self.department),
            agent: String::new(),
            label: id(self.label),
        }
    }
}

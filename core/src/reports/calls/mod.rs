//! The call report: how many calls there were, whether somebody took them, how long customers waited and
//! people talked, by day, agent or line.

mod figures;
mod store;

use super::{Reports, days::ReportDays, store as names};
use crate::{
    accounts::{self, Caller, Permission},
    days,
    db::{Conn, DbResult},
    http::{
        Problem,
        tables::{Cell, Column, Row, TableHead},
    },
};
pub(super) use figures::CallFigures;
use figures::tallied;
use jiff::{ToSpan as _, tz::TimeZone};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// A call that is taken within so many seconds is answered in time.
const TARGET_S: i64 = 20;
/// The key of calls that nobody is known to have taken or made.
const NOBODY: &str = "-";

/// By what calls are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CallGrouping)]
pub(super) enum CallGrouping {
    #[default]
    Day,
    Agent,
    /// The number that was called, or that a call was made from.
    Line,
}

/// A group of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct CallReportRow {
    /// A day as YYYY-MM-DD, a username (`-` for nobody), or a number (empty where none is known).
    pub key: String,
    /// The name of an agent; empty for others.
    pub name: String,
    pub figures: CallFigures,
}

/// The calls that began within a range of days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct CallReport {
    pub group: CallGrouping,
    /// The first and the last day, YYYY-MM-DD.
    pub from: String,
    pub to: String,
    /// The days that are compared with; null where none are.
    pub before_from: Option<String>,
    pub before_to: Option<String>,
    /// The zone in which days begin.
    pub timezone: String,
    /// By day, the oldest first; else by name.
    pub rows: Vec<CallReportRow>,
    pub total: CallFigures,
    pub total_before: Option<CallFigures>,
    /// Within so many seconds a call is answered in time.
    pub target_seconds: i64,
}

type Groups = BTreeMap<String, CallFigures>;

impl Reports {
    /// The figures of a range of days, with those of as many days before where `compare` asks for them.
    ///
    /// # Errors
    /// `forbidden` without the permission; `invalid` for a range that cannot be.
    pub(super) async fn calls(
        &self,
        caller: &Caller,
        asked: &ReportDays,
        (group, compare): (CallGrouping, bool),
    ) -> Result<CallReport, Problem> {
        caller.require(Permission::ViewReport)?;
        let mut conn = self.db.read().await?;
        let timezone = accounts::timezone(&mut conn, caller.client_id, caller.user_id).await?;
        let whose = (caller.client_id, timezone.as_str());
        self.calls_at(&mut conn, whose, asked, (group, compare)).await
    }

    /// The same with days that begin in a zone, for whoever has been found to be let.
    pub(super) async fn calls_at(
        &self,
        conn: &mut Conn,
        (client_id, timezone): (i64, &str),
        asked: &ReportDays,
        (group, compare): (CallGrouping, bool),
    ) -> Result<CallReport, Problem> {
        let zone = days::zone(timezone);
        let between = asked.between(&zone, self.clock.now_ms())?;
        let (groups, total) = counted(conn, client_id, between, (group, &zone)).await?;
        let earlier = compare.then(|| before(between, &zone));
        let total_before = match earlier {
            Some(earlier) => Some(counted(conn, client_id, earlier, (group, &zone)).await?.1),
            None => None,
        };
        let rows = match group {
            CallGrouping::Day => by_day(groups, between, &zone),
            CallGrouping::Agent => {
                let people = names::people_names(conn, client_id).await?;
                by_name(groups, &people.into_iter().collect())
            }
            CallGrouping::Line => by_name(groups, &HashMap::new()),
        };
        let ends = |(from, until): (i64, i64)| {
            (days::date(from, &zone).to_string(), days::date(until - 1, &zone).to_string())
        };
        let ((from, to), earlier) = (ends(between), earlier.map(ends));
        Ok(CallReport {
            group,
            from,
            to,
            before_from: earlier.as_ref().map(|(first, _)| first.clone()),
            before_to: earlier.map(|(_, last)| last),
            timezone: timezone.to_owned(),
            rows,
            total,
            total_before,
            target_seconds: TARGET_S,
        })
    }

    /// The same as a table.
    pub(super) async fn export_calls(
        &self,
        caller: &Caller,
        asked: &ReportDays,
        group: CallGrouping,
    ) -> Result<(TableHead, Vec<Row>), Problem> {
        Ok(self.calls(caller, asked, (group, false)).await?.table())
    }
}

impl CallReport {
    /// Its rows and the total as a table.
    pub(super) fn table(&self) -> (TableHead, Vec<Row>) {
        let named = self.rows.iter().map(|row| {
            let name = if row.name.is_empty() { &row.key } else { &row.name };
            cells(name, &row.figures)
        });
        let rows = named.chain([cells("Total", &self.total)]).collect();
        let zone = days::zone(&self.timezone);
        (TableHead { name: "calls", columns: COLUMNS, zone }, rows)
    }
}

const COLUMNS: &[Column] = &[
    Column::Plain("Group"),
    Column::Plain("Inbound"),
    Column::Plain("Answered"),
    Column::Plain("Missed"),
    Column::Plain("Answered in time"),
    Column::Seconds("Wait median"),
    Column::Seconds("Wait mean"),
    Column::Seconds("Wait 90th percentile"),
    Column::Plain("Outbound"),
    Column::Plain("Reached"),
    Column::Seconds("Talk median"),
    Column::Seconds("Talk mean"),
    Column::Seconds("Talk 90th percentile"),
    Column::Seconds("Talk total"),
];

fn cells(name: &str, figures: &CallFigures) -> Row {
    let count = |number: i64| Cell::Count(Some(number));
    let (wait, talk) = (&figures.wait, &figures.talk);
    let mut cells = vec![Cell::Text(name.to_owned())];
    let inbound = [figures.inbound, figures.answered, figures.missed, figures.answered_in_time];
    cells.extend(inbound.map(count));
    cells.extend([wait.median, wait.mean, wait.p90].map(Cell::Seconds));
    cells.extend([figures.outbound, figures.reached].map(count));
    cells.extend([talk.median, talk.mean, talk.p90, Some(figures.talk_total)].map(Cell::Seconds));
    cells
}

/// As many days, just before.
fn before((from, until): (i64, i64), zone: &TimeZone) -> (i64, i64) {
    let (first, last) = (days::date(from, zone), days::date(until - 1, zone));
    let count = (last - first).get_days() + 1;
    (days::midnight(first.saturating_sub(count.days()), zone), from)
}

/// The figures of a span by groups, and all together.
async fn counted(
    conn: &mut Conn,
    client_id: i64,
    between: (i64, i64),
    (group, zone): (CallGrouping, &TimeZone),
) -> DbResult<(Groups, CallFigures)> {
    let (mut counts, mut talks) = (vec![], vec![]);
    match group {
        CallGrouping::Day => {
            for (from, until, offset) in days::offsets(between, zone) {
                let part = (client_id, (from, until));
                counts.extend(store::counts_by_day(conn, part, (TARGET_S, offset)).await?);
                talks.extend(store::talks_by_day(conn, part, offset).await?);
            }
        }
        CallGrouping::Agent => {
            counts = store::counts_by_agent(conn, (client_id, between), (TARGET_S, NOBODY)).await?;
            talks = store::talks_by_agent(conn, (client_id, between), NOBODY).await?;
        }
        CallGrouping::Line => {
            counts = store::counts_by_line(conn, (client_id, between), TARGET_S).await?;
            talks = store::talks_by_line(conn, (client_id, between)).await?;
        }
    }
    Ok(tallied(&counts, &talks))
}

/// A row for each day, also for one without calls.
fn by_day(mut groups: Groups, (from, until): (i64, i64), zone: &TimeZone) -> Vec<CallReportRow> {
    let (first, last) = (days::date(from, zone), days::date(until - 1, zone));
    let epoch = jiff::civil::date(1970, 1, 1);
    first
        .series(1.day())
        .take_while(|day| *day <= last)
        .map(|day| CallReportRow {
            key: day.to_string(),
            name: String::new(),
            figures: groups.remove(&(day - epoch).get_days().to_string()).unwrap_or_default(),
        })
        .collect()
}

/// A row for each group, by name, what belongs to nobody last.
fn by_name(groups: Groups, names: &HashMap<String, String>) -> Vec<CallReportRow> {
    let mut rows: Vec<CallReportRow> = groups
        .into_iter()
        .map(|(key, figures)| {
            let name = names.get(&key).cloned().unwrap_or_default();
            CallReportRow { key, name, figures }
        })
        .collect();
    rows.sort_by_cached_key(|row| {
        let shown = if row.name.is_empty() { &row.key } else { &row.name };
        (row.key.is_empty() || row.key == NOBODY, shown.to_lowercase(), row.key.clone())
    });
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_days_before_are_as_many_also_where_clocks_change() {
        let zone = TimeZone::get("Europe/Berlin").expect("a zone");
        let day = |month, day| jiff::civil::date(2026, month, day);
        let span = |first, last| (days::midnight(first, &zone), days::end_of(last, &zone));
        // The last Sunday of October has 25 hours.
        let week = span(day(10, 26), day(11, 1));
        assert_eq!(before(week, &zone), span(day(10, 19), day(10, 25)));
        assert_eq!(by_day(Groups::new(), week, &zone).len(), 7);
    }

    #[test]
    fn nobody_comes_last() {
        let groups = ["-", "bo", "ann"].map(|key| (key.to_owned(), CallFigures::default()));
        let names = HashMap::from([("ann".to_owned(), "Zoe Ann".to_owned())]);
        let rows = by_name(groups.into_iter().collect(), &names);
        let keys: Vec<&str> = rows.iter().map(|row| row.key.as_str()).collect();
        assert_eq!(keys, ["bo", "ann", "-"]);
    }
}

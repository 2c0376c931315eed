//! What was done within a range of days, by day, agent, department, channel or label.

use super::{
    Performance, PerformanceFigures, PerformanceQuery, PerformanceRow, ReportGrouping,
    figures::tallied,
    scope::FactScope,
    store::{self, CountRow},
};
use crate::{
    accounts::{self, Caller, Permission},
    days,
    db::{Conn, DbResult},
    http::{
        Problem,
        tables::{Cell, Column, Row, TableHead},
    },
    reports::{Reports, days::ReportDays, store as names},
};
use jiff::{ToSpan as _, civil::Date, tz::TimeZone};
use std::collections::{BTreeMap, HashMap};

impl Reports {
    /// The figures of a range of days, with those of the days before where `compare` asks for them.
    ///
    /// # Errors
    /// `forbidden` without the permission; `invalid` for a range or a filter that cannot be.
    pub(in crate::reports) async fn performance(
        &self,
        caller: &Caller,
        (asked, days): (&PerformanceQuery, &ReportDays),
        (group, compare): (ReportGrouping, bool),
    ) -> Result<Performance, Problem> {
        caller.require(Permission::ViewReport)?;
        let mut conn = self.db.read().await?;
        let timezone = accounts::timezone(&mut conn, caller.client_id, caller.user_id).await?;
        let whose = (caller.client_id, timezone.as_str());
        self.performance_at(&mut conn, whose, (asked, days), (group, compare)).await
    }

    /// The same with days that begin in a zone, for whoever has been found to be let.
    pub(in crate::reports) async fn performance_at(
        &self,
        conn: &mut Conn,
        (client_id, timezone): (i64, &str),
        (asked, days): (&PerformanceQuery, &ReportDays),
        (group, compare): (ReportGrouping, bool),
    ) -> Result<Performance, Problem> {
        let zone = days::zone(timezone);
        let scope = asked.scope(client_id, days, (&zone, self.clock.now_ms()))?;
        let (groups, total) = counted(conn, &scope, (group, &zone)).await?;
        let earlier = compare.then(|| scope.before(&zone));
        let before = match &earlier {
            Some(earlier) => Some(counted(conn, earlier, (group, &zone)).await?),
            None => None,
        };
        let (first, last) = ends(&scope, &zone);
        let rows = match group {
            ReportGrouping::Day => by_day(groups, (first, last)),
            _ => {
                let names = group_names(conn, client_id, group).await?;
                by_name(groups, before.as_ref().map(|(groups, _)| groups), &names)
            }
        };
        let earlier = earlier.map(|earlier| ends(&earlier, &zone));
        Ok(Performance {
            group,
            from: first.to_string(),
            to: last.to_string(),
            before_from: earlier.map(|(first, _)| first.to_string()),
            before_to: earlier.map(|(_, last)| last.to_string()),
            timezone: timezone.to_owned(),
            rows,
            total,
            total_before: before.map(|(_, total)| total),
            filling: store::is_filling(conn, client_id).await?,
        })
    }

    /// The same as a table.
    pub(in crate::reports) async fn export_performance(
        &self,
        caller: &Caller,
        asked: (&PerformanceQuery, &ReportDays),
        group: ReportGrouping,
    ) -> Result<(TableHead, Vec<Row>), Problem> {
        Ok(self.performance(caller, asked, (group, false)).await?.table())
    }
}

impl Performance {
    /// Its rows and the total as a table.
    pub(in crate::reports) fn table(&self) -> (TableHead, Vec<Row>) {
        let named = self.rows.iter().map(|row| {
            let name = if row.name.is_empty() { &row.key } else { &row.name };
            cells(name, &row.figures)
        });
        let rows = named.chain([cells("Total", &self.total)]).collect();
        let zone = days::zone(&self.timezone);
        (TableHead { name: "performance", columns: COLUMNS, zone }, rows)
    }
}

const COLUMNS: &[Column] = &[
    Column::Plain("Group"),
    Column::Plain("Created"),
    Column::Plain("Replies"),
    Column::Plain("First replies"),
    Column::Seconds("First reply median"),
    Column::Seconds("First reply mean"),
    Column::Seconds("First reply 90th percentile"),
    Column::Plain("Next replies"),
    Column::Seconds("Next reply median"),
    Column::Seconds("Next reply mean"),
    Column::Seconds("Next reply 90th percentile"),
    Column::Plain("Resolved"),
    Column::Seconds("Resolution median"),
    Column::Seconds("Resolution mean"),
    Column::Seconds("Resolution 90th percentile"),
    Column::Plain("One-touch"),
    Column::Plain("Reopened"),
];

fn cells(name: &str, figures: &PerformanceFigures) -> Row {
    let count = |number: i64| Cell::Count(Some(number));
    let mut cells =
        vec![Cell::Text(name.to_owned()), count(figures.created), count(figures.replies)];
    for durations in [&figures.first_reply, &figures.next_reply] {
        cells.push(count(durations.count));
        cells.extend([durations.median, durations.mean, durations.p90].map(Cell::Seconds));
    }
    cells.push(count(figures.resolved));
    let resolution = &figures.resolution;
    cells.extend([resolution.median, resolution.mean, resolution.p90].map(Cell::Seconds));
    cells.extend([figures.one_touch, figures.reopened].map(count));
    cells
}

/// The first and the last day.
fn ends(scope: &FactScope, zone: &TimeZone) -> (Date, Date) {
    (days::date(scope.from, zone), days::date(scope.until - 1, zone))
}

type Groups = BTreeMap<String, PerformanceFigures>;

/// The figures of a scope by its groups, and all together.
async fn counted(
    conn: &mut Conn,
    scope: &FactScope,
    (group, zone): (ReportGrouping, &TimeZone),
) -> DbResult<(Groups, PerformanceFigures)> {
    let rows = match group {
        ReportGrouping::Day => {
            let mut rows: Vec<CountRow> = vec![];
            for (from, until, offset) in days::offsets((scope.from, scope.until), zone) {
                let part = FactScope { from, until, ..scope.clone() };
                rows.extend(store::by_day(conn, &part, offset).await?);
            }
            rows
        }
        ReportGrouping::Agent => store::by_agent(conn, scope).await?,
        ReportGrouping::Department => store::by_department(conn, scope).await?,
        ReportGrouping::Channel => store::by_channel(conn, scope).await?,
        ReportGrouping::Label => store::by_label(conn, scope).await?,
    };
    let (groups, total) = tallied(&rows);
    if group != ReportGrouping::Label {
        return Ok((groups, total));
    }
    // What has two labels stands in two rows.
    let (_, total) = tallied(&store::together(conn, scope).await?);
    Ok((groups, total))
}

/// A row for each day, also for one on which nothing happened.
fn by_day(mut groups: Groups, (first, last): (Date, Date)) -> Vec<PerformanceRow> {
    let epoch = jiff::civil::date(1970, 1, 1);
    let mut rows = vec![];
    let mut day = first;
    while day <= last {
        let number = (day - epoch).get_days().to_string();
        rows.push(PerformanceRow {
            key: day.to_string(),
            name: String::new(),
            figures: groups.remove(&number).unwrap_or_default(),
            before: None,
        });
        let next = day.saturating_add(1.day());
        if next == day {
            break;
        }
        day = next;
    }
    rows
}

/// A row for each group that has something now or had before, by name, what belongs to none last.
fn by_name(
    mut groups: Groups,
    before: Option<&Groups>,
    names: &HashMap<String, String>,
) -> Vec<PerformanceRow> {
    for key in before.into_iter().flat_map(BTreeMap::keys) {
        groups.entry(key.clone()).or_default();
    }
    let mut rows: Vec<PerformanceRow> = groups
        .into_iter()
        .map(|(key, figures)| PerformanceRow {
            name: names.get(&key).cloned().unwrap_or_default(),
            before: before.map(|before| before.get(&key).cloned().unwrap_or_default()),
            key,
            figures,
        })
        .collect();
    rows.sort_by_cached_key(|row| {
        let shown = if row.name.is_empty() { &row.key } else { &row.name };
        (row.key.is_empty(), shown.to_lowercase(), row.key.clone())
    });
    rows
}

/// What groups are called, by their keys; channels are called by the reader.
async fn group_names(
    conn: &mut Conn,
    client_id: i64,
    group: ReportGrouping,
) -> DbResult<HashMap<String, String>> {
    let named = match group {
        ReportGrouping::Agent => store::agent_names(conn, client_id).await?,
        ReportGrouping::Department => names::department_names(conn, client_id).await?,
        ReportGrouping::Label => names::label_names(conn, client_id).await?,
        ReportGrouping::Day | ReportGrouping::Channel => vec![],
    };
    Ok(named.into_iter().map(|(id, name)| (id.to_string(), name)).collect())
}

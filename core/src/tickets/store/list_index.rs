//! Tickets of a list by an index scan, found along the tickets of a label, an agent or a department: `ticket_lines`
//! has those in the list's order, and beside each what else lists are narrowed by.

use super::list_scan::{FilterParams, ScanRow, ask, conditions, eight, places};
use crate::{
    db::{Conn, DbResult},
    fetch_all_anew, fetch_one, fetch_one_anew,
    tickets::{
        list::filter::{ListPosition, TicketFilter, WANTED_MAX},
        model::Viewer,
    },
};

/// So many of the newest tickets say how many there are in a time.
const SAMPLE: i64 = 300;

/// What has lines of tickets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Facet {
    Label,
    Agent,
    Department,
}

impl Facet {
    const fn code(self) -> i64 {
        match self {
            Self::Label => 1,
            Self::Agent => 2,
            Self::Department => 3,
        }
    }
}

/// The tickets of one label, agent or department, as the table names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tickets) struct Line(i64);

/// Lines that have all tickets of a list between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tickets) struct IndexScan {
    facet: Facet,
    values: Vec<i64>,
    /// The viewer's own tickets, all of which the viewer sees, rather than wanted agents'.
    own: bool,
}

impl IndexScan {
    /// Each line by itself.
    pub(in crate::tickets) fn lines(&self) -> Vec<Line> {
        self.values.iter().map(|value| Line(value * 4 + self.facet.code())).collect()
    }

    /// As many as a statement names.
    fn eight(&self) -> [i64; WANTED_MAX] {
        eight(&self.lines().iter().map(|line| line.0).collect::<Vec<_>>())
    }

    /// Whether all tickets of a line belong to the list.
    pub(in crate::tickets) fn is_all(&self, viewer: &Viewer, wanted: &TicketFilter) -> bool {
        let mut rest = wanted.clone();
        match self.facet {
            Facet::Label => rest.labels = vec![],
            Facet::Agent => rest.agents = vec![],
            Facet::Department => rest.departments = vec![],
        }
        self.values.len() == 1
            && !self.own
            && rest.severities.is_empty()
            && rest.is_plain_but_severity(viewer)
    }

    /// What is left to ask of a ticket that stands in one of the lines.
    pub(in crate::tickets) fn left(&self, asked: &FilterParams) -> FilterParams {
        let mut left = asked.again();
        match (self.facet, self.own) {
            (Facet::Label, _) => left.labels = String::new(),
            (Facet::Agent, true) => left.admin = true,
            (Facet::Agent, false) => left.agents = String::new(),
            (Facet::Department, _) => {
                left.department = -1;
                left.departments = String::new();
            }
        }
        left
    }
}

/// The ways along which all of a list is found. What is 0 means tickets that have none: those have no
/// line. Tickets of others that somebody sees are those the two have together.
fn ways(viewer: &Viewer, wanted: &TicketFilter) -> Vec<IndexScan> {
    let given = |list: &[i64]| !list.is_empty() && !list.contains(&0);
    let along = |facet, values: &[i64], own| IndexScan { facet, values: values.to_vec(), own };
    let mut ways = vec![];
    if given(&wanted.labels) {
        ways.push(along(Facet::Label, &wanted.labels, false));
    }
    if given(&wanted.agents) {
        ways.push(along(Facet::Agent, &wanted.agents, false));
        if !viewer.sees_all() && !wanted.agents.contains(&viewer.user_id) {
            ways.push(along(Facet::Agent, &[viewer.user_id], true));
        }
    }
    if given(&wanted.departments) {
        ways.push(along(Facet::Department, &wanted.departments, false));
    }
    ways
}

/// The way with the fewest tickets to pass, if there is one.
pub(in crate::tickets) async fn along(
    conn: &mut Conn,
    asked: &FilterParams,
    viewer: &Viewer,
    wanted: &TicketFilter,
) -> DbResult<Option<IndexScan>> {
    let mut ways = ways(viewer, wanted);
    // With one there is nothing to choose. All filters have their most tickets in the last status.
    let status = wanted.statuses().last().copied().filter(|_| ways.len() > 1);
    let Some(status) = status else { return Ok(ways.pop()) };
    let mut best: Option<(Crowd, IndexScan)> = None;
    for way in ways {
        let crowd = crowd(conn, asked, &way, status).await?;
        if best.as_ref().is_none_or(|(least, _)| crowd.is_less_than(*least)) {
            best = Some((crowd, way));
        }
    }
    Ok(best.map(|(_, way)| way))
}

/// How many tickets stand in lines.
#[derive(Clone, Copy, Debug, Default)]
struct Crowd {
    /// Counted no further than the sample of each.
    counted: i64,
    /// For each day among the newest.
    daily: f64,
}

impl Crowd {
    fn of(counted: i64, span_ms: i64) -> Self {
        let days = span_ms.max(1) as f64 / 86_400_000.0;
        Self { counted, daily: counted as f64 / days }
    }

    fn and(self, other: Self) -> Self {
        Self { counted: self.counted + other.counted, daily: self.daily + other.daily }
    }

    /// What could be counted to its end is less than what could not.
    fn is_less_than(self, other: Self) -> bool {
        if self.counted < SAMPLE || other.counted < SAMPLE {
            return self.counted < other.counted;
        }
        self.daily < other.daily
    }
}

async fn crowd(
    conn: &mut Conn,
    asked: &FilterParams,
    way: &IndexScan,
    status: i64,
) -> DbResult<Crowd> {
    let mut sum = Crowd::default();
    for line in way.lines() {
        let (counted, oldest) = fetch_one!(
            conn,
            (i64, Option<i64>),
            "select count(*), min(t.updated_at)
               from (select updated_at from ticket_lines
                      where client_id = $1 and line = $2 and list = $3
                      order by updated_at desc limit $4) t",
            asked.client_id,
            line.0,
            asked.list(status),
            SAMPLE,
        )?;
        sum = sum.and(Crowd::of(counted, asked.now - oldest.unwrap_or(asked.now)));
    }
    Ok(sum)
}

/// A statement over `ticket_lines` as `t`. One label or agent, or none, is sought in the row's own
/// text; among several, or where a ticket has too many labels for that, it is looked up. The kind, `$2`,
/// is part of `list` and named only because PostgreSQL has to learn of its type.
macro_rules! narrowed_in_line {
    ($head:literal, $tail:literal) => {
        conditions!(
            $head,
            " and $2 <> '' and ($8 = 0 or ($8 >> cast(t.severity_place as integer)) & 1 = 1)",
            " and ($6 = ''
                   or replace(t.labels, $6, '') <> t.labels
                   or (t.labels = ',,' and replace($6, ',0,', '') <> $6)
                   or ((t.labels is null or length($6) - length(replace($6, ',', '')) > 2)
                       and exists (
                        select 1 from ticket_labels l
                         where l.client_id = $1 and l.ticket_id = t.id
                           and replace($6, ',' || l.label_id || ',', '') <> $6
                         limit 1 offset 0)))
              and ($9 = ''
                   or replace(',' || t.assignee_ids || ',', $9, '') <> ',' || t.assignee_ids || ','
                   or (t.assignee_ids = '' and replace($9, ',0,', '') <> $9)
                   or (length($9) - length(replace($9, ',', '')) > 2
                       and exists (
                        select 1 from participants p
                         where p.ticket_id = t.id
                           and replace($9, ',' || p.user_id || ',', '') <> $9
                         limit 1 offset 0)))",
            $tail
        )
    };
}

/// The tickets of a line and a status behind a place, the newest change first. Those of one severity
/// when it is named.
pub(super) async fn newest(
    conn: &mut Conn,
    asked: &FilterParams,
    line: Line,
    (status, severity): (i64, Option<i64>),
    id: i64,
    limit: i64,
) -> DbResult<Vec<ListPosition>> {
    let rows = ask!(
        fetch_all_anew,
        conn,
        ScanRow,
        narrowed_in_line!(
            "select t.severity_place, t.updated_at, t.id from ticket_lines t
              where t.client_id = $1 and t.line = $29 and t.list = $25
                and ($28 < 0 or t.severity_place = $28)
                and t.updated_at between $14 and $15",
            "and (t.updated_at < $15 or t.id < $26)
             order by t.updated_at desc, t.id desc limit $27"
        ),
        asked,
        asked.list(status),
        id,
        limit,
        severity.unwrap_or(-1),
        line.0,
    )?;
    Ok(places(rows))
}

/// The same, the oldest change first.
pub(super) async fn oldest(
    conn: &mut Conn,
    asked: &FilterParams,
    line: Line,
    status: i64,
    id: i64,
    limit: i64,
) -> DbResult<Vec<ListPosition>> {
    let rows = ask!(
        fetch_all_anew,
        conn,
        ScanRow,
        narrowed_in_line!(
            "select t.severity_place, t.updated_at, t.id from ticket_lines t
              where t.client_id = $1 and t.line = $28 and t.list = $25
                and t.updated_at between $14 and $15",
            "and (t.updated_at > $14 or t.id > $26)
             order by t.updated_at, t.id limit $27"
        ),
        asked,
        asked.list(status),
        id,
        limit,
        line.0,
    )?;
    Ok(places(rows))
}

/// How many tickets of a status the lines have, up to a limit; one of two lines counts twice.
pub(in crate::tickets) async fn count_in_lines(
    conn: &mut Conn,
    asked: &FilterParams,
    along: &IndexScan,
    status: i64,
    limit: i64,
) -> DbResult<i64> {
    let lines = along.eight();
    let (count,) = fetch_one_anew!(
        conn,
        (i64,),
        "select count(*)
           from (select 1 as one from ticket_lines
                  where client_id = $1 and list = $2
                    and line in ($3, $4, $5, $6, $7, $8, $9, $10)
                  limit $11) counted",
        asked.client_id,
        asked.list(status),
        lines[0],
        lines[1],
        lines[2],
        lines[3],
        lines[4],
        lines[5],
        lines[6],
        lines[7],
        limit,
    )?;
    Ok(count)
}

/// How many tickets of the lines are looked at, up to a limit, and how many of those belong to the list.
pub(in crate::tickets) async fn count_along(
    conn: &mut Conn,
    asked: &FilterParams,
    along: &IndexScan,
    status: i64,
    limit: i64,
) -> DbResult<(i64, i64)> {
    let lines = along.eight();
    ask!(
        fetch_one_anew,
        conn,
        (i64, i64),
        narrowed_in_line!(
            "select count(*), count(distinct t.id) filter (where t.id > 0",
            ") from (select t.id, t.assignee_ids, t.labels, t.channel, t.department_id, t.severity_place,
                            t.responded, t.automatic, t.appointment_at, t.created_at, t.updated_at,
                            t.replied_at
                       from ticket_lines t
                      where t.client_id = $1 and t.list = $25
                        and t.line in ($27, $28, $29, $30, $31, $32, $33, $34)
                        and t.updated_at between $14 and $15
                      limit $26) t"
        ),
        asked,
        asked.list(status),
        limit,
        lines[0],
        lines[1],
        lines[2],
        lines[3],
        lines[4],
        lines[5],
        lines[6],
        lines[7],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tickets::model::{Filter, ListKind};

    fn viewer(admin: bool) -> Viewer {
        Viewer {
            client_id: 1,
            user_id: 7,
            username: "a".into(),
            name: "A".into(),
            admin,
            view_all: false,
        }
    }

    #[test]
    fn lists_are_walked_along_what_is_asked_for() {
        let all = TicketFilter::of(ListKind::Ticket, Filter::All);
        let of = |labels: &[i64], agents: &[i64]| TicketFilter {
            labels: labels.to_vec(),
            agents: agents.to_vec(),
            ..all.clone()
        };
        let along = |facet, values: &[i64], own| IndexScan { facet, values: values.to_vec(), own };
        let label = || along(Facet::Label, &[5, 6], false);
        for (admin, wanted, expected) in [
            (true, all.clone(), vec![]),
            (true, of(&[0, 5], &[0]), vec![]),
            (true, of(&[5, 6], &[]), vec![label()]),
            (true, of(&[5, 6], &[3]), vec![label(), along(Facet::Agent, &[3], false)]),
            (false, of(&[5, 6], &[0, 3]), vec![label()]),
            (false, of(&[], &[3, 7]), vec![along(Facet::Agent, &[3, 7], false)]),
            (
                false,
                of(&[], &[3]),
                vec![along(Facet::Agent, &[3], false), along(Facet::Agent, &[7], true)],
            ),
        ] {
            assert_eq!(ways(&viewer(admin), &wanted), expected, "{wanted:?}");
        }
        let wanted = TicketFilter { departments: vec![4], ..of(&[], &[0]) };
        assert_eq!(ways(&viewer(false), &wanted), [along(Facet::Department, &[4], false)]);
    }

    #[test]
    fn the_smaller_crowd_is_the_one_that_ends_or_comes_more_slowly() {
        let day = 86_400_000;
        let few = Crowd::of(30, day);
        let slow = Crowd::of(SAMPLE, 100 * day);
        let quick = Crowd::of(SAMPLE, day);
        let two = Crowd::of(600, day).and(Crowd::of(600, day));
        assert!(few.is_less_than(slow) && !slow.is_less_than(few));
        assert!(slow.is_less_than(quick) && !quick.is_less_than(slow));
        assert!(few.is_less_than(two) && slow.is_less_than(two));
        assert!(Crowd::default().is_less_than(few), "nothing is the least");
    }
}

//! The summary: the tickets that were opened in a range of days, a page at a time or as a table to keep.

use super::{
    Reports,
    days::ReportDays,
    model::{ReportGroups, ReportRow, ReportTicket},
    names::TicketNames,
    store::{self, SummaryFilter, TicketRow},
};
use crate::{
    accounts::{Caller, Permission},
    days,
    db::DbError,
    http::{
        Problem,
        tables::{Cell, Column, Row, TableHead},
    },
    tickets::{Filter, ListKind, utc},
};
use futures_util::stream::{self, Stream};
use jiff::tz::TimeZone;

/// Rows of one page.
pub(super) const PAGE: i64 = 30;
/// Behind so many nobody pages; the exported table has all.
const OFFSET_MAX: i64 = 1_000_000;
/// Rows that an export reads in one go.
const EXPORTED: i64 = 500;

/// Which tickets are asked for.
pub(super) struct SummaryQuery {
    pub kind: ListKind,
    pub status: Filter,
    pub days: ReportDays,
}

impl Reports {
    /// A page of the tickets that were opened within these days, the newest first, by the day.
    pub(super) async fn summary(
        &self,
        caller: &Caller,
        query: &SummaryQuery,
        offset: i64,
    ) -> Result<ReportGroups, Problem> {
        caller.require(Permission::ViewReport)?;
        let mut conn = self.db.read().await?;
        let zone = self.zone(&mut conn, caller).await?;
        let filter = self.filter(caller, query, &zone)?;
        let page = (offset.clamp(0, OFFSET_MAX), PAGE);
        let tickets = store::tickets(&mut conn, &filter, None, page).await?;
        let names = TicketNames::read(&mut conn, caller.client_id).await?;
        let rows = tickets.into_iter().map(|ticket| {
            let heading = days::heading(ticket.created_at, &zone);
            (heading, report_ticket(ticket, &names))
        });
        Ok(ReportGroups::of(rows))
    }

    /// The same tickets, all of them, as a table that comes page by page.
    pub(super) async fn export_summary(
        &self,
        caller: &Caller,
        query: &SummaryQuery,
    ) -> Result<(TableHead, impl Stream<Item = Result<Vec<Row>, DbError>> + Send + use<>), Problem>
    {
        caller.require(Permission::ViewReport)?;
        let mut conn = self.db.read().await?;
        let zone = self.zone(&mut conn, caller).await?;
        let filter = self.filter(caller, query, &zone)?;
        let names = TicketNames::read(&mut conn, caller.client_id).await?;
        drop(conn);
        let reading = (self.clone(), filter, names, Some((i64::MAX, i64::MAX)));
        let pages = stream::try_unfold(reading, |(room, filter, names, behind)| async move {
            let Some(behind) = behind else { return Ok(None) };
            let mut conn = room.db.read().await?;
            let tickets = store::tickets(&mut conn, &filter, Some(behind), (0, EXPORTED)).await?;
            drop(conn);
            let more = i64::try_from(tickets.len()).is_ok_and(|count| count == EXPORTED);
            let last = tickets.last().map(|ticket| (ticket.created_at, ticket.id));
            let rows =
                tickets.into_iter().map(|ticket| cells(report_ticket(ticket, &names))).collect();
            Ok(Some((rows, (room, filter, names, last.filter(|_| more)))))
        });
        Ok((TableHead { name: "tickets", columns: COLUMNS, zone }, pages))
    }

    fn filter(
        &self,
        caller: &Caller,
        query: &SummaryQuery,
        zone: &TimeZone,
    ) -> Result<SummaryFilter, Problem> {
        let (from, to) = query.days.between(zone, self.clock.now_ms())?;
        Ok(SummaryFilter {
            client_id: caller.client_id,
            kind: query.kind.as_str(),
            status: match query.status {
                Filter::Status(code) => code,
                Filter::All => -1,
            },
            from,
            to,
        })
    }
}

const COLUMNS: &[Column] = &[
    Column::Plain("Ticket No."),
    Column::Plain("Title"),
    Column::Plain("Channel"),
    Column::Plain("Label"),
    Column::Plain("Status"),
    Column::Plain("Assignee"),
    Column::Plain("Department"),
    Column::Plain("Time Created"),
    Column::Plain("Time Updated"),
    Column::Plain("SLA"),
    Column::Plain("Rating"),
    Column::Plain("Reason"),
];

fn cells(ticket: ReportTicket) -> Row {
    let ReportTicket { row, created_at, updated_at } = ticket;
    let status = row.status_name().to_owned();
    vec![
        Cell::Count(Some(row.ticket_number)),
        Cell::Text(row.title),
        Cell::Text(row.channel),
        Cell::Text(row.label_names.join(", ")),
        Cell::Text(status),
        Cell::Text(row.assignee_names.join(", ")),
        Cell::Text(row.department),
        Cell::Moment(created_at),
        Cell::Moment(updated_at),
        Cell::Text(row.sla.to_owned()),
        Cell::Count(row.rating),
        Cell::Text(row.reason.unwrap_or_default()),
    ]
}

fn report_ticket(ticket: TicketRow, names: &TicketNames) -> ReportTicket {
    let sla = match (ticket.breached, ticket.running, ticket.met) {
        (1.., _, _) => "breached",
        (_, 1.., _) => "running",
        (_, _, 1..) => "met",
        _ => "",
    };
    let row = ReportRow {
        id: ticket.id,
        ticket_number: ticket.number,
        label_names: names.labels(&ticket.labels),
        assignee_names: names.people(&ticket.assignee),
        department: names.department(ticket.department_id),
        title: ticket.title,
        channel: ticket.channel,
        label: ticket.labels,
        closed: ticket.status,
        assignee: ticket.assignee,
        department_id: ticket.department_id,
        created_at: utc(ticket.created_at),
        updated_at: utc(ticket.updated_at),
        sla,
        rating: ticket.rating,
        reason: ticket.rating_reason,
    };
    ReportTicket { row, created_at: ticket.created_at, updated_at: ticket.updated_at }
}

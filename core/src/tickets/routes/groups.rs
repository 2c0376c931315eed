//! Lists grouped by department or label.

use crate::{
    accounts::Caller,
    http::{Problem, ProblemBody},
    tickets::{
        Tickets,
        api::{TicketCounts, TicketPage},
        list::grouped::Group,
        model::{Filter, Viewer},
    },
};
use axum::{
    Json,
    extract::{Path, State},
};

/// A page of one group of a list: the tickets of the department or label `id`, 10 at a time, `offset`
/// being the number of rows already loaded. `group` is `department` or `label`; the id 0 stands for
/// tickets that have none. Answers `data`, `count` and `status`.
#[utoipa::path(
    get, path = "/api/ticket/load2/{group}/{filter}/ticket/{offset}/{id}", tag = "tickets",
    params(("group" = String, Path), ("filter" = String, Path), ("offset" = i64, Path), ("id" = i64, Path)),
    responses((status = 200, body = TicketPage), (status = 401, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn load2(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path((group, filter, offset, id)): Path<(String, String, String, String)>,
) -> Result<Json<TicketPage>, Problem> {
    let number = |text: &str, field: &str| {
        let number: Option<i64> = text.parse().ok().filter(|n| *n >= 0);
        number.ok_or_else(|| Problem::field(field, "This is a whole number."))
    };
    let filter = Filter::parse(&filter).ok_or_else(|| {
        Problem::field("filter", "The filter is open, pending, solved, closed or all.")
    })?;
    let group = Group::parse(&group, number(&id, "id")?)
        .ok_or_else(|| Problem::field("group", "Groups are of a department or a label."))?;
    let offset = number(&offset, "offset")?;
    tickets.group_page(&Viewer::from(&caller), filter, group, offset).await.map(Json)
}

/// How many tickets of a list each department or label has: `data` is a list of `id` and `count`, the
/// id 0 standing for tickets that have none. Of long lists the newest tickets are counted, which
/// `countMore` says.
#[utoipa::path(
    get, path = "/api/ticket/groups/{group}/{filter}", tag = "tickets",
    params(("group" = String, Path), ("filter" = String, Path)),
    responses((status = 200, body = TicketCounts), (status = 401, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn counts(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path((group, filter)): Path<(String, String)>,
) -> Result<Json<TicketCounts>, Problem> {
    let filter = Filter::parse(&filter).ok_or_else(|| {
        Problem::field("filter", "The filter is open, pending, solved, closed or all.")
    })?;
    let group = Group::parse(&group, 0)
        .ok_or_else(|| Problem::field("group", "Groups are of a department or a label."))?;
    let departments = matches!(group, Group::Department(_));
    tickets.group_counts(&Viewer::from(&caller), filter, departments).await.map(Json)
}

//! Lists grouped by department or label.

use crate::{
    accounts::Caller,
    http::{Problem, ProblemBody},
    tickets::{
        Tickets,
        grouped::Group,
        model::{Filter, Viewer},
    },
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde_json::Value;

/// A page of one group of a list: the tickets of the department or label `id`, 10 at a time, `offset`
/// being the number of rows already loaded. `group` is `department` or `label`; the id 0 stands for
/// tickets that have none. Answers `data`, `count` and `status`.
#[utoipa::path(
    get, path = "/api/ticket/load2/{group}/{filter}/ticket/{offset}/{id}", tag = "tickets",
    params(("group" = String, Path), ("filter" = String, Path), ("offset" = i64, Path), ("id" = i64, Path)),
    responses((status = 200, body = Value), (status = 401, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn load2(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path((group, filter, offset, id)): Path<(String, String, String, String)>,
) -> Result<Json<Value>, Problem> {
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

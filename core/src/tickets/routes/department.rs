//! Which department a ticket belongs to.

use crate::{
    accounts::Caller,
    http::{Input, IntOrText, Problem, ProblemBody, SuccessWith},
    tickets::{Tickets, Viewer, api::TicketView},
};
use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[schema(as = SetDepartment)]
pub(super) struct Wish {
    #[schema(value_type = IntOrText)]
    ticket_id: Value,
    #[serde(default)]
    #[schema(value_type = Option<IntOrText>)]
    department_id: Value,
}

/// Puts a ticket into a department: `ticket_id` and `department_id`, or `null` for none. The answer
/// has the ticket as it is then.
#[utoipa::path(
    post, path = "/api/ticket/department", tag = "tickets", request_body = Wish,
    responses((status = 200, body = SuccessWith<TicketView>), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn set(
    State(tickets): State<Tickets>,
    caller: Caller,
    Input(wish): Input<Wish>,
) -> Result<Json<SuccessWith<TicketView>>, Problem> {
    let ticket = whole(&wish.ticket_id).ok_or_else(Problem::not_found)?;
    let department = match &wish.department_id {
        Value::Null => None,
        Value::String(text) if text.is_empty() => None,
        id => {
            let wrong = || Problem::field("department_id", "This is the id of a department.");
            Some(whole(id).ok_or_else(wrong)?)
        }
    };
    let ticket = tickets.set_department(&Viewer::from(&caller), ticket, department).await?;
    Ok(Json(SuccessWith::of(ticket)))
}

/// A whole number, also written as a text.
pub(super) fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

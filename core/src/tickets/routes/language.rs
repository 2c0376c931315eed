//! What a ticket is read in.

use super::department::whole;
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
#[schema(as = SetLanguage)]
#[serde(rename_all = "camelCase")]
pub(super) struct Wish {
    #[schema(value_type = IntOrText)]
    ticket_id: Value,
    #[serde(default)]
    lang: String,
}

/// Sets what a ticket is read in: `ticketId` and `lang`, a code such as `en`, `ms` or `zh`. What its
/// customer writes in stays known as `source_lang`. The answer has the ticket as it is then.
#[utoipa::path(
    post, path = "/api/language/set", tag = "tickets", request_body = Wish,
    responses((status = 200, body = SuccessWith<TicketView>), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn set(
    State(tickets): State<Tickets>,
    caller: Caller,
    Input(wish): Input<Wish>,
) -> Result<Json<SuccessWith<TicketView>>, Problem> {
    let ticket = whole(&wish.ticket_id).ok_or_else(Problem::not_found)?;
    let ticket = tickets.set_language(&Viewer::from(&caller), ticket, &wish.lang).await?;
    Ok(Json(SuccessWith::of(ticket)))
}

//! The calls about routing.

mod desk;
mod replay;

use super::{
    Routing,
    model::{
        RoutingOffer, RoutingQueue, RoutingQueueDraft, RoutingQueueOrder, SetTicketQueue,
        TicketRouting,
    },
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Input, Problem, ProblemBody, Success, SuccessWith, routes},
};
use axum::{
    Json,
    extract::{FromRef, Path, State},
    http::StatusCode,
};
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Routing> for Accounts {
    fn from_ref(room: &Routing) -> Self {
        room.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Routing) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(queues, make_queue))
        .routes(routes!(order_queues))
        .routes(routes!(change_queue, drop_queue))
        .routes(routes!(desk::skills, desk::make_skill))
        .routes(routes!(desk::rename_skill, desk::drop_skill))
        .routes(routes!(desk::agents))
        .routes(routes!(desk::change_agent))
        .routes(routes!(desk::settings, desk::change_settings))
        .routes(routes!(offers))
        .routes(routes!(accept))
        .routes(routes!(decline))
        .routes(routes!(accept_visit))
        .routes(routes!(decline_visit))
        .routes(routes!(replay::replays, replay::start_replay))
        .routes(routes!(replay::replay, replay::drop_replay))
        .routes(routes!(ticket_routing))
        .routes(routes!(set_ticket_queue))
        .with_state(room)
}

fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| Problem::not_found())
}

/// The client's queues in their order: a ticket that nobody has goes into the first enabled one whose
/// conditions hold.
#[utoipa::path(
    get, path = "/api/routing/queues", tag = "routing",
    responses((status = 200, body = Vec<RoutingQueue>), (status = 401, body = ProblemBody))
)]
async fn queues(
    State(room): State<Routing>,
    caller: Caller,
) -> Result<Json<Vec<RoutingQueue>>, Problem> {
    room.queues(&caller).await.map(Json)
}

/// Makes a queue, for admins: the last one in the order. It takes in tickets that come or change from
/// then on.
#[utoipa::path(
    post, path = "/api/routing/queues", tag = "routing", request_body = RoutingQueueDraft,
    responses(
        (status = 201, body = RoutingQueue), (status = 403, body = ProblemBody),
        (status = 409, description = "There are as many as there may be.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn make_queue(
    State(room): State<Routing>,
    caller: Caller,
    Input(draft): Input<RoutingQueueDraft>,
) -> Result<(StatusCode, Json<RoutingQueue>), Problem> {
    Ok((StatusCode::CREATED, Json(room.make_queue(&caller, &draft).await?)))
}

/// Puts the queues in an order, for admins.
#[utoipa::path(
    put, path = "/api/routing/queues/order", tag = "routing", request_body = RoutingQueueOrder,
    responses(
        (status = 200, body = Vec<RoutingQueue>), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn order_queues(
    State(room): State<Routing>,
    caller: Caller,
    Input(order): Input<RoutingQueueOrder>,
) -> Result<Json<Vec<RoutingQueue>>, Problem> {
    room.order_queues(&caller, &order).await.map(Json)
}

/// Changes a queue, for admins. What waits in it stays there.
#[utoipa::path(
    put, path = "/api/routing/queues/{id}", tag = "routing", params(("id" = i64, Path)),
    request_body = RoutingQueueDraft,
    responses(
        (status = 200, body = RoutingQueue), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn change_queue(
    State(room): State<Routing>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<RoutingQueueDraft>,
) -> Result<Json<RoutingQueue>, Problem> {
    room.change_queue(&caller, number(&id)?, &draft).await.map(Json)
}

/// Deletes a queue, for admins. What waits in it goes into the next queue that fits.
#[utoipa::path(
    delete, path = "/api/routing/queues/{id}", tag = "routing", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn drop_queue(
    State(room): State<Routing>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.drop_queue(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

/// The tickets and visitors that are offered to the caller now; what ends first comes first.
#[utoipa::path(
    get, path = "/api/routing/offers", tag = "routing",
    responses((status = 200, body = Vec<RoutingOffer>), (status = 401, body = ProblemBody))
)]
async fn offers(
    State(room): State<Routing>,
    caller: Caller,
) -> Result<Json<Vec<RoutingOffer>>, Problem> {
    room.offers(&caller).await.map(Json)
}

/// Takes a ticket that is offered to the caller. `data` is its number.
#[utoipa::path(
    post, path = "/api/routing/offers/{ticket_id}/accept", tag = "routing",
    params(("ticket_id" = i64, Path)),
    responses(
        (status = 200, body = SuccessWith<i64>), (status = 404, body = ProblemBody),
        (status = 409, description = "The offer is over.", body = ProblemBody),
    )
)]
async fn accept(
    State(room): State<Routing>,
    caller: Caller,
    Path(ticket_id): Path<String>,
) -> Result<Json<SuccessWith<i64>>, Problem> {
    room.accept(&caller, number(&ticket_id)?).await.map(SuccessWith::of).map(Json)
}

/// Lets a ticket pass that is offered to the caller. An offer that is over stays over.
#[utoipa::path(
    post, path = "/api/routing/offers/{ticket_id}/decline", tag = "routing",
    params(("ticket_id" = i64, Path)),
    responses((status = 200, body = Success), (status = 404, body = ProblemBody))
)]
async fn decline(
    State(room): State<Routing>,
    caller: Caller,
    Path(ticket_id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.decline(&caller, number(&ticket_id)?).await?;
    Ok(Json(Success::default()))
}

/// Takes a visitor of live chat who is offered to the caller. The visitor's page is told, and the chat
/// begins.
#[utoipa::path(
    post, path = "/api/routing/offers/visits/{session_id}/accept", tag = "routing",
    params(("session_id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 404, body = ProblemBody),
        (status = 409, description = "The offer is over.", body = ProblemBody),
    )
)]
async fn accept_visit(
    State(room): State<Routing>,
    caller: Caller,
    Path(session_id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.accept_visit(&caller, number(&session_id)?).await?;
    Ok(Json(Success::default()))
}

/// Lets a visitor pass who is offered to the caller. An offer that is over stays over.
#[utoipa::path(
    post, path = "/api/routing/offers/visits/{session_id}/decline", tag = "routing",
    params(("session_id" = i64, Path)),
    responses((status = 200, body = Success), (status = 404, body = ProblemBody))
)]
async fn decline_visit(
    State(room): State<Routing>,
    caller: Caller,
    Path(session_id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.decline_visit(&caller, number(&session_id)?).await?;
    Ok(Json(Success::default()))
}

/// Where a ticket stands in routing, and why agents were chosen for it.
#[utoipa::path(
    get, path = "/api/tickets/{id}/routing", tag = "routing", params(("id" = i64, Path)),
    responses(
        (status = 200, body = TicketRouting), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn ticket_routing(
    State(room): State<Routing>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<TicketRouting>, Problem> {
    room.of_ticket(&caller, number(&id)?).await.map(Json)
}

/// Moves a ticket into a queue, or out of it. Who takes part in it no longer does, and how long it waits
/// is kept.
#[utoipa::path(
    put, path = "/api/tickets/{id}/queue", tag = "routing", params(("id" = i64, Path)),
    request_body = SetTicketQueue,
    responses(
        (status = 200, body = TicketRouting), (status = 404, body = ProblemBody),
        (status = 409, description = "The ticket is not open.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn set_ticket_queue(
    State(room): State<Routing>,
    caller: Caller,
    Path(id): Path<String>,
    Input(wanted): Input<SetTicketQueue>,
) -> Result<Json<TicketRouting>, Problem> {
    room.set_queue(&caller, number(&id)?, &wanted).await.map(Json)
}

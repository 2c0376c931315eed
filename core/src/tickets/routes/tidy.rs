//! Spam, senders whose messages are held back, merged and related tickets.

use super::view::number;
use crate::{
    accounts::Caller,
    http::{Input, Problem, ProblemBody, Query, Success, SuccessWith},
    tickets::{
        Tickets, Viewer,
        api::{
            BlockPage, DiscardedMessages, HeldMessage, LinkedTicket, RestoredMessages, SpamMarked,
            TicketView, Unblocked, Unmerged,
        },
    },
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[schema(as = MarkSpam)]
pub(super) struct Spam {
    spam: bool,
    /// Block the sender as well.
    #[serde(default)]
    block: bool,
    #[serde(default)]
    reason: String,
}

/// Marks a ticket as spam (status 5), or takes that back: then it has the status from before. With
/// `block` its sender is blocked as well, for a `reason` that may be empty. Answers the `status`.
#[utoipa::path(
    put, path = "/api/tickets/{id}/spam", tag = "tickets", params(("id" = i64, Path)), request_body = Spam,
    responses((status = 200, body = SpamMarked), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn spam(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Spam>,
) -> Result<Json<SpamMarked>, Problem> {
    let block = input.block.then_some(input.reason.as_str());
    tickets.set_spam(&caller, number(&id)?, input.spam, block).await.map(Json)
}

#[derive(Deserialize, ToSchema)]
#[schema(as = BlockSender)]
pub(super) struct Block {
    #[serde(default)]
    reason: String,
}

/// Blocks the sender of a ticket: what comes from them is answered to the provider and held back, out
/// of the tickets and of everybody's sight. The permission `hide_block` takes this away.
#[utoipa::path(
    put, path = "/api/tickets/{id}/block", tag = "tickets", params(("id" = i64, Path)), request_body = Block,
    responses((status = 200, body = Success), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn block(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Block>,
) -> Result<Json<Success>, Problem> {
    tickets.block(&caller, number(&id)?, &input.reason).await.map(Json)
}

/// Takes the block of a ticket's sender away. `held` says how many messages are still held back.
#[utoipa::path(
    delete, path = "/api/tickets/{id}/block", tag = "tickets", params(("id" = i64, Path)),
    responses((status = 200, body = Unblocked), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn unblock(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Unblocked>, Problem> {
    tickets.unblock(&caller, number(&id)?).await.map(Json)
}

#[derive(Deserialize)]
pub(super) struct Page {
    before: Option<i64>,
}

/// Who is blocked, by whom, since when and why, and how many of their messages are held; also who was
/// blocked while messages came that are still held. The newest first; `before` is the last id seen.
#[utoipa::path(
    get, path = "/api/blocks", tag = "tickets", params(("before" = Option<i64>, Query)),
    responses((status = 200, body = BlockPage), (status = 403, body = ProblemBody))
)]
pub(super) async fn blocks(
    State(tickets): State<Tickets>,
    caller: Caller,
    Query(page): Query<Page>,
) -> Result<Json<BlockPage>, Problem> {
    tickets.blocks(&caller, page.before).await.map(Json)
}

/// Takes a block away. `held` says how many messages are still held back.
#[utoipa::path(
    delete, path = "/api/blocks/{id}", tag = "tickets", params(("id" = i64, Path)),
    responses((status = 200, body = Unblocked), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn remove(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Unblocked>, Problem> {
    tickets.remove_block(&caller, number(&id)?).await.map(Json)
}

/// The messages of a sender that are held back, the newest first.
#[utoipa::path(
    get, path = "/api/blocks/{id}/held", tag = "tickets", params(("id" = i64, Path), ("before" = Option<i64>, Query)),
    responses((status = 200, body = SuccessWith<Vec<HeldMessage>>), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn held(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Query(page): Query<Page>,
) -> Result<Json<SuccessWith<Vec<HeldMessage>>>, Problem> {
    tickets.held(&caller, number(&id)?, page.before).await.map(SuccessWith::of).map(Json)
}

/// Lets the oldest 20 held messages of a sender into the tickets, as if they came now. `restored`
/// says how many those were, `left` how many are still held.
#[utoipa::path(
    post, path = "/api/blocks/{id}/restore", tag = "tickets", params(("id" = i64, Path)),
    responses((status = 200, body = RestoredMessages), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn restore(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<RestoredMessages>, Problem> {
    tickets.restore_held(&caller, number(&id)?).await.map(Json)
}

/// Throws away what is held of a sender. `discarded` says how many messages those were.
#[utoipa::path(
    delete, path = "/api/blocks/{id}/held", tag = "tickets", params(("id" = i64, Path)),
    responses((status = 200, body = DiscardedMessages), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn discard(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<DiscardedMessages>, Problem> {
    tickets.discard_held(&caller, number(&id)?).await.map(Json)
}

#[derive(Deserialize, ToSchema)]
#[schema(as = MergeInto)]
pub(super) struct Merge {
    /// Id or number of the ticket that takes this one in.
    into: i64,
    #[serde(default)]
    why: String,
}

/// Merges a ticket into another one: it is closed, and its messages show there, as does whatever
/// comes in its conversation. Answers the target.
#[utoipa::path(
    put, path = "/api/tickets/{id}/merge", tag = "tickets", params(("id" = i64, Path)), request_body = Merge,
    responses((status = 200, body = SuccessWith<TicketView>), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn merge(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Merge>,
) -> Result<Json<SuccessWith<TicketView>>, Problem> {
    let pair = (number(&id)?, input.into);
    tickets.merge(&Viewer::from(&caller), pair, &input.why).await.map(SuccessWith::of).map(Json)
}

/// Takes a merge back: both tickets are what they were, each with what was written in its own
/// conversation since. `reopened` is false where the ticket stays closed because its customer has
/// another open one in that conversation by now.
#[utoipa::path(
    delete, path = "/api/tickets/{id}/merge", tag = "tickets", params(("id" = i64, Path)),
    responses((status = 200, body = Unmerged), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn unmerge(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Unmerged>, Problem> {
    tickets.unmerge(&Viewer::from(&caller), number(&id)?).await.map(Json)
}

#[derive(Deserialize, ToSchema)]
#[schema(as = LinkTo)]
pub(super) struct Other {
    /// Id or number of the other ticket.
    to: i64,
}

/// Relates two tickets to each other. Answers the tickets that this one is related to.
#[utoipa::path(
    post, path = "/api/tickets/{id}/links", tag = "tickets", params(("id" = i64, Path)), request_body = Other,
    responses((status = 200, body = SuccessWith<Vec<LinkedTicket>>), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn link(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Other>,
) -> Result<Json<SuccessWith<Vec<LinkedTicket>>>, Problem> {
    let pair = (number(&id)?, input.to);
    tickets.set_link(&Viewer::from(&caller), pair, true).await.map(SuccessWith::of).map(Json)
}

/// Two tickets are not related to each other any more.
#[utoipa::path(
    delete, path = "/api/tickets/{id}/links/{other}", tag = "tickets",
    params(("id" = i64, Path), ("other" = i64, Path)),
    responses((status = 200, body = SuccessWith<Vec<LinkedTicket>>), (status = 404, body = ProblemBody))
)]
pub(super) async fn unlink(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path((id, other)): Path<(String, String)>,
) -> Result<Json<SuccessWith<Vec<LinkedTicket>>>, Problem> {
    let pair = (number(&id)?, number(&other)?);
    tickets.set_link(&Viewer::from(&caller), pair, false).await.map(SuccessWith::of).map(Json)
}

//! Lists.

use crate::{
    accounts::Caller,
    http::{Problem, ProblemBody, Query},
    tickets::{
        Tickets,
        api::TicketPage,
        list::{filter_query::FilterQuery, page::PAGE},
        model::{Filter, ListKind, Viewer},
    },
};
use axum::{
    Json,
    extract::{Path, State},
};

/// A page of a list.
///
/// `filter` is `open`, `pending`, `solved`, `closed`, `all` or its code; `kind` is `ticket` or
/// `livechat`; `offset` is the number of rows already loaded. Answers `data` (at most 30), `count`
/// and `status`; `countMore` says that a long list has more than `count`.
///
/// The list is narrowed by `channelFilter` (channel values), `labelFilter` and `depFilter` (ids; 0
/// for none), `priorityFilter` (`H`, `M`, `L`, `N` for none), `agent` (usernames of those who take
/// part; `-` for nobody), `automatic` and `withReply` (0 or 1), `received` and `receivedEnd`,
/// `startDate` and `endDate` (of the last change; seconds, or days of the caller's time zone as YYYY-MM-DD), `replyTAT`
/// (first answered within so many minutes), `appt` (1 for tickets with an appointment, 0 for those without) or
/// `apptStart` and `apptEnd` (of the appointment), `field` with `fieldValue` (`number` or
/// `contact_id`), `fieldFilter` (choices in custom fields as `field:choice`; 1 for a tick, 0 for
/// none), and `campaignId`. Several values stand with commas between them, or as a JSON list. `advFilter` is 0
/// to leave out `withReply`, `automatic`, `replyTAT` and `field`.
/// `due` (`1` for tickets with something due, `soon` for within four hours or overdue, `overdue`) makes a
/// list in the order of what is due; `mentioned` is 1 for tickets in whose notes the caller is mentioned,
/// `following` for those that the caller follows, `snoozed` for those that are put aside until a time. Of
/// each, 4,000 at most.
/// `sort` is `updated`, `oldest`, `priority` or `due`.
#[utoipa::path(
    get, path = "/api/ticket/load/{token}/{filter}/{kind}/{offset}", tag = "tickets",
    params(
        ("token" = String, Path), ("filter" = String, Path), ("kind" = String, Path), ("offset" = i64, Path),
        ("channelFilter" = Option<String>, Query), ("labelFilter" = Option<String>, Query),
        ("depFilter" = Option<String>, Query), ("priorityFilter" = Option<String>, Query),
        ("agent" = Option<String>, Query), ("automatic" = Option<String>, Query),
        ("withReply" = Option<String>, Query), ("received" = Option<String>, Query),
        ("receivedEnd" = Option<String>, Query), ("startDate" = Option<String>, Query),
        ("endDate" = Option<String>, Query), ("replyTAT" = Option<String>, Query),
        ("appt" = Option<String>, Query), ("apptStart" = Option<String>, Query),
        ("apptEnd" = Option<String>, Query), ("advFilter" = Option<String>, Query),
        ("field" = Option<String>, Query), ("fieldValue" = Option<String>, Query),
        ("fieldFilter" = Option<String>, Query), ("campaignId" = Option<String>, Query),
        ("due" = Option<String>, Query), ("mentioned" = Option<String>, Query),
        ("following" = Option<String>, Query),
        ("snoozed" = Option<String>, Query), ("sort" = Option<String>, Query)
    ),
    responses((status = 200, body = TicketPage), (status = 401, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn load(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path((_token, filter, kind, offset)): Path<(String, String, String, String)>,
    Query(narrow): Query<FilterQuery>,
) -> Result<Json<TicketPage>, Problem> {
    let filter = Filter::parse(&filter).ok_or_else(|| {
        Problem::field("filter", "The filter is open, pending, solved, closed or all.")
    })?;
    let offset: i64 = offset.parse().ok().filter(|n| *n >= 0).ok_or_else(|| {
        Problem::field("offset", "The offset is the number of rows already loaded.")
    })?;
    // Team chats come with their room; their list is empty until then. Calls are the room's of that name.
    if kind == "chat" {
        return Ok(Json(TicketPage::default()));
    }
    let kind = ListKind::parse(&kind)
        .ok_or_else(|| Problem::field("kind", "The list is ticket, livechat, chat or call2."))?;
    let page = (offset, PAGE);
    tickets.filtered(&Viewer::from(&caller), (kind, filter), &narrow, page).await.map(Json)
}

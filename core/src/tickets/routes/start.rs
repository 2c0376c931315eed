//! Conversations that an agent starts.

use super::reply::{fields_and_files, read, refuse_saved, text};
use crate::{
    accounts::{Caller, Permission},
    http::{Problem, ProblemBody, Query, SuccessWith, SuccessWord},
    tickets::{
        Tickets, Viewer,
        api::{StartChannel, StartRequest, StartedConversation, StartsWith},
        outbound::{
            carrier::StartBy,
            reply::Reply,
            start::{Start, Started},
            start_offers::StartOffer,
            window,
        },
    },
};
use axum::{
    Json,
    extract::{Request, State},
};
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Whom {
    contact_id: Option<i64>,
}

/// The channels on which an agent can write first: to anybody, or with `contact_id` to that contact, with
/// where they are reached and the open conversation that would be gone on with.
#[utoipa::path(
    get, path = "/api/conversations/channels", tag = "tickets", params(("contact_id" = Option<i64>, Query)),
    responses((status = 200, body = SuccessWith<Vec<StartChannel>>), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn channels(
    State(tickets): State<Tickets>,
    caller: Caller,
    Query(whom): Query<Whom>,
) -> Result<Json<SuccessWith<Vec<StartChannel>>>, Problem> {
    if whom.contact_id.is_some() {
        caller.require(Permission::HideContacts)?;
    }
    let offers = tickets.starts(&Viewer::from(&caller), whom.contact_id).await?;
    let now = tickets.clock.now_ms();
    Ok(Json(SuccessWith::of(offers.into_iter().map(|offer| shown(offer, now)).collect())))
}

fn shown(offer: StartOffer, now: i64) -> StartChannel {
    let StartOffer { channel, addresses, open, last_in_at } = offer;
    StartChannel {
        channel_id: channel.id,
        channel: channel.value,
        name: channel.name,
        starts: match channel.by {
            StartBy::Email => StartsWith::Email,
            StartBy::Phone(_) => StartsWith::Phone,
            StartBy::Known => StartsWith::Known,
        },
        addresses,
        ticket_number: open.map(|row| row.number),
        window: window::window(channel.rules.window, last_in_at, now),
        send: channel.rules,
    }
}

/// Writes to a customer first, as JSON, as a form, or as a multipart form with `attachment[]`.
///
/// Where there is an open conversation with them on the channel, this goes on with it (`continued`); else
/// there is a new ticket, which is the caller's and pending until the customer answers. Where the channel's
/// window is closed only a template may begin, and the answer to anything else is 409 with the code
/// `window_closed`. A repeated `queue_id` answers with the first message.
#[utoipa::path(
    post, path = "/api/conversations", tag = "tickets", request_body = StartRequest,
    responses(
        (status = 200, body = StartedConversation), (status = 403, body = ProblemBody),
        (status = 409, description = "A colleague's conversation, somebody who wants no messages, or a closed window.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn start(
    State(tickets): State<Tickets>,
    caller: Caller,
    request: Request,
) -> Result<Json<StartedConversation>, Problem> {
    let (fields, files) = fields_and_files(&tickets, request).await?;
    let id = |name: &str| -> Result<Option<i64>, Problem> {
        match text(&fields, name).as_str() {
            "" => Ok(None),
            given => given.parse().map(Some).map_err(|_| Problem::field(name, "Ids are numbers.")),
        }
    };
    let contact_id = id("contact_id")?;
    // Whoever may not look at contacts does not get to them by their ids either.
    if contact_id.is_some() {
        caller.require(Permission::HideContacts)?;
    }
    let channel_id = id("channel_id")?
        .ok_or_else(|| Problem::field("channel_id", "Choose the channel to write on."))?;
    refuse_saved(&fields)?;
    let mut message = read(&fields)?;
    let subject = Some(text(&fields, "subject")).filter(|text| !text.trim().is_empty());
    message = Reply {
        subject: subject.or(message.subject),
        status: None,
        seen: None,
        via: None,
        reply_to: None,
        to: vec![],
        uploads: vec![],
        ..message
    };
    let (address, name) = (text(&fields, "address"), text(&fields, "name"));
    let start = Start { channel_id, contact_id, address, name, message };
    let Started { ticket_id, ticket_number, continued, message } =
        tickets.start(&Viewer::from(&caller), &start, &files).await?;
    let result = SuccessWord::Success;
    Ok(Json(StartedConversation { result, ticket_id, ticket_number, continued, data: message }))
}

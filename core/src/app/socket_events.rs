//! Every event that the socket tells, from every room.

use crate::{
    accounts, announcements, assist, calls, channels, contacts, emoji, events::EventShape, fields,
    hours, http::SocketShapes, imports, knowledge, labels, livechat, mcp, notifications, packages,
    presence, profiles, realtime, replies, reports, routing, sla, supervisory, surveys, tickets,
    views, webhooks,
};

/// The shapes, for the description.
pub(super) fn shapes() -> SocketShapes {
    let users: Vec<Vec<EventShape>> = vec![
        realtime::event_shapes(),
        accounts::events::event_shapes(),
        announcements::events::event_shapes(),
        assist::events::event_shapes(),
        calls::events::event_shapes(),
        channels::events::event_shapes(),
        contacts::events::event_shapes(),
        emoji::events::event_shapes(),
        fields::events::event_shapes(),
        hours::events::event_shapes(),
        imports::events::event_shapes(),
        knowledge::events::event_shapes(),
        labels::events::event_shapes(),
        livechat::api::event_shapes(),
        mcp::events::event_shapes(),
        notifications::events::event_shapes(),
        packages::event_shapes(),
        presence::events::event_shapes(),
        profiles::events::event_shapes(),
        replies::events::event_shapes(),
        reports::event_shapes(),
        sla::events::event_shapes(),
        routing::events::event_shapes(),
        supervisory::events::event_shapes(),
        surveys::events::event_shapes(),
        tickets::api::event_shapes(),
        views::events::event_shapes(),
        webhooks::events::event_shapes(),
    ];
    let visitors = vec![realtime::event_shapes(), livechat::api::visitor_event_shapes()];
    SocketShapes {
        users: users.into_iter().flatten().collect(),
        visitors: visitors.into_iter().flatten().collect(),
    }
}

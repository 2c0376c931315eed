//! What the socket tells about routing.

use super::{
    model::{Outcome, RoutingOffer, RoutingState},
    replay::model::RoutingReplay,
};
use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    RoutingQueuesChanged => "routingQueuesChanged",
    RoutingSkillsChanged => "routingSkillsChanged",
    RoutingAgentsChanged => "routingAgentsChanged",
    RoutingOffered => "routingOffered",
    RoutingOfferEnded => "routingOfferEnded",
    TicketRouted => "ticketRouted",
    LiveChatGiven => "liveChatGiven",
    RoutingReplayChanged => "routingReplayChanged",
}

/// The client's queues or what holds for all agents are others.
#[derive(Serialize, ToSchema)]
pub struct RoutingQueuesChanged {}

/// The client's skills are others.
#[derive(Serialize, ToSchema)]
pub struct RoutingSkillsChanged {}

/// What an admin set for agents is another.
#[derive(Serialize, ToSchema)]
pub struct RoutingAgentsChanged {}

/// A ticket or a visitor of live chat is offered to the user who gets this.
#[derive(Serialize, ToSchema)]
pub struct RoutingOffered {
    #[serde(flatten)]
    pub offer: RoutingOffer,
}

/// An offer to the user who gets this is over.
#[derive(Serialize, ToSchema)]
pub struct RoutingOfferEnded {
    /// Null for a visitor.
    pub ticket_id: Option<i64>,
    /// The visit's session; null for a ticket.
    pub session_id: Option<i64>,
    pub outcome: Outcome,
}

/// A ticket came into a queue, went to another, was offered, or left.
#[derive(Serialize, ToSchema)]
pub struct TicketRouted {
    pub ticket_id: i64,
    pub state: RoutingState,
    pub queue_id: Option<i64>,
}

/// A visitor of live chat was given to the user who gets this, without asking.
#[derive(Serialize, ToSchema)]
pub struct LiveChatGiven {
    pub session_id: i64,
    /// The visitor's name; empty where none is known.
    pub customer: String,
}

/// A replay has come further, or is over. For admins.
#[derive(Serialize, ToSchema)]
pub struct RoutingReplayChanged {
    pub replay: RoutingReplay,
}

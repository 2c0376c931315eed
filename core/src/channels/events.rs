//! What the socket tells about accounts.

use super::api::{ChannelAccount, ChannelBrief};
use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    InputQuarantined => "inputQuarantined",
    ChannelDataUpdated => "channelDataUpdated",
}

/// An input could not be read. For admins.
#[derive(Serialize, ToSchema)]
pub struct InputQuarantined {
    pub channel_id: i64,
    /// The account's.
    pub name: String,
    pub input_id: i64,
    pub code: String,
}

/// An account is in another state. It is announced twice: to admins with the whole account, and to agents
/// in brief.
#[derive(Serialize, ToSchema)]
pub struct ChannelDataUpdated {
    pub channel: ChannelNews,
}

/// What is told of an account.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ChannelNews {
    Account(Box<ChannelAccount>),
    Brief(ChannelBrief),
}

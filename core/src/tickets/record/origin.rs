//! Where a ticket came from, as its first message told.

use crate::tickets::inbound::intake::Inbound;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is kept of it. Every part is empty where the channel has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = TicketOrigin)]
pub struct Origin {
    /// What the provider calls the first message.
    #[serde(rename = "ref")]
    pub reference: String,
    /// The address that was written to.
    pub receiver_email: String,
    /// Of a call: `inbound` or `outbound`.
    pub call_direction: String,
    /// Of a call: the number that was called, or that it was made from.
    pub did: String,
}

impl Origin {
    /// Of the message that opens a ticket.
    pub(in crate::tickets) fn of(inbound: &Inbound) -> Self {
        let extras = &inbound.extras;
        let call = &extras["call"];
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let reference =
            if call.is_object() { text(&call["id"]) } else { inbound.external_id.clone() };
        Self {
            reference,
            receiver_email: text(&extras["to"]).split(", ").next().unwrap_or_default().to_owned(),
            call_direction: match call["direction"].as_str() {
                Some("in") => "inbound".to_owned(),
                Some("out") => "outbound".to_owned(),
                _ => String::new(),
            },
            did: text(&call["line"]),
        }
    }

    /// As it is kept.
    pub(in crate::tickets) fn read(stored: &str) -> Self {
        serde_json::from_str(stored).unwrap_or_default()
    }
}

//! What the socket tells about canned replies and signatures.

use super::model::Signature;
use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    CannedRepliesChanged => "cannedRepliesChanged",
    SignaturesChanged => "signaturesChanged",
}

/// Canned replies that the user may use are others.
#[derive(Serialize, ToSchema)]
pub struct CannedRepliesChanged {}

/// One's own signatures are others.
#[derive(Serialize, ToSchema)]
pub struct SignaturesChanged {
    pub signatures: Vec<Signature>,
}

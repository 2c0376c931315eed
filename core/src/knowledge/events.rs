//! What the socket tells about the knowledge base.

use crate::{
    db::Tx,
    events::{Audience, NewEvent},
    room_events,
};
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    KnowledgeChanged => "knowledgeChanged",
}

/// An article is another one, or is gone; without an id it is the categories.
#[derive(Serialize, ToSchema)]
pub struct KnowledgeChanged {
    pub article_id: Option<i64>,
}

/// Tells everybody of the client to read anew.
pub(super) fn tell(tx: &mut Tx, client_id: i64, article_id: Option<i64>, now: i64) {
    let data = KnowledgeChanged { article_id };
    tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
}

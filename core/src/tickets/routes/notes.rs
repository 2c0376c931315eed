//! Notes in a conversation.

use super::view::number;
use crate::{
    accounts::Caller,
    http::{Input, Problem, ProblemBody, SuccessWith},
    tickets::{
        Tickets, Viewer,
        api::MessageView,
        team::{conversation_notes::ConversationNote, mentions::MentionedParties},
    },
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[schema(as = NewConversationNote)]
pub(super) struct NewNote {
    /// Up to 10,000 characters.
    text: String,
    /// The browser's id; a repeated one answers with the first note.
    queue_id: Option<String>,
    #[serde(default)]
    mentions: MentionedParties,
}

/// Writes a note into a conversation, for the team only. Who is mentioned is notified; who is mentioned
/// by name and could not read the conversation takes part in it from then on. The note is a message whose
/// `direction` and `type` are `note`; it is deleted as messages are.
#[utoipa::path(
    post, path = "/api/tickets/{id}/notes", tag = "messages", params(("id" = i64, Path)), request_body = NewNote,
    responses((status = 200, body = SuccessWith<MessageView>), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn add(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<NewNote>,
) -> Result<Json<SuccessWith<MessageView>>, Problem> {
    let NewNote { text, queue_id, mentions } = input;
    let queue_id = queue_id.filter(|id| !id.is_empty());
    let note = ConversationNote { ticket: number(&id)?, text, queue_id, mentions };
    let data = tickets.add_conversation_note(&Viewer::from(&caller), &note).await?;
    Ok(Json(SuccessWith::of(data)))
}

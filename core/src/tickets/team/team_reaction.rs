//! An agent puts one of the client's own emoji on a message.
//!
//! No provider knows these pictures, so they stay with the team like a note: on whatever message of
//! whatever channel, one of each agent.

use crate::tickets::{
    Tickets,
    api::{AddReaction, MessageView, RemoveReaction},
    inbound::reactions::{self, Reactor, TEAM},
    model::Viewer,
    record::announce,
    store::{self, TicketRow},
};
use crate::{
    db::{DbResult, Tx},
    emoji,
    http::{Code, Problem},
};

impl Tickets {
    /// Puts the viewer's emoji of this name on a message, or takes it away. Gives the message as it is
    /// shown; what is so already stays so.
    ///
    /// # Errors
    /// `not_found`; `invalid` for a name there is not; `conflict` for a line of the system and a
    /// message that is gone.
    pub(in crate::tickets) async fn react_for_team(
        &self,
        viewer: &Viewer,
        message_id: i64,
        name: &str,
        on: bool,
    ) -> Result<MessageView, Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let (row, ticket) = self.own_message(&mut tx, viewer, message_id).await?;
        let before = store::lock_message(&mut tx, client_id, message_id).await?;
        let list = reactions::parse(&before.ok_or_else(Problem::not_found)?.reactions);
        let person = format!("{TEAM}{}", viewer.user_id);
        let is_on = list.iter().any(|r| r.person == person && r.emoji == name);
        if on && !is_on {
            if row.direction == "system" || row.deleted_at.is_some() {
                return Err(Problem::new(Code::Conflict, "There is nothing here to react to."));
            }
            if !emoji::is_kept(&mut tx, client_id, name).await? {
                let text = format!("There is no emoji {name}.");
                return Err(Problem::field("emoji", text));
            }
        }
        let by =
            Reactor { person: &person, username: &viewer.username, name: &viewer.name, at: now };
        let after = if on == is_on { None } else { reactions::put(&list, by, on.then_some(name)) };
        let Some(after) = after else {
            tx.commit().await?;
            return self.shown(client_id, message_id).await;
        };
        let after = serde_json::to_string(&after).unwrap_or_default();
        store::set_reactions(&mut tx, client_id, message_id, &after).await?;
        let reaction = (on, Some(name));
        let message = reacted(&mut tx, &ticket, message_id, viewer, reaction, now).await?;
        tx.commit().await?;
        Ok(message)
    }
}

/// Announces an emoji that was put on a message or taken off it. Gives the message as it is shown.
pub(in crate::tickets) async fn reacted(
    tx: &mut Tx,
    ticket: &TicketRow,
    message_id: i64,
    by: &Viewer,
    (on, emoji): (bool, Option<&str>),
    now: i64,
) -> DbResult<MessageView> {
    let reaction = emoji.map(str::to_owned);
    if on {
        let data = |act| AddReaction { act, reaction };
        announce::kept(tx, ticket, message_id, by, data, now).await
    } else {
        let data = |act| RemoveReaction { act, reaction };
        announce::kept(tx, ticket, message_id, by, data, now).await
    }
}

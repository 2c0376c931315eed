//! Messages change after they were sent: an agent edits, takes back, or puts an emoji.
//!
//! The change shows at once and is handed to the carrier in the same transaction; what becomes of it
//! stands on the message, and what the provider refuses is put back.

use super::carrier::{ChangeKind, OutgoingChange};
use crate::tickets::{
    Tickets,
    api::{MessageChange, MessageError, MessageView, SyncDelete},
    inbound::reactions::{self, DESK, EMOJI_MAX, Reactor},
    model::{NOTE, SendRules, Viewer},
    record::announce,
    store::{self, Locked, MessageRow},
    team::team_reaction::reacted,
};
use crate::{
    db::{DbResult, Tx},
    http::{Code, Problem},
};
use serde::{Deserialize, Serialize};

/// What an agent wants changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The text as it shall read.
    Text(String),
    TakeBack,
    /// None takes our emoji away.
    React(Option<String>),
}

impl Change {
    fn kind(&self) -> ChangeKind {
        match self {
            Self::Text(_) => ChangeKind::Edit,
            Self::TakeBack => ChangeKind::Delete,
            Self::React(_) => ChangeKind::React,
        }
    }
}

/// A message as it was before a change, for when the provider refuses.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Earlier {
    body: String,
    html: Option<String>,
    kind: String,
    edited_at: Option<i64>,
    /// Our emoji.
    emoji: Option<String>,
}

impl Tickets {
    /// Changes a message that was sent, or puts an emoji on any message. A change that is there
    /// already is no change. Gives the message as it is shown.
    ///
    /// # Errors
    /// `not_found`; `forbidden` for another agent's message; `unsupported` by the channel; `conflict`
    /// when the message's state does not allow it; `invalid` with what to change.
    pub async fn change_message(
        &self,
        viewer: &Viewer,
        message_id: i64,
        change: &Change,
    ) -> Result<MessageView, Problem> {
        let now = self.clock.now_ms();
        let client_id = viewer.client_id;
        let mut tx = self.db.begin().await?;
        let (row, ticket) = self.own_message(&mut tx, viewer, message_id).await?;
        let channel_id = row.channel_id.ok_or_else(|| {
            Problem::new(Code::Conflict, "Only messages of a channel can be changed.")
        })?;
        let rules = self.carrier.rules(client_id, channel_id);
        judge(&rules, &row, viewer, change)?;
        let before = store::lock_message(&mut tx, client_id, message_id)
            .await?
            .ok_or_else(Problem::not_found)?;
        if !write(&mut tx, viewer, &row, &before, change, now).await? {
            tx.commit().await?;
            return self.shown(client_id, message_id).await;
        }
        let list = reactions::parse(&before.reactions);
        let emoji = list.into_iter().find(|r| r.person == DESK).map(|r| r.emoji);
        let Locked { body, html, kind, edited_at, .. } = before;
        let earlier = Earlier { body, html, kind, edited_at, emoji };
        let outgoing = OutgoingChange {
            client_id,
            channel_id,
            ticket_id: ticket.id,
            message_id,
            user_id: viewer.user_id,
            kind: change.kind(),
            body: match change {
                Change::Text(text) => Some(text.clone()),
                Change::TakeBack => None,
                Change::React(emoji) => emoji.clone(),
            },
            earlier: serde_json::to_string(&earlier).unwrap_or_default(),
            at_ms: now,
        };
        self.carrier.changed(&mut tx, &outgoing).await?;
        let edit = MessageChange {
            kind: change.kind().as_str().to_owned(),
            state: "queued".to_owned(),
            by: Some(viewer.username.clone()),
            at: now,
            error: None,
        };
        keep_change(&mut tx, client_id, message_id, &edit).await?;
        let view = match change {
            Change::Text(_) => announce::edited(&mut tx, client_id, message_id, now).await?,
            Change::TakeBack => {
                let id = message_id;
                announce::kept(&mut tx, &ticket, id, viewer, SyncDelete::from, now).await?
            }
            Change::React(emoji) => {
                let emoji = emoji.as_deref();
                reacted(&mut tx, &ticket, message_id, viewer, (emoji.is_some(), emoji), now).await?
            }
        };
        tx.commit().await?;
        Ok(view)
    }

    pub(in crate::tickets) async fn shown(
        &self,
        client_id: i64,
        id: i64,
    ) -> Result<MessageView, Problem> {
        let mut conn = self.db.read().await?;
        let row = store::message(&mut conn, client_id, id).await?.ok_or_else(Problem::not_found)?;
        let files = store::files_of_message(&mut conn, client_id, row.ticket_id, id).await?;
        Ok(crate::tickets::message_view(&row, &files))
    }
}

/// Whether this change may be made.
fn judge(
    rules: &SendRules,
    message: &MessageRow,
    viewer: &Viewer,
    change: &Change,
) -> Result<(), Problem> {
    let conflict = |text: &str| Err(Problem::new(Code::Conflict, text));
    let offered = match change {
        Change::Text(_) => rules.edit,
        Change::TakeBack => rules.delete,
        Change::React(_) => rules.react,
    };
    if !offered {
        let text = match change {
            Change::Text(_) => "This channel cannot change a message that was sent.",
            Change::TakeBack => "This channel cannot take a message back.",
            Change::React(_) => "This channel has no reactions.",
        };
        return Err(Problem::new(Code::Unsupported, text));
    }
    if matches!(message.direction.as_str(), "system" | NOTE) {
        return conflict("This line is no message to a customer.");
    }
    if message.direction == "out" && matches!(message.state.as_str(), "failed" | "unknown") {
        return conflict("This message did not arrive. Send it again, or write a new one.");
    }
    if message.deleted_at.is_some() && *change != Change::TakeBack {
        return conflict("This message was taken back.");
    }
    match change {
        Change::React(Some(emoji)) => {
            let plain = !emoji.chars().any(|c| c.is_whitespace() || c.is_control());
            if emoji.is_empty() || emoji.len() > EMOJI_MAX || !plain {
                return Err(Problem::field("emoji", "Give one emoji, or null to take it away."));
            }
            if !rules.reactions.is_empty() && !rules.reactions.contains(emoji) {
                let known = rules.reactions.join(" ");
                return Err(Problem::field("emoji", format!("This channel knows only {known}.")));
            }
            return Ok(());
        }
        Change::React(None) => return Ok(()),
        Change::Text(_) | Change::TakeBack => {}
    }
    if message.direction != "out" {
        return conflict("Only messages that were sent from here can be changed.");
    }
    if message.sender != viewer.username && !viewer.admin {
        let text = "Only who wrote a message, or an admin, can change it.";
        return Err(Problem::forbidden(text));
    }
    if let Change::Text(text) = change {
        crate::tickets::check_reply(rules, text, &[]).map_err(|m| Problem::field("text", m))?;
    }
    Ok(())
}

/// Writes the change. False when it is there already.
async fn write(
    tx: &mut Tx,
    viewer: &Viewer,
    row: &MessageRow,
    before: &Locked,
    change: &Change,
    now: i64,
) -> DbResult<bool> {
    let (client_id, id) = (row.client_id, row.id);
    match change {
        Change::Text(text) if before.body == *text && before.html.is_none() => return Ok(false),
        Change::Text(text) => {
            store::write_text(tx, client_id, id, text, now).await?;
        }
        Change::TakeBack if row.deleted_at.is_some() => return Ok(false),
        Change::TakeBack => {
            store::take_back(tx, client_id, id, Some(now)).await?;
        }
        Change::React(emoji) => {
            let by =
                Reactor { person: DESK, username: &viewer.username, name: &viewer.name, at: now };
            let list = reactions::parse(&before.reactions);
            let Some(after) = reactions::put(&list, by, emoji.as_deref()) else {
                return Ok(false);
            };
            let after = serde_json::to_string(&after).unwrap_or_default();
            store::set_reactions(tx, client_id, id, &after).await?;
        }
    }
    Ok(true)
}

/// What became of a change at the provider.
#[derive(Clone, Debug)]
pub struct ChangeState<'a> {
    pub kind: ChangeKind,
    /// `queued`, `sending`, `sent`, `failed` or `unknown`.
    pub state: &'a str,
    pub error: Option<(&'a str, &'a str)>,
    /// The message as it was, to be put back: the provider refused, and no later change stands.
    pub put_back: Option<&'a str>,
    pub now: i64,
}

/// Shows what became of a change, in the caller's transaction.
///
/// # Errors
/// What the database said.
pub async fn settle_change(
    tx: &mut Tx,
    client_id: i64,
    message_id: i64,
    state: &ChangeState<'_>,
) -> DbResult<()> {
    if state.put_back.is_some() {
        store::hold_ticket_of(tx, client_id, message_id).await?;
    }
    let Some(message) = store::lock_message(tx, client_id, message_id).await? else {
        return Ok(());
    };
    if let Some(earlier) = state.put_back {
        let earlier: Earlier = serde_json::from_str(earlier).unwrap_or_default();
        undo(tx, client_id, message_id, state, &message, &earlier).await?;
    }
    let before: Option<MessageChange> =
        message.edit.as_deref().and_then(|edit| serde_json::from_str(edit).ok());
    let edit = MessageChange {
        kind: state.kind.as_str().to_owned(),
        state: state.state.to_owned(),
        by: before.and_then(|before| before.by),
        at: state.now,
        error: state.error.map(|(code, message)| MessageError {
            code: code.to_owned(),
            message: message.to_owned(),
        }),
    };
    keep_change(tx, client_id, message_id, &edit).await?;
    announce::edited(tx, client_id, message_id, state.now).await?;
    Ok(())
}

/// Keeps what becomes of a message's last change.
async fn keep_change(
    tx: &mut Tx,
    client_id: i64,
    message_id: i64,
    change: &MessageChange,
) -> DbResult<()> {
    let stored = serde_json::to_string(change).unwrap_or_default();
    store::set_edit(tx, client_id, message_id, &stored).await.map(drop)
}

async fn undo(
    tx: &mut Tx,
    client_id: i64,
    id: i64,
    state: &ChangeState<'_>,
    message: &Locked,
    earlier: &Earlier,
) -> DbResult<()> {
    match state.kind {
        ChangeKind::Edit => {
            let was = (earlier.body.as_str(), earlier.html.as_deref(), earlier.kind.as_str());
            store::put_back(tx, client_id, id, was, earlier.edited_at).await?;
        }
        ChangeKind::Delete => {
            store::take_back(tx, client_id, id, None).await?;
        }
        ChangeKind::React => {
            let list = reactions::parse(&message.reactions);
            let ours = list.iter().find(|r| r.person == DESK);
            let (username, name) =
                ours.map_or(("server", "server"), |r| (r.username.as_str(), r.name.as_str()));
            let by = Reactor { person: DESK, username, name, at: state.now };
            if let Some(after) = reactions::put(&list, by, earlier.emoji.as_deref()) {
                let after = serde_json::to_string(&after).unwrap_or_default();
                store::set_reactions(tx, client_id, id, &after).await?;
            }
        }
    }
    Ok(())
}

/// The text a message had before a change, for sending it as it was written when the change is
/// still to follow.
#[must_use]
pub fn text_before(earlier: &str) -> Option<String> {
    serde_json::from_str::<Earlier>(earlier).ok().map(|e| e.body)
}

//! Reactions and telephone calls that a batch reports.

use super::intake::{file, person_of};
use crate::channels::{Channels, account::registry::Channel};
use crate::{
    calls, contacts,
    db::{DbResult, Tx},
    plugins::{CallEvent, Reaction},
    tickets::{self, Hop, Inbound, InboundReaction, IntakeOutcome, ListKind},
};
use serde_json::{Value, json};

impl Channels {
    pub(in crate::channels) async fn take_reaction(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        reaction: &Reaction,
        now: i64,
    ) -> DbResult<()> {
        let known = tickets::react_inbound(
            tx,
            &InboundReaction {
                client_id: channel.row.client_id,
                channel_id: channel.row.id,
                external_id: &reaction.external_id,
                person: &reaction.from.external_id,
                name: reaction.from.display_name.as_deref().unwrap_or("visitor"),
                emoji: reaction.emoji.as_deref(),
                at_ms: reaction.at_ms,
                now,
            },
        )
        .await?;
        if !known {
            let text = "A reaction named a message that is not here.";
            self.note(tx, channel, "info", "reaction", text).await?;
        }
        Ok(())
    }

    /// A stage of a call becomes a line of its thread's ticket. The same stage again changes nothing.
    pub(in crate::channels) async fn take_call(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        call: &CallEvent,
        hops: &[Hop],
        now: i64,
    ) -> DbResult<Option<i64>> {
        let row = &channel.row;
        let person = person_of(&call.from, false, row.id);
        let known = contacts::resolve(tx, &self.ids, row.client_id, now, &person).await?;
        let name = known.contact.name.clone();
        let files: Vec<_> = call.recording.iter().filter_map(file).collect();
        let details: serde_json::Map<String, Value> =
            call.extras.iter().map(|(k, v)| (k.clone(), v.clone().into())).collect();
        let inbound = Inbound {
            client_id: row.client_id,
            channel: call.channel.clone(),
            channel_id: row.id,
            account_name: row.name.clone(),
            kind: ListKind::Ticket,
            thread: call.thread.clone(),
            contact: known.contact,
            scope: person.scope,
            sender: person.external_id,
            external_id: format!("call:{}:{}:{}", call.external_id, call.kind, call.at_ms),
            subject: Some(format!("Call with {name}")),
            text: words(call, &name),
            html: None,
            reply_to: None,
            references: vec![],
            verified_ticket: None,
            files,
            automatic: false,
            own_side: None,
            line: Some(calls_for_attention(call)),
            extras: json!({
                "call": {
                    "id": call.external_id, "kind": call.kind, "direction": call.direction,
                    "extension": call.extension, "line": call.line, "talk_ms": call.talk_ms,
                    "details": details,
                },
            }),
            session_id: None,
            assignee: None,
            sent_at: call.at_ms,
            now,
            hops: hops.to_vec(),
        };
        let IntakeOutcome::Stored { message_id, .. } = tickets::intake(tx, &inbound).await? else {
            return Ok(None);
        };
        let (client_id, channel_id) = (row.client_id, row.id);
        let stage = calls::CallStage { client_id, channel_id, message_id, event: call, now };
        calls::record(tx, &stage).await?;
        Ok(Some(message_id))
    }
}

/// Whether an agent has to look: the customer calls, or called in vain.
fn calls_for_attention(call: &CallEvent) -> bool {
    call.direction == "in" && matches!(call.kind.as_str(), "ringing" | "missed")
}

/// A stage of a call in one sentence.
fn words(call: &CallEvent, name: &str) -> String {
    let outgoing = call.direction == "out";
    let whom = match call.extension.as_deref().filter(|e| !e.is_empty()) {
        Some(extension) => format!(" at extension {extension}"),
        None => String::new(),
    };
    match call.kind.as_str() {
        "ringing" if outgoing => format!("Calling {name}{whom}."),
        "ringing" => format!("{name} is calling{whom}."),
        "answered" => format!("The call with {name} was answered{whom}."),
        "held" => format!("The call with {name} is on hold."),
        "resumed" => format!("The call with {name} goes on."),
        "transferred" => format!("The call with {name} was transferred{whom}."),
        "ended" => match call.talk_ms {
            Some(ms) => {
                let seconds = ms / 1000;
                let (minutes, rest) = (seconds / 60, seconds % 60);
                format!("The call with {name} ended after {minutes}:{rest:02} minutes.")
            }
            None => format!("The call with {name} ended."),
        },
        "missed" if outgoing => format!("{name} did not answer."),
        "missed" => format!("A call from {name} was missed{whom}."),
        "recorded" => format!("The call with {name} was recorded."),
        other => format!("The call with {name}: {other}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_told_in_sentences() {
        let call = |direction: &str, kind: &str| CallEvent {
            direction: direction.into(),
            kind: kind.into(),
            extension: Some("12".into()),
            talk_ms: Some(65_000),
            ..CallEvent::default()
        };
        for (direction, kind, text, attention) in [
            ("in", "ringing", "Ann is calling at extension 12.", true),
            ("out", "ringing", "Calling Ann at extension 12.", false),
            ("in", "missed", "A call from Ann was missed at extension 12.", true),
            ("out", "missed", "Ann did not answer.", false),
            ("in", "ended", "The call with Ann ended after 1:05 minutes.", false),
            ("in", "parked", "The call with Ann: parked.", false),
        ] {
            let call = call(direction, kind);
            assert_eq!(words(&call, "Ann"), text);
            assert_eq!(calls_for_attention(&call), attention, "{direction} {kind}");
        }
    }
}

//! A plugin's batch becomes messages, receipts and state, in one transaction.

use super::{contents, own_side};
use crate::channels::{
    Channels, account::registry::Channel, outbound::receipts::ToldReceipt, store,
};
use crate::{
    contacts::{self, Person},
    db::{DbError, DbResult, Tx},
    events::{Audience, NewEvent},
    plugins::{self, Batch, Event, InboundMessage, manifest::Opens},
    realtime::{Scope, frame_of},
    tickets::{self, Hop, Inbound, IntakeOutcome, ListKind, StateChange, api::Typing},
};
use serde_json::Value;

/// What remains to be done when the transaction has committed: signals that are not stored.
#[derive(Debug, Default)]
pub struct After {
    pub messages: Vec<i64>,
    typing: Vec<(i64, String, bool)>,
}

impl Channels {
    /// Commits everything of a batch with the caller's transaction.
    ///
    /// # Errors
    /// What the database said; then nothing of the batch is stored.
    pub(in crate::channels) async fn take_batch(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        batch: &Batch,
        hops: &[Hop],
    ) -> DbResult<After> {
        let now = self.clock.now_ms();
        let row = &channel.row;
        let mut after = After::default();
        for event in &batch.events {
            if let Some(told) = ToldReceipt::of(event) {
                self.take_receipt(tx, channel, &told, now).await?;
                continue;
            }
            match event {
                // It was taken just now.
                Event::Receipt(_) => {}
                Event::Message(message) => {
                    if let Some(id) = self.take_message(tx, channel, message, hops, now).await? {
                        after.messages.push(id);
                    }
                }
                Event::Edit(edit) => {
                    let text = edit.text.as_deref();
                    tickets::edit_inbound(
                        tx,
                        row.client_id,
                        row.id,
                        &edit.external_id,
                        text,
                        edit.deleted,
                        now,
                    )
                    .await?;
                }
                Event::Signal(signal) => {
                    self.take_signal(tx, channel, signal, now, &mut after).await?;
                }
                Event::Reaction(reaction) => {
                    self.take_reaction(tx, channel, reaction, now).await?;
                }
                Event::Call(call) => {
                    if let Some(id) = self.take_call(tx, channel, call, hops, now).await? {
                        after.messages.push(id);
                    }
                }
                Event::Custom(custom) => self.take_custom(tx, channel, custom, now).await?,
            }
        }
        for frame in &batch.visitor {
            // Frames reach the visitors of this very account, whatever the plugin names.
            let guests = self.guests.read().clone();
            let Some(guests) = guests else { break };
            let visit = guests.visit(tx, row.client_id, row.id, &frame.session).await?;
            let Some(session) = visit.map(|visit| visit.session_id) else { continue };
            tx.announce(NewEvent {
                client_id: row.client_id,
                name: visitor_event(&frame.name),
                ticket_id: None,
                audience: Audience::visitor(session),
                data: serde_json::from_str(&frame.data).unwrap_or(Value::Null),
                at_ms: now,
            });
        }
        for op in &batch.kv {
            store::set_kv(tx, row.id, &op.key, op.value.as_deref()).await?;
        }
        self.take_timers(tx, channel, &batch.timers).await?;
        if let Some(cursor) = &batch.cursor {
            store::set_cursor(tx, row.client_id, row.id, Some(cursor)).await?;
        }
        if !after.messages.is_empty() {
            channel.breaker.inbound(now);
        }
        if !after.messages.is_empty() && channel.breaker.note_due(now) {
            store::note_inbound(tx, row.client_id, row.id, now).await?;
        }
        Ok(after)
    }

    async fn take_message(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        message: &InboundMessage,
        hops: &[Hop],
        now: i64,
    ) -> DbResult<Option<i64>> {
        let row = &channel.row;
        let manifest = channel.plugin.as_ref().map(|p| p.manifest.clone());
        let is_mail = manifest.as_ref().is_some_and(|m| m.mail.is_some());
        let opens = manifest
            .as_ref()
            .and_then(|m| m.channels.iter().find(|c| c.value == message.channel))
            .or_else(|| manifest.as_ref().and_then(|m| m.channels.first()))
            .map_or(Opens::Ticket, |c| c.opens);
        let person = person_of(&message.from, is_mail, row.id);
        let own_side = own_side::author(message);
        if own_side.is_some() && self.is_our_own(tx, channel, message).await? {
            return Ok(None);
        }
        let known = contacts::resolve(tx, &self.ids, row.client_id, now, &person).await?;
        self.plan_lookup(tx, channel, &person, &message.thread, now).await?;
        let guests = self.guests.read().clone();
        let visit = match (&guests, opens) {
            (Some(guests), Opens::Livechat) => {
                guests.visit(tx, row.client_id, row.id, &message.thread).await?
            }
            _ => None,
        };
        let mut hops = hops.to_vec();
        hops.push(Hop {
            name: "contact".into(),
            at_ms: now,
            took_us: 0,
            detail: if known.made { "a new contact" } else { "a known contact" }.into(),
        });
        let mut extras: serde_json::Map<String, Value> =
            message.extras.iter().map(|(k, v)| (k.clone(), v.clone().into())).collect();
        if !message.contents.is_empty() {
            let contents = contents::received(&message.contents);
            let contents = serde_json::to_value(contents).unwrap_or_default();
            extras.insert("contents".into(), contents);
        }
        let inbound = Inbound {
            client_id: row.client_id,
            channel: message.channel.clone(),
            channel_id: row.id,
            account_name: row.name.clone(),
            kind: match opens {
                Opens::Ticket => ListKind::Ticket,
                Opens::Livechat => ListKind::Livechat,
            },
            thread: message.thread.clone(),
            contact: known.contact,
            scope: person.scope,
            sender: person.external_id,
            external_id: message.external_id.clone(),
            subject: message.subject.clone(),
            text: contents::in_words(message),
            html: message.html.clone(),
            reply_to: message.reply_to.clone(),
            references: message.references.clone(),
            verified_ticket: message.verified_ticket.as_deref().and_then(|n| n.parse().ok()),
            files: message.attachments.iter().filter_map(file).collect(),
            automatic: message.automatic,
            line: None,
            own_side,
            extras: Value::Object(extras),
            session_id: visit.as_ref().map(|v| v.session_id),
            assignee: visit.as_ref().and_then(|v| v.agent.clone()),
            sent_at: message.at_ms,
            now,
            hops,
        };
        if let Some(earlier) = replaced(message)
            && let Some(id) = tickets::replace_inbound(tx, &inbound, earlier).await?
        {
            return Ok(Some(id));
        }
        match tickets::intake(tx, &inbound).await? {
            IntakeOutcome::Known | IntakeOutcome::Held => Ok(None),
            IntakeOutcome::Stored { ticket_id, message_id, opened } => {
                if let (Some(guests), Some(visit)) = (guests, visit) {
                    let (client_id, session) = (row.client_id, visit.session_id);
                    if opened {
                        guests.ticketed(tx, client_id, session, ticket_id).await?;
                    } else {
                        guests.wrote(tx, client_id, session, (ticket_id, message_id)).await?;
                    }
                }
                Ok(Some(message_id))
            }
        }
    }

    async fn take_signal(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        signal: &plugins::Signal,
        now: i64,
        after: &mut After,
    ) -> DbResult<()> {
        let (client_id, id) = (channel.row.client_id, channel.row.id);
        let found = store::ticket_of_thread(tx, client_id, id, &signal.thread).await?;
        let Some((ticket_id, name)) = found else { return Ok(()) };
        if signal.kind != "read" {
            after.typing.push((ticket_id, name, signal.kind == "typing"));
            return Ok(());
        }
        for (message_id,) in store::out_messages_of_ticket(tx, client_id, ticket_id).await? {
            let hop = Hop {
                name: "read".into(),
                at_ms: now,
                took_us: 0,
                detail: "the customer has it open".into(),
            };
            let change = StateChange {
                state: "read",
                error_code: None,
                error_message: None,
                retry_at: None,
                hop,
            };
            tickets::change_state(tx, client_id, message_id, &change).await?;
        }
        Ok(())
    }

    /// Sends what is not stored, after the commit.
    pub(in crate::channels) async fn finish(&self, channel: &Channel, after: &After) {
        for (ticket_id, name, typing) in &after.typing {
            let data = Typing {
                ticket_id: *ticket_id,
                username: "visitor".to_owned(),
                name: name.clone(),
                typing: *typing,
            };
            let scope = Scope::Room { ticket_id: *ticket_id, except_user: None };
            self.hub.pass(channel.row.client_id, scope, frame_of(&data)).await;
        }
    }
}

/// The external id of the message in whose place a customer put this one.
fn replaced(message: &InboundMessage) -> Option<&str> {
    let found = message.extras.iter().find(|(name, _)| name == "replaces");
    found.map(|(_, id)| id.as_str()).filter(|id| !id.is_empty())
}

/// The names a visitor's page knows. Others are dropped under a name it ignores, because event names
/// must be known ahead.
fn visitor_event(name: &str) -> &'static str {
    match name {
        "message" => "message",
        "typing" => "typing",
        "ended" => "ended",
        "queueAccepted" => "queueAccepted",
        "queueNumber" => "queueNumber",
        _ => "notice",
    }
}

/// Whom a channel means.
pub(in crate::channels) fn person_of(
    actor: &plugins::Actor,
    is_mail: bool,
    channel_id: i64,
) -> Person {
    let attr = |name: &str| {
        let found = actor.attrs.iter().find(|(have, _)| have == name);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    };
    Person {
        scope: store::contact_scope(is_mail, channel_id),
        external_id: if is_mail {
            contacts::address_key(&actor.external_id)
        } else {
            actor.external_id.clone()
        },
        display: actor.display_name.clone().unwrap_or_default(),
        email: if is_mail { actor.external_id.clone() } else { attr("email") },
        phone: attr("phone"),
        language: attr("language"),
    }
}

pub(in crate::channels) fn file(attachment: &plugins::Attachment) -> Option<tickets::InboundFile> {
    let mut blob = attachment.blob.clone()?;
    if !attachment.mime.is_empty() {
        blob.mime = attachment.mime.clone();
    }
    if attachment.filename.is_some() {
        blob.filename = attachment.filename.clone();
    }
    Some(tickets::InboundFile {
        blob,
        kind: attachment.kind.clone(),
        content_id: attachment.content_id.clone(),
    })
}

/// Whether a failed commit says that the batch itself is bad, so that it must be quarantined rather
/// than tried again.
#[must_use]
pub(in crate::channels) fn is_poison(error: &DbError) -> bool {
    !error.is_transient()
}

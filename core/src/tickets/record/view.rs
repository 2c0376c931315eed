//! Tickets and messages as the API and the events carry them.

use super::{
    contents,
    insights::{Insights, RECOMMENDATION, TicketEmotions},
    origin::Origin,
};
use crate::http::AnyJson;
use crate::tickets::{
    api::{
        Appointment, Mention, MessageError, MessageFile, MessageInsights, MessageView,
        QuotedMessage, TicketView, UnfilledTicket,
    },
    inbound::reactions,
    lifecycle::{due, language},
    model::{NOTE, send_status, utc},
    store::{MessageRow, StoredFile, TicketRow},
    team::notes,
};
use serde_json::Value;

/// A ticket. `read` and `unread` are those of the viewer the row was read for; in events, which go
/// to many, a ticket counts as unread and the client works out its own.
#[must_use]
pub fn ticket_view(row: &TicketRow, account_name: &str) -> TicketView {
    let read = row.last_in_id.is_none_or(|last| last <= row.read_to);
    let session_name = row.session_id.map(|_| row.contact_name.clone()).unwrap_or_default();
    TicketView {
        id: row.id,
        ticket_number: row.number,
        title: row.title.clone(),
        channel: row.channel.clone(),
        channel_id: row.channel_id,
        channel_name: account_name.to_owned(),
        closed: row.status,
        severity: row.severity.clone(),
        assignee: row.assignee.clone(),
        ts: row.updated_at.div_euclid(1000),
        created_at: utc(row.created_at),
        updated_at: utc(row.updated_at),
        read,
        reader: vec![],
        department_id: row.department_id,
        label: row.labels.clone(),
        language: language::read_in(row).to_owned(),
        source_lang: language::own(row).to_owned(),
        phone: row.contact_phone.clone(),
        email: row.contact_email.clone(),
        name: row.contact_name.clone(),
        user_id: row.contact_id,
        contact_id: row.contact_id,
        has_responded: row.responded,
        responded: row.responded,
        new_message: !read,
        unread: i64::from(!read),
        attachment: row.has_attachment,
        session_id: row.session_id,
        session_name,
        livechat: row.kind == "livechat",
        snippet: row.snippet.clone(),
        message_count: row.message_count,
        why: row.why.clone(),
        other: Appointment { at: row.appointment_at.map(utc) },
        due: due::read(row),
        origin: Origin::read(&row.origin),
        emotions: TicketEmotions::read(row).view(),
        unfilled: UnfilledTicket::default(),
    }
}

/// A message with its files.
#[must_use]
pub fn message_view(row: &MessageRow, files: &[StoredFile]) -> MessageView {
    let gone = row.deleted_at.is_some();
    let error = row.error_code.as_ref().map(|code| MessageError {
        code: code.clone(),
        message: row.error_message.clone().unwrap_or_default(),
    });
    let reply = row.reply_id.map(|id| QuotedMessage {
        id,
        sender: row.reply_sender.clone().unwrap_or_default(),
        message: crate::tickets::snippet(row.reply_body.as_deref().unwrap_or_default(), 0),
    });
    let extras: Value = serde_json::from_str(&row.extras).unwrap_or_default();
    let contents = if gone { vec![] } else { contents::stored(&extras) };
    let told = if gone { Insights::default() } else { Insights::read(row) };
    let insights = if gone { MessageInsights::default() } else { told.with(&extras) };
    let context = extras.get("context").filter(|value| !gone && !value.is_null()).cloned();
    let translated = if gone { None } else { serde_json::from_str(&row.translations).ok() };
    let (reactions, reactions_2) = reactions::view(&row.reactions, row.id);
    MessageView {
        id: row.id,
        ticket_id: row.ticket_id,
        home_id: row.ticket_id,
        kind: row.kind.clone(),
        sender: row.sender.clone(),
        sender_name: row.sender_name.clone(),
        direction: row.direction.clone(),
        message: if gone { String::new() } else { row.body.clone() },
        html_url: (row.has_html && !gone).then(|| format!("/api/messages/{}/html", row.id)),
        ts: row.created_at.div_euclid(1000),
        ts_ms: row.created_at,
        sent_ms: row.sent_at,
        reply_id: row.reply_id,
        reply,
        attachments: if gone { vec![] } else { files.iter().map(file_view).collect() },
        state: row.state.clone(),
        send_status: send_status(&row.state),
        error,
        queue_id: row.queue_id.clone(),
        retry_at: row.retry_at,
        automatic: row.automatic,
        edited: row.edited_at.is_some(),
        deleted: gone,
        update: row.edited_at.is_some(),
        unread: false,
        contents,
        reactions,
        reactions_2,
        edit: row.edit.as_deref().and_then(|edit| serde_json::from_str(edit).ok()),
        mentions: if gone { vec![] } else { mentions_of(row, &extras) },
        extras: AnyJson(extras),
        notes: notes::view(&row.notes, row.id),
        pinned: row.pinned_at.is_some(),
        translated_text: translated.unwrap_or_default(),
        recommendation: told.of(RECOMMENDATION),
        emotion_2: told.emotion(),
        context: context.map(AnyJson),
        insights,
    }
}

/// Whom a note names. Other messages name nobody, whatever their channel tells besides.
fn mentions_of(row: &MessageRow, extras: &Value) -> Vec<Mention> {
    if row.direction != NOTE {
        return vec![];
    }
    serde_json::from_value(extras["mentions"].clone()).unwrap_or_default()
}

/// A file of a message.
#[must_use]
pub(in crate::tickets) fn file_view(file: &StoredFile) -> MessageFile {
    MessageFile {
        id: file.id,
        url: format!("/api/attachments/{}", file.id),
        mime: file.mime.clone(),
        filename: file.filename.clone(),
        size: file.size,
        kind: file.kind.clone(),
        inline: file.content_id.is_some(),
    }
}

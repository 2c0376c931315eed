//! Tickets and messages as the API and the events carry them.

use super::{
    contents, language,
    model::{send_status, unfilled, utc},
    notes,
    origin::Origin,
    reactions,
    store::{MessageRow, StoredFile, TicketRow},
};
use serde_json::{Map, Value, json};

/// The name of a ticket's appointment among what stands beside its own fields.
const APPOINTMENT: &str = "Preferred Appointment Date";

/// What a channel's helpers may have found out about a message: they are told among its extras.
const INSIGHTS: [&str; 9] = [
    "aiqon_results",
    "alternative",
    "personality",
    "advocacy",
    "forwardres",
    "anchor",
    "keywin",
    "traits",
    "handle",
];

/// A ticket. `read` and `unread` are those of the viewer the row was read for; in events, which go
/// to many, a ticket counts as unread and the client works out its own.
#[must_use]
pub fn ticket_view(row: &TicketRow, account_name: &str) -> Value {
    let read = row.last_in_id.is_none_or(|last| last <= row.read_to);
    let mut view = json!({
        "id": row.id,
        "ticket_number": row.number,
        "title": row.title,
        "channel": row.channel,
        "channel_id": row.channel_id,
        "channel_name": account_name,
        "closed": row.status,
        "severity": row.severity,
        "assignee": row.assignee,
        "ts": row.updated_at.div_euclid(1000),
        "created_at": utc(row.created_at),
        "updated_at": utc(row.updated_at),
        "read": read,
        "reader": [],
        "department_id": row.department_id,
        "label": row.labels,
        "language": language::read_in(row),
        "source_lang": language::own(row),
        "phone": row.contact_phone,
        "email": row.contact_email,
        "name": row.contact_name,
        "userId": row.contact_id,
        "contact_id": row.contact_id,
        "hasResponded": row.responded,
        "responded": row.responded,
        "newMessage": !read,
        "unread": i64::from(!read),
        "attachment": row.has_attachment,
        "session_id": row.session_id,
        "session_name": if row.session_id.is_some() { row.contact_name.as_str() } else { "" },
        "livechat": row.kind == "livechat",
        "snippet": row.snippet,
        "message_count": row.message_count,
        "why": row.why,
        "other": other(row.appointment_at),
    });
    extend(&mut view, serde_json::to_value(Origin::read(&row.origin)).unwrap_or_default());
    extend(&mut view, unfilled());
    view
}

/// What stands beside a ticket's own fields, by its name.
fn other(appointment_at: Option<i64>) -> Value {
    appointment_at.map_or_else(|| json!({}), |at| json!({ APPOINTMENT: utc(at) }))
}

/// A message with its files.
#[must_use]
pub fn message_view(row: &MessageRow, files: &[StoredFile]) -> Value {
    let gone = row.deleted_at.is_some();
    let error = row.error_code.as_ref().map(
        |code| json!({ "code": code, "message": row.error_message.as_deref().unwrap_or_default() }),
    );
    let reply = row.reply_id.map(|id| {
        json!({
            "id": id,
            "sender": row.reply_sender.as_deref().unwrap_or_default(),
            "message": super::snippet(row.reply_body.as_deref().unwrap_or_default(), 0),
        })
    });
    let files: Vec<Value> = if gone { vec![] } else { files.iter().map(file_view).collect() };
    let html_url = (row.has_html && !gone).then(|| format!("/api/messages/{}/html", row.id));
    let extras: Value = serde_json::from_str(&row.extras).unwrap_or_default();
    let contents = if gone { vec![] } else { contents::stored(&extras) };
    let (reactions, by_emoji) = reactions::view(&row.reactions, row.id);
    let edit: Value =
        row.edit.as_deref().and_then(|e| serde_json::from_str(e).ok()).unwrap_or_default();
    let translated: Value = match gone {
        true => json!({}),
        false => serde_json::from_str(&row.translations).unwrap_or_default(),
    };
    let mut view = json!({
        "id": row.id,
        "ticket_id": row.ticket_id,
        "home_id": row.ticket_id,
        "type": row.kind,
        "sender": row.sender,
        "sender_name": row.sender_name,
        "direction": row.direction,
        "message": if gone { "" } else { row.body.as_str() },
        "html_url": html_url,
        "ts": row.created_at.div_euclid(1000),
        "ts_ms": row.created_at,
        "sent_ms": row.sent_at,
        "reply_id": row.reply_id,
        "reply": reply,
        "attachments": files,
        "state": row.state,
        "sendStatus": send_status(&row.state),
        "error": error,
        "queue_id": row.queue_id,
        "retry_at": row.retry_at,
        "automatic": row.automatic,
        "edited": row.edited_at.is_some(),
        "deleted": gone,
        "update": row.edited_at.is_some(),
        "unread": false,
        "contents": contents,
        "reactions": reactions,
        "reactions_2": by_emoji,
        "edit": edit,
        "extras": extras,
    });
    extend(
        &mut view,
        json!({
            "notes": notes::view(&row.notes, row.id), "pinned": row.pinned_at.is_some(),
            "translated_text": translated, "recommendation": null, "emotion_2": {},
            "context": null,
        }),
    );
    for key in INSIGHTS {
        view[key] = if gone { Value::Null } else { extras[key].clone() };
    }
    view
}

/// A file of a message.
#[must_use]
pub(super) fn file_view(file: &StoredFile) -> Value {
    json!({
        "id": file.id,
        "url": format!("/api/attachments/{}", file.id),
        "mime": file.mime,
        "filename": file.filename,
        "size": file.size,
        "kind": file.kind,
        "inline": file.content_id.is_some(),
    })
}

fn extend(view: &mut Value, more: Value) {
    if let (Value::Object(view), Value::Object(more)) = (view, more) {
        let more: Map<String, Value> = more;
        view.extend(more);
    }
}

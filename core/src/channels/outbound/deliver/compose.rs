//! The message as the plugin gets it.

use super::Channels;
use crate::{
    blobs::BlobRef,
    channels::{
        account::registry::Channel,
        inbound::contents,
        store::{self, Leased},
    },
    db::DbResult,
    plugins::{Attachment, OutgoingMessage},
    tickets::{self, StoredFile, signed_url},
};
use serde_json::{Value, json};

/// External ids of the conversation that go into a mail's references.
const REFERENCES_MAX: i64 = 25;
/// How long a visitor's page can load a file by its signed address.
const FILE_URL_MS: i64 = 7 * 86_400_000;

impl Channels {
    /// None when the message or its ticket is gone.
    pub(in crate::channels) async fn outgoing(
        &self,
        channel: &Channel,
        delivery: &Leased,
    ) -> DbResult<Option<OutgoingMessage>> {
        let client_id = delivery.client_id;
        let mut conn = self.db.read().await?;
        let found = tickets::message_for_sending(&mut conn, client_id, delivery.message_id).await?;
        let Some((body, kind, reply_id, agent_name, extras)) = found else { return Ok(None) };
        let body =
            match store::before_waiting_edit(&mut conn, client_id, delivery.message_id).await? {
                Some(earlier) => tickets::text_before(&earlier).unwrap_or(body),
                None => body,
            };
        let ticket = store::outbound_ticket(&mut conn, client_id, delivery.ticket_id).await?;
        let Some((number, title, value, contact_id, _)) = ticket else { return Ok(None) };
        let is_mail = channel.plugin.as_ref().is_some_and(|p| p.manifest.mail.is_some());
        let scope = store::contact_scope(is_mail, channel.row.id);
        let recipient = match contact_id {
            Some(contact) => {
                let of = (contact, delivery.ticket_id);
                store::recipient(&mut conn, client_id, of, &scope).await?
            }
            None => None,
        }
        .unwrap_or_default();
        let (ticket_id, message_id) = (delivery.ticket_id, delivery.message_id);
        let earlier =
            tickets::references(&mut conn, client_id, ticket_id, message_id, REFERENCES_MAX)
                .await?;
        let answered = match reply_id {
            Some(id) => tickets::external_of(&mut conn, client_id, id).await?,
            None => None,
        };
        let last_in = earlier.iter().find(|(_, direction)| direction == "in");
        let reply_to = answered.or_else(|| {
            // A mail without In-Reply-To starts a new thread in the customer's program.
            is_mail.then(|| last_in.map(|(id, _)| id.clone())).flatten()
        });
        let html = tickets::html_for_sending(&mut conn, client_id, message_id).await?;
        let files = tickets::files_of_message(&mut conn, client_id, ticket_id, message_id).await?;
        drop(conn);
        let extras: Value = serde_json::from_str(&extras).unwrap_or_default();
        let list = |name: &str| -> Vec<String> {
            extras[name]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|v| v.as_str().map(str::to_owned))
                .collect()
        };
        let to = match list("to") {
            list if list.is_empty() && !recipient.is_empty() => vec![recipient.clone()],
            list => list,
        };
        let pieces = tickets::contents::stored(&extras);
        let (text, contents) = match &channel.plugin {
            Some(plugin) => contents::degrade(&plugin.manifest.send, &body, pieces),
            None => (body, vec![]),
        };
        let until = self.clock.now_ms() + FILE_URL_MS;
        let shown: Vec<Value> = files
            .iter()
            .map(|f| {
                json!({
                    "id": f.id, "url": signed_url(&self.keys, client_id, f.id, until),
                    "mime": f.mime, "filename": f.filename, "size": f.size, "kind": f.kind,
                })
            })
            .collect();
        Ok(Some(OutgoingMessage {
            op_id: delivery.op_id.clone(),
            attempt: u32::try_from(delivery.part_attempt()).unwrap_or(1),
            prior_unknown: delivery.prior_unknown,
            thread: delivery.thread.clone(),
            channel: value,
            recipient,
            ticket: number.to_string(),
            subject: extras["subject"].as_str().map(str::to_owned).or(Some(title)),
            text: Some(text),
            html: if kind == "text/html" { html } else { None },
            reply_to,
            references: earlier.into_iter().rev().map(|(id, _)| id).collect(),
            to,
            cc: list("cc"),
            attachments: files.iter().map(attachment).collect(),
            contents,
            agent_name,
            extras: vec![
                ("attachment-json".into(), Value::Array(shown).to_string()),
                ("message-id".into(), message_id.to_string()),
                ("ts-ms".into(), self.clock.now_ms().to_string()),
                ("automatic".into(), (extras["automatic"] == true).to_string()),
            ],
        }))
    }
}

fn attachment(file: &StoredFile) -> Attachment {
    Attachment {
        blob: Some(BlobRef {
            sha256: file.sha256.clone(),
            size: u64::try_from(file.size).unwrap_or(0),
            mime: file.mime.clone(),
            filename: Some(file.filename.clone()),
        }),
        mime: file.mime.clone(),
        filename: Some(file.filename.clone()),
        kind: file.kind.clone(),
        content_id: file.content_id.clone(),
    }
}

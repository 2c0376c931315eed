//! What the public page is told, and the links that lead to it.

use super::{Livechat, model, model::VisitState, store};
use crate::{
    events::log,
    http::Problem,
    tickets::{self, StoredFile, signed_url},
};
use serde_json::{Value, json};

/// How long a visitor's page can load a file by its address.
const FILE_URL_MS: i64 = 86_400_000;
const HISTORY_MAX: i64 = 500;

impl Livechat {
    /// The answer of the info call. An unknown token is an answer, not an error.
    pub(super) async fn info(&self, token: &str) -> Result<Value, Problem> {
        let mut conn = self.db.read().await?;
        let Some(row) = store::by_token(&mut conn, token).await? else {
            return Ok(json!({
                "result": "invalid", "ticket_id": null, "csrf": "", "name": "", "photo": "",
            }));
        };
        let agent = match row.agent_id {
            Some(id) => store::agent(&mut conn, row.client_id, id).await?,
            None => None,
        };
        drop(conn);
        let page = self.channels.page_settings(row.client_id, row.channel_id);
        if !page.enabled {
            return Ok(json!({
                "result": "invalid", "ticket_id": null, "csrf": "", "name": "", "photo": "",
            }));
        }
        let text = |name: &str| page.settings[name].as_str().unwrap_or_default().to_owned();
        let online = self.agents_online(row.client_id).await?;
        let state = VisitState::parse(&row.state);
        let title = match text("page_title") {
            title if title.is_empty() => page.name.clone(),
            title => title,
        };
        let (name, photo) =
            agent.map_or_else(|| (title.clone(), String::new()), |(_, name, photo)| (name, photo));
        Ok(json!({
            "result": model::info_result(state, row.rating.is_some(), online),
            "ticket_id": row.ticket_id,
            "csrf": self.keys.sign(model::csrf_purpose(), token.as_bytes()),
            "name": name,
            "photo": photo,
            "client_name": title,
            "accent": text("accent"),
            "terms_url": text("terms_url"),
            "offline_message": text("offline_message"),
            "state": row.state,
            "send": page.rules,
        }))
    }

    /// Messages of a visit, oldest first, with the place in the event log to go on from.
    pub(super) async fn history(&self, row: &store::Row) -> Result<Value, Problem> {
        let mut conn = self.db.read().await?;
        // The place first: what happens in between then comes twice, and is known by its id.
        let seq = log::head(&mut conn, row.client_id).await?;
        let state = VisitState::parse(&row.state);
        let ended = matches!(state, VisitState::Ended | VisitState::Converted);
        let Some(ticket_id) = row.ticket_id else {
            return Ok(json!({ "data": [], "seq": seq, "ended": ended }));
        };
        let mut rows = store::history(&mut conn, row.client_id, ticket_id, HISTORY_MAX).await?;
        rows.reverse();
        let files = match (rows.first(), rows.last()) {
            (Some(first), Some(last)) => {
                let (from, to) = (first.0, last.0);
                tickets::files_of_messages(&mut conn, row.client_id, ticket_id, from, to).await?
            }
            _ => vec![],
        };
        let until = self.clock.now_ms() + FILE_URL_MS;
        let prefix = format!("{}:", row.id);
        let data: Vec<Value> = rows
            .into_iter()
            .filter_map(|(id, external_id, direction, name, text, at, state)| {
                let inbound = direction == "in";
                // A reply that is still on its way comes as a frame when the plugin has sent it.
                if !inbound && !matches!(state.as_str(), "sent" | "delivered" | "read") {
                    return None;
                }
                let external_id = external_id?;
                let own = external_id.strip_prefix(&prefix).unwrap_or(&external_id).to_owned();
                let files: Vec<Value> = files
                    .iter()
                    .filter(|f| f.message_id == Some(id))
                    .map(|f| self.file_view(f, until))
                    .collect();
                Some(json!({
                    "id": own,
                    "from": if inbound { "visitor" } else { "agent" },
                    "name": name,
                    "text": text,
                    "ts_ms": at,
                    "attachments": files,
                }))
            })
            .collect();
        Ok(json!({ "data": data, "seq": seq, "ended": ended }))
    }

    fn file_view(&self, file: &StoredFile, until: i64) -> Value {
        json!({
            "id": file.id,
            "url": signed_url(&self.keys, file.client_id, file.id, until),
            "mime": file.mime,
            "filename": file.filename,
            "size": file.size,
            "kind": file.kind,
        })
    }

    /// A new link to a chat page. One chat per link.
    pub(super) async fn link(
        &self,
        client_id: i64,
        channel_id: i64,
        by: Option<i64>,
    ) -> Result<String, Problem> {
        let token = self.ids.token(24);
        let mut tx = self.db.begin().await?;
        let now = self.clock.now_ms();
        store::insert(&mut tx, client_id, channel_id, &token, by, now).await?;
        tx.commit().await?;
        Ok(token)
    }
}

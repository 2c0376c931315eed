//! What the public page is told, and the links that lead to it.

use super::{
    Livechat,
    api::{
        VisitAuthor, VisitFile, VisitHistory, VisitIdentity, VisitInfo, VisitMessage, VisitPage,
    },
    model::{self, VisitState},
    store,
};
use crate::{
    db::{DbResult, Tx},
    events::{Audience, NewEvent, log},
    http::Problem,
    tickets::{self, StoredFile, signed_url},
};

/// How long a visitor's page can load a file by its address.
const FILE_URL_MS: i64 = 86_400_000;
const HISTORY_MAX: i64 = 500;

impl Livechat {
    /// The answer of the info call, and the secret that the browser has to keep when it has none yet.
    /// An unknown token is an answer, not an error; so is one that another browser holds.
    pub(super) async fn info(
        &self,
        token: &str,
        secret: Option<&str>,
    ) -> Result<(VisitInfo, Option<String>), Problem> {
        let mut conn = self.db.read().await?;
        let Some(row) = store::by_token(&mut conn, token).await? else {
            return Ok((VisitInfo::invalid(), None));
        };
        // Before an agent takes the visitor it is the one who made the link, if somebody did.
        let agent = match row.agent_id.or(row.created_by) {
            Some(id) => store::agent(&mut conn, row.client_id, id).await?,
            None => None,
        };
        drop(conn);
        let page = self.channels.page_settings(row.client_id, row.channel_id);
        if !page.enabled {
            return Ok((VisitInfo::invalid(), None));
        }
        let Some(held) = self.hold_visit(&row, secret).await? else {
            return Ok((VisitInfo::invalid(), None));
        };
        let text = |name: &str| page.settings[name].as_str().unwrap_or_default().to_owned();
        let online = self.agents_online(row.client_id).await?;
        let state = VisitState::parse(&row.state);
        let title = page.title().to_owned();
        let (name, photo) =
            agent.map_or_else(|| (title.clone(), String::new()), |(_, name, photo)| (name, photo));
        let answer = VisitInfo {
            result: model::info_result(state, row.rating.is_some(), online),
            ticket_id: row.ticket_id,
            csrf: self.keys.sign(model::csrf_purpose(), &model::signed(token, &held.holder)),
            name,
            photo,
            secret: None,
            identity: row.identity().map(VisitIdentity::from),
            page: Some(VisitPage {
                client_name: title,
                accent: text("accent"),
                terms_url: text("terms_url"),
                offline_message: text("offline_message"),
                state: row.state,
                rated: row.rating.is_some(),
                send: page.rules,
            }),
        };
        Ok((answer, held.new_secret))
    }

    /// Messages of a visit, oldest first, with the place in the event log to go on from.
    pub(super) async fn history(&self, row: &store::Row) -> Result<VisitHistory, Problem> {
        let mut conn = self.db.read().await?;
        // The place first: what happens in between then comes twice, and is known by its id.
        let seq = log::head(&mut conn, row.client_id).await?;
        let state = VisitState::parse(&row.state);
        let ended = matches!(state, VisitState::Ended | VisitState::Converted);
        let Some(ticket_id) = row.ticket_id else {
            return Ok(VisitHistory { data: vec![], seq, ended });
        };
        let mut rows = store::history(&mut conn, row.client_id, ticket_id, HISTORY_MAX).await?;
        rows.reverse();
        let files = match (rows.first(), rows.last()) {
            (Some(first), Some(last)) => {
                let (from, to) = (first.id, last.id);
                tickets::files_of_messages(&mut conn, row.client_id, ticket_id, from, to).await?
            }
            _ => vec![],
        };
        let until = self.clock.now_ms() + FILE_URL_MS;
        let prefix = format!("{}:", row.id);
        let data = rows
            .into_iter()
            .filter_map(|line| self.line_view(line, &files, &prefix, until))
            .collect();
        Ok(VisitHistory { data, seq, ended })
    }

    /// A message as the page shows it; none for one that the visitor does not see yet.
    fn line_view(
        &self,
        line: store::Line,
        files: &[StoredFile],
        prefix: &str,
        until: i64,
    ) -> Option<VisitMessage> {
        let inbound = line.direction == "in";
        // A reply that is still on its way comes as a frame when the plugin has sent it.
        if !inbound && !matches!(line.state.as_str(), "sent" | "delivered" | "read") {
            return None;
        }
        let external_id = line.external_id?;
        let own = external_id.strip_prefix(prefix).unwrap_or(&external_id).to_owned();
        let attachments = files
            .iter()
            .filter(|file| file.message_id == Some(line.id))
            .map(|file| self.file_view(file, until))
            .collect();
        Some(VisitMessage {
            id: own,
            from: if inbound { VisitAuthor::Visitor } else { VisitAuthor::Agent },
            name: line.sender_name,
            text: line.body,
            ts_ms: line.created_at,
            attachments,
        })
    }

    /// Tells the visit's own windows what was written in one of them.
    pub(super) async fn tell_windows(
        &self,
        tx: &mut Tx,
        client_id: i64,
        session: i64,
        (ticket_id, message_id): (i64, i64),
    ) -> DbResult<()> {
        let Some(line) = store::line(tx, client_id, message_id).await? else { return Ok(()) };
        let files =
            tickets::files_of_messages(tx, client_id, ticket_id, message_id, message_id).await?;
        let now = self.clock.now_ms();
        let prefix = format!("{session}:");
        let Some(data) = self.line_view(line, &files, &prefix, now + FILE_URL_MS) else {
            return Ok(());
        };
        tx.announce(NewEvent::new(client_id, Audience::visitor(session), &data, now));
        Ok(())
    }

    fn file_view(&self, file: &StoredFile, until: i64) -> VisitFile {
        VisitFile {
            id: file.id,
            url: signed_url(&self.keys, file.client_id, file.id, until),
            mime: file.mime.clone(),
            filename: file.filename.clone(),
            size: file.size,
            kind: file.kind.clone(),
        }
    }

    /// A new link to a chat page. One chat per link.
    pub(super) async fn link(&self, visit: &store::NewVisit<'_>) -> Result<String, Problem> {
        let token = self.ids.token(24);
        let mut tx = self.db.begin().await?;
        let now = self.clock.now_ms();
        store::insert(&mut tx, visit, &token, now).await?;
        tx.commit().await?;
        Ok(token)
    }
}

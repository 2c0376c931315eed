//! Drafts: what an agent has begun to write to a ticket, kept here so that it follows them from one
//! device to the next. Only they see it.

use crate::tickets::{
    Tickets,
    api::{DraftChanged, OwnDraft},
    model::Viewer,
    store,
};
use crate::{
    db::Tx,
    events::{Audience, NewEvent},
    http::{Code, Problem, SuccessWord},
};
use serde_json::Value;

/// Bytes of a draft; a longer answer stays in the browser that it is written in.
const BYTES_MAX: usize = 64 * 1024;

impl Tickets {
    /// One's own draft for a ticket, and its version.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn draft(&self, viewer: &Viewer, ticket: i64) -> Result<OwnDraft, Problem> {
        let mut conn = self.db.read().await?;
        let row = store::ticket_for(&mut conn, viewer, ticket).await?;
        let found = store::draft(&mut conn, viewer.client_id, viewer.user_id, row.id).await?;
        Ok(shown(found))
    }

    /// Keeps one's own draft for a ticket, or with none forgets it; the latest word counts. `tab` is
    /// the word by which the browser that wrote it knows its own.
    ///
    /// # Errors
    /// `not_found`, or `invalid` for a draft that is too long.
    pub async fn keep_draft(
        &self,
        viewer: &Viewer,
        ticket: i64,
        draft: Option<&Value>,
        tab: &str,
    ) -> Result<OwnDraft, Problem> {
        let mut tx = self.db.begin().await?;
        let kept = self.keep_draft_in(&mut tx, viewer, ticket, draft, tab).await?;
        tx.commit().await?;
        Ok(kept)
    }

    /// Writes a draft where there is none, or over the one of this version, in the caller's transaction.
    ///
    /// # Errors
    /// As for [`Self::keep_draft`]; `overtaken` where there is another draft.
    pub async fn replace_draft_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        ticket: i64,
        (draft, tab): (&Value, &str),
        replaces: Option<i64>,
    ) -> Result<OwnDraft, Problem> {
        let row = store::ticket_for(tx, viewer, ticket).await?;
        let before = store::draft(tx, viewer.client_id, viewer.user_id, row.id).await?;
        match before.filter(|(body, _)| !body.is_empty()) {
            Some((_, version)) if replaces != Some(version) => {
                let text = format!(
                    "There is a draft already, of version {version}. Read it, and name the version that the \
                     new one replaces."
                );
                Err(Problem::new(Code::Overtaken, text))
            }
            _ => self.keep_draft_in(tx, viewer, ticket, Some(draft), tab).await,
        }
    }

    async fn keep_draft_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        ticket: i64,
        draft: Option<&Value>,
        tab: &str,
    ) -> Result<OwnDraft, Problem> {
        let body = draft.map(Value::to_string).unwrap_or_default();
        if body.len() > BYTES_MAX {
            return Err(Problem::field("draft", "The draft is too long to be kept here."));
        }
        let client_id = viewer.client_id;
        let row = store::ticket_for(tx, viewer, ticket).await?;
        let before = store::draft(tx, client_id, viewer.user_id, row.id).await?;
        if before.as_ref().map_or("", |(body, _)| body.as_str()) == body {
            return Ok(shown(before));
        }
        let owner = (client_id, viewer.user_id, row.id);
        let version = store::keep_draft(tx, owner, &body).await?;
        let data = DraftChanged { ticket_id: row.id, version, tab: tab.chars().take(32).collect() };
        let (audience, now) = (Audience::only(viewer.user_id), self.clock.now_ms());
        tx.announce(NewEvent::new(client_id, audience, &data, now).about(row.id));
        Ok(shown(Some((body, version))))
    }
}

fn shown(found: Option<(String, i64)>) -> OwnDraft {
    let (body, version) = found.unwrap_or_default();
    let draft = serde_json::from_str(&body).ok();
    OwnDraft { result: SuccessWord::Success, draft, version }
}

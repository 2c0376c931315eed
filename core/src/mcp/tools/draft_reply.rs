//! `draft_reply`: keeps a draft in the user's own composer.

use crate::{
    http::Problem,
    mcp::{Mcp, calls::ToolCall, untrusted::clean},
    tickets::Viewer,
};
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::json;

const TEXT_MAX: usize = 10_000;
/// The word by which open pages know that the draft is not their own.
const TAB: &str = "mcp";

/// A draft of a reply.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct ReplyDraft {
    /// The `ticket_id` of a search.
    pub ticket_id: i64,
    /// Plain text for the customer; 1 to 10000 characters.
    pub text: String,
    /// The version of the user's draft that this one replaces, as `read_ticket` gives it in `own_draft`.
    #[serde(default)]
    pub replaces_version: Option<i64>,
}

/// What was kept.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct DraftReceipt {
    pub ticket_id: i64,
    /// The draft's version now.
    pub version: i64,
    /// Always false: a person sends it.
    pub sent: bool,
}

/// A draft as the composer reads it; what it does not name is empty.
#[derive(Serialize)]
struct ComposerDraft<'a> {
    text: &'a str,
}

impl Mcp {
    /// Keeps a draft for the caller, with its entry of the audit log.
    ///
    /// # Errors
    /// `forbidden` for keys that only read; `not_found`; `invalid` for no text or too much of it;
    /// `overtaken` where the caller has another draft.
    pub(in crate::mcp) async fn draft_reply(
        &self,
        call: &ToolCall<'_>,
        draft: &ReplyDraft,
    ) -> Result<DraftReceipt, Problem> {
        call.program.require_write()?;
        let text: String = clean(&draft.text).collect();
        let text = text.trim();
        if text.is_empty() || text.chars().count() > TEXT_MAX {
            return Err(Problem::field("text", "A draft has 1 to 10000 characters."));
        }
        let viewer = Viewer::from(&call.program.caller);
        let body = json!(ComposerDraft { text });
        let (ticket, replaces) = (draft.ticket_id, draft.replaces_version);
        let mut tx = self.db.begin().await?;
        let kept =
            self.tickets.replace_draft_in(&mut tx, &viewer, ticket, (&body, TAB), replaces).await?;
        self.note(&mut tx, call, &json!("done")).await?;
        tx.commit().await?;
        Ok(DraftReceipt { ticket_id: ticket, version: kept.version, sent: false })
    }
}

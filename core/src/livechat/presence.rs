//! Whether the visitor of a chat is there: agents are told when the last page of a visit closes and when
//! one opens again.

use super::{Livechat, api::VisitorPresence, store};
use crate::{
    db::DbResult,
    realtime::{Scope, frame_of},
};

/// Another node says within this time that a page is connected to it.
const FRESH_MS: i64 = 45_000;

impl Livechat {
    /// A visitor's socket opened or closed on this node.
    pub async fn visitor_seen(&self, client_id: i64, session: i64, open: bool) {
        let changed = {
            let mut visitors = self.0.visitors.lock();
            let entry = visitors.entry(session).or_insert((client_id, 0));
            if open {
                entry.1 += 1;
                entry.1 == 1
            } else {
                entry.1 = entry.1.saturating_sub(1);
                let gone = entry.1 == 0;
                if gone {
                    visitors.remove(&session);
                }
                gone
            }
        };
        if !changed {
            return;
        }
        if !open && let Err(error) = self.leave_queue(client_id, session).await {
            tracing::warn!(error = %error, "a visitor who left still stands in the queue");
        }
        if let Err(error) = self.tell_presence(client_id, session, open).await {
            tracing::warn!(error = %error, "agents were not told whether a visitor is there");
        }
    }

    async fn tell_presence(&self, client_id: i64, session: i64, online: bool) -> DbResult<()> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        store::seen(&mut tx, client_id, session, now).await?;
        let row = store::by_id(&mut tx, client_id, session).await?;
        tx.commit().await?;
        let Some(ticket_id) = row.and_then(|row| row.ticket_id) else { return Ok(()) };
        let data = VisitorPresence { ticket_id, session_id: session, online, seen_at: now };
        let scope = Scope::Room { ticket_id, except_user: None };
        self.hub.pass(client_id, scope, frame_of(&data)).await;
        Ok(())
    }

    /// Whether a page of the visit is connected, here or to another node.
    pub(super) fn is_there(&self, row: &store::Row) -> bool {
        let elsewhere = self.db.postgres().is_some()
            && row.seen_at.is_some_and(|at| at > self.clock.now_ms() - FRESH_MS);
        self.windows_of(row.id) > 0 || elsewhere
    }

    /// The name of the account that a visit is of.
    pub(super) fn account_name(&self, row: &store::Row) -> String {
        self.channels.page_settings(row.client_id, row.channel_id).name
    }
}

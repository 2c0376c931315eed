//! Lists of tickets.

use super::{
    Tickets,
    model::{ListKind, Viewer},
    store::{self, TicketRow, Wanted},
    view::ticket_view,
};
use crate::http::Problem;
use serde_json::{Value, json};

/// Tickets of one page.
pub const PAGE: i64 = 30;
/// What one sync answers at most; a client that is further behind loads its lists anew.
const SYNC_MAX: i64 = 500;

impl Tickets {
    /// A page of a list, with the list's count.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn page(
        &self,
        viewer: &Viewer,
        wanted: &Wanted,
        offset: i64,
    ) -> Result<Value, Problem> {
        let mut conn = self.db.read().await?;
        let offset = offset.clamp(0, 1_000_000_000);
        let labelled = !wanted.labels.is_empty();
        let rows = if labelled && store::few_carry(&mut conn, viewer.client_id, wanted).await? {
            store::page_of_few(&mut conn, viewer, wanted, offset, PAGE).await?
        } else {
            store::page(&mut conn, viewer, wanted, offset, PAGE).await?
        };
        let count = if labelled {
            store::count_labelled(&mut conn, viewer, wanted).await?
        } else {
            store::count(&mut conn, viewer, wanted).await?
        };
        let data = match wanted.kind {
            ListKind::Ticket => rows.iter().map(|row| self.view(row)).collect(),
            ListKind::Livechat => rows.iter().map(|row| self.group(row)).collect::<Vec<_>>(),
        };
        Ok(json!({ "data": data, "count": count, "status": "success" }))
    }

    /// Tickets that changed since a time in seconds.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn changed_since(&self, viewer: &Viewer, ts: i64) -> Result<Value, Problem> {
        let mut conn = self.db.read().await?;
        let since = ts.saturating_mul(1000);
        let rows = store::updated_since(&mut conn, viewer, since, SYNC_MAX).await?;
        Ok(rows.iter().map(|row| self.view(row)).collect())
    }

    /// A ticket as the API shows it.
    pub(super) fn view(&self, row: &TicketRow) -> Value {
        let name = row
            .channel_id
            .map(|id| self.carrier.account_name(row.client_id, id))
            .unwrap_or_default();
        ticket_view(row, &name)
    }

    /// A live chat stands in a group of its visit's session.
    fn group(&self, row: &TicketRow) -> Value {
        json!({
            "session_id": row.session_id.unwrap_or(row.id),
            "session_name": row.contact_name,
            "collapsed": false,
            "ts": row.updated_at.div_euclid(1000),
            "sessions": 1,
            "livechats": [self.view(row)],
        })
    }
}

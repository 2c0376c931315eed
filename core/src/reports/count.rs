//! How many tickets were opened.

use super::{
    Reports,
    intervals::IntervalQuery,
    model::{self, Count},
    store,
};
use crate::{
    accounts::{Caller, Permission},
    http::Problem,
};

/// Rows the database gives at most: intervals times channels.
const ROWS_MAX: i64 = 100_000;

impl Reports {
    /// By intervals and by report group, oldest first; the moments in milliseconds.
    pub(super) async fn by_group(
        &self,
        caller: &Caller,
        asked: &IntervalQuery,
    ) -> Result<Vec<Count>, Problem> {
        caller.require(Permission::ViewReport)?;
        let client_id = caller.client_id;
        let mut conn = self.db.read().await?;
        let zone = self.zone(&mut conn, caller).await?;
        let intervals = asked.read(&zone, self.clock.now_ms())?;
        let mut counts = vec![];
        for part in intervals.parts(&zone) {
            let found = store::by_channel(&mut conn, client_id, part, ROWS_MAX).await?;
            // The database's first interval of a part may begin before it.
            counts.extend(found.into_iter().map(|(at, channel, tickets)| {
                (intervals.beginning(at.max(part.from), &zone), channel, tickets)
            }));
        }
        Ok(model::grouped(&counts, |channel| (self.group_of)(channel)))
    }
}

//! How many tickets were opened.

use super::{
    Reports, days,
    intervals::IntervalQuery,
    model::{self, Count},
    store,
};
use crate::{
    accounts::{self, Caller, Permission},
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
        let zone = accounts::timezone(&mut conn, client_id, caller.user_id).await?;
        let intervals = asked.read(&days::zone(&zone), self.clock.now_ms())?;
        let counts = store::by_channel(&mut conn, client_id, intervals, ROWS_MAX).await?;
        Ok(model::grouped(&counts, |channel| (self.group_of)(channel)))
    }
}

//! An admin counts the tickets that were opened.

use super::{
    Reports,
    model::{self, Count},
    store,
};
use crate::{accounts::Caller, http::Problem};

/// Rows the database gives at most: intervals times channels.
const ROWS_MAX: i64 = 100_000;

impl Reports {
    /// By intervals of `step_ms` between two moments, and by report group, oldest first.
    pub(super) async fn by_group(
        &self,
        caller: &Caller,
        between: (i64, i64),
        step_ms: i64,
    ) -> Result<Vec<Count>, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        let counts =
            store::by_channel(&mut conn, caller.client_id, between, step_ms, ROWS_MAX).await?;
        Ok(model::grouped(&counts, |channel| (self.group_of)(channel)))
    }
}

//! The aux report: how long people were in the statuses other than ONLINE.

use super::{
    Reports,
    days::ReportDays,
    model::{AuxRow, StatusTime},
};
use crate::{
    accounts::{self, Caller, Permission},
    http::Problem,
};

impl Reports {
    /// Everybody who was something else than ONLINE within these days, by name.
    pub(super) async fn aux(
        &self,
        caller: &Caller,
        asked: &ReportDays,
    ) -> Result<Vec<AuxRow>, Problem> {
        caller.require(Permission::ViewReport)?;
        let client_id = caller.client_id;
        let mut conn = self.db.read().await?;
        let zone = self.zone(&mut conn, caller).await?;
        let range = asked.between(&zone, self.clock.now_ms())?;
        let times = self.presence.time_in_statuses(&mut conn, client_id, range).await?;
        let people = accounts::everybody(&mut conn, client_id, &[]).await?;
        let row = |person: accounts::AgentRow| AuxRow {
            statuses: times
                .iter()
                .filter(|time| time.user_id == person.id)
                .map(|time| StatusTime {
                    code: time.code.clone(),
                    alternate: time.alternate.clone(),
                    seconds: time.ms / 1_000,
                })
                .collect(),
            user_id: person.id,
            username: person.username,
            name: person.name,
        };
        Ok(people.into_iter().map(row).filter(|row| !row.statuses.is_empty()).collect())
    }
}

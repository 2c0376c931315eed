//! The counts by intervals and groups as a table to keep.

use super::{Reports, intervals::IntervalQuery};
use crate::{
    accounts::Caller,
    days,
    http::{Problem, csv},
};

impl Reports {
    /// The counts of a range as lines of a table.
    pub(super) async fn export_counts(
        &self,
        caller: &Caller,
        asked: &IntervalQuery,
    ) -> Result<String, Problem> {
        let counts = self.by_group(caller, asked).await?;
        let mut conn = self.db.read().await?;
        let zone = self.zone(&mut conn, caller).await?;
        let mut lines = csv::first_line("Time,Channel group,Tickets\r\n");
        for (at, group, tickets) in counts {
            lines.push_str(&format!(
                "{},{},{tickets}\r\n",
                days::moment(at, &zone),
                csv::cell(&group)
            ));
        }
        Ok(lines)
    }
}

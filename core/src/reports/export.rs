//! The counts by intervals and groups as a table to keep.

use super::{Reports, intervals::IntervalQuery};
use crate::{
    accounts::Caller,
    http::{
        Problem,
        tables::{Cell, Column, Row, TableHead},
    },
};

impl Reports {
    /// The counts of a range as a table.
    pub(super) async fn export_counts(
        &self,
        caller: &Caller,
        asked: &IntervalQuery,
    ) -> Result<(TableHead, Vec<Row>), Problem> {
        let counts = self.by_group(caller, asked).await?;
        let mut conn = self.db.read().await?;
        let zone = self.zone(&mut conn, caller).await?;
        let columns =
            &[Column::Plain("Time"), Column::Plain("Channel group"), Column::Plain("Tickets")];
        let row = |(at, group, tickets): (i64, String, i64)| {
            vec![Cell::Moment(at), Cell::Text(group), Cell::Count(Some(tickets))]
        };
        let rows = counts.into_iter().map(row).collect();
        Ok((TableHead { name: "intervals", columns, zone }, rows))
    }
}

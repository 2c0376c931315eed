//! Counts what a dashboard shows.

use super::{
    Dashboards,
    model::{self, Dashboard, DashboardDay, Range, RangeQuery},
    store,
};
use crate::{
    accounts::{self, Caller, Permission},
    days,
    db::{Conn, DbResult},
    http::Problem,
    surveys,
};
use jiff::civil::Date;
use std::collections::BTreeMap;

impl Dashboards {
    /// The dashboard of a range of days where the caller is.
    ///
    /// # Errors
    /// `forbidden` without the permission; `invalid` for a range that cannot be.
    pub async fn dashboard(
        &self,
        caller: &Caller,
        asked: &RangeQuery,
    ) -> Result<Dashboard, Problem> {
        caller.require(Permission::ViewReport)?;
        let mut conn = self.db.read().await?;
        let named = accounts::timezone(&mut conn, caller.client_id, caller.user_id).await?;
        let now = self.clock.now_ms();
        let range = Range::read(asked, days::zone(&named), now)?;
        Ok(self.figures(&mut conn, caller.client_id, (&range, &named), now).await?)
    }

    /// What a dashboard of these days shows. Days begin in the zone of this name.
    pub(super) async fn figures(
        &self,
        conn: &mut Conn,
        client_id: i64,
        (range, timezone): (&Range, &str),
        now: i64,
    ) -> DbResult<Dashboard> {
        let (span, before) = (range.moments(), range.before().moments());
        let by_status = store::opened_by_status(conn, client_id, span).await?;
        let sum = |found: &[(i64, i64)]| found.iter().map(|(_, count)| count).sum();
        let rated = surveys::ratings(conn, client_id, span).await?;
        let by_channel = store::opened_by_channel(conn, client_id, span).await?;
        let first_reply = store::median_first_reply(conn, client_id, span).await?;
        Ok(Dashboard {
            start_date: range.first.to_string(),
            end_date: range.last.to_string(),
            timezone: if timezone.is_empty() { "UTC".into() } else { timezone.to_owned() },
            at: now,
            opened: sum(&by_status),
            opened_before: sum(&store::opened_by_status(conn, client_id, before).await?),
            resolved: store::resolved(conn, client_id, span).await?,
            resolved_before: store::resolved(conn, client_id, before).await?,
            waiting: store::waiting(conn, client_id).await?,
            first_reply_seconds: first_reply.map(|ms| ms / 1_000),
            by_status: model::statuses(&by_status),
            by_channel: model::channels(&by_channel, |channel| (self.group_of)(channel)),
            by_day: by_day(conn, client_id, range).await?,
            ratings: model::ratings(&rated),
            rating_average: surveys::average(&rated),
        })
    }
}

/// Every day of a range, with what was opened and resolved on it.
async fn by_day(conn: &mut Conn, client_id: i64, range: &Range) -> DbResult<Vec<DashboardDay>> {
    let span = range.moments();
    let mut opened: BTreeMap<i64, i64> = BTreeMap::new();
    let mut resolved: BTreeMap<i64, i64> = BTreeMap::new();
    // A day on which the clock changes is in two parts.
    for part in days::offsets(span, &range.zone) {
        for (day, count) in store::opened_by_day(conn, client_id, part).await? {
            *opened.entry(day).or_default() += count;
        }
        for (day, count) in store::resolved_by_day(conn, client_id, span, part).await? {
            *resolved.entry(day).or_default() += count;
        }
    }
    let count = |all: &BTreeMap<i64, i64>, day: Date| {
        let since_1970 =
            i64::from(Date::constant(1970, 1, 1).until(day).map_or(0, |s| s.get_days()));
        all.get(&since_1970).copied().unwrap_or(0)
    };
    let shown = |day: Date| DashboardDay {
        day: day.to_string(),
        opened: count(&opened, day),
        resolved: count(&resolved, day),
    };
    Ok(range.each().into_iter().map(shown).collect())
}

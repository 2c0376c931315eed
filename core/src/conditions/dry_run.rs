//! Trying conditions out on the tickets of the last days, before anything is switched on.

use super::{Condition, TicketTraits, faults, hold, routes::Conditions};
use crate::{
    accounts::Caller,
    http::{FieldErrors, Problem},
    tickets::{self, ListKind, TicketRow, utc},
};
use serde::Serialize;
use utoipa::ToSchema;

/// Days that are looked at.
pub(super) const DAYS: i64 = 7;
const DAY_MS: i64 = 86_400_000;
/// Tickets that are looked at, the newest ones.
const TICKETS_MAX: i64 = 2_000;
/// Tickets that are named.
const EXAMPLES: usize = 5;

/// Which tickets of the last days conditions would have held for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConditionsDryRun {
    /// Days that were looked at.
    pub days: i64,
    /// Tickets that were looked at: at most the newest 2,000.
    pub tickets: usize,
    /// There are more of them in these days.
    pub more: bool,
    /// Those for which all conditions hold.
    pub matched: usize,
    /// The newest five of these.
    pub examples: Vec<MatchedTicket>,
}

/// A ticket for which conditions hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MatchedTicket {
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub title: String,
    /// The channel's value, such as `TELEGRAM`.
    pub channel: String,
    /// UTC, `YYYY-MM-DD HH:MM:SS`.
    pub created_at: String,
}

impl Conditions {
    /// Tries conditions out on what was opened in the last seven days, as it is now, for admins.
    pub(super) async fn dry_run(
        &self,
        caller: &Caller,
        kind: ListKind,
        conditions: &[Condition],
    ) -> Result<ConditionsDryRun, Problem> {
        caller.require_admin()?;
        let mut wrong = FieldErrors::default();
        wrong.extend(faults(conditions));
        wrong.refuse("These conditions cannot be.")?;
        let since = self.clock.now_ms() - DAYS * DAY_MS;
        let mut conn = self.db.read().await?;
        let opened = (kind.as_str(), since);
        let mut rows =
            tickets::opened_since(&mut conn, caller.client_id, opened, TICKETS_MAX + 1).await?;
        drop(conn);
        let more = i64::try_from(rows.len()).is_ok_and(|count| count > TICKETS_MAX);
        rows.truncate(usize::try_from(TICKETS_MAX).unwrap_or(usize::MAX));
        let matched = matched(conditions, &rows);
        Ok(ConditionsDryRun {
            days: DAYS,
            tickets: rows.len(),
            more,
            matched: matched.len(),
            examples: matched.into_iter().take(EXAMPLES).map(MatchedTicket::of).collect(),
        })
    }
}

/// Those of the tickets for which the conditions hold.
pub(super) fn matched<'a>(conditions: &[Condition], rows: &'a [TicketRow]) -> Vec<&'a TicketRow> {
    rows.iter().filter(|row| hold(conditions, &TicketTraits::of(row))).collect()
}

impl MatchedTicket {
    fn of(row: &TicketRow) -> Self {
        Self {
            ticket_id: row.id,
            ticket_number: row.number,
            title: row.title.clone(),
            channel: row.channel.clone(),
            created_at: utc(row.created_at),
        }
    }
}

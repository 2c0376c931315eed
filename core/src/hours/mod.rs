//! Business hours and holidays: when a desk is open.
//!
//! A client keeps calendars, each in a time zone, with weekly times and days on which nobody works.
//! What that means for a moment is decided by [`Schedule`], which is pure.

mod admin;
mod audited;
pub mod events;
mod model;
#[cfg(test)]
mod oracle;
mod routes;
mod schedule;
mod store;
#[cfg(test)]
mod tests;

pub use routes::routes;
pub use schedule::Schedule;

use crate::{
    accounts::Accounts,
    clock::Clock,
    db::{Conn, Db, DbResult},
};
use std::collections::HashMap;

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Hours {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
}

/// The schedule of a calendar, or of the client's default one. None when there is none, which means
/// that the desk never closes.
///
/// # Errors
/// What the database said.
pub async fn schedule(
    conn: &mut Conn,
    client_id: i64,
    calendar: Option<i64>,
) -> DbResult<Option<Schedule>> {
    let all = store::calendars(conn, client_id).await?;
    let found = all.into_iter().find(|row| calendar.map_or(row.is_default, |id| row.id == id));
    let Some(row) = found else { return Ok(None) };
    let holidays = store::holidays(conn, client_id).await?;
    Ok(model::schedule_of(&row, &holidays))
}

/// All schedules of a client.
#[derive(Clone, Debug, Default)]
pub struct Schedules {
    by_calendar: HashMap<i64, Schedule>,
    default: Option<i64>,
}

impl Schedules {
    /// The schedule of a calendar, or of the default one where none is named or that one is gone. None
    /// when there is none at all, which means that the desk never closes.
    #[must_use]
    pub fn of(&self, calendar: Option<i64>) -> Option<&Schedule> {
        let named = calendar.and_then(|id| self.by_calendar.get(&id));
        named.or_else(|| self.by_calendar.get(&self.default?))
    }

    /// Whether there is such a calendar.
    #[must_use]
    pub fn has(&self, calendar: i64) -> bool {
        self.by_calendar.contains_key(&calendar)
    }
}

/// The schedules of all of a client's calendars.
///
/// # Errors
/// What the database said.
pub async fn schedules(conn: &mut Conn, client_id: i64) -> DbResult<Schedules> {
    let rows = store::calendars(conn, client_id).await?;
    let holidays = store::holidays(conn, client_id).await?;
    let default = rows.iter().find(|row| row.is_default).map(|row| row.id);
    let by_calendar =
        rows.iter().filter_map(|row| Some((row.id, model::schedule_of(row, &holidays)?))).collect();
    Ok(Schedules { by_calendar, default })
}

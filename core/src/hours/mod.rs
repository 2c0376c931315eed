//! Business hours and holidays: when a desk is open.
//!
//! A client keeps calendars, each in a time zone, with weekly times and days on which nobody works.
//! What that means for a moment is decided by [`Schedule`], which is pure.

mod admin;
mod audited;
pub mod events;
mod model;
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

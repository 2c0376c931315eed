//! The SQL of business hours and holidays.

use super::model::{CalendarDraft, CalendarRow, Holiday, HolidayDraft};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// A client's calendars, the oldest first.
pub(super) async fn calendars(conn: &mut Conn, client_id: i64) -> DbResult<Vec<CalendarRow>> {
    fetch_all!(
        conn,
        CalendarRow,
        "select id, name, zone, weekly, is_default
           from business_calendars
          where client_id = $1
          order by id
          limit 100",
        client_id,
    )
}

pub(super) async fn calendar(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<CalendarRow>> {
    fetch_optional!(
        conn,
        CalendarRow,
        "select id, name, zone, weekly, is_default
           from business_calendars
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

pub(super) async fn count_calendars(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from business_calendars where client_id = $1",
        client_id,
    )?;
    Ok(count)
}

pub(super) async fn insert_calendar(
    conn: &mut Conn,
    client_id: i64,
    draft: &CalendarDraft,
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into business_calendars
                (client_id, name, zone, weekly, is_default, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $6)
      returning id",
        client_id,
        draft.name.as_str(),
        draft.zone.as_str(),
        weekly(draft),
        false,
        now,
    )?;
    Ok(id)
}

pub(super) async fn change_calendar(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    draft: &CalendarDraft,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update business_calendars
            set name = $3, zone = $4, weekly = $5, updated_at = $6
          where client_id = $1 and id = $2",
        client_id,
        id,
        draft.name.as_str(),
        draft.zone.as_str(),
        weekly(draft),
        now,
    )
}

fn weekly(draft: &CalendarDraft) -> String {
    serde_json::to_string(&draft.weekly).unwrap_or_else(|_| "[]".into())
}

/// Makes one calendar the client's default, and no other.
pub(super) async fn set_default(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(
        conn,
        "update business_calendars set is_default = (id = $2) where client_id = $1",
        client_id,
        id,
    )
}

/// Deletes a calendar with the holidays that are only its own.
pub(super) async fn delete_calendar(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(
        conn,
        "delete from holidays where client_id = $1 and calendar_id = $2",
        client_id,
        id
    )?;
    execute!(conn, "delete from business_calendars where client_id = $1 and id = $2", client_id, id)
}

/// A client's holidays by their dates.
pub(super) async fn holidays(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Holiday>> {
    fetch_all!(
        conn,
        Holiday,
        r#"select id, name, day as "date", yearly, nullif(calendar_id, 0) as calendar_id
             from holidays
            where client_id = $1
            order by day, id
            limit 1000"#,
        client_id,
    )
}

pub(super) async fn holiday(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<Holiday>> {
    fetch_optional!(
        conn,
        Holiday,
        r#"select id, name, day as "date", yearly, nullif(calendar_id, 0) as calendar_id
             from holidays
            where client_id = $1 and id = $2"#,
        client_id,
        id,
    )
}

pub(super) async fn count_holidays(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) =
        fetch_one!(conn, (i64,), "select count(*) from holidays where client_id = $1", client_id)?;
    Ok(count)
}

pub(super) async fn insert_holiday(
    conn: &mut Conn,
    client_id: i64,
    draft: &HolidayDraft,
    now: i64,
) -> DbResult<Holiday> {
    fetch_one!(
        conn,
        Holiday,
        r#"insert into holidays
                (client_id, calendar_id, name, day, yearly, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $6)
        returning id, name, day as "date", yearly, nullif(calendar_id, 0) as calendar_id"#,
        client_id,
        draft.calendar_id.unwrap_or(0),
        draft.name.as_str(),
        draft.date.as_str(),
        draft.yearly,
        now,
    )
}

pub(super) async fn change_holiday(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    draft: &HolidayDraft,
    now: i64,
) -> DbResult<Option<Holiday>> {
    fetch_optional!(
        conn,
        Holiday,
        r#"update holidays
              set calendar_id = $3, name = $4, day = $5, yearly = $6, updated_at = $7
            where client_id = $1 and id = $2
        returning id, name, day as "date", yearly, nullif(calendar_id, 0) as calendar_id"#,
        client_id,
        id,
        draft.calendar_id.unwrap_or(0),
        draft.name.as_str(),
        draft.date.as_str(),
        draft.yearly,
        now,
    )
}

pub(super) async fn delete_holiday(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(conn, "delete from holidays where client_id = $1 and id = $2", client_id, id)
}

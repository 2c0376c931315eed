//! What the audit log says of acts on calendars and holidays.

use super::model::{CalendarDraft, CalendarRow, Holiday, WeeklyTime};
use crate::audit::{Act, Action, step};
use serde_json::{Map, Value, json};

fn calendar(action: Action, id: i64, name: &str, changes: Value) -> Act<'_> {
    Act { action, kind: "calendar", id: id.to_string(), name, changes }
}

fn holiday(action: Action, day: &Holiday, changes: Value) -> Act<'_> {
    Act { action, kind: "holiday", id: day.id.to_string(), name: &day.name, changes }
}

/// A calendar was made.
pub(super) fn calendar_made(id: i64, draft: &CalendarDraft) -> Act<'_> {
    let changes = json!({ "zone": draft.zone, "weekly": times(&draft.weekly) });
    calendar(Action::CalendarCreated, id, &draft.name, changes)
}

/// A calendar was changed. None when nothing is different.
pub(super) fn calendar_changed<'a>(
    before: &CalendarRow,
    after: &'a CalendarDraft,
) -> Option<Act<'a>> {
    let weekly: Vec<WeeklyTime> = serde_json::from_str(&before.weekly).unwrap_or_default();
    let mut changes = Map::new();
    step(&mut changes, "name", &before.name, &after.name);
    step(&mut changes, "zone", &before.zone, &after.zone);
    step(&mut changes, "weekly", times(&weekly), times(&after.weekly));
    // The default one stays that, whatever is said.
    step(&mut changes, "default", before.is_default, before.is_default || after.default);
    let act = calendar(Action::CalendarChanged, before.id, &after.name, Value::Null);
    (!changes.is_empty()).then(|| Act { changes: changes.into(), ..act })
}

/// A calendar was deleted, and its holidays with it.
pub(super) fn calendar_removed(row: &CalendarRow) -> Act<'_> {
    calendar(Action::CalendarRemoved, row.id, &row.name, json!({}))
}

/// A holiday was made.
pub(super) fn holiday_made(day: &Holiday) -> Act<'_> {
    holiday(Action::HolidayCreated, day, json!({ "date": day.date, "yearly": day.yearly }))
}

/// A holiday was changed. None when nothing is different.
pub(super) fn holiday_changed<'a>(before: &Holiday, after: &'a Holiday) -> Option<Act<'a>> {
    let mut changes = Map::new();
    step(&mut changes, "name", &before.name, &after.name);
    step(&mut changes, "date", &before.date, &after.date);
    step(&mut changes, "yearly", before.yearly, after.yearly);
    step(&mut changes, "calendar_id", before.calendar_id, after.calendar_id);
    (!changes.is_empty()).then(|| holiday(Action::HolidayChanged, after, changes.into()))
}

/// A holiday was deleted.
pub(super) fn holiday_removed(day: &Holiday) -> Act<'_> {
    holiday(Action::HolidayRemoved, day, json!({ "date": day.date }))
}

/// Weekly times as people read them: `1 09:00-18:00`, with 1 for Monday.
fn times(weekly: &[WeeklyTime]) -> Vec<String> {
    weekly.iter().map(|time| format!("{} {}-{}", time.day, time.from, time.to)).collect()
}

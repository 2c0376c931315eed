//! What cells say: moments, days, lists. Pure.

use super::model::DateOrder;
use jiff::{
    Timestamp,
    civil::{Date, DateTime, Time},
    tz::TimeZone,
};

/// The parts of a cell that holds several, divided by lines and semicolons, or by commas where it has no
/// semicolon.
pub(super) fn several(cell: &str) -> Vec<&str> {
    let divider = if cell.contains(';') { ';' } else { ',' };
    let parts = cell.split([divider, '\n']).map(str::trim);
    parts.filter(|part| !part.is_empty()).collect()
}

/// Ten digits are seconds since 1970, thirteen are milliseconds.
fn since_1970(cell: &str) -> Option<i64> {
    let number: i64 = cell.parse().ok()?;
    match cell.len() {
        9 | 10 => number.checked_mul(1_000),
        13 => Some(number),
        _ => None,
    }
}

/// A moment in milliseconds: with an offset from UTC (RFC 3339), as a date with or without a time in this
/// zone, or as a count of seconds. None for what is none of these.
pub(super) fn moment(cell: &str, order: DateOrder, zone: &TimeZone) -> Option<i64> {
    if let Some(ms) = since_1970(cell) {
        return Some(ms);
    }
    // Some programs write a space before the offset, or the name UTC.
    let utc = cell.strip_suffix(" UTC").map(|rest| format!("{}Z", rest.trim()));
    let joined = match cell.rsplit_once(' ') {
        Some((rest, offset)) if offset.starts_with(['+', '-']) => format!("{rest}{offset}"),
        _ => utc.unwrap_or_else(|| cell.to_owned()),
    };
    if let Ok(at) = joined.parse::<Timestamp>() {
        return Some(at.as_millisecond());
    }
    let (date, time) = cell.split_once([' ', 'T']).unwrap_or((cell, ""));
    let at = DateTime::from_parts(day(date, order)?, clock(time.trim())?);
    zone.to_ambiguous_timestamp(at).compatible().ok().map(Timestamp::as_millisecond)
}

/// A date whose year has four digits and comes first, or as the order says.
pub(super) fn day(cell: &str, order: DateOrder) -> Option<Date> {
    let parts: Vec<&str> = cell.trim().trim_end_matches('.').split(['-', '/', '.']).collect();
    let [a, b, c] = parts[..] else { return None };
    let (year, month, day) = match order {
        _ if a.len() == 4 => (a, b, c),
        DateOrder::Ymd => return None,
        DateOrder::Dmy => (c, b, a),
        DateOrder::Mdy => (c, a, b),
    };
    if year.len() != 4 || month.len() > 2 || day.len() > 2 {
        return None;
    }
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

/// The order that dates among these cells have for certain; years first where no cell says.
pub(super) fn order_of<'a>(cells: impl IntoIterator<Item = &'a str>) -> DateOrder {
    let order = |cell: &str| {
        let date = cell.split([' ', 'T']).next().unwrap_or(cell);
        let mut parts = date.split(['-', '/', '.']).map(|part| part.parse::<u16>().ok());
        let [a, b, c] = [parts.next()??, parts.next()??, parts.next()??];
        match () {
            () if parts.next().is_some() || c < 1_000 => None,
            () if (13..=31).contains(&a) && (1..=12).contains(&b) => Some(DateOrder::Dmy),
            () if (1..=12).contains(&a) && (13..=31).contains(&b) => Some(DateOrder::Mdy),
            () => None,
        }
    };
    cells.into_iter().find_map(order).unwrap_or_default()
}

/// A time such as `9:05`, `21:05:59` or `9:05 PM`; midnight for none.
fn clock(cell: &str) -> Option<Time> {
    if cell.is_empty() {
        return Some(Time::midnight());
    }
    let upper = cell.to_ascii_uppercase();
    let half = ["AM", "PM"].into_iter().find(|half| upper.ends_with(half));
    let digits = half.map_or(upper.as_str(), |half| upper.trim_end_matches(half).trim());
    let digits = digits.split('.').next().unwrap_or_default();
    let mut parts = digits.split(':').map(|part| part.parse::<i8>().ok());
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().unwrap_or(Some(0))?;
    let hour = match half {
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some("PM") => hour % 12 + 12,
        Some(_) => hour % 12,
        None => hour,
    };
    if parts.next().is_some() {
        return None;
    }
    Time::new(hour, minute, second, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use DateOrder::{Dmy, Mdy, Ymd};

    #[test]
    fn moments_are_read_as_other_desks_write_them() {
        let zone = TimeZone::get("Asia/Kuala_Lumpur").expect("a zone");
        let noon = 1_769_832_000_000_i64; // 2026-01-31T04:00:00Z, noon there
        for (cell, order) in [
            ("2026-01-31T04:00:00Z", Ymd),
            ("2026-01-31T12:00:00.000+08:00", Ymd),
            ("2026-01-31 12:00:00 +0800", Ymd),
            ("2026-01-31 04:00:00 UTC", Ymd),
            ("2026-01-31 12:00", Ymd),
            ("2026-01-31 12:00:00", Mdy),
            ("31/01/2026 12:00", Dmy),
            ("31.1.2026 12:00", Dmy),
            ("1/31/2026 12:00 PM", Mdy),
            ("01-31-2026 12:00:00", Mdy),
            ("1769832000", Ymd),
            ("1769832000000", Ymd),
        ] {
            assert_eq!(moment(cell, order, &zone), Some(noon), "{cell}");
        }
        assert_eq!(moment("2026-01-31", Ymd, &zone), Some(noon - 12 * 3_600_000));
        assert_eq!(moment("31/01/2026 12:00 AM", Dmy, &zone), Some(noon - 12 * 3_600_000));
    }

    #[test]
    fn what_is_no_moment_or_could_be_two_is_none() {
        let zone = TimeZone::UTC;
        for (cell, order) in [
            ("", Ymd),
            ("yesterday", Ymd),
            ("31/01/2026", Ymd),
            ("31/01/2026", Mdy),
            ("01/31/2026", Dmy),
            ("1/2/26", Dmy),
            ("2026-02-30", Ymd),
            ("2026-01-31 25:00", Ymd),
            ("2026-01-31 13:00 PM", Ymd),
            ("2026-01-31 12", Ymd),
            ("2026", Ymd),
        ] {
            assert_eq!(moment(cell, order, &zone), None, "{cell}");
        }
    }

    #[test]
    fn a_time_that_a_clock_skips_is_the_one_behind_the_gap() {
        let zone = TimeZone::get("Europe/Berlin").expect("a zone");
        let at = moment("2026-03-29 02:30", Ymd, &zone);
        assert_eq!(at, moment("2026-03-29T01:30:00Z", Ymd, &zone));
    }

    #[test]
    fn the_order_of_dates_is_told_by_days_beyond_twelve() {
        for (cells, order) in [
            (vec!["Ann", "31/01/2026"], Dmy),
            (vec!["01/02/2026", "1/31/2026 9:00 AM"], Mdy),
            (vec!["13.2.2026 10:00"], Dmy),
            (vec!["01/02/2026"], Ymd),
            (vec!["2026-01-31", "192.168.0.1", "13/13/2026", "+60-13-2345"], Ymd),
        ] {
            assert_eq!(order_of(cells.iter().copied()), order, "{cells:?}");
        }
    }

    #[test]
    fn cells_that_hold_several_are_divided() {
        assert_eq!(several(" a, b\n d ,,"), ["a", "b", "d"]);
        assert_eq!(several("a; b, c;"), ["a", "b, c"]);
        assert!(several(" ; ").is_empty());
    }
}

//! Dates in headers, read and written.

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/// The epoch was a Thursday.
const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

/// `Tue, 17 Nov 2026 09:30:00 +0800 (MYT)` as milliseconds since the epoch.
pub fn parse(text: &str) -> Option<i64> {
    let text = text.split('(').next()?;
    // The weekday before a comma may be in any language, and `mar.` is no month there.
    let text = match text.split_once(',') {
        Some((day, rest)) if !day.contains(|c: char| c.is_ascii_digit()) && is_one_word(day) => {
            rest
        }
        _ => text,
    };
    let text = text.replace(',', " ");
    if let Some(ms) = iso(text.trim()) {
        return Some(ms);
    }
    let mut words = text.split_whitespace().peekable();
    // The weekday says nothing that the date does not.
    if words.peek().is_some_and(|w| w.chars().all(char::is_alphabetic) && month_of(w).is_none()) {
        words.next();
    }
    let first = words.next()?;
    // Old mailers write 17-Nov-26.
    let pieces: Vec<&str> = if first.matches('-').count() == 2 {
        first.split('-').collect()
    } else {
        vec![first, words.next()?, words.next()?]
    };
    let [a, b, year] = pieces[..] else { return None };
    let (day, month) = match (month_of(a), month_of(b)) {
        (None, Some(month)) => (a, month),
        (Some(month), None) => (b, month),
        _ => return None,
    };
    let day: i64 = day.parse().ok().filter(|d| (1..=31).contains(d))?;
    let year: i64 = match year.parse().ok()? {
        y @ 0..=49 => y + 2000,
        y @ 50..=999 => y + 1900,
        y @ 1970..=9999 => y,
        _ => return None,
    };
    let mut clock = words.next().unwrap_or("00:00").split([':', '.']);
    let mut hour: i64 = clock.next()?.parse().ok().filter(|h| (0..24).contains(h))?;
    let minute: i64 = clock.next()?.parse().ok().filter(|m| (0..60).contains(m))?;
    let second: i64 = clock.next().unwrap_or("0").parse().ok().filter(|s| (0..=60).contains(s))?;
    if let Some(half) =
        words.next_if(|w| w.eq_ignore_ascii_case("am") || w.eq_ignore_ascii_case("pm"))
        && hour <= 12
    {
        hour = hour % 12 + if half.eq_ignore_ascii_case("pm") { 12 } else { 0 };
    }
    let offset = words.next().map_or(0, zone_minutes);
    let days = days_from_civil(year, month, day);
    Some((((days * 24 + hour) * 60 + minute - offset) * 60 + second) * 1000)
}

/// Whether a word can be a weekday: one word, not `Nov 17` of an American date.
fn is_one_word(text: &str) -> bool {
    text.split_whitespace().count() == 1
}

/// `2026-11-17T09:30:00+08:00`, which careless programs write.
fn iso(text: &str) -> Option<i64> {
    let (date, clock) = text.split_once(['T', ' '])?;
    let mut date = date.split('-').map(str::parse::<i64>);
    let (year, month, day) = (date.next()?.ok()?, date.next()?.ok()?, date.next()?.ok()?);
    let at = clock.find(['+', '-', 'Z', ' ']).unwrap_or(clock.len());
    let (clock, zone) = clock.split_at_checked(at)?;
    let mut clock = clock.split([':', '.']).map(str::parse::<i64>);
    let (hour, minute) = (clock.next()?.ok()?, clock.next()?.ok()?);
    let second = clock.next().and_then(Result::ok).unwrap_or(0);
    let good = (1970..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..=60).contains(&second);
    if !good {
        return None;
    }
    let days = days_from_civil(year, month, day);
    let minutes = (days * 24 + hour) * 60 + minute - zone_minutes(zone.trim());
    Some((minutes * 60 + second) * 1000)
}

/// The same instant for a header, in UTC.
pub fn format(ms: u64) -> String {
    let seconds = i64::try_from(ms / 1000).unwrap_or(0);
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil_from_days(days);
    let weekday = DAYS[usize::try_from(days % 7).unwrap_or(0)];
    let month = MONTHS[usize::try_from(month - 1).unwrap_or(0) % 12];
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{weekday}, {day:02} {month} {year} {hour:02}:{minute:02}:{second:02} +0000")
}

fn month_of(word: &str) -> Option<i64> {
    let start = word.get(..3)?;
    let at = MONTHS.iter().position(|m| m.eq_ignore_ascii_case(start))?;
    i64::try_from(at + 1).ok()
}

fn zone_minutes(zone: &str) -> i64 {
    let (sign, digits) = match zone.split_at_checked(1) {
        Some(("+", digits)) => (1, digits),
        Some(("-", digits)) => (-1, digits),
        _ => {
            return match zone.to_ascii_uppercase().as_str() {
                "EDT" => -240,
                "EST" | "CDT" => -300,
                "CST" | "MDT" => -360,
                "MST" | "PDT" => -420,
                "PST" => -480,
                "CET" => 60,
                "CEST" => 120,
                _ => 0,
            };
        }
    };
    let number: i64 = digits.replace(':', "").parse().unwrap_or(0);
    let minutes = number / 100 * 60 + number % 100;
    if minutes > 18 * 60 { 0 } else { sign * minutes }
}

fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let y = if month <= 2 { year - 1 } else { year };
    let era = y.div_euclid(400);
    let year_of_era = y - era * 400;
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z - era * 146_097;
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    (yoe + era * 400 + i64::from(month <= 2), month, doy - (153 * mp + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::{format, parse};

    #[test]
    fn dates_are_read() {
        for (text, want) in [
            ("Tue, 17 Nov 2026 09:30:00 +0800 (MYT)", Some(1_794_879_000_000)),
            ("17 Nov 2026 01:30 GMT", Some(1_794_879_000_000)),
            ("Mon, 16 Nov 2026 20:30:00 EST", Some(1_794_879_000_000)),
            ("Tue, 17 Nov 26 01:30:00", Some(1_794_879_000_000)),
            ("Nov 17 2026 01:30:00 +0000", Some(1_794_879_000_000)),
            ("17-Nov-2026 07:00:00 +05:30", Some(1_794_879_000_000)),
            ("Thu, 29 Feb 2024 00:00:00 -0000", Some(1_709_164_800_000)),
            ("mar., 17 nov. 2026 02:30:00 +0100", Some(1_794_879_000_000)),
            ("2026-11-17T09:30:00+08:00", Some(1_794_879_000_000)),
            ("2026-11-17 01:30:00.123Z", Some(1_794_879_000_000)),
            ("Tue, 17 Nov 2026 9:30:00 AM +0800", Some(1_794_879_000_000)),
            ("Nov 17, 2026 01:30:00", Some(1_794_879_000_000)),
            ("2026-99-17T09:30:00Z", None),
            ("999999999999999999-01-01T00:00:00Z", None),
            ("", None),
            ("yesterday", None),
            ("Tue, 99 Foo 2026", None),
        ] {
            assert_eq!(parse(text), want, "{text}");
        }
    }

    #[test]
    fn dates_are_written() {
        assert_eq!(format(1_794_879_000_000), "Tue, 17 Nov 2026 01:30:00 +0000");
        assert_eq!(format(0), "Thu, 01 Jan 1970 00:00:00 +0000");
        for ms in (0..4_000_000_000_000).step_by(86_400_000 * 13 + 61_000) {
            assert_eq!(parse(&format(ms)), Some(i64::try_from(ms).unwrap()));
        }
    }
}

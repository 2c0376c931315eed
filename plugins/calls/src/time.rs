//! Times as the exchange writes them. Pure.

/// `2026-11-20T18:50:40.116+0000` in milliseconds since the epoch.
pub fn at_ms(text: &str) -> Option<u64> {
    let (date, clock) = text.split_once('T')?;
    let mut parts = date.splitn(3, '-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let split = clock.find(['+', '-', 'Z'])?;
    let (clock, zone) = clock.split_at(split);
    let mut parts = clock.splitn(3, ':');
    let hour: i64 = parts.next()?.parse().ok()?;
    let minute: i64 = parts.next()?.parse().ok()?;
    let second: f64 = parts.next()?.parse().ok()?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 24 || minute > 59 {
        return None;
    }
    let ms = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60_000;
    let ms = ms + (second * 1000.0).round() as i64 - offset(zone)? * 60_000;
    u64::try_from(ms).ok()
}

/// Days since the epoch; years that begin in March have their leap day at the end.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (shifted, year) = if month > 2 { (month - 3, year) } else { (month + 9, year - 1) };
    let era = year.div_euclid(400);
    let of_era = year - era * 400;
    let of_year = (153 * shifted + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// `+0800`, `-03:30` or `Z` in minutes.
fn offset(zone: &str) -> Option<i64> {
    if zone == "Z" {
        return Some(0);
    }
    let digits: String = zone.get(1..)?.chars().filter(|c| *c != ':').collect();
    let (hours, minutes) = (digits.get(..2)?.parse::<i64>().ok()?, digits.get(2..4)?);
    let minutes = hours * 60 + minutes.parse::<i64>().ok()?;
    Some(if zone.starts_with('-') { -minutes } else { minutes })
}

#[cfg(test)]
mod tests {
    use super::at_ms;

    #[test]
    fn times_are_read_in_every_zone() {
        for (text, ms) in [
            ("2026-01-02T03:04:05.000+0000", 1_767_323_045_000),
            ("2026-01-02T03:04:05.116Z", 1_767_323_045_116),
            ("2026-01-02T11:04:05.116+0800", 1_767_323_045_116),
            ("2026-01-01T23:34:05.116-03:30", 1_767_323_045_116),
            ("2024-02-29T23:59:59.000+0000", 1_709_251_199_000),
        ] {
            assert_eq!(at_ms(text), Some(ms), "{text}");
        }
        for wrong in ["", "yesterday", "2026-01-02", "2026-13-02T03:04:05Z", "2026-01-02T03:04Z"] {
            assert_eq!(at_ms(wrong), None, "{wrong}");
        }
    }
}

//! Times as Graph writes them: `2026-01-02T03:04:05Z`.

/// Milliseconds since the epoch.
pub fn parse(text: &str) -> Option<u64> {
    let (date, time) = text.trim().split_once('T')?;
    let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    // Everything after the seconds' point is left out; times are always in UTC.
    let time = time.split(['Z', '.', '+']).next()?;
    let mut parts = time.split(':').map(|part| part.parse::<i64>().ok());
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
    let fits = (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..=60).contains(&second)
        && (1970..10_000).contains(&year);
    if !fits {
        return None;
    }
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let of_era = shifted - era * 400;
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second;
    u64::try_from(seconds * 1_000).ok()
}

/// The other way round, in whole seconds.
pub fn format(ms: u64) -> String {
    let seconds = ms / 1_000;
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let z = days + 719_468;
    let (era, of_era) = (z / 146_097, z % 146_097);
    let of_cycle = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * of_cycle + of_cycle / 4 - of_cycle / 100);
    let index = (5 * of_year + 2) / 153;
    let day = of_year - (153 * index + 2) / 5 + 1;
    let month = if index < 10 { index + 3 } else { index - 9 };
    let year = of_cycle + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::{format, parse};

    #[test]
    fn times_are_read_and_written() {
        for (text, ms) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2026-01-02T03:04:05Z", 1_767_323_045_000),
            ("2024-02-29T23:59:59Z", 1_709_251_199_000),
            ("2000-03-01T00:00:00Z", 951_868_800_000),
        ] {
            assert_eq!(parse(text), Some(ms), "{text}");
            assert_eq!(format(ms), text);
        }
        assert_eq!(parse("2026-01-02T03:04:05.1234567Z"), Some(1_767_323_045_000));
        for bad in ["", "2026-01-02", "2026-13-02T03:04:05Z", "noonTlater", "99999-01-01T00:00:00Z"]
        {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}

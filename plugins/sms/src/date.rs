//! Days as the API's lists are asked for them. Pure.

/// `2026-01-02` of a time in milliseconds.
pub fn day(at_ms: u64) -> String {
    // Years that begin in March have their leap day at the end.
    let z = (at_ms / 86_400_000) as i64 + 719_468;
    let era = z / 146_097;
    let of_era = z - era * 146_097;
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// `Fri, 02 Jan 2026 03:04:05 +0000`, as the API writes times, in milliseconds.
pub fn time(text: &str) -> Option<u64> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let words: Vec<&str> = text.split_whitespace().collect();
    let [_, date, month, year, clock, ..] = words[..] else { return None };
    let month = MONTHS.find(month).filter(|_| month.len() == 3)? / 3;
    let (date, year): (i64, i64) = (date.parse().ok()?, year.parse().ok()?);
    // Years that begin in March have their leap day at the end.
    let (shifted, year) =
        if month >= 2 { (month as i64 - 2, year) } else { (month as i64 + 10, year - 1) };
    let era = year.div_euclid(400);
    let of_era = year - era * 400;
    let of_year = (153 * shifted + 2) / 5 + date - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    let mut parts = clock.split(':').map(|part| part.parse::<i64>().ok());
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
    u64::try_from(((days * 24 + hour) * 60 + minute) * 60 + second).ok().map(|s| s * 1000)
}

#[cfg(test)]
mod tests {
    use super::{day, time};

    #[test]
    fn times_are_read_as_the_api_writes_them() {
        assert_eq!(time("Fri, 02 Jan 2026 03:04:05 +0000"), Some(1_767_323_045_000));
        assert_eq!(time("Thu, 29 Feb 2024 23:59:59 +0000"), Some(1_709_251_199_000));
        for wrong in ["", "yesterday", "Fri, 02 XXX 2026 03:04:05 +0000", "Fri, 2 Jan 2026 3"] {
            assert_eq!(time(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(1_767_323_045_000), "2026-01-02");
        assert_eq!(day(951_782_400_000), "2000-02-29");
        assert_eq!(day(1_709_251_199_999), "2024-02-29");
    }
}

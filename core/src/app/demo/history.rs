//! Tickets of the demo's last three months, as a table that its admin imports: without them, reports and
//! the dashboard would show one day.

use crate::http::csv;
use jiff::{Timestamp, ToSpan as _, Unit, civil::Weekday, tz::TimeZone};

const DAYS: i64 = 90;
/// The newest day of the history, yesterday: what is newer comes from the simulator.
const NEWEST: i64 = 1;
/// Title, question and answer.
const SUBJECTS: [(&str, &str, &str); 8] = [
    (
        "Where is my parcel?",
        "The tracking page has shown the same line since Monday.",
        "The carrier has it again since this morning. It should be with you tomorrow.",
    ),
    (
        "Which bulb fits?",
        "I need a bulb for the small lamp, the old one has no label.",
        "The small lamp takes an E14 bulb of up to 40 watts.",
    ),
    (
        "The switch is stuck",
        "My lamp does not go off any more.",
        "Please unplug it. We send you a new switch today.",
    ),
    (
        "Change of address",
        "We have moved, please send the order to our new address.",
        "Done: your order goes to the new address.",
    ),
    (
        "Repair of an older lamp",
        "The cable of my lamp is torn. Do you repair it?",
        "Yes, we do. A new cable takes about a week.",
    ),
    (
        "Invoice",
        "Could you send me the invoice of my last order again?",
        "It is on its way to your mail address.",
    ),
    (
        "Wrong colour",
        "I ordered the blue one and got the green one.",
        "We are sorry. The blue one leaves today, and you may keep the green one.",
    ),
    (
        "Opening hours",
        "Are you open on the holiday next week?",
        "We are closed on the holiday, and open again the day after from nine.",
    ),
];
const SEVERITIES: [&str; 6] = ["low", "medium", "medium", "medium", "high", "medium"];
const LANGUAGES: [&str; 5] = ["en", "en", "ms", "en", "zh"];

/// Numbers that look like chance and are the same for every demo (a linear congruential generator).
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: i64) -> i64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((self.0 >> 33) % most.unsigned_abs().max(1)).unwrap_or(0)
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        let most = i64::try_from(list.len()).unwrap_or(1);
        list[usize::try_from(self.below(most)).unwrap_or(0)]
    }
}

/// The table, in UTC: busier on working days and in the middle of the day, a little more each month.
pub(super) fn table(now_ms: i64) -> String {
    let mut chance = Chance(20);
    let mut text = csv::first_line(
        "external_id,title,description,reply,status,severity,assignees,contact_name,contact_email,language,\
         created_at,replied_at,resolved_at\r\n",
    );
    let now = Timestamp::from_millisecond(now_ms).unwrap_or_default().to_zoned(TimeZone::UTC);
    let today = now.start_of_day().unwrap_or(now);
    let last = today.saturating_sub(1.second());
    let mut number = 0;
    for back in (NEWEST..DAYS).rev() {
        let Ok(day) = today.checked_sub(back.days()) else { continue };
        let busy = match day.weekday() {
            Weekday::Saturday => 4,
            Weekday::Sunday => 2,
            Weekday::Monday => 11,
            _ => 8,
        };
        for _ in 0..busy + chance.below(4) + (DAYS - back) / 30 {
            number += 1;
            // Two throws make the middle of the day the likeliest.
            let minute = 7 * 60 + chance.below(360) + chance.below(360);
            let lasted = 20 + chance.below(60) * chance.below(40);
            let came = day.saturating_add(minute.minutes());
            let ended = came.saturating_add(lasted.minutes()).min(last.clone());
            // Some customers were answered at once, most within the hour, a few on the next day.
            let waited = (2 + chance.below(30) * chance.below(12)).min(lasted - 5);
            let replied = came.saturating_add(waited.minutes()).min(ended.clone());
            // One in twelve is resolved without a word, as what came twice is.
            let silent = chance.below(12) == 0;
            let moment = |at: &jiff::Zoned| {
                let at = at.timestamp().round(Unit::Second).unwrap_or_default();
                at.to_string()
            };
            let (title, words, answer) = chance.of(&SUBJECTS);
            let customer = 1 + chance.below(120);
            let cells = [
                format!("demo-{number}"),
                title.to_owned(),
                words.to_owned(),
                if silent { String::new() } else { answer.to_owned() },
                "closed".to_owned(),
                chance.of(&SEVERITIES).to_owned(),
                format!("agent{}", 1 + chance.below(3)),
                format!("Demo Customer {customer}"),
                format!("customer{customer}@example.invalid"),
                chance.of(&LANGUAGES).to_owned(),
                moment(&came),
                if silent { String::new() } else { moment(&replied) },
                moment(&ended),
            ];
            text.push_str(&cells.map(|cell| csv::cell(&cell)).join(","));
            text.push_str("\r\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_history_has_three_months_and_none_of_today() {
        let now = 1_795_771_815_000;
        let text = table(now);
        let rows: Vec<&str> = text.lines().skip(1).collect();
        assert!((700..1_100).contains(&rows.len()), "{}", rows.len());
        assert_eq!(text, table(now), "the same each time");
        let moment = |cell: &str| cell.parse::<Timestamp>().unwrap().as_millisecond();
        for row in rows {
            let cells: Vec<&str> = row.rsplitn(4, ',').collect();
            let (came, ended) = (moment(cells[2]), moment(cells[0]));
            assert!(came < ended && ended < now && came > now - 91 * 86_400_000, "{row}");
            if !cells[1].is_empty() {
                let replied = moment(cells[1]);
                assert!(came < replied && replied <= ended, "{row}");
            }
        }
    }
}

//! Business time against an oracle that counts minute by minute what a clock on the wall shows: random
//! zones of the world, calendars and moments, many of them in the days in which clocks change.

use super::schedule::{DayOff, Schedule, Span, overlap};
use jiff::{
    Timestamp, ToSpan as _,
    civil::{Date, Time},
    tz::{self, TimeZone},
};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};

const MINUTE: i64 = 60_000;
/// How many minutes each calendar is counted.
const COUNTED: usize = 30 * 24 * 60;
const CALENDARS: usize = 250;
const MOMENTS: usize = 400;

/// What the clock on a wall shows, minute by minute, and how many minutes were open before each.
struct Counted {
    begins: i64,
    open: Vec<bool>,
    before: Vec<usize>,
}

impl Counted {
    fn of(zone: &TimeZone, spans: &[Span], off: &[DayOff], begins: i64) -> Self {
        let open: Vec<bool> = (begins..)
            .step_by(usize::try_from(MINUTE).expect("small"))
            .take(COUNTED)
            .map(|at| {
                let shown = zone.to_datetime(Timestamp::from_millisecond(at).expect("a moment"));
                on_the_wall(shown.date(), shown.time(), spans, off)
            })
            .collect();
        let mut sum = 0;
        let mut before = vec![0];
        for open in &open {
            sum += usize::from(*open);
            before.push(sum);
        }
        Self { begins, open, before }
    }

    fn at(&self, minute: usize) -> i64 {
        self.begins + i64::try_from(minute).expect("small") * MINUTE
    }
}

/// Whether the desk is open when the wall shows this: no time of the week is cut anywhere.
fn on_the_wall(date: Date, time: Time, spans: &[Span], off: &[DayOff]) -> bool {
    let same = |day: &DayOff| {
        let yearly = day.yearly && (day.date.month(), day.date.day()) == (date.month(), date.day());
        yearly || day.date == date
    };
    let now = i32::from(time.hour()) * 60 + i32::from(time.minute());
    let (today, yesterday) = (date.weekday(), date.weekday().previous());
    let within = |span: &Span| {
        let on = |weekday: jiff::civil::Weekday| weekday.to_monday_one_offset() == span.day;
        if span.from < span.to {
            on(today) && span.from <= now && now < span.to
        } else {
            on(today) && span.from <= now || on(yesterday) && now < span.to
        }
    };
    !off.iter().any(same) && spans.iter().any(within)
}

fn random_spans(random: &mut StdRng) -> Vec<Span> {
    let mut spans = vec![];
    for _ in 0..random.random_range(1..=10) {
        let from = random.random_range(0..1_440);
        let to = (from + random.random_range(1..=900)) % 1_440;
        spans.push(Span { day: random.random_range(1..=7), from, to });
        if overlap(&spans) {
            spans.pop();
        }
    }
    spans
}

/// A whole minute of the years 2015 to 2035; half of them in the two weeks before clocks change.
fn random_moment(random: &mut StdRng, zone: &TimeZone) -> i64 {
    let first = 1_420_070_400_000 / MINUTE;
    let at = (first + random.random_range(0..20 * 365 * 24 * 60)) * MINUTE;
    let moment = Timestamp::from_millisecond(at).expect("a moment");
    match zone.following(moment).next() {
        Some(change) if random.random_bool(0.5) => {
            let whole = change.timestamp().as_millisecond().div_euclid(MINUTE) * MINUTE;
            whole - random.random_range(0..14 * 24 * 60) * MINUTE
        }
        _ => at,
    }
}

#[test]
fn business_time_is_what_a_clock_on_the_wall_says_minute_by_minute() {
    // A fixed seed: the same cases each time.
    let random = &mut StdRng::seed_from_u64(0x5a17);
    let names: Vec<String> = tz::db().available().map(|name| name.as_str().to_owned()).collect();
    assert!(names.len() > 300, "the zones of the world: {}", names.len());
    let mut changes = 0;
    for _ in 0..CALENDARS {
        let name = &names[random.random_range(0..names.len())];
        let zone = TimeZone::get(name).expect("a zone");
        let spans = random_spans(random);
        let begins = random_moment(random, &zone);
        let first = zone.to_datetime(Timestamp::from_millisecond(begins).expect("it")).date();
        let off: Vec<DayOff> = (0..random.random_range(0..4))
            .map(|_| DayOff {
                date: first.checked_add(random.random_range(0..30).days()).expect("a day"),
                yearly: random.random_bool(0.5),
            })
            .collect();
        let counted = Counted::of(&zone, &spans, &off, begins);
        let ends = counted.at(COUNTED);
        let change = zone.following(Timestamp::from_millisecond(begins).expect("it")).next();
        changes += i32::from(change.is_some_and(|at| at.timestamp().as_millisecond() < ends));
        let schedule = Schedule::new(zone, &spans, &off);
        for _ in 0..MOMENTS {
            let from = random.random_range(0..COUNTED);
            let until = random.random_range(from..COUNTED);
            let shown = || format!("{name} {spans:?} {off:?} at {}", counted.at(from));
            assert_eq!(schedule.is_open(counted.at(from)), counted.open[from], "{}", shown());
            let passed = counted.before[until] - counted.before[from];
            let between = schedule.open_time_between(counted.at(from), counted.at(until));
            assert_eq!(between / MINUTE, i64::try_from(passed).expect("small"), "{}", shown());
            if let Some(opening) = (from..COUNTED).find(|minute| counted.open[*minute]) {
                let next = schedule.next_opening(counted.at(from));
                assert_eq!(next, Some(counted.at(opening)), "{}", shown());
            }
            if passed > 0 {
                // The minute after the one in which the last of them passes.
                let wanted = counted.before[from] + passed;
                let over = counted.before.partition_point(|before| *before < wanted);
                let due = schedule.after_open_time(counted.at(from), between);
                assert_eq!(due, Some(counted.at(over)), "{} + {passed} minutes", shown());
            }
        }
    }
    assert!(changes > 40, "clocks changed in {changes} of {CALENDARS} calendars only");
}

//! Counting in memory; storing is told as a story, on both engines.

use super::*;
use crate::plugins::CallReport;

fn usage(clock: &Clock) -> Usage {
    Usage::new(clock.clone(), "node")
}

fn end(usage: &Usage, call: &'static str, ending: Ending, wall_us: u64) {
    let report = CallReport {
        wall_us,
        cpu_us: wall_us / 2,
        peak_memory: wall_us * 1000,
        bytes_in: 3,
        bytes_out: 5,
        ..CallReport::default()
    };
    usage.ended(&Ended { client_id: 1, channel_id: 2, plugin: "p", call, ending, report: &report });
}

#[test]
fn calls_are_summed_by_minute_and_function() {
    let clock = Clock::fake(600_000);
    let usage = usage(&clock);
    end(&usage, "send", Ending::Ok, 40);
    end(&usage, "send", Ending::Failed, 60);
    end(&usage, "send", Ending::Crashed, 2_000_000);
    end(&usage, "send", Ending::Limited, 50);
    end(&usage, "poll", Ending::Ok, 1_000);
    clock.advance(60_000);
    end(&usage, "send", Ending::Ok, 1);
    let mut rows = usage.unstored();
    rows.sort_by_key(|(key, _)| (key.minute, key.call));
    assert_eq!(rows.len(), 3);
    let (key, numbers) = &rows[1];
    assert_eq!((key.minute, key.call, key.plugin.as_str()), (600_000, "send", "p"));
    assert_eq!((numbers.sums.calls, numbers.sums.ok, numbers.sums.failed), (4, 1, 1));
    assert_eq!((numbers.sums.crashed, numbers.sums.limited), (1, 1));
    assert_eq!((numbers.sums.bytes_in, numbers.sums.bytes_out), (12, 20));
    assert_eq!(numbers.sums.wall_us, 2_000_150);
    assert_eq!(numbers.sums.peak_memory, 2_000_000_000);
    // A bound belongs to the class below it.
    assert_eq!(numbers.walls, [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
}

#[test]
fn what_is_stored_is_forgotten_when_its_minute_is_over() {
    let clock = Clock::fake(600_000);
    let usage = usage(&clock);
    end(&usage, "send", Ending::Ok, 1);
    let batch = usage.unstored();
    // A call that ends while the batch is being written is not lost.
    end(&usage, "send", Ending::Ok, 1);
    usage.stored(&batch);
    let again = usage.unstored();
    assert_eq!(again[0].1.sums.calls, 2, "the whole minute is written again");
    usage.stored(&again);
    assert!(usage.unstored().is_empty());
    assert_eq!(usage.0.rows.lock().len(), 1, "the minute still runs");
    clock.advance(60_000);
    usage.forget_old();
    assert_eq!(usage.0.rows.lock().len(), 0);
}

#[test]
fn what_could_not_be_stored_stays() {
    let clock = Clock::fake(600_000);
    let usage = usage(&clock);
    end(&usage, "send", Ending::Ok, 1);
    clock.advance(10 * 60_000);
    usage.forget_old();
    assert_eq!(usage.unstored().len(), 1, "the database was away for ten minutes");
}

#[test]
fn a_flood_of_accounts_is_bounded() {
    let usage = usage(&Clock::fake(0));
    let report = CallReport::default();
    for channel_id in 0..ROWS_MAX as i64 + 10 {
        usage.ended(&Ended {
            client_id: 1,
            channel_id,
            plugin: "p",
            call: "send",
            ending: Ending::Ok,
            report: &report,
        });
    }
    assert_eq!(usage.0.rows.lock().len(), ROWS_MAX);
    assert_eq!(usage.0.dropped.load(Ordering::Relaxed), 10);
}

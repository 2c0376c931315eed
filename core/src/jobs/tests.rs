//! Turn taking and backoff.

use super::model::{backoff_ms, take_turns};

#[test]
fn clients_take_turns_after_the_last_served() {
    assert_eq!(take_turns(vec![3, 1, 2], 0), [1, 2, 3]);
    assert_eq!(take_turns(vec![3, 1, 2], 1), [2, 3, 1]);
    assert_eq!(take_turns(vec![3, 1, 2], 3), [1, 2, 3]);
    assert_eq!(take_turns(vec![5, 9], 7), [9, 5]);
}

#[test]
fn backoff_doubles_to_ten_minutes_with_a_quarter_of_jitter() {
    assert_eq!(backoff_ms(1, 0), 1000);
    assert_eq!(backoff_ms(2, 0), 2000);
    assert_eq!(backoff_ms(5, 0), 16_000);
    assert_eq!(backoff_ms(30, 0), 600_000);
    assert!((1000..1250).contains(&backoff_ms(1, u64::MAX)));
}

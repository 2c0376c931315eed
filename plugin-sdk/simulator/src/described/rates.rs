//! How many sends a provider takes: a bucket that fills steadily and holds one period's worth.
use std::collections::HashMap;

use tokio::time::Instant;

/// `30/s`, `100/m` or `1000/h`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rate {
    pub count: f64,
    pub seconds: f64,
}

impl Rate {
    /// Reads one.
    pub fn parse(text: &str) -> Result<Self, String> {
        let problem =
            || format!("{text:?} is no rate; write for example \"30/s\", \"100/m\" or \"1000/h\"");
        let (count, unit) = text.split_once('/').ok_or_else(problem)?;
        let count: f64 = count.trim().parse().map_err(|_| problem())?;
        let seconds = match unit.trim() {
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(problem()),
        };
        if count < 1.0 { Err(problem()) } else { Ok(Self { count, seconds }) }
    }
}

/// The buckets of one provider.
#[derive(Debug, Default)]
pub struct Buckets(HashMap<String, (f64, Instant)>);

impl Buckets {
    /// Takes one from each bucket, or says after how many seconds all of them have one.
    pub fn take(&mut self, wanted: &[(String, Rate)], now: Instant) -> Result<(), f64> {
        let mut wait = 0.0_f64;
        for (key, rate) in wanted {
            let (left, at) = self.0.entry(key.clone()).or_insert((rate.count, now));
            let gained = now.duration_since(*at).as_secs_f64() * rate.count / rate.seconds;
            *left = (*left + gained).min(rate.count);
            *at = now;
            if *left < 1.0 {
                wait = wait.max((1.0 - *left) * rate.seconds / rate.count);
            }
        }
        if wait > 0.0 {
            return Err(wait);
        }
        for (key, _) in wanted {
            if let Some((left, _)) = self.0.get_mut(key) {
                *left -= 1.0;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_of_one_period_and_then_steadily() {
        let mut buckets = Buckets::default();
        let wanted = [("a".to_owned(), Rate::parse("2/s").unwrap())];
        let now = Instant::now();
        assert!(buckets.take(&wanted, now).is_ok() && buckets.take(&wanted, now).is_ok());
        assert_eq!(buckets.take(&wanted, now), Err(0.5));
        assert!(buckets.take(&wanted, now + Duration::from_millis(500)).is_ok());
        for wrong in ["2", "0/s", "x/s", "2/d"] {
            assert!(Rate::parse(wrong).is_err(), "{wrong}");
        }
    }
}

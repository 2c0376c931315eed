//! Figures beside their targets.

use anyhow::Result;
use std::time::Duration;

/// Prints a heading.
pub fn heading(text: &str) {
    println!("\n{text}\n{:<52} {:>14}   target", "", "measured");
}

/// Prints a line.
pub fn line(what: &str, measured: &str, target: &str) {
    println!("{what:<52} {measured:>14}   {target}");
}

/// Milliseconds with two digits.
pub fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

/// The time that `percent` of a hundred stay below.
pub fn percentile(times: &mut [Duration], percent: f64) -> Duration {
    times.sort_unstable();
    let at = (times.len() as f64 * percent / 100.0).ceil() as usize;
    times.get(at.saturating_sub(1)).copied().unwrap_or_default()
}

/// The number after `--name` on the command line.
pub fn option(name: &str, default: u64) -> u64 {
    let mut args = std::env::args().skip_while(|arg| *arg != format!("--{name}"));
    args.nth(1).and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// A process's resident memory in bytes, as Linux counts it.
pub fn resident(id: u32) -> std::io::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
    Ok(kib.unwrap_or(0_u64) * 1024)
}

/// The processor time a process has used, as Linux counts it. Unlike clock times it hardly depends
/// on what else the machine does.
pub fn processor(id: u32) -> anyhow::Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat"))?;
    // The program's name stands in parentheses and may hold anything.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split(' ').collect();
    let ticks = |at: usize| fields.get(at).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0);
    // User and system time, in hundredths of a second on every Linux that runs this.
    Ok(Duration::from_millis((ticks(12) + ticks(13)) * 10))
}

/// Runs a benchmark on SQLite, unless there is `--sqlite 0`, and on the empty PostgreSQL database that
/// `PATCHBAY_BENCH_POSTGRES_URL` names: with the engine's name, and the database's address.
pub async fn on_both_engines(run: impl AsyncFn(&str, Option<&str>) -> Result<()>) -> Result<()> {
    if option("sqlite", 1) == 1 {
        run("SQLite", None).await?;
    }
    match std::env::var("PATCHBAY_BENCH_POSTGRES_URL") {
        Ok(url) => run("PostgreSQL", Some(&url)).await,
        Err(_) => {
            println!("\nPostgreSQL: not run, PATCHBAY_BENCH_POSTGRES_URL is not set");
            Ok(())
        }
    }
}

//! What a call costs: each interface's sample again and again, one call at a time.

use super::samples::Samples;
use crate::stage::{Stage, Twist};
use anyhow::Result;
use std::path::Path;

/// Enough for a median that one interruption of the machine does not move.
const RUNS: usize = 21;

/// The cost of one sample's call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    pub name: String,
    /// Of the plugin's own thread; the median, 0 where the system does not count it.
    pub cpu_us: u64,
    /// The most memory that a call had.
    pub memory: u64,
}

/// Measures the sample of every interface that has one.
pub async fn measure(stage: &Stage, folder: &Path) -> Result<Vec<Cost>> {
    let samples = Samples::read(folder)?;
    let mut costs = Vec::new();
    for interface in stage.manifest().interfaces.clone() {
        let Ok(sample) = samples.of(interface) else { continue };
        let (mut cpu, mut memory) = (Vec::new(), 0);
        for _ in 0..RUNS {
            let report = stage.run(&sample, &Twist::default()).await?.report;
            cpu.push(report.cpu_us);
            memory = memory.max(report.peak_memory);
        }
        costs.push(Cost { name: sample.name(), cpu_us: median(cpu), memory });
    }
    Ok(costs)
}

fn median(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

impl Cost {
    /// The heading of [`Cost::line`].
    pub fn heading() -> String {
        format!("  {:<32} {:>11} {:>11}", "a call costs", "processor", "memory")
    }

    pub fn line(&self) -> String {
        let cpu = match self.cpu_us {
            0 => "-".to_owned(),
            us => format!("{:.2} ms", us as f64 / 1e3),
        };
        let memory = format!("{:.1} MB", self.memory as f64 / 1e6);
        format!("    {:<30} {cpu:>11} {memory:>11}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_the_median_and_stands_below_its_heading() {
        assert_eq!(median(vec![9, 1, 5]), 5);
        assert_eq!(median(Vec::new()), 0);
        for (cpu_us, shown) in [(2_340, " 2.34 ms"), (0, " -")] {
            let cost = Cost { name: "webhook/message".to_owned(), cpu_us, memory: 3_400_000 };
            let line = cost.line();
            assert_eq!(line.len(), Cost::heading().len());
            for part in ["webhook/message", shown, " 3.4 MB"] {
                assert!(line.contains(part), "{line}");
            }
        }
    }
}

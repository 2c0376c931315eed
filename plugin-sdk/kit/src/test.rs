//! `patchbay-kit test`: golden fixtures first, then the conformance kit, as tables.

use crate::{
    conformance::{self, Cost, Line, Verdict},
    golden,
    stage::Stage,
};
use anyhow::Result;
use std::path::Path;

/// Runs everything and prints it. True when all is well.
pub async fn run(folder: &Path, package: &[u8], only: &str, bless: bool) -> Result<bool> {
    let stage = Stage::open(package).await?;
    let manifest = stage.manifest();
    println!("{} {}", manifest.id, manifest.version);
    let golden = golden::check(&stage, folder, only, bless).await?;
    println!(
        "  fixtures     {} as written down, {} written, {} wrong",
        golden.same,
        golden.written,
        golden.wrong.len()
    );
    for (name, problem) in &golden.wrong {
        println!("\n{name}: {problem}");
    }
    if !only.is_empty() {
        return Ok(golden.wrong.is_empty());
    }
    let lines = conformance::check(&stage, folder).await?;
    print(&lines);
    let failed = lines.iter().filter(|l| matches!(l.verdict, Verdict::Failed(_))).count();
    let passed = lines.iter().filter(|l| l.verdict == Verdict::Passed).count();
    println!(
        "\n  conformance  {passed} passed, {failed} failed, {} not applicable",
        lines.len() - passed - failed
    );
    let costs = conformance::measure(&stage, folder).await?;
    if !costs.is_empty() {
        println!("\n{}", Cost::heading());
        costs.iter().for_each(|cost| println!("{}", cost.line()));
    }
    Ok(golden.wrong.is_empty() && failed == 0)
}

fn print(lines: &[Line]) {
    let mut last = "";
    for line in lines {
        let interface = line.interface.name();
        if interface != last {
            println!("\n  {interface}");
            last = interface;
        }
        let (word, more) = match &line.verdict {
            Verdict::Passed => ("passed", ""),
            Verdict::Failed(text) => ("FAILED", text.as_str()),
            Verdict::NotApplicable(text) => ("-", text.as_str()),
        };
        println!("    {:<32} {word:<7} {more}", line.check);
    }
}

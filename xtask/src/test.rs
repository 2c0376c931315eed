//! `cargo xtask test`: every check there is, cheapest first, with a table of times at the end.

use crate::stages::{self, STAGES, Stage};
use crate::{failures, progress, setup, slowest};
use anyhow::{Result, bail};
use std::time::{Duration, Instant};

/// Far above what the slowest stage takes on a bare machine with two cores.
const STAGE_LIMIT: Duration = Duration::from_secs(40 * 60);

/// `cargo xtask test [stage...] [--list] [--fail-fast]`.
pub fn command(args: &[String]) -> Result<()> {
    let (flags, names): (Vec<&String>, Vec<&String>) =
        args.iter().partition(|arg| arg.starts_with("--"));
    if let Some(flag) =
        flags.iter().find(|flag| !["--list", "--fail-fast"].contains(&flag.as_str()))
    {
        bail!("test has no option `{flag}`; it has --list and --fail-fast");
    }
    if flags.iter().any(|flag| *flag == "--list") {
        for stage in STAGES {
            println!("{:<13} {}", stage.name, stage.what);
        }
        return Ok(());
    }
    let chosen = choose(&names)?;
    run(&chosen, flags.iter().any(|flag| *flag == "--fail-fast"))
}

fn choose(names: &[&String]) -> Result<Vec<&'static Stage>> {
    for name in names {
        if !STAGES.iter().any(|stage| stage.name == name.as_str()) {
            let all: Vec<&str> = STAGES.iter().map(|stage| stage.name).collect();
            bail!("there is no stage `{name}`; there are: {}", all.join(", "));
        }
    }
    let wanted = |stage: &&Stage| names.is_empty() || names.iter().any(|name| *name == stage.name);
    Ok(STAGES.iter().filter(wanted).collect())
}

struct Outcome {
    name: &'static str,
    took: Duration,
    failure: Option<String>,
}

fn run(chosen: &[&'static Stage], fail_fast: bool) -> Result<()> {
    let begun = Instant::now();
    let mut outcomes = Vec::new();
    let needs: Vec<setup::Need> = chosen.iter().flat_map(|stage| stage.needs).copied().collect();
    if setup::steps(&needs) > 0 {
        outcomes.push(timed("setup", || {
            setup::meet(&needs, &mut progress::Progress::new(setup::steps(&needs)))
        }));
    }
    let mut context = stages::Context::of(chosen);
    for group in chosen.chunk_by(|_, next| next.beside) {
        // Without what the set-up brings, the rest would only fail in less clear ways.
        let setup_failed =
            outcomes.first().is_some_and(|o| o.name == "setup" && o.failure.is_some());
        let failed = outcomes.iter().any(|outcome| outcome.failure.is_some());
        if crate::proc::stopping() || setup_failed || (failed && fail_fast) {
            break;
        }
        let before = outcomes.iter().filter(|outcome| outcome.name != "setup").count();
        for (n, stage) in (before + 1..).zip(group) {
            let title = format!("[{n}/{}] {}: {}", chosen.len(), stage.name, stage.what);
            println!("\n{}", progress::bold(&title));
        }
        crate::proc::limit(STAGE_LIMIT);
        outcomes.extend(together(group, &mut context));
    }
    drop(context);
    summary(&outcomes, chosen, begun)
}

/// Runs stages at the same time, each on a thread; one alone on this one.
fn together(group: &[&'static Stage], context: &mut stages::Context) -> Vec<Outcome> {
    if let [stage] = group {
        return vec![timed(stage.name, || (stage.run)(context))];
    }
    std::thread::scope(|scope| {
        let running: Vec<_> = group
            .iter()
            .map(|stage| {
                let mut own = context.beside();
                (stage, scope.spawn(move || timed(stage.name, || (stage.run)(&mut own))))
            })
            .collect();
        let ended = running.into_iter().map(|(stage, run)| {
            run.join().unwrap_or_else(|_| Outcome {
                name: stage.name,
                took: Duration::ZERO,
                failure: Some("it broke off".to_owned()),
            })
        });
        ended.collect()
    })
}

fn timed(name: &'static str, work: impl FnOnce() -> Result<()>) -> Outcome {
    let begun = Instant::now();
    let failure = work().err().map(|error| format!("{error:#}"));
    let took = begun.elapsed();
    match &failure {
        None => println!("{name}: ok in {}", progress::duration(took)),
        Some(text) => println!("{name}: FAILED after {}\n{text}", progress::duration(took)),
    }
    Outcome { name, took, failure }
}

fn summary(outcomes: &[Outcome], chosen: &[&'static Stage], begun: Instant) -> Result<()> {
    println!("\n{}", progress::bold("Summary"));
    for outcome in outcomes {
        let state = if outcome.failure.is_some() { "FAILED" } else { "ok" };
        println!("  {:<13} {state:<8} {:>12}", outcome.name, progress::duration(outcome.took));
    }
    let ran = |stage: &&&Stage| outcomes.iter().any(|outcome| outcome.name == stage.name);
    for stage in chosen.iter().filter(|stage| !ran(stage)) {
        println!("  {:<13} not run", stage.name);
    }
    println!("  {:<13} {:<8} {:>12}", "all", "", progress::time(begun));
    slowest::print();
    failures::print();
    let failed: Vec<&str> =
        outcomes.iter().filter(|o| o.failure.is_some()).map(|outcome| outcome.name).collect();
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    if crate::proc::stopping() {
        bail!("stopped on request");
    }
    println!("passed: {} stages", chosen.len());
    Ok(())
}

//! Runs the benchmarks: every `core/examples/bench_*.rs`, in a release build.

use crate::plugins::{self, Tool};
use crate::{paths, proc, progress::Progress, setup, web};
use anyhow::{Result, bail};

/// `cargo xtask bench [name...]`; what follows `--` goes to the benchmarks.
pub fn command(args: &[String]) -> Result<()> {
    let split = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let (names, extra) = (&args[..split], args.get(split + 1..).unwrap_or_default());
    let all = benches()?;
    let chosen: Vec<&String> = if names.is_empty() {
        all.iter().collect()
    } else {
        names.iter().map(|name| find(&all, name)).collect::<Result<_>>()?
    };
    if chosen.is_empty() {
        bail!("there is no benchmark: core/examples has no bench_*.rs");
    }
    let needs = [setup::Need::Wasm, setup::Need::Web];
    let mut progress = Progress::new(setup::steps(&needs) + 3 + chosen.len());
    setup::meet(&needs, &mut progress)?;
    progress.step("plugins", || plugins::build(Tool::Alone))?;
    progress.step("web", web::build)?;
    progress.step("release build", || {
        // In one go: by themselves the programs would be compiled with other features of what they
        // share, and all of that twice.
        let all = ["build", "--release", "-p", "patchbay", "--bins", "--examples"];
        proc::run(paths::cargo()?.args(all))
    })?;
    for name in chosen {
        progress.step(name, || {
            let run = ["run", "--release", "-q", "-p", "patchbay", "--example", name, "--"];
            proc::run(paths::cargo()?.args(run).args(extra))
        })?;
    }
    Ok(())
}

fn find<'a>(all: &'a [String], name: &str) -> Result<&'a String> {
    let wanted = format!("bench_{}", name.trim_start_matches("bench_"));
    match all.iter().find(|bench| **bench == wanted) {
        Some(bench) => Ok(bench),
        None => bail!("there is no benchmark `{name}`; there are: {}", all.join(", ")),
    }
}

fn benches() -> Result<Vec<String>> {
    let dir = paths::root().join("core/examples");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(dir).into_iter().flatten() {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let name = name.strip_suffix(".rs").unwrap_or(&name);
        if name.starts_with("bench_") {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

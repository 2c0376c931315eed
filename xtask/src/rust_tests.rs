//! All Rust tests of the workspace: the stories of the core in one lane, every other test program in
//! two lanes beside it.
//!
//! `cargo test` runs one program at a time, and some of the smaller ones mostly wait: for a storm to
//! pass, for a server that was killed to be back. The stories fill the processors meanwhile.

use crate::{paths, proc};
use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// The test program of the core with the most tests, by far.
const STORIES: &str = "it";

/// A compiled test program and the folder of its package, where it runs.
#[derive(Debug, PartialEq, Eq)]
struct Program {
    name: String,
    file: PathBuf,
    folder: PathBuf,
}

/// Runs all of them, on this PostgreSQL as well, and then the documentation's examples.
///
/// # Errors
/// Names the programs in which a test failed; the others have run all the same.
pub fn run(postgres: &str) -> Result<()> {
    let built = proc::output(paths::cargo()?.args([
        "test",
        "--workspace",
        "--locked",
        "--no-run",
        "--message-format=json-render-diagnostics",
    ]))?;
    let core = paths::root().join("core");
    let (stories, others): (Vec<Program>, Vec<Program>) = programs(&built)?
        .into_iter()
        .partition(|program| program.name == STORIES && program.folder == core);
    if stories.is_empty() {
        bail!("the core has no test program `{STORIES}`");
    }
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let others = Mutex::new(others.iter());
    let other = || others.lock().ok()?.next();
    let mut failed = std::thread::scope(|scope| {
        // A story mostly waits for its server, so one for each processor would leave them idle. What
        // runs beside them has time limits of its own, so that it is one test at a time in each lane.
        let mut rest = stories.iter();
        let threads = 2 * cores + 1;
        let stories = scope.spawn(move || lane(|| rest.next(), postgres, threads, proc::run_tests));
        let beside = || lane(other, postgres, 1, proc::run_tests_in_one_piece);
        let lanes = [stories, scope.spawn(beside), scope.spawn(beside)];
        lanes.map(|lane| lane.join().unwrap_or_else(|_| vec!["a lane".to_owned()]))
    })
    .concat();
    let mut examples = paths::cargo()?;
    examples.args(["test", "--workspace", "--locked", "--doc"]);
    if let Err(error) = proc::run_tests(&mut examples) {
        failed.push(format!("{error:#}"));
    }
    if !failed.is_empty() {
        bail!("these failed: {}", failed.join("; "));
    }
    Ok(())
}

/// Runs one program after the other while there is a next one, and gives what went wrong.
fn lane<'a>(
    mut next: impl FnMut() -> Option<&'a Program>,
    postgres: &str,
    threads: usize,
    run: fn(&mut Command) -> Result<()>,
) -> Vec<String> {
    let mut failed = Vec::new();
    while let Some(program) = next().filter(|_| !proc::stopping()) {
        let mut command = Command::new(&program.file);
        // The counts that a passing test prints, such as those of the kills, are part of the report.
        command.arg("--show-output").current_dir(&program.folder);
        command.env("PATCHBAY_TEST_POSTGRES_URL", postgres);
        command.env("TMPDIR", proc::temporary());
        command.env("CARGO_MANIFEST_DIR", &program.folder).env("CARGO", "cargo");
        if std::env::var_os("RUST_TEST_THREADS").is_none() {
            command.env("RUST_TEST_THREADS", threads.to_string());
        }
        if let Err(error) = own_caches(&mut command).and_then(|()| run(&mut command)) {
            failed.push(format!(
                "{} of {}: {error:#}",
                program.name,
                paths::shown(&program.folder)
            ));
        }
    }
    failed
}

/// Tests that start cargo use the caches that this run uses.
fn own_caches(command: &mut Command) -> Result<()> {
    command.env("CARGO_TARGET_DIR", paths::target()?);
    command.env("PATCHBAY_PLUGIN_TARGET_DIR", paths::plugin_target()?);
    Ok(())
}

/// The test programs of cargo's messages, one of which stands on each line.
fn programs(messages: &str) -> Result<Vec<Program>> {
    let mut found = Vec::new();
    for line in messages.lines().filter(|line| line.starts_with('{')) {
        let message: Value = serde_json::from_str(line).context("a message of cargo")?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let Some(file) = text(&message["executable"]) else { continue };
        if message["profile"]["test"] != true {
            continue;
        }
        let name = text(&message["target"]["name"]).context("a target's name")?;
        let manifest = text(&message["manifest_path"]).context("a package's manifest")?;
        let folder = Path::new(&manifest).parent().context("a package's folder")?.to_owned();
        found.push(Program { name, file: file.into(), folder });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{Program, programs};

    #[test]
    fn only_test_programs_are_run() {
        let messages = concat!(
            r#"{"reason":"compiler-artifact","manifest_path":"/x/core/Cargo.toml","target":{"name":"it"},"profile":{"test":true},"executable":"/t/it-1"}"#,
            "\n",
            r#"{"reason":"compiler-artifact","manifest_path":"/x/core/Cargo.toml","target":{"name":"patchbay"},"profile":{"test":false},"executable":"/t/patchbay"}"#,
            "\n",
            r#"{"reason":"compiler-artifact","manifest_path":"/x/core/Cargo.toml","target":{"name":"patchbay"},"profile":{"test":false},"executable":null}"#,
            "\n",
            r#"{"reason":"build-finished","success":true}"#,
        );
        let one = Program { name: "it".into(), file: "/t/it-1".into(), folder: "/x/core".into() };
        assert_eq!(programs(messages).expect("read"), [one]);
    }
}

//! Plugins in TypeScript and Python: their SDKs, templates and examples are tested and built with
//! the tool every plugin author uses, and the compiled fixtures are made anew on request.

use crate::{paths, plugins, proc, progress, stamp};
use anyhow::{Context as _, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// One language: what it is called, where its things are, and how its tests run.
struct Language {
    name: &'static str,
    sdk: &'static str,
    example: &'static str,
    /// What fetches a folder's packages, when it has any.
    prepare: Option<&'static [&'static str]>,
    test: &'static [&'static str],
    test_sdk: &'static [&'static str],
}

const LANGUAGES: [Language; 2] = [
    Language {
        name: "ts",
        sdk: "plugin-sdk/ts",
        example: "plugin-sdk/examples/ts-webhook",
        prepare: Some(&["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]),
        test: &["npm", "test", "--silent"],
        test_sdk: &["npm", "test", "--silent"],
    },
    Language {
        name: "py",
        sdk: "plugin-sdk/python",
        example: "plugin-sdk/examples/py-helper",
        prepare: None,
        test: &["python3", "-m", "unittest", "--quiet"],
        test_sdk: &[
            "python3",
            "-m",
            "unittest",
            "--quiet",
            "tests.test_sdk",
            "tests.test_told",
            "tests.test_files",
        ],
    },
];

const FIXTURES: [&str; 3] = ["rust-echo", "ts-echo", "py-echo"];

/// `cargo xtask languages [fixtures]`.
pub fn command(args: &[String]) -> Result<()> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    plugins::programs_and_tests()?;
    match words[..] {
        [] => show(&paths::root().join("target/languages/fixtures")),
        // What is kept is what a released host has to go on loading: this is for a change of the
        // fixtures themselves, not for making a failing test pass.
        ["fixtures"] => show(&paths::root().join("plugin-sdk/fixtures")),
        _ => bail!("languages takes only `fixtures`, but was given `{}`", words.join(" ")),
    }
}

/// Builds the three fixtures and prints what that took and what came of it.
fn show(out: &Path) -> Result<()> {
    let mut lines = Vec::new();
    for fixture in FIXTURES {
        let begun = Instant::now();
        build(&paths::root().join("plugin-sdk/fixtures").join(fixture), out)?;
        let took = begun.elapsed();
        let package = out.join(format!("{fixture}.pbp"));
        let bytes = package.metadata().with_context(|| paths::shown(&package))?.len();
        let size = format!("{:.1} MB", bytes as f64 / 1e6);
        lines.push(format!("  {fixture:<10} {:>12} {size:>9}", progress::duration(took)));
    }
    println!("\n  plugin           built in   package\n{}", lines.join("\n"));
    println!("\nWhat a call costs: cargo test -p patchbay --test languages -- --nocapture");
    Ok(())
}

/// The `languages` stage. What was built is run in the real host by the core's tests, unless they
/// are about to run anyway.
pub fn test(core_tests_follow: bool) -> Result<()> {
    plugins::programs_and_tests()?;
    for language in &LANGUAGES {
        let stamp = paths::root().join("target/stamps/languages").join(language.name);
        let hash = language.hash()?;
        if stamp::fresh(&stamp, &hash) && language.package().exists() {
            println!("      {}: unchanged", language.name);
            continue;
        }
        language.test().with_context(|| format!("--lang {}", language.name))?;
        stamp::write(&stamp, &hash)?;
    }
    if core_tests_follow {
        return Ok(());
    }
    proc::run(paths::cargo()?.args(["test", "--workspace", "--locked", "--test", "languages"]))
}

impl Language {
    /// Everything that the outcome depends on.
    fn hash(&self) -> Result<String> {
        let mut hash = stamp::Hash::new();
        let template = format!("plugin-sdk/cli/templates/{}", self.name);
        for path in [
            self.sdk,
            self.example,
            &template,
            "plugin-sdk/wit",
            "plugin-sdk/cli/src",
            "plugin-sdk/kit/src",
        ] {
            hash.add_path(&paths::root().join(path))?;
        }
        Ok(hash.hex())
    }

    fn package(&self) -> PathBuf {
        let id = self.example.rsplit('/').next().unwrap_or_default();
        packages().join(format!("{id}.pbp"))
    }

    fn test(&self) -> Result<()> {
        let root = paths::root();
        self.run(&root.join(self.sdk), self.test_sdk)?;
        let scratch = root.join("target/languages/new");
        let id = format!("acme-{}", self.name);
        let made = scratch.join(&id);
        if made.exists() {
            std::fs::remove_dir_all(&made)?;
        }
        std::fs::create_dir_all(&scratch)?;
        let mut new = patchbay()?;
        new.args(["new", &id, "--lang", self.name, "--dir"]).arg(&scratch);
        proc::run(new.arg("--sdk").arg(root.join(self.sdk)))?;
        for folder in [made, root.join(self.example)] {
            self.run(&folder, self.test)?;
            let package = build(&folder, &packages())?;
            if folder.join("conformance.toml").exists() {
                conform(&folder, &package)?;
            }
        }
        Ok(())
    }

    /// Runs the tests in a folder, with its packages.
    fn run(&self, folder: &Path, test: &[&str]) -> Result<()> {
        println!("      testing {}", paths::shown(folder));
        for words in self.prepare.iter().copied().chain([test]) {
            let mut command = Command::new(words[0]);
            command.args(&words[1..]).current_dir(folder).env("PYTHONDONTWRITEBYTECODE", "1");
            proc::run_quietly(&mut command)?;
        }
        Ok(())
    }
}

/// Where the packages of the stage are; the core's tests load them.
fn packages() -> PathBuf {
    paths::root().join("target/languages")
}

/// Builds the package of a plugin whose folder is named like its id.
fn build(folder: &Path, out: &Path) -> Result<PathBuf> {
    println!("      building {}", paths::shown(folder));
    let mut command = patchbay()?;
    command.arg("build").arg(folder).arg("--out").arg(out);
    proc::run(&mut command)?;
    let id = folder.file_name().context("the folder has no name")?.to_string_lossy();
    Ok(out.join(format!("{id}.pbp")))
}

/// Holds a package against its fixtures and the conformance kit, in the real host.
fn conform(folder: &Path, package: &Path) -> Result<()> {
    println!("      conformance of {}", paths::shown(folder));
    let mut kit = Command::new(paths::debug_binary("patchbay-kit")?);
    proc::run_quietly(kit.arg("test").arg(folder).arg("--package").arg(package))
}

fn patchbay() -> Result<Command> {
    let mut command = Command::new(paths::debug_binary("cargo-patchbay")?);
    command.arg("patchbay").current_dir(paths::root());
    command.env("PATCHBAY_PLUGIN_TARGET_DIR", paths::plugin_target()?);
    Ok(command)
}

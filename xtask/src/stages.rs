//! The stages of `cargo xtask test`, in the order they run.

use crate::plugins::{self, Tool};
use crate::postgres::Postgres;
use crate::setup::Need::{
    self, Browser, Mail, Postgres as NeedPostgres, Python, Spreadsheets, Wasm, Web,
};
use crate::{deny, independent, languages, package, paths, proc, rust_tests, tidy, tutorial, web};
use anyhow::{Context as _, Result, bail};
use std::path::PathBuf;
use std::process::Command;

/// One stage: a name to ask for, what it checks, what it needs, and the check.
pub struct Stage {
    pub name: &'static str,
    pub what: &'static str,
    pub needs: &'static [Need],
    /// Whether it runs at the same time as the stage before it: each of the two leaves a processor idle
    /// for long, and neither looks at what the other writes.
    pub beside: bool,
    pub run: fn(&mut Context) -> Result<()>,
}

/// What stages share, stopped when the last one has run.
pub struct Context {
    postgres: Option<Postgres>,
    /// The stage `rust`, which runs all Rust tests there are, is among those chosen.
    rust_follows: bool,
}

impl Context {
    /// What the chosen stages share.
    pub fn of(chosen: &[&Stage]) -> Self {
        Self { postgres: None, rust_follows: chosen.iter().any(|stage| stage.name == "rust") }
    }

    /// The same for a stage that runs beside another and starts nothing that later ones go on with.
    pub fn beside(&self) -> Self {
        Self { postgres: None, rust_follows: self.rust_follows }
    }
}

/// Cheapest first, so that the common mistake is reported in seconds.
pub const STAGES: &[Stage] = &[
    Stage {
        name: "tidy",
        what: "the laws of the house",
        needs: &[],
        beside: false,
        run: |_| tidy::command(),
    },
    Stage {
        name: "deny",
        what: "licences and sources of every dependency",
        needs: &[],
        beside: false,
        run: |_| deny::command(),
    },
    Stage {
        name: "fmt",
        what: "formatting of all Rust code",
        needs: &[],
        beside: false,
        run: |_| fmt(),
    },
    Stage {
        name: "web-check",
        what: "lint, types and unit tests of the web workspace",
        needs: &[Web],
        beside: false,
        run: |_| web::scripts_at_once(&["lint", "typecheck", "test"]),
    },
    Stage {
        name: "web-build",
        what: "production build of the web workspace, and what its first screens weigh",
        needs: &[Web],
        beside: false,
        run: |_| {
            web::build()?;
            web::script("weigh")
        },
    },
    Stage {
        name: "plugin-tests",
        what: "lints and native tests of the plugins and their SDK",
        needs: &[],
        beside: false,
        run: |_| plugin_tests(),
    },
    Stage {
        name: "clippy",
        what: "lints of the main workspace",
        needs: &[],
        beside: false,
        run: |_| clippy(),
    },
    Stage {
        name: "build",
        what: "all programs, and the first-party plugins as components",
        needs: &[Wasm],
        beside: false,
        run: |_| programs(),
    },
    Stage {
        name: "package",
        what: "the Debian package: its files, its unit, and the same bytes twice",
        needs: &[Wasm],
        beside: false,
        run: |_| {
            programs()?;
            package::test(&paths::debug_binary("patchbay")?)
        },
    },
    Stage {
        name: "plugin-kit",
        what: "fixtures and conformance of the first-party plugins, in the real host",
        needs: &[Wasm],
        beside: false,
        run: |_| plugin_kit(),
    },
    Stage {
        name: "independent",
        what: "the wire formats, by libraries of others",
        needs: &[Web],
        beside: true,
        run: |_| independent::test(),
    },
    Stage {
        name: "api",
        what: "the web workspace's API types are those of the server",
        needs: &[Wasm, Web],
        beside: false,
        run: |_| api(),
    },
    Stage {
        name: "tutorial",
        what: "the tutorial for plugin authors, as it is written",
        needs: &[Wasm],
        beside: false,
        run: |_| {
            programs()?;
            tutorial::run()
        },
    },
    Stage {
        name: "languages",
        what: "plugins in TypeScript and Python: SDKs, templates, examples",
        needs: &[Web, Python],
        beside: true,
        run: |context| languages::test(context.rust_follows),
    },
    Stage {
        name: "rust",
        what: "Rust tests, on SQLite and PostgreSQL, with real mail servers",
        needs: &[Wasm, Web, Python, NeedPostgres, Mail, Spreadsheets],
        beside: false,
        run: rust,
    },
    Stage {
        name: "e2e",
        what: "the workspace and the visitor page in a real browser",
        needs: &[Wasm, Web, Browser],
        beside: false,
        run: |_| e2e(),
    },
];

/// The Cargo workspaces beside the main one.
fn guest_workspaces() -> Vec<PathBuf> {
    ["plugins", "plugin-sdk/rust", "plugin-sdk/examples/beacon", "core/tests/guests"]
        .map(|dir| paths::root().join(dir))
        .into_iter()
        .filter(|dir| dir.join("Cargo.toml").exists())
        .collect()
}

fn fmt() -> Result<()> {
    proc::run(paths::cargo()?.args(["fmt", "--all", "--check"]))?;
    for dir in guest_workspaces() {
        proc::run(paths::guest_cargo(&dir)?.args(["fmt", "--all", "--check"]))?;
    }
    Ok(())
}

const CLIPPY: &[&str] =
    &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];

fn clippy() -> Result<()> {
    paths::embedded_folders()?;
    proc::run(paths::cargo()?.args(CLIPPY))
}

fn plugin_tests() -> Result<()> {
    for dir in guest_workspaces() {
        // The hostile guests are compiled for WebAssembly by the core's tests and have none of
        // their own.
        if dir.ends_with("guests") {
            continue;
        }
        proc::run(paths::guest_cargo(&dir)?.args(CLIPPY))?;
        proc::run(paths::guest_cargo(&dir)?.args(["test", "--workspace", "--locked"]))?;
    }
    Ok(())
}

fn plugin_kit() -> Result<()> {
    programs()?;
    for (id, dir) in plugins::folders()? {
        let mut kit = Command::new(paths::debug_binary("patchbay-kit")?);
        kit.arg("test").arg(&dir).arg("--package").arg(paths::packages().join(format!("{id}.pbp")));
        proc::run(&mut kit).with_context(|| format!("the plugin {id}"))?;
    }
    Ok(())
}

fn rust(context: &mut Context) -> Result<()> {
    programs()?;
    web::build()?;
    let postgres = match context.postgres.take() {
        Some(running) => running,
        None => Postgres::start()?,
    };
    println!("PostgreSQL for the tests: {}", postgres.url);
    let outcome = rust_tests::run(&postgres.url);
    context.postgres = Some(postgres);
    outcome
}

/// Everything that tests start as a process of its own, and the plugins they load.
fn programs() -> Result<()> {
    plugins::programs_and_tests()?;
    plugins::build(Tool::Built)
}

/// The description and the types are committed, so that the web workspace builds without a server.
fn api() -> Result<()> {
    programs()?;
    let mut command: Command = web::script_command("api:check");
    command.env("PATCHBAY_BIN", paths::debug_binary("patchbay")?);
    proc::run(&mut command)
}

fn e2e() -> Result<()> {
    if !web::has_script("e2e")? {
        bail!("web/package.json has no script `e2e`: the browser tests cannot be left out");
    }
    programs()?;
    web::build()?;
    let mut command: Command = web::script_command("e2e");
    let chromium = proc::which("chromium").context("chromium was not found")?;
    command
        .env("CARGO_TARGET_DIR", paths::target()?)
        .env("PATCHBAY_BIN", paths::debug_binary("patchbay")?)
        .env("PATCHBAY_SIMULATOR_BIN", paths::debug_binary("patchbay-simulator")?)
        .env("CHROMIUM_BIN", chromium);
    proc::run_tests(&mut command)
}

//! Finds a way to compile Rust to `wasm32-unknown-unknown` on this machine.

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

pub const TARGET: &str = "wasm32-unknown-unknown";

/// The oldest compiler that reads our edition and interface crates.
const OLDEST_MINOR: u32 = 95;

/// `rustup target add` on a machine without a way to Rust's servers must not hang the build.
const ADD_LIMIT: Duration = Duration::from_secs(180);

/// What the caller asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Choice {
    /// The active toolchain if it can, else the system's compiler
    #[default]
    Auto,
    /// Only the active rustup toolchain
    Rustup,
    /// Only the system's compiler, building the standard library from source
    System,
}

/// How cargo is called.
#[derive(Debug)]
pub enum TargetSupport {
    /// The active toolchain has the target.
    Target,
    /// The standard library is built along, from its source.
    BuildStd { cargo: PathBuf, rustc: PathBuf, rustdoc: PathBuf, linker: PathBuf },
}

impl TargetSupport {
    /// A cargo command for this way, without anything the caller's own build set.
    pub fn cargo(&self, folder: &Path) -> Command {
        let mut command = match self {
            Self::Target => Command::new("cargo"),
            Self::BuildStd { cargo, rustc, rustdoc, linker } => {
                let mut command = Command::new(cargo);
                command
                    .env("RUSTC", rustc)
                    .env("RUSTDOC", rustdoc)
                    .env("RUSTC_BOOTSTRAP", "1")
                    .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                command
            }
        };
        // Flags meant for the host's build would change, and rebuild, everything here.
        for name in
            ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "CARGO_TARGET_DIR"]
        {
            command.env_remove(name);
        }
        command.current_dir(folder);
        command
    }

    /// What this way adds to `cargo build`.
    pub fn arguments(&self) -> &'static [&'static str] {
        match self {
            Self::Target => &[],
            Self::BuildStd { .. } => &["-Zbuild-std=std,panic_abort"],
        }
    }
}

/// Finds a way for the plugin in `folder`; `cache` remembers that adding the target failed.
pub fn find(choice: Choice, folder: &Path, cache: &Path) -> Result<TargetSupport> {
    let sysroot = sysroot("rustc".as_ref(), folder);
    if choice != Choice::System
        && let Some(sysroot) = &sysroot
        && (has_target(sysroot) || add_target(sysroot, folder, cache))
    {
        return Ok(TargetSupport::Target);
    }
    let mut missing = "";
    if choice != Choice::Rustup {
        match system(sysroot.as_deref(), folder) {
            Ok(way) => return Ok(way),
            Err(reason) => missing = reason,
        }
    }
    bail!(
        "this machine cannot compile {TARGET} yet. Do one of these:\n  \
         1. with rustup: `rustup target add {TARGET}` (needs a way to Rust's download servers)\n  \
         2. on Debian 12 or later, as root: `apt-get install rustc-web cargo-web rust-web-src` \
         and, unless rustup is installed, `apt-get install lld-22`{missing}"
    );
}

/// Where the plugins' own build directory is, shared by all plugins of this user.
pub fn target_dir() -> Result<PathBuf> {
    if let Some(dir) = std::env::var_os("PATCHBAY_PLUGIN_TARGET_DIR").filter(|dir| !dir.is_empty())
    {
        return std::path::absolute(dir).context("PATCHBAY_PLUGIN_TARGET_DIR is not a usable path");
    }
    let cache = std::env::var_os("XDG_CACHE_HOME").filter(|dir| !dir.is_empty()).map(PathBuf::from);
    let cache = cache.or_else(|| std::env::home_dir().map(|home| home.join(".cache")));
    let cache = cache.context("set PATCHBAY_PLUGIN_TARGET_DIR: this user has no home folder")?;
    Ok(cache.join("patchbay/plugins"))
}

fn sysroot(rustc: &Path, folder: &Path) -> Option<PathBuf> {
    let output = Command::new(rustc).args(["--print", "sysroot"]).current_dir(folder).output();
    let output = output.ok().filter(|output| output.status.success())?;
    Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()))
}

fn has_target(sysroot: &Path) -> bool {
    sysroot.join("lib/rustlib").join(TARGET).join("lib").is_dir()
}

/// Tries `rustup target add` once for each toolchain, quietly.
fn add_target(sysroot: &Path, folder: &Path, cache: &Path) -> bool {
    let toolchain = sysroot.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let failed = cache.join(format!("no-target-for-{toolchain}"));
    if failed.exists() {
        return false;
    }
    let child = Command::new("rustup")
        .args(["target", "add", TARGET])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return false };
    let mut waited = Duration::ZERO;
    let step = Duration::from_millis(100);
    let ended = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status.success(),
            Ok(None) if waited < ADD_LIMIT => {
                std::thread::sleep(step);
                waited += step;
            }
            _ => {
                // It may have ended by itself meanwhile; either way there is no target.
                let _ = child.kill();
                let _ = child.wait();
                break false;
            }
        }
    };
    if ended && has_target(sysroot) {
        return true;
    }
    // Without the note every build would try again first; the file says how to undo it.
    let note =
        format!("`rustup target add {TARGET}` failed here. Delete this file to try again.\n");
    let _ = std::fs::create_dir_all(cache).and_then(|()| std::fs::write(&failed, note));
    false
}

/// The system's own compiler with the standard library's source, as Debian packages it; the
/// active toolchain's linker serves, because Debian's compiler comes without one.
fn system(active: Option<&Path>, folder: &Path) -> Result<TargetSupport, &'static str> {
    let (cargo, rustc) = (PathBuf::from("/usr/bin/cargo"), PathBuf::from("/usr/bin/rustc"));
    let rustdoc = PathBuf::from("/usr/bin/rustdoc");
    if !cargo.exists() || !rustc.exists() {
        return Err("");
    }
    if minor_version(&rustc, folder) < Some(OLDEST_MINOR) {
        return Err("\n  (/usr/bin/rustc is there, but older than 1.95)");
    }
    let own = sysroot(&rustc, folder).ok_or("\n  (/usr/bin/rustc does not run)")?;
    if !own.join("lib/rustlib/src/rust/library/std").exists() {
        return Err("\n  (/usr/bin/rustc is there, but not its library source: rust-web-src)");
    }
    let linker = linker(active, &own)
        .ok_or("\n  (the compiler is there, but no linker: rustup's rust-lld or lld-22)")?;
    Ok(TargetSupport::BuildStd { cargo, rustc, rustdoc, linker })
}

fn minor_version(rustc: &Path, folder: &Path) -> Option<u32> {
    let output = Command::new(rustc).arg("--version").current_dir(folder).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.split_whitespace().nth(1)?.split('.').nth(1)?.parse().ok()
}

fn linker(active: Option<&Path>, own: &Path) -> Option<PathBuf> {
    for sysroot in [active, Some(own)].into_iter().flatten() {
        let hosts = std::fs::read_dir(sysroot.join("lib/rustlib")).ok();
        for host in hosts.into_iter().flatten().flatten() {
            let lld = host.path().join("bin/rust-lld");
            if lld.exists() {
                return Some(lld);
            }
        }
    }
    let mut system: Vec<_> = std::fs::read_dir("/usr/bin")
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("wasm-ld"))
        })
        .collect();
    system.sort();
    system.pop()
}

//! Brings a bare machine to the point where everything builds, and where the tests can run.

use crate::{paths, proc, progress::Progress, web};
use anyhow::{Context as _, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

const WASM: &str = "wasm32-unknown-unknown";

/// What a chore or a test stage needs from the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A way to compile for WebAssembly.
    Wasm,
    /// The packages of `web/`.
    Web,
    /// PostgreSQL's programs.
    Postgres,
    /// Dovecot and Postfix.
    Mail,
    /// LibreOffice's spreadsheets.
    Spreadsheets,
    /// Chromium and a font it can draw with.
    Browser,
    /// Python with its environments, for plugins written in it.
    Python,
}

/// `cargo xtask setup [--tests]`.
pub fn command(args: &[String]) -> Result<()> {
    let mut needs = vec![Need::Wasm, Need::Web];
    match args {
        [] => {}
        [flag] if flag == "--tests" => needs.extend([
            Need::Postgres,
            Need::Mail,
            Need::Spreadsheets,
            Need::Browser,
            Need::Python,
        ]),
        _ => bail!("setup takes only --tests, but was given `{}`", args.join(" ")),
    }
    let mut progress = Progress::new(needs.len().min(3));
    meet(&needs, &mut progress)
}

/// Meets every need listed; one step for each of: Wasm target, web packages, servers.
pub fn meet(needs: &[Need], progress: &mut Progress) -> Result<()> {
    if needs.contains(&Need::Wasm) {
        progress.step("WebAssembly target for the plugins", wasm_target)?;
    }
    if needs.contains(&Need::Web) {
        progress.step("packages of the web workspace", web::packages)?;
    }
    if needs.iter().any(|need| !matches!(need, Need::Wasm | Need::Web)) {
        progress.step("servers and a browser for the tests", || servers(needs))?;
    }
    Ok(())
}

/// How many steps [`meet`] will show.
pub fn steps(needs: &[Need]) -> usize {
    usize::from(needs.contains(&Need::Wasm))
        + usize::from(needs.contains(&Need::Web))
        + usize::from(needs.iter().any(|need| !matches!(need, Need::Wasm | Need::Web)))
}

fn wasm_target() -> Result<()> {
    if wasm_ready() {
        return Ok(());
    }
    if proc::which("rustup").is_some() {
        println!("      rustup target add {WASM}");
        // Where Rust's own downloads are blocked this fails, or would hang: hence the limit.
        let add = ["90", "rustup", "target", "add", WASM];
        if proc::succeeds(Command::new("timeout").args(add)) && wasm_ready() {
            return Ok(());
        }
        println!("      rustup cannot download it here");
    }
    if debian() == Some(Debian::Itself) && root() {
        apt(&["rustc-web", "cargo-web", "rust-web-src"])?;
        if wasm_ready() {
            return Ok(());
        }
    }
    bail!(
        "no compiler for {WASM}, which the plugins need.\n\
         Run `rustup target add {WASM}`, or on Debian as root \
         `apt-get install rustc-web cargo-web rust-web-src`, then try again."
    );
}

/// Either the target is installed, or Debian's compiler is there with the source of the library.
fn wasm_ready() -> bool {
    let sysroot = |rustc: &str| {
        let out =
            Command::new(rustc).args(["--print", "sysroot"]).current_dir(paths::root()).output();
        let out = out.ok().filter(|out| out.status.success())?;
        Some(PathBuf::from(String::from_utf8(out.stdout).ok()?.trim()))
    };
    let has = |rustc: &str, below: &str| {
        sysroot(rustc).is_some_and(|sysroot| sysroot.join("lib/rustlib").join(below).is_dir())
    };
    has("rustc", &format!("{WASM}/lib"))
        || (Path::new("/usr/bin/rustc").exists()
            && Path::new("/usr/bin/cargo").exists()
            && (has("/usr/bin/rustc", "src/rust/library")
                || has("/usr/bin/rustc", &format!("{WASM}/lib"))))
}

fn servers(needs: &[Need]) -> Result<()> {
    let missing = missing_packages(needs);
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.join(" ");
    if debian().is_none() {
        bail!(
            "the tests need these Debian packages or their like: {names}\nInstall them and try again."
        );
    }
    if !root() {
        bail!("the tests need: {names}\nRun `sudo apt-get install {names}` and try again.");
    }
    apt(&missing)?;
    let still = missing_packages(needs);
    if !still.is_empty() {
        bail!("installed, but not found afterwards: {}", still.join(" "));
    }
    Ok(())
}

fn missing_packages(needs: &[Need]) -> Vec<&'static str> {
    let exists = |path: &str| Path::new(path).exists();
    let mut missing = Vec::new();
    if needs.contains(&Need::Mail) {
        if proc::which("dovecot").is_none() || !exists("/usr/lib/dovecot/imap") {
            missing.push("dovecot-imapd");
        }
        if !exists("/usr/lib/dovecot/lmtp") {
            missing.push("dovecot-lmtpd");
        }
        if proc::which("postfix").is_none() {
            missing.push("postfix");
        }
    }
    if needs.contains(&Need::Spreadsheets) && proc::which("soffice").is_none() {
        missing.push("libreoffice-calc-nogui");
    }
    if needs.contains(&Need::Browser) {
        if proc::which("chromium").is_none() {
            missing.push("chromium");
        }
        if !exists("/usr/share/fonts/truetype/dejavu") {
            missing.push("fonts-dejavu-core");
        }
    }
    let environments = ["-c", "import venv, ensurepip, tomllib"];
    if needs.contains(&Need::Python) && !proc::succeeds(Command::new("python3").args(environments))
    {
        missing.extend(["python3", "python3-venv"]);
    }
    if needs.contains(&Need::Postgres) && crate::postgres::programs().is_none() {
        missing.push("postgresql");
    }
    missing
}

/// Installs packages without letting apt start the servers it installs.
fn apt(packages: &[&str]) -> Result<()> {
    let get = |args: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
        proc::run_quietly(&mut command)
    };
    println!("      apt-get install {}", packages.join(" "));
    let _policy = StartNothing::new()?;
    get(&["update", "-q"]).context("apt-get update")?;
    let mut install = vec!["install", "-q", "-y", "--no-install-recommends"];
    install.extend(packages);
    get(&install)
}

/// While it lives, Debian's maintainer scripts do not start services. A policy that is already
/// there is left alone.
struct StartNothing(Option<&'static Path>);

impl StartNothing {
    fn new() -> Result<Self> {
        use std::os::unix::fs::PermissionsExt as _;
        let path = Path::new("/usr/sbin/policy-rc.d");
        if path.exists() {
            return Ok(Self(None));
        }
        std::fs::write(path, "#!/bin/sh\nexit 101\n")?;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))?;
        Ok(Self(Some(path)))
    }
}

impl Drop for StartNothing {
    fn drop(&mut self) {
        if let Some(path) = self.0 {
            let _ = std::fs::remove_file(path);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Debian {
    Itself,
    Relative,
}

fn debian() -> Option<Debian> {
    let text = std::fs::read_to_string("/etc/os-release").ok()?;
    let value = |key: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix('='))
            .map(|v| v.trim_matches('"'))
    };
    if value("ID") == Some("debian") {
        return Some(Debian::Itself);
    }
    value("ID_LIKE")?.split(' ').any(|id| id == "debian").then_some(Debian::Relative)
}

/// Whether we may install packages and have to give servers an own user.
pub fn root() -> bool {
    proc::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

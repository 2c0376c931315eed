//! What a package has to be: packs a program twice and looks at what comes of it, as `dpkg` will.

use super::{Artefacts, Options, deb, pack};
use crate::proc;
use anyhow::{Context as _, Result, ensure};
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every file of the package with its mode. Folders are 0755, and all is root's.
const FILES: &[(&str, &str)] = &[
    ("./etc/patchbay/patchbay.toml", "-rw-------"),
    ("./usr/bin/patchbay", "-rwxr-xr-x"),
    ("./usr/lib/patchbay/secret-key", "-rwxr-xr-x"),
    ("./usr/lib/systemd/system/patchbay.service", "-rw-r--r--"),
    ("./usr/sbin/patchbay-admin", "-rwxr-xr-x"),
    ("./usr/share/bash-completion/completions/patchbay", "-rw-r--r--"),
    ("./usr/share/doc/patchbay/CHANGELOG.md.gz", "-rw-r--r--"),
    ("./usr/share/doc/patchbay/OPERATIONS.md.gz", "-rw-r--r--"),
    ("./usr/share/doc/patchbay/changelog.gz", "-rw-r--r--"),
    ("./usr/share/doc/patchbay/copyright", "-rw-r--r--"),
    ("./usr/share/lintian/overrides/patchbay", "-rw-r--r--"),
    ("./usr/share/man/man1/patchbay.1.gz", "-rw-r--r--"),
    ("./usr/share/man/man8/patchbay-admin.8.gz", "-rw-r--r--"),
    ("./usr/share/patchbay/plugins/some.pbp", "-rw-r--r--"),
    ("./usr/share/patchbay/web/assets/app.js", "-rw-r--r--"),
    ("./usr/share/patchbay/web/index.html", "-rw-r--r--"),
];

/// What must not go missing from the unit.
const UNIT: &[(&str, &str)] = &[
    ("Type", "notify"),
    ("DynamicUser", "yes"),
    ("StateDirectory", "patchbay"),
    ("StateDirectoryMode", "0700"),
    ("UMask", "0077"),
    ("EnvironmentFile", "/etc/patchbay/secret.key"),
    ("LoadCredential", "patchbay.toml:/etc/patchbay/patchbay.toml"),
    ("CapabilityBoundingSet", ""),
    ("NoNewPrivileges", "yes"),
    ("PrivateDevices", "yes"),
    ("PrivateTmp", "yes"),
    ("ProtectHome", "yes"),
    ("ProtectKernelLogs", "yes"),
    ("ProtectKernelModules", "yes"),
    ("ProtectKernelTunables", "yes"),
    ("ProtectSystem", "strict"),
    ("Restart", "on-failure"),
    ("RestrictAddressFamilies", "AF_INET AF_INET6 AF_UNIX"),
    ("RestrictNamespaces", "yes"),
    ("SystemCallFilter", "@system-service"),
    ("LimitNOFILE", "65536"),
    ("MemoryMax", "80%"),
];

/// Ten times what `systemd-analyze security` says of the unit, at most.
const EXPOSURE_MAX: u32 = 20;

/// A folder that goes with the test.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Packs a program and checks the package.
pub fn test(binary: &Path) -> Result<()> {
    if proc::which("dpkg-deb").is_none() {
        println!("      left out: there is no dpkg-deb here");
        return Ok(());
    }
    let scratch = Scratch(proc::scratch("package"));
    let dir = &scratch.0;
    for (name, text) in [
        ("web/index.html", "<p>a page"),
        ("web/assets/app.js", "1"),
        ("plugins/some.pbp", "a package"),
    ] {
        let path = dir.join(name);
        std::fs::create_dir_all(path.parent().context("a folder")?)?;
        std::fs::write(path, text)?;
    }
    // Debug information is most of a debug build, and says nothing here.
    let program = dir.join("patchbay");
    std::fs::copy(binary, &program).with_context(|| format!("copying {}", binary.display()))?;
    if proc::which("strip").is_some() {
        proc::run(Command::new("strip").arg(&program))?;
    }
    let mut options = Options {
        web: Some(dir.join("web")),
        plugins: Some(dir.join("plugins")),
        out: Some(dir.join("a")),
        quick: true,
        ..Options::default()
    };
    let made = pack(&options, &program)?;
    listing(&made.deb)?;
    fields(&made.deb)?;
    unit(&made.tree.join("usr/lib/systemd/system/patchbay.service"))?;
    texts(&made)?;
    key(&made.tree.join("usr/lib/patchbay/secret-key"), dir)?;
    let sums = made.sums.file_name().context("a name")?;
    proc::run_quietly(
        Command::new("sha256sum").arg("--check").arg(sums).current_dir(dir.join("a")),
    )?;
    let first = std::fs::read(&made.sums)?;
    std::fs::remove_dir_all(dir.join("a"))?;
    options.out = Some(dir.join("b"));
    let again = pack(&options, &program)?;
    ensure!(first == std::fs::read(&again.sums)?, "packed twice, the bytes are not the same");
    Ok(())
}

fn listing(deb: &Path) -> Result<()> {
    let list = proc::output(Command::new("dpkg-deb").arg("--contents").arg(deb))?;
    let mut found = Vec::new();
    for line in list.lines() {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let (Some(mode), Some(owner), Some(path)) = (parts.first(), parts.get(1), parts.last())
        else {
            continue;
        };
        ensure!(*owner == "root/root", "{path} is not root's: {owner}");
        if path.ends_with('/') {
            ensure!(*mode == "drwxr-xr-x", "{path} has the mode {mode}");
        } else {
            found.push((*path, *mode));
        }
    }
    found.sort_unstable();
    ensure!(found == FILES, "the files are not those that were expected: {found:#?}");
    Ok(())
}

fn fields(deb: &Path) -> Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    ensure!(deb::field(deb, "Package")? == "patchbay");
    ensure!(deb::field(deb, "Version")? == version, "the workspace has the version {version}");
    let depends = deb::field(deb, "Depends")?;
    ensure!(depends.contains("libc6 (>= 2."), "it depends on {depends}");
    let size: u64 = deb::field(deb, "Installed-Size")?.parse()?;
    ensure!(size > 1024, "Installed-Size is {size}");
    for script in ["postinst", "prerm", "postrm"] {
        let text = proc::output(Command::new("dpkg-deb").arg("--info").arg(deb).arg(script))?;
        ensure!(text.starts_with("#!/bin/sh\n"), "{script} is no script");
    }
    let conffiles = proc::output(Command::new("dpkg-deb").arg("--info").arg(deb).arg("conffiles"))?;
    ensure!(conffiles == "/etc/patchbay/patchbay.toml\n", "conffiles: {conffiles}");
    Ok(())
}

fn unit(path: &Path) -> Result<()> {
    let text = std::fs::read_to_string(path)?;
    let mut said: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, value) in text.lines().filter_map(|line| line.split_once('=')) {
        said.entry(name).or_default().push(value);
    }
    for (name, value) in UNIT {
        let found = said.get(name).is_some_and(|values| values.contains(value));
        ensure!(found, "patchbay.service lacks {name}={value}");
    }
    if proc::which("systemd-analyze").is_some() {
        let mut analyze = Command::new("systemd-analyze");
        analyze.args(["security", "--offline=true", "--no-pager"]);
        analyze.arg(format!("--threshold={EXPOSURE_MAX}")).arg(path);
        proc::run_quietly(&mut analyze).context("the unit is more exposed than it was")?;
    }
    Ok(())
}

/// The settings are taken, the scripts are scripts, and the manual is one.
fn texts(made: &Artefacts) -> Result<()> {
    let root = &made.tree;
    let mut doctor = Command::new(root.join("usr/bin/patchbay"));
    doctor.args(["doctor", "--data"]).arg(root.with_file_name("data"));
    doctor.arg("--config").arg(root.join("etc/patchbay/patchbay.toml"));
    proc::run_quietly(&mut doctor).context("the settings of the package")?;
    let scripts = [
        "DEBIAN/postinst",
        "DEBIAN/prerm",
        "DEBIAN/postrm",
        "usr/lib/patchbay/secret-key",
        "usr/sbin/patchbay-admin",
    ];
    for script in scripts {
        proc::run(Command::new("sh").arg("-n").arg(root.join(script)))?;
    }
    let completion = root.join("usr/share/bash-completion/completions/patchbay");
    let asked = "source \"$1\"; COMP_WORDS=(patchbay client pl) COMP_CWORD=2; _patchbay; \
                 echo \"${COMPREPLY[@]}\"";
    let said = proc::output(Command::new("bash").args(["-c", asked, "bash"]).arg(completion))?;
    ensure!(said.trim() == "plan", "bash offers {said:?} for `patchbay client pl`");
    let page = root.join("usr/share/man/man1/patchbay.1.gz");
    let man = proc::output(Command::new("gzip").arg("-dc").arg(page))?;
    for part in [".SS patchbay client plan\n", ".B \\-\\-until", ".SH FILES\n"] {
        ensure!(man.contains(part), "the manual lacks {part}");
    }
    Ok(())
}

/// A key is made once and kept; one that lay beside the data is taken; none is made for data whose key is
/// missing.
fn key(script: &Path, dir: &Path) -> Result<()> {
    let data = dir.join("data");
    std::fs::create_dir_all(&data)?;
    let make = |name: &str| -> Result<Option<String>> {
        let file = dir.join(name);
        let made = proc::succeeds(Command::new(script).arg(&file).arg(&data));
        if !made {
            ensure!(!file.exists(), "it failed and left {name}");
            return Ok(None);
        }
        let mode = std::fs::metadata(&file)?.permissions().mode() & 0o7777;
        ensure!(mode == 0o600, "{name} has the mode {mode:o}");
        Ok(Some(std::fs::read_to_string(file)?))
    };
    let first = make("etc/new.key")?.context("no key was made")?;
    let digits = first.trim_end().strip_prefix("PATCHBAY_SECRET_KEY=").unwrap_or_default();
    ensure!(digits.len() == 64 && digits.bytes().all(|b| b.is_ascii_hexdigit()), "{digits}");
    ensure!(make("etc/new.key")?.as_ref() == Some(&first), "the key was made anew");
    ensure!(make("etc/other.key")? != Some(first), "two installations have the same key");
    std::fs::write(data.join("patchbay.db"), "")?;
    ensure!(make("etc/lost.key")?.is_none(), "a key was made for data that has another");
    std::fs::write(data.join("secret.key"), [0xab; 32])?;
    let taken = make("etc/taken.key")?.context("the key beside the data was not taken")?;
    ensure!(taken == format!("PATCHBAY_SECRET_KEY={}\n", "ab".repeat(32)), "{taken}");
    Ok(())
}

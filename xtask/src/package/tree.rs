//! The files of an installation, laid out as they will lie on the system.

use super::{Options, Release, manual::Page, settings};
use crate::{paths, proc};
use anyhow::{Context as _, Result};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

const DOC: &str = "usr/share/doc/patchbay";

/// Files of the checkout that are installed as they are: from where, to where, with which mode.
const FILES: &[(&str, &str, u32)] = &[
    ("packaging/patchbay.service", "usr/lib/systemd/system/patchbay.service", 0o644),
    ("packaging/secret-key", "usr/lib/patchbay/secret-key", 0o755),
    ("packaging/patchbay-admin", "usr/sbin/patchbay-admin", 0o755),
    ("packaging/debian/copyright", "usr/share/doc/patchbay/copyright", 0o644),
    ("packaging/debian/lintian-overrides", "usr/share/lintian/overrides/patchbay", 0o644),
];

/// Files of the checkout that are compressed, as Debian wants documentation to be.
const COMPRESSED: &[(&str, &str)] = &[
    ("packaging/patchbay-admin.8", "usr/share/man/man8/patchbay-admin.8"),
    ("docs/OPERATIONS.md", "usr/share/doc/patchbay/OPERATIONS.md"),
    ("CHANGELOG.md", "usr/share/doc/patchbay/CHANGELOG.md"),
];

/// Makes the tree of a release below `out`, anew, and answers where it is.
pub fn lay_out(out: &Path, binary: &Path, options: &Options, release: &Release) -> Result<PathBuf> {
    let root = out.join(release.name());
    if root.exists() {
        std::fs::remove_dir_all(&root).with_context(|| format!("clearing {}", root.display()))?;
    }
    let tree = Tree { root: &root };
    tree.copy(binary, "usr/bin/patchbay", 0o755)?;
    for (from, to, mode) in FILES {
        tree.copy(&paths::root().join(from), to, *mode)?;
    }
    let defaults = std::fs::read_to_string(paths::root().join("config/default.toml"))?;
    tree.put("etc/patchbay/patchbay.toml", 0o600, &settings::commented(&defaults)?)?;

    let page = Page::ask(binary)?;
    let completion = "usr/share/bash-completion/completions/patchbay";
    tree.put(completion, 0o644, &page.completion())?;
    let man = page.man(&release.version, &release.date("+%Y-%m-%d")?);
    tree.put_compressed("usr/share/man/man1/patchbay.1", &man)?;
    tree.put_compressed(&format!("{DOC}/changelog"), &changelog(release)?)?;
    for (from, to) in COMPRESSED {
        let text = std::fs::read_to_string(paths::root().join(from))?;
        tree.put_compressed(to, &text)?;
    }
    // A release has these inside, and nothing would read a second copy.
    for (folder, name) in [(&options.web, "web"), (&options.plugins, "plugins")] {
        if let Some(folder) = folder {
            tree.copy_folder(folder, &format!("usr/share/patchbay/{name}"))?;
        }
    }
    Ok(root)
}

/// Debian's form of it, which leads to ours.
fn changelog(release: &Release) -> Result<String> {
    Ok(format!(
        "patchbay ({}) unstable; urgency=medium\n\n  * What this release changes is in CHANGELOG.md.gz \
         beside this file.\n\n -- {}  {}\n",
        release.version,
        super::deb::maintainer(),
        release.date("-R")?,
    ))
}

struct Tree<'a> {
    root: &'a Path,
}

impl Tree<'_> {
    fn place(&self, to: &str) -> Result<PathBuf> {
        let path = self.root.join(to);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        Ok(path)
    }

    fn copy(&self, from: &Path, to: &str, mode: u32) -> Result<()> {
        let path = self.place(to)?;
        std::fs::copy(from, &path).with_context(|| format!("copying {}", from.display()))?;
        set_mode(&path, mode)
    }

    fn copy_folder(&self, from: &Path, to: &str) -> Result<()> {
        let entries =
            std::fs::read_dir(from).with_context(|| format!("listing {}", from.display()))?;
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let to = format!("{to}/{name}");
            if path.is_dir() {
                self.copy_folder(&path, &to)?;
            } else {
                self.copy(&path, &to, 0o644)?;
            }
        }
        Ok(())
    }

    fn put(&self, to: &str, mode: u32, text: &str) -> Result<()> {
        let path = self.place(to)?;
        std::fs::write(&path, text)?;
        set_mode(&path, mode)
    }

    fn put_compressed(&self, to: &str, text: &str) -> Result<()> {
        self.put(to, 0o644, text)?;
        // Without its name and time inside.
        proc::run(Command::new("gzip").arg("-9n").arg(self.root.join(to)))
    }
}

pub fn set_mode(path: &Path, mode: u32) -> Result<()> {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
        .with_context(|| format!("setting the mode of {}", path.display()))
}

/// Every file below a folder, sorted by its path from there.
pub fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

/// Gives everything one time, and folders the mode they have on a system, whatever this one's mask is.
pub fn settle(folder: &Path, epoch: u64) -> Result<()> {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(epoch);
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            settle(&path, epoch)?;
        } else {
            std::fs::File::open(&path)?.set_modified(time)?;
        }
    }
    set_mode(folder, 0o755)?;
    Ok(std::fs::File::open(folder)?.set_modified(time)?)
}

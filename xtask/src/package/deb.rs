//! Packs a tree: control files, `dpkg-deb`, the `.tar.gz`, and the sums.

use super::{Artefacts, Release, tree};
use crate::{paths, proc};
use anyhow::Result;
use std::path::Path;
use std::process::Command;

/// What the package says for itself in lists.
const DESCRIPTION: &str = "\
Description: support desk for mail, messengers and live chat
 Patchbay brings mail, messengers and the chat on a web site into one list of
 tickets, and an agent answers each of them in the same window. Every channel
 is a WebAssembly plugin that reaches only the hosts an admin granted.
 .
 One program is the whole server. SQLite and a folder are enough for a team;
 several nodes share a PostgreSQL database and an S3-compatible store.
";

/// Packs the tree twice over, as a Debian package and as it is, and writes the sums of both.
pub fn write(out: &Path, root: &Path, release: &Release, quick: bool) -> Result<Artefacts> {
    let control = root.join("DEBIAN");
    std::fs::create_dir_all(&control)?;
    for script in ["postinst", "prerm", "postrm"] {
        let to = control.join(script);
        std::fs::copy(paths::root().join("packaging/debian").join(script), &to)?;
        tree::set_mode(&to, 0o755)?;
    }
    let installed: Vec<String> = tree::files(root)?
        .iter()
        .filter_map(|path| path.strip_prefix(root).ok())
        .map(|path| path.display().to_string())
        .filter(|path| !path.starts_with("DEBIAN/"))
        .collect();
    let mut bytes = 0;
    for path in &installed {
        bytes += std::fs::metadata(root.join(path))?.len();
    }
    let sums = installed.iter().filter(|path| !path.starts_with("etc/"));
    let md5 = proc::output(Command::new("md5sum").arg("--").args(sums).current_dir(root))?;
    let texts = [
        ("control", control_file(release, bytes)),
        ("conffiles", "/etc/patchbay/patchbay.toml\n".to_owned()),
        ("md5sums", md5),
    ];
    for (name, text) in texts {
        std::fs::write(control.join(name), text)?;
        tree::set_mode(&control.join(name), 0o644)?;
    }
    tree::settle(root, release.epoch)?;

    let name = release.name();
    let (deb, tar) = (format!("{name}.deb"), format!("{name}.tar.gz"));
    let mut build = Command::new("dpkg-deb");
    // One thread: several cut the stream into blocks, and how many there are depends on the machine.
    build.args(["--root-owner-group", "--threads-max=1"]);
    build.arg(if quick { "-Znone" } else { "-Zxz" }).arg("--build").arg(root).arg(out.join(&deb));
    proc::run_quietly(build.env("SOURCE_DATE_EPOCH", release.epoch.to_string()))?;
    tarball(out, &name, release.epoch, quick)?;
    let sums = out.join(format!("{name}.sha256"));
    let text = proc::output(Command::new("sha256sum").args([&deb, &tar]).current_dir(out))?;
    std::fs::write(&sums, text)?;
    Ok(Artefacts { tree: root.to_owned(), deb: out.join(deb), tar: out.join(tar), sums })
}

/// The tree without the control files, in a folder of its name.
fn tarball(out: &Path, name: &str, epoch: u64, quick: bool) -> Result<()> {
    let plain = out.join(format!("{name}.tar"));
    let mut pack = Command::new("tar");
    pack.args(["--format=gnu", "--sort=name", "--owner=root:0", "--group=root:0"])
        .arg(format!("--mtime=@{epoch}"))
        .arg(format!("--exclude={name}/DEBIAN"))
        .args(["--create", "--file"])
        .arg(&plain)
        .arg("--directory")
        .arg(out)
        .arg(name);
    proc::run(pack.env("LC_ALL", "C"))?;
    let level = if quick { "-1" } else { "-9" };
    proc::run_quietly(Command::new("gzip").args(["--no-name", "--force", level]).arg(&plain))
}

fn control_file(release: &Release, bytes: u64) -> String {
    let depends = match release.depends.as_str() {
        "" => String::new(),
        packages => format!("Depends: {packages}\n"),
    };
    format!(
        "Package: patchbay\nVersion: {}\nArchitecture: {}\nMaintainer: {}\nInstalled-Size: {}\n\
         {depends}Recommends: systemd (>= 250)\nSuggests: postgresql (>= 15), nginx | httpd\n\
         Section: net\nPriority: optional\n{DESCRIPTION}",
        release.version,
        release.architecture,
        maintainer(),
        bytes.div_ceil(1024),
    )
}

/// Who made the package, named as for Debian's other tools.
pub fn maintainer() -> String {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let name = set("DEBFULLNAME").unwrap_or_else(|| "The Patchbay contributors".to_owned());
    let mail = set("DEBEMAIL").unwrap_or_else(|| "packages@patchbay.invalid".to_owned());
    format!("{name} <{mail}>")
}

/// What the package says of one field.
pub fn field(deb: &Path, name: &str) -> Result<String> {
    let said = proc::output(Command::new("dpkg-deb").arg("--field").arg(deb).arg(name))?;
    Ok(said.trim().to_owned())
}

//! `cargo xtask package`: the Debian package of a release, the same tree as a `.tar.gz` for other
//! systems, and the SHA-256 sums of both.
//!
//! `dpkg-deb` does it, which every Debian has: the tree is one program and a dozen files, and a crate for
//! packages would bring more than it saves. The same commit and program give the same bytes.

mod check;
mod deb;
mod elf;
mod manual;
mod settings;
mod tree;

pub use check::test;

use crate::plugins::{self, Tool};
use crate::progress::Progress;
use crate::{paths, proc, setup, web};
use anyhow::{Context as _, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a package is made of, and where it goes.
#[derive(Clone, Debug, Default)]
struct Options {
    /// A program that is built already.
    binary: Option<PathBuf>,
    /// Folders that a debug build reads and a release build has inside.
    web: Option<PathBuf>,
    plugins: Option<PathBuf>,
    out: Option<PathBuf>,
    /// Packs without compressing, for tests.
    quick: bool,
}

/// The files that were made.
#[derive(Debug)]
struct Artefacts {
    /// The tree as it was packed, control files included.
    tree: PathBuf,
    deb: PathBuf,
    tar: PathBuf,
    sums: PathBuf,
}

/// `cargo xtask package [check] [--binary FILE] [--web DIR] [--plugins DIR] [--out DIR]`.
pub fn command(args: &[String]) -> Result<()> {
    let (check, args) = match args.split_first() {
        Some((first, rest)) if first == "check" => (true, rest),
        _ => (false, args),
    };
    let options = options(args)?;
    if check {
        let binary = options.binary.map_or_else(|| paths::debug_binary("patchbay"), Ok)?;
        return test(&binary);
    }
    let made = match options.binary.clone() {
        Some(binary) => pack(&options, &binary)?,
        None => build_and_pack(&options)?,
    };
    for file in [&made.deb, &made.tar, &made.sums] {
        let bytes = std::fs::metadata(file)?.len();
        println!("{} ({:.1} MB)", paths::shown(file), bytes as f64 / 1e6);
    }
    Ok(())
}

fn options(args: &[String]) -> Result<Options> {
    let mut options = Options::default();
    let mut left = args.iter();
    while let Some(name) = left.next() {
        let place = match name.as_str() {
            "--binary" => &mut options.binary,
            "--web" => &mut options.web,
            "--plugins" => &mut options.plugins,
            "--out" => &mut options.out,
            other => bail!(
                "package has no option `{other}`; it has --binary, --web, --plugins and --out"
            ),
        };
        let path = left.next().with_context(|| format!("{name} lacks its path"))?;
        *place = Some(std::path::absolute(path)?);
    }
    Ok(options)
}

/// Builds the release: the plugins and the web first, because the program takes both inside.
fn build_and_pack(options: &Options) -> Result<Artefacts> {
    let needs = [setup::Need::Wasm, setup::Need::Web];
    let mut progress = Progress::new(setup::steps(&needs) + 4);
    setup::meet(&needs, &mut progress)?;
    progress.step("plugins", || plugins::build(Tool::Alone))?;
    progress.step("web", web::build)?;
    progress.step("release build", || {
        let release = ["build", "--release", "--locked", "-p", "patchbay", "--bin", "patchbay"];
        proc::run(paths::cargo()?.args(release))
    })?;
    let binary = paths::target()?.join("release/patchbay");
    progress.step("package", || pack(options, &binary))
}

fn pack(options: &Options, binary: &Path) -> Result<Artefacts> {
    for tool in ["dpkg-deb", "tar", "gzip", "grep", "md5sum", "sha256sum"] {
        if proc::which(tool).is_none() {
            bail!("{tool} was not found; packages are made on Debian, or with its dpkg installed");
        }
    }
    let out = options.out.clone().unwrap_or_else(|| paths::root().join("target/package"));
    std::fs::create_dir_all(&out).with_context(|| format!("making {}", out.display()))?;
    let program = elf::Program::read(binary)?;
    if program.reads_folders && (options.web.is_none() || options.plugins.is_none()) {
        bail!(
            "{} is a debug build, which has no web pages and no plugins inside; leave --binary out, \
             or say with --web and --plugins what goes along, to try a package",
            binary.display()
        );
    }
    if !program.reads_folders {
        has_plugins(binary)?;
    }
    let release = Release::of(binary, &program)?;
    let tree = tree::lay_out(&out, binary, options, &release)?;
    deb::write(&out, &tree, &release, options.quick)
}

/// A release build takes whatever plugins there were, also none.
fn has_plugins(binary: &Path) -> Result<()> {
    // It looks and makes nothing, so the folder need not be there.
    let mut doctor = Command::new(binary);
    doctor.args(["doctor", "--data"]).arg(proc::scratch("nothing"));
    ensure!(
        proc::output(&mut doctor)?.contains(" is built in"),
        "{} has no plugins inside; build them before it: cargo xtask plugins",
        binary.display()
    );
    Ok(())
}

/// What stands in every file of a release.
struct Release {
    version: String,
    architecture: &'static str,
    /// The system's packages that the program is linked with.
    depends: String,
    /// Seconds; every file has this time.
    epoch: u64,
}

impl Release {
    fn of(binary: &Path, program: &elf::Program) -> Result<Self> {
        let said = proc::output(Command::new(binary).arg("--version"))?;
        let version = said.trim().strip_prefix("patchbay ").context("another program's version")?;
        Ok(Self {
            version: version.to_owned(),
            architecture: program.architecture,
            depends: program.depends()?,
            epoch: epoch()?,
        })
    }

    /// `patchbay_0.1.0_amd64`.
    fn name(&self) -> String {
        format!("patchbay_{}_{}", self.version, self.architecture)
    }

    /// The time of the release, as `date` writes it.
    fn date(&self, format: &str) -> Result<String> {
        let mut date = Command::new("date");
        date.env("LC_ALL", "C").args(["-u", "-d", &format!("@{}", self.epoch), format]);
        Ok(proc::output(&mut date)?.trim().to_owned())
    }
}

/// The time that all files get: what the builder says, or the commit's.
fn epoch() -> Result<u64> {
    let text = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => text,
        Err(_) => proc::output(
            Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(paths::root()),
        )
        .context("set SOURCE_DATE_EPOCH where there is no git")?,
    };
    text.trim().parse().context("SOURCE_DATE_EPOCH is a number of seconds")
}

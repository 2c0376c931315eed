//! `.pbp` packages on disk: what goes into one, writing, reading back, keys and signatures.

use crate::build::{self, Built};
use crate::check;
use crate::toolchain::Choice;
use anyhow::{Context, Result};
use patchbay_package::{Manifest, Package, SigningKey};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The component's name in a package.
pub const COMPONENT: &str = "plugin.wasm";

/// A package on disk.
#[derive(Debug)]
pub struct Written {
    pub path: PathBuf,
    pub bytes: usize,
}

/// Reads the files of a plugin's folder that go into its package.
pub fn collect(folder: &Path, manifest: &Manifest) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let icons = manifest.channels.iter().filter_map(|channel| channel.icon.as_deref());
    let named = ["plugin.toml", manifest.settings.schema.as_str(), manifest.icon.as_str()];
    for name in named.into_iter().chain(icons) {
        if let Ok(bytes) = fs::read(folder.join(name)) {
            files.insert(name.to_owned(), bytes);
        }
    }
    if let Ok(texts) = fs::read_dir(folder.join("texts")) {
        for entry in texts {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "json") {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                files.insert(format!("texts/{name}"), fs::read(&path)?);
            }
        }
    }
    files.insert("LICENSE".to_owned(), licence(folder, manifest)?);
    Ok(files)
}

/// The plugin's own licence file, else those of the project around it, else the manifest's word.
fn licence(folder: &Path, manifest: &Manifest) -> Result<Vec<u8>> {
    for place in folder.ancestors() {
        let mut found: Vec<PathBuf> = fs::read_dir(place)?
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                path.is_file() && name.starts_with("LICENSE")
            })
            .collect();
        found.sort();
        if !found.is_empty() {
            let texts = found.iter().map(fs::read).collect::<Result<Vec<_>, _>>()?;
            return Ok(texts.join(&b"\n\n"[..]));
        }
        if place.join(".git").exists() {
            break;
        }
    }
    Ok(format!("{} is licensed under {}.\n", manifest.name, manifest.license).into_bytes())
}

/// Builds a folder's plugin, writes its package into `out`, and says what came of it.
#[expect(clippy::disallowed_methods, reason = "an author wants to know how long it took")]
pub fn make(folder: &Path, choice: Choice, out: &Path) -> Result<PathBuf> {
    let begun = Instant::now();
    let built = build::build(folder, choice)?;
    check::report(&built.id, &built.findings)?;
    let written = write(&built.id, &built.pack()?, out)?;
    println!("{}", made(&built, &written, begun.elapsed()));
    Ok(written.path)
}

/// One line about a package that was made: where it is, how large, and how long it took.
fn made(built: &Built, written: &Written, took: Duration) -> String {
    format!(
        "{} {}: {} ({} component, {} package, built in {:.1} s)",
        built.id,
        built.version,
        written.path.display(),
        size(built.component.len()),
        size(written.bytes),
        took.as_secs_f64(),
    )
}

/// A number of bytes for people.
pub fn size(bytes: usize) -> String {
    match bytes as f64 {
        large if large >= 1e6 => format!("{:.1} MB", large / 1e6),
        small => format!("{:.1} KB", small / 1e3),
    }
}

/// Writes `<out>/<id>.pbp`, leaving an equal file untouched so that nothing rebuilds over it.
pub fn write(id: &str, bytes: &[u8], out: &Path) -> Result<Written> {
    fs::create_dir_all(out).with_context(|| format!("{} cannot be made", out.display()))?;
    let path = out.join(format!("{id}.pbp"));
    replace(&path, bytes)?;
    Ok(Written { path, bytes: bytes.len() })
}

fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).ok().as_deref() == Some(bytes) {
        return Ok(());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let partial = path.with_file_name(format!(".{name}.partial"));
    fs::write(&partial, bytes)
        .and_then(|()| fs::rename(&partial, path))
        .with_context(|| format!("{} cannot be written", path.display()))
}

/// Reads a package back, for `check`.
pub fn read(path: &Path) -> Result<Built> {
    let bytes = fs::read(path).with_context(|| {
        format!("{} is neither a plugin's folder nor a package that can be read", path.display())
    })?;
    let shown = path.display();
    let mut files = patchbay_package::unpack(&bytes).with_context(|| shown.to_string())?;
    let component =
        files.remove(COMPONENT).with_context(|| format!("{shown} has no {COMPONENT}"))?;
    let text = files.get("plugin.toml").with_context(|| format!("{shown} has no plugin.toml"))?;
    let schema = files.get("settings.json").cloned().unwrap_or_default();
    let (manifest, mut findings) = check::manifest(std::str::from_utf8(text)?, &schema)?;
    findings.extend(check::folder(&manifest, &files));
    findings.extend(check::component(&manifest, &component)?);
    // The reader a server has: names, sizes and the signature.
    if let Err(error) = Package::read(&bytes)
        && findings.iter().all(|finding| !finding.error)
    {
        findings.push(check::Finding { error: true, text: error.to_string() });
    }
    Ok(Built { id: manifest.id, version: manifest.version, component, files, findings })
}

/// Makes a key; the public half is printed for those who are to trust it.
pub fn keygen(path: &Path) -> Result<String> {
    let pem = SigningKey::generate()?;
    let mut options = fs::OpenOptions::new();
    // An existing key is never written over: packages signed with it would lose their maker.
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options
        .open(path)
        .with_context(|| format!("{} cannot be made; is it there already?", path.display()))?;
    file.write_all(pem.as_bytes())?;
    Ok(SigningKey::from_pem(&pem)?.public())
}

/// The key in a file.
pub fn key(path: &Path) -> Result<SigningKey> {
    let pem = fs::read_to_string(path).with_context(|| {
        format!("{} cannot be read; `cargo patchbay keygen FILE` makes a key", path.display())
    })?;
    SigningKey::from_pem(&pem).with_context(|| path.display().to_string())
}

/// Signs a package in its place.
pub fn sign(path: &Path, key: &SigningKey) -> Result<()> {
    let bytes = fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    Package::read(&bytes).with_context(|| path.display().to_string())?;
    replace(path, &patchbay_package::sign(&bytes, key)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built() -> Built {
        let files = [("plugin.toml", "x"), ("icon.svg", "<svg/>"), ("texts/en.json", "{}")];
        Built {
            id: "acme".into(),
            version: "0.1.0".into(),
            component: vec![7; 10_000],
            files: files.map(|(n, t)| (n.to_owned(), t.as_bytes().to_vec())).into_iter().collect(),
            findings: Vec::new(),
        }
    }

    #[test]
    fn the_same_plugin_is_the_same_bytes_and_an_equal_package_is_left_alone() {
        let bytes = built().pack().expect("a package");
        assert_eq!(bytes, built().pack().expect("a package"));
        let out = tempfile::tempdir().expect("a folder");
        let path = write("acme", &bytes, out.path()).expect("it is written").path;
        let old = std::time::SystemTime::UNIX_EPOCH;
        let file = fs::File::options().write(true).open(&path).expect("it opens");
        file.set_modified(old).expect("a time");
        write("acme", &bytes, out.path()).expect("it is written again");
        let after = fs::metadata(&path).and_then(|m| m.modified()).expect("a time");
        assert_eq!(after, old);
        assert_eq!(fs::read_dir(out.path()).expect("a list").count(), 1);
    }

    #[test]
    fn what_was_made_is_said_with_its_size_and_time() {
        let written = Written { path: "out/acme.pbp".into(), bytes: 1_840_000 };
        let line = made(&built(), &written, Duration::from_millis(4_240));
        assert_eq!(
            line,
            "acme 0.1.0: out/acme.pbp (10.0 KB component, 1.8 MB package, built in 4.2 s)"
        );
    }

    #[test]
    fn what_is_no_package_is_said_to_be_none() {
        let out = tempfile::tempdir().expect("a folder");
        let path = out.path().join("x.pbp");
        fs::write(&path, "hello").expect("a file");
        let error = format!("{:#}", read(&path).expect_err("no zip"));
        assert!(error.contains("not a plugin package"), "{error}");
        let empty = Built { files: BTreeMap::new(), ..built() };
        let bytes = empty.pack().expect("a zip");
        let path = write("acme", &bytes, out.path()).expect("it is written").path;
        let error = format!("{:#}", read(&path).expect_err("no manifest"));
        assert!(error.contains("has no plugin.toml"), "{error}");
    }

    #[test]
    fn a_key_is_made_once() {
        let out = tempfile::tempdir().expect("a folder");
        let path = out.path().join("key.pem");
        let public = keygen(&path).expect("a key");
        assert_eq!(key(&path).expect("it reads").public(), public);
        assert!(keygen(&path).is_err(), "a key is never written over");
        let error = format!("{:#}", key(&out.path().join("none")).err().expect("no file"));
        assert!(error.contains("keygen"), "{error}");
    }
}

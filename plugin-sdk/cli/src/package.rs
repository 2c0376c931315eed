//! `.pbp` packages: a zip with fixed times and sorted names, so that the same plugin is the same
//! bytes.

use crate::build::{self, Built};
use crate::check;
use crate::manifest::Manifest;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

const COMPONENT: &str = "plugin.wasm";

/// No honest package is larger; a zip bomb is.
const UNPACKED_MAX: u64 = 64 << 20;

/// A package on disk.
#[derive(Debug)]
pub struct Written {
    pub path: PathBuf,
    pub bytes: usize,
}

/// Reads the files of a plugin's folder that go into its package.
pub fn collect(folder: &Path, manifest: &Manifest) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for name in ["plugin.toml", &manifest.settings.schema, &manifest.icon] {
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

/// Writes `<out>/<id>.pbp`, leaving an equal file untouched so that nothing rebuilds over it.
pub fn write(built: &Built, out: &Path) -> Result<Written> {
    let bytes = zip(built)?;
    fs::create_dir_all(out).with_context(|| format!("{} cannot be made", out.display()))?;
    let path = out.join(format!("{}.pbp", built.id));
    if fs::read(&path).ok().as_deref() != Some(bytes.as_slice()) {
        let partial = out.join(format!(".{}.pbp.partial", built.id));
        fs::write(&partial, &bytes)
            .and_then(|()| fs::rename(&partial, &path))
            .with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(Written { path, bytes: bytes.len() })
}

fn zip(built: &Built) -> Result<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut entries: Vec<(&str, &[u8])> =
        built.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    entries.push((COMPONENT, &built.component));
    entries.sort_unstable();
    for (name, bytes) in entries {
        archive.start_file(name, options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// Reads a package back, for `check`.
pub fn read(path: &Path) -> Result<Built> {
    let bytes = fs::read(path).with_context(|| {
        format!("{} is neither a plugin's folder nor a package that can be read", path.display())
    })?;
    let mut archive = ZipArchive::new(Cursor::new(bytes))
        .with_context(|| format!("{} is not a package (a zip file)", path.display()))?;
    let mut files = BTreeMap::new();
    let mut room = UNPACKED_MAX;
    for index in 0..archive.len() {
        let entry = archive.by_index(index)?;
        let name = entry.name()?.into_owned();
        let mut content = Vec::new();
        entry.take(room + 1).read_to_end(&mut content)?;
        room = room.checked_sub(content.len() as u64).context("the package unpacks to too much")?;
        files.insert(name, content);
    }
    let Some(component) = files.remove(COMPONENT) else {
        bail!("{} has no {COMPONENT}", path.display());
    };
    let text = files.get("plugin.toml").context("the package has no plugin.toml")?;
    let manifest = build::parse(std::str::from_utf8(text)?).context("plugin.toml")?;
    let mut findings = check::folder(&manifest, &files);
    findings.extend(check::component(&manifest, &component)?);
    Ok(Built { id: manifest.id, version: manifest.version, component, files, findings })
}

#[cfg(test)]
mod tests {
    use super::{Built, read, write, zip};
    use std::collections::BTreeMap;

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
        assert_eq!(zip(&built()).expect("a zip"), zip(&built()).expect("a zip"));
        let out = tempfile::tempdir().expect("a folder");
        let path = write(&built(), out.path()).expect("it is written").path;
        let before = std::fs::metadata(&path).and_then(|m| m.modified()).expect("a time");
        std::thread::sleep(std::time::Duration::from_millis(20));
        write(&built(), out.path()).expect("it is written again");
        let after = std::fs::metadata(&path).and_then(|m| m.modified()).expect("a time");
        assert_eq!(before, after);
        assert_eq!(std::fs::read_dir(out.path()).expect("a list").count(), 1);
    }

    #[test]
    fn what_is_no_package_is_said_to_be_none() {
        let out = tempfile::tempdir().expect("a folder");
        let path = out.path().join("x.pbp");
        std::fs::write(&path, "hello").expect("a file");
        let error = format!("{:#}", read(&path).expect_err("no zip"));
        assert!(error.contains("is not a package"), "{error}");
        let empty = Built { files: BTreeMap::new(), ..built() };
        let path = write(&empty, out.path()).expect("it is written").path;
        let error = format!("{:#}", read(&path).expect_err("no manifest"));
        assert!(error.contains("has no plugin.toml"), "{error}");
    }
}

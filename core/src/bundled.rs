//! The plugin packages that come with the program, and those in the operator's folder.
//!
//! A release build carries `target/plugins/*.pbp` of the checkout inside; a debug build reads the
//! folder, so a freshly built plugin is there at the next start.

use crate::crypto::sha256_hex;
use anyhow::Context as _;
use bytes::Bytes;
use rust_embed::RustEmbed;
use std::{borrow::Cow, path::Path};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../target/plugins"]
#[allow_missing = true]
struct Bundled;

/// A package and where it came from.
#[derive(Clone)]
pub struct BundledPackage {
    /// `built in`, or the file's path.
    pub origin: String,
    pub bytes: Bytes,
    /// SHA-256, in hex.
    pub digest: String,
}

impl BundledPackage {
    fn new(origin: String, bytes: Cow<'static, [u8]>) -> Self {
        let bytes = match bytes {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => Bytes::from(bytes),
        };
        Self { digest: sha256_hex(&bytes), origin, bytes }
    }
}

/// The packages inside the program, by name.
#[must_use]
pub fn built_in() -> Vec<BundledPackage> {
    let mut names: Vec<_> = Bundled::iter().filter(|name| name.ends_with(".pbp")).collect();
    names.sort();
    names
        .iter()
        .filter_map(|name| Bundled::get(name))
        .map(|file| BundledPackage::new("built in".to_owned(), file.data))
        .collect()
}

/// The packages in a folder, by name; none when there is no such folder. They come after the built
/// in ones, so that an operator can replace one of those.
///
/// # Errors
/// When the folder or a package cannot be read.
pub fn in_folder(folder: &Path) -> anyhow::Result<Vec<BundledPackage>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let shown = folder.display();
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("{shown} cannot be read"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|kind| kind == "pbp") {
            paths.push(path);
        }
    }
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let origin = path.display().to_string();
            let bytes = std::fs::read(&path).with_context(|| format!("{origin} cannot be read"))?;
            Ok(BundledPackage::new(origin, Cow::Owned(bytes)))
        })
        .collect()
}

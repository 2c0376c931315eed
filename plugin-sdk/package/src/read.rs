//! A plugin package (`.pbp`): a zip of manifest, component, schema, icon, texts and licence.
//!
//! Everything is read with a cap on the *unpacked* size, so a small archive cannot become a large
//! allocation, and nothing is ever written to a path that the archive names.

use crate::{
    check::{self, ManifestError},
    manifest::Manifest,
    sign::{self, Signature},
};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Cursor, Read},
};

/// The most bytes of a package.
pub const PACKAGE_MAX: usize = 48 << 20;
/// The most bytes of a component.
pub const WASM_MAX: u64 = 64 << 20;
const TEXT_MAX: u64 = 1 << 20;
const ICON_MAX: u64 = 128 << 10;
const ENTRIES_MAX: usize = 256;
const COMPONENT: &str = "plugin.wasm";

/// Why a package is refused.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    #[error("this is not a plugin package: {0}")]
    NotAPackage(String),
    #[error("the package is larger than {} MiB", PACKAGE_MAX >> 20)]
    TooLarge,
    #[error("the package holds more than {ENTRIES_MAX} files")]
    TooManyFiles,
    #[error("the package lacks {0}")]
    Lacks(String),
    #[error("{name} unpacks to more than {max} bytes")]
    FileTooLarge { name: String, max: u64 },
    #[error("{name} cannot be read: {problem}")]
    File { name: String, problem: String },
    #[error("the file name {0:?} may not be in a package")]
    FileName(String),
    /// The signature does not fit what the package holds: somebody changed it.
    #[error("the package was changed after it was signed: {0}")]
    Signature(String),
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The component does not fit this host; the text names what is missing or unknown.
    #[error("{0}")]
    Component(String),
    /// The host's own trouble, such as a cache folder that cannot be written.
    #[error("the plugin could not be prepared: {0}")]
    Host(String),
}

/// What a package holds.
pub struct Package {
    pub manifest: Manifest,
    pub wasm: Vec<u8>,
    pub schema: Value,
    pub icon_svg: String,
    /// Further icons, by the name a channel gives.
    pub icons: BTreeMap<String, String>,
    /// Language code to `texts/<lang>.json`.
    pub texts: BTreeMap<String, Value>,
    pub license: String,
    /// SHA-256 of the whole package, hexadecimal.
    pub digest: String,
    /// Who signed it; the signature itself is already checked. Whether that key is trusted is for
    /// the reader to decide.
    pub signature: Option<Signature>,
}

/// What a package says of its plugin: everything but the component and who signed it.
pub struct Description {
    pub manifest: Manifest,
    /// The settings' JSON Schema.
    pub schema: Value,
    pub icon_svg: String,
    /// Further icons, by the name a channel gives.
    pub icons: BTreeMap<String, String>,
    /// Language code to `texts/<lang>.json`.
    pub texts: BTreeMap<String, Value>,
    pub license: String,
}

impl Package {
    /// Reads and checks a package. The component itself is checked by the loader.
    pub fn read(bytes: &[u8]) -> Result<Self, PackageError> {
        let mut zip = open(bytes)?;
        let signature = signature(&mut zip)?;
        let Description { manifest, schema, icon_svg, icons, texts, license } =
            Description::of(&mut zip)?;
        let wasm = file(&mut zip, COMPONENT, WASM_MAX)?;
        let digest = sign::hex(&Sha256::digest(bytes));
        Ok(Self { manifest, wasm, schema, icon_svg, icons, texts, license, digest, signature })
    }

    /// Reads the component alone, of a package that [`Package::read`] accepted before.
    ///
    /// # Errors
    /// [`PackageError`].
    pub fn read_component(bytes: &[u8]) -> Result<Vec<u8>, PackageError> {
        file(&mut open(bytes)?, COMPONENT, WASM_MAX)
    }
}

impl Description {
    /// Reads everything but the component and the signature, of a package that [`Package::read`] accepted
    /// before: unpacking a component costs more than all the rest.
    ///
    /// # Errors
    /// [`PackageError`].
    pub fn read(bytes: &[u8]) -> Result<Self, PackageError> {
        Self::of(&mut open(bytes)?)
    }

    fn of(zip: &mut Zip<'_>) -> Result<Self, PackageError> {
        let manifest_source = text(zip, "plugin.toml", TEXT_MAX)?;
        let schema = json(zip, "settings.json")?;
        check_schema(&schema)?;
        let manifest = check::parse(&manifest_source, &schema)?;
        if manifest.settings.schema != "settings.json" {
            return Err(PackageError::Lacks(format!(
                "settings.schema = \"settings.json\" (it names {})",
                manifest.settings.schema
            )));
        }
        let icon_svg = text(zip, &manifest.icon, ICON_MAX)?;
        check_icon(&manifest.icon, &icon_svg)?;
        let mut icons = BTreeMap::new();
        for name in manifest.channels.iter().filter_map(|c| c.icon.as_ref()) {
            let svg = text(zip, name, ICON_MAX)?;
            check_icon(name, &svg)?;
            icons.insert(name.clone(), svg);
        }
        let languages: Vec<String> = zip
            .file_names()
            .filter_map(Result::ok)
            .filter_map(|n| Some(n.strip_prefix("texts/")?.strip_suffix(".json")?.to_owned()))
            .filter(|l| !l.is_empty() && l.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
            .collect();
        let mut texts = BTreeMap::new();
        for language in languages {
            let value = json(zip, &format!("texts/{language}.json"))?;
            texts.insert(language, value);
        }
        let license = text(zip, "LICENSE", TEXT_MAX)?;
        Ok(Self { manifest, schema, icon_svg, icons, texts, license })
    }
}

/// The archive, once its names and their number are known to be harmless.
fn open(bytes: &[u8]) -> Result<Zip<'_>, PackageError> {
    if bytes.len() > PACKAGE_MAX {
        return Err(PackageError::TooLarge);
    }
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes))
        .map_err(|e| PackageError::NotAPackage(e.to_string()))?;
    if zip.len() > ENTRIES_MAX {
        return Err(PackageError::TooManyFiles);
    }
    check_directory(bytes, &zip)?;
    check_names(&mut zip)?;
    Ok(zip)
}

/// The archive reader keeps one entry per name, so a second one of the same name shows only in the
/// directory itself. Another reader would take the other one.
fn check_directory(bytes: &[u8], zip: &Zip<'_>) -> Result<(), PackageError> {
    const HEADER: &[u8] = b"PK\x01\x02";
    let number = |at: usize| -> Option<usize> {
        Some(usize::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)))
    };
    let mut at = usize::try_from(zip.central_directory_start()).unwrap_or(usize::MAX);
    let mut entries = 0;
    while bytes.get(at..).is_some_and(|rest| rest.starts_with(HEADER)) {
        entries += 1;
        let lengths = [number(at + 28), number(at + 30), number(at + 32)];
        let Some(length) = lengths.into_iter().sum::<Option<usize>>() else { break };
        at += 46 + length;
    }
    if entries == zip.len() {
        Ok(())
    } else {
        Err(PackageError::NotAPackage("one file name stands in it twice".to_owned()))
    }
}

/// Names that could mean different things to different readers are refused.
fn check_names(zip: &mut Zip<'_>) -> Result<(), PackageError> {
    let mut seen = BTreeSet::new();
    for index in 0..zip.len() {
        let entry =
            zip.by_index_raw(index).map_err(|e| PackageError::NotAPackage(e.to_string()))?;
        let name = entry.name().map_err(|e| PackageError::NotAPackage(e.to_string()))?.into_owned();
        let plain = !name.is_empty()
            && !name.starts_with('/')
            && !name.contains(['\\', ':'])
            && !name.chars().any(is_unseen)
            && name.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
        if !plain || !seen.insert(name.clone()) {
            return Err(PackageError::FileName(name));
        }
    }
    Ok(())
}

/// Whether a character changes a name without being seen in it. What is signed has a line for each
/// file, so that a name with a line's end in it could stand for the lines of two files; and one with a
/// change of direction (Unicode bidirectional algorithm) reads as another name.
fn is_unseen(c: char) -> bool {
    const DIRECTIONS: [char; 12] = [
        '\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}',
        '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
    ];
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') || DIRECTIONS.contains(&c)
}

/// Checks the signature over every other file, when there is one.
fn signature(zip: &mut Zip<'_>) -> Result<Option<Signature>, PackageError> {
    if zip.index_for_name(sign::FILE).is_none() {
        return Ok(None);
    }
    let said = file(zip, sign::FILE, TEXT_MAX)?;
    let names: Vec<String> =
        zip.file_names().filter_map(Result::ok).map(|n| n.to_string()).collect();
    let mut digests = BTreeMap::new();
    for name in names.into_iter().filter(|n| n != sign::FILE) {
        let bytes = file(zip, &name, WASM_MAX)?;
        digests.insert(name, sign::hex(&Sha256::digest(&bytes)));
    }
    Signature::check(&said, &digests).map(Some)
}

type Zip<'a> = zip::ZipArchive<Cursor<&'a [u8]>>;

/// Reads at most `max` unpacked bytes, whatever the archive's own header says.
fn file(zip: &mut Zip<'_>, name: &str, max: u64) -> Result<Vec<u8>, PackageError> {
    let entry = zip.by_name(name).map_err(|e| match e {
        zip::result::ZipError::FileNotFound => PackageError::Lacks(name.to_owned()),
        e => PackageError::File { name: name.to_owned(), problem: e.to_string() },
    })?;
    let mut out = Vec::new();
    entry
        .take(max + 1)
        .read_to_end(&mut out)
        .map_err(|e| PackageError::File { name: name.to_owned(), problem: e.to_string() })?;
    if out.len() as u64 > max {
        return Err(PackageError::FileTooLarge { name: name.to_owned(), max });
    }
    Ok(out)
}

fn text(zip: &mut Zip<'_>, name: &str, max: u64) -> Result<String, PackageError> {
    String::from_utf8(file(zip, name, max)?)
        .map_err(|e| PackageError::File { name: name.to_owned(), problem: e.to_string() })
}

fn json(zip: &mut Zip<'_>, name: &str) -> Result<Value, PackageError> {
    serde_json::from_str(&text(zip, name, TEXT_MAX)?)
        .map_err(|e| PackageError::File { name: name.to_owned(), problem: e.to_string() })
}

/// Only as much as the form and the host depend on; values are checked when they are entered.
fn check_schema(schema: &Value) -> Result<(), PackageError> {
    let wrong =
        |problem: String| Err(PackageError::File { name: "settings.json".to_owned(), problem });
    if schema["type"] != "object" {
        return wrong("the top must be `\"type\": \"object\"`".to_owned());
    }
    match schema.get("properties").map(Value::as_object) {
        None => Ok(()),
        Some(None) => wrong("`properties` must be an object".to_owned()),
        Some(Some(properties)) => {
            for (name, property) in properties {
                let known = ["string", "integer", "number", "boolean", "array", "object"];
                let kind = property["type"].as_str().unwrap_or_default();
                if !known.contains(&kind) {
                    return wrong(format!("the setting `{name}` needs a `type`"));
                }
                if property["x-secret"] == true && kind != "string" {
                    return wrong(format!("the secret setting `{name}` must be a string"));
                }
            }
            Ok(())
        }
    }
}

/// Icons are shown as images, where scripts do not run; one that tries is refused all the same.
fn check_icon(name: &str, svg: &str) -> Result<(), PackageError> {
    let lower = svg.to_ascii_lowercase();
    let bad = ["<script", "<foreignobject", "javascript:", "<!entity", " onload", " onclick"];
    let problem = if !lower.contains("<svg") {
        "it is no SVG image".to_owned()
    } else if let Some(found) = bad.iter().find(|b| lower.contains(**b)) {
        format!("an icon may not contain `{}`", found.trim())
    } else {
        return Ok(());
    };
    Err(PackageError::File { name: name.to_owned(), problem })
}

#[cfg(test)]
mod tests;

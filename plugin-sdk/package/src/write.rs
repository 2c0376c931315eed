//! Writing packages: fixed times and sorted names, so that the same plugin is the same bytes.

use crate::{
    read::{PACKAGE_MAX, PackageError, WASM_MAX},
    sign::{self, SigningKey},
};
use std::{
    collections::BTreeMap,
    io::{Cursor, Read as _, Write as _},
};
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter, write::SimpleFileOptions};

/// Packs files by their names in the package.
///
/// # Errors
/// When a name cannot be in a zip archive.
pub fn write(files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, PackageError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let failed = |name: &str, e: &dyn std::fmt::Display| PackageError::File {
        name: name.to_owned(),
        problem: e.to_string(),
    };
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(name.as_str(), options).map_err(|e| failed(name, &e))?;
        archive.write_all(bytes).map_err(|e| failed(name, &e))?;
    }
    Ok(archive.finish().map_err(|e| failed("the package", &e))?.into_inner())
}

/// All files of a package, unpacked within the limits.
///
/// # Errors
/// When it is no package, or too large.
pub fn unpack(package: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, PackageError> {
    if package.len() > PACKAGE_MAX {
        return Err(PackageError::TooLarge);
    }
    let broken = |e: &dyn std::fmt::Display| PackageError::NotAPackage(e.to_string());
    let mut archive = ZipArchive::new(Cursor::new(package)).map_err(|e| broken(&e))?;
    let (mut files, mut room) = (BTreeMap::new(), 2 * WASM_MAX);
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(|e| broken(&e))?;
        let name = entry.name().map_err(|e| broken(&e))?.into_owned();
        let mut content = Vec::new();
        entry.take(room + 1).read_to_end(&mut content).map_err(|e| broken(&e))?;
        room = room.checked_sub(content.len() as u64).ok_or(PackageError::TooLarge)?;
        files.insert(name, content);
    }
    Ok(files)
}

/// The same package, signed; an earlier signature is replaced.
///
/// # Errors
/// When it is no package.
pub fn sign(package: &[u8], key: &SigningKey) -> Result<Vec<u8>, PackageError> {
    let mut files = unpack(package)?;
    files.insert(sign::FILE.to_owned(), key.sign(&files));
    write(&files)
}

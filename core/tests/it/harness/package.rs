//! Plugin packages for stories: the Telegram plugin as it was built, and variations of it.

use patchbay_package::{SigningKey, sign, unpack, write};
use reqwest::multipart::{Form, Part};
use std::{collections::BTreeMap, path::Path};

/// Files of a package by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The Telegram plugin's package.
pub fn telegram() -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/plugins/telegram.pbp");
    std::fs::read(path).expect("the plugins are built: `cargo xtask plugins`")
}

/// The Telegram plugin with changed files.
pub fn changed(change: impl FnOnce(&mut Files)) -> Vec<u8> {
    let mut files = unpack(&telegram()).expect("a package");
    change(&mut files);
    write(&files).expect("packed")
}

/// The Telegram plugin under another version number, with a changed manifest.
pub fn version(number: &str, change: impl FnOnce(String) -> String) -> Vec<u8> {
    changed(|files| {
        let manifest = String::from_utf8(files["plugin.toml"].clone()).expect("text");
        let old = manifest.lines().find(|line| line.starts_with("version = ")).expect("a version");
        let manifest = manifest.replacen(old, &format!("version = {number:?}"), 1);
        files.insert("plugin.toml".to_owned(), change(manifest).into_bytes());
    })
}

/// A key, and the public half that a desk can trust.
pub fn key() -> (SigningKey, String) {
    let key = SigningKey::generate().expect("a key");
    let key = SigningKey::from_pem(&key).expect("the same key");
    let public = key.public();
    (key, public)
}

/// The package, signed.
pub fn signed(package: &[u8], key: &SigningKey) -> Vec<u8> {
    sign(package, key).expect("signed")
}

/// The form of an upload.
pub fn form(package: Vec<u8>) -> Form {
    Form::new().part("package", Part::bytes(package).file_name("plugin.pbp"))
}

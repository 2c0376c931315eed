//! Plugin packages for stories: the Telegram plugin as it was built, variations of it, and plugins
//! that are built for a story.

use crate::hostile::package::tool;
use patchbay_package::{SigningKey, sign, unpack, write};
use reqwest::multipart::{Form, Part};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Mutex,
};

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

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the checkout").to_owned()
}

/// A plugin in a folder of the checkout, built on demand with the tool plugin authors use.
pub fn guest(name: &str, folder: &str) -> Vec<u8> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock();
    let file = format!("{name}.pbp");
    if let Some(ready) = std::env::var_os("PATCHBAY_GUESTS").map(|at| Path::new(&at).join(&file))
        && ready.exists()
    {
        return std::fs::read(ready).expect("the guest");
    }
    let path = root().join("target/guests").join(file);
    if stale(&path, &root().join(folder)) {
        let status = tool::cargo_patchbay(&root())
            .args(["build", folder, "--out", "target/guests"])
            .status()
            .expect("it runs");
        assert!(status.success(), "{folder} does not build");
        // The tool leaves an equal package untouched; its time says that it was looked at.
        let package = std::fs::read(&path).expect("the guest");
        std::fs::write(&path, package).expect("written");
    }
    std::fs::read(path).expect("the guest")
}

/// Whether the package is missing or older than anything it is made of.
fn stale(package: &Path, guest: &Path) -> bool {
    let time = |path: &Path| std::fs::metadata(path).and_then(|m| m.modified()).ok();
    let Some(built) = time(package) else { return true };
    [guest.to_owned(), guest.join("src"), root().join("plugin-sdk/wit")]
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).expect("a folder"))
        .any(|entry| time(&entry.expect("an entry").path()).is_none_or(|changed| changed > built))
}

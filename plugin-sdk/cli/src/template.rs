//! `cargo patchbay new`: a small plugin that builds and passes its tests at once.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a new Rust plugin. `{{id}}`, `{{type}}`, `{{channel}}` and `{{sdk}}` are filled in.
const RUST: [(&str, &str); 10] = [
    ("Cargo.toml", include_str!("../templates/rust/Cargo.toml.txt")),
    ("plugin.toml", include_str!("../templates/rust/plugin.toml.txt")),
    ("settings.json", include_str!("../templates/rust/settings.json")),
    ("icon.svg", include_str!("../templates/rust/icon.svg")),
    ("texts/en.json", include_str!("../templates/rust/texts/en.json")),
    ("src/lib.rs", include_str!("../templates/rust/src/lib.rs.txt")),
    ("src/wire.rs", include_str!("../templates/rust/src/wire.rs.txt")),
    ("fixtures/message.json", include_str!("../templates/rust/fixtures/message.json")),
    ("rustfmt.toml", include_str!("../templates/rust/rustfmt.toml")),
    (".gitignore", "/target\n"),
];

/// Writes a new plugin into `<dir>/<id>`.
pub fn new(id: &str, lang: &str, dir: &Path, sdk: Option<&Path>) -> Result<()> {
    if lang != "rust" {
        bail!(
            "there is a template for `--lang rust`. A component made by another tool is packed \
             all the same: put it into the plugin's folder as plugin.wasm"
        );
    }
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if !id.starts_with(|c: char| c.is_ascii_lowercase()) || !id.bytes().all(plain) {
        bail!(
            "the id `{id}` must begin with a small letter and hold only small letters, digits and `-`"
        );
    }
    let folder = dir.join(id);
    if folder.exists() {
        bail!("{} is there already", folder.display());
    }
    let sdk = find_sdk(dir, sdk)?;
    let name: String = id
        .split('-')
        .filter_map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
        })
        .collect();
    for (file, text) in RUST {
        let text = text
            .replace("{{id}}", id)
            .replace("{{type}}", &name)
            .replace("{{channel}}", &id.to_ascii_uppercase().replace('-', "_"))
            .replace("{{sdk}}", &sdk.display().to_string());
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap_or(&folder))
            .and_then(|()| fs::write(&path, text))
            .with_context(|| format!("{} cannot be written", path.display()))?;
    }
    println!(
        "made {0}\n  cd {0} && cargo test\n  cargo patchbay build {0} --out .",
        folder.display()
    );
    Ok(())
}

/// The SDK as the new plugin's Cargo.toml names it: relative when it is found above the folder,
/// so that a plugin in the same repository carries no machine's path.
fn find_sdk(dir: &Path, given: Option<&Path>) -> Result<PathBuf> {
    if let Some(given) = given {
        return given.canonicalize().with_context(|| format!("there is no {}", given.display()));
    }
    let start = dir.canonicalize().with_context(|| format!("there is no {}", dir.display()))?;
    let mut relative = PathBuf::from("..");
    for place in start.ancestors() {
        let sdk = Path::new("plugin-sdk/rust");
        if place.join(sdk).join("Cargo.toml").exists() {
            return Ok(relative.join(sdk));
        }
        relative.push("..");
    }
    bail!("the Rust SDK was not found above this folder. Say where it is with `--sdk <path>`")
}

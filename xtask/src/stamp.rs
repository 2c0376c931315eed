//! Skips work whose inputs have not changed: a hash of their contents, kept beside the outputs.

use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};

/// A 128-bit FNV-1a hash. Nobody attacks a build cache, so a few lines do instead of a crate.
pub struct Hash(u128);

impl Hash {
    pub fn new() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// Adds bytes, with their length, so that neighbours cannot run together.
    pub fn add(&mut self, bytes: &[u8]) {
        for part in [&bytes.len().to_le_bytes()[..], bytes] {
            for byte in part {
                self.0 ^= u128::from(*byte);
                self.0 = self.0.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
            }
        }
    }

    /// Adds a file, or every file below a folder, by name and content. What does not exist counts
    /// as empty.
    pub fn add_path(&mut self, path: &Path) -> Result<()> {
        for file in files(path)? {
            self.add(file.strip_prefix(path).unwrap_or(&file).as_os_str().as_encoded_bytes());
            let bytes =
                std::fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
            self.add(&bytes);
        }
        Ok(())
    }

    pub fn hex(&self) -> String {
        format!("{:032x}", self.0)
    }
}

/// Every source file at or below a path, sorted; build products are left out.
pub fn files(path: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(path, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(path: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    const PRODUCTS: &[&str] = &["node_modules", "__pycache__", "target", "dist", ".git"];
    if path.is_file() {
        found.push(path.to_owned());
    } else if path.is_dir() {
        for entry in
            std::fs::read_dir(path).with_context(|| format!("listing {}", path.display()))?
        {
            let entry = entry?;
            if !PRODUCTS.contains(&entry.file_name().to_string_lossy().as_ref()) {
                collect(&entry.path(), found)?;
            }
        }
    }
    Ok(())
}

/// Whether the stamp says that `hash` has been built already.
pub fn fresh(stamp: &Path, hash: &str) -> bool {
    std::fs::read_to_string(stamp).is_ok_and(|old| old.trim() == hash)
}

/// Notes that `hash` has been built.
pub fn write(stamp: &Path, hash: &str) -> Result<()> {
    if let Some(dir) = stamp.parent() {
        std::fs::create_dir_all(dir)?;
    }
    std::fs::write(stamp, hash).with_context(|| format!("writing {}", stamp.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_renamed_or_added_file_changes_the_hash() {
        let dir = crate::proc::scratch("stamp");
        std::fs::create_dir_all(dir.join("target")).expect("a folder");
        let hash = || {
            let mut hash = Hash::new();
            hash.add_path(&dir).expect("readable");
            hash.hex()
        };
        let write =
            |name: &str, text: &str| std::fs::write(dir.join(name), text).expect("writable");
        let mut seen = vec![hash()];
        write("a", "one");
        seen.push(hash());
        write("a", "two");
        seen.push(hash());
        write("b", "");
        seen.push(hash());
        std::fs::rename(dir.join("b"), dir.join("c")).expect("renamed");
        seen.push(hash());
        let all = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), all);
        let before = hash();
        write("target/product", "not a source");
        assert_eq!(hash(), before);
        std::fs::remove_dir_all(&dir).expect("removed");
    }
}

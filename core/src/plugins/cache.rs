//! Compiled components on disk, so that a start loads machine code instead of compiling it.
//!
//! Loading compiled code means running it with the rights of this process. A file is therefore
//! trusted only when its MAC, made with a key of this installation, fits the bytes that are loaded:
//! the file is read first, checked in memory and handed over from there, so it cannot change in
//! between. Anything else is compiled again.

use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use std::{
    hash::{Hash, Hasher},
    io::Write as _,
    path::PathBuf,
};
use wasmtime::{Engine, component::Component};

/// The cache folder and the key of its MACs.
pub struct CompileCache {
    folder: Option<PathBuf>,
    key: Vec<u8>,
}

const MAC: usize = 32;

impl CompileCache {
    /// Opens the cache. A folder that cannot be made private is not used at all.
    pub fn open(folder: Option<PathBuf>, key: &[u8]) -> Self {
        let folder = folder.filter(|f| match private_folder(f) {
            Ok(()) => true,
            Err(e) => {
                tracing::warn!(folder = %f.display(), error = %e, "compiled plugins are not cached");
                false
            }
        });
        // Without a key any file would pass, so there is no cache without a key.
        let folder = folder.filter(|_| !key.is_empty());
        Self { folder, key: key.to_vec() }
    }

    /// The compiled component, if it is here.
    pub fn load(&self, engine: &Engine, wasm: &[u8]) -> Option<Component> {
        let name = file_name(engine, &digest(wasm));
        let path = self.folder.as_ref()?.join(&name);
        let bytes = std::fs::read(&path).ok()?;
        let (mac, code) = bytes.split_at_checked(MAC)?;
        if self.mac(&name, code).verify_slice(mac).is_err() {
            tracing::warn!(file = %path.display(), "a cached plugin was not made here and is ignored");
            return None;
        }
        match deserialize(engine, code) {
            Ok(component) => Some(component),
            Err(e) => {
                tracing::info!(file = %path.display(), error = %e, "a cached plugin is compiled anew");
                None
            }
        }
    }

    /// Whether the component of a package was compiled here, by this version of the engine. Only a hint, which
    /// no MAC protects: [`CompileCache::load`] decides.
    pub fn has(&self, engine: &Engine, package: &str) -> bool {
        let Some(folder) = &self.folder else { return false };
        let name = std::fs::read_to_string(folder.join(compiled_name(engine, package)));
        name.is_ok_and(|name| is_file_name(&name) && folder.join(name).is_file())
    }

    /// Takes down for [`CompileCache::has`] that a package's component is compiled. Of packages that were
    /// accepted: others are not asked for again.
    pub fn note(&self, engine: &Engine, package: &str, wasm: &[u8]) {
        let Some(folder) = &self.folder else { return };
        let noted = std::fs::write(
            folder.join(compiled_name(engine, package)),
            file_name(engine, &digest(wasm)),
        );
        if let Err(e) = noted {
            tracing::warn!(error = %e, "that a plugin is compiled could not be noted");
        }
    }

    /// Takes over what our own compiling process made of this component, and keeps it.
    pub fn take(&self, engine: &Engine, wasm: &[u8], code: &[u8]) -> wasmtime::Result<Component> {
        let component = deserialize(engine, code)?;
        self.keep(engine, wasm, code);
        Ok(component)
    }

    /// Compiles in this process, and keeps the result.
    pub fn compile(&self, engine: &Engine, wasm: &[u8]) -> wasmtime::Result<Component> {
        let component = Component::from_binary(engine, wasm)?;
        if self.folder.is_some() {
            self.keep(engine, wasm, &component.serialize()?);
        }
        Ok(component)
    }

    fn keep(&self, engine: &Engine, wasm: &[u8], code: &[u8]) {
        let digest = digest(wasm);
        if let Err(e) = self.store(&file_name(engine, &digest), &digest, code) {
            tracing::warn!(error = %e, "a compiled plugin could not be cached");
        }
    }

    fn store(&self, name: &str, digest: &str, code: &[u8]) -> std::io::Result<()> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let mac = self.mac(name, code).finalize().into_bytes();
        // Code for this component that another version of the engine made is of no more use.
        for entry in std::fs::read_dir(folder)?.flatten() {
            if entry.file_name().to_string_lossy().starts_with(digest) {
                let _ = std::fs::remove_file(entry.path());
            }
        }
        // Threads of this process may keep the same code at the same time.
        let thread = std::thread::current().id();
        let staged = folder.join(format!("{name}.{}-{thread:?}.new", std::process::id()));
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&staged)?;
        file.write_all(&mac)?;
        file.write_all(code)?;
        file.sync_all()?;
        drop(file);
        std::fs::rename(&staged, folder.join(name))?;
        Ok(())
    }

    /// Over the name as well, which holds the component's digest and the engine's version: a file
    /// cannot be passed off as another plugin's.
    fn mac(&self, name: &str, code: &[u8]) -> Hmac<Sha256> {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes a key of any length");
        mac.update(b"patchbay compiled plugin\0");
        mac.update(name.as_bytes());
        mac.update(b"\0");
        mac.update(code);
        mac
    }
}

/// Loads machine code. Only code that this installation's own compiler made may come here.
#[expect(unsafe_code, reason = "compiled code can only be loaded by an unsafe call")]
fn deserialize(engine: &Engine, code: &[u8]) -> wasmtime::Result<Component> {
    // SAFETY: a MAC or the pipe to our own compiling process shows that exactly these bytes were
    // made by this installation's compiler, and they are in memory that nobody else can write.
    unsafe { Component::deserialize(engine, code) }
}

fn digest(wasm: &[u8]) -> String {
    hex(&Sha256::digest(wasm))
}

fn file_name(engine: &Engine, digest: &str) -> String {
    format!("{digest}-{:016x}.cwasm", compatibility(engine))
}

/// Where it stands that a package's component is compiled.
fn compiled_name(engine: &Engine, package: &str) -> String {
    format!("{package}-{:016x}.compiled", compatibility(engine))
}

/// Whether it names a file of the folder and nothing else.
fn is_file_name(name: &str) -> bool {
    name.ends_with(".cwasm") && name.chars().all(|c| c.is_ascii_alphanumeric() || "-.".contains(c))
}

/// Differs whenever compiled code of one engine does not fit the other.
fn compatibility(engine: &Engine) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    engine.precompile_compatibility_hash().hash(&mut hasher);
    hasher.finish()
}

fn private_folder(folder: &std::path::Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// Lower-case hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, b| {
        let _ = write!(out, "{b:02x}");
        out
    })
}

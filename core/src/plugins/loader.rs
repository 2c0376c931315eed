//! From bytes to a component that is known to fit: the checks between a package and a call.
//!
//! The whole file is parsed before wasmtime sees it, imports outside the allow-list are refused by
//! name, and what is wrong is said in the words of the plugin interface, never as a linker's dump.

use super::{
    host_interfaces::{self, VERSION},
    manifest::Manifest,
};
use patchbay_package::PackageError;
use std::collections::BTreeSet;
use wasmparser::{Encoding, Parser, Payload, Validator, WasmFeatures};
use wasmtime::Engine;

/// What the outermost component asks for and offers.
#[derive(Debug, Default)]
pub struct Shape {
    pub imports: BTreeSet<String>,
    pub exports: BTreeSet<String>,
}

/// WASI packages that are lent, empty: no folders, no environment, no network.
const WASI: [&str; 5] = ["wasi:io", "wasi:clocks", "wasi:random", "wasi:cli", "wasi:filesystem"];

/// Nothing real comes close; a component of many tiny parts costs the host per part.
const PARTS_MAX: usize = 512;

/// Functions of all parts together. A Python interpreter has some twenty thousand; compiling takes
/// time and memory for each.
const FUNCTIONS_MAX: u64 = 200_000;

/// Bytes of one function. What the compiler needs grows faster than the function.
const BODY_MAX: usize = 1 << 20;

/// Imports, and exports, of the component itself.
const NAMES_MAX: usize = 512;

/// What is done about the bodies of functions, which are nearly all of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bodies {
    /// They are checked one by one.
    Validate,
    /// Our own cache has machine code of exactly these bytes: they were checked when it was made.
    Compiled,
}

/// Parses and checks a component against the interface and its manifest.
pub fn inspect(wasm: &[u8], manifest: &Manifest, bodies: Bodies) -> Result<Shape, PackageError> {
    if Engine::detect_precompiled(wasm).is_some() || wasm.starts_with(b"\x7fELF") {
        return refuse("plugin.wasm holds compiled machine code; only WebAssembly is accepted");
    }
    let shape = parse(wasm, bodies)?;
    check_imports(&shape)?;
    check_exports(&shape, manifest)?;
    Ok(shape)
}

fn parse(wasm: &[u8], bodies: Bodies) -> Result<Shape, PackageError> {
    let mut validator = Validator::new_with_features(features());
    let mut allocations = wasmparser::FuncValidatorAllocations::default();
    let (mut shape, mut depth, mut parts, mut component) = (Shape::default(), 0, 0, false);
    let mut functions = 0;
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload.map_err(|e| malformed(&e))?;
        match &payload {
            Payload::Version { encoding, .. } => {
                depth += 1;
                parts += 1;
                if depth == 1 {
                    component = *encoding == Encoding::Component;
                }
                if parts > PARTS_MAX {
                    return refuse("plugin.wasm is made of too many parts");
                }
            }
            Payload::End(_) => depth -= 1,
            Payload::FunctionSection(section) => {
                functions += u64::from(section.count());
                if functions > FUNCTIONS_MAX {
                    return refuse("plugin.wasm has too many functions");
                }
            }
            Payload::CodeSectionEntry(body) if body.range().len() > BODY_MAX => {
                return refuse("plugin.wasm has a function that is too large");
            }
            Payload::ComponentImportSection(section) if depth == 1 => {
                for import in section.clone() {
                    shape.imports.insert(import.map_err(|e| malformed(&e))?.name.name.to_owned());
                }
                if shape.imports.len() > NAMES_MAX {
                    return refuse("plugin.wasm imports too many things");
                }
            }
            Payload::ComponentExportSection(section) if depth == 1 => {
                for export in section.clone() {
                    shape.exports.insert(export.map_err(|e| malformed(&e))?.name.name.to_owned());
                }
                if shape.exports.len() > NAMES_MAX {
                    return refuse("plugin.wasm exports too many things");
                }
            }
            _ => {}
        }
        let checked = validator.payload(&payload).map_err(|e| malformed(&e))?;
        if let wasmparser::ValidPayload::Func(function, body) = checked
            && bodies == Bodies::Validate
        {
            let mut function = function.into_validator(std::mem::take(&mut allocations));
            function.validate(&body).map_err(|e| malformed(&e))?;
            allocations = function.into_allocations();
        }
    }
    if !component {
        return refuse(
            "plugin.wasm is a core module, not a component: build it with `cargo patchbay build`",
        );
    }
    Ok(shape)
}

/// What the engine is configured for, less what it needs for itself only; its own check then finds
/// nothing new.
fn features() -> WasmFeatures {
    let mut features = WasmFeatures::default();
    features.remove(
        WasmFeatures::THREADS
            | WasmFeatures::MEMORY64
            | WasmFeatures::MULTI_MEMORY
            | WasmFeatures::TAIL_CALL
            | WasmFeatures::RELAXED_SIMD
            | WasmFeatures::EXCEPTIONS
            | WasmFeatures::GC
            | WasmFeatures::FUNCTION_REFERENCES
            | WasmFeatures::CM_ASYNC,
    );
    features
}

fn check_imports(shape: &Shape) -> Result<(), PackageError> {
    let mut problems = Vec::new();
    for import in &shape.imports {
        let (path, version) = split(import);
        if let Some(interface) = path.strip_prefix("patchbay:plugin/") {
            if !host_interfaces::IMPORTS.iter().any(|(name, _)| *name == interface) {
                problems.push(format!("`{import}` does not exist"));
            } else if !fits(version) {
                problems
                    .push(format!("`{import}` is version {version}, this host offers {VERSION}"));
            }
        } else if path.starts_with("patchbay:") {
            problems.push(format!("`{import}` does not exist"));
        } else if let Some((package, _)) = path.split_once('/')
            && WASI.contains(&package)
        {
            if !version.starts_with("0.2.") {
                problems.push(format!("`{import}` is WASI {version}, this host offers 0.2"));
            }
        } else {
            problems.push(format!("`{import}` is not lent to plugins"));
        }
    }
    if problems.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = host_interfaces::IMPORTS.iter().map(|(n, _)| *n).collect();
    refuse(&format!(
        "the plugin imports what this host does not offer: {}. Offered are patchbay:plugin@{VERSION} \
         ({}) and, empty, {}",
        problems.join("; "),
        names.join(", "),
        WASI.join(", "),
    ))
}

fn check_exports(shape: &Shape, manifest: &Manifest) -> Result<(), PackageError> {
    for interface in &manifest.interfaces {
        let name = interface.name();
        let wanted = format!("patchbay:plugin/{name}");
        let versions: Vec<_> =
            shape.exports.iter().map(|e| split(e)).filter(|(p, _)| *p == wanted).collect();
        if versions.iter().any(|(_, v)| fits(v)) {
            continue;
        }
        let found = match versions.first() {
            Some((_, version)) => format!("it exports version {version} of it"),
            None if shape.exports.is_empty() => "it exports nothing".to_owned(),
            None => {
                let all: Vec<_> = shape.exports.iter().map(String::as_str).collect();
                format!("it exports {}", all.join(", "))
            }
        };
        return refuse(&format!(
            "the manifest claims the interface `{name}`, but the component lacks \
             `{wanted}@{VERSION}`: {found}"
        ));
    }
    Ok(())
}

fn split(name: &str) -> (&str, &str) {
    name.split_once('@').unwrap_or((name, ""))
}

/// Same major, and no newer a minor than ours.
fn fits(version: &str) -> bool {
    let numbers = |v: &str| -> Option<(u64, u64)> {
        let mut parts = v.split('.').map(str::parse);
        Some((parts.next()?.ok()?, parts.next()?.ok()?))
    };
    match (numbers(version), numbers(VERSION)) {
        (Some((major, minor)), Some((ours, newest))) => major == ours && minor <= newest,
        _ => false,
    }
}

fn malformed(e: &wasmparser::BinaryReaderError) -> PackageError {
    PackageError::Component(format!(
        "plugin.wasm is not acceptable WebAssembly: {} (at byte {:#x})",
        e.message(),
        e.offset()
    ))
}

fn refuse<T>(problem: &str) -> Result<T, PackageError> {
    Err(PackageError::Component(problem.to_owned()))
}

#[cfg(test)]
mod tests;

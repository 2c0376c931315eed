//! From a core module to a component, and what a component asks for and offers.

use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use wasmparser::{Encoding, Parser, Payload, Validator, WasmFeatures};

/// What our interface package is called inside a component.
pub const PACKAGE: &str = "patchbay:plugin/";

/// Names in a component's outermost import and export sections.
#[derive(Debug, Default)]
pub struct Surface {
    pub imports: BTreeSet<String>,
    pub exports: BTreeSet<String>,
}

/// Wraps a core module built with the SDK as a component.
pub fn encode(module: &[u8]) -> Result<Vec<u8>> {
    let foreign = foreign_imports(module)?;
    if !foreign.is_empty() {
        bail!("the module asks for things no Patchbay host has:\n{}", foreign.join("\n"));
    }
    wit_component::ComponentEncoder::default()
        .validate(true)
        .module(module)
        .and_then(|mut encoder| encoder.encode())
        .context(
            "the module does not fit the plugin interface. Does it call \
             `patchbay_plugin::export!`, with this tool's version of the SDK?",
        )
}

/// Core imports that the encoder could not satisfy, each with its usual cause.
fn foreign_imports(module: &[u8]) -> Result<Vec<String>> {
    let mut modules = BTreeSet::new();
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::ImportSection(section) = payload.context("the module cannot be read")? {
            for import in section.into_imports() {
                modules.insert(import?.module.to_owned());
            }
        }
    }
    // The second is the newer way to write the names of component imports.
    let ours = |name: &str| name.strip_prefix("cm32p2|").unwrap_or(name).starts_with(PACKAGE);
    modules.retain(|name| !ours(name));
    Ok(modules.iter().map(|name| format!("  {name}: {}", cause(name))).collect())
}

/// Why a module or interface of that name is imported, and what to do about it.
pub fn cause(name: &str) -> String {
    match name {
        "__wbindgen_placeholder__" | "__wbindgen_externref_xform__" | "wbg" => {
            "a dependency uses wasm-bindgen, which needs a browser. `cargo tree -i wasm-bindgen` \
             names it; often it is a `js` or `wasm-bindgen` feature of getrandom, time or uuid. \
             Take random bytes and the time from `patchbay_plugin::host`"
                .to_owned()
        }
        "wasi_snapshot_preview1" => "the module was built for WASI preview 1. Build for \
             wasm32-unknown-unknown; `cargo patchbay build` does"
            .to_owned(),
        "env" => "a C function or `extern \"C\"` block has no body. Link the library into the \
             plugin, or choose a crate written in Rust"
            .to_owned(),
        name if name.starts_with("wasi:http") || name.starts_with("wasi:sockets") => {
            "plugins reach the network only through `patchbay_plugin::http`".to_owned()
        }
        name if name.starts_with(PACKAGE) => {
            "the host of this version does not have it. Build with the SDK of the same version"
                .to_owned()
        }
        _ => "no Patchbay host offers it. Remove the dependency that needs it".to_owned(),
    }
}

/// Reads and validates a component.
pub fn surface(component: &[u8]) -> Result<Surface> {
    if !Parser::is_component(component) {
        bail!("plugin.wasm is not a component; wrap the module with `cargo patchbay build`");
    }
    Validator::new_with_features(WasmFeatures::default())
        .validate_all(component)
        .context("plugin.wasm is not a valid component")?;
    let mut surface = Surface::default();
    let mut depth = 0_usize;
    for payload in Parser::new(0).parse_all(component) {
        match payload? {
            Payload::Version { encoding: Encoding::Component | Encoding::Module, .. } => depth += 1,
            Payload::End(_) => depth -= 1,
            // Inner components have imports and exports of their own, which are not ours.
            Payload::ComponentImportSection(section) if depth == 1 => {
                for import in section {
                    surface.imports.insert(import?.name.name.to_owned());
                }
            }
            Payload::ComponentExportSection(section) if depth == 1 => {
                for export in section {
                    surface.exports.insert(export?.name.name.to_owned());
                }
            }
            _ => {}
        }
    }
    Ok(surface)
}

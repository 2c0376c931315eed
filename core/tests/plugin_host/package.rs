//! Packages for tests: the hostile one as it was built, and variations of its parts.

#[path = "../rig/tool.rs"]
pub mod tool;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::OnceLock,
};
use wit_component::{ComponentEncoder, StringEncoding, dummy_module, embed_component_metadata};
use wit_parser::{ManglingAndAbi, Resolve};

/// Files of a package by name.
pub type Files = BTreeMap<String, Vec<u8>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The hostile plugin's package, built on demand.
pub fn hostile() -> Vec<u8> {
    static PACKAGE: OnceLock<Vec<u8>> = OnceLock::new();
    PACKAGE.get_or_init(built).clone()
}

fn built() -> Vec<u8> {
    if let Some(folder) = std::env::var_os("PATCHBAY_GUESTS") {
        return std::fs::read(Path::new(&folder).join("hostile.pbp")).unwrap();
    }
    let path = root().join("target/guests/hostile.pbp");
    if stale(&path) {
        let status = tool::cargo_patchbay(&root())
            .args(["build", "core/tests/guests/hostile", "--out", "target/guests"])
            .status()
            .unwrap();
        assert!(status.success(), "the hostile guest does not build");
        // The tool leaves an equal package untouched; its time says that it was looked at.
        let package = std::fs::read(&path).unwrap();
        std::fs::write(&path, package).unwrap();
    }
    std::fs::read(path).unwrap()
}

/// Whether the package is missing or older than anything it is made of.
fn stale(package: &Path) -> bool {
    let time = |path: &Path| std::fs::metadata(path).and_then(|m| m.modified()).ok();
    let Some(built) = time(package) else { return true };
    let guest = root().join("core/tests/guests/hostile");
    [guest.clone(), guest.join("src"), root().join("plugin-sdk/wit")]
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .any(|entry| time(&entry.unwrap().path()).is_none_or(|changed| changed > built))
}

pub fn unpack(package: &[u8]) -> Files {
    patchbay_package::unpack(package).unwrap()
}

pub fn pack(files: &Files) -> Vec<u8> {
    patchbay_package::write(files).unwrap()
}

/// The hostile package with another component and a manifest that claims only these interfaces.
pub fn with_component(component: Vec<u8>, interfaces: &str) -> Vec<u8> {
    let mut files = unpack(&hostile());
    files.insert("plugin.wasm".to_owned(), component);
    edit(&mut files, |manifest| {
        let from = manifest.find("interfaces = [").unwrap();
        let to = from + manifest[from..].find(']').unwrap() + 1;
        manifest.replace_range(from..to, &format!("interfaces = [{interfaces}]"));
    });
    pack(&files)
}

/// Changes the manifest.
pub fn edit(files: &mut Files, change: impl FnOnce(&mut String)) {
    let mut manifest = String::from_utf8(files["plugin.toml"].clone()).unwrap();
    change(&mut manifest);
    files.insert("plugin.toml".to_owned(), manifest.into_bytes());
}

/// A component for a world of the given WIT whose every function traps. `wit` may use the plugin
/// interface, whose text `change` may alter first.
pub fn dummy(wit: &str, world: &str, change: impl FnOnce(String) -> String) -> Vec<u8> {
    let mut resolve = Resolve::default();
    let interface = std::fs::read_to_string(root().join("plugin-sdk/wit/patchbay.wit")).unwrap();
    resolve.push_str("patchbay.wit", &change(interface)).unwrap();
    let package = resolve.push_str("test.wit", wit).unwrap();
    let world = resolve.select_world(&[package], Some(world)).unwrap();
    let mut module =
        dummy_module(&resolve, world, ManglingAndAbi::Legacy(wit_parser::LiftLowerAbi::Sync));
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8).unwrap();
    ComponentEncoder::default().module(&module).unwrap().validate(true).encode().unwrap()
}

/// A component that also starts these core modules, each `count` times.
pub fn with_modules(component: &[u8], module: &[u8], count: u32) -> Vec<u8> {
    let index = wasmparser::Parser::new(0)
        .parse_all(component)
        .filter(|p| matches!(p, Ok(wasmparser::Payload::ModuleSection { .. })))
        .count();
    let mut out = component.to_vec();
    section(&mut out, 1, module);
    let mut instances = Vec::new();
    leb(&mut instances, count);
    for _ in 0..count {
        instances.push(0x00);
        leb(&mut instances, u32::try_from(index).unwrap());
        leb(&mut instances, 0);
    }
    section(&mut out, 2, &instances);
    out
}

/// A component that holds so many copies of a core module and starts none of them.
pub fn with_module_copies(component: &[u8], module: &[u8], count: u32) -> Vec<u8> {
    let mut out = component.to_vec();
    for _ in 0..count {
        section(&mut out, 1, module);
    }
    out
}

/// A core module with so many functions of so many instructions that do nothing.
pub fn functions_module(count: u32, instructions: usize) -> Vec<u8> {
    let mut module = b"\0asm\x01\0\0\0".to_vec();
    section(&mut module, 1, &[1, 0x60, 0, 0]);
    let mut functions = Vec::new();
    leb(&mut functions, count);
    functions.extend((0..count).map(|_| 0));
    section(&mut module, 3, &functions);
    let mut body = vec![0];
    body.extend(std::iter::repeat_n(0x01, instructions));
    body.push(0x0b);
    let mut code = Vec::new();
    leb(&mut code, count);
    for _ in 0..count {
        leb(&mut code, u32::try_from(body.len()).unwrap());
        code.extend_from_slice(&body);
    }
    section(&mut module, 10, &code);
    module
}

/// Components inside components, so many deep.
pub fn nested(depth: usize) -> Vec<u8> {
    let head = b"\0asm\x0d\0\x01\0";
    let mut inner = head.to_vec();
    for _ in 0..depth {
        let mut outer = head.to_vec();
        section(&mut outer, 4, &inner);
        inner = outer;
    }
    inner
}

/// A core module with a memory of so many pages.
pub fn memory_module(pages: u32) -> Vec<u8> {
    let mut module = b"\0asm\x01\0\0\0".to_vec();
    let mut memory = vec![1, 0x00];
    leb(&mut memory, pages);
    section(&mut module, 5, &memory);
    module
}

/// A core module that grows its table by `step` ten times at its start, and traps when it is
/// refused.
pub fn table_module(step: u32) -> Vec<u8> {
    let mut module = b"\0asm\x01\0\0\0".to_vec();
    section(&mut module, 1, &[1, 0x60, 0, 0]);
    section(&mut module, 3, &[1, 0]);
    section(&mut module, 4, &[1, 0x70, 0x00, 1]);
    section(&mut module, 8, &[0]);
    let mut body = vec![0];
    for _ in 0..10 {
        // (if (i32.eq (table.grow (ref.null func) (i32.const step)) (i32.const -1)) unreachable)
        body.extend([0xd0, 0x70, 0x41]);
        leb_signed(&mut body, step);
        body.extend([0xfc, 0x0f, 0x00, 0x41, 0x7f, 0x46, 0x04, 0x40, 0x00, 0x0b]);
    }
    body.push(0x0b);
    let mut code = vec![1];
    leb(&mut code, u32::try_from(body.len()).unwrap());
    code.extend(body);
    section(&mut module, 10, &code);
    module
}

/// A core module of so many functions that add so many times.
pub fn long_module(functions: u32, additions: usize) -> Vec<u8> {
    let mut module = b"\0asm\x01\0\0\0".to_vec();
    section(&mut module, 1, &[1, 0x60, 0, 0]);
    let mut declared = Vec::new();
    leb(&mut declared, functions);
    declared.extend((0..functions).map(|_| 0));
    section(&mut module, 3, &declared);
    // (drop (i32.add … (i32.const 1)))
    let mut body = vec![0, 0x41, 0x00];
    body.extend([0x41, 0x01, 0x6a].repeat(additions));
    body.extend([0x1a, 0x0b]);
    let mut code = Vec::new();
    leb(&mut code, functions);
    for _ in 0..functions {
        leb(&mut code, u32::try_from(body.len()).unwrap());
        code.extend_from_slice(&body);
    }
    section(&mut module, 10, &code);
    module
}

fn section(out: &mut Vec<u8>, id: u8, body: &[u8]) {
    out.push(id);
    leb(out, u32::try_from(body.len()).unwrap());
    out.extend_from_slice(body);
}

fn leb(out: &mut Vec<u8>, mut n: u32) {
    loop {
        let byte = (n & 0x7f) as u8;
        n >>= 7;
        if n == 0 {
            out.push(byte);
            return;
        }
        out.push(byte | 0x80);
    }
}

/// Like `leb`, with the sign bit of the last byte clear.
fn leb_signed(out: &mut Vec<u8>, n: u32) {
    let mut rest = n;
    while rest > 0x3f {
        out.push((rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

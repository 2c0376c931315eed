//! Components made from the interface itself, against manifests that say something else.

use super::component;
use crate::component::{encode, surface};
use patchbay_package::Manifest;
use wit_component::{StringEncoding, dummy_module, embed_component_metadata};
use wit_parser::{ManglingAndAbi, Resolve};

const SCHEMA: &str = include_str!("../../templates/rust/settings.json");
const MANIFEST: &str = include_str!("../../templates/rust/plugin.toml.txt");

/// A component that implements one of the interface's worlds and does nothing.
fn made(world: &str) -> Vec<u8> {
    let mut resolve = Resolve::default();
    let wit = concat!(env!("CARGO_MANIFEST_DIR"), "/../wit");
    let (package, _) = resolve.push_path(wit).expect("the interface reads");
    let world = resolve.select_world(&[package], Some(world)).expect("the world is there");
    let mut module = dummy_module(&resolve, world, ManglingAndAbi::Standard32);
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8)
        .expect("the metadata fits");
    encode(&module).expect("a component")
}

fn manifest(interfaces: &str) -> Manifest {
    let text = MANIFEST
        .replace("{{id}}", "acme")
        .replace("{{type}}", "Acme")
        .replace("{{channel}}", "ACME")
        .replace(r#"["settings", "webhook", "outbound"]"#, interfaces);
    super::manifest(&text, SCHEMA.as_bytes()).expect("the manifest reads").0
}

fn texts(interfaces: &str, wasm: &[u8]) -> Vec<String> {
    let findings = component(&manifest(interfaces), wasm).expect("the component reads");
    findings.into_iter().map(|finding| finding.text).collect()
}

#[test]
fn a_component_that_fits_its_manifest_is_fine() {
    assert_eq!(texts(r#"["settings"]"#, &made("settings-plugin")), [""; 0]);
}

#[test]
fn exports_and_interfaces_must_agree() {
    let found = texts(r#"["settings", "poll"]"#, &made("settings-plugin"));
    assert!(found.len() == 1 && found[0].contains("names the interface `poll`"), "{found:?}");
    let found = texts(r#"["settings"]"#, &made("poll-plugin"));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().any(|text| text.contains("exports `poll`")), "{found:?}");
}

#[test]
fn requests_need_a_host_to_go_to() {
    let mut manifest = manifest(r#"["settings"]"#);
    manifest.net.hosts.clear();
    manifest.net.host_settings.clear();
    let wasm = made("settings-plugin");
    let found = component(&manifest, &wasm).expect("the component reads");
    assert!(found.iter().any(|f| f.text.contains("grants it no host")), "{found:?}");
}

#[test]
fn a_foreign_import_is_named_with_its_cause() {
    // A module that imports one function, `wbg.f`.
    let module = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x02\x09\x01\x03wbg\x01f\0\0";
    let error = format!("{:#}", encode(module).expect_err("nobody offers that"));
    assert!(error.contains("wbg: a dependency uses wasm-bindgen"), "{error}");
    assert!(surface(module).is_err(), "a module is not a component");
}

//! The names and versions the loader accepts, and that the list of what is offered is the WIT's.

use super::*;

#[test]
fn versions_fit_within_the_major_and_not_beyond_our_minor() {
    assert!(fits("1.0.0"));
    assert!(fits("1.0.9"));
    for version in ["", "1", "0.9.0", "1.1.0", "2.0.0", "x.y.z"] {
        assert!(!fits(version), "{version}");
    }
}

fn imports(names: &[&str]) -> Result<(), PackageError> {
    let imports = names.iter().map(|n| (*n).to_owned()).collect();
    check_imports(&Shape { imports, ..Shape::default() })
}

#[test]
fn imports_are_an_allow_list() {
    imports(&[
        "patchbay:plugin/http@1.0.0",
        "wasi:io/poll@0.2.9",
        "wasi:cli/stderr@0.2.0",
        "wasi:filesystem/types@0.2.12",
    ])
    .unwrap();
    for name in [
        "patchbay:plugin/shell@1.0.0",
        "patchbay:core/db@1.0.0",
        "patchbay:plugin/http@2.0.0",
        "patchbay:plugin/http",
        "wasi:io/poll@0.3.0",
        "wasi:http/outgoing-handler@0.2.0",
        "wasi:sockets/tcp@0.2.0",
        "wasi:iox/poll@0.2.0",
        "env",
        "",
    ] {
        let error = imports(&[name]).err().unwrap_or_else(|| panic!("{name} was accepted"));
        assert!(error.to_string().contains(&format!("`{name}`")), "{error}");
    }
}

/// The functions of an interface as the WIT has them, in the spelling of the canonical ABI.
fn functions(resolve: &wit_parser::Resolve, interface: &str) -> BTreeSet<String> {
    let (_, interface) =
        resolve.interfaces.iter().find(|(_, i)| i.name.as_deref() == Some(interface)).unwrap();
    interface.functions.keys().cloned().collect()
}

#[test]
fn what_is_offered_is_what_the_interface_says() {
    let mut resolve = wit_parser::Resolve::default();
    let text = include_str!("../../../../plugin-sdk/wit/patchbay.wit");
    let package = resolve.push_str("patchbay.wit", text).unwrap();
    let version = resolve.packages[package].name.version.clone().unwrap();
    assert_eq!(version.to_string(), VERSION);
    let world = resolve.select_world(&[package], Some("imports")).unwrap();
    let named: BTreeSet<_> = resolve.worlds[world]
        .imports
        .values()
        .filter_map(|item| match item {
            wit_parser::WorldItem::Interface { id, .. } => resolve.interfaces[*id].name.clone(),
            _ => None,
        })
        .collect();
    let offered: BTreeSet<_> =
        host_interfaces::IMPORTS.iter().map(|(n, _)| (*n).to_owned()).collect();
    assert_eq!(named, offered);
    for (interface, names) in host_interfaces::IMPORTS {
        let names: BTreeSet<_> = names.iter().map(|n| (*n).to_owned()).collect();
        assert_eq!(functions(&resolve, interface), names, "{interface}");
    }
    for interface in crate::plugins::Interface::ALL {
        let exported = format!("{}-plugin", interface.name());
        resolve.select_world(&[package], Some(&exported)).unwrap();
    }
}

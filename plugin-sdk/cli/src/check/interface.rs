//! Does the component offer what the manifest says, and ask only for what a host has?

use super::{Finding, Findings};
use crate::component::{self, PACKAGE};
use anyhow::Result;
use patchbay_package::{Interface, Manifest};
use std::collections::BTreeSet;

/// What a host lends besides `patchbay:plugin`: WASI without files, network or environment, for
/// languages whose runtimes expect it.
const WASI: [&str; 5] =
    ["wasi:io/", "wasi:clocks/", "wasi:random/", "wasi:cli/", "wasi:filesystem/"];

/// Checks a component against its manifest. An error means that it cannot be read at all.
pub fn component(manifest: &Manifest, component: &[u8]) -> Result<Vec<Finding>> {
    let surface = component::surface(component)?;
    let mut findings = Findings::default();
    exports(manifest, &surface.exports, &mut findings);
    imports(manifest, &surface.imports, &mut findings);
    if component.len() > 32 << 20 {
        findings.error("the component is larger than the 32 MB a host accepts");
    }
    Ok(findings.0)
}

fn exports(manifest: &Manifest, exports: &BTreeSet<String>, findings: &mut Findings) {
    let exported: BTreeSet<&str> = exports
        .iter()
        .filter_map(|name| name.strip_prefix(PACKAGE))
        .filter_map(|name| name.split('@').next())
        .collect();
    for name in manifest.interfaces.iter().map(|interface| interface.name()) {
        if !exported.contains(name) {
            findings.error(format!(
                "plugin.toml names the interface `{name}`, but the component does not export it. \
                 Add it to `export!(…)`, or remove it from `interfaces`"
            ));
        }
    }
    for name in exported {
        let claimed = Interface::ALL.iter().any(|i| i.name() == name && manifest.offers(*i));
        if !claimed {
            findings.error(format!(
                "the component exports `{name}`, but plugin.toml does not name it. Add \"{name}\" \
                 to `interfaces`, or remove it from `export!(…)`"
            ));
        }
    }
}

fn imports(manifest: &Manifest, imports: &BTreeSet<String>, findings: &mut Findings) {
    for name in imports {
        let version = name.strip_prefix(PACKAGE).and_then(|rest| rest.split_once('@'));
        let lent = match version {
            Some((_, version)) => version.starts_with("1.0."),
            None => WASI.iter().any(|prefix| name.starts_with(prefix)) && name.contains("@0.2."),
        };
        if !lent {
            findings.error(format!("the component asks for `{name}`: {}", component::cause(name)));
        }
        let asks = matches!(version, Some(("http", _)));
        if asks && manifest.net.hosts.is_empty() && manifest.net.host_settings.is_empty() {
            findings.error(
                "the component sends HTTP requests, but plugin.toml grants it no host. Add \
                 `[net]` with `hosts = [\"https://…\"]`",
            );
        }
    }
}

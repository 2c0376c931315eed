//! What a host accepts and an author should know all the same.

use super::Findings;
use patchbay_package::{Interface, Manifest};
use std::collections::BTreeMap;

pub fn check(manifest: &Manifest, files: &BTreeMap<String, Vec<u8>>, findings: &mut Findings) {
    if !manifest.offers(Interface::Settings) {
        findings.error(
            "plugin.toml: every plugin has the interface `settings`, so that an admin can check \
             an account; add \"settings\" to `interfaces` and export it",
        );
    }
    icon(&manifest.icon, files, findings);
    for channel in &manifest.channels {
        if channel.value.chars().any(|c| c.is_ascii_lowercase()) {
            findings.error(format!(
                "plugin.toml: the channel value `{}` must hold only capital letters, digits and \
                 `_`: write `{}`",
                channel.value,
                channel.value.to_ascii_uppercase()
            ));
        }
        if channel.name.trim().is_empty() || channel.group.trim().is_empty() {
            findings
                .error(format!("plugin.toml: channel {} needs a name and a group", channel.value));
        }
        if let Some(own) = &channel.icon {
            icon(own, files, findings);
        }
    }
    if let Some(host) = manifest.net.hosts.iter().find(|host| host.starts_with("http://")) {
        findings.warn(format!(
            "plugin.toml: net.hosts has {host}, where everybody on the way reads the messages and the \
             credentials: use https, or a setting in host_settings for a server that an admin runs"
        ));
    }
    let dedupe = manifest.webhook.as_ref().and_then(|webhook| webhook.dedupe.as_deref());
    if manifest.offers(Interface::Webhook) && dedupe.is_none() {
        findings.warn(
            "plugin.toml: webhook.dedupe is not set, so only byte-equal requests count as repeats. \
             Name the provider's key, for example [webhook] dedupe = \"json:/update_id\"",
        );
    }
    if manifest.sends() && manifest.send.text_max.is_none() {
        findings.warn(
            "plugin.toml: send.text_max is not set, so agents may write texts of any length. Say \
             what the provider takes, for example [send] text_max = 4096",
        );
    }
}

fn icon(name: &str, files: &BTreeMap<String, Vec<u8>>, findings: &mut Findings) {
    let Some(icon) = files.get(name) else {
        findings.error(format!("{name} is missing: draw a square SVG icon"));
        return;
    };
    let text = String::from_utf8_lossy(icon).to_ascii_lowercase();
    if !text.contains("<svg") {
        findings.error(format!("{name} is not an SVG image"));
    }
    if text.contains("<script") || text.contains("href=\"http") || text.contains(" onload") {
        findings.error(format!("{name} must hold no script and no link to another address"));
    }
    if text.contains("currentcolor") {
        findings.warn(format!(
            "{name} is shown as a picture, where `currentColor` is black, on dark ground too: draw it \
             on a ground of its own, as the icon of `cargo patchbay new`"
        ));
    }
    if icon.len() > 32 << 10 {
        findings.warn(format!("{name} is larger than 32 KB; icons are sent to every agent"));
    }
}

//! Does `plugin.toml` make sense by itself and with its settings?

use super::Findings;
use crate::manifest::{API, INTERFACES, Manifest};
use std::collections::{BTreeMap, BTreeSet};

pub fn check(manifest: &Manifest, files: &BTreeMap<String, Vec<u8>>, findings: &mut Findings) {
    identity(manifest, findings);
    icon(manifest, files, findings);
    interfaces(manifest, findings);
    channels(manifest, findings);
    poll(manifest, findings);
    sending(manifest, findings);
    limits(manifest, findings);
}

fn identity(manifest: &Manifest, findings: &mut Findings) {
    let id = &manifest.id;
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'.';
    if !id.starts_with(|c: char| c.is_ascii_lowercase()) || !id.bytes().all(plain) {
        findings.error(format!(
            "plugin.toml: the id `{id}` must begin with a small letter and hold only small \
             letters, digits, `-` and `.`"
        ));
    }
    for (key, text) in [
        ("name", &manifest.name),
        ("license", &manifest.license),
        ("maker", &manifest.maker),
        ("description", &manifest.description),
    ] {
        if text.trim().is_empty() || text.len() > 500 {
            findings.error(format!("plugin.toml: `{key}` must have 1 to 500 characters"));
        }
    }
    let numbers: Vec<_> = manifest.version.split('.').collect();
    if numbers.len() != 3 || numbers[..2].iter().any(|part| part.parse::<u32>().is_err()) {
        findings.error(format!(
            "plugin.toml: the version `{}` must be three numbers, for example `0.1.0`",
            manifest.version
        ));
    }
    if manifest.api != API {
        findings.error(format!(
            "plugin.toml: api is `{}`, but this tool builds for `{API}`. Write `api = \"{API}\"` \
             or use the tool of that version",
            manifest.api
        ));
    }
    color(&manifest.color, findings);
}

fn color(color: &str, findings: &mut Findings) {
    let digits = color.strip_prefix('#').unwrap_or("");
    if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        findings.error(format!("plugin.toml: color `{color}` must be `#` and six digits"));
    }
}

fn icon(manifest: &Manifest, files: &BTreeMap<String, Vec<u8>>, findings: &mut Findings) {
    let name = manifest.icon.as_str();
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
    if icon.len() > 32 << 10 {
        findings.warn(format!("{name} is larger than 32 KB; icons are sent to every agent"));
    }
}

fn interfaces(manifest: &Manifest, findings: &mut Findings) {
    let mut seen = BTreeSet::new();
    for name in &manifest.interfaces {
        if !INTERFACES.contains(&name.as_str()) {
            findings.error(format!(
                "plugin.toml: there is no interface `{name}`; there are {}",
                INTERFACES.join(", ")
            ));
        }
        if !seen.insert(name) {
            findings.warn(format!("plugin.toml: `{name}` stands twice in `interfaces`"));
        }
    }
    if !manifest.exports("settings") {
        findings.error(
            "plugin.toml: every plugin has the interface `settings`, so that an admin can check \
             an account; add it to `interfaces` and to `export!`",
        );
    }
}

fn channels(manifest: &Manifest, findings: &mut Findings) {
    if manifest.interfaces.iter().any(|name| name != "settings") && manifest.channels.is_empty() {
        findings.error("plugin.toml: say with [[channels]] which channel values the plugin brings");
    }
    for channel in &manifest.channels {
        let plain = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
        if channel.value.is_empty() || !channel.value.bytes().all(plain) {
            findings.error(format!(
                "plugin.toml: the channel value `{}` must hold only capital letters, digits and `_`",
                channel.value
            ));
        }
        if channel.name.trim().is_empty() || channel.group.trim().is_empty() {
            findings
                .error(format!("plugin.toml: channel {} needs a name and a group", channel.value));
        }
        if let Some(own) = &channel.color {
            color(own, findings);
        }
        if !["ticket", "livechat"].contains(&channel.opens.as_str()) {
            findings.error(format!(
                "plugin.toml: channel {} opens `{}`; it must be `ticket` or `livechat`",
                channel.value, channel.opens
            ));
        }
    }
}

fn poll(manifest: &Manifest, findings: &mut Findings) {
    let Some(poll) = &manifest.poll else { return };
    if let Some(when) = poll.when.as_deref()
        && !["always", "no-webhook"].contains(&when)
    {
        findings
            .error(format!("plugin.toml: poll.when is `{when}`; write `always` or `no-webhook`"));
    }
    for (name, value, least) in
        [("interval_ms", poll.interval_ms, 100), ("wall_ms", poll.wall_ms, 1_000)]
    {
        if value.is_some_and(|value| !(least..=300_000).contains(&value)) {
            findings.error(format!("plugin.toml: poll.{name} must be {least} to 300000"));
        }
    }
}

fn sending(manifest: &Manifest, findings: &mut Findings) {
    let Some(send) = &manifest.send else {
        if manifest.exports("outbound") || manifest.exports("mail") {
            findings
                .error("plugin.toml: agents' messages go out, so [send] with its rules is needed");
        }
        return;
    };
    if !["provider", "lookup", "none"].contains(&send.dedupe.as_str()) {
        findings.error(format!(
            "plugin.toml: send.dedupe is `{}`; write `provider` when the provider drops repeats of \
             an operation id, `lookup` when the plugin can ask, else `none`",
            send.dedupe
        ));
    }
    for rate in [&send.rate, &send.thread_rate].into_iter().flatten() {
        let fits = rate.split_once('/').is_some_and(|(count, unit)| {
            count.parse::<u32>().is_ok_and(|count| count > 0) && ["s", "m", "h"].contains(&unit)
        });
        if !fits {
            findings.error(format!(
                "plugin.toml: the rate `{rate}` must be like `30/s`, `20/m`, `5/h`"
            ));
        }
    }
}

fn limits(manifest: &Manifest, findings: &mut Findings) {
    let limits = &manifest.limits;
    if let Some(memory) = &limits.memory {
        let number = memory.strip_suffix("MiB").or_else(|| memory.strip_suffix("KiB"));
        if number.is_none_or(|number| number.parse::<u32>().is_err()) {
            findings.error(format!("plugin.toml: limits.memory `{memory}` must be like `64MiB`"));
        }
    }
    for (name, value, least, most) in [
        ("cpu_ms", limits.cpu_ms, 1, 10_000),
        ("wall_ms", limits.wall_ms, 10, 300_000),
        ("http_calls", limits.http_calls, 0, 1_000),
        ("batch_events", limits.batch_events, 1, 10_000),
        ("batch_bytes", limits.batch_bytes, 1, 16 << 20),
    ] {
        if value.is_some_and(|value| !(least..=most).contains(&value)) {
            findings.error(format!("plugin.toml: limits.{name} must be {least} to {most}"));
        }
    }
}

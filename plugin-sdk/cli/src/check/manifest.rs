//! Does `plugin.toml` make sense by itself and with its settings?

use super::{Findings, Schema};
use crate::manifest::{API, Credential, INTERFACES, Manifest, Verify};
use std::collections::{BTreeMap, BTreeSet};

pub fn check(
    manifest: &Manifest,
    files: &BTreeMap<String, Vec<u8>>,
    schema: &Schema,
    findings: &mut Findings,
) {
    identity(manifest, findings);
    icon(manifest, files, findings);
    interfaces(manifest, findings);
    channels(manifest, findings);
    network(manifest, schema, findings);
    for (name, credential) in &manifest.credentials {
        self::credential(manifest, schema, name, credential, findings);
    }
    webhook(manifest, schema, findings);
    mail(manifest, schema, findings);
    sending(manifest, findings);
    limits(manifest, findings);
    for key in manifest.rest.keys().filter(|key| *key != "maker") {
        findings.warn(format!("plugin.toml: `{key}` is not a key the host knows. Is it a typo?"));
    }
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
    if manifest.name.trim().is_empty() || manifest.license.trim().is_empty() {
        findings.error("plugin.toml: `name` and `license` must not be empty");
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
    if manifest.description.trim().is_empty() {
        findings.warn("plugin.toml: say in `description` what the plugin is for, in one sentence");
    }
    if let Some(color) = &manifest.color {
        let digits = color.strip_prefix('#').unwrap_or("");
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            findings.error(format!("plugin.toml: color `{color}` must be `#` and six digits"));
        }
    }
}

fn icon(manifest: &Manifest, files: &BTreeMap<String, Vec<u8>>, findings: &mut Findings) {
    let name = manifest.icon_file();
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
    let inbound = ["webhook", "poll", "mail", "visitor"].iter().any(|name| manifest.exports(name));
    if inbound && manifest.channels.is_empty() {
        findings.error("plugin.toml: messages come in, so at least one [[channels]] is needed");
    }
    for channel in &manifest.channels {
        let plain = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
        if channel.value.is_empty() || !channel.value.bytes().all(plain) {
            findings.error(format!(
                "plugin.toml: the channel value `{}` must hold only capital letters, digits and `_`",
                channel.value
            ));
        }
        if channel.name.trim().is_empty() {
            findings.error(format!("plugin.toml: channel {} needs a name", channel.value));
        }
        if !["ticket", "livechat"].contains(&channel.opens.as_str()) {
            findings.error(format!(
                "plugin.toml: channel {} opens `{}`; it must be `ticket` or `livechat`",
                channel.value, channel.opens
            ));
        }
    }
}

fn network(manifest: &Manifest, schema: &Schema, findings: &mut Findings) {
    for host in &manifest.net.hosts {
        let rest = host.strip_prefix("https://").or_else(|| host.strip_prefix("http://"));
        if rest.is_none_or(|rest| rest.is_empty() || rest.contains(['/', '@', '?', '*', ' '])) {
            findings.error(format!(
                "plugin.toml: `{host}` in net.hosts must be an exact origin such as \
                 `https://api.example.com` (scheme and host, no path, no closing slash)"
            ));
        }
    }
    for name in &manifest.net.host_settings {
        if !schema.has(name) {
            findings.error(format!(
                "plugin.toml: net.host_settings names `{name}`, which is not in {}",
                manifest.schema_file()
            ));
        }
    }
}

fn credential(
    manifest: &Manifest,
    schema: &Schema,
    name: &str,
    credential: &Credential,
    findings: &mut Findings,
) {
    let place = format!("plugin.toml: [credentials.{name}]");
    secret(schema, &place, &credential.secret, findings);
    let kind =
        credential.inject.split_once(':').map_or(credential.inject.as_str(), |(kind, _)| kind);
    let named = credential.inject.contains(':');
    if !matches!((kind, named), ("url" | "body", false) | ("header" | "query", true)) {
        findings.error(format!(
            "{place} inject is `{}`; it must be `url`, `body`, `header:NAME` or `query:NAME`",
            credential.inject
        ));
    }
    if credential.format.as_ref().is_some_and(|format| !format.contains("{}")) {
        findings.error(format!("{place} format must hold `{{}}`, where the secret goes"));
    }
    if credential.hosts.is_empty() {
        findings.error(format!("{place} names no hosts, so it would never be injected"));
    }
    for host in &credential.hosts {
        let granted = match host.strip_prefix("setting:") {
            Some(setting) => manifest.net.host_settings.iter().any(|name| name == setting),
            None => manifest.net.hosts.contains(host),
        };
        if !granted {
            findings.error(format!(
                "{place} goes to `{host}`, which [net] does not list. Add it to net.hosts (or, for \
                 `setting:NAME`, the name to net.host_settings)"
            ));
        }
    }
}

fn webhook(manifest: &Manifest, schema: &Schema, findings: &mut Findings) {
    let recipes = manifest.webhook.as_ref().map_or(&[][..], |webhook| &webhook.verify);
    if manifest.exports("webhook") && recipes.is_empty() {
        findings.error(
            "plugin.toml: the webhook has no [[webhook.verify]] recipe, so every request would be \
             refused. Say how the provider signs its requests",
        );
    }
    for recipe in recipes {
        verify(schema, recipe, findings);
    }
    let key = manifest.webhook.as_ref().and_then(|webhook| webhook.dedupe.as_deref());
    if let Some(key) = key
        && !key.starts_with("json:/")
        && !key.starts_with("header:")
        && key != "body"
    {
        findings.error(format!(
            "plugin.toml: webhook.dedupe is `{key}`; write `json:/pointer`, `header:NAME` or `body`"
        ));
    }
    if manifest.exports("webhook") && key.is_none() {
        findings.warn(
            "plugin.toml: webhook.dedupe is not set, so only byte-equal requests count as repeats. \
             Name the provider's key, for example `json:/update_id`",
        );
    }
    if let Some(when) = manifest.poll.as_ref().and_then(|poll| poll.when.as_deref())
        && !["always", "no-webhook"].contains(&when)
    {
        findings
            .error(format!("plugin.toml: poll.when is `{when}`; write `always` or `no-webhook`"));
    }
}

fn verify(schema: &Schema, recipe: &Verify, findings: &mut Findings) {
    let place = format!("plugin.toml: the recipe `{}`", recipe.name);
    secret(schema, &place, &recipe.secret, findings);
    let lacks = match recipe.kind.as_str() {
        "header-equals" | "hmac-sha256" => recipe.header.is_none().then_some("header"),
        "query-equals" => recipe.query.is_none().then_some("query"),
        other => {
            findings.error(format!(
                "{place} has the kind `{other}`; there are header-equals, hmac-sha256 and \
                 query-equals"
            ));
            None
        }
    };
    if let Some(key) = lacks {
        findings.error(format!("{place} needs `{key}`"));
    }
    if recipe.encoding.as_ref().is_some_and(|e| e != "hex" && e != "base64") {
        findings.error(format!("{place}: encoding must be `hex` or `base64`"));
    }
}

fn secret(schema: &Schema, place: &str, name: &str, findings: &mut Findings) {
    if !schema.is_secret(name) {
        findings.error(format!(
            "{place} uses the secret `{name}`, which is not a setting with `\"x-secret\": true`"
        ));
    }
}

fn mail(manifest: &Manifest, schema: &Schema, findings: &mut Findings) {
    if manifest.exports("mail") && manifest.mail.is_none() {
        findings.error(
            "plugin.toml: the interface `mail` needs [mail] with its imap and smtp settings",
        );
    }
    for (server, roles) in manifest.mail.iter().flatten() {
        for (role, setting) in roles {
            if !schema.has(setting) {
                findings.error(format!(
                    "plugin.toml: mail.{server}.{role} names the setting `{setting}`, which does \
                     not exist"
                ));
            }
            if role == "password" {
                secret(schema, &format!("plugin.toml: mail.{server}"), setting, findings);
            }
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
    for (name, value) in [("cpu_ms", limits.cpu_ms), ("wall_ms", limits.wall_ms)] {
        if value.is_some_and(|value| value <= 0) {
            findings.error(format!("plugin.toml: limits.{name} must be more than zero"));
        }
    }
    if limits.http_calls.is_some_and(|calls| calls < 0) {
        findings.error("plugin.toml: limits.http_calls must not be negative");
    }
}

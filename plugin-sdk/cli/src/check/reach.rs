//! May the plugin reach what it names, and is everything secret taken from a secret setting?

use super::{Findings, Schema};
use crate::manifest::{Credential, Manifest, Verify};

pub fn check(manifest: &Manifest, schema: &Schema, findings: &mut Findings) {
    network(manifest, schema, findings);
    for (name, credential) in &manifest.credentials {
        self::credential(manifest, schema, name, credential, findings);
    }
    webhook(manifest, schema, findings);
    mail(manifest, schema, findings);
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
                manifest.settings.schema
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
    {
        findings.error(format!(
            "plugin.toml: webhook.dedupe is `{key}`; write `json:/pointer` or `header:NAME`"
        ));
    }
    if manifest.exports("webhook") && key.is_none() {
        findings.warn(
            "plugin.toml: webhook.dedupe is not set, so only byte-equal requests count as repeats. \
             Name the provider's key, for example `json:/update_id`",
        );
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
    if recipe.over.as_ref().is_some_and(|over| over != "body") {
        findings.error(format!("{place}: only `over = \"body\"` can be checked"));
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

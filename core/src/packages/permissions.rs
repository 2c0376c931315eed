//! What a version may do, for the permission sheet, and what another version would change. Pure.

use crate::plugins::Manifest;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The permissions of a manifest.
#[must_use]
pub fn permissions(m: &Manifest) -> Value {
    let credentials: Vec<Value> = m
        .credentials
        .iter()
        .map(|(name, c)| {
            json!({ "name": name, "secret": c.secret, "inject": c.inject, "hosts": c.hosts })
        })
        .collect();
    let channels: Vec<Value> =
        m.channels.iter().map(|c| json!({ "value": c.value, "name": c.name })).collect();
    let interfaces: Vec<&str> = m.interfaces.iter().map(|i| i.name()).collect();
    let oauth: Vec<Value> = m
        .oauth
        .iter()
        .map(|(name, o)| {
            json!({
                "name": name, "authorize_url": o.authorize_url, "token_url": o.token_url,
                "scopes": o.scopes,
            })
        })
        .collect();
    json!({
        "hosts": m.net.hosts,
        "host_settings": m.net.host_settings,
        "headers": m.net.headers,
        "credentials": credentials,
        "interfaces": interfaces,
        "channels": channels,
        "limits": m.limits,
        "oauth": oauth,
    })
}

/// What `new` may do and `old` may not, and the other way round, as lines for people.
#[must_use]
pub fn difference(old: &Manifest, new: &Manifest) -> Value {
    let (old, new) = (lines(old), lines(new));
    let added: Vec<&String> = new.difference(&old).collect();
    let removed: Vec<&String> = old.difference(&new).collect();
    json!({ "added": added, "removed": removed })
}

/// Each permission as a line.
#[must_use]
pub fn lines(m: &Manifest) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    lines.extend(m.net.hosts.iter().map(|host| format!("host {host}")));
    lines.extend(m.net.host_settings.iter().map(|name| format!("host from the setting {name}")));
    lines.extend(m.net.headers.iter().map(|name| format!("request header {name}")));
    for (name, c) in &m.credentials {
        lines.extend(
            c.hosts.iter().map(|host| format!("credential {name} ({}) to {host}", c.inject)),
        );
    }
    lines.extend(m.interfaces.iter().map(|i| format!("interface {}", i.name())));
    lines.extend(m.channels.iter().map(|c| format!("channel {}", c.value)));
    for (name, o) in &m.oauth {
        lines.insert(format!("sign-in {name} at {}", o.authorize_url));
        lines.extend(o.scopes.iter().map(|scope| format!("sign-in {name}: scope {scope}")));
    }
    if let Value::Object(limits) = json!(m.limits) {
        lines.extend(limits.iter().map(|(name, value)| match value {
            Value::String(text) => format!("limit {name} {text}"),
            value => format!("limit {name} {value}"),
        }));
    }
    lines
}

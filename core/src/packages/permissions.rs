//! What a version may do, for the permission sheet, and what another version would change. Pure.

use super::api::{
    ChannelPermission, CredentialPermission, OAuthPermission, PermissionDifference,
    PluginPermissions,
};
use crate::plugins::Manifest;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The permissions of a manifest.
#[must_use]
pub fn permissions(m: &Manifest) -> PluginPermissions {
    let credentials = m.credentials.iter().map(|(name, c)| CredentialPermission {
        name: name.clone(),
        secret: c.secret.clone(),
        inject: c.inject.clone(),
        hosts: c.hosts.clone(),
    });
    let channels = m
        .channels
        .iter()
        .map(|c| ChannelPermission { value: c.value.clone(), name: c.name.clone() });
    let oauth = m.oauth.iter().map(|(name, o)| OAuthPermission {
        name: name.clone(),
        authorize_url: o.authorize_url.clone(),
        token_url: o.token_url.clone(),
        scopes: o.scopes.clone(),
    });
    PluginPermissions {
        hosts: m.net.hosts.clone(),
        host_settings: m.net.host_settings.clone(),
        headers: m.net.headers.clone(),
        credentials: credentials.collect(),
        interfaces: m.interfaces.clone(),
        channels: channels.collect(),
        limits: m.limits.clone(),
        oauth: oauth.collect(),
    }
}

/// What `new` may do and `old` may not, and the other way round, as lines for people.
#[must_use]
pub fn difference(old: &Manifest, new: &Manifest) -> PermissionDifference {
    let (old, new) = (lines(old), lines(new));
    PermissionDifference {
        added: new.difference(&old).cloned().collect(),
        removed: old.difference(&new).cloned().collect(),
    }
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

//! What one account's plugin may send where: origins, headers and credentials.
//!
//! Pure. The broker asks here before every hop; credentials are put in only after the origin of
//! that very hop has been granted.

use super::NetError;
use crate::plugins::{
    account::Secrets,
    manifest::{Credential, Manifest},
    model::Detail,
};
use patchbay_package::{covers, is_always_forbidden, normal_host};
use std::collections::BTreeMap;
use url::Url;

/// What a manifest, an account's settings and its secrets allow together.
pub struct Grant<'a> {
    pub manifest: &'a Manifest,
    /// The values of `net.host_settings`.
    pub bases: &'a BTreeMap<String, String>,
    pub secrets: &'a Secrets,
}

impl Grant<'_> {
    /// The URL, if it is well formed and its origin is granted.
    pub fn url(&self, text: &str) -> Result<Url, NetError> {
        let url = Url::parse(text)
            .map_err(|e| denied("http.url", format!("the URL cannot be used: {e}")))?;
        self.check(&url)?;
        Ok(url)
    }

    /// Whether the origin of a URL is granted; the refusal names the line that would grant it.
    pub fn check(&self, url: &Url) -> Result<(), NetError> {
        if !url.username().is_empty() || url.password().is_some() {
            return Err(denied("http.userinfo", "a URL may not hold a user name or password"));
        }
        if !matches!(url.scheme(), "https" | "http") {
            return Err(denied("http.scheme", format!("`{}` is not offered", url.scheme())));
        }
        let origin = url.origin().ascii_serialization();
        if self.is_named(url) || self.bases().any(|o| o == origin) {
            return Ok(());
        }
        let mut hosts = self.manifest.net.hosts.clone();
        hosts.push(origin.clone());
        let line = hosts.iter().map(|h| format!("\"{h}\"")).collect::<Vec<_>>().join(", ");
        Err(denied(
            "http.host",
            format!("{origin} is not granted; in plugin.toml, [net] would need: hosts = [{line}]"),
        ))
    }

    /// The address of a push connection, if it is well formed and its origin is granted. A base URL
    /// that an administrator typed grants the sockets of that server as well.
    pub fn socket(&self, text: &str) -> Result<Url, NetError> {
        let url = Url::parse(text)
            .map_err(|e| denied("socket.url", format!("the address cannot be used: {e}")))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(denied("socket.userinfo", "an address may not hold a user or password"));
        }
        if !matches!(url.scheme(), "wss" | "ws") {
            return Err(denied("socket.scheme", format!("`{}` is no socket", url.scheme())));
        }
        let origin = url.origin().ascii_serialization();
        let typed = || self.manifest.net.host_settings.iter().any(|name| self.is_base(name, &url));
        if self.is_named(&url) || typed() {
            return Ok(url);
        }
        let text = format!("{origin} is not granted; in plugin.toml, [net] hosts would need it");
        Err(denied("socket.host", text))
    }

    /// Whether the manifest names the origin, or a name above it.
    fn is_named(&self, url: &Url) -> bool {
        self.manifest.net.hosts.iter().any(|host| covers(host, url))
    }

    fn bases(&self) -> impl Iterator<Item = String> + '_ {
        self.manifest.net.host_settings.iter().filter_map(|name| self.base(name))
    }

    /// The origin of the base URL in a setting. An administrator typed it, so it is granted.
    fn base(&self, setting: &str) -> Option<String> {
        let url = Url::parse(self.bases.get(setting)?.trim()).ok()?;
        let usable =
            matches!(url.scheme(), "https" | "http" | "wss" | "ws") && url.host().is_some();
        usable.then(|| url.origin().ascii_serialization())
    }

    /// Whether a URL is at the server whose base URL is in a setting, as a page or as a socket.
    fn is_base(&self, setting: &str, url: &Url) -> bool {
        let Some(base) = self.base(setting) else { return false };
        let twin = match url.scheme() {
            "wss" => Some("https"),
            "ws" => Some("http"),
            _ => None,
        };
        let as_page = twin.and_then(|scheme| {
            let mut page = url.clone();
            page.set_scheme(scheme).ok()?;
            Some(page.origin().ascii_serialization())
        });
        url.origin().ascii_serialization() == base || as_page.is_some_and(|page| page == base)
    }

    /// Whether a guest may set this header itself.
    pub fn header(&self, name: &str) -> Result<(), NetError> {
        let declared = || self.manifest.net.headers.iter().any(|h| h.eq_ignore_ascii_case(name));
        if is_always_forbidden(name) {
            return Err(denied("http.header", format!("the header `{name}` belongs to the host")));
        }
        if name.eq_ignore_ascii_case("authorization") && !declared() {
            return Err(denied(
                "http.header",
                "the header `authorization` belongs to the host; use a credential, or in \
                 plugin.toml, [net] would need: headers = [\"authorization\"]",
            ));
        }
        Ok(())
    }

    /// The credential, its secret value and that it may go to this origin.
    pub fn credential(&self, name: &str, url: &Url) -> Result<(&Credential, String), NetError> {
        let Some(credential) = self.manifest.credentials.get(name) else {
            return Err(denied(
                "http.credential",
                format!("plugin.toml declares no credential `{name}`: [credentials.{name}]"),
            ));
        };
        let origin = url.origin().ascii_serialization();
        let bound = credential.hosts.iter().any(|host| match host.strip_prefix("setting:") {
            Some(setting) => self.is_base(setting, url),
            None => normal_host(host).is_ok_and(|host| covers(&host, url)),
        });
        if !bound {
            return Err(denied(
                "http.credential",
                format!(
                    "the credential `{name}` may not go to {origin}; in plugin.toml, \
                     [credentials.{name}] would need {origin} in its hosts"
                ),
            ));
        }
        let Some(secret) = self.secrets.get(&credential.secret) else {
            return Err(denied(
                "http.credential.missing",
                format!("the setting `{}` has no value", credential.secret),
            ));
        };
        Ok((credential, credential.format.replace("{}", secret)))
    }
}

/// The values of the settings that hold base URLs.
#[must_use]
pub fn bases(manifest: &Manifest, config: &serde_json::Value) -> BTreeMap<String, String> {
    let names = manifest.net.host_settings.iter();
    names.filter_map(|name| Some((name.clone(), config.get(name)?.as_str()?.to_owned()))).collect()
}

/// A refusal by the broker.
pub fn denied(code: &str, message: impl Into<String>) -> NetError {
    NetError::Denied(Detail::new(code, message))
}

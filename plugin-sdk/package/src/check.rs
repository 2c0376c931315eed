//! Reading `plugin.toml` and saying exactly what is wrong with it, with the key and the line.

use crate::hosts;
use crate::manifest::{Identity, Interface, Manifest, Recipe, RecipeKind};
use crate::send::AfterWindow;
use serde_json::Value;
use std::cell::RefCell;
use url::Url;

/// What is wrong with a manifest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ManifestError {
    /// Not TOML, or not the TOML of a manifest; the text holds line and key already.
    #[error("plugin.toml: {0}")]
    Syntax(String),
    #[error("plugin.toml{}: {key}: {problem}", .line.map(|l| format!(", line {l}")).unwrap_or_default())]
    Value { key: String, line: Option<usize>, problem: String },
}

impl ManifestError {
    /// The line of `plugin.toml`, from 1, where it is known.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Value { line, .. } => *line,
            Self::Syntax(text) => {
                let digits =
                    text.split("line ").nth(1)?.split(|c: char| !c.is_ascii_digit()).next();
                digits?.parse().ok()
            }
        }
    }
}

/// The interface version this host offers.
pub const API: &str = "patchbay:plugin@1.0";

/// The most a manifest may ask for; what a host configures lower still applies.
const MEMORY_MAX: u64 = 512 << 20;
const CPU_MS_MAX: u64 = 10_000;
const WALL_MS_MAX: u64 = 300_000;

/// Reads and checks a manifest; the error is the first thing that is wrong. `schema` is the parsed
/// `settings.json`.
///
/// # Errors
/// When a host would not accept it.
pub fn parse(source: &str, schema: &Value) -> Result<Manifest, ManifestError> {
    let (manifest, found) = examine(source, schema);
    match (manifest, found.into_iter().next()) {
        (_, Some(error)) => Err(error),
        (Some(manifest), None) => Ok(manifest),
        (None, None) => Err(ManifestError::Syntax("it cannot be read".to_owned())),
    }
}

/// Reads a manifest and says everything that is wrong with it, for its author. What is not TOML or
/// not a manifest's TOML ends the reading, so of those only the first is found.
#[must_use]
pub fn examine(source: &str, schema: &Value) -> (Option<Manifest>, Vec<ManifestError>) {
    let mut manifest: Manifest = match toml::from_str(source) {
        Ok(manifest) => manifest,
        Err(e) => {
            return (None, vec![ManifestError::Syntax(e.to_string().trim_end().to_owned())]);
        }
    };
    let check = Check { source, schema, found: RefCell::default() };
    check.identity(&manifest);
    check.channels(&manifest);
    for (i, host) in manifest.net.hosts.iter_mut().enumerate() {
        if let Some(origin) = check.origin(&format!("net.hosts.{i}"), host) {
            *host = origin;
        }
    }
    check.network(&manifest);
    check.webhook(&manifest);
    check.oauth(&manifest);
    check.sending(&manifest);
    check.driving(&manifest);
    check.limits(&manifest);
    (Some(manifest), check.found.into_inner())
}

/// `64MiB`, `512KiB` or plain bytes.
#[must_use]
pub fn bytes_of(text: &str) -> Option<u64> {
    let text = text.trim();
    let (number, unit) = match text.find(|c: char| !c.is_ascii_digit()) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let factor = match unit.trim() {
        "" | "B" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(factor)
}

/// `30/s`, `20/m` or `1000/h` as a count and the milliseconds it is for.
#[must_use]
pub fn rate_of(text: &str) -> Option<(u32, u64)> {
    let (count, unit) = text.split_once('/')?;
    let per = match unit.trim() {
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    count.trim().parse().ok().filter(|n| *n > 0).map(|n| (n, per))
}

struct Check<'a> {
    source: &'a str,
    schema: &'a Value,
    found: RefCell<Vec<ManifestError>>,
}

impl Check<'_> {
    fn identity(&self, m: &Manifest) {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
        let id_ok = m.id.len() <= 64
            && m.id.starts_with(|c: char| c.is_ascii_lowercase())
            && m.id.chars().all(plain)
            && !m.id.contains("..");
        self.that(id_ok, "id", "use lower-case letters, digits, `-` and `.`, a letter first");
        let version_ok = semver::Version::parse(&m.version).is_ok();
        self.that(version_ok, "version", "three numbers are needed, for example 1.0.0");
        let api_ok = m.api == API || m.api.strip_prefix(API).is_some_and(|r| r.starts_with('.'));
        self.that(
            api_ok,
            "api",
            &format!("this host offers `{API}`, the plugin asks for `{}`", m.api),
        );
        for (key, text) in [
            ("name", &m.name),
            ("license", &m.license),
            ("maker", &m.maker),
            ("description", &m.description),
        ] {
            self.that(!text.trim().is_empty() && text.len() <= 500, key, "1 to 500 characters");
        }
        self.that(is_color(&m.color), "color", "a colour is `#` and six hexadecimal digits");
        self.that(!m.interfaces.is_empty(), "interfaces", "at least one interface is needed");
        let mut seen = std::collections::BTreeSet::new();
        let unique = m.interfaces.iter().all(|i| seen.insert(*i));
        self.that(unique, "interfaces", "an interface is named twice")
    }

    fn channels(&self, m: &Manifest) {
        let talks =
            m.interfaces.iter().any(|i| !matches!(i, Interface::Settings) && !i.is_assist());
        self.that(
            !talks || !m.channels.is_empty(),
            "channels",
            "declare the channel values the plugin brings: [[channels]]",
        );
        for (i, channel) in m.channels.iter().enumerate() {
            let value_ok = !channel.value.is_empty()
                && channel.value.len() <= 40
                && channel.value.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            self.that(value_ok, &format!("channels.{i}.value"), "use letters, digits and `_`");
            let twice = m.channels[..i].iter().any(|c| c.value == channel.value);
            self.that(!twice, &format!("channels.{i}.value"), "this value is declared twice");
            let color_ok = channel.color.as_deref().is_none_or(is_color);
            self.that(
                color_ok,
                &format!("channels.{i}.color"),
                "a colour is `#` and six hexadecimal digits",
            );
        }
    }

    fn network(&self, m: &Manifest) {
        for (i, name) in m.net.host_settings.iter().enumerate() {
            self.setting(&format!("net.host_settings.{i}"), name, false);
        }
        for (i, name) in m.net.headers.iter().enumerate() {
            let key = format!("net.headers.{i}");
            self.that(is_token(name), &key, "this is not a header name");
            let ok = !is_always_forbidden(name);
            self.that(ok, &key, &format!("`{name}` always belongs to the host"));
        }
        for (name, credential) in &m.credentials {
            let key = |k: &str| format!("credentials.{name}.{k}");
            let name_ok = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
            self.that(name_ok, &format!("credentials.{name}"), "use letters, digits, `-` and `_`");
            self.setting(&key("secret"), &credential.secret, true);
            self.that(
                credential.format.contains("{}"),
                &key("format"),
                "`{}` stands for the secret",
            );
            let inject_ok = match credential.inject.split_once(':') {
                None => matches!(credential.inject.as_str(), "url" | "body" | "frame"),
                Some(("header", h)) => is_token(h) && !is_always_forbidden(h),
                Some(("query", q)) => !q.is_empty(),
                Some(_) => false,
            };
            self.that(
                inject_ok,
                &key("inject"),
                "use `url`, `body`, `frame`, `header:NAME` or `query:NAME`",
            );
            self.that(
                !credential.hosts.is_empty(),
                &key("hosts"),
                "name the hosts that may get this secret",
            );
            for (i, host) in credential.hosts.iter().enumerate() {
                let key = format!("credentials.{name}.hosts.{i}");
                let granted = match host.strip_prefix("setting:") {
                    Some(setting) => m.net.host_settings.iter().any(|s| s == setting),
                    None => match self.origin(&key, host) {
                        Some(origin) => {
                            let below = Url::parse(&origin).ok();
                            let below = below.filter(|_| !origin.contains('*'));
                            m.net.hosts.iter().any(|host| {
                                *host == origin
                                    || below.as_ref().is_some_and(|url| hosts::covers(host, url))
                            })
                        }
                        // What it should be was said already.
                        None => true,
                    },
                };
                self.that(
                    granted,
                    &key,
                    &format!(
                        "`{host}` is not in net.hosts or net.host_settings; write in [net]: hosts = \
                         [\"{host}\"]"
                    ),
                );
            }
        }
    }

    fn webhook(&self, m: &Manifest) {
        let recipes = m.webhook.as_ref().map_or(&[][..], |w| w.verify.as_slice());
        let verified = !m.offers(Interface::Webhook) || !recipes.is_empty();
        self.that(
            verified,
            "webhook.verify",
            "a webhook needs at least one [[webhook.verify]], or every request is refused",
        );
        for (i, recipe) in recipes.iter().enumerate() {
            self.recipe(&format!("webhook.verify.{i}"), recipe);
        }
        if let Some(dedupe) = m.webhook.as_ref().and_then(|w| w.dedupe.as_deref()) {
            let ok = dedupe.starts_with("json:/")
                || dedupe.strip_prefix("header:").is_some_and(is_token);
            self.that(ok, "webhook.dedupe", "use `json:/pointer` or `header:NAME`");
        }
    }

    fn oauth(&self, m: &Manifest) {
        for (name, oauth) in &m.oauth {
            let key = |k: &str| format!("oauth.{name}.{k}");
            let authorize = Url::parse(&oauth.authorize_url)
                .is_ok_and(|u| matches!(u.scheme(), "https" | "http") && u.fragment().is_none());
            self.that(authorize, &key("authorize_url"), "this is no address of a web page");
            let granted = Url::parse(&oauth.token_url)
                .is_ok_and(|u| m.net.hosts.iter().any(|host| hosts::covers(host, &u)));
            self.that(granted, &key("token_url"), "its origin must be in net.hosts");
            self.setting(&key("client_id"), &oauth.client_id, false);
            self.setting(&key("access_token"), &oauth.access_token, true);
            for (which, setting) in
                [("client_secret", &oauth.client_secret), ("refresh_token", &oauth.refresh_token)]
            {
                if let Some(setting) = setting {
                    self.setting(&key(which), setting, true);
                }
            }
        }
        let properties = self.schema["properties"].as_object();
        for (setting, rules) in properties.into_iter().flatten() {
            if let Some(name) = rules["x-oauth"].as_str() {
                let known = m.oauth.contains_key(name);
                let text = format!("the setting `{setting}` asks for [oauth.{name}]");
                self.that(known, "oauth", &text);
                let typed = m.oauth.values().any(|oauth| oauth.client_id == *setting);
                let text = format!(
                    "the form shows a button in place of `{setting}`, which has to be typed: put \
                     `x-oauth` on the setting that takes the access token"
                );
                self.that(!typed, "oauth", &text);
            }
        }
    }

    fn sending(&self, m: &Manifest) {
        let both = m.offers(Interface::Outbound) && m.offers(Interface::OutboundParts);
        let text =
            "`outbound` and `outbound-parts` are two ways to send: keep the one that is exported";
        self.that(!both, "interfaces", text);
        let edits = m.send.edit || m.send.delete || m.send.react;
        self.that(
            !edits || m.offers(Interface::OutboundEdits),
            "send",
            "edit, delete and react need the interface `outbound-edits`",
        );
        for (i, rule) in m.send.media_rules.iter().enumerate() {
            let ok = !rule.types.is_empty() && rule.max_bytes > 0;
            let key = format!("send.media_rules.{i}");
            self.that(ok, &key, "name media types and the most bytes");
        }
        if let Some(form) = &m.send.start_address {
            let phone = m.channels.first().is_some_and(|own| own.identity == Identity::Phone);
            let once = form.matches("{digits}").count() == 1;
            self.that(
                phone && once && form.len() <= 100,
                "send.start_address",
                "a text with {digits}, of a plugin whose first channel has the identity phone",
            );
        }
        if let Some(window) = &m.send.window {
            let key = "send.window.hours";
            self.that((1..=8_760).contains(&window.hours), key, "between 1 and 8760");
            let template = window.after == AfterWindow::Template;
            self.that(
                !template || m.send.templates,
                "send.window.after",
                "`template` needs templates = true",
            );
        }
    }

    fn recipe(&self, key: &str, recipe: &Recipe) {
        self.setting(&format!("{key}.secret"), &recipe.secret, true);
        let header_ok = recipe.header.as_deref().is_some_and(is_token);
        match recipe.kind {
            RecipeKind::QueryEquals => {
                let ok = recipe.query.as_deref().is_some_and(|q| !q.is_empty());
                self.that(ok, &format!("{key}.query"), "name the query parameter")
            }
            RecipeKind::HeaderEquals => {
                self.that(header_ok, &format!("{key}.header"), "name the header")
            }
            RecipeKind::HmacSha256 => {
                self.that(header_ok, &format!("{key}.header"), "name the header");
                let body = recipe.over.as_deref().is_none_or(|o| o == "body");
                self.that(body, &format!("{key}.over"), "only `body` can be signed")
            }
        }
    }

    fn driving(&self, m: &Manifest) {
        if let Some(poll) = &m.poll {
            self.that(poll.interval_ms >= 100, "poll.interval_ms", "at least 100");
            let ok = (1_000..=WALL_MS_MAX).contains(&poll.wall_ms);
            self.that(ok, "poll.wall_ms", &format!("between 1000 and {WALL_MS_MAX}"));
        }
        self.that(
            !m.offers(Interface::Mail) || m.mail.is_some(),
            "mail",
            "name the settings that hold the servers: [mail]",
        );
        if let Some(mail) = &m.mail {
            for (which, server) in [("imap", &mail.imap), ("smtp", &mail.smtp)] {
                let key = |k: &str| format!("mail.{which}.{k}");
                self.setting(&key("host"), &server.host, false);
                self.setting(&key("port"), &server.port, false);
                self.setting(&key("security"), &server.security, false);
                self.setting(&key("user"), &server.user, false);
                self.setting(&key("password"), &server.password, true);
                if let Some(folder) = &server.folder {
                    self.setting(&key("folder"), folder, false);
                }
            }
        }
        for (key, rate) in [("send.rate", &m.send.rate), ("send.thread_rate", &m.send.thread_rate)]
        {
            let ok = rate.as_deref().is_none_or(|r| rate_of(r).is_some());
            self.that(ok, key, "write a rate as `30/s`, `20/m` or `1000/h`");
        }
    }

    fn limits(&self, m: &Manifest) {
        let memory = bytes_of(&m.limits.memory).unwrap_or(0);
        let ok = ((1 << 20)..=MEMORY_MAX).contains(&memory);
        self.that(ok, "limits.memory", "between 1MiB and 512MiB, for example `64MiB`");
        let ok = (1..=CPU_MS_MAX).contains(&m.limits.cpu_ms);
        self.that(ok, "limits.cpu_ms", &format!("between 1 and {CPU_MS_MAX}"));
        let ok = (10..=WALL_MS_MAX).contains(&m.limits.wall_ms);
        self.that(ok, "limits.wall_ms", &format!("between 10 and {WALL_MS_MAX}"));
        self.that(m.limits.http_calls <= 1_000, "limits.http_calls", "at most 1000");
        self.that(m.limits.batch_events <= 10_000, "limits.batch_events", "at most 10000");
        self.that(m.limits.batch_bytes <= 16 << 20, "limits.batch_bytes", "at most 16777216")
    }

    /// A host, written the one way the broker compares it.
    fn origin(&self, key: &str, text: &str) -> Option<String> {
        hosts::normal(text).map_err(|problem| self.error(key, &problem)).ok()
    }

    /// A setting that the schema declares, secret or not as the place demands.
    fn setting(&self, key: &str, name: &str, secret: bool) {
        let Some(declared) = self.schema["properties"].get(name) else {
            self.error(
                key,
                &format!("the schema has no setting `{name}`; add it to settings.json"),
            );
            return;
        };
        let is_secret = declared["x-secret"].as_bool().unwrap_or(false);
        match (secret, is_secret) {
            (true, false) => self.error(
                key,
                &format!(
                    "the setting `{name}` must be marked `x-secret`: write `\"x-secret\": true` in \
                     settings.json"
                ),
            ),
            (false, true) => {
                self.error(key, &format!("the setting `{name}` is secret and cannot be used here"))
            }
            _ => {}
        }
    }

    fn that(&self, ok: bool, key: &str, problem: &str) {
        if !ok {
            self.error(key, problem);
        }
    }

    fn error(&self, key: &str, problem: &str) {
        self.found.borrow_mut().push(ManifestError::Value {
            key: key.to_owned(),
            line: line_of(self.source, key),
            problem: problem.to_owned(),
        });
    }
}

/// The line of a dotted key, or of its nearest ancestor that is written.
fn line_of(source: &str, key: &str) -> Option<usize> {
    let table = toml::de::DeTable::parse(source).ok()?;
    let mut parts = key.split('.');
    let mut at = table.get_ref().get(parts.next()?)?;
    let mut offset = at.span().start;
    for part in parts {
        let next = match part.parse::<usize>() {
            Ok(index) => at.get_ref().get(index),
            Err(_) => at.get_ref().get(part),
        };
        let Some(next) = next else { break };
        at = next;
        offset = at.span().start;
    }
    Some(
        source.get(..offset)?.lines().count().max(1)
            + usize::from(source[..offset].ends_with('\n')),
    )
}

/// Headers that are the host's alone, because they decide where a request goes, how long it is or
/// which connection it shares.
const FORBIDDEN: [&str; 16] = [
    "host",
    "connection",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "content-length",
    "expect",
    "accept-encoding",
    "cookie",
    "cookie2",
    "forwarded",
    "via",
    "http2-settings",
    "origin",
];

/// Whether a header can never be set by a guest, whatever its manifest says.
#[must_use]
pub fn is_always_forbidden(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    FORBIDDEN.contains(&name.as_str())
        || name.starts_with("proxy-")
        || name.starts_with("sec-")
        || name.starts_with("x-forwarded-")
}

fn is_color(text: &str) -> bool {
    text.len() == 7 && text.starts_with('#') && text[1..].chars().all(|c| c.is_ascii_hexdigit())
}

fn is_token(name: &str) -> bool {
    !name.is_empty() && http::HeaderName::from_bytes(name.as_bytes()).is_ok()
}

#[cfg(test)]
mod tests;

//! What a value may be beyond its kind, and how to say so.

use std::net::{IpAddr, SocketAddr};
use toml::Value;

/// The variants of the product that `config/variants/` describes.
pub(crate) const VARIANTS: [&str; 3] = ["call-centre", "all-in-one", "trading"];

/// What `egress.allow_private` takes. It took addresses alone once, which opened them to everybody;
/// who has such a list reads here what to write instead.
const EXCEPTIONS: &str = "PURPOSE=HOST:PORT, such as operator-mail=10.0.0.5:587, sign-in=id.lan:443, \
    packages=10.0.0.5:443, webhooks/CLIENT=10.0.0.5:443, push/CLIENT=10.0.0.5:443 or \
    plugin/email/CLIENT=10.0.0.5:993, where CLIENT is the client's number; an address alone was open \
    to every client and is no longer taken: write one entry for each who shall reach it";

/// Says what is allowed when `value` is not.
pub(super) fn check(section: &str, key: &str, value: &Value) -> Result<(), String> {
    match (section, key) {
        ("server", "listen") => text(value, "an address and port such as 127.0.0.1:8080", |v| {
            v.parse::<SocketAddr>().is_ok()
        }),
        ("server", "public_url") => {
            text(value, "empty, or an http:// or https:// address without a path", public_url)
        }
        ("server", "trusted_proxies") => {
            each(value, "addresses or networks such as 10.0.0.0/8", |v| network(v).is_some())
        }
        ("server", "api_hosts") => each(
            value,
            "a page's host, such as desk.example.com, or HOST=ORIGIN with an API below that host, such as \
             desk.example.com=https://backend.desk.example.com",
            crate::http::is_api_host,
        ),
        ("server", "connections_per_address") => within(value, 0, 1_000_000),
        ("server", "metrics_token") => {
            text(value, "empty, or at least 16 letters, digits and signs", |v| {
                v.is_empty() || (v.len() >= 16 && v.bytes().all(|b| b.is_ascii_graphic()))
            })
        }
        ("server", "max_body_bytes") => within(value, 1024, 1 << 30),
        ("server", "head_timeout_ms" | "body_idle_timeout_ms") => within(value, 100, 600_000),
        ("server", "shutdown_grace_ms") => within(value, 0, 600_000),
        ("database", "url") => text(value, "empty, sqlite://PATH or postgres://…", |v| {
            v.is_empty()
                || ["sqlite:", "postgres://", "postgresql://"].iter().any(|p| v.starts_with(p))
        }),
        ("blobs", "store") => one_of(value, &["folder", "s3"]),
        ("auth", "access_minutes") => within(value, 1, 24 * 60),
        ("auth", "refresh_days") => within(value, 1, 3650),
        ("auth", "refresh_grace_seconds") => within(value, 0, 3600),
        ("auth", "login_failures_per_user" | "login_failures_per_address") => {
            within(value, 1, 1_000_000)
        }
        ("auth", "login_window_minutes") => within(value, 1, 24 * 60),
        ("auth", "password_memory_kib") => within(value, 1024, 1 << 20),
        ("auth", "trial_days") => within(value, 0, 3650),
        ("auth", "secure_cookie") => one_of(value, &["auto", "always", "never"]),
        ("oidc", "issuer") => text(value, "empty, or the address of an issuer", |v| {
            v.is_empty() || url::Url::parse(v).is_ok_and(|u| matches!(u.scheme(), "http" | "https"))
        }),
        ("egress", "allow_private") => {
            each(value, EXCEPTIONS, |v| v.parse::<crate::plugins::egress::Exception>().is_ok())
        }
        ("mail", "smtp_port") => within(value, 1, 65_535),
        ("mail", "smtp_security") => one_of(value, &["tls", "starttls", "none"]),
        ("mail", "from") => text(value, "empty, or a mail address such as desk@example.com", |v| {
            v.is_empty() || v.parse::<lettre::message::Mailbox>().is_ok()
        }),
        ("plugins", "max_concurrent") => within(value, 4, 1000),
        ("plugins", "wait_ms") => within(value, 0, 600_000),
        ("plugins", "compile_seconds") => within(value, 1, 3600),
        ("plugins", "compile_memory_bytes") => within(value, 1 << 28, 1 << 40),
        ("realtime", "queue" | "replay_max") => within(value, 16, 1_000_000),
        ("realtime", "write_timeout_ms") => within(value, 100, 600_000),
        ("realtime", "sockets_max" | "visitor_sockets_max" | "visitor_sockets_per_address") => {
            within(value, 1, 10_000_000)
        }
        ("livechat", "unused_hours" | "link_days" | "away_hours") => within(value, 1, 10_000),
        ("livechat", key) if key.ends_with("_bytes") => within(value, 1024, 1 << 50),
        ("livechat" | "knowledge", _) => within(value, 1, 10_000_000),
        ("branding", "hosts") => {
            each(value, "host=variant, such as calls.example.com=call-centre", |v| {
                v.split_once('=').is_some_and(|(host, variant)| {
                    !host.trim().is_empty() && VARIANTS.contains(&variant.trim())
                })
            })
        }
        ("branding", "default_variant") => one_of(value, &VARIANTS),
        ("branding", "contact_form") => text(value, "empty, or the token of a form", |v| {
            v.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        }),
        ("branding", "notification_pictures") => {
            text(value, "empty, or an https:// or http:// address without a query", |v| {
                v.is_empty() || picture_base(v)
            })
        }
        ("branding", _) => each(value, "numbers of clients or users, as texts", |v| {
            v.parse::<i64>().is_ok_and(|number| number > 0)
        }),
        ("presence", "away_after_seconds") => within(value, 0, 24 * 3_600),
        ("log", "level") => text(value, "error, warn, info, debug, trace or a filter", |v| {
            v.parse::<tracing_subscriber::EnvFilter>().is_ok() && !v.trim().is_empty()
        }),
        ("log", "format") => one_of(value, &["text", "json"]),
        ("telemetry", "otlp_endpoint") => {
            text(value, "empty, or the http:// or https:// address of a collector", |v| {
                v.is_empty()
                    || url::Url::parse(v).is_ok_and(|u| matches!(u.scheme(), "http" | "https"))
            })
        }
        ("telemetry", "otlp_headers") => each(value, "name=value", |v| v.contains('=')),
        ("telemetry", "sample_percent") => within(value, 1, 100),
        (_, _) => match value {
            Value::Integer(_) => within(value, 1, i64::MAX),
            _ => Ok(()),
        },
    }
}

/// It becomes a part of the pages' policy, so it has to be a plain address.
fn picture_base(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none()
    })
}

fn text(value: &Value, allowed: &str, good: impl Fn(&str) -> bool) -> Result<(), String> {
    if value.as_str().is_some_and(good) { Ok(()) } else { Err(allowed.to_owned()) }
}

fn each(value: &Value, allowed: &str, good: impl Fn(&str) -> bool) -> Result<(), String> {
    let items = value.as_array().map_or(&[][..], Vec::as_slice);
    if items.iter().all(|item| item.as_str().is_some_and(&good)) {
        Ok(())
    } else {
        Err(allowed.to_owned())
    }
}

fn within(value: &Value, low: i64, high: i64) -> Result<(), String> {
    match value.as_integer() {
        Some(number) if (low..=high).contains(&number) => Ok(()),
        _ if high == i64::MAX => Err(format!("{low} or more")),
        _ => Err(format!("{low} to {high}")),
    }
}

fn one_of(value: &Value, allowed: &[&str]) -> Result<(), String> {
    text(value, &allowed.join(", "), |v| allowed.contains(&v))
}

fn public_url(value: &str) -> bool {
    value.is_empty()
        || url::Url::parse(value).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https")
                && url.has_host()
                && url.path() == "/"
                && url.query().is_none()
                && url.username().is_empty()
        })
}

/// An address with the number of leading bits that count.
pub(crate) fn network(text: &str) -> Option<(IpAddr, u8)> {
    let (address, bits) = match text.split_once('/') {
        Some((address, bits)) => (address.parse().ok()?, Some(bits.parse::<u8>().ok()?)),
        None => (text.parse::<IpAddr>().ok()?, None),
    };
    let most = if address.is_ipv4() { 32 } else { 128 };
    let bits = bits.unwrap_or(most);
    (bits <= most).then_some((address, bits))
}

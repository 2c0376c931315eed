//! Webhooks: setting them, and posting updates to them as the official server does.
//!
//! Knowingly different: `http://` to a loopback address and any port on it are accepted, because
//! this is a simulator, and certificates are not checked.
mod deliver;
mod schedule;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use url::{Host, Url};

use super::Telegram;
use super::errors::{ApiError, text};
use super::methods::Answer;
use super::request::Params;
use super::state::{Change, Webhook};
use super::updates;

pub use deliver::restart;

const PORTS: [u16; 4] = [443, 80, 88, 8443];
const SECRET_MAX: usize = 256;
// The official server gives up on a connection that stays silent this long.
const SILENCE_MAX: Duration = Duration::from_secs(60);

/// The client that posts updates and fetches files by URL.
pub fn client() -> Result<reqwest::Client> {
    // A second provider in the same process, as in the core's tests, makes this fail harmlessly.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .read_timeout(SILENCE_MAX)
        .connect_timeout(Duration::from_secs(10))
        .tls_danger_accept_invalid_certs(true)
        .no_proxy()
        .build()
        .context("cannot make an HTTP client")
}

/// Handles `setWebhook`. An empty URL removes the webhook.
pub async fn set(
    telegram: &Arc<Telegram>,
    token: &str,
    params: &Params,
) -> Result<Answer, ApiError> {
    let url = params.text("url").unwrap_or_default().trim().to_owned();
    if url.is_empty() {
        return delete(telegram, token, params).await;
    }
    check_url(&url)?;
    let secret_token = params.text("secret_token").filter(|secret| !secret.is_empty());
    if let Some(secret) = &secret_token {
        check_secret(secret)?;
    }
    let max_connections = params.int("max_connections").unwrap_or(40).clamp(1, 100) as usize;
    let webhook = Webhook { url, secret_token, max_connections };
    let kinds = updates::allowed(params);
    let drop_pending = params.flag("drop_pending_updates");
    let unchanged = telegram
        .act(|draft| {
            let bot = draft.bot(token)?;
            let unchanged = bot.webhook.as_ref().is_some_and(|old| {
                old.url == webhook.url
                    && old.secret_token == webhook.secret_token
                    && old.max_connections == webhook.max_connections
            });
            let unchanged = unchanged && kinds.as_ref().is_none_or(|kinds| *kinds == bot.allowed);
            let ids: Vec<i64> = bot.pending.keys().copied().collect();
            if drop_pending && !ids.is_empty() {
                draft.change(Change::Done { token: token.into(), ids });
            }
            if let Some(kinds) = kinds {
                draft.change(Change::Allowed { token: token.into(), kinds });
            }
            if !unchanged {
                draft.change(Change::Webhook { token: token.into(), webhook: Some(webhook) });
            }
            Ok(unchanged)
        })
        .await?;
    if unchanged {
        return Ok(Answer::said(true, "Webhook is already set"));
    }
    telegram.with_line(token, |line| {
        line.turn.send_modify(|turn| *turn = (turn.0 + 1, text::WEBHOOK_TOOK_OVER));
    });
    restart(telegram, token);
    Ok(Answer::said(true, "Webhook was set"))
}

/// Handles `deleteWebhook`.
pub async fn delete(
    telegram: &Arc<Telegram>,
    token: &str,
    params: &Params,
) -> Result<Answer, ApiError> {
    let drop_pending = params.flag("drop_pending_updates");
    let was_set = telegram
        .act(|draft| {
            let bot = draft.bot(token)?;
            let was_set = bot.webhook.is_some();
            let ids: Vec<i64> = bot.pending.keys().copied().collect();
            if drop_pending && !ids.is_empty() {
                draft.change(Change::Done { token: token.into(), ids });
            }
            if was_set {
                draft.change(Change::Webhook { token: token.into(), webhook: None });
            }
            Ok(was_set)
        })
        .await?;
    if !was_set {
        return Ok(Answer::said(true, "Webhook is already deleted"));
    }
    deliver::stop(telegram, token);
    Ok(Answer::said(true, "Webhook was deleted"))
}

fn check_url(url: &str) -> Result<(), ApiError> {
    let parsed = Url::parse(url).ok().filter(|url| url.has_host());
    let Some(parsed) = parsed else {
        return Err(ApiError::bad("invalid webhook URL specified"));
    };
    if is_loopback(&parsed) && matches!(parsed.scheme(), "http" | "https") {
        return Ok(());
    }
    if parsed.scheme() != "https" {
        return Err(ApiError::bad("bad webhook: An HTTPS URL must be provided for webhook"));
    }
    if !PORTS.contains(&parsed.port_or_known_default().unwrap_or(443)) {
        return Err(ApiError::bad(
            "bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443",
        ));
    }
    Ok(())
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => IpAddr::V4(ip).is_loopback(),
        Some(Host::Ipv6(ip)) => IpAddr::V6(ip).is_loopback(),
        None => false,
    }
}

fn check_secret(secret: &str) -> Result<(), ApiError> {
    if secret.len() > SECRET_MAX {
        return Err(ApiError::bad("secret token is too long"));
    }
    if !secret.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-') {
        return Err(ApiError::bad("secret token contains unallowed characters"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check_url;

    #[test]
    fn only_https_on_four_ports_or_this_machine() {
        for good in [
            "https://desk.example/hook",
            "https://desk.example:8443/hook",
            "http://127.0.0.1:8080/hook",
            "http://localhost:1/",
            "http://[::1]:9/",
        ] {
            assert!(check_url(good).is_ok(), "{good}");
        }
        for (bad, why) in [
            ("http://desk.example/hook", "An HTTPS URL"),
            ("http://10.0.0.1/hook", "An HTTPS URL"),
            ("https://desk.example:9000/hook", "only on ports"),
            ("not a url", "invalid webhook URL"),
        ] {
            let error = check_url(bad).unwrap_err();
            assert!(error.description.contains(why), "{bad}: {}", error.description);
        }
    }
}

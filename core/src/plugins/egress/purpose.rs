//! What a connection is for, and the exceptions that operators bind to it.

use std::{collections::BTreeSet, fmt, str::FromStr};

/// What a connection is for. An address of the own network that one purpose may reach is as closed
/// to every other as if nobody had named it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// The desk's own mail, handed to the operator's server.
    OperatorMail,
    /// The operator's OpenID Connect provider.
    SignIn,
    /// Fetching plugin packages, which only the operator does.
    Packages,
    /// The webhooks of one client.
    Webhooks { client_id: i64 },
    /// The browsers of one client's users.
    Push { client_id: i64 },
    /// One plugin's accounts of one client: its requests, its sockets and its mail servers.
    Plugin { id: String, client_id: i64 },
}

impl Purpose {
    /// One plugin's accounts of one client.
    #[must_use]
    pub fn plugin(id: &str, client_id: i64) -> Self {
        Self::Plugin { id: id.to_owned(), client_id }
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OperatorMail => f.write_str("operator-mail"),
            Self::SignIn => f.write_str("sign-in"),
            Self::Packages => f.write_str("packages"),
            Self::Webhooks { client_id } => write!(f, "webhooks/{client_id}"),
            Self::Push { client_id } => write!(f, "push/{client_id}"),
            Self::Plugin { id, client_id } => write!(f, "plugin/{id}/{client_id}"),
        }
    }
}

impl FromStr for Purpose {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let client = |text: &str| text.parse().ok().filter(|id: &i64| *id > 0).ok_or(());
        let parts: Vec<&str> = text.split('/').collect();
        Ok(match parts[..] {
            ["operator-mail"] => Self::OperatorMail,
            ["sign-in"] => Self::SignIn,
            ["packages"] => Self::Packages,
            ["webhooks", id] => Self::Webhooks { client_id: client(id)? },
            ["push", id] => Self::Push { client_id: client(id)? },
            ["plugin", plugin, id] if is_plugin_id(plugin) => Self::plugin(plugin, client(id)?),
            _ => return Err(()),
        })
    }
}

/// What may stand for a plugin's id; a star would be everybody again.
fn is_plugin_id(text: &str) -> bool {
    let good =
        |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_' | '.');
    !text.is_empty() && text.chars().all(good)
}

/// One entry of `egress.allow_private`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exception {
    pub purpose: Purpose,
    /// `host:port`, in lower case, an IPv6 address without its brackets.
    pub address: String,
}

impl FromStr for Exception {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (purpose, address) = text.split_once('=').ok_or(())?;
        let (host, port) = address.trim().rsplit_once(':').ok_or(())?;
        let port: u16 = port.parse().map_err(|_| ())?;
        if host.is_empty() || host.contains(char::is_whitespace) {
            return Err(());
        }
        Ok(Self { purpose: purpose.trim().parse()?, address: address_of(host, port) })
    }
}

/// How an address is compared.
pub(super) fn address_of(host: &str, port: u16) -> String {
    format!("{}:{port}", bare(host))
}

/// A host in lower case, an IPv6 address without its brackets.
pub(super) fn bare(host: &str) -> String {
    host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase()
}

/// All exceptions of an installation.
#[derive(Clone, Debug, Default)]
pub struct Exceptions {
    bound: BTreeSet<Exception>,
    /// What plays the providers of a demo; every plugin may reach it, and nothing else may.
    simulated: BTreeSet<String>,
}

impl Exceptions {
    /// The entries of `egress.allow_private`. The configuration refuses what cannot be read long
    /// before; here it opens nothing.
    #[must_use]
    pub fn new(entries: &[String]) -> Self {
        let bound = entries.iter().filter_map(|entry| entry.parse().ok()).collect();
        Self { bound, simulated: BTreeSet::new() }
    }

    /// With the addresses of a demo's simulator, as `host:port`.
    #[must_use]
    pub fn simulated(mut self, addresses: &[String]) -> Self {
        let split = addresses.iter().filter_map(|address| address.rsplit_once(':'));
        self.simulated =
            split.filter_map(|(host, port)| Some(address_of(host, port.parse().ok()?))).collect();
        self
    }

    pub(super) fn allow(&self, purpose: Option<&Purpose>, host: &str, port: u16) -> bool {
        let Some(purpose) = purpose else { return false };
        let address = address_of(host, port);
        let simulated =
            matches!(purpose, Purpose::Plugin { .. }) && self.simulated.contains(&address);
        simulated || self.bound.contains(&Exception { purpose: purpose.clone(), address })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_purpose_is_written_as_it_is_read() {
        for text in [
            "operator-mail",
            "sign-in",
            "packages",
            "webhooks/3",
            "push/3",
            "plugin/graph-email/12",
        ] {
            assert_eq!(text.parse::<Purpose>().expect(text).to_string(), text);
        }
    }

    #[test]
    fn what_names_no_purpose_or_everybody_is_no_exception() {
        for text in [
            "10.0.0.5:993",
            "=10.0.0.5:993",
            "mail=10.0.0.5:993",
            "plugin=10.0.0.5:993",
            "plugin/email=10.0.0.5:993",
            "plugin/*/1=10.0.0.5:993",
            "plugin/email/*=10.0.0.5:993",
            "plugin/email/0=10.0.0.5:993",
            "plugin//1=10.0.0.5:993",
            "webhooks=10.0.0.5:993",
            "webhooks/acme=10.0.0.5:993",
            "sign-in/1=10.0.0.5:993",
            "sign-in=10.0.0.5",
            "sign-in=10.0.0.5:*",
            "sign-in=10.0.0.5:99999",
            "sign-in=:443",
        ] {
            assert!(text.parse::<Exception>().is_err(), "{text}");
        }
        for text in ["sign-in = ID.lan:443", "plugin/email/3=[fd00::1]:993"] {
            assert!(text.parse::<Exception>().is_ok(), "{text}");
        }
    }
}

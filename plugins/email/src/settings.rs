//! The settings of `settings.json`, and what can be said about them without a connection.

use crate::mime::address;
use crate::verdict::{self, Trust};
use serde::Deserialize;

/// What an admin entered. The server settings are read by the host.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub from_name: String,
    pub from_address: String,
    pub reply_address: String,
    pub plus_addressing: bool,
    pub auth_server_id: String,
    pub imap_host: String,
    pub imap_port: u32,
    pub imap_user: String,
    pub imap_folder: String,
    pub smtp_host: String,
    pub smtp_port: u32,
    pub smtp_user: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            from_name: String::new(),
            from_address: String::new(),
            reply_address: String::new(),
            plus_addressing: true,
            auth_server_id: String::new(),
            imap_host: String::new(),
            imap_port: 993,
            imap_user: String::new(),
            imap_folder: "INBOX".to_owned(),
            smtp_host: String::new(),
            smtp_port: 587,
            smtp_user: String::new(),
        }
    }
}

impl Settings {
    /// The address that answers are asked to.
    pub fn reply_base(&self) -> &str {
        let other = self.reply_address.trim();
        if other.is_empty() { self.from_address.trim() } else { other }
    }

    /// The account's own addresses.
    pub fn own(&self) -> Vec<String> {
        let mut own = vec![self.from_address.trim().to_owned(), self.reply_base().to_owned()];
        own.dedup();
        own
    }

    /// Whose word about a sender is believed.
    pub fn trust(&self) -> Trust {
        Trust::named(&self.auth_server_id, &self.imap_host)
    }

    /// Setting, code and sentence for everything that cannot work.
    pub fn problems(
        &self,
        has_secret: impl Fn(&str) -> bool,
    ) -> Vec<(&'static str, &'static str, String)> {
        let mut found = Vec::new();
        let mut bad = |setting, code, text: &str| found.push((setting, code, text.to_owned()));
        for (setting, text, must) in [
            ("from_address", self.from_address.trim(), true),
            ("reply_address", self.reply_address.trim(), false),
        ] {
            if text.is_empty() && !must {
                continue;
            }
            if !address::valid(text) || !text.is_ascii() {
                bad(setting, "email.address", "Write an address such as support@acme.example.");
            }
        }
        for (setting, host) in [("imap_host", &self.imap_host), ("smtp_host", &self.smtp_host)] {
            let host = host.trim();
            let name = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
            if host.is_empty() || !host.chars().all(name) || host.contains("://") {
                bad(
                    setting,
                    "email.host",
                    "Write only the server's name, such as mail.acme.example, without https:// and without a port.",
                );
            }
        }
        if !verdict::names(&self.auth_server_id).iter().all(|name| is_server(name)) {
            let text = "Write the server's name as it stands first in Authentication-Results, such as mx.acme.example.";
            bad("auth_server_id", "email.auth-server", text);
        }
        for (setting, port) in [("imap_port", self.imap_port), ("smtp_port", self.smtp_port)] {
            if !(1..=65_535).contains(&port) {
                bad(setting, "email.port", "A port is a number from 1 to 65535.");
            }
        }
        if self.imap_user.trim().is_empty() {
            bad("imap_user", "email.user", "Enter the user name, usually the whole address.");
        }
        if !has_secret("imap_password") {
            bad("imap_password", "email.password", "Enter the password.");
        }
        if !self.smtp_user.trim().is_empty() && !has_secret("smtp_password") {
            bad("smtp_password", "email.password", "Enter the password, or clear the user name.");
        }
        if self.imap_folder.trim().is_empty() {
            bad("imap_folder", "email.folder", "Enter a folder; the usual one is INBOX.");
        }
        found
    }
}

/// A name, at most with `*.` in front; everything below a country or a brand's ending is too much.
fn is_server(name: &str) -> bool {
    let (name, least) = name.strip_prefix("*.").map_or((name, 0), |rest| (rest, 1));
    name.matches('.').count() >= least
        && name.split('.').all(|label| !label.is_empty())
        && name.chars().all(|c| c.is_alphanumeric() || ".-_".contains(c))
}

#[cfg(test)]
mod tests {
    use super::Settings;

    #[test]
    fn what_cannot_work_is_named() {
        let good = Settings {
            from_address: "support@desk.test".into(),
            imap_host: "imap.desk.test".into(),
            smtp_host: "127.0.0.1".into(),
            imap_user: "support".into(),
            ..Settings::default()
        };
        assert!(good.problems(|_| true).is_empty());
        for (named, works) in [
            ("mx.desk.test", true),
            ("*.desk.test, OpenDMARC", true),
            ("*.test", false),
            ("*", false),
            ("a.*.test", false),
        ] {
            let with = Settings { auth_server_id: named.into(), ..good.clone() };
            assert_eq!(with.problems(|_| true).is_empty(), works, "{named}");
        }
        let bad = Settings {
            from_address: "support".into(),
            reply_address: "a b".into(),
            imap_host: "https://imap.desk.test".into(),
            smtp_user: "x".into(),
            smtp_port: 0,
            auth_server_id: "mx.desk.test; spf=pass".into(),
            ..Settings::default()
        };
        let names: Vec<_> = bad.problems(|_| false).into_iter().map(|p| p.0).collect();
        assert_eq!(
            names,
            [
                "from_address",
                "reply_address",
                "imap_host",
                "smtp_host",
                "auth_server_id",
                "smtp_port",
                "imap_user",
                "imap_password",
                "smtp_password"
            ]
        );
    }
}

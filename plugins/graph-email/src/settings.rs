//! The settings of `settings.json`, and what can be said about them without a connection.

use letters::mime::address;
use serde::Deserialize;

/// Where Graph and the sign-in are, unless an admin says otherwise.
const API: &str = "https://graph.microsoft.com";
const LOGIN: &str = "https://login.microsoftonline.com";

/// What an admin entered; secrets are the host's.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// `app` or `user`.
    pub sign_in: String,
    pub tenant: String,
    pub client_id: String,
    pub mailbox: String,
    pub from_name: String,
    pub from_address: String,
    pub plus_addressing: bool,
    pub folder: String,
    pub history_days: u64,
    pub api_base: String,
    pub login_base: String,
}

/// Setting, code and sentence for something that cannot work.
pub type Problem = (&'static str, &'static str, String);

impl Settings {
    /// Whether a person signed in, whose mailbox it is; otherwise the app signs in by itself.
    pub fn by_user(&self) -> bool {
        self.sign_in == "user"
    }

    /// The address answers come from.
    pub fn from(&self) -> &str {
        let other = self.from_address.trim();
        if other.is_empty() { self.mailbox.trim() } else { other }
    }

    /// The account's own addresses.
    pub fn own(&self) -> Vec<String> {
        let mut own = vec![self.mailbox.trim().to_owned(), self.from().to_owned()];
        own.dedup();
        own
    }

    /// The origin of Graph.
    pub fn api(&self) -> &str {
        or(&self.api_base, API)
    }

    /// The origin of the sign-in.
    pub fn login(&self) -> &str {
        or(&self.login_base, LOGIN)
    }

    /// The folder that is read: a well-known name or an id.
    pub fn folder(&self) -> &str {
        or(&self.folder, "inbox")
    }

    /// Everything that cannot work.
    pub fn problems(&self, has_secret: impl Fn(&str) -> bool) -> Vec<Problem> {
        let mut found = Vec::new();
        let mut bad = |setting, code, text: &str| found.push((setting, code, text.to_owned()));
        for (setting, text, must) in [
            ("mailbox", self.mailbox.trim(), true),
            ("from_address", self.from_address.trim(), false),
        ] {
            if text.is_empty() && !must {
                continue;
            }
            if !address::valid(text) || !text.is_ascii() {
                let text = "Write an address such as support@acme.example.";
                bad(setting, "graph-email.address", text);
            }
        }
        let word = |text: &str| {
            let text = text.trim();
            !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || ".-".contains(c))
        };
        if !word(&self.client_id) {
            let text = "Copy the Application (client) ID: 32 digits and letters with hyphens.";
            bad("client_id", "graph-email.client-id", text);
        }
        if !has_secret("client_secret") {
            let text = "Enter the client secret's value.";
            bad("client_secret", "graph-email.client-secret", text);
        }
        if self.by_user() {
            if !has_secret("access_token") {
                bad("access_token", "graph-email.no-token", "Save, then press Sign in.");
            }
        } else if !word(&self.tenant) {
            let text =
                "Copy the Directory (tenant) ID, or write your domain, such as acme.example.";
            bad("tenant", "graph-email.tenant", text);
        }
        found
    }
}

fn or<'a>(text: &'a str, usual: &'a str) -> &'a str {
    let text = text.trim().trim_end_matches('/');
    if text.is_empty() { usual } else { text }
}

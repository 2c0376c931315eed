//! The desk's own mail: handed to the operator's SMTP server.

use crate::{
    config,
    mail::{Network, Security, SendError, SmtpSettings, submit},
};
use anyhow::Context as _;
use lettre::{
    Address, Message,
    message::{Mailbox, header::ContentType},
};
use std::time::{Duration, UNIX_EPOCH};

/// Where the desk's own mail is handed in, and who sends it.
pub(super) struct Post {
    settings: SmtpSettings,
    from: Mailbox,
    network: Network,
}

/// A mail of the desk: plain text to one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Letter {
    pub name: String,
    pub address: String,
    pub subject: String,
    pub text: String,
}

impl Post {
    /// None when the operator named no server or no sender.
    pub(super) fn new(mail: &config::Mail, network: Option<Network>) -> Option<Self> {
        if mail.smtp_host.is_empty() {
            return None;
        }
        let settings = SmtpSettings {
            host: mail.smtp_host.clone(),
            port: u16::try_from(mail.smtp_port).ok()?,
            security: Security::parse(&mail.smtp_security),
            user: mail.smtp_user.clone(),
            password: mail.smtp_password.clone(),
        };
        let Ok(from) = mail.from.parse() else {
            tracing::warn!("mail.smtp_host is set and mail.from is not: the desk sends no mail");
            return None;
        };
        Some(Self { settings, from, network: network? })
    }

    /// Hands a letter in. `id` makes its Message-ID.
    pub(super) async fn send(
        &self,
        letter: &Letter,
        now_ms: i64,
        id: &str,
    ) -> Result<(), SendError> {
        let raw = self.compose(letter, now_ms, id).map_err(|error| {
            let text = format!("{error:#}");
            SendError::Permanent(crate::mail::ServerReply { code: None, text })
        })?;
        let from = self.from.email.to_string();
        let to = [letter.address.clone()];
        submit(&self.settings, &self.network, &from, &to, &raw).await.map(drop)
    }

    fn compose(&self, letter: &Letter, now_ms: i64, id: &str) -> anyhow::Result<Vec<u8>> {
        let address: Address = letter.address.parse().context("that is no mail address")?;
        let date = UNIX_EPOCH + Duration::from_millis(u64::try_from(now_ms).unwrap_or(0));
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(Some(letter.name.clone()), address))
            .subject(letter.subject.clone())
            .date(date)
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())))
            .header(ContentType::TEXT_PLAIN)
            .body(letter.text.clone())?;
        Ok(message.formatted())
    }
}

/// Whether mail could go to this address.
pub(super) fn is_address(text: &str) -> bool {
    text.len() <= 254 && text.parse::<Address>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::is_address;

    #[test]
    fn addresses_are_told_from_other_text() {
        for good in ["ann@customer.example", "a.b+c@d.example"] {
            assert!(is_address(good), "{good}");
        }
        let long = format!("{}@b.example", "a".repeat(260));
        for bad in
            ["", "ann", "ann@", "@b.example", "ann <a@b.example>", "a@b.example\r\nBcc: x", &long]
        {
            assert!(!is_address(bad), "{bad:?}");
        }
    }
}

//! The desk's own mail: handed to the operator's SMTP server.

use super::Accounts;
use crate::{
    config,
    mail::{Network, Security, SendError, SmtpSettings, submit},
};
use anyhow::Context as _;
use lettre::{
    Address, Message,
    message::{Attachment, Mailbox, MultiPart, SinglePart, header::ContentType},
};
use std::time::{Duration, UNIX_EPOCH};

/// Where the desk's own mail is handed in, and who sends it.
pub(super) struct Post {
    settings: SmtpSettings,
    from: Mailbox,
    network: Network,
}

/// A file that goes with a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterFile {
    pub name: String,
    /// Its media type.
    pub mime: &'static str,
    pub bytes: Vec<u8>,
}

/// Why a letter was not handed in.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// A later try may succeed.
    #[error("{0}")]
    Later(String),
    /// The server refused it, or there is none.
    #[error("{0}")]
    Refused(String),
}

/// A mail of the desk: plain text to one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    pub name: String,
    pub address: String,
    pub subject: String,
    pub text: String,
    pub attachment: Option<LetterFile>,
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
    async fn send(&self, letter: &Letter, now_ms: i64, id: &str) -> Result<(), SendError> {
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
        let builder = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(Some(letter.name.clone()), address))
            .subject(letter.subject.clone())
            .date(date)
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())));
        let Some(file) = &letter.attachment else {
            let message = builder.header(ContentType::TEXT_PLAIN).body(letter.text.clone())?;
            return Ok(message.formatted());
        };
        let text = SinglePart::plain(letter.text.clone());
        let file = Attachment::new(file.name.clone())
            .body(file.bytes.clone(), ContentType::parse(file.mime)?);
        let parts = MultiPart::mixed().singlepart(text).singlepart(file);
        Ok(builder.multipart(parts)?.formatted())
    }
}

impl Accounts {
    /// Whether the operator named a mail server and a sender.
    #[must_use]
    pub fn sends_mail(&self) -> bool {
        self.0.post.is_some()
    }

    /// Hands in a letter of the desk. `id` makes its Message-ID.
    ///
    /// # Errors
    /// [`MailError`]. Whether a server took a letter that it never answered is not known: that is none.
    pub async fn post(&self, letter: &Letter, id: &str) -> Result<(), MailError> {
        let Some(post) = self.0.post.as_ref() else {
            return Err(MailError::Refused("no SMTP server is configured".to_owned()));
        };
        match post.send(letter, self.0.clock.now_ms(), id).await {
            Ok(()) | Err(SendError::Unknown(_)) => Ok(()),
            Err(SendError::Transient(said)) => Err(MailError::Later(said.to_string())),
            Err(SendError::Permanent(said) | SendError::Auth(said)) => {
                Err(MailError::Refused(said.to_string()))
            }
        }
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

//! Mailboxes: the settings of their servers, what arrives, and what is handed in.

use super::{
    process::{Answered, Claim, Processed, Why, plugin_hop},
    replay::mail_input,
};
use crate::channels::{
    Channels,
    account::{health::Status, registry::Channel},
    store,
};
use crate::{
    blobs::BlobMeta,
    mail::{Cursor, FetchedMail, ImapSettings, MailSink, MailState, Security, SmtpSettings},
    plugins::{Called, Secrets, manifest::MailServer},
    tickets::Hop,
};
use futures_util::future::BoxFuture;
use serde_json::Value;
use std::sync::Arc;

/// How long a mail whose reading failed waits for its next attempt.
const RETRY_MS: i64 = 5_000;

/// A setting, open or secret, as text.
fn setting(config: &Value, secrets: &Secrets, name: &str) -> String {
    if let Some(secret) = secrets.get(name) {
        return secret.to_owned();
    }
    match &config[name] {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

struct Server {
    host: String,
    port: u16,
    security: Security,
    user: String,
    password: String,
}

fn server(names: &MailServer, config: &Value, secrets: &Secrets) -> Option<Server> {
    let text = |name: &str| setting(config, secrets, name);
    let host = text(&names.host);
    let port = text(&names.port).parse().ok()?;
    (!host.is_empty()).then(|| Server {
        host,
        port,
        security: Security::parse(&text(&names.security)),
        user: text(&names.user),
        password: text(&names.password),
    })
}

/// The IMAP server of an account; none while its settings are incomplete.
pub(in crate::channels) fn imap_settings(
    channel: &Channel,
    config: &Value,
    secrets: &Secrets,
) -> Option<ImapSettings> {
    let names = channel.plugin.as_ref()?.manifest.mail.clone()?.imap;
    let s = server(&names, config, secrets)?;
    let folder = names.folder.as_ref().map(|name| setting(config, secrets, name));
    let folder = folder.filter(|f| !f.is_empty()).unwrap_or_else(|| "INBOX".into());
    let Server { host, port, security, user, password } = s;
    Some(ImapSettings { host, port, security, user, password, folder })
}

/// The SMTP server of an account; none while its settings are incomplete.
pub(in crate::channels) fn smtp_settings(
    channel: &Channel,
    config: &Value,
    secrets: &Secrets,
) -> Option<SmtpSettings> {
    let names = channel.plugin.as_ref()?.manifest.mail.clone()?.smtp;
    let Server { host, port, security, user, password } = server(&names, config, secrets)?;
    Some(SmtpSettings { host, port, security, user, password })
}

/// Takes the mail of one mailbox.
pub(in crate::channels) struct Sink {
    pub channels: Channels,
    pub channel: Arc<Channel>,
}

impl Sink {
    /// The account as it is now: its name or state may have changed since the watch began.
    fn fresh(&self) -> Arc<Channel> {
        let row = &self.channel.row;
        self.channels
            .registry
            .of_client(row.client_id, row.id)
            .unwrap_or_else(|| self.channel.clone())
    }

    async fn take(&self, mail: FetchedMail, next: Cursor) -> anyhow::Result<()> {
        let channels = &self.channels;
        let channel = self.fresh();
        let row = &channel.row;
        let started = channels.clock.now_us();
        let meta = BlobMeta { mime: "message/rfc822".into(), filename: None };
        let blob = channels.blobs.put_bytes(mail.raw.clone(), meta).await?;
        let digest = blob.sha256.clone();
        let raw = mail_input(blob, &mail);
        let key = format!("mail:{}:{}", mail.uid_validity, mail.uid);
        let account = channels.account(&channel);
        let Called { result, report } = channels.host.receive_mail(&account, raw.clone()).await;
        let now = channels.clock.now_ms();
        let input = serde_json::to_string(&raw)?;
        let account = (row.client_id, row.id);
        let new = store::NewInput {
            input: &input,
            body_blob: Some(&digest),
            ..store::NewInput::of(account, "mail", &key, started / 1000, now)
        };
        let cursor = serde_json::to_vec(&next)?;
        let mailbox = Hop {
            name: "mailbox".into(),
            at_ms: started / 1000,
            took_us: 0,
            detail: format!("uid {} of {}, {} bytes", mail.uid, mail.folder, mail.size),
        };
        let hops = [mailbox, plugin_hop(now, &report)];
        let poison;
        let why = match &result {
            Ok(batch) => {
                let answered = Answered { call: "mail", batch, report: &report, hops: &hops };
                match channels.process(&channel, &answered, Claim::Key(&new)).await? {
                    Processed::Taken(mut taken) => {
                        if mail.oversize {
                            let text =
                                "A mail is larger than the limit; only its headers were read.";
                            channels.note(&mut taken.tx, &channel, "warn", "mail", text).await?;
                        }
                        let (client_id, id) = account;
                        store::set_cursor(&mut taken.tx, client_id, id, Some(&cursor)).await?;
                        taken.commit(channels).await?;
                        return Ok(());
                    }
                    Processed::Repeat(mut tx) => {
                        store::set_cursor(&mut tx, row.client_id, row.id, Some(&cursor)).await?;
                        return Ok(tx.commit().await?);
                    }
                    Processed::Behind | Processed::Lost => return Ok(()),
                    Processed::Poison(text) => {
                        poison = text;
                        Why::Poison(&poison)
                    }
                }
            }
            Err(error) => Why::Failed(error, &report),
        };
        // One mail that cannot be read must not stop the ones behind it: it is kept for the admin,
        // or for another attempt, and the cursor moves on.
        let mut tx = channels.db.begin().await?;
        channels.set_aside(&mut tx, &channel, new, &why, Some(RETRY_MS)).await?;
        store::set_cursor(&mut tx, row.client_id, row.id, Some(&cursor)).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn show(&self, state: MailState) -> anyhow::Result<()> {
        let channel = self.fresh();
        let (status, reason, seen_at) = status_of(state);
        let mut tx = self.channels.db.begin().await?;
        self.channels.set_status_seen(&mut tx, &channel, status, &reason, None, seen_at).await?;
        Ok(tx.commit().await?)
    }
}

/// What a mailbox's state is for the account: its status, the reason, and the time up to which it
/// replaces trouble that shows already.
fn status_of(state: MailState) -> (Status, String, i64) {
    match state {
        MailState::Connected => (Status::Ok, String::new(), i64::MAX),
        // The check of new settings says of a refused login that an admin has to act. That the mailbox
        // tries again is no news, and must not take its place.
        MailState::Retrying { reason, is_refused: true, .. } => (Status::Degraded, reason, 0),
        MailState::Retrying { reason, .. } => (Status::Degraded, reason, i64::MAX),
        MailState::AuthFailed { reason } => {
            let reason = format!("The mail server refused the login: {reason}");
            (Status::AuthFailed, reason, i64::MAX)
        }
    }
}

impl MailSink for Sink {
    fn cursor(&self) -> BoxFuture<'_, anyhow::Result<Option<Cursor>>> {
        Box::pin(async move {
            let row = &self.channel.row;
            let mut conn = self.channels.db.read().await?;
            let cursor = store::cursor(&mut conn, row.client_id, row.id).await?;
            Ok(cursor.map(|bytes| serde_json::from_slice(&bytes)).transpose()?)
        })
    }

    fn deliver(&self, mail: FetchedMail, next: Cursor) -> BoxFuture<'_, anyhow::Result<()>> {
        Box::pin(self.take(mail, next))
    }

    fn state(&self, state: MailState) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            if let Err(error) = self.show(state).await {
                tracing::warn!(error = %error, "a mailbox's state was not recorded");
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_login_that_is_tried_again_replaces_no_trouble() {
        let retrying = |is_refused| {
            status_of(MailState::Retrying { reason: "no".into(), in_ms: 1, is_refused })
        };
        assert_eq!(retrying(true), (Status::Degraded, "no".into(), 0));
        assert_eq!(retrying(false), (Status::Degraded, "no".into(), i64::MAX));
        let given_up = status_of(MailState::AuthFailed { reason: "no".into() });
        assert_eq!((given_up.0, given_up.2), (Status::AuthFailed, i64::MAX));
        assert_eq!(status_of(MailState::Connected), (Status::Ok, String::new(), i64::MAX));
    }
}

//! The loop that keeps a mailbox connected and feeds its sink.

use super::{
    Cursor, FetchedMail, ImapSettings, MailError, MailSink, MailState, Network,
    imap::{Listed, Mailbox, Woken},
};
use std::{collections::BTreeMap, future::Future, sync::Arc, time::Duration};
use tokio_util::sync::CancellationToken;

/// Refused logins before the watcher gives up: more could lock the account at the provider.
const MAX_REFUSED: u32 = 3;
/// Refusals of one message's body before it is delivered without.
const MAX_NO_BODY: u32 = 3;
/// Broken connections at one message before it is delivered without its body.
const MAX_BROKEN: u32 = 8;
/// A connection that held this long was a good one: the next failure starts with short waits.
const GOOD: Duration = Duration::from_secs(60);

/// Watches a folder until `stop` is cancelled or the credentials are refused for good.
///
/// New messages reach `sink` in the order of their UIDs, one at a time. Whatever fails, the next
/// round starts from the sink's own cursor.
pub async fn watch(
    settings: ImapSettings,
    net: Network,
    sink: Arc<dyn MailSink>,
    stop: CancellationToken,
) {
    let mut watcher = Watcher { settings, net, sink, stop, stuck: None };
    let (mut failures, mut refused) = (0, 0);
    while !watcher.stop.is_cancelled() {
        let round = watcher.round().await;
        if round.logged_in {
            refused = 0;
        }
        if round.good {
            failures = 0;
        }
        let is_refused = matches!(round.ended, Ended::Failed(MailError::Auth(_)));
        let (reason, wait) = match round.ended {
            Ended::Cancelled => return,
            Ended::Failed(MailError::Auth(reason)) => {
                refused += 1;
                if refused >= MAX_REFUSED {
                    watcher.sink.state(MailState::AuthFailed { reason }).await;
                    return;
                }
                let pause = watcher.net.tuning.auth_pause;
                (format!("login refused: {reason}"), pause * refused)
            }
            Ended::Failed(e) => (e.to_string(), watcher.backoff(failures)),
            Ended::Sink(e) => {
                (format!("storing the message failed: {e:#}"), watcher.backoff(failures))
            }
        };
        failures = failures.saturating_add(1);
        let in_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
        tracing::warn!(%reason, in_ms, settings = ?watcher.settings, "mailbox not connected");
        watcher.sink.state(MailState::Retrying { reason, in_ms, is_refused }).await;
        tokio::select! {
            () = watcher.stop.cancelled() => return,
            () = tokio::time::sleep(wait) => {}
        }
    }
}

struct Watcher {
    settings: ImapSettings,
    net: Network,
    sink: Arc<dyn MailSink>,
    stop: CancellationToken,
    /// The message whose body could not be had, and how often that happened.
    stuck: Option<Stuck>,
}

#[derive(Clone, Copy, Default)]
struct Stuck {
    uid: u32,
    no_body: u32,
    broken: u32,
}

struct Round {
    ended: Ended,
    logged_in: bool,
    good: bool,
}

enum Ended {
    Cancelled,
    Failed(MailError),
    Sink(anyhow::Error),
}

impl From<MailError> for Ended {
    fn from(e: MailError) -> Self {
        Self::Failed(e)
    }
}

impl Watcher {
    /// Half of the doubled time is fixed and half is chance, so that many mailboxes of one server
    /// do not all come back in the same second.
    fn backoff(&self, failures: u32) -> Duration {
        let tuning = &self.net.tuning;
        let full = tuning
            .backoff_min
            .saturating_mul(1_u32.checked_shl(failures.min(20)).unwrap_or(u32::MAX))
            .min(tuning.backoff_max);
        let half = u64::try_from(full.as_millis() / 2).unwrap_or(u64::MAX);
        Duration::from_millis(half + self.net.ids.below(half + 1))
    }

    /// One connection, from the dial to its end.
    async fn round(&mut self) -> Round {
        let open = tokio::select! {
            () = self.stop.cancelled() => {
                return Round { ended: Ended::Cancelled, logged_in: false, good: false };
            }
            open = Mailbox::open(&self.settings, &self.net) => open,
        };
        let mailbox = match open {
            Ok(mailbox) => mailbox,
            Err(e) => {
                // A folder can only be refused after the login was accepted.
                let logged_in = matches!(e, MailError::Folder(_));
                return Round { ended: e.into(), logged_in, good: false };
            }
        };
        self.sink.state(MailState::Connected).await;
        let since = tokio::time::Instant::now();
        let mut delivered = 0;
        let ended = match self.serve(mailbox, &mut delivered).await {
            Ok(()) => Ended::Cancelled,
            Err(ended) => ended,
        };
        Round { ended, logged_in: true, good: delivered > 0 || since.elapsed() > GOOD }
    }

    /// Delivers what is there, waits, and again.
    async fn serve(&mut self, mut mailbox: Mailbox, delivered: &mut u64) -> Result<(), Ended> {
        let stored = self.sink.cursor().await.map_err(Ended::Sink)?;
        let validity = mailbox.uid_validity;
        // Another UIDVALIDITY means that all UIDs were given out anew. What arrived before is
        // recognised by its Message-ID further on.
        let mut cursor = stored.filter(|c| c.uid_validity == validity);
        let mut known_empty = match (cursor, mailbox.uid_next) {
            (Some(c), Some(next)) => next <= c.last_uid.saturating_add(1),
            _ => mailbox.exists == 0,
        };
        loop {
            let waiting = if known_empty {
                BTreeMap::new()
            } else {
                let newest = self.net.tuning.newest;
                let listing = async {
                    match cursor {
                        Some(c) => mailbox.list_after(c.last_uid).await,
                        None => mailbox.list_newest(newest).await,
                    }
                };
                match finish(&self.stop, listing).await {
                    Some(listed) => listed?,
                    None => return Ok(()),
                }
            };
            let found = !waiting.is_empty();
            for (uid, listed) in waiting {
                if self.stop.is_cancelled() {
                    mailbox.close().await;
                    return Ok(());
                }
                let Some(mail) = self.fetch(&mut mailbox, uid, listed).await? else {
                    return Ok(());
                };
                let next = Cursor { uid_validity: validity, last_uid: uid };
                // Never dropped half-way: the sink's transaction decides, not the shutdown.
                self.sink.deliver(mail, next).await.map_err(Ended::Sink)?;
                self.stuck = None;
                *delivered += 1;
                cursor = Some(next);
            }
            if cursor.is_none() {
                // Empty at the first look: from here on everything that arrives is new.
                cursor = Some(Cursor { uid_validity: validity, last_uid: 0 });
            }
            known_empty = false;
            if found && !self.stop.is_cancelled() {
                // More may have come meanwhile, or the listing was cut: look again first.
                continue;
            }
            let tuning = &self.net.tuning;
            let limit = if mailbox.can_idle { tuning.poll } else { tuning.poll_without_idle };
            let (back, woken) = mailbox.wait(limit, &self.stop).await?;
            mailbox = back;
            if woken == Woken::Cancelled {
                mailbox.close().await;
                return Ok(());
            }
        }
    }

    /// The bytes of one message; none when the watcher is being stopped.
    async fn fetch(
        &mut self,
        mailbox: &mut Mailbox,
        uid: u32,
        listed: Listed,
    ) -> Result<Option<FetchedMail>, Ended> {
        let max = self.net.tuning.max_bytes;
        let stuck =
            self.stuck.filter(|s| s.uid == uid).unwrap_or(Stuck { uid, ..Stuck::default() });
        let given_up = stuck.no_body >= MAX_NO_BODY || stuck.broken >= MAX_BROKEN;
        let oversize = listed.size > max;
        let getting = async {
            if given_up {
                // The headers may be just as unobtainable: then the sink gets the bare fact.
                match mailbox.headers(uid).await {
                    Ok(raw) => Ok(raw),
                    Err(MailError::Server(_)) => Ok(Vec::new()),
                    Err(_) if stuck.broken >= 2 * MAX_BROKEN => Ok(Vec::new()),
                    Err(e) => Err(e),
                }
            } else if oversize {
                mailbox.headers(uid).await
            } else {
                mailbox.body(uid, listed.size, max).await
            }
        };
        let Some(answer) = finish(&self.stop, getting).await else {
            return Ok(None);
        };
        match answer {
            Ok(raw) => Ok(Some(FetchedMail {
                folder: self.settings.folder.clone(),
                uid_validity: mailbox.uid_validity,
                uid,
                received_ms: listed.received_ms,
                size: listed.size,
                raw: marked(raw, oversize, given_up, listed.size),
                oversize,
                unreadable: given_up,
            })),
            // Counted across connections. A message that was removed meanwhile is no longer listed
            // next time, so only one that stays and fails is ever given up.
            Err(e) => {
                let refused = matches!(e, MailError::Server(_));
                self.stuck = Some(Stuck {
                    uid,
                    no_body: stuck.no_body + u32::from(refused),
                    broken: stuck.broken + u32::from(!refused),
                });
                Err(e.into())
            }
        }
    }
}

/// Tells whoever reads the message that its body is missing, in the one place that travels with it.
fn marked(raw: Vec<u8>, oversize: bool, unreadable: bool, size: u64) -> Vec<u8> {
    let why = match (oversize, unreadable) {
        (false, false) => return raw,
        (_, true) => "unreadable",
        (true, false) => "oversize",
    };
    let mut whole = format!("X-Patchbay-Incomplete: {why}; size={size}\r\n").into_bytes();
    whole.extend_from_slice(&raw);
    whole
}

/// Lets a command that has begun come to its end when the watcher is stopped, for a moment: only
/// between commands can it still say goodbye.
async fn finish<T>(stop: &CancellationToken, step: impl Future<Output = T>) -> Option<T> {
    let mut step = std::pin::pin!(step);
    tokio::select! {
        biased;
        done = &mut step => Some(done),
        () = stop.cancelled() => tokio::time::timeout(Duration::from_secs(1), step).await.ok(),
    }
}

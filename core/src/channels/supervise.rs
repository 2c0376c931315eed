//! Keeps one poller or mailbox watch per account running, on one node.

use super::{
    Channels,
    mailbox::{Sink, imap_settings},
    registry::Channel,
    store,
};
use crate::{
    mail,
    plugins::{Interface, manifest::PollWhen},
};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

const LEASE_MS: i64 = 30_000;
const RENEW: Duration = Duration::from_secs(10);

/// What runs for an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Work {
    Poll,
    Mailbox,
}

struct Running {
    /// The settings it was started with: others mean a new start.
    settings: String,
    stop: CancellationToken,
}

impl Channels {
    /// Starts and stops pollers and mailboxes as accounts come, change and go.
    pub async fn supervise(self, tracker: TaskTracker, stop: CancellationToken) {
        let mut running: HashMap<i64, Running> = HashMap::new();
        loop {
            let mut wanted: HashMap<i64, (Arc<Channel>, Work)> = HashMap::new();
            for channel in self.registry.all_across_clients() {
                if let Some(work) = self.work_of(&channel) {
                    wanted.insert(channel.row.id, (channel, work));
                }
            }
            running.retain(|id, run| {
                let keep = wanted.get(id).is_some_and(|(c, _)| fingerprint(c) == run.settings)
                    && !run.stop.is_cancelled();
                if !keep {
                    run.stop.cancel();
                }
                keep
            });
            for (id, (channel, work)) in wanted {
                running.entry(id).or_insert_with(|| {
                    let run = Running { settings: fingerprint(&channel), stop: stop.child_token() };
                    tracker.spawn(self.clone().hold(channel, work, run.stop.clone()));
                    run
                });
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.reconsider.notified() => {}
                () = tokio::time::sleep(Duration::from_secs(60)) => {}
            }
        }
    }

    fn work_of(&self, channel: &Channel) -> Option<Work> {
        let manifest = &channel.plugin.as_ref()?.manifest;
        if !channel.row.enabled {
            return None;
        }
        if manifest.offers(Interface::Mail) {
            return Some(Work::Mailbox);
        }
        let poll = manifest.offers(Interface::Poll).then_some(manifest.poll.as_ref())??;
        let called = manifest.offers(Interface::Webhook) && !self.public_url.is_empty();
        (poll.when == PollWhen::Always || !called).then_some(Work::Poll)
    }

    /// Works while this node holds the account's lease; waits for it otherwise.
    async fn hold(self, channel: Arc<Channel>, work: Work, stop: CancellationToken) {
        let name = format!("channel:{}", channel.row.id);
        let mut inner: Option<CancellationToken> = None;
        loop {
            let held = self.renew(&name).await;
            match (&inner, held) {
                (None, true) => {
                    let token = stop.child_token();
                    tokio::spawn(self.clone().run(channel.clone(), work, token.clone()));
                    inner = Some(token);
                }
                (Some(token), false) => {
                    token.cancel();
                    inner = None;
                }
                _ => {}
            }
            tokio::select! {
                () = stop.cancelled() => break,
                () = tokio::time::sleep(RENEW) => {}
            }
        }
        if inner.is_some()
            && let Ok(mut tx) = self.db.begin().await
            && store::release(&mut tx, &name, &self.node).await.is_ok()
        {
            let _expires_by_itself = tx.commit().await;
        }
    }

    async fn renew(&self, name: &str) -> bool {
        let now = self.clock.now_ms();
        let take = async {
            let mut tx = self.db.begin().await?;
            let held = store::take_lease(&mut tx, name, &self.node, now, now + LEASE_MS).await?;
            tx.commit().await?;
            Ok::<bool, crate::db::DbError>(held.is_some())
        };
        take.await.unwrap_or_else(|error| {
            tracing::warn!(error = %error, name, "a lease could not be renewed");
            false
        })
    }

    async fn run(self, channel: Arc<Channel>, work: Work, stop: CancellationToken) {
        match work {
            Work::Poll => {
                let (client_id, id) = (channel.row.client_id, channel.row.id);
                self.poll_account(client_id, id, stop).await;
            }
            Work::Mailbox => {
                let account = self.account(&channel);
                let settings = imap_settings(&channel, &account.config, &account.secrets);
                let Some(settings) = settings else { return };
                let network = self.network.clone();
                let sink = Arc::new(Sink { channels: self, channel });
                mail::watch(settings, network, sink, stop).await;
            }
        }
    }
}

/// Changes when the account's settings do, and not when only its state does.
fn fingerprint(channel: &Channel) -> String {
    let row = &channel.row;
    let digest = channel.plugin.as_ref().map(|p| p.digest.as_str()).unwrap_or_default();
    let secrets = crate::crypto::sha256_hex(&row.secrets);
    format!("{}\n{}\n{}\n{}", row.enabled, row.settings, secrets, digest)
}

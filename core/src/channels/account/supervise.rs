//! Keeps one poller, mailbox watch or push connection per account running, on one node: the one that
//! holds the account's lease.

use super::registry::Channel;
use crate::channels::{
    Channels,
    inbound::{
        mailbox::{Sink, imap_settings},
        socket,
    },
    store,
};
use crate::{
    mail,
    plugins::{Interface, manifest::PollWhen},
};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio::task::JoinHandle;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

const LEASE_MS: i64 = 30_000;
const RENEW: Duration = Duration::from_secs(10);

/// What runs for an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Work {
    Poll,
    Mailbox,
    Socket,
}

impl Work {
    fn lease_name(self, channel_id: i64) -> String {
        match self {
            Self::Poll | Self::Mailbox => format!("channel:{channel_id}"),
            Self::Socket => socket::lease_name(channel_id),
        }
    }
}

struct Running {
    /// The settings it was started with: others mean a new start.
    settings: String,
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Channels {
    /// Starts and stops pollers and mailboxes as accounts come, change and go.
    pub async fn supervise(self, tracker: TaskTracker, stop: CancellationToken) {
        let mut running: HashMap<(i64, Work), Running> = HashMap::new();
        loop {
            let mut wanted: HashMap<(i64, Work), Arc<Channel>> = HashMap::new();
            for channel in self.registry.all_across_clients() {
                for work in self.work_of(&channel) {
                    wanted.insert((channel.row.id, work), channel.clone());
                }
            }
            let mut ending: HashMap<(i64, Work), JoinHandle<()>> = HashMap::new();
            let over = running.extract_if(|key, run| {
                let same = wanted.get(key).is_some_and(|c| fingerprint(c) == run.settings);
                !same || run.stop.is_cancelled()
            });
            for (key, run) in over {
                run.stop.cancel();
                ending.insert(key, run.task);
            }
            for (key, channel) in wanted {
                let before = ending.remove(&key);
                running.entry(key).or_insert_with(|| {
                    let (settings, stop) = (fingerprint(&channel), stop.child_token());
                    let (me, token) = (self.clone(), stop.clone());
                    let task = tracker.spawn(async move {
                        // Two at once would use one place of the source twice.
                        if let Some(before) = before {
                            let _however_it_ended = before.await;
                        }
                        me.hold(channel, key.1, token).await;
                    });
                    Running { settings, stop, task }
                });
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.reconsider.notified() => {}
                () = tokio::time::sleep(Duration::from_secs(60)) => {}
            }
        }
    }

    fn work_of(&self, channel: &Channel) -> Vec<Work> {
        let Some(plugin) = channel.plugin.as_ref().filter(|_| channel.row.enabled) else {
            return vec![];
        };
        let manifest = &plugin.manifest;
        let mut work = vec![];
        if manifest.offers(Interface::Socket) {
            work.push(Work::Socket);
        }
        if manifest.offers(Interface::Mail) {
            work.push(Work::Mailbox);
        } else if manifest.offers(Interface::Poll)
            && let Some(poll) = &manifest.poll
        {
            let called = manifest.offers(Interface::Webhook) && !self.public_url.is_empty();
            if poll.when == PollWhen::Always || !called {
                work.push(Work::Poll);
            }
        }
        work
    }

    /// Works while this node holds the account's lease; waits for it otherwise.
    async fn hold(self, channel: Arc<Channel>, work: Work, stop: CancellationToken) {
        let name = work.lease_name(channel.row.id);
        let mut inner: Option<(CancellationToken, JoinHandle<()>)> = None;
        loop {
            let held = self.renew(&name).await;
            match (&inner, held) {
                (None, true) => {
                    let token = stop.child_token();
                    let run = self.clone().run(channel.clone(), work, token.clone());
                    inner = Some((token, tokio::spawn(run)));
                }
                (Some((token, _)), false) => {
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
        let Some((_, run)) = inner else { return };
        let _however_it_ended = run.await;
        if let Ok(mut tx) = self.db.begin().await
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
            Work::Socket => {
                let (client_id, id) = (channel.row.client_id, channel.row.id);
                self.hold_socket(client_id, id, stop).await;
            }
            Work::Mailbox => {
                let account = self.account(&channel);
                let settings = imap_settings(&channel, &account.config, &account.secrets);
                let Some(settings) = settings else { return };
                let network = self.network_of(&account);
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

//! The accounts in memory: looked up on every webhook and every send.

use crate::channels::{
    Channels,
    model::{ChannelRow, send_rules, takes_signatures},
    store,
};
use crate::{db::DbResult, plugins::Plugin, tickets::SendRules};
use parking_lot::RwLock;
use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU32, Ordering},
    },
    time::Duration,
};
use tokio_util::sync::CancellationToken;

/// The kind of wake-up call that says accounts have changed.
pub(in crate::channels) const CHANGED: &str = "channels";

/// An account with its plugin.
pub struct Channel {
    /// As it is stored, except that an account whose client switched the plugin off is not `enabled`.
    pub row: ChannelRow,
    /// Whether the account itself is switched on.
    pub(in crate::channels) on: bool,
    /// None when the plugin is not installed any more.
    pub plugin: Option<Arc<Plugin>>,
    pub rules: SendRules,
    pub(in crate::channels) breaker: Arc<Breaker>,
}

impl Channel {
    /// The same account with a row that was read later.
    pub(in crate::channels) fn with(&self, row: ChannelRow) -> Self {
        let (plugin, breaker) = (self.plugin.clone(), self.breaker.clone());
        Self { row, on: self.on, plugin, rules: self.rules.clone(), breaker }
    }

    /// The longest that one call into the plugin takes; 0 when there is none.
    pub(in crate::channels) fn wall_ms(&self) -> i64 {
        let wall = self.plugin.as_ref().map(|p| p.manifest.limits.wall_ms);
        wall.and_then(|ms| i64::try_from(ms).ok()).unwrap_or(0)
    }
}

/// A circuit breaker: faults in a row, and until when calls wait.
#[derive(Default)]
pub(in crate::channels) struct Breaker {
    faults: AtomicU32,
    resume_at: AtomicI64,
    noted_at: AtomicI64,
    inbound_at: AtomicI64,
    outbound_at: AtomicI64,
}

/// Faults in a row that open the breaker.
const FAULTS_MAX: u32 = 5;

impl Breaker {
    pub fn is_open(&self, now: i64) -> bool {
        self.resume_at.load(Ordering::Relaxed) > now
    }

    pub fn resume_at(&self) -> i64 {
        self.resume_at.load(Ordering::Relaxed)
    }

    /// Counts a fault. True when it opened the breaker.
    pub fn fault(&self, now: i64) -> bool {
        let faults = self.faults.fetch_add(1, Ordering::Relaxed) + 1;
        if faults < FAULTS_MAX {
            return false;
        }
        let exponent = (faults - FAULTS_MAX).min(6);
        self.resume_at.store(now + (5_000_i64 << exponent), Ordering::Relaxed);
        true
    }

    /// Faults in a row so far.
    pub fn faults(&self) -> u32 {
        self.faults.load(Ordering::Relaxed)
    }

    /// A call went well, so that the next one need not wait. True when it ended a series of faults.
    pub fn success(&self) -> bool {
        self.resume_at.store(0, Ordering::Relaxed);
        self.faults.swap(0, Ordering::Relaxed) >= FAULTS_MAX
    }

    /// A message came in.
    pub fn inbound(&self, now: i64) {
        self.inbound_at.store(now, Ordering::Relaxed);
    }

    /// A message went out.
    pub fn outbound(&self, now: i64) {
        self.outbound_at.store(now, Ordering::Relaxed);
    }

    /// When this node last saw a message in and out; 0 for not since it started.
    pub fn traffic(&self) -> (i64, i64) {
        (self.inbound_at.load(Ordering::Relaxed), self.outbound_at.load(Ordering::Relaxed))
    }

    /// Whether the time of the last message should be stored now; at most every ten seconds.
    pub fn note_due(&self, now: i64) -> bool {
        let last = self.noted_at.load(Ordering::Relaxed);
        now - last > 10_000
            && self
                .noted_at
                .compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
    }
}

#[derive(Default)]
struct Maps {
    by_id: HashMap<i64, Arc<Channel>>,
    by_hook: HashMap<String, Arc<Channel>>,
    by_page: HashMap<String, Arc<Channel>>,
    /// Clients and the plugins they have switched off.
    off: HashSet<(i64, String)>,
}

impl Maps {
    fn put(&mut self, channel: Arc<Channel>) {
        self.by_hook.insert(channel.row.hook_key.clone(), channel.clone());
        self.by_page.insert(channel.row.page_key.clone(), channel.clone());
        self.by_id.insert(channel.row.id, channel);
    }

    fn remove(&mut self, id: i64) {
        if let Some(channel) = self.by_id.remove(&id) {
            self.by_hook.remove(&channel.row.hook_key);
            self.by_page.remove(&channel.row.page_key);
        }
    }
}

/// All accounts that are not removed.
#[derive(Default)]
pub struct Registry {
    maps: RwLock<Maps>,
    /// One reload after the other: one that began before a plugin came back would else overwrite what a
    /// later one has found (a lost update), and the account would refuse what its provider brings.
    reloading: tokio::sync::Mutex<()>,
}

impl Registry {
    /// An account of a client.
    #[must_use]
    pub fn of_client(&self, client_id: i64, id: i64) -> Option<Arc<Channel>> {
        self.maps.read().by_id.get(&id).filter(|c| c.row.client_id == client_id).cloned()
    }

    /// The account behind a webhook address.
    #[must_use]
    pub fn by_hook(&self, key: &str) -> Option<Arc<Channel>> {
        self.maps.read().by_hook.get(key).cloned()
    }

    /// The account behind a public page.
    #[must_use]
    pub fn by_page(&self, key: &str) -> Option<Arc<Channel>> {
        self.maps.read().by_page.get(key).cloned()
    }

    /// All accounts, of every client.
    #[must_use]
    pub fn all_across_clients(&self) -> Vec<Arc<Channel>> {
        self.maps.read().by_id.values().cloned().collect()
    }

    /// Whether a client has switched a plugin off.
    #[must_use]
    pub fn is_switched_off(&self, client_id: i64, plugin: &str) -> bool {
        self.maps.read().off.contains(&(client_id, plugin.to_owned()))
    }

    fn replace(&self, channels: Vec<Arc<Channel>>, off: HashSet<(i64, String)>) {
        let mut maps = Maps { off, ..Maps::default() };
        channels.into_iter().for_each(|channel| maps.put(channel));
        *self.maps.write() = maps;
    }
}

impl Channels {
    /// Gives a channel value's report group, as the plugins installed at that moment declare it.
    #[must_use]
    pub fn report_group(&self, value: &str) -> Option<String> {
        self.host.plugins().iter().find_map(|plugin| {
            let channel = plugin.manifest.channels.iter().find(|c| c.value == value)?;
            Some(channel.report_group.clone().unwrap_or_else(|| channel.group.clone()))
        })
    }

    /// Whether a channel value takes signatures, as the plugins installed at that moment declare it.
    #[must_use]
    pub fn signs(&self, value: &str) -> bool {
        self.host.plugins().iter().any(|plugin| {
            takes_signatures(&plugin.manifest)
                && plugin.manifest.channels.iter().any(|c| c.value == value)
        })
    }

    /// Reads all accounts anew.
    ///
    /// # Errors
    /// What the database said.
    pub async fn reload(&self) -> DbResult<()> {
        let _one_at_a_time = self.registry.reloading.lock().await;
        let mut conn = self.db.read().await?;
        let rows = store::all_across_clients(&mut conn).await?;
        let off = store::switched_off_across_clients(&mut conn).await?;
        drop(conn);
        let off: HashSet<(i64, String)> = off.into_iter().collect();
        let channels = {
            let before = self.registry.maps.read();
            let known = |id: i64| before.by_id.get(&id).map(|c| c.breaker.clone());
            let channel = |row: ChannelRow| {
                let off = off.contains(&(row.client_id, row.plugin.clone()));
                let breaker = known(row.id).unwrap_or_default();
                self.assembled(row, off, breaker)
            };
            rows.into_iter().map(channel).collect()
        };
        self.registry.replace(channels, off);
        Ok(())
    }

    /// Reads one account anew: what this node has just changed of it. What costs by the number of all
    /// accounts has no place where an admin waits.
    ///
    /// # Errors
    /// What the database said.
    pub(in crate::channels) async fn reload_account(
        &self,
        client_id: i64,
        id: i64,
    ) -> DbResult<()> {
        let _one_at_a_time = self.registry.reloading.lock().await;
        let mut conn = self.db.read().await?;
        let row = store::account(&mut conn, client_id, id).await?;
        drop(conn);
        let channel = row.map(|row| {
            let maps = self.registry.maps.read();
            let off = maps.off.contains(&(row.client_id, row.plugin.clone()));
            let breaker = maps.by_id.get(&row.id).map(|c| c.breaker.clone()).unwrap_or_default();
            self.assembled(row, off, breaker)
        });
        let mut maps = self.registry.maps.write();
        match channel {
            Some(channel) => maps.put(channel),
            None => maps.remove(id),
        }
        Ok(())
    }

    fn assembled(&self, mut row: ChannelRow, off: bool, breaker: Arc<Breaker>) -> Arc<Channel> {
        let on = row.enabled;
        row.enabled = on && !off;
        let plugin = self.host.plugin(&row.plugin);
        let rules = plugin.as_ref().map(|p| send_rules(&p.manifest)).unwrap_or_default();
        Arc::new(Channel { row, on, plugin, rules, breaker })
    }

    /// Keeps the registry fresh until told to stop: another node may have changed an account.
    pub async fn keep_fresh(self, stop: CancellationToken) {
        let bell = self.db.wake().waiter(CHANGED);
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = bell.notified() => {}
                () = tokio::time::sleep(Duration::from_secs(30)) => {}
            }
            if let Err(error) = self.reload().await {
                tracing::warn!(error = %error, "reading the channel accounts failed");
            }
            self.reconsider.notify_one();
        }
    }
}

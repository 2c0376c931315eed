//! Hostile guests in a running server, next to a plugin that behaves: what each side gets.

use super::{Desk, Folder, Load, Wire, report::percentile};
use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval},
};

/// What the hostile accounts do when their settings are checked, with the act's argument.
pub const ACTS: &[(&str, &str)] = &[
    ("loop", ""),
    ("recursion", ""),
    ("trap", ""),
    ("memory", ""),
    ("memory-gently", ""),
    ("flood", ""),
    ("logs", ""),
    ("big-argument", ""),
    ("handles", ""),
    ("big-blob", ""),
    ("blob-reads", ""),
    ("blob-writes", ""),
    ("forged-blob", ""),
    ("random-flood", ""),
    ("kv-flood", "nothing"),
    ("sign-flood", ""),
    ("big-failure", ""),
    ("http", r#"{"url":"https://evil.example.com/"}"#),
    ("http-flood", r#"{"url":"http://169.254.169.254/latest/meta-data"}"#),
];

/// A server with both plugins: one client writes through Telegram, another one is hostile.
pub struct Arena {
    pub load: Load,
    foe: Desk,
    accounts: Vec<i64>,
}

impl Arena {
    /// Starts it with this package of the hostile plugin; `only` leaves the other acts out.
    pub async fn start(hostile: &[u8], only: Option<&str>) -> Result<Self> {
        let folder = Folder::new(None)?;
        let plugins = folder.path().join("plugins");
        std::fs::create_dir_all(&plugins)?;
        std::fs::write(plugins.join("hostile.pbp"), hostile)?;
        let load = Load::start_in(folder).await?;
        load.folder.create_user_of("Foe", "foe", "admin").await?;
        let foe = Desk::sign_in(&load.program.url, "foe", "admin").await?;
        let mut accounts = vec![];
        for (act, arg) in ACTS.iter().filter(|(act, _)| only.is_none_or(|only| only == *act)) {
            let settings = json!({ "do": act, "arg": arg, "bot_token": "hostile-token" });
            let body = json!({ "plugin": "hostile", "name": act, "settings": settings });
            let made = foe.post("/api/channels", &body).await?;
            accounts.push(made["id"].as_i64().context("an account")?);
        }
        ensure!(!accounts.is_empty(), "there is no such act: {only:?}");
        Ok(Self { load, foe, accounts })
    }

    /// Runs the acts over and over, `at_once` at a time, until told to stop. Gives how many ended.
    pub async fn attack(&self, at_once: usize, stop: Arc<AtomicBool>) -> Result<u64> {
        let ended = Arc::new(AtomicU64::new(0));
        let mut tasks = JoinSet::new();
        for n in 0..at_once {
            let (foe, accounts) = (self.foe.clone(), self.accounts.clone());
            let (stop, ended) = (stop.clone(), ended.clone());
            tasks.spawn(async move {
                let mut next = n;
                while !stop.load(Ordering::Relaxed) {
                    let id = accounts[next % accounts.len()];
                    next += 1;
                    // The answer says what the guest did wrong; that there is one is what counts.
                    foe.post(&format!("/api/channels/{id}/check"), &json!({})).await?;
                    ended.fetch_add(1, Ordering::Relaxed);
                }
                anyhow::Ok(())
            });
        }
        while let Some(done) = tasks.join_next().await {
            done??;
        }
        Ok(ended.load(Ordering::Relaxed))
    }

    /// Posts `rate` webhooks a second for a while and gives how long each took to be answered.
    pub async fn behave(&self, first: u64, rate: u64, time: Duration) -> Result<Vec<Duration>> {
        let mut wire = Wire::connect(&self.load.program.url).await?;
        let mut tick = interval(Duration::from_secs(1) / u32::try_from(rate)?);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (until, mut number, mut times) = (Instant::now() + time, first, vec![]);
        while Instant::now() < until {
            tick.tick().await;
            let began = Instant::now();
            let status = self.load.post(&mut wire, number, 50).await?;
            ensure!(status == 200, "webhook {number} was answered {status}");
            times.push(began.elapsed());
            number += 1;
        }
        Ok(times)
    }
}

/// p50 and p99 of some times.
pub fn p50_p99(times: &mut [Duration]) -> (Duration, Duration) {
    (percentile(times, 50.0), percentile(times, 99.0))
}

/// The most memory a process has had resident, as Linux counts it.
pub fn peak(id: u32) -> Result<u64> {
    let status = std::fs::read_to_string(Path::new("/proc").join(id.to_string()).join("status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    Ok(kib.unwrap_or(0) * 1024)
}

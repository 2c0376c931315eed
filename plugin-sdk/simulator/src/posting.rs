//! Webhooks of built-in providers: in order within a chat, tried again, held back, bundled and
//! repeated on demand. What is posted and how it is signed is each provider's own.
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::network::model::Account;
use crate::network::{Provider, hold};

// Deliveries are remembered for a look and for delivering them again.
const REMEMBERED: usize = 500;

/// What is posted at once: one event, or several that were held back.
#[derive(Debug, Clone, Default)]
pub struct Job {
    pub account: String,
    pub user: i64,
    /// Whose events they are and their numbers, so that their messages learn that they were taken.
    pub events: Vec<(i64, i64)>,
    pub kind: &'static str,
    /// The events in the provider's form.
    pub items: Vec<Value>,
    /// Another address than the account's webhook.
    pub url: Option<String>,
    /// Not before so long.
    pub after: Duration,
    pub twice: bool,
    /// It was posted before.
    pub again: bool,
    /// Where it is remembered; filled when it is taken.
    pub records: Vec<u64>,
}

#[derive(Debug, Clone)]
struct Record {
    id: u64,
    job: Job,
    state: &'static str,
    attempts: u32,
    status: Option<u16>,
    error: Option<String>,
}

/// A provider that posts.
pub trait Poster: Provider {
    /// Whether one webhook may tell of several chats.
    const BUNDLES: bool = true;
    fn posting(&self) -> &Posting;
    /// The request and how long it may take; none when it cannot be made.
    fn request(
        &self,
        client: &reqwest::Client,
        account: &Account,
        url: &str,
        job: &Job,
    ) -> Option<(reqwest::RequestBuilder, Duration)>;
    /// Pauses before each further try; none: a failure is final. `answered`: the business said
    /// something, though no 2xx.
    fn pauses(&self, answered: bool) -> Vec<Duration>;
    /// The next pause, where the business asked for another in seconds (`Retry-After`).
    fn pause(&self, planned: Duration, _asked: Option<f64>) -> Duration {
        planned
    }
    /// Whether a status says that it was taken.
    fn is_taken(&self, status: reqwest::StatusCode) -> bool {
        status.is_success()
    }
    /// What was posted, as a look shows it.
    fn shown(&self, job: &Job) -> Value {
        json!(job.items)
    }
}

/// The webhooks of one provider.
pub struct Posting {
    pub client: reqwest::Client,
    // One line for each chat: its events come in order, and chats do not wait for each other.
    lines: Mutex<HashMap<(String, i64), mpsc::UnboundedSender<Job>>>,
    held: Mutex<Option<Vec<Job>>>,
    // Events of accounts that have no webhook yet.
    waiting: Mutex<Vec<Job>>,
    records: Mutex<VecDeque<Record>>,
    counted: AtomicU64,
}

impl Posting {
    pub fn new() -> Result<Self> {
        // A second provider in the same process makes this fail harmlessly.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .tls_danger_accept_invalid_certs(true)
            .no_proxy()
            .build()
            .context("cannot make an HTTP client")?;
        Ok(Self {
            client,
            lines: Mutex::default(),
            held: Mutex::default(),
            waiting: Mutex::default(),
            records: Mutex::default(),
            counted: AtomicU64::new(0),
        })
    }

    /// Something is to be posted.
    pub fn add<P: Poster>(&self, poster: &Arc<P>, job: Job) {
        let job = self.remember(job, "waiting");
        match &mut *hold(&self.held) {
            Some(held) => {
                self.note(&job, |record| record.state = "held");
                held.push(job);
            }
            None => self.dispatch(poster, job),
        }
    }

    /// Shows something that is not posted, and why.
    pub fn leave_out(&self, job: Job, why: &'static str) {
        self.remember(job, why);
    }

    fn remember(&self, mut job: Job, state: &'static str) -> Job {
        let id = self.counted.fetch_add(1, Ordering::Relaxed);
        job.records = vec![id];
        let mut records = hold(&self.records);
        let of = job.clone();
        records.push_back(Record { id, job: of, state, attempts: 0, status: None, error: None });
        if records.len() > REMEMBERED {
            records.pop_front();
        }
        job
    }

    fn dispatch<P: Poster>(&self, poster: &Arc<P>, job: Job) {
        let ready = job.url.is_some() || {
            let state = poster.network().state();
            state.accounts.get(&job.account).is_some_and(|one| !one.webhook.is_empty())
        };
        if !ready {
            self.note(&job, |record| record.state = "no webhook");
            hold(&self.waiting).push(job);
            return;
        }
        let mut lines = hold(&self.lines);
        let line = lines.entry((job.account.clone(), job.user)).or_insert_with(|| {
            let (sender, receiver) = mpsc::unbounded_channel();
            tokio::spawn(work(Arc::downgrade(poster), receiver));
            sender
        });
        // The worker lives as long as the provider.
        let _ = line.send(job);
    }

    /// An account has a webhook now: what waited goes out.
    pub fn resume<P: Poster>(&self, poster: &Arc<P>, account: &str) {
        let ready: Vec<Job> = {
            let mut waiting = hold(&self.waiting);
            let (ready, rest) = waiting.drain(..).partition(|job| job.account == account);
            *waiting = rest;
            ready
        };
        for job in ready {
            self.dispatch(poster, job);
        }
    }

    /// Orders that all providers with webhooks have: `hold`, `release`, `redeliver`.
    pub fn order<P: Poster>(
        &self,
        poster: &Arc<P>,
        what: &str,
        body: &Value,
    ) -> Option<Result<Value, String>> {
        match what {
            "hold" => {
                let mut held = hold(&self.held);
                Some(Ok(json!({ "held": held.get_or_insert_with(Vec::new).len() })))
            }
            "release" => Some(self.release(poster, body)),
            "redeliver" => Some(self.redeliver(poster, body["event"].as_i64().unwrap_or(0))),
            _ => None,
        }
    }

    // `together`: all events of an account in one webhook, where the provider does that.
    fn release<P: Poster>(&self, poster: &Arc<P>, body: &Value) -> Result<Value, String> {
        let order = body["order"].as_str().unwrap_or("in order");
        if !["in order", "reversed", "shuffled"].contains(&order) {
            return Err("order is \"in order\", \"reversed\" or \"shuffled\"".into());
        }
        let mut jobs = hold(&self.held).take().unwrap_or_default();
        if order == "reversed" {
            jobs.reverse();
        } else if order == "shuffled" {
            let dice = &poster.network().dice;
            for last in (1..jobs.len()).rev() {
                jobs.swap(last, dice.below(last as u64 + 1) as usize);
            }
        }
        let count = jobs.len();
        let bundles = body["together"] == true && P::BUNDLES;
        for job in if bundles { together(jobs) } else { jobs } {
            self.dispatch(poster, job);
        }
        Ok(json!({ "released": count }))
    }

    fn redeliver<P: Poster>(&self, poster: &Arc<P>, event: i64) -> Result<Value, String> {
        let found = hold(&self.records)
            .iter()
            .find(|one| one.job.events.iter().any(|(_, n)| *n == event))
            .cloned();
        let job = found.ok_or("there is no such event; GET …/deliveries lists them")?.job;
        let after = Duration::ZERO;
        self.dispatch(poster, Job { twice: false, again: true, after, ..job });
        Ok(json!({ "redelivered": event }))
    }

    fn note(&self, job: &Job, change: impl Fn(&mut Record)) {
        let mut records = hold(&self.records);
        for record in records.iter_mut().filter(|record| job.records.contains(&record.id)) {
            change(record);
        }
    }

    /// What was posted and what became of it.
    pub fn shown<P: Poster>(&self, poster: &P) -> Value {
        let records = hold(&self.records);
        let shown = records.iter().map(|record| {
            json!({
                "event": record.job.events.first().map(|(_, n)| n), "kind": record.job.kind,
                "account": record.job.account, "user": record.job.user, "state": record.state,
                "attempts": record.attempts, "status": record.status, "error": record.error,
                "body": poster.shown(&record.job),
            })
        });
        shown.collect()
    }
}

fn together(jobs: Vec<Job>) -> Vec<Job> {
    let mut bundles: Vec<Job> = Vec::new();
    for job in jobs {
        match bundles.iter_mut().find(|one| one.account == job.account && one.url == job.url) {
            Some(bundle) => {
                bundle.events.extend(job.events);
                bundle.records.extend(job.records);
                bundle.items.extend(job.items);
            }
            None => bundles.push(job),
        }
    }
    bundles
}

// Works off one chat's line. Between two steps nothing keeps the provider alive.
async fn work<P: Poster>(poster: Weak<P>, mut line: mpsc::UnboundedReceiver<Job>) {
    while let Some(mut job) = line.recv().await {
        tokio::time::sleep(job.after).await;
        let times = if job.twice { 2 } else { 1 };
        for _ in 0..times {
            if deliver(&poster, &mut job).await.is_none() {
                return;
            }
            job.again = true;
        }
    }
}

// `None` when the provider is gone.
async fn deliver<P: Poster>(poster: &Weak<P>, job: &mut Job) -> Option<()> {
    let mut tries = 0;
    loop {
        let request = {
            let poster = poster.upgrade()?;
            let account = poster.network().state().accounts.get(&job.account).cloned();
            let request = account.and_then(|account| {
                let url = job.url.clone().unwrap_or_else(|| account.webhook.clone());
                poster.request(&poster.posting().client, &account, &url, job)
            });
            let Some(request) = request else {
                poster.posting().note(job, |record| record.state = "given up");
                return Some(());
            };
            request
        };
        let (request, timeout) = request;
        let answer = tokio::time::timeout(timeout, request.send()).await;
        let poster = poster.upgrade()?;
        let (status, error, asked) = match answer {
            Err(_) => (None, Some("no answer in time".to_owned()), None),
            Ok(Err(error)) => (None, Some(error.to_string()), None),
            Ok(Ok(answer)) => {
                let asked = answer.headers().get("retry-after").and_then(|wait| wait.to_str().ok());
                let asked = asked.and_then(|wait| wait.parse::<f64>().ok());
                let status = answer.status();
                let bad = (!poster.is_taken(status)).then(|| status.to_string());
                (Some(status.as_u16()), bad, asked)
            }
        };
        let next = poster.pauses(status.is_some()).get(tries).copied();
        let state = match (&error, next) {
            (None, _) => "delivered",
            (Some(_), Some(_)) => "retrying",
            (Some(_), None) => "given up",
        };
        let done = error.is_none();
        poster.posting().note(job, |record| {
            record.attempts += 1;
            (record.state, record.status) = (state, status);
            record.error.clone_from(&error);
        });
        if done {
            for (user, event) in &job.events {
                poster.network().taken(&job.account, *user, *event);
            }
            return Some(());
        }
        let Some(next) = next else { return Some(()) };
        let pause = poster.pause(next, asked);
        drop(poster);
        tokio::time::sleep(pause).await;
        tries += 1;
        job.again = true;
    }
}

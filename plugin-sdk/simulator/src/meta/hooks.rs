//! Webhooks: signed over the escaped body, in order within a chat, several in one request on order,
//! tried again for days, and the handshake that proves an address.
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::Graph;
pub use super::job::Job;
use super::sign::{self, escaped, signature};
use crate::network::{Provider, hold};

const REMEMBERED: usize = 500;
const TIMEOUT: Duration = Duration::from_secs(20);
/// Pauses before each further try, in seconds; the last one repeats.
const PAUSES: [f64; 8] = [0.0, 1.0, 5.0, 15.0, 60.0, 300.0, 1800.0, 3600.0];
const TRIES: u32 = 48;

#[derive(Debug, Clone)]
struct Record {
    job: Job,
    state: &'static str,
    attempts: u32,
    status: Option<u16>,
    error: Option<String>,
}

/// The webhooks of one network.
pub struct Hooks {
    client: reqwest::Client,
    lines: Mutex<HashMap<(String, i64), mpsc::UnboundedSender<Job>>>,
    held: Mutex<Option<Vec<Job>>>,
    waiting: Mutex<Vec<Job>>,
    records: Mutex<VecDeque<Record>>,
}

impl Hooks {
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
        })
    }

    /// Something is to be posted, not before so many seconds.
    pub fn add(&self, graph: &Arc<Graph>, mut job: Job, after_s: f64) {
        job.after_s = after_s;
        let wanted = match hold(&graph.fields).get(&job.account) {
            Some(fields) => job.field.is_empty() || fields.iter().any(|one| one == job.field),
            None => true,
        };
        {
            let state = if wanted { "waiting" } else { "not subscribed" };
            let mut records = hold(&self.records);
            records.push_back(Record {
                job: job.clone(),
                state,
                attempts: 0,
                status: None,
                error: None,
            });
            if records.len() > REMEMBERED {
                records.pop_front();
            }
        }
        if !wanted {
            return;
        }
        match &mut *hold(&self.held) {
            Some(held) => {
                self.note(&job, |record| record.state = "held");
                held.push(job);
            }
            None => self.dispatch(graph, job),
        }
    }

    fn dispatch(&self, graph: &Arc<Graph>, job: Job) {
        let ready = {
            let state = graph.network().state();
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
            tokio::spawn(work(Arc::downgrade(graph), receiver));
            sender
        });
        // The worker lives as long as the network.
        let _ = line.send(job);
    }

    /// An account has a webhook now: what waited goes out.
    pub fn resume(&self, graph: &Arc<Graph>, account: &str) {
        let ready: Vec<Job> = {
            let mut waiting = hold(&self.waiting);
            let (ready, rest) = waiting.drain(..).partition(|job| job.account == account);
            *waiting = rest;
            ready
        };
        for job in ready {
            self.dispatch(graph, job);
        }
    }

    /// From now on nothing is posted.
    pub fn hold(&self) -> Value {
        let mut held = hold(&self.held);
        let count = held.get_or_insert_with(Vec::new).len();
        json!({ "held": count })
    }

    /// Posts what was held back, with `batch` all of an account in one request.
    pub fn release(&self, graph: &Arc<Graph>, order: &str, batch: bool) -> Result<Value, String> {
        let mut jobs = hold(&self.held).take().unwrap_or_default();
        match order {
            "in order" => {}
            "reversed" => jobs.reverse(),
            "shuffled" => {
                let dice = &graph.network().dice;
                for last in (1..jobs.len()).rev() {
                    jobs.swap(last, dice.below(last as u64 + 1) as usize);
                }
            }
            _ => return Err("order is \"in order\", \"reversed\" or \"shuffled\"".into()),
        }
        let count = jobs.len();
        if batch {
            let mut merged: Vec<Job> = Vec::new();
            for job in jobs {
                match merged.iter_mut().find(|one| one.account == job.account) {
                    Some(one) => {
                        one.entries.extend(job.entries);
                        one.events.extend(job.events);
                    }
                    None => merged.push(job),
                }
            }
            jobs = merged;
        }
        for job in jobs {
            self.dispatch(graph, job);
        }
        Ok(json!({ "released": count }))
    }

    /// Posts an event once more.
    pub fn redeliver(&self, graph: &Arc<Graph>, event: i64) -> Result<Value, String> {
        let found = hold(&self.records).iter().find(|one| one.job.events.contains(&event)).cloned();
        let job = found.ok_or("no such event was posted")?.job;
        self.dispatch(graph, Job { twice: false, after_s: 0.0, ..job });
        Ok(json!({ "redelivered": event }))
    }

    fn note(&self, job: &Job, change: impl Fn(&mut Record)) {
        let mut records = hold(&self.records);
        for event in &job.events {
            if let Some(record) =
                records.iter_mut().rev().find(|one| one.job.events.contains(event))
            {
                change(record);
            }
        }
    }

    /// What was posted and what became of it.
    pub fn shown(&self) -> Value {
        let records = hold(&self.records);
        let shown = records.iter().map(|record| {
            json!({
                "event": record.job.events.first(), "kind": record.job.kind,
                "account": record.job.account, "user": record.job.user, "state": record.state,
                "attempts": record.attempts, "status": record.status, "error": record.error,
                "body": { "entry": record.job.entries },
            })
        });
        shown.collect()
    }

    /// Asks an address whether it knows the token, as before every registration.
    pub async fn proves(&self, address: &str, token: &str, challenge: &str) -> Result<(), String> {
        let mut url = url::Url::parse(address).map_err(|_| "the address is none".to_owned())?;
        sign::ask(&mut url, token, challenge);
        let answer = self.client.get(url).timeout(TIMEOUT).send().await;
        let answer = answer.map_err(|error| error.to_string())?;
        let status = answer.status();
        let body = answer.text().await.unwrap_or_default();
        match status.is_success() && body == challenge {
            true => Ok(()),
            false => Err(format!("HTTP Status Code = {}", status.as_u16())),
        }
    }
}

// Works off one chat's line. Between two steps nothing keeps the network alive.
async fn work(graph: Weak<Graph>, mut line: mpsc::UnboundedReceiver<Job>) {
    while let Some(job) = line.recv().await {
        if job.after_s > 0.0 {
            let Some(pause) = graph.upgrade().map(|graph| graph.scaled(job.after_s)) else {
                return;
            };
            tokio::time::sleep(pause).await;
        }
        for _ in 0..if job.twice { 2 } else { 1 } {
            if deliver(&graph, &job).await.is_none() {
                return;
            }
        }
    }
}

// `None` when the network is gone.
async fn deliver(graph: &Weak<Graph>, job: &Job) -> Option<()> {
    for tries in 0..TRIES {
        let request = {
            let graph = graph.upgrade()?;
            let Some(account) = graph.network().state().accounts.get(&job.account).cloned() else {
                graph.hooks.note(job, |record| record.state = "given up");
                return Some(());
            };
            let body = escaped(&json!({ "object": graph.brand.object(), "entry": job.entries }));
            let request = graph.hooks.client.post(&account.webhook);
            request
                .header("content-type", "application/json")
                .header("user-agent", "facebookexternalua")
                .header("x-hub-signature-256", signature(&account.secret, &body))
                .timeout(TIMEOUT)
                .body(body)
        };
        let answer = request.send().await;
        let graph = graph.upgrade()?;
        let (status, error) = match answer {
            Err(error) => (None, Some(error.to_string())),
            Ok(answer) if answer.status().as_u16() == 200 => (Some(200), None),
            Ok(answer) => (Some(answer.status().as_u16()), Some(answer.status().to_string())),
        };
        let state = match (&error, tries + 1 == TRIES) {
            (None, _) => "delivered",
            (Some(_), false) => "retrying",
            (Some(_), true) => "given up",
        };
        graph.hooks.note(job, |record| {
            record.attempts += 1;
            (record.state, record.status, record.error) = (state, status, error.clone());
        });
        if error.is_none() {
            for event in &job.events {
                graph.network().taken(&job.account, job.user, *event);
            }
            return Some(());
        }
        let pause = graph.scaled(PAUSES[(tries as usize).min(PAUSES.len() - 1)]);
        drop(graph);
        tokio::time::sleep(pause).await;
    }
    Some(())
}

//! Webhooks: signed, in order within a chat, tried again, held back and repeated on demand.
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::sync::mpsc;

use super::description::{Encoding, Format, Sign, Webhook};
use super::template::{self, Values};
use super::{Described, values};
use crate::network::{Happening, Manner, Provider, hold};

// Deliveries are remembered for a look and for delivering them again.
const REMEMBERED: usize = 500;
const RETRY_AFTER_MAX: f64 = 3600.0;

/// What is posted for one happening.
#[derive(Debug, Clone)]
struct Job {
    account: String,
    user: i64,
    event: i64,
    kind: &'static str,
    body: String,
    headers: Vec<(String, String)>,
    twice: bool,
}

#[derive(Debug, Clone)]
struct Record {
    job: Job,
    state: &'static str,
    attempts: u32,
    status: Option<u16>,
    error: Option<String>,
}

/// The webhooks of one provider.
pub struct Deliveries {
    client: reqwest::Client,
    // One line for each chat: its events come in order, and chats do not wait for each other.
    lines: Mutex<HashMap<(String, i64), mpsc::UnboundedSender<Job>>>,
    held: Mutex<Option<Vec<Job>>>,
    // Events of accounts that have no webhook yet.
    waiting: Mutex<Vec<Job>>,
    records: Mutex<VecDeque<Record>>,
}

/// A body in the webhook's format, with its headers.
pub fn body(webhook: &Webhook, template: &str, values: &Values) -> (String, Vec<(String, String)>) {
    let template: Value = serde_json::from_str(template).unwrap_or_default();
    let made = template::json(&template, values);
    let (mime, text) = match webhook.format {
        Format::Json => ("application/json", made.to_string()),
        Format::Form => {
            let mut form = url::form_urlencoded::Serializer::new(String::new());
            for (name, value) in made.as_object().into_iter().flatten() {
                match value {
                    Value::String(text) => form.append_pair(name, text),
                    Value::Null => form.append_pair(name, ""),
                    other => form.append_pair(name, &other.to_string()),
                };
            }
            ("application/x-www-form-urlencoded", form.finish())
        }
    };
    let mut headers = vec![("content-type".to_owned(), mime.to_owned())];
    let own = webhook.headers.iter();
    headers.extend(
        own.map(|(name, value)| (name.to_ascii_lowercase(), template::text(value, values))),
    );
    (text, headers)
}

/// The header that proves a body genuine.
pub fn signature(sign: &Sign, secret: &str, body: &str) -> Option<(String, String)> {
    match sign {
        Sign::None | Sign::Query { .. } => None,
        Sign::Header { header, prefix } => Some((header.clone(), format!("{prefix}{secret}"))),
        Sign::Hmac { header, encoding, prefix } => {
            let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
            mac.update(body.as_bytes());
            let raw = mac.finalize().into_bytes();
            let written = match encoding {
                Encoding::Hex => raw.iter().map(|byte| format!("{byte:02x}")).collect(),
                Encoding::Base64 => STANDARD.encode(raw),
            };
            Some((header.clone(), format!("{prefix}{written}")))
        }
    }
}

impl Deliveries {
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

    /// A happening is to be posted.
    pub fn add(
        &self,
        described: &Arc<Described>,
        happening: &Happening,
        (body, headers): (String, Vec<(String, String)>),
        manner: Manner,
    ) {
        let job = Job {
            account: happening.account.key.clone(),
            user: happening.person.id,
            event: happening.event,
            kind: happening.kind.name(),
            body,
            headers,
            twice: manner.twice,
        };
        let record =
            Record { job: job.clone(), state: "waiting", attempts: 0, status: None, error: None };
        {
            let mut records = hold(&self.records);
            records.push_back(record);
            if records.len() > REMEMBERED {
                records.pop_front();
            }
        }
        match &mut *hold(&self.held) {
            Some(held) => {
                self.note(job.event, |record| record.state = "held");
                held.push(job);
            }
            None => self.dispatch(described, job),
        }
    }

    fn dispatch(&self, described: &Arc<Described>, job: Job) {
        let state = described.network().state();
        let ready = state.accounts.get(&job.account).is_some_and(|one| !one.webhook.is_empty());
        drop(state);
        if !ready {
            self.note(job.event, |record| record.state = "no webhook");
            hold(&self.waiting).push(job);
            return;
        }
        let mut lines = hold(&self.lines);
        let line = lines.entry((job.account.clone(), job.user)).or_insert_with(|| {
            let (sender, receiver) = mpsc::unbounded_channel();
            tokio::spawn(work(Arc::downgrade(described), receiver));
            sender
        });
        // The worker lives as long as the provider.
        let _ = line.send(job);
    }

    /// An account has a webhook now: what waited goes out.
    pub fn resume(&self, described: &Arc<Described>, account: &str) {
        let ready: Vec<Job> = {
            let mut waiting = hold(&self.waiting);
            let (ready, rest) = waiting.drain(..).partition(|job| job.account == account);
            *waiting = rest;
            ready
        };
        for job in ready {
            self.dispatch(described, job);
        }
    }

    /// From now on nothing is posted.
    pub fn hold(&self) -> Value {
        let mut held = hold(&self.held);
        let count = held.get_or_insert_with(Vec::new).len();
        json!({ "held": count })
    }

    /// Posts what was held back.
    pub fn release(&self, described: &Arc<Described>, order: &str) -> Result<Value, String> {
        let mut jobs = hold(&self.held).take().unwrap_or_default();
        match order {
            "in order" => {}
            "reversed" => jobs.reverse(),
            "shuffled" => {
                let dice = &described.network().dice;
                for last in (1..jobs.len()).rev() {
                    jobs.swap(last, dice.below(last as u64 + 1) as usize);
                }
            }
            _ => return Err("order is \"in order\", \"reversed\" or \"shuffled\"".into()),
        }
        let count = jobs.len();
        for job in jobs {
            self.dispatch(described, job);
        }
        Ok(json!({ "released": count }))
    }

    /// Posts an event once more.
    pub fn redeliver(&self, described: &Arc<Described>, event: i64) -> Result<Value, String> {
        let found = hold(&self.records).iter().find(|one| one.job.event == event).cloned();
        let job = found.ok_or("there is no such event; GET …/deliveries lists them")?.job;
        self.dispatch(described, Job { twice: false, ..job });
        Ok(json!({ "redelivered": event }))
    }

    fn note(&self, event: i64, change: impl FnOnce(&mut Record)) {
        let mut records = hold(&self.records);
        if let Some(record) = records.iter_mut().rev().find(|record| record.job.event == event) {
            change(record);
        }
    }

    /// What was posted and what became of it.
    pub fn shown(&self) -> Value {
        let records = hold(&self.records);
        let shown = records.iter().map(|record| {
            json!({
                "event": record.job.event, "kind": record.job.kind, "account": record.job.account,
                "user": record.job.user, "state": record.state, "attempts": record.attempts,
                "status": record.status, "error": record.error,
                "body": record.job.body,
            })
        });
        shown.collect()
    }
}

// Works off one chat's line. Between two steps nothing keeps the provider alive.
async fn work(described: Weak<Described>, mut line: mpsc::UnboundedReceiver<Job>) {
    while let Some(job) = line.recv().await {
        let times = if job.twice { 2 } else { 1 };
        for _ in 0..times {
            if deliver(&described, &job).await.is_none() {
                return;
            }
        }
    }
}

// `None` when the provider is gone.
async fn deliver(described: &Weak<Described>, job: &Job) -> Option<()> {
    let mut tries = 0;
    loop {
        let (request, timeout) = {
            let described = described.upgrade()?;
            let Some(request) = request(&described, job) else {
                described.deliveries.note(job.event, |record| record.state = "given up");
                return Some(());
            };
            request
        };
        let answer = tokio::time::timeout(timeout, request.send()).await;
        let described = described.upgrade()?;
        let (status, error, wait) = match answer {
            Err(_) => (None, Some("no answer in time".to_owned()), None),
            Ok(Err(error)) => (None, Some(error.to_string()), None),
            Ok(Ok(answer)) => {
                let wait = answer.headers().get("retry-after").and_then(|wait| wait.to_str().ok());
                let wait = wait.and_then(|wait| wait.parse::<f64>().ok());
                let bad = (!answer.status().is_success()).then(|| answer.status().to_string());
                (Some(answer.status().as_u16()), bad, wait)
            }
        };
        let done = error.is_none();
        let retries = described.description().webhook.as_ref().map(|one| one.retries.clone());
        let next = retries.unwrap_or_default().get(tries).copied();
        let state = match (done, next) {
            (true, _) => "delivered",
            (false, Some(_)) => "retrying",
            (false, None) => "given up",
        };
        described.deliveries.note(job.event, |record| {
            record.attempts += 1;
            (record.state, record.status, record.error) = (state, status, error);
        });
        if done {
            described.network().taken(&job.account, job.user, job.event);
            return Some(());
        }
        let Some(next) = next else { return Some(()) };
        let wait = described.scaled(wait.map_or(next, |wait| wait.clamp(0.0, RETRY_AFTER_MAX)));
        drop(described);
        tokio::time::sleep(wait).await;
        tries += 1;
    }
}

fn request(described: &Described, job: &Job) -> Option<(reqwest::RequestBuilder, Duration)> {
    let description = described.description();
    let webhook = description.webhook.as_ref()?;
    let account = described.network().state().accounts.get(&job.account).cloned()?;
    let mut address = url::Url::parse(&account.webhook).ok()?;
    if let Sign::Query { name } = &webhook.sign {
        address.query_pairs_mut().append_pair(name, &account.secret);
    }
    let method = reqwest::Method::from_bytes(webhook.method.as_bytes()).ok()?;
    let mut request = described.deliveries.client.request(method, address);
    let signature = signature(&webhook.sign, &account.secret, &job.body);
    let mut values = Values::default();
    values::account(&mut values, &account);
    for (name, value) in job.headers.iter().cloned().chain(signature) {
        request = request.header(name, value);
    }
    Some((request.body(job.body.clone()), Duration::from_secs_f64(webhook.timeout_s)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_as_rfc_4231_has_them() {
        let hmac =
            |encoding| Sign::Hmac { header: "X-Sig".into(), encoding, prefix: "sha256=".into() };
        let (header, value) =
            signature(&hmac(Encoding::Hex), "Jefe", "what do ya want for nothing?").unwrap();
        assert_eq!(header, "X-Sig");
        assert_eq!(
            value,
            "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
        let base =
            signature(&hmac(Encoding::Base64), "Jefe", "what do ya want for nothing?").unwrap().1;
        assert_eq!(base, "sha256=W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=");
        let token = Sign::Header { header: "X-Token".into(), prefix: String::new() };
        assert_eq!(signature(&token, "abc", "x"), Some(("X-Token".into(), "abc".into())));
        assert_eq!(signature(&Sign::None, "abc", "x"), None);
    }
}

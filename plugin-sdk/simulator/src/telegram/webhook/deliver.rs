//! Posts the waiting updates of one bot to its webhook until the webhook changes.
use std::sync::Arc;
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use serde_json::Value;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::super::request::Params;
use super::super::state::{Change, Twice, Webhook};
use super::super::{Telegram, flood, methods};
use super::schedule::{Item, Schedule};
use crate::clock;

/// A webhook that answers 410 for this long is removed.
const GONE_MAX: Duration = Duration::from_secs(23 * 3600);
const BACKOFF_CAP_S: u64 = 60;

/// Starts a deliverer for the bot's present webhook; the one before ends.
pub fn restart(telegram: &Arc<Telegram>, token: &str) {
    let mine = stop(telegram, token);
    let webhook = telegram.state().bots.get(token).and_then(|bot| bot.webhook.clone());
    let Some(webhook) = webhook else { return };
    let (arrived, number) =
        telegram.with_line(token, |line| (line.arrived.subscribe(), line.deliverer.subscribe()));
    let run = Deliverer {
        telegram: telegram.clone(),
        token: token.to_owned(),
        webhook,
        schedule: Schedule::new(telegram.time_scale),
        gone_since: None,
    };
    tokio::spawn(run.run(arrived, number, mine));
}

/// Ends the bot's deliverer and gives the number of the next one.
pub fn stop(telegram: &Telegram, token: &str) -> u64 {
    telegram.with_line(token, |line| {
        line.deliverer.send_modify(|number| *number += 1);
        *line.deliverer.borrow()
    })
}

struct Deliverer {
    telegram: Arc<Telegram>,
    token: String,
    webhook: Webhook,
    schedule: Schedule,
    gone_since: Option<Instant>,
}

struct Posted {
    chat: i64,
    item: Item,
    result: Result<Option<Value>, Refused>,
}

struct Refused {
    why: String,
    retry_after: Option<Duration>,
    gone: bool,
}

impl Deliverer {
    async fn run(
        mut self,
        mut arrived: watch::Receiver<u64>,
        mut number: watch::Receiver<u64>,
        mine: u64,
    ) {
        let mut stop = self.telegram.stop.clone();
        let mut posts: JoinSet<Posted> = JoinSet::new();
        loop {
            self.load();
            let now = Instant::now();
            while posts.len() < self.webhook.max_connections
                && let Some((chat, item)) = self.schedule.take(now)
            {
                match self.body(&item) {
                    Some(body) => {
                        let request = self.request(&body);
                        posts.spawn(async move { post(request, chat, item).await });
                    }
                    None => self.schedule.settled(chat, None, now),
                }
            }
            let room = posts.len() < self.webhook.max_connections;
            let next = self.schedule.next().filter(|_| room);
            tokio::select! {
                Ok(_) = number.wait_for(|number| *number != mine) => return,
                _ = stop.changed() => return,
                Some(posted) = posts.join_next(), if !posts.is_empty() => {
                    if let Ok(posted) = posted {
                        self.settle(posted);
                    }
                }
                Ok(()) = arrived.changed() => {}
                () = sleep_until(next), if next.is_some() => {}
            }
        }
    }

    // Takes in what arrived since the last look.
    fn load(&mut self) {
        let now = Instant::now();
        let state = self.telegram.state();
        let Some(bot) = state.bots.get(&self.token) else { return };
        for update in bot.pending.range(self.schedule.seen()..).map(|(_, update)| update) {
            self.schedule.add(update, now);
        }
    }

    // None when the update was dropped meanwhile or is too old.
    fn body(&self, item: &Item) -> Option<Value> {
        match item {
            Item::Echo(body, _) => Some(*body.clone()),
            Item::Fresh(id) => {
                let state = self.telegram.state();
                let update = state.bots.get(&self.token)?.pending.get(id)?;
                (update.expires_at > clock::now_s()).then(|| update.update())
            }
        }
    }

    fn request(&self, body: &Value) -> reqwest::RequestBuilder {
        let mut request = self.telegram.client.post(&self.webhook.url);
        if let Some(secret) = &self.webhook.secret_token {
            request = request.header("X-Telegram-Bot-Api-Secret-Token", secret);
        }
        request.header(CONTENT_TYPE, "application/json").body(body.to_string())
    }

    fn settle(&mut self, posted: Posted) {
        match posted.result {
            Ok(reply) => self.accepted(posted.chat, posted.item, reply),
            Err(refused) => self.refused(posted.chat, &posted.item, refused),
        }
    }

    fn accepted(&mut self, chat: i64, item: Item, reply: Option<Value>) {
        self.gone_since = None;
        let now = Instant::now();
        let Item::Fresh(id) = item else {
            if let Item::Echo(_, flood) = item {
                flood::repeated(&self.telegram, flood);
            }
            self.schedule.settled(chat, None, now);
            return;
        };
        let update = {
            let state = self.telegram.state();
            state.bots.get(&self.token).and_then(|bot| bot.pending.get(&id).cloned())
        };
        let mut again = None;
        if let Some(update) = update {
            if update.twice != Twice::No {
                again = Some((Item::Echo(Box::new(update.update()), update.flood), update.twice));
            }
            self.done(id);
            flood::acked(&self.telegram, update.flood);
        }
        self.schedule.settled(chat, again, now);
        if let Some(Value::Object(call)) = reply {
            self.answer_with_call(call);
        }
    }

    // A webhook may answer with one method call, whose result nobody gets to see.
    fn answer_with_call(&self, call: serde_json::Map<String, Value>) {
        let Some(method) = call.get("method").and_then(Value::as_str).map(str::to_lowercase) else {
            return;
        };
        let forbidden = ["setwebhook", "deletewebhook", "close", "logout"];
        if method.starts_with("get") || forbidden.contains(&method.as_str()) {
            return;
        }
        let (telegram, token) = (self.telegram.clone(), self.token.clone());
        tokio::spawn(async move {
            let params = Params::from_object(call);
            let _ = methods::call(&telegram, &token, &method, params).await;
        });
    }

    fn refused(&mut self, chat: i64, item: &Item, refused: Refused) {
        let now = Instant::now();
        let expired = {
            let mut state = self.telegram.state();
            let bot = state.bots.get_mut(&self.token);
            bot.is_some_and(|bot| {
                bot.last_error = Some((clock::now_s(), refused.why));
                let Item::Fresh(id) = item else { return false };
                bot.pending.get(id).is_none_or(|update| update.expires_at <= clock::now_s())
            })
        };
        if let (Item::Fresh(id), true) = (item, expired) {
            self.done(*id);
            self.schedule.settled(chat, None, now);
            return;
        }
        let cap = Duration::from_secs(BACKOFF_CAP_S + self.telegram.dice.below(BACKOFF_CAP_S));
        self.schedule.failed(chat, refused.retry_after, cap, now);
        if !refused.gone {
            self.gone_since = None;
            return;
        }
        let since = *self.gone_since.get_or_insert(now);
        if now.duration_since(since) > self.telegram.scaled(GONE_MAX) {
            self.telegram.note(Change::Webhook { token: self.token.clone(), webhook: None });
            stop(&self.telegram, &self.token);
        }
    }

    // Not waited for: forgetting an acknowledgement in a crash only repeats an update.
    fn done(&self, id: i64) {
        self.telegram.note(Change::Done { token: self.token.clone(), ids: vec![id] });
    }
}

async fn sleep_until(at: Option<Instant>) {
    if let Some(at) = at {
        tokio::time::sleep_until(at).await;
    }
}

async fn post(request: reqwest::RequestBuilder, chat: i64, item: Item) -> Posted {
    let result = match request.send().await {
        Ok(answer) => judge(answer).await,
        Err(error) => {
            Err(Refused { why: wire_error(&error).into(), retry_after: None, gone: false })
        }
    };
    Posted { chat, item, result }
}

async fn judge(answer: reqwest::Response) -> Result<Option<Value>, Refused> {
    let status = answer.status();
    if status.is_success() {
        // The status decides; a body that breaks off changes nothing.
        let body = answer.bytes().await.unwrap_or_default();
        return Ok(serde_json::from_slice(&body).ok());
    }
    let seconds = answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
    let seconds: Option<u64> = seconds.and_then(|value| value.trim().parse().ok());
    let reason = status.canonical_reason().unwrap_or_default();
    let why = format!("Wrong response from the webhook: {} {reason}", status.as_u16());
    // Reading to the end lets the connection be used again.
    let _ = answer.bytes().await;
    Err(Refused {
        why: why.trim_end().into(),
        retry_after: seconds.map(Duration::from_secs),
        gone: status == StatusCode::GONE,
    })
}

fn wire_error(error: &reqwest::Error) -> &'static str {
    if error.is_connect() {
        "Connection refused"
    } else if error.is_timeout() {
        "Read timeout expired"
    } else {
        "Webhook connection closed"
    }
}

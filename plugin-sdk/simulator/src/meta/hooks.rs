//! Webhooks: signed over the escaped body, several events in one request on order, tried again for
//! days, and the handshake that proves an address.
use std::time::Duration;

use serde_json::{Value, json};

use super::Graph;
use super::sign::{self, escaped, signature};
use crate::network::hold;
use crate::network::model::Account;
use crate::posting::{Job, Poster, Posting};

const TIMEOUT: Duration = Duration::from_secs(20);
/// Pauses before each further try, in seconds; the last one repeats.
const PAUSES: [f64; 8] = [0.0, 1.0, 5.0, 15.0, 60.0, 300.0, 1800.0, 3600.0];
const TRIES: usize = 48;

/// An entry to be posted.
pub fn job(account: &str, (user, event): (i64, i64), kind: &'static str, entry: Value) -> Job {
    let (account, events, items) = (account.to_owned(), vec![(user, event)], vec![entry]);
    Job { account, user, events, kind, items, ..Job::default() }
}

/// Posts it, not before so many seconds, if the account is subscribed to the field; an empty one
/// always comes.
pub fn post(graph: &Graph, job: Job, field: &str, after_s: f64) {
    let Some(me) = graph.me.upgrade() else { return };
    let job = Job { after: graph.scaled(after_s), ..job };
    let is_wanted = match hold(&graph.fields).get(&job.account) {
        Some(fields) => field.is_empty() || fields.iter().any(|one| one == field),
        None => true,
    };
    match is_wanted {
        true => graph.posting.add(&me, job),
        false => graph.posting.leave_out(job, "not subscribed"),
    }
}

/// Asks an address whether it knows the token, as before every registration.
pub async fn proves(
    graph: &Graph,
    address: &str,
    token: &str,
    challenge: &str,
) -> Result<(), String> {
    let mut url = url::Url::parse(address).map_err(|_| "the address is none".to_owned())?;
    sign::ask(&mut url, token, challenge);
    let answer = graph.posting.client.get(url).timeout(TIMEOUT).send().await;
    let answer = answer.map_err(|error| error.to_string())?;
    let status = answer.status();
    let body = answer.text().await.unwrap_or_default();
    match status.is_success() && body == challenge {
        true => Ok(()),
        false => Err(format!("HTTP Status Code = {}", status.as_u16())),
    }
}

impl Poster for Graph {
    fn posting(&self) -> &Posting {
        &self.posting
    }

    fn request(
        &self,
        client: &reqwest::Client,
        account: &Account,
        url: &str,
        job: &Job,
    ) -> Option<(reqwest::RequestBuilder, Duration)> {
        let body = escaped(&json!({ "object": self.brand.object(), "entry": job.items }));
        let request = client
            .post(url)
            .header("content-type", "application/json")
            .header("user-agent", "facebookexternalua")
            .header("x-hub-signature-256", signature(&account.secret, &body))
            .body(body);
        Some((request, TIMEOUT))
    }

    fn pauses(&self, _answered: bool) -> Vec<Duration> {
        let pause = |tries: usize| self.scaled(PAUSES[tries.min(PAUSES.len() - 1)]);
        (0..TRIES - 1).map(pause).collect()
    }

    fn is_taken(&self, status: reqwest::StatusCode) -> bool {
        status == reqwest::StatusCode::OK
    }

    fn shown(&self, job: &Job) -> Value {
        json!({ "entry": job.items })
    }
}

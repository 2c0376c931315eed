//! What Graph posts: the check of the address, notifications, and news of the subscription itself.
//!
//! A notification is a wake-up and nothing else. Graph wants its answer within three seconds, so the
//! mail is fetched by a timer, which is due at once.

use crate::subscription;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value};

/// The timer that reads the mailbox.
pub const SYNC: &str = "sync";
/// The timer that looks after the subscription.
pub const RENEW: &str = "renew";

/// Answers one request.
pub fn handle(req: &webhook::Request) -> Result<(Option<webhook::Reply>, Batch), Failure> {
    if let Some(token) = field(&req.query, "validationToken") {
        return Ok(checked(req, &token));
    }
    let body: Value = serde_json::from_slice(&req.body)?;
    let Some(all) = body["value"].as_array() else {
        let text = "This is no notification of Microsoft Graph.";
        return Err(Failure::Permanent(Detail::new("graph-email.strange", text)));
    };
    let state = subscription::client_state();
    let now = host::now_ms();
    let (mut sync, mut renew, mut removed, mut foreign) = (false, false, false, 0);
    for one in all {
        let given = one["clientState"].as_str().unwrap_or_default();
        if !state.as_deref().is_some_and(|ours| same(ours.as_bytes(), given.as_bytes())) {
            foreign += 1;
            continue;
        }
        match one["lifecycleEvent"].as_str() {
            None => sync = true,
            Some("reauthorizationRequired") => renew = true,
            Some("subscriptionRemoved") => (sync, renew, removed) = (true, true, true),
            // `missed`, and whatever is added later: reading the mailbox costs little.
            Some(_) => sync = true,
        }
    }
    if foreign > 0 {
        warn!("notifications without this account's mark were left out", count = foreign);
    }
    let mut batch = Batch::empty();
    if sync {
        batch = batch.timer(SYNC, Some(now));
    }
    if renew {
        batch = batch.timer(RENEW, Some(now));
    }
    if removed {
        batch = batch.forget(subscription::KEY);
    }
    let reply = webhook::Reply { status: 202, headers: Vec::new(), body: Vec::new() };
    Ok((Some(reply), batch))
}

/// Graph checks an address before it takes it, and wants its token back as it is. The address itself
/// is in the query: this is the only time that the plugin learns it outside of `connect`.
fn checked(req: &webhook::Request, token: &str) -> (Option<webhook::Reply>, Batch) {
    let header = |name: &str, value: &str| Header { name: name.to_owned(), value: value.into() };
    let reply = webhook::Reply {
        status: 200,
        headers: vec![
            header("Content-Type", "text/plain; charset=utf-8"),
            header("X-Content-Type-Options", "nosniff"),
        ],
        body: token.as_bytes().to_vec(),
    };
    let batch = match field(&req.query, "at") {
        Some(url) if host::kv_get(subscription::ADDRESS).as_deref() != Some(url.as_bytes()) => {
            // What was known called another address.
            Batch::empty().store(subscription::ADDRESS, url).forget(subscription::KEY)
        }
        _ => Batch::empty(),
    };
    (Some(reply), batch)
}

/// A field of a query, decoded as forms are.
fn field(query: &str, name: &str) -> Option<String> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(key, _)| *key == name).map(|(_, value)| unescaped(value))
}

fn unescaped(text: &str) -> String {
    let bytes = text.as_bytes();
    let hex = |at: usize| bytes.get(at).and_then(|byte| char::from(*byte).to_digit(16));
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match (byte, hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 2;
            }
            (b'+', ..) => out.push(b' '),
            _ => out.push(*byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Takes the same time wherever the difference is.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differs, (x, y)| differs | (x ^ y)) == 0
}

#[cfg(test)]
mod tests {
    use super::{field, same};

    #[test]
    fn tokens_are_decoded_as_forms_are() {
        let query = "key=k&validationToken=Validation%3a+Testing+client+application+reachability\
            +for+subscription+Request-Id%3a+1";
        let token =
            "Validation: Testing client application reachability for subscription Request-Id: 1";
        assert_eq!(field(query, "validationToken").as_deref(), Some(token));
        assert_eq!(
            field("validationToken=100%25%zz%", "validationToken").as_deref(),
            Some("100%%zz%")
        );
        assert_eq!(field("token=x", "validationToken"), None);
        assert!(same(b"abc", b"abc") && !same(b"abc", b"abd") && !same(b"", b"a"));
    }
}

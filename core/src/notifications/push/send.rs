//! Sending one notification to one browser.

use super::{
    SEND,
    encrypt::{PLAIN_MAX, encrypt},
    keys::new_secret,
    subscribe::BrowserKeys,
};
use crate::{
    db::{DbResult, Tx},
    jobs::{Class, Job, JobError, NewJob, queue},
    notifications::{Notifications, model::Notification, store},
    plugins::{Detail, Purpose, egress::NetError, net_error_text},
};
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// What nobody got in a day is no news any more.
const YOUNG_MS: i64 = 86_400_000;
const PATIENCE: Duration = Duration::from_secs(10);
/// Characters of a text that are sent; the panel has all of it.
const TEXT_MAX: usize = 300;

#[derive(Deserialize)]
struct PushJob {
    subscription: i64,
    notification: i64,
}

/// What becomes of an attempt.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    Done,
    /// The browser takes no more from us.
    Forget,
    Again,
    GiveUp,
}

/// Reads a push service's answer (RFC 8030, section 5, and what services do). Pure.
pub(super) fn after(status: u16) -> Next {
    match status {
        200..=299 => Next::Done,
        404 | 410 => Next::Forget,
        429 | 500..=599 => Next::Again,
        _ => Next::GiveUp,
    }
}

impl Notifications {
    /// Plans the sending to each browser of the user, in the caller's transaction.
    pub(in crate::notifications) async fn plan_push(
        &self,
        tx: &mut Tx,
        (client_id, user_id): (i64, i64),
        notification: i64,
    ) -> DbResult<()> {
        let now = self.clock.now_ms();
        for (subscription,) in store::subscriptions(tx, client_id, user_id, now).await? {
            let job = NewJob {
                client_id,
                class: Class::Normal,
                kind: SEND,
                key: format!("{subscription}:{notification}"),
                payload: json!({ "subscription": subscription, "notification": notification }),
                run_at_ms: now,
            };
            queue::enqueue(tx, job).await?;
        }
        Ok(())
    }

    /// The job.
    pub(in crate::notifications) async fn send_push(&self, job: &Job) -> Result<(), JobError> {
        let wanted: PushJob = serde_json::from_value(job.payload.clone())
            .map_err(|e| JobError::GiveUp(e.to_string()))?;
        let (client, now) = (job.client_id, self.clock.now_ms());
        let mut conn = self.db.read().await?;
        let target = store::subscription(&mut conn, client, wanted.subscription, now).await?;
        // Signed out meanwhile, or the browser is somebody else's by now.
        let Some(target) = target else { return Ok(()) };
        let row =
            store::notification(&mut conn, client, target.user_id, wanted.notification).await?;
        drop(conn);
        // Who has read it, or taken it away, needs no push.
        let Some(row) = row.filter(|row| row.read_at.is_none()) else { return Ok(()) };
        if now - row.created_at > YOUNG_MS {
            return Ok(());
        }
        let status = self.post(client, &target, &Notification::from(row), now).await;
        let gone = match &status {
            Ok(status) => after(*status) == Next::Forget,
            // Such an address was never one of a push service.
            Err(NetError::Denied(_)) => true,
            Err(_) => false,
        };
        if gone {
            let mut tx = self.db.begin().await?;
            store::forget_subscription(&mut tx, client, wanted.subscription).await?;
            tx.commit().await?;
            return Ok(());
        }
        match status {
            Ok(status) => match after(status) {
                Next::Done | Next::Forget => Ok(()),
                Next::Again => Err(JobError::Retry(format!("the push service answers {status}"))),
                Next::GiveUp => Err(JobError::GiveUp(format!("the push service answers {status}"))),
            },
            Err(error) => Err(JobError::Retry(net_error_text(&error))),
        }
    }

    async fn post(
        &self,
        client_id: i64,
        target: &store::Target,
        notification: &Notification,
        now: i64,
    ) -> Result<u16, NetError> {
        let unusable = || NetError::Denied(Detail::new("push.keys", "unusable keys"));
        let keys = BrowserKeys { p256dh: target.p256dh.clone(), auth: target.auth.clone() };
        let receiver = keys.receiver().ok_or_else(unusable)?;
        let url = url::Url::parse(&target.endpoint).map_err(|_| unusable())?;
        let origin = url.origin().ascii_serialization();
        let authorization = self.push.authorization(&origin, now / 1000).ok_or_else(unusable)?;
        let ids = &self.push.ids;
        let salt: [u8; 16] = ids.bytes(16).try_into().map_err(|_| unusable())?;
        let plain = payload(notification);
        let body = encrypt(&receiver, &new_secret(ids), salt, &plain).ok_or_else(unusable)?;
        let headers = [
            ("authorization", authorization.as_str()),
            ("content-encoding", "aes128gcm"),
            ("content-type", "application/octet-stream"),
            ("ttl", "86400"),
            ("urgency", "high"),
        ];
        let way = self.push.egress.to(Purpose::Push { client_id });
        way.post(&url, &headers, body, PATIENCE).await
    }
}

/// What the worker in the browser gets.
pub(super) fn payload(n: &Notification) -> Vec<u8> {
    let short = |text: &str| text.chars().take(TEXT_MAX).collect::<String>();
    let whole = json!({
        "id": n.id, "type": n.kind, "category": n.category, "channel": n.channel,
        "ticket_number": n.ticket_number, "title": n.title, "body": short(&n.body),
        "subject": short(&n.subject), "detail": short(&n.detail), "count": n.count, "ts": n.ts,
    })
    .to_string()
    .into_bytes();
    if whole.len() <= PLAIN_MAX {
        return whole;
    }
    json!({ "id": n.id, "type": "", "title": n.title, "body": "" }).to_string().into_bytes()
}

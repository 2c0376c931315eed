//! Following the logs of clients that have rules.

use super::{
    Rules, due,
    model::{Rule, When},
    run::Moment,
    store,
};
use crate::{
    db::DbResult,
    events::{Event, log},
};
use serde_json::Value;
use std::{collections::VecDeque, time::Duration};
use tokio_util::sync::CancellationToken;

/// The fallback when a wake-up call was missed.
const POLL: Duration = Duration::from_secs(5);
/// What comes in a row is looked at together.
const GATHER: Duration = Duration::from_millis(50);
const PAGE: i64 = 200;

impl Rules {
    /// Reads the logs until told to stop.
    pub async fn follow(self, stop: CancellationToken) {
        let mut woken = self.db.wake().watch_events();
        while !stop.is_cancelled() {
            if let Err(error) = self.look().await {
                tracing::warn!(error = %error, "the log was not read for rules");
            }
            tokio::select! {
                () = stop.cancelled() => return,
                // Whose log it was, the next look finds out.
                _ = woken.recv() => tokio::time::sleep(GATHER).await,
                () = tokio::time::sleep(POLL) => {}
            }
            woken = woken.resubscribe();
        }
    }

    async fn look(&self) -> DbResult<()> {
        let mut conn = self.db.read().await?;
        let mut behind: VecDeque<(i64, i64)> =
            store::behind_across_clients(&mut conn).await?.into();
        drop(conn);
        // A page each in turn, and what one client's rules meet must not hold up the others'.
        while let Some((client_id, place)) = behind.pop_front() {
            match self.catch_up(client_id, place).await {
                Ok(Some(place)) => behind.push_back((client_id, place)),
                Ok(None) => {}
                Err(error) => tracing::warn!(error = %error, client_id, "rules did not run"),
            }
        }
        Ok(())
    }

    /// Reads a page of a client's log. Gives where the next one begins, if there may be one.
    async fn catch_up(&self, client_id: i64, place: i64) -> DbResult<Option<i64>> {
        let mut conn = self.db.read().await?;
        let events = log::after(&mut conn, client_id, place, PAGE).await?;
        // Read after the events: a rule that is switched on later has nothing to do with them.
        let rules = store::enabled(&mut conn, client_id).await?;
        drop(conn);
        let Some(last) = events.last() else { return Ok(None) };
        for moment in events.iter().filter_map(moment) {
            if rules.iter().any(|rule| concerns(rule, &moment)) {
                self.take(&moment).await?;
            }
        }
        self.pass(client_id, last.seq).await?;
        let full = i64::try_from(events.len()).is_ok_and(|count| count >= PAGE);
        Ok(full.then_some(last.seq))
    }

    /// One event: what the rules do about it and the place behind it commit together. Another node
    /// may take the same at the same time; then it waits here and finds the place moved.
    async fn take(&self, moment: &Moment) -> DbResult<()> {
        let client_id = moment.client_id;
        let mut tx = self.db.begin().await?;
        if store::lock_place(&mut tx, client_id).await? >= moment.seq {
            return Ok(());
        }
        let rules = store::enabled(&mut tx, client_id).await?;
        self.run_all(&mut tx, &rules, moment).await?;
        for rule in rules.iter().filter(|rule| rule.when.counts_from() == Some(moment.when)) {
            if moment.seq > rule.since_seq {
                due::plan(&mut tx, rule, moment).await?;
            }
        }
        store::set_place(&mut tx, client_id, moment.seq).await?;
        tx.commit().await
    }

    /// What comes up to here concerns no rule any more.
    async fn pass(&self, client_id: i64, seq: i64) -> DbResult<()> {
        let mut tx = self.db.begin().await?;
        if store::lock_place(&mut tx, client_id).await? < seq {
            store::set_place(&mut tx, client_id, seq).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}

fn concerns(rule: &Rule, moment: &Moment) -> bool {
    moment.seq > rule.since_seq
        && (rule.when == moment.when || rule.when.counts_from() == Some(moment.when))
}

/// What an event of the log is for rules; none for one that no rule can wait for.
pub(super) fn moment(event: &Event) -> Option<Moment> {
    let ticket_id = event.ticket_id?;
    let named = |name: &str| -> Option<When> {
        Some(match name {
            "createTicket" => When::Opened,
            "newMessage" => When::CustomerMessage,
            "ticketStatusChanged" => When::Status,
            "ticketLabelsChanged" => When::Labels,
            "ticketDepartmentChanged" => When::Department,
            "participantChanged" => When::Assignee,
            "ticketSeverityChanged" => When::Severity,
            "addNote" => When::Note,
            _ => return None,
        })
    };
    let mut when = named(&event.name)?;
    let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
    let message = &data["message"];
    if when == When::CustomerMessage {
        when = match message["direction"].as_str() {
            Some("in") => When::CustomerMessage,
            Some("out") => When::Answer,
            _ => return None,
        };
    }
    let text = match when {
        When::Opened | When::CustomerMessage | When::Answer => &message["message"],
        When::Note => &data["note"]["text"],
        _ => &Value::Null,
    };
    // A part that was split off is no new request: its customer wrote long before.
    if when == When::Opened && message.is_null() {
        return None;
    }
    let cause = &data["cause"];
    let chain = cause["rules"].as_array();
    Some(Moment {
        client_id: event.client_id,
        ticket_id,
        when,
        seq: event.seq,
        text: text.as_str().map(str::to_owned),
        message_id: message["id"].as_i64(),
        automatic: message["automatic"] == true,
        chain: chain.map(|ids| ids.iter().filter_map(Value::as_i64).collect()).unwrap_or_default(),
        depth: cause["depth"].as_u64().and_then(|depth| depth.try_into().ok()).unwrap_or(0),
        at_ms: event.at_ms,
    })
}

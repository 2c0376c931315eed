//! What rules wait for, as the log tells it.

use super::{
    Rules, delayed,
    model::{Rule, When},
    run::Moment,
    store,
};
use crate::{
    db::{Conn, DbResult, Tx},
    events::{Event, LogConsumer},
};
use serde_json::Value;

/// The name of rules among the log consumers.
pub(super) const CONSUMER: &str = Rules::NAME;

impl LogConsumer for Rules {
    const NAME: &'static str = "rules";
    // What the rules do about one event is seen by those that the next one meets.
    const ONE_BY_ONE: bool = true;

    async fn select(
        &self,
        conn: &mut Conn,
        client_id: i64,
        events: Vec<Event>,
    ) -> DbResult<Vec<Event>> {
        // Read after the events: a rule that is switched on later has nothing to do with them.
        let rules = store::enabled(conn, client_id).await?;
        let concerning = |event: &Event| {
            let moment = moment(event);
            moment.is_some_and(|moment| rules.iter().any(|rule| concerns(rule, &moment)))
        };
        Ok(events.into_iter().filter(concerning).collect())
    }

    async fn act(&self, tx: &mut Tx, client_id: i64, events: &[Event]) -> DbResult<()> {
        let rules = store::enabled(tx, client_id).await?;
        for moment in events.iter().filter_map(moment) {
            self.run_all(tx, &rules, &moment).await?;
            for rule in rules.iter().filter(|rule| rule.when.counts_from() == Some(moment.when)) {
                if moment.seq > rule.since_seq {
                    delayed::plan(tx, rule, &moment).await?;
                }
            }
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
            "slaWarning" => When::SlaWarning,
            "slaBreached" => When::SlaBreached,
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
            Some("note") => When::Note,
            _ => return None,
        };
    }
    let text = match when {
        When::Opened | When::CustomerMessage | When::Answer => &message["message"],
        When::Note if data["note"].is_null() => &message["message"],
        When::Note => &data["note"]["text"],
        _ => &Value::Null,
    };
    // What an agent wrote first is no request that an automatic answer could be about.
    if when == When::Opened && message["direction"] == "out" {
        return None;
    }
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

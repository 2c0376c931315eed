//! What the log tells that clocks start, stand still or stop by.

use super::{
    Sla,
    clock::{Clock, Reason},
    clocks::Happened,
    promises::Promises,
    recalculate, store,
};
use crate::{
    db::{Conn, DbResult, Tx},
    events::{Event, LogConsumer},
    tickets::{self, DueMetric as Metric},
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Events after which all clocks that run are set anew.
const RULES_CHANGED: [&str; 3] = ["slaPoliciesChanged", "labelsChanged", "hoursChanged"];

/// What an event says of a ticket's clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Observed {
    Happened(Happened),
    /// This ticket was merged into the one that the event is about.
    Merged(i64),
}

impl LogConsumer for Sla {
    const NAME: &'static str = "sla";
    const EVENTS: Option<&'static [&'static str]> = Some(&[
        "createTicket",
        "newMessage",
        "ticketStatusChanged",
        "ticketLabelsChanged",
        "ticketSeverityChanged",
        "ticketDepartmentChanged",
        "ticketLanguageChanged",
        "ticketMerged",
        RULES_CHANGED[0],
        RULES_CHANGED[1],
        RULES_CHANGED[2],
    ]);
    const EVERY_CLIENT: bool = true;

    async fn is_idle(&self, conn: &mut Conn, client_id: i64) -> DbResult<bool> {
        store::promises_nothing(conn, client_id).await
    }

    async fn select(
        &self,
        conn: &mut Conn,
        client_id: i64,
        events: Vec<Event>,
    ) -> DbResult<Vec<Event>> {
        let promises = Promises::read(conn, client_id).await?;
        if !promises.are_of_labels_alone() {
            return Ok(events);
        }
        // Labels promise a first reply: messages matter where one is still owed.
        let written = events.iter().filter(|event| &*event.name == "newMessage");
        let tickets: BTreeSet<i64> = written.filter_map(|event| event.ticket_id).collect();
        let owed = store::live_among(conn, client_id, &Vec::from_iter(tickets)).await?;
        let concerns = |event: &Event| match &*event.name {
            "newMessage" => event.ticket_id.is_some_and(|id| owed.contains(&id)),
            "createTicket" => !promises.is_empty() && carries_labels(event),
            "ticketStatusChanged" | "ticketLabelsChanged" | "ticketMerged" => true,
            name => RULES_CHANGED.contains(&name),
        };
        Ok(events.into_iter().filter(concerns).collect())
    }

    async fn act(&self, tx: &mut Tx, client_id: i64, events: &[Event]) -> DbResult<()> {
        let now = self.clock.now_ms();
        if let Some(changed) = events.iter().rfind(|one| RULES_CHANGED.contains(&&*one.name)) {
            recalculate::plan(tx, client_id, (changed.seq, 0), now).await?;
        }
        let mut by_ticket: BTreeMap<i64, Vec<(Observed, i64)>> = BTreeMap::new();
        for event in events {
            if let (Some(ticket_id), Some(what)) = (event.ticket_id, observed(event)) {
                by_ticket.entry(ticket_id).or_default().push((what, event.at_ms));
            }
        }
        if by_ticket.is_empty() {
            return Ok(());
        }
        let ids: Vec<i64> = by_ticket.keys().copied().collect();
        tickets::hold_tickets(tx, client_id, &ids).await?;
        let promises = Promises::read(tx, client_id).await?;
        for (ticket_id, observed) in by_ticket {
            let mut happened = vec![];
            for (what, at) in observed {
                happened.push((
                    match what {
                        Observed::Happened(what) => what,
                        Observed::Merged(source) => merged_in(tx, client_id, source, at).await?,
                    },
                    at,
                ));
            }
            self.keep_time(tx, (client_id, ticket_id), &happened, &promises).await?;
        }
        Ok(())
    }
}

fn carries_labels(event: &Event) -> bool {
    let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
    !matches!(data["ticket"]["label"].as_str(), None | Some("" | "[]"))
}

/// When the clocks of a merged ticket began that count for the other one.
async fn merged_in(tx: &mut Tx, client_id: i64, source: i64, at: i64) -> DbResult<Happened> {
    let rows = store::clocks(tx, client_id, source).await?;
    let clocks: Vec<Clock> = rows.iter().map(store::ClockRow::clock).collect();
    let began = |metric| {
        let counted = clocks.iter().filter(|clock| {
            let merged = clock.stopped_by_merge(at) || clock.reason == Some(Reason::Merged);
            clock.metric == metric && (clock.is_live() || merged)
        });
        counted.map(|clock| clock.started_at).min()
    };
    Ok(Happened::MergedIn {
        first_reply: began(Metric::FirstReply),
        resolution: began(Metric::Resolution),
    })
}

/// What an event is for clocks; none for one that moves none.
pub(super) fn observed(event: &Event) -> Option<Observed> {
    let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
    let message = &data["message"];
    let by_person = message["automatic"] != true;
    let happened = match &*event.name {
        "createTicket" => match message["direction"].as_str() {
            Some("in") => Happened::Opened,
            // A part of another ticket, whose customer wrote before.
            None => Happened::Changed,
            // What the desk began waits for nobody yet.
            Some(_) => return None,
        },
        "newMessage" => match message["direction"].as_str() {
            Some("in") if by_person => Happened::CustomerMessage,
            Some("out") if by_person => Happened::Reply,
            _ => return None,
        },
        "ticketStatusChanged" => Happened::Status(data["status"].as_i64()?),
        "ticketLabelsChanged"
        | "ticketSeverityChanged"
        | "ticketDepartmentChanged"
        | "ticketLanguageChanged" => Happened::Changed,
        "ticketMerged" => {
            let source = data["source_id"].as_i64()?;
            match (event.ticket_id == Some(source), data["merged"] == true) {
                (true, true) => Happened::MergedAway,
                (true, false) => Happened::Unmerged,
                (false, true) => return Some(Observed::Merged(source)),
                (false, false) => return None,
            }
        }
        _ => return None,
    };
    Some(Observed::Happened(happened))
}

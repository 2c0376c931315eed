//! What a batch with events must look like, whatever interface it came through.

use super::trial::{Found, Trial, fine, wrong};
use patchbay::plugins::Event;
use std::collections::BTreeSet;

/// 1 January 2000: earlier times are seconds where milliseconds belong.
const EARLIEST_MS: i64 = 946_684_800_000;

/// The sample is a message from a customer, and every event of it is complete.
pub fn complete(trial: &Trial<'_>) -> Found {
    let batch = trial.clean.batch.clone().unwrap_or_default();
    let channels: Vec<&str> =
        trial.stage.manifest().channels.iter().map(|c| c.value.as_str()).collect();
    let name = |field: &str| trial.language.name(field);
    let (mut ids, mut messages) = (BTreeSet::new(), 0);
    for event in &batch.events {
        let problem = match event {
            Event::Message(m) => {
                messages += 1;
                if m.external_id.is_empty() {
                    Some(format!(
                        "a message without `{}` cannot be known again",
                        name("external-id")
                    ))
                } else if !ids.insert(m.external_id.clone()) {
                    Some(format!(
                        "two messages have the `{}` {}",
                        name("external-id"),
                        m.external_id
                    ))
                } else if m.thread.is_empty() || m.from.external_id.is_empty() {
                    Some(format!("a message needs `thread` and `{}`", name("from.external-id")))
                } else if !channels.contains(&m.channel.as_str()) {
                    Some(format!("the manifest declares no channel `{}`", m.channel))
                } else if m.at_ms < EARLIEST_MS {
                    Some(format!(
                        "`{}` is {}: it counts milliseconds since 1970",
                        name("at-ms"),
                        m.at_ms
                    ))
                } else {
                    None
                }
            }
            Event::Receipt(r) => {
                let known = ["sent", "delivered", "read", "failed"].contains(&r.status.as_str());
                (!known).then(|| format!("a receipt cannot say `{}`", r.status))
            }
            Event::Signal(s) => {
                let known = ["typing", "stopped", "read"].contains(&s.kind.as_str());
                (!known).then(|| format!("a signal cannot be `{}`", s.kind))
            }
            _ => None,
        };
        if let Some(problem) = problem {
            return wrong(problem);
        }
    }
    if messages == 0 {
        return wrong(format!(
            "{} must be an input with a customer's message; name another one in conformance.toml",
            trial.sample.name()
        ));
    }
    fine()
}

/// The ids by which the host drops what it has seen.
pub fn ids(batch: Option<&patchbay::plugins::Batch>) -> Vec<String> {
    let events = batch.into_iter().flat_map(|batch| &batch.events);
    events
        .filter_map(|event| match event {
            Event::Message(m) => Some(m.external_id.clone()),
            Event::Receipt(r) => Some(format!("{} {}", r.external_id, r.status)),
            Event::Call(c) => Some(format!("{} {}", c.external_id, c.kind)),
            _ => None,
        })
        .collect()
}

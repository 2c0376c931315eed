//! What a batch with events must look like, whatever interface it came through.

use super::trial::{CheckResult, Trial, fine, messages, wrong};
use crate::stage::Twist;
use patchbay::plugins::{Event, InboundMessage};
use std::collections::BTreeSet;

/// 1 January 2000: earlier times are seconds where milliseconds belong.
const EARLIEST_MS: i64 = 946_684_800_000;

/// What can happen to a call.
const CALL_KINDS: [&str; 8] =
    ["ringing", "answered", "held", "resumed", "transferred", "ended", "missed", "recorded"];

/// The sample is a message or a call from a customer, and every event of it is complete.
pub fn complete(trial: &Trial<'_>) -> CheckResult {
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
            Event::Call(c) => {
                messages += 1;
                let known = CALL_KINDS.contains(&c.kind.as_str());
                if c.external_id.is_empty() || c.thread.is_empty() || c.from.external_id.is_empty()
                {
                    Some(format!(
                        "a call needs `{}`, `thread` and `{}`",
                        name("external-id"),
                        name("from.external-id")
                    ))
                } else if !known {
                    Some(format!("a call cannot be `{}`", c.kind))
                } else if !["in", "out"].contains(&c.direction.as_str()) {
                    Some(format!("a call's `direction` is `in` or `out`, not `{}`", c.direction))
                } else if !channels.contains(&c.channel.as_str()) {
                    Some(format!("the manifest declares no channel `{}`", c.channel))
                } else if c.at_ms < EARLIEST_MS {
                    Some(format!(
                        "`{}` is {}: it counts milliseconds since 1970",
                        name("at-ms"),
                        c.at_ms
                    ))
                } else {
                    None
                }
            }
            _ => None,
        };
        if let Some(problem) = problem {
            return wrong(problem);
        }
    }
    if messages == 0 {
        return wrong(format!(
            "{} must be an input with a customer's message or call; name another one in \
             conformance.toml",
            trial.sample.name()
        ));
    }
    fine()
}

/// No message of any fixture is empty: an agent would see that somebody wrote, and nothing of it.
pub async fn filled(trial: &Trial<'_>) -> CheckResult {
    for fixture in trial.samples.all(trial.interface())? {
        let ran = trial.stage.run(&fixture, &Twist { again: true, ..Twist::default() }).await?;
        let empty = messages(&ran).into_iter().find(|message| !says(message));
        if let Some(message) = empty {
            let name = fixture.name();
            return wrong(format!(
                "{name}: the message {} is empty. What has no text of its own, such as a sticker or \
                 a game, gets one of yours in `text`, or a picture",
                message.external_id
            ));
        }
    }
    fine()
}

fn says(message: &InboundMessage) -> bool {
    let has = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
    has(&message.text)
        || has(&message.html)
        || has(&message.subject)
        || !message.attachments.is_empty()
        || !message.contents.is_empty()
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

#[cfg(test)]
mod tests {
    use super::{InboundMessage, says};

    #[test]
    fn a_message_says_something_or_is_empty() {
        let empty = InboundMessage::default();
        assert!(!says(&empty));
        assert!(!says(&InboundMessage { text: Some(" \n".into()), ..empty.clone() }));
        assert!(says(&InboundMessage { text: Some("[sticker]".into()), ..empty.clone() }));
        assert!(says(&InboundMessage { subject: Some("Hello".into()), ..empty }));
    }
}

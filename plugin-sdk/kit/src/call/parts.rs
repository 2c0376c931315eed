//! Sending in parts, as the host does it: one part after the other, until none is left.

use super::{Ran, outgoing, read};
use anyhow::Result;
use patchbay::plugins::{Account, Batch, CallReport, Called, Host, PartPosition, SentPart};
use serde_json::{Value, json};

/// More than any message may have; a plugin that asks for more than that is ended.
const CALLS_MAX: u32 = 200;

/// Sends the message of a fixture from the part on that its `part` names, else from the first. The
/// answer is that of all parts together.
pub async fn run(host: &Host, account: &Account, defaults: Value, input: &Value) -> Result<Ran> {
    let mut given = input.clone();
    let from = given.as_object_mut().and_then(|given| given.remove("part"));
    let none = json!({ "index": 0, "external_ids": [] });
    let mut position: PartPosition = read("part", none, &from.unwrap_or_default())?;
    let message = outgoing(defaults, &given)?;
    let mut whole = SentPart::default();
    let mut parts = Vec::new();
    let mut reports = CallReport::default();
    loop {
        let Called { result, report } = host.send_part(account, &message, &position).await;
        add(&mut reports, report);
        let part = match result {
            Ok(part) => part,
            Err(error) => {
                let called = Called { result: Err(error), report: reports };
                let mut ran = Ran::of(called, |sent: &SentPart| Some(&sent.batch));
                ran.parts = parts;
                return Ok(ran);
            }
        };
        position.index += 1;
        position.external_ids.extend(part.external_ids.iter().cloned());
        parts.push(part.external_ids.clone());
        let last = position.index >= part.of || position.index >= CALLS_MAX;
        merge(&mut whole, part);
        if last {
            break;
        }
    }
    let called = Called { result: Ok(whole), report: reports };
    let mut ran = Ran::of(called, |sent| Some(&sent.batch));
    ran.parts = parts;
    Ok(ran)
}

/// What all calls used: the sums, and the most memory of one.
fn add(all: &mut CallReport, one: CallReport) {
    all.logs.extend(one.logs);
    all.wall_us += one.wall_us;
    all.cpu_us += one.cpu_us;
    all.peak_memory = all.peak_memory.max(one.peak_memory);
    all.host_calls += one.host_calls;
    all.bytes_out += one.bytes_out;
    all.bytes_in += one.bytes_in;
}

fn merge(whole: &mut SentPart, part: SentPart) {
    whole.external_ids.extend(part.external_ids);
    (whole.of, whole.status) = (part.of, part.status);
    let Batch { events, cursor, kv, timers, visitor } = part.batch;
    whole.batch.events.extend(events);
    whole.batch.cursor = cursor.or(whole.batch.cursor.take());
    whole.batch.kv.extend(kv);
    whole.batch.timers.extend(timers);
    whole.batch.visitor.extend(visitor);
}

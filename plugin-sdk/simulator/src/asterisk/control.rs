//! What people do with telephones, and what goes wrong, by order of the phone page and of tests.
use serde_json::{Value, json};

use super::course::{BUSY, NORMAL};
use super::model::{Exchange, Side};
use super::{Asterisk, bridges, number_of};
use crate::network::Provider;
use crate::network::model::Person;

type OrderResult = Result<Value, String>;

/// What `POST /control/providers/calls/<what>` does; `None` for what is unknown.
pub fn order(asterisk: &Asterisk, what: &str, body: &Value) -> Option<OrderResult> {
    let done = match what {
        "call" => calls(asterisk, body),
        "call-in-vain" => calls_in_vain(asterisk, body),
        "phone-call" => phone_calls(asterisk, body),
        "answer" => leg(asterisk, body, |exchange, id| exchange.pick_up(id)),
        "hang-up" => leg(asterisk, body, |exchange, id| {
            exchange.hang_up(id, NORMAL);
            Ok(())
        }),
        "decline" => leg(asterisk, body, |exchange, id| {
            exchange.hang_up(id, BUSY);
            Ok(())
        }),
        "press" => {
            let keys = body["keys"].as_str().unwrap_or_default().to_owned();
            leg(asterisk, body, |exchange, id| {
                exchange.press(id, &keys);
                Ok(())
            })
        }
        "hold" | "unhold" => {
            leg(asterisk, body, |exchange, id| exchange.phone_holds(id, what == "hold"))
        }
        "transfer" => {
            let to = body["to"].as_str().unwrap_or_default().to_owned();
            leg(asterisk, body, |exchange, id| exchange.phone_transfers(id, &to))
        }
        "dialplan" => dialplan(&mut asterisk.exchange(), body),
        "switch" => switch(&mut asterisk.exchange(), body),
        _ => return faults(&mut asterisk.exchange(), what),
    };
    Some(done)
}

fn person(asterisk: &Asterisk, body: &Value) -> Result<Person, String> {
    let user = body["user"].as_i64().ok_or("say whose telephone: user")?;
    let known = asterisk.network().state().people.get(&user).cloned();
    known.ok_or_else(|| "there is no such customer".to_owned())
}

// A customer calls; with `withheld` they hide their number.
fn calls(asterisk: &Asterisk, body: &Value) -> OrderResult {
    let person = person(asterisk, body)?;
    let (number, name) = match body["withheld"].as_bool() {
        Some(true) => ("anonymous".to_owned(), "Anonymous".to_owned()),
        _ => (number_of(&person), person.name()),
    };
    let to = asterisk.number();
    let id = asterisk.exchange().customer_calls(person.id, (&number, &name), &to)?;
    Ok(json!({ "channel": id }))
}

// Somebody calls as soon as the desk listens, and hangs up when nobody answers.
fn calls_in_vain(asterisk: &Asterisk, body: &Value) -> OrderResult {
    let from: Person = serde_json::from_value(body["from"].clone())
        .map_err(|_| "from must be an object with a number as id")?;
    let person = asterisk.network().meet(from);
    asterisk.exchange().waiting.push(person.clone());
    asterisk.let_callers_in();
    Ok(json!(person))
}

// An agent dials a customer on the telephone itself.
fn phone_calls(asterisk: &Asterisk, body: &Value) -> OrderResult {
    let person = person(asterisk, body)?;
    let extension = body["phone"].as_str().ok_or("say which telephone: phone")?;
    let to = number_of(&person);
    let id = asterisk.exchange().phone_calls(extension, person.id, &to)?;
    Ok(json!({ "channel": id }))
}

// Does something with the call of a customer's telephone or of one of the desk's.
fn leg(
    asterisk: &Asterisk,
    body: &Value,
    act: impl FnOnce(&mut Exchange, &str) -> Result<(), String>,
) -> OrderResult {
    let side = match (body["user"].as_i64(), body["phone"].as_str()) {
        (Some(user), _) => Side::Customer(user),
        (None, Some(phone)) => Side::Phone(phone.to_owned()),
        _ => return Err("say whose telephone: user or phone".to_owned()),
    };
    let mut exchange = asterisk.exchange();
    let id = exchange.of(&side).ok_or("this telephone has no call")?;
    act(&mut exchange, &id)?;
    Ok(json!({ "channel": id }))
}

// {"stasis": "patchbay" or null, "phones": ["101"], "record": true}: what is given changes.
fn dialplan(exchange: &mut Exchange, body: &Value) -> OrderResult {
    if let Some(stasis) = body.get("stasis") {
        exchange.plan.stasis = stasis.as_str().map(str::to_owned);
    }
    if let Some(phones) = body["phones"].as_array() {
        let names = phones.iter().filter_map(Value::as_str).map(str::to_owned);
        exchange.plan.phones = names.collect();
    }
    if let Some(record) = body["record"].as_bool() {
        exchange.plan.record = record;
    }
    Ok(exchange.shown()["dialplan"].clone())
}

// {"phone": "102", "off": true}
fn switch(exchange: &mut Exchange, body: &Value) -> OrderResult {
    let phone = body["phone"].as_str().ok_or("say which telephone: phone")?.to_owned();
    if body["off"].as_bool().unwrap_or(true) {
        exchange.off.insert(phone);
    } else {
        exchange.off.remove(&phone);
    }
    Ok(json!({ "off": exchange.off }))
}

fn faults(exchange: &mut Exchange, what: &str) -> Option<OrderResult> {
    match what {
        // The connections break. What happens until they are there again is told to nobody.
        "drop" => {
            let lines = std::mem::take(&mut exchange.lines);
            Some(Ok(json!({ "connections": lines.len() })))
        }
        // Every event of late is told once more, in the opposite order.
        "repeat" => {
            let said: Vec<(String, String)> = exchange.said.iter().rev().cloned().collect();
            for (app, text) in &said {
                if let Some(line) = exchange.lines.get(app) {
                    // A line that just broke hears nothing.
                    let _ = line.sender.send(text.clone());
                }
            }
            Some(Ok(json!({ "events": said.len() })))
        }
        "unknown-event" => {
            exchange.tell(
                "ChannelTeleported",
                &[],
                json!({ "note": "a later version tells this" }),
            );
            Some(Ok(json!({})))
        }
        // The exchange forgets every call without a word.
        "vanish" => {
            let lines = std::mem::take(&mut exchange.lines);
            bridges::restart(exchange);
            exchange.lines = lines;
            Some(Ok(json!({})))
        }
        _ => None,
    }
}

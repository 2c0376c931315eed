//! What the exchange told nobody is found out: which calls there are, and which are gone.

use crate::api::{Api, CallError};
use crate::machine::{End, Machine};
use crate::wire::{self, Channel};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;
use std::collections::HashSet;

/// What is younger than this may be told by events that are on their way.
const FRESH_MS: u64 = 5_000;
/// How often the exchange is asked.
const OFTEN_MS: u32 = 60_000;

/// Asks the exchange and puts the state right; says when to look again. Trouble passes.
pub fn run(api: &Api, machine: &mut Machine<'_>) -> Result<u32, Failure> {
    let asked = api.get("/channels").and_then(|channels| Ok((channels, api.get("/bridges")?)));
    match asked {
        Ok((channels, bridges)) => {
            let fresh = compare(machine, &channels, &bridges, host::now_ms());
            Ok(if fresh { FRESH_MS as u32 } else { OFTEN_MS })
        }
        Err(CallError::Refused(refusal)) if matches!(refusal.status, 401 | 403) => {
            Err(CallError::Refused(refusal).into())
        }
        Err(error) => {
            let failure = Failure::from(error);
            let code = failure.detail().map_or("", |detail| detail.code.as_str()).to_owned();
            warn!("the exchange could not be asked what goes on", code = code);
            Ok(OFTEN_MS)
        }
    }
}

/// Compares what is remembered with what is there. True when a call is too fresh to be judged.
fn compare(machine: &mut Machine<'_>, channels: &Value, bridges: &Value, now: u64) -> bool {
    let Some(channels) = channels.as_array() else { return false };
    let channels: Vec<Channel<'_>> = channels.iter().filter_map(Channel::of).collect();
    let there: HashSet<&str> = channels.iter().map(|channel| channel.id()).collect();
    let known: Vec<String> = machine.state.calls.keys().cloned().collect();
    let mut fresh = false;
    for id in known {
        let Some(call) = machine.state.calls.get_mut(&id) else { continue };
        let gone = |leg: &str| !leg.is_empty() && !there.contains(leg);
        if now.saturating_sub(call.at.max(call.up)) < FRESH_MS {
            fresh |= call.legs.iter().any(|leg| gone(leg));
            continue;
        }
        call.legs.retain(|leg| !gone(leg));
        let early = call.out && call.up == 0 && gone(&call.agent);
        let phones: Vec<String> = call.phones.iter().filter(|p| gone(p)).cloned().collect();
        if call.legs.is_empty() || gone(&call.customer) || early {
            machine.end(&id, now, End::Gone);
            continue;
        }
        for phone in phones {
            machine.phone_gone(&id, &phone);
        }
    }
    for channel in &channels {
        machine.see(*channel, now);
    }
    for bridge in bridges.as_array().into_iter().flatten() {
        fresh |= together(machine, bridge, &channels, now);
    }
    fresh
}

/// Who stands in a bridge with a customer has answered, although nobody told. The first time it is only
/// noted, because the event is mostly on its way still, and with it what came before it, such as keys that
/// were pressed. True when it has to be looked at again.
fn together(machine: &mut Machine<'_>, bridge: &Value, channels: &[Channel<'_>], now: u64) -> bool {
    let legs = wire::legs(bridge);
    if legs.len() < 2 || bridge["bridge_type"] == "holding" {
        return false;
    }
    let Some(id) = legs.iter().find_map(|leg| machine.state.of_leg(leg)) else { return false };
    let settings = machine.settings;
    let phone = settings.phone("");
    let Some(call) = machine.state.calls.get_mut(&id) else { return false };
    if call.up > 0 || call.out || !legs.contains(&call.customer.as_str()) {
        return false;
    }
    let customer = call.customer.clone();
    let other = channels.iter().find(|channel| {
        legs.contains(&channel.id())
            && channel.id() != customer
            && channel.name().starts_with(&phone)
    });
    let Some(other) = other else { return false };
    if call.together == 0 {
        call.together = now;
    }
    if now.saturating_sub(call.together) < FRESH_MS {
        return true;
    }
    let answered = call.together;
    call.leg(other.id());
    other.id().clone_into(&mut call.agent);
    if !settings.is_trunk(other.endpoint()) {
        call.ext = other.extension();
    }
    machine.answered(&id, answered);
    false
}

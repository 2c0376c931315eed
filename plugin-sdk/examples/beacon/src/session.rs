//! The state machine: identify, hear, beat, resume, begin anew.
//!
//! Nothing is lost when a session is: the new one asks each channel for what came after the newest
//! message that was seen. What comes twice by that is dropped by its id.

use crate::api::Api;
use crate::events;
use crate::wire::{self, Incoming, State};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json;
use patchbay_plugin::socket::{Frame, Input, Step};

// Any code but 1000 and 1001 leaves the session to be resumed.
const RESUMABLE: u16 = 4000;
// Close codes after which the old session is gone.
const BAD_SEQ: u16 = 4007;
const TIMED_OUT: u16 = 4009;

/// Takes one input.
pub fn step(api: &Api, state: Option<&[u8]>, what: Input) -> Result<Step, Failure> {
    let mut state = State::read(state);
    let mut step = Step::default();
    match what {
        Input::Frames(frames) => {
            for frame in frames {
                take(api, &mut state, &mut step, &frame)?;
            }
        }
        Input::Tick if state.waiting => {
            // The last heartbeat was never acknowledged: the line is dead without saying so.
            state.waiting = false;
            step.reconnect = Some(RESUMABLE);
        }
        Input::Tick => {
            state.waiting = true;
            step.send.push(wire::heartbeat(&state));
        }
        Input::Closed((code, reason)) => closed(&mut state, code, &reason)?,
    }
    step.state = Some(state.write());
    Ok(step)
}

fn take(api: &Api, state: &mut State, step: &mut Step, frame: &Frame) -> Result<(), Failure> {
    let Frame::Text(text) = frame else {
        debug!("a binary frame was ignored");
        return Ok(());
    };
    let Ok(frame) = serde_json::from_str::<Incoming>(text) else {
        // It would be as unreadable the next time, and must not keep the others from coming.
        warn!("an unreadable frame was ignored", bytes = text.len());
        return Ok(());
    };
    match frame.op {
        wire::HELLO => {
            // A new connection: what was waited for on the old one never comes.
            state.waiting = false;
            let interval = frame.d["heartbeat_interval"].as_u64().unwrap_or(41_250);
            step.heartbeat_ms = Some(u32::try_from(interval).unwrap_or(u32::MAX));
            step.send.push(wire::introduce(state));
        }
        wire::DISPATCH => {
            if let Some(seq) = frame.s {
                state.seq = seq;
            }
            let name = frame.t.as_deref().unwrap_or_default();
            if name == "READY" {
                state.session = frame.d["session_id"].as_str().map(str::to_owned);
                catch_up(api, state, &frame.d, &mut step.batch)?;
            } else {
                events::take(name, &frame.d, &mut step.batch);
                state.newest = state.newest.max(events::newest(name, &frame.d));
            }
        }
        wire::HEARTBEAT => step.send.push(wire::heartbeat(state)),
        wire::ACK => state.waiting = false,
        wire::RECONNECT => step.reconnect = Some(RESUMABLE),
        wire::INVALID_SESSION => {
            if frame.d != true {
                state.session = None;
                state.seq = 0;
            }
            step.reconnect = Some(RESUMABLE);
        }
        other => debug!("an unknown op was ignored", op = other),
    }
    Ok(())
}

/// Reads what came while there was no session.
fn catch_up(
    api: &Api,
    state: &mut State,
    ready: &serde_json::Value,
    batch: &mut Batch,
) -> Result<(), Failure> {
    let channels = ready["private_channels"].as_array().into_iter().flatten();
    let seen = state.newest;
    for channel in channels {
        let last = events::id(&channel["last_message_id"]);
        state.newest = state.newest.max(last);
        // The very first session begins with what comes next, not with years of history.
        if seen == 0 || last <= seen {
            continue;
        }
        let id = channel["id"].as_str().unwrap_or_default();
        let mut after = seen;
        loop {
            let path = format!("channels/{id}/messages?limit=100&after={after}");
            let page = api.get(&path)?;
            let mut page = page.as_array().cloned().unwrap_or_default();
            // Newest first, as it comes.
            page.reverse();
            for message in &page {
                events::take("MESSAGE_NEW", message, batch);
                after = after.max(events::id(&message["id"]));
            }
            if page.len() < 100 {
                break;
            }
        }
        state.newest = state.newest.max(after);
    }
    Ok(())
}

fn closed(state: &mut State, code: u16, reason: &str) -> Result<(), Failure> {
    state.waiting = false;
    match code {
        4004 => Err(Failure::AuthExpired(
            Detail::new("beacon.4004", "Beacon does not accept the bot token.").said(reason),
        )),
        4012..=4014 => Err(Failure::Permanent(
            Detail::new(
                format!("beacon.{code}"),
                "Beacon refuses the connection: the bot may not receive private messages.",
            )
            .said(reason),
        )),
        BAD_SEQ | TIMED_OUT => {
            state.session = None;
            state.seq = 0;
            Ok(())
        }
        _ => Ok(()),
    }
}

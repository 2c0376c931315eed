//! What is to be done at the exchange, and doing it.
//!
//! By the time a request arrives the call may be over or changed: such refusals are no failure, and
//! where the course of the call depends on them, the machine is told.

use crate::api::{self, Api, CallError};
use crate::machine::Machine;
use crate::settings::Settings;
use patchbay_plugin::prelude::*;

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Act {
    pub method: &'static str,
    pub path: String,
    pub otherwise: Otherwise,
}

/// What a refusal leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Otherwise {
    Nothing,
    /// A telephone of this call cannot ring.
    Phone {
        call: String,
        phone: String,
    },
    /// The customer cannot be called: this leg waits in vain.
    HangUp(String),
}

/// A leg to be made.
#[derive(Debug, Clone, Copy)]
pub struct Leg<'a> {
    pub id: &'a str,
    pub endpoint: &'a str,
    /// What the application is told when the leg is answered.
    pub args: &'a str,
    /// What the telephone shows.
    pub caller: &'a str,
    /// The leg for which this one is made.
    pub originator: &'a str,
    pub timeout_s: &'a str,
}

fn act(method: &'static str, path: String) -> Act {
    Act { method, path, otherwise: Otherwise::Nothing }
}

fn channel(id: &str, rest: &str) -> String {
    format!("/channels/{}{rest}", api::part(id))
}

impl Act {
    pub fn or(mut self, otherwise: Otherwise) -> Self {
        self.otherwise = otherwise;
        self
    }

    pub fn originate(settings: &Settings, leg: &Leg<'_>) -> Self {
        let query = api::query(&[
            ("endpoint", leg.endpoint),
            ("app", settings.app()),
            ("appArgs", leg.args),
            ("channelId", leg.id),
            ("callerId", leg.caller),
            ("timeout", leg.timeout_s),
            ("originator", leg.originator),
        ]);
        act("POST", format!("/channels{query}"))
    }

    pub fn ring(id: &str) -> Self {
        act("POST", channel(id, "/ring"))
    }

    pub fn answer(id: &str) -> Self {
        act("POST", channel(id, "/answer"))
    }

    pub fn hang_up(id: &str) -> Self {
        act("DELETE", channel(id, "?reason=normal"))
    }

    /// Back to the dialplan, which goes on behind the line that handed the call over.
    pub fn leave(id: &str) -> Self {
        act("POST", channel(id, "/continue"))
    }

    /// Into the dialplan at an extension.
    pub fn send_to(id: &str, context: &str, extension: &str) -> Self {
        let query =
            api::query(&[("context", context), ("extension", extension), ("priority", "1")]);
        act("POST", channel(id, &format!("/continue{query}")))
    }

    pub fn hold(id: &str, on: bool) -> Self {
        act(if on { "POST" } else { "DELETE" }, channel(id, "/hold"))
    }

    pub fn mute(id: &str, on: bool) -> Self {
        act(if on { "POST" } else { "DELETE" }, channel(id, "/mute?direction=in"))
    }

    pub fn subscribe(app: &str, id: &str) -> Self {
        let source = api::query(&[("eventSource", &format!("channel:{id}"))]);
        act("POST", format!("/applications/{}/subscription{source}", api::part(app)))
    }

    pub fn bridge(id: &str) -> Self {
        act("POST", format!("/bridges/{}?type=mixing", api::part(id)))
    }

    pub fn join(bridge: &str, legs: &str) -> Self {
        let query = api::query(&[("channel", legs)]);
        act("POST", format!("/bridges/{}/addChannel{query}", api::part(bridge)))
    }

    pub fn drop_bridge(id: &str) -> Self {
        act("DELETE", format!("/bridges/{}", api::part(id)))
    }

    pub fn record(bridge: &str, name: &str) -> Self {
        let query = api::query(&[("name", name), ("format", "wav"), ("ifExists", "overwrite")]);
        act("POST", format!("/bridges/{}/record{query}", api::part(bridge)))
    }

    pub fn stop_recording(name: &str) -> Self {
        act("POST", format!("/recordings/live/{}/stop", api::part(name)))
    }
}

/// Does what the machine wants done. A refusal because of the call's state is borne; a refused login
/// and trouble are failures, after which the host hands the same frames in again.
pub fn carry_out(api: &Api, machine: &mut Machine<'_>) -> Result<(), Failure> {
    while let Some(act) = machine.next_act() {
        let failure = match api.act(act.method, &act.path) {
            Ok(()) => continue,
            // It is there already: this is a repeat.
            Err(CallError::Refused(refusal)) if refusal.status == 409 => continue,
            Err(error) => Failure::from(error),
        };
        match failure {
            Failure::Permanent(detail) => {
                debug!("the exchange did not do it", path = act.path, code = detail.code);
                machine.refused(&act.otherwise);
            }
            other => return Err(other),
        }
    }
    Ok(())
}

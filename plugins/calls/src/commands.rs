//! What agents do with calls. Each command names what it is about, so a repeat does no harm.

use crate::acts::{Act, Leg};
use crate::api::CallError;
use crate::bridging::{self, bridge_of};
use crate::call::{self, Call};
use crate::number;
use crate::settings::Settings;
use patchbay_plugin::calls::Command;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json;

/// Does it.
pub fn run(settings: &Settings, what: &Command) -> Result<Batch, Failure> {
    if what.kind == "dial" {
        return dial(settings, what);
    }
    let Some(call) = call::kept(&what.call).filter(|call| call.over == 0) else {
        // A call that is over needs no hanging up.
        return if what.kind == "hang-up" { Ok(Batch::empty()) } else { Err(over()) };
    };
    let id = what.call.as_str();
    let other = if call.customer.is_empty() { &call.agent } else { &call.customer };
    match what.kind.as_str() {
        "answer" => answer(settings, what, &call),
        "hang-up" => forgiving(settings, &Act::hang_up(other), 404),
        "hold" => stage(settings, &Act::hold(other, true), id, &call, "held"),
        "resume" => stage(settings, &Act::hold(other, false), id, &call, "resumed"),
        "mute" | "unmute" if call.agent.is_empty() => Err(not_ours()),
        "mute" => done(settings, &Act::mute(&call.agent, true)),
        "unmute" => done(settings, &Act::mute(&call.agent, false)),
        "transfer" => transfer(settings, what, call),
        "record" if !call.mine => Err(not_ours()),
        // 409: it is being recorded already.
        "record" => forgiving(settings, &Act::record(&bridge_of(id), id), 409),
        "stop-recording" => forgiving(settings, &Act::stop_recording(id), 404),
        kind => {
            let text = format!("This channel knows no command `{kind}`.");
            Err(Failure::Permanent(Detail::new("unsupported", text)))
        }
    }
}

fn over() -> Failure {
    Failure::Permanent(Detail::new("calls.over", "This call is over."))
}

fn not_ours() -> Failure {
    let text = "The exchange's dialplan has this call, so this cannot be done from here.";
    Failure::Permanent(Detail::new("calls.dialplan", text))
}

fn missing(what: &str) -> Failure {
    let text = format!("A number is missing: {what}.");
    Failure::Permanent(Detail::new("calls.number", text))
}

fn done(settings: &Settings, act: &Act) -> Result<Batch, Failure> {
    settings.api().act(act.method, &act.path)?;
    Ok(Batch::empty())
}

/// With this status it is done already.
fn forgiving(settings: &Settings, act: &Act, status: u16) -> Result<Batch, Failure> {
    match settings.api().act(act.method, &act.path) {
        Ok(()) => Ok(Batch::empty()),
        Err(CallError::Refused(refusal)) if refusal.status == status => Ok(Batch::empty()),
        Err(error) => Err(error.into()),
    }
}

fn stage(
    settings: &Settings,
    act: &Act,
    id: &str,
    call: &Call,
    kind: &str,
) -> Result<Batch, Failure> {
    done(settings, act)?;
    Ok(Batch::empty().event(call.stage(id, kind, host::now_ms())))
}

/// The id of a leg that a command makes: the same for every attempt.
fn leg_of(op_id: &str) -> String {
    let safe = |c: &char| c.is_ascii_alphanumeric() || "-_".contains(*c);
    format!("{}{}", call::OURS, op_id.chars().filter(safe).take(80).collect::<String>())
}

fn extension(what: &Command) -> Result<String, Failure> {
    let extension = number::dialled(&what.extension);
    if extension.is_empty() { Err(missing("the agent's extension")) } else { Ok(extension) }
}

fn target(what: &Command) -> Result<String, Failure> {
    if what.target.as_deref().is_some_and(|target| target.starts_with(call::WITHHELD)) {
        let text = "The customer hid their number, so they cannot be called back.";
        return Err(Failure::Permanent(Detail::new("calls.withheld", text)));
    }
    let target = number::dialled(what.target.as_deref().unwrap_or_default());
    if target.is_empty() { Err(missing("the one to call")) } else { Ok(target) }
}

/// The agent's telephone rings first; when it is picked up, the customer is called.
fn dial(settings: &Settings, what: &Command) -> Result<Batch, Failure> {
    let (ext, to) = (extension(what)?, target(what)?);
    let id = leg_of(&what.op_id);
    let call = Call {
        out: true,
        number: call::number(&to, &settings.country),
        ext: ext.clone(),
        agent: id.clone(),
        legs: vec![id.clone()],
        at: host::now_ms(),
        ..Call::default()
    };
    let leg = Leg {
        id: &id,
        endpoint: &settings.phone(&ext),
        args: &format!("dial,{to},{ext}"),
        caller: bridging::shown(&call),
        originator: "",
        timeout_s: bridging::RING_S,
    };
    forgiving(settings, &Act::originate(settings, &leg), 409)?;
    let kept = serde_json::to_vec(&call).unwrap_or_default();
    Ok(Batch::empty().event(call.stage(&id, "ringing", call.at)).store(&call::key(&id), kept))
}

/// The agent's telephone rings; when it is picked up, it gets the customer who waits.
fn answer(settings: &Settings, what: &Command, call: &Call) -> Result<Batch, Failure> {
    if call.out || call.up > 0 {
        let text = "This call was answered already.";
        return Err(Failure::Permanent(Detail::new("calls.answered", text)));
    }
    if !call.mine {
        return Err(not_ours());
    }
    let ext = extension(what)?;
    let leg = Leg {
        id: &leg_of(&what.op_id),
        endpoint: &settings.phone(&ext),
        args: &format!("answer,{},{ext}", what.call),
        caller: bridging::shown(call),
        originator: &call.customer,
        timeout_s: bridging::RING_S,
    };
    forgiving(settings, &Act::originate(settings, &leg), 409)
}

/// The customer goes to an extension of the dialplan; the agent's leg ends with that.
fn transfer(settings: &Settings, what: &Command, call: Call) -> Result<Batch, Failure> {
    let to = target(what)?;
    if call.customer.is_empty() || call.up == 0 {
        let text = "Only a call that was answered can be transferred.";
        return Err(Failure::Permanent(Detail::new("calls.ringing", text)));
    }
    done(settings, &Act::send_to(&call.customer, settings.context(), &to))?;
    let call = Call { ext: to, ..call };
    Ok(Batch::empty().event(call.stage(&what.call, "transferred", host::now_ms())))
}

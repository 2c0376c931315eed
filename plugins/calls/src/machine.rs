//! The state machine: events of channels and bridges become the stages of calls.
//!
//! An exchange tells everything at most once, and keeps no order between channels. So each event is
//! read by itself, with the whole channel that it shows; a stage is told once; and what comes after a
//! call's end changes nothing.

use crate::acts::{Act, Otherwise};
use crate::call::{self, Call, State};
use crate::number;
use crate::settings::Settings;
use crate::wire::{self, Channel, field};
use crate::{recordings, time};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value};
use std::collections::VecDeque;

/// Keys that are remembered of a call.
const KEYS_MAX: usize = 32;

/// Takes events, and holds what comes of them.
pub struct Machine<'a> {
    pub settings: &'a Settings,
    pub state: State,
    before: State,
    batch: Batch,
    acts: VecDeque<Act>,
}

/// Why a call is over, where the exchange says so.
#[derive(Debug, Clone, Copy)]
pub enum End<'a> {
    Cause(i64, &'a str),
    /// Nobody told: the exchange no longer has it.
    Gone,
}

impl<'a> Machine<'a> {
    /// Goes on from what the last step left.
    pub fn new(settings: &'a Settings, state: Option<&[u8]>) -> Self {
        let state = State::read(state);
        Self {
            settings,
            before: state.clone(),
            state,
            batch: Batch::empty(),
            acts: VecDeque::new(),
        }
    }

    /// What is to be committed: the batch, and the state when it changed.
    pub fn finish(mut self) -> (Batch, Option<Vec<u8>>) {
        for (id, call) in &self.state.calls {
            if self.before.calls.get(id) != Some(call) {
                let kept = serde_json::to_vec(call).unwrap_or_default();
                self.batch = self.batch.store(&call::key(id), kept);
            }
        }
        let state = (self.state != self.before).then(|| self.state.write());
        (self.batch, state)
    }

    /// The next thing to do at the exchange.
    pub fn next_act(&mut self) -> Option<Act> {
        self.acts.pop_front()
    }

    pub fn plan(&mut self, act: Act) {
        self.acts.push_back(act);
    }

    pub fn tell(&mut self, event: CallEvent) {
        self.batch.events.push(event.into());
    }

    /// Takes an event. Kinds that say nothing about calls, and those of later versions, are left out.
    pub fn take(&mut self, event: &Value) {
        let at = time::at_ms(field(event, "timestamp")).unwrap_or_else(host::now_ms);
        let channel = Channel::of(&event["channel"]);
        match (field(event, "type"), channel) {
            ("StasisStart", Some(channel)) => self.handed_over(event, channel, at),
            ("StasisEnd", Some(channel)) => self.handed_back(channel),
            ("ChannelCreated" | "ChannelStateChange" | "ChannelDialplan", Some(channel)) => {
                self.see(channel, at);
            }
            ("Dial", _) => self.dialled(event, at),
            ("ChannelEnteredBridge", Some(channel)) => self.entered(event, channel, at),
            ("ChannelHold", Some(channel)) => self.held(channel, true, at),
            ("ChannelUnhold", Some(channel)) => self.held(channel, false, at),
            ("BridgeBlindTransfer", Some(channel)) => self.transferred(event, channel, at),
            ("BridgeAttendedTransfer", _) => {
                if let Some(first) = Channel::of(&event["transferer_first_leg"]) {
                    self.transferred(event, first, at);
                }
            }
            ("ChannelDtmfReceived", Some(channel)) => self.pressed(event, channel),
            ("ChannelDestroyed", Some(channel)) => {
                let cause = event["cause"].as_i64().unwrap_or_default();
                self.destroyed(channel, at, End::Cause(cause, field(event, "cause_txt")));
            }
            ("RecordingFinished", _) => self.recorded(event),
            // An exchange tells dozens of these with each call: a line in the log would be a commit.
            _ => {}
        }
    }

    /// The call of a channel, begun if the channel has just called in.
    pub fn see(&mut self, channel: Channel<'_>, at: u64) -> Option<String> {
        let (id, linked) = (channel.id(), channel.linked());
        if let Some(call) = self.state.of_leg(id) {
            return Some(call);
        }
        if self.state.is_done(id) || self.state.is_done(linked) {
            return None;
        }
        if let Some(call) = self.state.calls.get_mut(linked) {
            call.leg(id);
            return Some(linked.to_owned());
        }
        if id.starts_with(call::OURS) {
            // A call that the desk dials: the command kept it.
            let call = call::kept(id).filter(|call| call.over == 0)?;
            self.state.make_room();
            self.state.calls.insert(id.to_owned(), call);
            return Some(id.to_owned());
        }
        if !channel.calls_in() || !self.settings.is_trunk(channel.endpoint()) {
            return None;
        }
        Some(self.begin(channel, at))
    }

    /// A customer calls.
    pub fn begin(&mut self, channel: Channel<'_>, at: u64) -> String {
        let id = channel.id().to_owned();
        let at = time::at_ms(channel.created()).unwrap_or(at);
        let call = Call {
            number: call::number(channel.number(), &self.settings.country),
            name: channel.caller_name().to_owned(),
            line: channel.exten().to_owned(),
            customer: id.clone(),
            legs: vec![id.clone()],
            at,
            ..Call::default()
        };
        self.state.make_room();
        self.tell(call.stage(&id, "ringing", at));
        self.state.calls.insert(id.clone(), call);
        id
    }

    /// An agent's telephone calls a number outside.
    fn begin_out(
        &mut self,
        caller: Channel<'_>,
        peer: Channel<'_>,
        to: &str,
        at: u64,
    ) -> Option<String> {
        let id = caller.id();
        let outside = self.settings.is_trunk(peer.endpoint());
        let known = self.state.is_done(id) || self.state.is_done(caller.linked());
        if known || !outside || !caller.calls_in() {
            return None;
        }
        let to = to.split('@').next().unwrap_or_default();
        let to =
            if to.chars().filter(char::is_ascii_digit).count() < 3 { caller.exten() } else { to };
        let prefix = self.settings.prefix.trim();
        let call = Call {
            out: true,
            number: call::number(to.strip_prefix(prefix).unwrap_or(to), &self.settings.country),
            ext: caller.extension(),
            agent: id.to_owned(),
            legs: vec![id.to_owned()],
            at,
            ..Call::default()
        };
        self.state.make_room();
        self.tell(call.stage(id, "ringing", at));
        self.state.calls.insert(id.to_owned(), call);
        Some(id.to_owned())
    }

    fn dialled(&mut self, event: &Value, at: u64) {
        let Some(peer) = Channel::of(&event["peer"]) else { return };
        let caller = Channel::of(&event["caller"]);
        let to = field(event, "dialstring");
        let found = caller
            .and_then(|caller| self.see(caller, at))
            .or_else(|| self.state.of_leg(peer.id()))
            .or_else(|| caller.and_then(|caller| self.begin_out(caller, peer, to, at)));
        let Some(id) = found else { return };
        let answered = field(event, "dialstatus") == "ANSWER";
        let trunk = self.settings.is_trunk(peer.endpoint());
        let Some(call) = self.state.calls.get_mut(&id).filter(|call| !call.mine) else { return };
        call.leg(peer.id());
        if !answered {
            return;
        }
        match (call.out, trunk) {
            (true, true) if call.customer.is_empty() => peer.id().clone_into(&mut call.customer),
            (true, _) => {}
            (false, _) => {
                peer.id().clone_into(&mut call.agent);
                if !trunk {
                    call.ext = peer.extension();
                }
            }
        }
        self.answered(&id, at);
    }

    /// The call's parties talk; told once.
    pub fn answered(&mut self, id: &str, at: u64) {
        let Some(call) = self.state.calls.get_mut(id) else { return };
        if call.up > 0 || (call.out && call.customer.is_empty()) {
            return;
        }
        call.up = at.max(1);
        let event = call.stage(id, "answered", at);
        self.tell(event);
    }

    /// Who stands in a bridge with a customer talks to them, even if the answer itself went unheard.
    fn entered(&mut self, event: &Value, channel: Channel<'_>, at: u64) {
        let bridge = &event["bridge"];
        let legs = wire::legs(bridge);
        let known =
            self.see(channel, at).or_else(|| legs.iter().find_map(|l| self.state.of_leg(l)));
        let Some(id) = known else { return };
        let trunk = self.settings.is_trunk(channel.endpoint());
        let phone = channel.name().starts_with(&self.settings.phone(""));
        let Some(call) = self.state.calls.get_mut(&id) else { return };
        call.leg(channel.id());
        let alone = legs.len() < 2 || field(bridge, "bridge_type") == "holding";
        if alone || call.mine || call.up > 0 {
            return;
        }
        if call.out && trunk {
            channel.id().clone_into(&mut call.customer);
        } else if !call.out && phone && channel.id() != call.customer {
            channel.id().clone_into(&mut call.agent);
            call.ext = if trunk { String::new() } else { channel.extension() };
        } else {
            return;
        }
        self.answered(&id, at);
    }

    fn held(&mut self, channel: Channel<'_>, held: bool, at: u64) {
        let Some(id) = self.state.of_leg(channel.id()) else { return };
        let Some(call) = self.state.calls.get_mut(&id) else { return };
        if call.up == 0 || call.held == held {
            return;
        }
        call.held = held;
        let event = call.stage(&id, if held { "held" } else { "resumed" }, at);
        self.tell(event);
    }

    fn transferred(&mut self, event: &Value, from: Channel<'_>, at: u64) {
        if field(event, "result") != "Success" {
            return;
        }
        let target = Channel::of(&event["transfer_target"]);
        let to = target.map_or_else(|| field(event, "exten").to_owned(), Channel::extension);
        let others = ["transferee", "transferer_second_leg"];
        let found = self.state.of_leg(from.id()).or_else(|| {
            let mut others = others.iter().filter_map(|name| Channel::of(&event[*name]));
            others.find_map(|other| self.state.of_leg(other.id()))
        });
        let Some(id) = found else { return };
        let Some(call) = self.state.calls.get_mut(&id) else { return };
        let agent = target.map(|target| target.id().to_owned()).unwrap_or_default();
        // The same transfer again.
        if call.up == 0 || (call.ext == to && call.agent == agent) {
            return;
        }
        if !agent.is_empty() {
            call.leg(&agent);
        }
        (call.ext, call.agent) = (to, agent);
        let event = call.stage(&id, "transferred", at);
        self.tell(event);
    }

    fn pressed(&mut self, event: &Value, channel: Channel<'_>) {
        let Some(id) = self.state.of_leg(channel.id()) else { return };
        let Some(call) = self.state.calls.get_mut(&id) else { return };
        if call.customer == channel.id() && call.keys.len() < KEYS_MAX {
            call.keys.push_str(&number::dialled(field(event, "digit")));
        }
    }

    /// A leg is gone. The call is over with the customer's, or with the agent's before the customer
    /// has answered.
    pub fn destroyed(&mut self, channel: Channel<'_>, at: u64, why: End<'_>) {
        let id = channel.id();
        // What the desk dialled may fail before anything else is heard of it.
        let ours = id.starts_with(call::OURS);
        let found =
            self.state.of_leg(id).or_else(|| if ours { self.see(channel, at) } else { None });
        let Some(call_id) = found else { return };
        if self.phone_gone(&call_id, id) {
            return;
        }
        let Some(call) = self.state.calls.get_mut(&call_id) else { return };
        call.legs.retain(|leg| leg != id);
        let early = call.out && call.up == 0 && call.agent == id;
        if call.customer == id || early || call.legs.is_empty() {
            self.end(&call_id, at, why);
        } else if call.mine && call.agent == id {
            // The agent hung up: the customer is not left in an empty bridge.
            let customer = call.customer.clone();
            self.plan(Act::hang_up(&customer));
        }
    }

    /// The call is over.
    pub fn end(&mut self, id: &str, at: u64, why: End<'_>) {
        let Some(mut call) = self.state.calls.remove(id) else { return };
        self.state.close(id);
        let answered = call.up > 0;
        let mut event = call.stage(id, if answered { "ended" } else { "missed" }, at);
        match why {
            End::Cause(cause, text) => {
                event.talk_ms = answered.then(|| at.saturating_sub(call.up));
                if cause > 0 {
                    event.extras.push(("cause".to_owned(), cause.to_string()));
                    event.extras.push(("cause_text".to_owned(), text.to_owned()));
                }
            }
            End::Gone => event.extras.push(("closed_by".to_owned(), "reconciliation".to_owned())),
        }
        self.tell(event);
        self.clear(id, &call);
        call.over = at;
        let batch = std::mem::take(&mut self.batch);
        self.batch = if answered && self.settings.recordings {
            let kept = serde_json::to_vec(&call).unwrap_or_default();
            recordings::plan(batch.store(&call::key(id), kept), id, 1)
        } else {
            batch.forget(&call::key(id))
        };
    }

    /// The recording may have a name of its own, when the dialplan or another program began it.
    fn recorded(&mut self, event: &Value) {
        let recording = &event["recording"];
        let (name, target) = (field(recording, "name"), field(recording, "target_uri"));
        let of = |id: &str| self.state.of_leg(id);
        let found = match target.split_once(':') {
            Some(("channel", leg)) => of(leg),
            Some(("bridge", bridge)) => of(bridge).or_else(|| of(bridge.strip_prefix(call::OURS)?)),
            _ => None,
        };
        let call = found.and_then(|id| self.state.calls.get_mut(&id).map(|call| (id, call)));
        if let Some((id, call)) = call
            && name != id
        {
            name.clone_into(&mut call.recording);
        }
    }

    /// A request was refused, on which the course of a call depends.
    pub fn refused(&mut self, otherwise: &Otherwise) {
        match otherwise {
            Otherwise::Nothing => {}
            Otherwise::Phone { call, phone } => {
                self.phone_gone(call, phone);
            }
            Otherwise::HangUp(leg) => self.plan(Act::hang_up(leg)),
        }
    }
}

//! Calls that the dialplan hands over, and calls that the desk dials: their legs are joined here.

use crate::acts::{Act, Leg, Otherwise};
use crate::call::{self, Call};
use crate::machine::Machine;
use crate::number;
use crate::wire::Channel;
use patchbay_plugin::serde_json::Value;

/// How long an agent's telephone rings.
pub const RING_S: &str = "30";
/// How long the customer's does.
const CUSTOMER_S: &str = "60";

/// The bridge of a call that is ours.
pub fn bridge_of(call: &str) -> String {
    if call.starts_with(call::OURS) { call.to_owned() } else { format!("{}{call}", call::OURS) }
}

/// The number as a telephone shows it.
pub fn shown(call: &Call) -> &str {
    if call.number.is_empty() { "anonymous" } else { &call.number }
}

impl Machine<'_> {
    /// A channel came to the application: a leg of ours that was answered, or a customer.
    pub fn handed_over(&mut self, event: &Value, channel: Channel<'_>, at: u64) {
        let args: Vec<&str> =
            event["args"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let ours = channel.id().starts_with(call::OURS);
        match (ours, args.as_slice()) {
            (true, ["dial", to, extension]) => self.agent_ready(channel, to, extension, at),
            (true, ["called", call]) => self.customer_answered(call, channel.id(), at),
            (true, ["answer", call, extension]) => {
                self.agent_answered(call, channel.id(), extension, at);
            }
            _ => self.customer_waits(channel, at),
        }
    }

    /// The agent who dialled has picked up: now the customer is called.
    fn agent_ready(&mut self, channel: Channel<'_>, to: &str, extension: &str, at: u64) {
        let id = channel.id();
        if self.state.is_done(id) || self.state.calls.get(id).is_some_and(|call| call.mine) {
            return;
        }
        let begun = self.see(channel, at).and_then(|id| self.state.calls.get(&id).cloned());
        let mut call = begun.unwrap_or_else(|| Call {
            out: true,
            number: call::number(to, &self.settings.country),
            ext: extension.to_owned(),
            at,
            ..Call::default()
        });
        let customer = format!("{id}-customer");
        call.mine = true;
        id.clone_into(&mut call.agent);
        customer.clone_into(&mut call.customer);
        call.leg(id);
        call.leg(&customer);
        let settings = self.settings;
        let leg = Leg {
            id: &customer,
            endpoint: &settings.outside(&number::dialled(to)),
            args: &format!("called,{id}"),
            caller: settings.caller_id.trim(),
            originator: id,
            timeout_s: CUSTOMER_S,
        };
        let calls = Act::originate(settings, &leg).or(Otherwise::HangUp(id.to_owned()));
        self.state.make_room();
        self.state.calls.insert(id.to_owned(), call);
        let bridge = bridge_of(id);
        self.plan(Act::bridge(&bridge));
        self.plan(Act::join(&bridge, id));
        self.plan(calls);
    }

    /// The customer whom the desk dialled has picked up.
    fn customer_answered(&mut self, id: &str, leg: &str, at: u64) {
        match self.state.calls.get(id) {
            Some(call) if call.up > 0 => {}
            Some(_) => {
                self.hear_the_end_of(leg);
                self.plan(Act::join(&bridge_of(id), leg));
                self.answered(id, at);
                self.record(id);
            }
            None => self.plan(Act::hang_up(leg)),
        }
    }

    /// An agent's telephone that rang for a customer was picked up. The first one gets the call.
    fn agent_answered(&mut self, id: &str, leg: &str, extension: &str, at: u64) {
        let waits = |call: &&mut Call| call.up == 0 && !call.out;
        let known = self.state.calls.get(id).is_some_and(|call| call.agent == leg);
        let Some(call) = self.state.calls.get_mut(id).filter(waits) else {
            if !known {
                self.plan(Act::hang_up(leg));
            }
            return;
        };
        leg.clone_into(&mut call.agent);
        extension.clone_into(&mut call.ext);
        call.mine = true;
        call.leg(leg);
        let others: Vec<String> =
            std::mem::take(&mut call.phones).into_iter().filter(|phone| phone != leg).collect();
        let customer = call.customer.clone();
        for other in others {
            self.plan(Act::hang_up(&other));
        }
        let bridge = bridge_of(id);
        self.plan(Act::answer(&customer));
        self.plan(Act::bridge(&bridge));
        self.plan(Act::join(&bridge, &format!("{customer},{leg}")));
        self.answered(id, at);
        self.record(id);
    }

    fn record(&mut self, id: &str) {
        if self.settings.record {
            self.plan(Act::record(&bridge_of(id), id));
        }
    }

    /// The dialplan handed a customer over: they hear the ringing tone, and telephones ring.
    fn customer_waits(&mut self, channel: Channel<'_>, at: u64) {
        let id = channel.id();
        if self.state.is_done(id) {
            return;
        }
        let found = self.state.of_leg(id);
        let call_id = found.unwrap_or_else(|| self.begin(channel, at));
        let settings = self.settings;
        let Some(call) = self.state.calls.get_mut(&call_id) else { return };
        if call.mine || call.up > 0 || call.out {
            return;
        }
        call.mine = true;
        let phones: Vec<(String, String)> = settings
            .phones()
            .into_iter()
            .map(|extension| (format!("{}{call_id}-{extension}", call::OURS), extension))
            .collect();
        call.phones = phones.iter().map(|(phone, _)| phone.clone()).collect();
        let caller = shown(call).to_owned();
        self.hear_the_end_of(id);
        if channel.state() == "Ring" {
            self.plan(Act::ring(id));
        }
        for (phone, extension) in phones {
            let leg = Leg {
                id: &phone,
                endpoint: &settings.phone(&extension),
                args: &format!("answer,{call_id},{extension}"),
                caller: &caller,
                originator: id,
                timeout_s: RING_S,
            };
            let otherwise = Otherwise::Phone { call: call_id.clone(), phone: phone.clone() };
            self.plan(Act::originate(settings, &leg).or(otherwise));
        }
    }

    /// Unless everything is told, the exchange would not tell the end of what left the application.
    fn hear_the_end_of(&mut self, leg: &str) {
        if !self.settings.sees_all() {
            self.plan(Act::subscribe(self.settings.app(), leg));
        }
    }

    /// Whether this was a telephone that rang for a call. When none is left, the dialplan goes on.
    pub fn phone_gone(&mut self, id: &str, phone: &str) -> bool {
        let Some(call) = self.state.calls.get_mut(id) else { return false };
        let before = call.phones.len();
        call.phones.retain(|known| known != phone);
        if call.phones.len() == before {
            return false;
        }
        if call.phones.is_empty() && call.up == 0 {
            call.mine = false;
            let customer = call.customer.clone();
            self.plan(Act::leave(&customer));
        }
        true
    }

    /// A leg left the application. A customer hung up, or goes on in the dialplan: the agent's leg is
    /// not needed any more. An agent hung up: the customer is not left in an empty bridge.
    pub fn handed_back(&mut self, channel: Channel<'_>) {
        let Some(id) = self.state.of_leg(channel.id()) else { return };
        let Some(call) = self.state.calls.get_mut(&id) else { return };
        if call.mine && call.agent == channel.id() && !call.customer.is_empty() {
            let customer = call.customer.clone();
            self.plan(Act::hang_up(&customer));
            return;
        }
        if !call.mine || call.customer != channel.id() {
            return;
        }
        call.mine = false;
        let agent = std::mem::take(&mut call.agent);
        if !agent.is_empty() {
            self.plan(Act::hang_up(&agent));
            self.plan(Act::drop_bridge(&bridge_of(&id)));
        }
    }

    /// Takes away what a call that is over leaves behind.
    pub fn clear(&mut self, id: &str, call: &Call) {
        for phone in &call.phones {
            self.plan(Act::hang_up(phone));
        }
        if !call.mine || (call.agent.is_empty() && call.phones.is_empty()) {
            return;
        }
        for leg in [&call.agent, &call.customer] {
            if call.legs.contains(leg) {
                self.plan(Act::hang_up(leg));
            }
        }
        if !call.agent.is_empty() {
            self.plan(Act::drop_bridge(&bridge_of(id)));
        }
    }
}

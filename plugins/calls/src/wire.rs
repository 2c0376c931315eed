//! What the exchange's events hold. Fields are looked up one by one, so that a later version of the
//! exchange, which tells more or leaves something out, is understood as far as it goes. Pure.

use patchbay_plugin::serde_json::Value;

/// A channel: one leg of a call.
#[derive(Clone, Copy)]
pub struct Channel<'a>(pub &'a Value);

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

impl<'a> Channel<'a> {
    /// The channel in a field of an event.
    pub fn of(value: &'a Value) -> Option<Self> {
        value["id"].as_str().filter(|id| !id.is_empty()).map(|_| Self(value))
    }

    pub fn id(self) -> &'a str {
        text(&self.0["id"])
    }

    pub fn name(self) -> &'a str {
        text(&self.0["name"])
    }

    /// `101` of `PJSIP/101-0000000a`, and `200@default` of `Local/200@default-00000002;1`.
    pub fn endpoint(self) -> &'a str {
        let rest = self.name().split_once('/').map_or("", |(_, rest)| rest);
        rest.rsplit_once('-').map_or(rest, |(endpoint, _)| endpoint)
    }

    /// The agent's extension: the endpoint, or what a local channel dials.
    pub fn extension(self) -> String {
        let endpoint = self.endpoint();
        endpoint.split_once('@').map_or(endpoint, |(number, _)| number).to_owned()
    }

    pub fn is_local(self) -> bool {
        self.name().starts_with("Local/")
    }

    pub fn state(self) -> &'a str {
        text(&self.0["state"])
    }

    pub fn number(self) -> &'a str {
        text(&self.0["caller"]["number"])
    }

    /// The caller's name, where it is more than the number.
    pub fn caller_name(self) -> &'a str {
        let name = text(&self.0["caller"]["name"]).trim();
        if name == self.number() { "" } else { name }
    }

    pub fn exten(self) -> &'a str {
        text(&self.0["dialplan"]["exten"])
    }

    pub fn app(self) -> &'a str {
        text(&self.0["dialplan"]["app_name"])
    }

    pub fn created(self) -> &'a str {
        text(&self.0["creationtime"])
    }

    /// The oldest leg of the same call, where `ari.conf` has the exchange tell it.
    pub fn linked(self) -> &'a str {
        match text(&self.0["channelvars"]["CHANNEL(linkedid)"]) {
            "" => self.id(),
            linked => linked,
        }
    }

    /// Whether the exchange has been called by this channel, and is not calling with it. What rings
    /// or was dialled belongs to another channel's call.
    pub fn calls_in(self) -> bool {
        matches!(self.state(), "Ring" | "Up")
            && !self.exten().is_empty()
            && !matches!(self.app(), "AppDial" | "AppDial2" | "AppQueue")
            && self.linked() == self.id()
            && !self.is_local()
    }
}

/// A field of an event as text.
pub fn field<'a>(event: &'a Value, name: &str) -> &'a str {
    text(&event[name])
}

/// The legs within a bridge.
pub fn legs(bridge: &Value) -> Vec<&str> {
    bridge["channels"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

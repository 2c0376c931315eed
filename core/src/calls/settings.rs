//! What is set for telephone calls, for the whole account: where telephones register, what is dialled before
//! a number, and what happens when it rings.

use super::Calls;
use crate::{
    accounts::{self, Caller, Permission, events::SettingsChanged},
    audit::{self, Act, Action},
    events::{Audience, NewEvent},
    http::{AnyJson, Problem},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{collections::BTreeSet, net::IpAddr};
use utoipa::ToSchema;

/// Seconds after a call where nobody chose them.
const ACW_SECONDS: i64 = 30;
const ACW_SECONDS_MAX: i64 = 3_600;
const PREFIX_MAX: usize = 10;
/// RFC 1035, section 2.3.4.
const HOST_MAX: usize = 253;
const LABEL_MAX: usize = 63;
const KEYPRESSES_MAX: usize = 50;
const KEYS_MAX: usize = 10;
const NAME_MAX: usize = 40;

/// The settings of calls, under the names that the session check tells them by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(super) struct CallSettings {
    /// After-call work: seconds in which an agent is left alone after a call, 0 to 3,600.
    pub acw_seconds: i64,
    /// What is dialled before each number: at most 10 digits and signs of `*#+`; empty for nothing.
    #[serde(default)]
    pub call_prefix: String,
    /// The host name or address at which telephones register; empty for none.
    #[serde(default)]
    pub sip_ip: String,
    /// Its port, 1 to 65535, as text; empty for the usual one.
    #[serde(default)]
    pub sip_port: String,
    /// Whether a call that rings shows itself to whoever is no admin.
    pub popup_on_call: bool,
    /// What keys mean that callers press, at most 50, each of them once.
    #[serde(default)]
    pub keypresses: Vec<KeypressName>,
}

/// What keys mean that a caller presses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(super) struct KeypressName {
    /// 1 to 10 digits and signs of `*#`.
    pub keys: String,
    /// 1 to 40 characters.
    pub name: String,
}

impl CallSettings {
    /// Out of the settings of a client. What is not there, or is not what it should be, is as it is where
    /// nobody chose.
    fn of(settings: &Value) -> Self {
        let text = |name: &str| settings[name].as_str().unwrap_or_default().to_owned();
        Self {
            acw_seconds: settings["acw_seconds"].as_i64().unwrap_or(ACW_SECONDS),
            call_prefix: text("call_prefix"),
            sip_ip: text("sip_ip"),
            sip_port: text("sip_port"),
            popup_on_call: settings["popup_on_call"].as_i64() != Some(0),
            keypresses: serde_json::from_value(settings["keypresses"].clone()).unwrap_or_default(),
        }
    }

    /// The settings by the names and in the ways in which they are kept.
    fn kept(&self) -> [(&'static str, Value); 6] {
        [
            ("acw_seconds", json!(self.acw_seconds)),
            ("call_prefix", json!(self.call_prefix)),
            ("sip_ip", json!(self.sip_ip)),
            ("sip_port", json!(self.sip_port)),
            ("popup_on_call", json!(i64::from(self.popup_on_call))),
            ("keypresses", json!(self.keypresses)),
        ]
    }

    /// The same without blanks around.
    fn trimmed(&self) -> Self {
        let keypress = |one: &KeypressName| KeypressName {
            keys: one.keys.trim().to_owned(),
            name: one.name.trim().to_owned(),
        };
        Self {
            call_prefix: self.call_prefix.trim().to_owned(),
            sip_ip: self.sip_ip.trim().to_owned(),
            sip_port: self.sip_port.trim().to_owned(),
            keypresses: self.keypresses.iter().map(keypress).collect(),
            ..self.clone()
        }
    }

    /// Every field that cannot be kept, with what to write instead.
    fn faults(&self) -> Vec<(String, &'static str)> {
        let mut faults = vec![];
        let mut check = |fits: bool, field: String, says: &'static str| {
            if !fits {
                faults.push((field, says));
            }
        };
        let of_signs = |text: &str, most: usize, signs: &str| {
            text.len() <= most && text.chars().all(|c| c.is_ascii_digit() || signs.contains(c))
        };
        check(
            (0..=ACW_SECONDS_MAX).contains(&self.acw_seconds),
            "acw_seconds".into(),
            "Give 0 to 3600 seconds.",
        );
        check(
            of_signs(&self.call_prefix, PREFIX_MAX, "*#+"),
            "call_prefix".into(),
            "A prefix has at most 10 digits and signs of * # +.",
        );
        check(
            self.sip_ip.is_empty() || is_host(&self.sip_ip),
            "sip_ip".into(),
            "Give a host name or an address, for example sip.example.com.",
        );
        check(
            self.sip_port.is_empty() || self.sip_port.parse().is_ok_and(|port: u16| port > 0),
            "sip_port".into(),
            "Give a port from 1 to 65535, or nothing.",
        );
        check(
            self.keypresses.len() <= KEYPRESSES_MAX,
            "keypresses".into(),
            "There are at most 50 keypresses. Take some away.",
        );
        let mut seen = BTreeSet::new();
        for (at, one) in self.keypresses.iter().enumerate() {
            let field = |name: &str| format!("keypresses.{at}.{name}");
            check(
                !one.keys.is_empty() && of_signs(&one.keys, KEYS_MAX, "*#"),
                field("keys"),
                "Give 1 to 10 digits and signs of * #.",
            );
            check(seen.insert(one.keys.as_str()), field("keys"), "These keys have a name already.");
            check(
                (1..=NAME_MAX).contains(&one.name.chars().count()),
                field("name"),
                "A name has 1 to 40 characters.",
            );
        }
        faults
    }
}

/// Whether a text can be an address or the name of a host.
fn is_host(text: &str) -> bool {
    let is_label = |label: &str| {
        (1..=LABEL_MAX).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    text.parse::<IpAddr>().is_ok() || (text.len() <= HOST_MAX && text.split('.').all(is_label))
}

impl Calls {
    /// What is set.
    ///
    /// # Errors
    /// `forbidden`.
    pub(super) async fn settings(&self, caller: &Caller) -> Result<CallSettings, Problem> {
        caller.require(Permission::CallSettings)?;
        let mut conn = self.db.read().await?;
        Ok(CallSettings::of(&accounts::settings(&mut conn, caller.client_id).await?))
    }

    /// Sets all of it; the same again changes nothing.
    ///
    /// # Errors
    /// `forbidden`; `invalid`, with every field that is wrong.
    pub(super) async fn set_settings(
        &self,
        caller: &Caller,
        settings: &CallSettings,
    ) -> Result<CallSettings, Problem> {
        caller.require(Permission::CallSettings)?;
        let after = settings.trimmed();
        let faults = after.faults();
        if !faults.is_empty() {
            let problem = Problem::invalid("The settings cannot be kept like this.");
            let named =
                |problem: Problem, (field, says): (String, &str)| problem.with_field(&field, says);
            return Err(faults.into_iter().fold(problem, named));
        }
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        accounts::hold_client(&mut tx, client_id).await?;
        let before = CallSettings::of(&accounts::settings(&mut tx, client_id).await?);
        if before == after {
            return Ok(after);
        }
        for (name, value) in after.kept() {
            accounts::set_setting(&mut tx, client_id, name, &value).await?;
        }
        let act = Act {
            action: Action::CallSettingsChanged,
            kind: "call_settings",
            id: String::new(),
            name: "",
            changes: audit::changes(&before, &after),
        };
        audit::note(&mut tx, &caller.author(), &act, now).await?;
        let data = SettingsChanged {
            popup_on_call: Some(i64::from(after.popup_on_call)),
            keypresses: Some(AnyJson(json!(after.keypresses))),
            ..SettingsChanged::default()
        };
        tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
        tx.commit().await?;
        Ok(after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> CallSettings {
        CallSettings::of(&json!({}))
    }

    #[test]
    fn what_nobody_chose_is_as_usual() {
        let usual = settings();
        assert_eq!((usual.acw_seconds, usual.popup_on_call), (30, true));
        assert!(usual.faults().is_empty());
        let kept: serde_json::Map<String, Value> =
            usual.kept().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        assert_eq!(CallSettings::of(&kept.into()), usual, "what is kept is read again");
        let odd = json!({ "acw_seconds": "x", "sip_port": 5060, "popup_on_call": 0 });
        assert_eq!(CallSettings::of(&odd), CallSettings { popup_on_call: false, ..usual });
    }

    #[test]
    fn what_cannot_be_is_named_by_its_field() {
        let one = |keys: &str, name: &str| KeypressName { keys: keys.into(), name: name.into() };
        let fine = CallSettings {
            acw_seconds: 0,
            call_prefix: "+9*#".into(),
            sip_ip: "2001:db8::1".into(),
            sip_port: "65535".into(),
            keypresses: vec![one("1", "Sales"), one("1*", "Support")],
            ..settings()
        };
        assert_eq!(fine.faults(), []);
        let fields = |settings: CallSettings| {
            settings.faults().into_iter().map(|(field, _)| field).collect::<Vec<String>>()
        };
        for (wrong, field) in [
            (CallSettings { acw_seconds: 3_601, ..fine.clone() }, "acw_seconds"),
            (CallSettings { acw_seconds: -1, ..fine.clone() }, "acw_seconds"),
            (CallSettings { call_prefix: "9a".into(), ..fine.clone() }, "call_prefix"),
            (CallSettings { call_prefix: "12345678901".into(), ..fine.clone() }, "call_prefix"),
            (CallSettings { sip_ip: "sip example".into(), ..fine.clone() }, "sip_ip"),
            (CallSettings { sip_ip: "-a.example".into(), ..fine.clone() }, "sip_ip"),
            (CallSettings { sip_port: "0".into(), ..fine.clone() }, "sip_port"),
            (CallSettings { sip_port: "65536".into(), ..fine.clone() }, "sip_port"),
            (CallSettings { keypresses: vec![one("", "x")], ..fine.clone() }, "keypresses.0.keys"),
            (CallSettings { keypresses: vec![one("1", "")], ..fine.clone() }, "keypresses.0.name"),
            (
                CallSettings { keypresses: vec![one("1", "x"), one("1", "y")], ..fine.clone() },
                "keypresses.1.keys",
            ),
        ] {
            assert_eq!(fields(wrong), [field]);
        }
        let many = (0..51).map(|n| one(&n.to_string(), "x")).collect();
        assert_eq!(fields(CallSettings { keypresses: many, ..fine }), ["keypresses"]);
    }
}

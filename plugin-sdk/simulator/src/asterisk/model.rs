//! Channels, bridges, recordings and who listens. Pure, but for the clock.
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bytes::Bytes;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::clock;
use crate::network::model::Person;

/// Events that can be told again on order.
const SAID_MAX: usize = 200;
/// The trunk by which customers are reached.
pub const TRUNK: &str = "trunk";

/// Whose telephone a channel leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Side {
    Customer(i64),
    Phone(String),
}

/// One leg of a call.
#[derive(Debug, Clone)]
pub struct Channel {
    pub id: String,
    pub name: String,
    pub state: &'static str,
    pub caller: (String, String),
    pub connected: String,
    pub exten: String,
    pub context: &'static str,
    pub app: &'static str,
    pub created_ms: i64,
    /// The oldest leg of the same call.
    pub linked: String,
    pub side: Side,
    /// The application that controls it.
    pub held_by: Option<String>,
    /// What happens when it is picked up: the application and what it is told.
    pub pending: Option<(String, Vec<String>)>,
    pub on_hold: bool,
    pub muted: bool,
}

impl Channel {
    /// As ARI writes it.
    pub fn json(&self) -> Value {
        json!({
            "id": self.id, "protocol_id": format!("{}@simulator", self.id), "name": self.name,
            "state": self.state,
            "caller": { "name": self.caller.1, "number": self.caller.0 },
            "connected": { "name": "", "number": self.connected },
            "accountcode": "",
            "dialplan": {
                "context": self.context, "exten": self.exten, "priority": 2,
                "app_name": self.app, "app_data": "",
            },
            "creationtime": time(self.created_ms), "language": "en",
            "channelvars": { "CHANNEL(linkedid)": self.linked },
        })
    }
}

/// Legs that hear each other.
#[derive(Debug, Clone, Default)]
pub struct Bridge {
    pub legs: Vec<String>,
    /// The dialplan made it: it ends with the first leg that leaves.
    pub by_dialplan: bool,
}

/// A recording that goes on: `channel:ID` or `bridge:ID`, and since when.
#[derive(Debug, Clone)]
pub struct Live {
    pub target: String,
    pub since_ms: i64,
}

/// An application that listens.
pub struct Line {
    pub sender: UnboundedSender<String>,
    pub number: u64,
    pub all: bool,
    /// Channels in the application, and those that were asked for.
    pub inside: BTreeSet<String>,
    pub asked: BTreeSet<String>,
}

/// What the dialplan does with a call.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The application that gets it, if it listens.
    pub stasis: Option<String>,
    /// The telephones that ring otherwise.
    pub phones: Vec<String>,
    /// Whether it is recorded.
    pub record: bool,
}

/// The exchange.
pub struct Exchange {
    pub channels: BTreeMap<String, Channel>,
    pub bridges: BTreeMap<String, Bridge>,
    pub live: BTreeMap<String, Live>,
    pub stored: BTreeMap<String, Bytes>,
    pub lines: BTreeMap<String, Line>,
    pub plan: Plan,
    /// Every telephone of the desk.
    pub phones: Vec<String>,
    /// Telephones that are switched off.
    pub off: BTreeSet<String>,
    /// Keys that the desk's side sent, by channel.
    pub said: VecDeque<(String, String)>,
    /// Customers who call as soon as an application listens.
    pub waiting: Vec<Person>,
    pub count: u64,
}

impl Default for Exchange {
    fn default() -> Self {
        let phones = vec!["101".to_owned(), "102".to_owned()];
        Self {
            channels: BTreeMap::new(),
            bridges: BTreeMap::new(),
            live: BTreeMap::new(),
            stored: BTreeMap::new(),
            lines: BTreeMap::new(),
            plan: Plan { stasis: None, phones: phones.clone(), record: true },
            phones,
            off: BTreeSet::new(),
            said: VecDeque::new(),
            waiting: Vec::new(),
            count: 0,
        }
    }
}

/// `2026-11-20T18:50:40.116+0000`
pub fn time(ms: i64) -> String {
    let days = ms.div_euclid(86_400_000);
    let of_day = ms.rem_euclid(86_400_000);
    // Years that begin in March have their leap day at the end.
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let of_era = z - era * 146_097;
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    let (s, ms) = (of_day / 1000, of_day % 1000);
    let (h, m, s) = (s / 3600, s / 60 % 60, s % 60);
    format!("{year:04}-{month:02}-{day:02}T{h:02}:{m:02}:{s:02}.{ms:03}+0000")
}

impl Exchange {
    /// The next number, for names and ids.
    pub fn next(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// Tells an event about channels to every application that hears of them.
    pub fn tell(&mut self, kind: &str, about: &[&str], fields: Value) {
        let mut told = Vec::new();
        for (app, line) in &self.lines {
            let hears = |id: &&str| line.inside.contains(*id) || line.asked.contains(*id);
            if !line.all && !about.iter().any(hears) {
                continue;
            }
            let mut event = fields.clone();
            event["type"] = json!(kind);
            event["timestamp"] = json!(time(clock::now_ms()));
            event["asterisk_id"] = json!("02:00:00:00:00:01");
            event["application"] = json!(app);
            let text = event.to_string();
            // A line that just broke hears nothing more, and nothing is told again later.
            let _ = line.sender.send(text.clone());
            told.push((app.clone(), text));
        }
        self.said.extend(told);
        let more = self.said.len().saturating_sub(SAID_MAX);
        self.said.drain(..more);
    }

    /// Tells an event of one channel, which it shows.
    pub fn tell_of(&mut self, kind: &str, id: &str, more: Value) {
        let Some(channel) = self.channels.get(id).map(Channel::json) else { return };
        let mut fields = more;
        fields["channel"] = channel;
        self.tell(kind, &[id], fields);
    }

    /// A bridge as ARI writes it.
    pub fn bridge(&self, id: &str) -> Value {
        let legs = self.bridges.get(id).map(|bridge| bridge.legs.clone()).unwrap_or_default();
        json!({
            "id": id, "technology": "simple_bridge", "bridge_type": "mixing",
            "bridge_class": "stasis", "creator": "Stasis", "name": "", "channels": legs,
            "creationtime": time(clock::now_ms()), "video_mode": "none",
        })
    }

    /// The channel of a customer or a telephone.
    pub fn of(&self, side: &Side) -> Option<String> {
        self.channels.values().find(|one| one.side == *side).map(|one| one.id.clone())
    }

    /// The bridge that a channel is in.
    pub fn bridge_of(&self, id: &str) -> Option<String> {
        let within = |bridge: &Bridge| bridge.legs.iter().any(|leg| leg == id);
        self.bridges.iter().find(|(_, bridge)| within(bridge)).map(|(id, _)| id.clone())
    }

    /// Whom a channel talks to.
    fn other(&self, id: &str) -> Option<&Channel> {
        let bridge = self.bridges.get(&self.bridge_of(id)?)?;
        let other = bridge.legs.iter().find(|leg| *leg != id)?;
        self.channels.get(other)
    }

    /// What the phone page shows.
    pub fn shown(&self) -> Value {
        let shown = |channel: &Channel| {
            let other = self.other(&channel.id);
            json!({
                "channel": channel.id, "state": channel.state, "number": channel.caller.0,
                "talks": other.is_some(),
                "on_hold": channel.on_hold || other.is_some_and(|other| other.on_hold),
                "since": channel.created_ms / 1000, "calls": channel.pending.is_none() && channel.state == "Ring",
            })
        };
        let customers: serde_json::Map<String, Value> = self
            .channels
            .values()
            .filter_map(|channel| match &channel.side {
                Side::Customer(user) => Some((user.to_string(), shown(channel))),
                Side::Phone(_) => None,
            })
            .collect();
        let phones = self.phones.iter().map(|extension| {
            let found = self.of(&Side::Phone(extension.clone()));
            let channel = found.and_then(|id| self.channels.get(&id)).map(shown);
            json!({ "extension": extension, "off": self.off.contains(extension), "call": channel })
        });
        let phones: Vec<Value> = phones.collect();
        let lines: Vec<Value> =
            self.lines.iter().map(|(app, line)| json!({ "app": app, "all": line.all })).collect();
        let bridges: Vec<Value> = self.bridges.keys().map(|id| self.bridge(id)).collect();
        json!({
            "customers": customers, "phones": phones, "applications": lines, "bridges": bridges,
            "recordings": self.stored.keys().collect::<Vec<_>>(),
            "dialplan": {
                "stasis": self.plan.stasis, "phones": self.plan.phones, "record": self.plan.record,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn times_are_written_as_the_exchange_does() {
        assert_eq!(time(1_767_323_045_116), "2026-01-02T03:04:05.116+0000");
        assert_eq!(time(951_782_400_000), "2000-02-29T00:00:00.000+0000");
    }
}

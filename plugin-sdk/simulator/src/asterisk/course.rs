//! What people do with telephones, and what the dialplan makes of it.
use serde_json::{Value, json};

use super::model::{Bridge, Channel, Exchange, Side, TRUNK};
use crate::clock;

/// Hangup causes.
pub const NORMAL: i64 = 16;
pub const BUSY: i64 = 17;
pub const NO_ANSWER: i64 = 19;
const ELSEWHERE: i64 = 26;

fn cause_text(cause: i64) -> &'static str {
    match cause {
        NORMAL => "Normal Clearing",
        BUSY => "User busy",
        NO_ANSWER => "User alerting, no answer",
        ELSEWHERE => "Answered elsewhere",
        _ => "Unknown",
    }
}

/// A channel to be made.
pub struct New<'a> {
    pub id: Option<&'a str>,
    pub side: Side,
    pub state: &'static str,
    pub caller: (&'a str, &'a str),
    pub connected: &'a str,
    pub exten: &'a str,
    pub app: &'static str,
    pub linked: Option<&'a str>,
    pub pending: Option<(String, Vec<String>)>,
}

impl Exchange {
    /// Makes a channel and tells of it.
    pub fn make(&mut self, new: New<'_>) -> String {
        let n = self.next();
        let now = clock::now_ms();
        let (endpoint, context) = match &new.side {
            Side::Customer(_) => (TRUNK.to_owned(), "from-trunk"),
            Side::Phone(extension) => (extension.clone(), "from-internal"),
        };
        let id = new.id.map_or_else(|| format!("{}.{n}", now / 1000), str::to_owned);
        let channel = Channel {
            name: format!("PJSIP/{endpoint}-{n:08x}"),
            state: new.state,
            caller: (new.caller.0.to_owned(), new.caller.1.to_owned()),
            connected: new.connected.to_owned(),
            exten: new.exten.to_owned(),
            context,
            app: new.app,
            created_ms: now,
            linked: new.linked.unwrap_or(&id).to_owned(),
            side: new.side,
            held_by: None,
            pending: new.pending,
            on_hold: false,
            muted: false,
            id: id.clone(),
        };
        self.channels.insert(id.clone(), channel);
        self.tell_of("ChannelCreated", &id, json!({}));
        id
    }

    pub fn become_state(&mut self, id: &str, state: &'static str) {
        let Some(channel) = self.channels.get_mut(id) else { return };
        if channel.state != state {
            channel.state = state;
            self.tell_of("ChannelStateChange", id, json!({}));
        }
    }

    /// A customer calls the desk's number.
    pub fn customer_calls(
        &mut self,
        user: i64,
        caller: (&str, &str),
        to: &str,
    ) -> Result<String, String> {
        if self.of(&Side::Customer(user)).is_some() {
            return Err("this telephone is in use".to_owned());
        }
        let id = self.make(New {
            id: None,
            side: Side::Customer(user),
            state: "Ring",
            caller,
            connected: "",
            exten: to.trim_start_matches('+'),
            app: "",
            linked: None,
            pending: None,
        });
        let app = self.plan.stasis.clone().filter(|app| self.lines.contains_key(app));
        match app {
            Some(app) => self.enter(&id, &app, &[]),
            None => {
                let phones = self.plan.phones.clone();
                self.ring(&id, &phones);
            }
        }
        Ok(id)
    }

    /// The dialplan lets telephones ring for a channel; when there are none, it hangs up.
    pub fn ring(&mut self, root: &str, phones: &[String]) {
        if let Some(channel) = self.channels.get_mut(root) {
            channel.app = "Dial";
        }
        let about = json!({ "dialplan_app": "Dial", "dialplan_app_data": phones.join("&") });
        self.tell_of("ChannelDialplan", root, about);
        let caller = self.channels.get(root).map(|channel| channel.caller.0.clone());
        let mut rings = false;
        for extension in phones {
            let side = Side::Phone(extension.clone());
            if self.off.contains(extension) || self.of(&side).is_some() {
                continue;
            }
            let peer = self.make(New {
                id: None,
                side,
                state: "Down",
                caller: (extension, ""),
                connected: caller.as_deref().unwrap_or_default(),
                exten: "",
                app: "AppDial",
                linked: Some(root),
                pending: None,
            });
            self.dial(root, &peer, "", extension);
            self.become_state(&peer, "Ringing");
            self.dial(root, &peer, "RINGING", extension);
            rings = true;
        }
        if !rings {
            self.hang_up(root, BUSY);
        }
    }

    fn dial(&mut self, root: &str, peer: &str, status: &str, to: &str) {
        let json_of = |id: &str| self.channels.get(id).map(Channel::json);
        let fields = json!({
            "caller": json_of(root), "peer": json_of(peer), "dialstatus": status,
            "dialstring": to, "forward": "",
        });
        self.tell("Dial", &[root, peer], fields);
    }

    /// An agent dials a number on their telephone.
    pub fn phone_calls(&mut self, extension: &str, user: i64, to: &str) -> Result<String, String> {
        let side = Side::Phone(extension.to_owned());
        if self.of(&side).is_some() {
            return Err("this telephone is in use".to_owned());
        }
        let root = self.make(New {
            id: None,
            side,
            state: "Ring",
            caller: (extension, ""),
            connected: "",
            exten: to,
            app: "Dial",
            linked: None,
            pending: None,
        });
        let busy = self.of(&Side::Customer(user)).is_some();
        let peer = self.make(New {
            id: None,
            side: Side::Customer(user),
            state: "Down",
            caller: (to, ""),
            connected: extension,
            exten: "",
            app: "AppDial",
            linked: Some(&root),
            pending: None,
        });
        let string = format!("{to}@{TRUNK}");
        self.dial(&root, &peer, "", &string);
        if busy {
            self.dial(&root, &peer, "BUSY", &string);
            self.hang_up(&peer, BUSY);
        } else {
            self.become_state(&peer, "Ringing");
            self.dial(&root, &peer, "RINGING", &string);
        }
        Ok(root)
    }

    /// A telephone that rings is picked up.
    pub fn pick_up(&mut self, id: &str) -> Result<(), String> {
        let Some(channel) = self.channels.get_mut(id).filter(|one| one.state == "Ringing") else {
            return Err("this telephone does not ring".to_owned());
        };
        let (pending, root) = (channel.pending.take(), channel.linked.clone());
        self.become_state(id, "Up");
        if let Some((app, args)) = pending {
            self.enter(id, &app, &args);
            return Ok(());
        }
        let to = self.channels.get(id).map(|channel| channel.caller.0.clone()).unwrap_or_default();
        self.dial(&root, id, "ANSWER", &to);
        let others = self.channels.values();
        let others = others.filter(|one| one.linked == root && one.state == "Ringing");
        let others: Vec<String> = others.map(|one| one.id.clone()).collect();
        for other in others {
            self.end(&other, ELSEWHERE);
        }
        self.become_state(&root, "Up");
        let bridge = format!("bridge-{}", self.next());
        self.bridges.insert(bridge.clone(), Bridge { by_dialplan: true, ..Bridge::default() });
        self.tell("BridgeCreated", &[&root, id], json!({ "bridge": self.bridge(&bridge) }));
        self.join(&bridge, id);
        self.join(&bridge, &root);
        if self.plan.record {
            self.start_recording(&root, format!("bridge:{bridge}"));
        }
        Ok(())
    }

    /// Puts a channel into a bridge.
    pub fn join(&mut self, bridge: &str, id: &str) {
        let Some(inside) = self.bridges.get_mut(bridge) else { return };
        if inside.legs.iter().any(|leg| leg == id) {
            return;
        }
        inside.legs.push(id.to_owned());
        let shown = self.bridge(bridge);
        self.tell_of("ChannelEnteredBridge", id, json!({ "bridge": shown }));
    }

    /// Takes a channel out of its bridge.
    pub fn part(&mut self, id: &str) -> Option<(String, Bridge)> {
        let bridge = self.bridge_of(id)?;
        self.bridges.get_mut(&bridge)?.legs.retain(|leg| leg != id);
        let shown = self.bridge(&bridge);
        self.tell_of("ChannelLeftBridge", id, json!({ "bridge": shown }));
        self.bridges.get(&bridge).map(|left| (bridge.clone(), left.clone()))
    }

    /// Somebody hangs up; the dialplan ends what makes no sense any more.
    pub fn hang_up(&mut self, id: &str, cause: i64) {
        let Some(channel) = self.channels.get(id).cloned() else { return };
        self.tell_of("ChannelHangupRequest", id, json!({ "cause": cause, "soft": false }));
        let left = self.end(id, cause);
        if let Some((bridge, left)) = left.filter(|(_, left)| left.by_dialplan) {
            self.finish_recordings(&format!("bridge:{bridge}"));
            self.bridges.remove(&bridge);
            for leg in left.legs {
                self.end(&leg, cause);
            }
            return;
        }
        let of_call = |one: &&Channel| one.linked == channel.linked && one.pending.is_none();
        let rest: Vec<Channel> = self.channels.values().filter(of_call).cloned().collect();
        if channel.id == channel.linked {
            // Nobody calls any more.
            for one in rest.iter().filter(|one| one.state == "Ringing") {
                self.end(&one.id, NORMAL);
            }
        } else if channel.pending.is_none() && !rest.iter().any(|one| one.state == "Ringing") {
            // Everybody declined: the caller hears it.
            for one in rest.iter().filter(|one| one.state == "Ring" && one.held_by.is_none()) {
                self.end(&one.id, cause);
            }
        }
    }

    /// A channel is gone.
    pub fn end(&mut self, id: &str, cause: i64) -> Option<(String, Bridge)> {
        let left = self.part(id);
        self.finish_recordings(&format!("channel:{id}"));
        self.leave(id);
        let text = cause_text(cause);
        self.tell_of("ChannelDestroyed", id, json!({ "cause": cause, "cause_txt": text }));
        self.channels.remove(id);
        for line in self.lines.values_mut() {
            line.inside.remove(id);
            line.asked.remove(id);
        }
        left
    }

    /// It rang long enough. True if it still did.
    pub fn no_answer(&mut self, id: &str) -> bool {
        let rings = self.channels.get(id).is_some_and(|channel| channel.state == "Ringing");
        if rings {
            self.hang_up(id, NO_ANSWER);
        }
        rings
    }

    /// The caller has waited long enough. True if nobody had answered.
    pub fn gives_up(&mut self, id: &str) -> bool {
        let waits = self.channels.get(id).is_some_and(|channel| channel.state == "Ring");
        if waits {
            self.hang_up(id, NORMAL);
        }
        waits
    }

    /// A telephone puts its call on hold, or takes it back.
    pub fn phone_holds(&mut self, id: &str, on: bool) -> Result<(), String> {
        let Some(channel) = self.channels.get_mut(id).filter(|one| one.state == "Up") else {
            return Err("this telephone has no call".to_owned());
        };
        channel.on_hold = on;
        self.tell_of(if on { "ChannelHold" } else { "ChannelUnhold" }, id, json!({}));
        Ok(())
    }

    /// A telephone passes its call on to another one.
    pub fn phone_transfers(&mut self, id: &str, to: &str) -> Result<(), String> {
        let bridge = self.bridge_of(id).ok_or("this telephone has no call")?;
        let legs = self.bridges.get(&bridge).map(|one| one.legs.clone()).unwrap_or_default();
        let other = legs.into_iter().find(|leg| leg != id).ok_or("nobody is there")?;
        let shown = self.bridge(&bridge);
        let transferee = self.channels.get(&other).map(Channel::json);
        let fields: Value = json!({
            "result": "Success", "exten": to, "context": "from-internal", "is_external": true,
            "bridge": shown, "transferee": transferee,
        });
        self.tell_of("BridgeBlindTransfer", id, fields);
        self.part(&other);
        self.finish_recordings(&format!("bridge:{bridge}"));
        self.end(id, NORMAL);
        self.bridges.remove(&bridge);
        self.ring(&other, &[to.to_owned()]);
        Ok(())
    }

    /// Somebody presses keys.
    pub fn press(&mut self, id: &str, keys: &str) {
        for key in keys.chars().filter(|key| key.is_ascii_digit() || "*#".contains(*key)) {
            let fields = json!({ "digit": key.to_string(), "duration_ms": 80 });
            self.tell_of("ChannelDtmfReceived", id, fields);
        }
    }
}

//! Faults on order: what the next calls of a method run into.
use serde::{Deserialize, Serialize};

/// One fault. Each matching call uses up one of its `times`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Fault {
    /// Only this bot or account.
    #[serde(default, alias = "account", skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// Only this method, in any case; `file` is the file download; missing or `*` means all. Other
    /// providers than Telegram name what a route does, such as `send`.
    #[serde(default, alias = "does", skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Answer with this error instead of the real answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The error's description; each status has a usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// `parameters.retry_after` of a 429.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    /// How many calls it strikes.
    #[serde(default = "once")]
    pub times: u64,
    /// Carry the call out first; without a status the connection is then cut instead of answered.
    #[serde(default)]
    pub after_accept: bool,
    /// With `after_accept`: answer with a success whose JSON ends in the middle.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// Cut the connection without carrying the call out.
    #[serde(default)]
    pub cut: bool,
    /// Wait this long before anything else.
    #[serde(default)]
    pub delay_ms: u64,
}

impl Fault {
    /// Whether it does anything, and only what can be done.
    pub fn check(&self) -> Result<(), &'static str> {
        if self.status.is_some_and(|status| !(400..600).contains(&status)) {
            return Err("status must be an error status, 400 to 599");
        }
        if self.truncated && !self.after_accept {
            return Err("truncated goes with after_accept");
        }
        match self.status.is_some() || self.cut || self.after_accept || self.delay_ms > 0 {
            true => Ok(()),
            false => Err("give status, cut, after_accept or delay_ms"),
        }
    }
}

fn once() -> u64 {
    1
}

/// The faults that are still to strike.
#[derive(Debug, Default)]
pub struct Faults {
    waiting: Vec<Fault>,
    struck: u64,
}

impl Faults {
    /// Orders a fault.
    pub fn add(&mut self, fault: Fault) {
        self.waiting.push(fault);
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    /// Those still waiting, and how many calls were struck so far.
    pub fn list(&self) -> (&[Fault], u64) {
        (&self.waiting, self.struck)
    }

    /// The fault this call runs into.
    pub fn strike(&mut self, token: &str, method: &str) -> Option<Fault> {
        let matches = |fault: &Fault| {
            let same_bot = fault.token.as_deref().is_none_or(|wanted| wanted == token);
            let same_method = match fault.method.as_deref() {
                None | Some("*") => true,
                Some(wanted) => wanted.eq_ignore_ascii_case(method),
            };
            same_bot && same_method && fault.times > 0
        };
        let index = self.waiting.iter().position(matches)?;
        self.struck += 1;
        self.waiting[index].times -= 1;
        let fault = self.waiting[index].clone();
        if fault.times == 0 {
            self.waiting.remove(index);
        }
        Some(fault)
    }
}

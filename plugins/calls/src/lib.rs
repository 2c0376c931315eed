//! Calls: telephone calls of an Asterisk exchange, by its REST interface (ARI).
//!
//! The exchange tells what happens through a WebSocket that the host holds. [`machine`] turns its
//! events into the stages of calls, [`reconcile`] finds out what was missed, and [`commands`] and
//! [`recordings`] do what agents want. What is decided is pure; [`acts`] carries it out.

mod acts;
mod api;
mod bridging;
mod call;
mod commands;
mod machine;
mod number;
mod reconcile;
mod recordings;
mod settings;
mod time;
mod verify;
mod wire;

use machine::Machine;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value};
use patchbay_plugin::socket::{Frame, Input, Plan, Step};
use settings::Settings;

struct Calls;

/// The exchange is asked what goes on this soon after a connection was made, because it does not
/// repeat what it told nobody.
const SOON_MS: u32 = 500;

impl patchbay_plugin::settings::Guest for Calls {
    fn check(acc: Account) -> Result<patchbay_plugin::settings::Validation, Failure> {
        verify::check(&Settings::of(&acc)?)
    }

    /// Nothing to register: the host connects to the exchange.
    fn connect(_acc: Account, _webhook_url: String) -> Result<(), Failure> {
        Ok(())
    }
}

impl socket::Guest for Calls {
    fn open(acc: Account, _state: Option<Vec<u8>>) -> Result<Plan, Failure> {
        let url = Settings::of(&acc)?.events_url();
        Ok(Plan { url, heartbeat_ms: Some(SOON_MS), ..Plan::default() })
    }

    fn advance(acc: Account, state: Option<Vec<u8>>, what: Input) -> Result<Step, Failure> {
        let settings = Settings::of(&acc)?;
        let mut machine = Machine::new(&settings, state.as_deref());
        let mut heartbeat_ms = None;
        match what {
            Input::Frames(frames) => {
                for frame in &frames {
                    match frame {
                        Frame::Text(text) => take(&mut machine, text)?,
                        Frame::Binary(_) => debug!("a binary frame was ignored"),
                    }
                }
            }
            Input::Tick => {
                heartbeat_ms = Some(reconcile::run(&settings.api(), &mut machine)?);
            }
            Input::Closed(_) => {}
        }
        acts::carry_out(&settings.api(), &mut machine)?;
        let (batch, state) = machine.finish();
        Ok(Step { batch, state, heartbeat_ms, ..Step::default() })
    }
}

fn take(machine: &mut Machine<'_>, text: &str) -> Result<(), Failure> {
    let Ok(event) = serde_json::from_str::<Value>(text) else {
        // It would be as unreadable the next time, and must not keep the others from coming.
        warn!("an unreadable frame was ignored", bytes = text.len());
        return Ok(());
    };
    if event["type"] == "ApplicationReplaced" {
        let text = "Another program took this application over at the exchange. Give this channel \
             an application name of its own and save it.";
        return Err(Failure::Permanent(Detail::new("calls.replaced", text)));
    }
    machine.take(&event);
    Ok(())
}

impl calls::Guest for Calls {
    fn control(acc: Account, what: calls::Command) -> Result<Batch, Failure> {
        commands::run(&Settings::of(&acc)?, &what)
    }

    /// Agents use their own telephones.
    fn register(_acc: Account, _extension: String) -> Result<Option<calls::Softphone>, Failure> {
        Ok(None)
    }

    fn recording(acc: Account, call: String) -> Result<Option<Blob>, Failure> {
        recordings::of(&Settings::of(&acc)?.api(), &call)
    }
}

impl timers::Guest for Calls {
    fn fire(acc: Account, name: String, at_ms: u64) -> Result<Batch, Failure> {
        recordings::fire(&Settings::of(&acc)?.api(), &name, at_ms)
    }
}

patchbay_plugin::export!(Calls: settings, socket, calls, timers);

#[cfg(test)]
mod tests;

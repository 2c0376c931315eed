//! The account's plugin log: bounded lines that go into the call's report.

use crate::plugins::{
    account::{LogLevel, LogLine},
    bindings::host::Level,
    state::CallState,
};

/// Keeps a line; `CallState::log` cleans and cuts it.
pub fn write(state: &mut CallState, level: Level, message: String, fields: Vec<(String, String)>) {
    let level = match level {
        Level::Trace => LogLevel::Trace,
        Level::Debug => LogLevel::Debug,
        Level::Info => LogLevel::Info,
        Level::Warn => LogLevel::Warn,
        Level::Error => LogLevel::Error,
    };
    let at_ms = state.lent.clock.now_ms();
    state.log(LogLine { at_ms, level, message, fields });
}

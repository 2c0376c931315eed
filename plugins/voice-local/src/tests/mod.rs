//! Sounds in, figures out.

mod encodings;
mod figures;
mod hostile;
mod long;
mod sounds;

use crate::source::Source;
use crate::{Side, measure};
use patchbay_plugin::analyse_voice::Voice;
use patchbay_plugin::prelude::*;

pub fn measured(source: &impl Source) -> Voice {
    measured_side(source, Side::Mix)
}

pub fn measured_side(source: &impl Source, side: Side) -> Voice {
    measure::voice(source, side).expect("the recording can be measured")
}

/// A figure as text; empty when it was left out.
pub fn text<'a>(voice: &'a Voice, name: &str) -> &'a str {
    let found = voice.extras.iter().find(|(known, _)| known == name);
    found.map_or("", |(_, value)| value)
}

pub fn number(voice: &Voice, name: &str) -> f32 {
    text(voice, name).parse().unwrap_or_else(|_| panic!("no {name} in {:?}", voice.extras))
}

/// The code of a permanent failure and its message.
pub fn refused(source: &impl Source) -> (String, String) {
    match measure::voice(source, Side::Mix) {
        Err(Failure::Permanent(detail)) => (detail.code, detail.message),
        other => panic!("it was not refused for good: {other:?}"),
    }
}

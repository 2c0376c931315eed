//! Voice analysis on the desk itself: how something was said, from level, pitch, pace and pauses of
//! a WAV recording. The same recording always gives the same figures.

mod measure;
mod pace;
mod pitch;
mod refusal;
mod resample;
mod samples;
mod scales;
mod source;
mod speech;
mod track;
mod wav;

use patchbay_plugin::analyse_voice::{self, Voice};
use patchbay_plugin::prelude::*;
use serde::Deserialize;

struct LocalVoice;

/// The settings of `settings.json`, with the schema's defaults.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Settings {
    side: Side,
}

/// Which channel of a recording is measured. Of a mono recording it is always the only one.
#[derive(Deserialize, Default, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum Side {
    #[default]
    Mix,
    First,
    Second,
}

impl settings::Guest for LocalVoice {
    fn check(acc: Account) -> Result<settings::Validation, Failure> {
        let _: Settings = config(&acc)?;
        let facts = [
            ("Reads", "WAV: PCM of 8 to 32 bit, 32-bit float, A-law, mu-law; 8 to 48 kHz"),
            ("Reaches", "nothing outside this desk"),
        ];
        Ok(settings::Validation {
            title: Some("Local voice analysis".to_owned()),
            facts: facts.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
            ..Default::default()
        })
    }

    /// Nothing to register: no provider is involved.
    fn connect(_acc: Account, _webhook_url: String) -> Result<(), Failure> {
        Ok(())
    }
}

impl analyse_voice::Guest for LocalVoice {
    fn analyse(acc: Account, audio: Blob) -> Result<Voice, Failure> {
        let settings: Settings = config(&acc)?;
        measure::voice(&audio, settings.side)
    }
}

patchbay_plugin::export!(LocalVoice: settings, analyse_voice);

#[cfg(test)]
mod tests;

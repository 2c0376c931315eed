//! Applications: which channels they control, and what is recorded.
use bytes::Bytes;
use serde_json::json;

use super::model::{Exchange, Live};
use crate::clock;

/// Samples of sound in a second.
const RATE: usize = 8_000;
/// The longest recording that is played.
const SECONDS_MAX: usize = 5;

impl Exchange {
    /// A channel comes under an application's control.
    pub fn enter(&mut self, id: &str, app: &str, args: &[String]) {
        let Some(channel) = self.channels.get_mut(id) else { return };
        channel.held_by = Some(app.to_owned());
        if channel.app.is_empty() || channel.app == "Dial" {
            channel.app = "Stasis";
        }
        if let Some(line) = self.lines.get_mut(app) {
            line.inside.insert(id.to_owned());
        }
        self.tell_of("StasisStart", id, json!({ "args": args }));
    }

    /// A channel leaves its application, which hears no more of it unless it asked to.
    pub fn leave(&mut self, id: &str) {
        let Some(app) = self.channels.get_mut(id).and_then(|channel| channel.held_by.take()) else {
            return;
        };
        self.tell_of("StasisEnd", id, json!({}));
        if let Some(line) = self.lines.get_mut(&app) {
            line.inside.remove(id);
        }
    }

    /// Begins a recording of `channel:ID` or `bridge:ID`.
    pub fn start_recording(&mut self, name: &str, target: String) {
        let live = Live { target: target.clone(), since_ms: clock::now_ms() };
        self.live.insert(name.to_owned(), live);
        self.tell_recording("RecordingStarted", name, &target, "recording");
    }

    /// Ends a recording and keeps it.
    pub fn stop_recording(&mut self, name: &str) -> bool {
        let Some(live) = self.live.remove(name) else { return false };
        let ms = usize::try_from(clock::now_ms() - live.since_ms).unwrap_or_default();
        self.stored.insert(name.to_owned(), tone(ms));
        self.tell_recording("RecordingFinished", name, &live.target, "done");
        true
    }

    /// Ends what is recorded of something that is gone.
    pub fn finish_recordings(&mut self, target: &str) {
        let of = |(name, live): (&String, &Live)| (live.target == target).then(|| name.clone());
        let names: Vec<String> = self.live.iter().filter_map(of).collect();
        for name in names {
            self.stop_recording(&name);
        }
    }

    fn tell_recording(&mut self, kind: &str, name: &str, target: &str, state: &str) {
        let id = target.split_once(':').map_or("", |(_, id)| id);
        let mut about = self.bridges.get(id).map(|one| one.legs.clone()).unwrap_or_default();
        about.push(id.to_owned());
        let about: Vec<&str> = about.iter().map(String::as_str).collect();
        let recording =
            json!({ "name": name, "format": "wav", "target_uri": target, "state": state });
        self.tell(kind, &about, json!({ "recording": recording }));
    }
}

/// A tone of 440 Hz in a WAV file, at least a tenth of a second and at most some seconds long.
fn tone(ms: usize) -> Bytes {
    let samples = (ms * RATE / 1000).clamp(RATE / 10, RATE * SECONDS_MAX);
    let mut file = Vec::with_capacity(44 + samples * 2);
    let word = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&word(36 + samples * 2));
    file.extend_from_slice(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    file.extend_from_slice(&word(RATE));
    file.extend_from_slice(&word(RATE * 2));
    file.extend_from_slice(b"\x02\0\x10\0data");
    file.extend_from_slice(&word(samples * 2));
    for n in 0..samples {
        let at = n as f64 * 440.0 * std::f64::consts::TAU / RATE as f64;
        file.extend_from_slice(&((at.sin() * 8_000.0) as i16).to_le_bytes());
    }
    Bytes::from(file)
}

//! Scales of 0 to 100 with fixed anchors, and what level, pitch range and pace honestly tell of a
//! mood: whether it is calm or energetic, never whether it is anger or joy.

use patchbay_plugin::talk::Score;

/// Values at 0, 25, 50, 75 and 100.
type Anchors = [f32; 5];

/// Level of the speech in dBFS, from soft to loud.
pub const ENERGY: Anchors = [-40.0, -30.0, -24.0, -18.0, -12.0];
/// Syllables a second of speech, from slow to fast.
pub const PACE: Anchors = [2.0, 3.0, 4.0, 5.0, 6.0];
/// Semitones between low and high pitch, from monotonous to lively. On no screen: for arousal only.
pub const LIVELINESS: Anchors = [2.0, 4.0, 6.0, 9.0, 12.0];

/// Less speech than this has no mood.
const LEAST_MS: u64 = 1_000;
/// So much speech tells as much as the measures can.
const ENOUGH_MS: u64 = 10_000;
/// The sum of both scores when all is measured: these features never tell more.
const SURE_AT_MOST: f32 = 0.8;

/// Where a value lies between its anchors.
pub fn scale(value: f32, anchors: &Anchors) -> f32 {
    let mut pairs = anchors.windows(2).zip([0.0, 25.0, 50.0, 75.0]);
    let above = pairs.rfind(|(pair, _)| value >= pair[0]);
    above.map_or(0.0, |(pair, from)| {
        from + 25.0 * ((value - pair[0]) / (pair[1] - pair[0])).min(1.0)
    })
}

/// What arousal is made of, each from 0 to 100 where it could be measured.
pub struct Arousal {
    pub energy: Option<f32>,
    pub pace: Option<f32>,
    pub liveliness: Option<f32>,
}

/// `calm` and `energetic`, which share what the measures can be sure of.
pub fn emotions(arousal: &Arousal, speech_ms: u64) -> Vec<Score> {
    let parts = [(arousal.energy, 0.4), (arousal.pace, 0.3), (arousal.liveliness, 0.3)];
    let measured = || parts.iter().filter_map(|(value, weight)| value.map(|v| (v, *weight)));
    let weights: f32 = measured().map(|(_, weight)| weight).sum();
    if speech_ms < LEAST_MS || weights == 0.0 {
        return Vec::new();
    }
    let sum: f32 = measured().map(|(value, weight)| value * weight).sum();
    let share = sum / weights / 100.0;
    let enough = (speech_ms as f32 / ENOUGH_MS as f32).min(1.0);
    let sure = SURE_AT_MOST * enough * weights.min(1.0);
    let score = |name: &str, value: f32| Score {
        name: name.to_owned(),
        value: (value * sure * 100.0).round() / 100.0,
    };
    vec![score("calm", 1.0 - share), score("energetic", share)]
}

/// How much the figures are worth: never more than `medium`.
pub fn confidence(speech_ms: u64, has_pitch: bool) -> &'static str {
    if speech_ms >= ENOUGH_MS && has_pitch { "medium" } else { "low" }
}

//! Pace: syllable nuclei, which are voiced peaks of the smoothed envelope (after de Jong and Wempe,
//! 2009). No word is understood for it.

use crate::speech::{POWERS, Speech, quantile};
use crate::track::{POWERS_PER_PITCH, Track, dbfs};

/// How far a peak stands above the dips beside it.
const DIP_DB: f32 = 2.0;
/// A peak this much below the loud ones is no vowel.
const RANGE_DB: f32 = 25.0;
/// Hann weights over 50 ms: single periods of a low voice must not look like syllables.
const WEIGHTS: [f32; 5] = [0.25, 0.75, 1.0, 0.75, 0.25];

/// How many syllables the speech has.
pub fn syllables(track: &Track, speech: &Speech) -> usize {
    let envelope = envelope(&track.powers);
    let is_speech = |at: usize| speech.contains(at / POWERS);
    let spoken = envelope.iter().enumerate().filter(|(at, _)| is_speech(*at));
    let mut levels: Vec<f32> = spoken.map(|(_, level)| *level).collect();
    levels.sort_by(f32::total_cmp);
    let least = quantile(&levels, 0.95) - RANGE_DB;
    let is_voiced = |at: usize| {
        let window = at / POWERS_PER_PITCH;
        let near = window.saturating_sub(1)..(window + 2).min(track.pitches.len());
        track.pitches.get(near).is_some_and(|near| near.iter().any(|hertz| *hertz > 0.0))
    };
    let is_nucleus = |at: &usize| envelope[*at] >= least && is_speech(*at) && is_voiced(*at);
    peaks(&envelope).iter().filter(|at| is_nucleus(at)).count()
}

/// Level of each 10 ms, smoothed.
fn envelope(powers: &[f32]) -> Vec<f32> {
    let reach = WEIGHTS.len() / 2;
    let whole: f32 = WEIGHTS.iter().sum();
    let smooth = |at: usize| -> f32 {
        let weighted = WEIGHTS.iter().enumerate().map(|(n, weight)| {
            let power = (at + n).checked_sub(reach).and_then(|at| powers.get(at));
            power.copied().unwrap_or_default() * weight
        });
        weighted.sum::<f32>() / whole
    };
    (0..powers.len()).map(|at| dbfs(smooth(at))).collect()
}

/// Where the envelope turns after a rise and before a fall of [`DIP_DB`]. Before and after the
/// recording it is silent.
fn peaks(envelope: &[f32]) -> Vec<usize> {
    let mut peaks = Vec::new();
    let (mut dip, mut peak) = (dbfs(0.0), None::<(usize, f32)>);
    for (at, &level) in envelope.iter().enumerate() {
        match peak {
            Some((_, top)) if level > top => peak = Some((at, level)),
            Some((top_at, top)) if level < top - DIP_DB => {
                peaks.push(top_at);
                (dip, peak) = (level, None);
            }
            Some(_) => {}
            None if level > dip + DIP_DB => peak = Some((at, level)),
            None => dip = dip.min(level),
        }
    }
    peaks.extend(peak.map(|(at, _)| at));
    peaks
}
